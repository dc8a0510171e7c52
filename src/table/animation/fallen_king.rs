//! The end of a match: loose pieces go home, and the losing king is toppled onto its cell. It
//! stands up when the match continues after a takeback or a step back, and when a new match begins.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::motion::{MotionPath, MovingAlong, sounds, start};
use super::queue::{InMotion, read, report};
use super::rewind::{LaidOut, go_back};
use super::show::{Show, StandUp};
use crate::engine::{Cell, Look, Place, Side};
use crate::session::{Animating, Session};
use crate::table::layout::{Places, world as in_world};
use crate::table::mesh::chip;
use crate::table::physics::Loose;
use crate::table::piece::collider::PieceShape;
use crate::table::piece::{PieceIndex, ReadPieces, TablePiece, Toppled, stacks};
use crate::table::schedule::{FrameSet, STEP};

/// Duration of the fall, steps.
const FALL: u8 = 60;
/// Duration of the rocking after the fall, steps.
const ROCK: u8 = 22;
/// Time to stand up, steps.
const RISE: u8 = 45;

/// Amplitude of the rocking, as a fraction of the fall.
const REBOUND: f32 = 0.07;

/// The chips of a fallen stack lean on each other. Extra angle of each chip, radians.
const LEAN: f32 = 0.52;
/// The largest angle of a chip, radians.
const MAX_LEAN: f32 = 1.25;

/// Topples kings and stands them up.
pub fn plugin(app: &mut App) {
    app.add_observer(stand_up)
        .add_observer(lay_down_at_once)
        .add_systems(Update, follow_outcome.run_if(is_due).after(read).before(report).in_set(FrameSet::Read));
}

/// The side whose king is toppled at the end.
fn loser(session: &Session) -> Option<Side> {
    session.outcome()?.winner.map(Side::other)
}

/// Whether the shown outcome may be out of date: the table has come to rest, or the match has
/// changed while it was at rest.
fn is_due(moving: InMotion, animating: Res<Animating>, session: Res<Session>) -> bool {
    !moving.now() && (animating.0 || session.is_changed())
}

/// When a match has ended, sends everything home, including a thrown die whose symbol will not be
/// shown. Then topples the losing king or stands it up.
fn follow_outcome(
    world: &mut World,
    lying: &mut QueryState<(), With<Toppled>>,
    moving: &mut QueryState<(), With<MovingAlong>>,
) {
    let lies = lying.iter(world).next().is_some();
    let session = world.resource::<Session>();
    let (loser, is_over) = (loser(session), session.outcome().is_some());
    if is_over && !lies {
        go_back(world, &[]);
        if moving.iter(world).next().is_some() {
            // The king waits until everything is home.
            return;
        }
    }
    match loser {
        Some(side) if !lies => {
            for (entity, path) in lay_down(world, side) {
                if world.get::<Loose>(entity).is_some() {
                    continue;
                }
                let seconds = STEP * (path.len() - 1) as f32;
                let falling = MovingAlong::new(MotionPath::Sampled, path, seconds);
                let falling = match world.get::<TablePiece>(entity) {
                    Some(piece) => sounds::voiced(&piece.look, falling),
                    None => falling,
                };
                start(world, entity, falling);
            }
        }
        None if lies => world.trigger(Show(StandUp)),
        _ => {}
    }
    world.flush();
}

/// Shows a fallen king without animation when the table is laid out from scratch.
fn lay_down_at_once(_: On<LaidOut>, mut commands: Commands) {
    commands.queue(|world: &mut World| {
        if let Some(side) = loser(world.resource::<Session>()) {
            lay_down(world, side);
        }
    });
}

fn stand_up(_: On<Show<StandUp>>, toppled: Query<Entity, With<Toppled>>, mut commands: Commands) {
    let mut toppled: Vec<_> = toppled.iter().collect();
    toppled.sort_unstable();
    for entity in &toppled {
        commands.entity(*entity).remove::<Toppled>();
    }
    commands.queue(move |world: &mut World| {
        for base in toppled {
            if stacks::base(world, base) != base {
                continue;
            }
            for (entity, fall) in fall(world, base) {
                let mut path: Vec<_> =
                    (0..=RISE).rev().map(|step| fall.at(smooth(f32::from(step) / f32::from(RISE)))).collect();
                path[0] = world.get::<Transform>(entity).copied().unwrap_or(path[0]);
                if world.get::<Loose>(entity).is_none() {
                    start(world, entity, MovingAlong::new(MotionPath::Sampled, path, STEP * f32::from(RISE)));
                }
            }
        }
        stacks::refresh_homes(world);
    });
}

fn smooth(share: f32) -> f32 {
    share * share * (3.0 - 2.0 * share)
}

/// Marks the king of a side as toppled. Returns the path of each of its parts.
fn lay_down(world: &mut World, side: Side) -> Vec<(Entity, Vec<Transform>)> {
    let falls: Vec<_> = kings(world, side).into_iter().flat_map(|base| fall(world, base)).collect();
    let mut paths = Vec::new();
    for (entity, fall) in falls {
        let falling = (0..=FALL).map(|step| {
            // Slow at first, like anything tipped over.
            let share = f32::from(step) / f32::from(FALL);
            fall.at(share * share)
        });
        let rocking = (1..=ROCK).map(|step| {
            let share = f32::from(step) / f32::from(ROCK);
            fall.at(1.0 - REBOUND * 4.0 * share * (1.0 - share))
        });
        let path: Vec<_> = falling.chain(rocking).collect();
        world.entity_mut(entity).insert(Toppled(fall.at(1.0)));
        paths.push((entity, path));
    }
    stacks::refresh_homes(world);
    paths
}

/// The kings of a side on the board; empty if all have been captured.
fn kings(world: &World, side: Side) -> Vec<Entity> {
    let Some(game) = world.resource::<Session>().game() else { return Vec::new() };
    let own = world.resource::<PieceIndex>().iter().filter(|(base, place)| {
        matches!(place, Place::Cell(_)) && world.get::<TablePiece>(*base).is_some_and(|piece| piece.side == Some(side))
    });
    let is_king = |base: &Entity| stacks::look(world, *base).is_some_and(|look| game.piece_info(&look).is_king());
    own.map(|(base, _)| base).filter(is_king).collect()
}

/// The fall of one part of a stack, in a vertical plane through the stack's axis.
#[derive(Clone, Copy)]
struct FallingPiece {
    standing: Transform,
    /// The centre of the stack's foot.
    foot: Vec3,
    /// The horizontal direction of the fall.
    along: Vec3,
    kind: FallKind,
}

#[derive(Clone, Copy)]
enum FallKind {
    /// Rigidly with the stack, about the edge of its foot at distance `edge` from the axis, m, by
    /// `angle`, radians, while that edge slides back by `back`, m.
    Tipped { edge: f32, angle: f32, back: f32 },
    /// To a point of the plane (along the fall and up from the foot, m), leaning forward by `angle`
    /// at the end, radians.
    Slid { to: Vec2, angle: f32 },
}

impl FallingPiece {
    /// The pose after a fraction of the fall, 0 to 1.
    fn at(&self, share: f32) -> Transform {
        let axis = Vec3::Y.cross(self.along);
        let from = self.standing.translation - self.foot;
        let (offset, angle) = match self.kind {
            FallKind::Tipped { edge, angle, back } => {
                let pivot = self.along * edge;
                let angle = angle * share;
                (pivot + Quat::from_axis_angle(axis, angle) * (from - pivot) - self.along * back * share, angle)
            }
            FallKind::Slid { to, angle } => {
                let up = from.y + (to.y - from.y) * share * share;
                (self.along * to.x * share + Vec3::Y * up, angle * share)
            }
        };
        let rotation = Quat::from_axis_angle(axis, angle) * self.standing.rotation;
        Transform { translation: self.foot + offset, rotation, scale: Vec3::ONE }
    }
}

/// The fall of each part of a stack from its home.
fn fall(world: &World, base: Entity) -> Vec<(Entity, FallingPiece)> {
    let all = stacks::stack(world, base);
    let Some(upright) = stacks::home(world, base) else { return Vec::new() };
    let foot = upright.translation - Vec3::Y * stacks::shape(world, base).lift();
    let shapes: Vec<_> = all.iter().map(|entity| stacks::shape(world, *entity)).collect();
    let is_chips = matches!(world.get::<TablePiece>(base), Some(TablePiece { look: Look::Chips(_), .. }));
    let (kinds, length) = if is_chips { slid(shapes.len()) } else { tipped(&shapes) };
    let along = direction(world, base, foot, length, shapes[0]);
    let falls = all.iter().zip(kinds).filter_map(|(entity, kind)| {
        let standing = stacks::home(world, *entity)?;
        Some((*entity, FallingPiece { standing, foot, along, kind }))
    });
    falls.collect()
}

/// The fall of a rigid stack, and its length when it lies centred on its cell, m.
fn tipped(shapes: &[PieceShape]) -> (Vec<FallKind>, f32) {
    // The outline of the stack: the half-width at each height.
    let mut outline = Vec::new();
    let mut rise = 0.0;
    for shape in shapes {
        let (foot, head) = match *shape {
            PieceShape::Round(foot, head, _) | PieceShape::Square(foot, head, _) => (foot, head),
            PieceShape::Cube => (shape.reach(), shape.reach()),
        };
        outline.extend([Vec2::new(foot, rise), Vec2::new(head, rise + shape.height())]);
        rise += shape.height();
    }
    let edge = outline.first().map_or(0.0, |point| point.x);
    // The stack comes to rest on the edge of its foot and the first other point of the outline to
    // touch the table.
    let meets = outline.iter().skip(1).map(|point| point.y.atan2(point.x - edge));
    let angle = meets.fold(std::f32::consts::PI, f32::min).max(FRAC_PI_2 * 0.5);
    let lying = |point: Vec2| edge + Vec2::from_angle(-angle).rotate(point - Vec2::new(edge, 0.0)).x;
    let ends = outline.iter().flat_map(|point| [*point, Vec2::new(-point.x, point.y)]).map(lying);
    let (low, high) = ends.fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(x), high.max(x)));
    (vec![FallKind::Tipped { edge, angle, back: (low + high) / 2.0 }; shapes.len()], high - low)
}

/// The fall of `count` chips that slide off each other, each leaning on the previous one, and the
/// length of the row, m.
fn slid(count: usize) -> (Vec<FallKind>, f32) {
    let (half, radius) = (chip::HEIGHT / 2.0, chip::RADIUS);
    let mut lying: Vec<(Vec2, f32)> = Vec::new();
    let corners = |(middle, angle): (Vec2, f32)| {
        let turned = Vec2::from_angle(-angle);
        [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)]
            .map(|(x, y)| middle + turned.rotate(Vec2::new(x * radius, y * half)))
    };
    for nth in 0..count {
        let angle = (LEAN * nth as f32).min(MAX_LEAN);
        // The line of the chip's lower face passes through its lowest point and clears the previous
        // chip.
        let touch = lying.last().map_or(radius, |before| {
            corners(*before).into_iter().map(|corner| corner.x + corner.y / angle.tan()).fold(f32::MIN, f32::max)
        });
        let back = Vec2::from_angle(-angle).rotate(Vec2::new(-radius, half));
        lying.push((Vec2::new(touch, 0.0) + back, angle));
    }
    let ends = lying.iter().flat_map(|chip| corners(*chip)).map(|corner| corner.x);
    let (low, high) = ends.fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(x), high.max(x)));
    let middle = Vec2::new((low + high) / 2.0, 0.0);
    (lying.into_iter().map(|(at, angle)| FallKind::Slid { to: at - middle, angle }).collect(), high - low)
}

/// The direction in which a toppled piece of this length falls, chosen to clear its neighbours.
/// Round pieces fall towards a corner of the cell, where there is most room; square ones tip over
/// an edge.
fn direction(world: &World, base: Entity, foot: Vec3, length: f32, shape: PieceShape) -> Vec3 {
    let directions = match (shape, world.place(base)) {
        (PieceShape::Square(..) | PieceShape::Cube, _) | (_, None | Some(Place::Reserve(..))) => {
            [Vec3::X, Vec3::NEG_Z, Vec3::NEG_X, Vec3::Z]
        }
        (PieceShape::Round(..), Some(Place::Cell(cell))) => to_corners(world, cell, foot),
    };
    let others = world.resource::<PieceIndex>().iter().filter(|(other, _)| *other != base);
    let others: Vec<_> = others
        .filter_map(|(other, _)| {
            Some((stacks::home(world, other)?.translation - foot, stacks::shape(world, other).reach()))
        })
        .collect();
    let half = (length / 2.0 - shape.reach()).max(0.0);
    let room = |direction: Vec3| {
        let apart = |(at, reach): &(Vec3, f32)| {
            let nearest = direction * at.dot(direction).clamp(-half, half);
            at.xz().distance(nearest.xz()) - reach
        };
        others.iter().map(apart).fold(f32::MAX, f32::min)
    };
    // Of equally good directions, the first.
    let better = |best, other| if room(other) > room(best) + 1e-4 { other } else { best };
    directions.into_iter().reduce(better).unwrap_or(Vec3::X)
}

fn to_corners(world: &World, cell: Cell, foot: Vec3) -> [Vec3; 4] {
    let corners = world.resource::<Places>().layout.cells.get(cell.index()).map(|shape| shape.corners);
    corners.unwrap_or_default().map(|corner| {
        let corner = in_world(Vec2::new(corner.x, corner.y));
        (corner - foot).with_y(0.0).normalize_or(Vec3::X)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fallen piece lies on the table: its lowest point neither floats nor penetrates the board.
    #[test]
    fn fallen_kings_lie_on_the_table() {
        let king = PieceShape::Round(0.0174, 0.0096, 0.0814);
        let pyramids = [PieceShape::Square(0.0122, 0.0066, 0.019); 2];
        for shapes in [&[king][..], &pyramids, &[PieceShape::Cube]] {
            let (kinds, length) = tipped(shapes);
            let height: f32 = shapes.iter().map(|shape| shape.height()).sum();
            assert!(length > height * 0.9 && length < height + 0.04, "{length}");
            let mut rise = 0.0;
            for (shape, kind) in shapes.iter().zip(kinds) {
                let standing = Transform::from_xyz(0.0, rise, 0.0);
                let fall = FallingPiece { standing, foot: Vec3::ZERO, along: Vec3::X, kind };
                assert_eq!(fall.at(0.0), standing);
                let (lies, foot) = (fall.at(1.0), shape.reach());
                let lowest = lies.transform_point(Vec3::X * foot).y;
                assert!(lowest.abs() < 0.004, "{shape:?}: {lowest}");
                assert!((lies.rotation * Vec3::Y).y < 0.01);
                rise += shape.height();
            }
        }
    }

    #[test]
    fn chips_lean_on_each_other() {
        let (kinds, length) = slid(8);
        assert!(length < 0.107, "{length} m do not fit between the neighbours");
        let lying: Vec<_> = kinds
            .into_iter()
            .map(|kind| FallingPiece { standing: Transform::default(), foot: Vec3::ZERO, along: Vec3::X, kind }.at(1.0))
            .collect();
        assert!((lying[0].translation.y - chip::HEIGHT / 2.0).abs() < 1e-6);
        for (nth, chip) in lying.iter().enumerate() {
            let lowest = chip.transform_point(Vec3::new(chip::RADIUS, -chip::HEIGHT / 2.0, 0.0)).y;
            assert!(nth == 0 || lowest.abs() < 1e-5, "{nth}: {lowest}");
            assert!(nth == 0 || chip.translation.x > lying[nth - 1].translation.x);
        }
    }
}
