//! Tools of the observers that animate events: they read the homes and poses of pieces, and start
//! movements.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use super::journal::TableJournal;
use super::motion::{MotionPath, MovingAlong, Pace, StartMoving, sounds};
use crate::engine::{Cell, Look, Manner};
use crate::table::piece::{ReadPieces, TablePieces, stacks};

/// Time to transform a piece, or to set it down, s.
pub(super) const TURN: f32 = 0.3;

/// Height of a leap, m.
pub(super) const LEAP: f32 = 0.075;

/// The shortest duration of a slide, s.
const SLIDE: f32 = 0.22;
/// Extra duration for each metre, s.
const SLIDE_METRE: f32 = 1.1;

/// Time to set down a piece from the hand, s.
pub(super) const SET_DOWN: f32 = 0.16;

/// A piece further than this from the start of its move is in a player's hand, m.
const IN_HAND: f32 = 0.01;

/// Clearance of a leap above the stack on which it ends, m.
const CLEARANCE: f32 = 0.02;

/// Time between the starts of successive chips of a stack, s.
const LAG: f32 = 0.035;
/// The largest time between the first and the last chip, s.
const MAX_LAG: f32 = 0.22;

/// Reduces that time for sliding stacks, which lean back but do not fall.
const LEAN: f32 = 0.5;

/// The part of a stack taken in hand by the last [`crate::engine::Event::Split`]. The next move
/// from its cell moves it.
#[derive(Component, Debug, Clone, Copy, PartialEq, Eq)]
pub struct SplitOff;

/// Reads the table and starts movements.
#[derive(SystemParam)]
pub struct Performer<'w, 's> {
    pub pieces: TablePieces<'w, 's>,
    pub pace: Res<'w, Pace>,
    pub commands: Commands<'w, 's>,
    poses: Query<'w, 's, &'static Transform>,
    split_off: Query<'w, 's, Entity, With<SplitOff>>,
    journal: ResMut<'w, TableJournal>,
}

impl Performer<'_, '_> {
    /// The current pose.
    pub fn pose(&self, entity: Entity) -> Transform {
        self.poses.get(entity).copied().unwrap_or_default()
    }

    /// The lowest piece on a cell.
    pub fn base_on(&self, cell: Cell) -> Option<Entity> {
        self.pieces.index().on(cell)
    }

    /// The pose of a piece standing on a cell.
    pub fn standing(&self, entity: Entity, cell: Cell) -> Transform {
        stacks::standing(&self.pieces, entity, self.pieces.places().cell(cell))
    }

    /// Takes the moving piece of a cell: the part of a stack in hand, or else the piece on the
    /// cell.
    pub fn take_up(&mut self, cell: Cell) -> Option<Entity> {
        let entity = self.split_off.iter().next().or_else(|| self.base_on(cell))?;
        self.commands.entity(entity).remove::<SplitOff>();
        Some(entity)
    }

    /// The path of a piece along cells, ending `rise` above the board, m.
    pub fn path(&self, entity: Entity, from: Cell, cells: &[Cell], manner: Manner, rise: f32) -> MovingAlong {
        let start = self.pose(entity);
        let mut last = self.pieces.places().cell(from);
        if start.translation.xz().distance(last.xz()) > IN_HAND {
            // A player has already carried the piece here.
            let mut end = cells.last().map_or(start, |cell| self.standing(entity, *cell));
            end.translation.y += rise;
            return MovingAlong::new(MotionPath::Straight, vec![start, end], SET_DOWN).bouncing();
        }
        let mut poses = vec![start];
        let mut length = 0.0;
        for (i, &cell) in cells.iter().enumerate() {
            let end = i + 1 == cells.len();
            if !end && manner == Manner::Leap {
                continue;
            }
            let mut pose = self.standing(entity, cell);
            length += last.xz().distance(pose.translation.xz());
            last = pose.translation;
            if end {
                pose.translation.y += rise;
            } else {
                pose.rotation = start.rotation;
            }
            poses.push(pose);
        }
        let duration = SLIDE + SLIDE_METRE * length;
        match manner {
            Manner::Slide if rise <= 0.0 => MovingAlong::new(MotionPath::Straight, poses, duration),
            _ => MovingAlong::new(MotionPath::Arc(LEAP.max(rise + CLEARANCE)), poses, duration).bouncing(),
        }
    }

    /// Moves a piece with its sounds. The path is recorded for takebacks.
    pub fn move_piece(&mut self, entity: Entity, moving: MovingAlong) {
        self.journal.record_path(entity, &moving);
        let moving = match self.pieces.piece(entity) {
            Some(piece) => sounds::voiced(&piece.look, moving),
            None => moving,
        };
        self.commands.start(entity, moving);
    }

    /// Moves a piece with all pieces stacked on it. The chips of a stack follow each other: in a
    /// leap the upper ones leave first and arrive last, in a slide they lag behind.
    pub fn travel(&mut self, base: Entity, path: &MovingAlong) {
        let all = stacks::stack(&self.pieces, base);
        let is_chips = self.pieces.piece(base).is_some_and(|piece| matches!(piece.look, Look::Chips(_)));
        let follows = is_chips && *self.pace == Pace::Full;
        let lag = if follows { LAG.min(MAX_LAG / all.len().saturating_sub(1).max(1) as f32) } else { 0.0 };
        let mut rise = 0.0;
        for (i, &entity) in all.iter().enumerate() {
            let (below, above) = (i as f32, (all.len() - 1 - i) as f32);
            let own = path.clone().carrying(Transform::from_xyz(0.0, rise, 0.0));
            rise += stacks::shape(&self.pieces, entity).height();
            let own = if path.flies() {
                own.after(lag * above).slower(1.5 * lag * below)
            } else {
                own.after(LEAN * lag * below)
            };
            if i == 0 {
                self.move_piece(entity, own);
            } else {
                self.journal.record_path(entity, &own);
                self.commands.start(entity, own);
            }
        }
    }
}
