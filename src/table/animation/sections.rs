//! Board changes: sections are lifted with the pieces on them, swung to their new poses, and set
//! down.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::flight::{CLEARANCE, Flight, SWING, Swung, flights, is_passed_over, section_at, swept};
use super::motion::{MotionPath, MovingAlong, StartMoving};
use super::performer::Performer;
use super::show::{Lay, Show, Swing};
use crate::engine::{Layout, Place, SectionMove};
use crate::session::{PlaySound, Sound};
use crate::table::layout::{BesideBoard, BoardPart, Places};
use crate::table::piece::collider::PieceShape;
use crate::table::piece::{ReadPieces, TablePieces, TrayDie, stacks};

/// Time before a swing begins, s. The camera needs it to include the space that sections pass
/// through.
const LEAD: f32 = 0.2;

/// Volume of a sliding section, 0 to 1.
const SLIDE: f32 = 0.6;
/// Strength of the landing of a section, 0 to 1.
const LANDING: f32 = 0.8;

/// The space that lifted sections and the pieces on them pass through during a board change: points
/// around it in world space, m. Empty at other times.
#[derive(Resource, Debug, Default)]
pub struct SweptSpace(pub Vec<Vec3>);

/// Shows board changes.
pub fn plugin(app: &mut App) {
    app.init_resource::<SweptSpace>();
    app.add_observer(make_room).add_observer(swing).add_observer(lay);
}

/// The body of the sections that a change does not lift, see [`SectionMove::body`].
const RESTING: u8 = 0;

/// The sections of the board.
#[derive(SystemParam)]
struct Boards<'w, 's> {
    boards: Query<'w, 's, (Entity, &'static BoardPart)>,
}

impl Boards<'_, '_> {
    fn section(&self, section: u8) -> Option<Entity> {
        let found = self.boards.iter().find(|(_, board)| **board == BoardPart::Section(section));
        found.map(|(entity, _)| entity)
    }
}

/// Moves every section, with the pieces on it.
fn swing(swing: On<Show<Swing>>, boards: Boards, mut performer: Performer) {
    let Show(Swing { sections, layout }) = swing.event();
    let before = performer.pieces.places().layout.clone();
    let (all, resting) = match sections {
        Some(sections) => (sections.clone(), Some(RESTING)),
        None => {
            let all = moves_to(&before, layout);
            let resting = least_moved(&all);
            (all, resting)
        }
    };
    let mut flights = flights(&all, resting, &before);
    let passed = tops(&performer).filter(|top| is_passed_over(&flights, &before, *top));
    let lift = CLEARANCE + passed.map(|top| top.y).fold(0.0, f32::max);
    flights.iter_mut().for_each(|flight| flight.swung.lift = lift);
    let swept = flights.iter().filter(|flight| flight.swung.flight.is_some()).flat_map(|flight| {
        let on_it = |top: &Vec3| section_at(&before, *top) == Some(flight.section);
        swept(flight, &before, tops(&performer).filter(on_it))
    });
    let swept = SweptSpace(swept.collect());
    performer.commands.insert_resource(swept);
    for Flight { section, swung } in flights {
        let Swung { begin, end, .. } = swung;
        let flies = swung.flight.is_some();
        let carrier = boards.section(section);
        if let Some(entity) = carrier {
            let moving = MovingAlong::new(MotionPath::Sampled, swung.poses(), SWING).after(LEAD);
            let moving = match flies {
                true => moving.sounding(SWING, PlaySound::new(Sound::Section, end.translation, LANDING)),
                false if begin == end => moving,
                false => moving.sounding(0.0, PlaySound::slide(begin.translation, SLIDE, SWING)),
            };
            performer.commands.start(entity, moving);
        }
        for entity in standing_on(&performer.pieces, section) {
            let place = on_carrier(begin, performer.pose(entity));
            match carrier {
                Some(carrier) => performer.commands.ride(entity, carrier, place),
                // The board was laid out in this frame, so its entities do not exist yet.
                None => _ = performer.commands.entity(entity).insert(end * place),
            }
        }
    }
}

/// The tops of all pieces on the board.
fn tops(performer: &Performer) -> impl Iterator<Item = Vec3> {
    let on_board = performer.pieces.index().iter().filter(|(_, place)| matches!(place, Place::Cell(_)));
    let stacks = on_board.flat_map(|(base, _)| stacks::stack(&performer.pieces, base));
    stacks.filter_map(|entity| {
        let shape = PieceShape::of(&performer.pieces.piece(entity)?.look);
        Some(performer.pose(entity).translation + Vec3::Y * (shape.height() - shape.lift()))
    })
}

/// Slides the trays beside the board, with the pieces in them. They move with the remaining body,
/// with the same easing, so that they never collide with it.
fn make_room(
    swing: On<Show<Swing>>,
    asides: Query<(Entity, &BesideBoard)>,
    dice: Query<(Entity, &TrayDie)>,
    mut performer: Performer,
) {
    let Show(Swing { layout, .. }) = swing.event();
    let after = Places { layout: layout.clone() };
    for (carrier, aside) in &asides {
        let shift = after.beside_board(*aside).translation - performer.pieces.places().beside_board(*aside).translation;
        // A fade would be visible even though nothing moves.
        if shift == Vec3::ZERO {
            continue;
        }
        let begin = performer.pose(carrier);
        let end = begin.with_translation(begin.translation + shift);
        performer.commands.start(carrier, MovingAlong::new(MotionPath::Straight, vec![begin, end], SWING).after(LEAD));
        let lying: Vec<_> = match *aside {
            BesideBoard::CaptureTray(side) => {
                let bases = performer.pieces.index().captured().filter(|(_, by, _)| *by == side);
                bases.flat_map(|(base, ..)| stacks::stack(&performer.pieces, base)).collect()
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
fn least_moved(sections: &[SectionMove]) -> Option<u8> {
    let distance = |moved: &SectionMove| {
        moved.from.map_or(f32::MAX, |from| {
            (from.turn - moved.to.turn).abs() + (from.at.x - moved.to.at.x).hypot(from.at.y - moved.to.at.y)
        })
    };
    sections.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|moved| moved.body)
}

/// All pieces on a section.
fn standing_on(pieces: &TablePieces, section: u8) -> Vec<Entity> {
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
    world.resource_mut::<SweptSpace>().0.clear();
}
