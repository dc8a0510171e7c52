//! The file of a film and its format.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use super::encoder::Encoder;
use super::ffmpeg::Ffmpeg;
use super::folder::Folder;
use super::gif::Gif;
use super::mp4::Mp4;
use super::{FilmError, FilmLook};

/// The file of a film and its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// The file or folder.
    pub file: PathBuf,
    format: Format,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Mp4,
    /// An MP4 file encoded by ffmpeg.
    Ffmpeg,
    Gif,
    Folder,
}

impl Output {
    /// The maximum long and short edge accepted by the MP4 encoder, pixels.
    pub const MAX_EDGES: (u32, u32) = (3840, 2160);

    /// Chooses the format by the ending of the file. Without an ending, the film is a folder of
    /// pictures.
    ///
    /// # Errors
    /// If the ending is unknown, the folder is not empty, or a file is in the place of a folder or
    /// the reverse.
    pub fn new(file: &Path, ffmpeg: bool) -> Result<Output, FilmError> {
        let ending = file.extension().map(OsStr::to_string_lossy).unwrap_or_default().to_lowercase();
        let format = match ending.as_str() {
            "mp4" if ffmpeg => Format::Ffmpeg,
            "mp4" => Format::Mp4,
            "gif" => Format::Gif,
            "" => Format::Folder,
            _ => return Err(FilmError::Ending { file: file.to_path_buf(), found: ending }),
        };
        let wrong = |words: String| Err(FilmError::Options(words));
        if ffmpeg && format != Format::Ffmpeg {
            return wrong(format!("--ffmpeg needs a .mp4 file, found {}", file.display()));
        }
        if format == Format::Folder {
            if file.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
                return Err(FilmError::NotEmpty(file.to_path_buf()));
            }
            if file.is_file() {
                return wrong(format!("{} is a file, but a film without extension is a folder", file.display()));
            }
        } else if file.is_dir() {
            return wrong(format!("{} is a folder, but a film of that name is a file", file.display()));
        }
        Ok(Output { file: file.to_path_buf(), format })
    }

    /// The name of the format.
    pub(super) fn kind(&self) -> &'static str {
        match self.format {
            Format::Mp4 => "MP4",
            Format::Ffmpeg => "MP4 by ffmpeg",
            Format::Gif => "GIF",
            Format::Folder => "PNG",
        }
    }

    /// Whether the format has sound.
    #[must_use]
    pub fn has_sound(&self) -> bool {
        matches!(self.format, Format::Mp4 | Format::Ffmpeg)
    }

    /// The default frame rate of the format.
    #[must_use]
    pub fn usual_fps(&self) -> u32 {
        if self.format == Format::Gif { 20 } else { 30 }
    }

    /// Returns the encoder for this look.
    ///
    /// # Errors
    /// If the format does not support the look, or ffmpeg is requested but missing.
    pub fn encoder(&self, look: &FilmLook) -> Result<Box<dyn Encoder>, FilmError> {
        let ((width, height), fps) = (look.size, look.fps);
        if matches!(self.format, Format::Mp4 | Format::Ffmpeg) {
            if width % 2 != 0 || height % 2 != 0 {
                let even = format!("{}x{}", width.next_multiple_of(2), height.next_multiple_of(2));
                return Err(FilmError::Options(format!(
                    "--size: an MP4 film has an even width and height, such as {even}; found {width}x{height}"
                )));
            }
            if width.max(height) > Self::MAX_EDGES.0 || width.min(height) > Self::MAX_EDGES.1 {
                let (long, short) = Self::MAX_EDGES;
                return Err(FilmError::Options(format!(
                    "--size: an MP4 film has at most {long}x{short} pixels, or {short}x{long}; found {width}x{height}"
                )));
            }
        }
        Ok(match self.format {
            Format::Mp4 => Box::new(Mp4::new(look.size, fps)),
            Format::Ffmpeg => Box::new(Ffmpeg::new(look.size, fps)?),
            Format::Gif if fps > Gif::MAX_FPS => {
                let max = Gif::MAX_FPS;
                return Err(FilmError::Options(format!(
                    "--fps: a GIF has at most {max} frames per second; found {fps}"
                )));
            }
            Format::Gif => Box::new(Gif::new(look.size, fps)),
            Format::Folder => Box::new(Folder::new(fps)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::film::FilmView;
    use crate::table::material::Quality;

    fn look(size: (u32, u32), fps: u32) -> FilmLook {
        FilmLook {
            size,
            fps,
            speed: 1.0,
            camera: FilmView::Director,
            quality: Quality::Low,
            captions: true,
            sound: true,
        }
    }

    #[test]
    fn the_ending_says_what_a_film_is() {
        let folder = tempfile::tempdir().unwrap();
        let format = |name: &str, ffmpeg| Output::new(&folder.path().join(name), ffmpeg).map(|out| out.format);
        assert_eq!(format("a.MP4", false).unwrap(), Format::Mp4);
        assert_eq!(format("a.mp4", true).unwrap(), Format::Ffmpeg);
        assert_eq!(format("a.gif", false).unwrap(), Format::Gif);
        assert_eq!(format("frames", false).unwrap(), Format::Folder);
        assert!(format("a.avi", false).unwrap_err().to_string().contains("'.avi'"));
        assert!(format("a.gif", true).unwrap_err().to_string().contains("--ffmpeg needs"));
        std::fs::create_dir(folder.path().join("full")).unwrap();
        assert_eq!(format("full", false).unwrap(), Format::Folder);
        std::fs::write(folder.path().join("full").join("x"), "x").unwrap();
        assert!(matches!(format("full", false), Err(FilmError::NotEmpty(_))));
    }

    #[test]
    fn invalid_films_are_refused() {
        let error = |name: &str, size, fps| {
            Output::new(Path::new(name), false).unwrap().encoder(&look(size, fps)).err().map(|error| error.to_string())
        };
        assert_eq!(error("a.mp4", (1280, 720), 30), None);
        assert_eq!(error("a.mp4", (2160, 3840), 30), None);
        assert!(error("a.mp4", (321, 180), 30).unwrap().contains("as 322x180"));
        assert!(error("a.mp4", (2400, 2400), 30).unwrap().contains("at most 3840x2160"));
        assert!(error("a.gif", (321, 181), 60).unwrap().contains("at most 50"));
        assert_eq!(error("a.gif", (321, 181), 50), None);
        assert_eq!(error("frames", (321, 181), 120), None);
    }
}
