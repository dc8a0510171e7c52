//! Synthesis: bodies that ring when struck, and filtered noise. One channel, samples from -1 to 1.

use std::f32::consts::{PI, TAU};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Sample rate, Hz.
pub const RATE: u32 = 44_100;

/// The peak of a finished sound.
pub const PEAK: f32 = 0.9;

/// The length of the fade at the end of every sound, s.
const FADE: f32 = 0.008;

/// High-pass cutoff, Hz. Lower frequencies are inaudible and only strain a loudspeaker.
const HIGH_PASS: f32 = 30.0;

/// A mode of a ringing body: frequency, Hz; relative amplitude; time to decay by 60 dB, s.
pub type Mode = [f32; 3];

/// Noise with an attack and a decay.
#[derive(Debug, Clone, Copy)]
pub struct NoiseBurst {
    /// Frequencies below the first and above the second are attenuated, Hz.
    pub band: [f32; 2],
    /// Upper cutoff when the noise has faded, Hz.
    pub falls_to: f32,
    /// Amplitude.
    pub level: f32,
    /// Attack time, s.
    pub attack: f32,
    /// Time to decay by 60 dB, s.
    pub decay_time: f32,
}

/// A sound under construction.
pub struct Canvas {
    samples: Vec<f32>,
    /// Varies each sound a little.
    chance: ChaCha8Rng,
}

impl Canvas {
    /// Returns silence of this length, s. The same seed gives the same sound.
    #[must_use]
    pub fn new(seconds: f32, seed: u64) -> Canvas {
        let length = (seconds * RATE as f32).round().max(1.0) as usize;
        Canvas { samples: vec![0.0; length], chance: ChaCha8Rng::seed_from_u64(seed) }
    }

    /// Strikes a body at time `at`, s. Each mode varies a little in frequency and amplitude, as
    /// when a body is struck in different places. `contact` is the duration of the blow, s: longer
    /// blows are duller.
    #[must_use]
    pub fn strike(mut self, at: f32, modes: &[Mode], level: f32, contact: f32) -> Canvas {
        for &[hz, loud, decay_time] in modes {
            let hz = hz * (1.0 + 0.012 * self.jitter());
            // A blow longer than half a period hardly excites the mode.
            let excited = 1.0 / (1.0 + (2.0 * hz * contact).powi(2));
            let loud = level * loud * excited * (1.0 + 0.25 * self.jitter());
            let rise = 1.0 / contact.max(1e-5);
            self.add(at, |t| loud * (1.0 - (-t * rise).exp()) * decay(t, decay_time) * (TAU * hz * t).sin());
        }
        self
    }

    /// Adds a blow that is felt more than heard: a tone that falls from the first pitch to the
    /// second, Hz.
    #[must_use]
    pub fn thump(mut self, at: f32, [high, low]: [f32; 2], level: f32, decay_time: f32) -> Canvas {
        let falling = decay_time / 6.0;
        let turns = move |t: f32| low * t + (high - low) * falling * (1.0 - (-t / falling).exp());
        self.add(at, |t| level * (1.0 - (-t * 400.0).exp()) * decay(t, decay_time) * (TAU * turns(t)).sin());
        self
    }

    /// Adds noise with an attack and a decay.
    #[must_use]
    pub fn burst(mut self, at: f32, burst: NoiseBurst) -> Canvas {
        let NoiseBurst { band: [low, high], falls_to, level, attack, decay_time } = burst;
        let mut filters = Filters::default();
        let mut chance = self.chance.clone();
        self.chance.set_stream(self.chance.get_stream() + 1);
        self.add(at, |t| {
            let top = high * (falls_to / high).powf((t / decay_time).min(1.0));
            let noise = filters.band(white(&mut chance), low, top);
            level * noise * (1.0 - (-t / attack.max(1e-5)).exp()) * decay(t, decay_time)
        });
        self
    }

    /// Adds the noise of rubbing over a rough surface, from the beginning to the end. The speed
    /// rises and falls, as for a moving piece.
    #[must_use]
    pub fn rub(mut self, band: [f32; 2], level: f32) -> Canvas {
        let length = self.samples.len() as f32;
        let (mut surface, mut grain) = (Filters::default(), Filters::default());
        let mut chance = self.chance.clone();
        self.chance.set_stream(self.chance.get_stream() + 1);
        for (i, sample) in self.samples.iter_mut().enumerate() {
            let speed = (PI * i as f32 / length).sin();
            // The faster, the brighter.
            let rough = surface.band(white(&mut chance), band[0], band[1] * (0.4 + 0.6 * speed));
            let catching = 1.0 + 4.0 * grain.band(white(&mut chance), 8.0, 70.0);
            *sample += level * rough * catching.clamp(0.2, 2.0) * speed;
        }
        self
    }

    /// Returns the finished sound: without inaudible low frequencies, faded at its end, and
    /// normalised to [`PEAK`].
    #[must_use]
    pub fn finish(self) -> Vec<f32> {
        let mut samples = self.samples;
        let mut rumble = 0.0;
        let share = weight(HIGH_PASS);
        for sample in &mut samples {
            rumble += share * (*sample - rumble);
            *sample -= rumble;
        }
        let fade = ((FADE * RATE as f32) as usize).min(samples.len());
        for (i, sample) in samples.iter_mut().rev().take(fade).enumerate() {
            *sample *= i as f32 / fade as f32;
        }
        let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
        if peak > 0.0 {
            samples.iter_mut().for_each(|sample| *sample *= PEAK / peak);
        }
        samples
    }

    /// Adds a signal that begins at `at`, s. `value` gives its value at each time since then, s.
    fn add(&mut self, at: f32, mut value: impl FnMut(f32) -> f32) {
        let first = (at * RATE as f32) as usize;
        for (i, sample) in self.samples.iter_mut().skip(first).enumerate() {
            *sample += value(i as f32 / RATE as f32);
        }
    }

    /// Random value, -1 to 1.
    fn jitter(&mut self) -> f32 {
        white(&mut self.chance)
    }
}

fn white(chance: &mut ChaCha8Rng) -> f32 {
    2.0 * chance.random::<f32>() - 1.0
}

/// The envelope at time `t` of a sound that decays by 60 dB in `decay_time`. It is 1 at `t = 0`.
fn decay(t: f32, decay_time: f32) -> f32 {
    (-6.908 * t / decay_time).exp()
}

/// The coefficient of a one-pole low-pass filter with cutoff `hz`.
pub fn weight(hz: f32) -> f32 {
    1.0 - (-TAU * hz / RATE as f32).exp()
}

/// Band-pass filter: two poles at the upper cutoff, one at the lower.
#[derive(Default)]
struct Filters {
    upper: [f32; 2],
    lower: f32,
}

impl Filters {
    fn band(&mut self, value: f32, low: f32, high: f32) -> f32 {
        self.upper[0] += weight(high) * (value - self.upper[0]);
        self.upper[1] += weight(high) * (self.upper[0] - self.upper[1]);
        self.lower += weight(low) * (self.upper[1] - self.lower);
        self.upper[1] - self.lower
    }
}
