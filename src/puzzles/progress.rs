//! What a player has solved, and how well: kept as JSON by whoever has storage.

use std::collections::BTreeMap;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

use super::Puzzle;

/// The deviation of a puzzle's rating: it is an estimate by a search.
const PUZZLE_DEVIATION: f64 = 150.0;

/// The puzzles that a player has tried, the ratings by game, and the streak of days.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Progress {
    /// The player's rating in each game that was tried.
    #[serde(default)]
    pub ratings: BTreeMap<String, Rating>,
    /// Every puzzle that was tried, by its name.
    #[serde(default)]
    pub tried: BTreeMap<String, Tried>,
    /// The days on which the puzzle of the day was solved.
    #[serde(default)]
    pub streak: Streak,
}

/// A player's rating by Glicko-2.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating; 1500 is the middle.
    pub rating: f64,
    /// Its deviation: the true rating is within twice as much with 95 %.
    pub deviation: f64,
    /// How erratic the results are.
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

    /// Whether it is only a guess as yet.
    #[must_use]
    pub fn is_provisional(&self) -> bool {
        self.deviation > 110.0
    }
}

/// A puzzle that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tried {
    /// The day on which it was tried first.
    pub day: Date,
    /// Whether it was solved then, without a wrong action and without a hint.
    pub alone: bool,
    /// Whether it has been solved since, with whatever help.
    pub solved: bool,
}

/// Days in a row on which the puzzle of the day was solved.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Streak {
    /// The days in a row up to the last.
    pub days: u32,
    /// The most there ever were.
    pub best: u32,
    /// The last day.
    pub last: Option<Date>,
}

impl Streak {
    /// The streak as it stands on a day: nothing is left of it if a day was missed. The last day may be tomorrow: a traveller west
    /// has the same date twice. If it is later than that, the clock was wrong.
    #[must_use]
    pub fn on(&self, day: Date) -> u32 {
        let near = [day.yesterday(), Ok(day), day.tomorrow()];
        let alive = self.last.is_some_and(|last| near.into_iter().flatten().any(|near| near == last));
        if alive { self.days } else { 0 }
    }

    /// The puzzle of this day is solved.
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
    /// The rating in a game, that of a newcomer if none of its puzzles was tried.
    #[must_use]
    pub fn rating(&self, game: &str) -> Rating {
        self.ratings.get(game).copied().unwrap_or_default()
    }

    /// A puzzle was tried: `alone` says whether it was solved without a wrong action and without a hint. Only the first time counts for the
    /// rating; returns by how much it changed.
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

    /// A puzzle that was tried has been solved after all.
    pub fn solved(&mut self, puzzle: &Puzzle) {
        if let Some(tried) = self.tried.get_mut(&puzzle.id) {
            tried.solved = true;
        }
    }

    /// How many puzzles of a list are solved.
    #[must_use]
    pub fn solved_of(&self, list: &[Puzzle]) -> usize {
        let solved = |puzzle: &&Puzzle| self.tried.get(&puzzle.id).is_some_and(|tried| tried.solved);
        list.iter().filter(solved).count()
    }

    /// The next puzzle of a list: of those not tried yet the one whose rating is nearest to the player's; once all were tried, the one whose
    /// last failure is longest ago; `None` if all are solved.
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
