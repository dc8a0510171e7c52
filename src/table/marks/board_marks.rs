//! The marks on the board: the held piece, its targets and their effects, the last action, pieces
//! in danger, and the user's drawings. Each kind has its own shape, see [`super::figure`], so that
//! no mark depends on colour alone.

use std::collections::{BTreeSet, HashMap};

use bevy::ecs::system::SystemParam;
use bevy::light::NotShadowCaster;
use bevy::prelude::*;

use super::figure::Figure;
use super::forced;
use super::history::{LastMoveMarks, Warning};
use super::hover_targets::HoverTargets;
use super::mark::{MarkTarget, TableMark};
use crate::engine::{ActionText, Cell, DynGame, Event, Gesture, Place};
use crate::play::{Pending, Seat};
use crate::session::{
    self, Animating, AnnotationColour, AnnotationStroke, Annotations, FreeHands, LegalActions, Selection, Session,
    Settings,
};
use crate::table::animation::MovingAlong;
use crate::table::layout::{BoardPart, Places};
use crate::table::material::{MarkKind, MaterialKind, MeshAssets};

/// Height of the lowest marks above the cells, m.
const ABOVE: f32 = 0.0006;

/// Distance between the layers of marks, m.
const LAYER: f32 = 0.0001;

/// The mesh of each figure on this board.
#[derive(Resource, Default)]
pub(super) struct MarkMeshes(HashMap<Figure, Handle<Mesh>>);

/// Everything that determines the marks.
#[derive(SystemParam)]
pub(super) struct MarkSources<'w, 's> {
    session: Res<'w, Session>,
    legal: Res<'w, LegalActions>,
    selection: Res<'w, Selection>,
    hover_targets: Res<'w, HoverTargets>,
    annotations: Res<'w, Annotations>,
    settings: Res<'w, Settings>,
    animating: Res<'w, Animating>,
    free: Res<'w, FreeHands>,
    last_move: Res<'w, LastMoveMarks>,
    warning: Res<'w, Warning>,
    places: Res<'w, Places>,
    swinging: Query<'w, 's, (), (With<BoardPart>, With<MovingAlong>)>,
}

impl MarkSources<'_, '_> {
    fn changed(&self) -> bool {
        let match_changed = self.session.is_changed() || self.legal.is_changed() || self.animating.is_changed();
        let hand_changed = self.selection.is_changed() || self.hover_targets.is_changed() || self.free.is_changed();
        let memory_changed = self.last_move.is_changed() || self.warning.is_changed();
        let viewer_changed = self.annotations.is_changed() || self.settings.is_changed();
        match_changed || hand_changed || memory_changed || viewer_changed || self.places.is_changed()
    }

    fn marks(&self) -> BTreeSet<TableMark> {
        // The board itself may have been moved.
        if self.free.0 {
            return BTreeSet::new();
        }
        let mut marks = BTreeSet::new();
        if let Some(game) = self.session.game() {
            marks.extend(self.match_marks(game));
        }
        if self.settings.targets && !self.animating.0 {
            marks.extend(self.hover_targets.marks.iter().cloned());
        }
        let Annotations { strokes, draft, hint, hint_from } = &*self.annotations;
        marks.extend(strokes.iter().chain(hint).chain(draft).map(drawing));
        marks.extend(hint_from.map(|place| TableMark::at(MarkKind::Drawn(AnnotationColour::Hint), place)));
        marks
    }

    fn match_marks(&self, game: &dyn DynGame) -> Vec<TableMark> {
        let selection = &*self.selection;
        // Sections that swing leave no marks behind.
        let mut marks = if self.swinging.is_empty() { self.last_move.0.clone() } else { Vec::new() };
        if !self.animating.0 {
            marks.extend(in_danger(game).into_iter().map(|cell| TableMark::on(MarkKind::Danger, cell)));
            if let (true, Some(side)) = (self.settings.threats, game.turn().side()) {
                let attacked = game.attacked_by(side.other());
                marks.extend(attacked.into_iter().map(|cell| TableMark::on(MarkKind::Threat, cell)));
            }
            if self.settings.targets {
                marks.extend(offered(&self.session, &self.legal.0, selection));
            }
        }
        if let Some(exercise) = self.session.exercise().filter(|_| !self.animating.0) {
            let (cells, star) = exercise.marks();
            marks.extend(cells.into_iter().map(|cell| TableMark::on(MarkKind::Lesson, cell)));
            marks.extend(star.map(|cell| TableMark::on(MarkKind::Star, cell)));
        }
        marks.extend(self.warning.cells().iter().map(|cell| TableMark::on(MarkKind::Refused, *cell)));
        marks.extend(selection.held.map(|place| TableMark::at(MarkKind::Held, place)));
        let over = self.session.running().is_some_and(|running| running.outcome().is_some());
        let cursor = selection.pointed().and_then(Place::cell).filter(|_| !over);
        marks.extend(cursor.map(|cell| TableMark::on(MarkKind::Cursor, cell)));
        marks
    }
}

/// Updates the drawn marks. Unchanged ones are left alone.
pub(super) fn draw(
    mut commands: Commands,
    (mut assets, mut meshes): (MeshAssets, ResMut<MarkMeshes>),
    sources: MarkSources,
    drawn: Query<(Entity, &TableMark)>,
    mut swung: Local<bool>,
) {
    let swings = !sources.swinging.is_empty();
    if std::mem::replace(&mut *swung, swings) == swings && !sources.changed() {
        return;
    }
    let board_changed = sources.places.is_changed();
    if board_changed {
        meshes.0.clear();
    }
    let mut missing = sources.marks();
    for (entity, mark) in &drawn {
        if board_changed || !missing.remove(mark) {
            commands.entity(entity).despawn();
        }
    }
    for mark in missing {
        let Some((figure, at)) = Figure::of(&mark, &sources.places) else { continue };
        let mesh = meshes.0.entry(figure).or_insert_with_key(|figure| assets.own_mesh(figure.shape())).clone();
        let surface = MeshMaterial3d(assets.surface(MaterialKind::Mark(mark.kind)));
        let up = Vec3::Y * (ABOVE + f32::from(mark.kind.layer()) * LAYER);
        commands.spawn((mark, Mesh3d(mesh), surface, Transform::from_translation(at + up), NotShadowCaster));
    }
}

fn drawing(stroke: &AnnotationStroke) -> TableMark {
    let kind = MarkKind::Drawn(stroke.ink);
    if stroke.from == stroke.to {
        TableMark::on(kind, stroke.to)
    } else {
        TableMark::arrow(kind, stroke.from, stroke.to)
    }
}

/// The cells of the pieces named by urgent notices, without those of the attackers.
fn in_danger(game: &dyn DynGame) -> Vec<Cell> {
    let pieces = game.pieces();
    let side = |cell: Cell| pieces.iter().find(|piece| piece.place == Place::Cell(cell)).and_then(|piece| piece.side);
    let urgent = game.notices().into_iter().filter(|notice| notice.urgent && !notice.forces_reply);
    urgent
        .flat_map(|notice| {
            let whose = notice.cells.first().and_then(|cell| side(*cell));
            notice.cells.into_iter().filter(move |cell| side(*cell) == whose).collect::<Vec<_>>()
        })
        .collect()
}

/// The marks of the actions available to the user.
fn offered(session: &Session, legal: &[(ActionText, Gesture)], selection: &Selection) -> Vec<TableMark> {
    let Some(running) = session.running() else { return Vec::new() };
    let game = running.game();
    let tray = TableMark { kind: MarkKind::Movable, target: MarkTarget::Tray };
    match running.pending() {
        Pending::Throw { .. } if session.exercise().is_some_and(|exercise| !exercise.may_throw()) => Vec::new(),
        Pending::Throw { seat: Seat::Human, cell: Some(cell), .. } => {
            vec![TableMark::on(MarkKind::Movable, cell), tray]
        }
        Pending::Throw { seat: Seat::Human, .. } => vec![tray],
        Pending::Decide { seat: Seat::Human, .. } if selection.held.is_some() => {
            let is_forced = !forced::cells(game).is_empty();
            let mut targets = selection.targets(legal);
            targets.retain(|(action, _)| !is_forced || !forced::loses(game, action));
            let is_pointed = |gesture: &Gesture| {
                gesture.to.is_some() && (gesture.to == selection.hover || gesture.to == selection.cursor)
            };
            let pointed = targets.iter().filter(|(_, gesture)| is_pointed(gesture));
            let would = pointed.flat_map(|(action, _)| consequences(game, action));
            let previewed = selection.preview.iter().flat_map(|action| consequences(game, action));
            targets
                .iter()
                .filter_map(|(_, gesture)| TableMark::destination(gesture))
                .chain(would)
                .chain(previewed)
                .collect()
        }
        Pending::Decide { seat: Seat::Human, .. } => {
            let forced = forced::cells(game);
            let may = |place: &Place| forced.is_empty() || forced.iter().any(|cell| Place::Cell(*cell) == *place);
            let from = legal.iter().filter_map(|(_, gesture)| gesture.from).filter(may);
            let from = from.map(|place| TableMark::at(MarkKind::Movable, place));
            from.chain(liftable(legal, selection).map(|target| TableMark { kind: MarkKind::Movable, target })).collect()
        }
        _ => Vec::new(),
    }
}

/// The sections that a board change may lift; empty while one is in hand or previewed.
fn liftable(legal: &[(ActionText, Gesture)], selection: &Selection) -> impl Iterator<Item = MarkTarget> {
    let waits = selection.section.is_none() && selection.preview.is_none();
    let moved = session::changes(legal).filter(move |_| waits).flat_map(|(_, moved)| moved);
    moved.map(|(section, _)| MarkTarget::Section(*section)).collect::<BTreeSet<_>>().into_iter()
}

/// The effects of an action other than the move itself: pushes, shots, explosions, and pieces that
/// leave the board.
fn consequences(game: &dyn DynGame, action: &str) -> Vec<TableMark> {
    let Ok(events) = game.boxed().apply(action) else { return Vec::new() };
    let mut marks = Vec::new();
    for event in events {
        match event {
            Event::Pushed { cells, beyond } => {
                let steps = cells.iter().zip(cells.iter().skip(1).chain(&beyond));
                marks.extend(steps.map(|(from, to)| TableMark::arrow(MarkKind::Push, *from, *to)));
                if let (None, Some(last)) = (beyond, cells.last()) {
                    marks.push(TableMark::on(MarkKind::Lost, *last));
                }
            }
            Event::Shot { from, path } => marks.push(TableMark::path(MarkKind::LineOfFire, from, &path)),
            Event::Exploded { at } => marks.push(TableMark::on(MarkKind::Blast, at)),
            Event::Captured { at, .. } => marks.push(TableMark::on(MarkKind::Lost, at)),
            _ => {}
        }
    }
    marks
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::{Match, Setup};

    fn session(id: &str, position: Option<&str>) -> Session {
        let start = position.map(String::from);
        let setup = Setup { start, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1) };
        Session::from(Match::new(setup).unwrap())
    }

    /// The marks of the user's possible actions, as words: `Movable e2`, `Path a1-a2-a3`.
    fn offers(session: &Session, held: Option<&str>, hover: Option<&str>) -> Vec<String> {
        let layout = session.game().unwrap().layout();
        let cell = |name: &str| layout.cell_named(name).unwrap();
        let held = held.map(|name| Place::Cell(cell(name)));
        let selection = Selection { held, hover: hover.map(cell), ..Selection::default() };
        words(session, &offered(session, &session.game().unwrap().gestures(), &selection))
    }

    fn words(session: &Session, marks: &[TableMark]) -> Vec<String> {
        let layout = session.game().unwrap().layout();
        let name = |cell: &Cell| layout.cells[cell.index()].name.clone();
        let mut words: Vec<_> = marks
            .iter()
            .map(|TableMark { kind, target }| match target {
                MarkTarget::Cell(cell) => format!("{kind:?} {}", name(cell)),
                MarkTarget::Path(cells) => format!("{kind:?} {}", cells.iter().map(name).collect::<Vec<_>>().join("-")),
                MarkTarget::Arrow(from, to) => format!("{kind:?} {}>{}", name(from), name(to)),
                MarkTarget::Toward(_, to) => format!("{kind:?} {}", name(to)),
                MarkTarget::Reserve(side, slot) => format!("{kind:?} reserve of {side} {slot}"),
                MarkTarget::Tray => format!("{kind:?} tray"),
                MarkTarget::Section(section) => format!("{kind:?} section {section}"),
            })
            .collect();
        words.sort();
        words.dedup();
        words
    }

    #[test]
    fn movable_pieces_are_marked_and_then_their_targets() {
        let chess = session("chess", Some("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"));
        assert_eq!(offers(&chess, None, None), ["Movable e1", "Movable e4"]);
        assert_eq!(offers(&chess, Some("e4"), None), ["Capture d5", "Target e5"]);
        assert_eq!(offers(&chess, Some("e4"), Some("d5")), ["Capture d5", "Lost d5", "Target e5"]);
    }

    #[test]
    fn a_player_who_must_make_a_king_is_shown_how() {
        let stacks = session("makarenko", Some("7h/8/8/8/8/8/2D5/D5B1 w 0"));
        assert_eq!(offers(&stacks, None, None), ["Movable a1", "Movable c2"]);
        assert_eq!(offers(&stacks, Some("a1"), None), ["Stack c2"]);
        assert!(in_danger(stacks.game().unwrap()).is_empty(), "red is for danger");
    }

    #[test]
    fn a_push_shows_the_chain_that_it_moves() {
        let plain = session("abalonian", Some("4k3/8/8/8/RNp5/8/8/4K3 w - - 7 1"));
        let marks = offers(&plain, Some("a4"), Some("b4"));
        for mark in ["Push b4", "Push a4>b4", "Push b4>c4", "Push c4>d4"] {
            assert!(marks.iter().any(|other| other == mark), "{mark} is not among {marks:?}");
        }
        let off = session("abalonian", Some("4k3/8/8/8/5RNn/8/8/4K3 w - - 5 1"));
        assert!(!offers(&off, Some("f4"), None).contains(&"Lost h4".to_string()));
        let marks = offers(&off, Some("f4"), Some("g4"));
        assert!(marks.contains(&"Push f4>g4".to_string()) && marks.contains(&"Lost h4".to_string()), "{marks:?}");
    }

    #[test]
    fn sections_that_may_be_lifted_are_outlined() {
        let mut session = session("whack", None);
        for step in 0..400_usize {
            let Some(running) = session.match_on_table_mut() else { unreachable!() };
            let (legal, sections) = (running.game().gestures(), running.game().layout().sections.len());
            if sections == 4 && session::changes(&legal).next().is_some() {
                break;
            }
            let actions = running.game().actions();
            let action = actions[step * 7919 % actions.len()].clone();
            if action.is_roll() {
                let roll = running.throw(None).unwrap();
                running.apply_roll(&roll).unwrap();
            } else {
                running.act(&action).unwrap();
            }
        }
        let offers = offers(&session, None, None);
        let legal = session.game().unwrap().gestures();
        let lifted: BTreeSet<_> =
            session::changes(&legal).flat_map(|(_, moved)| moved).map(|(section, _)| section).collect();
        assert!(!lifted.is_empty());
        for section in lifted {
            assert!(offers.contains(&format!("Movable section {section}")), "{section} is not among {offers:?}");
        }
        let in_hand = Selection { section: Some(0), ..Selection::default() };
        assert_eq!(liftable(&legal, &in_hand).count(), 0);
    }

    #[test]
    fn a_throw_that_is_due_is_marked_in_the_tray() {
        let mut session = session("fluky", None);
        if let Some(running) = session.match_on_table_mut() {
            running.act("c1c2").unwrap();
        }
        assert_eq!(offers(&session, None, None), ["Movable c2", "Movable tray"]);
    }
}
