//! Camera poses as angles about a point of the table, and the closest pose that shows given points.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::camera::ScalingMode;
use bevy::prelude::*;

use crate::session::{Seating, View};

/// Vertical field of view, radians: a long lens, so that the far rank is almost as large as the
/// near one.
pub(in crate::table) const FOV: f32 = 0.32;

/// Size of the picture relative to its subject.
const MARGIN: f32 = 1.01;

/// Elevation of the camera in views from a seat, radians: low enough for the pieces' silhouettes.
const SEATED_PITCH: f32 = 0.65;

/// Step between the directions of a view of a board of sections, radians. Fixed directions keep the
/// view still while the armies move.
const TURN: f32 = PI / 24.0;

/// Cost of the largest turn from a seat, as a fraction of the distance: a view turns only if the
/// board becomes clearly larger.
const TURN_COST: f32 = 0.05;

/// The smallest and the largest distance, m.
pub(in crate::table) const DISTANCE: [f32; 2] = [0.2, 12.0];

/// The pose of a camera, as angles about a point.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// The point in the centre of the picture, m.
    pub focus: Vec3,
    /// Radians about the vertical, counter-clockwise seen from above; 0 is White's seat.
    pub yaw: f32,
    /// Radians above the table.
    pub pitch: f32,
    /// Distance from the focus, m.
    pub distance: f32,
    /// Orthographic; the distance then only scales.
    pub flat: bool,
}

impl Orbit {
    /// The closest orbit of a view that shows all these points of the world, in a picture of this
    /// aspect (width over height).
    #[must_use]
    pub fn framing(view: View, points: impl AsRef<[Vec3]>, aspect: f32) -> Orbit {
        Orbit::seated(view, Seating::default(), points.as_ref(), &[], aspect)
    }

    /// Like [`Orbit::framing`], for players in these seats. The view is turned within
    /// [`Seating::leeway`] so that the points of `board` fill the picture; the points of `action`
    /// only need to be in it.
    #[must_use]
    pub fn seated(view: View, seats: Seating, board: &[Vec3], action: &[Vec3], aspect: f32) -> Orbit {
        let (pitch, leeway) = match view {
            View::White | View::Black => (SEATED_PITCH, seats.leeway),
            View::Top | View::Flat => (FRAC_PI_2, seats.leeway),
            View::Side => (0.7, 0.0),
            View::Close => (0.45, seats.leeway),
        };
        let (yaw, flat) = (seats.yaw(view), view.is_from_above());
        let steps = (-24..=24_i8).map(|step| ((yaw / TURN).round() + f32::from(step)) * TURN);
        let costs = steps.filter(|turned| (turned - yaw).abs() <= leeway).map(|turned| {
            let Orbit { distance, .. } = Orbit::fitting(turned, pitch, flat, board, aspect);
            (turned, distance * (1.0 + TURN_COST * ((turned - yaw) / leeway).powi(2)))
        });
        let (yaw, _) = costs.filter(|_| leeway > 0.0).min_by(|(_, a), (_, b)| a.total_cmp(b)).unwrap_or((yaw, 0.0));
        Orbit::fitting(yaw, pitch, flat, &[board, action].concat(), aspect)
    }

    /// The closest orbit at these angles that shows all these points. `flat` selects the
    /// orthographic projection.
    #[must_use]
    pub fn fitting(yaw: f32, pitch: f32, flat: bool, points: &[Vec3], aspect: f32) -> Orbit {
        let mut orbit = Orbit { focus: Vec3::ZERO, yaw, pitch, distance: DISTANCE[0], flat };
        if points.is_empty() {
            return orbit;
        }
        let rotation = orbit.rotation();
        let to_camera = rotation.inverse();
        let half = Vec2::new(aspect.max(0.01), 1.0) * (FOV / 2.0).tan() / MARGIN;
        // With perspective, a point is in the picture if its offset is at most a fixed fraction of
        // its depth. `low` and `high` are the tightest of these bounds for a camera at depth 0
        // (depth grows towards the camera), each a line of slope `half`.
        let slope = if flat { Vec2::ZERO } else { half };
        let bounds = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let (low, high) = points.iter().map(|point| to_camera * *point).fold(bounds, |(low, high), seen| {
            (low.min(seen.truncate() - slope * seen.z), high.max(seen.truncate() + slope * seen.z))
        });
        let middle = (low + high) / 2.0;
        let depth = ((high - low) / 2.0 / half).max_element();
        // The point of the table plane in the centre of the picture.
        let eye = rotation * middle.extend(if flat { 0.0 } else { depth });
        let along = rotation * Vec3::NEG_Z;
        let reach = -eye.y / along.y;
        orbit.focus = eye + along * reach;
        orbit.distance = (if flat { depth } else { reach }).clamp(DISTANCE[0], DISTANCE[1]);
        orbit
    }

    pub(in crate::table) fn rotation(&self) -> Quat {
        Quat::from_euler(EulerRot::YXZ, self.yaw, -self.pitch, 0.0)
    }

    /// The camera's pose.
    #[must_use]
    pub fn transform(&self) -> Transform {
        let rotation = self.rotation();
        // In the orthographic projection, any distance works that keeps everything in front of the
        // camera.
        let distance = if self.flat { DISTANCE[1] } else { self.distance };
        Transform { translation: self.focus + rotation * Vec3::Z * distance, rotation, scale: Vec3::ONE }
    }

    /// The camera's projection.
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
        Projection::Perspective(PerspectiveProjection { fov: FOV, near: 0.05, far: 30.0, ..default() })
    }

    /// Whether a picture of this aspect shows all these points.
    #[must_use]
    pub fn shows(&self, points: &[Vec3], aspect: f32) -> bool {
        let size = Vec2::new(aspect, 1.0);
        let inside = |pixel: Vec2| pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(size).all();
        points.iter().all(|point| self.pixel(*point, size).is_some_and(inside))
    }

    /// The pixel of a world point, from the upper left corner of a picture of this size; `None`
    /// behind the camera.
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

    /// Interpolates to another orbit by `share`, 0 to 1, the shorter way round.
    #[must_use]
    pub fn mixed(&self, goal: &Orbit, share: f32) -> Orbit {
        Orbit {
            focus: self.focus.lerp(goal.focus, share),
            yaw: self.yaw + self.turn_to(goal) * share,
            pitch: self.pitch.lerp(goal.pitch, share),
            distance: self.distance.lerp(goal.distance, share),
            flat: goal.flat,
        }
    }

    /// The change of yaw from this orbit to another, the shorter way round, radians.
    pub(in crate::table) fn turn_to(&self, goal: &Orbit) -> f32 {
        (goal.yaw - self.yaw + PI).rem_euclid(2.0 * PI) - PI
    }

    /// Whether the difference from another orbit is invisible.
    #[must_use]
    pub fn near(&self, goal: &Orbit) -> bool {
        let angles = (self.pitch - goal.pitch).abs() + self.turn_to(goal).abs();
        angles < 1e-4 && self.focus.distance(goal.focus) < 1e-5 && (self.distance - goal.distance).abs() < 1e-5
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Layout};
    use crate::table::layout::{HEADROOM, Places};

    #[test]
    fn from_above_ranks_rise_and_files_go_right() {
        let places = Places { layout: Layout::squares(5, 5) };
        let size = Vec2::new(900.0, 600.0);
        let orbit = Orbit::framing(View::Top, places.on_board(HEADROOM), 1.5);
        let at = |cell: u16| orbit.pixel(places.cell(Cell(cell)), size).unwrap();
        assert!(at(1).x > at(0).x && at(5).y < at(0).y);
        let black = Orbit::framing(View::Black, places.on_board(HEADROOM), 1.5);
        let at = |cell: u16| black.pixel(places.cell(Cell(cell)), size).unwrap();
        assert!(at(1).x < at(0).x && at(5).y > at(0).y);
    }

    /// No closer picture would show everything: the subject touches the margin on two opposite
    /// sides.
    #[test]
    fn the_picture_is_filled() {
        for (view, name) in View::ALL {
            for size in [Vec2::new(980.0, 720.0), Vec2::new(600.0, 900.0), Vec2::new(3000.0, 500.0)] {
                let points = Places { layout: Layout::squares(8, 8) }.on_board(HEADROOM);
                let orbit = Orbit::framing(view, &points, size.x / size.y);
                let seen: Vec<Vec2> =
                    points.iter().map(|point| orbit.pixel(*point, size).unwrap() / size * 2.0 - 1.0).collect();
                let (low, high) = seen.iter().fold((Vec2::MAX, Vec2::MIN), |(a, b), p| (a.min(*p), b.max(*p)));
                let full = 1.0 / MARGIN;
                assert!((high.max(-low).max_element() - full).abs() < 1e-3, "{name} {size}: {low} to {high}");
                let touched = |low: f32, high: f32| (low + full).abs() < 1e-3 && (high - full).abs() < 1e-3;
                assert!(touched(low.x, high.x) || touched(low.y, high.y), "{name} {size}: {low} to {high}");
            }
        }
    }

    /// A long board is turned to fill the picture, with the viewer's army still at the bottom.
    #[test]
    fn a_view_turns_within_the_leeway_of_a_seat() {
        let plank = [Vec3::new(-0.1, 0.0, -0.6), Vec3::new(0.1, 0.0, -0.6), Vec3::new(0.1, 0.0, 0.6)];
        let straight = Orbit::seated(View::White, Seating::default(), &plank, &[], 1.4);
        let seats = Seating { leeway: 1.0, ..Seating::default() };
        let turned = Orbit::seated(View::White, seats, &plank, &[], 1.4);
        assert!(straight.yaw == 0.0 && turned.yaw.abs() > 0.2 && turned.yaw.abs() <= 1.0, "{}", turned.yaw);
        assert!(turned.distance < 0.95 * straight.distance, "{} and {}", turned.distance, straight.distance);
        let pixel = |z: f32| turned.pixel(Vec3::new(0.0, 0.0, z), Vec2::new(1400.0, 1000.0)).unwrap();
        assert!(pixel(0.6).y > pixel(-0.6).y);
        // A throw beside the board does not turn the view.
        let tray = [Vec3::new(0.5, 0.0, 0.0)];
        assert_eq!(Orbit::seated(View::White, seats, &plank, &tray, 1.4).yaw, turned.yaw);
    }
}
