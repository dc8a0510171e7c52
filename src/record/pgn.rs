//! Portable Game Notation, read and written: tags and movetext, of which nothing is known here but how it is spelled.
//!
//! Source: Steven J. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994). What a game calls a move may be any word
//! without spaces and without `{ } ( ) ;`; variations and glyphs (`$1`) are left out when a text is read.

use std::fmt;

use crate::engine::TextError;

/// The longest line that is written, if no word is longer, characters.
const LINE: usize = 80;

/// A game in Portable Game Notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pgn {
    /// Names and values, in order.
    pub tags: Vec<(String, String)>,
    /// The movetext without its end.
    pub items: Vec<PgnItem>,
    /// How it ended: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that goes on.
    pub result: String,
}

/// A part of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnItem {
    /// Where it was read, from 1; 0 if it was not.
    pub line: usize,
    /// What it is.
    pub token: PgnToken,
}

/// What a part of the movetext is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnToken {
    /// The number before a move, `12.` or `12...`. It is written, and left out when a text is read.
    Number(String),
    /// A move.
    Move(String),
    /// A comment, without its braces.
    Comment(String),
}

const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl Pgn {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Reads every game of a text.
    ///
    /// # Errors
    /// The line, what was expected there, and what was found.
    pub fn parse(text: &str) -> Result<Vec<Pgn>, TextError> {
        let mut reader = Reader { rest: text.trim_start_matches('\u{feff}'), line: 1, line_start: true };
        let mut games = Vec::new();
        while reader.skip_space() {
            games.push(reader.game()?);
        }
        Ok(games)
    }

    fn push(&mut self, line: usize, token: PgnToken) {
        self.items.push(PgnItem { line, token });
    }
}

/// A text on the way.
struct Reader<'a> {
    rest: &'a str,
    /// From 1.
    line: usize,
    /// Whether nothing of this line has been read.
    line_start: bool,
}

impl<'a> Reader<'a> {
    /// Skips spaces and lines that begin with `%`; `false` at the end of the text.
    fn skip_space(&mut self) -> bool {
        while let Some(letter) = self.rest.chars().next() {
            if self.line_start && letter == '%' {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                self.take(end);
            } else if letter.is_whitespace() {
                self.take(letter.len_utf8());
            } else {
                return true;
            }
        }
        false
    }

    /// Takes this many bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.rest = rest;
        self.line += taken.matches('\n').count();
        if let Some(last) = taken.chars().last() {
            self.line_start = last == '\n';
        }
        taken
    }

    fn error(&self, line: usize, expected: &str, found: &str) -> TextError {
        TextError::new(format!("line {line}"), expected, found.lines().next().unwrap_or_default())
    }

    fn game(&mut self) -> Result<Pgn, TextError> {
        let mut game = Pgn { result: "*".to_string(), ..Pgn::default() };
        while self.skip_space() && self.rest.starts_with('[') {
            game.tags.push(self.tag()?);
        }
        while self.skip_space() {
            let line = self.line;
            match self.rest.as_bytes()[0] {
                // The next game: this one has no end.
                b'[' => return Ok(game),
                b'{' => {
                    let Some(end) = self.rest.find('}') else {
                        return Err(self.error(line, "a comment that ends with }", self.rest));
                    };
                    let words: Vec<_> = self.take(end + 1)[1..end].split_whitespace().collect();
                    game.push(line, PgnToken::Comment(words.join(" ")));
                }
                b';' => {
                    let end = self.rest.find('\n').unwrap_or(self.rest.len());
                    let comment = self.take(end)[1..].trim().to_string();
                    game.push(line, PgnToken::Comment(comment));
                }
                b'(' => self.variation()?,
                b')' | b'}' => return Err(self.error(line, "a move, a comment or a result", self.rest)),
                _ => {
                    let word = self.word();
                    if RESULTS.contains(&word) {
                        game.result = word.to_string();
                        return Ok(game);
                    }
                    let action = after_number(word);
                    if !action.is_empty() && !action.starts_with('$') {
                        game.push(line, PgnToken::Move(action.to_string()));
                    }
                }
            }
        }
        Ok(game)
    }

    /// A word of the movetext.
    fn word(&mut self) -> &'a str {
        let end = |letter: char| letter.is_whitespace() || "{}();".contains(letter);
        self.take(self.rest.find(end).unwrap_or(self.rest.len()))
    }

    fn tag(&mut self) -> Result<(String, String), TextError> {
        let line = self.line;
        let whole = self.rest;
        let wrong = |reader: &Self| reader.error(line, "a tag, as [White \"human\"]", whole);
        self.take(1);
        self.skip_space();
        let name = self.take(self.rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(0));
        self.skip_space();
        if name.is_empty() || !self.rest.starts_with('"') {
            return Err(wrong(self));
        }
        let (mut value, mut escaped, mut end) = (String::new(), false, None);
        for (at, letter) in self.rest.char_indices().skip(1) {
            match letter {
                '\n' => break,
                '\\' if !escaped => escaped = true,
                '"' if !escaped => {
                    end = Some(at);
                    break;
                }
                _ => {
                    value.push(letter);
                    escaped = false;
                }
            }
        }
        let Some(end) = end else { return Err(wrong(self)) };
        self.take(end + 1);
        self.skip_space();
        if !self.rest.starts_with(']') {
            return Err(wrong(self));
        }
        self.take(1);
        Ok((name.to_string(), value))
    }

    /// Skips a variation with those inside it.
    fn variation(&mut self) -> Result<(), TextError> {
        let (line, whole) = (self.line, self.rest);
        let (mut depth, mut comment) = (0_usize, false);
        for (at, letter) in whole.char_indices() {
            match letter {
                '{' => comment = true,
                '}' => comment = false,
                '(' if !comment => depth += 1,
                ')' if !comment => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.take(at + 1);
                return Ok(());
            }
        }
        Err(self.error(line, "a variation that ends with )", whole))
    }
}

/// A word without the number of the move before it: `12.e4`, `12...`.
fn after_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with('.') {
        rest.trim_start_matches('.')
    } else if rest.is_empty() {
        rest
    } else {
        word
    }
}

impl fmt::Display for Pgn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
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
        for item in &self.items {
            match &item.token {
                PgnToken::Number(text) | PgnToken::Move(text) => word(f, text)?,
                PgnToken::Comment(text) => {
                    for part in format!("{{{}}}", text.replace('}', ")")).split_whitespace() {
                        word(f, part)?;
                    }
                }
            }
        }
        word(f, &self.result)?;
        writeln!(f)
    }
}
