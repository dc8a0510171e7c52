//! The reader of PGN.

use super::{Pgn, PgnItem, PgnToken, glyph, tag};
use fairground_rules::engine::TextError;

/// The spellings of results at the end of the movetext, and their standard forms.
const RESULTS: [(&str, &str); 6] =
    [("1-0", "1-0"), ("0-1", "0-1"), ("1/2-1/2", "1/2-1/2"), ("1/2", "1/2-1/2"), ("½-½", "1/2-1/2"), ("*", "*")];

/// May also occur inside a text, where files were joined.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The characters that end lines. Old Mac programs used the second alone.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Suffixes in parentheses that belong to a move.
const PROMOTIONS: [&str; 5] = ["(Q)", "(R)", "(B)", "(N)", "(ep)"];

/// The maximum nesting depth of variations.
const MAX_DEPTH: usize = 50;

/// A text and the position of the reader in it.
pub(super) struct PgnReader<'a> {
    rest: &'a str,
    /// Line number, from 1.
    line: usize,
    /// Whether the reader is at the start of a line.
    line_start: bool,
}

impl<'a> PgnReader<'a> {
    pub fn new(text: &'a str) -> Self {
        PgnReader { rest: text, line: 1, line_start: true }
    }

    /// The next game; `None` at the end of the text. After an error, it skips to the next line that
    /// begins with a tag.
    pub fn next_game(&mut self) -> Option<Result<Pgn, TextError>> {
        let more = self.skip_space();
        more.then(|| self.game().inspect_err(|_| self.skip_game()))
    }

    /// Reads the whole text as movetext.
    pub fn movetext(mut self) -> Result<Vec<PgnItem>, TextError> {
        let mut items = Vec::new();
        while self.skip_space() {
            self.item(&mut items, 1)?;
        }
        Ok(items)
    }

    /// Skips spaces and lines that begin with `%`. Returns `false` at the end of the text.
    fn skip_space(&mut self) -> bool {
        while let Some(letter) = self.rest.chars().next() {
            if self.line_start && letter == '%' {
                self.take_line();
            } else if letter.is_whitespace() || letter == BYTE_ORDER_MARK {
                self.take(letter.len_utf8());
            } else {
                return true;
            }
        }
        false
    }

    /// Takes `bytes` bytes.
    fn take(&mut self, bytes: usize) -> &'a str {
        let all = self.rest.as_bytes();
        let (taken, rest) = self.rest.split_at(bytes);
        // CR LF ends one line, not two.
        let ends_line = |at: usize| all[at] == b'\n' || (all[at] == b'\r' && all.get(at + 1) != Some(&b'\n'));
        self.line += (0..bytes).filter(|&at| ends_line(at)).count();
        if let Some(last) = taken.chars().last() {
            self.line_start = LINE_ENDS.contains(&last) || (last == BYTE_ORDER_MARK && self.line_start);
        }
        self.rest = rest;
        taken
    }

    /// Takes the rest of the line.
    fn take_line(&mut self) -> &'a str {
        self.take(self.rest.find(LINE_ENDS).unwrap_or(self.rest.len()))
    }

    fn error(&self, line: usize, expected: &str, found: &str) -> TextError {
        TextError::new(format!("line {line}"), expected, found.split(LINE_ENDS).next().unwrap_or_default())
    }

    /// Whether the reader is at a line that begins with a tag.
    fn is_at_tag(&self) -> bool {
        self.line_start && tag::begins(self.rest)
    }

    /// Skips to the apparent start of the next game.
    fn skip_game(&mut self) {
        while !self.rest.is_empty() && !self.is_at_tag() {
            self.take_line();
            self.take(self.rest.chars().next().map_or(0, char::len_utf8));
        }
    }

    fn game(&mut self) -> Result<Pgn, TextError> {
        let mut game = Pgn::default();
        let mut end = None;
        while end.is_none() && self.skip_space() {
            if self.rest.starts_with('[') {
                let ((name, value), length) = tag::read(self.rest);
                let moves = game.items.iter().any(|item| !matches!(item.token, PgnToken::Comment(_)));
                let again = (name == "Event" && game.tag(&name).is_some())
                    || game.tags.first().is_some_and(|(first, _)| *first == name);
                if moves || again {
                    // The next game begins here; this one has no result.
                    break;
                }
                game.tags.push((name, value));
                self.take(length);
            } else {
                end = self.item(&mut game.items, 0)?;
            }
        }
        let result = end.or_else(|| result_of(game.tag("Result")?));
        game.result = result.unwrap_or("*").to_string();
        Ok(game)
    }

    /// Reads the next part of the movetext at variation depth `depth`. Returns the result if the
    /// part is one.
    fn item(&mut self, items: &mut Vec<PgnItem>, depth: usize) -> Result<Option<&'static str>, TextError> {
        let (line, whole) = (self.line, self.rest);
        let mut push = |token| items.push(PgnItem { line, token });
        match self.rest.as_bytes().first() {
            Some(b'{') => {
                let inside = self.rest.find('}').map(|end| &self.rest[1..end]).filter(|inside| !holds_game(inside));
                let Some(inside) = inside else {
                    return Err(self.error(line, "a comment that ends with }", whole));
                };
                self.take(inside.len() + 2);
                push(PgnToken::Comment(in_one_line(inside)));
            }
            Some(b';') => push(PgnToken::Comment(in_one_line(&self.take_line()[1..]))),
            Some(b'(') if depth == MAX_DEPTH => {
                return Err(self.error(line, &format!("at most {MAX_DEPTH} levels of variations"), whole));
            }
            Some(b'(') => {
                self.take(1);
                let mut inside = Vec::new();
                loop {
                    if !self.skip_space() || self.is_at_tag() {
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
                let mut action = after_number(word);
                // Damaged texts contain words such as `1.5`.
                while after_number(action) != action {
                    action = after_number(action);
                }
                let number = &word[..word.len() - action.len()];
                if depth > 0 && !number.is_empty() {
                    push(PgnToken::Number(number.to_string()));
                }
                let (action, nags) = match glyph::annotation(action) {
                    Some(nag) => ("", Vec::from_iter(nag)),
                    None => {
                        let (bare, nags) = glyph::split(action);
                        match glyph::annotation(bare) {
                            // `e.p.!` stands apart from its move.
                            Some(first) => ("", first.into_iter().chain(nags).collect()),
                            None => (bare, nags),
                        }
                    }
                };
                // Behind a number, or with a glyph.
                if let Some(result) = result_of(action) {
                    return Ok(Some(result));
                }
                // At the start of a line, these begin an escape or a tag.
                if action.starts_with(['%', '[']) {
                    return Err(self.error(line, "a move, a comment or a result", word));
                }
                // A sign of check on its own is the rest of a damaged move.
                if !action.trim_matches(['+', '#']).is_empty() {
                    push(PgnToken::Move(action.to_string()));
                }
                nags.into_iter().for_each(|nag| push(PgnToken::Nag(nag)));
            }
        }
        Ok(None)
    }

    /// Takes a word of the movetext, including the parentheses of a promotion, `a8(Q)`.
    fn word(&mut self) -> &'a str {
        let ends = |letter: char| letter.is_whitespace() || "{}();".contains(letter);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let behind = &self.rest[end..];
        let promotion = PROMOTIONS.iter().find(|own| end > 0 && behind.starts_with(*own)).map_or(0, |own| own.len());
        let more = &behind[promotion..];
        let signs = if promotion == 0 { 0 } else { more.find(ends).unwrap_or(more.len()) };
        self.take(end + promotion + signs)
    }
}

/// Joins the lines of a comment.
fn in_one_line(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether an unclosed comment extends into the next game: it contains a blank line followed by a
/// tag.
fn holds_game(comment: &str) -> bool {
    let comment = comment.replace("\r\n", "\n");
    let mut blank = false;
    comment.split(LINE_ENDS).any(|line| {
        let found = blank && tag::begins(line) && line.contains('"');
        blank = line.trim().is_empty();
        found
    })
}

/// The result that a word stands for.
fn result_of(word: &str) -> Option<&'static str> {
    RESULTS.into_iter().find(|(spelled, _)| *spelled == word.trim()).map(|(_, result)| result)
}

/// Removes the move number from a word: `12.e4`, `12...`, `12…`.
fn after_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if rest.starts_with(['.', '…']) {
        rest.trim_start_matches(['.', '…'])
    } else if rest.is_empty() {
        rest
    } else {
        word
    }
}
