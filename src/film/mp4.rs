//! MP4 files with H.264, encoded in this process.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use image::RgbaImage;
use muxide::codec::h264::{AvcConfig, annexb_to_avcc};
use openh264::OpenH264API;
use openh264::encoder::{
    self, Complexity, EncoderConfig, FrameRate, FrameType, QpRange, RateControlMode, UsageType, VuiConfig,
};

use super::container::FilmIndex;
use super::encoder::Extras;
use super::yuv::Yuv;
use super::{Encoder, FilmError};

/// The length of a part, s. Each part begins with a key frame, to which players can seek.
const PART: u64 = 4;

/// The finest and coarsest quantization, in the range 0 to 51.
const QUANTIZATION: (u8, u8) = (21, 26);

/// A film in an MP4 file. A part contains its frames in sequence. A frame consists of a byte that
/// is 1 for a key frame, its length in bytes (32 bits, big-endian), and its NAL units, each
/// preceded by its length.
pub struct Mp4 {
    size: (u32, u32),
    fps: u32,
    yuv: Yuv,
    part: Option<OpenPart>,
}

/// The part being written.
struct OpenPart {
    file: PathBuf,
    writer: BufWriter<File>,
    encoder: encoder::Encoder,
}

impl Mp4 {
    /// Returns an encoder for this size, which must be even, and frame rate.
    pub fn new(size: (u32, u32), fps: u32) -> Mp4 {
        Mp4 { size, fps, yuv: Yuv::new(size), part: None }
    }

    /// Creates the encoder of a part. Each part has its own, so that it depends only on its frames.
    fn encoder(&self) -> Result<encoder::Encoder, FilmError> {
        let config = EncoderConfig::new()
            .usage_type(UsageType::CameraVideoRealTime)
            // Without rate control, all frames have the same quality. Moving or rough areas may be
            // slightly coarser.
            .rate_control_mode(RateControlMode::Off)
            .adaptive_quantization(true)
            .qp(QpRange::new(QUANTIZATION.0, QUANTIZATION.1))
            .max_frame_rate(FrameRate::from_hz(self.fps as f32))
            .complexity(Complexity::Low)
            .skip_frames(false)
            .scene_change_detect(false)
            .background_detection(false)
            .num_threads(1)
            .vui(VuiConfig::bt709());
        encoder::Encoder::with_api_config(OpenH264API::from_source(), config).map_err(failed)
    }
}

fn failed(error: impl std::fmt::Display) -> FilmError {
    FilmError::Encode(error.to_string())
}

impl Encoder for Mp4 {
    fn part_frames(&self) -> u64 {
        PART * u64::from(self.fps)
    }

    fn begin(&mut self, part: &Path) -> Result<(), FilmError> {
        let writer = BufWriter::new(File::create(part).map_err(FilmError::file(part))?);
        self.part = Some(OpenPart { file: part.to_path_buf(), writer, encoder: self.encoder()? });
        Ok(())
    }

    fn frame(&mut self, frame: &RgbaImage) -> Result<(), FilmError> {
        let Some(part) = &mut self.part else { return Ok(()) };
        self.yuv.read(frame);
        let encoded = part.encoder.encode(&self.yuv).map_err(failed)?;
        let (is_key, data) = (encoded.frame_type() == FrameType::IDR, annexb_to_avcc(&encoded.to_vec()));
        let length = u32::try_from(data.len()).map_err(failed)?.to_be_bytes();
        let written =
            [&[u8::from(is_key)][..], &length, &data].into_iter().try_for_each(|it| part.writer.write_all(it));
        written.map_err(FilmError::file(&part.file))
    }

    fn end(&mut self) -> Result<(), FilmError> {
        let Some(mut part) = self.part.take() else { return Ok(()) };
        part.writer.flush().map_err(FilmError::file(&part.file))
    }

    fn join(&mut self, parts: &[PathBuf], out: &Path, extras: &Extras) -> Result<(), FilmError> {
        let index = self.index(parts, extras)?;
        let mut film = BufWriter::new(File::create(out).map_err(FilmError::file(out))?);
        index.write(&mut film).map_err(FilmError::file(out))?;
        for (chunk, part) in parts.iter().enumerate() {
            let mut reader = BufReader::new(File::open(part).map_err(FilmError::file(part))?);
            while let Some((_, length)) = read_head(&mut reader).map_err(FilmError::file(part))? {
                io::copy(&mut reader.by_ref().take(length.into()), &mut film).map_err(FilmError::file(out))?;
            }
            for packet in extras.sound.iter().flat_map(|sound| &sound.packets[index.packets(chunk)]) {
                film.write_all(packet).map_err(FilmError::file(out))?;
            }
        }
        film.flush().map_err(FilmError::file(out))
    }
}

impl Mp4 {
    /// Builds the index of the frames in these parts.
    fn index<'a>(&self, parts: &[PathBuf], extras: &'a Extras) -> Result<FilmIndex<'a>, FilmError> {
        let (mut lengths, mut key_frames, mut chunks) = (Vec::new(), Vec::new(), Vec::new());
        let mut config = None;
        for part in parts {
            let before = lengths.len();
            let mut reader = BufReader::new(File::open(part).map_err(FilmError::file(part))?);
            while let Some((alone, length)) = read_head(&mut reader).map_err(FilmError::file(part))? {
                lengths.push(length);
                if alone {
                    key_frames.push(u32::try_from(lengths.len()).map_err(failed)?);
                }
                if config.is_none() {
                    let mut frame = vec![0; length as usize];
                    reader.read_exact(&mut frame).map_err(FilmError::file(part))?;
                    config = parameters(&frame);
                } else {
                    reader.seek_relative(length.into()).map_err(FilmError::file(part))?;
                }
            }
            chunks.push(u32::try_from(lengths.len() - before).map_err(failed)?);
        }
        let config = config.ok_or_else(|| failed("the first frame has no parameters"))?;
        let Extras { sound, chapters, cover } = extras;
        let (size, fps, sound) = (self.size, self.fps, sound.as_ref());
        Ok(FilmIndex { size, fps, config, lengths, key_frames, chunks, sound, chapters, cover: cover.as_deref() })
    }
}

/// Reads the head of the next frame of a part: whether it is a key frame, and its length. `None` at
/// the end.
fn read_head(reader: &mut impl Read) -> io::Result<Option<(bool, u32)>> {
    let mut head = [0; 5];
    match reader.read_exact(&mut head) {
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        read => read.map(|()| Some((head[0] == 1, u32::from_be_bytes([head[1], head[2], head[3], head[4]])))),
    }
}

/// The parameter sets of a frame of length-prefixed NAL units.
fn parameters(mut frame: &[u8]) -> Option<AvcConfig> {
    let (mut sequence, mut picture) = (None, None);
    while let Some((length, rest)) = frame.split_first_chunk::<4>() {
        let (unit, rest) = rest.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        match unit.first()? & 0x1f {
            7 => sequence = Some(unit.to_vec()),
            8 => picture = Some(unit.to_vec()),
            _ => {}
        }
        frame = rest;
    }
    Some(AvcConfig::new(sequence?, picture?))
}

#[cfg(test)]
mod tests {
    use image::Rgba;

    use super::*;
    use crate::film::soundtrack::Soundtrack;

    /// A decoder finds the sound of a film beside its pictures, and a knock at its time.
    #[test]
    fn the_sound_begins_with_the_pictures() {
        let folder = tempfile::tempdir().unwrap();
        let [part, out] = ["part", "film.mp4"].map(|name| folder.path().join(name));
        let mut film = Mp4::new((16, 16), 10);
        film.begin(&part).unwrap();
        (0..10).for_each(|n| film.frame(&RgbaImage::from_pixel(16, 16, Rgba([n, 0, 0, 255]))).unwrap());
        film.end().unwrap();
        let mut track = Soundtrack::new().unwrap();
        let mut made = vec![0; 2 * 44_100];
        made[40_000..40_100].fill(20_000);
        track.push(&made).unwrap();
        let sound = Some(track.finish().unwrap());
        film.join(&[part], &out, &Extras { sound, ..Extras::default() }).unwrap();
        let heard = syom::read_with(&out, &syom::DecodeOptions::audio()).unwrap();
        assert_eq!((heard.sample_rate, heard.channels.len(), heard.channels[0].len()), (44_100, 2, 44_100));
        let knock = heard.channels[0].iter().position(|level| level.abs() > 0.3).unwrap();
        assert!((19_990..20_060).contains(&knock), "{knock}");
    }
}
