//! A lesson or a puzzle on the table: a match that one person plays for both sides, with a task that judges each action.

use std::collections::VecDeque;

use rand::TryRng;
use rand::rngs::SysRng;

use super::judged::{Judged, Next, Told};
use super::lesson::LessonTask;
use super::puzzle::PuzzleTask;
use crate::dice::Flick;
use crate::engine::{ActionText, Cell, DynGame, Gesture, Side, TextError, roll_symbol};
use crate::lessons::Lesson;
use crate::platform::jobs::{Background, Wake};
use crate::play::{Match, Pending, PlayError, Roll, Seat, Setup};
use crate::puzzles::{Hint, Outlook, Puzzle};
use crate::session::messages::{Scene, TableUpdate};

/// A lesson or a puzzle on the table.
pub struct Exercise {
    running: Match,
    task: Task,
    /// What follows by itself, each once the table has come to rest.
    next: VecDeque<Next>,
    told: Option<Told>,
    side: Side,
    /// The action of a puzzle that is being judged: the table shows it already.
    judging: Option<(ActionText, Background<Outlook>)>,
}

/// What is to be learned or found.
pub enum Task {
    /// A lesson.
    Lesson(Box<LessonTask>),
    /// A puzzle.
    Puzzle(Box<PuzzleTask>),
}

impl Exercise {
    /// Begins a lesson.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn lesson(lesson: Lesson) -> Result<Exercise, PlayError> {
        let task = LessonTask::new(lesson)?;
        let running = laid(task.game())?;
        Ok(Exercise::new(running, Task::Lesson(Box::new(task))))
    }

    /// Begins a puzzle.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn puzzle(puzzle: Puzzle) -> Result<Exercise, PlayError> {
        let running = laid(&*puzzle.begin()?)?;
        Ok(Exercise::new(running, Task::Puzzle(Box::new(PuzzleTask::new(puzzle)?))))
    }

    fn new(running: Match, task: Task) -> Exercise {
        let side = running.pending().side().unwrap_or(Side::White);
        Exercise { running, task, next: VecDeque::new(), told: None, side, judging: None }
    }

    /// The match on the table, of which no file is kept.
    #[must_use]
    pub fn running(&self) -> &Match {
        &self.running
    }

    /// What is to be learned or found.
    #[must_use]
    pub fn task(&self) -> &Task {
        &self.task
    }

    /// The lesson, if it is one.
    #[must_use]
    pub fn as_lesson(&self) -> Option<&LessonTask> {
        if let Task::Lesson(task) = &self.task { Some(task) } else { None }
    }

    /// The puzzle, if it is one.
    #[must_use]
    pub fn as_puzzle(&self) -> Option<&PuzzleTask> {
        if let Task::Puzzle(task) = &self.task { Some(task) } else { None }
    }

    /// What is told about the last action.
    #[must_use]
    pub fn told(&self) -> Option<&Told> {
        self.told.as_ref()
    }

    /// The side of the learner.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether it waits for the learner.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.next.is_empty() && self.judging.is_none()
    }

    /// Whether it waits for an action or a throw of the learner.
    #[must_use]
    pub fn takes_input(&self) -> bool {
        self.waits() && !self.is_over() && !self.as_lesson().is_some_and(LessonTask::is_read)
    }

    /// Whether the lesson is done, or the puzzle is at its end.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.task {
            Task::Lesson(task) => task.is_done(),
            Task::Puzzle(task) => task.end().is_some(),
        }
    }

    /// Whether the learner throws the die that is due.
    #[must_use]
    pub fn may_throw(&self) -> bool {
        self.waits() && self.as_lesson().is_some_and(LessonTask::may_throw)
    }

    /// The cells that are marked, and the one with a star; none while something follows by itself.
    #[must_use]
    pub fn marks(&self) -> (Vec<Cell>, Option<Cell>) {
        match self.as_lesson().filter(|_| self.waits()) {
            Some(task) => (task.marks(), task.star()),
            None => (Vec::new(), None),
        }
    }

    /// The legal actions that the learner may try now, with their gestures.
    #[must_use]
    pub fn allowed(&self) -> Vec<(ActionText, Gesture)> {
        match &self.task {
            _ if !self.waits() => Vec::new(),
            Task::Lesson(task) => task.allowed(),
            Task::Puzzle(task) if task.end().is_some() => Vec::new(),
            Task::Puzzle(_) => self.running.game().gestures(),
        }
    }

    /// How long the table rests before what follows by itself, as a multiple of the usual pause; `None` if nothing follows.
    #[must_use]
    pub fn rests_before_next(&self) -> Option<f32> {
        Some(match self.next.front()? {
            Next::Act(_) => 1.0,
            Next::TakeBack => 1.5,
            Next::SetUp { told: false } => 2.0,
            Next::SetUp { told: true } => 6.0,
        })
    }

    /// The learner acts. A wrong action is carried out too, to be taken back.
    ///
    /// # Errors
    /// An action that the rules forbid. Nothing has changed then.
    pub fn act(&mut self, action: &str, wake: &Wake) -> Result<Option<TableUpdate>, PlayError> {
        if !self.waits() || self.is_over() {
            return Ok(None);
        }
        if roll_symbol(action).is_some() {
            return Err(PlayError::RollIsNoChoice);
        }
        // What cannot be played is not judged either.
        if let Err(refusal) = self.running.game().check(action) {
            return Err(PlayError::Refused { action: action.into(), refusal: Box::new(refusal) });
        }
        let judged = match &mut self.task {
            Task::Lesson(task) => task.judge(Some(action))?,
            Task::Puzzle(task) => match task.search(action) {
                None => task.judge(action, None)?,
                Some(search) => {
                    let events = self.running.act(action)?;
                    self.told = None;
                    self.judging = Some((action.into(), Background::start(wake, |_| search())));
                    return Ok(Some(TableUpdate::Events(events, Scene::of(self.running.game()))));
                }
            },
        };
        let events = self.running.act(action)?;
        self.follow(judged);
        Ok(Some(TableUpdate::Events(events, Scene::of(self.running.game()))))
    }

    /// Judges the action that is being judged, if that is known by now; `false` if it is not.
    ///
    /// # Errors
    /// A search that has failed. None that an action causes which the table shows.
    pub fn judge(&mut self) -> Result<bool, PlayError> {
        let Some((action, found)) = self.judging.as_ref().and_then(|(action, job)| Some((action.clone(), job.take()?)))
        else {
            return Ok(false);
        };
        self.judging = None;
        if let Task::Puzzle(task) = &mut self.task {
            let judged = task.judge(&action, Some(found?))?;
            self.follow(judged);
        }
        Ok(true)
    }

    /// Whether an action has been judged, and [`Exercise::judge`] tells how.
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.judging.as_ref().is_some_and(|(_, job)| job.has_ended())
    }

    /// The throw of the learner, before it counts.
    #[must_use]
    pub fn throw(&self, flick: Option<Flick>) -> Option<Roll> {
        self.may_throw().then(|| self.running.throw(flick)).flatten()
    }

    /// The die of the learner has come to rest.
    ///
    /// # Errors
    /// If it was not due.
    pub fn settle(&mut self, roll: &Roll) -> Result<TableUpdate, PlayError> {
        let Task::Lesson(task) = &mut self.task else { return Err(PlayError::NotDue(roll.die)) };
        let judged = task.judge(Some(&ActionText::roll(roll.symbol)))?;
        let events = self.running.apply_roll(roll)?;
        self.follow(judged);
        Ok(TableUpdate::Events(events, Scene::of(self.running.game())))
    }

    /// Goes on from a step that is only read.
    ///
    /// # Errors
    /// If what follows is not legal, which a test of all lessons rules out.
    pub fn read_on(&mut self) -> Result<(), PlayError> {
        if self.waits()
            && let Task::Lesson(task) = &mut self.task
            && task.is_read()
        {
            let judged = task.judge(None)?;
            self.follow(judged);
        }
        Ok(())
    }

    /// Goes back to the step before, or to the beginning.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn go_back(&mut self, to_start: bool) -> Result<TableUpdate, PlayError> {
        match &mut self.task {
            Task::Lesson(task) => {
                let to = if to_start { 0 } else { task.at().0.saturating_sub(1) };
                task.go_to(to)?;
                self.running = laid(task.game())?;
            }
            Task::Puzzle(task) => {
                let puzzle = task.puzzle().clone();
                *self = Exercise::puzzle(puzzle)?;
            }
        }
        self.next.clear();
        self.judging = None;
        self.told = None;
        Ok(TableUpdate::reset(self.running.game()))
    }

    /// A hint: in a lesson all of an action that does what is asked for, in a puzzle first the piece, then where it goes.
    pub fn hint(&mut self) -> Option<Hint> {
        if !self.waits() {
            return None;
        }
        let hint = match &mut self.task {
            Task::Lesson(task) => task.solution().map(Hint::Action),
            Task::Puzzle(task) => task.hint(),
        };
        // The pictures of the boards are in the order of the legal actions.
        if let Some(Hint::Action(action)) = &hint {
            let allowed = self.allowed();
            let mut boards = allowed.iter().filter(|(_, gesture)| gesture.from.is_none());
            if let Some(at) = boards.position(|(board, _)| board == action) {
                let words = format!("It is number {} of the small pictures beside the table.", at + 1);
                self.told = Some(Told::Hint(words));
            }
        }
        hint
    }

    /// Shows the solution of a puzzle.
    pub fn show_solution(&mut self) {
        if self.waits()
            && let Task::Puzzle(task) = &mut self.task
            && task.end().is_none()
        {
            let judged = task.give_up();
            self.follow(judged);
        }
    }

    /// Carries out what follows by itself next.
    ///
    /// # Errors
    /// If it is not legal, which tests of all lessons and puzzles rule out.
    pub fn advance(&mut self) -> Result<Option<TableUpdate>, PlayError> {
        let update = match self.next.pop_front() {
            None => return Ok(None),
            Some(Next::Act(action)) => {
                let events = match (action.symbol(), self.running.pending()) {
                    (Some(symbol), Pending::Throw { die, .. }) => {
                        let symbol = die.side_of(symbol).map_or(die.sides[0], |side| die.sides[side]);
                        self.running.apply_roll(&Roll { die, symbol, physical: None, seconds: 0.0 })?
                    }
                    _ => self.running.act(&action)?,
                };
                TableUpdate::Events(events, Scene::of(self.running.game()))
            }
            Some(Next::TakeBack) => {
                let undone = self.running.take_back()?;
                TableUpdate::rewound(undone.len(), self.running.game())
            }
            Some(Next::SetUp { .. }) => {
                if let Task::Lesson(task) = &self.task {
                    self.running = laid(task.game())?;
                    self.told = None;
                }
                TableUpdate::reset(self.running.game())
            }
        };
        if let (true, Task::Lesson(task)) = (self.next.is_empty(), &mut self.task) {
            task.catch_up();
        }
        Ok(Some(update))
    }

    fn follow(&mut self, Judged { next, told }: Judged) {
        (self.next, self.told) = (next, told);
    }
}

/// A match that begins as a game stands.
fn laid(game: &dyn DynGame) -> Result<Match, TextError> {
    // Dice that the learner throws are real.
    let seed = SysRng.try_next_u64().unwrap_or_default();
    let setup = Setup {
        options: game.options().clone(),
        start: Some(game.text()),
        ..Setup::new(game.info(), [Seat::Human; 2], seed)
    };
    Match::new(setup).map_err(|error| TextError::new("position", error.to_string(), &game.text()))
}
