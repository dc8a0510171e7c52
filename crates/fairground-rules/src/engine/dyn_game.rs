use std::any::Any;
use std::fmt;

use super::attempts::attempts;
use super::{
    ActionText, Cell, Claim, Event, Game, GameInfo, Gesture, Illegal, Layout, Look, Notice, Options, Outcome, Piece,
    PieceInfo, Place, Refusal, Side, TextError, Turn, TypedGame, fnv1a,
};

/// A match of any game, with actions as text: the type-erased form of [`TypedGame`] for the table,
/// match files and the command line.
///
/// ```
/// use fairground_rules::engine::{Options, Side, Turn};
/// use fairground_rules::games::{self, fluky};
///
/// let mut game = games::begin(games::info("fluky")?, Options::default(), None)?;
/// game.apply("c1c2")?;
/// // The die that has moved is thrown; the caller supplies the result.
/// assert_eq!(game.turn(), Turn::Chance(Side::White, fluky::DIE));
/// game.apply("~N")?;
/// assert_eq!(game.turn(), Turn::Decide(Side::Black));
/// assert!(game.apply("c1c2").is_err(), "nothing is left on c1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait DynGame: Any + Send + Sync {
    /// The game.
    fn info(&self) -> &'static GameInfo;
    /// The options of the match.
    fn options(&self) -> &Options;
    /// The text of the current position.
    fn text(&self) -> String;
    /// The text of the starting position.
    fn start_text(&self) -> String;
    /// FNV-1a of [`DynGame::text`].
    fn hash(&self) -> u64 {
        fnv1a(self.text().as_bytes())
    }
    /// The side to act, or the outcome of the match, including draws by repetition and by the
    /// halfmove clock.
    fn turn(&self) -> Turn;
    /// The draw that either player may claim now, see [`TypedGame::claim_open`].
    fn claim_open(&self) -> Option<Claim>;
    /// The outcome if the clock of `side` runs out, see [`TypedGame::out_of_time`].
    fn out_of_time(&self, side: Side) -> Outcome;
    /// Lets the match continue past draws by repetition and similar draws, see
    /// [`TypedGame::leave_draws_unclaimed`].
    fn leave_draws_unclaimed(&mut self);

    /// Returns `true` after [`DynGame::leave_draws_unclaimed`].
    fn leaves_draws_unclaimed(&self) -> bool;
    /// The actions since the start.
    fn played(&self) -> Vec<ActionText>;
    /// The side of each action since the start.
    fn sides(&self) -> Vec<Side>;
    /// The numbers of actions at the ends of the complete plies, see [`TypedGame::ply_ends`].
    fn ply_ends(&self) -> Vec<usize>;
    /// The number of actions since the start.
    fn action_count(&self) -> usize;
    /// The last action, or `None` at the start.
    fn last_action(&self) -> Option<ActionText>;
    /// The legal actions in ASCII order; empty when the match is over.
    fn actions(&self) -> Vec<ActionText>;
    /// The legal decisions with their gestures, sorted by text; empty when a die is due or the
    /// match is over.
    fn gestures(&self) -> Vec<(ActionText, Gesture)>;
    /// The gestures of `side` if it had to make an ordinary move now, sorted by text, see
    /// [`Tabletop::with_side_to_move`](super::Tabletop::with_side_to_move); empty when the match is
    /// over.
    fn gestures_of(&self, side: Side) -> Vec<(ActionText, Gesture)>;
    /// A description of a legal action, see [`Tabletop::describe`](super::Tabletop::describe);
    /// `None` if the action is not legal now.
    fn describe(&self, action: &str) -> Option<String>;
    /// A legal action in short notation, see [`Notation::notation`](super::Notation::notation);
    /// `None` if it is not legal now.
    fn notation(&self, action: &str) -> Option<String>;
    /// Reads an action: its own text, or short notation as people and other programs write it, see
    /// [`Notation::read_notation`](super::Notation::read_notation).
    ///
    /// # Errors
    /// The unreadable part of the text, the rule that forbids the action, or an ambiguity between
    /// several legal actions.
    fn read_action(&self, text: &str) -> Result<ActionText, Refusal>;
    /// The most likely action behind an illegal move in short notation. [`DynGame::read_action`]
    /// gives its refusal. `None` if the text is unreadable or a legal action.
    fn attempted_action(&self, text: &str) -> Option<ActionText>;
    /// The announcement of a legal action, see
    /// [`Tabletop::announcement`](super::Tabletop::announcement).
    fn announcement(&self, action: &str) -> Option<String>;
    /// The meaning of a side of the die that is due, see
    /// [`Tabletop::face_meaning`](super::Tabletop::face_meaning).
    fn face_meaning(&self, symbol: &str) -> Option<String>;
    /// The text of the action that a gesture intends, see
    /// [`Tabletop::intended_action`](super::Tabletop::intended_action).
    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<ActionText>;
    /// Checks whether an action is legal now.
    ///
    /// # Errors
    /// The unreadable part of the text, or the rule that forbids the action.
    fn check(&self, action: &str) -> Result<(), Refusal>;
    /// The events that a legal action would cause now.
    ///
    /// # Errors
    /// The unreadable part of the text, or the rule that forbids the action.
    fn events(&self, action: &str) -> Result<Vec<Event>, Refusal>;
    /// Plays an action and returns its events.
    ///
    /// # Errors
    /// The unreadable part of the text, or the rule that forbids the action; the match is then
    /// unchanged.
    fn apply(&mut self, action: &str) -> Result<Vec<Event>, Refusal>;
    /// Takes back the last action and returns its text, or `None` at the start.
    fn undo(&mut self) -> Option<ActionText>;
    /// Every piece on the board and in the reserves.
    fn pieces(&self) -> Vec<Piece>;
    /// The pieces that the position editor offers, see
    /// [`Editor::editor_pieces`](super::Editor::editor_pieces).
    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)>;
    /// A match that starts from the base position of the position editor, see
    /// [`Editor::editor_base`](super::Editor::editor_base).
    fn editor_base(&self) -> Box<dyn DynGame>;
    /// The text of a position with exactly `pieces` on the board and `side` to move, see
    /// [`Editor::text_from_pieces`](super::Editor::text_from_pieces).
    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String;
    /// Information for players about a piece with this look, see
    /// [`Tabletop::piece_info`](super::Tabletop::piece_info).
    fn piece_info(&self, look: &Look) -> PieceInfo;
    /// The current board.
    fn layout(&self) -> Layout;
    /// Notices for players.
    fn notices(&self) -> Vec<Notice>;
    /// The cells where `side` could capture if it were its turn.
    fn attacked_by(&self, side: Side) -> Vec<Cell>;
    /// The static evaluation for `side`, in centipawns.
    fn evaluate(&self, side: Side) -> i32;
    /// A copy, cheap regardless of the length of the match.
    fn boxed(&self) -> Box<dyn DynGame>;
    /// A copy after only the first `actions` actions, or after all of them if there are fewer.
    fn after(&self, actions: usize) -> Box<dyn DynGame>;
}

impl fmt::Debug for dyn DynGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {:?}", self.info().id, self.text())
    }
}

impl Clone for Box<dyn DynGame> {
    fn clone(&self) -> Self {
        self.boxed()
    }
}

impl<P: Game> DynGame for TypedGame<P> {
    fn info(&self) -> &'static GameInfo {
        P::INFO
    }

    fn options(&self) -> &Options {
        TypedGame::options(self)
    }

    fn text(&self) -> String {
        self.position().to_string()
    }

    fn start_text(&self) -> String {
        self.start().to_string()
    }

    fn turn(&self) -> Turn {
        TypedGame::turn(self)
    }

    fn claim_open(&self) -> Option<Claim> {
        TypedGame::claim_open(self)
    }

    fn out_of_time(&self, side: Side) -> Outcome {
        TypedGame::out_of_time(self, side)
    }

    fn leave_draws_unclaimed(&mut self) {
        TypedGame::leave_draws_unclaimed(self);
    }

    fn leaves_draws_unclaimed(&self) -> bool {
        TypedGame::leaves_draws_unclaimed(self)
    }

    fn played(&self) -> Vec<ActionText> {
        TypedGame::actions(self).map(|action| text_of(&action)).collect()
    }

    fn sides(&self) -> Vec<Side> {
        TypedGame::sides(self).collect()
    }

    fn ply_ends(&self) -> Vec<usize> {
        TypedGame::ply_ends(self)
    }

    fn action_count(&self) -> usize {
        TypedGame::actions(self).len()
    }

    fn last_action(&self) -> Option<ActionText> {
        TypedGame::actions(self).next_back().map(|action| text_of(&action))
    }

    fn actions(&self) -> Vec<ActionText> {
        let mut texts: Vec<_> = self.legal_actions().iter().map(text_of).collect();
        texts.sort_unstable();
        texts
    }

    fn gestures(&self) -> Vec<(ActionText, Gesture)> {
        with_gestures(self.position(), &self.legal_actions())
    }

    fn gestures_of(&self, side: Side) -> Vec<(ActionText, Gesture)> {
        let turned = self.position().with_side_to_move(side).filter(|_| self.turn().outcome().is_none());
        let Some(position) = turned else { return Vec::new() };
        let mut actions = Vec::new();
        position.generate(&mut actions);
        with_gestures(&position, &actions)
    }

    fn describe(&self, action: &str) -> Option<String> {
        self.legal(action).map(|action| self.position().describe(action))
    }

    fn notation(&self, action: &str) -> Option<String> {
        self.legal(action).map(|action| self.position().notation(action))
    }

    fn read_action(&self, text: &str) -> Result<ActionText, Refusal> {
        let unreadable = match self.position().parse_action(text) {
            Ok(action) => {
                TypedGame::check(self, action)?;
                return Ok(text_of(&action));
            }
            Err(error) => error,
        };
        let position = self.position();
        let (meant, plays) = match position.read_notation(text) {
            Some(meant) => (meant, true),
            None => (attempts(position, text), false),
        };
        let legal: Vec<_> = meant.iter().filter(|action| TypedGame::check(self, **action).is_ok()).collect();
        match legal[..] {
            [action, ..] if !plays => Err(TextError::new("action", position.notation(*action), text).into()),
            [action] => Ok(text_of(action)),
            [] => Err(match attempt(self, &meant) {
                Some((_, illegal)) => illegal.into(),
                None if plays => Refusal::NoSuchMove(text.to_string()),
                None => unreadable.into(),
            }),
            _ => Err(Refusal::Ambiguous { text: text.to_string(), actions: legal.into_iter().map(text_of).collect() }),
        }
    }

    fn attempted_action(&self, text: &str) -> Option<ActionText> {
        let position = self.position();
        let meant = position.read_notation(text).unwrap_or_else(|| attempts(position, text));
        let is_legal = meant.iter().any(|action| TypedGame::check(self, *action).is_ok());
        attempt(self, &meant).filter(|_| !is_legal).map(|(action, _)| text_of(&action))
    }

    fn announcement(&self, action: &str) -> Option<String> {
        self.position().announcement(self.legal(action)?)
    }

    fn face_meaning(&self, symbol: &str) -> Option<String> {
        self.position().face_meaning(symbol)
    }

    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<ActionText> {
        self.position().intended_action(from, to, count).map(ActionText::from)
    }

    fn check(&self, action: &str) -> Result<(), Refusal> {
        Ok(TypedGame::check(self, self.position().parse_action(action)?)?)
    }

    fn events(&self, action: &str) -> Result<Vec<Event>, Refusal> {
        let action = self.position().parse_action(action)?;
        TypedGame::check(self, action)?;
        let mut events = Vec::new();
        self.position().events(action, &mut |event| events.push(event));
        Ok(events)
    }

    fn apply(&mut self, action: &str) -> Result<Vec<Event>, Refusal> {
        let action = self.position().parse_action(action)?;
        let mut events = Vec::new();
        TypedGame::apply(self, action, &mut |event| events.push(event))?;
        Ok(events)
    }

    fn undo(&mut self) -> Option<ActionText> {
        TypedGame::undo(self).map(|action| text_of(&action))
    }

    fn pieces(&self) -> Vec<Piece> {
        self.position().pieces()
    }

    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        self.position().editor_pieces()
    }

    fn editor_base(&self) -> Box<dyn DynGame> {
        Box::new(TypedGame::starting(TypedGame::options(self).clone(), self.position().editor_base()))
    }

    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        self.position().text_from_pieces(pieces, side)
    }

    fn piece_info(&self, look: &Look) -> PieceInfo {
        self.position().piece_info(look)
    }

    fn layout(&self) -> Layout {
        self.position().layout()
    }

    fn notices(&self) -> Vec<Notice> {
        self.position().notices()
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        self.position().attacked_by(side)
    }

    fn evaluate(&self, side: Side) -> i32 {
        let value = self.position().evaluate();
        if self.position().pending().side() == Some(side) { value } else { -value }
    }

    fn boxed(&self) -> Box<dyn DynGame> {
        Box::new(self.clone())
    }

    fn after(&self, actions: usize) -> Box<dyn DynGame> {
        Box::new(TypedGame::after(self, actions))
    }
}

fn text_of(action: &impl ToString) -> ActionText {
    action.to_string().into()
}

/// The most likely of some illegal actions, with its refusal: one that only a check forbids, or else
/// the first. A check is the last rule to be checked.
fn attempt<P: Game>(game: &TypedGame<P>, attempts: &[P::Action]) -> Option<(P::Action, Illegal)> {
    let refused = attempts.iter().filter_map(|action| Some((*action, TypedGame::check(game, *action).err()?)));
    refused.min_by_key(|(_, illegal)| !illegal.rule.ends_with(", Check"))
}

/// The actions that have a gesture, with their gestures, sorted by text.
fn with_gestures<P: Game>(position: &P, actions: &[P::Action]) -> Vec<(ActionText, Gesture)> {
    let gesture = |&action| Some((text_of(&action), position.gesture(action)?));
    let mut gestures: Vec<_> = actions.iter().filter_map(gesture).collect();
    gestures.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    gestures
}

impl<P: Game> TypedGame<P> {
    /// The action with this text, if it is legal now.
    fn legal(&self, text: &str) -> Option<P::Action> {
        let action = self.position().parse_action(text).ok()?;
        TypedGame::check(self, action).ok().map(|()| action)
    }

    /// The legal actions; empty when the match is over, including draws by repetition.
    fn legal_actions(&self) -> Vec<P::Action> {
        let mut actions = Vec::new();
        if self.turn().outcome().is_none() {
            self.position().generate(&mut actions);
        }
        actions
    }
}
