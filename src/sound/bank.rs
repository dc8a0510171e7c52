//! All sounds, synthesised on first use, and the choice of samples for a [`PlaySound`].

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::synth::RATE;
use super::timbre;
use crate::session::{PlaySound, Sound};

/// The number of variants of each sound, so that repetitions differ.
const VARIANTS: usize = 4;

/// Length of the shortest slide, s; ratio between successive lengths; and number of slides.
const SLIDES: (f32, f32, usize) = (0.1, 1.5, 10);

/// Largest random change of the pitch, as a fraction.
const PITCH: f32 = 0.035;

/// Largest random change of the strength, as a fraction.
const STRENGTH: f32 = 0.15;

/// Samples with the parameters of one playback.
#[derive(Debug, Clone)]
pub struct Clip {
    /// One channel at [`RATE`].
    pub samples: Arc<[f32]>,
    /// Playback rate relative to the samples: above 1 is faster and higher.
    pub pitch: f32,
    /// Volume, 0 to 1.
    pub level: f32,
    /// Strength of the blow, 0 to 1: soft blows sound dull.
    pub strength: f32,
}

/// One channel at [`RATE`], synthesised on first use.
type LazySamples = OnceLock<Arc<[f32]>>;

/// All sounds.
#[derive(Default)]
pub struct SoundBank {
    blows: BTreeMap<Sound, [LazySamples; VARIANTS]>,
    /// Shortest first.
    slides: [LazySamples; SLIDES.2],
}

impl SoundBank {
    /// Returns a bank in which no sound has been synthesised yet.
    #[must_use]
    pub fn new() -> SoundBank {
        let blows = Sound::ALL.into_iter().filter(|sound| *sound != Sound::Slide);
        SoundBank { blows: blows.map(|sound| (sound, Default::default())).collect(), ..SoundBank::default() }
    }

    /// Synthesises all sounds. Takes 0.1 to 0.3 s.
    #[cfg(any(test, all(feature = "sound", not(target_arch = "wasm32"))))]
    pub fn make_all(&self) {
        for sound in self.blows.keys() {
            for variant in 0..VARIANTS {
                let _ = self.blow(*sound, variant);
            }
        }
        for index in 0..self.slides.len() {
            let _ = self.slide(index);
        }
    }

    fn blow(&self, sound: Sound, variant: usize) -> Option<&Arc<[f32]>> {
        let take = self.blows.get(&sound)?.get(variant)?;
        Some(take.get_or_init(|| timbre::make(sound, variant as u64).into()))
    }

    fn slide(&self, index: usize) -> &Arc<[f32]> {
        self.slides[index].get_or_init(|| timbre::slide(slide_seconds(index), index as u64).into())
    }

    /// Returns the samples for a request, with slides stretched to the requested length; `None` if
    /// the sound is too soft to hear.
    pub fn clip(&self, request: &PlaySound, chance: &mut ChaCha8Rng) -> Option<Clip> {
        let mut around = |part: f32| 1.0 + part * (2.0 * chance.random::<f32>() - 1.0);
        let (pitch, strength) = (around(PITCH), (request.strength * around(STRENGTH)).clamp(0.0, 1.0));
        let (samples, pitch) = if request.sound == Sound::Slide {
            let wanted = request.seconds.max(0.01);
            let off = |index: &usize| (slide_seconds(*index) / wanted).ln().abs();
            let nearest = (0..self.slides.len()).min_by(|a, b| off(a).total_cmp(&off(b)))?;
            let samples = self.slide(nearest);
            (samples, samples.len() as f32 / RATE as f32 / wanted)
        } else {
            (self.blow(request.sound, chance.random_range(0..VARIANTS))?, pitch)
        };
        let level = loudness(request.sound) * strength;
        (level > 0.001).then(|| Clip { samples: samples.clone(), pitch, level, strength })
    }
}

/// The length of a slide before stretching, s.
fn slide_seconds(index: usize) -> f32 {
    let (shortest, longer, _) = SLIDES;
    shortest * longer.powi(index as i32)
}

/// The peak volume of a sound relative to the others, 0 to 1.
const fn loudness(sound: Sound) -> f32 {
    match sound {
        Sound::Slide => 0.15,
        Sound::Turn => 0.3,
        Sound::Refused | Sound::Check => 0.4,
        Sound::Glass | Sound::MatchEnd => 0.45,
        Sound::Wood | Sound::Chip | Sound::Die => 0.65,
        Sound::Section | Sound::Shot => 0.75,
        Sound::Explosion => 0.9,
    }
}

/// Picks the loudest request of each kind among the requests of one frame. Skipped animations end
/// in a single frame, so all their sounds would play together.
#[must_use]
pub fn loudest<'a>(sounds: impl IntoIterator<Item = &'a PlaySound>) -> Vec<&'a PlaySound> {
    let mut kept: BTreeMap<Sound, &PlaySound> = BTreeMap::new();
    for request in sounds {
        let there = kept.entry(request.sound).or_insert(request);
        if request.strength > there.strength {
            *there = request;
        }
    }
    kept.into_values().collect()
}

#[cfg(test)]
mod tests {
    use bevy::math::Vec3;
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn of_a_burst_one_of_each_is_heard() {
        let blow = |sound, strength| PlaySound::new(sound, Vec3::ZERO, strength);
        let mut burst: Vec<_> = (0..100).map(|i| blow(Sound::Die, i as f32 / 200.0)).collect();
        burst.push(blow(Sound::Wood, 0.6));
        burst.push(blow(Sound::Die, 0.2));
        assert_eq!(loudest(&burst), [&burst[100], &burst[99]]);
    }

    #[test]
    fn a_slide_lasts_as_long_as_what_slides() {
        let (bank, mut chance) = (SoundBank::new(), ChaCha8Rng::seed_from_u64(1));
        bank.make_all();
        for seconds in [0.1, 0.22, 0.5, 1.2, 3.0] {
            let take = bank.clip(&PlaySound::slide(Vec3::ZERO, 0.6, seconds), &mut chance).unwrap();
            let lasts = take.samples.len() as f32 / RATE as f32 / take.pitch;
            assert!((lasts - seconds).abs() < 0.01, "{lasts} for {seconds}");
            assert!((0.75..1.35).contains(&take.pitch), "{} for {seconds}", take.pitch);
        }
    }

    #[test]
    fn no_take_is_the_one_before_and_soft_ones_are_softer() {
        let (bank, mut chance) = (SoundBank::new(), ChaCha8Rng::seed_from_u64(1));
        for sound in Sound::ALL.into_iter().filter(|sound| *sound != Sound::Slide) {
            let mut take = |strength| bank.clip(&PlaySound::new(sound, Vec3::ZERO, strength), &mut chance);
            let (hard, again, soft) = (take(0.9).unwrap(), take(0.9).unwrap(), take(0.2).unwrap());
            assert!((hard.pitch, hard.level) != (again.pitch, again.level), "{sound:?}");
            assert!(soft.level < hard.level / 2.0 && hard.level <= 1.0, "{sound:?}");
            assert!(take(0.0).is_none(), "{sound:?}");
        }
    }
}
