//! The rule of framing, shared by window, films and pictures: the board with its pieces fills the
//! picture, and the places of the current action are in it. Trays and reserves are visible where
//! there is room.

use bevy::prelude::*;

use super::orbit::Orbit;
use crate::engine::{ActionText, DynGame, Event, Gesture, Layout, Look, Place, Side, Turn};
use crate::session::{self, Animating, InsetCamera, LegalActions, Seating, Session, TableScene, TableUpdate, View};
use crate::table::animation::SweptSpace;
use crate::table::input::sections;
use crate::table::layout::{HEADROOM, Places, world};
use crate::table::piece::collider::PieceShape;
use crate::table::piece::model::model;
use crate::table::piece::{Boxed, Home, PieceIndex, TablePiece};

/// Room above the cells of a board of sections, m: its height, and half its width. Taller stacks are
/// framed where they stand.
const SECTION_HEADROOM: (f32, f32) = (0.035, 0.006);

/// The parts of the table that a view has to show, as points in world space, m.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub struct Subject {
    /// The board with its pieces; while sections swing, the board after the change.
    board: Vec<Vec3>,
    /// Places of the current action: the dice tray, from when a throw is due until it has been
    /// read; the reserves, while pieces can only be dropped; the outlines of all places for a
    /// section, while the player chooses one; and while sections swing, the board before the change
    /// and the space that they pass through.
    action: Vec<Vec3>,
    /// The seats of the players.
    pub(super) seats: Seating,
}

impl Subject {
    /// The subject of a position.
    #[must_use]
    pub fn of(game: &dyn DynGame) -> Subject {
        let TableScene { pieces, layout } = TableScene::of(game);
        let places = Places { layout };
        let tops = pieces.iter().map(|piece| top(places.place(piece.place, 0), &piece.look, piece.side));
        let action = if is_throw(game.turn()) { places.dice_tray() } else { Vec::new() };
        Subject { board: board(&places, tops), action, seats: Seating::of(game) }
    }

    /// The same for players in other seats.
    #[must_use]
    pub fn seated(self, seats: Seating) -> Subject {
        Subject { seats, ..self }
    }

    /// The same while the user chooses one of these actions of the position. A lesson may allow
    /// fewer than the rules.
    #[must_use]
    pub fn choosing(mut self, game: &dyn DynGame, allowed: &[(ActionText, Gesture)]) -> Subject {
        let layout = game.layout();
        self.action.extend(offered_corners(allowed, &layout));
        if is_drop(allowed) {
            self.action.extend(reserves(game, &Places { layout }));
        }
        self
    }

    /// The orbit of a view in a picture of this aspect, width over height.
    #[must_use]
    pub fn orbit(&self, view: View, aspect: f32) -> Orbit {
        Orbit::seated(view, self.seats, &self.board, &self.action, aspect)
    }

    /// Whether nothing is on the table yet.
    pub(super) fn is_empty(&self) -> bool {
        self.board.is_empty()
    }

    /// All points.
    pub(super) fn points(&self) -> Vec<Vec3> {
        [&self.board[..], &self.action].concat()
    }
}

/// Whether a throw is due.
fn is_throw(turn: Turn) -> bool {
    matches!(turn, Turn::Chance(..))
}

/// The corners of the top of a piece that stands at this place.
fn top(foot: Vec3, look: &Look, side: Option<Side>) -> [Vec3; 4] {
    let (up, half) = (model(look, side, 0).height, PieceShape::of(look).head());
    [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(x, z)| foot + Vec3::new(x * half, up, z * half))
}

/// The board with its pieces. On a board in one piece only the tallest stacks change the framing,
/// so that no cell moves under the mouse.
fn board(places: &Places, tops: impl Iterator<Item = [Vec3; 4]>) -> Vec<Vec3> {
    let (headroom, mut points) = if places.layout.sections.is_empty() {
        (HEADROOM, places.on_board(HEADROOM))
    } else {
        let (height, half) = SECTION_HEADROOM;
        (height, places.outline().into_iter().chain(places.above_cells(half, height)).collect())
    };
    let board = places.board();
    let on_board = |top: &Vec3| {
        let at = Vec2::new(top.x, -top.z);
        at.cmpge(board.min).all() && at.cmple(board.max).all()
    };
    points.extend(tops.flatten().filter(|top| top.y > headroom).filter(on_board));
    points
}

/// The corners of every place where a board change may lay a section.
fn offered_corners(legal: &[(ActionText, Gesture)], layout: &Layout) -> Vec<Vec3> {
    let Some(section) = layout.sections.first() else { return Vec::new() };
    let poses = session::changes(legal).flat_map(|(_, poses)| poses);
    let points = poses.flat_map(|(_, pose)| section.outline.iter().map(move |point| pose.place(*point)));
    points.map(|point| world(Vec2::new(point.x, point.y))).collect()
}

/// Whether all actions are drops from a reserve.
fn is_drop(legal: &[(ActionText, Gesture)]) -> bool {
    let mut from = legal.iter().filter_map(|(_, gesture)| gesture.from).peekable();
    from.peek().is_some() && from.all(|place| matches!(place, Place::Reserve(..)))
}

/// The reserves of both sides at the start, so that the view stays as they empty.
fn reserves(game: &dyn DynGame, places: &Places) -> Vec<Vec3> {
    let pieces = game.after(0).pieces().into_iter().filter(|piece| matches!(piece.place, Place::Reserve(..)));
    pieces.flat_map(|piece| top(places.place(piece.place, 0), &piece.look, piece.side)).collect()
}

/// The result of the animation in progress.
#[derive(Default)]
pub(super) struct Ahead {
    /// The board after the animation, if it moves the board.
    places: Option<Places>,
    /// Whether a throw has to be read.
    throw: bool,
}

/// Updates the subject.
pub(super) fn update_subject(
    mut updates: MessageReader<TableUpdate>,
    (places, index, animating): (Res<Places>, Res<PieceIndex>, Res<Animating>),
    swept: Res<SweptSpace>,
    homes: Query<(&Home, &TablePiece), Without<Boxed>>,
    (session, legal, seats): (Res<Session>, Res<LegalActions>, Res<Seating>),
    (mut ahead, mut offering): (Local<Ahead>, Local<[bool; 2]>),
    insets: Query<(), With<InsetCamera>>,
    mut subject: ResMut<Subject>,
) {
    // All places of a change are in view throughout the choice, so that pointing at one does not
    // move the camera.
    let offered = session.running().is_some_and(|running| sections::is_due(running, &legal.0));
    // Spectators need no reserve.
    let drops = is_drop(&legal.0) && !session.is_watched();
    let offers = [offered, drops];
    let offer_changed = std::mem::replace(&mut *offering, offers) != offers || offered && legal.is_changed();
    if places.layout.cells.is_empty() {
        return;
    }
    if !(places.is_changed()
        || swept.is_changed()
        || index.is_changed()
        || animating.is_changed()
        || session.is_changed()
        || seats.is_changed()
        || offer_changed
        || !updates.is_empty())
    {
        return;
    }
    if !animating.0 {
        ahead.places = None;
    }
    for update in updates.read() {
        match update {
            TableUpdate::Events(events, scene)
                if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) =>
            {
                ahead.places = Some(Places { layout: scene.layout.clone() });
            }
            TableUpdate::Rewound { scene, .. } if scene.layout != places.layout => {
                ahead.places = Some(Places { layout: scene.layout.clone() });
            }
            TableUpdate::Reset(..) => ahead.places = None,
            _ => {}
        }
    }
    // Until the result of the throw has been seen.
    ahead.throw = session.game().is_some_and(|game| is_throw(game.turn())) || ahead.throw && animating.0;
    let now = ahead.places.as_ref().unwrap_or(&places);
    // The pieces still stand on the board before the change.
    let standing = homes.iter().filter(|_| ahead.places.is_none());
    let tops = standing.map(|(Home(home), TablePiece { look, side })| {
        top(home.translation - Vec3::Y * PieceShape::of(look).lift(), look, *side)
    });
    // Spectators see the throw in a picture of its own.
    let throw = ahead.throw && (insets.is_empty() || !session.is_watched());
    let mut action = if throw { now.dice_tray() } else { Vec::new() };
    if offered {
        action.extend(offered_corners(&legal.0, &places.layout));
    }
    if let Some(game) = session.game().filter(|_| drops) {
        action.extend(reserves(game, now));
    }
    if ahead.places.is_some() {
        // Sections still swing away from here.
        action.extend(places.outline());
    }
    action.extend(&swept.0);
    subject.set_if_neq(Subject { board: board(now, tops), action, seats: *seats });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{GestureKind, Options};
    use crate::games;

    /// While the player chooses, every possible result of a board change is in the picture, from
    /// above and from the side.
    #[test]
    fn sections_are_seen_where_they_may_be_laid() {
        let game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        let layout = game.layout();
        let subject = Subject::of(&*game).choosing(&*game, &game.gestures());
        let mut seen = 0;
        for view in [View::White, View::Top] {
            let orbit = subject.orbit(view, 1.36);
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

    /// The reserve is in the picture while pieces can only be dropped.
    #[test]
    fn the_reserve_is_in_view_for_drops() {
        let mut game = games::begin(games::info("tactical").unwrap(), Options::default(), None).unwrap();
        let reserve = reserves(&*game, &Places { layout: game.layout() });
        let shows = |game: &dyn DynGame| {
            Subject::of(game).choosing(game, &game.gestures()).orbit(View::White, 1.4).shows(&reserve, 1.4)
        };
        assert!(!reserve.is_empty() && shows(&*game));
        while is_drop(&game.gestures()) {
            let action = game.actions().pop().unwrap();
            game.apply(&action).unwrap();
        }
        assert!(!shows(&*game), "in battle the board fills the picture");
    }

    /// The dice tray is in the picture while a throw is due, and not before.
    #[test]
    fn the_dice_tray_comes_into_view_for_a_throw() {
        let mut game = games::begin(games::info("fluky").unwrap(), Options::default(), None).unwrap();
        let tray = Places { layout: game.layout() }.dice_tray();
        let shows = |game: &dyn DynGame| Subject::of(game).orbit(View::White, 1.4).shows(&tray, 1.4);
        assert!(!shows(&*game));
        game.apply("c1c2").unwrap();
        assert!(is_throw(game.turn()) && shows(&*game));
        game.apply("~N").unwrap();
        assert!(!shows(&*game));
    }
}
