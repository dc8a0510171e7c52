use std::io::Write;
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;

use super::CliError;
use super::args::DiceArgs;
use crate::dice::{self, Fairness};

/// The most throws that are timed on one thread.
const SAMPLE: u64 = 500;

#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    fairness: Fairness,
    throws_per_second_per_core: f64,
}

/// Measures and reports. An unfair die is a result, not an error.
pub(super) fn dice(args: &DiceArgs, out: &mut impl Write) -> Result<(), CliError> {
    let throws_per_second_per_core = speed(args.throws.min(SAMPLE), args.seed);
    // The bar hides itself if stderr is no terminal.
    let bar = ProgressBar::new(args.throws).with_style(style());
    let fairness = dice::fairness(args.die, args.throws, args.seed, |done| bar.inc(done));
    bar.finish_and_clear();
    let report = Report { fairness, throws_per_second_per_core };
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &report)?;
        return Ok(writeln!(out)?);
    }
    writeln!(out, "{}", report.fairness)?;
    Ok(writeln!(out, "throws per second per core           {throws_per_second_per_core:.0}")?)
}

/// Throws per second on this thread.
fn speed(throws: u64, seed: u64) -> f64 {
    let begun = Instant::now();
    for index in 0..throws {
        std::hint::black_box(dice::roll(seed.wrapping_add(index), None, None));
    }
    throws as f64 / begun.elapsed().as_secs_f64()
}

fn style() -> ProgressStyle {
    let template = "{bar:40} {human_pos} of {human_len} throws, {eta} left";
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}
