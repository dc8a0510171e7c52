//! File format of a net: a line with the format's name and version, a line of JSON with the header,
//! then the weights as little-endian 16-bit integers: for each input, the weights of all hidden
//! units; the biases of the hidden units; the output weights of the view of the side to act, then
//! of the other view. The bias of the output follows as a 32-bit integer.

use super::error::NetError;
use super::header::NetHeader;
use super::weights::{Net, Quantised};

/// The first line. The number is the version of the format.
const MAGIC: &str = "fairground net 1";

/// Maximum length of the header, bytes.
const MAX_HEADER_BYTES: usize = 4_096;

impl Net {
    /// Parses the bytes of a file.
    ///
    /// # Errors
    /// An invalid first line, header, number of weights, or weight.
    pub fn read(bytes: &[u8]) -> Result<Net, NetError> {
        let (magic, rest) = line(bytes, MAGIC.len());
        if magic != MAGIC.as_bytes() {
            return Err(NetError::Magic { expected: MAGIC, found: String::from_utf8_lossy(magic).into_owned() });
        }
        let (header, rest) = line(rest, MAX_HEADER_BYTES);
        let header: NetHeader =
            serde_json::from_slice(header).map_err(|error| NetError::Header { reason: error.to_string() })?;
        let expected = header.bytes_of_weights()?;
        if rest.len() != expected {
            return Err(NetError::Length { expected, found: rest.len() });
        }
        let NetHeader { inputs, hidden, .. } = header;
        let (numbers, output_bias) = rest.split_at(rest.len() - 4);
        let mut numbers = numbers.as_chunks().0.iter().map(|bytes| i16::from_le_bytes(*bytes));
        let mut next = |count: usize| numbers.by_ref().take(count).collect();
        let (input, bias, output) = (next(inputs * hidden), next(hidden), next(2 * hidden));
        let output_bias = output_bias.first_chunk().copied().map_or(0, i32::from_le_bytes);
        Net::new(header, &Quantised { input, bias, output, output_bias })
    }

    /// The bytes of the net's file.
    #[must_use]
    pub fn write(&self) -> Vec<u8> {
        let Quantised { input, bias, output, output_bias } = self.quantised();
        let header = serde_json::to_string(self.header()).unwrap_or_default();
        let mut bytes = format!("{MAGIC}\n{header}\n").into_bytes();
        bytes.extend(input.iter().chain(&bias).chain(&output).flat_map(|weight| weight.to_le_bytes()));
        bytes.extend(output_bias.to_le_bytes());
        bytes
    }
}

/// Splits off the first line, without its newline and at most `max` bytes long.
fn line(bytes: &[u8], max: usize) -> (&[u8], &[u8]) {
    let end = bytes.iter().take(max + 1).position(|&byte| byte == b'\n');
    match end {
        Some(end) => (&bytes[..end], &bytes[end + 1..]),
        None => (&bytes[..bytes.len().min(max)], &[]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn net() -> Net {
        let game = "fluky".to_string();
        let (inputs, hidden) = (3, 32);
        let header = NetHeader {
            game,
            inputs,
            hidden,
            is_correction: true,
            positions: 9,
            nodes: 400,
            seed: 1,
            teacher: None,
            labelled_by: None,
            loss: [0.6, 0.5],
        };
        let numbers = |count: usize, most: i16| (0..count).map(|i| i as i16 * 7 % most - most / 2).collect();
        let (input, bias, output) = (numbers(inputs * hidden, 250), numbers(hidden, 500), numbers(2 * hidden, 127));
        Net::new(header, &Quantised { input, bias, output, output_bias: -70_000 }).unwrap()
    }

    /// The error of a net's file after `change`.
    fn error(change: impl Fn(&mut Vec<u8>)) -> String {
        let mut bytes = net().write();
        change(&mut bytes);
        Net::read(&bytes).unwrap_err().to_string()
    }

    fn replace(bytes: &mut Vec<u8>, from: &str, to: &str) {
        let at = bytes.windows(from.len()).position(|window| window == from.as_bytes()).unwrap();
        bytes.splice(at..at + from.len(), to.bytes());
    }

    #[test]
    fn files_come_back() {
        let bytes = net().write();
        assert_eq!(Net::read(&bytes), Ok(net()));
        assert!(bytes.starts_with(b"fairground net 1\n{\"game\":\"fluky\",\"inputs\":3,"));
    }

    #[test]
    fn errors_name_the_fault() {
        assert!(error(|bytes| bytes.clear()).contains("expected 'fairground net 1' in the first line, found ''"));
        assert!(error(|bytes| replace(bytes, "net 1", "net 2")).contains("found 'fairground net 2'"));
        assert!(error(|bytes| replace(bytes, "\"seed\"", "\"sead\"")).contains("the header, line 2, cannot be read"));
        assert!(error(|bytes| replace(bytes, "{\"game\"", "\n{\"game\"")).contains("line 2"));
        assert_eq!(error(|bytes| bytes.truncate(bytes.len() - 1)), "expected 388 bytes of weights, found 387");
        assert_eq!(error(|bytes| bytes.push(0)), "expected 388 bytes of weights, found 389");
        assert!(error(|bytes| replace(bytes, "\"inputs\":3", "\"inputs\":4")).contains("expected 452 bytes"));
        for hidden in ["0", "31", "160", "18446744073709551584"] {
            let error = error(|bytes| replace(bytes, "\"hidden\":32", &format!("\"hidden\":{hidden}")));
            assert_eq!(error, format!("hidden: expected a multiple of 32 up to 128, found {hidden}"));
        }
        let inputs = error(|bytes| replace(bytes, "\"inputs\":3", "\"inputs\":65536"));
        assert_eq!(inputs, "inputs: expected 1 to 65535, found 65536");
        let last = error(|bytes| {
            let end = bytes.len();
            bytes[end - 6..end - 4].copy_from_slice(&200_i16.to_le_bytes());
        });
        assert_eq!(last, "output weight 63 is 200; expected -127 to 127");
    }
}
