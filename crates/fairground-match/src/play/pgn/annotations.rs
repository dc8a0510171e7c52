//! Conversion between notes and PGN comments and variations.

use super::commands::{Command, commands, first};
use super::moves::action_of;
use super::times::{self, Times, TwoParts};
use crate::record::{Evaluation, Mark, MarkColour, Note, Pgn, PgnItem, PgnToken};
use fairground_rules::engine::{DynGame, Turn, roll_symbol};

/// The prefix of the comment of a bookmarked point.
const BOOKMARK: &str = "Bookmark";

/// Commands that are dropped on reading.
const DROPPED: [&str; 3] = ["egt", "mct", "timestamp"];

/// The command for an engine's evaluation, as in `[%eval 0.17]`.
const EVALUATION: &str = "eval";

/// The commands for rings and arrows, as in `[%csl Gd5]` and `[%cal Ge2e4,Rd7d5]`.
const RINGS: &str = "csl";
const ARROWS: &str = "cal";

/// The glyphs of a note.
pub(super) fn glyphs(note: &Note) -> impl Iterator<Item = PgnToken> + '_ {
    note.nags.iter().map(|nag| PgnToken::Nag(*nag))
}

/// Converts a note, except its glyphs, to comments. Parenthesised parts become variations if the
/// rules allow them in place of the last action, which was played in the position `before`. `game`
/// is any position of the game.
pub(super) fn tokens(note: &Note, before: Option<&dyn DynGame>, game: &dyn DynGame) -> Vec<PgnToken> {
    let mut tokens = Vec::new();
    let evaluation = note.evaluation.as_ref().map(|evaluation| format!("[%{EVALUATION} {evaluation}]"));
    let times = [note.elapsed_ms.map(times::elapsed), note.clock_ms.map(times::left)];
    let marks = Some([RINGS, ARROWS].map(|command| marks_as(command, &note.marks)).concat());
    let [elapsed, left] = times;
    let commands = [evaluation, elapsed, left, marks].into_iter().flatten().filter(|command| !command.is_empty());
    let commands: Vec<_> = commands.collect();
    if !commands.is_empty() {
        tokens.push(PgnToken::Comment(commands.join(" ")));
    }
    let mut text = match (note.bookmark, note.comment.is_empty()) {
        (true, true) => BOOKMARK.to_string(),
        (true, false) => format!("{BOOKMARK}: "),
        (false, _) => String::new(),
    };
    let mut rest = note.comment.as_str();
    while let Some(open) = rest.find('(') {
        let Some(close) = closing(&rest[open..]) else { break };
        let inside = &rest[open + 1..open + close];
        let variation = before.and_then(|before| {
            let items = Pgn::movetext(inside).ok()?;
            is_playable(before, &items).then_some(PgnToken::Variation(items))
        });
        let taken = open + close + 1;
        match variation {
            Some(variation) => {
                text.push_str(&rest[..open]);
                push_comment(&mut tokens, &text, game);
                text.clear();
                tokens.push(variation);
            }
            None => text.push_str(&rest[..taken]),
        }
        rest = &rest[taken..];
    }
    text.push_str(rest);
    push_comment(&mut tokens, &text, game);
    tokens
}

/// The rings or arrows of a note as a command; empty without any.
fn marks_as(command: &str, marks: &[Mark]) -> String {
    let own = marks.iter().filter(|mark| (mark.from == mark.to) == (command == RINGS));
    let texts: Vec<_> = own
        .map(|mark| {
            let letter = letter(mark.colour);
            let to = if command == RINGS { "" } else { &mark.to };
            format!("{letter}{}{to}", mark.from)
        })
        .collect();
    if texts.is_empty() { String::new() } else { format!("[%{command} {}]", texts.join(",")) }
}

const fn letter(colour: MarkColour) -> char {
    match colour {
        MarkColour::Green => 'G',
        MarkColour::Red => 'R',
        MarkColour::Blue => 'B',
        MarkColour::Yellow => 'Y',
    }
}

/// The rings or arrows that a command draws on the board of this game. `None` if it is another
/// command, or one of its marks is invalid.
fn marks_of(command: &Command<'_>, game: &dyn DynGame) -> Option<Vec<Mark>> {
    let (name, argument) = (command.name, command.argument);
    let texts = argument.split(',').map(str::trim).filter(|text| !text.is_empty());
    if ![RINGS, ARROWS].contains(&name) {
        return None;
    }
    texts.map(|text| mark_of(name, text, game)).collect()
}

/// The mark of a text such as `Gd5`, for a ring, or `Ge2e4`, for an arrow.
fn mark_of(command: &str, text: &str, game: &dyn DynGame) -> Option<Mark> {
    let layout = game.layout();
    let is_cell = |name: &str| layout.cells.iter().any(|cell| cell.name == name);
    let mut letters = text.chars();
    let first = letters.next()?;
    let colour = MarkColour::ALL.into_iter().find(|colour| first == letter(*colour))?;
    let cells = letters.as_str();
    let (from, to) = match command {
        RINGS => Some((cells, cells)).filter(|_| is_cell(cells))?,
        _ => {
            let mut ends = cells.char_indices().map(|(end, _)| cells.split_at(end));
            ends.find(|(from, to)| is_cell(from) && is_cell(to))?
        }
    };
    Some(Mark { colour, from: from.to_string(), to: to.to_string() })
}

/// The index of the parenthesis that closes the first one.
fn closing(text: &str) -> Option<usize> {
    let (mut depth, mut comment) = (0_usize, false);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => comment = true,
            '}' => comment = false,
            '(' if !comment => depth += 1,
            ')' if !comment => {
                depth -= 1;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// Adds a comment, replacing characters that would be read as braces, times or, in games with dice,
/// rolls.
fn push_comment(tokens: &mut Vec<PgnToken>, text: &str, game: &dyn DynGame) {
    let comment = with_commands_as(&text.replace('}', ")"), game, |command| command.replacen('[', "(", 1));
    let word = |word: &str| match roll_symbol(word) {
        Some(rest) if game.info().dice => format!("-{rest}"),
        _ => word.to_string(),
    };
    let comment: Vec<_> = comment.split_whitespace().map(word).collect();
    if !comment.is_empty() {
        tokens.push(PgnToken::Comment(comment.join(" ")));
    }
}

/// Whether the whole variation is legal from this position.
fn is_playable(before: &dyn DynGame, items: &[PgnItem]) -> bool {
    let (mut game, mut last) = (before.boxed(), None);
    for item in items {
        match &item.token {
            PgnToken::Number(_) | PgnToken::Nag(_) => {}
            PgnToken::Move(text) => {
                let Some(action) = action_of(&*game, text) else { return false };
                last = Some(game.boxed());
                if game.apply(&action).is_err() {
                    return false;
                }
            }
            PgnToken::Comment(text) => {
                for roll in rolls(text) {
                    if let Turn::Chance(..) = game.turn()
                        && game.apply(roll).is_err()
                    {
                        return false;
                    }
                }
            }
            PgnToken::Variation(inside) => {
                if !last.as_deref().is_some_and(|last: &dyn DynGame| is_playable(last, inside)) {
                    return false;
                }
            }
        }
    }
    last.is_some()
}

/// The rolls in a comment.
pub(super) fn rolls(comment: &str) -> impl Iterator<Item = &str> {
    comment.split_whitespace().filter(|word| roll_symbol(word).is_some())
}

/// Collects a note from the comments and variations at one point of a match.
#[derive(Default)]
pub(super) struct NoteReader {
    bookmark: bool,
    words: Vec<String>,
    marks: Vec<Mark>,
    nags: Vec<u8>,
    evaluation: Option<Evaluation>,
    times: Times,
    two_parts: TwoParts,
}

impl NoteReader {
    /// Makes a reader that interprets two-part times as `two_parts`.
    pub fn new(two_parts: TwoParts) -> NoteReader {
        NoteReader { two_parts, ..NoteReader::default() }
    }

    /// Adds a comment: the reader's text, and the marks over this position. If a die was due, rolls
    /// are not part of the text.
    pub fn comment(&mut self, text: &str, die_was_due: bool, game: &dyn DynGame) {
        self.marks.extend(commands(text).filter_map(|command| marks_of(&command, game)).flatten());
        self.marks.truncate(Note::MAX_MARKS);
        self.evaluation = evaluation_in(text).or(self.evaluation.take());
        let Times { elapsed, left } = Times::of(text, self.two_parts);
        self.times = Times { elapsed: elapsed.or(self.times.elapsed), left: left.or(self.times.left) };
        let mut words = with_commands_as(text, game, |_| String::new()).trim().to_string();
        if let Some(rest) = words.strip_prefix(BOOKMARK)
            && (rest.is_empty() || rest.starts_with(':'))
        {
            self.bookmark = true;
            words = rest.trim_start_matches(':').to_string();
        }
        let own = |word: &&str| !(die_was_due && roll_symbol(word).is_some());
        self.words.extend(words.split_whitespace().filter(own).map(str::to_string));
    }

    /// Adds a variation as text.
    pub fn variation(&mut self, token: &PgnToken) {
        self.words.push(token.to_string());
    }

    /// Adds a glyph.
    pub fn glyph(&mut self, nag: u8) {
        if self.nags.len() < Note::MAX_NAGS {
            self.nags.push(nag);
        }
    }

    /// Takes the times read since the last call, which are then not part of the note.
    pub fn take_times(&mut self) -> Times {
        std::mem::take(&mut self.times)
    }

    /// Takes the note after `after` actions, if any, and resets the reader.
    pub fn take(&mut self, after: usize) -> Option<Note> {
        let two_parts = self.two_parts;
        let NoteReader { bookmark, words, marks, nags, evaluation, times, .. } =
            std::mem::replace(self, NoteReader::new(two_parts));
        let Times { elapsed: elapsed_ms, left: clock_ms } = times;
        let words = Note::new(after, bookmark, &words.join(" "));
        let note = Note { marks, nags, evaluation, clock_ms, elapsed_ms, ..words };
        (!note.is_empty()).then_some(note)
    }
}

/// The evaluation in a comment.
fn evaluation_in(comment: &str) -> Option<Evaluation> {
    first(comment, EVALUATION, |argument| argument.parse().ok())
}

/// Replaces the commands in a comment that are read here, such as `[%clk 0:01:00]`.
fn with_commands_as(comment: &str, game: &dyn DynGame, replaced: impl Fn(&str) -> String) -> String {
    let (mut kept, mut from) = (String::new(), 0);
    for command in commands(comment).filter(|command| is_read(command, game)) {
        kept.push_str(&comment[from..command.at.start]);
        kept.push_str(&replaced(&comment[command.at.clone()]));
        from = command.at.end;
    }
    kept.push_str(&comment[from..]);
    kept
}

/// Whether a command is read here. Others stay in their comment.
fn is_read(command: &Command<'_>, game: &dyn DynGame) -> bool {
    let argument = command.argument;
    match command.name {
        EVALUATION => argument.parse::<Evaluation>().is_ok(),
        times::ELAPSED | times::LEFT => times::is_time(argument),
        RINGS | ARROWS => marks_of(command, game).is_some_and(|marks| !marks.is_empty()),
        name => DROPPED.contains(&name) && !argument.is_empty(),
    }
}
