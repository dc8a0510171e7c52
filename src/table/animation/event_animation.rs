//! What each event looks like on the table. None of it changes the position.

use bevy::prelude::*;

use super::capture_animation::{Blow, Push};
use super::moving::{Tween, Way};
use crate::engine::{Cause, Cell, Event, Look, Manner, Piece, Place};
use crate::table::animation::queue::{Stagehand, Task};
use crate::table::physics::rigid_bodies::{Driven, STEP};

/// How long a piece slides by at least, and for each metre more, s.
const SLIDE: [f32; 2] = [0.22, 1.1];

/// How high a leap goes, m.
pub(in crate::table) const LEAP: f32 = 0.075;

/// How long it takes to bring a piece from a reserve, s.
const DROP: f32 = 0.45;

/// How long a piece takes to turn into another, or to be set down, s.
const TURN: f32 = 0.3;

/// How long after one another the pieces of a set-up come, s.
const SET_UP: f32 = 0.04;

/// How long after one another the chips of a stack go: from one to the next, and from the first to the last, at most, s.
const LAG: [f32; 2] = [0.035, 0.22];

/// How much less they do so where they slide, without unit: they lean back and do not fall.
const LEAN: f32 = 0.5;

/// The least speed of what is pushed, and of what is pushed off the board, m/s.
const PUSHED: f32 = 0.4;
const OVERBOARD: f32 = 0.7;

impl Stagehand<'_, '_> {
    pub(in crate::table) fn show(&mut self, event: Event) {
        match event {
            Event::Split { at, count } => self.split(at, count),
            Event::Moved { from, path, manner } => self.move_along(from, path, manner),
            Event::Stacked { from, path, manner } => self.stack(from, &path, manner),
            Event::Pushed { cells, beyond } => {
                let Some(driver) = cells.first().and_then(|cell| self.pieces.lift(*cell)) else { return };
                self.push(driver, cells[0], Vec::new(), &cells, beyond);
            }
            Event::Taken { at, cause } => {
                self.take_off(at);
                // What lands here comes next; whoever takes his captor along leaves nobody who could.
                if cause != Cause::Landed {
                    self.fall_by_themselves();
                }
            }
            Event::Shot { from, path } => self.shoot(from, &path),
            Event::Exploded { at } => self.explode(at),
            Event::Became { at, look } => self.become_at(at, look),
            Event::Dropped { from, to } => {
                if let Some(entity) = self.pieces.take(from) {
                    let way = vec![self.transform(entity), self.standing(entity, Place::Cell(to))];
                    self.move_piece(Tween::new(entity, Way::Arc(LEAP), way, DROP).bouncing());
                    self.pieces.put(entity, Place::Cell(to));
                    self.pieces.disown(entity);
                }
            }
            Event::GivenUp { from } => {
                while let Some(entity) = self.pieces.take(from) {
                    self.remove(entity);
                }
            }
            Event::Rolled { symbol, at, die, .. } => self.come_back(die, symbol, at),
            Event::SetUp { .. } => self.set_up(event),
            // A rearrangement brings the new board with it, see [`Task::Swing`].
            Event::Rearranged { .. } | Event::Passed { .. } => {}
        }
    }

    /// A piece has been taken: it leaves the map, and waits for what strikes it.
    pub(in crate::table) fn take_off(&mut self, at: Cell) {
        if let Some(entity) = self.pieces.lift(at) {
            let end = self.pieces.retire(entity, &self.places);
            self.motion.struck.push((entity, end));
        }
    }

    /// A move, with what it strikes and what it pushes.
    fn move_along(&mut self, from: Cell, path: Vec<Cell>, manner: Manner) {
        let (Some(entity), Some(&to)) = (self.pieces.lift(from), path.last()) else { return };
        let pushed = self.motion.follows(|event| match event {
            Event::Pushed { cells, beyond } if cells.first() == Some(&to) => Some((cells.clone(), *beyond)),
            _ => None,
        });
        if let Some((cells, beyond)) = pushed {
            self.push(entity, from, path, &cells, beyond);
            return;
        }
        let way = self.way(entity, from, &path, manner, 0.0);
        self.strike(entity, &way);
        self.pieces.put(entity, Place::Cell(to));
        self.travel(way);
    }

    /// Knocks over what was taken, when the one that moves gets there.
    fn strike(&mut self, striker: Entity, way: &Tween) {
        let victims = std::mem::take(&mut self.motion.struck);
        let Some(hull) = self.pieces.hull(striker).filter(|_| !victims.is_empty()) else { return };
        let meets = |at: Vec3| {
            victims.iter().any(|(victim, _)| {
                let (there, other) = (self.transform(*victim).translation, self.pieces.hull(*victim));
                let Some(other) = other else { return false };
                at.xz().distance(there.xz()) < hull.reach() + other.reach() && at.y < there.y + other.height()
            })
        };
        let contact = contact(way, meets);
        let film = film(way, contact);
        let velocity = velocity(way, contact);
        let blow = Blow { after: contact, push: Push::Along(velocity), driven: Some((striker, Driven { hull, film })) };
        self.knock(&victims, &blow);
    }

    /// The way of a piece along cells; `rise` is how much higher it ends than on the board.
    fn way(&self, entity: Entity, from: Cell, path: &[Cell], manner: Manner, rise: f32) -> Tween {
        let start = self.transform(entity);
        let mut way = vec![start];
        let mut length = 0.0;
        let mut last = self.places.cell(from);
        for (i, &cell) in path.iter().enumerate() {
            let end = i + 1 == path.len();
            if !end && manner == Manner::Leap {
                continue;
            }
            let mut step = self.standing(entity, Place::Cell(cell));
            length += last.distance(step.translation);
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
            Manner::Slide if rise <= 0.0 => Tween::new(entity, Way::Straight, way, duration),
            _ => Tween::new(entity, Way::Arc(LEAP.max(rise + 0.02)), way, duration).bouncing(),
        }
    }

    /// Moves a piece; the chips of a stack follow each other: the upper ones leave first and arrive last where they leap, and
    /// lag behind where they slide.
    fn travel(&mut self, way: Tween) {
        let (entity, chips) = (way.entity, self.pieces.chips(way.entity));
        self.move_piece(way.clone());
        if chips.len() > 1 && !self.motion.is_brief() {
            let lag = LAG[0].min(LAG[1] / (chips.len() - 1) as f32);
            for (i, &(chip, rest)) in chips.iter().enumerate() {
                let (below, above) = (i as f32, (chips.len() - 1 - i) as f32);
                let own = way.clone().carrying(rest);
                let own = if way.flies() {
                    own.after(lag * above).slower(1.5 * lag * below)
                } else {
                    own.after(LEAN * lag * below)
                };
                self.motion.start(own.apart(chip, entity, rest));
            }
        }
    }

    /// Pushes a chain of pieces, the driver along `path` to its first cell and one further: each piece goes when it is touched.
    fn push(&mut self, driver: Entity, from: Cell, mut path: Vec<Cell>, cells: &[Cell], beyond: Option<Cell>) {
        let targets = cells.iter().skip(1).copied().map(Some).chain([beyond]);
        let chain: Vec<_> =
            cells.iter().zip(targets).skip(1).map(|(cell, to)| (self.pieces.lift(*cell), *cell, to)).collect();
        let Some(last) = cells.get(1).copied().or(beyond) else { return };
        path.push(last);
        let way = self.way(driver, from, &path, Manner::Slide, 0.0);
        self.pieces.put(driver, Place::Cell(last));
        let mut ways = vec![way];
        for (entity, at, to) in chain {
            let (Some(entity), Some(way)) = (entity, ways.last()) else { continue };
            let here = self.transform(entity);
            let apart = self.reach(way.entity) + self.reach(entity);
            let touch = contact(way, |place| place.xz().distance(here.translation.xz()) < apart);
            let velocity = velocity(way, touch);
            if let Some(to) = to {
                let end = self.standing(entity, Place::Cell(to));
                // Slowed evenly from the speed at which it is touched.
                let seconds = 2.0 * self.places.cell(at).distance(end.translation) / velocity.length().max(PUSHED);
                ways.push(Tween::new(entity, Way::Pushed, vec![here, end], seconds).after(touch));
                self.pieces.put(entity, Place::Cell(to));
            } else {
                // Beyond the last cell there is only the frame, and the edge.
                let end = self.pieces.retire(entity, &self.places);
                let push = Push::Along(velocity.normalize_or_zero() * velocity.length().max(OVERBOARD));
                self.knock(&[(entity, end)], &Blow { after: touch, push, driven: None });
            }
        }
        for way in ways {
            self.travel(way);
        }
    }

    fn reach(&self, entity: Entity) -> f32 {
        self.pieces.hull(entity).map_or(0.0, crate::table::piece::collider::PieceShape::reach)
    }

    fn split(&mut self, at: Cell, count: u8) {
        let (pieces, commands) = (&mut *self.pieces, &mut self.commands);
        pieces.split(commands, &mut self.models, &self.places, at, count);
    }

    fn stack(&mut self, from: Cell, path: &[Cell], manner: Manner) {
        let (Some(&to), Some(entity)) = (path.last(), self.pieces.lift(from)) else { return };
        let Some(lower) = self.pieces.standing_on(Place::Cell(to)) else { return };
        let rise = self.pieces.height(lower);
        let way = self.way(entity, from, path, manner, rise);
        self.travel(way);
        if let Some(look) = self.pieces.joined(lower, entity) {
            self.motion.next(Task::Change(to, look));
            self.motion.next(Task::Remove(entity));
        }
    }

    pub(in crate::table) fn change(&mut self, cell: Cell, look: Look) {
        if let Some(entity) = self.pieces.standing_on(Place::Cell(cell)) {
            self.pieces.change(&mut self.commands, &mut self.models, &self.places, entity, look);
        }
    }

    fn become_at(&mut self, at: Cell, look: Look) {
        self.change(at, look);
        if let Some(entity) = self.pieces.standing_on(Place::Cell(at)) {
            let end = self.standing(entity, Place::Cell(at));
            let up = if self.motion.is_brief() { 0.0 } else { 0.03 };
            let start = end.with_translation(end.translation + Vec3::Y * up);
            self.move_piece(Tween::new(entity, Way::Turn, vec![start, end], TURN));
        }
    }

    /// Sets up this piece and all that the next events set up.
    fn set_up(&mut self, first: Event) {
        let mut next = Some(first);
        let mut after = 0.0;
        while let Some(Event::SetUp { at, side, look }) = next {
            let piece = Piece { place: Place::Cell(at), side: Some(side), look };
            let entity = self.pieces.spawn(&mut self.commands, &mut self.models, &self.places, &piece);
            let end = self.standing(entity, Place::Cell(at));
            let above = end.with_translation(end.translation + Vec3::Y * LEAP).with_scale(Vec3::splat(0.01));
            let start = if self.motion.is_brief() { end } else { above };
            self.move_piece(Tween::new(entity, Way::Straight, vec![start, end], TURN).after(after));
            after += SET_UP;
            next = self.motion.follows(|event| matches!(event, Event::SetUp { .. }).then(|| event.clone()));
        }
    }
}

/// When something on its way meets something, s; at the end if it never does.
fn contact(way: &Tween, meets: impl Fn(Vec3) -> bool) -> f32 {
    let steps = (way.whole() / STEP) as u32;
    let mut times = (0..=steps).map(|step| step as f32 * STEP);
    times.find(|time| meets(way.at(*time).translation)).unwrap_or(way.whole())
}

/// How fast something on its way is at a moment, m/s, level.
fn velocity(way: &Tween, at: f32) -> Vec3 {
    let [before, after] = [at - 0.02, at].map(|time| way.at(time.max(0.0)).translation);
    ((after - before) / 0.02).with_y(0.0)
}

/// What is left of a way from a moment on, a pose a step.
fn film(way: &Tween, from: f32) -> Vec<Transform> {
    let steps = ((way.whole() - from) / STEP).ceil().max(0.0) as u32;
    (0..=steps).map(|step| way.at(from + step as f32 * STEP)).collect()
}
