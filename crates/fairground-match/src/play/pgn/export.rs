use super::HUMAN;
use super::annotations::{glyphs, tokens};
use super::tags::{add_kept, date_tag, termination, utc_tags};
use super::times::{elapsed, left, time_control};
use crate::play::header::milliseconds;
use crate::play::{Replay, Seat, Setup};
use crate::record::{Branch, Header, Note, Pgn, PgnItem, PgnToken};
use fairground_rules::engine::{DynGame, GameInfo, Outcome, Reason, Side, Turn};
use fairground_rules::games;

/// Converts a recorded match to PGN: its actions that stand, with notes and variations.
#[must_use]
pub fn export(replay: &Replay) -> Pgn {
    let Setup { info, options, seats: [white, black], clock, .. } = replay.setup();
    let mut game = replay.game().after(0);
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
    for ((side, seat, name), own) in players.iter().zip(Side::BOTH) {
        let is_human = header.player(own) == Seat::HUMAN;
        tag(Header::type_tag(own), if is_human { HUMAN } else { Header::PROGRAM });
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
    if let Some((date, time)) = date.and_then(utc_tags) {
        tag("UTCDate", &date);
        tag("UTCTime", &time);
    }
    if !info.standard_texts {
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
    tag("Termination", termination(replay.outcome().map(|outcome| outcome.reason)));
    add_kept(&mut tags, &header.tags);
    let mut pgn = Pgn { tags, result: result.to_string(), ..Pgn::default() };
    let mut numbers = Numbers::of(info, &start);
    let (clocks, variations) = (replay.clocks(), replay.variations());
    let note_at = |after: usize| {
        let mut note = replay.notes().get(&after).cloned().unwrap_or_else(|| Note::new(after, false, ""));
        if clocks.is_some() {
            // The time used is exported, and includes it.
            note.clock_ms = None;
        }
        note
    };
    let first = note_at(0);
    pgn.items.extend(glyphs(&first).chain(tokens(&first, None, &*game)).map(item));
    for (played, (action, used_ms)) in (1..).zip(replay.timed_actions()) {
        let turn = game.turn();
        // Variations that replace this action get the same number.
        let numbers_before = numbers;
        push_action(action, &*game, &mut numbers, &mut pgn.items);
        let note = note_at(played);
        pgn.items.extend(glyphs(&note).map(item));
        if let (Turn::Decide(side), Some(used)) = (turn, used_ms) {
            let left_then = clocks.as_ref().and_then(|clocks| clocks.get(played)).map(|left| left[side.index()]);
            let left_then = left_then.map_or_else(String::new, |time| format!(" {}", left(milliseconds(time))));
            pgn.items.push(item(PgnToken::Comment(elapsed(used) + &left_then)));
            numbers.repeat = true;
        }
        let before = pgn.items.len();
        pgn.items.extend(tokens(&note, Some(&*game), &*game).into_iter().map(item));
        for variation in variations.iter().filter(|variation| variation.after + 1 == played) {
            pgn.items.push(item(PgnToken::Variation(line(&variation.line, &*game, numbers_before))));
        }
        numbers.repeat |= pgn.items.len() > before;
        if game.apply(action).is_err() {
            break;
        }
    }
    pgn.items.extend(reason_of(replay).map(|reason| item(PgnToken::Comment(reason.to_string()))));
    pgn
}

/// The reason to be written as the last comment, if any.
fn reason_of(replay: &Replay) -> Option<Reason> {
    replay.outcome().map(|outcome| outcome.reason).filter(|reason| *reason != Reason::Unknown)
}

/// The actions of a recorded match with notes and variations, as movetext without numbers in one
/// line. Omits times and the result.
pub(in crate::play) fn actions_as_movetext(replay: &Replay) -> String {
    let items: Vec<_> = export(replay).items;
    let end = items.len() - usize::from(reason_of(replay).is_some());
    let texts: Vec<_> = items[..end].iter().map(|item| without_numbers(&item.token)).collect();
    texts.iter().flatten().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn without_numbers(token: &PgnToken) -> Option<PgnToken> {
    match token {
        PgnToken::Number(_) => None,
        PgnToken::Variation(inside) => {
            Some(PgnToken::Variation(inside.iter().filter_map(|own| without_numbers(&own.token)).map(item).collect()))
        }
        token => Some(token.clone()),
    }
}

/// Adds a legal action: a roll, or a move with its number if one is due.
fn push_action(action: &str, game: &dyn DynGame, numbers: &mut Numbers, items: &mut Vec<PgnItem>) {
    let turn = game.turn();
    if let Turn::Chance(..) = turn {
        items.push(item(PgnToken::Comment(action.to_string())));
        numbers.repeat = true;
        return;
    }
    let number = turn.side().and_then(|side| numbers.before(side));
    items.extend(number.map(|number| item(PgnToken::Number(number))));
    let san = if game.info().standard_texts { game.notation(action) } else { None };
    items.push(item(PgnToken::Move(san.unwrap_or_else(|| action.to_string()))));
}

/// Writes a variation from this position, with nested variations.
fn line(branches: &[Branch], before: &dyn DynGame, mut numbers: Numbers) -> Vec<PgnItem> {
    let (mut game, mut items) = (before.boxed(), Vec::new());
    numbers.repeat = true;
    for branch in branches {
        let numbers_before = numbers;
        push_action(&branch.action, &*game, &mut numbers, &mut items);
        let note = branch.note(0);
        items.extend(glyphs(&note).map(item));
        let written = items.len();
        // Parentheses stay text, since all variations are known.
        items.extend(tokens(&note, None, &*game).into_iter().map(item));
        for other in &branch.instead {
            items.push(item(PgnToken::Variation(line(other, &*game, numbers_before))));
        }
        numbers.repeat |= items.len() > written;
        if game.apply(&branch.action).is_err() {
            break;
        }
    }
    items
}

const fn item(token: PgnToken) -> PgnItem {
    PgnItem { line: 0, token }
}

/// The number of a game's first move: from its starting position in orthodox chess, else 1.
#[must_use]
pub fn first_move_number(game: &dyn DynGame) -> u32 {
    Numbers::of(game.info(), &game.start_text()).next
}

/// The state of move numbering.
#[derive(Clone, Copy)]
struct Numbers {
    next: u32,
    last: Option<Side>,
    /// Whether to repeat the number, because something stands between the previous move and this
    /// one.
    repeat: bool,
}

impl Numbers {
    /// Starts numbering at a position. Only the position texts of orthodox chess have a move
    /// number.
    fn of(info: &GameInfo, start: &str) -> Numbers {
        let number = start.split(' ').nth(5).filter(|_| info.standard_texts).and_then(|number| number.parse().ok());
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
