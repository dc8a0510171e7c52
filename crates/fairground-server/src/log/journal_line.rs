//! Lines with checksums, for the journal and the index.
//!
//! A line consists of the length of its contents in bytes (8 hex digits), a checksum (the first 16
//! hex digits of their BLAKE3 hash), and the contents. The contents of a journal line are a JSON
//! array of [`Written`].

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};

/// A text and its place in a file of the folder.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Written<'a> {
    /// The name of the file.
    pub file: Cow<'a, str>,
    /// The offset, bytes.
    pub at: u64,
    /// The text.
    pub text: Cow<'a, str>,
}

/// The journal line for these texts, including its end.
pub(super) fn encode(texts: &[Written<'_>]) -> io::Result<Vec<u8>> {
    Ok(with_checksum(&serde_json::to_vec(texts)?))
}

/// The texts of a journal line, given without its end; `None` if the line is damaged.
pub(super) fn decode(line: &[u8]) -> Option<Vec<Written<'_>>> {
    serde_json::from_slice(checked(line)?).ok()
}

/// Encodes contents, which have no line end, as a line with their length and checksum.
pub(super) fn with_checksum(contents: &[u8]) -> Vec<u8> {
    let mut line = prefix(contents).into_bytes();
    line.extend(contents);
    line.push(b'\n');
    line
}

/// The contents of a line, given without its end; `None` if the line is damaged.
pub(super) fn checked(line: &[u8]) -> Option<&[u8]> {
    let (found, contents) = line.split_at_checked(PREFIX)?;
    (found == prefix(contents).as_bytes()).then_some(contents)
}

/// The number of bytes before the contents.
const PREFIX: usize = 8 + 1 + 16 + 1;

fn prefix(contents: &[u8]) -> String {
    format!("{:08x} {:.16} ", contents.len(), blake3::hash(contents).to_hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_damage_to_a_line_is_found() {
        let texts = [Written { file: "a".into(), at: 7, text: "one\n\"two\"\n".into() }];
        let line = encode(&texts).unwrap();
        assert_eq!(decode(&line[..line.len() - 1]).as_deref(), Some(&texts[..]));
        for index in 0..line.len() - 1 {
            let mut damaged = line.clone();
            damaged[index] ^= 1;
            assert_eq!(decode(&damaged[..line.len() - 1]), None, "byte {index}");
            assert_eq!(decode(&line[..index]), None, "cut at {index}");
        }
    }
}
