//! Helpers for reading position and action texts: fields, numbers, sides and squares.

use super::{Side, TextError};

/// The largest number in a text, at which counters saturate (assets/rules/common.md, Actions and
/// texts).
pub const NUMBER_LIMIT: u32 = 999_999_999;

/// Returns ` (did you mean 'x'?)` with the candidate closest in spelling to `word`, or an empty
/// string if none is close.
///
/// ```
/// use fairground_rules::engine::text::did_you_mean;
///
/// assert_eq!(did_you_mean("ches", ["chess", "fluky"]), " (did you mean 'chess'?)");
/// ```
#[must_use]
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    nearest(word, candidates).map_or_else(String::new, |nearest| format!(" (did you mean '{nearest}'?)"))
}

/// The candidate closest in spelling to `word`: up to a third of its letters missing, wrong,
/// superfluous or swapped; or the candidate that `word` abbreviates.
///
/// ```
/// use fairground_rules::engine::text::nearest;
///
/// assert_eq!(nearest("flucky", ["chess", "fluky"]), Some("fluky"));
/// assert_eq!(nearest("go", ["chess", "fluky"]), None);
/// ```
#[must_use]
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: String = word.to_lowercase().chars().take(80).collect();
    let distance = |candidate: &str| {
        let begun = word.len() >= 3 && candidate.to_lowercase().starts_with(&word);
        if begun { 1 } else { edits(&word, &candidate.to_lowercase()) }
    };
    let close = candidates.into_iter().map(|candidate| (distance(candidate), candidate));
    let close = close.filter(|(distance, candidate)| *distance <= candidate.chars().count().div_ceil(3));
    close.min_by_key(|(distance, _)| *distance).map(|(_, candidate)| candidate)
}

/// The number of edits between two words. An edit inserts, deletes or replaces a letter, or swaps
/// two neighbours (optimal string alignment).
fn edits(from: &str, to: &str) -> usize {
    let [from, to] = [from, to].map(|word| word.chars().collect::<Vec<_>>());
    // rows[i][j] is the distance between the first i letters and the first j.
    let mut rows = vec![(0..=to.len()).collect::<Vec<_>>()];
    for i in 1..=from.len() {
        let mut row = vec![i];
        for j in 1..=to.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(from[i - 1] != to[j - 1]);
            let swaps = i > 1 && j > 1 && from[i - 1] == to[j - 2] && from[i - 2] == to[j - 1];
            let swapped = if swaps { rows[i - 2][j - 2] + 1 } else { usize::MAX };
            row.push(replaced.min(swapped).min(rows[i - 1][j] + 1).min(row[j - 1] + 1));
        }
        rows.push(row);
    }
    rows[from.len()][to.len()]
}

/// Splits a text at single spaces into fields with these names.
///
/// ```
/// use fairground_rules::engine::text::fields;
///
/// let [side, clock] = fields("w 12", ["side", "clock"])?;
/// assert_eq!([side, clock], ["w", "12"]);
/// assert_eq!(fields("w", ["side", "clock"]).unwrap_err().field, "clock");
/// # Ok::<(), fairground_rules::engine::TextError>(())
/// ```
///
/// # Errors
/// The first field that is missing or empty, or the text after the last field.
pub fn fields<'a, const N: usize>(text: &'a str, names: [&str; N]) -> Result<[&'a str; N], TextError> {
    let mut parts = text.split(' ');
    let mut out = [""; N];
    for (slot, name) in out.iter_mut().zip(names) {
        match parts.next() {
            Some(part) if !part.is_empty() => *slot = part,
            Some(_) if !text.is_empty() => {
                return Err(TextError::new(
                    name,
                    "fields separated by single spaces, without spaces at the start or end",
                    text,
                ));
            }
            _ => return Err(TextError::new(name, format!("{N} fields: {}", names.join(", ")), text)),
        }
    }
    match parts.next() {
        None => Ok(out),
        Some(_) => Err(TextError::new("position", format!("at most {N} fields: {}", names.join(", ")), text)),
    }
}

/// Parses `w` or `b`.
///
/// ```
/// use fairground_rules::engine::{Side, text};
///
/// assert_eq!(text::side("b"), Ok(Side::Black));
/// ```
///
/// # Errors
/// Any other text.
pub fn side(text: &str) -> Result<Side, TextError> {
    match text {
        "w" => Ok(Side::White),
        "b" => Ok(Side::Black),
        _ => Err(TextError::new("side", "w or b", text)),
    }
}

/// Parses a number of at most 9 digits without leading zeros.
///
/// ```
/// use fairground_rules::engine::text::number;
///
/// assert_eq!(number("12", "clock"), Ok(12));
/// assert!(number("012", "clock").is_err());
/// ```
///
/// # Errors
/// Any other text, with `field` as the name of the field.
pub fn number(text: &str, field: &str) -> Result<u32, TextError> {
    let well_formed = (1..=9).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_digit())
        && (text == "0" || !text.starts_with('0'));
    let number = well_formed.then(|| text.parse().ok()).flatten();
    number.ok_or_else(|| TextError::new(field, "a number of 1 to 9 digits without leading zeros", text))
}

/// Adds one, saturating at [`NUMBER_LIMIT`].
///
/// ```
/// use fairground_rules::engine::text::{NUMBER_LIMIT, saturating_increment};
///
/// assert_eq!(saturating_increment(7), 8);
/// assert_eq!(saturating_increment(NUMBER_LIMIT), NUMBER_LIMIT);
/// ```
#[must_use]
pub const fn saturating_increment(number: u32) -> u32 {
    if number >= NUMBER_LIMIT { NUMBER_LIMIT } else { number + 1 }
}

/// The name of a square. `file` and `rank` count from 0; files are named from `a`, ranks from `1`.
///
/// ```
/// assert_eq!(fairground_rules::engine::text::square_name(4, 1), "e2");
/// ```
#[must_use]
pub fn square_name(file: u8, rank: u8) -> String {
    format!("{}{}", char::from(b'a' + file), rank + 1)
}

/// Parses a square's name at the start of a text. Returns its file and rank, both from 0, and the
/// remaining text.
///
/// ```
/// use fairground_rules::engine::text::square;
///
/// assert_eq!(square("c2c3", "from", 8, 8), Ok((2, 1, "c3")));
/// ```
///
/// # Errors
/// Any other start, with `field` as the name of the field.
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
