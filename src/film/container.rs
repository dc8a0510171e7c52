//! The MP4 container for a single H.264 track. The index comes first and the frames are then
//! copied, so that a film of any length takes no memory and players can start before the whole file
//! has arrived. Source: ISO/IEC 14496-12 and 14496-15.

use std::io::{self, Write};

use muxide::codec::h264::AvcConfig;

/// Duration of a frame in time units; a second has `FRAME * fps` units.
const FRAME: u32 = 1000;

/// The index of a film.
pub struct Index {
    /// Width and height, pixels.
    pub size: (u32, u32),
    /// Frames per second.
    pub fps: u32,
    /// The parameter sets of the stream.
    pub config: AvcConfig,
    /// The length of each frame, bytes.
    pub lengths: Vec<u32>,
    /// The numbers of the frames that can be decoded without earlier ones, counted from 1.
    pub whole: Vec<u32>,
}

impl Index {
    /// Writes everything that precedes the frames. The frames follow without a gap.
    ///
    /// # Errors
    /// If writing fails, or if there are too many frames.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let start = boxed(b"ftyp", &[b"isom", &0x200_u32.to_be_bytes(), b"isomiso2avc1mp41"]);
        let data: u64 = self.lengths.iter().map(|length| u64::from(*length)).sum();
        let head = match u32::try_from(data + 8) {
            Ok(short) => [&short.to_be_bytes()[..], b"mdat"].concat(),
            Err(_) => [&1_u32.to_be_bytes()[..], b"mdat", &(data + 16).to_be_bytes()].concat(),
        };
        // The length of the index does not depend on the offset of the frames in it.
        let begin = start.len() + self.movie(0)?.len() + head.len();
        out.write_all(&start)?;
        out.write_all(&self.movie(u32::try_from(begin).map_err(io::Error::other)?)?)?;
        out.write_all(&head)
    }

    /// The `moov` box for frames that begin at byte `data` of the file.
    fn movie(&self, data: u32) -> io::Result<Vec<u8>> {
        let too_long = || io::Error::other("the film has too many frames for an MP4 file");
        let count = u32::try_from(self.lengths.len()).map_err(|_| too_long())?;
        let length = count.checked_mul(FRAME).ok_or_else(too_long)?;
        let scale = self.fps * FRAME;
        let (width, height) = self.size;
        let matrix = numbers(&[0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]);
        let movie_header = full(
            b"mvhd",
            0,
            &[&numbers(&[0, 0, scale, length, 0x1_0000, 0x0100_0000, 0, 0]), &matrix, &[0; 24], &numbers(&[2])],
        );
        let place = numbers(&[0, 0, 1, 0, length, 0, 0, 0, 0]);
        let track_header = full(b"tkhd", 3, &[&place, &matrix, &numbers(&[width << 16, height << 16])]);
        // Undetermined language.
        let media_header = full(b"mdhd", 0, &[&numbers(&[0, 0, scale, length]), &[0x55, 0xc4, 0, 0]]);
        let handler = full(b"hdlr", 0, &[&[0; 4], b"vide", &[0; 12], b"video\0"]);
        let here = boxed(b"dinf", &[&full(b"dref", 0, &[&numbers(&[1]), &full(b"url ", 1, &[])])]);
        let table = boxed(
            b"stbl",
            &[
                &full(b"stsd", 0, &[&numbers(&[1]), &self.sample_entry()]),
                &full(b"stts", 0, &[&numbers(&[1, count, FRAME])]),
                &full(b"stss", 0, &[&numbers(&[self.whole.len() as u32]), &numbers(&self.whole)]),
                &full(b"stsc", 0, &[&numbers(&[1, 1, count, 1])]),
                &full(b"stsz", 0, &[&numbers(&[0, count]), &numbers(&self.lengths)]),
                &full(b"stco", 0, &[&numbers(&[1, data])]),
            ],
        );
        let info = boxed(b"minf", &[&full(b"vmhd", 1, &[&[0; 8]]), &here, &table]);
        let media = boxed(b"mdia", &[&media_header, &handler, &info]);
        Ok(boxed(b"moov", &[&movie_header, &boxed(b"trak", &[&track_header, &media])]))
    }

    fn sample_entry(&self) -> Vec<u8> {
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

    /// The index gives the true offset of the frames, in a short film and in one larger than 4 GB.
    #[test]
    fn the_frames_begin_where_the_index_says() {
        for length in [1000, 2_000_000_000] {
            let config = AvcConfig::new(vec![0x67, 66, 0xc0, 31], vec![0x68]);
            let index = Index { size: (640, 360), fps: 30, config, lengths: vec![length; 3], whole: vec![1] };
            let mut written = Vec::new();
            index.write(&mut written).unwrap();
            let after = |name: &[u8; 4]| written.windows(4).position(|found| found == name).unwrap() + 4;
            let number =
                |at: usize, size: usize| written[at..at + size].iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
            assert_eq!(number(after(b"stco") + 8, 4), written.len() as u64, "{length}");
            let head = after(b"mdat");
            let told = if length > 1000 { number(head, 8) } else { number(head - 8, 4) };
            assert_eq!(told, 3 * u64::from(length) + (written.len() - head) as u64 + 8, "{length}");
        }
    }
}
