use serde::Deserialize;

use fairground_rules::engine::{DynGame, Event, Piece, Place, Side, Turn};

/// Conditions to be met by an action; omitted fields do not matter.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// A piece of the learner stands on this cell, shown by a star: `c3`.
    pub at: Option<String>,
    /// The kind of that piece: `knight`. Requires `at`.
    pub piece: Option<String>,
    /// The number of chips or pyramids of that piece. Requires `at`.
    pub height: Option<u8>,
    /// No piece of the opponent is left on this cell.
    pub gone: Option<String>,
    /// The minimum number of the opponent's pieces that the action captures.
    pub captures: Option<usize>,
    /// The learner has won.
    pub won: Option<bool>,
    /// A king of the opponent is attacked.
    pub check: Option<bool>,
    /// A die is due.
    pub throw: Option<bool>,
    /// The action moved sections of the board.
    pub rearranged: Option<bool>,
}

impl Goal {
    /// Whether the goal has any condition.
    #[must_use]
    pub(crate) fn is_set(&self) -> bool {
        *self != Goal::default()
    }

    /// Whether an action of `side` has reached the goal. `before` and `after` are the games around
    /// the action, `events` its events.
    #[must_use]
    pub(crate) fn is_reached(&self, before: &dyn DynGame, after: &dyn DynGame, events: &[Event], side: Side) -> bool {
        let layout = after.layout();
        let cell = |name: &String| layout.cell_named(name);
        let pieces = after.pieces();
        let on = |name: &String, side: Side| {
            let place = Place::Cell(cell(name)?);
            pieces.iter().find(|piece| piece.place == place && piece.side == Some(side))
        };
        let stands = |name: &String| {
            on(name, side).is_some_and(|piece| {
                let info = after.piece_info(&piece.look);
                self.piece.as_deref().is_none_or(|wanted| wanted == info.name)
                    && self.height.is_none_or(|height| height == piece.look.height())
            })
        };
        let attacked = || {
            let cells = after.attacked_by(side);
            let king = |piece: &Piece| piece.side == Some(side.other()) && after.piece_info(&piece.look).is_king();
            pieces
                .iter()
                .filter(|piece| king(piece))
                .any(|king| king.place.cell().is_some_and(|at| cells.contains(&at)))
        };
        let rearranged = || events.iter().any(|event| matches!(event, Event::Rearranged { .. }));
        self.at.as_ref().is_none_or(stands)
            && self.gone.as_ref().is_none_or(|name| on(name, side.other()).is_none())
            && self.captures.is_none_or(|count| captured(before, after, side.other()) >= count)
            && self.won.is_none_or(|won| after.turn().outcome().is_some_and(|end| end.winner == Some(side)) == won)
            && self.check.is_none_or(|check| attacked() == check)
            && self.throw.is_none_or(|throw| matches!(after.turn(), Turn::Chance(..)) == throw)
            && self.rearranged.is_none_or(|wanted| rearranged() == wanted)
    }
}

/// The number of pieces of this side that an action removed from the board.
fn captured(before: &dyn DynGame, after: &dyn DynGame, side: Side) -> usize {
    let count = |game: &dyn DynGame| {
        let own = |piece: &&Piece| piece.side == Some(side) && piece.place.cell().is_some();
        game.pieces().iter().filter(own).count()
    };
    count(before).saturating_sub(count(after))
}
