//! The parts of an unfinished film, in a folder next to it. An interrupted film can be resumed from
//! them.

use std::fs;
use std::path::{Path, PathBuf};

use image::RgbaImage;

use super::encoder::Extras;
use super::{Encoder, FilmError};
use crate::capture::PART_SUFFIX;
use crate::engine::fnv1a;
use crate::platform::storage::{read_limited, real_path};

/// The file that identifies the film of the parts.
const ABOUT: &str = "film.txt";

/// The maximum size of that file, bytes.
const MAX_ABOUT: u64 = 1 << 20;

/// The maximum length of a file name on common file systems, bytes.
const MAX_NAME: usize = 255;

/// The parts of a film, in a folder next to it.
pub struct Parts {
    out: PathBuf,
    folder: PathBuf,
    encoder: Box<dyn Encoder>,
    /// The number of complete parts.
    done: u64,
    /// The number of frames in the incomplete part.
    open: u64,
}

impl Parts {
    /// The folder of the parts: next to the film, or next to the target if the film is a link.
    #[must_use]
    pub fn folder(out: &Path) -> PathBuf {
        let out = real_path(out);
        let mut name = out.file_name().unwrap_or_default().to_os_string();
        if name.len() + PART_SUFFIX.len() > MAX_NAME {
            name = format!("{:016x}", fnv1a(name.as_encoded_bytes())).into();
        }
        name.push(PART_SUFFIX);
        out.with_file_name(name)
    }

    /// Begins a film, or resumes one; `identity` identifies the film.
    ///
    /// # Errors
    /// If the folder cannot be written, belongs to another film, or does not exist when resuming.
    pub fn open(out: &Path, encoder: Box<dyn Encoder>, identity: &str, resume: bool) -> Result<Parts, FilmError> {
        let folder = Parts::folder(out);
        let file = folder.join(ABOUT);
        let mut parts = Parts { out: out.to_path_buf(), folder, encoder, done: 0, open: 0 };
        if resume {
            if !parts.folder.is_dir() {
                return Err(FilmError::NothingToResume(parts.folder));
            }
            let found = read_limited(&file, MAX_ABOUT).map_err(FilmError::file(&file))?;
            let found = String::from_utf8_lossy(&found).into_owned();
            if found != identity {
                return Err(FilmError::OtherFilm { folder: parts.folder, found, expected: identity.to_string() });
            }
            parts.done = (0..).take_while(|number| parts.part(*number).exists()).count() as u64;
            return Ok(parts);
        }
        if parts.folder.exists() {
            return Err(FilmError::Interrupted(parts.folder));
        }
        fs::create_dir(&parts.folder).map_err(FilmError::file(&parts.folder))?;
        fs::write(&file, identity).map_err(FilmError::file(&file))?;
        Ok(parts)
    }

    fn part(&self, number: u64) -> PathBuf {
        part(&self.folder, number)
    }

    /// The file of the part being written.
    fn unfinished(&self) -> PathBuf {
        self.folder.join("unfinished")
    }

    /// The number of frames that need not be drawn again.
    #[must_use]
    pub fn frames_done(&self) -> u64 {
        self.done * self.encoder.part_frames()
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn frame(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        if self.open == 0 {
            let file = self.unfinished();
            self.encoder.begin(&file)?;
        }
        self.encoder.frame(frame)?;
        self.open += 1;
        if self.open >= self.encoder.part_frames() { self.end() } else { Ok(()) }
    }

    /// Completes the part being written.
    fn end(&mut self) -> Result<(), FilmError> {
        self.encoder.end()?;
        let part = self.part(self.done);
        fs::rename(self.unfinished(), &part).map_err(FilmError::file(&part))?;
        (self.done, self.open) = (self.done + 1, 0);
        Ok(())
    }

    /// After the last frame, joins the parts into the film, adds the extras, and removes the parts.
    ///
    /// # Errors
    /// If the film cannot be written.
    pub fn join(&mut self, extras: &Extras) -> Result<(), FilmError> {
        if self.open > 0 {
            self.end()?;
        }
        let whole = self.folder.join("whole");
        // An interruption may have left one.
        let _ = fs::remove_dir_all(&whole);
        let parts: Vec<_> = (0..self.done).map(|number| self.part(number)).collect();
        self.encoder.join(&parts, &whole, extras)?;
        if whole.is_file() {
            // A full disk may be reported only here. The older film then stays.
            fs::File::open(&whole).and_then(|whole| whole.sync_all()).map_err(FilmError::file(&self.out))?;
        }
        let out = real_path(&self.out);
        // An empty folder would block the new one.
        if out.is_dir() {
            fs::remove_dir(&out).map_err(FilmError::file(&self.out))?;
        }
        fs::rename(&whole, &out).map_err(FilmError::file(&self.out))?;
        fs::remove_dir_all(&self.folder).map_err(FilmError::file(&self.folder))
    }

    /// Removes the parts.
    pub fn discard(self) {
        Parts::remove(&self.out);
    }

    /// Whether the film has a complete part to resume from.
    #[must_use]
    pub fn can_be_continued(out: &Path) -> bool {
        part(&Parts::folder(out), 0).exists()
    }

    /// Removes the parts of a film that cannot be resumed.
    pub fn remove(out: &Path) {
        // If this fails, the parts only block the next film of that name, which reports them.
        let _ = fs::remove_dir_all(Parts::folder(out));
    }
}

fn part(folder: &Path, number: u64) -> PathBuf {
    folder.join(format!("{number:06}"))
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;
    use crate::film::folder::Folder;

    fn frames(parts: &mut Parts, from: u8, to: u8) {
        (from..to).for_each(|n| parts.frame(&RgbaImage::from_pixel(16, 16, Rgba([n, 0, 0, 255]))).unwrap());
    }

    #[test]
    fn an_interrupted_film_continues_after_its_last_part() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("film");
        let open = |identity: &str, resume| Parts::open(&out, Box::new(Folder::new(4)), identity, resume);
        assert!(matches!(open("a", true), Err(FilmError::NothingToResume(_))));
        let mut parts = open("a", false).unwrap();
        frames(&mut parts, 0, 10);
        drop(parts);
        assert!(matches!(open("a", false), Err(FilmError::Interrupted(_))));
        assert!(matches!(open("b", true), Err(FilmError::OtherFilm { .. })));
        let mut parts = open("a", true).unwrap();
        assert_eq!(parts.frames_done(), 8);
        frames(&mut parts, 8, 14);
        parts.join(&Extras::default()).unwrap();
        let reds = (1..=14).map(|n| image::open(out.join(format!("{n:06}.png"))).unwrap().to_rgb8().get_pixel(0, 0)[0]);
        assert_eq!(reds.collect::<Vec<_>>(), (0..14).collect::<Vec<u8>>());
        assert_eq!(folder.path().read_dir().unwrap().count(), 1, "the parts are gone");
        assert_eq!(out.read_dir().unwrap().count(), 14);
    }

    #[test]
    fn a_film_with_the_longest_name_has_parts() {
        let folder = tempfile::tempdir().unwrap();
        for length in [250, 251, 255] {
            let out = folder.path().join("f".repeat(length));
            let mut parts = Parts::open(&out, Box::new(Folder::new(4)), "a", false).unwrap();
            frames(&mut parts, 0, 4);
            parts.join(&Extras::default()).unwrap();
            assert_eq!(out.read_dir().unwrap().count(), 4);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_film_is_written_where_a_link_leads() {
        let folder = tempfile::tempdir().unwrap();
        let link = folder.path().join("link");
        fs::create_dir(folder.path().join("films")).unwrap();
        std::os::unix::fs::symlink("films/film", &link).unwrap();
        let mut parts = Parts::open(&link, Box::new(Folder::new(4)), "a", false).unwrap();
        frames(&mut parts, 0, 4);
        parts.join(&Extras::default()).unwrap();
        assert!(link.is_symlink() && folder.path().join("films/film/000001.png").exists());
    }
}
