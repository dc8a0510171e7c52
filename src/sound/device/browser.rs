//! Sound in a browser: the page plays the samples, beginning with the first press.

use bevy::prelude::*;

use crate::platform::browser;
use crate::sound::bank::SoundBank;
use crate::sound::synth::RATE;
use crate::sound::voice::Voice;

/// The page as a sound device.
pub struct OpenDevice {
    /// Plays voices.
    pub mixer: PageMixer,
    /// The sounds.
    pub bank: SoundBank,
}

/// Passes voices to the page.
pub struct PageMixer;

impl PageMixer {
    /// Plays a voice.
    pub fn add(&self, voice: Voice) {
        if let Some(page) = browser::page() {
            let samples: Vec<f32> = voice.collect();
            (page.sound)(&samples, RATE);
        }
    }
}

/// The device, once [`Device::open`] has been called.
#[derive(Resource, Default)]
pub struct Device {
    opened: Option<Result<OpenDevice, String>>,
}

impl Device {
    /// Opens the device. Sounds are synthesised on first use, because synthesising all of them
    /// would block the page.
    pub fn open(&mut self) {
        self.opened.get_or_insert_with(|| Ok(OpenDevice { mixer: PageMixer, bank: SoundBank::new() }));
    }

    /// Does nothing: the page's output does not fail.
    pub fn retry(&mut self) {}

    /// Returns the device; `None` before [`Device::open`].
    #[must_use]
    pub fn opened(&self) -> Option<&Result<OpenDevice, String>> {
        self.opened.as_ref()
    }
}

/// Does nothing: the page itself reports missing sound.
pub fn report(_: &str) {}
