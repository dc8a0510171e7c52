//! Films of matches. Every frame is drawn without a window, in simulated time, so that the same
//! match gives the same film.
//!
//! A `Recorder` advances the table, a `FrameWriter` draws captions on the frames and passes them to
//! an [`Encoder`], and `Parts` keeps the encoded parts until the film is complete.
//! [`window_plugin`] films the window itself.

mod container;
mod cues;
mod encoder;
mod error;
mod ffmpeg;
mod folder;
mod gif;
mod look;
mod mp4;
mod offline;
mod output;
mod overlay;
mod parts;
mod recorder;
mod scene;
mod soundtrack;
mod window;
mod writer;
mod yuv;

use std::io::{Cursor, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use image::{DynamicImage, ImageFormat, RgbaImage, imageops};

pub use encoder::Encoder;
pub use error::FilmError;
pub use look::{FilmLook, FilmView};
pub use offline::plugin as offline_plugin;
pub use output::Output;
pub use recorder::FilmProgress;
pub use scene::Scene;
pub use window::plugin as window_plugin;

use crate::platform::storage::{Replacement, replace};
use crate::session::Session;
use encoder::Extras;
use parts::Parts;
use recorder::{Finished, Recorder};
use writer::FrameWriter;

/// A film to be made.
pub struct Film {
    /// A bot match, or a replay, at the starting point of the film.
    pub session: Session,
    /// The parts of the match to be shown. Only a replay can have several.
    pub scenes: Vec<Scene>,
    /// Its look.
    pub look: FilmLook,
    /// The output file and its format.
    pub output: Output,
    /// Identifies the match. An interrupted film is resumed only with the same `identity`.
    pub identity: String,
    /// Whether to resume an interrupted film.
    pub resume: bool,
    /// Whether to write the captions into a subtitle file beside the film as well.
    pub subtitles: bool,
    /// The file for a picture of the decisive moment, PNG.
    pub poster: Option<PathBuf>,
}

/// The result of filming.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Filmed {
    /// The film is complete, with this number of frames.
    Complete(u64),
    /// The film was interrupted; the folder keeps this number of frames.
    Interrupted(u64, PathBuf),
}

impl Film {
    /// Makes the film. `stop` interrupts it after the current frame. The film of a replay can then
    /// be resumed after its last complete part; the film of a match in progress ends there.
    /// `on_progress` receives the progress. A film that fails and cannot be resumed is deleted.
    ///
    /// # Errors
    /// If drawing or writing fails. Most causes are found before the first frame is drawn.
    pub fn shoot(self, stop: &AtomicBool, on_progress: &mut dyn FnMut(FilmProgress)) -> Result<Filmed, FilmError> {
        let file = self.output.file.clone();
        // An unwritable file must not be found out at the end of a long film.
        for beside in self.poster.iter().chain(self.subtitles.then(|| subtitles_of(&file)).as_ref()) {
            match Replacement::begin(beside) {
                // Such as `/dev/stdout`, which is written directly.
                Err(error) if error.kind() == ErrorKind::Unsupported => {}
                begun => drop(begun.map_err(FilmError::file(beside))?),
            }
        }
        let live = self.session.match_on_table().is_some();
        let encoder = self.output.encoder(&self.look)?;
        let version = env!("CARGO_PKG_VERSION");
        let identity =
            format!("{}, {}, {}, by version {version}", self.output.kind(), self.look.words(), self.identity);
        let parts = Parts::open(&file, encoder, &identity, self.resume)?;
        let filmed = self.shoot_into(parts, stop, on_progress);
        // The film of a replay can be resumed after its last complete part.
        if filmed.is_err() && (live || !Parts::can_be_continued(&file)) {
            Parts::remove(&file);
        }
        filmed
    }

    fn shoot_into(
        self,
        parts: Parts,
        stop: &AtomicBool,
        on_progress: &mut dyn FnMut(FilmProgress),
    ) -> Result<Filmed, FilmError> {
        let Film { session, scenes, look, output, subtitles, poster: file, .. } = self;
        let live = session.match_on_table().is_some();
        let skip = parts.frames_done();
        let mut recorder = Recorder::new(session, scenes, &look, skip, output.has_sound())?;
        let mut writer = FrameWriter::start(parts, look.size, recorder.arrangement());
        while !stop.load(Ordering::Relaxed) {
            let frames = match recorder.next_frames(stop) {
                Ok(Some(frames)) => frames,
                Ok(None) => break,
                Err(error) => {
                    // Waits for the end of all writing, so that the parts can be removed. The first
                    // error counts.
                    let _ = writer.finish();
                    return Err(error);
                }
            };
            for frame in frames {
                writer = writer.write(frame)?;
            }
            on_progress(recorder.progress());
        }
        let interrupted = stop.load(Ordering::Relaxed);
        let frames = recorder.progress().frames;
        if interrupted && !live {
            let parts = writer.finish()?;
            return Ok(Filmed::Interrupted(parts.frames_done(), Parts::folder(&output.file)));
        }
        // This also drops the app and frees its memory before the parts are joined.
        let arrangement = recorder.arrangement().clone();
        let finished = recorder.finish().and_then(|Finished { rest, sound, cues, poster }| {
            let poster = poster.map(|frame| writer::picture(&frame, look.size, &arrangement));
            let cover = poster.as_ref().map(cover).transpose()?;
            Ok((rest, cues, poster, sound, cover))
        });
        let (rest, cues, poster, sound, cover) = match finished {
            Ok(finished) => finished,
            Err(error) => {
                let _ = writer.finish();
                return Err(error);
            }
        };
        for frame in rest {
            writer = writer.write(frame)?;
        }
        writer.finish()?.join(&Extras { sound, chapters: cues.chapters().to_vec(), cover })?;
        if let (Some(file), Some(poster)) = (file, poster) {
            replace(&file, png(&poster)?).map_err(FilmError::file(&file))?;
        }
        if subtitles {
            let file = subtitles_of(&output.file);
            replace(&file, cues.subtitles(look.fps)).map_err(FilmError::file(&file))?;
        }
        Ok(if interrupted { Filmed::Interrupted(frames, output.file) } else { Filmed::Complete(frames) })
    }
}

/// The file of a film's subtitles.
#[must_use]
pub fn subtitles_of(film: &Path) -> PathBuf {
    film.with_extension("srt")
}

/// The longer edge of the cover of a film, pixels.
const COVER: u32 = 640;

/// The poster as a small picture, PNG.
fn cover(poster: &RgbaImage) -> Result<Vec<u8>, FilmError> {
    let longer = poster.width().max(poster.height()).max(1);
    let edge = |pixels: u32| (u64::from(pixels) * u64::from(COVER.min(longer)) / u64::from(longer)).max(1) as u32;
    let (width, height) = (edge(poster.width()), edge(poster.height()));
    png(&imageops::resize(poster, width, height, imageops::FilterType::Triangle))
}

fn png(picture: &RgbaImage) -> Result<Vec<u8>, FilmError> {
    let mut bytes = Vec::new();
    // The frames of a film are opaque.
    let opaque = DynamicImage::from(picture.clone()).into_rgb8();
    opaque
        .write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png)
        .map_err(|error| FilmError::Encode(error.to_string()))?;
    Ok(bytes)
}
