//! Solving a puzzle.

use super::{ChanceTable, Kind, Puzzle};
use crate::bots::{self, Limits, SearchControl, WIN, WIN_BOUND, win_probability};
use crate::engine::{ActionText, Cell, DynGame, Place, Refusal, Side, Tabletop, TextError, Turn, TypedGame};
use crate::games::{self, GameVisitor};

/// The nodes of the search that answers a wrong action: some 50 ms.
const REPLY_NODES: u64 = 20_000;

/// A puzzle that is being solved: the position, the actions found so far, and the hints taken.
///
/// The game inside is always at a decision of the solver, until the puzzle is solved. A wrong action is answered with a reason and not
/// carried out, so that the solver may try again.
pub struct Attempt {
    puzzle: Puzzle,
    game: Box<dyn DynGame>,
    /// How many actions of the line have been carried out.
    at: usize,
    /// How many actions the solver still has to find.
    left: usize,
    hints: u32,
    mistakes: u32,
}

/// What an action of the solver comes to.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// It is right, and more is to be found: these actions of the line, rolls included, follow it and have been carried out.
    Right {
        /// The reply with the best defence, and a die laid as the line has it.
        replies: Vec<ActionText>,
    },
    /// It is right, and the puzzle is solved.
    Solved {
        /// What would follow with the best play of both sides, for who wants to see it. It has not been carried out.
        rest: Vec<ActionText>,
        /// Where a throw follows: what each face brings.
        chances: Option<ChanceTable>,
    },
    /// It is legal and wrong. It has not been carried out.
    Wrong(Wrong),
    /// It is not legal, and why.
    Refused(Refusal),
}

/// Why an action is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The best reply to it; `None` where a throw follows, or the game is over.
    pub reply: Option<ActionText>,
    /// The probability that the solver wins after it, 0 to 1, a draw being half a win.
    pub win: f64,
    /// The same after the best action.
    pub best: f64,
    /// Where a throw follows: what each face brings.
    pub chances: Option<ChanceTable>,
    /// The reason, a sentence or two for the player.
    pub reason: String,
}

/// A hint towards the next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The piece that acts, on the board or in the reserve.
    Piece(Place),
    /// The section of the board that moves, by its letter.
    Section(char),
    /// Where it goes.
    Cell(Cell),
    /// All of the action, where there is nothing between that and [`Hint::Piece`].
    Action(ActionText),
}

impl Attempt {
    /// Begins with a puzzle.
    ///
    /// # Errors
    /// If its position cannot be read.
    pub fn new(puzzle: Puzzle) -> Result<Attempt, TextError> {
        let (game, left) = (puzzle.begin()?, puzzle.decisions());
        Ok(Attempt { puzzle, game, at: 0, left, hints: 0, mistakes: 0 })
    }

    /// The puzzle.
    #[must_use]
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The game as far as it has been solved.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// Whether nothing is left to be found.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.left == 0
    }

    /// Whether the puzzle counts as solved by the solver alone: without a wrong action and without a hint. `None` while that is open.
    #[must_use]
    pub fn result(&self) -> Option<bool> {
        match self.hints + self.mistakes {
            0 => self.is_solved().then_some(true),
            _ => Some(false),
        }
    }

    /// Whether it takes a search to judge an action: it is legal, and not that of the line.
    #[must_use]
    pub fn needs_search(&self, action: &str) -> bool {
        let expected = self.puzzle.line.get(self.at).is_some_and(|right| *right == *action);
        !self.is_solved() && !expected && self.game.check(action).is_ok()
    }

    /// Tries an action, and searches for the answer if that is needed.
    pub fn answer(&mut self, action: &str) -> Answer {
        let outlook = if self.needs_search(action) {
            Outlook::after(&*self.game, action, self.puzzle.side)
        } else {
            Outlook::default()
        };
        self.answer_with(action, outlook)
    }

    /// Tries an action; `outlook` is [`Outlook::after`] it, where [`Attempt::needs_search`].
    pub fn answer_with(&mut self, action: &str, outlook: Outlook) -> Answer {
        if let Err(refusal) = self.game.check(action) {
            return Answer::Refused(refusal);
        }
        if self.is_solved() {
            return Answer::Solved { rest: Vec::new(), chances: None };
        }
        if self.puzzle.line.get(self.at).is_some_and(|right| *right == *action) {
            return self.follow_line(action);
        }
        let first = self.at == 0;
        // A line is one of several ways to win: whoever finds another has solved it as well.
        let right = if first { self.puzzle.solution(action).is_some() } else { outlook.value >= WIN_BOUND };
        if !right {
            self.mistakes += 1;
            return Answer::Wrong(self.wrong(action, outlook));
        }
        let chances = if first { ChanceTable::of(&self.puzzle, action).ok().flatten() } else { None };
        if let Err(refusal) = self.game.apply(action) {
            return Answer::Refused(refusal);
        }
        (self.left, self.at) = (0, self.puzzle.line.len());
        Answer::Solved { rest: outlook.reply.into_iter().collect(), chances }
    }

    /// The right action of the line.
    fn follow_line(&mut self, action: &str) -> Answer {
        let chances = if self.at == 0 { ChanceTable::of(&self.puzzle, action).ok().flatten() } else { None };
        if let Err(refusal) = self.game.apply(action) {
            return Answer::Refused(refusal);
        }
        self.at += 1;
        self.left -= 1;
        if self.is_solved() {
            return Answer::Solved { rest: self.puzzle.line[self.at..].to_vec(), chances };
        }
        let mut replies = Vec::new();
        while self.game.turn() != Turn::Decide(self.puzzle.side)
            && let Some(reply) = self.puzzle.line.get(self.at)
        {
            if let Err(refusal) = self.game.apply(reply) {
                return Answer::Refused(refusal);
            }
            self.at += 1;
            replies.push(reply.clone());
        }
        Answer::Right { replies }
    }

    /// A hint towards the next action: first the piece, then where it goes; `None` once the puzzle is solved.
    pub fn hint(&mut self, step: u32) -> Option<Hint> {
        let right = self.puzzle.line.get(self.at).filter(|_| !self.is_solved())?.clone();
        self.hints += 1;
        let gestures = self.game.gestures();
        let gesture = gestures.into_iter().find(|(text, _)| *text == right).map(|(_, gesture)| gesture);
        let Some(gesture) = gesture else { return Some(Hint::Action(right)) };
        if step == 0 {
            if let Some(from) = gesture.from {
                return Some(Hint::Piece(from));
            }
            if let crate::engine::GestureKind::Rearrange(sections) = &gesture.kind
                && let Some((section, _)) = sections.first()
                && let Some(section) = self.game.layout().sections.get(usize::from(*section))
            {
                return Some(Hint::Section(section.name));
            }
        }
        Some(gesture.to.filter(|_| gesture.from.is_some()).map_or(Hint::Action(right), Hint::Cell))
    }

    /// Gives up: the rest of the line, which has not been carried out.
    pub fn give_up(&mut self) -> Vec<ActionText> {
        self.mistakes += u32::from(!self.is_solved());
        self.left = 0;
        self.puzzle.line.get(self.at..).unwrap_or_default().to_vec()
    }

    fn wrong(&self, action: &str, outlook: Outlook) -> Wrong {
        let game = &*self.game;
        let best = self.puzzle.solutions.first().map_or(1.0, super::Solution::win);
        let best = if self.at == 0 { best } else { 1.0 };
        let win = win_probability(outlook.value);
        let mut after = game.boxed();
        let applied = after.apply(action).is_ok();
        let told = |reply: &ActionText| after.notation(reply).unwrap_or_else(|| reply.to_string());
        let reply = outlook.reply.as_ref().filter(|_| applied).map(told);
        let side = |side: Side| game.info().side(side);
        let answer = match &reply {
            Some(reply) => format!("{} answers {reply}. ", side(self.puzzle.side.other())),
            None => String::new(),
        };
        let (hundred, best_hundred) = (100.0 * win, 100.0 * best);
        let reason = match (self.puzzle.kind, outlook.value) {
            (_, value) if value <= -WIN_BOUND => format!("{answer}That loses by force."),
            (Kind::Win, value) if value >= WIN_BOUND => {
                format!("That wins too, but only in {} actions: there is a shorter way.", WIN - value)
            }
            (Kind::Win, _) => format!("{answer}That is no forced win: it wins {hundred:.0} times of 100."),
            (Kind::Save, _) => format!("{answer}That does not save the game: it wins {hundred:.0} times of 100."),
            (Kind::Gain | Kind::Chance, _) => {
                format!("{answer}That wins {hundred:.0} times of 100, and the best action {best_hundred:.0} times.")
            }
        };
        let chances = if self.at == 0 { ChanceTable::of(&self.puzzle, action).ok().flatten() } else { None };
        Wrong { reply: outlook.reply, win, best, chances, reason }
    }
}

/// How the game stands after an action, by a short search.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// For the solver, centipawns.
    value: i32,
    reply: Option<ActionText>,
}

impl Outlook {
    /// How a game stands after an action for a side, by a search of some 50 ms.
    #[must_use]
    pub fn after(game: &dyn DynGame, action: &str, side: Side) -> Outlook {
        struct Look<'a>(&'a str, Side);
        impl GameVisitor for Look<'_> {
            type Output = Option<Outlook>;
            fn visit<P: Tabletop>(self, game: &TypedGame<P>) -> Option<Outlook> {
                let mut next = game.clone();
                next.play(game.position().parse_action(self.0).ok()?);
                let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
                let found = bots::analyse(&next, Limits::nodes(REPLY_NODES).by_hand(), 1, &mut control);
                let best = found.report.lines.first().and_then(|line| line.actions.first());
                let replies = next.turn() == Turn::Decide(self.1.other());
                let reply = best.filter(|_| replies).map(|action| action.to_string().into());
                // One action more than from the position after it.
                let value = found.value_for(self.1);
                let value = if value.abs() >= WIN_BOUND { value - value.signum() } else { value };
                Some(Outlook { value, reply })
            }
        }
        let found = games::visit_game(game, Look(action, side)).ok().flatten();
        found.unwrap_or_default()
    }
}
