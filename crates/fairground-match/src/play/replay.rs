use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::chance::Roll;
use super::error::PlayError;
use super::game_match::Match;
use super::header::setup_of;
use super::setup::Setup;
use super::state::{Charge, State};
use crate::record::{Header, Note, Reader, Record, RecordedAction, TornLine, Tree, Variation};
use fairground_rules::engine::{ActionText, Cell, Die, DynGame, Event, Outcome, Turn};

/// A recorded match that can be viewed at any point. Only its notes can be changed.
pub struct Replay {
    setup: Setup,
    header: Header,
    /// `None` while it is secret.
    seed: Option<u64>,
    pub(super) entries: Vec<RecordedAction>,
    pub(super) notes: BTreeMap<usize, Note>,
    variations: Vec<Variation>,
    /// Clock changes by taken-back actions.
    pub(super) charges: Vec<Charge>,
    /// The match file for notes, if any.
    pub(super) file: Option<PathBuf>,
    /// The numbers of actions at the ends of plies, starting with 0.
    ply_ends: Vec<usize>,
    outcome: Option<Outcome>,
    torn: Option<TornLine>,
    game: Box<dyn DynGame>,
}

impl Clone for Replay {
    fn clone(&self) -> Replay {
        Replay {
            setup: self.setup.clone(),
            header: self.header.clone(),
            seed: self.seed,
            entries: self.entries.clone(),
            notes: self.notes.clone(),
            variations: self.variations.clone(),
            charges: self.charges.clone(),
            file: self.file.clone(),
            ply_ends: self.ply_ends.clone(),
            outcome: self.outcome,
            torn: self.torn.clone(),
            game: self.game.boxed(),
        }
    }
}

/// An action of a replay.
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
        let (mut setup, game) = setup_of(file, reader.header())?;
        let mut played = game.boxed();
        let record = Record::load(reader, &mut *played)?;
        setup.seed = record.seed().unwrap_or_default();
        let outcome = match played.turn() {
            Turn::Over(outcome) => Some(outcome),
            _ => record.outcome(file)?,
        };
        let (entries, torn) = (record.actions().to_vec(), record.torn().cloned());
        Ok(Replay {
            setup,
            seed: record.seed(),
            ply_ends: ply_ends(&*game, &entries),
            entries,
            notes: record.notes().clone(),
            variations: record.variations().into_iter().cloned().collect(),
            charges: State::charges_of(&record, game.boxed()),
            file: None,
            outcome,
            torn,
            game,
            header: record.header,
        })
    }

    /// A replay of a running match, at its current position.
    #[must_use]
    pub fn of_match(played: &Match) -> Replay {
        let mut start = played.game().boxed();
        while start.undo().is_some() {}
        let entries = played.record().actions().to_vec();
        Replay {
            setup: played.setup().clone(),
            header: played.record().header.clone(),
            seed: played.record().seed(),
            ply_ends: ply_ends(&*start, &entries),
            entries,
            notes: played.notes().clone(),
            variations: played.record().variations().into_iter().cloned().collect(),
            charges: played.state.charges.clone(),
            file: played.recorded_in().map(Path::to_path_buf),
            outcome: played.outcome(),
            torn: None,
            game: played.game().boxed(),
        }
    }

    /// Updates the replay of a running match to its newest actions. The current point stays.
    pub fn sync_with(&mut self, played: &Match) {
        let at = self.at();
        *self = Replay::of_match(played);
        self.go_to(at);
    }

    /// The incomplete line omitted from the file.
    #[must_use]
    pub fn torn(&self) -> Option<&TornLine> {
        self.torn.as_ref()
    }

    /// The settings of the match.
    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// The header of the match file: players, date, physics version and more.
    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The seed of bots and throws; `None` while it is secret.
    #[must_use]
    pub fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The game at the current point.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// The variations.
    #[must_use]
    pub fn variations(&self) -> &[Variation] {
        &self.variations
    }

    /// The match file, if any.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// The actions, notes and variations as a tree.
    #[must_use]
    pub fn tree(&self) -> Tree {
        let mut tree = Tree::default();
        let mut line = vec![Tree::ROOT];
        for action in self.actions() {
            line.push(tree.add(line[line.len() - 1], action));
        }
        tree.annotate(&line, &self.notes, &self.variations);
        tree
    }

    /// The number of actions in the match.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether the match has no actions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
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
        self.entries.iter().map(|entry| &entry.action)
    }

    /// The actions of the match, each with the time taken from its player's clock, ms, or `None`
    /// without clocks.
    pub fn timed_actions(&self) -> impl ExactSizeIterator<Item = (&ActionText, Option<u64>)> {
        self.entries.iter().map(|entry| (&entry.action, entry.used_ms))
    }

    /// Goes to the next action, with its events; `None` at the end.
    pub fn forward(&mut self) -> Option<ReplayStep> {
        let entry = self.entries.get(self.at())?;
        let roll = match (self.game.turn(), &entry.throw) {
            (Turn::Chance(_, die), Some(throw)) => Roll::of_record(die, throw, &self.header),
            _ => None,
        };
        let events = self.game.apply(&entry.action).ok()?;
        Some(ReplayStep { action: entry.action.clone(), events, roll })
    }

    /// Goes to the next action without its events; `false` at the end.
    pub(super) fn skip(&mut self) -> bool {
        self.entries.get(self.at()).is_some_and(|entry| self.game.apply(&entry.action).is_ok())
    }

    /// The next action's throw with its die, and its cell if the die is a piece; `None` if the next
    /// action is not a recorded throw.
    #[must_use]
    pub fn next_throw(&self) -> Option<(&'static Die, Option<Cell>, Roll)> {
        let entry = self.entries.get(self.at())?;
        let (Turn::Chance(_, die), Some(throw)) = (self.game.turn(), &entry.throw) else { return None };
        let roll = Roll::of_record(die, throw, &self.header)?;
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
        while self.at() > actions && self.back() {}
        for entry in self.entries.iter().take(actions).skip(self.at()) {
            if self.game.apply(&entry.action).is_err() {
                break;
            }
        }
    }

    /// Goes to the point after `ply` plies. Returns `false` and stays if there are fewer.
    pub fn go_to_ply(&mut self, ply: usize) -> bool {
        let Some(&actions) = self.ply_ends.get(ply) else { return false };
        self.go_to(actions);
        true
    }

    /// Goes back to the start of the current ply, or of the previous one if already there.
    pub fn go_to_ply_before(&mut self) {
        let plies = self.ply_ends.partition_point(|end| *end < self.at());
        self.go_to(plies.checked_sub(1).map_or(0, |ply| self.ply_ends[ply]));
    }
}

/// A ply ends when the other side is to act, or the match is over.
fn ply_ends(start: &dyn DynGame, entries: &[RecordedAction]) -> Vec<usize> {
    let mut game = start.boxed();
    let mut ends = vec![0];
    for (index, entry) in entries.iter().enumerate() {
        let side = game.turn().side();
        if game.apply(&entry.action).is_err() {
            break;
        }
        if game.turn().side() != side {
            ends.push(index + 1);
        }
    }
    ends
}
