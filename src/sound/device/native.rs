//! The system's sound device. Only this file uses the audio library.

use std::env;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
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

/// Buffer size in values per channel. At 48,000 a second, sounds lag the picture by 43 ms.
const BUFFER: u32 = 2048;

const NO_DEVICE: &str = "no sound device was found";

/// An open device.
pub struct OpenDevice {
    /// Plays voices.
    pub mixer: Mixer,
    /// The sounds.
    pub bank: SoundBank,
}

/// The sound device. A thread opens it and synthesises the sounds, so that no frame waits for them.
#[derive(Resource, Default)]
pub struct Device {
    /// `None` until [`Device::open`] is called. The inner result is set when the device is open or
    /// has failed.
    opened: Option<Arc<OnceLock<Result<OpenDevice, String>>>>,
    /// Keeps the device open until it is dropped.
    keeping: Option<Sender<()>>,
}

impl Device {
    /// Starts to open the device, once.
    pub fn open(&mut self) {
        if self.opened.is_some() {
            return;
        }
        let opened = Arc::<OnceLock<_>>::default();
        let (keeping, kept) = channel();
        (self.opened, self.keeping) = (Some(opened.clone()), Some(keeping));
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
            let _ = opened.set(Ok(OpenDevice { mixer: stream.mixer().clone(), bank }));
            // The stream plays until it is dropped, and cannot be sent to another thread.
            let _ = kept.recv();
            drop(stream);
        };
        if let Err(reason) = thread::Builder::new().name("sound".into()).spawn(hold) {
            let failed = OnceLock::new();
            let _ = failed.set(Err(reason.to_string()));
            self.opened = Some(Arc::new(failed));
        }
    }

    /// Forgets a device that could not be opened or has failed, so that it is opened again.
    pub fn retry(&mut self) {
        if LOST.swap(false, Ordering::Relaxed) || matches!(self.opened(), Some(Err(_))) {
            (self.opened, self.keeping) = (None, None);
        }
    }

    /// Returns the device, or the reason for its absence; `None` while it is being opened.
    #[must_use]
    pub fn opened(&self) -> Option<&Result<OpenDevice, String>> {
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
    // Some devices do not support this buffer size.
    let opened = with(BufferSize::Fixed(BUFFER)).or_else(|_| with(BufferSize::Default));
    let mut stream = opened.map_err(|error| reason(&error))?;
    stream.log_on_drop(false);
    Ok(stream)
}

/// Whether the open device has failed.
static LOST: AtomicBool = AtomicBool::new(false);

/// Called from the device's thread, repeatedly if the device is unplugged.
fn lost(error: rodio::cpal::StreamError) {
    if !LOST.swap(true, Ordering::Relaxed) {
        report(&format!("the sound device failed ({error})"));
    }
}

fn reason(error: &StreamError) -> String {
    match error {
        StreamError::NoDevice | StreamError::DefaultStreamConfigError(DeviceNotAvailable) => NO_DEVICE.into(),
        other => format!("the sound device cannot be opened ({other})"),
    }
}

/// Returns `false` where there is certainly no device: on Linux without a sound card, a sound
/// server or an ALSA configuration. There, the library would fill the terminal with errors.
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

/// Prints the reason for missing sound to the terminal.
pub fn report(what: &str) {
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
