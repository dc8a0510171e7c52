use std::io::Write;
use std::sync::atomic::Ordering;

use clap::Args;
use serde::Serialize;

use super::json::json;
use super::values::{die, seed, whole};
use super::{CliError, interruption, progress};
use crate::dice::{self, Fairness};
use crate::engine::Die;
use crate::platform::clock::Instant;

/// The maximum number of throws timed on one thread.
const SAMPLE: u64 = 500;

#[derive(Args, Debug)]
pub(super) struct DiceArgs {
    /// The die: fluky or d6
    #[arg(long, value_parser = die, default_value = "d6")]
    pub die: &'static Die,
    /// Number of throws
    #[arg(long, value_name = "N", value_parser = whole(1..=1_000_000_000u64, 100_000), allow_negative_numbers = true)]
    pub throws: u64,
    /// The seed of the throws
    #[arg(long, value_name = "S", value_parser = seed, allow_negative_numbers = true)]
    pub seed: u64,
    /// Print the report as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Serialize)]
struct FairnessReport {
    #[serde(flatten)]
    fairness: Fairness,
    /// The requested number of throws. If the command is interrupted, fewer are made.
    requested: u64,
    interrupted: bool,
    throws_per_second_per_core: f64,
}

/// Measures and reports the fairness. If interrupted, reports on the throws made before. An unfair
/// die is a result, not an error.
pub(super) fn dice(args: &DiceArgs, out: &mut impl Write) -> Result<(), CliError> {
    let interrupted = interruption("the results will be lost");
    let stop = || interrupted.load(Ordering::Relaxed);
    let throws_per_second_per_core = speed(args.throws.min(SAMPLE), args.seed, stop);
    // The bar is hidden if stderr is not a terminal.
    let bar = progress::bar(args.throws, "{bar:40} {human_pos} of {human_len} throws, {eta} left");
    let fairness = dice::fairness(args.die, args.throws, args.seed, stop, |done| bar.inc(done));
    bar.finish_and_clear();
    let interrupted = fairness.throws < args.throws;
    let report = FairnessReport { fairness, requested: args.throws, interrupted, throws_per_second_per_core };
    if args.json {
        json(&report, out)?;
    } else {
        if interrupted {
            writeln!(out, "INTERRUPTED: only the first {} of {} throws", report.fairness.throws, args.throws)?;
        }
        writeln!(out, "{}", report.fairness)?;
        writeln!(out, "throws per second per core           {throws_per_second_per_core:.0}")?;
    }
    if interrupted { Err(CliError::Interrupted) } else { Ok(()) }
}

/// Measures the throws per second on this thread, until `stop` returns true.
fn speed(throws: u64, seed: u64, stop: impl Fn() -> bool) -> f64 {
    let begun = Instant::now();
    let made = (0..throws).take_while(|_| !stop()).map(|index| {
        std::hint::black_box(dice::roll(seed.wrapping_add(index), None, None));
    });
    made.count() as f64 / begun.elapsed().as_secs_f64().max(1e-9)
}
