//! Tag pairs, read leniently: a tag is rarely essential, and no reason to reject a game.

/// Whether a line begins with a tag.
pub(super) fn begins(line: &str) -> bool {
    let Some(rest) = line.strip_prefix('[') else { return false };
    let line = rest.split(['\n', '\r']).next().unwrap_or_default();
    rest.trim_start_matches([' ', '\t']).starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
        && line.contains(['"', ']'])
}

/// Parses the tag at the start of a text. Returns its name, its value and its length in bytes. A
/// tag never extends beyond its line.
///
/// Quotation marks inside the value need not be escaped. A backslash is literal unless it escapes
/// something. Control characters are read as spaces.
pub(super) fn read(text: &str) -> ((String, String), usize) {
    let line = &text[..text.find(['\n', '\r']).unwrap_or(text.len())];
    let inside = line.strip_prefix('[').unwrap_or(line);
    let Some((name, quoted)) = inside.split_once('"') else {
        // The value is not quoted.
        let end = inside.find(']').unwrap_or(inside.len());
        let (name, value) = inside[..end].trim().split_once(char::is_whitespace).unwrap_or((inside[..end].trim(), ""));
        let length = line.len() - inside.len() + (end + 1).min(inside.len());
        return ((in_spaces(name).trim().to_string(), in_spaces(value).trim().to_string()), length);
    };
    let before = line.len() - quoted.len();
    let (value, length) = match closing(quoted) {
        Some((end, length)) => (&quoted[..end], length),
        None => (quoted.trim_end().trim_end_matches(']').trim_end_matches('"'), quoted.len()),
    };
    ((in_spaces(name).trim().to_string(), in_spaces(&unescaped(value))), before + length)
}

/// Replaces control characters in a name or a value by spaces.
pub(super) fn in_spaces(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Finds the quotation mark that ends a value, i.e. the one followed by `]`, and the end of the
/// tag. An escaped mark counts only as a last resort.
fn closing(quoted: &str) -> Option<(usize, usize)> {
    let (mut escaped, mut last) = (false, None);
    for (at, sign) in quoted.char_indices() {
        if sign == '"' {
            let rest = &quoted[at + 1..];
            let gap = rest.len() - rest.trim_start().len();
            if rest[gap..].starts_with(']') {
                let found = Some((at, at + 1 + gap + 1));
                if !escaped {
                    return found;
                }
                last = found;
            }
        }
        escaped = sign == '\\' && !escaped;
    }
    last
}

/// Removes the backslashes that escape a quotation mark or a backslash.
fn unescaped(value: &str) -> String {
    let (mut text, mut signs) = (String::new(), value.chars().peekable());
    while let Some(sign) = signs.next() {
        match signs.next_if(|next| sign == '\\' && matches!(next, '"' | '\\')) {
            Some(escaped) => text.push(escaped),
            None => text.push(sign),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_preserved_exactly() {
        for (text, name, value) in [
            (r#"[Event "x"]"#, "Event", "x"),
            (r#"[ Event   "x" ]"#, "Event", "x"),
            (r#"[Event "A \"great\" one"]"#, "Event", r#"A "great" one"#),
            (r#"[Event "5th "Coastal" Open"]"#, "Event", r#"5th "Coastal" Open"#),
            (r#"[TimeControl "25' + 5" bonus"]"#, "TimeControl", r#"25' + 5" bonus"#),
            (r#"[Event "C:\temp\new"]"#, "Event", r"C:\temp\new"),
            (r#"[Event "C:\\temp"]"#, "Event", r"C:\temp"),
            (r#"[Event "C:\temp\"]"#, "Event", r"C:\temp\"),
            (r#"[Event "a [b] c"]"#, "Event", "a [b] c"),
            (r#"[White Team "x"]"#, "White Team", "x"),
            (r#"[Zug-Nr. "x"]"#, "Zug-Nr.", "x"),
            ("[Elo\0 \"1\t8\0\"]", "Elo", "1 8 "),
            ("[Round 3]", "Round", "3"),
            ("[White]", "White", ""),
            ("[White \"x", "White", "x"),
            ("[White \"x]", "White", "x"),
            ("[White", "White", ""),
        ] {
            let more = format!("{text}\n[Next \"y\"]\n");
            assert_eq!(read(&more), ((name.to_string(), value.to_string()), text.len()), "{text}");
        }
        assert_eq!(read("[A \"x\"] [B \"y\"]").1, 7);
    }
}
