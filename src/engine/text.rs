//! Helpers for reading position and action texts: fields, numbers, sides and squares.

use super::{Side, TextError};

/// The highest number in a text; counters stay there (assets/rules/common.md, Actions and texts).
pub const NUMBER_LIMIT: u32 = 999_999_999;

/// Splits a text at single spaces into exactly these fields.
///
/// # Errors
/// Names the first field that is missing or empty, or the text after the last field.
pub fn fields<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Result<[&'a str; N], TextError> {
    let mut parts = text.split(' ');
    let mut out = [""; N];
    for (slot, name) in out.iter_mut().zip(names) {
        match parts.next() {
            Some(part) if !part.is_empty() => *slot = part,
            Some(_) => return Err(TextError::new(name, "the field, one space before it", "a further space")),
            None => return Err(TextError::new(name, "the field", "the end of the text")),
        }
    }
    match parts.next() {
        None => Ok(out),
        Some(rest) => Err(TextError::new("position", format!("{N} fields"), &format!("more: '{rest}'"))),
    }
}

/// Reads `w` or `b`.
///
/// # Errors
/// Anything else.
pub fn side(text: &str) -> Result<Side, TextError> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(TextError::new("side", "w or b", text)),
    }
}

/// Reads a number of at most 9 digits without leading zeros.
///
/// # Errors
/// Anything else, named by `field`.
pub fn number(text: &str, field: &str) -> Result<u32, TextError> {
    let well_formed = (1..=9).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    let number = well_formed.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| TextError::new(field, "a number of 1 to 9 digits without leading zeros", text))
}

/// One more, but at most [`NUMBER_LIMIT`].
#[must_use]
pub const fn saturating_increment(number: u32) -> u32 {
    if number >= NUMBER_LIMIT { NUMBER_LIMIT } else { number + 1 }
}

/// The name of a square: file from a, rank from 1, both given from 0.
#[must_use]
pub fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Reads a square's name at the start of a text: file and rank from 0, and what follows.
///
/// # Errors
/// Another start, named by `field`.
pub fn square<'a>(text: &'a str, field: &str, files: u8, ranks: u8) -> Result<(u8, u8, &'a str), TextError> {
    let expected = || {
        let (file, rank) = (char::from(b'a' + files - 1), ranks);
        TextError::new(field, format!("a square, a1 to {file}{rank}"), text)
    };
    let (Some(&file), Some(&rank)) = (text.as_bytes().first(), text.as_bytes().get(1)) else {
        return Err(expected());
    };
    if !(b'a'..b'a' + files).contains(&file) || !(b'1'..b'1' + ranks).contains(&rank) {
        return Err(expected());
    }
    Ok((file - b'a', rank - b'1', &text[2..]))
}
