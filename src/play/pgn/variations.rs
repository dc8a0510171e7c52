//! Variations of a movetext, read by the rules.

use super::annotations::{NoteReader, rolls};
use super::moves::action_of;
use crate::engine::{DynGame, Turn};
use crate::record::{Branch, Note, Pgn, PgnItem, PgnToken, Variation};

/// Which of the actions played so far a variation is instead of: a roll if the variation begins with one, else the last decision. `before`
/// is the position before each action; `None` if there is no such action.
pub(super) fn replaced(
    played: usize,
    mut before: impl FnMut(usize) -> Box<dyn DynGame>,
    items: &[PgnItem],
) -> Option<usize> {
    let roll = begins_with_roll(items);
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

/// The actions of a variation from this position with all that is said of them, `depth` variations deep; `None` if the rules refuse one.
pub(super) fn line_of(before: &dyn DynGame, items: &[PgnItem], depth: usize) -> Option<Vec<Branch>> {
    let Line { lead, mut branches, .. } = read(before, items, depth)?;
    let first = branches.first_mut()?;
    if let Some(lead) = lead {
        // What is said before the first action is said of it.
        let own = first.note(0);
        let comment = [&lead.comment, &own.comment].map(String::as_str).join(" ");
        let marks = [lead.marks, own.marks.clone()].concat();
        let nags = [lead.nags, own.nags.clone()].concat();
        first.set_note(Note { marks, nags, ..own.clone().reworded(lead.bookmark || own.bookmark, &comment) });
    }
    Some(branches)
}

/// What a movetext says of this position, and the actions from it with all that is said of them; `None` if it cannot be read, or the rules
/// refuse an action.
pub(in crate::play) fn line_of_movetext(before: &dyn DynGame, movetext: &str) -> Option<(Option<Note>, Vec<Branch>)> {
    let line = read(before, &Pgn::movetext(movetext).ok()?, 0)?;
    Some((line.lead, line.branches))
}

fn read(before: &dyn DynGame, items: &[PgnItem], depth: usize) -> Option<Line> {
    if depth > Variation::DEEPEST {
        return None;
    }
    let mut line = Line {
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
    line.keep_note();
    Some(line)
}

/// A variation that is being read.
struct Line {
    game: Box<dyn DynGame>,
    /// The position before each action.
    before: Vec<Box<dyn DynGame>>,
    /// What is said before the first action.
    lead: Option<Note>,
    branches: Vec<Branch>,
    /// What is said at this point.
    note: NoteReader,
}

impl Line {
    fn play(&mut self, action: &str) -> Option<()> {
        self.keep_note();
        let before = self.game.boxed();
        self.game.apply(action).ok()?;
        self.branches.push(Branch::new(self.game.last_played()?));
        self.before.push(before);
        Some(())
    }

    fn keep_note(&mut self) {
        let note = self.note.take(0);
        match (self.branches.last_mut(), note) {
            (Some(last), Some(note)) => last.set_note(note),
            (None, note) => self.lead = note,
            (Some(_), None) => {}
        }
    }
}
