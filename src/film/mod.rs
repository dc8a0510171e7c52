//! Films of matches: every frame drawn without a window, by simulated time, so that the same match gives the same film.
//!
//! A `Recorder` steps the table, a `Writer` writes captions into the frames and hands them to an [`Encoder`],
//! and `Parts` keeps the encoded parts until the film is whole. [`window_plugin`] films the window itself.

mod caption;
mod container;
mod encoder;
mod error;
mod ffmpeg;
mod folder;
mod gif;
mod look;
mod mp4;
mod output;
mod overlay;
mod parts;
mod recorder;
mod window;
mod writer;
mod yuv;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

pub use encoder::Encoder;
pub use error::FilmError;
pub use look::{Camera, FilmLook};
pub use output::Output;
pub use recorder::Progress;
pub use window::plugin as window_plugin;

use crate::session::Showing;
use parts::Parts;
use recorder::Recorder;
use writer::Writer;

/// A film to be made.
pub struct Film {
    /// A match that bots play, or a replay, at the point where the film begins.
    pub showing: Showing,
    /// After how many actions it ends, if the match does not end before.
    pub end: usize,
    /// Its look.
    pub look: FilmLook,
    /// Where it goes.
    pub output: Output,
    /// Identifies the match: an interrupted film goes on only with the same.
    pub about: String,
    /// Whether to go on with an interrupted film.
    pub resume: bool,
}

/// How filming ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filmed {
    /// The film is whole, with this number of frames.
    Whole(u64),
    /// It was interrupted; this number of frames is kept in the folder.
    Interrupted(u64, PathBuf),
}

impl Film {
    /// Films. `stop` interrupts it after the frame that is being drawn: the film of a replay can be continued from its last whole part, that
    /// of a match in progress ends there. `each` receives the progress. A film that fails and cannot be continued leaves nothing behind.
    ///
    /// # Errors
    /// If it cannot be drawn or written. Most causes are found before the first frame is drawn.
    pub fn shoot(self, stop: &AtomicBool, each: &mut dyn FnMut(Progress)) -> Result<Filmed, FilmError> {
        let file = self.output.file.clone();
        let live = matches!(self.showing, Showing::Match(_));
        let encoder = self.output.encoder(&self.look)?;
        let version = env!("CARGO_PKG_VERSION");
        let about = format!("{}, {}, {}, by version {version}", self.output.kind(), self.look.words(), self.about);
        let parts = Parts::open(&file, encoder, &about, self.resume)?;
        let filmed = self.shoot_into(parts, stop, each);
        // The film of a replay can be continued from its last whole part.
        if filmed.is_err() && (live || !Parts::can_be_continued(&file)) {
            Parts::remove(&file);
        }
        filmed
    }

    fn shoot_into(self, parts: Parts, stop: &AtomicBool, each: &mut dyn FnMut(Progress)) -> Result<Filmed, FilmError> {
        let Film { showing, end, look, output, .. } = self;
        let live = matches!(showing, Showing::Match(_));
        let skip = parts.frames_done();
        let mut recorder = Recorder::new(showing, end, &look, skip)?;
        let mut writer = Writer::start(parts, look.size);
        while !stop.load(Ordering::Relaxed) {
            let frames = match recorder.frame(stop) {
                Ok(Some(frames)) => frames,
                Ok(None) => break,
                Err(error) => {
                    // Nothing is written any more when the parts are removed. The first error counts.
                    let _ = writer.finish();
                    return Err(error);
                }
            };
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
