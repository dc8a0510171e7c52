use super::annotations::tokens;
use super::moves::CHESS;
use super::times::{elapsed, time_control};
use super::{HUMAN, PROGRAM};
use crate::engine::{DynGame, Info, Outcome, Reason, Side, Turn};
use crate::games;
use crate::play::{Replay, Seat, Setup};
use crate::record::{Pgn, PgnItem, PgnToken};

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
    let header = replay.header();
    let date = header.date.as_deref();
    tag("Event", header.event.as_deref().unwrap_or("?"));
    tag("Site", "?");
    tag("Date", &date_tag(date));
    tag("Round", "?");
    let names = header.names.clone().unwrap_or_default();
    let players = [("White", white, names.white), ("Black", black, names.black)];
    for (side, seat, name) in &players {
        let unnamed = if **seat == Seat::Human { "?".to_string() } else { seat.to_string() };
        tag(side, name.as_ref().unwrap_or(&unnamed));
    }
    tag("Result", result);
    for (side, seat, name) in &players {
        tag(&format!("{side}Type"), if **seat == Seat::Human { HUMAN } else { PROGRAM });
        if let (Seat::Bot(bot), Some(_)) = (seat, name) {
            tag(&format!("{side}Bot"), &bot.to_string());
        }
    }
    let elo = header.elo.unwrap_or_default();
    for (name, elo) in [("WhiteElo", elo.white), ("BlackElo", elo.black)] {
        if let Some(elo) = elo {
            tag(name, &elo.to_string());
        }
    }
    if let Some((day, time)) = date.and_then(|date| date.strip_suffix('Z')?.split_once('T')) {
        tag("UTCDate", &day.replace('-', "."));
        tag("UTCTime", time.split('.').next().unwrap_or_default());
    }
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
        tag("TimeControl", &time_control(*clock));
    }
    let termination = match replay.outcome().map(|outcome| outcome.reason) {
        None => "unterminated",
        Some(Reason::Time) => "time forfeit",
        Some(_) => "normal",
    };
    tag("Termination", termination);
    let mut pgn = Pgn { tags, items: Vec::new(), result: result.to_string() };
    let mut numbers = Numbers::of(info, &start);
    let noted = |after: usize, before: Option<&dyn DynGame>| {
        let tokens = replay.notes().get(&after).map(|note| tokens(note, before));
        tokens.into_iter().flatten().map(item)
    };
    pgn.items.extend(noted(0, None));
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
        let before = pgn.items.len();
        pgn.items.extend(noted(played, Some(&*game)));
        numbers.repeat |= pgn.items.len() > before;
        if game.apply(action).is_err() {
            break;
        }
    }
    if let Some(outcome) = replay.outcome() {
        pgn.items.push(item(PgnToken::Comment(outcome.reason.to_string())));
    }
    pgn
}

const fn item(token: PgnToken) -> PgnItem {
    PgnItem { line: 0, token }
}

/// A date as the tag `Date` has it, with question marks for the parts that are unknown.
fn date_tag(date: Option<&str>) -> String {
    let mut parts = date.unwrap_or_default().split('T').next().unwrap_or_default().split('-');
    let mut part = |unknown: &str| parts.next().filter(|part| !part.is_empty()).unwrap_or(unknown).to_string();
    [part("????"), part("??"), part("??")].join(".")
}

/// The numbers before moves.
struct Numbers {
    next: u32,
    last: Option<Side>,
    /// Whether something stands between this move and the one before, so that its number is repeated.
    repeat: bool,
}

impl Numbers {
    /// Numbers as they go on from a position; those of orthodox chess are in its text.
    fn of(info: &Info, start: &str) -> Numbers {
        let number = start.split(' ').nth(5).filter(|_| info.id == CHESS).and_then(|number| number.parse().ok());
        Numbers { next: number.unwrap_or(1), last: None, repeat: false }
    }

    /// The number before a move of this side, if any: a turn of several actions has one number.
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
