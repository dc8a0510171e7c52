//! Search results in UCI format.

use crate::bots::{Bound, Line, SearchResult, WIN_BOUND, moves_to_win, win_draw_loss};
use crate::engine::{Game, Side, Turn};
use crate::platform::clock::Duration;

/// The answer to `go` if there is no move: the match is over, a die is due, or the position is
/// invalid.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// Formats a report, with a line for each of the best principal variations. With `shows_wdl`,
/// [`win_draw_loss`] follows each score.
pub(super) fn lines<A: ToString>(
    report: &SearchResult<A>,
    max_lines: usize,
    shows_wdl: bool,
    elapsed: Duration,
) -> Vec<String> {
    let line = |(index, line): (usize, &Line<A>)| {
        let bound = match line.bound {
            Bound::Exact => "",
            Bound::Lower => " lowerbound",
            Bound::Upper => " upperbound",
        };
        let wdl = if shows_wdl { wdl(line.value) } else { String::new() };
        let actions: Vec<_> = line.actions.iter().map(ToString::to_string).collect();
        format!(
            "info depth {} seldepth {} multipv {} score {}{bound}{wdl} nodes {} nps {:.0} hashfull {} time {} pv {}",
            line.depth,
            report.selective_depth.max(line.depth),
            index + 1,
            score(line.value),
            report.nodes,
            report.nodes as f64 / elapsed.as_secs_f64().max(1e-6),
            report.permille_full,
            elapsed.as_millis(),
            actions.join(" "),
        )
    };
    report.lines.iter().take(max_lines).enumerate().map(line).collect()
}

fn wdl(value: i32) -> String {
    let [win, draw, loss] = win_draw_loss(value);
    format!(" wdl {win} {draw} {loss}")
}

/// The score in centipawns, or in moves to mate. The value itself counts the actions of both sides.
pub(super) fn score(value: i32) -> String {
    if value.abs() < WIN_BOUND {
        return format!("cp {value}");
    }
    format!("mate {}", moves_to_win(value) * value.signum())
}

/// Formats the best move, with the expected reply if the other side is to decide.
pub(super) fn decision<P: Game>(position: &P, line: &Line<P::Action>) -> String {
    let Some((&best, expected)) = line.actions.split_first() else { return NO_MOVE.to_string() };
    let mut next = position.clone();
    next.play(best);
    let own = position.turn().side();
    let reply = expected.first().filter(|&&reply| {
        matches!(next.turn(), Turn::Decide(side) if own.map(Side::other) == Some(side)) && next.check(reply).is_ok()
    });
    reply.map_or_else(|| format!("bestmove {best}"), |reply| format!("bestmove {best} ponder {reply}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::WIN;

    #[test]
    fn scores_are_in_moves() {
        let scores = [30, WIN - 1, WIN - 3, 2 - WIN, 4 - WIN].map(score);
        assert_eq!(scores, ["cp 30", "mate 1", "mate 2", "mate -1", "mate -2"]);
    }
}
