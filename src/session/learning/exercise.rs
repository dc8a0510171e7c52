//! A lesson or puzzle on the table: a match in which the learner plays both sides, with a task that
//! judges each action.

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

/// A lesson or puzzle on the table.
pub struct Exercise {
    running: Match,
    task: Task,
    /// Scheduled actions, each carried out once the table is at rest.
    next: VecDeque<Next>,
    told: Option<Told>,
    side: Side,
    /// The puzzle action being judged. The table already shows it.
    judging: Option<(ActionText, Background<Outlook>)>,
}

/// The task of an exercise.
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
    /// If its position is invalid.
    pub fn lesson(lesson: Lesson) -> Result<Exercise, PlayError> {
        let task = LessonTask::new(lesson)?;
        let running = laid(task.game())?;
        Ok(Exercise::new(running, Task::Lesson(Box::new(task))))
    }

    /// Begins a puzzle.
    ///
    /// # Errors
    /// If its position is invalid.
    pub fn puzzle(puzzle: Puzzle) -> Result<Exercise, PlayError> {
        let running = laid(&*puzzle.begin()?)?;
        Ok(Exercise::new(running, Task::Puzzle(Box::new(PuzzleTask::new(puzzle)?))))
    }

    fn new(running: Match, task: Task) -> Exercise {
        let side = running.pending().side().unwrap_or(Side::White);
        Exercise { running, task, next: VecDeque::new(), told: None, side, judging: None }
    }

    /// The match on the table. It is not saved to a file.
    #[must_use]
    pub fn running(&self) -> &Match {
        &self.running
    }

    /// The task.
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

    /// The message about the last action.
    #[must_use]
    pub fn told(&self) -> Option<&Told> {
        self.told.as_ref()
    }

    /// The learner's side.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether no scheduled action or judgement is pending.
    #[must_use]
    pub fn waits(&self) -> bool {
        self.next.is_empty() && self.judging.is_none()
    }

    /// Whether an action or throw by the learner is due.
    #[must_use]
    pub fn takes_input(&self) -> bool {
        self.waits() && !self.is_over() && !self.as_lesson().is_some_and(LessonTask::is_read)
    }

    /// Whether the lesson is done, or the puzzle has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.task {
            Task::Lesson(task) => task.is_done(),
            Task::Puzzle(task) => task.end().is_some(),
        }
    }

    /// Whether the learner is to throw the die.
    #[must_use]
    pub fn may_throw(&self) -> bool {
        self.waits() && self.as_lesson().is_some_and(LessonTask::may_throw)
    }

    /// The marked cells, and the one with a star; none while scheduled actions are pending.
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

    /// The rest of the table before the next scheduled action, as a multiple of the usual pause;
    /// `None` if nothing is scheduled.
    #[must_use]
    pub fn rests_before_next(&self) -> Option<f32> {
        Some(match self.next.front()? {
            Next::Act(_) => 1.0,
            Next::TakeBack => 1.5,
            Next::SetUp { told: false } => 2.0,
            Next::SetUp { told: true } => 6.0,
        })
    }

    /// Plays an action of the learner. A wrong action is played too, and then taken back.
    ///
    /// # Errors
    /// An illegal action. Nothing changes then.
    pub fn act(&mut self, action: &str, wake: &Wake) -> Result<Option<TableUpdate>, PlayError> {
        if !self.waits() || self.is_over() {
            return Ok(None);
        }
        if roll_symbol(action).is_some() {
            return Err(PlayError::RollIsNoChoice);
        }
        // An illegal action is not judged.
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

    /// Applies the judgement of the pending action once it is available; `false` if it is not.
    ///
    /// # Errors
    /// A failed search. The action itself is already on the table and causes no errors.
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

    /// Whether a judgement is available for [`Exercise::judge`].
    #[must_use]
    pub fn is_judged(&self) -> bool {
        self.judging.as_ref().is_some_and(|(_, job)| job.has_ended())
    }

    /// Throws the learner's die, without applying the result yet.
    #[must_use]
    pub fn throw(&self, flick: Option<Flick>) -> Option<Roll> {
        self.may_throw().then(|| self.running.throw(flick)).flatten()
    }

    /// Applies the result of the learner's die.
    ///
    /// # Errors
    /// If the die is not due.
    pub fn settle(&mut self, roll: &Roll) -> Result<TableUpdate, PlayError> {
        let Task::Lesson(task) = &mut self.task else { return Err(PlayError::NotDue(roll.die)) };
        let judged = task.judge(Some(&ActionText::roll(roll.symbol)))?;
        let events = self.running.apply_roll(roll)?;
        self.follow(judged);
        Ok(TableUpdate::Events(events, Scene::of(self.running.game())))
    }

    /// Continues after a step that is only read.
    ///
    /// # Errors
    /// If a scheduled action is illegal, which a test of all lessons rules out.
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

    /// Goes back one step, or to the beginning.
    ///
    /// # Errors
    /// If its position is invalid.
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

    /// Returns a hint: in a lesson, a complete action that solves the step; in a puzzle, first the
    /// piece and then its target.
    pub fn hint(&mut self) -> Option<Hint> {
        if !self.waits() {
            return None;
        }
        let hint = match &mut self.task {
            Task::Lesson(task) => task.solution().map(Hint::Action),
            Task::Puzzle(task) => task.hint(),
        };
        // The pictures of boards are in the order of the legal actions.
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

    /// Gives up a puzzle, and schedules its solution.
    pub fn show_solution(&mut self) {
        if self.waits()
            && let Task::Puzzle(task) = &mut self.task
            && task.end().is_none()
        {
            let judged = task.give_up();
            self.follow(judged);
        }
    }

    /// Carries out the next scheduled action.
    ///
    /// # Errors
    /// If it is illegal, which tests of all lessons and puzzles rule out.
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

/// A match that begins from the current position of `game`.
fn laid(game: &dyn DynGame) -> Result<Match, TextError> {
    // The learner's dice are unpredictable.
    let seed = SysRng.try_next_u64().unwrap_or_default();
    let setup = Setup {
        options: game.options().clone(),
        start: Some(game.text()),
        ..Setup::new(game.info(), [Seat::Human; 2], seed)
    };
    Match::new(setup).map_err(|error| TextError::new("position", error.to_string(), &game.text()))
}
