//! Positions of matches, for search.

use std::collections::BTreeMap;

use fairground_match::record::{MatchEvent, MatchResult, Reader, RecordError};
use fairground_rules::engine::{Game, GameInfo, Options, TextError, Turn, TypedGame, roll_symbol};
use fairground_rules::games::{self, Visitor};

/// A position to search for. The counters in its text are ignored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionQuery {
    /// The games in which the position is valid, with its key in each.
    pub(super) keys: Vec<(&'static str, u64)>,
}

impl PositionQuery {
    /// Parses the text of a position in `game`, or in every game that accepts it.
    ///
    /// # Errors
    /// The parser's error; without `game`, that no game accepts the text.
    pub fn parse(text: &str, game: Option<&'static GameInfo>) -> Result<PositionQuery, TextError> {
        let mut keys = Vec::new();
        let mut refused = TextError::new("position", "a position text of any game; name the game for details", text);
        for info in games::ALL.iter().filter(|info| game.is_none_or(|game| game.id == info.id)) {
            let sets =
                info.options.iter().flat_map(|option| option.values.iter().map(|value| Some((option.key, *value))));
            for set in std::iter::once(None).chain(sets) {
                let options = Options::new(info.options, set)?;
                match games::visit(info.id, Key { text, options: &options }) {
                    Ok(Ok(key)) => keys.push((info.id, clean(key))),
                    Ok(Err(error)) if game.is_some() => refused = error,
                    _ => {}
                }
            }
        }
        keys.dedup();
        if keys.is_empty() { Err(refused) } else { Ok(PositionQuery { keys }) }
    }
}

struct Key<'a> {
    text: &'a str,
    options: &'a Options,
}

impl Visitor for Key<'_> {
    type Output = Result<u64, TextError>;

    fn visit<P: Game>(self) -> Self::Output {
        Ok(P::parse(&P::complete(self.text), self.options)?.key())
    }
}

/// The data of a replayed match.
pub(super) struct ReplayedMatch {
    /// The key of each position, starting with the initial one, as eight little-endian bytes. The
    /// lowest bit is replaced by a flag: whether a ply ends there.
    pub keys: Vec<u8>,
    /// The number of complete plies.
    pub plies: usize,
    /// The number of actions, without those taken back.
    pub actions: usize,
    /// The number of rolls of each symbol.
    pub rolls: BTreeMap<String, u32>,
    /// The recorded result.
    pub result: Option<MatchResult>,
    /// The turn at the end, ignoring draws by repetition and by the halfmove clock.
    pub turn: Turn,
}

/// Replays a match while reading its file. Memory is limited to some tens of bytes per action.
pub(super) struct Play<'a, 'r> {
    pub reader: &'a mut Reader<'r>,
    pub options: &'a Options,
    /// Whether to check every action by the rules and stop at the first illegal one. Otherwise,
    /// illegal actions are only detected when the match is opened.
    pub checked: bool,
}

impl Visitor for Play<'_, '_> {
    type Output = Result<ReplayedMatch, RecordError>;

    fn visit<P: Game>(self) -> Self::Output {
        let Play { reader, options, checked } = self;
        let file = reader.file().to_path_buf();
        let wrong = |error: TextError| RecordError::field(&file, error.field, error.expected, &error.found);
        let mut game = TypedGame::<P>::from_text(options.clone(), &reader.header().start).map_err(wrong)?;
        game.leave_draws_unclaimed();
        let mut keys = clean(game.position().key()).to_le_bytes().to_vec();
        let (mut rolls, mut result) = (BTreeMap::<String, u32>::new(), None);
        while let Some(event) = reader.next_event()? {
            match event {
                MatchEvent::Action(entry) => {
                    let number = game.actions().len() + 1;
                    let action = game.position().parse_action(&entry.action).map_err(|error| {
                        let field = reader.field(&format!("action {number}, {}", error.field));
                        RecordError::field(&file, field, error.expected, &error.found)
                    })?;
                    if checked && let Err(illegal) = game.check(action) {
                        let field = reader.field(&format!("action {number} ({action})"));
                        return Err(RecordError::field(&file, field, "a legal action", &illegal.to_string()));
                    }
                    let side = game.position().pending().side();
                    game.play(action);
                    let ends = game.position().pending().side() != side;
                    keys.extend((clean(game.position().key()) | u64::from(ends)).to_le_bytes());
                    if let Some(symbol) = entry.action.symbol() {
                        *rolls.entry(symbol.to_string()).or_default() += 1;
                    }
                }
                MatchEvent::Takeback(count) => {
                    let max = game.actions().len();
                    if !(1..=max).contains(&count) {
                        let expected = format!("1 to {max}, the number of actions");
                        return Err(RecordError::field(&file, reader.field("takeback"), expected, &count.to_string()));
                    }
                    for action in game.actions().skip(max - count) {
                        if let Some(rolled) = roll_symbol(&action.to_string()).and_then(|symbol| rolls.get_mut(symbol))
                        {
                            *rolled = rolled.saturating_sub(1);
                        }
                    }
                    game = game.after(max - count);
                    keys.truncate(8 * (max - count + 1));
                    result = None;
                }
                MatchEvent::Result(ended) => result = Some(ended),
                MatchEvent::Kept(_)
                | MatchEvent::Reveal(_)
                | MatchEvent::Note(_)
                | MatchEvent::Variation(_)
                | MatchEvent::Thinking(_) => {}
            }
        }
        rolls.retain(|_, count| *count > 0);
        // Only the last position can lack legal actions.
        let (turn, actions) = (game.turn(), game.actions().len());
        if let Some(side) = game.sides().next_back() {
            keys.truncate(8 * actions);
            let ends = turn.side() != Some(side);
            keys.extend((clean(game.position().key()) | u64::from(ends)).to_le_bytes());
        }
        let plies = keys.as_chunks::<8>().0.iter().filter(|bytes| u64::from_le_bytes(**bytes) & 1 == 1).count();
        Ok(ReplayedMatch { keys, plies, actions, rolls, result, turn })
    }
}

/// A key in the index: without the lowest bit.
fn clean(key: u64) -> u64 {
    key & !1
}

/// The number of plies before the first occurrence of a position; `None` without one.
pub(super) fn ply_of(keys: &[u8], key: u64) -> Option<i64> {
    let mut plies = 0;
    for bytes in keys.as_chunks::<8>().0 {
        let own = u64::from_le_bytes(*bytes);
        plies += i64::from(own & 1 == 1);
        if clean(own) == clean(key) {
            return Some(plies);
        }
    }
    None
}

/// A value that changes whenever the keys of positions do, so that an outdated index is rebuilt.
pub(super) fn fingerprint() -> u64 {
    let starts = games::ALL.iter().map(|info| {
        let options = Options::default();
        let start = games::begin(info, options.clone(), None).map(|game| game.text()).unwrap_or_default();
        games::visit(info.id, Key { text: &start, options: &options })
    });
    starts.flatten().flatten().fold(0, |all: u64, key| all.rotate_left(7) ^ key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_match::record::RecordedAction;

    /// The header line of a match file.
    fn header(game: &str) -> String {
        let start = games::begin(games::info(game).unwrap(), Options::default(), None).unwrap().text();
        format!(
            "{{\"format\":\"fairground-match\",\"version\":2,\"game\":\"{game}\",\"options\":{{}},\"dice\":\"instant\",\"seed\":1,\
             \"seats\":{{\"white\":\"human\",\"black\":\"human\"}},\"start\":\"{start}\"}}\n"
        )
    }

    fn read(game: &str, events: &[MatchEvent], checked: bool) -> Result<ReplayedMatch, RecordError> {
        let lines: String = events.iter().map(|event| event.to_line().unwrap()).collect();
        let text = header(game) + &lines;
        let mut reader = Reader::new("match.jsonl".as_ref(), Box::new(text.as_bytes())).unwrap();
        games::visit(game, Play { reader: &mut reader, options: &Options::default(), checked }).unwrap()
    }

    fn action(text: &str) -> MatchEvent {
        MatchEvent::Action(RecordedAction::new(text.into(), 0, None, None))
    }

    fn played(game: &str, actions: &[&str]) -> ReplayedMatch {
        read(game, &actions.iter().map(|text| action(text)).collect::<Vec<_>>(), true).unwrap()
    }

    fn query(game: &str, actions: &[&str]) -> PositionQuery {
        let info = games::info(game).unwrap();
        let mut at = games::begin(info, Options::default(), None).unwrap();
        for action in actions {
            at.apply(action).unwrap();
        }
        PositionQuery::parse(&at.text(), Some(info)).unwrap()
    }

    #[test]
    fn a_position_is_found_at_its_ply_after_any_move_order() {
        let match_ = played("chess", &["g1f3", "d7d5", "g2g3", "g8f6"]);
        assert_eq!(match_.plies, 4);
        let other = query("chess", &["g2g3", "d7d5", "g1f3", "g8f6"]);
        assert_eq!(ply_of(&match_.keys, other.keys[0].1), Some(4));
        assert_eq!(ply_of(&match_.keys, query("chess", &["g2g3", "d7d5", "g1f3"]).keys[0].1), Some(3));
        assert_eq!(ply_of(&match_.keys, query("chess", &[]).keys[0].1), Some(0));
        assert_eq!(ply_of(&match_.keys, query("chess", &["e2e4"]).keys[0].1), None);
    }

    #[test]
    fn a_roll_belongs_to_its_ply() {
        let match_ = played("fluky", &["c1c2", "~N", "b5b4"]);
        assert_eq!((match_.plies, match_.keys.len()), (1, 32));
        assert_eq!(ply_of(&match_.keys, query("fluky", &["c1c2"]).keys[0].1), Some(0), "before the roll");
        assert_eq!(ply_of(&match_.keys, query("fluky", &["c1c2", "~N"]).keys[0].1), Some(1));
    }

    /// Takebacks of any length, also across the copies of the position.
    #[test]
    fn takebacks_leave_nothing() {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        for (before, back) in [(1, 1), (70, 1), (70, 6), (70, 7), (130, 66), (200, 200), (64, 64), (64, 1)] {
            let moves = |count: usize| (0..count).map(|index| action(shuffle[index % 4]));
            let ended = MatchResult { outcome: "white".into(), reason: "resignation".into() };
            let taken: Vec<_> = moves(before).chain([MatchEvent::Result(ended), MatchEvent::Takeback(back)]).collect();
            let (taken, plain) = (
                read("chess", &taken, false).unwrap(),
                read("chess", &moves(before - back).collect::<Vec<_>>(), false).unwrap(),
            );
            assert_eq!((&taken.keys, taken.plies, taken.actions), (&plain.keys, plain.plies, before - back));
            assert_eq!((taken.turn, taken.result), (plain.turn, None));
        }
        let rolled = [action("c1c2"), action("~N"), MatchEvent::Takeback(1)];
        let rolled = read("fluky", &rolled, false).unwrap();
        assert!(rolled.rolls.is_empty() && (rolled.actions, rolled.plies) == (1, 0));
        let error = read("chess", &[action("e2e4"), MatchEvent::Takeback(usize::MAX)], false).err().unwrap();
        assert!(error.to_string().contains("1 to 1, the number of actions"), "{error}");
    }

    #[test]
    fn rules_are_checked_on_request() {
        let wrong = [action("e2e4"), action("e2e4")];
        assert!(read("chess", &wrong, false).is_ok());
        let error = read("chess", &wrong, true).err().unwrap().to_string();
        assert!(error.contains("line 3, action 2 (e2e4): expected a legal action"), "{error}");
        let error = read("chess", &[action("e2e4"), action("e9")], false).err().unwrap().to_string();
        assert!(error.contains("line 3, action 2, from: expected"), "{error}");
        // A file of version 1 has no lines.
        let version_1 = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/matches/chess.json");
        let text = std::fs::read_to_string(version_1).unwrap().replacen("b1c3", "b1b5", 1);
        let mut reader = Reader::new("match.json".as_ref(), Box::new(text.as_bytes())).unwrap();
        let play = Play { reader: &mut reader, options: &Options::default(), checked: true };
        let error = games::visit("chess", play).unwrap().err().unwrap().to_string();
        assert!(error.starts_with("match.json: action 1 (b1b5): expected a legal action"), "{error}");
    }

    #[test]
    fn a_text_is_read_by_every_game_that_accepts_it() {
        let chess = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap().text();
        let games = |text| PositionQuery::parse(text, None).unwrap().keys.iter().map(|key| key.0).collect::<Vec<_>>();
        assert!(games(&chess).contains(&"chess") && !games(&chess).contains(&"fluky"));
        assert!(PositionQuery::parse("no position", None).is_err());
        let fluky = games::info("fluky").unwrap();
        assert!(PositionQuery::parse(&chess, Some(fluky)).is_err());
    }
}
