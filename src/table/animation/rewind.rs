//! Going back: what each action has changed is written down, so that it can be taken back by the same pieces on the same ways.
//! Where nothing was written down, pieces are sent to the nearest places that they fit.

use std::collections::BTreeMap;

use bevy::prelude::*;

use super::event_animation::{LEAP, TURN, pose, start};
use super::motion_path::{MotionPath, MovingAlong};
use super::queue::{AnimationQueue, Task, lay_board};
use super::{board_change, fallen_king};
use crate::engine::{self, Look, Place, Side};
use crate::session::Scene;
use crate::table::layout::Places;
use crate::table::piece::{Boxed, Captured, Facing, Home, InReserve, OnCell, Piece, StackedOn, TrayDie, stacks, tray};

/// How long a piece takes back to where it was, and for each metre more, s.
const BACK: [f32; 2] = [0.3, 0.5];

/// What lies no further from where it belongs than this, m, stays there.
const NEAR: f32 = 1e-4;

/// Where a piece belongs, and what it is there.
#[derive(Clone, Debug, PartialEq)]
struct Placement {
    look: Look,
    side: Option<Side>,
    facing: Quat,
    spot: Spot,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Spot {
    Place(Place),
    Captured(Captured),
    On(Entity),
    Tray(Transform),
    InBox,
}

/// What one action has changed.
#[derive(Default)]
struct Entry {
    /// How things were before it; `None` for what was not there.
    before: Vec<(Entity, Option<Placement>)>,
    ways: Vec<(Entity, MovingAlong)>,
}

/// What every action since the table was laid out has changed.
#[derive(Resource, Default)]
pub struct Journal {
    entries: Vec<Entry>,
    /// As it was when the last action had ended.
    last: BTreeMap<Entity, Placement>,
    ways: Vec<(Entity, MovingAlong)>,
}

fn placements(world: &mut World) -> BTreeMap<Entity, Placement> {
    let mut all = world.query::<(
        Entity,
        &Piece,
        &Facing,
        Option<&OnCell>,
        Option<&InReserve>,
        Option<&Captured>,
        Option<&StackedOn>,
        Option<&TrayDie>,
    )>();
    let placed = all.iter(world).map(|(entity, piece, facing, cell, reserve, captured, stacked, die)| {
        let spot = cell
            .map(|OnCell(cell)| Spot::Place(Place::Cell(*cell)))
            .or(reserve.map(|&InReserve { side, slot }| Spot::Place(Place::Reserve(side, slot))))
            .or(captured.map(|captured| Spot::Captured(*captured)))
            .or(stacked.map(|StackedOn(lower)| Spot::On(*lower)))
            .or(die.map(|TrayDie(lying)| Spot::Tray(*lying)))
            .unwrap_or(Spot::InBox);
        (entity, Placement { look: piece.look.clone(), side: piece.side, facing: facing.0, spot })
    });
    placed.collect()
}

/// Begins to write down, with the table as it is.
pub(super) fn begin(world: &mut World) {
    let last = placements(world);
    *world.resource_mut::<Journal>() = Journal { last, ..default() };
}

/// Remembers the way of a piece, to be gone back.
pub(super) fn remember(world: &mut World, entity: Entity, moving: &MovingAlong) {
    world.resource_mut::<Journal>().ways.push((entity, moving.clone()));
}

/// Writes down what has changed since the last action.
pub(super) fn write_down(world: &mut World) {
    let now = placements(world);
    let mut journal = world.resource_mut::<Journal>();
    let before = now.iter().filter(|(entity, placement)| journal.last.get(entity) != Some(placement));
    let before = before.map(|(entity, _)| (*entity, journal.last.get(entity).cloned())).collect();
    let ways = std::mem::take(&mut journal.ways);
    journal.entries.push(Entry { before, ways });
    journal.last = now;
}

/// Takes back so many actions, which leaves this on the table, and this taken.
pub(super) fn rewind(world: &mut World, actions: usize, scene: &Scene, taken: &[engine::Piece]) {
    if fallen_king::stand_up(world) {
        let mut queue = world.resource_mut::<AnimationQueue>();
        queue.next(Task::Rewind(actions, scene.clone(), taken.to_vec()));
        return;
    }
    if scene.layout != world.resource::<Places>().layout {
        // First the board, with all that stands on it; the pieces after it.
        let moves = board_change::moves_to(&world.resource::<Places>().layout, &scene.layout);
        let mut queue = world.resource_mut::<AnimationQueue>();
        queue.next(Task::Rewind(actions, scene.clone(), taken.to_vec()));
        if moves.is_empty() {
            lay_board(world, &scene.layout);
        } else {
            board_change::swing(world, &moves, scene.layout.clone());
        }
        return;
    }
    let mut journal = world.resource_mut::<Journal>();
    let kept = journal.entries.len().checked_sub(actions);
    let undone = journal.entries.split_off(kept.unwrap_or(0));
    let ways = if let [only] = &undone[..] { only.ways.clone() } else { Vec::new() };
    if kept.is_some() {
        for entry in undone.into_iter().rev() {
            restore(world, entry.before);
        }
    }
    if !stacks::agree_with(world, &scene.pieces) || !taken_agree(world, taken) {
        reconcile(world, &scene.pieces, Some(taken));
    }
    tray::arrange(world);
    stacks::refresh_homes(world);
    go_back(world, &ways);
    let last = placements(world);
    let mut journal = world.resource_mut::<Journal>();
    journal.last = last;
    journal.ways.clear();
}

fn restore(world: &mut World, before: Vec<(Entity, Option<Placement>)>) {
    for (entity, _) in &before {
        stacks::lift(world, *entity);
    }
    for (entity, placement) in before {
        let Some(Placement { look, side, facing, spot }) = placement else {
            stacks::put_in_box(world, entity);
            continue;
        };
        if spot == Spot::InBox {
            stacks::put_in_box(world, entity);
            continue;
        }
        stacks::take_from_box(world, entity);
        stacks::become_look(world, entity, &look);
        world.entity_mut(entity).insert(Facing(facing));
        if let Some(mut piece) = world.get_mut::<Piece>(entity) {
            piece.set_if_neq(Piece { look, side });
        }
        let mut entity = world.entity_mut(entity);
        match spot {
            Spot::Place(Place::Cell(cell)) => entity.insert(OnCell(cell)),
            Spot::Place(Place::Reserve(side, slot)) => entity.insert(InReserve { side, slot }),
            Spot::Captured(captured) => entity.insert(captured),
            Spot::On(lower) => entity.insert(StackedOn(lower)),
            Spot::Tray(lying) => entity.insert(TrayDie(lying)),
            Spot::InBox => &mut entity,
        };
    }
}

/// Everything that is not where it belongs goes there, on the way that it came if that is known.
fn go_back(world: &mut World, ways: &[(Entity, MovingAlong)]) {
    for entity in stacks::in_play(world) {
        let (here, Some(end)) = (pose(world, entity), stacks::home(world, entity)) else { continue };
        let away = here.translation.distance(end.translation);
        let turned = here.rotation.dot(end.rotation).abs() < 0.9999;
        if away < NEAR && !turned {
            if here != end {
                world.entity_mut(entity).insert(end);
            }
            continue;
        }
        let came = ways.iter().find(|(other, way)| {
            let (first, last) = way.ends();
            let (near_end, near_here) = (end.translation, here.translation);
            *other == entity
                && first.translation.distance(near_end) < 0.01
                && last.translation.distance(near_here) < 0.01
        });
        let moving = match came {
            Some((_, way)) => way.reversed(here, end),
            None if away < NEAR => MovingAlong::new(MotionPath::Turn, vec![here, end], TURN),
            None => MovingAlong::new(MotionPath::Arc(LEAP), vec![here, end], BACK[0] + BACK[1] * away).bouncing(),
        };
        start(world, entity, moving);
    }
}

fn taken_agree(world: &mut World, taken: &[engine::Piece]) -> bool {
    let mut lying = world.query_filtered::<Entity, With<Captured>>();
    let lying: Vec<_> = lying.iter(world).collect();
    let key = |side: Option<Side>, look: &Look| format!("{side:?} {look:?}");
    let mut mine: Vec<_> = lying
        .into_iter()
        .filter_map(|base| Some(key(world.get::<Piece>(base)?.side, &stacks::look(world, base)?)))
        .collect();
    let mut theirs: Vec<_> = taken.iter().map(|piece| key(piece.side, &piece.look)).collect();
    mine.sort_unstable();
    theirs.sort_unstable();
    mine == theirs
}

/// Says anew where everything belongs: what fits stays, the rest goes to the nearest place that it fits, and what is missing is
/// made. `taken` in the order in which it was taken; `None` leaves it as it is.
pub(super) fn reconcile(world: &mut World, pieces: &[engine::Piece], taken: Option<&[engine::Piece]>) {
    let mut kept = Vec::new();
    let mut missing = Vec::new();
    for piece in pieces {
        let there = stacks::at(world, piece.place).into_iter().find(|base| {
            let side = world.get::<Piece>(*base).and_then(|it| it.side);
            !kept.contains(base) && side == piece.side && stacks::look(world, *base).as_ref() == Some(&piece.look)
        });
        match there {
            Some(base) => kept.extend(stacks::stack(world, base)),
            None => missing.push(piece),
        }
    }
    let mut free: Vec<_> = stacks::in_play(world);
    free.retain(|entity| {
        let lies = world.get::<Captured>(stacks::base(world, *entity)).is_some();
        let stays = lies && taken.is_none();
        !stays && !kept.contains(entity) && world.get::<TrayDie>(*entity).is_none()
    });
    for entity in &free {
        stacks::lift(world, *entity);
    }
    for piece in missing {
        let point = world.resource::<Places>().place(piece.place, 0);
        if let Some(base) = assemble(world, &mut free, piece, point) {
            stacks::put(world, base, piece.place);
        }
    }
    for piece in taken.into_iter().flatten() {
        let point = world.resource::<Places>().taken(crate::table::layout::taker(piece.side), 0, 0.0);
        if let Some(base) = assemble(world, &mut free, piece, point) {
            stacks::capture(world, base);
        }
    }
    for entity in free {
        stacks::put_in_box(world, entity);
    }
}

/// A piece or a stack of what is free and nearest, or else of what is in the box or new.
fn assemble(world: &mut World, free: &mut Vec<Entity>, piece: &engine::Piece, point: Vec3) -> Option<Entity> {
    let mut lowest: Option<Entity> = None;
    for unit in stacks::units(&piece.look) {
        let fits = |entity: &Entity| {
            world.get::<Piece>(*entity).is_some_and(|it| it.side == piece.side && stacks::alike(&it.look, &unit))
        };
        let far = |entity: &Entity| pose(world, *entity).translation.distance_squared(point);
        let nearest = free.iter().copied().filter(fits).min_by(|a, b| far(a).total_cmp(&far(b)));
        let entity = if let Some(entity) = nearest {
            free.retain(|other| *other != entity);
            if world.get::<Piece>(entity).is_some_and(|it| it.look != unit) {
                world
                    .entity_mut(entity)
                    .insert((Piece { look: unit.clone(), side: piece.side }, Facing(stacks::facing(&unit))));
            }
            entity
        } else {
            let fetched = stacks::fetch(world, &unit, piece.side);
            world.entity_mut(fetched).insert(Transform::from_translation(point));
            fetched
        };
        match lowest {
            Some(lowest) => stacks::put_on(world, entity, lowest),
            None => lowest = Some(entity),
        }
    }
    lowest
}

/// Puts everything where it belongs, at once.
pub(super) fn all_home(world: &mut World) {
    stacks::refresh_homes(world);
    for entity in stacks::in_play(world) {
        if let Some(home) = stacks::home(world, entity) {
            world.entity_mut(entity).insert((home, Home(home)));
        }
    }
}

/// Throws away what is in the box, and the die in the tray.
pub(super) fn empty_box(world: &mut World) {
    let mut boxed = world.query_filtered::<Entity, Or<(With<Boxed>, With<TrayDie>)>>();
    let boxed: Vec<_> = boxed.iter(world).collect();
    for entity in boxed {
        world.despawn(entity);
    }
}
