//! Position texts (rules/tactical.md, Texts).

use std::fmt;

use super::action::letters_of_kinds;
use super::piece_kind::{PieceKind, Reserve};
use super::position::{Phase, Tactical};
use super::steps::Square;
use crate::engine::{Board, Side, TextError, text};

/// What stands on each square; the side of an obstacle is `None`.
type Mailbox = Board<(Option<Side>, PieceKind), 8, 64>;

/// Reads a position text.
///
/// # Errors
/// The first field that is malformed, or else the first point of the list of errors that the position meets.
pub(super) fn parse(position: &str) -> Result<Tactical, TextError> {
    let names = ["board", "reserve", "side", "phase", "left", "passed", "quiet counter"];
    let [board, reserve, side, phase, left, passed, quiet] = text::fields(position, names)?;
    let mailbox = Mailbox::parse(board, "KQRBNPTAGVCDHFJ in either case or *", standing)?;
    let mut parsed = Tactical::bare(parse_reserves(reserve)?);
    for square in Square::all() {
        match mailbox.0[square.index()] {
            Some((Some(side), kind)) => parsed.put(side, kind, square.bit()),
            Some((None, _)) => parsed.obstacles |= square.bit(),
            None => {}
        }
    }
    parsed.side = text::side(side)?;
    let numbered = Phase::ALL.into_iter().find(|known| (*known as u8).to_string() == phase);
    parsed.phase = numbered.ok_or_else(|| TextError::new("phase", "1 to 4", phase))?;
    parsed.left = parse_left(left, parsed.phase, parsed.side)?;
    parsed.passed = match passed {
        "-" => false,
        "p" if matches!(parsed.phase, Phase::Obstacles | Phase::Pieces) && !parsed.left.contains(&0) => true,
        "p" => {
            return Err(TextError::new("passed", "- in phases 2 and 4 and where a player has no drops left", passed));
        }
        _ => return Err(TextError::new("passed", "p or -", passed)),
    };
    parsed.halfmove_clock = text::number(quiet, "quiet counter")?;
    if parsed.phase != Phase::Battle && parsed.halfmove_clock != 0 {
        return Err(TextError::new("quiet counter", "0 before phase 4", quiet));
    }
    check_obstacles(&parsed, board)?;
    for side in Side::BOTH {
        check_pieces(&parsed, side, board)?;
    }
    Ok(parsed)
}

fn standing(letter: char) -> Option<(Option<Side>, PieceKind)> {
    if letter == '*' {
        return Some((None, PieceKind::Obstacle));
    }
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let kind = PieceKind::with_letter(letter.to_ascii_uppercase()).filter(|kind| *kind != PieceKind::Obstacle)?;
    Some((Some(side), kind))
}

/// White's letters in the order of the table, then Black's in small letters; none above the numbers of the table.
fn parse_reserves(field: &str) -> Result<[Reserve; 2], TextError> {
    let mut reserves = [Reserve::EMPTY; 2];
    if field == "-" {
        return Ok(reserves);
    }
    let wrong = |expected: String| TextError::new("reserve", expected, field);
    let mut last = None;
    for letter in field.chars() {
        let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
        let kind = PieceKind::with_letter(letter.to_ascii_uppercase())
            .ok_or_else(|| wrong(format!("- or letters of {} in either case", letters_of_kinds())))?;
        if last.is_some_and(|last| last > (side, kind)) {
            return Err(wrong(format!("the letters in the order {}, White's first", letters_of_kinds())));
        }
        last = Some((side, kind));
        let reserve = &mut reserves[side.index()];
        if reserve.count(kind) == kind.supply() {
            return Err(wrong(format!("at most {} of {letter}", kind.supply())));
        }
        reserve.add(kind);
    }
    Ok(reserves)
}

fn parse_left(field: &str, phase: Phase, side: Side) -> Result<[u8; 2], TextError> {
    let most = phase.drops();
    let digit = |byte: &u8| byte.checked_sub(b'0').filter(|digit| *digit <= most);
    let left = match field.as_bytes() {
        [white, black] => digit(white).zip(digit(black)),
        _ => None,
    };
    let (white, black) = left.ok_or_else(|| {
        TextError::new("left", format!("two digits of at most {most} in phase {}", phase as u8), field)
    })?;
    let left = [white, black];
    if phase != Phase::Battle && left[side.index()] == 0 {
        return Err(TextError::new("left", "a drop left to the side to act", field));
    }
    Ok(left)
}

fn check_obstacles(position: &Tactical, board: &str) -> Result<(), TextError> {
    let found = position.obstacles.count_ones();
    let [white, black] = position.left.map(u32::from);
    match position.phase {
        Phase::Obstacles if found + white + black != 4 => Err("one obstacle for each drop made".to_string()),
        _ if found > 4 => Err("at most 4 obstacles".to_string()),
        _ => Ok(()),
    }
    .map_err(|expected| TextError::new("board", expected, board))
}

fn check_pieces(position: &Tactical, side: Side, board: &str) -> Result<(), TextError> {
    let wrong = |expected: String| Err(TextError::new("board", expected, board));
    let count = |kind| position.own(side, kind).count_ones();
    let reserve = position.reserves[side.index()];
    let kings = count(PieceKind::King);
    let expected = match position.phase {
        Phase::Obstacles => 0,
        Phase::Kings => 1 - u32::from(position.left[side.index()]),
        Phase::Pieces => 1,
        Phase::Battle => kings.min(1),
    };
    if kings != expected {
        return wrong(format!("{expected} kings of {side} in phase {}", position.phase as u8));
    }
    if position.phase < Phase::Pieces && position.sides[side.index()].count_ones() > kings {
        return wrong("no pieces but kings before phase 3".to_string());
    }
    if count(PieceKind::Prince) > 1 {
        return wrong(format!("at most one prince of {side}"));
    }
    for kind in [PieceKind::King, PieceKind::Prince] {
        if count(kind) + u32::from(reserve.count(kind)) > 1 {
            return wrong(format!("the {} of {side} either here or in the reserve", kind.chessman().name()));
        }
    }
    if position.phase == Phase::Battle && kings == 0 && count(PieceKind::Prince) > 0 {
        return wrong(format!("a king of {side} beside its prince, who would be king without one"));
    }
    Ok(())
}

impl fmt::Display for Tactical {
    /// The position text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut mailbox = Mailbox::empty();
        for (square, side, kind) in self.standing() {
            mailbox.0[square.index()] = Some((side, kind));
        }
        mailbox.write(f, |(side, kind)| side.map_or('*', |side| side.case(kind.letter())))?;
        f.write_str(" ")?;
        for side in Side::BOTH {
            let reserve = self.reserves[side.index()];
            for kind in PieceKind::all() {
                for _ in 0..reserve.count(kind) {
                    write!(f, "{}", side.case(kind.letter()))?;
                }
            }
        }
        if self.reserves == [Reserve::EMPTY; 2] {
            f.write_str("-")?;
        }
        let [white, black] = self.left;
        let passed = if self.passed { 'p' } else { '-' };
        write!(f, " {} {} {white}{black} {passed} {}", self.side.letter(), self.phase as u8, self.halfmove_clock)
    }
}
