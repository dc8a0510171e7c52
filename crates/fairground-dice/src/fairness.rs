//! Measures the fairness of a die over many throws.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use serde::{Serialize, Serializer};

use super::chi_square::chi_square_p;
use super::series::{Conditions, SeriesThrow};
use super::simulate::{MAX_STEPS, MAX_TILT, PHYSICS, STEP};
use fairground_rules::engine::Die;

/// The number of throws per unit of work, and per call of `progress`.
const BATCH: u64 = 64;

/// The names of the sides, in order.
const SIDE_NAMES: [&str; 6] = ["+X", "-X", "+Y", "-Y", "+Z", "-Z"];

/// The measured fairness of a die.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Fairness {
    /// Id of the die.
    pub die: &'static str,
    /// The number of throws.
    pub throws: u64,
    /// The seed of the series.
    pub seed: u64,
    /// The version of the physics: [`PHYSICS`].
    pub physics: &'static str,
    /// The [`fingerprint`](super::fingerprint) of these throws; 16 hex digits in JSON.
    #[serde(serialize_with = "hex")]
    pub fingerprint: u64,
    /// The number of results of each side.
    pub sides: [u64; 6],
    /// Each symbol with its count, and the count expected of a perfect die.
    pub symbols: Vec<(&'static str, u64, f64)>,
    /// Chi-square of the sides, 5 degrees of freedom.
    pub chi_square: f64,
    /// The probability of at least this deviation for a perfect die.
    pub p: f64,
    /// The largest relative deviation of a side's count from the expected count.
    pub worst_side: f64,
    /// Counts of the resulting side (inner index) by the side on top before the throw (outer
    /// index).
    pub by_start: [[u64; 6]; 6],
    /// Chi-square of [`Fairness::by_start`] under independence, 25 degrees of freedom.
    pub by_start_chi_square: f64,
    /// The probability of at least this deviation for a die without memory.
    pub by_start_p: f64,
    /// Share of throws with the same side on top before the throw and at the end; 1/6 for a perfect
    /// die.
    pub same_as_start: f64,
    /// Share of throws with the same side on top at release and at the end: the memory of the
    /// tumbling alone.
    pub same_as_release: f64,
    /// The number of attempts thrown again because they were cocked or took too long.
    pub cocked: u64,
    /// The largest tilt of a flat die, degrees.
    pub worst_tilt: f32,
    /// The number of throws without a flat attempt.
    pub given_up: u64,
    /// The median of the simulated time until rest, s.
    pub median_seconds: f64,
    /// The 95th percentile of the simulated time until rest, s.
    pub long_seconds: f64,
}

/// Throws a die `throws` times and counts the results. Each side in turn is on top before the
/// throw.
///
/// The result does not depend on the number of threads. `stop` is called from any thread, every 64
/// throws; once it returns `true`, the series ends, and [`Fairness::throws`] is the number of
/// throws made, the first ones of the series. `progress` is called from any thread with the number
/// of throws since its last call.
#[must_use]
pub fn fairness(
    die: &'static Die,
    throws: u64,
    seed: u64,
    stop: impl Fn() -> bool + Sync,
    progress: impl Fn(u64) + Sync,
) -> Fairness {
    measure(die, throws, seed, &Conditions::default(), stop, progress)
}

fn hex<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(&format_args!("{number:016x}"))
}

fn measure(
    die: &'static Die,
    throws: u64,
    seed: u64,
    conditions: &Conditions,
    stop: impl Fn() -> bool + Sync,
    progress: impl Fn(u64) + Sync,
) -> Fairness {
    // Each thread takes the next batch, so that a stopped series has made its first throws.
    let next = AtomicU64::new(0);
    let next_batch = || (!stop()).then(|| next.fetch_add(BATCH, Ordering::Relaxed)).filter(|first| *first < throws);
    let made_by_thread = |_| {
        let mut tally = Tally::new();
        while let Some(first) = next_batch() {
            let range = first..throws.min(first + BATCH);
            let count = range.end - range.start;
            for index in range {
                tally.add(&SeriesThrow::new(index, seed, conditions));
            }
            progress(count);
        }
        tally
    };
    let tallies = (0..rayon::current_num_threads()).into_par_iter().map(made_by_thread);
    tallies.reduce(Tally::new, Tally::merge).report(die, seed)
}

/// Counts of throws. Merging does not depend on their order.
struct Tally {
    fingerprint: u64,
    by_start: [[u64; 6]; 6],
    same_as_release: u64,
    cocked: u64,
    worst_tilt: f32,
    given_up: u64,
    /// The number of throws by their number of steps.
    steps: Vec<u64>,
}

impl Tally {
    fn new() -> Tally {
        Tally {
            fingerprint: 0,
            by_start: [[0; 6]; 6],
            same_as_release: 0,
            cocked: 0,
            worst_tilt: 0.0,
            given_up: 0,
            steps: vec![0; MAX_STEPS + 1],
        }
    }

    fn add(&mut self, throw: &SeriesThrow) {
        let rest = throw.rest;
        self.fingerprint = self.fingerprint.wrapping_add(throw.digest);
        self.cocked += throw.attempts.len() as u64 - 1;
        self.steps[throw.steps] += 1;
        self.by_start[throw.up][rest.side] += 1;
        self.same_as_release += u64::from(throw.released_side() == Some(rest.side));
        if rest.flat {
            self.worst_tilt = self.worst_tilt.max(rest.tilt);
        } else {
            self.given_up += 1;
        }
    }

    fn merge(mut self, other: Tally) -> Tally {
        for (own, other) in self.by_start.as_flattened_mut().iter_mut().zip(other.by_start.as_flattened()) {
            *own += other;
        }
        for (own, other) in self.steps.iter_mut().zip(other.steps) {
            *own += other;
        }
        self.fingerprint = self.fingerprint.wrapping_add(other.fingerprint);
        self.same_as_release += other.same_as_release;
        self.cocked += other.cocked;
        self.worst_tilt = self.worst_tilt.max(other.worst_tilt);
        self.given_up += other.given_up;
        self
    }

    fn report(&self, die: &'static Die, seed: u64) -> Fairness {
        let throws: u64 = self.by_start.as_flattened().iter().sum();
        let sides: [u64; 6] = std::array::from_fn(|side| self.by_start.iter().map(|row| row[side]).sum());
        // Avoids a division by zero in an empty series.
        let all = throws.max(1) as f64;
        let even = all / 6.0;
        let chi_square = sides.iter().map(|&count| squared_deviation(count, even)).sum();
        let cells = self.by_start.iter().flat_map(|row| {
            let thrown: u64 = row.iter().sum();
            row.iter().zip(sides).map(move |(&count, side)| (count, thrown as f64 * side as f64 / all))
        });
        let by_start_chi_square = cells
            .filter(|(_, expected)| *expected > 0.0)
            .map(|(count, expected)| squared_deviation(count, expected))
            .sum();
        let symbol = |(symbol, shares): (&'static str, u32)| {
            let shown = (0..6).filter(|&side| die.sides[side] == symbol).map(|side| sides[side]).sum();
            (symbol, shown, even * f64::from(shares))
        };
        Fairness {
            die: die.id,
            throws,
            seed,
            physics: PHYSICS,
            fingerprint: self.fingerprint,
            sides,
            symbols: die.outcomes().map(symbol).collect(),
            chi_square,
            p: chi_square_p(chi_square, 5),
            worst_side: sides.iter().map(|&count| (count as f64 / even - 1.0).abs()).fold(0.0, f64::max),
            by_start: self.by_start,
            by_start_chi_square,
            by_start_p: chi_square_p(by_start_chi_square, 25),
            same_as_start: (0..6).map(|side| self.by_start[side][side]).sum::<u64>() as f64 / all,
            same_as_release: self.same_as_release as f64 / all,
            cocked: self.cocked,
            worst_tilt: self.worst_tilt,
            given_up: self.given_up,
            median_seconds: self.seconds_of(throws.div_ceil(2)),
            long_seconds: self.seconds_of((throws * 19).div_ceil(20)),
        }
    }

    /// The simulated time in which the `throws` shortest throws end, s.
    fn seconds_of(&self, throws: u64) -> f64 {
        let mut sum = 0;
        let within = |&count: &u64| {
            sum += count;
            sum >= throws
        };
        self.steps.iter().position(within).unwrap_or(0) as f64 * f64::from(STEP)
    }
}

fn squared_deviation(count: u64, expected: f64) -> f64 {
    (count as f64 - expected).powi(2) / expected
}

impl fmt::Display for Fairness {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Fairness { die, throws, seed, .. } = self;
        let even = (*throws).max(1) as f64 / 6.0;
        writeln!(f, "{throws} throws of the die {die}, seed {seed}\n")?;
        writeln!(f, "side       count   expected  deviation")?;
        let row = |f: &mut fmt::Formatter<'_>, name: &str, count: u64, expected: f64| {
            let deviation = (count as f64 / expected - 1.0) * 100.0;
            writeln!(f, "{name:<6} {count:>9} {expected:>10.1} {deviation:>+8.2} %")
        };
        for (name, &count) in SIDE_NAMES.iter().zip(&self.sides) {
            row(f, name, count, even)?;
        }
        writeln!(f, "\nsymbol     count   expected  deviation")?;
        for &(symbol, count, expected) in &self.symbols {
            row(f, symbol, count, expected)?;
        }
        let per_cent = |share: f64| share * 100.0;
        let off = |share: f64| (share - 1.0 / 6.0) * 100.0;
        writeln!(f, "\nchi-square of the sides             {:.2}, 5 degrees, p = {:.4}", self.chi_square, self.p)?;
        writeln!(f, "worst side                          {:.2} % off", per_cent(self.worst_side))?;
        let (x, p) = (self.by_start_chi_square, self.by_start_p);
        writeln!(f, "chi-square of result and start side {x:.2}, 25 degrees, p = {p:.4}")?;
        let (start, release) = (self.same_as_start, self.same_as_release);
        writeln!(f, "shows the side up before the throw  {:.2} % ({:+.2} points)", per_cent(start), off(start))?;
        writeln!(f, "shows the side up at its release    {:.2} % ({:+.2} points)", per_cent(release), off(release))?;
        let attempts = throws + self.cocked;
        let share = per_cent(self.cocked as f64 / attempts.max(1) as f64);
        writeln!(f, "cocked and thrown again             {} ({share:.2} % of {attempts} attempts)", self.cocked)?;
        writeln!(f, "worst tilt that counted             {:.2}° of {MAX_TILT}°", self.worst_tilt)?;
        writeln!(f, "given up                            {}", self.given_up)?;
        let (half, long) = (self.median_seconds, self.long_seconds);
        writeln!(f, "simulated until rest                {half:.2} s median, {long:.2} s for 95 %")?;
        writeln!(f, "physics                             {}", self.physics)?;
        write!(f, "fingerprint of all final poses      {:016x}", self.fingerprint)
    }
}

#[cfg(test)]
mod tests {
    use rapier3d::math::Vector;

    use super::*;
    use crate::Flick;

    fn measured(conditions: &Conditions) -> Fairness {
        measure(Die::D6, 3_000, 7, conditions, || false, |_| ())
    }

    /// Proves that the check can fail: half the throws of the ordinary check detect a centre of
    /// mass 1.5 mm off the middle.
    #[test]
    fn a_loaded_die_fails() {
        let loaded = measured(&Conditions { flick: None, load: Vector::new(0.0, 0.0, 0.0015) });
        assert!(loaded.p < 1e-6, "{loaded}");
        assert!(loaded.sides[5] > loaded.sides[4], "the heavy side lies below: {loaded}");
    }

    /// A person controls force and direction, but not the result.
    #[test]
    fn fair_with_flicks() {
        let flicks = [([1.0, 0.0], 0.0), ([0.0, -1.0], 1.2), ([-0.6, 0.8], 99.0)];
        for (direction, speed) in flicks {
            let fair = measured(&Conditions { flick: Some(Flick { direction, speed }), load: Vector::zeros() });
            assert!(fair.p > 0.001 && fair.by_start_p > 0.001, "{direction:?} {speed}: {fair}");
            assert_eq!(fair.given_up, 0);
        }
    }
}
