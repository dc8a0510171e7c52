//! Display on the table: pieces, gestures and notices; descriptions of actions.

use super::action::{Action, ActionKind};
use super::board::arrangement::Arrangement;
use super::board::cell::{Cell, beside_edge, cells, listed};
use super::board::changes::motion;
use super::board::joins::letter;
use super::board::roll::Roll;
use super::events::look;
use super::generate::capture_targets;
use super::layout::{layout, lifted_to};
use super::notation::{Ending, combined, ending, lifted, new_joins};
use super::position;
use super::position::{Phase, Whack, team};
use super::stack::PieceKind;
use crate::engine::{self, Gesture, GestureKind, Layout, Look, Notice, Piece, PieceInfo, Place, Rules, Side, Tabletop};

impl Tabletop for Whack {
    fn layout(&self) -> Layout {
        layout(self.arrangement)
    }

    fn pieces(&self) -> Vec<Piece> {
        let pieces = self.pieces.iter();
        pieces
            .map(|(cell, side, stack)| Piece {
                place: Place::Cell(cell.on_table()),
                side: Some(side),
                look: look(stack),
            })
            .collect()
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        match action.kind() {
            ActionKind::Roll(_) | ActionKind::ImpossibleChange(_) => None,
            ActionKind::Change(after) => {
                let poses = lifted_to(self, after).into_iter().enumerate();
                let moved = poses.filter_map(|(section, pose)| Some((section as u8, pose?))).collect();
                let kind = GestureKind::Rearrange(moved);
                Some(Gesture { choice: Some(after.joins().to_string()), ..Gesture::bare(kind) })
            }
            ActionKind::Move { from, to } => {
                let kind = match self.pieces.side(to) {
                    None => GestureKind::Quiet,
                    Some(side) if side == self.side => GestureKind::Combine,
                    Some(_) => GestureKind::Capture,
                };
                Some(Gesture::new(Place::Cell(from.on_table()), to.on_table(), kind))
            }
        }
    }

    fn describe(&self, action: Action) -> String {
        let mut after = *self;
        after.play(action);
        let words = match action.kind() {
            ActionKind::Roll(roll) => return describe_roll(self, roll, &after),
            ActionKind::Change(board) => describe_change(self, board),
            ActionKind::Move { from, to } => describe_move(self, from, to),
            ActionKind::ImpossibleChange(_) => action.to_string(),
        };
        match ending(self, &after) {
            Ending::Win => words + " and wins",
            Ending::Draw => words + ", a draw",
            Ending::Check => words + ", check",
            Ending::None => words,
        }
    }

    /// The announcement of the complete board, or of the first move.
    fn announcement(&self, action: Action) -> Option<String> {
        let mut after = *self;
        after.play(action);
        let opening = |phase| matches!(phase, Phase::Open | Phase::OpenChange(_));
        match (self.phase, after.phase) {
            (Phase::Place, Phase::Open) => Some("The board is complete: opening roll".into()),
            (before, Phase::Move) if opening(before) => Some("The moves begin".into()),
            _ => None,
        }
    }

    /// The effect of a roll: `TIP: a section to one join`.
    fn face_meaning(&self, symbol: &str) -> Option<String> {
        Roll::from_symbol(symbol).map(|roll| format!("{}: {}", roll.name(), roll.gist()))
    }

    fn piece_info(&self, look: &Look) -> PieceInfo {
        let Look::Pyramids(sizes) = look else { return PieceInfo::of(look) };
        let points = sizes.iter().sum();
        let Some(kind) = PieceKind::of_points(points) else { return PieceInfo::of(look) };
        let moves = match kind {
            PieceKind::Pawn => "One step over any side. Captures by one diagonal step.",
            PieceKind::Knight => {
                "Two cells straight on and one to the side, or one and then two; leaps over pieces in between."
            }
            PieceKind::Bishop => "Any distance along diagonals, across joins too.",
            PieceKind::Rook => "Any distance along straight lines, across joins too.",
            PieceKind::King => "One step over a side, or one diagonal step.",
            PieceKind::Queen => "Any distance along straight lines and diagonals, across joins too.",
        };
        let measure = if points == 1 { "1 point".to_string() } else { format!("{points} points") };
        PieceInfo {
            measure,
            number: Some(points),
            plate: Some(points.to_string()),
            ..PieceInfo::new(kind.name(), moves)
        }
    }

    /// The notices of a position: the pending roll or choice, and every king in check.
    fn notices(&self) -> Vec<Notice> {
        let player = team(self.side);
        let due = match self.phase {
            _ if self.decided().is_some() => None,
            Phase::Place => {
                let section = self.arrangement.sections();
                let onto = match section {
                    1 => "section A",
                    2 => "A or B, by one join",
                    _ => "an end of the track, by one join",
                };
                Some(format!("{player} places section {}: join it to {onto}", letter(section)))
            }
            Phase::Open => Some(format!("Opening roll: {player} rolls for the board")),
            Phase::Roll => Some(format!("{player} has captured and rolls for the board")),
            Phase::OpenChange(roll) | Phase::RollChange(roll) => {
                Some(format!("{}: {player} has to {}", roll.name(), roll.task()))
            }
            Phase::Move => None,
        };
        let due = due.map(|text| Notice { text, cells: Vec::new(), urgent: false, forces_reply: false });
        let kings =
            Side::BOTH.into_iter().flat_map(|side| cells(self.kings_in_check(side)).map(move |king| (side, king)));
        let checks = kings.map(|(side, king)| {
            let attackers = self.pieces.attackers_to(self.arrangement.graph(), king, side.other());
            let cells = std::iter::once(king).chain(cells(attackers)).map(Cell::on_table).collect();
            Notice {
                text: format!("{}'s king on {king} is in check", team(side)),
                cells,
                urgent: true,
                forces_reply: false,
            }
        });
        due.into_iter().chain(checks).collect()
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        Some(Whack { side, phase: position::Phase::Move, ..*self })
    }

    fn attacked_by(&self, side: Side) -> Vec<engine::Cell> {
        cells(capture_targets(self, side)).map(Cell::on_table).collect()
    }
}

fn describe_roll(position: &Whack, roll: Roll, after: &Whack) -> String {
    let rolls = format!("{} rolls {}: {}", team(position.side), roll.symbol(), roll.name());
    match roll {
        Roll::Hop => rolls + ": the board does not change",
        _ if after.phase.roll().is_none() => {
            format!("{rolls}, but cannot {}, so the board does not change", roll.task())
        }
        _ => format!("{rolls}, and has to {}", roll.task()),
    }
}

fn describe_move(position: &Whack, from: Cell, to: Cell) -> String {
    let name = |cell: Cell| position.pieces.stack(cell).map_or("piece", |stack| stack.kind().name());
    let mover = name(from);
    let capitalized = mover[..1].to_uppercase() + &mover[1..];
    match (position.pieces.side(to), combined(position, from, to)) {
        (_, Some(kind)) => {
            format!("{capitalized} on {from} joins the {} on {to} to form a {}", name(to), kind.name())
        }
        (Some(_), None) => format!("{capitalized} on {from} takes {} on {to}", name(to)),
        (None, None) => format!("{capitalized} moves from {from} to {to}"),
    }
}

fn describe_change(position: &Whack, after: Arrangement) -> String {
    let before = position.arrangement;
    let lifted = lifted(position, after);
    let sections = listed(lifted.iter().map(|&section| letter(section).to_string()).collect());
    let what = match position.phase.roll() {
        None => format!("Places section {sections}"),
        Some(Roll::Swap) => return format!("Exchanges sections {sections}"),
        Some(Roll::Aim) => {
            let first = lifted.first().copied().unwrap_or_default();
            let turn = motion(before, Roll::Aim, after)
                .zip(before.placement(first))
                .map_or(0, |(motion, old)| u32::from(motion.placements[first].turn + 12 - old.turn) % 12 * 30);
            let how = match turn {
                180 => "half a turn".to_string(),
                turn if turn < 180 => format!("by {turn} degrees"),
                turn => format!("by {} degrees clockwise", 360 - turn),
            };
            format!("Turns sections {sections} {how}")
        }
        Some(_) => format!("Moves section {sections}"),
    };
    let joins = new_joins(after, &lifted).map(|join| {
        // The lifted section comes first.
        let [one, other] = join.ends();
        let [own, others] = if lifted.contains(&one.0) { [one, other] } else { [other, one] };
        format!("{} to {}", edge_name(own), edge_name(others))
    });
    format!("{what}: joins {}", listed(joins.collect()))
}

/// The first and last cell along an edge: unlike its number, the board shows their names.
fn edge_name((section, edge): (usize, u8)) -> String {
    let mut ends = [0, 3].map(|index| beside_edge(edge, index, 0));
    ends.sort_unstable();
    let [first, last] = ends.map(|(file, rank)| Cell::at(section, file, rank));
    format!("{first}–{last}")
}
