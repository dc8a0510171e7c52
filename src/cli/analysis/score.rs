//! Formatting of values.

use crate::bots::{WIN, WIN_BOUND, moves_to_win, win_probability};
use crate::engine::{GameInfo, Side};

/// The number of actions to a forced win, negative to a loss.
pub(in crate::cli) fn win_in(value: i32) -> Option<i32> {
    (value.abs() >= WIN_BOUND).then(|| (WIN - value.abs()) * value.signum())
}

/// A value for White, centipawns, as text: pawns and White's expected score, or the winner and the
/// number of moves. In games with dice a turn has several actions, so actions are counted instead;
/// their number is a mean over the throws.
pub(in crate::cli) fn in_words(value: i32, info: &GameInfo) -> String {
    if value.abs() < WIN_BOUND {
        return format!("{} ({:.1} %)", pawns(value), 100.0 * win_probability(value));
    }
    let winner = if value > 0 { "White" } else { "Black" };
    let (count, unit) = if info.dice { (WIN - value.abs(), "action") } else { (moves_to_win(value), "move") };
    let about = if info.dice { "about " } else { "" };
    match count {
        0 => format!("{winner} has won"),
        1 => format!("{winner} wins in 1 {unit}"),
        _ => format!("{winner} wins in {about}{count} {unit}s"),
    }
}

/// Converts a value for `side` into one for White, centipawns.
pub(in crate::cli) fn for_white(value: i32, side: Side) -> i32 {
    match side {
        Side::White => value,
        Side::Black => -value,
    }
}

/// A value in pawns, with sign.
pub(in crate::cli) fn pawns(value: i32) -> String {
    format!("{:+.2}", f64::from(value) / 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;

    #[test]
    fn values_are_worded_for_white() {
        let [chess, fluky] = ["chess", "fluky"].map(|game| games::info(game).unwrap());
        for (value, in_chess, in_fluky) in [
            (14, "+0.14 (52.0 %)", "+0.14 (52.0 %)"),
            (-200, "-2.00 (24.0 %)", "-2.00 (24.0 %)"),
            (WIN, "White has won", "White has won"),
            (-WIN, "Black has won", "Black has won"),
            (WIN - 1, "White wins in 1 move", "White wins in 1 action"),
            (WIN - 2, "White wins in 1 move", "White wins in about 2 actions"),
            (3 - WIN, "Black wins in 2 moves", "Black wins in about 3 actions"),
        ] {
            assert_eq!([chess, fluky].map(|info| in_words(value, info)), [in_chess, in_fluky], "{value}");
        }
        assert_eq!([Side::White, Side::Black].map(|side| for_white(30, side)), [30, -30]);
    }
}
