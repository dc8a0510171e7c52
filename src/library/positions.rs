//! The positions of a match, by which it is found again.

use crate::engine::{Info, Options, Tabletop, TextError, Turn};
use crate::games::{self, Visitor};

/// A position as the index looks for it. The counters in its text do not matter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionQuery {
    /// The games that have such a position, each with its key.
    pub(super) keys: Vec<(&'static str, u64)>,
}

impl PositionQuery {
    /// Reads a position text of a game, or of any that can read it.
    ///
    /// # Errors
    /// Its error; where no game is named, that none can read it.
    pub fn parse(text: &str, game: Option<&'static Info>) -> Result<PositionQuery, TextError> {
        let mut keys = Vec::new();
        let mut refused =
            TextError::new("position", "a position text of any game; name the game to learn what is wrong", text);
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

    fn visit<P: Tabletop>(self) -> Self::Output {
        Ok(P::parse(self.text, self.options)?.key())
    }
}

/// A match as its positions tell it.
pub(super) struct Played {
    /// The key of each position, the start first, eight bytes each, little-endian. The lowest bit says whether a ply ends there
    /// instead.
    pub keys: Vec<u8>,
    /// How many plies are whole.
    pub plies: usize,
    /// Whose turn it is at the end, draws by repetition and by the halfmove clock left out.
    pub turn: Turn,
}

/// Plays a match without asking whether the rules allow it: that is found out when it is opened.
pub(super) struct Play<'a> {
    /// The text of the position it began from.
    pub start: &'a str,
    pub options: &'a Options,
    pub actions: &'a mut dyn Iterator<Item = &'a str>,
}

impl Visitor for Play<'_> {
    type Output = Result<Played, TextError>;

    fn visit<P: Tabletop>(self) -> Self::Output {
        let mut position = P::parse(self.start, self.options)?;
        let mut keys = clean(position.key()).to_le_bytes().to_vec();
        let mut plies = 0;
        let mut actions = self.actions.peekable();
        let mut turn = position.turn();
        while let Some(text) = actions.next() {
            let side = turn.side();
            position.play(position.parse_action(text)?);
            // Only the last position can be one without actions.
            turn = if actions.peek().is_some() { position.pending() } else { position.turn() };
            let ends = turn.side() != side;
            plies += usize::from(ends);
            keys.extend((clean(position.key()) | u64::from(ends)).to_le_bytes());
        }
        Ok(Played { keys, plies, turn })
    }
}

/// A key as the index has it: without the lowest bit.
fn clean(key: u64) -> u64 {
    key & !1
}

/// After how many plies a match first passes through a position; `None` if it does not.
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

/// Changes when the keys of positions do, so that an index with others is made anew.
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

    fn played(game: &str, actions: &[&str]) -> Played {
        let info = games::info(game).unwrap();
        let start = games::begin(info, Options::default(), None).unwrap().text();
        let play = Play { start: &start, options: &Options::default(), actions: &mut actions.iter().copied() };
        games::visit(game, play).unwrap().unwrap()
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
    fn a_position_is_found_at_its_ply_however_it_came_about() {
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

    #[test]
    fn a_text_is_read_by_every_game_that_can() {
        let chess = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap().text();
        let games = |text| PositionQuery::parse(text, None).unwrap().keys.iter().map(|key| key.0).collect::<Vec<_>>();
        assert!(games(&chess).contains(&"chess") && !games(&chess).contains(&"fluky"));
        assert!(PositionQuery::parse("no position", None).is_err());
        let fluky = games::info("fluky").unwrap();
        assert!(PositionQuery::parse(&chess, Some(fluky)).is_err());
    }
}
