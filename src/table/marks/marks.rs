//! What is marked on the board: what is held, where it may go and what that would do, what happened last, what is in danger,
//! and what a viewer has drawn. Each has a shape of its own, see [`super::mark_mesh`], so that none is told by colour alone.

use std::collections::BTreeMap;

use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::binding;
use super::mark_mesh::{MarkTarget, mark_mesh};
use super::pointed::{self, Pointed};
use crate::engine::{Cell, DynGame, Event, Gesture, GestureKind, Manner, Place};
use crate::play::{Pending, Seat};
use crate::session::{
    Animating, Annotations, FreeHands, LegalActions, Notification, Selection, Session, Settings, Stroke, TableUpdate,
};
use crate::table::layout::Places;
use crate::table::material::MeshAssets;
use crate::table::material::{MarkKind, MaterialKind};
use crate::table::schedule::{FrameSet, frame_seconds};

/// How long the cells stay marked that a refusal is about, s.
const WARNING: f32 = 2.5;

/// Above the cells, m, and each further kind of mark a little more.
const ABOVE: f32 = 0.0006;

/// What the last action did.
#[derive(Resource, Default)]
struct Last(Vec<Wanted>);

/// What each action since the table was laid out had left marked when it was the last.
#[derive(Resource, Default)]
struct Past(Vec<Vec<Wanted>>);

/// The cells that a refusal is about, and how long they are still marked, s.
#[derive(Resource, Default)]
struct Warning {
    cells: Vec<Cell>,
    left: f32,
}

/// A mark that is to be seen.
type Wanted = (MarkKind, MarkTarget);

#[derive(Component)]
struct Mark;

/// Keeps the marks as they should be.
pub fn plugin(app: &mut App) {
    app.init_resource::<Last>()
        .init_resource::<Past>()
        .init_resource::<Warning>()
        .add_systems(Update, (remember, draw.after(pointed::point)).chain().in_set(FrameSet::Mark));
}

fn remember(
    time: Res<Time<Real>>,
    mut shown: MessageReader<TableUpdate>,
    mut told: MessageReader<Notification>,
    (mut last, mut past): (ResMut<Last>, ResMut<Past>),
    mut warning: ResMut<Warning>,
) {
    for message in shown.read() {
        match message {
            TableUpdate::Reset(..) => {
                last.0.clear();
                past.0.clear();
            }
            TableUpdate::Rewound { actions, .. } => {
                let left = past.0.len().saturating_sub(*actions);
                past.0.truncate(left);
                last.0 = past.0.last().cloned().unwrap_or_default();
            }
            TableUpdate::Events(events, _) => {
                // The cells of a way lie elsewhere when the board has changed.
                if events.iter().any(|event| matches!(event, Event::Rearranged { .. })) {
                    last.0.retain(|(tell, _)| *tell != MarkKind::Way);
                }
                let wanted: Vec<_> = events.iter().flat_map(traces).collect();
                // A roll belongs to the move before it.
                if !wanted.is_empty() {
                    last.0 = wanted;
                }
                past.0.push(last.0.clone());
            }
            _ => {}
        }
    }
    for Notification { cells, .. } in told.read() {
        *warning = Warning { cells: cells.clone(), left: WARNING };
    }
    if warning.left > 0.0 {
        warning.left -= frame_seconds(&time);
    }
}

/// What an event leaves marked: where it began and ended, and the way between.
fn traces(event: &Event) -> Vec<Wanted> {
    let ends =
        |cells: &mut dyn Iterator<Item = Cell>| cells.map(|cell| (MarkKind::Last, MarkTarget::Cell(cell))).collect();
    match event {
        Event::Moved { from, path, manner } | Event::Stacked { from, path, manner } => {
            let mut traces: Vec<_> = ends(&mut std::iter::once(*from).chain(path.last().copied()));
            if *manner == Manner::Slide && path.len() > 1 {
                traces.push((MarkKind::Way, way(*from, path)));
            }
            traces
        }
        Event::Pushed { cells, beyond } => ends(&mut cells.iter().copied().chain(*beyond)),
        Event::Shot { from, path } => {
            let mut traces: Vec<_> = ends(&mut std::iter::once(*from).chain(path.last().copied()));
            traces.push((MarkKind::Way, way(*from, path)));
            traces
        }
        Event::Exploded { at } => ends(&mut std::iter::once(*at)),
        Event::Dropped { to, .. } => ends(&mut std::iter::once(*to)),
        _ => Vec::new(),
    }
}

fn way(from: Cell, path: &[Cell]) -> MarkTarget {
    MarkTarget::Way(std::iter::once(from).chain(path.iter().copied()).collect())
}

fn draw(
    mut commands: Commands,
    mut assets: MeshAssets,
    state: (Res<Session>, Res<Selection>, Res<Settings>, Res<Animating>, Res<Places>, Res<Annotations>),
    (legal, free, pointed): (Res<LegalActions>, Res<FreeHands>, Res<Pointed>),
    memory: (Res<Last>, Res<Warning>),
    mut drawn: Local<BTreeMap<Wanted, Entity>>,
) {
    let (session, hand, settings, busy, places, sketch) = state;
    let changed = session.is_changed() || hand.is_changed() || settings.is_changed() || busy.is_changed();
    let changed = changed || legal.is_changed() || free.is_changed() || pointed.is_changed();
    let moved = places.is_changed();
    if !(changed || moved || sketch.is_changed() || memory.0.is_changed() || memory.1.is_changed()) {
        return;
    }
    let mut wanted = wanted(&session, &legal.0, &hand, &settings, busy.0, &memory.0, &memory.1);
    if settings.targets && !busy.0 {
        wanted.extend(pointed.targets.iter().cloned());
    }
    wanted.extend(sketch.strokes.iter().chain(&sketch.hint).chain(&sketch.draft).map(drawn_by_hand));
    if free.0 {
        // The board itself may lie elsewhere.
        wanted.clear();
    }
    drawn.retain(|mark, entity| {
        let stays = !moved && wanted.contains(mark);
        if !stays {
            commands.entity(*entity).despawn();
        }
        stays
    });
    for mark in wanted {
        if drawn.contains_key(&mark) {
            continue;
        }
        let (tell, on) = &mark;
        let Some((shape, at)) = mark_mesh(*tell, on, &places) else { continue };
        let up = Vec3::Y * (ABOVE + f32::from(tell.layer()) * 0.0001);
        let mesh = Mesh3d(assets.own_mesh(shape));
        let surface = MeshMaterial3d(assets.surface(MaterialKind::Mark(*tell)));
        let place = Transform::from_translation(at + up);
        let entity = commands.spawn((Mark, mesh, surface, place, NotShadowCaster)).id();
        drawn.insert(mark, entity);
    }
}

fn drawn_by_hand(stroke: &Stroke) -> Wanted {
    let on =
        if stroke.from == stroke.to { MarkTarget::Cell(stroke.to) } else { MarkTarget::Arrow(stroke.from, stroke.to) };
    (MarkKind::Drawn(stroke.ink), on)
}

fn wanted(
    session: &Session,
    legal: &[(String, Gesture)],
    hand: &Selection,
    settings: &Settings,
    busy: bool,
    last: &Last,
    warning: &Warning,
) -> Vec<Wanted> {
    let Some(game) = session.game() else { return Vec::new() };
    let mut wanted = last.0.clone();
    if !busy {
        wanted.extend(in_danger(game).into_iter().map(|cell| (MarkKind::Danger, MarkTarget::Cell(cell))));
        if let (true, Some(side)) = (settings.threats, game.turn().side()) {
            wanted.extend(
                game.attacked_by(side.other()).into_iter().map(|cell| (MarkKind::Threat, MarkTarget::Cell(cell))),
            );
        }
        if settings.targets {
            wanted.extend(offered(session, legal, hand));
        }
    }
    if warning.left > 0.0 {
        wanted.extend(warning.cells.iter().map(|cell| (MarkKind::Refused, MarkTarget::Cell(*cell))));
    }
    wanted.extend(hand.held.map(|place| (MarkKind::Held, at(place))));
    let over = session.running().is_some_and(|running| running.outcome().is_some());
    let cursor = hand.cursor.or(hand.hover).filter(|_| !over);
    wanted.extend(cursor.map(|cell| (MarkKind::Cursor, MarkTarget::Cell(cell))));
    wanted
}

fn at(place: Place) -> MarkTarget {
    match place {
        Place::Cell(cell) => MarkTarget::Cell(cell),
        Place::Reserve(side, slot) => MarkTarget::Reserve(side, slot),
    }
}

/// The cells of pieces that urgent notices are about; a notice may name those who threaten them, too.
fn in_danger(game: &dyn DynGame) -> Vec<Cell> {
    let pieces = game.pieces();
    let side = |cell: Cell| pieces.iter().find(|piece| piece.place == Place::Cell(cell)).and_then(|piece| piece.side);
    let urgent = game.notices().into_iter().filter(|notice| notice.urgent && !notice.binding);
    urgent
        .flat_map(|notice| {
            let whose = notice.cells.first().and_then(|cell| side(*cell));
            notice.cells.into_iter().filter(move |cell| side(*cell) == whose).collect::<Vec<_>>()
        })
        .collect()
}

/// What a person who is to act may do.
fn offered(session: &Session, legal: &[(String, Gesture)], hand: &Selection) -> Vec<Wanted> {
    let Some(running) = session.running() else { return Vec::new() };
    let game = running.game();
    match running.pending() {
        Pending::Throw { seat: Seat::Human, cell: Some(cell), .. } => {
            vec![(MarkKind::Movable, MarkTarget::Cell(cell)), (MarkKind::Movable, MarkTarget::Tray)]
        }
        Pending::Throw { seat: Seat::Human, .. } => vec![(MarkKind::Movable, MarkTarget::Tray)],
        Pending::Decide { seat: Seat::Human, .. } if hand.held.is_some() => {
            let bound = !binding::cells(game).is_empty();
            let mut targets = hand.targets(legal);
            targets.retain(|(action, _)| !bound || !binding::loses(game, action));
            let pointed =
                |gesture: &Gesture| gesture.to.is_some() && (gesture.to == hand.hover || gesture.to == hand.cursor);
            let aimed = targets.iter().filter(|(_, gesture)| pointed(gesture));
            let would = aimed.flat_map(|(action, _)| consequences(game, action));
            let chosen = hand.preview.iter().flat_map(|action| consequences(game, action));
            targets.iter().filter_map(|(_, gesture)| target(gesture)).chain(would).chain(chosen).collect()
        }
        Pending::Decide { seat: Seat::Human, .. } => {
            let bound = binding::cells(game);
            let may = |place: &Place| bound.is_empty() || bound.iter().any(|cell| Place::Cell(*cell) == *place);
            let from = legal.iter().filter_map(|(_, gesture)| gesture.from).filter(may);
            from.map(|place| (MarkKind::Movable, at(place))).collect()
        }
        _ => Vec::new(),
    }
}

/// What marks where an action leads.
pub(super) fn target(gesture: &Gesture) -> Option<Wanted> {
    let to = gesture.to?;
    let tell = match gesture.kind {
        GestureKind::Capture => MarkKind::Capture,
        GestureKind::Shot(_) => MarkKind::Shot,
        GestureKind::Combine => MarkKind::Stack,
        GestureKind::Push(_) => {
            let Some(Place::Cell(from)) = gesture.from else { return None };
            return Some((MarkKind::Push, MarkTarget::Toward(from, to)));
        }
        GestureKind::Quiet | GestureKind::Drop | GestureKind::Pass | GestureKind::Rearrange(_) => MarkKind::Target,
    };
    Some((tell, MarkTarget::Cell(to)))
}

/// What an action would do besides moving a piece: what it pushes, where it shoots, what blows up and what leaves the table.
fn consequences(game: &dyn DynGame, action: &str) -> Vec<Wanted> {
    let Ok(events) = game.boxed().apply(action) else { return Vec::new() };
    let mut wanted = Vec::new();
    for event in events {
        match event {
            Event::Pushed { cells, beyond } => {
                let steps = cells.iter().zip(cells.iter().skip(1).chain(&beyond));
                wanted.extend(steps.map(|(from, to)| (MarkKind::Push, MarkTarget::Arrow(*from, *to))));
                if let (None, Some(last)) = (beyond, cells.last()) {
                    wanted.push((MarkKind::Lost, MarkTarget::Cell(*last)));
                }
            }
            Event::Shot { from, path } => wanted.push((MarkKind::Aim, way(from, &path))),
            Event::Exploded { at } => wanted.push((MarkKind::Blast, MarkTarget::Cell(at))),
            Event::Taken { at, .. } => wanted.push((MarkKind::Lost, MarkTarget::Cell(at))),
            _ => {}
        }
    }
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::{Match, Setup};

    fn session(id: &str, position: Option<&str>) -> Session {
        let start = position.map(String::from);
        let setup = Setup { start, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1) };
        Session::of(crate::session::Showing::Match(Box::new(Match::new(setup).unwrap())))
    }

    /// The marks by which a person is told what may be done, as words: `Movable e2`, `Way a1-a2-a3`.
    fn told(session: &Session, held: Option<&str>, hover: Option<&str>) -> Vec<String> {
        let layout = session.game().unwrap().layout();
        let cell = |name: &str| layout.cell_named(name).unwrap();
        let held = held.map(|name| Place::Cell(cell(name)));
        let hand = Selection { held, hover: hover.map(cell), ..Selection::default() };
        words(session, &offered(session, &session.game().unwrap().gestures(), &hand))
    }

    fn words(session: &Session, wanted: &[Wanted]) -> Vec<String> {
        let layout = session.game().unwrap().layout();
        let name = |cell: &Cell| layout.cells[cell.index()].name.clone();
        let mut words: Vec<_> = wanted
            .iter()
            .map(|(tell, on)| match on {
                MarkTarget::Cell(cell) => format!("{tell:?} {}", name(cell)),
                MarkTarget::Way(cells) => format!("{tell:?} {}", cells.iter().map(name).collect::<Vec<_>>().join("-")),
                MarkTarget::Arrow(from, to) => format!("{tell:?} {}>{}", name(from), name(to)),
                MarkTarget::Toward(_, to) => format!("{tell:?} {}", name(to)),
                MarkTarget::Reserve(side, slot) => format!("{tell:?} reserve of {side} {slot}"),
                MarkTarget::Tray => format!("{tell:?} tray"),
            })
            .collect();
        words.sort();
        words.dedup();
        words
    }

    #[test]
    fn what_can_move_is_marked_and_then_where_it_can_go() {
        let chess = session("chess", Some("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"));
        assert_eq!(told(&chess, None, None), ["Movable e1", "Movable e4"]);
        assert_eq!(told(&chess, Some("e4"), None), ["Capture d5", "Target e5"]);
        assert_eq!(told(&chess, Some("e4"), Some("d5")), ["Capture d5", "Lost d5", "Target e5"]);
    }

    #[test]
    fn who_must_make_a_king_is_shown_what_makes_one() {
        let stacks = session("makarenko", Some("7h/8/8/8/8/8/2D5/D5B1 w 0"));
        assert_eq!(told(&stacks, None, None), ["Movable a1", "Movable c2"]);
        assert_eq!(told(&stacks, Some("a1"), None), ["Stack c2"]);
        assert!(in_danger(stacks.game().unwrap()).is_empty(), "red is for danger");
    }

    #[test]
    fn a_push_shows_the_chain_that_it_moves() {
        let plain = session("abalonian", Some("4k3/8/8/8/RNp5/8/8/4K3 w - - 7 1"));
        let marks = told(&plain, Some("a4"), Some("b4"));
        for mark in ["Push b4", "Push a4>b4", "Push b4>c4", "Push c4>d4"] {
            assert!(marks.iter().any(|other| other == mark), "{mark} is not among {marks:?}");
        }
        let off = session("abalonian", Some("4k3/8/8/8/5RNn/8/8/4K3 w - - 5 1"));
        assert!(!told(&off, Some("f4"), None).contains(&"Lost h4".to_string()));
        let marks = told(&off, Some("f4"), Some("g4"));
        assert!(marks.contains(&"Push f4>g4".to_string()) && marks.contains(&"Lost h4".to_string()), "{marks:?}");
    }

    #[test]
    fn a_throw_that_is_due_is_marked_in_the_tray() {
        let mut session = session("fluky", None);
        if let crate::session::Showing::Match(running) = &mut session.showing {
            running.act("c1c2").unwrap();
        }
        assert_eq!(told(&session, None, None), ["Movable c2", "Movable tray"]);
    }

    #[test]
    fn the_last_action_is_marked_with_its_way() {
        let chess = session("chess", None);
        let cell = |name: &str| chess.game().unwrap().layout().cell_named(name).unwrap();
        let slide = Event::Moved { from: cell("a1"), path: ["a2", "a3"].map(cell).into(), manner: Manner::Slide };
        assert_eq!(words(&chess, &traces(&slide)), ["Last a1", "Last a3", "Way a1-a2-a3"]);
        let leap = Event::Moved { from: cell("b1"), path: vec![cell("c3")], manner: Manner::Leap };
        assert_eq!(words(&chess, &traces(&leap)), ["Last b1", "Last c3"]);
    }
}
