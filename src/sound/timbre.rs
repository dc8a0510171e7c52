//! The composition of each sound.

use super::synth::{Canvas, Mode, NoiseBurst};
use crate::session::Sound;

/// A turned boxwood piece on a slightly hollow board.
const PIECE: [Mode; 8] = [
    [178.0, 0.50, 0.17],
    [396.0, 0.95, 0.16],
    [683.0, 1.00, 0.13],
    [1117.0, 1.00, 0.10],
    [1742.0, 1.00, 0.075],
    [2610.0, 1.10, 0.055],
    [3905.0, 1.00, 0.035],
    [5420.0, 0.80, 0.022],
];

/// A thin hardwood disc on another.
const CHIP: [Mode; 7] = [
    [905.0, 0.35, 0.11],
    [1490.0, 1.00, 0.10],
    [2270.0, 0.90, 0.085],
    [3415.0, 1.10, 0.07],
    [4660.0, 0.90, 0.05],
    [6350.0, 0.80, 0.035],
    [8120.0, 0.60, 0.025],
];

/// A hollow pyramid of glass.
const GLASS: [Mode; 7] = [
    [1985.0, 0.25, 0.19],
    [3120.0, 0.90, 0.26],
    [4710.0, 1.00, 0.22],
    [6480.0, 0.85, 0.17],
    [8290.0, 0.75, 0.13],
    [10_730.0, 0.60, 0.10],
    [13_150.0, 0.40, 0.07],
];

/// A small cube of acrylic on a wooden tray.
const DIE: [Mode; 8] = [
    [365.0, 0.40, 0.060],
    [840.0, 0.55, 0.058],
    [1630.0, 0.90, 0.055],
    [2540.0, 1.20, 0.050],
    [3860.0, 1.40, 0.042],
    [5350.0, 1.30, 0.034],
    [7240.0, 1.10, 0.026],
    [9600.0, 0.80, 0.018],
];

/// A heavy slab of wood set down on a table.
const SLAB: [Mode; 9] = [
    [82.0, 1.00, 0.34],
    [139.0, 1.10, 0.30],
    [227.0, 1.20, 0.25],
    [361.0, 1.00, 0.20],
    [548.0, 0.80, 0.15],
    [877.0, 0.60, 0.11],
    [1390.0, 0.50, 0.08],
    [2260.0, 0.40, 0.05],
    [3580.0, 0.30, 0.03],
];

/// A knuckle on the underside of the table.
const THUD: [Mode; 5] =
    [[96.0, 1.0, 0.24], [151.0, 0.9, 0.20], [233.0, 0.7, 0.15], [342.0, 0.4, 0.10], [530.0, 0.2, 0.07]];

/// A glockenspiel bar: frequencies relative to its lowest pitch, by the modes of a bar free at both
/// ends.
const BAR: [Mode; 4] = [[1.0, 1.0, 1.0], [2.756, 0.35, 0.45], [5.404, 0.18, 0.2], [8.933, 0.08, 0.1]];

/// The length of a sound, s; for slides, before stretching.
#[must_use]
pub const fn seconds(sound: Sound) -> f32 {
    match sound {
        Sound::Die => 0.09,
        Sound::Chip => 0.16,
        Sound::Wood => 0.2,
        Sound::Glass => 0.28,
        Sound::Refused => 0.28,
        Sound::Slide => 0.3,
        Sound::Shot => 0.45,
        Sound::Section => 0.5,
        Sound::Check => 0.9,
        Sound::Turn => 0.7,
        Sound::Explosion => 1.5,
        Sound::MatchEnd => 1.9,
    }
}

/// Makes a sound of [`seconds`] at [`super::synth::RATE`]. Seeds vary it like repeated blows.
#[must_use]
pub fn make(sound: Sound, seed: u64) -> Vec<f32> {
    let canvas = Canvas::new(seconds(sound), seed);
    let canvas = match sound {
        Sound::Wood => canvas.strike(0.0, &PIECE, 1.0, 0.000_14).burst(0.0, touch([900.0, 6000.0], 0.9, 0.012)),
        Sound::Slide => return slide(seconds(Sound::Slide), seed),
        // The chip lands on its edge first.
        Sound::Chip => canvas
            .strike(0.0, &CHIP, 1.0, 0.000_06)
            .burst(0.0, touch([2000.0, 9000.0], 0.8, 0.008))
            .strike(0.017, &CHIP, 0.45, 0.000_06),
        Sound::Glass => canvas.strike(0.0, &GLASS, 1.0, 0.000_03).burst(0.0, touch([4000.0, 14_000.0], 0.6, 0.006)),
        Sound::Die => canvas.strike(0.0, &DIE, 1.0, 0.000_04).burst(0.0, touch([1500.0, 9000.0], 1.2, 0.007)),
        // A toy cannon: the crack, the pop of the barrel, the smoke.
        Sound::Shot => canvas
            .burst(
                0.0,
                NoiseBurst { band: [300.0, 12_000.0], falls_to: 900.0, level: 2.2, attack: 0.000_2, decay_time: 0.12 },
            )
            .burst(
                0.004,
                NoiseBurst { band: [120.0, 2200.0], falls_to: 300.0, level: 1.8, attack: 0.002, decay_time: 0.4 },
            )
            .thump(0.0, [310.0, 95.0], 1.0, 0.2),
        Sound::Explosion => canvas
            .thump(0.0, [120.0, 38.0], 1.0, 0.9)
            .burst(
                0.0,
                NoiseBurst { band: [200.0, 9000.0], falls_to: 700.0, level: 1.8, attack: 0.000_5, decay_time: 0.16 },
            )
            .burst(
                0.003,
                NoiseBurst { band: [40.0, 1600.0], falls_to: 120.0, level: 5.0, attack: 0.006, decay_time: 1.5 },
            )
            .burst(
                0.06,
                NoiseBurst { band: [600.0, 5000.0], falls_to: 1200.0, level: 0.35, attack: 0.05, decay_time: 0.9 },
            ),
        // One edge, then the other.
        Sound::Section => canvas
            .strike(0.0, &SLAB, 0.6, 0.000_5)
            .burst(0.0, touch([150.0, 2500.0], 0.9, 0.03))
            .strike(0.045, &SLAB, 1.0, 0.000_5)
            .burst(0.045, touch([150.0, 2500.0], 1.2, 0.03)),
        Sound::Refused => canvas.strike(0.0, &THUD, 1.0, 0.002).burst(0.0, touch([60.0, 500.0], 0.8, 0.05)),
        Sound::Check => bar(bar(canvas, 0.0, 987.8, 0.8), 0.13, 740.0, 0.7),
        Sound::Turn => bar(bar(canvas, 0.0, 587.3, 0.6), 0.11, 880.0, 0.6),
        Sound::MatchEnd => {
            let canvas = bar(bar(canvas, 0.0, 523.3, 0.9), 0.14, 659.3, 0.9);
            bar(bar(canvas, 0.28, 784.0, 0.9), 0.42, 1046.5, 1.3)
        }
    };
    canvas.finish()
}

/// Makes the sound of a piece sliding over wood for `seconds`.
#[must_use]
pub fn slide(seconds: f32, seed: u64) -> Vec<f32> {
    Canvas::new(seconds, seed).rub([380.0, 3000.0], 1.0).rub([90.0, 260.0], 1.2).finish()
}

/// The noise of two surfaces touching.
fn touch(band: [f32; 2], level: f32, decay_time: f32) -> NoiseBurst {
    NoiseBurst { band, falls_to: band[1], level, attack: 0.000_2, decay_time }
}

/// Strikes a bar of pitch `hz` at time `at`, s, that rings for `decay_time`, s.
fn bar(canvas: Canvas, at: f32, hz: f32, decay_time: f32) -> Canvas {
    canvas.strike(at, &BAR.map(|[ratio, level, share]| [hz * ratio, level, decay_time * share]), 1.0, 0.000_2)
}

#[cfg(test)]
mod tests {
    use super::super::synth::{PEAK, RATE};
    use super::*;

    fn all() -> impl Iterator<Item = (Sound, Vec<f32>)> {
        Sound::ALL.into_iter().map(|sound| (sound, make(sound, 1)))
    }

    /// Time for which a sound stays louder than a hundredth of its loudest moment, s, by its level
    /// over 4 ms.
    fn audible(samples: &[f32]) -> f32 {
        let moment = RATE as usize / 250;
        let levels: Vec<f32> = samples.chunks(moment).map(|c| c.iter().map(|s| s * s).sum::<f32>().sqrt()).collect();
        let loudest = levels.iter().copied().fold(0.0, f32::max);
        let last = levels.iter().rposition(|level| *level > loudest / 100.0).unwrap();
        ((last + 1) * moment) as f32 / RATE as f32
    }

    /// The correlation of two sounds, -1 to 1.
    fn likeness(a: &[f32], b: &[f32]) -> f32 {
        let product = |a: &[f32], b: &[f32]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>();
        product(a, b) / (product(a, a) * product(b, b)).sqrt()
    }

    #[test]
    fn sounds_are_sound() {
        for (sound, samples) in all() {
            assert_eq!(samples.len(), (seconds(sound) * RATE as f32).round() as usize, "{sound:?}");
            assert!(samples.iter().all(|sample| sample.is_finite()), "{sound:?}");
            let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
            assert!((peak - PEAK).abs() < 1e-3, "{sound:?} peaks at {peak}");
            for edge in [samples[0], samples[samples.len() - 1]] {
                assert!(edge.abs() < 0.02, "{sound:?} begins or ends at {edge}");
            }
            let mean = samples.iter().sum::<f32>() / samples.len() as f32;
            assert!(mean.abs() < 0.004, "{sound:?} lies at {mean}");
        }
    }

    #[test]
    fn sounds_ring_as_long_as_such_things_do() {
        for (sound, samples) in all() {
            let range = match sound {
                Sound::Die => 0.02..0.06,
                Sound::Chip => 0.04..0.1,
                Sound::Wood => 0.08..0.15,
                Sound::Glass => 0.1..0.25,
                Sound::Refused | Sound::Section => 0.12..0.35,
                Sound::Slide => 0.25..0.31,
                Sound::Shot => 0.1..0.4,
                Sound::Explosion => 0.7..1.0,
                Sound::Check => 0.3..0.9,
                Sound::Turn => 0.2..0.7,
                Sound::MatchEnd => 0.8..1.9,
            };
            assert!(range.contains(&audible(&samples)), "{sound:?} lasts {} s", audible(&samples));
        }
    }

    #[test]
    fn no_two_are_alike_and_no_blow_is_the_blow_before() {
        let all: Vec<_> = all().collect();
        for (i, (a, first)) in all.iter().enumerate() {
            for (b, second) in &all[i + 1..] {
                assert!(likeness(first, second).abs() < 0.6, "{a:?} and {b:?}");
            }
            let again = make(*a, 2);
            assert!(likeness(first, &again) < 0.999, "{a:?} is always the same");
            assert_eq!(*first, make(*a, 1), "{a:?} of the same seed");
        }
    }

    #[test]
    fn a_slide_has_the_requested_duration() {
        for seconds in [0.1, 0.7, 2.0] {
            let samples = slide(seconds, 3);
            assert!((audible(&samples) - seconds).abs() < 0.1 * seconds + 0.01);
        }
    }
}
