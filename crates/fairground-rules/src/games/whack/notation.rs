//! Position texts, action texts and the short notation.

use std::fmt;

use super::action::{Action, ActionKind};
use super::board::arrangement::Arrangement;
use super::board::cell::{Cell, cells};
use super::board::changes::motion;
use super::board::joins::{Join, Joins, SECTIONS, letter};
use super::board::roll::Roll;
use super::pieces::Pieces;
use super::position::{Phase, Whack};
use super::stack::{PieceKind, Stack};
use crate::engine::{Notation, Options, ROLL_SIGN, Rules, Side, TextError, Turn, roll_symbol, text};

impl Notation for Whack {
    /// Parses a position text (assets/rules/whack.md, Position texts).
    ///
    /// # Errors
    /// The first invalid field and the expected content.
    fn parse(position: &str, _: &Options) -> Result<Self, TextError> {
        let [joins, pieces, side, phase, halfmove_clock] =
            text::fields(position, ["arrangement", "pieces", "side", "phase", "halfmove clock"])?;
        let arrangement = Arrangement::find(Joins::parse(joins, "arrangement")?)
            .ok_or_else(|| TextError::new("arrangement", "exactly the joins of a valid board", joins))?;
        let expected_phases = "place, open, open:N, move, roll or roll:N, with N one of 1 2 3 4 6";
        let parsed = Whack {
            arrangement,
            pieces: Pieces::parse(pieces)?,
            side: text::side(side)?,
            phase: Phase::parse(phase).ok_or_else(|| TextError::new("phase", expected_phases, phase))?,
            halfmove_clock: text::number(halfmove_clock, "halfmove clock")?,
        };
        check_fields(&parsed, [joins, pieces, side, phase, halfmove_clock])?;
        Ok(parsed)
    }

    /// Parses a well-formed action text (assets/rules/whack.md, Action texts).
    ///
    /// # Errors
    /// The invalid part of the text.
    fn parse_action(&self, action: &str) -> Result<Action, TextError> {
        if let Some(joins) = action.strip_prefix('=') {
            let joins = Joins::parse(joins, "arrangement")?;
            if joins == Joins::default() {
                return Err(TextError::new("arrangement", "at least one join", action));
            }
            return Ok(Action::joining(joins));
        }
        if let Some(symbol) = roll_symbol(action) {
            let roll = Roll::from_symbol(symbol).ok_or_else(|| TextError::new("roll", "~1 to ~6", action))?;
            return Ok(Action::roll(roll));
        }
        let (from, rest) = Cell::parse(action, "from")?;
        let (to, rest) = Cell::parse(rest, "to")?;
        if rest.is_empty() {
            Ok(Action::piece_move(from, to))
        } else {
            Err(TextError::new("action", "nothing after the two cells", rest))
        }
    }

    /// The short notation of a legal action (assets/rules/whack.md, Notation).
    fn notation(&self, action: Action) -> String {
        let mut after = *self;
        after.play(action);
        let sign = match ending(self, &after) {
            Ending::Win => "#",
            Ending::Check => "+",
            Ending::Draw | Ending::None => "",
        };
        match action.kind() {
            ActionKind::Roll(roll) => format!("{}{sign}", roll.name()),
            ActionKind::Change(board) => change_notation(self, board) + sign,
            ActionKind::ImpossibleChange(_) => action.to_string(),
            ActionKind::Move { from, to } => {
                let Some(kind) = self.pieces.stack(from).map(Stack::kind) else { return action.to_string() };
                let same = self.pieces.of(self.side) & self.pieces.all(kind) & !from.bit();
                let shared = cells(same).any(|other| to.is_in(self.legal_targets(other)));
                let origin = if shared { from.to_string() } else { String::new() };
                let (link, result) = match (self.pieces.side(to), combined(self, from, to)) {
                    (_, Some(result)) => (if shared { "-" } else { "" }, format!("={}", result.letter())),
                    (Some(_), None) => ("x", String::new()),
                    (None, None) => (if shared { "-" } else { "" }, String::new()),
                };
                format!("{}{origin}{link}{to}{result}{sign}", kind.letter())
            }
        }
    }
}

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
            let (cell, rest) = Cell::parse(piece, "pieces")?;
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
            write!(f, "{comma}{cell}:{}{stack}", side.letter())?;
        }
        Ok(())
    }
}

/// Checks that the fields do not contradict each other.
fn check_fields(position: &Whack, [joins, pieces, side, phase, halfmove_clock]: [&str; 5]) -> Result<(), TextError> {
    let sections = position.arrangement.sections();
    let wrong = |field: &str, expected: &str, found: &str| Err(TextError::new(field, expected, found));
    if position.phase == Phase::Place {
        if sections == SECTIONS || position.arrangement.joins().len() + 1 != sections {
            return wrong("arrangement", "one to three sections with one join fewer, to place the next", joins);
        }
        if position.pieces != Pieces::NONE {
            return wrong("pieces", "no pieces before all sections are placed", pieces);
        }
        // Ice places B and D, Fire C.
        if position.side != if sections == 2 { Side::White } else { Side::Black } {
            return wrong("side", "b to place B or D, w to place C", side);
        }
    } else {
        if sections < SECTIONS {
            return wrong("arrangement", "the joins of all four sections", joins);
        }
        if position.pieces == Pieces::NONE {
            return wrong("pieces", "at least one piece", pieces);
        }
    }
    if position.phase != Phase::Move && position.halfmove_clock != 0 {
        return wrong("halfmove clock", "0 unless a move is due", halfmove_clock);
    }
    if position.phase.roll().is_some() && position.decided().is_none() && position.legal_changes().next().is_none() {
        return wrong("phase", "a roll by which the board can be changed", phase);
    }
    Ok(())
}

impl fmt::Display for Whack {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Whack { arrangement, pieces, side, phase, halfmove_clock } = self;
        write!(f, "{} {pieces} {} {phase} {halfmove_clock}", arrangement.joins(), side.letter())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ActionKind::Change(after) => write!(f, "={}", after.joins()),
            ActionKind::ImpossibleChange(joins) => write!(f, "={joins}"),
            ActionKind::Roll(roll) => write!(f, "{ROLL_SIGN}{}", roll.symbol()),
            ActionKind::Move { from, to } => write!(f, "{from}{to}"),
        }
    }
}

impl fmt::Debug for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Action({self})")
    }
}

/// The piece made by combining with the friend on a cell; `None` without a friend there.
pub(super) fn combined(position: &Whack, from: Cell, to: Cell) -> Option<PieceKind> {
    let pieces = &position.pieces;
    let friend = pieces.stack(to).filter(|_| pieces.side(to) == pieces.side(from))?;
    PieceKind::of_points(pieces.stack(from)?.points() + friend.points())
}

/// The announcement at the end of an action's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ending {
    /// No announcement.
    None,
    /// The opponent is to move and has an attacked king.
    Check,
    /// The game is won.
    Win,
    /// The game is drawn.
    Draw,
}

/// The announcement after an action of the player to act.
pub(super) fn ending(before: &Whack, after: &Whack) -> Ending {
    match after.turn() {
        Turn::Over(outcome) if outcome.winner.is_some() => Ending::Win,
        Turn::Over(_) => Ending::Draw,
        _ if after.phase == Phase::Move && after.side != before.side && after.kings_in_check(after.side) != 0 => {
            Ending::Check
        }
        _ => Ending::None,
    }
}

/// The sections that a placing or a change lifts, in order.
pub(super) fn lifted(position: &Whack, after: Arrangement) -> Vec<usize> {
    let before = position.arrangement;
    match position.phase.roll() {
        Some(roll) => {
            let moved = motion(before, roll, after).map_or([false; SECTIONS], |motion| motion.moved);
            (0..SECTIONS).filter(|&section| moved[section]).collect()
        }
        None => (before.sections()..after.sections()).collect(),
    }
}

/// The joins between lifted sections and the others after the change.
pub(super) fn new_joins(after: Arrangement, lifted: &[usize]) -> impl Iterator<Item = Join> {
    after.joins().iter().filter(move |join| {
        let [(section, _), (other, _)] = join.ends();
        lifted.contains(&section) != lifted.contains(&other)
    })
}

/// The notation of a change. It is unique, because the lifted section and its new place determine
/// the board.
fn change_notation(position: &Whack, after: Arrangement) -> String {
    let lifted = lifted(position, after);
    let letters = lifted.iter().map(|&section| letter(section).to_string()).collect::<Vec<_>>();
    if position.phase.roll() == Some(Roll::Swap) {
        return letters.join("-");
    }
    let joins: Vec<_> = new_joins(after, &lifted).map(|join| join.to_string()).collect();
    format!("{}:{}", letters.concat(), joins.join(","))
}
