//! Marks on cells: what is held, where it may go, what happened last, what is in danger. Each has a shape of its own, so
//! that none is told by colour alone.

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::board_view::section_transform;
use super::finish::{Finish, Tell};
use super::mesh::{Marks as Ink, Shape, circle};
use super::model::Workshop;
use super::places::{Places, world};
use crate::engine::{Cell, CellShape, Event, Gesture, GestureKind, Place};
use crate::play::{Due, Seat};
use crate::stage::{Busy, Hand, Session, Settings, Shown, Step, Told};

/// How long the cells stay marked that a refusal is about, s.
const WARNING: f32 = 2.5;

/// Above the cells, m, and each further kind of mark a little more.
const ABOVE: f32 = 0.0006;

/// The cells of the last action.
#[derive(Resource, Default)]
struct Last(Vec<Cell>);

/// The cells that a refusal is about, and how long they are still marked, s.
#[derive(Resource, Default)]
struct Warning {
    cells: Vec<Cell>,
    left: f32,
}

/// How high over the table a board change is shown, m: above the pieces' feet, below their heads.
const GHOST: f32 = 0.012;

#[derive(Component)]
struct Mark;

/// A section as it would lie.
#[derive(Component)]
struct Ghost;

/// Keeps the marks as they should be.
pub fn plugin(app: &mut App) {
    app.init_resource::<Last>()
        .init_resource::<Warning>()
        .add_systems(Update, (remember, draw, preview).chain().after(super::board_view::build).in_set(Step::Show));
}

fn remember(
    time: Res<Time>,
    mut shown: MessageReader<Shown>,
    mut told: MessageReader<Told>,
    mut last: ResMut<Last>,
    mut warning: ResMut<Warning>,
) {
    for message in shown.read() {
        match message {
            Shown::Reset(..) => last.0.clear(),
            Shown::Events(events, _) => {
                let cells: Vec<_> = events.iter().flat_map(cells_of).collect();
                // A roll belongs to the move before it.
                if !cells.is_empty() {
                    last.0 = cells;
                }
            }
            Shown::Thrown { .. } | Shown::Hurry => {}
        }
    }
    for Told { cells, .. } in told.read() {
        *warning = Warning { cells: cells.clone(), left: WARNING };
    }
    if warning.left > 0.0 {
        warning.left -= time.delta_secs();
    }
}

/// Where an event began and ended.
fn cells_of(event: &Event) -> Vec<Cell> {
    match event {
        Event::Moved { from, path, .. } | Event::Stacked { from, path, .. } => {
            std::iter::once(*from).chain(path.last().copied()).collect()
        }
        Event::Pushed { cells, beyond } => cells.iter().copied().chain(*beyond).collect(),
        Event::Shot { from, path } => std::iter::once(*from).chain(path.iter().copied()).collect(),
        Event::Exploded { at } => vec![*at],
        Event::Dropped { to, .. } => vec![*to],
        _ => Vec::new(),
    }
}

type Wanted = Vec<(Tell, Cell)>;

fn draw(
    mut commands: Commands,
    mut shop: Workshop,
    state: (Res<Session>, Res<Hand>, Res<Settings>, Res<Busy>, Res<Places>),
    memory: (Res<Last>, Res<Warning>),
    marks: Query<Entity, With<Mark>>,
    mut drawn: Local<Option<Wanted>>,
) {
    let (session, hand, settings, busy, places) = state;
    let changed = session.is_changed() || hand.is_changed() || settings.is_changed() || busy.is_changed();
    if !(changed || places.is_changed() || memory.0.is_changed() || memory.1.is_changed()) {
        return;
    }
    let wanted = wanted(&session, &hand, &settings, busy.0, &memory.0, &memory.1);
    if drawn.as_ref() == Some(&wanted) && !places.is_changed() {
        return;
    }
    for mark in &marks {
        commands.entity(mark).despawn();
    }
    for &(tell, cell) in &wanted {
        let Some(shape) = places.layout.cells.get(cell.index()) else { continue };
        let mesh = shop.own_mesh(outline(tell, shape));
        let height = ABOVE + tell as u8 as f32 * 0.0001;
        commands.spawn((
            Mark,
            Mesh3d(mesh),
            MeshMaterial3d(shop.surface(Finish::Mark(tell))),
            Transform::from_translation(places.cell(cell) + Vec3::Y * height),
            NotShadowCaster,
        ));
    }
    *drawn = Some(wanted);
}

fn wanted(session: &Session, hand: &Hand, settings: &Settings, busy: bool, last: &Last, warning: &Warning) -> Wanted {
    let mut wanted: Wanted = last.0.iter().map(|cell| (Tell::Last, *cell)).collect();
    let Some(game) = session.game() else { return Vec::new() };
    if !busy {
        let urgent = game.notices().into_iter().filter(|notice| notice.urgent);
        wanted.extend(urgent.filter_map(|notice| notice.cells.first().map(|cell| (Tell::Danger, *cell))));
        if let (true, Some(side)) = (settings.threats, game.turn().side()) {
            wanted.extend(game.attacked_by(side.other()).into_iter().map(|cell| (Tell::Threat, cell)));
        }
        if settings.targets {
            wanted.extend(offered(session, hand));
        }
    }
    if warning.left > 0.0 {
        wanted.extend(warning.cells.iter().map(|cell| (Tell::Danger, *cell)));
    }
    if let Some(Place::Cell(cell)) = hand.held {
        wanted.push((Tell::Held, cell));
    }
    wanted.extend(hand.cursor.into_iter().chain(hand.hover).map(|cell| (Tell::Cursor, cell)));
    wanted.sort_unstable();
    wanted.dedup();
    wanted
}

/// What a person who is to act may do.
fn offered(session: &Session, hand: &Hand) -> Wanted {
    let Some(running) = session.running() else { return Vec::new() };
    match running.due() {
        Due::Throw { seat: Seat::Human, cell: Some(cell), .. } => vec![(Tell::Movable, cell)],
        Due::Decide { seat: Seat::Human, .. } if hand.held.is_some() => {
            let targets = hand.targets(running.game());
            let pointed = targets.iter().filter(|(_, gesture)| gesture.to.is_some() && gesture.to == hand.hover);
            let moved = pointed.flat_map(|(_, gesture)| consequences(gesture)).map(|cell| (Tell::Danger, cell));
            targets.iter().filter_map(|(_, gesture)| target(gesture)).chain(moved).collect()
        }
        Due::Decide { seat: Seat::Human, .. } => {
            let from = |(_, gesture): (String, Gesture)| match gesture.from {
                Some(Place::Cell(cell)) => Some((Tell::Movable, cell)),
                _ => None,
            };
            running.game().gestures().into_iter().filter_map(from).collect()
        }
        _ => Vec::new(),
    }
}

fn target(gesture: &Gesture) -> Option<(Tell, Cell)> {
    let tell = match gesture.kind {
        GestureKind::Capture | GestureKind::Push(_) | GestureKind::Shot(_) => Tell::Capture,
        _ => Tell::Target,
    };
    Some((tell, gesture.to?))
}

/// The cells of what a push moves or a shot removes.
fn consequences(gesture: &Gesture) -> Vec<Cell> {
    match &gesture.kind {
        GestureKind::Push(cells) | GestureKind::Shot(cells) => cells.clone(),
        _ => Vec::new(),
    }
}

/// Shows how the sections would lie by the board change that is looked at.
fn preview(
    mut commands: Commands,
    mut shop: Workshop,
    hand: Res<Hand>,
    session: Res<Session>,
    places: Res<Places>,
    ghosts: Query<Entity, With<Ghost>>,
    mut drawn: Local<Option<String>>,
) {
    if *drawn == hand.preview {
        return;
    }
    drawn.clone_from(&hand.preview);
    for ghost in &ghosts {
        commands.entity(ghost).despawn();
    }
    let (Some(action), Some(game), Some(first)) = (&hand.preview, session.game(), places.layout.sections.first())
    else {
        return;
    };
    let Some((_, gesture)) = game.gestures().into_iter().find(|(text, _)| text == action) else { return };
    let GestureKind::Rearrange(poses) = gesture.kind else { return };
    let rim: Vec<Vec2> = first.outline.iter().map(|point| Vec2::new(point.x, point.y)).collect();
    let middle = rim.iter().sum::<Vec2>() / rim.len().max(1) as f32;
    let inner: Vec<Vec2> = rim.iter().map(|point| point.lerp(middle, 0.94)).collect();
    let centre = vec![middle; rim.len()];
    for (_, pose) in poses {
        for (shape, tell) in [(between(&rim, &inner), Tell::Cursor), (between(&inner, &centre), Tell::Last)] {
            commands.spawn((
                Ghost,
                Mesh3d(shop.own_mesh(shape)),
                MeshMaterial3d(shop.surface(Finish::Mark(tell))),
                section_transform(pose).with_translation(section_transform(pose).translation + Vec3::Y * GHOST),
                NotShadowCaster,
            ));
        }
    }
}

/// The shape of a mark, about the middle of its cell.
fn outline(tell: Tell, cell: &CellShape) -> Shape {
    let centre = cell.centre();
    let corners = cell.corners.map(|corner| Vec2::new(corner.x - centre.x, corner.y - centre.y));
    let radius = cell.inradius();
    let round = |share: f32| circle(Vec2::ZERO, radius * share, 32);
    let square = |share: f32| corners.map(|corner| corner * share).to_vec();
    let diamond = |share: f32| circle(Vec2::ZERO, radius * share, 4);
    match tell {
        Tell::Last | Tell::Danger => between(&square(0.97), &square(0.0)),
        Tell::Movable => between(&square(0.97), &square(0.91)),
        Tell::Held => between(&square(0.97), &square(0.82)),
        Tell::Cursor => between(&square(1.0), &square(0.93)),
        Tell::Threat => between(&diamond(0.5), &diamond(0.3)),
        Tell::Target => between(&round(0.34), &round(0.0)),
        Tell::Capture => between(&round(0.94), &round(0.76)),
    }
}

/// The flat ring between two closed lines of equally many points.
fn between(outer: &[Vec2], inner: &[Vec2]) -> Shape {
    let mut shape = Shape::default();
    let at = |point: &Vec2| world(*point);
    for i in 0..outer.len() {
        let j = (i + 1) % outer.len();
        shape.flat([at(&outer[i]), at(&outer[j]), at(&inner[j]), at(&inner[i])], Ink::PLAIN);
    }
    shape
}
