use super::setup::Seat;
use super::state::State;
use crate::engine::{ActionText, Cell, Die, DynGame, Event, Look, Outcome, Place, Side, Turn};

/// The pending decision or throw of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pending {
    /// A decision.
    Decide {
        /// Of whom.
        side: Side,
        /// Who sits there.
        seat: Seat,
    },
    /// A throw.
    Throw {
        /// Who throws.
        side: Side,
        /// Who sits there.
        seat: Seat,
        /// The die to throw.
        die: &'static Die,
        /// Where the piece stands that is the die; `None` if the die is no piece.
        cell: Option<Cell>,
        /// The side of the die that is on top now, 0 to 5; `None` if the die is no piece.
        up: Option<usize>,
    },
    /// Nothing: this is how it ended.
    Over(Outcome),
}

impl Pending {
    pub(super) fn of(state: &State, seats: [Seat; 2]) -> Pending {
        state.ended.map_or_else(|| Pending::of_game(&*state.game, seats), Pending::Over)
    }

    /// What the rules say is due.
    pub(super) fn of_game(game: &dyn DynGame, seats: [Seat; 2]) -> Pending {
        match game.turn() {
            Turn::Over(outcome) => Pending::Over(outcome),
            Turn::Decide(side) => Pending::Decide { side, seat: seats[side.index()] },
            Turn::Chance(side, die) => {
                let cell = thrown_piece(game, die);
                let up = cell.and_then(|cell| top(game, cell)).and_then(|symbol| die.side_of(symbol));
                Pending::Throw { side, seat: seats[side.index()], die, cell, up }
            }
        }
    }

    /// Whether a bot or another program has to act.
    #[must_use]
    pub fn is_bots(&self) -> bool {
        let bots = |seat: &Seat| matches!(seat, Seat::Bot(_) | Seat::Program);
        matches!(self, Pending::Decide { seat, .. } | Pending::Throw { seat, .. } if bots(seat))
    }

    /// Who has to act; `None` when the match is over.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        match self {
            Pending::Decide { side, .. } | Pending::Throw { side, .. } => Some(*side),
            Pending::Over(_) => None,
        }
    }
}

/// The piece that is thrown. The events of every outcome name it, so any outcome will do.
fn thrown_piece(game: &dyn DynGame, die: &Die) -> Option<Cell> {
    let (symbol, _) = die.outcomes().next()?;
    let events = game.events(&ActionText::roll(symbol)).ok()?;
    events.iter().find_map(|event| match event {
        Event::Rolled { at, .. } => *at,
        _ => None,
    })
}

/// The side that the die on a cell shows.
fn top(game: &dyn DynGame, cell: Cell) -> Option<&'static str> {
    game.pieces().iter().find_map(|piece| match piece.look {
        Look::Die(_, symbol) if piece.place == Place::Cell(cell) => Some(symbol),
        _ => None,
    })
}
