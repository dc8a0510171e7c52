//! A board change: sections are lifted with the pieces on them, swung to where they belong, and set down.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::motion::{MotionPath, MovingAlong, StartMoving};
use super::performer::Performer;
use super::show::{Lay, Show, Swing};
use crate::engine::{Layout, Place, SectionMove};
use crate::session::{PlaySound, Sound};
use crate::table::layout::{BesideBoard, Board, Places, section_transform};
use crate::table::piece::{Captured, Pieces, ReadPieces, TrayDie, stacks};

/// How long a section swings, s.
const SWING: f32 = 1.2;

/// How high above the tallest piece that stays a section is lifted, m: it passes over all of them.
pub const LIFT: f32 = 0.11;

/// How loud a section slides and is set down, 0 to 1.
const SLIDE: f32 = 0.6;
const LANDING: f32 = 0.8;

/// Shows board changes.
pub fn plugin(app: &mut App) {
    app.add_observer(make_room).add_observer(swing).add_observer(lay);
}

/// The sections of the board.
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

/// Starts the movement of every section, with the pieces that stand on it.
fn swing(swing: On<Show<Swing>>, boards: Boards, mut performer: Performer) {
    let Show(Swing { sections, layout }) = swing.event();
    let all = sections.clone().unwrap_or_else(|| moves_to(&performer.pieces.places().layout, layout));
    // The body that moves the least stays on the table: re-centring slides it, the others fly over it.
    let staying = staying(&all);
    for moved in &all {
        let Some(from) = moved.from else { continue };
        let (begin, end) = (section_transform(from), section_transform(moved.to));
        let flies = Some(moved.body) != staying;
        let path = if flies { MotionPath::Arc(LIFT) } else { MotionPath::Straight };
        let carrier = boards.section(moved.section);
        if let Some(entity) = carrier {
            let moving = MovingAlong::new(path, vec![begin, end], SWING);
            let moving = match path {
                MotionPath::Straight if begin == end => moving,
                MotionPath::Straight => moving.sounding(0.0, PlaySound::slide(begin.translation, SLIDE, SWING)),
                _ => moving.sounding(SWING, PlaySound::new(Sound::Section, end.translation, LANDING)),
            };
            performer.commands.start(entity, moving);
        }
        for entity in standing_on(&performer.pieces, moved.section) {
            let place = on_carrier(begin, performer.pose(entity));
            match carrier {
                Some(carrier) => performer.commands.ride(entity, carrier, place),
                // The board has been laid out in this frame and is not built yet.
                None => _ = performer.commands.entity(entity).insert(end * place),
            }
        }
    }
}

/// Trays beside the board slide along, with the pieces that lie in them. As they do so while the body that stays does, and both
/// as steadily, they never meet.
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
        // A fade would be seen where nothing moves.
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

/// A pose in the world as a place on a section or a tray.
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

/// Every piece on a section.
fn standing_on(pieces: &Pieces, section: u8) -> Vec<Entity> {
    let layout = &pieces.places().layout;
    let on_it = |place: Place| {
        let Place::Cell(cell) = place else { return false };
        layout.cells.get(cell.index()).is_some_and(|shape| shape.section == Some(section))
    };
    let bases = pieces.index().iter().filter(|(_, place)| on_it(*place));
    bases.flat_map(|(base, _)| stacks::stack(pieces, base)).collect()
}

/// How the sections have to move to lie as in another layout.
fn moves_to(from: &Layout, to: &Layout) -> Vec<SectionMove> {
    let pairs = from.sections.iter().zip(&to.sections).zip(0_u8..);
    let moved = pairs.filter(|((from, to), _)| from.pose != to.pose);
    moved
        .map(|((from, to), section)| SectionMove { section, body: section, from: Some(from.pose), to: to.pose })
        .collect()
}

/// The sections have swung: the board lies like this.
fn lay(lay: On<Show<Lay>>, mut commands: Commands) {
    let Show(Lay(layout)) = lay.event();
    let layout = layout.clone();
    commands.queue(move |world: &mut World| lay_board(world, &layout));
}

/// Lays the board like this, at once.
pub(super) fn lay_board(world: &mut World, layout: &Layout) {
    let mut places = world.resource_mut::<Places>();
    if places.layout != *layout {
        places.layout = layout.clone();
    }
}
