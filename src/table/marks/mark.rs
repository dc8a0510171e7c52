//! A mark as a component: its kind and position.

use bevy::prelude::*;

use crate::engine::{Cell, Gesture, GestureKind, Place, Side};
use crate::table::material::MarkKind;

/// A mark on the table.
#[derive(Component, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableMark {
    /// The kind.
    pub kind: MarkKind,
    /// The position.
    pub target: MarkTarget,
}

/// The position of a mark.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkTarget {
    /// On a cell.
    Cell(Cell),
    /// On the second cell, pointing away from the first.
    Toward(Cell, Cell),
    /// From the first cell to the second.
    Arrow(Cell, Cell),
    /// Through the centres of these cells.
    Path(Vec<Cell>),
    /// Around the foremost piece in a slot of a reserve.
    Reserve(Side, u8),
    /// In the dice tray.
    Tray,
    /// Along the rim of a section of the board.
    Section(u8),
}

impl TableMark {
    /// A mark on a cell.
    #[must_use]
    pub fn on(kind: MarkKind, cell: Cell) -> TableMark {
        TableMark { kind, target: MarkTarget::Cell(cell) }
    }

    /// A mark on a cell, or around a piece of a reserve.
    pub(super) fn at(kind: MarkKind, place: Place) -> TableMark {
        match place {
            Place::Cell(cell) => TableMark::on(kind, cell),
            Place::Reserve(side, slot) => TableMark { kind, target: MarkTarget::Reserve(side, slot) },
        }
    }

    /// A mark from one cell to another.
    pub(super) fn arrow(kind: MarkKind, from: Cell, to: Cell) -> TableMark {
        TableMark { kind, target: MarkTarget::Arrow(from, to) }
    }

    /// A mark through a cell and a path from it.
    pub(super) fn path(kind: MarkKind, from: Cell, path: &[Cell]) -> TableMark {
        TableMark { kind, target: MarkTarget::Path(std::iter::once(from).chain(path.iter().copied()).collect()) }
    }

    /// A mark on the target of a gesture; `None` without a target.
    pub(super) fn destination(gesture: &Gesture) -> Option<TableMark> {
        let to = gesture.to?;
        let kind = match gesture.kind {
            GestureKind::Capture => MarkKind::Capture,
            GestureKind::Shot(_) => MarkKind::Shot,
            GestureKind::Combine => MarkKind::Stack,
            GestureKind::Push(_) => {
                let Some(Place::Cell(from)) = gesture.from else { return None };
                return Some(TableMark { kind: MarkKind::Push, target: MarkTarget::Toward(from, to) });
            }
            GestureKind::Quiet | GestureKind::Drop | GestureKind::Pass | GestureKind::Rearrange(_) => MarkKind::Target,
        };
        Some(TableMark::on(kind, to))
    }
}
