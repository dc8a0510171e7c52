//! Words for terminals: numbers of things, and texts of files.

use std::borrow::Cow;

/// The maximum number of characters shown of a text of a match file.
const MAX_CHARS: usize = 100;

/// A number of things with a regular plural: `1 action`, `2 actions`.
pub(super) fn counted(number: usize, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// A text of a match file, such as a name or an event, to be shown in a line: truncated, and with
/// its control characters escaped, because terminals would obey them.
pub(super) fn of_file<'a>(text: impl Into<Cow<'a, str>>) -> Cow<'a, str> {
    let text = text.into();
    if text.len() <= MAX_CHARS && !text.contains(char::is_control) {
        return text;
    }
    let mut shown: String = text.chars().take(MAX_CHARS).collect();
    if shown.len() < text.len() {
        shown.pop();
        shown.push('…');
    }
    escaped(&shown, char::is_control).into_owned().into()
}

/// A text of several lines with all other control characters escaped.
pub(super) fn without_controls(text: &str) -> Cow<'_, str> {
    escaped(text, |letter| letter.is_control() && letter != '\n')
}

fn escaped(text: &str, wrong: impl Fn(char) -> bool) -> Cow<'_, str> {
    if !text.contains(&wrong) {
        return text.into();
    }
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match wrong(letter) {
            true => safe.extend(letter.escape_default()),
            false => safe.push(letter),
        }
    }
    safe.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_files_are_safe_and_short() {
        for (text, shown) in [
            ("", ""),
            ("Zoë \"Zed\" O'Hara", "Zoë \"Zed\" O'Hara"),
            ("a\u{1b}[2Jb\nc\u{9b}", "a\\u{1b}[2Jb\\nc\\u{9b}"),
            (&"é".repeat(100), &"é".repeat(100)),
            (&"é".repeat(101), &format!("{}…", "é".repeat(99))),
        ] {
            assert_eq!(of_file(text), shown);
        }
        assert_eq!(without_controls("a\nb\tc\r"), "a\nb\\tc\\r");
        assert_eq!([0, 1, 2].map(|number| counted(number, "throw")), ["0 throws", "1 throw", "2 throws"]);
    }
}
