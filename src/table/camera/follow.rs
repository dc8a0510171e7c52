//! Where cameras go: to the chosen view, and wherever else they are led.

use bevy::camera::{SubCameraView, Viewport};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::director::{self, CinematicCamera};
use super::orbit::Orbit;
use super::orbit_input::orbit_input;
use crate::engine::{Event, Gesture, Layout, Place};
use crate::play::{Pending, Seat};
use crate::session::{
    self, Animating, Director, GameSet, LegalActions, Panels, ResetView, Seats, Session, Settings, ShownView,
    TableUpdate, View,
};
use crate::table::animation::LIFT;
use crate::table::input::hover;
use crate::table::layout::{HEADROOM, InUse, Places, world};
use crate::table::material::lighting::Uncropped;
use crate::table::piece::collider::PieceShape;
use crate::table::piece::{Boxed, Home, Piece, PieceIndex};
use crate::table::schedule::{FrameSet, frame_seconds};

/// How fast the camera comes to where it is to be, 1/s.
const EASE: f32 = 9.0;

/// Where the camera is going.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct CameraTarget(pub Orbit);

/// The picture that the table fills: the window without what panels cover, physical pixels.
#[must_use]
pub fn picture(window: UVec2, panels: &Panels, scale: f32) -> UVec2 {
    let covered = (Vec2::new(panels.right, panels.bottom) * scale).round().as_uvec2();
    window.saturating_sub(covered).max(UVec2::ONE)
}

/// Cameras that have a [`CameraTarget`] show the chosen view or what the director wants to be seen. Needs no window.
pub fn plugin(app: &mut App) {
    app.init_resource::<CinematicCamera>()
        .init_resource::<Subject>()
        .add_systems(Update, (outline, sit_down, aim, director::follow, smooth).chain().in_set(FrameSet::View));
}

/// The camera of the window, which the mouse pulls, too.
pub fn window_plugin(app: &mut App) {
    app.add_plugins(plugin).add_systems(Update, (crop, orbit_input.after(hover)).chain().in_set(GameSet::Input));
}

/// Draws the table beside the panels; where a camera knows no viewport, so that what lies under them is more of the table.
fn crop(
    window: Query<&Window, With<PrimaryWindow>>,
    panels: Res<Panels>,
    mut cameras: Query<(&mut Camera, Has<Uncropped>), With<Orbit>>,
) {
    let Ok(window) = window.single() else { return };
    let size = window.physical_size().max(UVec2::ONE);
    let free = picture(size, &panels, window.scale_factor());
    for (mut camera, uncropped) in &mut cameras {
        let viewport = (!uncropped).then_some(free);
        let part = uncropped.then_some(SubCameraView { full_size: free, offset: Vec2::ZERO, size });
        let now = camera.viewport.as_ref().map(|viewport| viewport.physical_size);
        if now != viewport || camera.sub_camera_view != part {
            camera.viewport = viewport.map(|physical_size| Viewport { physical_size, ..default() });
            camera.sub_camera_view = part;
        }
    }
}

/// The size of what a camera shows beside the panels, physical pixels.
#[must_use]
pub fn shown_size(camera: &Camera) -> Option<UVec2> {
    camera.sub_camera_view.map(|part| part.full_size).or_else(|| camera.physical_viewport_size())
}

/// What a picture has to show, as points of the world.
#[derive(Resource, Debug, Default, Clone, PartialEq)]
pub(in crate::table) struct Subject {
    /// All that is on the table.
    points: Vec<Vec3>,
    /// All that may come to be there: seen from above, nothing shall move because something is taken.
    roomy: Vec<Vec3>,
    /// The board as it will lie when what is being shown has ended, if that is elsewhere.
    coming: Option<Places>,
    /// Round every place where a section may be laid, while that is being chosen.
    offered: Vec<Vec3>,
    /// The board alone, with what stands on it.
    board: Vec<Vec3>,
    /// Whether the dice tray is to be seen.
    tray: bool,
    /// Where the players sit.
    pub(in crate::table) seats: Seats,
}

impl Subject {
    /// What a view has to show.
    pub(in crate::table) fn points(&self, view: View) -> &[Vec3] {
        match view {
            View::Top => &self.roomy,
            View::Close => &self.board,
            _ => &self.points,
        }
    }
}

/// Keeps the subject up with the table: while sections swing it is the board before, the way and the board after.
fn outline(
    mut shown: MessageReader<TableUpdate>,
    (places, index, busy): (Res<Places>, Res<PieceIndex>, Res<Animating>),
    homes: Query<(&Home, &Piece), Without<Boxed>>,
    (session, legal, seats): (Res<Session>, Res<LegalActions>, Res<Seats>),
    mut subject: ResMut<Subject>,
) {
    let due =
        session.running().is_some_and(|running| matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. }));
    let due = due && session::changes(&legal.0).next().is_some();
    let chosen = due == subject.offered.is_empty();
    if !(places.is_changed()
        || index.is_changed()
        || busy.is_changed()
        || seats.is_changed()
        || chosen
        || !shown.is_empty())
    {
        return;
    }
    let mut coming = subject.coming.clone().filter(|_| busy.0);
    for message in shown.read() {
        match message {
            TableUpdate::Events(events, scene)
                if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) =>
            {
                coming = Some(Places { layout: scene.layout.clone() });
            }
            TableUpdate::Rewound { scene, .. } if scene.layout != places.layout => {
                coming = Some(Places { layout: scene.layout.clone() });
            }
            TableUpdate::Reset(..) => coming = None,
            _ => {}
        }
    }
    let reserve = index.iter().any(|(_, place)| matches!(place, Place::Reserve(..)));
    let thrown =
        session.game().is_some_and(|game| InUse::tray(game.turn(), homes.iter().map(|(_, piece)| &piece.look)));
    // Until what the die showed has been seen.
    let tray = thrown || subject.tray && busy.0;
    let in_use = InUse { taken: index.lots_in_use(), reserve, tray };
    let (mut points, mut roomy) = (places.now(in_use), places.all());
    let top = |(Home(home), Piece { look, .. }): (&Home, &Piece)| {
        let shape = PieceShape::of(look);
        home.translation + Vec3::Y * (shape.height() - shape.lift())
    };
    let tall: Vec<Vec3> = homes.iter().map(top).filter(|top| top.y > HEADROOM).collect();
    points.extend(&tall);
    let mut board = [places.on_board(), tall].concat();
    if let Some(coming) = &coming {
        points.extend(coming.now(in_use));
        points.extend(points.clone().iter().map(|point| *point + Vec3::Y * LIFT));
        roomy.extend(coming.all());
        board.extend(coming.on_board());
    }
    let offered = if due { reach(&legal.0, &places.layout) } else { Vec::new() };
    points.extend(&offered);
    roomy.extend(&offered);
    board.extend(&offered);
    subject.set_if_neq(Subject { points, roomy, coming, offered, board, tray, seats: *seats });
}

/// The corners of every place where a board change may lay a section.
fn reach(legal: &[(String, Gesture)], layout: &Layout) -> Vec<Vec3> {
    let Some(section) = layout.sections.first() else { return Vec::new() };
    let poses = session::changes(legal).flat_map(|(_, poses)| poses);
    let points = poses.flat_map(|(_, pose)| section.outline.iter().map(move |point| pose.place(*point)));
    points.map(|point| world(Vec2::new(point.x, point.y))).collect()
}

/// Seats a person behind the own army when a match begins.
fn sit_down(
    mut shown: MessageReader<TableUpdate>,
    session: Res<Session>,
    (mut settings, mut director): (ResMut<Settings>, ResMut<Director>),
    mut again: MessageWriter<ResetView>,
) {
    if shown.read().filter(|update| matches!(update, TableUpdate::Reset(..))).count() == 0 {
        return;
    }
    let Some(running) = session.running() else { return };
    let view = match running.setup().seats.map(|seat| seat == Seat::Human) {
        [true, _] => View::White,
        [false, true] => View::Black,
        [false, false] => return,
    };
    // From above, there are no seats.
    if settings.view != view && settings.view != View::Top {
        settings.view = view;
    }
    director.set_if_neq(Director::default());
    again.write(ResetView);
}

/// Sets the goal by the chosen view when that or the picture changes, and when what it has to show does, unless a person has
/// turned the view or the director leads it.
fn aim(
    (settings, subject, ride): (Res<Settings>, Res<Subject>, Res<CinematicCamera>),
    (mut director, mut shown): (ResMut<Director>, ResMut<ShownView>),
    mut resets: MessageReader<ResetView>,
    mut framed: Local<Option<(View, UVec2, Orbit)>>,
    mut cameras: Query<(&Camera, &mut CameraTarget)>,
) {
    let reset = resets.read().count() > 0;
    for (camera, mut goal) in &mut cameras {
        let size = shown_size(camera).unwrap_or(UVec2::new(16, 9));
        let before = *framed;
        let asked = before.is_none_or(|(view, ..)| view != settings.view);
        let resized = before.is_none_or(|(_, before, _)| before != size);
        let own = before.is_none_or(|(.., orbit)| orbit == goal.0);
        shown.set_if_neq(ShownView((own && !ride.is_on()).then_some(settings.view)));
        if !(asked || reset || resized || own && subject.is_changed()) {
            continue;
        }
        if reset {
            // Who watches is led again.
            director.set_if_neq(Director::default());
        }
        if ride.is_on() && !asked {
            continue;
        }
        // Who asks for another view wants to have it.
        if ride.is_on() {
            director.paused = true;
        }
        let aspect = size.x as f32 / size.y as f32;
        goal.0 = Orbit::seated(settings.view, subject.seats, subject.points(settings.view), aspect);
        shown.set_if_neq(ShownView(Some(settings.view)));
        *framed = Some((settings.view, size, goal.0));
    }
}

/// Moves the camera towards its target.
fn smooth(time: Res<Time<Real>>, mut cameras: Query<(&mut Orbit, &CameraTarget, &mut Transform, &mut Projection)>) {
    for (mut orbit, goal, mut transform, mut projection) in &mut cameras {
        if *orbit == goal.0 {
            continue;
        }
        let lens = orbit.flat != goal.0.flat || goal.0.flat;
        let share = 1.0 - (-EASE * frame_seconds(&time)).exp();
        *orbit = if orbit.near(&goal.0) { goal.0 } else { orbit.mixed(&goal.0, share) };
        *transform = orbit.transform();
        if lens {
            *projection = orbit.projection();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{GestureKind, Options};
    use crate::games;

    /// All that a board change may come to is in the picture while it is chosen, from above and from the side.
    #[test]
    fn sections_are_seen_where_they_may_be_laid() {
        let game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        let layout = game.layout();
        let corners = reach(&game.gestures(), &layout);
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

    /// A camera without a viewport shows each point of the table at the same pixel as one with it.
    #[test]
    fn what_knows_no_viewport_shows_the_same() {
        let (free, size) = (UVec2::new(980, 640), UVec2::new(1280, 720));
        let part = SubCameraView { full_size: free, offset: Vec2::ZERO, size };
        for view in [View::White, View::Top, View::Side] {
            let orbit = Orbit::framing(view, [Vec3::splat(-0.2), Vec3::splat(0.2)], 1.5);
            let (cropped, uncropped) = (&mut orbit.projection(), &mut orbit.projection());
            cropped.update(free.x as f32, free.y as f32);
            uncropped.update(size.x as f32, size.y as f32);
            let pixel = |clip_from_view: Mat4, point: Vec3, size: UVec2| {
                let seen =
                    clip_from_view.project_point3(orbit.transform().to_matrix().inverse().transform_point3(point));
                (Vec2::new(seen.x, -seen.y) + 1.0) / 2.0 * size.as_vec2()
            };
            for point in [Vec3::ZERO, Vec3::new(0.2, 0.05, -0.1), Vec3::new(-0.15, 0.0, 0.2)] {
                let by_viewport = pixel(cropped.get_clip_from_view(), point, free);
                let by_part = pixel(uncropped.get_clip_from_view_for_sub(&part), point, size);
                assert!((by_viewport - by_part).length() < 0.05, "{view:?} {point}: {by_viewport} {by_part}");
            }
        }
    }
}
