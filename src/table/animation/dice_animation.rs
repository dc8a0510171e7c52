//! A thrown die: it is taken up, leaves the hand in the tray, tumbles as the physics had it, and goes back to its cell.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::event_animation::LEAP;
use super::moving::{Tween, Way};
use super::sounds;
use crate::dice::{self, Roll, STEP};
use crate::engine::{Cell, Die, Look, Place, Side};
use crate::table::animation::queue::{Stagehand, Task};
use crate::table::mesh::die::upright;

/// From the cell to the hand and back, s.
const CARRY: f32 = 0.4;

/// How long the die lies in the tray to be read, s.
const READ: f32 = 0.45;

/// A throw to be shown.
pub struct Flight {
    die: &'static Die,
    at: Option<Cell>,
    by: Side,
    attempts: Vec<Vec<dice::Frame>>,
}

impl Flight {
    /// Every attempt of a throw, one after the other.
    pub fn new(die: &'static Die, at: Option<Cell>, by: Side, roll: &Roll) -> Flight {
        Flight { die, at, by, attempts: dice::replay(roll) }
    }
}

impl Stagehand<'_, '_> {
    /// Shows a throw.
    pub(in crate::table) fn fly(&mut self, flight: Flight) {
        let entity = match flight.at {
            Some(cell) => self.pieces.standing_on(Place::Cell(cell)),
            None => Some(self.pieces.loose_die(&mut self.commands, &mut self.models, flight.die, flight.by)),
        };
        let (Some(entity), Some(first)) = (entity, flight.attempts.iter().flatten().next()) else { return };
        // The model's origin is its foot, that of the physics the die's middle.
        let made = self.pieces.made(entity).inverse();
        let pose = |frame: &dice::Frame| {
            let Transform { translation, rotation, scale } = self.places.in_tray(frame);
            let rotation = rotation * made;
            Transform { translation: translation - rotation * Vec3::Y * (dice::EDGE / 2.0), rotation, scale }
        };
        let (hand, film): (_, Vec<_>) = (pose(first), flight.attempts.iter().flatten().map(pose).collect());
        let last = film.last().copied().unwrap_or(hand);
        let seconds = STEP * film.len() as f32;
        self.motion.next(Task::Start(Tween::new(entity, Way::Film, vec![last], READ)));
        if self.motion.is_brief() {
            let from = if flight.at.is_some() { self.transform(entity) } else { last };
            self.motion.start(Tween::new(entity, Way::Straight, vec![from, last], CARRY));
            return;
        }
        let tumbling = Tween::new(entity, Way::Film, film, seconds);
        let hits = sounds::hits(&flight.attempts, &self.places).into_iter();
        let tumbling = hits.fold(tumbling, |tween, (at, noise)| tween.sounding(at, noise));
        self.motion.next(Task::Start(tumbling));
        if flight.at.is_some() {
            let carry = Tween::new(entity, Way::Arc(LEAP), vec![self.transform(entity), hand], CARRY);
            self.motion.start(carry);
        }
    }

    /// A die has shown its symbol: it goes back to its cell, the same side up, and straight.
    pub(in crate::table) fn come_back(&mut self, die: &'static Die, symbol: &'static str, at: Option<Cell>) {
        let Some(cell) = at else { return };
        let place = Place::Cell(cell);
        let Some(entity) = self.pieces.standing_on(place) else { return };
        let start = self.transform(entity);
        let made = self.pieces.made(entity);
        // A die that was drawn and not thrown still lies as before.
        let (on_top, _) = dice::top((Quat::from_rotation_x(FRAC_PI_2) * start.rotation * made).to_array());
        let side = if die.sides[on_top] == symbol { Some(on_top) } else { die.side_of(symbol) };
        let Some(side) = side else { return };
        self.pieces.fell(entity, Look::Die(die, symbol), upright(side) * made.inverse());
        let end = self.standing(entity, place);
        self.move_piece(Tween::new(entity, Way::Arc(LEAP), vec![start, end], CARRY));
    }
}
