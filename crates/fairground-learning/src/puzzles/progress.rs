//! A player's results in puzzles. The caller stores them as JSON.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::Puzzle;

/// The deviation of a puzzle's rating, which is an estimate by a search.
const PUZZLE_DEVIATION: f64 = 150.0;

/// The attempted puzzles, the ratings by game, and the daily streak.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The player's rating in each game attempted.
    #[serde(default)]
    pub ratings: BTreeMap<String, Rating>,
    /// Every attempted puzzle, by its id.
    #[serde(default)]
    pub tried: BTreeMap<String, Tried>,
    /// The days on which the puzzle of the day was solved.
    #[serde(default)]
    pub streak: Streak,
}

/// A player's Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating; 1500 is average.
    pub rating: f64,
    /// Its deviation: the true rating is within twice this with a probability of 95 %.
    pub deviation: f64,
    /// The volatility of the results.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating::of(Glicko2Rating::new())
    }
}

impl Rating {
    const fn of(rating: Glicko2Rating) -> Rating {
        Rating { rating: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
    }

    /// Half of the 95 % confidence interval, as Glicko defines it: 1.96 deviations.
    #[must_use]
    pub fn margin(&self) -> f64 {
        1.96 * self.deviation
    }

    /// Whether the rating is still too uncertain to be final.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > 110.0
    }
}

/// An attempted puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The day of the first attempt.
    pub day: Date,
    /// Whether the first attempt succeeded without mistakes and hints.
    pub alone: bool,
    /// Whether it was ever solved, with or without help.
    pub solved: bool,
}

/// Consecutive days on which the puzzle of the day was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The length of the current streak, days.
    pub days: u32,
    /// The longest streak, days.
    pub best: u32,
    /// The last day of the current streak.
    pub last: Option<Date>,
}

impl Streak {
    /// The length of the streak on a day; 0 if a day was missed. The last day may be tomorrow,
    /// since travelling west repeats a date. A later one means that the clock was wrong.
    #[must_use]
    pub fn on(&self, day: Date) -> u32 {
        let near = [day.yesterday(), Ok(day), day.tomorrow()];
        let alive = self.last.is_some_and(|last| near.into_iter().flatten().any(|near| near == last));
        if alive { self.days } else { 0 }
    }

    /// Records that the puzzle of this day was solved.
    pub fn solved(&mut self, day: Date) {
        let counted = self.last.is_some_and(|last| last >= day) && self.on(day) > 0;
        if !counted {
            self.days = self.on(day) + 1;
            self.last = Some(day);
            self.best = self.best.max(self.days);
        }
    }
}

impl Progress {
    /// The rating in a game; the initial one before the first attempt.
    #[must_use]
    pub fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game).copied().unwrap_or_default()
    }

    /// Records an attempt; `alone` means without mistakes and hints. Only the first attempt at a
    /// puzzle changes the rating. Returns the change.
    pub fn tried(&mut self, puzzle: &Puzzle, alone: bool, day: Date) -> f64 {
        if let Some(tried) = self.tried.get_mut(&puzzle.id) {
            tried.solved |= alone;
            return 0.0;
        }
        self.tried.insert(puzzle.id.clone(), Tried { day, alone, solved: alone });
        let before = self.rating(&puzzle.game);
        let own = Glicko2Rating { rating: before.rating, deviation: before.deviation, volatility: before.volatility };
        let other = Glicko2Rating { rating: puzzle.rating.into(), deviation: PUZZLE_DEVIATION, ..Glicko2Rating::new() };
        let outcome = if alone { Outcomes::WIN } else { Outcomes::LOSS };
        let after = Rating::of(glicko2(&own, &other, &outcome, &Glicko2Config::new()).0);
        self.ratings.insert(puzzle.game.clone(), after);
        after.rating - before.rating
    }

    /// Records that an attempted puzzle was solved with help.
    pub fn solved(&mut self, puzzle: &Puzzle) {
        if let Some(tried) = self.tried.get_mut(&puzzle.id) {
            tried.solved = true;
        }
    }

    /// The number of solved puzzles in a list.
    #[must_use]
    pub fn solved_of(&self, list: &[Puzzle]) -> usize {
        let solved = |puzzle: &&Puzzle| self.tried.get(&puzzle.id).is_some_and(|tried| tried.solved);
        list.iter().filter(solved).count()
    }

    /// The next puzzle in a list: of the new ones, the one with the rating nearest to the player's;
    /// if all were attempted, the unsolved one with the earliest first attempt. `None` if all are
    /// solved.
    #[must_use]
    pub fn next<'a>(&self, list: &'a [Puzzle]) -> Option<&'a Puzzle> {
        let distance = |puzzle: &Puzzle| (self.rating(&puzzle.game).rating - f64::from(puzzle.rating)).abs();
        let fresh = list.iter().filter(|puzzle| !self.tried.contains_key(&puzzle.id));
        let nearest = fresh.min_by(|a, b| distance(a).total_cmp(&distance(b)).then_with(|| a.id.cmp(&b.id)));
        nearest.or_else(|| {
            let failed = list.iter().filter_map(|puzzle| Some((self.tried.get(&puzzle.id)?, puzzle)));
            let failed = failed.filter(|(tried, _)| !tried.solved);
            failed.min_by_key(|(tried, puzzle)| (tried.day, &puzzle.id)).map(|(_, puzzle)| puzzle)
        })
    }
}
