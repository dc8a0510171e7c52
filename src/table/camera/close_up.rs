//! Close-ups of the director: a check, a fallen king or an explosion, for about a second each.

use bevy::prelude::*;

use super::orbit::Orbit;
use crate::engine::{Cell, Event};
use crate::session::{Animating, Session, Settings, TableUpdate};
use crate::table::layout::{HEADROOM, Places};
use crate::table::piece::Toppled;
use crate::table::schedule::frame_seconds;

/// Duration of a close-up with the movement to it, s at normal speed.
const DURATION: f32 = 1.6;

/// Additional duration for an explosion, because its piece has to arrive first, s at normal speed.
const BEFORE_EXPLOSION: f32 = 0.6;

/// The shortest time between the starts of close-ups of two checks, s at normal speed.
const BETWEEN_CHECKS: f32 = 12.0;

/// The smallest distance, as a fraction of the distance that shows the whole board.
const MIN_DISTANCE: f32 = 0.55;

/// Margin around the cells, m.
const MARGIN: f32 = 0.06;

/// The current close-up.
#[derive(Resource, Debug, Default)]
pub(super) struct CloseUp {
    /// The points in the picture, in world space.
    points: Vec<Vec3>,
    /// The time until its end, s at normal speed.
    left: f32,
}

impl CloseUp {
    fn of(feet: impl IntoIterator<Item = Vec3>, duration: f32) -> CloseUp {
        let around = |foot: Vec3| {
            [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z]
                .into_iter()
                .flat_map(move |side| [Vec3::ZERO, Vec3::Y * HEADROOM].map(|up| foot + side * MARGIN + up))
        };
        CloseUp { points: feet.into_iter().flat_map(around).collect(), left: duration }
    }

    /// The close-up of the explosion in these events; empty if there is none.
    fn of_explosion(events: &[Event], places: &Places) -> CloseUp {
        if !events.iter().any(|event| matches!(event, Event::Exploded { .. })) {
            return CloseUp::default();
        }
        CloseUp::of(events.iter().flat_map(cells).map(|cell| places.cell(cell)), DURATION + BEFORE_EXPLOSION)
    }

    /// The points in the picture; `None` outside a close-up.
    pub fn points(&self) -> Option<&[Vec3]> {
        (self.left > 0.0 && !self.points.is_empty()).then_some(&self.points)
    }

    /// The orbit of the close-up, from the direction of an orbit that shows the whole board.
    pub fn orbit(points: &[Vec3], whole: &Orbit, aspect: f32) -> Orbit {
        let mut close = Orbit::fitting(whole.yaw, whole.pitch, false, points, aspect);
        close.distance = close.distance.max(MIN_DISTANCE * whole.distance).min(whole.distance);
        let shares = [1.0, 0.8, 0.6, 0.4, 0.2].map(|share| whole.mixed(&close, share));
        shares.into_iter().find(|orbit| orbit.shows(points, aspect)).unwrap_or(*whole)
    }
}

/// Begins and ends close-ups.
pub(super) fn choose(
    mut updates: MessageReader<TableUpdate>,
    (time, settings, places): (Res<Time<Real>>, Res<Settings>, Res<Places>),
    (session, animating): (Res<Session>, Res<Animating>),
    fallen: Query<&Transform, Added<Toppled>>,
    (mut acted, mut since): (Local<bool>, Local<f32>),
    mut close_up: ResMut<CloseUp>,
) {
    let seconds = frame_seconds(&time) * settings.speed;
    *since = if close_up.points().is_some() { 0.0 } else { *since + seconds };
    close_up.left -= seconds;
    for update in updates.read() {
        match update {
            TableUpdate::Events(events, _) => {
                *close_up = CloseUp::of_explosion(events, &places);
                *acted = true;
            }
            TableUpdate::Reset(..) | TableUpdate::Rewound { .. } | TableUpdate::Thrown { .. } => {
                *close_up = CloseUp::default();
                *acted = false;
            }
            TableUpdate::Hurry | TableUpdate::Shake | TableUpdate::Flip | TableUpdate::TidyUp => {}
        }
    }
    if !fallen.is_empty() && animating.0 {
        *close_up = CloseUp::of(fallen.iter().map(|fallen| fallen.translation.with_y(0.0)), DURATION);
    }
    if animating.0 || !std::mem::take(&mut *acted) || session.outcome().is_some() {
        return;
    }
    let notices = session.game().map(|game| game.notices()).unwrap_or_default();
    let threatened = notices.iter().filter(|notice| notice.urgent).flat_map(|notice| &notice.cells);
    let feet: Vec<_> = threatened.map(|cell| places.cell(*cell)).collect();
    if !feet.is_empty() && *since >= BETWEEN_CHECKS - DURATION {
        *close_up = CloseUp::of(feet, DURATION);
    }
}

/// The cells of an event; empty if the event affects the whole table.
fn cells(event: &Event) -> Vec<Cell> {
    match event {
        Event::Moved { from, path, .. } | Event::Stacked { from, path, .. } | Event::Shot { from, path } => {
            std::iter::once(*from).chain(path.iter().copied()).collect()
        }
        Event::Pushed { cells, beyond } => cells.iter().copied().chain(*beyond).collect(),
        Event::Split { at, .. }
        | Event::Captured { at, .. }
        | Event::Exploded { at }
        | Event::Transformed { at, .. }
        | Event::SetUp { at, .. } => vec![*at],
        Event::Dropped { to, .. } => vec![*to],
        Event::Rolled { at, .. } => at.iter().copied().collect(),
        Event::Discarded { .. } | Event::Rearranged { .. } | Event::Passed { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cause, Layout, Manner};
    use crate::session::View;

    /// A close-up is nearer than the view of the whole board and shows every cell of its action.
    #[test]
    fn it_shows_its_action_from_nearer() {
        let places = Places { layout: Layout::squares(8, 8) };
        let events = [
            Event::Moved { from: Cell(9), path: vec![Cell(18)], manner: Manner::Slide },
            Event::Exploded { at: Cell(18) },
            Event::Captured { at: Cell(27), cause: Cause::Exploded },
        ];
        for aspect in [9.0 / 16.0, 1.0, 16.0 / 9.0] {
            let whole = Orbit::framing(View::White, places.on_board(HEADROOM), aspect);
            let close_up = CloseUp::of_explosion(&events, &places);
            let orbit = CloseUp::orbit(close_up.points().unwrap(), &whole, aspect);
            assert!(orbit.distance < 0.8 * whole.distance, "{orbit:?}");
            for cell in [9, 18, 27] {
                assert!(orbit.shows(&[places.cell(Cell(cell))], aspect), "{aspect}: {cell}");
            }
        }
        assert!(CloseUp::of_explosion(&events[..1], &places).points().is_none());
    }
}
