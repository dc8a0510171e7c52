//! What is left to show and what is moving: takes events one after the other and lets time pass. Knows no game; what an
//! event looks like is told in [`super::event_animation`].

use std::collections::VecDeque;

use bevy::prelude::*;

use super::moving::Tween;
use super::{board_change, dice_animation, sounds};
use crate::engine::{Cell, Event, Layout, Look, Place, SectionMove, Side};
use crate::session::{Animating, GameSet, PlaySound, Scene, Session, Settings, TableUpdate};
use crate::table::layout::Places;
use crate::table::layout::board_view::{self, Beside, Sections};
use crate::table::material::MeshAssets;
use crate::table::piece::index::Pieces;

/// What is left to show, and what is moving.
#[derive(Resource, Default)]
pub struct Motion {
    tasks: VecDeque<Task>,
    tweens: Vec<Tween>,
    /// What moves and lets the next task begin all the same: pieces that were taken, those of one blow together.
    leaving: Vec<Vec<Tween>>,
    /// What goes off the table when all that moves has come to rest: shots, flames.
    effects: Vec<Entity>,
    /// The pieces that were taken by what moves next, and where each is to lie.
    pub(in crate::table) struck: Vec<(Entity, Transform)>,
    hurry: bool,
    reduced: bool,
    /// At which speed everything moves; `None` if it is skipped.
    speed: Option<f32>,
    /// How often the pieces had to be laid out anew after an action, because the events did not lead to the position.
    pub rebuilt: u32,
}

pub(in crate::table) enum Task {
    Event(Event),
    /// A die flies, see [`dice_animation`].
    Flight(Box<dice_animation::Flight>),
    /// Something moves.
    Start(Tween),
    /// The piece on a cell takes this look.
    Change(Cell, Look),
    /// A piece goes off the table.
    Remove(Entity),
    /// Sections swing, so that the board is this.
    Swing(Vec<SectionMove>, Layout),
    /// The sections have swung: the board is this.
    Lay(Layout),
    /// The end of an action: the table holds this.
    Settle(Scene),
}

impl Motion {
    /// Shows this before anything that waits.
    pub(in crate::table) fn next(&mut self, task: Task) {
        self.tasks.push_front(task);
    }

    /// Takes the next event off what waits, if it is such a one.
    pub(in crate::table) fn follows<T>(&mut self, such: impl Fn(&Event) -> Option<T>) -> Option<T> {
        let Some(Task::Event(event)) = self.tasks.front() else { return None };
        let found = such(event)?;
        self.tasks.pop_front();
        Some(found)
    }

    /// Moves something from where it is, beginning now.
    pub(in crate::table) fn start(&mut self, tween: Tween) {
        self.tweens.extend(self.eased(tween));
    }

    /// Moves pieces that were taken, beginning now; nothing waits for them.
    pub(in crate::table) fn start_leaving(&mut self, tweens: Vec<Tween>) {
        let group = tweens.into_iter().filter_map(|tween| self.eased(tween)).collect();
        self.leaving.push(group);
    }

    /// With reduced motion things fade, and stacks do so whole.
    fn eased(&self, tween: Tween) -> Option<Tween> {
        if !self.reduced {
            return Some(tween);
        }
        tween.apart.is_none().then(|| tween.faded())
    }

    /// For how long nothing begins, s.
    fn wait(&self) -> f32 {
        let longest = |tweens: &[Tween]| tweens.iter().map(Tween::left).fold(0.0, f32::max);
        let leaving = self.leaving.iter().map(|group| longest(group)).fold(0.0, f32::max);
        match self.tasks.front() {
            // Sections swing with all that lies beside them.
            None | Some(Task::Swing(..)) => leaving.max(longest(&self.tweens)),
            Some(_) => longest(&self.tweens),
        }
    }

    fn is_moving(&self) -> bool {
        !(self.tasks.is_empty() && self.tweens.is_empty() && self.leaving.is_empty())
    }

    /// Shows something that is no piece until all that moves has come to rest.
    pub(in crate::table) fn show_until_rest(&mut self, effect: Entity) {
        self.effects.push(effect);
    }

    /// Whether nobody will see how things get where they belong.
    pub(in crate::table) fn is_brief(&self) -> bool {
        self.hurry || self.reduced
    }
}

/// Shows what the match writes.
pub fn plugin(app: &mut App) {
    app.init_resource::<Motion>()
        .add_systems(Update, (read, advance).chain().before(board_view::build).in_set(GameSet::Present));
}

/// What events need to be shown.
#[derive(bevy::ecs::system::SystemParam)]
pub struct Stagehand<'w, 's> {
    pub(in crate::table) commands: Commands<'w, 's>,
    pub(in crate::table) motion: ResMut<'w, Motion>,
    pub(in crate::table) pieces: ResMut<'w, Pieces>,
    pub(in crate::table) places: ResMut<'w, Places>,
    pub(in crate::table) models: MeshAssets<'w>,
    pub(in crate::table) sections: ResMut<'w, Sections>,
    pub(in crate::table) beside: ResMut<'w, Beside>,
    pub(in crate::table) transforms: Query<'w, 's, &'static mut Transform>,
    noises: MessageWriter<'w, PlaySound>,
}

fn read(mut shown: MessageReader<TableUpdate>, mut hand: Stagehand, session: Res<Session>) {
    for message in shown.read() {
        match message {
            TableUpdate::Reset(scene, taken) => {
                hand.drop_everything();
                hand.lay_out(scene);
                for piece in taken {
                    hand.pieces.spawn_taken(&mut hand.commands, &mut hand.models, &hand.places, piece);
                }
            }
            TableUpdate::Events(events, scene) => {
                let tasks = events.iter().cloned().map(|event| match event {
                    Event::Rearranged { sections } => Task::Swing(sections, scene.layout.clone()),
                    other => Task::Event(other),
                });
                hand.motion.tasks.extend(tasks);
                hand.motion.tasks.push_back(Task::Settle(scene.clone()));
            }
            TableUpdate::Thrown { die, at, roll } => {
                let by = session.game().and_then(|game| game.turn().side()).unwrap_or(Side::White);
                let flight = dice_animation::Flight::new(die, *at, by, roll);
                hand.motion.tasks.push_back(Task::Flight(Box::new(flight)));
            }
            TableUpdate::Hurry => hand.motion.hurry = true,
        }
    }
}

pub(in crate::table) fn advance(
    time: Res<Time>,
    settings: Res<Settings>,
    mut hand: Stagehand,
    mut busy: ResMut<Animating>,
) {
    hand.motion.reduced = settings.reduced_motion;
    hand.motion.speed = (!hand.motion.hurry).then_some(settings.speed);
    let mut left = if hand.motion.hurry { f32::INFINITY } else { time.delta_secs() * settings.speed };
    loop {
        let wait = hand.motion.wait();
        let spent = wait.min(left);
        hand.pass(spent);
        left -= spent;
        if spent < wait {
            break;
        }
        let moved = std::mem::take(&mut hand.motion.tweens);
        hand.come_to_rest(&moved);
        let Some(task) = hand.motion.tasks.pop_front() else {
            hand.motion.hurry = false;
            break;
        };
        hand.begin(task);
    }
    busy.set_if_neq(Animating(hand.motion.is_moving()));
}

impl Stagehand<'_, '_> {
    /// Lets so many seconds pass. What has come to its end waits there for the others.
    fn pass(&mut self, seconds: f32) {
        let mut tweens = std::mem::take(&mut self.motion.tweens);
        self.advance_all(&mut tweens, seconds);
        self.motion.tweens = tweens;
        for mut group in std::mem::take(&mut self.motion.leaving) {
            self.advance_all(&mut group, seconds);
            if group.iter().any(|tween| tween.left() > 0.0) {
                self.motion.leaving.push(group);
            } else {
                self.gather(&group);
            }
        }
    }

    fn advance_all(&mut self, tweens: &mut [Tween], seconds: f32) {
        for tween in tweens {
            let pose = tween.advance(seconds);
            self.noises.write_batch(sounds::due(tween, self.motion.speed));
            let own = tween.apart.map_or(pose, |apart| {
                let piece = self.transform(apart.of).to_matrix();
                Transform::from_matrix(piece.inverse() * pose.to_matrix())
            });
            self.put(tween.entity, own);
        }
    }

    fn put(&mut self, entity: Entity, pose: Transform) {
        match self.transforms.get_mut(entity) {
            Ok(mut transform) => *transform = pose,
            // Made in this frame.
            Err(_) => {
                self.commands.entity(entity).try_insert(pose);
            }
        }
    }

    /// Parts go back to their pieces.
    fn gather(&mut self, tweens: &[Tween]) {
        for tween in tweens {
            if let Some(apart) = tween.apart {
                self.put(tween.entity, apart.rest);
            }
        }
    }

    /// All that moved has come to its end: effects go off the table.
    fn come_to_rest(&mut self, tweens: &[Tween]) {
        self.gather(tweens);
        for effect in std::mem::take(&mut self.motion.effects) {
            self.commands.entity(effect).despawn();
        }
    }

    /// Ends what is being shown, without its end.
    fn drop_everything(&mut self) {
        self.come_to_rest(&[]);
        self.motion.tweens.clear();
        self.motion.leaving.clear();
        self.motion.struck.clear();
        for task in std::mem::take(&mut self.motion.tasks) {
            if let Task::Remove(entity) = task {
                self.remove(entity);
            }
        }
    }

    pub(in crate::table) fn remove(&mut self, entity: Entity) {
        self.pieces.forget(entity);
        self.commands.entity(entity).despawn();
    }

    /// Puts everything where it belongs, at once.
    pub(in crate::table) fn lay_out(&mut self, scene: &Scene) {
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
            Task::Swing(sections, layout) => board_change::swing(self, &sections, layout),
            Task::Flight(flight) => self.fly(*flight),
            Task::Start(tween) => self.motion.start(tween),
            Task::Change(cell, look) => self.change(cell, look),
            Task::Remove(entity) => self.remove(entity),
            Task::Lay(layout) => self.lay_board(&layout),
            // What was told and what is differ only if a game tells it wrong; the position is right.
            Task::Settle(scene) if self.motion.struck.is_empty() => {
                if scene.layout != self.places.layout || !self.pieces.agree_with(&scene.pieces) {
                    self.motion.rebuilt += 1;
                    self.lay_out(&scene);
                }
            }
            Task::Settle(scene) => {
                self.motion.next(Task::Settle(scene));
                self.fall_by_themselves();
            }
        }
    }

    /// Where an entity is now; one that was made in this frame, where it is put.
    pub(in crate::table) fn transform(&self, entity: Entity) -> Transform {
        let there = self.transforms.get(entity).ok().copied();
        let placed = || self.pieces.at(entity).map(|place| self.standing(entity, place));
        there.or_else(placed).unwrap_or_else(|| self.pieces.begun(entity))
    }

    /// How a piece stands at a place.
    pub(in crate::table) fn standing(&self, entity: Entity, place: Place) -> Transform {
        self.pieces.standing(entity, place, &self.places)
    }
}
