//! Films of matches: every frame drawn without a window, by simulated time, so that the same match gives the same film.
//!
//! A `Recorder` steps the table, a `Writer` writes captions into the frames and hands them to an [`Encoder`],
//! and `Parts` keeps what is encoded until the film is whole. [`window_plugin`] films the window itself.

mod caption;
mod container;
mod encoder;
mod error;
mod ffmpeg;
mod folder;
mod gif;
mod look;
mod mp4;
mod overlay;
mod parts;
mod recorder;
mod window;
mod writer;
mod yuv;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

pub use encoder::{Encoder, Output};
pub use error::FilmError;
pub use look::{Camera, Look};
pub use recorder::Progress;
pub use window::plugin as window_plugin;

use crate::session::Showing;
use parts::Parts;
use recorder::Recorder;
use writer::Writer;

/// What is filmed, how, and where to.
pub struct Film {
    /// A match that bots play, or a replay, at the point where the film begins.
    pub showing: Showing,
    /// After how many actions it ends, if the match does not end before.
    pub end: usize,
    /// What it looks like.
    pub look: Look,
    /// Where it goes.
    pub output: Output,
    /// Tells the match from others: an interrupted film goes on only with the same.
    pub about: String,
    /// Whether to go on with an interrupted film.
    pub resume: bool,
}

/// How filming ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filmed {
    /// The film is whole, and has so many frames.
    Whole(u64),
    /// It was interrupted; so many frames are kept, in this folder.
    Interrupted(u64, PathBuf),
}

impl Film {
    /// Films. `stop` interrupts it after the frame that is being drawn: a replay goes on from its last whole part another time, a
    /// match that is being played ends there. `each` is told how far it has come.
    ///
    /// # Errors
    /// What cannot be drawn or written. Whatever can be is found out before the first frame is drawn.
    pub fn shoot(self, stop: &AtomicBool, each: &mut dyn FnMut(Progress)) -> Result<Filmed, FilmError> {
        let Film { showing, end, look, output, about, resume } = self;
        let encoder = output.encoder(&look)?;
        let live = matches!(showing, Showing::Match(_));
        let version = env!("CARGO_PKG_VERSION");
        let about = format!("{}, {}, {about}, by version {version}", output.kind(), look.words());
        let parts = Parts::open(&output.file, encoder, &about, resume)?;
        let skip = parts.frames_done();
        let mut recorder = match Recorder::new(showing, end, &look, skip) {
            Ok(recorder) => recorder,
            Err(error) => {
                if !resume {
                    parts.discard();
                }
                return Err(error);
            }
        };
        let mut writer = Writer::start(parts, look.size);
        while !stop.load(Ordering::Relaxed)
            && let Some(frames) = recorder.frame(stop)?
        {
            for frame in frames {
                writer = writer.write(frame)?;
            }
            each(recorder.progress());
        }
        let interrupted = stop.load(Ordering::Relaxed);
        let frames = recorder.progress().frames;
        if interrupted && !live {
            let parts = writer.finish()?;
            return Ok(Filmed::Interrupted(parts.frames_done(), Parts::folder(&output.file)));
        }
        // This ends the app as well: its memory is free before the film is put together.
        for frame in recorder.finish()? {
            writer = writer.write(frame)?;
        }
        writer.finish()?.join()?;
        Ok(if interrupted { Filmed::Interrupted(frames, output.file) } else { Filmed::Whole(frames) })
    }
}
