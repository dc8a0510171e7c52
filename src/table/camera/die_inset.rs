//! The picture-in-picture: a second camera shows the dice tray while a die is thrown and read, so
//! that both board and die are visible.

use bevy::camera::Viewport;
use bevy::prelude::*;

use super::components::CameraTarget;
use super::orbit::{FOV, Orbit};
use super::subject::Subject;
use crate::dice::EDGE;
use crate::engine::Event;
use crate::session::{InsetCamera, Session, Settings, TableUpdate};
use crate::table::animation::Landed;
use crate::table::layout::Places;
use crate::table::marks::over_die;
use crate::table::material::palette::DARK;
use crate::table::mesh::badge;
use crate::table::piece::TrayDie;
use crate::table::schedule::frame_seconds;

/// Time for which it stays after the throw has been read, s at normal speed.
const LINGER: f32 = 0.4;

/// Duration of the zoom to the die at rest, s at normal speed.
const ZOOM: f32 = 0.35;

/// Margin around a die at rest, m from its centre.
const AROUND_DIE: f32 = 0.045;

/// Half the width of the longest label of a die before scaling, m.
const HALF_LABEL: f32 = 0.0235;

/// Elevation of the camera, radians: steep enough to read the top of the die.
const PITCH: f32 = 0.95;

/// The picture of a thrown die in a corner of the table's picture.
#[derive(Component, Debug, Clone, Default, PartialEq)]
#[require(InsetCamera)]
pub struct DieInset {
    /// Possible places in the target, pixels. The one that covers the least of the board is used.
    pub places: Vec<URect>,
    shown: Option<URect>,
    /// The points around the die at rest.
    die: Option<Vec<Vec3>>,
}

impl DieInset {
    /// A picture that may appear at these places in the target, pixels.
    #[must_use]
    pub fn new(places: Vec<URect>) -> DieInset {
        DieInset { places, ..DieInset::default() }
    }

    /// Its camera, off until a die is thrown, for the target of a camera of order 0.
    #[must_use]
    pub fn camera() -> Camera {
        let dark = Color::srgb_u8(DARK[0], DARK[1], DARK[2]);
        Camera { order: 1, is_active: false, clear_color: ClearColorConfig::Custom(dark), ..default() }
    }

    /// Its place while it is shown, pixels.
    #[must_use]
    pub fn shown(&self) -> Option<URect> {
        self.shown
    }
}

/// The phase of a throw on the table.
#[derive(Default)]
pub(super) enum ThrowPhase {
    #[default]
    None,
    /// The die is in the air or being read.
    Due,
    /// The die has been read. The time until its picture disappears, s at normal speed.
    Read(f32),
}

/// Shows the picture of the die during a throw.
pub(super) fn follow_die(
    mut updates: MessageReader<TableUpdate>,
    (time, settings, session): (Res<Time<Real>>, Res<Settings>, Res<Session>),
    (places, subject): (Res<Places>, Res<Subject>),
    viewers: Query<(&Camera, &Orbit), With<CameraTarget>>,
    (landed, in_tray): (Query<&GlobalTransform, With<Landed>>, Query<(), Or<(With<Landed>, With<TrayDie>)>>),
    mut insets: Query<(&mut DieInset, &mut Camera, &mut Transform, &mut Projection), Without<CameraTarget>>,
    (mut throw, mut zoomed): (Local<ThrowPhase>, Local<f32>),
) {
    for update in updates.read() {
        let due = matches!(*throw, ThrowPhase::Due);
        match update {
            TableUpdate::Thrown { .. } => *throw = ThrowPhase::Due,
            TableUpdate::Events(events, _) if events.iter().any(|event| matches!(event, Event::Rolled { .. })) => {
                *throw = if due { ThrowPhase::Read(LINGER) } else { ThrowPhase::None };
            }
            TableUpdate::Reset(..) | TableUpdate::Rewound { .. } => *throw = ThrowPhase::None,
            _ => {}
        }
    }
    if let ThrowPhase::Read(left) = &mut *throw {
        *left -= frame_seconds(&time) * settings.speed;
        if *left <= 0.0 {
            *throw = ThrowPhase::None;
        }
    }
    let tray = places.dice_tray();
    let is_there = match *throw {
        ThrowPhase::None => false,
        ThrowPhase::Due => true,
        // A die that is a piece returns to its cell.
        ThrowPhase::Read(_) => !in_tray.is_empty(),
    };
    let is_on = is_there && session.is_watched() && !tray.is_empty();
    // The tray while the die tumbles, and then the die.
    let rests = landed.iter().next().map(GlobalTransform::translation);
    let seconds = frame_seconds(&time) * settings.speed;
    *zoomed = if is_on && rests.is_some() {
        (*zoomed + seconds / ZOOM).min(1.0)
    } else if is_on {
        *zoomed
    } else {
        0.0
    };
    let Some((viewer, orbit)) = viewers.iter().next() else { return };
    let wanted = rests.map(|die| around(die, orbit));
    for (mut inset, mut camera, mut transform, mut projection) in &mut insets {
        let shown = if !is_on {
            None
        } else if inset.shown.is_some_and(|shown| inset.places.contains(&shown)) {
            inset.shown
        } else {
            freest(&inset.places, viewer, orbit, &subject.points())
        };
        if inset.shown != shown {
            (inset.shown, inset.die) = (shown, None);
            if let Some(place) = shown {
                camera.viewport =
                    Some(Viewport { physical_position: place.min, physical_size: place.size(), ..default() });
            }
        }
        if camera.is_active != shown.is_some() {
            camera.is_active = shown.is_some();
        }
        if let Some(place) = shown {
            let die = wanted.as_ref().or(inset.die.as_ref()).cloned();
            if inset.die != die {
                inset.die.clone_from(&die);
            }
            let (pose, lens) = seen(&tray, die.as_deref(), *zoomed, orbit, place.size().as_vec2());
            transform.set_if_neq(pose);
            if !matches!(&*projection, Projection::Perspective(now) if now.fov == lens.fov) {
                *projection = Projection::Perspective(lens);
            }
        }
    }
}

/// The place that covers the fewest of these points of the picture; of several, the first.
fn freest(places: &[URect], viewer: &Camera, orbit: &Orbit, points: &[Vec3]) -> Option<URect> {
    let corner = viewer.viewport.as_ref().map_or(UVec2::ZERO, |viewport| viewport.physical_position);
    let size = viewer.physical_viewport_size().unwrap_or(UVec2::ONE).as_vec2();
    let pixels: Vec<_> = points.iter().filter_map(|point| orbit.pixel(*point, size)).collect();
    let covered = |place: &&URect| {
        let area = place.as_rect();
        pixels.iter().filter(|pixel| area.contains(**pixel + corner.as_vec2())).count()
    };
    places.iter().min_by_key(covered).copied()
}

/// The points around a die at rest and its label, which faces the viewer.
fn around(die: Vec3, viewer: &Orbit) -> Vec<Vec3> {
    let label = over_die(die + EDGE / 2.0 * Vec3::Y, viewer.rotation());
    let corners = [-HALF_LABEL, HALF_LABEL].map(|x| label.transform_point(Vec3::new(x, 0.0, -badge::HEIGHT / 2.0)));
    let sides = [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| die + side * AROUND_DIE);
    sides.into_iter().chain(corners).collect()
}

/// The pose and lens that show the tray from the viewer's direction, or the die at `zoomed` 1. The
/// distance is the viewer's, because shadows are drawn for it; a longer lens brings the tray
/// closer.
fn seen(
    tray: &[Vec3],
    die: Option<&[Vec3]>,
    zoomed: f32,
    viewer: &Orbit,
    size: Vec2,
) -> (Transform, PerspectiveProjection) {
    let fitting = |points: &[Vec3]| Orbit::fitting(viewer.yaw, PITCH, false, points, size.x / size.y);
    let whole = fitting(tray);
    let close = die.map_or(whole, |die| whole.mixed(&fitting(die), zoomed * zoomed * (3.0 - 2.0 * zoomed)));
    let distance = viewer.distance.max(close.distance);
    let fov = 2.0 * ((FOV / 2.0).tan() * close.distance / distance).atan();
    let far = Orbit { distance, ..close };
    (far.transform(), PerspectiveProjection { fov, near: 0.05, far: 30.0, ..default() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::session::View;

    #[test]
    fn the_whole_tray_is_seen() {
        for id in ["fluky", "whack"] {
            let game = games::begin(games::info(id).unwrap(), Options::default(), None).unwrap();
            let tray = Places { layout: game.layout() }.dice_tray();
            let viewer = Subject::of(&*game).orbit(View::White, 1.6);
            let (pose, lens) = seen(&tray, None, 0.0, &viewer, Vec2::splat(100.0));
            let clip = Projection::Perspective(PerspectiveProjection { aspect_ratio: 1.0, ..lens.clone() });
            let clip = clip.get_clip_from_view();
            let seen =
                tray.iter().map(|point| clip.project_point3(pose.to_matrix().inverse().transform_point3(*point)));
            let most = seen.map(|at| at.truncate().abs().max_element()).fold(0.0, f32::max);
            assert!((0.8..=1.0).contains(&most), "{id}: {most}");
            assert!((pose.translation - viewer.focus).length() > 0.9 * viewer.distance, "{id}");
        }
    }

    /// The label of a die at rest is in the picture, however long.
    #[test]
    fn the_label_is_seen() {
        let viewer = Orbit::framing(View::White, [Vec3::splat(-0.3), Vec3::splat(0.3)], 1.6);
        let die = Vec3::new(0.4, EDGE / 2.0, 0.1);
        let label = over_die(die + EDGE / 2.0 * Vec3::Y, viewer.rotation());
        let (pose, lens) = seen(&[], Some(&around(die, &viewer)), 1.0, &viewer, Vec2::splat(100.0));
        let clip = Projection::Perspective(PerspectiveProjection { aspect_ratio: 1.0, ..lens }).get_clip_from_view();
        for words in ["1: TIP", "2: AIM", "3: HOP", "4: SWAP", "5: DIG", "6: WILD"] {
            for corner in badge::badge(words).positions() {
                let seen = pose.to_matrix().inverse().transform_point3(label.transform_point(*corner));
                let at = clip.project_point3(seen).truncate().abs();
                assert!(at.max_element() <= 1.0, "{words}: {at}");
            }
        }
    }

    #[test]
    fn it_lies_where_the_board_is_not() {
        let places = [URect::new(80, 0, 100, 20), URect::new(0, 0, 20, 20)];
        let orbit = Orbit::fitting(0.0, 1.2, false, &[Vec3::splat(-0.2), Vec3::splat(0.2)], 1.0);
        let viewport = Viewport { physical_size: UVec2::splat(100), ..default() };
        let camera = Camera { viewport: Some(viewport), ..default() };
        let at = |x: f32| {
            let points: Vec<_> = (0..40).map(|z| Vec3::new(x, 0.0, z as f32 * 0.01 - 0.2)).collect();
            freest(&places, &camera, &orbit, &points)
        };
        assert_eq!((at(0.19), at(-0.19), at(0.0)), (Some(places[1]), Some(places[0]), Some(places[0])));
    }
}
