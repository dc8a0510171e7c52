use super::action::Action;
use super::attacks::{self, forward, second_rank};
use super::generate::{can_move, targets};
use super::notation::{count, name};
use super::piece::{PieceKind, TALLEST, side_name};
use super::position::Makarenko;
use crate::engine::bits::{self, Direction};
use crate::engine::{Cell, Check, Illegal, Side};

const TURN: &str = "makarenko.md, A turn";
const MOVING: &str = "makarenko.md, Moving";
const COMBINING: &str = "makarenko.md, Combining";
const ONLY_KING: &str = "makarenko.md, The only king";
const TEXTS: &str = "makarenko.md, Texts";

impl Check for Makarenko {
    const END: &'static str = "makarenko.md, The end";

    fn check(&self, action: Action) -> Result<(), Illegal> {
        let loser = self.side.other();
        if self.kings(loser) == 0 {
            return Err(Illegal::new(
                Self::END,
                format!("The game is over: {} ended a turn without a king.", side_name(loser)),
            ));
        }
        let chips = check_lift(self, action)?;
        if targets(self, self.side, action.from, chips) & bits::bit(action.to) != 0 {
            return Ok(());
        }
        Err(refuse_target(self, action.from, action.to, chips))
    }
}

/// The number of chips lifted, if that is legal.
fn check_lift(position: &Makarenko, Action { from, chips, .. }: Action) -> Result<u8, Illegal> {
    let (height, square) = (position.height(from), name(from));
    let refuse = |rule, reason: String| Err(Illegal::new(rule, reason).at([cell(from)]));
    match (position.side_at(from), chips) {
        (None, _) => refuse(TURN, format!("There is no stack on {square}.")),
        (Some(side), _) if side != position.side => {
            let (owner, mover) = (side_name(side), side_name(position.side));
            refuse(TURN, format!("The stack on {square} is {owner}'s, and it is {mover}'s turn."))
        }
        (_, Some(chips)) if chips > height => {
            refuse(TURN, format!("The stack on {square} has only {}, not {chips}.", count(height)))
        }
        (_, Some(chips)) if chips == height => {
            refuse(TEXTS, format!("To lift the whole stack on {square}, leave out the number."))
        }
        (_, Some(_)) if position.is_only_king(position.side, from) => {
            refuse(ONLY_KING, format!("The king on {square} is your only one and may not be split."))
        }
        (_, chips) => Ok(chips.unwrap_or(height)),
    }
}

/// The refusal of a move to this square by chips that may be lifted.
fn refuse_target(position: &Makarenko, from: u8, to: u8, chips: u8) -> Illegal {
    let kind = position.values.kind(chips);
    if from == to {
        if can_move(position, from) {
            return Illegal::new(TURN, "A move must end on another square.".to_string()).at([cell(from)]);
        }
        return no_move(position, from);
    }
    if kind == PieceKind::Pawn {
        why_no_pawn(position, from, to, chips)
    } else if attacks::piece(kind, position.side, from, position.occupied()) & bits::bit(to) != 0 {
        too_tall(position, to, chips)
    } else if let Some(between) = squares_between(kind, from, to) {
        blocked(position, between, kind, to)
    } else {
        wrong_direction(kind, chips, from, to)
    }
}

/// The refusal for a stack without a legal move.
fn no_move(position: &Makarenko, from: u8) -> Illegal {
    let kind = position.values.kind(position.height(from));
    let stack = format!("The {} on {} has no move", kind.name(), name(from));
    let reached = match kind {
        PieceKind::Pawn => 0,
        _ => attacks::piece(kind, position.side, from, position.occupied()),
    };
    if reached == 0 {
        return Illegal::new(TURN, format!("{stack}.")).at([cell(from)]);
    }
    let reason = format!("{stack}: combined with {}, it would have more than {TALLEST} chips.", list(reached, "or"));
    Illegal::new(COMBINING, reason).at(bits::cells(reached))
}

/// The names of squares, with this word before the last.
fn list(squares: u64, word: &str) -> String {
    let names: Vec<_> = bits::Squares(squares).map(name).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} {word} {last}", rest.join(", ")),
        _ => names.concat(),
    }
}

fn why_no_pawn(position: &Makarenko, from: u8, to: u8, chips: u8) -> Illegal {
    let side = position.side;
    let ranks = i16::from(to / 8) - i16::from(from / 8);
    let ahead = if side == Side::White { ranks } else { -ranks };
    let aside = (from % 8).abs_diff(to % 8);
    let refuse = |rule, reason: String, at| Illegal::new(rule, reason).at([cell(at)]);
    match (aside, ahead, position.side_at(to)) {
        (0, 1, Some(owner)) => {
            let (rule, verb) = if owner == side { (COMBINING, "combines") } else { (MOVING, "captures") };
            refuse(rule, format!("A pawn {verb} diagonally forward only, and {} is straight ahead.", name(to)), to)
        }
        (0, 2, _) if from / 8 != second_rank(side) => {
            refuse(MOVING, "A pawn steps two squares only from its own second rank.".into(), from)
        }
        (0, 2, _) => blocked(position, bits::between(from, to) | bits::bit(to), PieceKind::Pawn, to),
        (1, 1, None) => {
            let reason = format!("A pawn goes diagonally only to capture or combine, and {} is empty.", name(to));
            refuse(MOVING, reason, to)
        }
        (1, 1, Some(_)) => too_tall(position, to, chips),
        _ if forward(side, bits::bit(from)) == 0 => refuse(MOVING, "A pawn on its last rank cannot move.".into(), from),
        _ => wrong_direction(PieceKind::Pawn, chips, from, to),
    }
}

/// The squares between, if this piece could slide there on an empty board.
fn squares_between(kind: PieceKind, from: u8, to: u8) -> Option<u64> {
    let diagonal = Direction::between(from, to)?.is_diagonal();
    let slides = match kind {
        PieceKind::Rook => !diagonal,
        PieceKind::Bishop => diagonal,
        PieceKind::Queen => true,
        PieceKind::Pawn | PieceKind::Knight | PieceKind::King => false,
    };
    slides.then(|| bits::between(from, to))
}

fn blocked(position: &Makarenko, between: u64, kind: PieceKind, to: u8) -> Illegal {
    let blockers = between & position.occupied();
    let reason = format!("The {}'s path to {} is blocked on {}.", kind.name(), name(to), list(blockers, "and"));
    Illegal::new(MOVING, reason).at(bits::cells(blockers))
}

fn too_tall(position: &Makarenko, to: u8, chips: u8) -> Illegal {
    let height = position.height(to);
    let sum = format!("{height} + {chips} = {}", height + chips);
    let reason = format!("A stack has at most {TALLEST} chips; on {} there would be {sum}.", name(to));
    Illegal::new(COMBINING, reason).at([cell(to)])
}

/// A refusal for stacks of this height, which never move in this way.
fn wrong_direction(kind: PieceKind, chips: u8, from: u8, to: u8) -> Illegal {
    let way = match kind {
        PieceKind::Pawn => "steps straight forward and goes diagonally forward to capture or combine",
        PieceKind::Rook => "moves along ranks and files",
        PieceKind::Knight => "leaps two squares along a rank or file and one to the side",
        PieceKind::Bishop => "moves along diagonals",
        PieceKind::Queen => "moves along ranks, files and diagonals",
        PieceKind::King => "moves to a neighbouring square",
    };
    let (kind, chips, from_name, to_name) = (kind.name(), count(chips), name(from), name(to));
    let reason = format!("A {kind} ({chips}) {way}, not from {from_name} to {to_name}.");
    Illegal::new(MOVING, reason).at([cell(from), cell(to)])
}

fn cell(square: u8) -> Cell {
    Cell(u16::from(square))
}
