//! The parts of the table that a camera has to keep in its picture.

use bevy::prelude::*;

use crate::engine::{ActionText, Event, Gesture, Layout, Place};
use crate::session::{self, Animating, LegalActions, Seats, Selection, Session, TableUpdate, View};
use crate::table::animation::LIFT;
use crate::table::input::sections::{self, SectionInHand};
use crate::table::layout::{HEADROOM, InUse, Places, world};
use crate::table::piece::collider::PieceShape;
use crate::table::piece::{Boxed, Home, Piece, PieceIndex};

/// The parts of the table that must be in the picture, as points in world space.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub(super) struct Subject {
    /// Everything on the table now.
    in_use: Vec<Vec3>,
    /// Everything that may be on the table during the match; at the board's next place, if an
    /// animation is moving it.
    whole: Vec<Vec3>,
    /// The board after the animation, if the animation moves it.
    next_places: Option<Places>,
    /// Outlines of all places where a section may be laid, from when the player takes one in hand
    /// until it is laid. The view does not change before that, because the mouse may be about to
    /// point at something.
    offered_points: Vec<Vec3>,
    /// The board with its pieces, and the tray of a game with a die.
    close_by: Vec<Vec3>,
    /// The board with its pieces, the reserves and the tray, without captured pieces: as much as
    /// fits into an upright picture.
    narrow: Vec<Vec3>,
    /// Whether the dice tray is in use.
    tray: bool,
    /// The seats of the players.
    pub seats: Seats,
}

impl Subject {
    /// The points that a view has to contain; `upright` is for a picture above the panel. On a
    /// board of one piece they stay the same for the whole match, so that no cell moves under the
    /// mouse, unless the view follows what is in use.
    pub fn points(&self, view: View, follows: bool, upright: bool) -> &[Vec3] {
        match view {
            View::Close => &self.close_by,
            View::White | View::Black | View::Top | View::Flat if upright => &self.narrow,
            View::White | View::Black | View::Side if follows => &self.in_use,
            _ => &self.whole,
        }
    }

    /// The points that must be visible now.
    pub fn in_use(&self) -> &[Vec3] {
        &self.in_use
    }
}

/// Updates the subject. While sections swing it contains the board before and after, and the path
/// between.
pub(super) fn update_subject(
    mut updates: MessageReader<TableUpdate>,
    (places, index, animating): (Res<Places>, Res<PieceIndex>, Res<Animating>),
    homes: Query<(&Home, &Piece), Without<Boxed>>,
    (session, legal, seats): (Res<Session>, Res<LegalActions>, Res<Seats>),
    (in_hand, selection): (Res<SectionInHand>, Res<Selection>),
    mut subject: ResMut<Subject>,
) {
    let due = session.running().is_some_and(|running| sections::is_due(running, &legal.0));
    let asked = in_hand.is_held() || selection.preview.is_some() || !subject.offered_points.is_empty();
    let offered = due && (asked || sections::to_be_placed(&legal.0, &places.layout).is_some());
    let offer_changed = offered == subject.offered_points.is_empty();
    if !(places.is_changed()
        || index.is_changed()
        || animating.is_changed()
        || seats.is_changed()
        || offer_changed
        || !updates.is_empty())
    {
        return;
    }
    let mut next_places = subject.next_places.clone().filter(|_| animating.0);
    for update in updates.read() {
        match update {
            TableUpdate::Events(events, scene)
                if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) =>
            {
                next_places = Some(Places { layout: scene.layout.clone() });
            }
            TableUpdate::Rewound { scene, .. } if scene.layout != places.layout => {
                next_places = Some(Places { layout: scene.layout.clone() });
            }
            TableUpdate::Reset(..) => next_places = None,
            _ => {}
        }
    }
    let reserve = index.iter().any(|(_, place)| matches!(place, Place::Reserve(..)));
    let thrown =
        session.game().is_some_and(|game| InUse::tray(game.turn(), homes.iter().map(|(_, piece)| &piece.look)));
    // Until the result of the throw has been seen.
    let tray = thrown || subject.tray && animating.0;
    let in_use = InUse { taken: index.captured().next().is_some(), reserve, tray };
    let (mut points, mut whole) = (places.now(in_use), places.all());
    let beside_board = InUse { taken: false, reserve, tray: true };
    let mut narrow = places.now(beside_board);
    let top = |(Home(home), Piece { look, .. }): (&Home, &Piece)| {
        let shape = PieceShape::of(look);
        home.translation + Vec3::Y * (shape.height() - shape.lift())
    };
    let tall: Vec<Vec3> = homes.iter().map(top).filter(|top| top.y > HEADROOM).collect();
    points.extend(&tall);
    let mut close_by = [places.close_by(), tall].concat();
    if let Some(next_places) = &next_places {
        points.extend(next_places.now(in_use));
        points.extend(points.clone().iter().map(|point| *point + Vec3::Y * LIFT));
        whole = next_places.all();
        close_by.extend(next_places.close_by());
        narrow.extend(next_places.now(beside_board));
    }
    let offered_points = if offered { offered_corners(&legal.0, &places.layout) } else { Vec::new() };
    points.extend(&offered_points);
    whole.extend(&offered_points);
    close_by.extend(&offered_points);
    narrow.extend(&offered_points);
    let seats = *seats;
    subject.set_if_neq(Subject { in_use: points, whole, next_places, offered_points, close_by, narrow, tray, seats });
}

/// The corners of every place where a board change may lay a section.
fn offered_corners(legal: &[(ActionText, Gesture)], layout: &Layout) -> Vec<Vec3> {
    let Some(section) = layout.sections.first() else { return Vec::new() };
    let poses = session::changes(legal).flat_map(|(_, poses)| poses);
    let points = poses.flat_map(|(_, pose)| section.outline.iter().map(move |point| pose.place(*point)));
    points.map(|point| world(Vec2::new(point.x, point.y))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{GestureKind, Options};
    use crate::games;
    use crate::table::camera::Orbit;

    /// Every result of a board change is in the picture while the player chooses, from above and
    /// from the side.
    #[test]
    fn sections_are_seen_where_they_may_be_laid() {
        let game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        let layout = game.layout();
        let corners = offered_corners(&game.gestures(), &layout);
        let (mut seen, points) = (0, [Places { layout: layout.clone() }.now(InUse::of(&*game)), corners].concat());
        for view in [View::White, View::Top] {
            let orbit = Orbit::framing(view, &points, 1.36);
            for (_, gesture) in game.gestures() {
                let GestureKind::Rearrange(poses) = gesture.kind else { continue };
                for point in
                    poses.iter().flat_map(|(_, pose)| layout.sections[0].outline.iter().map(|p| pose.place(*p)))
                {
                    let pixel = orbit.pixel(world(Vec2::new(point.x, point.y)), Vec2::new(1360.0, 1000.0)).unwrap();
                    assert!(pixel.cmpge(Vec2::ZERO).all() && pixel.x <= 1360.0 && pixel.y <= 1000.0, "{pixel}");
                    seen += 1;
                }
            }
        }
        assert!(seen > 10, "{seen} corners");
    }
}
