//! The sound of a film, encoded as FLAC. Source: RFC 9639.

use flacenc::bitsink::ByteSink;
use flacenc::component::{BitRepr, StreamInfo};
use flacenc::config;
use flacenc::error::{Verified, Verify};
use flacenc::source::{Fill, FrameBuf};

use super::FilmError;
use crate::sound::RATE;

/// The number of samples of each channel in a packet.
pub const BLOCK: u32 = 4096;

/// Bits of a sample.
pub const BITS: u16 = 16;

/// The number of channels: left and right.
pub const CHANNELS: u16 = 2;

/// Encodes the sound of a film.
pub struct Soundtrack {
    config: Verified<config::Encoder>,
    info: StreamInfo,
    block: FrameBuf,
    /// Samples that do not yet fill a packet, left and right interleaved.
    waiting: Vec<i32>,
    sound: Sound,
}

/// The encoded sound of a film.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sound {
    /// The packets, of [`BLOCK`] samples each.
    pub packets: Vec<Vec<u8>>,
    /// The number of samples of each channel, without the silence that fills the last packet.
    pub samples: u64,
}

fn failed(error: impl std::fmt::Display) -> FilmError {
    FilmError::Encode(format!("the sound: {error}"))
}

impl Soundtrack {
    /// An empty soundtrack.
    ///
    /// # Errors
    /// If the encoder refuses the format.
    pub fn new() -> Result<Soundtrack, FilmError> {
        let (channels, bits) = (usize::from(CHANNELS), usize::from(BITS));
        let config = config::Encoder::default().into_verified().map_err(|(_, error)| failed(error))?;
        Ok(Soundtrack {
            config,
            info: StreamInfo::new(RATE as usize, channels, bits).map_err(failed)?,
            block: FrameBuf::with_size(channels, BLOCK as usize).map_err(failed)?,
            waiting: Vec::new(),
            sound: Sound::default(),
        })
    }

    /// The number of samples of each channel.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.sound.samples
    }

    /// Adds samples, left and right interleaved.
    ///
    /// # Errors
    /// If they cannot be encoded.
    pub fn push(&mut self, samples: &[i16]) -> Result<(), FilmError> {
        let channels = usize::from(CHANNELS);
        self.sound.samples += (samples.len() / channels) as u64;
        self.waiting.extend(samples.iter().map(|sample| i32::from(*sample)));
        let packet = channels * BLOCK as usize;
        while self.waiting.len() >= packet {
            let rest = self.waiting.split_off(packet);
            let samples = std::mem::replace(&mut self.waiting, rest);
            self.encode(&samples)?;
        }
        Ok(())
    }

    fn encode(&mut self, samples: &[i32]) -> Result<(), FilmError> {
        self.block.fill_interleaved(samples).map_err(failed)?;
        let number = self.sound.packets.len();
        let frame = flacenc::encode_fixed_size_frame(&self.config, &self.block, number, &self.info).map_err(failed)?;
        let mut bytes = ByteSink::new();
        frame.write(&mut bytes).map_err(|_| failed("a packet cannot be written"))?;
        self.sound.packets.push(bytes.into_inner());
        Ok(())
    }

    /// Encodes the remaining samples, followed by silence, and returns everything.
    ///
    /// # Errors
    /// If they cannot be encoded.
    pub fn finish(mut self) -> Result<Sound, FilmError> {
        if !self.waiting.is_empty() {
            let mut samples = std::mem::take(&mut self.waiting);
            samples.resize(usize::from(CHANNELS) * BLOCK as usize, 0);
            self.encode(&samples)?;
        }
        Ok(self.sound)
    }
}

impl Sound {
    /// The metadata block `STREAMINFO` with its header.
    #[must_use]
    pub fn stream_info(&self) -> Vec<u8> {
        let block = (BLOCK as u16).to_be_bytes();
        let samples = self.packets.len() as u64 * u64::from(BLOCK);
        // Rate (20 bits), channels (3), bits (5) and samples (36).
        let format = u64::from(RATE) << 44 | u64::from(CHANNELS - 1) << 41 | u64::from(BITS - 1) << 36 | samples;
        // The last metadata block; frame sizes and checksum are unknown.
        [&[0x80, 0, 0, 34][..], &block, &block, &[0; 6], &format.to_be_bytes(), &[0; 16]].concat()
    }

    /// The contents of a FLAC file.
    #[must_use]
    pub fn to_file(&self) -> Vec<u8> {
        [&b"fLaC"[..], &self.stream_info(), &self.packets.concat()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silence_is_small_and_every_sample_is_counted() {
        let mut track = Soundtrack::new().unwrap();
        (0..30).for_each(|_| track.push(&[0; 2 * 1470]).unwrap());
        assert_eq!(track.samples(), 44_100);
        let sound = track.finish().unwrap();
        assert_eq!((sound.samples, sound.packets.len()), (44_100, 11));
        assert!(sound.packets.iter().all(|packet| packet.starts_with(&[0xff, 0xf8]) && packet.len() < 40));
        let info = sound.stream_info();
        assert_eq!((info.len(), &info[8..14]), (38, &[0; 6][..]));
        assert_eq!(u64::from_be_bytes(info[14..22].try_into().unwrap()) >> 44, 44_100);
        assert!(sound.to_file().starts_with(b"fLaC"));
    }
}
