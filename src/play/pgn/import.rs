use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::Path;

use super::annotations::{NoteReader, rolls};
use super::moves::{CHESS, action_of};
use super::times::{ClockReader, read_time_control};
use super::variations::{line_of, replaced};
use super::{HUMAN, PROGRAM};
use crate::bots::Bot;
use crate::engine::text::did_you_mean;
use crate::engine::{ActionText, DynGame, Info, Options, Outcome, Reason, Side, Turn};
use crate::games;
use crate::play::Seat;
use crate::record::{
    Clocks, FORMAT, Header, MatchEvent, MatchResult, Names, Note, Pgn, PgnItem, PgnToken, Ratings, Record, RecordError,
    RecordedAction, Seats, VERSION, Variation,
};

/// What other programs call orthodox chess in the tag `Variant`.
const CHESS_NAMES: [&str; 6] = ["chess", "standard", "classical", "normal", "orthodox", "from position"];

/// A match from Portable Game Notation, checked against the rules. Dice have no throws, only results. Draws that nobody claimed are none.
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
    let mut start = games::begin(info, options.clone(), start).map_err(wrong)?;
    let mut import = Import {
        file,
        game: start.boxed(),
        draws_unclaimed: false,
        played: Vec::new(),
        decided: None,
        clocks: ClockReader::new(pgn.tag("TimeControl").and_then(read_time_control)),
        note: NoteReader::default(),
        notes: BTreeMap::new(),
        variations: Vec::new(),
    };
    let last = pgn.items.iter().rposition(|item| matches!(item.token, PgnToken::Comment(_)));
    let reason = last.filter(|_| pgn.result != "*").and_then(|at| match &pgn.items[at].token {
        PgnToken::Comment(text) => Reason::from_words(text),
        _ => None,
    });
    for (at, item) in pgn.items.iter().enumerate() {
        match &item.token {
            PgnToken::Number(_) => {}
            PgnToken::Move(text) => import.decision(item.line, text)?,
            PgnToken::Comment(_) if reason.is_some() && Some(at) == last => {}
            PgnToken::Comment(text) => import.comment(item.line, text)?,
            variation @ PgnToken::Variation(inside) => import.variation(variation, inside),
        }
    }
    import.keep_note()?;
    let ended = import.ended(pgn, reason)?;
    let seats = ["White", "Black"].map(|side| seat(pgn, side));
    let [white_name, black_name] = [("White", seats[0]), ("Black", seats[1])].map(|(side, seat)| name(pgn, side, seat));
    let [white_elo, black_elo] = ["WhiteElo", "BlackElo"].map(|tag| pgn.tag(tag)?.trim().parse().ok());
    let mut record = Record::new(Header {
        format: FORMAT.to_string(),
        version: VERSION,
        game: info.id.to_string(),
        options: options.iter().map(|(key, value)| (key.to_string(), value.to_string())).collect(),
        seats: Seats { white: seats[0].to_string(), black: seats[1].to_string() },
        dice: "instant".to_string(),
        seed: Some(0),
        start: start.text(),
        clocks: import.clocks(pgn, ended),
        exact_clocks: false,
        commitment: None,
        physics: None,
        names: Names::of([white_name, black_name]),
        date: date(pgn),
        event: known(pgn, "Event"),
        elo: (white_elo.is_some() || black_elo.is_some()).then_some(Ratings { white: white_elo, black: black_elo }),
        draws_unclaimed: import.draws_unclaimed,
        takebacks_cost_time: false,
        analysis: false,
    });
    if import.draws_unclaimed {
        start.leave_draws_unclaimed();
    }
    let clocks = record.header.clocks.is_some();
    let mut notes = import.notes;
    let note =
        |record: &mut Record, note: Option<Note>| note.into_iter().for_each(|note| record.push(MatchEvent::Note(note)));
    note(&mut record, notes.remove(&0));
    for (after, Played { action, hash, used }) in (1..).zip(import.played) {
        let used = clocks.then(|| used.unwrap_or(0));
        record.push(MatchEvent::Action(RecordedAction::new(action, hash, None, used)));
        note(&mut record, notes.remove(&after));
    }
    if let Some(outcome) = ended {
        record.push(MatchEvent::Result(MatchResult::new(outcome)));
    }
    for variation in import.variations {
        record.push(MatchEvent::Variation(variation));
    }
    record.replay(file, &mut *start)?;
    Ok(record)
}

/// A bot only where the text says that a program plays: a person may be called as a bot is.
fn seat(pgn: &Pgn, side: &str) -> Seat {
    let program = pgn.tag(&format!("{side}Type")).is_some_and(|text| text.eq_ignore_ascii_case(PROGRAM));
    let bot = pgn.tag(&format!("{side}Bot")).or(pgn.tag(side)).filter(|_| program);
    bot.and_then(|bot| bot.parse::<Bot>().ok()).map_or(Seat::Human, Seat::Bot)
}

/// The name of a player, unless it says no more than the seat.
fn name(pgn: &Pgn, side: &str, seat: Seat) -> Option<String> {
    known(pgn, side).filter(|name| *name != seat.to_string() && name != HUMAN)
}

/// The value of a tag that says something.
fn known(pgn: &Pgn, tag: &str) -> Option<String> {
    let value: String = pgn.tag(tag)?.chars().filter(|letter| !letter.is_control()).collect();
    let value = value.trim();
    (!value.is_empty() && !["?", "-"].contains(&value)).then(|| value.to_string())
}

/// When the match began, as far as it is known: `2026`, `2026-11`, `2026-11-22` or `2026-11-22T18:30:00Z`.
fn date(pgn: &Pgn) -> Option<String> {
    fn number(text: Option<&str>, digits: usize, range: RangeInclusive<u32>) -> Option<&str> {
        let text = text.filter(|text| text.len() == digits && text.bytes().all(|byte| byte.is_ascii_digit()))?;
        text.parse().is_ok_and(|number| range.contains(&number)).then_some(text)
    }
    let moment = pgn.tag("UTCDate").zip(pgn.tag("UTCTime"));
    let day = moment.map(|(day, _)| day).or(pgn.tag("Date")).or(pgn.tag("UTCDate")).or(pgn.tag("EventDate"))?;
    let mut parts = day.trim().split(['.', '-', '/']);
    let mut date = number(parts.next(), 4, 1..=9999)?.to_string();
    let Some(month) = number(parts.next(), 2, 1..=12) else { return Some(date) };
    date = format!("{date}-{month}");
    let days = match month {
        "02" => 29,
        "04" | "06" | "09" | "11" => 30,
        _ => 31,
    };
    let Some(day) = number(parts.next(), 2, 1..=days) else { return Some(date) };
    date = format!("{date}-{day}");
    let clock: Vec<&str> = moment.map_or_else(Vec::new, |(_, time)| time.trim().split(':').collect());
    if let [hour, minute, second] = clock[..]
        && let (Some(hour), Some(minute)) = (number(Some(hour), 2, 0..=23), number(Some(minute), 2, 0..=59))
        && let Some(second) = number(Some(second), 2, 0..=59)
    {
        date = format!("{date}T{hour}:{minute}:{second}Z");
    }
    Some(date)
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
    /// Whether the match went on where a draw could have been claimed.
    draws_unclaimed: bool,
    played: Vec<Played>,
    /// Who made the last decision, and which action it is.
    decided: Option<(Side, usize)>,
    clocks: ClockReader,
    /// The note at this point.
    note: NoteReader,
    /// By the number of actions before each.
    notes: BTreeMap<usize, Note>,
    variations: Vec<Variation>,
}

/// An action that was read.
struct Played {
    action: ActionText,
    /// Of the position after it.
    hash: u64,
    /// The time it took, ms, if known.
    used: Option<u64>,
}

impl Import<'_> {
    fn decision(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        self.play_on();
        let turn = self.game.turn();
        if let Turn::Chance(..) = turn {
            let expected = format!("what the die showed before this, as {{{}}}", self.example());
            return Err(RecordError::field(self.file, self.place(line), expected, text));
        }
        let action = action_of(&*self.game, text).unwrap_or_else(|| text.into());
        self.apply(line, text, &action)?;
        self.decided = turn.side().map(|side| (side, self.played.len() - 1));
        Ok(())
    }

    /// A roll, the time of a move, or words.
    fn comment(&mut self, line: usize, text: &str) -> Result<(), RecordError> {
        if let Some((side, index)) = self.decided
            && let Some(used) = self.clocks.used(side, text)
        {
            self.played[index].used = Some(used);
        }
        let die_was_due = matches!(self.game.turn(), Turn::Chance(..));
        for roll in rolls(text) {
            if let Turn::Chance(..) = self.game.turn() {
                self.apply(line, roll, roll)?;
                if let Some(last) = self.played.last_mut() {
                    last.used = Some(0);
                }
            }
        }
        self.note.comment(text, die_was_due, &*self.game);
        Ok(())
    }

    /// Goes on where the match went on after a draw that was not claimed.
    fn play_on(&mut self) {
        if self.game.turn().outcome().is_some() {
            let mut unclaimed = self.game.boxed();
            unclaimed.leave_draws_unclaimed();
            if unclaimed.turn().outcome().is_none() {
                self.game = unclaimed;
                self.draws_unclaimed = true;
            }
        }
    }

    /// What could have been played instead, by the rules; else it is kept as a note.
    fn variation(&mut self, token: &PgnToken, inside: &[PgnItem]) {
        let before = |actions: usize| {
            let mut before = self.game.boxed();
            for _ in actions..self.played.len() {
                before.undo();
            }
            before
        };
        let after = replaced(self.played.len(), before, inside);
        match after.and_then(|after| Some(Variation { after, line: line_of(&*before(after), inside, 1)? })) {
            Some(variation) => self.variations.push(variation),
            None => self.note.variation(token),
        }
    }

    fn keep_note(&mut self) -> Result<(), RecordError> {
        let after = self.played.len();
        let Some(note) = self.note.take(after) else { return Ok(()) };
        note.check_length().map_err(|length| {
            let expected = format!("at most {} characters, variations included", Note::LONGEST);
            RecordError::field(self.file, format!("comment after action {after}"), expected, &length.to_string())
        })?;
        self.notes.insert(after, note);
        Ok(())
    }

    fn apply(&mut self, line: usize, text: &str, action: &str) -> Result<(), RecordError> {
        self.keep_note()?;
        self.game.apply(action).map_err(|source| RecordError::Action {
            file: self.file.to_path_buf(),
            action: format!("{} ({})", self.place(line), text.chars().take(80).collect::<String>()),
            source: Box::new(source),
        })?;
        let action = self.game.played().pop().unwrap_or_else(|| action.into());
        self.played.push(Played { action, hash: self.game.hash(), used: None });
        Ok(())
    }

    fn place(&self, line: usize) -> String {
        format!("line {line}, action {}", self.played.len() + 1)
    }

    /// Something that would be legal.
    fn example(&self) -> String {
        self.game.actions().into_iter().next().map_or_else(String::new, String::from)
    }

    /// How the match ended. The rules know best, then the text; a win of which it says nothing more was resigned, a draw claimed or
    /// agreed on.
    fn ended(&mut self, pgn: &Pgn, reason: Option<Reason>) -> Result<Option<Outcome>, RecordError> {
        let winner = match pgn.result.as_str() {
            "1-0" => Some(Some(Side::White)),
            "0-1" => Some(Some(Side::Black)),
            "1/2-1/2" => Some(None),
            _ => None,
        };
        let contradicts = |outcome: Outcome| winner.is_some_and(|winner| winner != outcome.winner);
        if self.game.turn().outcome().is_some_and(contradicts) {
            self.play_on();
        }
        if let Some(outcome) = self.game.turn().outcome() {
            if contradicts(outcome) {
                let expected = format!("{outcome} ({}), by the rules", outcome.reason);
                return Err(RecordError::field(self.file, "result", expected, &pgn.result));
            }
            return Ok(Some(outcome));
        }
        let forfeit = matches!(reason, Some(Reason::Time | Reason::TimeWithoutWinner))
            || pgn.tag("Termination").is_some_and(is_time_forfeit);
        Ok(winner.map(|winner| match winner {
            Some(side) if forfeit => Outcome::won(side, Reason::Time),
            Some(side) => Outcome::won(side, Reason::Resignation),
            None if reason == Some(Reason::Agreement) => Outcome::drawn(Reason::Agreement),
            None => match self.game.claim_open() {
                Some(claim) => Outcome::drawn(claim.reason()),
                None => self.drawn_on_time().filter(|_| forfeit).unwrap_or(Outcome::drawn(Reason::Agreement)),
            },
        }))
    }

    /// The draw if the player to move ran out of time against one who cannot win; `None` if the other can.
    fn drawn_on_time(&self) -> Option<Outcome> {
        let outcome = self.game.out_of_time(self.game.turn().side()?);
        outcome.winner.is_none().then_some(outcome)
    }

    /// The clocks, if what every decision took is known, or a player ran out of time.
    fn clocks(&self, pgn: &Pgn, ended: Option<Outcome>) -> Option<Clocks> {
        let forfeit = ended.is_some_and(|outcome| matches!(outcome.reason, Reason::Time | Reason::TimeWithoutWinner));
        let timed = !self.played.is_empty() && self.played.iter().all(|played| played.used.is_some());
        match pgn.tag("TimeControl").and_then(read_time_control) {
            Some(control) if timed || forfeit => Some(control),
            None if forfeit => Some(Clocks { start_ms: 0, increment_ms: 0 }),
            _ => None,
        }
    }
}

/// Whether the tag `Termination` says that a player ran out of time: `time forfeit` in any spelling, or `Ann won on time`.
fn is_time_forfeit(termination: &str) -> bool {
    let letters: String = termination.to_lowercase().chars().filter(char::is_ascii_alphanumeric).collect();
    letters.contains("timeforfeit") || letters.ends_with("ontime")
}
