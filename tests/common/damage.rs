//! Damages texts as people, editors and disks do: letters, bytes, digits and fields.
//!
//! A test includes this with `#[path = "common/damage.rs"] mod damage;`.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

/// Letters that occur in texts, and some that do not: letters of two and four bytes, a joiner, a
/// full-width digit, an Arabic digit, control characters.
const LETTERS: &[char] = &[
    'a', 'b', 'e', 'h', 'i', 'k', 'p', 'q', 'r', 'w', 'x', 'z', 'A', 'B', 'D', 'K', 'N', 'O', 'P', 'Q', '0', '1', '2',
    '3', '8', '9', ' ', '/', '-', '+', '~', '=', '@', '>', '<', '*', ':', ';', ',', '.', '"', '{', '}', '[', ']', '\\',
    '_', 'é', 'ß', '♔', '😀', '\u{200d}', '１', '٣', '\u{301}', '\n', '\t', '\0',
];

/// Numbers at the limits of texts and integers.
const NUMBERS: &[&str] = &[
    "0",
    "00",
    "01",
    "-1",
    "+1",
    "1.5",
    "1e9",
    "9",
    "10",
    "64",
    "100",
    "255",
    "256",
    "65535",
    "65536",
    "999999999",
    "1000000000",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "99999999999999999999999999999999999999999",
];

/// The separators between the parts of a text.
const SEPARATORS: &[char] = &[' ', '/', ',', ':', '+', '>', '-', '"', '\n', '\t'];

/// A text damaged in one to four ways; parts of `other`, another text of its kind, may be inserted.
pub fn damaged(text: &str, other: &str, rng: &mut impl Rng) -> String {
    let mut text = text.to_string();
    for _ in 0..1 + rng.random_range(0..16_u32).trailing_zeros().min(3) {
        text = damage(&text, other, rng);
    }
    text
}

fn damage(text: &str, other: &str, rng: &mut impl Rng) -> String {
    let letters: Vec<char> = text.chars().collect();
    let at = rng.random_range(0..=letters.len());
    let (before, behind) = letters.split_at(at);
    let letter = LETTERS.choose(rng).copied().unwrap_or('?');
    let of = |letters: &[char]| letters.iter().collect::<String>();
    match rng.random_range(0..14) {
        0 | 1 => of(before) + &of(behind.get(1..).unwrap_or_default()),
        2 | 3 => format!("{}{letter}{}", of(before), of(behind)),
        4 | 5 => format!("{}{letter}{}", of(before), of(behind.get(1..).unwrap_or_default())),
        6 => of(before),
        7 => of(behind),
        8 => of(before) + &of(&other.chars().skip(at).collect::<Vec<_>>()),
        9 => text.repeat(rng.random_range(0..4)),
        10 => with_number(&letters, at, rng),
        11 => {
            let mut bytes = text.as_bytes().to_vec();
            for _ in 0..rng.random_range(1..4) {
                if let Some(byte) = { 0..bytes.len() }.nth(rng.random_range(0..bytes.len().max(1))) {
                    bytes[byte] ^= 1 << rng.random_range(0..8);
                }
            }
            String::from_utf8_lossy(&bytes).into_owned()
        }
        _ => with_parts(text, rng),
    }
}

/// Replaces the first run of digits from `at` on by another number.
fn with_number(letters: &[char], at: usize, rng: &mut impl Rng) -> String {
    let is_digit = |letter: &char| letter.is_ascii_digit();
    let begin = (at..letters.len()).find(|&i| is_digit(&letters[i])).unwrap_or(at);
    let end = (begin..letters.len()).find(|&i| !is_digit(&letters[i])).unwrap_or(letters.len());
    let mut text: String = letters[..begin].iter().collect();
    text.push_str(NUMBERS.choose(rng).copied().unwrap_or_default());
    text.extend(&letters[end..]);
    text
}

/// Omits, doubles, empties or replaces a part, or doubles the separator after it.
fn with_parts(text: &str, rng: &mut impl Rng) -> String {
    let separator = SEPARATORS.choose(rng).copied().unwrap_or(' ');
    let mut parts: Vec<&str> = text.split(separator).collect();
    let (one, two) = (rng.random_range(0..parts.len()), rng.random_range(0..parts.len()));
    match rng.random_range(0..5) {
        0 => drop(parts.remove(one)),
        1 => parts.insert(two, parts[one]),
        2 => parts[one] = "",
        3 => parts.swap(one, two),
        _ => parts.insert(one, ""),
    }
    parts.join(&separator.to_string())
}
