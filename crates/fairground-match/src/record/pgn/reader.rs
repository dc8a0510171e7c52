//! The reader of PGN.

use super::word::{self, Word};
use super::{Pgn, PgnItem, PgnToken, tag};
use fairground_rules::engine::TextError;

/// Also occurs inside a text where files were joined.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// The characters that end lines. Old Mac programs used only the second.
const LINE_ENDS: [char; 2] = ['\n', '\r'];

/// Suffixes in parentheses that belong to a move.
const PROMOTIONS: [&str; 5] = ["(Q)", "(R)", "(B)", "(N)", "(ep)"];

/// The maximum nesting depth of variations.
const MAX_DEPTH: usize = 50;

/// The maximum number of warnings about a game.
const MAX_WARNINGS: usize = 20;

/// A text and the position of the reader in it.
pub(super) struct PgnReader<'a> {
    rest: &'a str,
    /// Line number, from 1.
    line: usize,
    /// Whether the reader is at the start of a line.
    line_start: bool,
    /// Whether a blank line is directly before the reader.
    after_blank: bool,
    /// The warnings about the current game.
    warnings: Vec<String>,
}

impl<'a> PgnReader<'a> {
    pub fn new(text: &'a str) -> Self {
        PgnReader { rest: text, line: 1, line_start: true, after_blank: false, warnings: Vec::new() }
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
        // The last line that is not blank.
        let mut full = self.line - usize::from(self.line_start);
        while let Some(letter) = self.rest.chars().next() {
            if self.line_start && letter == '%' {
                full = self.line;
                self.take_line();
            } else if letter.is_whitespace() || letter == BYTE_ORDER_MARK {
                self.take(letter.len_utf8());
            } else {
                self.after_blank = self.line > full + 1;
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

    fn warn(&mut self, line: usize, warning: &str) {
        if self.warnings.len() < MAX_WARNINGS {
            self.warnings.push(format!("line {line}: {warning}"));
        }
    }

    /// Whether the reader is at a line that begins with a tag.
    fn is_at_tag(&self) -> bool {
        self.line_start && tag::begins(self.rest)
    }

    /// Skips to the probable start of the next game.
    fn skip_game(&mut self) {
        while !self.rest.is_empty() && !self.is_at_tag() {
            self.take_line();
            self.take(self.rest.chars().next().map_or(0, char::len_utf8));
        }
    }

    /// Reads a game. Comments, glyphs and variations after its result belong to it, up to a blank
    /// line, a tag or a move.
    fn game(&mut self) -> Result<Pgn, TextError> {
        self.warnings.clear();
        let mut game = Pgn::default();
        let (mut end, mut moves) = (None, false);
        while self.skip_space() {
            let line = self.line;
            if end.is_some() && (self.after_blank || self.is_at_move()) {
                break;
            }
            if self.rest.starts_with('[') {
                let ((name, value), length) = tag::read(self.rest);
                let known = game.tag(&name);
                // The next game begins here; this one may have no result, and no moves either.
                if moves || end.is_some() || (known.is_some() && self.after_blank) {
                    break;
                }
                if known.is_some_and(|known| known != value) {
                    self.warn(line, &format!("the second tag {} is ignored: {}", quoted(&name), quoted(&value)));
                }
                game.tags.push((name, value));
                game.tag_lines.push(line);
                self.take(length);
                continue;
            }
            let before = game.items.len();
            match (self.item(&mut game.items, 0)?, end) {
                (Some(result), None) => (end, game.result_line) = (Some(result), line),
                (Some(second), Some(first)) if second != first => {
                    self.warn(line, &format!("the second result {second} is ignored; the first is {first}"));
                }
                _ => {}
            }
            moves |= game.items[before..].iter().any(|item| !matches!(item.token, PgnToken::Comment(_)));
        }
        let told = game.tag("Result").and_then(|tag| word::result(tag.trim()));
        match (end, told) {
            (Some(end), Some(told)) if told != end && told != "*" => {
                self.warn(game.result_line, &format!("the result is {end}; the tag Result, {told}, is ignored"));
            }
            (None, Some(_)) => game.result_line = game.tag_line("Result"),
            _ => {}
        }
        game.result = end.or(told).unwrap_or("*").to_string();
        game.warnings = std::mem::take(&mut self.warnings);
        Ok(game)
    }

    /// Whether a move or its number comes next.
    fn is_at_move(&self) -> bool {
        let Word { number, action, .. } = Word::parse(&self.rest[..self.word_length()]);
        !number.is_empty() || !action.is_empty()
    }

    /// Reads the next part of the movetext at variation depth `depth`. Returns the result if the
    /// part is one.
    fn item(&mut self, items: &mut Vec<PgnItem>, depth: usize) -> Result<Option<&'static str>, TextError> {
        let (line, whole) = (self.line, self.rest);
        let mut push = |token| items.push(PgnItem { line, token });
        match self.rest.as_bytes().first() {
            Some(b'{') => {
                let Some(length) = comment_length(whole[1..].split_inclusive(LINE_ENDS)) else {
                    return Err(self.error(line, "a comment that ends with }", whole));
                };
                self.take(length + 2);
                push(PgnToken::Comment(in_one_line(&whole[1..=length])));
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
                let text = self.take(self.word_length());
                let Word { number, action, nags, unread, result } = Word::parse(text);
                if !unread.is_empty() {
                    self.warn(line, &format!("the glyph {} is ignored; expected $0 to $255", quoted(unread)));
                }
                if depth > 0 && !number.is_empty() {
                    push(PgnToken::Number(number.to_string()));
                }
                // At the start of a line, these begin an escape or a tag.
                if action.starts_with(['%', '[']) {
                    return Err(self.error(line, "a move, a comment or a result", text));
                }
                if !action.is_empty() {
                    push(PgnToken::Move(action.to_string()));
                }
                nags.into_iter().for_each(|nag| push(PgnToken::Nag(nag)));
                return Ok(result);
            }
        }
        Ok(None)
    }

    /// The length of the next word of the movetext, including the parentheses of a promotion,
    /// `a8(Q)`, bytes.
    fn word_length(&self) -> usize {
        let ends = |letter: char| letter.is_whitespace() || letter == BYTE_ORDER_MARK || "{}();".contains(letter);
        let end = self.rest.find(ends).unwrap_or(self.rest.len());
        let behind = &self.rest[end..];
        let promotion = PROMOTIONS.iter().find(|own| end > 0 && behind.starts_with(*own)).map_or(0, |own| own.len());
        let more = &behind[promotion..];
        let signs = if promotion == 0 { 0 } else { more.find(ends).unwrap_or(more.len()) };
        end + promotion + signs
    }
}

/// The beginning of a text, for warnings.
fn quoted(text: &str) -> String {
    format!("{:?}", text.chars().take(80).collect::<String>())
}

/// Joins the lines of a comment.
fn in_one_line(comment: &str) -> String {
    comment.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The length of a comment up to its closing brace, bytes. `None` if a blank line followed by a
/// tag, the next game, comes first. Does not read further.
fn comment_length<'a>(lines: impl Iterator<Item = &'a str>) -> Option<usize> {
    let (mut length, mut blank, mut carriage_return) = (0, false, false);
    for line in lines {
        let end = line.find('}');
        let content = &line[..end.unwrap_or(line.len())];
        if blank && tag::begins(content) && content.contains('"') {
            return None;
        }
        if let Some(end) = end {
            return Some(length + end);
        }
        // CR LF ends one line, not two.
        if !(carriage_return && line == "\n") {
            blank = content.trim().is_empty();
        }
        carriage_return = line.ends_with('\r');
        length += line.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_ends_before_the_next_game() {
        for (text, length, lines) in [
            ("a} b}\n", Some(1), 1),
            ("a\n\n[%clk 1]\n[Event x]}", Some(21), 4),
            ("a\r\n[Event \"x\"]}", Some(14), 3),
            ("a\r\n\r\n[Event \"x\"]\r\n\r\n1. e4 }", None, 5),
            ("\n[Event \"x\"]}", None, 2),
            ("a\n\n", None, 2),
        ] {
            let mut read = 0;
            let counted = text.split_inclusive(LINE_ENDS).inspect(|_| read += 1);
            assert_eq!((comment_length(counted), read), (length, lines), "{text:?}");
        }
    }
}
