//! How exciting a match is to watch.

use std::collections::BTreeMap;

use crate::record::{Evaluation, Note};
use fairground_rules::bots::win_probability;
use fairground_rules::engine::{DynGame, Side, Turn};

/// The expected score from which a side leads.
const LEAD: f64 = 0.6;

/// Smaller changes of the expected score are noise of the evaluation.
const NOISE: f64 = 0.05;

/// The constants are chosen, not measured: the points for a change of the lead, for a swing from certain loss to certain win, and for each
/// captured piece.
const POINTS: [f64; 3] = [10.0, 20.0, 1.0];

/// The most captures that count.
const MAX_CAPTURES: usize = 20;

/// A shorter match than the first number of plies, or a longer one than the second, counts for less.
const LENGTHS: [f64; 2] = [20.0, 80.0];

/// What makes a match exciting.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Excitement {
    /// The number of times the lead went from one side to the other.
    pub lead_changes: usize,
    /// The sum of all changes of the expected score by decisions.
    pub swings: f64,
    /// The same by rolls.
    pub dice_swings: f64,
    /// The number of captured pieces.
    pub captures: usize,
    /// The number of plies.
    pub plies: usize,
}

impl Excitement {
    /// Measures a match by the evaluations in its notes, by numbers of actions, if most plies have
    /// one, else by the static evaluation.
    #[must_use]
    pub fn of(played: &dyn DynGame, notes: &BTreeMap<usize, Note>) -> Excitement {
        let noted: BTreeMap<usize, f64> = notes
            .iter()
            .filter_map(|(after, note)| Some((*after, expected_score(note.evaluation.as_ref()?)?)))
            .collect();
        let plies = played.ply_ends().len();
        let analysed = 2 * noted.len() >= plies.max(1);
        let mut found = Excitement { plies, ..Excitement::default() };
        let mut game = played.after(0);
        let mut before = white_wins(&*game);
        let mut leader = None;
        for (at, action) in (1..).zip(played.played()) {
            let Ok(events) = game.apply(&action) else { break };
            found.captures += events.iter().filter(|event| event.is_capture()).count();
            // The last position has the score of the match.
            let now = match (game.turn(), noted.get(&at)) {
                (Turn::Over(_), _) => white_wins(&*game),
                (_, Some(win)) if analysed => *win,
                (_, None) if analysed => continue,
                _ => white_wins(&*game),
            };
            let swing = ((now - before).abs() - NOISE).max(0.0);
            match action.is_roll() {
                true => found.dice_swings += swing,
                false => found.swings += swing,
            }
            before = now;
            let ahead = if now >= LEAD {
                Some(Side::White)
            } else if now <= 1.0 - LEAD {
                Some(Side::Black)
            } else {
                None
            };
            if ahead.is_some() {
                found.lead_changes += usize::from(leader.is_some() && leader != ahead);
                leader = ahead;
            }
        }
        found
    }

    /// The excitement as a number without unit or upper limit, for comparisons.
    #[must_use]
    pub fn score(&self) -> f64 {
        let [lead, swing, capture] = POINTS;
        let sum = lead * self.lead_changes as f64
            + swing * (self.swings + self.dice_swings)
            + capture * self.captures.min(MAX_CAPTURES) as f64;
        let [least, most] = LENGTHS;
        let plies = self.plies.max(1) as f64;
        sum * (plies / least).min(1.0) * (most / plies).min(1.0).sqrt()
    }
}

/// White's expected score by the static evaluation, 0 to 1.
fn white_wins(game: &dyn DynGame) -> f64 {
    match game.turn() {
        Turn::Over(outcome) => outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White))),
        _ => win_probability(game.evaluate(Side::White)),
    }
}

/// White's expected score by an evaluation in a note; `None` if it has no number.
fn expected_score(evaluation: &Evaluation) -> Option<f64> {
    let text = evaluation.to_string();
    let value = text.split(',').next()?;
    match value.strip_prefix('#') {
        Some(moves) => Some(if moves.starts_with('-') { 0.0 } else { 1.0 }),
        None => Some(win_probability((100.0 * value.parse::<f64>().ok()?).round() as i32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::{Match, Seat, Setup};
    use fairground_rules::games;

    fn played(game: &str, actions: &[&str]) -> Match {
        let mut running = Match::new(Setup::new(games::info(game).unwrap(), [Seat::Human; 2], 1)).unwrap();
        actions.iter().for_each(|action| drop(running.act(action).unwrap()));
        running
    }

    #[test]
    fn captures_and_swings_are_exciting() {
        let of = |actions: &[&str]| Excitement::of(played("chess", actions).game(), &BTreeMap::new());
        let quiet = of(&["e2e3", "e7e6", "d2d3", "d7d6"]);
        let sharp = of(&["e2e4", "d7d5", "e4d5", "d8d5"]);
        assert_eq!((quiet.captures, sharp.captures, sharp.plies), (0, 2, 4));
        assert!(sharp.swings > quiet.swings && sharp.score() > quiet.score(), "{sharp:?}, {quiet:?}");
        let mate = of(&["f2f3", "e7e5", "g2g4", "d8h4"]);
        assert!(mate.swings > 0.3, "{mate:?}");
    }

    #[test]
    fn evaluations_in_notes_count_where_most_plies_have_them() {
        let note = |(after, value): (usize, &str)| {
            (after, Note { evaluation: Some(value.parse().unwrap()), ..Note::new(after, false, "") })
        };
        let notes = [(1, "5.0"), (2, "-5.0"), (3, "5,20"), (4, "#-2")].map(note);
        let running = played("chess", &["e2e4", "e7e5", "g1f3", "b8c6"]);
        let found = Excitement::of(running.game(), &BTreeMap::from(notes));
        assert!(found.lead_changes == 3 && found.swings > 2.0, "{found:?}");
    }

    #[test]
    fn long_matches_with_the_same_events_are_less_exciting() {
        let event = Excitement { lead_changes: 2, captures: 5, plies: 40, ..Excitement::default() };
        assert!(event.score() > Excitement { plies: 200, ..event }.score());
        assert!(event.score() > Excitement { plies: 4, ..event }.score());
        assert_eq!(Excitement::default().score(), 0.0);
    }
}
