//! The cards of a broadcast: the opening card and the result.

use super::caption::{Headline, PlayerCaption};
use crate::engine::{GameInfo, Outcome};
use crate::play::Replay;
use crate::ui::words;

/// The event of a recorded match with its date.
pub(super) fn occasion(replay: &Replay) -> String {
    let date = replay.header().date.as_deref().and_then(|date| date.get(..10)).map(str::to_string);
    replay.setup().event.clone().into_iter().chain(date).collect::<Vec<_>>().join(", ")
}

/// The event, the game, and a summary of the game in one line.
pub(super) fn opening_card(occasion: &str, info: &GameInfo) -> Headline {
    let event = if occasion.is_empty() { String::new() } else { format!("{occasion}: ") };
    let (short, words) = (format!("{event}{}", info.name), info.summary.to_string());
    Headline { side: None, short, words, is_card: true }
}

/// The winner and the reason, with the number of moves and the action that ended the match.
pub(super) fn end_card(
    outcome: Outcome,
    players: &[PlayerCaption; 2],
    moves: usize,
    decisive: Option<String>,
) -> Headline {
    let short = match outcome.winner {
        Some(winner) => format!("{} wins", called(players, winner.index())),
        None => "Draw".to_string(),
    };
    let unit = if moves == 1 { "move" } else { "moves" };
    let reason = words::reason(outcome.reason);
    let reason = match decisive {
        Some(action) => format!("{action}: {reason}"),
        None => words::capital(reason),
    };
    let words = format!("{reason}, after {moves} {unit}");
    Headline { side: outcome.winner, short, words, is_card: true }
}

/// The luck of the players in words, to follow those of the end card.
#[must_use]
pub fn luck_words(players: &[PlayerCaption; 2], luck: [f64; 2]) -> String {
    let of = |index: usize| format!("{} {:+.0} %", called(players, index), 100.0 * luck[index]);
    format!(". Luck of the dice: {}, {}", of(0), of(1))
}

/// The name of a player, or of the side if both players have the same name.
fn called(players: &[PlayerCaption; 2], index: usize) -> &str {
    let PlayerCaption { name, detail, .. } = &players[index];
    let is_shared = players[1 - index].name == *name;
    if is_shared { detail.split(", ").next().unwrap_or(name) } else { name }
}
