//! Position texts (rules/whack.md, Texts).

use std::fmt;

use super::action::{name, parse_cell};
use super::arrangement::Arrangement;
use super::changes::Roll;
use super::joins::{Joins, SECTIONS};
use super::pieces::Pieces;
use super::position::{Phase, Whack};
use super::stack::Stack;
use crate::engine::{Side, TextError, text};

impl Phase {
    fn parse(text: &str) -> Option<Phase> {
        match text {
            "place" => Some(Phase::Place),
            "open" => Some(Phase::Open),
            "move" => Some(Phase::Move),
            "roll" => Some(Phase::Roll),
            _ => {
                let (phase, symbol) = text.split_once(':')?;
                let roll = Roll::from_symbol(symbol).filter(|&roll| roll != Roll::Hop)?;
                match phase {
                    "open" => Some(Phase::OpenChange(roll)),
                    "roll" => Some(Phase::RollChange(roll)),
                    _ => None,
                }
            }
        }
    }
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Phase::Place => f.write_str("place"),
            Phase::Open => f.write_str("open"),
            Phase::OpenChange(roll) => write!(f, "open:{}", roll.symbol()),
            Phase::Move => f.write_str("move"),
            Phase::Roll => f.write_str("roll"),
            Phase::RollChange(roll) => write!(f, "roll:{}", roll.symbol()),
        }
    }
}

impl Pieces {
    fn parse(text: &str) -> Result<Pieces, TextError> {
        let mut pieces = Pieces::NONE;
        if text == "-" {
            return Ok(pieces);
        }
        let mut last = None;
        for piece in text.split(',') {
            let wrong = |expected: &str| TextError::new("pieces", expected, piece);
            let (cell, rest) = parse_cell(piece, "pieces")?;
            if last >= Some(cell) {
                return Err(wrong("pieces in order of section, rank and file, one on a cell"));
            }
            let stack = rest.strip_prefix(':').ok_or_else(|| wrong("a cell, a colon, and a piece such as w22"))?;
            let side = stack.get(..1).unwrap_or_default();
            let side = text::side(side).map_err(|_| wrong("w or b in front of the stack"))?;
            let stack = Stack::parse(&stack[1..])
                .ok_or_else(|| wrong("pyramids of sizes 1 to 3, none on a smaller one, 6 points at most"))?;
            pieces.put(cell, side, stack);
            last = Some(cell);
        }
        Ok(pieces)
    }
}

impl fmt::Display for Pieces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.occupied() == 0 {
            return f.write_str("-");
        }
        for (index, (cell, side, stack)) in self.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}:{}{stack}", name(cell), side.letter())?;
        }
        Ok(())
    }
}

impl Whack {
    pub(super) fn parse(position: &str) -> Result<Whack, TextError> {
        let [joins, pieces, side, phase, quiet] =
            text::fields(position, ["arrangement", "pieces", "side", "phase", "quiet"])?;
        let arrangement = Arrangement::find(Joins::parse(joins, "arrangement")?)
            .ok_or_else(|| TextError::new("arrangement", "exactly the joins of a valid board", joins))?;
        let expected_phases = "place, open, open:N, move, roll or roll:N, with N one of 1 2 3 4 6";
        let parsed = Whack {
            arrangement,
            pieces: Pieces::parse(pieces)?,
            side: text::side(side)?,
            phase: Phase::parse(phase).ok_or_else(|| TextError::new("phase", expected_phases, phase))?,
            halfmove_clock: text::number(quiet, "quiet")?,
        };
        parsed.possible([joins, pieces, side, phase, quiet])?;
        Ok(parsed)
    }

    /// The errors of rules/whack.md, Texts, that hang on more than one field.
    fn possible(&self, [joins, pieces, side, phase, quiet]: [&str; 5]) -> Result<(), TextError> {
        let sections = self.arrangement.sections();
        let wrong = |field: &str, expected: &str, found: &str| Err(TextError::new(field, expected, found));
        if self.phase == Phase::Place {
            if sections == SECTIONS || self.arrangement.joins().len() + 1 != sections {
                return wrong("arrangement", "one to three sections with one join fewer, to place the next", joins);
            }
            if self.pieces != Pieces::NONE {
                return wrong("pieces", "no pieces before all sections are placed", pieces);
            }
            // Ice places B and D, Fire C.
            if self.side != if sections == 2 { Side::White } else { Side::Black } {
                return wrong("side", "b to place B or D, w to place C", side);
            }
        } else {
            if sections < SECTIONS {
                return wrong("arrangement", "the joins of all four sections", joins);
            }
            if self.pieces == Pieces::NONE {
                return wrong("pieces", "at least one piece", pieces);
            }
        }
        if self.phase != Phase::Move && self.halfmove_clock != 0 {
            return wrong("quiet", "0 unless a move is due", quiet);
        }
        let changes = matches!(self.phase, Phase::OpenChange(_) | Phase::RollChange(_));
        if changes && self.ended().is_none() && self.changes().next().is_none() {
            return wrong("phase", "a roll by which the board can be changed", phase);
        }
        Ok(())
    }
}

impl fmt::Display for Whack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Whack { arrangement, pieces, side, phase, halfmove_clock } = self;
        write!(f, "{} {pieces} {} {phase} {halfmove_clock}", arrangement.joins(), side.letter())
    }
}
