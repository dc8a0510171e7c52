//! Portable Game Notation, read and written: tags and movetext, of which nothing is known here but how it is spelled.
//!
//! Source: Steven J. Edwards, *Portable Game Notation Specification and Implementation Guide* (1994). A game may call any word a move that has
//! no spaces and none of `{ } ( ) ;`; glyphs (`$1`, `!?`) are left out when a text is read.

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
    /// How it ended: `1-0`, `0-1`, `1/2-1/2`, or `*` for a game that goes on. Where the movetext does not say, the tag `Result` does.
    pub result: String,
}

/// A part of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnItem {
    /// Where it was read, from 1; 0 if it was not.
    pub line: usize,
    /// Its kind.
    pub token: PgnToken,
}

/// The kind of a part of the movetext.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnToken {
    /// The number before a move, `12.` or `12...`. Outside of variations it is left out when a text is read.
    Number(String),
    /// A move.
    Move(String),
    /// A comment, without its braces.
    Comment(String),
    /// What might have been played instead of the move before it.
    Variation(Vec<PgnItem>),
}

/// The result tokens at the end of the movetext, and their meaning.
const RESULTS: [(&str, &str); 6] =
    [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("*", "*")];

/// The glyphs after a move, other than those by number (`$1`).
const GLYPHS: [&str; 25] = [
    "!", "?", "!!", "??", "!?", "?!", "=", "+=", "=+", "+/=", "=/+", "+/-", "-/+", "+-", "-+", "±", "∓", "⩲", "⩱", "∞",
    "□", "+", "#", "e.p.", "ep",
];

/// It may stand where texts were joined, too.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Variations within variations that are read.
const DEEPEST: usize = 50;

impl Pgn {
    /// The value of a tag.
    #[must_use]
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(own, _)| own == name).map(|(_, value)| value.as_str())
    }

    /// Reads every game of a text.
    ///
    /// # Errors
    /// The line, the expected content and the text found.
    pub fn parse(text: &str) -> Result<Vec<Pgn>, TextError> {
        Pgn::games(text).collect()
    }

    /// Reads the games of a text one by one. Behind one that cannot be read it goes on with the next tag `Event`.
    pub fn games(text: &str) -> impl Iterator<Item = Result<Pgn, TextError>> {
        let mut reader = Reader { rest: text, line: 1, line_start: true };
        std::iter::from_fn(move || {
            let more = reader.skip_space();
            more.then(|| reader.game().inspect_err(|_| reader.skip_game()))
        })
    }

    /// The parts of a movetext without tags, such as the inside of a variation.
    ///
    /// # Errors
    /// Those of [`Pgn::parse`].
    pub fn movetext(text: &str) -> Result<Vec<PgnItem>, TextError> {
        let mut reader = Reader { rest: text, line: 1, line_start: true };
        let mut items = Vec::new();
        while reader.skip_space() {
            reader.item(&mut items, 1)?;
        }
        Ok(items)
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
            } else if letter.is_whitespace() || letter == BYTE_ORDER_MARK {
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
            self.line_start = last == '\n' || (last == BYTE_ORDER_MARK && self.line_start);
        }
        taken
    }

    fn error(&self, line: usize, expected: &str, found: &str) -> TextError {
        TextError::new(format!("line {line}"), expected, found.lines().next().unwrap_or_default())
    }

    /// Goes on to where the next game seems to begin.
    fn skip_game(&mut self) {
        let next = self.rest.find("\n[Event ").map_or(self.rest.len(), |at| at + 1);
        self.take(next);
    }

    fn game(&mut self) -> Result<Pgn, TextError> {
        let mut game = Pgn::default();
        let mut end = None;
        while end.is_none() && self.skip_space() {
            if self.rest.starts_with('[') {
                let moves = game.items.iter().any(|item| !matches!(item.token, PgnToken::Comment(_)));
                if moves || (self.rest.starts_with("[Event ") && game.tag("Event").is_some()) {
                    // The next game: this one has no end.
                    break;
                }
                game.tags.push(self.tag()?);
            } else {
                end = self.item(&mut game.items, 0)?;
            }
        }
        let result = end.or_else(|| result_of(game.tag("Result")?));
        game.result = result.unwrap_or("*").to_string();
        Ok(game)
    }

    /// Reads the next part of the movetext, `depth` variations deep. Returns the result if the part is one.
    fn item(&mut self, items: &mut Vec<PgnItem>, depth: usize) -> Result<Option<&'static str>, TextError> {
        let (line, whole) = (self.line, self.rest);
        let mut push = |token| items.push(PgnItem { line, token });
        match self.rest.as_bytes().first() {
            Some(b'{') => {
                let Some(end) = self.rest.find('}') else {
                    return Err(self.error(line, "a comment that ends with }", whole));
                };
                let words: Vec<_> = self.take(end + 1)[1..end].split_whitespace().collect();
                push(PgnToken::Comment(words.join(" ")));
            }
            Some(b';') => {
                let end = self.rest.find('\n').unwrap_or(self.rest.len());
                let words: Vec<_> = self.take(end)[1..].split_whitespace().collect();
                push(PgnToken::Comment(words.join(" ")));
            }
            Some(b'(') if depth == DEEPEST => {
                return Err(self.error(line, &format!("at most {DEEPEST} variations within each other"), whole));
            }
            Some(b'(') => {
                self.take(1);
                let mut inside = Vec::new();
                loop {
                    if !self.skip_space() {
                        return Err(self.error(line, "a variation that ends with )", whole));
                    }
                    if self.rest.starts_with(')') {
                        break;
                    }
                    self.item(&mut inside, depth + 1)?;
                }
                self.take(1);
                push(PgnToken::Variation(inside));
            }
            Some(b')' | b'}') => return Err(self.error(line, "a move, a comment or a result", whole)),
            _ => {
                let word = self.word();
                if let Some(result) = result_of(word) {
                    return Ok(Some(result));
                }
                let action = after_number(word);
                let number = &word[..word.len() - action.len()];
                if depth > 0 && !number.is_empty() {
                    push(PgnToken::Number(number.to_string()));
                }
                if !action.is_empty() && !action.starts_with('$') && !GLYPHS.contains(&action) {
                    push(PgnToken::Move(action.to_string()));
                }
            }
        }
        Ok(None)
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
}

/// The result that a word means.
fn result_of(word: &str) -> Option<&'static str> {
    RESULTS.into_iter().find(|(spelled, _)| *spelled == word.trim()).map(|(_, result)| result)
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
        for text in words_of(&self.items) {
            word(f, &text)?;
        }
        word(f, &self.result)?;
        writeln!(f)
    }
}

/// Movetext as words between which a line may end.
fn words_of(items: &[PgnItem]) -> Vec<String> {
    let mut words = Vec::new();
    for item in items {
        match &item.token {
            PgnToken::Number(text) | PgnToken::Move(text) => words.push(text.clone()),
            PgnToken::Comment(text) => {
                let text = format!("{{{}}}", text.replace('}', ")"));
                words.extend(text.split_whitespace().map(str::to_string));
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
    /// In one line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let item = PgnItem { line: 0, token: self.clone() };
        f.write_str(&words_of(std::slice::from_ref(&item)).join(" "))
    }
}
