//! Reads Rust sources, as far as needed by tests that scan them.
//!
//! A test includes this with `#[path = "common/rust_source.rs"] mod rust_source;`.

/// The code without comments, literals and unit tests (items after `#[cfg(test)]`). Lines and
/// columns do not change.
pub fn without_tests(source: &str) -> String {
    let mut code = without_literals(source);
    for (from, to) in test_items(&code).into_iter().rev() {
        code.replace_range(from..to, "");
    }
    code
}

/// Modules in separate files that are compiled only for unit tests.
#[allow(dead_code, reason = "not every test that scans sources needs it")]
pub fn test_modules(source: &str) -> Vec<String> {
    let code = without_literals(source);
    let module = |(from, to): (usize, usize)| {
        let item = code[from..to].rsplit(']').next()?.trim();
        Some(item.strip_prefix("mod ")?.strip_suffix(';')?.to_string())
    };
    test_items(&code).into_iter().filter_map(module).collect()
}

/// The ranges of items that are compiled only for unit tests, attribute included.
fn test_items(code: &str) -> Vec<(usize, usize)> {
    let mut items: Vec<(usize, usize)> = Vec::new();
    let attributes = ["#[cfg(test)]", "#[cfg(all(test,"].map(|attribute| code.match_indices(attribute));
    let mut starts: Vec<_> = attributes.into_iter().flatten().map(|(at, _)| at).collect();
    starts.sort_unstable();
    for from in starts {
        // Already inside another item.
        if items.last().is_some_and(|(_, to)| from < *to) {
            continue;
        }
        let mut depth = 0;
        let end = code[from..].char_indices().find(|(_, letter)| {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            depth == 0 && matches!(letter, '}' | ';')
        });
        items.push((from, end.map_or(code.len(), |(at, letter)| from + at + letter.len_utf8())));
    }
    items
}

/// The code with every character of comments, strings and characters replaced by a space.
fn without_literals(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        let length = literal(rest, code.chars().next_back());
        let (taken, behind) = rest.split_at(length.unwrap_or(letter.len_utf8()));
        if length.is_some() {
            code.extend(taken.chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }));
        } else {
            code.push_str(taken);
        }
        rest = behind;
    }
    code
}

/// The length in bytes of the comment or literal that begins here, if any.
fn literal(rest: &str, before: Option<char>) -> Option<usize> {
    let within_word = before.is_some_and(|letter| letter.is_alphanumeric() || letter == '_');
    let until = |end: &str, from: usize| rest[from..].find(end).map_or(rest.len(), |at| from + at + end.len());
    if rest.starts_with("//") {
        return Some(rest.find('\n').unwrap_or(rest.len()));
    }
    if rest.starts_with("/*") {
        return Some(until("*/", 2));
    }
    if rest.starts_with('r') && !within_word {
        let hashes = rest[1..].chars().take_while(|letter| *letter == '#').count();
        if rest[1 + hashes..].starts_with('"') {
            return Some(until(&format!("\"{}", "#".repeat(hashes)), 2 + hashes));
        }
    }
    let escaped_until = |quote: char| {
        let mut escaped = false;
        let end = rest.char_indices().skip(1).find(|(_, letter)| {
            let ends = *letter == quote && !escaped;
            escaped = *letter == '\\' && !escaped;
            ends
        });
        end.map_or(rest.len(), |(at, _)| at + 1)
    };
    match rest.chars().next()? {
        '"' => Some(escaped_until('"')),
        // A lifetime has no second quote after its first letter.
        '\'' if rest[1..].starts_with('\\') || rest.chars().nth(2) == Some('\'') => Some(escaped_until('\'')),
        _ => None,
    }
}
