//! Attempts at a puzzle.

use super::{ChanceTable, Kind, Puzzle};
use fairground_rules::bots::{self, Limits, SearchControl, WIN, WIN_BOUND, moves_to_win, win_probability};
use fairground_rules::engine::{ActionText, Cell, DynGame, Game, Place, Refusal, Side, TextError, Turn, TypedGame};
use fairground_rules::games::{self, GameVisitor};

/// The nodes of the search that answers a wrong action: about 50 ms.
const REPLY_NODES: u64 = 20_000;

/// An attempt at a puzzle: the position, the actions found, and the hints taken.
///
/// Until the puzzle is solved, the game is always at a decision of the solver. A wrong action is
/// not played but answered with a reason, and the solver can try again.
pub struct Attempt {
    puzzle: Puzzle,
    game: Box<dyn DynGame>,
    /// The number of actions of the line that have been played.
    at: usize,
    /// The number of actions that the solver still has to find.
    left: usize,
    hints: u32,
    mistakes: u32,
}

/// The answer to an action of the solver.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// The action is right, and more are to be found. The line was played up to the next one,
    /// including rolls.
    Right {
        /// The best defence, and the line's roll if one is due.
        replies: Vec<ActionText>,
    },
    /// The action is right and solves the puzzle.
    Solved {
        /// The continuation with best play by both sides, for display. It was not played.
        rest: Vec<ActionText>,
        /// The table of chances if a throw follows.
        chances: Option<ChanceTable>,
    },
    /// The action is legal but wrong. It was not played.
    Wrong(Wrong),
    /// The action is illegal, with the rules' reason.
    Refused(Refusal),
}

/// Why an action is wrong.
#[derive(Clone, Debug, PartialEq)]
pub struct Wrong {
    /// The best reply; `None` if a throw follows or the game is over.
    pub reply: Option<ActionText>,
    /// The solver's expected score after it, 0 to 1: a win is 1, a draw 1/2.
    pub win: f64,
    /// The solver's expected score after the best action.
    pub best: f64,
    /// The table of chances if a throw follows.
    pub chances: Option<ChanceTable>,
    /// The reason, in a sentence or two for the player.
    pub reason: String,
}

/// A hint towards the next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hint {
    /// The piece to move, on the board or in the reserve.
    Piece(Place),
    /// The letter of the board's section to move.
    Section(char),
    /// The destination.
    Cell(Cell),
    /// The whole action, if it has no separate piece and destination.
    Action(ActionText),
}

impl Attempt {
    /// Starts a puzzle.
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

    /// The game at the current point of the attempt.
    #[must_use]
    pub fn game(&self) -> &dyn DynGame {
        &*self.game
    }

    /// Whether the puzzle is solved.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.left == 0
    }

    /// Whether the solver succeeded alone, i.e. without mistakes and hints. `None` while this is
    /// undecided.
    #[must_use]
    pub fn result(&self) -> Option<bool> {
        match self.hints + self.mistakes {
            0 => self.is_solved().then_some(true),
            _ => Some(false),
        }
    }

    /// Whether judging an action requires a search: it is legal but not in the line.
    #[must_use]
    pub fn needs_search(&self, action: &str) -> bool {
        let expected = self.puzzle.line.get(self.at).is_some_and(|right| *right == *action);
        !self.is_solved() && !expected && self.game.check(action).is_ok()
    }

    /// Tries an action, with a search for the answer if required.
    pub fn answer(&mut self, action: &str) -> Answer {
        let outlook = if self.needs_search(action) {
            Outlook::after(&*self.game, action, self.puzzle.side)
        } else {
            Outlook::default()
        };
        self.answer_with(action, outlook)
    }

    /// Tries an action. `outlook` is [`Outlook::after`] it if [`Attempt::needs_search`].
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
        // The line is only one way to win. Any other winning action counts, too.
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

    /// Plays the right action of the line.
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

    /// A hint for the next action: the piece for `step` 0, the destination for any other. `None` for
    /// a solved puzzle.
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
            if let fairground_rules::engine::GestureKind::Rearrange(sections) = &gesture.kind
                && let Some((section, _)) = sections.first()
                && let Some(section) = self.game.layout().sections.get(usize::from(*section))
            {
                return Some(Hint::Section(section.name));
            }
        }
        Some(gesture.to.filter(|_| gesture.from.is_some()).map_or(Hint::Action(right), Hint::Cell))
    }

    /// Gives up. Returns the rest of the line, which is not played.
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
            (_, value) if value <= -WIN_BOUND => format!("{answer}Your move loses by force."),
            (Kind::Win, value) if value >= WIN_BOUND => {
                // In games with dice a turn has several actions, so this counts actions instead of
                // moves.
                let (count, unit) =
                    if game.info().dice { (WIN - value, "actions") } else { (moves_to_win(value), "moves") };
                format!("That wins too, but takes {count} {unit}: there is a faster win.")
            }
            (Kind::Win, _) => format!("{answer}Not a forced win: your move scores {hundred:.0} % on average."),
            (Kind::Save, _) => {
                format!("{answer}That does not save the game: your move scores {hundred:.0} % on average.")
            }
            (Kind::Gain | Kind::Chance, _) => {
                format!("{answer}Your move scores {hundred:.0} % on average, the best move {best_hundred:.0} %.")
            }
        };
        let chances = if self.at == 0 { ChanceTable::of(&self.puzzle, action).ok().flatten() } else { None };
        Wrong { reply: outlook.reply, win, best, chances, reason }
    }
}

/// The value of a game after an action, from a short search.
#[derive(Clone, Debug, Default)]
pub struct Outlook {
    /// For the solver, centipawns.
    value: i32,
    reply: Option<ActionText>,
}

impl Outlook {
    /// Searches a game after an action for about 50 ms.
    #[must_use]
    pub fn after(game: &dyn DynGame, action: &str, side: Side) -> Outlook {
        struct Look<'a>(&'a str, Side);
        impl GameVisitor for Look<'_> {
            type Output = Option<Outlook>;
            fn visit<P: Game>(self, game: &TypedGame<P>) -> Option<Outlook> {
                let mut next = game.clone();
                next.play(game.position().parse_action(self.0).ok()?);
                let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
                let found =
                    bots::analyse(&next, Limits::nodes(REPLY_NODES).with_hand_written_evaluation(), 1, &mut control);
                let best = found.report.lines.first().and_then(|line| line.actions.first());
                let replies = next.turn() == Turn::Decide(self.1.other());
                let reply = best.filter(|_| replies).map(|action| action.to_string().into());
                // Before the action, the distance to a win is one action longer.
                let value = found.value_for(self.1);
                let value = if value.abs() >= WIN_BOUND { value - value.signum() } else { value };
                Some(Outlook { value, reply })
            }
        }
        let found = games::visit_game(game, Look(action, side)).ok().flatten();
        found.unwrap_or_default()
    }
}
