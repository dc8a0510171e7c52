//! Board changes: sections are lifted with the pieces on them, swung to their new poses, and set
//! down.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::motion::{MotionPath, MovingAlong, StartMoving};
use super::performer::Performer;
use super::show::{Lay, Show, Swing};
use crate::engine::{Layout, Place, SectionMove};
use crate::session::{PlaySound, Sound};
use crate::table::layout::{BesideBoard, Board, Places, section_transform, world};
use crate::table::piece::{Captured, Pieces, ReadPieces, TrayDie, stacks};
use crate::table::schedule::STEP;

/// Duration of a swing, s.
const SWING: f32 = 1.2;

/// How far a section is lifted, m: higher than the tallest of the remaining pieces.
pub const LIFT: f32 = 0.11;

/// The fractions of a swing spent on lifting and on setting down.
const LIFTED: f32 = 0.35;
/// The fractions of a swing at which horizontal motion begins and ends.
const CARRIED: [f32; 2] = [0.15, 0.85];

/// Volume of a sliding section, 0 to 1.
const SLIDE: f32 = 0.6;
/// Strength of the landing of a section, 0 to 1.
const LANDING: f32 = 0.8;

/// Shows board changes.
pub fn plugin(app: &mut App) {
    app.add_observer(make_room).add_observer(swing).add_observer(lay);
}

#[derive(SystemParam)]
struct Boards<'w, 's> {
    boards: Query<'w, 's, (Entity, &'static Board)>,
}

impl Boards<'_, '_> {
    fn section(&self, section: u8) -> Option<Entity> {
        let found = self.boards.iter().find(|(_, board)| **board == Board::Section(section));
        found.map(|(entity, _)| entity)
    }
}

/// Starts the movement of every section, with the pieces on it.
fn swing(swing: On<Show<Swing>>, boards: Boards, mut performer: Performer) {
    let Show(Swing { sections, layout }) = swing.event();
    let all = sections.clone().unwrap_or_else(|| moves_to(&performer.pieces.places().layout, layout));
    // The body that moves the least stays on the table: re-centring slides it, the others fly over
    // it.
    let staying = staying(&all);
    for moved in &all {
        let Some(from) = moved.from else { continue };
        let (begin, end) = (section_transform(from), section_transform(moved.to));
        let flies = Some(moved.body) != staying;
        let carrier = boards.section(moved.section);
        if let Some(entity) = carrier {
            let middle = middle_of(moved.body, &all, &performer.pieces.places().layout);
            let poses = Swung { begin, end, middle, flies }.poses();
            let moving = MovingAlong::new(MotionPath::Sampled, poses, SWING);
            let moving = match flies {
                true => moving.sounding(SWING, PlaySound::new(Sound::Section, end.translation, LANDING)),
                false if begin == end => moving,
                false => moving.sounding(0.0, PlaySound::slide(begin.translation, SLIDE, SWING)),
            };
            performer.commands.start(entity, moving);
        }
        for entity in standing_on(&performer.pieces, moved.section) {
            let place = on_carrier(begin, performer.pose(entity));
            match carrier {
                Some(carrier) => performer.commands.ride(entity, carrier, place),
                // The board was laid out in this frame and its entities do not exist yet.
                None => _ = performer.commands.entity(entity).insert(end * place),
            }
        }
    }
}

/// The centre of a body before it moves, that is of the sections that move together, m.
fn middle_of(body: u8, sections: &[SectionMove], layout: &Layout) -> Vec3 {
    let middles = sections.iter().filter(|moved| moved.body == body).filter_map(|moved| {
        let middle = moved.from?.place(layout.sections.get(usize::from(moved.section))?.middle());
        Some(world(Vec2::new(middle.x, middle.y)))
    });
    let (sum, count) = middles.fold((Vec3::ZERO, 0.0), |(sum, count), middle| (sum + middle, count + 1.0));
    sum / f32::max(count, 1.0)
}

/// The swing of a section. The sections of a body keep together: each turns about the centre of the
/// body, which moves in a straight line.
struct Swung {
    begin: Transform,
    end: Transform,
    /// The centre of its body at the beginning, m.
    middle: Vec3,
    /// Whether it is lifted over the others.
    flies: bool,
}

impl Swung {
    /// The poses, one per step.
    fn poses(&self) -> Vec<Transform> {
        let steps = (SWING / STEP) as u16;
        let mut poses: Vec<_> = (0..=steps).map(|step| self.at(f32::from(step) / f32::from(steps))).collect();
        // Removes rounding errors.
        (poses[0], poses[usize::from(steps)]) = (self.begin, self.end);
        poses
    }

    /// The pose after this fraction of the time.
    fn at(&self, share: f32) -> Transform {
        let (carried, lift) = if self.flies {
            let [from, to] = CARRIED;
            (smooth((share - from) / (to - from)), LIFT * smooth(share / LIFTED) * smooth((1.0 - share) / LIFTED))
        } else {
            (smooth(share), 0.0)
        };
        let whole = self.end.rotation * self.begin.rotation.inverse();
        let goal = self.end.translation + whole * (self.middle - self.begin.translation);
        let turn = Quat::IDENTITY.slerp(whole, carried);
        let middle = self.middle.lerp(goal, carried) + Vec3::Y * lift;
        Transform {
            translation: middle + turn * (self.begin.translation - self.middle),
            rotation: turn * self.begin.rotation,
            scale: Vec3::ONE,
        }
    }
}

/// Smoothstep, clamped to 0 to 1.
fn smooth(share: f32) -> f32 {
    let share = share.clamp(0.0, 1.0);
    share * share * (3.0 - 2.0 * share)
}

/// Slides the trays beside the board, with the pieces in them. They move at the same time and with
/// the same easing as the remaining body, so that they never collide.
fn make_room(
    swing: On<Show<Swing>>,
    asides: Query<(Entity, &BesideBoard)>,
    captured: Query<(Entity, &Captured)>,
    dice: Query<(Entity, &TrayDie)>,
    mut performer: Performer,
) {
    let Show(Swing { layout, .. }) = swing.event();
    let after = Places { layout: layout.clone() };
    for (carrier, aside) in &asides {
        let shift = after.aside(*aside).translation - performer.pieces.places().aside(*aside).translation;
        // A fade would be visible although nothing moves.
        if shift == Vec3::ZERO {
            continue;
        }
        let begin = performer.pose(carrier);
        let end = begin.with_translation(begin.translation + shift);
        performer.commands.start(carrier, MovingAlong::new(MotionPath::Straight, vec![begin, end], SWING));
        let lying: Vec<_> = match *aside {
            BesideBoard::CaptureTray(side) => {
                let bases = captured.iter().filter(|(_, captured)| captured.by == side);
                bases.flat_map(|(base, _)| stacks::stack(&performer.pieces, base)).collect()
            }
            BesideBoard::Tray => {
                for (entity, TrayDie(lying)) in &dice {
                    let lying = lying.with_translation(lying.translation + shift);
                    performer.commands.entity(entity).insert(TrayDie(lying));
                }
                dice.iter().map(|(entity, _)| entity).collect()
            }
        };
        for entity in lying {
            let place = on_carrier(begin, performer.pose(entity));
            performer.commands.ride(entity, carrier, place);
        }
    }
}

/// Converts a world pose to one relative to a section or tray.
fn on_carrier(carrier: Transform, pose: Transform) -> Transform {
    Transform::from_matrix(carrier.to_matrix().inverse() * pose.to_matrix())
}

/// The body that moves the least.
fn staying(sections: &[SectionMove]) -> Option<u8> {
    let distance = |moved: &SectionMove| {
        moved.from.map_or(f32::MAX, |from| {
            (from.turn - moved.to.turn).abs() + (from.at.x - moved.to.at.x).hypot(from.at.y - moved.to.at.y)
        })
    };
    sections.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|moved| moved.body)
}

/// All pieces on a section.
fn standing_on(pieces: &Pieces, section: u8) -> Vec<Entity> {
    let layout = &pieces.places().layout;
    let on_it = |place: Place| {
        let Place::Cell(cell) = place else { return false };
        layout.cells.get(cell.index()).is_some_and(|shape| shape.section == Some(section))
    };
    let bases = pieces.index().iter().filter(|(_, place)| on_it(*place));
    bases.flat_map(|(base, _)| stacks::stack(pieces, base)).collect()
}

/// The moves of the sections from one layout to another.
fn moves_to(from: &Layout, to: &Layout) -> Vec<SectionMove> {
    let pairs = from.sections.iter().zip(&to.sections).zip(0_u8..);
    let moved = pairs.filter(|((from, to), _)| from.pose != to.pose);
    moved
        .map(|((from, to), section)| SectionMove { section, body: section, from: Some(from.pose), to: to.pose })
        .collect()
}

/// Applies the new layout after the swing.
fn lay(lay: On<Show<Lay>>, mut commands: Commands) {
    let Show(Lay(layout)) = lay.event();
    let layout = layout.clone();
    commands.queue(move |world: &mut World| lay_board(world, &layout));
}

/// Applies a layout of the board, without animation.
pub(super) fn lay_board(world: &mut World, layout: &Layout) {
    let mut places = world.resource_mut::<Places>();
    if places.layout != *layout {
        places.layout = layout.clone();
    }
}

#[cfg(test)]
mod tests {
    use std::f32::consts::{FRAC_PI_2, PI};

    use super::*;

    /// Two sections that move together keep their distance, however far they turn.
    #[test]
    fn sections_of_a_body_keep_together() {
        let turned = |at: Vec3, turn: f32| Transform::from_translation(at).with_rotation(Quat::from_rotation_y(turn));
        let body = turned(Vec3::new(0.1, 0.0, 0.2), PI - 0.01);
        let begins = [turned(Vec3::new(0.1, 0.0, 0.0), 0.0), turned(Vec3::new(0.1, 0.0, 0.0), FRAC_PI_2)];
        let middle = Vec3::new(0.15, 0.0, 0.05);
        for flies in [false, true] {
            let [one, other] = begins.map(|begin| Swung { begin, end: body * begin, middle, flies }.poses());
            let between = |a: &Transform, b: &Transform| a.to_matrix().inverse() * b.to_matrix();
            let joined = between(&begins[0], &begins[1]);
            assert!(one.iter().zip(&other).all(|(a, b)| between(a, b).abs_diff_eq(joined, 1e-4)));
            let highest = one.iter().map(|pose| pose.translation.y).fold(0.0, f32::max);
            assert!((highest - if flies { LIFT } else { 0.0 }).abs() < 1e-3, "{highest}");
            // It is above the tallest pieces before it has moved far.
            let near = |pose: &&Transform| pose.rotation.angle_between(begins[0].rotation) < 0.4;
            let soon = one.iter().take_while(near).last().unwrap().translation.y;
            assert!(!flies || soon > 0.09, "{soon}");
        }
    }
}
