//! Cleans names and chat before display to others.

use std::ops::RangeInclusive;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// The maximum number of combining marks on a letter.
const MAX_MARKS: usize = 3;

/// Characters that are invisible or change the direction of the text: Unicode's property
/// `Default_Ignorable_Code_Point`, the rest of the category Cf, line separators and blank letters.
const INVISIBLE: [RangeInclusive<char>; 29] = [
    '\u{ad}'..='\u{ad}',
    '\u{34f}'..='\u{34f}',
    '\u{600}'..='\u{605}',
    '\u{61c}'..='\u{61c}',
    '\u{6dd}'..='\u{6dd}',
    '\u{70f}'..='\u{70f}',
    '\u{890}'..='\u{891}',
    '\u{8e2}'..='\u{8e2}',
    '\u{115f}'..='\u{1160}',
    '\u{17b4}'..='\u{17b5}',
    '\u{180b}'..='\u{180f}',
    '\u{200b}'..='\u{200f}',
    '\u{2028}'..='\u{2029}',
    '\u{202a}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{2800}'..='\u{2800}',
    '\u{3164}'..='\u{3164}',
    '\u{fe00}'..='\u{fe0f}',
    '\u{feff}'..='\u{feff}',
    '\u{ffa0}'..='\u{ffa0}',
    '\u{fff0}'..='\u{fffb}',
    '\u{110bd}'..='\u{110bd}',
    '\u{110cd}'..='\u{110cd}',
    '\u{13430}'..='\u{1343f}',
    '\u{16fe4}'..='\u{16fe4}',
    '\u{1bca0}'..='\u{1bca3}',
    '\u{1d159}'..='\u{1d159}',
    '\u{1d173}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// Normalizes a text to Unicode's form C, truncated to `limit` characters. Runs of white space
/// become one space. Control characters, invisible characters, noncharacters and excessive
/// combining marks are removed.
pub(super) fn plain(text: &str, limit: usize) -> String {
    let shown: String = text.chars().filter(|letter| letter.is_whitespace() || is_visible(*letter)).collect();
    let mut marks = 0;
    let few_marks = |letter: &char| {
        marks = if is_combining_mark(*letter) { marks + 1 } else { 0 };
        marks <= MAX_MARKS
    };
    let text: String = shown.nfc().filter(few_marks).collect();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    words.chars().take(limit).collect::<String>().trim_end().to_string()
}

fn is_visible(letter: char) -> bool {
    let code = u32::from(letter);
    let is_noncharacter = code & 0xfffe == 0xfffe || (0xfdd0..=0xfdef).contains(&code);
    !letter.is_control() && !is_noncharacter && !INVISIBLE.iter().any(|range| range.contains(&letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_cleaned() {
        for (text, cleaned) in [
            (" Ada\n", "Ada"),
            ("\u{202e}kcalB", "kcalB"),
            ("\u{2067}kcalB\u{2069}", "kcalB"),
            ("\u{200b}\u{feff}", ""),
            ("\u{2800}\u{3164}\u{ffa0}\u{2003}\u{a0}", ""),
            ("Bo\u{e0041}\u{fe0f}\u{34f}", "Bo"),
            ("a\u{fffe}b\u{1ffff}c\u{fdd0}", "abc"),
            ("Ada \u{2003}\t Lovelace", "Ada Lovelace"),
            // Composed and decomposed letters give the same name, even around an invisible
            // character.
            ("Zoe\u{308}", "Zo\u{eb}"),
            ("Zoe\u{200d}\u{308}", "Zo\u{eb}"),
            ("\u{1112}\u{1161}\u{11ab}", "\u{d55c}"),
            (
                "\u{1f600} \u{5d0}\u{5d1} \u{0939}\u{093f}\u{0928}\u{094d}",
                "\u{1f600} \u{5d0}\u{5d1} \u{0939}\u{093f}\u{0928}\u{094d}",
            ),
            ("one two", "one tw"),
            ("one t  two", "one t"),
        ] {
            let limit = if text.starts_with("one") { 6 } else { 40 };
            assert_eq!(plain(text, limit), cleaned, "{text:?}");
            assert_eq!(plain(cleaned, limit), cleaned, "cleaned again: {text:?}");
        }
    }

    #[test]
    fn combining_marks_are_limited() {
        // The first mark is composed with its letter.
        assert_eq!(plain(&format!("e{}", "\u{301}".repeat(199)), 40).chars().count(), 1 + MAX_MARKS);
        assert_eq!(plain(&"e\u{301}\u{20dd}\u{302}\u{303}".repeat(9), 100).chars().count(), 9 * 4);
    }

    #[test]
    fn ranges_are_in_order() {
        assert!(INVISIBLE.windows(2).all(|pair| pair[0].end() < pair[1].start()));
    }
}
