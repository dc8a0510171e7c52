//! The writer of PGN.

use std::fmt;

use super::{Pgn, PgnItem, PgnToken, tag};

/// The maximum line length, characters; longer words are not broken.
const LINE: usize = 80;

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            // A tag ends with its line.
            let value = tag::in_spaces(value).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut width = 0;
        let mut word = |f: &mut fmt::Formatter<'_>, word: &str| {
            let more = word.chars().count();
            if width > 0 && width + 1 + more > LINE {
                f.write_str("\n")?;
                width = 0;
            } else if width > 0 {
                f.write_str(" ")?;
                width += 1;
            }
            width += more;
            f.write_str(word)
        };
        for text in words_of(&self.items) {
            word(f, &text)?;
        }
        word(f, &self.result)?;
        writeln!(f)
    }
}

/// Splits movetext into words between which a line may end.
fn words_of(items: &[PgnItem]) -> Vec<String> {
    let mut words = Vec::new();
    for item in items {
        match &item.token {
            PgnToken::Number(text) | PgnToken::Move(text) => words.push(text.clone()),
            PgnToken::Nag(number) => words.push(format!("${number}")),
            PgnToken::Comment(text) => {
                // Without a space after the brace, no line of the comment can begin with a tag.
                let text = format!("{{{}}}", text.trim().replace('}', ")"));
                for word in text.split_whitespace() {
                    match words.last_mut().filter(|_| word.starts_with('%')) {
                        // At the start of a line, `%` would make readers skip the line.
                        Some(before) => {
                            before.push(' ');
                            before.push_str(word);
                        }
                        None => words.push(word.to_string()),
                    }
                }
            }
            PgnToken::Variation(inside) => {
                let mut inside = words_of(inside);
                if let Some(first) = inside.first_mut() {
                    first.insert(0, '(');
                }
                if let Some(last) = inside.last_mut() {
                    last.push(')');
                }
                words.extend(inside);
            }
        }
    }
    words
}

impl fmt::Display for PgnToken {
    /// Writes the token in one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let item = PgnItem { line: 0, token: self.clone() };
        f.write_str(&words_of(std::slice::from_ref(&item)).join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_several_lines_is_written_in_one() {
        let tags = vec![("Event".to_string(), "a\r\n[b \"c\"]".to_string())];
        let text = Pgn { tags, result: "*".to_string(), ..Pgn::default() }.to_string();
        let [read] = Pgn::parse(&text).unwrap().try_into().unwrap();
        assert_eq!(read.tags, [("Event".to_string(), "a  [b \"c\"]".to_string())]);
    }

    /// A comment line that begins like a tag would start another game.
    #[test]
    fn a_comment_starts_directly_after_its_brace() {
        for length in 60..90 {
            let before = PgnItem { line: 0, token: PgnToken::Move("x".repeat(length)) };
            let comment = PgnItem { line: 0, token: PgnToken::Comment("  [Event \"x\"]".to_string()) };
            let text = Pgn { items: vec![before, comment], result: "*".to_string(), ..Pgn::default() }.to_string();
            assert_eq!(Pgn::parse(&text).map(|games| games.len()), Ok(1), "{text}");
        }
    }

    #[test]
    fn no_line_begins_with_a_percent_sign() {
        for length in 60..90 {
            let comment = format!("{} %clk %%", "x".repeat(length));
            let item = PgnItem { line: 0, token: PgnToken::Comment(comment.clone()) };
            let text = Pgn { items: vec![item], result: "*".to_string(), ..Pgn::default() }.to_string();
            assert!(!text.contains("\n%"), "{text}");
            let [read] = Pgn::parse(&text).unwrap().try_into().unwrap();
            assert_eq!(read.items[0].token, PgnToken::Comment(comment));
        }
    }
}
