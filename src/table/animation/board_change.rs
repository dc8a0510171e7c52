//! A board change: sections are lifted with the pieces on them, swung to where they belong, and set down.

use bevy::prelude::*;

use super::event_animation::{pose, start};
use super::motion_path::{MotionPath, MovingAlong};
use super::queue::{AnimationQueue, Task};
use crate::engine::{Layout, Place, SectionMove};
use crate::session::{PlaySound, Sound};
use crate::table::layout::{Aside, Board, Places, section_transform};
use crate::table::piece::{Captured, PieceIndex, TrayDie, stacks};

/// How long a section swings, s.
const SWING: f32 = 1.2;

/// How high above the tallest piece that stays a section is lifted, m: it passes over all of them.
pub const LIFT: f32 = 0.11;

/// Poses along the way of a piece on a section.
const STEPS: u8 = 12;

/// Starts the movement of every section and of what stands on it, after which the board is `layout`.
pub(super) fn swing(world: &mut World, sections: &[SectionMove], layout: Layout) {
    make_room(world, &Places { layout: layout.clone() });
    world.resource_mut::<AnimationQueue>().next(Task::Lay(layout));
    // The body that moves the least stays on the table: re-centring slides it, the others fly over it.
    let staying = staying(sections);
    for moved in sections {
        let Some(from) = moved.from else { continue };
        let (begin, end) = (section_transform(from), section_transform(moved.to));
        let flies = Some(moved.body) != staying;
        let way = if flies { MotionPath::Arc(LIFT) } else { MotionPath::Straight };
        let mut boards = world.query::<(Entity, &Board)>();
        let found = boards.iter(world).find(|(_, board)| **board == Board::Section(moved.section));
        if let Some((entity, _)) = found {
            let moving = MovingAlong::new(way, vec![begin, end], SWING);
            let moving = match way {
                MotionPath::Straight if begin == end => moving,
                MotionPath::Straight => moving.sounding(0.0, PlaySound::slide(begin.translation, 0.6, SWING)),
                _ => moving.sounding(SWING, PlaySound::new(Sound::Section, end.translation, 0.8)),
            };
            start(world, entity, moving);
        }
        for entity in standing_on(world, moved.section) {
            // A rigid body: pieces keep their place on the section all along.
            let own = begin.to_matrix().inverse() * pose(world, entity).to_matrix();
            let poses = (0..=STEPS).map(|step| {
                let share = f32::from(step) / f32::from(STEPS);
                let pose = Transform {
                    translation: begin.translation.lerp(end.translation, share),
                    rotation: begin.rotation.slerp(end.rotation, share),
                    scale: Vec3::ONE,
                };
                Transform::from_matrix(pose.to_matrix() * own)
            });
            start(world, entity, MovingAlong::new(way, poses.collect(), SWING).evenly());
        }
    }
}

/// What stands beside the board slides along, with what lies in it. As it does so while the body that stays does, and both as
/// steadily, they never meet.
fn make_room(world: &mut World, after: &Places) {
    let mut asides = world.query::<(Entity, &Aside)>();
    let asides: Vec<_> = asides.iter(world).map(|(entity, aside)| (entity, *aside)).collect();
    let before = world.resource::<Places>().clone();
    let shift = |aside: Aside| after.aside(aside).translation - before.aside(aside).translation;
    let mut ways: Vec<_> = asides.iter().map(|(entity, aside)| (*entity, shift(*aside))).collect();
    let mut lying = world.query::<(Entity, &Captured)>();
    let lying: Vec<_> = lying.iter(world).map(|(entity, lot)| (entity, shift(Aside::Mat(lot.by)))).collect();
    ways.extend(
        lying.into_iter().flat_map(|(base, by)| stacks::stack(world, base).into_iter().map(move |it| (it, by))),
    );
    let mut dice = world.query::<(Entity, &mut TrayDie)>();
    for (entity, mut die) in dice.iter_mut(world) {
        let by = shift(Aside::Tray);
        die.0.translation += by;
        ways.push((entity, by));
    }
    // A fade would be seen where nothing moves.
    for (entity, by) in ways.into_iter().filter(|(_, by)| *by != Vec3::ZERO) {
        let begin = pose(world, entity);
        let end = begin.with_translation(begin.translation + by);
        start(world, entity, MovingAlong::new(MotionPath::Straight, vec![begin, end], SWING));
    }
}

fn staying(sections: &[SectionMove]) -> Option<u8> {
    let way = |moved: &SectionMove| {
        moved.from.map_or(f32::MAX, |from| {
            (from.turn - moved.to.turn).abs() + (from.at.x - moved.to.at.x).hypot(from.at.y - moved.to.at.y)
        })
    };
    sections.iter().min_by(|a, b| way(a).total_cmp(&way(b))).map(|moved| moved.body)
}

/// Every piece on a section.
fn standing_on(world: &World, section: u8) -> Vec<Entity> {
    let layout = &world.resource::<Places>().layout;
    let on_it = |place: Place| {
        let Place::Cell(cell) = place else { return false };
        layout.cells.get(cell.index()).is_some_and(|shape| shape.section == Some(section))
    };
    let bases = world.resource::<PieceIndex>().iter().filter(|(_, place)| on_it(*place));
    bases.flat_map(|(base, _)| stacks::stack(world, base)).collect()
}

/// How the sections have to move to lie as in another layout.
pub(super) fn moves_to(from: &Layout, to: &Layout) -> Vec<SectionMove> {
    let pairs = from.sections.iter().zip(&to.sections).zip(0_u8..);
    let moved = pairs.filter(|((from, to), _)| from.pose != to.pose);
    moved
        .map(|((from, to), section)| SectionMove { section, body: section, from: Some(from.pose), to: to.pose })
        .collect()
}
