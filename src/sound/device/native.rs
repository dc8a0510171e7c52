//! The system's sound device. Only this file knows the library that drives it.

use std::env;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use rodio::cpal::{BufferSize, DefaultStreamConfigError::DeviceNotAvailable};
use rodio::mixer::Mixer;
use rodio::{ChannelCount, OutputStream, OutputStreamBuilder, SampleRate, Source, StreamError};

use crate::sound::bank::SoundBank;
use crate::sound::synth::RATE;
use crate::sound::voice::Voice;

/// The buffer of the device, values a channel: at 48,000 a second, that much later (43 ms) a sound is heard than seen.
const BUFFER: u32 = 2048;

const NO_DEVICE: &str = "there is no sound device";

/// An open device.
pub struct Open {
    /// Takes voices.
    pub mixer: Mixer,
    /// The sounds.
    pub bank: SoundBank,
}

/// The device, once it is wanted: opening may take its time, and so does making the sounds; neither is waited for.
#[derive(Resource, Default)]
pub struct Device {
    /// `None` until it is first wanted. Then, once known: the device, or why there is none.
    opened: Option<Arc<OnceLock<Result<Open, String>>>>,
}

impl Device {
    /// Begins to open it, if that has not been done.
    pub fn want(&mut self) {
        if self.opened.is_some() {
            return;
        }
        let opened = Arc::<OnceLock<_>>::default();
        self.opened = Some(opened.clone());
        let hold = move || {
            let stream = match open() {
                Ok(stream) => stream,
                Err(reason) => {
                    let _ = opened.set(Err(reason));
                    return;
                }
            };
            // On this thread, so that no frame waits for a sound.
            let bank = SoundBank::new();
            bank.make_all();
            let _ = opened.set(Ok(Open { mixer: stream.mixer().clone(), bank }));
            // It plays as long as it is held, and may not go to another thread.
            loop {
                thread::park();
            }
        };
        if let Err(reason) = thread::Builder::new().name("sound".into()).spawn(hold) {
            let failed = OnceLock::new();
            let _ = failed.set(Err(reason.to_string()));
            self.opened = Some(Arc::new(failed));
        }
    }

    /// The device, or why there is none; `None` while that is not known.
    #[must_use]
    pub fn opened(&self) -> Option<&Result<Open, String>> {
        self.opened.as_ref()?.get()
    }
}

fn open() -> Result<OutputStream, String> {
    if !may_have_device() {
        return Err(NO_DEVICE.into());
    }
    let with = |buffer| {
        OutputStreamBuilder::from_default_device()?.with_buffer_size(buffer).with_error_callback(lost).open_stream()
    };
    // Not every device has a buffer of any size.
    let opened = with(BufferSize::Fixed(BUFFER)).or_else(|_| with(BufferSize::Default));
    let mut stream = opened.map_err(|error| reason(&error))?;
    stream.log_on_drop(false);
    Ok(stream)
}

/// Called from the thread of the device, again and again if it is unplugged.
fn lost(error: rodio::cpal::StreamError) {
    static COMPLAINED: AtomicBool = AtomicBool::new(false);
    if !COMPLAINED.swap(true, Ordering::Relaxed) {
        complain(&format!("the sound device fails ({error})"));
    }
}

fn reason(error: &StreamError) -> String {
    match error {
        StreamError::NoDevice | StreamError::DefaultStreamConfigError(DeviceNotAvailable) => NO_DEVICE.into(),
        other => format!("the sound device cannot be opened ({other})"),
    }
}

/// False where there is certainly no device: on Linux without a sound card, a sound server or a configuration of one's own.
/// There the library would fill the terminal with complaints.
fn may_have_device() -> bool {
    let set = |name: &str| env::var_os(name).is_some();
    let inside =
        |name: &str, file: &str| env::var_os(name).is_some_and(|folder| Path::new(&folder).join(file).exists());
    !cfg!(target_os = "linux")
        || ["/dev/snd", "/etc/asound.conf", "/run/pulse/native"].iter().any(|file| Path::new(file).exists())
        || ["PULSE_SERVER", "PIPEWIRE_REMOTE", "ALSA_CONFIG_PATH"].into_iter().any(set)
        || inside("XDG_RUNTIME_DIR", "pulse")
        || inside("XDG_RUNTIME_DIR", "pipewire-0")
        || inside("HOME", ".asoundrc")
        || inside("HOME", ".config/alsa/asoundrc")
}

/// Says on the terminal why there is no sound.
pub fn complain(what: &str) {
    eprintln!("No sound: {what}");
}

impl Source for Voice {
    fn current_span_len(&self) -> Option<usize> {
        None
    }

    fn channels(&self) -> ChannelCount {
        2
    }

    fn sample_rate(&self) -> SampleRate {
        RATE
    }

    fn total_duration(&self) -> Option<Duration> {
        None
    }
}
