//! What is left to show: takes events one after the other and lets each begin when what it waits for has ended. Knows no game;
//! what an event looks like is told in [`super::event_animation`].

use std::collections::VecDeque;

use bevy::ecs::message::MessageCursor;
use bevy::prelude::*;

use super::dice_animation::ShownThrow;
use super::motion_path::MovingAlong;
use super::movement::finish_all;
use super::rewind::{self, Journal};
use super::{board_change, capture_animation, dice_animation, event_animation, fallen_king, tidy_up};
use crate::engine::{self, Event, Layout, SectionMove, Side};
use crate::session::{Animating, Scene, Session, Settings, TableUpdate};
use crate::table::layout::Places;
use crate::table::physics::{Knocked, Struck, flip, shake};
use crate::table::piece::{stacks, tray};
use crate::table::schedule::{FrameSet, StepSet};

/// What is left to show.
#[derive(Resource, Default)]
pub struct AnimationQueue {
    tasks: VecDeque<Task>,
    /// The pieces that were taken by what moves next, and how they stood.
    pub(super) struck: Vec<Entity>,
    /// The part of a stack that is in hand.
    pub(super) in_hand: Option<Entity>,
    hurry: bool,
    reduced: bool,
    /// How often the pieces had to be laid out anew after an action, because the events did not lead to the position.
    pub rebuilt: u32,
}

pub(super) enum Task {
    Event(Event),
    /// A die is thrown.
    Throw(Box<ShownThrow>),
    /// Something moves.
    Start(Entity, Box<MovingAlong>),
    /// Sections swing, so that the board is this.
    Swing(Vec<SectionMove>, Layout),
    /// The sections have swung: the board is this.
    Lay(Layout),
    /// The end of an action: the table holds this.
    Settle(Scene),
    /// So many actions are taken back, which leaves this, and these pieces taken.
    Rewind(usize, Scene, Vec<engine::Piece>),
    /// All that is loose goes home.
    TidyUp,
}

impl AnimationQueue {
    /// Whether anything waits to be shown.
    pub(super) fn is_busy(&self) -> bool {
        !self.tasks.is_empty()
    }

    /// Shows this before anything that waits.
    pub(super) fn next(&mut self, task: Task) {
        self.tasks.push_front(task);
    }

    /// Takes the next event off what waits, if it is such a one.
    pub(super) fn follows<T>(&mut self, such: impl Fn(&Event) -> Option<T>) -> Option<T> {
        let Some(Task::Event(event)) = self.tasks.front() else { return None };
        let found = such(event)?;
        self.tasks.pop_front();
        Some(found)
    }
}

/// Whether nobody will see how things get where they belong.
pub(super) fn is_brief(world: &World) -> bool {
    let queue = world.resource::<AnimationQueue>();
    queue.hurry || queue.reduced
}

/// Whether things fade instead of moving.
pub(super) fn is_reduced(world: &World) -> bool {
    world.resource::<AnimationQueue>().reduced
}

/// Shows what the match writes.
pub fn plugin(app: &mut App) {
    app.init_resource::<AnimationQueue>()
        .init_resource::<Journal>()
        .add_systems(Update, (keep_pace, read).chain().in_set(FrameSet::Read))
        .add_systems(FixedUpdate, begin_next.in_set(StepSet::Begin));
}

/// Lets the simulated time run as fast as people want to watch.
fn keep_pace(settings: Res<Settings>, mut queue: ResMut<AnimationQueue>, mut time: ResMut<Time<Virtual>>) {
    if settings.is_changed() {
        queue.reduced = settings.reduced_motion;
        time.set_relative_speed(settings.speed.max(0.01));
    }
}

/// Takes in what the match has told in this frame.
fn read(world: &mut World, mut cursor: Local<MessageCursor<TableUpdate>>) {
    let told: Vec<_> = cursor.read(world.resource::<Messages<TableUpdate>>()).cloned().collect();
    for update in told {
        match update {
            TableUpdate::Reset(scene, taken) => reset(world, &scene, &taken),
            TableUpdate::Events(events, scene) => {
                let mut queue = world.resource_mut::<AnimationQueue>();
                queue.tasks.push_back(Task::TidyUp);
                let tasks = events.into_iter().map(|event| match event {
                    Event::Rearranged { sections } => Task::Swing(sections, scene.layout.clone()),
                    other => Task::Event(other),
                });
                queue.tasks.extend(tasks);
                queue.tasks.push_back(Task::Settle(scene));
            }
            TableUpdate::Thrown { die, at, roll } => {
                let turn = world.resource::<Session>().game().and_then(|game| game.turn().side());
                let shown = ShownThrow::new(die, at, turn.unwrap_or(Side::White), *roll);
                let mut queue = world.resource_mut::<AnimationQueue>();
                queue.tasks.extend([Task::TidyUp, Task::Throw(Box::new(shown))]);
            }
            TableUpdate::Rewound { actions, scene, taken } => {
                // What was being shown did not last.
                hurry(world);
                let mut queue = world.resource_mut::<AnimationQueue>();
                queue.tasks.extend([Task::TidyUp, Task::Rewind(actions, scene, taken)]);
            }
            TableUpdate::Shake => shake(world),
            TableUpdate::Flip => flip(world),
            TableUpdate::TidyUp => world.resource_mut::<AnimationQueue>().tasks.push_back(Task::TidyUp),
            TableUpdate::Hurry => hurry(world),
        }
    }
    let mut moving = is_moving(world);
    // The ceremony comes last.
    if !moving && (world.resource::<Animating>().0 || world.resource_ref::<Session>().is_changed()) {
        fallen_king::follow_outcome(world);
        moving = is_moving(world);
    }
    world.resource_mut::<Animating>().set_if_neq(Animating(moving));
}

fn is_moving(world: &mut World) -> bool {
    if !world.resource::<AnimationQueue>().tasks.is_empty() {
        return true;
    }
    let mut moving = world.query_filtered::<(), Or<(With<MovingAlong>, With<Struck>, With<Knocked>)>>();
    moving.iter(world).next().is_some()
}

/// Shows all that waits in no time.
fn hurry(world: &mut World) {
    world.resource_mut::<AnimationQueue>().hurry = true;
    loop {
        finish_all(world);
        capture_animation::finish_all(world);
        let Some(task) = world.resource_mut::<AnimationQueue>().tasks.pop_front() else { break };
        begin(world, task);
    }
    world.resource_mut::<AnimationQueue>().hurry = false;
}

/// Lets what waits begin, when nothing moves that it waits for.
fn begin_next(world: &mut World) {
    while let Some(waits_for_all) = world.resource::<AnimationQueue>().tasks.front().map(Task::waits_for_all) {
        let mut moving = world.query::<&MovingAlong>();
        if moving.iter(world).any(|moving| waits_for_all || !moving.leaving) {
            break;
        }
        let mut loose = world.query_filtered::<(), Or<(With<Struck>, With<Knocked>)>>();
        if waits_for_all && loose.iter(world).next().is_some() {
            break;
        }
        if let Some(task) = world.resource_mut::<AnimationQueue>().tasks.pop_front() {
            begin(world, task);
        }
    }
}

impl Task {
    /// Whether it waits for pieces that were taken, too.
    fn waits_for_all(&self) -> bool {
        matches!(self, Task::Swing(..) | Task::Rewind(..))
    }
}

fn begin(world: &mut World, task: Task) {
    match task {
        Task::Event(event) => event_animation::show(world, event),
        Task::Swing(sections, layout) => board_change::swing(world, &sections, layout),
        Task::Throw(shown) => dice_animation::throw(world, &shown),
        Task::Start(entity, moving) => event_animation::start(world, entity, *moving),
        Task::Lay(layout) => lay_board(world, &layout),
        Task::Settle(scene) => return settle(world, scene),
        Task::Rewind(actions, scene, taken) => rewind::rewind(world, actions, &scene, &taken),
        Task::TidyUp => tidy_up::tidy_up(world),
    }
    stacks::refresh_homes(world);
}

/// What was told and what is differ only if a game tells it wrong; the position is right.
fn settle(world: &mut World, scene: Scene) {
    if !world.resource::<AnimationQueue>().struck.is_empty() {
        world.resource_mut::<AnimationQueue>().next(Task::Settle(scene));
        capture_animation::fall_by_themselves(world);
        return;
    }
    if scene.layout != world.resource::<Places>().layout || !stacks::agree_with(world, &scene.pieces) {
        world.resource_mut::<AnimationQueue>().rebuilt += 1;
        lay_board(world, &scene.layout);
        rewind::reconcile(world, &scene.pieces, None);
        rewind::all_home(world);
    }
    rewind::write_down(world);
}

/// Lays out everything anew, at once.
fn reset(world: &mut World, scene: &Scene, taken: &[engine::Piece]) {
    finish_all(world);
    capture_animation::finish_all(world);
    tidy_up::at_once(world);
    fallen_king::forget(world);
    let mut queue = world.resource_mut::<AnimationQueue>();
    queue.tasks.clear();
    queue.struck.clear();
    let in_hand = queue.in_hand.take();
    if let Some(in_hand) = in_hand {
        stacks::put_in_box(world, in_hand);
    }
    lay_board(world, &scene.layout);
    rewind::reconcile(world, &scene.pieces, Some(taken));
    tray::arrange(world);
    rewind::empty_box(world);
    fallen_king::at_once(world);
    rewind::all_home(world);
    rewind::begin(world);
}

pub(super) fn lay_board(world: &mut World, layout: &Layout) {
    let mut places = world.resource_mut::<Places>();
    if places.layout != *layout {
        places.layout = layout.clone();
    }
    stacks::refresh_homes(world);
}
