use crate::engine::bits::{self, Direction};
use crate::engine::{Cell, Illegal, Side, Turn};

use super::generate::{forward, second_rank};
use super::position::{Kind, Makarenko, TALLEST};
use super::{Action, notation::name};

const TURN: &str = "makarenko.md, A turn";
const END: &str = "makarenko.md, The end";
const TEXTS: &str = "makarenko.md, Texts";

impl Makarenko {
    /// Whether an action is legal, and if not, which rule forbids it.
    pub(super) fn judge(&self, action: Action) -> Result<(), Illegal> {
        if let Turn::Over(outcome) = self.status() {
            return Err(Illegal::new(END, format!("the game is over: {}", outcome.reason)));
        }
        let chips = self.judge_lift(action)?;
        if self.targets(self.to_move, action.from, chips) & bits::bit(action.to) != 0 {
            return Ok(());
        }
        Err(self.why_not_there(action.from, action.to, chips))
    }

    /// How many chips are lifted, if they may be.
    fn judge_lift(&self, Action { from, chips, .. }: Action) -> Result<u8, Illegal> {
        let height = self.height(from);
        let refuse = |rule, reason: String| Err(Illegal::new(rule, reason).at([cell(from)]));
        match (self.side_at(from), chips) {
            (None, _) => refuse(TURN, format!("there is no stack on {}", name(from))),
            (Some(side), _) if side != self.to_move => {
                refuse(TURN, format!("the stack on {} is {side}'s, and it is {}'s turn", name(from), self.to_move))
            }
            (_, Some(chips)) if chips > height => {
                refuse(TURN, format!("the stack on {} has {} only, not {chips}", name(from), count(height)))
            }
            (_, Some(chips)) if chips == height => {
                refuse(TEXTS, format!("the whole stack on {} is lifted, which is said without a number", name(from)))
            }
            (_, Some(_)) if self.is_only_king(self.to_move, from) => {
                refuse(TURN, format!("the king on {} is the only one and may not be split", name(from)))
            }
            (_, chips) => Ok(chips.unwrap_or(height)),
        }
    }

    /// Why chips of the side to move that may be lifted may not go to this square.
    fn why_not_there(&self, from: u8, to: u8, chips: u8) -> Illegal {
        let kind = self.values.kind(chips);
        if from == to {
            return Illegal::new(TURN, "there is no turn without a move").at([cell(from)]);
        }
        if kind == Kind::Pawn {
            self.why_no_pawn(from, to, chips)
        } else if self.reach(kind, from) & bits::bit(to) != 0 {
            self.too_tall(to, chips)
        } else if let Some(way) = self.way(kind, from, to) {
            self.blocked(way, kind.name(), to)
        } else {
            not_so(kind, chips, from, to)
        }
    }

    fn why_no_pawn(&self, from: u8, to: u8, chips: u8) -> Illegal {
        let ranks = i16::from(to / 8) - i16::from(from / 8);
        let ahead = if self.to_move == Side::White { ranks } else { -ranks };
        let aside = (from % 8).abs_diff(to % 8);
        let refuse = |reason: String, at| Illegal::new(TURN, reason).at([cell(at)]);
        match (aside, ahead, self.side_at(to)) {
            (0, 1, Some(side)) if side == self.to_move => {
                refuse(format!("a pawn combines diagonally forward only, and {} is straight ahead", name(to)), to)
            }
            (0, 1, Some(_)) => {
                refuse(format!("a pawn captures diagonally forward only, and {} is straight ahead", name(to)), to)
            }
            (0, 2, _) if from / 8 != second_rank(self.to_move) => {
                refuse("a pawn steps two squares only from its own second rank".to_string(), from)
            }
            (0, 2, _) => self.blocked(bits::between(from, to) | bits::bit(to), "pawn", to),
            (1, 1, None) => refuse(
                format!("a pawn goes diagonally only to capture or combine, and nothing stands on {}", name(to)),
                to,
            ),
            (1, 1, Some(_)) => self.too_tall(to, chips),
            _ if forward(self.to_move, bits::bit(from)) == 0 => {
                refuse("1 or 2 chips on the last rank cannot move".to_string(), from)
            }
            _ => not_so(Kind::Pawn, chips, from, to),
        }
    }

    /// The squares between, if an empty board would let this piece slide there.
    fn way(&self, kind: Kind, from: u8, to: u8) -> Option<u64> {
        let diagonal = Direction::between(from, to)?.is_diagonal();
        let slides = match kind {
            Kind::Rook => !diagonal,
            Kind::Bishop => diagonal,
            Kind::Queen => true,
            Kind::Pawn | Kind::Knight | Kind::King => false,
        };
        slides.then(|| bits::between(from, to))
    }

    fn blocked(&self, way: u64, piece: &str, to: u8) -> Illegal {
        let blockers = way & self.occupied();
        let names: Vec<_> = bits::Squares(blockers).map(name).collect();
        Illegal::new(TURN, format!("the {piece}'s way to {} is blocked on {}", name(to), names.join(" and ")))
            .at(bits::cells(blockers))
    }

    fn too_tall(&self, to: u8, chips: u8) -> Illegal {
        let height = self.height(to);
        let sum = format!("{height} + {chips} = {}", height + chips);
        Illegal::new(TURN, format!("a stack of more than {TALLEST} chips cannot be made: {sum} on {}", name(to)))
            .at([cell(to)])
    }
}

/// So many chips do not move in this way at all.
fn not_so(kind: Kind, chips: u8, from: u8, to: u8) -> Illegal {
    let way = match kind {
        Kind::Pawn => "steps straight forward and goes diagonally forward to capture or combine",
        Kind::Rook => "moves along ranks and files",
        Kind::Knight => "leaps two squares along a rank or file and one across",
        Kind::Bishop => "moves along diagonals",
        Kind::Queen => "moves along ranks, files and diagonals",
        Kind::King => "moves to a neighbouring square",
    };
    let reason = format!("{} a {}, which {way}, not from {} to {}", are(chips), kind.name(), name(from), name(to));
    Illegal::new(TURN, reason).at([cell(from), cell(to)])
}

fn cell(square: u8) -> Cell {
    Cell(u16::from(square))
}

/// `1 chip`, `2 chips`.
fn count(chips: u8) -> String {
    if chips == 1 { "1 chip".to_string() } else { format!("{chips} chips") }
}

/// `1 chip is`, `2 chips are`.
fn are(chips: u8) -> String {
    format!("{} {}", count(chips), if chips == 1 { "is" } else { "are" })
}
