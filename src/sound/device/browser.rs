//! The page plays the sounds, from the first press on.

use bevy::prelude::*;

use crate::platform::browser;
use crate::sound::bank::SoundBank;
use crate::sound::synth::RATE;
use crate::sound::voice::Voice;

/// The page as a device.
pub struct Open {
    /// Takes voices.
    pub mixer: Mixer,
    /// The sounds.
    pub bank: SoundBank,
}

/// Hands voices to the page.
pub struct Mixer;

impl Mixer {
    /// Plays a voice.
    pub fn add(&self, voice: Voice) {
        if let Some(page) = browser::page() {
            let samples: Vec<f32> = voice.collect();
            (page.sound)(&samples, RATE);
        }
    }
}

/// The device, once it is wanted.
#[derive(Resource, Default)]
pub struct Device {
    opened: Option<Result<Open, String>>,
}

impl Device {
    /// Opens it. The sounds are made one by one when they are first heard, as nothing else may go on meanwhile.
    pub fn want(&mut self) {
        self.opened.get_or_insert_with(|| Ok(Open { mixer: Mixer, bank: SoundBank::new() }));
    }

    /// The device; `None` before it is wanted.
    #[must_use]
    pub fn opened(&self) -> Option<&Result<Open, String>> {
        self.opened.as_ref()
    }
}

/// The page says itself why there is no sound.
pub fn complain(_: &str) {}
