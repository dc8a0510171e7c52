//! A single playing sound: its direction, volume and brightness.

use std::f32::consts::FRAC_PI_4;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::bank::Clip;
use super::synth::weight;

/// The maximum number of voices played together; more cannot be distinguished.
#[cfg(any(feature = "sound", feature = "film"))]
pub const MAX_VOICES: usize = 16;

/// Largest pan to either side; 1 would be fully in one ear.
#[cfg(any(feature = "sound", feature = "film"))]
const WIDTH: f32 = 0.7;

/// The position of a point to the right of the camera's view, -[`WIDTH`] to [`WIDTH`].
#[cfg(any(feature = "sound", feature = "film"))]
pub fn side(at: bevy::math::Vec3, camera: &bevy::transform::components::GlobalTransform) -> f32 {
    let from_eye = camera.affine().inverse().transform_point3(at);
    WIDTH * from_eye.normalize_or_zero().x
}

/// The factor by which a stopped voice fades with each sample. It is silent after about 20 ms.
const STOPPING: f32 = 0.992;

/// A sound being played: interleaved samples for left and right, at [`super::synth::RATE`].
#[derive(Debug)]
pub struct Voice {
    take: Clip,
    /// Position in the samples.
    at: f64,
    /// Volume on the left and right.
    gains: [f32; 2],
    /// State of the low-pass filter, and its coefficient.
    value: f32,
    cutoff_weight: f32,
    /// The next value of the right channel, set once the left one has been returned.
    right: Option<f32>,
    /// Set to stop the voice; `remains` then fades from 1 to 0.
    stop: Arc<AtomicBool>,
    remains: f32,
}

impl Voice {
    /// Returns a voice that comes from `side`, -1 on the left to 1 on the right, until it ends or
    /// `stop` is set. `volume` is 0 to 1.
    #[must_use]
    pub fn new(take: Clip, side: f32, volume: f32, stop: Arc<AtomicBool>) -> Voice {
        let angle = (side.clamp(-1.0, 1.0) + 1.0) * FRAC_PI_4;
        // Loudness is perceived logarithmically.
        let level = take.level * volume * volume;
        // A soft blow excites high frequencies less.
        let cutoff_weight = weight(1500.0 * 12.0_f32.powf(take.strength));
        let gains = [angle.cos() * level, angle.sin() * level];
        Voice { take, at: 0.0, gains, value: 0.0, cutoff_weight, right: None, stop, remains: 1.0 }
    }

    fn next_value(&mut self) -> Option<f32> {
        let (before, part) = (self.at as usize, self.at.fract() as f32);
        let (first, second) = (self.take.samples.get(before)?, self.take.samples.get(before + 1)?);
        self.at += f64::from(self.take.pitch);
        self.value += self.cutoff_weight * (first + (second - first) * part - self.value);
        if self.stop.load(Ordering::Relaxed) {
            self.remains *= STOPPING;
        }
        (self.remains > 1e-3).then_some(self.value * self.remains)
    }
}

impl Iterator for Voice {
    type Item = f32;

    fn next(&mut self) -> Option<f32> {
        if let Some(right) = self.right.take() {
            return Some(right);
        }
        let value = self.next_value()?;
        self.right = Some(value * self.gains[1]);
        Some(value * self.gains[0])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn voice(strength: f32, side: f32, stop: &Arc<AtomicBool>) -> Voice {
        let samples = (0..4410).map(|i| if i % 4 < 2 { 0.9 } else { -0.9 }).collect();
        Voice::new(Clip { samples, pitch: 1.0, level: 0.5, strength }, side, 1.0, stop.clone())
    }

    fn power(voice: Voice) -> [f32; 2] {
        let values: Vec<f32> = voice.collect();
        assert!(values.len().is_multiple_of(2) && values.iter().all(|value| value.abs() <= 0.5));
        [0, 1].map(|ear| values.iter().skip(ear).step_by(2).map(|value| value * value).sum())
    }

    #[test]
    fn it_comes_from_where_it_is() {
        let stop = Arc::default();
        let [left, right] = power(voice(1.0, -0.5, &stop));
        assert!(left > 2.0 * right && right > 0.0);
        let [left, right] = power(voice(1.0, 0.0, &stop));
        assert!((left - right).abs() < 1e-3 * left);
    }

    #[test]
    fn a_soft_blow_is_dull() {
        let stop = Arc::default();
        assert!(power(voice(1.0, 0.0, &stop))[0] > 3.0 * power(voice(0.1, 0.0, &stop))[0]);
    }

    #[test]
    fn stopped_voices_end_soon_and_without_a_click() {
        let stop: Arc<AtomicBool> = Arc::default();
        let mut stopped = voice(1.0, 0.0, &stop);
        assert_eq!(stopped.by_ref().take(200).count(), 200);
        stop.store(true, Ordering::Relaxed);
        let rest: Vec<f32> = stopped.collect();
        assert!((200..3000).contains(&rest.len()), "{}", rest.len());
        assert!(rest.iter().rev().take(20).all(|value| value.abs() < 2e-3));
    }
}
