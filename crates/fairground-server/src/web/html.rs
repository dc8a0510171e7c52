//! HTML.

/// Escapes a text.
pub(super) fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, letter| {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
        escaped
    })
}
