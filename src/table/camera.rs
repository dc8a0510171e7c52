//! Where the table is seen from: a camera that turns about the board.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::camera::{ScalingMode, Viewport};
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use super::places::{Bounds, Places, world};
use crate::stage::{Panels, Settings, Step, View};

/// Vertical field of view, radians.
const FOV: f32 = 0.5;

/// How tall the tallest things are that must not be cut off, m.
const HEADROOM: f32 = 0.06;

/// How much wider than what it must show a picture is, without unit.
const MARGIN: f32 = 1.06;

/// How fast the camera comes to where it is to be, 1/s.
const EASE: f32 = 9.0;

/// The lowest and the highest that a person may look from, radians above the table.
const PITCH: [f32; 2] = [0.12, 1.5];

/// The nearest and the farthest, m.
const DISTANCE: [f32; 2] = [0.12, 4.0];

/// Where a camera is, as angles about a point.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// What it looks at, m.
    pub focus: Vec3,
    /// Radians about the vertical; 0 is White's seat, counter-clockwise seen from above.
    pub yaw: f32,
    /// Radians above the table.
    pub pitch: f32,
    /// From the focus, m.
    pub distance: f32,
    /// Without perspective; the distance then only scales.
    pub flat: bool,
}

/// Where the camera is going.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Goal(pub Orbit);

impl Orbit {
    /// The orbit from which a view shows all of `bounds`, in a picture of this aspect (width over height).
    #[must_use]
    pub fn framing(view: View, bounds: Bounds, aspect: f32) -> Orbit {
        let (yaw, pitch) = match view {
            View::White => (0.0, 0.95),
            View::Black => (PI, 0.95),
            View::Top => (0.0, FRAC_PI_2),
            View::Side => (FRAC_PI_2, 0.7),
            View::Close => (0.35, 0.5),
        };
        let flat = view == View::Top;
        let mut orbit = Orbit { focus: world(bounds.centre()), yaw, pitch, distance: 1.0, flat };
        let to_camera = orbit.rotation().inverse();
        let half = Vec2::new((FOV / 2.0).tan() * aspect.max(0.01), (FOV / 2.0).tan());
        let corners =
            [bounds.min, bounds.max, Vec2::new(bounds.min.x, bounds.max.y), Vec2::new(bounds.max.x, bounds.min.y)];
        let needed =
            corners.into_iter().flat_map(|corner| [world(corner), world(corner) + Vec3::Y * HEADROOM]).map(|corner| {
                let seen = to_camera * (corner - orbit.focus);
                let nearness = if flat { 0.0 } else { seen.z };
                nearness + (seen.x.abs() / half.x).max(seen.y.abs() / half.y) * MARGIN
            });
        orbit.distance = needed.fold(DISTANCE[0], f32::max);
        if view == View::Close {
            orbit.distance *= 0.72;
        }
        orbit
    }

    fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    /// The camera's pose.
    #[must_use]
    pub fn transform(&self) -> Transform {
        let rotation = self.rotation();
        // Without perspective the distance is no matter: far enough to have everything in front.
        let distance = if self.flat { DISTANCE[1] } else { self.distance };
        Transform { translation: self.focus + rotation * Vec3::Z * distance, rotation, scale: Vec3::ONE }
    }

    /// The camera's lens.
    #[must_use]
    pub fn projection(&self) -> Projection {
        if self.flat {
            let viewport_height = 2.0 * self.distance * (FOV / 2.0).tan();
            let near_far = (0.1, 2.0 * DISTANCE[1]);
            return Projection::Orthographic(OrthographicProjection {
                scaling_mode: ScalingMode::FixedVertical { viewport_height },
                near: near_far.0,
                far: near_far.1,
                ..OrthographicProjection::default_3d()
            });
        }
        Projection::Perspective(PerspectiveProjection { fov: FOV, near: 0.02, far: 20.0, ..default() })
    }

    /// Where a point of the world is seen, in pixels from the upper left corner of a picture of this size; `None` behind the
    /// camera.
    #[must_use]
    pub fn pixel(&self, point: Vec3, size: Vec2) -> Option<Vec2> {
        let seen = self.rotation().inverse() * (point - self.transform().translation);
        let half = (FOV / 2.0).tan() * if self.flat { self.distance } else { -seen.z };
        let aspect = size.x / size.y;
        (seen.z < 0.0).then(|| {
            let unit = Vec2::new(seen.x / (half * aspect), -seen.y / half);
            (unit + 1.0) / 2.0 * size
        })
    }

    fn mixed(&self, goal: &Orbit, share: f32) -> Orbit {
        let turn = (goal.yaw - self.yaw + PI).rem_euclid(2.0 * PI) - PI;
        Orbit {
            focus: self.focus.lerp(goal.focus, share),
            yaw: self.yaw + turn * share,
            pitch: self.pitch.lerp(goal.pitch, share),
            distance: self.distance.lerp(goal.distance, share),
            flat: goal.flat,
        }
    }

    fn near(&self, goal: &Orbit) -> bool {
        let angles = (self.pitch - goal.pitch).abs() + ((goal.yaw - self.yaw + PI).rem_euclid(2.0 * PI) - PI).abs();
        angles < 1e-4 && self.focus.distance(goal.focus) < 1e-5 && (self.distance - goal.distance).abs() < 1e-5
    }
}

/// The picture that the table fills: the window without what panels cover, physical pixels.
#[must_use]
pub fn picture(window: UVec2, panels: Panels, scale: f32) -> UVec2 {
    let covered = (panels.right * scale).round() as u32;
    UVec2::new(window.x.saturating_sub(covered).max(1), window.y.max(1))
}

/// The camera of the window: it follows the mouse and the views.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, (crop, aim).chain().in_set(Step::Ask)).add_systems(Update, glide.in_set(Step::Show));
}

/// Draws the table beside the panels.
fn crop(
    window: Query<&Window, With<PrimaryWindow>>,
    panels: Res<Panels>,
    mut cameras: Query<&mut Camera, With<Orbit>>,
) {
    let Ok(window) = window.single() else { return };
    let physical_size = picture(window.physical_size(), *panels, window.scale_factor());
    for mut camera in &mut cameras {
        let now = camera.viewport.as_ref().map(|viewport| viewport.physical_size);
        if now != Some(physical_size) {
            camera.viewport = Some(Viewport { physical_size, ..default() });
        }
    }
}

/// Which view, of which places, in which picture the goal was last set for.
#[derive(Default, PartialEq, Clone)]
struct Framed(Option<(View, Bounds, UVec2)>);

/// Sets the goal by the chosen view, and by the mouse: right button turns, middle button shifts, wheel zooms.
fn aim(
    settings: Res<Settings>,
    places: Res<Places>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    scroll: Res<AccumulatedMouseScroll>,
    panels: Res<Panels>,
    mut framed: Local<Framed>,
    mut cameras: Query<(&Camera, &mut Goal)>,
) {
    for (camera, mut goal) in &mut cameras {
        let size = camera.physical_viewport_size().unwrap_or(UVec2::new(16, 9));
        let frame = Framed(Some((settings.view, places.all(), size)));
        if *framed != frame {
            *framed = frame;
            goal.0 = Orbit::framing(settings.view, places.all(), size.x as f32 / size.y as f32);
        }
        if panels.pointer {
            continue;
        }
        let orbit = &mut goal.bypass_change_detection().0;
        let pull = motion.delta;
        if buttons.pressed(MouseButton::Right) && pull != Vec2::ZERO {
            orbit.yaw -= pull.x * 0.006;
            orbit.pitch = (orbit.pitch + pull.y * 0.006).clamp(PITCH[0], PITCH[1]);
            orbit.flat = false;
        }
        if buttons.pressed(MouseButton::Middle) && pull != Vec2::ZERO {
            let unit = 2.0 * orbit.distance * (FOV / 2.0).tan() / size.y as f32;
            let shift = Quat::from_rotation_y(orbit.yaw) * Vec3::new(-pull.x * unit, 0.0, -pull.y * unit);
            orbit.focus = (orbit.focus + shift).clamp(Vec3::splat(-1.0), Vec3::splat(1.0));
        }
        if scroll.delta.y != 0.0 {
            let steps = scroll.delta.y.clamp(-5.0, 5.0);
            orbit.distance = (orbit.distance * 0.9_f32.powf(steps)).clamp(DISTANCE[0], DISTANCE[1]);
        }
    }
}

/// Moves the camera towards its goal.
fn glide(time: Res<Time>, mut cameras: Query<(&mut Orbit, &Goal, &mut Transform, &mut Projection)>) {
    for (mut orbit, goal, mut transform, mut projection) in &mut cameras {
        if *orbit == goal.0 {
            continue;
        }
        let lens = orbit.flat != goal.0.flat || goal.0.flat;
        let share = 1.0 - (-EASE * time.delta_secs()).exp();
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
    use crate::engine::Layout;

    #[test]
    fn every_view_shows_every_cell() {
        for (view, name) in View::ALL {
            if view == View::Close {
                continue;
            }
            for (width, height) in [(1280.0, 720.0), (600.0, 900.0), (3000.0, 500.0)] {
                let places = Places { layout: Layout::squares(8, 8) };
                let orbit = Orbit::framing(view, places.all(), width / height);
                for cell in &places.layout.cells {
                    let centre = cell.centre();
                    let pixel = orbit.pixel(world(Vec2::new(centre.x, centre.y)), Vec2::new(width, height)).unwrap();
                    assert!(pixel.cmpge(Vec2::ZERO).all() && pixel.x <= width && pixel.y <= height, "{name} {pixel}");
                }
            }
        }
    }

    #[test]
    fn from_above_ranks_rise_and_files_go_right() {
        let places = Places { layout: Layout::squares(5, 5) };
        let orbit = Orbit::framing(View::Top, places.all(), 1.5);
        let at = |cell: u16| orbit.pixel(places.cell(crate::engine::Cell(cell)), Vec2::new(900.0, 600.0)).unwrap();
        assert!(at(1).x > at(0).x && at(5).y < at(0).y);
        let black = Orbit::framing(View::Black, places.all(), 1.5);
        let at = |cell: u16| black.pixel(places.cell(crate::engine::Cell(cell)), Vec2::new(900.0, 600.0)).unwrap();
        assert!(at(1).x < at(0).x && at(5).y > at(0).y);
    }
}
