//! The seats of the players.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::prelude::*;

use super::showing::Session;
use crate::engine::{DynGame, Event, Place, Point, Side};
use crate::session::messages::{ResetView, TableScene, TableUpdate};
use crate::session::schedule::MatchSet;
use crate::session::settings::{Settings, View};

/// The seats of the players, and the lower side in views from above. On a board of sections, each
/// player sits behind the initial position of their army.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Seating {
    /// The directions from the middle of the board to the players, White first, radians
    /// counter-clockwise seen from above; 0 is White's seat at a board of squares.
    pub yaws: [f32; 2],
    /// The lower side in views from above.
    pub near: Side,
    /// The largest angle between a seat and a view that is turned to fill the picture, radians; 0
    /// at a board of squares.
    pub leeway: f32,
}

impl Default for Seating {
    fn default() -> Self {
        Seating { yaws: [0.0, PI], near: Side::White, leeway: 0.0 }
    }
}

/// The leeway at a board of sections, radians: the viewer's army stays in the lower half of the
/// picture.
const LEEWAY: f32 = 1.05;

impl Seating {
    /// The seats for the current position of a game.
    #[must_use]
    pub fn of(game: &dyn DynGame) -> Seating {
        Seating::at(&TableScene::of(game))
    }

    /// The seats at a table. The position of an army is the average of its pieces, as seen from the
    /// other army.
    fn at(TableScene { pieces, layout }: &TableScene) -> Seating {
        let middle = |side: Side| {
            let own = pieces.iter().filter(|piece| piece.side == Some(side));
            let cells = own.filter_map(|piece| match piece.place {
                Place::Cell(cell) => layout.cells.get(cell.index()),
                Place::Reserve(..) => None,
            });
            let (sum, count) = cells.fold((Point::default(), 0.0), |(sum, count), cell| {
                let centre = cell.centre();
                (Point::new(sum.x + centre.x, sum.y + centre.y), count + 1.0)
            });
            (count > 0.0).then(|| Point::new(sum.x / count, sum.y / count))
        };
        if layout.sections.is_empty() {
            return Seating::default();
        }
        let unset = Seating { leeway: LEEWAY, ..Seating::default() };
        let [Some(white), Some(black)] = Side::BOTH.map(middle) else { return unset };
        let (x, y) = (white.x - black.x, white.y - black.y);
        if x.hypot(y) < 0.01 {
            return unset;
        }
        let white = x.atan2(-y);
        Seating { yaws: [white, white + PI], leeway: LEEWAY, ..Seating::default() }
    }

    /// The direction of a view.
    #[must_use]
    pub fn yaw(self, view: View) -> f32 {
        let [white, black] = self.yaws;
        match view {
            View::White => white,
            View::Black => black,
            View::Top | View::Flat => self.yaws[self.near.index()],
            View::Side => white + FRAC_PI_2,
            View::Close => white + 0.35,
        }
    }

    /// The side whose seat is at or nearest to a view.
    #[must_use]
    pub const fn below(self, view: View) -> Side {
        match view {
            View::White | View::Side | View::Close => Side::White,
            View::Black => Side::Black,
            View::Top | View::Flat => self.near,
        }
    }
}

/// The view that the camera shows; `None` once the user has turned it, or while the director moves
/// it.
#[derive(Resource, Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShownView(pub Option<View>);

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Seating>()
        .init_resource::<ShownView>()
        .add_systems(Update, (take_seats, look_from_seat).chain().in_set(MatchSet::Follow));
}

/// Seats the players when the pieces are laid out, after each board change, and when a person
/// chooses a view.
fn take_seats(
    mut shown: MessageReader<TableUpdate>,
    mut resets: MessageReader<ResetView>,
    (session, settings): (Res<Session>, Res<Settings>),
    mut chosen: Local<Option<View>>,
    mut seats: ResMut<Seating>,
) {
    let mut changed = resets.read().count() > 0;
    for update in shown.read() {
        changed |= match update {
            TableUpdate::Reset(..) | TableUpdate::Rewound { .. } => true,
            TableUpdate::Events(events, _) => {
                events.iter().any(|event| matches!(event, Event::SetUp { .. } | Event::Rearranged { .. }))
            }
            _ => false,
        };
    }
    changed |= chosen.replace(settings.view).is_some_and(|before| before != settings.view);
    if changed {
        let Seating { yaws, leeway, .. } = session.game().map(Seating::of).unwrap_or_default();
        seats.set_if_neq(Seating { yaws, leeway, ..*seats });
    }
}

/// A side seen from its own seat stays the lower one in views from above.
fn look_from_seat(settings: Res<Settings>, mut seats: ResMut<Seating>) {
    if matches!(settings.view, View::White | View::Black) {
        let near = seats.below(settings.view);
        seats.set_if_neq(Seating { near, ..*seats });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;

    #[test]
    fn everybody_sits_behind_their_own_army() {
        for info in games::ALL {
            let mut game = games::begin(info, Options::default(), None).unwrap();
            for _ in 0..3 {
                if info.id == "whack" {
                    let placing = game.actions().swap_remove(0);
                    game.apply(&placing).unwrap();
                }
            }
            let seats = Seating::of(&*game);
            if info.id != "whack" {
                assert_eq!(seats, Seating::default(), "{}", info.id);
                continue;
            }
            let layout = game.layout();
            for side in Side::BOTH {
                // The distance from the middle of the board towards the seat.
                let yaw = seats.yaws[side.index()];
                let nearer = |piece: &crate::engine::Piece| {
                    let Place::Cell(cell) = piece.place else { return 0.0 };
                    let at = layout.cells[cell.index()].centre();
                    at.x * yaw.sin() - at.y * yaw.cos()
                };
                let sum = |whose: Side| {
                    game.pieces().iter().filter(|piece| piece.side == Some(whose)).map(nearer).sum::<f32>()
                };
                assert!(sum(side) > sum(side.other()) + 0.5, "{side}");
            }
        }
    }
}
