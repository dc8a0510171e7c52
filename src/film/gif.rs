//! GIF files. Each part has its own palette.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};

use color_quant::NeuQuant;
use gif::{ColorOutput, DecodeOptions, DisposalMethod, Frame, Repeat};
use image::RgbaImage;

use super::encoder::Extras;
use super::{Encoder, FilmError};

/// The maximum length of a part, s.
const PART: u64 = 2;

/// The maximum memory for the frames of a part, bytes.
const MEMORY: u64 = 64 << 20;

/// The number of palette colours, without the index for unchanged pixels.
const COLOURS: usize = 255;

/// The palette index of unchanged pixels.
const UNCHANGED: u8 = 255;

/// The number of pixels sampled for the palette of a part.
const SAMPLES: usize = 200_000;

/// The range of dithering, in steps of 255.
const DITHER: i32 = 10;

/// The order in which the pixels of a 4 by 4 square are rounded up. Source: B. E. Bayer, "An
/// optimum method for two-level rendition of continuous-tone pictures", 1973.
const BAYER: [[i32; 4]; 4] = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];

/// A film in a GIF file, which loops.
pub struct Gif {
    size: (u32, u32),
    fps: u32,
    part: PathBuf,
    frames: Vec<RgbaImage>,
}

impl Gif {
    /// The highest frame rate: viewers slow down frames shorter than 20 ms.
    pub const MAX_FPS: u32 = 50;

    /// Returns an encoder for this size and frame rate.
    pub fn new(size: (u32, u32), fps: u32) -> Gif {
        Gif { size, fps, part: PathBuf::new(), frames: Vec::new() }
    }

    /// The delay of a frame, in hundredths of a second. Rounding keeps the sum of the delays exact.
    fn delay(&self, number: u64) -> u16 {
        let until = |number: u64| number * 100 / u64::from(self.fps.max(1));
        u16::try_from(until(number + 1) - until(number)).unwrap_or(u16::MAX)
    }

    fn encoder(&self, file: &Path) -> Result<gif::Encoder<BufWriter<File>>, FilmError> {
        let writer = BufWriter::new(File::create(file).map_err(FilmError::file(file))?);
        let edge = |pixels: u32| u16::try_from(pixels).map_err(|error| FilmError::Encode(error.to_string()));
        gif::Encoder::new(writer, edge(self.size.0)?, edge(self.size.1)?, &[]).map_err(failed(file))
    }
}

fn failed(file: &Path) -> impl Fn(gif::EncodingError) -> FilmError {
    let file = file.to_path_buf();
    move |error| match error {
        gif::EncodingError::Io(source) => FilmError::Write { file: file.clone(), source },
        other => FilmError::Encode(other.to_string()),
    }
}

impl Encoder for Gif {
    fn part_frames(&self) -> u64 {
        let (width, height) = self.size;
        (MEMORY / (4 * u64::from(width) * u64::from(height))).clamp(4, PART * u64::from(self.fps))
    }

    fn begin(&mut self, part: &Path) -> Result<(), FilmError> {
        // Reports an unwritable file before the frames are drawn.
        File::create(part).map_err(FilmError::file(part))?;
        self.part = part.to_path_buf();
        Ok(())
    }

    fn frame(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        self.frames.push(frame.clone());
        Ok(())
    }

    fn end(&mut self) -> Result<(), FilmError> {
        let frames = std::mem::take(&mut self.frames);
        let mut palette = GifPalette::of(&frames);
        let colours = palette.colours();
        let mut encoder = self.encoder(&self.part)?;
        let mut before: Vec<u8> = Vec::new();
        for frame in &frames {
            let indices = palette.indices(frame);
            let changed = |at: usize| before.get(at) != Some(&indices[at]);
            let buffer: Vec<u8> =
                (0..indices.len()).map(|at| if changed(at) { indices[at] } else { UNCHANGED }).collect();
            before = indices;
            let frame = Frame {
                // The delay is set when the parts are joined.
                dispose: DisposalMethod::Keep,
                transparent: Some(UNCHANGED),
                width: frame.width() as u16,
                height: frame.height() as u16,
                palette: Some(colours.clone()),
                buffer: Cow::Owned(buffer),
                ..Frame::default()
            };
            encoder.write_frame(&frame).map_err(failed(&self.part))?;
        }
        finish(encoder, &self.part)
    }

    fn join(&mut self, parts: &[PathBuf], out: &Path, _: &Extras) -> Result<(), FilmError> {
        let mut encoder = self.encoder(out)?;
        encoder.set_repeat(Repeat::Infinite).map_err(failed(out))?;
        let mut number = 0;
        for part in parts {
            let unread = |error: gif::DecodingError| FilmError::Encode(format!("{}: {error}", part.display()));
            let mut options = DecodeOptions::new();
            options.set_color_output(ColorOutput::Indexed);
            let reader = BufReader::new(File::open(part).map_err(FilmError::file(part))?);
            let mut decoder = options.read_info(reader).map_err(unread)?;
            while let Some(frame) = decoder.read_next_frame().map_err(unread)? {
                let frame = Frame { delay: self.delay(number), ..frame.clone() };
                encoder.write_frame(&frame).map_err(failed(out))?;
                number += 1;
            }
        }
        finish(encoder, out)
    }
}

fn finish(encoder: gif::Encoder<BufWriter<File>>, file: &Path) -> Result<(), FilmError> {
    encoder.into_inner().map_err(failed(file))?.flush().map_err(FilmError::file(file))
}

/// The colours of a part.
struct GifPalette {
    quantizer: NeuQuant,
    /// Cache of palette indices, by the upper six bits of each colour component.
    cache: Vec<u16>,
}

impl GifPalette {
    /// Computes a palette for these frames.
    fn of(frames: &[RgbaImage]) -> GifPalette {
        let count: usize = frames.iter().map(|frame| frame.as_raw().len() / 4).sum();
        // An odd step samples all columns.
        let step = (count / SAMPLES).max(1) | 1;
        let pixels = frames.iter().flat_map(|frame| frame.as_raw().chunks_exact(4));
        let samples: Vec<u8> = pixels.step_by(step).flatten().copied().collect();
        GifPalette { quantizer: NeuQuant::new(3, COLOURS, &samples), cache: vec![u16::MAX; 1 << 18] }
    }

    /// The palette as RGB values.
    fn colours(&self) -> Vec<u8> {
        let mut colours = self.quantizer.color_map_rgb();
        colours.resize(3 * (COLOURS + 1), 0);
        colours
    }

    /// The palette indices of the pixels of a frame. The dithering pattern is the same in every
    /// frame, so that unchanged areas do not flicker.
    fn indices(&mut self, frame: &RgbaImage) -> Vec<u8> {
        let mut indices = Vec::with_capacity(frame.as_raw().len() / 4);
        for (x, y, pixel) in frame.enumerate_pixels() {
            let shift = (BAYER[(y % 4) as usize][(x % 4) as usize] * 2 - 15) * DITHER / 32;
            let [red, green, blue] = [0, 1, 2].map(|part| (i32::from(pixel[part]) + shift).clamp(0, 255) as u8);
            let key = [red, green, blue].iter().fold(0, |key, part| key << 6 | usize::from(part >> 2));
            if self.cache[key] == u16::MAX {
                self.cache[key] =
                    self.quantizer.index_of(&[red & 0xfc | 2, green & 0xfc | 2, blue & 0xfc | 2, 255]) as u16;
            }
            indices.push(self.cache[key] as u8);
        }
        indices
    }
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;

    #[test]
    fn frames_keep_time() {
        for fps in [4, 7, 20, 30, 50] {
            let gif = Gif::new((16, 16), fps);
            let total: u64 = (0..u64::from(fps) * 10).map(|number| u64::from(gif.delay(number))).sum();
            assert_eq!(total, 1000, "{fps} frames/s for 10 s");
            assert!((0..100).all(|number| gif.delay(number) >= 2), "{fps}");
        }
    }

    #[test]
    fn frames_survive_a_round_trip() {
        let folder = tempfile::tempdir().unwrap();
        let frame = |number: u8| {
            RgbaImage::from_fn(32, 16, |x, y| {
                let moving = u8::try_from(x).unwrap() / 8 == number;
                if moving { Rgba([200, 40, 30, 255]) } else { Rgba([90, 60 + y as u8, 40, 255]) }
            })
        };
        let mut gif = Gif::new((32, 16), 20);
        let parts: Vec<_> = [0, 2]
            .into_iter()
            .map(|first| {
                let part = folder.path().join(first.to_string());
                gif.begin(&part).unwrap();
                (first..first + 2).for_each(|number| gif.frame(&frame(number)).unwrap());
                gif.end().unwrap();
                part
            })
            .collect();
        let out = folder.path().join("out.gif");
        gif.join(&parts, &out, &Extras::default()).unwrap();
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(File::open(&out).unwrap()).unwrap();
        let mut canvas = RgbaImage::new(32, 16);
        for number in 0..4 {
            let shown = decoder.read_next_frame().unwrap().unwrap();
            assert_eq!(shown.delay, 5);
            for (pixel, new) in canvas.pixels_mut().zip(shown.buffer.chunks_exact(4)).filter(|(_, new)| new[3] > 0) {
                *pixel = Rgba([new[0], new[1], new[2], new[3]]);
            }
            for (is, should) in canvas.pixels().zip(frame(number).pixels()) {
                let off = (0..3).map(|part| is[part].abs_diff(should[part])).max().unwrap();
                assert!(off < 16, "frame {number}: {is:?} instead of {should:?}");
            }
        }
        assert!(decoder.read_next_frame().unwrap().is_none());
    }
}
