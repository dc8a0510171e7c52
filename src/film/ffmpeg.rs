//! MP4 files encoded by ffmpeg, if it is installed: by x264 instead of OpenH264.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use image::RgbaImage;

use super::encoder::Extras;
use super::{Encoder, FilmError};

/// The length of a part, s.
const PART: u64 = 4;

/// Arguments that keep ffmpeg quiet and away from the keyboard.
const QUIET: [&str; 5] = ["-hide_banner", "-loglevel", "error", "-nostdin", "-y"];

/// Declares the colour space in the stream.
const COLOURS: [&str; 8] =
    ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"];

/// A film in an MP4 file encoded by ffmpeg. Each part is also an MP4 file.
pub struct Ffmpeg {
    size: (u32, u32),
    fps: u32,
    running: Option<Child>,
}

impl Ffmpeg {
    /// Returns an encoder for this size, which must be even, and frame rate.
    ///
    /// # Errors
    /// If ffmpeg cannot be run.
    pub fn new(size: (u32, u32), fps: u32) -> Result<Ffmpeg, FilmError> {
        let asked = Command::new("ffmpeg").arg("-version").stdin(Stdio::null()).output();
        asked.map(|_| Ffmpeg { size, fps, running: None }).map_err(FilmError::NoFfmpeg)
    }

    fn wait(mut child: Child) -> Result<(), FilmError> {
        // ffmpeg runs until the end of its input.
        drop(child.stdin.take());
        let mut words = String::new();
        if let Some(mut stderr) = child.stderr.take() {
            // If reading stderr fails, only the error text is lost.
            let _ = stderr.read_to_string(&mut words);
        }
        let status = child.wait().map_err(FilmError::NoFfmpeg)?;
        if status.success() { Ok(()) } else { Err(FilmError::Encode(format!("ffmpeg: {}: {}", status, words.trim()))) }
    }
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        if let Some(mut child) = self.running.take() {
            // If ffmpeg has already ended, there is nothing to stop.
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

impl Encoder for Ffmpeg {
    fn part_frames(&self) -> u64 {
        PART * u64::from(self.fps)
    }

    fn begin(&mut self, part: &Path) -> Result<(), FilmError> {
        let (width, height) = self.size;
        let mut command = Command::new("ffmpeg");
        command.args(QUIET).args(["-f", "rawvideo", "-pix_fmt", "rgba"]);
        command.args(["-s", &format!("{width}x{height}"), "-r", &self.fps.to_string(), "-i", "-"]);
        command.args(["-vf", "scale=out_color_matrix=bt709:out_range=tv", "-c:v", "libx264", "-pix_fmt", "yuv420p"]);
        command.args(["-preset", "medium", "-crf", "20"]).args(COLOURS).args(["-f", "mp4"]).arg(part);
        command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
        // Ctrl+C is for this program only, which stops ffmpeg itself when needed.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        self.running = Some(command.spawn().map_err(FilmError::NoFfmpeg)?);
        Ok(())
    }

    fn frame(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        let Some(stdin) = self.running.as_mut().and_then(|child| child.stdin.as_mut()) else { return Ok(()) };
        match stdin.write_all(frame.as_raw()) {
            // ffmpeg has failed. Its output has the reason.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.end(),
            written => written.map_err(|error| FilmError::Encode(format!("ffmpeg: {error}"))),
        }
    }

    fn end(&mut self) -> Result<(), FilmError> {
        self.running.take().map_or(Ok(()), Ffmpeg::wait)
    }

    fn join(&mut self, parts: &[PathBuf], out: &Path, extras: &Extras) -> Result<(), FilmError> {
        let Some(folder) = parts.first().and_then(|part| part.parent()) else { return Ok(()) };
        let list = folder.join("list");
        let names = parts.iter().filter_map(|part| part.file_name());
        let lines: String = names.map(|name| format!("file '{}'\n", name.to_string_lossy())).collect();
        fs::write(&list, lines).map_err(FilmError::file(&list))?;
        let mut command = Command::new("ffmpeg");
        command.args(QUIET).args(["-f", "concat", "-safe", "0", "-i"]).arg(&list);
        if let Some(sound) = &extras.sound {
            let file = folder.join("sound.m4a");
            fs::write(&file, sound.to_file()?).map_err(FilmError::file(&file))?;
            command.arg("-i").arg(&file).args(["-map", "0:v", "-map", "1:a", "-c:a", "copy"]);
        }
        command.args(["-c:v", "copy", "-movflags", "+faststart", "-fflags", "+bitexact", "-f", "mp4"]).arg(out);
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        Ffmpeg::wait(command.spawn().map_err(FilmError::NoFfmpeg)?)
    }
}
