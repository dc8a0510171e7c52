//! Annotation glyphs (NAGs) and their usual signs.

/// Signs and their numbers, from the specification's list and the additions that other programs
/// share. Of several signs for a number, the first is shown.
const GLYPHS: [(&str, u8); 34] = [
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("??", 4),
    ("!?", 5),
    ("?!", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("⩲", 14),
    ("+=", 14),
    ("+/=", 14),
    ("⩱", 15),
    ("=+", 15),
    ("=/+", 15),
    ("±", 16),
    ("+/-", 16),
    ("∓", 17),
    ("-/+", 17),
    ("+-", 18),
    ("+−", 18),
    ("-+", 19),
    ("−+", 19),
    ("⨀", 22),
    ("⟳", 32),
    ("→", 36),
    ("↑", 36),
    ("⇆", 132),
    ("∆", 140),
    ("Δ", 140),
    ("N", 146),
    ("TN", 146),
    ("⌓", 142),
    ("D", 220),
];

/// Suffixes that add nothing to a move: check, mate and en passant.
const SILENT: [&str; 6] = ["+", "#", "++", "e.p.", "ep", "(ep)"];

/// The sign of a numeric annotation glyph, or `$22` for one without a sign.
#[must_use]
pub fn glyph(nag: u8) -> String {
    let known = GLYPHS.iter().find(|(_, number)| *number == nag);
    known.map_or_else(|| format!("${nag}"), |(sign, _)| (*sign).to_string())
}

/// Parses a word that is an annotation rather than a move. The inner `None` is an annotation
/// without a number.
pub(super) fn annotation(word: &str) -> Option<Option<u8>> {
    if let Some(number) = word.strip_prefix('$') {
        return Some(number.parse().ok());
    }
    if SILENT.contains(&word) {
        return Some(None);
    }
    if let Some((_, number)) = GLYPHS.iter().find(|(sign, _)| *sign == word) {
        return Some(Some(*number));
    }
    // Longer than any known sign, such as `!!!`.
    let praise = !word.is_empty() && word.chars().all(|sign| matches!(sign, '!' | '?'));
    praise.then(|| GLYPHS.iter().rev().find(|(sign, _)| word.starts_with(sign)).map(|(_, number)| *number))
}

/// Splits a move from the glyphs at its end, as in `Nf3!?` and `Nf3=?!`.
pub(super) fn split(word: &str) -> (&str, Vec<u8>) {
    let bare = word.trim_end_matches(['!', '?']);
    if bare.len() < word.len() && !bare.is_empty() {
        let (action, mut nags) = split(bare);
        nags.extend(annotation(&word[bare.len()..]).flatten());
        return (action, nags);
    }
    let behind = |bare: &str| bare.ends_with(|sign: char| sign.is_alphanumeric() || matches!(sign, '+' | '#'));
    let longest_first = GLYPHS.iter().filter(|(sign, _)| !sign.chars().any(char::is_alphabetic));
    let found = longest_first.filter_map(|(sign, number)| Some((word.strip_suffix(sign)?, *number)));
    match found.filter(|(bare, _)| behind(bare)).min_by_key(|(bare, _)| bare.len()) {
        Some((bare, number)) => (bare, vec![number]),
        None => (word, Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_distinguished_from_moves() {
        for (word, parts) in [
            ("e4", ("e4", None)),
            ("e4!", ("e4", Some(1))),
            ("Qxf7+!?", ("Qxf7+", Some(5))),
            ("Qxf7+-", ("Qxf7", Some(18))),
            ("Nf3+/-", ("Nf3", Some(16))),
            ("Nf3⩲", ("Nf3", Some(14))),
            ("O-O=", ("O-O", Some(10))),
            ("a8=Q", ("a8=Q", None)),
            ("--", ("--", None)),
            ("e4!!!", ("e4", Some(3))),
            ("Qh5+", ("Qh5+", None)),
        ] {
            assert_eq!(split(word), (parts.0, Vec::from_iter(parts.1)), "{word}");
        }
        assert_eq!(split("Nf6=?!"), ("Nf6", vec![10, 6]));
        for (word, number) in [("$14", Some(14)), ("$300", None), ("?!", Some(6)), ("+", None), ("???", Some(4))] {
            assert_eq!(annotation(word), Some(number), "{word}");
        }
        assert_eq!((annotation("Nf3"), annotation("-")), (None, None));
        assert_eq!((glyph(6), glyph(16), glyph(99)), ("?!".to_string(), "±".to_string(), "$99".to_string()));
    }
}
