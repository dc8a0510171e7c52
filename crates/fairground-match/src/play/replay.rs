use std::path::{Path, PathBuf};

use super::chance::Roll;
use super::error::PlayError;
use super::game_match::Match;
use super::header::setup_of;
use super::setup::Setup;
use crate::record::{ClockHistory, Header, Reader, Record, TornLine, Tree, Variation};
use fairground_rules::engine::{ActionText, Cell, Die, DynGame, Event, Outcome, Turn};

/// A recorded match that can be viewed at any point. Only its notes can be changed.
#[derive(Clone, Debug)]
pub struct Replay {
    setup: Setup,
    pub(super) record: Record,
    /// `None` without clocks.
    pub(super) clocks: Option<ClockHistory>,
    /// The match file for notes, if any.
    pub(super) file: Option<PathBuf>,
    /// The numbers of actions at the ends of plies, starting with 0.
    ply_ends: Vec<usize>,
    outcome: Option<Outcome>,
    /// The whole match.
    whole: Box<dyn DynGame>,
    /// The match up to the current point.
    game: Box<dyn DynGame>,
}

/// An action of a replay.
#[derive(Clone, Debug)]
pub struct ReplayStep {
    /// The action's text.
    pub action: ActionText,
    /// The action's events on the table.
    pub events: Vec<Event>,
    /// The throw of the die, if any.
    pub roll: Option<Roll>,
}

impl Replay {
    /// Reads a match file and checks all of it against the rules. The replay is at the start.
    ///
    /// # Errors
    /// If the file cannot be read or breaks the rules; the error says where.
    pub fn open(file: &Path) -> Result<Replay, PlayError> {
        Ok(Replay::read(Reader::open(file)?)?.kept_in(file.to_path_buf()))
    }

    /// Like [`Replay::open`], from the contents of a match file. Errors name `file`; notes are not
    /// written to it.
    ///
    /// # Errors
    /// Those of [`Replay::open`].
    pub fn parse(file: &Path, bytes: &[u8]) -> Result<Replay, PlayError> {
        Replay::read(Reader::new(file, Box::new(bytes))?)
    }

    /// Like [`Replay::open`], from a reader. Stops reading at the first fault.
    ///
    /// # Errors
    /// Those of [`Replay::open`].
    pub fn read(reader: Reader) -> Result<Replay, PlayError> {
        let file = &reader.file().to_path_buf();
        let (mut setup, start) = setup_of(file, reader.header())?;
        let mut whole = start.boxed();
        let (record, clocks) = Record::load_with_clocks(reader, &mut *whole)?;
        setup.seed = record.seed().unwrap_or_default();
        let outcome = match whole.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => record.outcome(file)?,
        };
        Ok(Replay { setup, ply_ends: ply_ends(&*whole), record, clocks, file: None, outcome, whole, game: start })
    }

    /// A replay of a running match, at its current position.
    #[must_use]
    pub fn of_match(played: &Match) -> Replay {
        Replay {
            setup: played.setup().clone(),
            record: played.record().clone(),
            ply_ends: ply_ends(played.game()),
            clocks: played.clocks.clone(),
            file: played.recorded_in().map(Path::to_path_buf),
            outcome: played.outcome(),
            whole: played.game().boxed(),
            game: played.game().boxed(),
        }
    }

    /// Updates the replay of a running match to its newest actions. The current point stays.
    pub fn sync_with(&mut self, played: &Match) {
        let at = self.at();
        *self = Replay::of_match(played);
        self.go_to(at);
    }

    /// The torn line of the file, which was ignored from there on.
    #[must_use]
    pub fn torn(&self) -> Option<&TornLine> {
        self.record.torn()
    }

    /// The settings of the match.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The header of the match file: players, date, physics version and more.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.record.header
    }

    /// The seed of bots and throws; `None` while it is secret.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.record.seed()
    }

    /// The game after all actions.
    #[must_use]
    pub fn whole(&self) -> &dyn DynGame {
        &*self.whole
    }

    /// The game at the current point.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// The variations, in the order of the file.
    #[must_use]
    pub fn variations(&self) -> Vec<&Variation> {
        self.record.variations()
    }

    /// The match file, if any.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The actions, notes and variations as a tree.
    #[must_use]
    pub fn tree(&self) -> Tree {
        Tree::of(&self.record)
    }

    /// The number of actions in the match.
    #[must_use]
    pub fn len(&self) -> usize {
        self.record.actions().len()
    }

    /// Whether the match has no actions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.record.actions().is_empty()
    }

    /// The number of actions before the current point.
    #[must_use]
    pub fn at(&self) -> usize {
        self.game.action_count()
    }

    /// The number of complete plies in the match.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.ply_ends.len() - 1
    }

    /// The outcome of the whole match; `None` if it was left unfinished.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The outcome, if the current point is where the match ended.
    #[must_use]
    pub fn shown_outcome(&self) -> Option<Outcome> {
        self.game.turn().outcome().or(self.outcome.filter(|_| self.at() == self.len()))
    }

    /// The actions of the match.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = &ActionText> {
        self.record.actions().iter().map(|entry| &entry.action)
    }

    /// The actions of the match, each with the time taken from its player's clock, ms, or `None`
    /// without clocks.
    pub fn timed_actions(&self) -> impl ExactSizeIterator<Item = (&ActionText, Option<u64>)> {
        self.record.actions().iter().map(|entry| (&entry.action, entry.used_ms))
    }

    /// Goes to the next action, with its events; `None` at the end.
    pub fn forward(&mut self) -> Option<ReplayStep> {
        let entry = self.record.actions().get(self.at())?;
        let roll = match (self.game.turn(), &entry.throw) {
            (Turn::Chance(_, die), Some(throw)) => Roll::of_record(die, throw, &self.record.header),
            _ => None,
        };
        let events = self.game.apply(&entry.action).ok()?;
        Some(ReplayStep { action: entry.action.clone(), events, roll })
    }

    /// The next action's throw with its die, and its cell if the die is a piece; `None` if the next
    /// action is not a recorded throw.
    #[must_use]
    pub fn next_throw(&self) -> Option<(&'static Die, Option<Cell>, Roll)> {
        let entry = self.record.actions().get(self.at())?;
        let (Turn::Chance(_, die), Some(throw)) = (self.game.turn(), &entry.throw) else { return None };
        let roll = Roll::of_record(die, throw, &self.record.header)?;
        let events = self.game.events(&entry.action).ok()?;
        let at = events.iter().find_map(|event| if let Event::Rolled { at, .. } = event { Some(*at) } else { None })?;
        Some((die, at, roll))
    }

    /// Goes back one action; `false` at the start.
    pub fn back(&mut self) -> bool {
        self.game.undo().is_some()
    }

    /// Goes to the point after `actions` actions, or to the end if there are fewer.
    pub fn go_to(&mut self, actions: usize) {
        self.game = self.whole.after(actions);
    }

    /// Goes to the point after `ply` plies. Returns `false` and stays if there are fewer.
    pub fn go_to_ply(&mut self, ply: usize) -> bool {
        let Some(&actions) = self.ply_ends.get(ply) else { return false };
        self.go_to(actions);
        true
    }

    /// Goes back to the start of the current ply, or of the previous one if already at the start.
    pub fn go_to_ply_before(&mut self) {
        let plies = self.ply_ends.partition_point(|end| *end < self.at());
        self.go_to(plies.checked_sub(1).map_or(0, |ply| self.ply_ends[ply]));
    }
}

/// The numbers of actions at the start and at the ends of plies.
fn ply_ends(game: &dyn DynGame) -> Vec<usize> {
    std::iter::once(0).chain(game.ply_ends()).collect()
}
