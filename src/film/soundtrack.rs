//! The sound of a film, encoded as AAC, which nearly every player decodes.

use syom::{AacError, EncodeOptions, EncodedFrame, Encoder};

use super::FilmError;
use crate::sound::RATE;

/// The number of samples of each channel in a packet.
pub const BLOCK: u32 = 1024;

/// The number of channels: left and right.
pub const CHANNELS: u16 = 2;

/// The quality of the encoding, 0 to 10. With a fixed bit rate instead, the encoder spoils single
/// packets of equal channels.
const QUALITY: u8 = 5;

/// Encodes the sound of a film.
pub struct Soundtrack {
    encoder: Encoder,
    sound: EncodedSound,
}

/// The encoded sound of a film.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EncodedSound {
    /// The configuration for decoders, `AudioSpecificConfig` in ISO/IEC 14496-3.
    pub config: Vec<u8>,
    /// The packets, of [`BLOCK`] samples each.
    pub packets: Vec<Vec<u8>>,
    /// The number of decoded samples of each channel that precede the sound.
    pub delay: u32,
    /// The number of samples of each channel, without the delay and the silence that fills the last
    /// packet.
    pub samples: u64,
}

fn failed(error: AacError) -> FilmError {
    FilmError::Encode(format!("the sound: {error}"))
}

impl Soundtrack {
    /// An empty soundtrack.
    ///
    /// # Errors
    /// If the encoder refuses the format.
    pub fn new() -> Result<Soundtrack, FilmError> {
        // The two tools keep the silence before a blow silent.
        let options = EncodeOptions::raw().with_quality(QUALITY).with_lookahead(true).with_short_group(true);
        let encoder = Encoder::new(RATE, CHANNELS.into(), &options).map_err(failed)?;
        let sound = EncodedSound { config: encoder.asc().to_vec(), ..EncodedSound::default() };
        Ok(Soundtrack { encoder, sound })
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
        let level = |sample: i16| f32::from(sample) / 32768.0;
        let pairs = samples.chunks_exact(usize::from(CHANNELS));
        let (left, right): (Vec<_>, Vec<_>) = pairs.map(|pair| (level(pair[0]), level(pair[1]))).unzip();
        let Soundtrack { encoder, sound } = self;
        sound.samples += encoder.feed(&[&left, &right], |packet| sound.keep(&packet)).map_err(failed)? as u64;
        Ok(())
    }

    /// Encodes the remaining samples, followed by silence, and returns everything.
    ///
    /// # Errors
    /// If they cannot be encoded.
    pub fn finish(self) -> Result<EncodedSound, FilmError> {
        let Soundtrack { mut encoder, mut sound } = self;
        if sound.samples > 0 {
            let info = encoder.finish(|packet| sound.keep(&packet)).map_err(failed)?;
            sound.delay = info.priming as u32;
        }
        Ok(sound)
    }
}

impl EncodedSound {
    fn keep(&mut self, packet: &EncodedFrame) -> syom::Result<()> {
        self.packets.push(packet.payload.to_vec());
        Ok(())
    }

    /// The descriptor of the stream, `ES_Descriptor` in ISO/IEC 14496-1.
    #[must_use]
    pub fn descriptor(&self) -> Vec<u8> {
        let part = |tag: u8, contents: &[u8]| [&[tag, contents.len() as u8][..], contents].concat();
        let bits = self.packets.iter().map(|packet| 8 * packet.len() as u64).sum::<u64>() * u64::from(RATE);
        let average = bits / (self.packets.len() as u64 * u64::from(BLOCK)).max(1);
        let largest = self.packets.iter().map(Vec::len).max().unwrap_or_default() as u32;
        let peak = u64::from(largest) * 8 * u64::from(RATE) / u64::from(BLOCK);
        // AAC, an audio stream.
        let mut decoder = vec![0x40, 0x15];
        decoder.extend_from_slice(&largest.to_be_bytes()[1..]);
        [peak, average].iter().for_each(|rate| decoder.extend_from_slice(&(*rate as u32).to_be_bytes()));
        decoder.extend(part(5, &self.config));
        part(3, &[&[0, 0, 0][..], &part(4, &decoder), &part(6, &[2])].concat())
    }

    /// The contents of an M4A file.
    ///
    /// # Errors
    /// If the sound is too long for one.
    pub fn to_file(&self) -> Result<Vec<u8>, FilmError> {
        let packets: Vec<_> = self.packets.iter().map(Vec::as_slice).collect();
        syom::mux_raw_lc_m4a(&packets, RATE, CHANNELS.into(), self.samples).map_err(failed)
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
        assert_eq!((sound.samples, sound.delay, sound.packets.len()), (44_100, 1024, 45));
        assert!(sound.packets.iter().all(|packet| packet.len() < 20), "{sound:?}");
        // AAC-LC, 44,100 Hz, two channels.
        assert!(sound.descriptor().windows(4).any(|part| part == [5, 2, 0x12, 0x10]));
        assert!(sound.to_file().unwrap()[4..].starts_with(b"ftyp"));
        assert_eq!(Soundtrack::new().unwrap().finish().unwrap().packets.len(), 0);
    }

    /// A knock is decoded after the delay, with little noise and silence before it.
    #[test]
    fn a_knock_is_heard_when_it_was_made() {
        let at = 20_000;
        let knock = |i: usize| (-(i as f32) / 200.0).exp() * (i as f32 * 0.3).sin() * 12_000.0;
        let mut made = vec![0; 2 * 44_100];
        (0..2000).for_each(|i| made[2 * (at + i)..][..2].fill(knock(i) as i16));
        let mut track = Soundtrack::new().unwrap();
        made.chunks(1470).for_each(|part| track.push(part).unwrap());
        let sound = track.finish().unwrap();
        let heard = syom::decode_with(&sound.to_file().unwrap(), &syom::DecodeOptions::audio()).unwrap();
        assert_eq!((heard.channels.len(), heard.channels[0].len()), (2, 44_100));
        let made = made.iter().step_by(2).map(|sample| f32::from(*sample) / 32768.0);
        for channel in &heard.channels {
            let (power, noise) = made.clone().zip(channel).fold((0.0, 0.0), |(power, noise), (made, heard)| {
                (power + made * made, noise + (made - heard) * (made - heard))
            });
            assert!(noise < power / 100.0, "{noise} of {power}");
            assert!(channel[..at - 300].iter().all(|level| level.abs() < 0.01), "silence before the knock");
        }
    }
}
