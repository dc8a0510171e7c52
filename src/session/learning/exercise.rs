//! A lesson or puzzle on the table: a match in which the learner plays both sides, with a task that
//! judges each action.

use std::collections::VecDeque;

use rand::TryRng;
use rand::rngs::SysRng;

use super::judged::{Feedback, Judgement, Scheduled};
use super::lesson::LessonTask;
use super::puzzle::PuzzleTask;
use crate::dice::Flick;
use crate::engine::{ActionText, Cell, DynGame, Gesture, Side, TextError, roll_symbol};
use crate::lessons::Lesson;
use crate::platform::jobs::{Background, Wake};
use crate::play::{Match, Pending, PlayError, Roll, Seat, Setup};
use crate::puzzles::{Hint, Outlook, Puzzle};
use crate::session::messages::{TableScene, TableUpdate};

/// A lesson or puzzle on the table.
pub struct Exercise {
    running: Match,
    task: ExerciseTask,
    /// Scheduled actions. Each is carried out once the table is at rest.
    next: VecDeque<Scheduled>,
    feedback: Option<Feedback>,
    side: Side,
    /// The puzzle action being judged. The table already shows it.
    judging: Option<(ActionText, Background<Outlook>)>,
}

/// The task of an exercise.
pub enum ExerciseTask {
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
        let running = match_from(task.game())?;
        Ok(Exercise::new(running, ExerciseTask::Lesson(Box::new(task))))
    }

    /// Begins a puzzle.
    ///
    /// # Errors
    /// If its position is invalid.
    pub fn puzzle(puzzle: Puzzle) -> Result<Exercise, PlayError> {
        let running = match_from(&*puzzle.begin()?)?;
        Ok(Exercise::new(running, ExerciseTask::Puzzle(Box::new(PuzzleTask::new(puzzle)?))))
    }

    fn new(running: Match, task: ExerciseTask) -> Exercise {
        let side = running.pending().side().unwrap_or(Side::White);
        Exercise { running, task, next: VecDeque::new(), feedback: None, side, judging: None }
    }

    /// The match on the table. It is not saved to a file.
    #[must_use]
    pub fn running(&self) -> &Match {
        &self.running
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> &ExerciseTask {
        &self.task
    }

    /// The lesson, if it is one.
    #[must_use]
    pub fn as_lesson(&self) -> Option<&LessonTask> {
        if let ExerciseTask::Lesson(task) = &self.task { Some(task) } else { None }
    }

    /// The puzzle, if it is one.
    #[must_use]
    pub fn as_puzzle(&self) -> Option<&PuzzleTask> {
        if let ExerciseTask::Puzzle(task) = &self.task { Some(task) } else { None }
    }

    /// The message about the last action.
    #[must_use]
    pub fn feedback(&self) -> Option<&Feedback> {
        self.feedback.as_ref()
    }

    /// The learner's side.
    #[must_use]
    pub fn side(&self) -> Side {
        self.side
    }

    /// Whether neither a scheduled action nor a judgement is pending.
    #[must_use]
    pub fn is_idle(&self) -> bool {
        self.next.is_empty() && self.judging.is_none()
    }

    /// Whether an action or throw by the learner is due.
    #[must_use]
    pub fn takes_input(&self) -> bool {
        self.is_idle() && !self.is_over() && !self.as_lesson().is_some_and(LessonTask::is_read)
    }

    /// Whether the lesson is done, or the puzzle has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        match &self.task {
            ExerciseTask::Lesson(task) => task.is_done(),
            ExerciseTask::Puzzle(task) => task.end().is_some(),
        }
    }

    /// Whether the learner is to throw the die.
    #[must_use]
    pub fn may_throw(&self) -> bool {
        self.is_idle() && self.as_lesson().is_some_and(LessonTask::may_throw)
    }

    /// The marked cells, and the one with a star; empty while scheduled actions are pending.
    #[must_use]
    pub fn marks(&self) -> (Vec<Cell>, Option<Cell>) {
        match self.as_lesson().filter(|_| self.is_idle()) {
            Some(task) => (task.marks(), task.star()),
            None => (Vec::new(), None),
        }
    }

    /// The legal actions that the learner may try now, with their gestures.
    #[must_use]
    pub fn allowed(&self) -> Vec<(ActionText, Gesture)> {
        match &self.task {
            _ if !self.is_idle() => Vec::new(),
            ExerciseTask::Lesson(task) => task.allowed(),
            ExerciseTask::Puzzle(task) if task.end().is_some() => Vec::new(),
            ExerciseTask::Puzzle(_) => self.running.game().gestures(),
        }
    }

    /// The rest of the table before the next scheduled action, as a multiple of the usual pause;
    /// `None` if nothing is scheduled.
    #[must_use]
    pub fn rests_before_next(&self) -> Option<f32> {
        Some(match self.next.front()? {
            Scheduled::Act(_) => 1.0,
            Scheduled::TakeBack => 1.5,
            Scheduled::SetUp { has_feedback: false } => 2.0,
            Scheduled::SetUp { has_feedback: true } => 6.0,
        })
    }

    /// Plays an action of the learner. A wrong action is also played, and then taken back.
    ///
    /// # Errors
    /// If the action is illegal; nothing changes then.
    pub fn act(&mut self, action: &str, wake: &Wake) -> Result<Option<TableUpdate>, PlayError> {
        if !self.is_idle() || self.is_over() {
            return Ok(None);
        }
        if roll_symbol(action).is_some() {
            return Err(PlayError::CannotChooseRoll);
        }
        // An illegal action is not judged.
        if let Err(refusal) = self.running.game().check(action) {
            return Err(PlayError::Refused { action: action.into(), refusal: Box::new(refusal) });
        }
        let judged = match &mut self.task {
            ExerciseTask::Lesson(task) => task.judge(Some(action))?,
            ExerciseTask::Puzzle(task) => match task.search(action) {
                None => task.judge(action, None)?,
                Some(search) => {
                    let events = self.running.act(action)?;
                    self.feedback = None;
                    self.judging = Some((action.into(), Background::start(wake, |_| search())));
                    return Ok(Some(TableUpdate::Events(events, TableScene::of(self.running.game()))));
                }
            },
        };
        let events = self.running.act(action)?;
        self.follow(judged);
        Ok(Some(TableUpdate::Events(events, TableScene::of(self.running.game()))))
    }

    /// Applies the judgement of the pending action if it is available. Returns whether it was.
    ///
    /// # Errors
    /// If the search failed. The action itself is already on the table and causes no errors.
    pub fn judge(&mut self) -> Result<bool, PlayError> {
        let Some((action, found)) = self.judging.as_ref().and_then(|(action, job)| Some((action.clone(), job.take()?)))
        else {
            return Ok(false);
        };
        self.judging = None;
        if let ExerciseTask::Puzzle(task) = &mut self.task {
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
    /// If no die is due.
    pub fn settle(&mut self, roll: &Roll) -> Result<TableUpdate, PlayError> {
        let ExerciseTask::Lesson(task) = &mut self.task else { return Err(PlayError::NotDue(roll.die)) };
        let judged = task.judge(Some(&ActionText::roll(roll.symbol)))?;
        let events = self.running.apply_roll(roll)?;
        self.follow(judged);
        Ok(TableUpdate::Events(events, TableScene::of(self.running.game())))
    }

    /// Continues after a step that is only read.
    ///
    /// # Errors
    /// If a scheduled action is illegal; a test of all lessons rules this out.
    pub fn read_on(&mut self) -> Result<(), PlayError> {
        if self.is_idle()
            && let ExerciseTask::Lesson(task) = &mut self.task
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
            ExerciseTask::Lesson(task) => {
                let to = if to_start { 0 } else { task.at().0.saturating_sub(1) };
                task.go_to(to)?;
                self.running = match_from(task.game())?;
            }
            ExerciseTask::Puzzle(task) => {
                let puzzle = task.puzzle().clone();
                *self = Exercise::puzzle(puzzle)?;
            }
        }
        self.next.clear();
        self.judging = None;
        self.feedback = None;
        Ok(TableUpdate::reset(self.running.game()))
    }

    /// Returns a hint. In a lesson, it is a complete action that solves the step; in a puzzle,
    /// first the piece, then its target.
    pub fn hint(&mut self) -> Option<Hint> {
        if !self.is_idle() {
            return None;
        }
        let hint = match &mut self.task {
            ExerciseTask::Lesson(task) => task.solution().map(Hint::Action),
            ExerciseTask::Puzzle(task) => task.hint(),
        };
        // The pictures of boards are in the order of the legal actions.
        if let Some(Hint::Action(action)) = &hint {
            let allowed = self.allowed();
            let mut boards = allowed.iter().filter(|(_, gesture)| gesture.from.is_none());
            if let Some(at) = boards.position(|(board, _)| board == action) {
                let words = format!("It is board {} beside the table.", at + 1);
                self.feedback = Some(Feedback::Hint(words));
            }
        }
        hint
    }

    /// Gives up a puzzle, and schedules its solution.
    pub fn show_solution(&mut self) {
        if self.is_idle()
            && let ExerciseTask::Puzzle(task) = &mut self.task
            && task.end().is_none()
        {
            let judged = task.give_up();
            self.follow(judged);
        }
    }

    /// Carries out the next scheduled action.
    ///
    /// # Errors
    /// If it is illegal; tests of all lessons and puzzles rule this out.
    pub fn advance(&mut self) -> Result<Option<TableUpdate>, PlayError> {
        let update = match self.next.pop_front() {
            None => return Ok(None),
            Some(Scheduled::Act(action)) => {
                let events = match (action.symbol(), self.running.pending()) {
                    (Some(symbol), Pending::Throw { die, .. }) => {
                        let symbol = die.side_of(symbol).map_or(die.sides[0], |side| die.sides[side]);
                        self.running.apply_roll(&Roll { die, symbol, physical: None, seconds: 0.0 })?
                    }
                    _ => self.running.act(&action)?,
                };
                TableUpdate::Events(events, TableScene::of(self.running.game()))
            }
            Some(Scheduled::TakeBack) => {
                let undone = self.running.take_back()?;
                TableUpdate::rewound(undone.len(), self.running.game())
            }
            Some(Scheduled::SetUp { .. }) => {
                if let ExerciseTask::Lesson(task) = &self.task {
                    self.running = match_from(task.game())?;
                    self.feedback = None;
                }
                TableUpdate::reset(self.running.game())
            }
        };
        if let (true, ExerciseTask::Lesson(task)) = (self.next.is_empty(), &mut self.task) {
            task.catch_up();
        }
        Ok(Some(update))
    }

    fn follow(&mut self, Judgement { next, feedback }: Judgement) {
        (self.next, self.feedback) = (next, feedback);
    }
}

/// A match that begins at the current position of `game`.
fn match_from(game: &dyn DynGame) -> Result<Match, TextError> {
    // The learner's dice are unpredictable.
    let seed = SysRng.try_next_u64().unwrap_or_default();
    let setup = Setup {
        options: game.options().clone(),
        start: Some(game.text()),
        ..Setup::new(game.info(), [Seat::Human; 2], seed)
    };
    Match::new(setup).map_err(|error| TextError::new("position", error.to_string(), &game.text()))
}
