//! Matches of a contest as PGN, in the form common to tournament programs.

use super::played::{Ending, ILLEGAL, MoveReport, PlayedMatch};
use crate::contest::Contest;
use crate::contestant::Contestant;
use crate::pgn_file::{CONTEST, key};
use fairground_match::play::{self, PlayError, Replay};
use fairground_match::record::{Note, Pgn, PgnItem, PgnToken};
use fairground_rules::bots::{WIN_BOUND, moves_to_win};
use fairground_rules::engine::{Game, Side};

/// Converts a match. Each move has a comment, `+0.31/9 0.104s`: the player's score, the depth and
/// the time.
///
/// # Errors
/// Only if the match breaks the rules.
pub(super) fn of<P: Game>(played: &PlayedMatch<P>, contest: &Contest, round: &str) -> Result<Pgn, PlayError> {
    let mut same = played.running.to_match(played.names.clone(), contest.event.clone(), None)?;
    let opening = same.record().actions().len() - played.reports.len();
    for (after, report) in (opening + 1..).zip(&played.reports) {
        same.annotate(&Note::new(after, false, &comment(*report)))?;
    }
    let mut pgn = play::export(&Replay::of_match(&same));
    let result = match played.ending.winner() {
        None => "1/2-1/2",
        Some(Side::White) => "1-0",
        Some(Side::Black) => "0-1",
    };
    pgn.result = result.to_string();
    if !matches!(played.ending, Ending::Rules(_)) {
        let reason = match &played.ending {
            Ending::Forfeit(_, why) => why.clone(),
            _ => played.summary.end.clone(),
        };
        pgn.items.push(PgnItem { line: 0, token: PgnToken::Comment(reason) });
    }
    let mut set = |name: &str, value: &str| match pgn.tags.iter_mut().find(|(own, _)| own == name) {
        Some((_, old)) => *old = value.to_string(),
        None => pgn.tags.push((name.to_string(), value.to_string())),
    };
    set("Round", round);
    set("Result", result);
    for (side, tag) in Side::BOTH.into_iter().zip(["White", "Black"]) {
        let player = contest.players()[usize::from(side != played.a_plays)];
        set(tag, &played.names[side.index()].clone().unwrap_or_else(|| player.name()));
        if let Contestant::Bot(bot) = player {
            set(&format!("{tag}Bot"), &bot.to_string());
        }
    }
    let control = contest.conditions.time_control;
    set("TimeControl", &control.map_or_else(|| "-".to_string(), |control| control.to_string()));
    set(CONTEST, &key(contest));
    set(
        "Termination",
        match &played.ending {
            Ending::Rules(_) | Ending::Claimed(_) => "normal",
            Ending::Time(..) => "time forfeit",
            Ending::Adjudicated(_) => "adjudication",
            Ending::Forfeit(..) if played.summary.end == ILLEGAL => "rules infraction",
            Ending::Forfeit(..) => "abandoned",
        },
    );
    Ok(pgn)
}

fn comment(report: MoveReport) -> String {
    let MoveReport { score, depth, used } = report;
    let seconds = format!("{:.3}s", used.as_secs_f64());
    score.map_or(seconds.clone(), |score| format!("{}/{depth} {seconds}", score_text(score)))
}

/// A score in pawns, `+0.31`, or in moves to mate, `-M5`.
fn score_text(score: i32) -> String {
    let sign = if score < 0 { '-' } else { '+' };
    if score.abs() >= WIN_BOUND {
        return format!("{sign}M{}", moves_to_win(score));
    }
    format!("{sign}{}.{:02}", score.abs() / 100, score.abs() % 100)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::bots::WIN;

    #[test]
    fn scores_are_written_in_pawns() {
        for (score, text) in
            [(31, "+0.31"), (-5, "-0.05"), (0, "+0.00"), (-1234, "-12.34"), (WIN - 5, "+M3"), (4 - WIN, "-M2")]
        {
            assert_eq!(score_text(score), text);
        }
    }
}
