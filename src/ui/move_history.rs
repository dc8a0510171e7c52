//! The history of the match on the table, updated after each action rather than in every frame.

use bevy::prelude::Resource;

use crate::engine::{ActionText, Die, DynGame, Event, Options, Piece, Place, Side, TableState, Turn};
use crate::play;
use crate::session::Session;
use crate::ui::words;

/// The plies of the match on the table, and the pieces captured.
#[derive(Resource, Default)]
pub struct MoveHistory {
    start: Option<MatchStart>,
    /// The game after all of [`MoveHistory::actions`].
    game: Option<Box<dyn DynGame>>,
    table: TableState,
    actions: Vec<ActionText>,
    /// The number of pieces captured after each action.
    captured: Vec<usize>,
    plies: Vec<Ply>,
    /// The number of the first move.
    first_number: usize,
    /// Whether pieces are in reserve before the first move.
    reserve: bool,
    throws: Vec<PlayedThrow>,
    /// Whether the last ply is unfinished.
    open: bool,
    /// The number of changes of the point shown.
    revision: u64,
    /// The number of actions shown on the table: all of a match, or those up to the point of a
    /// replay.
    at: usize,
}

/// Identifies a match before its first action.
#[derive(PartialEq)]
struct MatchStart {
    id: &'static str,
    options: Options,
    position: String,
}

/// A ply: one side's consecutive actions, including rolls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ply {
    /// The side that made it.
    pub side: Side,
    /// The number of actions in the match up to its end.
    pub end: usize,
    /// The actions as displayed.
    pub moves: Vec<Move>,
    /// The number of pieces that left the game.
    pub captured: usize,
    /// Whether it includes a roll.
    pub rolls: bool,
    /// Whether a piece left its place.
    pub moved: bool,
}

/// A throw of the match. Throws that were taken back are not included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayedThrow {
    /// The number of its ply, from 1.
    pub ply: usize,
    /// The side that threw.
    pub side: Side,
    /// The die that was thrown.
    pub die: &'static Die,
    /// The face that it showed.
    pub symbol: &'static str,
    /// The number of actions in the match up to its end.
    pub end: usize,
}

/// An action as displayed to players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Move {
    /// The game's short notation; for a roll, a die with its face.
    pub notation: String,
    /// The action in words.
    pub words: String,
}

impl Ply {
    /// The notation of the ply.
    pub fn notation(&self) -> String {
        self.moves.iter().map(|action| action.notation.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// The ply in words.
    pub fn sentence(&self) -> String {
        self.moves.iter().map(|action| action.words.as_str()).collect::<Vec<_>>().join(". ")
    }
}

impl Move {
    /// Describes a legal action.
    fn of(game: &dyn DynGame, action: &str) -> Move {
        Move {
            notation: words::short(game, action),
            words: game.describe(action).unwrap_or_else(|| action.to_string()),
        }
    }
}

impl MoveHistory {
    /// The history of a match or replay.
    pub fn of(session: &Session) -> MoveHistory {
        let mut history = MoveHistory::default();
        history.update(session);
        history
    }

    /// Updates the history. Returns whether the point shown has changed.
    pub fn update(&mut self, session: &Session) -> bool {
        let changed = self.follow(session);
        self.revision += u64::from(changed);
        changed
    }

    fn follow(&mut self, session: &Session) -> bool {
        let Some(game) = session.game() else {
            let changed = self.start.is_some();
            *self = MoveHistory { revision: self.revision, ..MoveHistory::default() };
            return changed;
        };
        let (actions, at): (Vec<_>, _);
        if let Some(replay) = session.replay() {
            (actions, at) = (replay.actions().cloned().collect(), replay.at());
        } else if let Some(board) = session.board() {
            (actions, at) = (board.actions().cloned().collect(), board.depth());
        } else {
            actions = game.played();
            at = actions.len();
        }
        let moved = self.extend(game, actions);
        std::mem::replace(&mut self.at, at) != at || moved
    }

    /// Adds new actions, or starts over with another match. Returns whether anything has changed.
    fn extend(&mut self, game: &dyn DynGame, actions: Vec<ActionText>) -> bool {
        let start = MatchStart { id: game.info().id, options: game.options().clone(), position: game.start_text() };
        let goes_on = self.start.as_ref() == Some(&start) && actions.starts_with(&self.actions);
        if goes_on && actions.len() == self.actions.len() {
            return false;
        }
        if !goes_on {
            let first = game.after(0);
            let pieces = first.pieces();
            let reserve = pieces.iter().any(|piece| matches!(piece.place, Place::Reserve(..)));
            let first_number = play::first_move_number(&*first).try_into().unwrap_or(usize::MAX);
            let (table, revision) = (TableState::new(pieces), self.revision);
            let (start, game) = (Some(start), Some(first));
            *self = MoveHistory { start, game, table, revision, reserve, first_number, ..MoveHistory::default() };
        }
        for action in actions.into_iter().skip(self.actions.len()) {
            self.add(action);
        }
        true
    }

    fn add(&mut self, action: ActionText) {
        if let Some(game) = &mut self.game
            && let Some(side) = game.turn().side()
        {
            let played = Move::of(&**game, &action);
            let (due, before) = (game.turn(), self.table.captured.len());
            let events = game.apply(&action).unwrap_or_default();
            let moves = |event: &Event| {
                use Event::{Dropped, Moved, Pushed, Shot, Stacked};
                matches!(event, Moved { .. } | Stacked { .. } | Pushed { .. } | Shot { .. } | Dropped { .. })
            };
            let moved = events.iter().any(moves);
            for event in events {
                if self.table.apply(&event).is_err() {
                    break;
                }
            }
            if !self.open {
                self.plies.push(Ply { side, end: 0, moves: Vec::new(), captured: 0, rolls: false, moved: false });
            }
            if let Turn::Chance(side, die) = due
                && let Some(up) = action.symbol().and_then(|symbol| die.side_of(symbol))
            {
                let (ply, end) = (self.plies.len(), self.actions.len() + 1);
                self.throws.push(PlayedThrow { ply, side, die, symbol: die.sides[up], end });
            }
            self.open = game.turn().side() == Some(side);
            if let Some(ply) = self.plies.last_mut() {
                ply.moves.push(played);
                ply.end = self.actions.len() + 1;
                ply.captured += self.table.captured.len() - before;
                ply.rolls |= action.is_roll();
                ply.moved |= moved;
            }
        }
        self.captured.push(self.table.captured.len());
        self.actions.push(action);
    }

    /// Every ply, including an unfinished one.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// The number of the first move, as in its position.
    pub fn first_number(&self) -> usize {
        self.first_number
    }

    /// Whether pieces are in reserve before the first move.
    pub fn begins_with_reserve(&self) -> bool {
        self.reserve
    }

    /// Every throw, in order.
    pub fn throws(&self) -> &[PlayedThrow] {
        &self.throws
    }

    /// The index of the last ply shown in [`MoveHistory::plies`]; `None` at the start.
    pub fn current(&self) -> Option<usize> {
        let last = self.plies.len().checked_sub(1)?;
        (self.at > 0).then(|| self.plies.partition_point(|ply| ply.end < self.at).min(last))
    }

    /// The last ply shown; `None` at the start.
    pub fn last(&self) -> Option<&Ply> {
        self.plies.get(self.current()?)
    }

    /// The last ply shown in words: its actions up to the point shown.
    pub fn last_sentence(&self) -> Option<String> {
        let ply = self.last()?;
        let shown = ply.moves.len().saturating_sub(ply.end.saturating_sub(self.at)).max(1);
        let words: Vec<_> = ply.moves.iter().take(shown).map(|action| action.words.as_str()).collect();
        Some(words.join(". "))
    }

    /// The number of plies in the first `actions` actions, including an unfinished one.
    pub fn plies_at(&self, actions: usize) -> usize {
        if actions == 0 { 0 } else { (self.plies.partition_point(|ply| ply.end < actions) + 1).min(self.plies.len()) }
    }

    /// The number of the move that contains a ply, as in the move list; 0 for the start. Plies
    /// count from 1; a move consists of a ply of White and the next ply of Black.
    pub fn move_number(&self, ply: usize) -> usize {
        let late = usize::from(self.plies.first().is_some_and(|ply| ply.side == Side::Black));
        ply.checked_sub(1).map_or(0, |at| (at + late) / 2 + self.first_number)
    }

    /// A ply with the number of its move, such as `3. Nf3` or `3... Nc6`. Plies count from 1; `None`
    /// for the start.
    pub fn numbered(&self, ply: usize) -> Option<String> {
        let played = self.plies.get(ply.checked_sub(1)?)?;
        let dots = if played.side == Side::White { "." } else { "..." };
        Some(format!("{}{dots} {}", self.move_number(ply), played.notation()))
    }

    /// The number of the last move, as in the move list.
    pub fn last_number(&self) -> usize {
        self.move_number(self.plies.len())
    }

    /// The number of moves played.
    pub fn moves(&self) -> usize {
        (self.last_number() + 1).saturating_sub(self.first_number.max(1))
    }

    /// The number of actions in the first `plies` plies.
    pub fn after(&self, plies: usize) -> usize {
        plies.checked_sub(1).and_then(|last| self.plies.get(last)).map_or(0, |ply| ply.end)
    }

    /// The pieces captured up to the point shown.
    pub fn captured(&self) -> &[Piece] {
        let count = self.at.checked_sub(1).and_then(|last| self.captured.get(last)).copied().unwrap_or_default();
        &self.table.captured[..count]
    }

    /// The number of changes of the point shown. Facts about the position are valid until it
    /// changes.
    pub fn revision(&self) -> u64 {
        self.revision
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::session::captured;

    #[test]
    fn a_throw_belongs_to_the_move_before_it() {
        let mut game = games::begin(games::info("fluky").unwrap(), Options::default(), None).unwrap();
        let mut history = MoveHistory::default();
        for action in ["b1b2", "~N", "b5b4"] {
            game.apply(action).unwrap();
            assert!(history.extend(&*game, game.played()));
        }
        let plies: Vec<_> = history.plies().iter().map(|ply| (ply.side, ply.end, ply.notation())).collect();
        assert_eq!(plies, [(Side::White, 2, "b2 🎲N".to_string()), (Side::Black, 3, "b4".to_string())]);
        assert_eq!(history.plies()[0].moves[1].words, "The die on b2 shows a knight");
        for (at, rolled) in [(1, false), (2, true)] {
            history.at = at;
            assert_eq!(history.last_sentence().unwrap().contains("shows a knight"), rolled, "after {at} actions");
        }
        let throw = PlayedThrow { ply: 1, side: Side::White, die: crate::games::fluky::DIE, symbol: "N", end: 2 };
        assert_eq!(history.throws(), [throw]);
        assert_eq!((history.after(0), history.after(1), history.after(2)), (0, 2, 3));
        assert!(!history.extend(&*game, game.played()), "nothing is new");
        game.undo();
        assert!(history.extend(&*game, game.played()));
        assert_eq!(history.plies().len(), 1);
    }

    #[test]
    fn moves_are_numbered_from_the_first_whichever_side_begins() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";
        for (side, actions, numbers) in
            [("w", ["e2e4", "e7e5", "g1f3"], [0, 1, 1, 2]), ("b", ["e7e5", "e2e4", "g8f6"], [0, 1, 2, 2])]
        {
            let text = format!("{start} {side} KQkq - 0 1");
            let mut game = games::begin(games::info("chess").unwrap(), Options::default(), Some(&text)).unwrap();
            actions.iter().for_each(|action| drop(game.apply(action).unwrap()));
            let mut history = MoveHistory::default();
            assert!(history.extend(&*game, game.played()));
            assert_eq!([0, 1, 2, 3].map(|ply| history.move_number(ply)), numbers);
            assert_eq!(history.moves(), 2);
        }
    }

    /// In a playout of each game, the captured pieces agree with the session's at every point.
    #[test]
    fn captures_are_known_at_every_point() {
        for info in games::ALL {
            let mut game = games::begin(info, Options::default(), None).unwrap();
            let mut history = MoveHistory::default();
            for step in 0..60_usize {
                let actions = game.actions();
                let Some(action) = actions.get(step * 7919 % actions.len().max(1)) else { break };
                game.apply(action).unwrap();
                history.extend(&*game, game.played());
                history.at = step + 1;
                assert_eq!(history.captured(), captured(&*game), "{}", info.id);
                assert_eq!(history.current(), Some(history.plies().len() - 1));
            }
            history.at = 0;
            assert!(history.captured().is_empty() && history.current().is_none());
        }
    }
}
