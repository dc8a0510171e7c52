//! The flight of sections in a board change: the motion of each section, and the space that lifted
//! sections pass through.

use bevy::prelude::*;

use crate::engine::{Layout, SectionMove};
use crate::table::layout::{on_table, section_transform, world};
use crate::table::schedule::STEP;

/// Duration of a swing, s.
pub(super) const SWING: f32 = 1.2;

/// Clearance of a lifted section above the tallest piece below its path, m: a little more than the
/// thickness of a section.
pub(super) const CLEARANCE: f32 = 0.02;

/// Half the width of the largest piece, m.
const FOOT: f32 = 0.018;

/// The points of a swing at which the path of a section is sampled, evenly spread.
const SAMPLES: u16 = 12;

/// The fractions of a swing spent on lifting and on setting down.
const LIFTED: f32 = 0.35;
/// The fractions of a swing at which horizontal motion begins and ends.
const CARRIED: [f32; 2] = [0.15, 0.85];

/// The section below a point; `None` beside the board.
pub(super) fn section_at(layout: &Layout, point: Vec3) -> Option<u8> {
    let below = layout.cells.iter().find(|cell| cell.is_placed() && cell.contains(on_table(point)));
    below.and_then(|cell| cell.section)
}

/// Whether a lifted section passes over a piece on another section that stands at this point.
pub(super) fn is_passed_over(flights: &[Flight], before: &Layout, at: Vec3) -> bool {
    let lifted = |section: Option<u8>| {
        flights.iter().find(|flight| Some(flight.section) == section).and_then(|flight| flight.swung.flight)
    };
    if lifted(section_at(before, at)).is_some() {
        return false;
    }
    let edges = [Vec3::ZERO, Vec3::X, Vec3::NEG_X, Vec3::Z, Vec3::NEG_Z].map(|side| at + FOOT * side);
    flights.iter().any(|flight| {
        let Some(motion) = flight.swung.flight else { return false };
        shares().any(|share| {
            // Where the point was relative to the section before the flight.
            let back = motion.at(smooth(share), 0.0).inverse();
            edges.iter().any(|edge| section_at(before, back.transform_point(*edge).into()) == Some(flight.section))
        })
    })
}

/// The points around the space that a section passes through, with pieces that have these tops
/// before the flight.
pub(super) fn swept(flight: &Flight, before: &Layout, tops: impl Iterator<Item = Vec3>) -> Vec<Vec3> {
    let Some(section) = before.sections.get(usize::from(flight.section)) else { return Vec::new() };
    let corners = section.outline.iter().map(|point| world(Vec2::new(point.x, point.y)));
    let on_section = flight.swung.begin.to_matrix().inverse();
    let corners: Vec<_> = corners.chain(tops.map(|top| on_section.transform_point3(top))).collect();
    let poses = shares().map(|share| flight.swung.at(share));
    poses.flat_map(|pose| corners.iter().map(move |corner| pose.transform_point(*corner))).collect()
}

/// Evenly spread fractions of a swing.
fn shares() -> impl Iterator<Item = f32> {
    (0..=SAMPLES).map(|sample| f32::from(sample) / f32::from(SAMPLES))
}

/// The motion of a section in a board change.
pub(super) struct Flight {
    pub(super) section: u8,
    pub(super) swung: Swung,
}

/// The motions of all sections that were on the board, without their lift. Sections of other bodies
/// than `resting` are lifted.
pub(super) fn flights(sections: &[SectionMove], resting: Option<u8>, before: &Layout) -> Vec<Flight> {
    // Centring the board moves all sections; lifted ones fly relative to the others.
    let of_resting = sections.iter().find(|moved| Some(moved.body) == resting).and_then(|moved| {
        let begin = section_transform(moved.from?);
        Some(Turning::between(begin, section_transform(moved.to), middle_of(moved.body, sections, before)))
    });
    let ground = of_resting.unwrap_or(Turning::NONE);
    let moving = sections.iter().filter_map(|moved| Some((moved, moved.from?)));
    let flights = moving.map(|(moved, from)| {
        let (begin, end) = (section_transform(from), section_transform(moved.to));
        let flight = (Some(moved.body) != resting).then(|| {
            let landing = Transform::from_isometry(ground.end().inverse()) * end;
            Turning::between(begin, landing, middle_of(moved.body, sections, before))
        });
        Flight { section: moved.section, swung: Swung { begin, end, ground, flight, lift: 0.0 } }
    });
    flights.collect()
}

/// The centre of a body before the move, m. A body is a set of sections that move together.
fn middle_of(body: u8, sections: &[SectionMove], layout: &Layout) -> Vec3 {
    let middles = sections.iter().filter(|moved| moved.body == body).filter_map(|moved| {
        let middle = moved.from?.place(layout.sections.get(usize::from(moved.section))?.middle());
        Some(world(Vec2::new(middle.x, middle.y)))
    });
    let (sum, count) = middles.fold((Vec3::ZERO, 0.0), |(sum, count), middle| (sum + middle, count + 1.0));
    sum / f32::max(count, 1.0)
}

/// A rigid motion on the table: a rotation about a point that moves in a straight line.
#[derive(Clone, Copy)]
pub(super) struct Turning {
    /// The first and last position of that point, m.
    middle: [Vec3; 2],
    turn: Quat,
}

impl Turning {
    const NONE: Turning = Turning { middle: [Vec3::ZERO; 2], turn: Quat::IDENTITY };

    /// The motion from one pose to another, about this point.
    fn between(begin: Transform, end: Transform, middle: Vec3) -> Turning {
        let turn = end.rotation * begin.rotation.inverse();
        Turning { middle: [middle, end.translation + turn * (middle - begin.translation)], turn }
    }

    /// The motion after a fraction of it, lifted by a height, m.
    fn at(&self, share: f32, height: f32) -> Isometry3d {
        let turn = Quat::IDENTITY.slerp(self.turn, share);
        let middle = self.middle[0].lerp(self.middle[1], share) + Vec3::Y * height;
        Isometry3d::new(middle - turn * self.middle[0], turn)
    }

    /// The whole motion.
    fn end(&self) -> Isometry3d {
        self.at(1.0, 0.0)
    }
}

/// The swing of a section. The sections of a body keep together.
pub(super) struct Swung {
    pub(super) begin: Transform,
    pub(super) end: Transform,
    /// The motion of the sections that are not lifted.
    ground: Turning,
    /// The motion of a lifted section relative to `ground`.
    pub(super) flight: Option<Turning>,
    /// How high it is lifted, m.
    pub(super) lift: f32,
}

impl Swung {
    /// The poses, one per step.
    pub(super) fn poses(&self) -> Vec<Transform> {
        let steps = (SWING / STEP) as u16;
        let mut poses: Vec<_> = (0..=steps).map(|step| self.at(f32::from(step) / f32::from(steps))).collect();
        // Removes rounding errors.
        (poses[0], poses[usize::from(steps)]) = (self.begin, self.end);
        poses
    }

    /// The pose after this fraction of the time.
    fn at(&self, share: f32) -> Transform {
        let flight = self.flight.map_or(Isometry3d::IDENTITY, |flight| {
            let [from, to] = CARRIED;
            let height = self.lift * smooth(share / LIFTED) * smooth((1.0 - share) / LIFTED);
            flight.at(smooth((share - from) / (to - from)), height)
        });
        Transform::from_isometry(self.ground.at(smooth(share), 0.0) * flight) * self.begin
    }
}

/// Smoothstep, clamped to 0 to 1.
fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::session::TableScene;

    const LIFT: f32 = 0.19;

    fn turned(at: Vec3, turn: f32) -> Transform {
        Transform::from_translation(at).with_rotation(Quat::from_rotation_y(turn))
    }

    fn between(a: &Transform, b: &Transform) -> Mat4 {
        a.to_matrix().inverse() * b.to_matrix()
    }

    /// Two sections that move as one keep their distance from each other, however far they turn.
    #[test]
    fn sections_of_a_body_keep_together() {
        let body = turned(Vec3::new(0.1, 0.0, 0.2), PI - 0.01);
        let begins = [turned(Vec3::new(0.1, 0.0, 0.0), 0.0), turned(Vec3::new(0.1, 0.0, 0.0), FRAC_PI_2)];
        let motion = Turning::between(begins[0], body * begins[0], Vec3::new(0.15, 0.0, 0.05));
        for flies in [false, true] {
            let (ground, flight) = if flies { (Turning::NONE, Some(motion)) } else { (motion, None) };
            let [one, other] =
                begins.map(|begin| Swung { begin, end: body * begin, ground, flight, lift: LIFT }.poses());
            let joined = between(&begins[0], &begins[1]);
            assert!(one.iter().zip(&other).all(|(a, b)| between(a, b).abs_diff_eq(joined, 1e-4)));
            let highest = one.iter().map(|pose| pose.translation.y).fold(0.0, f32::max);
            assert!((highest - if flies { LIFT } else { 0.0 }).abs() < 1e-3, "{highest}");
            // The section is above the tallest pieces before it has moved far.
            let near = |pose: &&Transform| pose.rotation.angle_between(begins[0].rotation) < 0.4;
            let soon = one.iter().take_while(near).last().unwrap().translation.y;
            assert!(!flies || soon > 0.09, "{soon}");
        }
    }

    /// A section is lifted over the pieces below its path only, and the swept space surrounds it.
    #[test]
    fn a_section_passes_over_the_pieces_below_its_path() {
        let mut game = games::begin(games::info("whack").unwrap(), Options::default(), None).unwrap();
        ["=A0B0", "=A0B0+A3C0", "=A0B0+A3C0+B3D3"].into_iter().for_each(|action| drop(game.apply(action).unwrap()));
        let layout = TableScene::of(&*game).layout;
        let poses = layout.sections.iter().map(|section| section.pose);
        let cell = |section: u8| {
            let own = layout.cells.iter().find(|cell| cell.section == Some(section) && cell.is_placed()).unwrap();
            let centre = own.centre();
            world(Vec2::new(centre.x, centre.y))
        };
        // Section 0 goes to the place of section 1.
        let [from, to] = [0, 1].map(|index| poses.clone().nth(index).unwrap());
        let moves: Vec<_> = (0_u8..)
            .zip(poses)
            .map(|(section, pose)| SectionMove {
                section,
                body: u8::from(section == 0),
                from: Some(pose),
                to: if section == 0 { to } else { pose },
            })
            .collect();
        let mut flights = flights(&moves, Some(0), &layout);
        assert!(is_passed_over(&flights, &layout, cell(1)), "from {from:?} to {to:?}");
        assert!(!is_passed_over(&flights, &layout, cell(0)), "its own pieces");
        assert!(!is_passed_over(&flights, &layout, Vec3::new(2.0, 0.0, 2.0)));
        flights[0].swung.lift = LIFT;
        let piece = cell(0) + 0.1 * Vec3::Y;
        let space = swept(&flights[0], &layout, [piece].into_iter());
        let highest = space.iter().map(|point| point.y).fold(0.0, f32::max);
        assert!((highest - LIFT - 0.1).abs() < 1e-3, "{highest}");
        for pose in flights[0].swung.poses() {
            let middle =
                pose.transform_point(world(Vec2::new(layout.sections[0].middle().x, layout.sections[0].middle().y)));
            let around = |axis: Vec3| space.iter().any(|point| (*point - middle).dot(axis) >= 0.0);
            let sides = [Vec3::X, Vec3::NEG_X, Vec3::Y, Vec3::Z, Vec3::NEG_Z];
            assert!(sides.into_iter().all(around), "{middle}");
        }
    }

    /// A lifted section flies and the others stay on the table, even where centring the board turns
    /// them.
    #[test]
    fn the_lifted_section_is_the_one_that_flies() {
        let ground = turned(Vec3::new(0.05, 0.0, -0.1), 1.0);
        let [rests, lifted] = [turned(Vec3::ZERO, 0.0), turned(Vec3::new(0.3, 0.0, 0.0), 0.5)];
        // The lifted section ends almost exactly where it started.
        let end = turned(Vec3::new(0.301, 0.0, 0.0), 0.5);
        let ground = Turning::between(rests, ground * rests, Vec3::ZERO);
        let landing = Transform::from_isometry(ground.end().inverse()) * end;
        let flight = Turning::between(lifted, landing, lifted.translation);
        let resting = Swung {
            begin: rests,
            end: Transform::from_isometry(ground.end()) * rests,
            ground,
            flight: None,
            lift: LIFT,
        }
        .poses();
        let flying = Swung { begin: lifted, end, ground, flight: Some(flight), lift: LIFT };
        assert!(resting.iter().all(|pose| pose.translation.y.abs() < 1e-6));
        assert!((flying.at(0.5).translation.y - LIFT).abs() < 1e-4);
        assert!(flying.at(1.0).translation.abs_diff_eq(end.translation, 1e-5));
    }
}
