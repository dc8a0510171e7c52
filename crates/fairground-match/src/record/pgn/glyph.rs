//! Annotation glyphs (NAGs) and their usual signs.

/// Signs and their numbers, from the specification's list and the additions common to other
/// programs. If a number has several signs, the first is shown.
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

/// Parses a word that is an annotation rather than a move, except `$22`. The inner `None` is an
/// annotation without a number.
pub(super) fn annotation(word: &str) -> Option<Option<u8>> {
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

/// Parses a numeric annotation, `$22`. The inner `None` is a number out of range.
pub(super) fn numeric(word: &str) -> Option<Option<u8>> {
    word.strip_prefix('$').map(|number| number.parse().ok())
}

/// Splits a word from the glyph at its end, as in `Nf3!?` and `Nf3=`. The inner `None` is a glyph
/// without a number.
pub(super) fn split(word: &str) -> Option<(&str, Option<u8>)> {
    let bare = word.trim_end_matches(['!', '?']);
    if bare.len() < word.len() && !bare.is_empty() {
        return Some((bare, annotation(&word[bare.len()..]).flatten()));
    }
    let may_precede = |sign: char| sign.is_alphanumeric() || matches!(sign, '+' | '#' | '.' | ')');
    let signs = GLYPHS.iter().filter(|(sign, _)| !sign.chars().any(char::is_alphabetic));
    let found = signs.filter_map(|(sign, number)| Some((word.strip_suffix(sign)?, Some(*number))));
    found.filter(|(bare, _)| bare.ends_with(may_precede)).min_by_key(|(bare, _)| bare.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn glyphs_are_distinguished_from_moves() {
        for (word, parts) in [
            ("e4", None),
            ("e4!", Some(("e4", Some(1)))),
            ("Qxf7+!?", Some(("Qxf7+", Some(5)))),
            ("Qxf7+-", Some(("Qxf7", Some(18)))),
            ("Nf3+/-", Some(("Nf3", Some(16)))),
            ("Nf3⩲", Some(("Nf3", Some(14)))),
            ("O-O=", Some(("O-O", Some(10)))),
            ("a8(Q)=", Some(("a8(Q)", Some(10)))),
            ("Nf6=?!", Some(("Nf6=", Some(6)))),
            ("a8=Q", None),
            ("--", None),
            ("e4!!!", Some(("e4", Some(3)))),
            ("Qh5+", None),
        ] {
            assert_eq!(split(word), parts, "{word}");
        }
        for (word, number) in [("?!", Some(6)), ("+", None), ("???", Some(4))] {
            assert_eq!(annotation(word), Some(number), "{word}");
        }
        assert_eq!((annotation("Nf3"), annotation("-"), numeric("14")), (None, None, None));
        assert_eq!((numeric("$14"), numeric("$300")), (Some(Some(14)), Some(None)));
        assert_eq!((glyph(6), glyph(16), glyph(99)), ("?!".to_string(), "±".to_string(), "$99".to_string()));
    }
}
