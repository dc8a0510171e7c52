//! Camera poses as angles about a point of the table, and the closest pose that shows given points.

use std::f32::consts::{FRAC_PI_2, PI};

use bevy::camera::ScalingMode;
use bevy::prelude::*;

use crate::session::{Seats, View};

/// Vertical field of view, radians.
pub(in crate::table) const FOV: f32 = 0.5;

/// Size of the picture relative to its subject.
const MARGIN: f32 = 1.04;

/// A view is reframed if less than this fraction of its distance would suffice.
const SMALLEST: f32 = 0.8;

/// The smallest and the largest distance, m.
pub(in crate::table) const DISTANCE: [f32; 2] = [0.12, 4.0];

/// The pose of a camera, as angles about a point.
#[derive(Component, Debug, Clone, Copy, PartialEq)]
pub struct Orbit {
    /// The point in the centre of the picture, m.
    pub focus: Vec3,
    /// Radians about the vertical; 0 is White's seat, counter-clockwise seen from above.
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
    /// aspect (width over height). [`crate::table::layout::Places::all`] returns the relevant
    /// points.
    #[must_use]
    pub fn framing(view: View, points: impl AsRef<[Vec3]>, aspect: f32) -> Orbit {
        Orbit::seated(view, Seats::default(), points, aspect)
    }

    /// Like [`Orbit::framing`], for players in these seats.
    #[must_use]
    pub fn seated(view: View, seats: Seats, points: impl AsRef<[Vec3]>, aspect: f32) -> Orbit {
        let pitch = match view {
            View::White | View::Black => 1.10,
            View::Top | View::Flat => FRAC_PI_2,
            View::Side => 0.7,
            View::Close => 0.5,
        };
        Orbit::fitting(seats.yaw(view), pitch, view.is_from_above(), points.as_ref(), aspect)
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
        // In the orthographic projection any distance works that has everything in front of the
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
        Projection::Perspective(PerspectiveProjection { fov: FOV, near: 0.02, far: 20.0, ..default() })
    }

    /// Whether a picture framed for other points still suits these: it shows all of them, and not
    /// much smaller than possible.
    #[must_use]
    pub fn still_frames(&self, points: &[Vec3], aspect: f32) -> bool {
        let tight = Orbit::fitting(self.yaw, self.pitch, self.flat, points, aspect);
        self.shows(points, aspect) && tight.distance > SMALLEST * self.distance
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

    /// The yaw from this orbit to another, the shorter way round, radians.
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
    use crate::engine::{ActionText, Cell, DynGame, Layout, Options, Place};
    use crate::games;
    use crate::session::taken;
    use crate::table::layout::{HEADROOM, InUse, Places, TraySlots, captor};
    use crate::table::piece::model::model;

    #[test]
    fn from_above_ranks_rise_and_files_go_right() {
        let places = Places { layout: Layout::squares(5, 5) };
        let size = Vec2::new(900.0, 600.0);
        let orbit = Orbit::framing(View::Top, places.all(), 1.5);
        let at = |cell: u16| orbit.pixel(places.cell(Cell(cell)), size).unwrap();
        assert!(at(1).x > at(0).x && at(5).y < at(0).y);
        let black = Orbit::framing(View::Black, places.all(), 1.5);
        let at = |cell: u16| black.pixel(places.cell(Cell(cell)), size).unwrap();
        assert!(at(1).x < at(0).x && at(5).y > at(0).y);
    }

    /// No larger picture would show everything: the subject touches the margin on two opposite
    /// sides.
    #[test]
    fn the_picture_is_filled() {
        for (view, name) in View::ALL {
            for size in [Vec2::new(980.0, 720.0), Vec2::new(600.0, 900.0), Vec2::new(3000.0, 500.0)] {
                let points = Places { layout: Layout::squares(8, 8) }.all();
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

    /// The sizes of the picture next to the panel, which is 300 pixels wide, in windows of
    /// 1280x720, 1024x640 and 1920x1080.
    const PICTURES: [Vec2; 3] = [Vec2::new(980.0, 720.0), Vec2::new(724.0, 640.0), Vec2::new(1620.0, 1080.0)];

    fn all_seen(game: &dyn DynGame, context: &str) {
        let places = Places { layout: game.layout() };
        let mut points: Vec<(String, Vec3)> = Vec::new();
        let mut on_board = 0;
        let mut put = |what: String, foot: Vec3, height: f32, radius: f32| {
            for side in [Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z] {
                points.push((what.clone(), foot + side * radius));
                points.push((what.clone(), foot + side * radius + Vec3::Y * height));
            }
        };
        let mut slots = std::collections::HashMap::new();
        for piece in game.pieces() {
            let made = model(&piece.look, piece.side, 1);
            let index = slots.entry(piece.place).and_modify(|count| *count += 1).or_insert(0);
            put(format!("{piece:?}"), places.place(piece.place, *index), made.height, made.radius);
        }
        on_board += 8 * game.pieces().iter().filter(|piece| matches!(piece.place, Place::Cell(_))).count();
        let mut lots = [TraySlots::default(), TraySlots::default()];
        for piece in taken(game) {
            let (made, by) = (model(&piece.look, piece.side, 1), captor(piece.side));
            let (index, level) = lots[by.index()].add(&piece.look);
            let in_use = lots[by.index()].used();
            put(format!("taken: {piece:?}"), places.taken(by, [index, in_use], level), made.height, made.radius);
        }
        let tallest: Vec<_> = points.iter().map(|(_, point)| *point).filter(|point| point.y > HEADROOM).collect();
        for (view, name) in View::ALL {
            for size in PICTURES {
                let frame = match view {
                    View::Top | View::Flat => places.all(),
                    View::Close => [places.close_by(), tallest.clone()].concat(),
                    _ => [places.now(InUse::of(game)), tallest.clone()].concat(),
                };
                let orbit = Orbit::framing(view, frame, size.x / size.y);
                // The close view shows the board alone.
                let seen = if view == View::Close { on_board } else { points.len() };
                for (what, point) in &points[..seen] {
                    let pixel = orbit.pixel(*point, size).unwrap();
                    let inside = pixel.cmpge(Vec2::ZERO).all() && pixel.cmple(size).all();
                    assert!(inside, "{context}, {name}, {size}: {what} at {pixel}");
                }
            }
        }
    }

    /// The fraction of a picture's width or height, whichever is larger, taken by the board in the
    /// default view, throughout a match. A board of one piece is framed for the whole match, with
    /// its trays; a dice tray or a reserve leaves it less room.
    #[test]
    fn the_board_takes_most_of_the_picture() {
        for info in games::ALL {
            let mut game = games::begin(info, Options::default(), None).unwrap();
            let mut least = [(1.0_f32, Vec2::ONE, 0); 2];
            for step in 0..120_usize {
                let places = Places { layout: game.layout() };
                let in_use = InUse::of(&*game);
                let whole = places.layout.sections.is_empty();
                let points = if whole { places.all() } else { places.now(in_use) };
                let orbit = Orbit::framing(View::White, points, PICTURES[0].x / PICTURES[0].y);
                let corners = places.on_board().into_iter().filter(|point| point.y <= 0.0);
                let seen = corners.map(|corner| orbit.pixel(corner, PICTURES[0]).unwrap() / PICTURES[0]);
                let (low, high) = seen.fold((Vec2::MAX, Vec2::MIN), |(a, b), p| (a.min(p), b.max(p)));
                let share = (high - low).max_element();
                let least = &mut least[usize::from(in_use.tray)];
                if share < least.0 {
                    *least = (share, high - low, step);
                }
                let actions = game.actions();
                let Some(action) = actions.get(step * 7919 % actions.len().max(1)).cloned() else { break };
                game.apply(&action).unwrap();
            }
            let most = if game.layout().reserve.is_empty() { 0.6 } else { 0.51 };
            for ((share, size, step), (tray, wanted)) in
                least.into_iter().zip([("", most), (" with the dice tray", 0.5)])
            {
                println!(
                    "{}{tray}: {:.2} of the width, {:.2} of the height, after {step} actions",
                    info.id, size.x, size.y
                );
                assert!(share >= wanted, "{}{tray}: {size} after {step} actions", info.id);
            }
        }
    }

    /// Pieces, reserves and captured pieces are in the picture next to the panel, in every game and
    /// view, throughout a match.
    #[test]
    fn every_view_shows_every_piece_of_every_game() {
        for info in games::ALL {
            for seed in 1..4_usize {
                let mut game = games::begin(info, Options::default(), None).unwrap();
                for step in 0..240_usize {
                    if step % 40 == 0 {
                        all_seen(&*game, &format!("{}, {step} actions", info.id));
                    }
                    let actions = game.actions();
                    // Captures fill the edge of the table.
                    let before = game.pieces().len();
                    let captures = |action: &&ActionText| {
                        let mut tried = game.boxed();
                        tried.apply(action).is_ok() && tried.pieces().len() < before
                    };
                    let at = step * 7919 * seed % actions.len().max(1);
                    let Some(action) = actions.iter().find(captures).or(actions.get(at)) else { break };
                    let action = action.clone();
                    game.apply(&action).unwrap();
                }
                all_seen(&*game, &format!("{}, at the end", info.id));
            }
        }
    }
}
