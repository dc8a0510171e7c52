use std::path::{Path, PathBuf};

use rand::TryRng;
use rand::rngs::SysRng;

use super::strokes;
use super::undo::{Change, UndoStack};
use crate::dice::Flick;
use crate::engine::{ActionText, DynGame, roll_symbol};
use crate::play::{AnalysedGame, Match, NodeId, Note, Pending, PlayError, Roll, Tree, TreePart};
use crate::session::input::Stroke;
use crate::session::messages::{Scene, TableUpdate};

/// An analysis board: a match with its variations, whose both sides one person plays.
pub struct AnalysisBoard {
    analysed: AnalysedGame,
    /// As it stands at the point that is shown.
    running: Match,
    /// The points that steps forward and back lead through: those before and behind the point that is shown.
    line: Vec<NodeId>,
    /// Whether something has changed since it was saved.
    changed: bool,
    /// Another number whenever the points or the notes have changed, and on another board.
    revision: u64,
    undo: UndoStack,
}

impl AnalysisBoard {
    /// Begins with this.
    ///
    /// # Errors
    /// A match that does not agree with the rules.
    pub fn new(analysed: AnalysedGame) -> Result<AnalysisBoard, PlayError> {
        let running = analysed.match_at(analysed.at, seed())?;
        let line = analysed.tree.line_through(analysed.at);
        let (revision, undo) = (seed() >> 1, UndoStack::default());
        Ok(AnalysisBoard { analysed, running, line, changed: false, revision, undo })
    }

    /// What is analysed.
    #[must_use]
    pub fn analysed(&self) -> &AnalysedGame {
        &self.analysed
    }

    /// The points.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.analysed.tree
    }

    /// The point that is shown.
    #[must_use]
    pub fn at(&self) -> NodeId {
        self.analysed.at
    }

    /// The match as it stands there. No file is kept of it.
    #[must_use]
    pub fn running(&self) -> &Match {
        &self.running
    }

    /// The points that steps forward and back lead through, the start first.
    #[must_use]
    pub fn line(&self) -> &[NodeId] {
        &self.line
    }

    /// How many actions lead to the point that is shown.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.tree().depth(self.at())
    }

    /// The actions of the line that steps lead through.
    pub fn actions(&self) -> impl Iterator<Item = &ActionText> {
        self.line.iter().filter_map(|id| self.tree().action(*id))
    }

    /// The point before the one that is shown, or behind it; `None` at an end of the line.
    #[must_use]
    pub fn step(&self, forward: bool) -> Option<NodeId> {
        let at = self.depth();
        let next = if forward { at + 1 } else { at.checked_sub(1)? };
        self.line.get(next).copied()
    }

    /// Whether something has changed since it was saved.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.changed
    }

    /// Another number whenever the points or the notes have changed, and on another board.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether nothing has been tried or noted on it.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.tree().children(Tree::ROOT).is_empty() && self.tree().note(Tree::ROOT).is_empty()
    }

    /// Whether a change can be undone.
    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.undo.has(false)
    }

    /// Whether a change that was undone can be made again.
    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.undo.has(true)
    }

    /// It is kept in this file as it is now.
    pub fn saved_in(&mut self, file: PathBuf) {
        (self.analysed.file, self.changed) = (Some(file), false);
    }

    /// It could not be saved.
    pub fn not_saved(&mut self) {
        self.changed = true;
    }

    /// Its file, if it has been saved.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.analysed.file.as_deref()
    }

    /// Plays an action for the side to act. One that is new is the beginning of a variation, or goes on with one.
    ///
    /// # Errors
    /// An action that the rules forbid. Nothing has changed then.
    pub fn act(&mut self, action: &str) -> Result<TableUpdate, PlayError> {
        if roll_symbol(action).is_some() {
            return self.show_face(roll_symbol(action).unwrap_or_default());
        }
        let events = self.running.act(action)?;
        self.follow();
        Ok(TableUpdate::Events(events, Scene::of(self.running.game())))
    }

    /// The throw of the die that is due, before it counts.
    #[must_use]
    pub fn throw(&self, flick: Option<Flick>) -> Option<Roll> {
        self.running.throw(flick)
    }

    /// The die has come to rest, or was laid.
    ///
    /// # Errors
    /// If it was not due.
    pub fn settle(&mut self, roll: &Roll) -> Result<TableUpdate, PlayError> {
        let events = self.running.apply_roll(roll)?;
        self.follow();
        Ok(TableUpdate::Events(events, Scene::of(self.running.game())))
    }

    /// Lays the die that is due so that it shows this.
    ///
    /// # Errors
    /// If none is due, or not one that can show it.
    pub fn show_face(&mut self, symbol: &str) -> Result<TableUpdate, PlayError> {
        let action = ActionText::roll(symbol);
        let Pending::Throw { die, .. } = self.running.pending() else { return Err(PlayError::RollIsNoChoice) };
        if let Err(refusal) = self.running.game().check(&action) {
            return Err(PlayError::Refused { action: action.to_string(), refusal: Box::new(refusal) });
        }
        let symbol = die.side_of(symbol).map_or(die.sides[0], |side| die.sides[side]);
        self.settle(&Roll { die, symbol, physical: None, seconds: 0.0 })
    }

    /// Goes to the point to which the match has gone.
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

    /// Goes to a point. Steps back are shown as they are undone; a step forward as it is played.
    ///
    /// # Errors
    /// An action that the rules refuse, which they have allowed before.
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
            // Another throw at the same point may show something else.
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

    /// Removes a point with everything behind it. If it was shown, or a point behind it, the point before it is.
    ///
    /// # Errors
    /// Those of [`AnalysisBoard::go_to`].
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

    /// Makes the variation of a point the main one where it begins.
    pub fn promote(&mut self, id: NodeId) {
        let branches = self.tree().branches_at(id).and_then(|first| self.tree().parent(first));
        let Some(part) = branches.map(|at| self.tree().children_part(at)) else { return };
        if self.analysed.tree.promote(id) {
            self.made(part, [self.at(); 2]);
            self.line = self.tree().line_through(self.at());
        }
    }

    /// Sets the bookmark and the comment at a point. All else that is noted stays.
    ///
    /// # Errors
    /// A comment that is too long.
    pub fn note(&mut self, id: NodeId, bookmark: bool, comment: &str) -> Result<(), PlayError> {
        let note = self.tree().note(id).clone().reworded(bookmark, comment);
        note.check_length().map_err(PlayError::LongComment)?;
        self.set_note(id, note);
        Ok(())
    }

    /// Sets up another position, or another analysis, in place of what is there.
    ///
    /// # Errors
    /// Those of [`AnalysisBoard::new`]. Nothing has changed then.
    pub fn set_up(&mut self, analysed: AnalysedGame) -> Result<TableUpdate, PlayError> {
        let replaced = self.replace(analysed)?;
        self.undo.push(Change::Whole(replaced));
        Ok(TableUpdate::reset(self.running.game()))
    }

    /// Undoes the last change, or makes the one again that was undone last, and shows where it is. `None` if there is none.
    ///
    /// # Errors
    /// Those of [`AnalysisBoard::go_to`].
    pub fn undo(&mut self, redo: bool) -> Result<Option<Vec<TableUpdate>>, PlayError> {
        let Some(change) = self.undo.take(redo) else { return Ok(None) };
        let (back, updates) = match change {
            Change::Part { part, shown } => {
                let part = self.analysed.tree.swap(part);
                self.edited();
                (Change::Part { part, shown }, self.go_to(shown[usize::from(redo)])?)
            }
            Change::Whole(analysed) => {
                let replaced = self.replace(*analysed)?;
                (Change::Whole(replaced), vec![TableUpdate::reset(self.running.game())])
            }
        };
        self.undo.put_back(redo, back);
        self.line = self.tree().line_through(self.at());
        Ok(Some(updates))
    }

    /// Returns what was there.
    fn replace(&mut self, analysed: AnalysedGame) -> Result<Box<AnalysedGame>, PlayError> {
        self.running = analysed.match_at(analysed.at, seed())?;
        let replaced = std::mem::replace(&mut self.analysed, analysed);
        self.line = self.tree().line_through(self.at());
        self.revision += 1;
        Ok(Box::new(replaced))
    }

    /// The arrows and rings at the point that is shown.
    #[must_use]
    pub fn strokes(&self) -> Vec<Stroke> {
        let marks = &self.tree().note(self.at()).marks;
        if marks.is_empty() { Vec::new() } else { strokes::strokes(marks, &self.running.game().layout()) }
    }

    /// Keeps these arrows and rings at the point that is shown.
    pub fn set_strokes(&mut self, drawn: &[Stroke]) {
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

    /// A part of the tree has been changed, which was this before.
    fn made(&mut self, part: TreePart, shown: [NodeId; 2]) {
        self.undo.push(Change::Part { part, shown });
        self.edited();
    }

    fn edited(&mut self) {
        (self.changed, self.revision) = (true, self.revision + 1);
    }

    /// The game after all actions of the line that steps lead through.
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

/// Dice that are thrown are real.
fn seed() -> u64 {
    SysRng.try_next_u64().unwrap_or_default()
}
