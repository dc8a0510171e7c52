//! Texts that people have written, as others may read them.

/// The most combining marks in a row.
const MAX_MARKS: usize = 3;

/// Blocks of combining marks, which stand on the letter before.
const MARKS: [std::ops::RangeInclusive<char>; 6] = [
    '\u{300}'..='\u{36f}',
    '\u{483}'..='\u{489}',
    '\u{1ab0}'..='\u{1aff}',
    '\u{1dc0}'..='\u{1dff}',
    '\u{20d0}'..='\u{20ff}',
    '\u{fe20}'..='\u{fe2f}',
];

/// Characters of Unicode's category Cf, which are invisible or turn the text around them, and those that are none.
const INVISIBLE: [std::ops::RangeInclusive<char>; 18] = [
    '\u{ad}'..='\u{ad}',
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
    '\u{2028}'..='\u{202e}',
    '\u{2060}'..='\u{206f}',
    '\u{3164}'..='\u{3164}',
    '\u{feff}'..='\u{feff}',
    '\u{fff0}'..='\u{fffb}',
    '\u{1bca0}'..='\u{1d17a}',
    '\u{e0000}'..='\u{e0fff}',
];

/// A text without control characters, invisible characters and heaps of marks, and without spaces around it, at most `most` characters.
pub(super) fn plain(text: &str, most: usize) -> String {
    let mut marks = 0;
    let shown = |letter: &char| {
        let is_mark = MARKS.iter().any(|block| block.contains(letter));
        marks = if is_mark { marks + 1 } else { 0 };
        let is_character = u32::from(*letter) & 0xfffe != 0xfffe;
        let is_invisible = INVISIBLE.iter().any(|block| block.contains(letter));
        is_character && !letter.is_control() && !is_invisible && marks <= MAX_MARKS
    };
    let text: String = text.chars().filter(shown).collect();
    text.trim().chars().take(most).collect::<String>().trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_invisible_is_left() {
        for (text, left) in [
            (" Ada\n", "Ada"),
            ("\u{202e}kcalB", "kcalB"),
            ("\u{200b}\u{feff}", ""),
            ("a\u{fffe}b\u{1ffff}", "ab"),
            ("Zoe\u{308} \u{1f600} \u{5d0}\u{5d1}", "Zoe\u{308} \u{1f600} \u{5d0}\u{5d1}"),
            ("one two", "one tw"),
            ("one t  two", "one t"),
        ] {
            assert_eq!(plain(text, if text.starts_with("one") { 6 } else { 40 }), left, "{text:?}");
        }
        assert_eq!(plain(&format!("e{}", "\u{301}".repeat(199)), 40).chars().count(), 1 + MAX_MARKS);
    }
}
