//! A board change: sections are lifted with the pieces on them, swung to where they belong, and set down.

use bevy::prelude::*;

use super::moving::{Tween, Way};
use crate::engine::{Layout, Place, SectionMove};
use crate::session::{PlaySound, Sound};
use crate::table::animation::queue::{Stagehand, Task};
use crate::table::layout::board_view::section_transform;
use crate::table::layout::{Aside, Places};

/// How long a section swings, s.
const SWING: f32 = 1.2;

/// How high above the tallest piece that stays a section is lifted, m: it passes over all of them.
pub(in crate::table) const LIFT: f32 = 0.11;

/// Starts the movement of every section and of what stands on it, after which the board is `layout`.
pub(in crate::table) fn swing(hand: &mut Stagehand, sections: &[SectionMove], layout: Layout) {
    make_room(hand, &Places { layout: layout.clone() });
    hand.motion.next(Task::Lay(layout));
    // The body that moves the least stays on the table: re-centring slides it, the others fly over it.
    let staying = staying(sections);
    for moved in sections {
        let Some(from) = moved.from else { continue };
        let (start, end) = (section_transform(from), section_transform(moved.to));
        let lift = if Some(moved.body) == staying { 0.0 } else { LIFT };
        let way = if lift > 0.0 { Way::Arc(lift) } else { Way::Straight };
        if let Some(&entity) = hand.sections.0.get(usize::from(moved.section)) {
            let (from, to) = (start.translation, end.translation);
            let tween = Tween::new(entity, way, vec![start, end], SWING);
            hand.motion.start(match way {
                Way::Straight if start == end => tween,
                Way::Straight => tween.sounding(0.0, PlaySound::slide(from, 0.6, SWING)),
                _ => tween.sounding(SWING, PlaySound::new(Sound::Section, to, 0.8)),
            });
        }
        let on_it: Vec<_> = hand.pieces.iter().filter(|(_, place)| stands_on(hand, *place, moved.section)).collect();
        for (entity, _) in on_it {
            // A rigid body: pieces keep their place on the section all along.
            let own = start.to_matrix().inverse() * hand.transform(entity).to_matrix();
            let steps = 12;
            let poses = (0..=steps).map(|step| {
                let share = step as f32 / steps as f32;
                let pose = Transform {
                    translation: start.translation.lerp(end.translation, share),
                    rotation: start.rotation.slerp(end.rotation, share),
                    scale: Vec3::ONE,
                };
                Transform::from_matrix(pose.to_matrix() * own)
            });
            let tween = Tween::new(entity, way, poses.collect(), SWING);
            hand.motion.start(tween.evenly());
        }
    }
}

/// What stands beside the board slides along, with what lies in it. As it does so while the body that stays does, and
/// both as steadily, they never meet.
fn make_room(hand: &mut Stagehand, after: &Places) {
    let slide = |entity, start, end| Tween::new(entity, Way::Straight, vec![start, end], SWING);
    let mut ways: Vec<_> = hand
        .beside
        .0
        .iter()
        .map(|(entity, aside)| slide(*entity, hand.places.aside(*aside), after.aside(*aside)))
        .collect();
    let before = hand.pieces.taken(&hand.places);
    let taken = before.filter_map(|(entity, start)| Some(slide(entity, start, hand.pieces.lying(entity, after)?)));
    ways.extend(taken);
    if let Some(die) = hand.pieces.loose() {
        let start = hand.transform(die);
        let way = after.aside(Aside::Tray).translation - hand.places.aside(Aside::Tray).translation;
        ways.push(slide(die, start, start.with_translation(start.translation + way)));
    }
    // A fade would be seen where nothing moves.
    for way in ways.into_iter().filter(Tween::leads_away) {
        hand.motion.start(way);
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

fn stands_on(hand: &Stagehand, place: Place, section: u8) -> bool {
    let Place::Cell(cell) = place else { return false };
    hand.places.layout.cells.get(cell.index()).is_some_and(|shape| shape.section == Some(section))
}
