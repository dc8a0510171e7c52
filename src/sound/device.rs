//! The system's sound device. Only this file knows the library that drives it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::Duration;

use bevy::prelude::*;
use rodio::mixer::Mixer;
use rodio::{ChannelCount, OutputStream, OutputStreamBuilder, SampleRate, Source, StreamError};

use super::bank::Bank;
use super::synth::RATE;
use super::voice::Voice;

/// What can be played on.
pub struct Open {
    /// Takes voices.
    pub mixer: Mixer,
    /// What there is to play.
    pub bank: Bank,
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
            let _ = opened.set(Ok(Open { mixer: stream.mixer().clone(), bank: Bank::new() }));
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

    /// What came of it; `None` while that is not known.
    #[must_use]
    pub fn opened(&self) -> Option<&Result<Open, String>> {
        self.opened.as_ref()?.get()
    }
}

fn open() -> Result<OutputStream, String> {
    let complained = Arc::new(AtomicBool::new(false));
    // Called again and again from the thread of the device if it is unplugged.
    let lost = move |error| {
        if !complained.swap(true, Ordering::Relaxed) {
            complain(&format!("the sound device fails ({error})"));
        }
    };
    let device = OutputStreamBuilder::from_default_device().map_err(|error| reason(&error))?;
    let mut stream = device.with_error_callback(lost).open_stream_or_fallback().map_err(|error| reason(&error))?;
    stream.log_on_drop(false);
    Ok(stream)
}

fn reason(error: &StreamError) -> String {
    match error {
        StreamError::NoDevice => "there is no output device".into(),
        other => other.to_string(),
    }
}

/// Says on the terminal what is wrong with the sound.
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
