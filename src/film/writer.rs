//! Draws captions on frames and encodes them, on a separate thread.

use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, JoinHandle};

use image::RgbaImage;

use super::FilmError;
use super::overlay::Overlay;
use super::parts::Parts;
use super::recorder::RenderedFrame;
use crate::capture::Lettering;
use crate::ui::broadcast::{Caption, FrameArrangement};

/// The maximum number of frames waiting to be written.
const WAITING: usize = 2;

/// The renderer pads the rows of a frame to a multiple of this many bytes.
const ROW: usize = 256;

/// A thread that writes frames.
pub struct FrameWriter {
    frames: SyncSender<RenderedFrame>,
    thread: JoinHandle<Result<Parts, FilmError>>,
}

impl FrameWriter {
    /// Starts to write frames of this size and arrangement.
    #[must_use]
    pub fn start(parts: Parts, size: (u32, u32), arrangement: &FrameArrangement) -> FrameWriter {
        let arrangement = arrangement.clone();
        let (frames, received) = sync_channel(WAITING);
        FrameWriter { frames, thread: thread::spawn(move || write(&received, parts, size, &arrangement)) }
    }

    /// Passes on the next frame. Blocks while the queue is full.
    ///
    /// # Errors
    /// If an earlier frame could not be written.
    pub fn write(self, frame: RenderedFrame) -> Result<FrameWriter, FilmError> {
        match self.frames.send(frame) {
            Ok(()) => Ok(self),
            // The thread has ended. Its result has the reason.
            Err(_) => self.finish().and(Err(FilmError::Encode("the encoder has stopped".to_string()))),
        }
    }

    /// Waits until all frames are written.
    ///
    /// # Errors
    /// If a frame could not be written.
    pub fn finish(self) -> Result<Parts, FilmError> {
        drop(self.frames);
        self.thread.join().unwrap_or_else(|_| Err(FilmError::Encode("the encoder has failed".to_string())))
    }
}

fn write(
    frames: &Receiver<RenderedFrame>,
    mut parts: Parts,
    size: (u32, u32),
    arrangement: &FrameArrangement,
) -> Result<Parts, FilmError> {
    let lettering = Lettering::default();
    let mut picture = RgbaImage::new(size.0, size.1);
    let mut shown: (Option<Caption>, Overlay) = (None, Overlay::default());
    for RenderedFrame { rows, caption } in frames {
        copy(&rows, &mut picture);
        if shown.0 != caption {
            let overlay = caption.as_ref().map(|caption| Overlay::new(caption, arrangement, &lettering));
            shown = (caption, overlay.unwrap_or_default());
        }
        shown.1.draw(&mut picture);
        parts.frame(&picture)?;
    }
    Ok(parts)
}

/// Copies rows of the renderer into a picture.
fn copy(rows: &[u8], picture: &mut RgbaImage) {
    let width = 4 * picture.width() as usize;
    for (row, filled) in picture.chunks_exact_mut(width).zip(rows.chunks_exact(width.next_multiple_of(ROW))) {
        row.copy_from_slice(&filled[..width]);
    }
}

/// A frame of this size and arrangement with its text.
#[must_use]
pub fn picture(frame: &RenderedFrame, size: (u32, u32), arrangement: &FrameArrangement) -> RgbaImage {
    let mut picture = RgbaImage::new(size.0, size.1);
    copy(&frame.rows, &mut picture);
    if let Some(caption) = &frame.caption {
        Overlay::new(caption, arrangement, &Lettering::default()).draw(&mut picture);
    }
    picture
}
