use super::setup::Seat;
use super::state::State;
use fairground_rules::engine::{ActionText, Cell, Die, DynGame, Event, Look, Outcome, Place, Side, Turn};

/// The pending decision or throw of a match.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Pending {
    /// A decision.
    Decide {
        /// The side to act.
        side: Side,
        /// The player of that side.
        seat: Seat,
    },
    /// A throw.
    Throw {
        /// The side that throws.
        side: Side,
        /// The player of that side.
        seat: Seat,
        /// The die to throw.
        die: &'static Die,
        /// The cell of the piece that is the die; `None` if the die is not a piece.
        cell: Option<Cell>,
        /// The side on top of the die now, 0 to 5; `None` if the die is not a piece.
        up: Option<usize>,
    },
    /// The match is over.
    Over(Outcome),
}

impl Pending {
    pub(super) fn of(state: &State, seats: [Seat; 2]) -> Pending {
        state.ended.map_or_else(|| Pending::of_game(&*state.game, seats), Pending::Over)
    }

    /// The pending action by the rules.
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

    /// Whether a bot or external engine has to act.
    #[must_use]
    pub fn is_bots(&self) -> bool {
        let bots = |seat: &Seat| matches!(seat, Seat::Bot(_) | Seat::Program);
        matches!(self, Pending::Decide { seat, .. } | Pending::Throw { seat, .. } if bots(seat))
    }

    /// The side to act; `None` if the match is over.
    #[must_use]
    pub fn side(&self) -> Option<Side> {
        match self {
            Pending::Decide { side, .. } | Pending::Throw { side, .. } => Some(*side),
            Pending::Over(_) => None,
        }
    }
}

/// The cell of the thrown piece. Any outcome will do, since the events of each name the cell.
fn thrown_piece(game: &dyn DynGame, die: &Die) -> Option<Cell> {
    let (symbol, _) = die.outcomes().next()?;
    let events = game.events(&ActionText::roll(symbol)).ok()?;
    events.iter().find_map(|event| match event {
        Event::Rolled { at, .. } => *at,
        _ => None,
    })
}

/// The symbol on top of the die on a cell.
fn top(game: &dyn DynGame, cell: Cell) -> Option<&'static str> {
    game.pieces().iter().find_map(|piece| match piece.look {
        Look::Die(_, symbol) if piece.place == Place::Cell(cell) => Some(symbol),
        _ => None,
    })
}
