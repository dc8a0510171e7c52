//! The lines of the journal.
//!
//! A line has the length of its JSON in bytes (8 hex digits), a checksum of it (the first 16 hex digits of its BLAKE3 hash) and the JSON, an
//! array of [`Written`]. A crash can tear only the last line of the newest segment.

use std::borrow::Cow;
use std::io;

use serde::{Deserialize, Serialize};

/// A text that was, or is to be, written to a file of the folder.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Written<'a> {
    /// The name of the file.
    pub file: Cow<'a, str>,
    /// The offset, bytes.
    pub at: u64,
    /// The text.
    pub text: Cow<'a, str>,
}

/// The line of the journal for these texts, with its end.
pub(super) fn encode(texts: &[Written<'_>]) -> io::Result<Vec<u8>> {
    let json = serde_json::to_vec(texts)?;
    let mut line = prefix(&json).into_bytes();
    line.extend(json);
    line.push(b'\n');
    Ok(line)
}

/// The texts of a line of the journal, without its end; `None` if the line is damaged.
pub(super) fn decode(line: &[u8]) -> Option<Vec<Written<'_>>> {
    let (found, json) = line.split_at_checked(PREFIX)?;
    if found != prefix(json).as_bytes() {
        return None;
    }
    serde_json::from_slice(json).ok()
}

/// The bytes of a line before its JSON.
const PREFIX: usize = 8 + 1 + 16 + 1;

fn prefix(json: &[u8]) -> String {
    format!("{:08x} {:.16} ", json.len(), blake3::hash(json).to_hex())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_as_it_was_written_or_not_at_all() {
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
