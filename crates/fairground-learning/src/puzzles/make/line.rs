//! The line of a puzzle: best play by both sides.

use fairground_rules::bots::{Limits, SearchControl, analyse};
use fairground_rules::engine::{Position, Side, Turn, TypedGame};

/// The maximum number of the solver's actions in a forced win.
const MAX_WIN: usize = 5;

/// The maximum length of a line without a forced win, actions.
const MAX_CONTINUATION: usize = 5;

/// The expected continuation without a forced win, up to a throw.
pub(super) fn expected<P: Position>(game: &TypedGame<P>, line: &[P::Action]) -> Vec<P::Action> {
    let mut game = game.clone();
    let continuation = line.iter().take(MAX_CONTINUATION).take_while(|action| {
        let goes_on = matches!(game.turn(), Turn::Decide(_)) && game.position().is_legal(**action);
        if goes_on {
            game.play(**action);
        }
        goes_on
    });
    continuation.copied().collect()
}

/// Extends a forced win to its end, or to a throw: first by the expected continuation of the
/// search, then by further searches. `None` if the line is too long or not a win, or if stopped.
pub(super) fn win<P: Position>(
    game: &TypedGame<P>,
    line: &[P::Action],
    side: Side,
    nodes: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<Vec<P::Action>> {
    let mut game = game.clone();
    let (mut played, mut own) = (Vec::new(), 0);
    loop {
        match game.turn() {
            Turn::Over(outcome) => return (outcome.winner == Some(side)).then_some(played),
            Turn::Chance(..) => return Some(played),
            Turn::Decide(acts) if acts == side => own += 1,
            Turn::Decide(_) => {}
        }
        if own > MAX_WIN {
            return None;
        }
        let expected = line.get(played.len()).copied().filter(|action| game.position().is_legal(*action));
        let action = match expected {
            Some(action) => action,
            None => {
                let mut control = SearchControl { stop, progress: &mut |_| {} };
                let found = analyse(&game, Limits::nodes(nodes).with_hand_written_evaluation(), 1, &mut control);
                *found.report.lines.first().filter(|_| !stop())?.actions.first()?
            }
        };
        game.play(action);
        played.push(action);
    }
}
