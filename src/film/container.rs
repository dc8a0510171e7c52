//! The MP4 container: an H.264 track, and an AAC track for films with sound. The index precedes the
//! frames, which are copied: a film of any length takes no memory, and players can start before the
//! whole file has arrived. Sources: ISO/IEC 14496-12, 14496-14 and 14496-15.

use std::io::{self, Write};

use muxide::codec::h264::AvcConfig;

use super::cues::Chapter;
use super::soundtrack::{BLOCK, CHANNELS, EncodedSound};
use crate::sound::RATE;

/// Duration of a frame in time units; a second has `FRAME * fps` units.
const FRAME: u32 = 1000;

/// The maximum number of chapters of a film.
const MAX_CHAPTERS: usize = 255;

/// The maximum length of a chapter's title, bytes.
const MAX_TITLE: usize = 255;

/// The type of a picture in the metadata.
const PNG: u32 = 14;

/// The largest index, bytes; only to decide early whether offsets need 64 bits.
const MAX_INDEX: u64 = 1 << 28;

/// The index of a film.
pub struct FilmIndex<'a> {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Frames per second.
    pub fps: u32,
    /// The parameter sets of the stream.
    pub config: AvcConfig,
    /// The length of each frame, bytes.
    pub lengths: Vec<u32>,
    /// The numbers of the frames that can be decoded without earlier ones, counted from 1.
    pub key_frames: Vec<u32>,
    /// The number of frames in each chunk. The packets of sound that begin in a chunk follow its
    /// frames.
    pub chunks: Vec<u32>,
    /// The sound.
    pub sound: Option<&'a EncodedSound>,
    /// The chapters.
    pub chapters: &'a [Chapter],
    /// The cover, PNG.
    pub cover: Option<&'a [u8]>,
}

/// The properties of a track in which tracks differ.
struct Track {
    id: u32,
    /// Time units per second; the duration in them, and the part of it that precedes the film.
    scale: u32,
    duration: u32,
    delay: u32,
    handler: [u8; 4],
    /// Its box within `tkhd`: volume, width and height.
    volume: u16,
    size: (u32, u32),
    media_header: Vec<u8>,
    sample_entry: Vec<u8>,
    sample_duration: u32,
    key_frames: Option<Vec<u8>>,
    lengths: Vec<u32>,
    /// For each chunk: its offset in the file and its number of samples.
    chunks: Vec<(u64, u32)>,
}

fn too_long() -> io::Error {
    io::Error::other("the film has too many frames for an MP4 file")
}

impl FilmIndex<'_> {
    /// Writes everything that precedes the frames. The chunks follow without a gap.
    ///
    /// # Errors
    /// If writing fails, or there are too many frames.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let start = boxed(b"ftyp", &[b"isom", &0x200_u32.to_be_bytes(), b"isomiso2avc1mp41"]);
        let packets = self.sound.map_or(0, |sound| sound.packets.iter().map(|packet| packet.len() as u64).sum());
        let data: u64 = self.lengths.iter().map(|length| u64::from(*length)).sum::<u64>() + packets;
        let head = match u32::try_from(data + 8) {
            Ok(short) => [&short.to_be_bytes()[..], b"mdat"].concat(),
            Err(_) => [&1_u32.to_be_bytes()[..], b"mdat", &(data + 16).to_be_bytes()].concat(),
        };
        let is_long = data + MAX_INDEX > u64::from(u32::MAX);
        // The length of the index does not depend on the offset of the frames.
        let begin = start.len() + self.movie(0, is_long)?.len() + head.len();
        out.write_all(&start)?;
        out.write_all(&self.movie(begin as u64, is_long)?)?;
        out.write_all(&head)
    }

    /// The numbers of the packets of sound that begin in a chunk with these frames.
    #[must_use]
    pub fn packets(&self, chunk: usize) -> std::ops::Range<usize> {
        let count = self.sound.map_or(0, |sound| sound.packets.len());
        let first = |chunk: usize| {
            let frames: u64 = self.chunks.iter().take(chunk).map(|frames| u64::from(*frames)).sum();
            let samples = frames * u64::from(RATE) / u64::from(self.fps.max(1));
            usize::try_from(samples.div_ceil(BLOCK.into())).unwrap_or(count).min(count)
        };
        let end = if chunk + 1 == self.chunks.len() { count } else { first(chunk + 1) };
        first(chunk).min(end)..end
    }

    /// The `moov` box for frames that begin at byte `data` of the file.
    fn movie(&self, data: u64, is_long: bool) -> io::Result<Vec<u8>> {
        let count = u32::try_from(self.lengths.len()).map_err(|_| too_long())?;
        let duration = count.checked_mul(FRAME).ok_or_else(too_long)?;
        let scale = self.fps * FRAME;
        let (video, audio) = self.offsets(data);
        let media = Track {
            id: 1,
            scale,
            duration,
            delay: 0,
            handler: *b"vide",
            volume: 0,
            size: self.size,
            media_header: full(b"vmhd", 1, &[&[0; 8]]),
            sample_entry: self.picture_entry(),
            sample_duration: FRAME,
            key_frames: Some(full(
                b"stss",
                0,
                &[&numbers(&[self.key_frames.len() as u32]), &numbers(&self.key_frames)],
            )),
            lengths: self.lengths.clone(),
            chunks: video,
        };
        let mut tracks = media.boxed(duration, is_long);
        if let Some(sound) = self.sound {
            let heard = Track {
                id: 2,
                scale: RATE,
                duration: u32::try_from(sound.packets.len() as u64 * u64::from(BLOCK)).map_err(|_| too_long())?,
                delay: sound.delay,
                handler: *b"soun",
                volume: 0x100,
                size: (0, 0),
                media_header: full(b"smhd", 0, &[&[0; 4]]),
                sample_entry: sound_entry(sound),
                sample_duration: BLOCK,
                key_frames: None,
                lengths: sound.packets.iter().map(|packet| packet.len() as u32).collect(),
                chunks: audio,
            };
            tracks.extend(heard.boxed(duration, is_long));
        }
        let next = numbers(&[2 + u32::from(self.sound.is_some())]);
        let fields = numbers(&[0, 0, scale, duration, 0x1_0000, 0x0100_0000, 0, 0]);
        let header = full(b"mvhd", 0, &[&fields, &matrix(), &[0; 24], &next]);
        Ok(boxed(b"moov", &[&header, &tracks, &self.user_data()]))
    }

    /// The chunks of frames and of packets, with their offsets, for data that begins at byte
    /// `data`. Chunks without samples are left out.
    fn offsets(&self, data: u64) -> (Vec<(u64, u32)>, Vec<(u64, u32)>) {
        let (mut video, mut audio) = (Vec::new(), Vec::new());
        let (mut at, mut frame) = (data, 0);
        for (chunk, frames) in self.chunks.iter().enumerate() {
            video.push((at, *frames));
            let lengths = self.lengths.iter().skip(frame).take(*frames as usize);
            at += lengths.map(|length| u64::from(*length)).sum::<u64>();
            frame += *frames as usize;
            let packets = self.packets(chunk);
            if let Some(sound) = self.sound.filter(|_| !packets.is_empty()) {
                audio.push((at, packets.len() as u32));
                at += sound.packets[packets].iter().map(|packet| packet.len() as u64).sum::<u64>();
            }
        }
        (video, audio)
    }

    fn picture_entry(&self) -> Vec<u8> {
        let AvcConfig { sps, pps } = &self.config;
        let edge = |pixels: u32| (pixels as u16).to_be_bytes();
        let length = |unit: &[u8]| (unit.len() as u16).to_be_bytes();
        let profile = [1, self.config.profile_idc(), self.config.profile_compatibility(), self.config.level_idc()];
        // Four-byte lengths, one parameter set of each kind.
        let config = boxed(b"avcC", &[&profile, &[0xff, 0xe1], &length(sps), sps, &[1], &length(pps), pps]);
        // BT.709, limited range.
        let colours = boxed(b"colr", &[b"nclx", &[0, 1, 0, 1, 0, 1, 0]]);
        boxed(
            b"avc1",
            &[
                &[0, 0, 0, 0, 0, 0, 0, 1],
                &[0; 16],
                &edge(self.size.0),
                &edge(self.size.1),
                // 72 pixels per inch, one frame per sample.
                &numbers(&[0x48_0000, 0x48_0000, 0]),
                &[0, 1],
                &[0; 32],
                &[0, 24, 0xff, 0xff],
                &config,
                &colours,
                &boxed(b"pasp", &[&numbers(&[1, 1])]),
            ],
        )
    }

    /// The box `udta` with the chapters and the cover; empty without either.
    fn user_data(&self) -> Vec<u8> {
        let parts = [self.chapter_list(), self.cover()];
        if parts.iter().all(Vec::is_empty) { Vec::new() } else { boxed(b"udta", &[&parts.concat()]) }
    }

    /// The cover as metadata of iTunes, which file managers and players read; empty without one.
    fn cover(&self) -> Vec<u8> {
        let Some(picture) = self.cover else { return Vec::new() };
        let handler = full(b"hdlr", 0, &[&[0; 4], b"mdir", b"appl", &[0; 9]]);
        let data = full(b"data", PNG, &[&[0; 4], picture]);
        full(b"meta", 0, &[&handler, &boxed(b"ilst", &[&boxed(b"covr", &[&data])])])
    }

    /// The list of chapters read by players, `chpl`; empty without chapters.
    fn chapter_list(&self) -> Vec<u8> {
        let chapters: Vec<_> = self.chapters.iter().take(MAX_CHAPTERS).collect();
        if chapters.is_empty() {
            return Vec::new();
        }
        let entry = |chapter: &&Chapter| {
            let mut title = chapter.title.as_str();
            while title.len() > MAX_TITLE {
                title = &title[..title.char_indices().next_back().map_or(0, |(at, _)| at)];
            }
            // In units of 100 ns.
            let time = chapter.frame * 10_000_000 / u64::from(self.fps.max(1));
            [&time.to_be_bytes()[..], &[title.len() as u8], title.as_bytes()].concat()
        };
        let entries: Vec<u8> = chapters.iter().flat_map(entry).collect();
        boxed(b"chpl", &[&[1, 0, 0, 0], &[0; 4], &[chapters.len() as u8], &entries])
    }
}

impl Track {
    /// The `trak` box, for a film of duration `film` in the units of its pictures.
    fn boxed(&self, film: u32, is_long: bool) -> Vec<u8> {
        let count = self.lengths.len() as u32;
        let (width, height) = self.size;
        let place = numbers(&[0, 0, self.id, 0, film, 0, 0, 0]);
        // One edit: the film begins after the delay.
        let edits = boxed(b"edts", &[&full(b"elst", 0, &[&numbers(&[1, film, self.delay, 0x1_0000])])]);
        let volume = [&self.volume.to_be_bytes()[..], &[0; 2]].concat();
        let track_header = full(b"tkhd", 3, &[&place, &volume, &matrix(), &numbers(&[width << 16, height << 16])]);
        // Undetermined language.
        let media_header = full(b"mdhd", 0, &[&numbers(&[0, 0, self.scale, self.duration]), &[0x55, 0xc4, 0, 0]]);
        let handler = full(b"hdlr", 0, &[&[0; 4], &self.handler, &[0; 12], &self.handler, &[0]]);
        let here = boxed(b"dinf", &[&full(b"dref", 0, &[&numbers(&[1]), &full(b"url ", 1, &[])])]);
        let chunks = self.chunks.len() as u32;
        let offsets = if is_long {
            let offsets: Vec<u8> = self.chunks.iter().flat_map(|(at, _)| at.to_be_bytes()).collect();
            full(b"co64", 0, &[&numbers(&[chunks]), &offsets])
        } else {
            let offsets: Vec<u32> = self.chunks.iter().map(|(at, _)| *at as u32).collect();
            full(b"stco", 0, &[&numbers(&[chunks]), &numbers(&offsets)])
        };
        let table = boxed(
            b"stbl",
            &[
                &full(b"stsd", 0, &[&numbers(&[1]), &self.sample_entry]),
                &full(b"stts", 0, &[&numbers(&[1, count, self.sample_duration])]),
                self.key_frames.as_deref().unwrap_or_default(),
                &self.samples_of_chunks(),
                &full(b"stsz", 0, &[&numbers(&[0, count]), &numbers(&self.lengths)]),
                &offsets,
            ],
        );
        let info = boxed(b"minf", &[&self.media_header, &here, &table]);
        boxed(b"trak", &[&track_header, &edits, &boxed(b"mdia", &[&media_header, &handler, &info])])
    }

    /// The box `stsc`: the first chunk of each run with the same number of samples.
    fn samples_of_chunks(&self) -> Vec<u8> {
        let mut runs: Vec<[u32; 3]> = Vec::new();
        for (number, (_, samples)) in (1..).zip(&self.chunks) {
            if runs.last().is_none_or(|[_, last, _]| last != samples) {
                runs.push([number, *samples, 1]);
            }
        }
        full(b"stsc", 0, &[&numbers(&[runs.len() as u32]), &numbers(runs.as_flattened())])
    }
}

fn sound_entry(sound: &EncodedSound) -> Vec<u8> {
    let format = [&CHANNELS.to_be_bytes()[..], &16_u16.to_be_bytes(), &[0; 4], &numbers(&[RATE << 16])].concat();
    boxed(b"mp4a", &[&[0, 0, 0, 0, 0, 0, 0, 1], &[0; 8], &format, &full(b"esds", 0, &[&sound.descriptor()])])
}

fn matrix() -> Vec<u8> {
    numbers(&[0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000])
}

/// A box with these contents.
fn boxed(name: &[u8; 4], contents: &[&[u8]]) -> Vec<u8> {
    let inside = contents.concat();
    [&(inside.len() as u32 + 8).to_be_bytes()[..], name, &inside].concat()
}

/// A full box of version 0 with these flags.
fn full(name: &[u8; 4], flags: u32, contents: &[&[u8]]) -> Vec<u8> {
    boxed(name, &[&flags.to_be_bytes()[..], &contents.concat()])
}

fn numbers(numbers: &[u32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_be_bytes()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn index(lengths: Vec<u32>, chunks: Vec<u32>) -> FilmIndex<'static> {
        let config = AvcConfig::new(vec![0x67, 66, 0xc0, 31], vec![0x68]);
        FilmIndex {
            size: (640, 360),
            fps: 30,
            config,
            lengths,
            key_frames: vec![1],
            chunks,
            sound: None,
            chapters: &[],
            cover: None,
        }
    }

    fn number(data: &[u8], at: usize, size: usize) -> u64 {
        data[at..at + size].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte))
    }

    /// The offsets after each box of this name.
    fn after(data: &[u8], name: &[u8; 4]) -> Vec<usize> {
        let found = data.windows(4).enumerate().filter(|(_, found)| found == name);
        found.map(|(at, _)| at + 4).collect()
    }

    /// The index gives the true offset of the frames, both in a short film and in one larger than 4
    /// GB.
    #[test]
    fn the_frames_begin_where_the_index_says() {
        for length in [1000, 2_000_000_000] {
            let mut written = Vec::new();
            index(vec![length; 3], vec![2, 1]).write(&mut written).unwrap();
            let (name, size) = if length > 1000 { (b"co64", 8) } else { (b"stco", 4) };
            let offsets = after(&written, name)[0] + 8;
            assert_eq!(number(&written, offsets, size), written.len() as u64, "{length}");
            let second = number(&written, offsets + size, size);
            assert_eq!(second, written.len() as u64 + 2 * u64::from(length), "{length}");
            let head = after(&written, b"mdat")[0];
            let told = if length > 1000 { number(&written, head, 8) } else { number(&written, head - 8, 4) };
            assert_eq!(told, 3 * u64::from(length) + (written.len() - head) as u64 + 8, "{length}");
        }
    }

    /// Each chunk of frames is followed by the sound of its time.
    #[test]
    fn pictures_and_sound_take_turns() {
        let sound = EncodedSound { packets: vec![vec![7; 10]; 130], ..EncodedSound::default() };
        let chapters = [Chapter { frame: 45, title: "Rxd4".into() }];
        let index = FilmIndex { sound: Some(&sound), chapters: &chapters, ..index(vec![100; 90], vec![30, 30, 30]) };
        let packets: Vec<_> = (0..3).map(|chunk| index.packets(chunk)).collect();
        assert_eq!(packets, [0..44, 44..87, 87..130]);
        let mut written = Vec::new();
        index.write(&mut written).unwrap();
        let tables = after(&written, b"stco");
        let offsets = |table: usize| [0, 1, 2].map(|chunk| number(&written, tables[table] + 8 + 4 * chunk, 4));
        let begin = written.len() as u64;
        assert_eq!(offsets(0), [begin, begin + 3440, begin + 6870]);
        assert_eq!(offsets(1), [begin + 3000, begin + 6440, begin + 9870]);
        let list = after(&written, b"chpl")[0];
        assert_eq!((written[list + 8], number(&written, list + 9, 8)), (1, 15_000_000));
        assert!(written[list + 17..].starts_with(b"\x04Rxd4"));
    }

    #[test]
    fn the_cover_moves_the_frames() {
        let cover = [7; 100];
        let mut written = Vec::new();
        FilmIndex { cover: Some(&cover), ..index(vec![1000; 3], vec![2, 1]) }.write(&mut written).unwrap();
        let offsets = after(&written, b"stco")[0] + 8;
        assert_eq!(number(&written, offsets, 4), written.len() as u64);
        let data = after(&written, b"covr")[0] + 8;
        assert_eq!((number(&written, data, 4), number(&written, data + 4, 4)), (14, 0));
        assert_eq!(written[data + 8..data + 108], cover);
    }
}
