//! Moves cameras to the chosen view, or to the orbit given by the director.

use bevy::camera::{RenderTarget, SubCameraView, Viewport};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::components::{CameraTarget, CinematicCamera, Framed, Framing, Glide, picture, shown_size};
use super::die_inset::DieInset;
use super::orbit::Orbit;
use super::subject::Subject;
use crate::engine::Side;
use crate::play::Seat;
use crate::session::{Director, Inset, Panels, ResetView, Seating, Session, Settings, ShownView, TableUpdate, View};
use crate::table::material::lighting::NoViewport;
use crate::table::schedule::frame_seconds;

/// Rate of approach to the target, 1/s.
const EASE: f32 = 9.0;

/// Duration of the movement to a changed subject, s at normal speed. A swing of sections takes
/// equally long.
const GLIDE: f32 = 1.2;

/// Draws the table next to the panels. Where a camera cannot have a viewport, the panels overlap a
/// larger picture.
pub(super) fn crop(
    window: Query<&Window, With<PrimaryWindow>>,
    panels: Res<Panels>,
    mut cameras: Query<(&mut Camera, Has<NoViewport>), With<Orbit>>,
) {
    let Ok(window) = window.single() else { return };
    let size = window.physical_size().max(UVec2::ONE);
    let free = picture(size, &panels, window.scale_factor());
    let top = UVec2::new(0, (panels.top * window.scale_factor()).round() as u32).min(size - UVec2::ONE);
    for (mut camera, uncropped) in &mut cameras {
        let viewport = (!uncropped).then_some((top, free));
        let part = uncropped.then_some(SubCameraView { full_size: free, offset: -top.as_vec2(), size });
        let now = camera.viewport.as_ref().map(|viewport| (viewport.physical_position, viewport.physical_size));
        if now != viewport || camera.sub_camera_view != part {
            camera.viewport = viewport.map(|(physical_position, physical_size)| Viewport {
                physical_position,
                physical_size,
                ..default()
            });
            camera.sub_camera_view = part;
        }
    }
}

/// The width of the picture of a thrown die, as a fraction of the shorter edge of the table's
/// picture, and its distance from the edges.
const INSET: (f32, f32) = (0.3, 0.02);

/// Puts the picture of a thrown die into a corner of the table's picture.
pub(super) fn place_inset(
    window: Query<&Window, With<PrimaryWindow>>,
    panels: Res<Panels>,
    mut insets: Query<(&mut DieInset, &RenderTarget)>,
    mut shown: ResMut<Inset>,
) {
    let Ok(window) = window.single() else { return };
    let scale = window.scale_factor();
    let free = picture(window.physical_size(), &panels, scale);
    let top = (panels.top * scale).round() as u32;
    let (share, gap) = INSET;
    let edge = free.min_element() as f32;
    let (side, gap) = ((share * edge).round() as u32, (gap * edge).round() as u32);
    let across = [free.x.saturating_sub(side + gap), gap];
    let down = [top + gap, (top + free.y).saturating_sub(side + gap)];
    let place = |left: u32, top: u32| URect::new(left, top, left + side, top + side);
    let places: Vec<_> = down.into_iter().flat_map(|top| across.map(|left| place(left, top))).collect();
    for (mut inset, _) in insets.iter_mut().filter(|(_, target)| matches!(target, RenderTarget::Window(_))) {
        if inset.places != places {
            inset.places.clone_from(&places);
        }
        let rect = inset.shown().map(|shown| {
            let Rect { min, max } = shown.as_rect();
            Rect { min: min / scale, max: max / scale }
        });
        shown.set_if_neq(Inset(rect));
    }
}

/// Seats the user behind their own army when a match begins.
pub(super) fn seat_player(
    mut updates: MessageReader<TableUpdate>,
    session: Res<Session>,
    (mut settings, mut seats, mut director): (ResMut<Settings>, ResMut<Seating>, ResMut<Director>),
    mut resets: MessageWriter<ResetView>,
) {
    if updates.read().filter(|update| matches!(update, TableUpdate::Reset(..))).count() == 0 {
        return;
    }
    let Some(running) = session.running() else { return };
    let near = match (session.exercise(), running.setup().seats.map(|seat| seat == Seat::Human)) {
        (Some(exercise), _) => exercise.side(),
        (None, [true, _]) => Side::White,
        (None, [false, true]) => Side::Black,
        (None, [false, false]) => return,
    };
    let view = View::of_seat(near);
    if settings.view.is_from_above() {
        seats.set_if_neq(Seating { near, ..*seats });
    } else if settings.view != view {
        settings.view = view;
    }
    director.set_if_neq(Director::default());
    resets.write(ResetView);
}

/// The view chosen by the user, and whether a camera shows it.
#[derive(SystemParam)]
pub(super) struct ChosenView<'w, 's> {
    settings: Res<'w, Settings>,
    subject: Res<'w, Subject>,
    director: ResMut<'w, Director>,
    shown: ResMut<'w, ShownView>,
    resets: MessageReader<'w, 's, ResetView>,
}

/// Sets each camera's target to the chosen view when the view, the size of the picture or the
/// subject changes, unless the view has been turned by hand or the director leads the camera.
pub(super) fn frame_view(
    mut chosen: ChosenView,
    mut cameras: Query<(&Camera, &Orbit, &mut CameraTarget, &mut Framing, &CinematicCamera)>,
) {
    if chosen.subject.is_empty() {
        return;
    }
    let reset = chosen.resets.read().count() > 0;
    let view = chosen.settings.view;
    let mut shows_view = false;
    for (camera, now, mut target, mut framing, cinematic) in &mut cameras {
        let size = shown_size(camera).unwrap_or(UVec2::new(16, 9));
        let before = framing.framed;
        let view_changed = before.is_none_or(|before| before.view != view);
        let resized = before.is_none_or(|before| before.size != size);
        let untouched = before.is_none_or(|before| before.orbit == target.0);
        shows_view |= untouched && !cinematic.is_led();
        let changed = untouched && chosen.subject.is_changed();
        if !(view_changed || reset || resized || changed) {
            continue;
        }
        if reset {
            // The director may lead the camera again.
            chosen.director.set_if_neq(Director::default());
        }
        if cinematic.is_led() {
            if !view_changed {
                continue;
            }
            // A view chosen by the user is kept.
            chosen.director.paused = true;
        }
        let orbit = chosen.subject.orbit(view, size.x as f32 / size.y as f32);
        let by_hand = view_changed || reset || resized;
        if target.0 != orbit {
            framing.glide = (!by_hand).then_some(Glide { from: *now, to: orbit, passed: 0.0 });
            target.0 = orbit;
        }
        framing.framed = Some(Framed { view, size, orbit });
        shows_view = true;
    }
    if !cameras.is_empty() {
        chosen.shown.set_if_neq(ShownView(shows_view.then_some(view)));
    }
}

/// Moves each camera towards its target.
pub(super) fn smooth(
    (time, settings): (Res<Time<Real>>, Res<Settings>),
    mut cameras: Query<(&mut Orbit, &CameraTarget, &mut Framing, &mut Transform, &mut Projection)>,
) {
    let seconds = frame_seconds(&time);
    for (mut orbit, target, mut framing, mut transform, mut projection) in &mut cameras {
        if *orbit == target.0 {
            continue;
        }
        let lens_changes = orbit.flat != target.0.flat || target.0.flat;
        *orbit = match &mut framing.glide {
            Some(glide) if glide.to == target.0 => {
                glide.passed += seconds * settings.speed;
                glide.at(glide.passed / GLIDE)
            }
            _ if orbit.near(&target.0) => target.0,
            _ => orbit.mixed(&target.0, 1.0 - (-EASE * seconds).exp()),
        };
        *transform = orbit.transform();
        if lens_changes {
            *projection = orbit.projection();
        }
    }
}

impl Glide {
    /// The orbit after this share of the time.
    fn at(&self, share: f32) -> Orbit {
        if share >= 1.0 {
            return self.to;
        }
        self.from.mixed(&self.to, share * share * (3.0 - 2.0 * share))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_glide_begins_and_ends_at_rest() {
        let (from, to) = (Orbit::framing(View::White, [Vec3::X], 1.5), Orbit::framing(View::Side, [Vec3::Z], 1.5));
        let glide = Glide { from, to, passed: 0.0 };
        assert!(glide.at(0.0).near(&from) && glide.at(1.0) == to && glide.at(7.0) == to);
        let moved = |from: f32, to: f32| (glide.at(to).pitch - glide.at(from).pitch).abs();
        assert!(moved(0.0, 0.1) < 0.4 * moved(0.45, 0.55) && moved(0.9, 1.0) < 0.4 * moved(0.45, 0.55));
    }

    /// A camera without a viewport shows each point of the table at the same pixel as one with a
    /// viewport.
    #[test]
    fn a_camera_without_a_viewport_shows_the_same() {
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
