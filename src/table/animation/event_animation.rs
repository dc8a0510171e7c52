//! What each event looks like on the table. None of it changes the position.

use bevy::prelude::*;

use super::capture_animation::{Blow, Push, capture, fall_by_themselves, knock};
use super::motion_path::{MotionPath, MovingAlong};
use super::movement;
use super::queue::{AnimationQueue, is_brief, is_reduced};
use super::{dice_animation, effects, rewind, sounds};
use crate::engine::{Cause, Cell, Event, Look, Manner, Place};
use crate::table::layout::Places;
use crate::table::piece::{Piece, PieceIndex, stacks};
use crate::table::schedule::STEP;

/// How long a piece slides by at least, and for each metre more, s.
const SLIDE: [f32; 2] = [0.22, 1.1];

/// How high a leap goes, m.
pub(super) const LEAP: f32 = 0.075;

/// How long it takes to bring a piece from a reserve, s.
const DROP: f32 = 0.45;

/// How long a piece takes to turn into another, or to be set down, s.
pub(super) const TURN: f32 = 0.3;

/// How long it takes to set down what was in hand, s, and what is farther than this from where it moves from is in hand, m.
const SET_DOWN: f32 = 0.16;
const IN_HAND: f32 = 0.01;

/// How long after one another the pieces of a set-up come, s.
const SET_UP: f32 = 0.04;

/// How long after one another the chips of a stack go: from one to the next, and from the first to the last, at most, s.
const LAG: [f32; 2] = [0.035, 0.22];

/// How much less they do so where they slide, without unit: they lean back and do not fall.
const LEAN: f32 = 0.5;

/// The least speed of what is pushed, and of what is pushed off the board, m/s.
const PUSHED: f32 = 0.4;
const OVERBOARD: f32 = 0.7;

pub(super) fn show(world: &mut World, event: Event) {
    match event {
        Event::Split { at, count } => {
            if let Some(base) = on(world, at) {
                let upper = stacks::split(world, base, count);
                world.resource_mut::<AnimationQueue>().in_hand = Some(upper);
            }
        }
        Event::Moved { from, path, manner } => move_along(world, from, path, manner),
        Event::Stacked { from, path, manner } => stack(world, from, &path, manner),
        Event::Pushed { cells, beyond } => {
            let Some(driver) = cells.first().and_then(|cell| take_up(world, *cell)) else { return };
            push(world, driver, cells[0], Vec::new(), &cells, beyond);
        }
        Event::Taken { at, cause } => {
            take_off(world, at);
            // What lands here comes next; whoever takes his captor along leaves nobody who could.
            if cause != Cause::Landed {
                fall_by_themselves(world);
            }
        }
        Event::Shot { from, path } => effects::shoot(world, from, &path),
        Event::Exploded { at } => effects::explode(world, at),
        Event::Became { at, look } => become_at(world, at, &look),
        Event::Dropped { from, to } => drop_from(world, from, to),
        Event::GivenUp { from } => {
            while let Some(entity) = world.resource::<PieceIndex>().at(from) {
                stacks::put_in_box(world, entity);
            }
        }
        Event::Rolled { symbol, at, die, .. } => dice_animation::come_back(world, die, symbol, at),
        Event::SetUp { .. } => set_up(world, event),
        // A rearrangement brings the new board with it, see [`super::board_change`].
        Event::Rearranged { .. } | Event::Passed { .. } => {}
    }
}

/// Moves something from where it is, beginning now; with reduced motion it fades.
pub(super) fn start(world: &mut World, entity: Entity, moving: MovingAlong) {
    let moving = if is_reduced(world) { moving.faded() } else { moving };
    movement::start(world, entity, moving);
}

/// Moves a piece and lets it be heard. The way is remembered, so that it can be gone back.
pub(super) fn move_piece(world: &mut World, entity: Entity, moving: MovingAlong) {
    rewind::remember(world, entity, &moving);
    let moving = sounds::voiced(world, entity, moving);
    start(world, entity, moving);
}

/// Sets down what was in hand where it belongs, unless a move has begun with it.
pub fn set_down(world: &mut World, entity: Entity) {
    let moves = world.get::<MovingAlong>(entity).is_some() || world.resource::<AnimationQueue>().is_busy();
    let (start_pose, Some(end)) = (pose(world, entity), stacks::home(world, entity)) else { return };
    if !moves && start_pose.translation.distance(end.translation) > 0.0 {
        let moving = MovingAlong::new(MotionPath::Straight, vec![start_pose, end], SET_DOWN).bouncing().leaving();
        start(world, entity, moving);
    }
}

/// The lowest piece on a cell.
pub(super) fn on(world: &World, cell: Cell) -> Option<Entity> {
    world.resource::<PieceIndex>().on(cell)
}

pub(super) fn pose(world: &World, entity: Entity) -> Transform {
    world.get::<Transform>(entity).copied().unwrap_or_default()
}

/// How a piece stands on a cell.
fn standing(world: &World, entity: Entity, cell: Cell) -> Transform {
    stacks::standing(world, entity, world.resource::<Places>().cell(cell))
}

/// What moves from a cell: what is in hand, or else what stands there.
fn take_up(world: &mut World, cell: Cell) -> Option<Entity> {
    let in_hand = world.resource_mut::<AnimationQueue>().in_hand.take();
    let entity = in_hand.or_else(|| on(world, cell))?;
    stacks::lift(world, entity);
    Some(entity)
}

/// A piece has been taken: it belongs to its taker, and waits for what strikes it.
pub(super) fn take_off(world: &mut World, at: Cell) {
    if let Some(entity) = take_up(world, at) {
        capture(world, entity);
        world.resource_mut::<AnimationQueue>().struck.push(entity);
    }
}

/// A move, with what it strikes and what it pushes.
fn move_along(world: &mut World, from: Cell, path: Vec<Cell>, manner: Manner) {
    let (Some(entity), Some(&to)) = (take_up(world, from), path.last()) else { return };
    let pushed = world.resource_mut::<AnimationQueue>().follows(|event| match event {
        Event::Pushed { cells, beyond } if cells.first() == Some(&to) => Some((cells.clone(), *beyond)),
        _ => None,
    });
    if let Some((cells, beyond)) = pushed {
        push(world, entity, from, path, &cells, beyond);
        return;
    }
    let way = way(world, entity, from, &path, manner, 0.0);
    strike(world, entity, &way);
    stacks::put(world, entity, Place::Cell(to));
    travel(world, entity, &way);
}

/// Knocks over what was taken, when the one that moves gets there.
fn strike(world: &mut World, striker: Entity, way: &MovingAlong) {
    let victims = std::mem::take(&mut world.resource_mut::<AnimationQueue>().struck);
    if victims.is_empty() {
        return;
    }
    let reach = stacks::shape(world, striker).reach();
    let meets = |at: Vec3| {
        victims.iter().any(|victim| {
            let (there, shape) = (pose(world, *victim).translation, stacks::shape(world, *victim));
            let top = there.y - shape.lift() + stacks::height(world, *victim);
            at.xz().distance(there.xz()) < reach + shape.reach() && at.y < top
        })
    };
    let after = contact(way, meets);
    let velocity = velocity(way, after);
    knock(world, &victims, &Blow { after, push: Push::Along(velocity) });
}

/// The way of a piece along cells; `rise` is how much higher it ends than on the board.
fn way(world: &World, entity: Entity, from: Cell, path: &[Cell], manner: Manner, rise: f32) -> MovingAlong {
    let start = pose(world, entity);
    let mut last = world.resource::<Places>().cell(from);
    if start.translation.xz().distance(last.xz()) > IN_HAND {
        // It has been carried here by hand.
        let mut end = path.last().map_or(start, |cell| standing(world, entity, *cell));
        end.translation.y += rise;
        return MovingAlong::new(MotionPath::Straight, vec![start, end], SET_DOWN).bouncing();
    }
    let mut way = vec![start];
    let mut length = 0.0;
    for (i, &cell) in path.iter().enumerate() {
        let end = i + 1 == path.len();
        if !end && manner == Manner::Leap {
            continue;
        }
        let mut step = standing(world, entity, cell);
        length += last.xz().distance(step.translation.xz());
        last = step.translation;
        if end {
            step.translation.y += rise;
        } else {
            step.rotation = start.rotation;
        }
        way.push(step);
    }
    let duration = SLIDE[0] + SLIDE[1] * length;
    match manner {
        Manner::Slide if rise <= 0.0 => MovingAlong::new(MotionPath::Straight, way, duration),
        _ => MovingAlong::new(MotionPath::Arc(LEAP.max(rise + 0.02)), way, duration).bouncing(),
    }
}

/// Moves a piece and what lies on it; the chips of a stack follow each other: the upper ones leave first and arrive last where
/// they leap, and lag behind where they slide.
pub(super) fn travel(world: &mut World, base: Entity, way: &MovingAlong) {
    let all = stacks::stack(world, base);
    let chips = matches!(world.get::<Piece>(base), Some(Piece { look: Look::Chips(_), .. }));
    let lag =
        if chips && !is_brief(world) { LAG[0].min(LAG[1] / all.len().saturating_sub(1).max(1) as f32) } else { 0.0 };
    let mut rise = 0.0;
    for (i, &entity) in all.iter().enumerate() {
        let (below, above) = (i as f32, (all.len() - 1 - i) as f32);
        let own = way.clone().carrying(Transform::from_xyz(0.0, rise, 0.0));
        rise += stacks::shape(world, entity).height();
        let own =
            if way.flies() { own.after(lag * above).slower(1.5 * lag * below) } else { own.after(LEAN * lag * below) };
        if i == 0 {
            move_piece(world, entity, own);
        } else {
            rewind::remember(world, entity, &own);
            start(world, entity, own);
        }
    }
}

/// Pushes a chain of pieces, the driver along `path` to its first cell and one further: each piece goes when it is touched.
fn push(world: &mut World, driver: Entity, from: Cell, mut path: Vec<Cell>, cells: &[Cell], beyond: Option<Cell>) {
    let targets = cells.iter().skip(1).copied().map(Some).chain([beyond]);
    let chain: Vec<_> =
        cells.iter().zip(targets).skip(1).map(|(cell, to)| (take_up(world, *cell), *cell, to)).collect();
    let Some(last) = cells.get(1).copied().or(beyond) else { return };
    path.push(last);
    let driven = way(world, driver, from, &path, Manner::Slide, 0.0);
    stacks::put(world, driver, Place::Cell(last));
    let mut ways = vec![(driver, driven)];
    for (entity, at, to) in chain {
        let (Some(entity), Some((pusher, way))) = (entity, ways.last()) else { continue };
        let here = pose(world, entity);
        let apart = stacks::shape(world, *pusher).reach() + stacks::shape(world, entity).reach();
        let touch = contact(way, |place| place.xz().distance(here.translation.xz()) < apart);
        let velocity = velocity(way, touch);
        if let Some(to) = to {
            let end = standing(world, entity, to);
            // Slowed evenly from the speed at which it is touched.
            let start = standing(world, entity, at).translation;
            let seconds = 2.0 * start.distance(end.translation) / velocity.length().max(PUSHED);
            ways.push((entity, MovingAlong::new(MotionPath::Pushed, vec![here, end], seconds).after(touch)));
            stacks::put(world, entity, Place::Cell(to));
        } else {
            // Beyond the last cell there is only the frame, and the edge.
            capture(world, entity);
            let push = Push::Along(velocity.normalize_or_zero() * velocity.length().max(OVERBOARD));
            knock(world, &[entity], &Blow { after: touch, push });
        }
    }
    for (entity, way) in ways {
        travel(world, entity, &way);
    }
}

fn stack(world: &mut World, from: Cell, path: &[Cell], manner: Manner) {
    let (Some(&to), Some(entity)) = (path.last(), take_up(world, from)) else { return };
    let Some(lower) = on(world, to) else { return };
    let rise = stacks::height(world, lower);
    let way = way(world, entity, from, path, manner, rise);
    stacks::put_on(world, entity, lower);
    travel(world, entity, &way);
}

fn drop_from(world: &mut World, from: Place, to: Cell) {
    let Some(entity) = world.resource::<PieceIndex>().at(from) else { return };
    stacks::put(world, entity, Place::Cell(to));
    stacks::disown(world, entity);
    let way = vec![pose(world, entity), standing(world, entity, to)];
    move_piece(world, entity, MovingAlong::new(MotionPath::Arc(LEAP), way, DROP).bouncing());
}

/// A piece becomes another, and stays the same thing.
fn become_at(world: &mut World, at: Cell, look: &Look) {
    let Some(base) = on(world, at) else { return };
    let (there, units) = (stacks::stack(world, base), stacks::units(look));
    for (entity, unit) in there.iter().zip(&units) {
        stacks::become_look(world, *entity, unit);
    }
    let side = world.get::<Piece>(base).and_then(|piece| piece.side);
    for unit in units.iter().skip(there.len()) {
        let more = stacks::fetch(world, unit, side);
        stacks::put_on(world, more, base);
    }
    if let Some(over) = there.get(units.len()) {
        stacks::put_in_box(world, *over);
    }
    let up = if is_brief(world) { 0.0 } else { 0.03 };
    for entity in stacks::stack(world, base) {
        let Some(end) = stacks::home(world, entity) else { continue };
        let start = end.with_translation(end.translation + Vec3::Y * up);
        move_piece(world, entity, MovingAlong::new(MotionPath::Turn, vec![start, end], TURN));
    }
}

/// Sets up this piece and all that the next events set up.
fn set_up(world: &mut World, first: Event) {
    let mut next = Some(first);
    let mut after = 0.0;
    while let Some(Event::SetUp { at, side, look }) = next {
        if let Some(base) = stacks::fetch_stack(world, &look, Some(side)) {
            stacks::put(world, base, Place::Cell(at));
            let end = standing(world, base, at);
            let above = end.with_translation(end.translation + Vec3::Y * LEAP).with_scale(Vec3::splat(0.01));
            let start = if is_brief(world) { end } else { above };
            let way = MovingAlong::new(MotionPath::Straight, vec![start, end], TURN).after(after);
            for entity in stacks::stack(world, base) {
                world.entity_mut(entity).insert(start.with_scale(Vec3::ONE));
            }
            travel(world, base, &way);
        }
        after += SET_UP;
        let mut queue = world.resource_mut::<AnimationQueue>();
        next = queue.follows(|event| matches!(event, Event::SetUp { .. }).then(|| event.clone()));
    }
}

/// When something on its way meets something, s; at the end if it never does.
fn contact(way: &MovingAlong, meets: impl Fn(Vec3) -> bool) -> f32 {
    let steps = (way.whole() / STEP) as u32;
    let mut times = (0..=steps).map(|step| step as f32 * STEP);
    times.find(|time| meets(way.at(*time).translation)).unwrap_or(way.whole())
}

/// How fast something on its way is at a moment, m/s, level.
fn velocity(way: &MovingAlong, at: f32) -> Vec3 {
    let [before, after] = [at - 0.02, at].map(|time| way.at(time.max(0.0)).translation);
    ((after - before) / 0.02).with_y(0.0)
}
