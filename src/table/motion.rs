//! Shows what happens: takes events one after the other and moves pieces by them. Knows no game.

use std::collections::VecDeque;

use bevy::prelude::*;

use super::board_view::Sections;
use super::model::Workshop;
use super::pieces::Pieces;
use super::places::Places;
use super::tween::{Tween, Way};
use super::{flight, noise, rearrange};
use crate::engine::{Cause, Cell, Event, Layout, Look, Manner, Place, Side};
use crate::stage::{Busy, Noise, Scene, Session, Settings, Shown, Sound, Step};

/// How long a piece slides by at least, and for each metre more, s.
const SLIDE: [f32; 2] = [0.22, 1.1];

/// How high a leap goes, m.
pub(super) const LEAP: f32 = 0.075;

/// How long a piece that was taken flies off, s.
const OFF: f32 = 0.45;

/// How long an effect stays, s.
const EFFECT: f32 = 0.3;

/// What is left to show, and what is moving.
#[derive(Resource, Default)]
pub struct Motion {
    tasks: VecDeque<Task>,
    pub(super) tweens: Vec<Tween>,
    hurry: bool,
    /// How often the pieces had to be laid out anew after an action, because the events did not lead to the position.
    pub rebuilt: u32,
}

pub(super) enum Task {
    Event(Event),
    /// A die flies, see [`flight`].
    Flight(Box<flight::Flight>),
    /// Something moves.
    Start(Tween),
    /// The piece on a cell takes this look.
    Change(Cell, Look),
    /// An effect or a piece goes off the table.
    Remove(Entity),
    /// The sections have swung: the board is this.
    Lay(Layout),
    /// The end of an action: the table holds this.
    Settle(Scene),
}

impl Motion {
    /// Shows this before anything that waits.
    pub(super) fn next(&mut self, task: Task) {
        self.tasks.push_front(task);
    }

    /// Moves something from where it is, beginning now.
    pub(super) fn start(&mut self, tween: Tween) {
        self.tweens.push(tween);
    }
}

/// Shows what the match writes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Motion>().add_systems(Update, (read, advance).chain().in_set(Step::Show));
}

/// What events need to be shown.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Stagehand<'w, 's> {
    pub(super) commands: Commands<'w, 's>,
    pub(super) motion: ResMut<'w, Motion>,
    pub(super) pieces: ResMut<'w, Pieces>,
    pub(super) places: ResMut<'w, Places>,
    pub(super) models: Workshop<'w>,
    pub(super) sections: ResMut<'w, Sections>,
    pub(super) transforms: Query<'w, 's, &'static mut Transform>,
    noises: MessageWriter<'w, Noise>,
}

fn read(mut shown: MessageReader<Shown>, mut hand: Stagehand, session: Res<Session>) {
    for message in shown.read() {
        match message {
            Shown::Reset(scene, taken) => {
                hand.drop_everything();
                hand.lay_out(scene);
                for piece in taken {
                    hand.pieces.spawn_taken(&mut hand.commands, &mut hand.models, &hand.places, piece);
                }
            }
            Shown::Events(events, scene) => {
                for event in events {
                    hand.motion.tasks.push_back(Task::Event(event.clone()));
                    if matches!(event, Event::Rearranged { .. }) {
                        hand.motion.tasks.push_back(Task::Lay(scene.layout.clone()));
                    }
                }
                hand.motion.tasks.push_back(Task::Settle(scene.clone()));
            }
            Shown::Thrown { die, at, roll } => {
                let by = session.game().and_then(|game| game.turn().side()).unwrap_or(Side::White);
                let flight = flight::Flight::new(die, *at, by, roll);
                hand.motion.tasks.push_back(Task::Flight(Box::new(flight)));
            }
            Shown::Hurry => hand.motion.hurry = true,
        }
    }
}

pub(super) fn advance(time: Res<Time>, settings: Res<Settings>, mut hand: Stagehand, mut busy: ResMut<Busy>) {
    let mut left =
        if hand.motion.hurry || settings.reduced_motion { f32::INFINITY } else { time.delta_secs() * settings.speed };
    let heard_at = left.is_finite().then_some(settings.speed);
    loop {
        let mut tweens = std::mem::take(&mut hand.motion.tweens);
        let spent = tweens.iter().map(Tween::left).fold(0.0, f32::max).min(left);
        for tween in &mut tweens {
            let pose = tween.advance(spent);
            hand.noises.write_batch(noise::due(tween, heard_at));
            match hand.transforms.get_mut(tween.entity) {
                Ok(mut transform) => *transform = pose,
                // Made in this frame.
                Err(_) => {
                    hand.commands.entity(tween.entity).try_insert(pose);
                }
            }
        }
        tweens.retain(|tween| tween.left() > 0.0);
        hand.motion.tweens = tweens;
        left -= spent;
        if !hand.motion.tweens.is_empty() {
            break;
        }
        let Some(task) = hand.motion.tasks.pop_front() else {
            hand.motion.hurry = false;
            break;
        };
        hand.begin(task);
    }
    let moving = !hand.motion.tweens.is_empty() || !hand.motion.tasks.is_empty();
    busy.set_if_neq(Busy(moving));
}

impl Stagehand<'_, '_> {
    /// Ends what is being shown, without its end.
    fn drop_everything(&mut self) {
        self.motion.tweens.clear();
        for task in std::mem::take(&mut self.motion.tasks) {
            if let Task::Remove(entity) = task {
                self.remove(entity);
            }
        }
    }

    fn remove(&mut self, entity: Entity) {
        self.pieces.forget(entity);
        self.commands.entity(entity).despawn();
    }

    /// Puts everything where it belongs, at once.
    pub(super) fn lay_out(&mut self, scene: &Scene) {
        self.lay_board(&scene.layout);
        self.pieces.clear(&mut self.commands);
        for piece in &scene.pieces {
            self.pieces.spawn(&mut self.commands, &mut self.models, &self.places, piece);
        }
    }

    fn lay_board(&mut self, layout: &Layout) {
        if self.places.layout != *layout {
            self.places.layout = layout.clone();
        }
    }

    fn begin(&mut self, task: Task) {
        match task {
            Task::Event(event) => self.show(event),
            Task::Flight(flight) => self.fly(*flight),
            Task::Start(tween) => self.motion.start(tween),
            Task::Change(cell, look) => self.change(cell, look),
            Task::Remove(entity) => self.remove(entity),
            Task::Lay(layout) => self.lay_board(&layout),
            // What was told and what is differ only if a game tells it wrong; the position is right.
            Task::Settle(scene) => {
                if scene.layout != self.places.layout || !self.pieces.agree_with(&scene.pieces) {
                    self.motion.rebuilt += 1;
                    self.lay_out(&scene);
                }
            }
        }
    }

    fn show(&mut self, event: Event) {
        match event {
            Event::Split { at, count } => self.split(at, count),
            Event::Moved { from, path, manner } => {
                let Some(entity) = self.pieces.lift(from) else { return };
                let Some(&to) = path.last() else { return };
                self.travel(entity, from, &path, manner, 0.0);
                self.pieces.put(entity, Place::Cell(to));
            }
            Event::Stacked { from, path, manner } => self.stack(from, &path, manner),
            Event::Pushed { cells, beyond } => {
                let targets = cells.iter().skip(1).copied().map(Some).chain([beyond]);
                let pushed: Vec<_> =
                    cells.iter().zip(targets).map(|(from, to)| (self.pieces.lift(*from), *from, to)).collect();
                for (entity, from, to) in pushed {
                    match (entity, to) {
                        (Some(entity), Some(to)) => {
                            self.travel(entity, from, &[to], Manner::Slide, 0.0);
                            self.pieces.put(entity, Place::Cell(to));
                        }
                        (Some(entity), None) => self.take_off(entity, 0.0),
                        (None, _) => {}
                    }
                }
            }
            Event::Taken { at, cause } => {
                if let Some(entity) = self.pieces.lift(at) {
                    // What lands pushes it aside; what is shot or blown up flies.
                    let height = if cause == Cause::Landed || cause == Cause::TakenAlong { 0.03 } else { LEAP };
                    self.take_off(entity, height);
                }
            }
            Event::Shot { from, path } => self.shoot(from, &path),
            Event::Exploded { at } => self.explode(at),
            Event::Became { at, look } => self.become_at(at, look),
            Event::Dropped { from, to } => {
                if let Some(entity) = self.pieces.take(from) {
                    let way = vec![self.transform(entity), self.standing(entity, Place::Cell(to))];
                    self.move_piece(Tween::new(entity, Way::Arc(LEAP), way, OFF));
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
            Event::Rearranged { sections } => rearrange::swing(self, &sections),
            Event::SetUp { at, side, look } => {
                let piece = crate::engine::Piece { place: Place::Cell(at), side: Some(side), look };
                let entity = self.pieces.spawn(&mut self.commands, &mut self.models, &self.places, &piece);
                let end = self.standing(entity, Place::Cell(at));
                let start = end.with_translation(end.translation + Vec3::Y * LEAP);
                self.move_piece(Tween::new(entity, Way::Straight, vec![start, end], EFFECT));
            }
            Event::Passed { .. } => {}
        }
    }

    /// Where an entity is now; one that was made in this frame, where it is put.
    pub(super) fn transform(&self, entity: Entity) -> Transform {
        let there = self.transforms.get(entity).ok().copied();
        let placed = || self.pieces.at(entity).map(|place| self.standing(entity, place));
        there.or_else(placed).unwrap_or_else(|| self.pieces.begun(entity))
    }

    /// How a piece stands at a place.
    pub(super) fn standing(&self, entity: Entity, place: Place) -> Transform {
        self.pieces.standing(entity, place, &self.places)
    }

    /// Moves a piece along cells; `rise` is how much higher it ends than on the board.
    fn travel(&mut self, entity: Entity, from: Cell, path: &[Cell], manner: Manner, rise: f32) {
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
        let by = match manner {
            Manner::Slide if rise <= 0.0 => Way::Straight,
            _ => Way::Arc(LEAP.max(rise + 0.02)),
        };
        self.move_piece(Tween::new(entity, by, way, duration));
    }

    fn take_off(&mut self, entity: Entity, height: f32) {
        let to = self.pieces.retire(entity, &self.places);
        let way = vec![self.transform(entity), to];
        self.move_piece(Tween::new(entity, Way::Arc(height.max(0.03)), way, OFF));
    }

    fn split(&mut self, at: Cell, count: u8) {
        let (pieces, commands) = (&mut *self.pieces, &mut self.commands);
        pieces.split(commands, &mut self.models, &self.places, at, count);
    }

    fn stack(&mut self, from: Cell, path: &[Cell], manner: Manner) {
        let (Some(&to), Some(entity)) = (path.last(), self.pieces.lift(from)) else { return };
        let Some(lower) = self.pieces.standing_on(Place::Cell(to)) else { return };
        let rise = self.pieces.height(lower);
        self.travel(entity, from, path, manner, rise);
        if let Some(look) = self.pieces.joined(lower, entity) {
            self.motion.next(Task::Change(to, look));
            self.motion.next(Task::Remove(entity));
        }
    }

    fn change(&mut self, cell: Cell, look: Look) {
        if let Some(entity) = self.pieces.standing_on(Place::Cell(cell)) {
            self.pieces.change(&mut self.commands, &mut self.models, &self.places, entity, look);
        }
    }

    fn become_at(&mut self, at: Cell, look: Look) {
        self.change(at, look);
        if let Some(entity) = self.pieces.standing_on(Place::Cell(at)) {
            let end = self.standing(entity, Place::Cell(at));
            let up = end.with_translation(end.translation + Vec3::Y * 0.03);
            self.move_piece(Tween::new(entity, Way::Turn, vec![up, end], EFFECT));
        }
    }

    fn shoot(&mut self, from: Cell, path: &[Cell]) {
        let Some(&to) = path.last() else { return };
        let ball = self.models.ball(&mut self.commands, 6);
        let up = Vec3::Y * 0.025;
        let (muzzle, end) = (self.places.cell(from) + up, self.places.cell(to) + up);
        let way = [muzzle, end].map(Transform::from_translation).to_vec();
        let shot = Noise::new(Sound::Shot, muzzle, 1.0);
        self.motion.start(Tween::new(ball, Way::Straight, way, EFFECT).sounding(0.0, shot));
        self.motion.next(Task::Remove(ball));
    }

    fn explode(&mut self, at: Cell) {
        let ball = self.models.ball(&mut self.commands, 75);
        let centre = Transform::from_translation(self.places.cell(at) + Vec3::Y * 0.01);
        let way = vec![centre.with_scale(Vec3::splat(0.05)), centre];
        let blast = Noise::new(Sound::Blast, centre.translation, 1.0);
        self.motion.start(Tween::new(ball, Way::Straight, way, EFFECT).sounding(0.0, blast));
        self.motion.next(Task::Remove(ball));
    }
}
