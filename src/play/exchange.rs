//! Matches to other programs and from them, in Portable Game Notation: orthodox chess as every chess program has it, the other games with this
//! program's own texts, and what a die showed as a comment, `{~N}`.

use std::path::Path;
use std::str::FromStr;

use super::{Replay, Seat, Setup};
use crate::engine::text::did_you_mean;
use crate::engine::{DynGame, Info, Options, Outcome, Reason, Side, Turn};
use crate::games;
use crate::record::{
    Clocks, Ended, Entry, FORMAT, Header, MatchEvent, Note, Pgn, PgnItem, PgnToken, Record, RecordError, Seats, VERSION,
};

/// The game whose moves other programs know.
const CHESS: &str = "chess";

/// What other programs call orthodox chess in the tag `Variant`.
const CHESS_NAMES: [&str; 6] = ["chess", "standard", "classical", "normal", "orthodox", "from position"];

/// A recorded match in Portable Game Notation: the actions that stand.
#[must_use]
pub fn export(replay: &Replay) -> Pgn {
    let Setup { info, options, seats: [white, black], clock, .. } = replay.setup();
    let mut game = replay.game().boxed();
    while game.undo().is_some() {}
    let start = game.text();
    let usual = games::begin(info, options.clone(), None).is_ok_and(|usual| usual.text() == start);
    let result = match replay.outcome() {
        None => "*",
        Some(Outcome { winner: None, .. }) => "1/2-1/2",
        Some(Outcome { winner: Some(Side::White), .. }) => "1-0",
        Some(Outcome { winner: Some(Side::Black), .. }) => "0-1",
    };
    let mut tags = Vec::new();
    let mut tag = |name: &str, value: &str| tags.push((name.to_string(), value.to_string()));
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", "?");
    tag("White", &white.to_string());
    tag("Black", &black.to_string());
    tag("Result", result);
    if info.id != CHESS {
        tag("Variant", info.name);
    }
    let set: Vec<_> = options.iter().map(|(key, value)| format!("{key}={value}")).collect();
    if !set.is_empty() {
        tag("Options", &set.join(" "));
    }
    if !usual {
        tag("SetUp", "1");
        tag("FEN", &start);
    }
    if let Some(clock) = clock {
        tag("TimeControl", &format!("{}+{}", clock.start.as_secs_f64(), clock.increment.as_secs_f64()));
    }
    let termination = match replay.outcome().map(|outcome| outcome.reason) {
        None => "unterminated",
        Some(Reason::Time) => "time forfeit",
        Some(_) => "normal",
    };
    tag("Termination", termination);
    let mut pgn = Pgn { tags, items: Vec::new(), result: result.to_string() };
    let mut numbers = Numbers::of(info, &start);
    pgn.items.extend(replay.notes().get(&0).map(noted));
    for (played, (action, used_ms)) in (1..).zip(replay.timed_actions()) {
        let turn = game.turn();
        if let Turn::Chance(..) = turn {
            pgn.items.push(item(PgnToken::Comment(action.to_string())));
            numbers.repeat = true;
        } else {
            let number = turn.side().and_then(|side| numbers.before(side));
            pgn.items.extend(number.map(|number| item(PgnToken::Number(number))));
            let san = if info.id == CHESS { game.notation(action) } else { None };
            pgn.items.push(item(PgnToken::Move(san.unwrap_or_else(|| action.to_string()))));
            if let Some(used) = used_ms {
                pgn.items.push(item(PgnToken::Comment(elapsed(used))));
                numbers.repeat = true;
            }
        }
        if let Some(note) = replay.notes().get(&played) {
            pgn.items.push(noted(note));
            numbers.repeat = true;
        }
        if game.apply(action).is_err() {
            break;
        }
    }
    if let Some(outcome) = replay.outcome() {
        pgn.items.push(item(PgnToken::Comment(outcome.reason.to_string())));
    }
    pgn
}

/// A note as a comment, without what would be read as something else: braces, rolls and times.
fn noted(note: &Note) -> PgnItem {
    let comment: String = note
        .comment
        .chars()
        .map(|letter| match letter {
            '{' | '[' => '(',
            '}' => ')',
            '~' => '-',
            other => other,
        })
        .collect();
    let bookmark = match (note.bookmark, comment.is_empty()) {
        (true, true) => "Bookmark",
        (true, false) => "Bookmark: ",
        (false, _) => "",
    };
    item(PgnToken::Comment(format!("{bookmark}{comment}")))
}

const fn item(token: PgnToken) -> PgnItem {
    PgnItem { line: 0, token }
}

/// The numbers before moves.
struct Numbers {
    next: u32,
    last: Option<Side>,
    /// Whether something stands between this move and the one before, so that its number is told again.
    repeat: bool,
}

impl Numbers {
    /// Numbers as they go on from a position; those of orthodox chess are in its text.
    fn of(info: &Info, start: &str) -> Numbers {
        let number = start.split(' ').nth(5).filter(|_| info.id == CHESS).and_then(|number| number.parse().ok());
        Numbers { next: number.unwrap_or(1), last: None, repeat: false }
    }

    /// What stands before a move of this side, if anything: a turn of several actions has one number.
    fn before(&mut self, side: Side) -> Option<String> {
        let (first, same) = (self.last.is_none(), self.last == Some(side));
        let repeat = std::mem::take(&mut self.repeat);
        if side == Side::White && !first && !same {
            self.next += 1;
        }
        self.last = Some(side);
        match side {
            _ if same => None,
            Side::White => Some(format!("{}.", self.next)),
            Side::Black => (first || repeat).then(|| format!("{}...", self.next)),
        }
    }
}

/// What a decision took, as other programs write it.
fn elapsed(used_ms: u64) -> String {
    let (seconds, ms) = (used_ms / 1000, used_ms % 1000);
    format!("[%emt {}:{:02}:{:02}.{ms:03}]", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

/// Reads what [`elapsed`] writes, wherever it stands in a comment; ms.
fn read_elapsed(comment: &str) -> Option<u64> {
    let (_, rest) = comment.split_once("[%emt ")?;
    let mut parts = rest.split(']').next()?.split(':');
    let (hours, minutes) = (parts.next()?.parse::<u32>().ok()?, parts.next()?.parse::<u32>().ok()?);
    let seconds = parts.next()?.parse::<f64>().ok().filter(|seconds| (0.0..60.0).contains(seconds))?;
    Some(u64::from(hours) * 3_600_000 + u64::from(minutes) * 60_000 + (1000.0 * seconds).round() as u64)
}

/// A match from Portable Game Notation, checked against the rules. Names of people become `human`, and the dice have no throws, only results.
///
/// # Errors
/// A tag, a move or a result that cannot be; it says which, and on what line.
pub fn import(file: &Path, pgn: &Pgn) -> Result<Record, RecordError> {
    let info = variant(file, pgn)?;
    let options = options(file, pgn, info)?;
    let start = match pgn.tag("FEN") {
        Some(text) => Some(text),
        None if pgn.tag("SetUp") == Some("1") => {
            return Err(wrong_tag(file, "FEN", "the position, as SetUp is 1", "none"));
        }
        None => None,
    };
    let wrong = |error: crate::engine::TextError| {
        RecordError::field(file, format!("tag FEN, {}", error.field), error.expected, &error.found)
    };
    let start = games::begin(info, options.clone(), start).map_err(wrong)?;
    let mut import = Import { file, game: start.boxed(), entries: Vec::new(), used: Vec::new() };
    for item in &pgn.items {
        match &item.token {
            PgnToken::Number(_) => {}
            PgnToken::Move(text) => import.decision(item.line, text)?,
            PgnToken::Comment(text) => import.comment(item.line, text)?,
        }
    }
    let reason = pgn.items.iter().rev().find_map(|item| match &item.token {
        PgnToken::Comment(text) => Some(Reason::from_words(text)),
        _ => None,
    });
    let ended = import.ended(pgn, reason.flatten())?;
    let mut record = Record::new(Header {
        format: FORMAT.to_string(),
        version: VERSION,
        game: info.id.to_string(),
        options: options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
        seats: Seats { white: seat(pgn, "White"), black: seat(pgn, "Black") },
        dice: "instant".to_string(),
        seed: Some(0),
        start: start.text(),
        clocks: import.clocks(pgn, ended),
        commitment: None,
        physics: None,
        names: None,
        date: None,
        event: None,
        elo: None,
    });
    let clocks = record.header.clocks.is_some();
    for ((action, hash), used) in import.entries.into_iter().zip(import.used) {
        let used = clocks.then(|| used.unwrap_or(0));
        record.push(MatchEvent::Action(Entry::new(action, hash, None, used)));
    }
    if let Some(outcome) = ended {
        record.push(MatchEvent::Result(Ended::new(outcome)));
    }
    record.replay(file, &mut *start.boxed())?;
    Ok(record)
}

/// A person is whoever is no bot here.
fn seat(pgn: &Pgn, tag: &str) -> String {
    let seat = pgn.tag(tag).and_then(|name| Seat::from_str(name).ok());
    seat.unwrap_or(Seat::Human).to_string()
}

fn wrong_tag(file: &Path, tag: &str, expected: impl Into<String>, found: &str) -> RecordError {
    RecordError::field(file, format!("tag {tag}"), expected, found)
}

fn variant(file: &Path, pgn: &Pgn) -> Result<&'static Info, RecordError> {
    let name = pgn.tag("Variant").unwrap_or(CHESS).trim().to_lowercase();
    let own = |info: &&&Info| info.id == name || info.name.to_lowercase() == name;
    if let Some(info) = games::ALL.iter().find(own) {
        return Ok(info);
    }
    let chess = games::info(CHESS).ok().filter(|_| CHESS_NAMES.contains(&name.as_str()));
    let unknown = || {
        let names = || games::ALL.iter().map(|info| info.name);
        let expected = format!("one of {}{}", names().collect::<Vec<_>>().join(", "), did_you_mean(&name, names()));
        wrong_tag(file, "Variant", expected, pgn.tag("Variant").unwrap_or_default())
    };
    chess.ok_or_else(unknown)
}

fn options(file: &Path, pgn: &Pgn, info: &Info) -> Result<Options, RecordError> {
    let text = pgn.tag("Options").unwrap_or_default();
    let pairs = text.split_whitespace().map(|pair| pair.split_once('=').unwrap_or((pair, "")));
    Options::new(info.options, pairs)
        .map_err(|error| wrong_tag(file, &format!("Options, {}", error.field), error.expected, &error.found))
}

/// A match that is being read.
struct Import<'a> {
    file: &'a Path,
    game: Box<dyn DynGame>,
    /// Each action with the hash of the position after it.
    entries: Vec<(String, u64)>,
    /// What each took from the clock, ms, if that is known.
    used: Vec<Option<u64>>,
}

impl Import<'_> {
    fn decision(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        if let Turn::Chance(..) = self.game.turn() {
            let expected = format!("what the die showed before this, as {{{}}}", self.example());
            return Err(RecordError::field(self.file, self.place(line), expected, text));
        }
        let action = action_of(&*self.game, text).unwrap_or_else(|| text.to_string());
        self.apply(line, text, &action)
    }

    /// What a die showed, what a move took, or words.
    fn comment(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        if let (Some(used), Some(last)) = (read_elapsed(text), self.used.last_mut()) {
            *last = Some(used);
        }
        for roll in text.split_whitespace().filter(|word| word.starts_with('~')) {
            if let Turn::Chance(..) = self.game.turn() {
                self.apply(line, roll, roll)?;
                if let Some(last) = self.used.last_mut() {
                    *last = Some(0);
                }
            }
        }
        Ok(())
    }

    fn apply(&mut self, line: usize, text: &str, action: &str) -> Result<(), RecordError> {
        self.game.apply(action).map_err(|source| RecordError::Action {
            file: self.file.to_path_buf(),
            action: format!("{} ({})", self.place(line), text.chars().take(80).collect::<String>()),
            source: Box::new(source),
        })?;
        let text = self.game.played().pop().unwrap_or_default();
        self.entries.push((text, self.game.hash()));
        self.used.push(None);
        Ok(())
    }

    fn place(&self, line: usize) -> String {
        format!("line {line}, action {}", self.entries.len() + 1)
    }

    /// Something that would be legal.
    fn example(&self) -> String {
        self.game.actions().into_iter().next().unwrap_or_default()
    }

    /// How the match ended. The rules know best, then the text; a win of which it says nothing more was resigned, a draw agreed on.
    fn ended(&self, pgn: &Pgn, reason: Option<Reason>) -> Result<Option<Outcome>, RecordError> {
        let winner = match pgn.result.as_str() {
            "1-0" => Some(Some(Side::White)),
            "0-1" => Some(Some(Side::Black)),
            "1/2-1/2" => Some(None),
            _ => None,
        };
        if let Some(outcome) = self.game.turn().outcome() {
            return match winner {
                Some(winner) if winner != outcome.winner => {
                    let expected = format!("{outcome} ({}), by the rules", outcome.reason);
                    Err(RecordError::field(self.file, "result", expected, &pgn.result))
                }
                _ => Ok(Some(outcome)),
            };
        }
        let forfeit = reason == Some(Reason::Time) || pgn.tag("Termination") == Some("time forfeit");
        Ok(winner.map(|winner| match winner {
            Some(side) if forfeit => Outcome::won(side, Reason::Time),
            Some(side) => Outcome::won(side, Reason::Resignation),
            None => Outcome::drawn(Reason::Agreement),
        }))
    }

    /// The clocks, if what every decision took is known, or a player ran out of time.
    fn clocks(&self, pgn: &Pgn, ended: Option<Outcome>) -> Option<Clocks> {
        let forfeit = ended.is_some_and(|outcome| outcome.reason == Reason::Time);
        let timed = !self.used.is_empty() && self.used.iter().all(Option::is_some);
        let control = pgn.tag("TimeControl").and_then(|text| {
            let (start, increment) = text.split_once('+').unwrap_or((text, "0"));
            let ms =
                |text: &str| text.parse().ok().filter(|s: &f64| (0.0..1e9).contains(s)).map(|s| (1000.0 * s) as u64);
            Some(Clocks { start_ms: ms(start)?, increment_ms: ms(increment)? })
        });
        match control {
            Some(control) if timed || forfeit => Some(control),
            None if forfeit => Some(Clocks { start_ms: 0, increment_ms: 0 }),
            _ => None,
        }
    }
}

/// The legal action that a move of a text means: by its own text, by its notation, or in orthodox chess by any way in which it is written.
fn action_of(game: &dyn DynGame, text: &str) -> Option<String> {
    if game.check(text).is_ok() {
        return Some(text.to_string());
    }
    let actions = game.actions();
    if let Some(action) = actions.iter().find(|action| game.notation(action).as_deref() == Some(text)) {
        return Some(action.clone());
    }
    if game.info().id != CHESS {
        return None;
    }
    let plain = text.trim_end_matches("e.p.").trim_end_matches(['+', '#', '!', '?']).replace('0', "O");
    let castles = plain.starts_with('O');
    let mut meant = actions.into_iter().filter(|action| {
        let notation = game.notation(action).unwrap_or_default();
        let notation = notation.trim_end_matches(['+', '#']);
        if castles { notation == plain } else { written_as(action, notation, &plain) }
    });
    meant.next().filter(|_| meant.next().is_none())
}

/// Whether a move may be written like this: piece, as much of its origin as is needed or more, target, promotion.
fn written_as(action: &str, notation: &str, text: &str) -> bool {
    const PIECES: [char; 5] = ['K', 'Q', 'R', 'B', 'N'];
    let piece = |text: &str| text.chars().next().filter(|letter| PIECES.contains(letter));
    let rest = text.strip_prefix(PIECES).unwrap_or(text).replace(['x', ':', '-', '='], "");
    let promoted = rest.chars().last().filter(char::is_ascii_uppercase);
    let rest = rest.trim_end_matches(|letter: char| letter.is_ascii_uppercase());
    let Some((hints, target)) = rest.len().checked_sub(2).and_then(|at| rest.split_at_checked(at)) else {
        return false;
    };
    let (Some(from), Some(to)) = (action.get(..2), action.get(2..4)) else { return false };
    piece(text) == piece(notation)
        && to == target
        && action.chars().nth(4) == promoted.map(|letter| letter.to_ascii_lowercase())
        && hints.chars().all(|hint| from.contains(hint))
}
