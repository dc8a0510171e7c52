//! Display on the table and in the panels: pieces, gestures, words and notices.

use super::action::Action;
use super::events::slot;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::steps::{Square, squares};
use crate::engine::{
    Cell, GameInfo, Gesture, GestureKind, Layout, Look, Notice, Piece, PieceInfo, Place, Rules, Side, Tabletop,
};

impl Tabletop for Tactical {
    /// The board, with the slots of the reserves beside it.
    fn layout(&self) -> Layout {
        Layout { reserve: PieceKind::all().map(PieceKind::supply).collect(), ..Layout::squares(8, 8) }
    }

    /// The pieces and obstacles on the board, then both reserves. Each piece of a reserve is listed
    /// separately; a slot holds several.
    fn pieces(&self) -> Vec<Piece> {
        let board = self.standing().map(|(square, side, kind)| (Place::Cell(square.cell()), side, kind));
        let reserves = Side::BOTH.into_iter().flat_map(|side| {
            let reserve = self.reserves[side.index()];
            PieceKind::all().flat_map(move |kind| {
                std::iter::repeat_n((slot(side, kind), Some(side), kind), usize::from(reserve.count(kind)))
            })
        });
        board
            .chain(reserves)
            .map(|(place, side, kind)| Piece { place, side, look: Look::Chessman(kind.chessman()) })
            .collect()
    }

    /// The gesture of a legal action. Only a dragon may both move to a square and shoot at it.
    fn gesture(&self, action: Action) -> Option<Gesture> {
        Some(match action {
            Action::Pass => Gesture::bare(GestureKind::Pass),
            Action::Drop(kind, to) => Gesture::new(slot(self.side, kind), to.cell(), GestureKind::Drop),
            Action::Move(from, to) => {
                let quiet = self.empty() & to.bit() != 0;
                let kind = if quiet { GestureKind::Quiet } else { GestureKind::Capture };
                let flies = self.kind_at(from) == PieceKind::Dragon;
                let choice = flies.then(|| format!("fly to {}", to.name()));
                Gesture { choice, ..Gesture::new(Place::Cell(from.cell()), to.cell(), kind) }
            }
            Action::Shot(from, to) => {
                let hit: Vec<_> = squares(self.removed(action)).map(|square| square.name().to_string()).collect();
                let kind = GestureKind::Shot(cells(self.removed(action)));
                let flies = self.kind_at(from) == PieceKind::Dragon;
                let choice = flies.then(|| format!("shoot {}, hitting {}", to.name(), hit.join(" and ")));
                Gesture { choice, ..Gesture::new(Place::Cell(from.cell()), to.cell(), kind) }
            }
        })
    }

    /// The action that a gesture intends, legal or not. A piece that can shoot shoots at an
    /// occupied square.
    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let to = Square::of_cell(to).filter(|_| count.is_none())?;
        let action = match from {
            Place::Reserve(side, _) if side != self.side => return None,
            Place::Reserve(_, slot) => Action::Drop(PieceKind::all().nth(usize::from(slot))?, to),
            Place::Cell(from) => {
                let from = Square::of_cell(from)?;
                let shoots = matches!(self.kind_at(from), PieceKind::Cannon | PieceKind::Dragon);
                let occupied = self.empty() & to.bit() == 0;
                if shoots && occupied { Action::Shot(from, to) } else { Action::Move(from, to) }
            }
        };
        Some(action.to_string())
    }

    fn describe(&self, action: Action) -> String {
        let mut after = *self;
        after.play(action);
        let other = self.side.other();
        let mut words = match action {
            Action::Pass if self.phase != Phase::Battle && after.phase != self.phase => {
                format!("{} passes, and the phase ends", name(self.side))
            }
            Action::Pass => format!("{} passes", name(self.side)),
            Action::Drop(kind, to) => format!("Drops {} on {}", kind.with_article(), to.name()),
            Action::Move(from, to) => describe_move(self, from, to, after.kind_at(to)),
            Action::Shot(from, _) => {
                let hit = list_pieces(self, self.removed(action));
                format!("{} on {} shoots {hit}", capitalized(self.kind_at(from)), from.name())
            }
        };
        for side in [other, self.side] {
            for heir in squares(self.own(side, PieceKind::Prince) & after.own(side, PieceKind::King)) {
                words += &format!("; {}'s prince on {} becomes king", name(side), heir.name());
            }
        }
        if let Some(outcome) = after.outcome() {
            let end = outcome.winner.map_or("; the game is drawn".to_string(), |side| format!("; {} wins", name(side)));
            words += &end;
        }
        words
    }

    /// The phase that begins after an action, if it changes.
    fn announcement(&self, action: Action) -> Option<String> {
        let mut after = *self;
        after.play(action);
        let phase = after.phase;
        (phase != self.phase).then(|| format!("Phase {}: {}", phase as u8, phase.name()))
    }

    fn piece_info(&self, look: &Look) -> PieceInfo {
        let Look::Chessman(chessman) = look else { return PieceInfo::of(look) };
        let kind = PieceKind::all().find(|kind| kind.chessman() == *chessman);
        PieceInfo::new(chessman.name(), kind.map_or("", PieceKind::moves))
    }

    /// Notices of the phase with its drops and passes; in the battle, notices of kings and heirs
    /// that the next action can capture.
    fn notices(&self) -> Vec<Notice> {
        if self.phase == Phase::Battle {
            return Side::BOTH.into_iter().flat_map(|side| dangers(self, side)).collect();
        }
        let [white, black] = self.left;
        let phase = self.phase;
        let text = format!("Phase {}, {}: White has {white} left, Black {black}", phase as u8, phase.name());
        let mut notices = vec![Notice { text, cells: Vec::new(), urgent: false, forces_reply: false }];
        if self.passed {
            let (side, other) = (name(self.side), name(self.side.other()));
            let text = format!("{other} has passed; if {side} passes too, the phase ends");
            notices.push(Notice { text, cells: Vec::new(), urgent: false, forces_reply: false });
        }
        notices
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        let mut turned = *self;
        (turned.side, turned.phase) = (side, Phase::Battle);
        Some(turned)
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        cells(threatened_by(self, side))
    }
}

fn describe_move(position: &Tactical, from: Square, to: Square, becomes: PieceKind) -> String {
    let kind = position.kind_at(from);
    let removed = position.removed(Action::Move(from, to));
    let mut words = format!("{} on {}", capitalized(kind), from.name());
    if removed == 0 {
        words += &format!(" moves to {}", to.name());
    } else {
        words += &format!(" takes the {} on {}", position.kind_at(to).name(), to.name());
    }
    if removed & from.bit() == 0 {
        if becomes != kind {
            words += &format!(" and becomes {}", becomes.with_article());
        }
    } else if kind == PieceKind::Fanatic {
        let others = removed & !(from.bit() | to.bit());
        words += " and explodes";
        if others != 0 {
            words += &format!(", removing {} too", list_pieces(position, others));
        }
    } else {
        words += " and is removed with it";
    }
    words
}

/// A list of the pieces on these squares: `the knight on d5, its own pawn on e4 and its own king on
/// e5`.
fn list_pieces(position: &Tactical, set: u64) -> String {
    let mut words = String::new();
    let mut left = set.count_ones();
    for square in squares(set) {
        left -= 1;
        let owner = if position.side_at(square) == Some(position.side) { "its own" } else { "the" };
        words += &format!("{owner} {} on {}", position.kind_at(square).name(), square.name());
        words += match left {
            0 => "",
            1 => " and ",
            _ => ", ",
        };
    }
    words
}

/// Notices of the king and the prince of a side that the opponent could capture next.
fn dangers(position: &Tactical, side: Side) -> impl Iterator<Item = Notice> {
    let threatened = threatened_by(position, side.other());
    [PieceKind::King, PieceKind::Prince].into_iter().filter_map(move |kind| {
        let set = position.own(side, kind) & threatened;
        let text = format!("{}'s {} can be captured", name(side), kind.name());
        (set != 0).then(|| Notice { text, cells: cells(set), urgent: true, forces_reply: false })
    })
}

fn threatened_by(position: &Tactical, side: Side) -> u64 {
    let goes_on = position.outcome().is_none();
    if goes_on { position.threatened_by(side, &position.attacks(side)) } else { 0 }
}

fn cells(set: u64) -> Vec<Cell> {
    squares(set).map(Square::cell).collect()
}

const fn name(side: Side) -> &'static str {
    GameInfo::WHITE_AND_BLACK[side.index()]
}

/// The name of a kind at the start of a sentence.
fn capitalized(kind: PieceKind) -> String {
    let (first, rest) = kind.name().split_at(1);
    first.to_uppercase() + rest
}
