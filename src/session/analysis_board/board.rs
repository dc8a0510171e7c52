use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;

use super::strokes;
use super::undo::{UndoStack, UndoStep};
use crate::dice::Flick;
use crate::engine::{ActionText, DynGame, roll_symbol};
use crate::play::{AnalysedGame, Match, NodeId, Note, Pending, PlayError, Roll, Tree, TreePart};
use crate::record::Variation;
use crate::session::input::AnnotationStroke;
use crate::session::messages::{TableScene, TableUpdate};

/// An analysis board: a match with variations, in which one person plays both sides.
pub struct AnalysisBoard {
    analysed: AnalysedGame,
    /// The match at the current point.
    running: Match,
    /// The line that steps follow: the points before and after the current one.
    line: Vec<NodeId>,
    /// Whether there are unsaved changes.
    changed: bool,
    /// Changes with the points and notes, and differs between boards.
    revision: u64,
    undo: UndoStack,
}

impl AnalysisBoard {
    /// Opens an analysis.
    ///
    /// # Errors
    /// If a match breaks the rules.
    pub fn new(analysed: AnalysedGame) -> Result<AnalysisBoard, PlayError> {
        let running = analysed.match_at(analysed.at, seed())?;
        let line = analysed.tree.line_through(analysed.at);
        let (revision, undo) = (seed() >> 1, UndoStack::default());
        Ok(AnalysisBoard { analysed, running, line, changed: false, revision, undo })
    }

    /// The analysis.
    #[must_use]
    pub fn analysed(&self) -> &AnalysedGame {
        &self.analysed
    }

    /// The tree of points.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.analysed.tree
    }

    /// The current point.
    #[must_use]
    pub fn at(&self) -> NodeId {
        self.analysed.at
    }

    /// The match at the current point. It is not saved to a file.
    #[must_use]
    pub fn running(&self) -> &Match {
        &self.running
    }

    /// The line that steps follow, from the start.
    #[must_use]
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// The number of actions that lead to the current point.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.tree().depth(self.at())
    }

    /// The actions of the line that steps follow.
    pub fn actions(&self) -> impl Iterator<Item = &ActionText> {
        self.line.iter().filter_map(|id| self.tree().action(*id))
    }

    /// The next point of the line if `forward`, else the previous one; `None` at an end of the
    /// line.
    #[must_use]
    pub fn step(&self, forward: bool) -> Option<NodeId> {
        let at = self.depth();
        let next = if forward { at + 1 } else { at.checked_sub(1)? };
        self.line.get(next).copied()
    }

    /// Whether there are unsaved changes.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Changes with the points and notes, and differs between boards.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether nothing has been played or noted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree().children(Tree::ROOT).is_empty() && self.tree().note(Tree::ROOT).is_empty()
    }

    /// Whether a change can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.undo.has(false)
    }

    /// Whether an undone change can be redone.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.undo.has(true)
    }

    /// Records that the current state is saved in `file`.
    pub fn saved_in(&mut self, file: PathBuf) {
        (self.analysed.file, self.changed) = (Some(file), false);
    }

    /// Records that saving has failed.
    pub fn not_saved(&mut self) {
        self.changed = true;
    }

    /// The file, if it has been saved.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.analysed.file.as_deref()
    }

    /// Plays an action for the side to move. A new action starts or extends a variation.
    ///
    /// # Errors
    /// If the action is illegal, or would nest variations too deep; nothing changes then.
    pub fn act(&mut self, action: &str) -> Result<TableUpdate, PlayError> {
        if roll_symbol(action).is_some() {
            return self.show_face(roll_symbol(action).unwrap_or_default());
        }
        self.check_level(action)?;
        let events = self.running.act(action)?;
        self.follow();
        Ok(TableUpdate::Events(events, TableScene::of(self.running.game())))
    }

    /// Throws the pending die, without applying the result yet.
    #[must_use]
    pub fn throw(&self, flick: Option<Flick>) -> Option<Roll> {
        self.running.throw(flick)
    }

    /// Applies the result of a die.
    ///
    /// # Errors
    /// If no die is due, or the face would nest variations too deep.
    pub fn settle(&mut self, roll: &Roll) -> Result<TableUpdate, PlayError> {
        self.check_level(&ActionText::roll(roll.symbol))?;
        let events = self.running.apply_roll(roll)?;
        self.follow();
        Ok(TableUpdate::Events(events, TableScene::of(self.running.game())))
    }

    /// Sets the pending die to a face.
    ///
    /// # Errors
    /// If no die is due, or the die lacks this face.
    pub fn show_face(&mut self, symbol: &str) -> Result<TableUpdate, PlayError> {
        let action = ActionText::roll(symbol);
        let Pending::Throw { die, .. } = self.running.pending() else { return Err(PlayError::CannotChooseRoll) };
        if let Err(refusal) = self.running.game().check(&action) {
            return Err(PlayError::Refused { action: action.to_string(), refusal: Box::new(refusal) });
        }
        let symbol = die.side_of(symbol).map_or(die.sides[0], |side| die.sides[side]);
        self.settle(&Roll { die, symbol, physical: None, seconds: 0.0 })
    }

    /// Checks that a file can hold a variation that starts with this action.
    fn check_level(&self, action: &str) -> Result<(), PlayError> {
        let (tree, at) = (self.tree(), self.at());
        let starts = !tree.children(at).is_empty() && tree.child(at, action).is_none();
        match tree.level(at) + 1 {
            level if starts && level > Variation::MAX_DEPTH => Err(PlayError::DeepVariation(level)),
            _ => Ok(()),
        }
    }

    /// Moves the current point to the position of the match.
    fn follow(&mut self) {
        let Some(action) = self.running.last_action() else { return };
        let at = self.analysed.at;
        let (is_new, part) = (self.tree().child(at, &action).is_none(), self.tree().children_part(at));
        let to = self.analysed.tree.add(at, &action);
        self.analysed.at = to;
        if is_new {
            self.made(part, [at, to]);
        }
        if !self.line.contains(&to) {
            self.line = self.analysed.tree.line_through(to);
        }
    }

    /// Goes to a point. Steps back are shown as undone, a step forward as played.
    ///
    /// # Errors
    /// If the rules refuse an action that was legal before.
    pub fn go_to(&mut self, to: NodeId) -> Result<Vec<TableUpdate>, PlayError> {
        let (from, path) = (self.tree().path(self.at()), self.tree().path(to));
        let shared = from.iter().zip(&path).take_while(|(one, other)| one == other).count();
        let (back, on) = (from.len() - shared, &path[shared..]);
        if back == 0 && on.is_empty() {
            return Ok(Vec::new());
        }
        let mut updates = vec![TableUpdate::Hurry];
        if back > 0 {
            let at = path[shared - 1];
            // A new seed, so that another throw at the same point may differ.
            self.running = self.analysed.match_at(at, seed())?;
            self.analysed.at = at;
            updates.push(TableUpdate::rewound(back, self.running.game()));
        }
        for id in on {
            let Some(action) = self.tree().action(*id).cloned() else { break };
            updates.push(self.act(&action)?);
        }
        if on.len() > 1 {
            updates.push(TableUpdate::Hurry);
        }
        if !self.line.contains(&to) {
            self.line = self.tree().line_through(to);
        }
        Ok(updates)
    }

    /// Removes a point and everything after it. If the current point is among them, goes to the
    /// point before.
    ///
    /// # Errors
    /// See [`AnalysisBoard::go_to`].
    pub fn remove(&mut self, id: NodeId) -> Result<Vec<TableUpdate>, PlayError> {
        let Some(parent) = self.tree().parent(id) else { return Ok(Vec::new()) };
        let (shown, part) = (self.at(), self.tree().children_part(parent));
        let within = self.tree().path(shown).contains(&id);
        let updates = if within { self.go_to(parent)? } else { Vec::new() };
        self.analysed.tree.remove(id);
        self.made(part, [shown, self.at()]);
        self.line = self.tree().line_through(self.at());
        Ok(updates)
    }

    /// Promotes the variation of a point to the main line, at the point where it branches off.
    pub fn promote(&mut self, id: NodeId) {
        let branches = self.tree().branch_point(id).and_then(|first| self.tree().parent(first));
        let Some(part) = branches.map(|at| self.tree().children_part(at)) else { return };
        if self.analysed.tree.promote(id) {
            self.made(part, [self.at(); 2]);
            self.line = self.tree().line_through(self.at());
        }
    }

    /// Sets the bookmark and the comment of a point. The rest of its note is kept.
    ///
    /// # Errors
    /// If the comment is too long.
    pub fn note(&mut self, id: NodeId, bookmark: bool, comment: &str) -> Result<(), PlayError> {
        let note = self.tree().note(id).clone().reworded(bookmark, comment);
        note.check_length().map_err(PlayError::LongComment)?;
        self.set_note(id, note);
        Ok(())
    }

    /// Replaces everything by another position or analysis.
    ///
    /// # Errors
    /// See [`AnalysisBoard::new`]; nothing changes then.
    pub fn set_up(&mut self, analysed: AnalysedGame) -> Result<TableUpdate, PlayError> {
        let replaced = self.replace(analysed)?;
        self.undo.push(UndoStep::Whole(replaced));
        Ok(TableUpdate::reset(self.running.game()))
    }

    /// Undoes the last change, or redoes the last undone one, and goes to its point. `None` without
    /// such a change.
    ///
    /// # Errors
    /// See [`AnalysisBoard::go_to`].
    pub fn undo(&mut self, redo: bool) -> Result<Option<Vec<TableUpdate>>, PlayError> {
        let Some(change) = self.undo.take(redo) else { return Ok(None) };
        let (back, updates) = match change {
            UndoStep::Part { part, shown } => {
                let part = self.analysed.tree.swap(part);
                self.edited();
                (UndoStep::Part { part, shown }, self.go_to(shown[usize::from(redo)])?)
            }
            UndoStep::Whole(analysed) => {
                let replaced = self.replace(*analysed)?;
                (UndoStep::Whole(replaced), vec![TableUpdate::reset(self.running.game())])
            }
        };
        self.undo.put_back(redo, back);
        self.line = self.tree().line_through(self.at());
        Ok(Some(updates))
    }

    fn replace(&mut self, analysed: AnalysedGame) -> Result<Box<AnalysedGame>, PlayError> {
        self.running = analysed.match_at(analysed.at, seed())?;
        let replaced = std::mem::replace(&mut self.analysed, analysed);
        self.line = self.tree().line_through(self.at());
        self.edited();
        Ok(Box::new(replaced))
    }

    /// The arrows and rings at the current point.
    #[must_use]
    pub fn strokes(&self) -> Vec<AnnotationStroke> {
        let marks = &self.tree().note(self.at()).marks;
        if marks.is_empty() { Vec::new() } else { strokes::strokes(marks, &self.running.game().layout()) }
    }

    /// Stores the arrows and rings of the current point.
    pub fn set_strokes(&mut self, drawn: &[AnnotationStroke]) {
        let marks = strokes::marks(drawn, &self.running.game().layout());
        let note = self.tree().note(self.at()).clone();
        self.set_note(self.at(), Note { marks, ..note });
    }

    fn set_note(&mut self, id: NodeId, note: Note) {
        let note = Note { after: self.tree().depth(id), ..note };
        if note == *self.tree().note(id) {
            return;
        }
        let part = self.tree().note_part(id);
        self.analysed.tree.set_note(id, note);
        self.made(part, [id; 2]);
    }

    /// Records a change of the tree. `part` is the previous state.
    fn made(&mut self, part: TreePart, shown: [NodeId; 2]) {
        self.undo.push(UndoStep::Part { part, shown });
        self.edited();
    }

    fn edited(&mut self) {
        (self.changed, self.revision) = (true, self.revision + 1);
    }

    /// The game after all actions of the line.
    #[must_use]
    pub fn end_of_line(&self) -> Box<dyn DynGame> {
        let mut game = self.running.game().boxed();
        for id in self.line.iter().skip(self.depth() + 1) {
            let Some(action) = self.tree().action(*id) else { break };
            if game.apply(action).is_err() {
                break;
            }
        }
        game
    }
}

/// An unpredictable seed for dice.
fn seed() -> u64 {
    SysRng.try_next_u64().unwrap_or_default()
}
