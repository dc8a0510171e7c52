//! Mixes the sounds of a table for films, without a device. It works sample by sample, so that the
//! same sounds always give the same samples.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::alerts;
use super::bank::{SoundBank, loudest};
use super::voice::{MAX_VOICES, Voice, side};
use crate::session::{GameSet, MainCamera, PlaySound, Settings, TableUpdate};

/// The level above which loud moments are compressed, as a fraction of the largest sample.
const KNEE: f32 = 0.7;

/// The sounds of the table being mixed.
#[derive(Resource)]
pub struct Mixer {
    bank: SoundBank,
    chance: ChaCha8Rng,
    voices: Vec<Voice>,
    slides: Arc<AtomicBool>,
}

impl Default for Mixer {
    fn default() -> Mixer {
        let chance = ChaCha8Rng::seed_from_u64(0);
        Mixer { bank: SoundBank::new(), chance, voices: Vec::new(), slides: Arc::default() }
    }
}

impl Mixer {
    /// Starts a sound from `side`, -1 (left) to 1 (right), with `volume`, 0 to 1. Does nothing
    /// while as many sounds are playing as can be distinguished.
    pub fn start(&mut self, request: &PlaySound, side: f32, volume: f32) {
        if self.voices.len() >= MAX_VOICES {
            return;
        }
        let Some(clip) = self.bank.clip(request, &mut self.chance) else { return };
        let is_slide = request.sound == crate::session::Sound::Slide;
        let stop = if is_slide { self.slides.clone() } else { Arc::default() };
        self.voices.push(Voice::new(clip, side, volume, stop));
    }

    /// Fades out all sliding sounds.
    pub fn stop_slides(&mut self) {
        std::mem::take(&mut self.slides).store(true, Ordering::Relaxed);
    }

    /// Returns the next samples, left and right interleaved: `count` of each.
    pub fn advance(&mut self, count: usize) -> Vec<i16> {
        let mut mixed = vec![0.0_f32; 2 * count];
        self.voices.retain_mut(|voice| {
            for sample in &mut mixed {
                let Some(value) = voice.next() else { return false };
                *sample += value;
            }
            true
        });
        mixed.into_iter().map(|sample| (limited(sample) * f32::from(i16::MAX)).round() as i16).collect()
    }
}

/// Compresses samples beyond the knee, so that none exceeds 1.
fn limited(sample: f32) -> f32 {
    let over = (sample.abs() - KNEE).max(0.0) / (1.0 - KNEE);
    (sample.abs().min(KNEE) + (1.0 - KNEE) * over.tanh()).copysign(sample)
}

/// Mixes the sounds of the table and the match into a [`Mixer`].
pub fn plugin(app: &mut App) {
    app.init_resource::<Mixer>().add_systems(Update, (alerts::follow, mix).chain().after(GameSet::Present));
}

/// Mixes the sounds of a window while there is a [`Mixer`]. The window gives the alerts itself.
pub fn window_plugin(app: &mut App) {
    app.add_message::<PlaySound>().add_systems(Update, mix.run_if(resource_exists::<Mixer>).after(GameSet::Present));
}

fn mix(
    mut sounds: MessageReader<PlaySound>,
    mut shown: MessageReader<TableUpdate>,
    mut mixer: ResMut<Mixer>,
    settings: Res<Settings>,
    cameras: Query<&GlobalTransform, MainCamera>,
) {
    let interrupts = |update: &TableUpdate| {
        matches!(update, TableUpdate::Hurry | TableUpdate::Reset(..) | TableUpdate::Rewound { .. })
    };
    if shown.read().filter(|update| interrupts(update)).count() > 0 {
        mixer.stop_slides();
    }
    for request in loudest(sounds.read()) {
        let from = request.at.and_then(|at| cameras.iter().next().map(|camera| side(at, camera)));
        mixer.start(request, from.unwrap_or_default(), settings.volume);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Sound;

    fn blow(strength: f32) -> PlaySound {
        PlaySound::new(Sound::Wood, Vec3::ZERO, strength)
    }

    #[test]
    fn a_sound_is_heard_from_its_start_to_its_end() {
        let mut mixer = Mixer::default();
        assert!(mixer.advance(100).iter().all(|sample| *sample == 0));
        mixer.start(&blow(0.8), -0.5, 1.0);
        let heard = mixer.advance(4410);
        let power = |ear: usize| heard.iter().skip(ear).step_by(2).map(|s| f64::from(*s).powi(2)).sum::<f64>();
        assert!(power(0) > 2.0 * power(1) && power(1) > 0.0, "from the left");
        mixer.advance(20_000);
        assert!(mixer.advance(100).iter().all(|sample| *sample == 0));
    }

    /// The mix is independent of the size of the steps.
    #[test]
    fn the_mix_depends_on_time_alone() {
        let mixed = |steps: &[usize]| {
            let mut mixer = Mixer::default();
            mixer.start(&blow(0.8), 0.3, 0.7);
            mixer.start(&PlaySound::slide(Vec3::ZERO, 0.6, 0.4), 0.0, 0.7);
            steps.iter().flat_map(|count| mixer.advance(*count)).collect::<Vec<_>>()
        };
        assert_eq!(mixed(&[9000]), mixed(&[1470, 1470, 60, 6000]));
    }

    #[test]
    fn loud_moments_do_not_clip() {
        let mut mixer = Mixer::default();
        (0..100).for_each(|_| mixer.start(&PlaySound::alert(Sound::Explosion), 0.0, 1.0));
        assert!(mixer.advance(4410).iter().all(|sample| sample.unsigned_abs() <= 32_767));
        assert!(limited(0.5) == 0.5 && limited(-5.0) > -1.001 && limited(0.9) < 0.9);
    }
}
