//! Errors of JSON in plain words.

use serde_json::error::Category;

/// The maximum number of characters in a description.
const MAX_CHARS: usize = 400;

/// Describes why a text is not the expected JSON: the field, the expected and the found content,
/// and the place. `part` names the text, `file` or `line`; in a file of several lines, the place
/// includes the line.
///
/// ```
/// use fairground_match::record::json_fault;
///
/// let text = br#"{"seed":-1}"#;
/// let error = serde_json::from_slice::<std::collections::BTreeMap<String, u64>>(text).unwrap_err();
/// assert_eq!(json_fault(&error, text, "line"), "seed: expected a whole number from 0, found -1 (column 10)");
/// ```
#[must_use]
pub fn json_fault(error: &serde_json::Error, text: &[u8], part: &str) -> String {
    if text.trim_ascii().is_empty() {
        return format!("the {part} is empty");
    }
    if error.is_eof() {
        return format!("the {part} ends in the middle");
    }
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    // The parser appends its own place.
    let message = message.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&message);
    let words = match error.classify() {
        Category::Data => of_data(message, last_key(text, line, column)),
        _ => of_syntax(message).to_string(),
    };
    let several_lines = part == "file" && text.trim_ascii_end().contains(&b'\n');
    let line = if several_lines { format!("line {line}: ") } else { String::new() };
    // Terminals obey control characters.
    let safe = words.chars().take(MAX_CHARS).flat_map(|letter| {
        let escape = letter.is_control().then(|| letter.escape_default());
        let plain = escape.is_none().then_some(letter);
        escape.into_iter().flatten().chain(plain)
    });
    format!("{line}{} (column {column})", safe.collect::<String>())
}

/// Describes a fault of well-formed JSON. `key` is the last one before it.
fn of_data(message: &str, key: Option<String>) -> String {
    if let Some(rest) = message.strip_prefix("unknown variant ") {
        return format!("unknown name {rest}");
    }
    // These name the field themselves, and are found after other fields.
    if ["unknown field ", "missing field ", "duplicate field "].iter().any(|kind| message.starts_with(kind)) {
        return message.to_string();
    }
    let list = message.strip_prefix("invalid length ").map(|rest| format!("a list of {rest}"));
    let single = || ["invalid type: ", "invalid value: "].iter().find_map(|kind| message.strip_prefix(kind));
    let pair = list.as_deref().or_else(single).and_then(|pair| pair.rsplit_once(", expected "));
    let words = pair.map_or_else(
        || message.to_string(),
        |(found, expected)| format!("expected {}, found {}", plain_kind(expected), plain_value(found)),
    );
    key.map_or_else(|| words.clone(), |key| format!("{key}: {words}"))
}

fn of_syntax(message: &str) -> &str {
    match message {
        "expected value" => "expected a value",
        "expected ident" => "expected true, false or null",
        other => other,
    }
}

/// An expected content in plain words instead of the names of Rust's types.
fn plain_kind(expected: &str) -> String {
    let signed = |bits: u32| format!("a whole number from -{} to {}", 1_u64 << (bits - 1), (1_u64 << (bits - 1)) - 1);
    match expected {
        "u8" => format!("a whole number from 0 to {}", u8::MAX),
        "u16" => format!("a whole number from 0 to {}", u16::MAX),
        "u32" => format!("a whole number from 0 to {}", u32::MAX),
        "u64" | "usize" => "a whole number from 0".to_string(),
        "i8" => signed(8),
        "i16" => signed(16),
        "i32" => signed(32),
        "i64" | "isize" => "a whole number".to_string(),
        "f32" | "f64" => "a number".to_string(),
        "a boolean" => "true or false".to_string(),
        "a string" | "string or map" | "borrowed string" => "a text".to_string(),
        "a sequence" => "a list".to_string(),
        "a map" | "map with a single key" => "an object".to_string(),
        "unit" => "null".to_string(),
        other => {
            let list = ["an array of length ", "a tuple of size "].iter().find_map(|kind| other.strip_prefix(kind));
            match list {
                Some(length) => format!("a list of {length}"),
                None if other.starts_with("struct ") || other.starts_with("enum ") => "an object".to_string(),
                None => other.to_string(),
            }
        }
    }
}

/// A found value in plain words, truncated.
fn plain_value(found: &str) -> String {
    let kinds = ["integer `", "floating point `", "boolean `", "character `"];
    if let Some(value) = kinds.iter().find_map(|kind| found.strip_prefix(kind)?.strip_suffix('`')) {
        return cut(value);
    }
    match found {
        "sequence" => "a list".to_string(),
        "map" => "an object".to_string(),
        "unit value" => "null".to_string(),
        other => cut(other.strip_prefix("string ").unwrap_or(other)),
    }
}

/// Truncates a text for errors.
pub(super) fn cut(text: &str) -> String {
    text.chars().take(80).collect()
}

/// The last key before a place of the parser, line and column from 1: the field whose value ends
/// there.
fn last_key(text: &[u8], line: usize, column: usize) -> Option<String> {
    let before: usize = text.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    let (mut at, mut key) = (0, None);
    while at < (before + column).min(text.len()) {
        if text[at] != b'"' {
            at += 1;
            continue;
        }
        let inside = &text[at + 1..];
        let mut end = 0;
        while inside.get(end).is_some_and(|byte| *byte != b'"') {
            end += if inside[end] == b'\\' { 2 } else { 1 };
        }
        let end = end.min(inside.len());
        if inside[end..].get(1..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b":")) {
            key = Some(&inside[..end]);
        }
        at += end + 2;
    }
    key.map(|key| cut(&String::from_utf8_lossy(key)))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        #[serde(rename = "seed")]
        _seed: u64,
        #[serde(default, rename = "from")]
        _from: [f64; 2],
        #[serde(default, rename = "name")]
        _name: Option<String>,
        #[serde(default, rename = "kind")]
        _kind: Option<Kind>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[allow(dead_code, reason = "it is only parsed")]
    enum Kind {
        Takeback(usize),
    }

    #[test]
    fn faults_are_described_in_plain_words() {
        for (text, fault) in [
            ("", "the line is empty"),
            (" \n", "the line is empty"),
            ("{\"seed\":", "the line ends in the middle"),
            ("{\"seed\":1", "the line ends in the middle"),
            ("{\"seed\":x}", "expected a value (column 9)"),
            ("null", "expected an object, found null (column 4)"),
            ("{}", "missing field `seed` (column 2)"),
            ("{\"seed\":1,\"salt\":2}", "unknown field `salt`, expected one of `seed`, `from`, `name`, `kind`"),
            ("{\"seed\":1,\"\\u001b[2J\":2}", "unknown field `\\u{1b}[2J`, expected"),
            ("{\"seed\":-1}", "seed: expected a whole number from 0, found -1 (column 10)"),
            ("{\"name\":\"seed\\\":\",\"seed\":1.5}", "seed: expected a whole number from 0, found 1.5"),
            ("{\"seed\":\"x\"}", "seed: expected a whole number from 0, found \"x\" (column 11)"),
            ("{\"seed\":1,\"name\":true}", "name: expected a text, found true"),
            ("{\"seed\":1,\"from\":[1]}", "from: expected a list of 2, found a list of 1"),
            ("{\"seed\":1,\"from\":[1,null]}", "from: expected a number, found null"),
            ("{\"seed\":1,\"from\":{}}", "from: expected a list of 2, found an object"),
            ("{\"seed\":1,\"kind\":\"other\"}", "unknown name `other`, expected `takeback`"),
            ("{\"seed\":1,\"kind\":{\"takeback\":-1}}", "takeback: expected a whole number from 0, found -1"),
        ] {
            let error = serde_json::from_str::<Sample>(text).unwrap_err();
            let found = json_fault(&error, text.as_bytes(), "line");
            assert!(found.starts_with(fault), "{text}: {error}: {found}");
        }
        let long = format!("{{\"seed\":\"{}\"}}", "x".repeat(100_000));
        let error = serde_json::from_str::<Sample>(&long).unwrap_err();
        assert!(json_fault(&error, long.as_bytes(), "line").len() < 200);
    }

    #[test]
    fn a_file_of_several_lines_has_places_in_lines() {
        let text = "{\n  \"name\": \"x\",\n  \"seed\": [\n";
        let fault =
            |text: &str| json_fault(&serde_json::from_str::<Sample>(text).unwrap_err(), text.as_bytes(), "file");
        assert_eq!(fault(&text[..text.len() - 2]), "the file ends in the middle");
        let whole = format!("{text}]\n}}\n");
        assert_eq!(fault(&whole), "line 3: seed: expected a whole number from 0, found a list (column 10)");
    }
}
