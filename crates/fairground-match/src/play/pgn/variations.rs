//! Variations in movetext, read by the rules.

use super::annotations::{NoteReader, rolls};
use super::moves::action_of;
use crate::record::{Branch, Note, Pgn, PgnItem, PgnToken, Variation};
use fairground_rules::engine::{DynGame, Turn};

/// The index of the played action that a variation replaces: a roll if the variation begins with
/// one, else the last decision. `before` returns the position before an action. `None` if there is
/// no such action.
pub(super) fn replaced(
    played: usize,
    mut before: impl FnMut(usize) -> Box<dyn DynGame>,
    items: &[PgnItem],
) -> Option<usize> {
    let roll = begins_with_roll(items) && played > 0 && before(0).info().dice;
    for index in (0..played).rev() {
        let is_roll = matches!(before(index).turn(), Turn::Chance(..));
        if is_roll == roll {
            return Some(index);
        }
        if !is_roll {
            return None;
        }
    }
    None
}

fn begins_with_roll(items: &[PgnItem]) -> bool {
    for item in items {
        match &item.token {
            PgnToken::Comment(text) if rolls(text).next().is_some() => return true,
            PgnToken::Move(_) => return false,
            _ => {}
        }
    }
    false
}

/// Reads a variation from this position with its annotations, at nesting depth `depth`; `None` if
/// the rules refuse an action, or a match file cannot hold a note.
pub(super) fn line_of(before: &dyn DynGame, items: &[PgnItem], depth: usize) -> Option<Vec<Branch>> {
    let VariationReader { lead, mut branches, .. } = read(before, items, depth)?;
    let first = branches.first_mut()?;
    if let Some(lead) = lead {
        // Annotations before the first action go to that action.
        let own = first.note(0);
        let comment = [&lead.comment, &own.comment].map(String::as_str).join(" ");
        let mut note = own.clone().reworded(lead.bookmark || own.bookmark, &comment);
        (note.marks, note.nags) = ([lead.marks, own.marks].concat(), [lead.nags, own.nags].concat());
        note.marks.truncate(Note::MAX_MARKS);
        note.nags.truncate(Note::MAX_NAGS);
        note.check_length().ok()?;
        first.set_note(note);
    }
    Some(branches)
}

/// Reads movetext from this position: the note on the position, and the actions with their
/// annotations. `None` if it cannot be read or the rules refuse an action.
pub(in crate::play) fn line_of_movetext(before: &dyn DynGame, movetext: &str) -> Option<(Option<Note>, Vec<Branch>)> {
    let line = read(before, &Pgn::movetext(movetext).ok()?, 0)?;
    Some((line.lead, line.branches))
}

fn read(before: &dyn DynGame, items: &[PgnItem], depth: usize) -> Option<VariationReader> {
    if depth > Variation::MAX_DEPTH {
        return None;
    }
    let mut line = VariationReader {
        game: before.boxed(),
        before: Vec::new(),
        lead: None,
        branches: Vec::new(),
        note: NoteReader::default(),
    };
    for item in items {
        match &item.token {
            PgnToken::Number(_) => {}
            PgnToken::Nag(nag) => line.note.glyph(*nag),
            PgnToken::Move(text) => {
                let action = action_of(&*line.game, text)?;
                line.play(&action)?;
            }
            PgnToken::Comment(text) => {
                let die_was_due = matches!(line.game.turn(), Turn::Chance(..));
                for roll in rolls(text) {
                    if let Turn::Chance(..) = line.game.turn() {
                        line.play(roll)?;
                    }
                }
                line.note.comment(text, die_was_due, &*line.game);
            }
            variation @ PgnToken::Variation(inside) => {
                let at = replaced(line.before.len(), |index| line.before[index].boxed(), inside);
                let other = at.and_then(|at| Some((at, line_of(&*line.before[at], inside, depth + 1)?)));
                match other {
                    Some((at, other)) => line.branches[at].instead.push(other),
                    None => line.note.variation(variation),
                }
            }
        }
    }
    line.keep_note()?;
    Some(line)
}

/// The state of reading a variation.
struct VariationReader {
    game: Box<dyn DynGame>,
    /// The position before each action.
    before: Vec<Box<dyn DynGame>>,
    /// The note before the first action.
    lead: Option<Note>,
    branches: Vec<Branch>,
    /// The note at the current point.
    note: NoteReader,
}

impl VariationReader {
    fn play(&mut self, action: &str) -> Option<()> {
        self.keep_note()?;
        let before = self.game.boxed();
        self.game.apply(action).ok()?;
        self.branches.push(Branch::new(self.game.last_action()?));
        self.before.push(before);
        Some(())
    }

    /// Adds the note at the current point; `None` if it is too long for a match file.
    fn keep_note(&mut self) -> Option<()> {
        let Some(note) = self.note.take(0) else { return Some(()) };
        note.check_length().ok()?;
        match self.branches.last_mut() {
            Some(last) => last.set_note(note),
            None => self.lead = Some(note),
        }
        Some(())
    }
}
