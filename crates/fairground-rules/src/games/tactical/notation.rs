//! Position texts, action texts and the short notation.

use std::fmt;

use super::action::Action;
use super::piece_kind::PieceKind;
use super::position::{Phase, Tactical};
use super::reserve::Reserve;
use super::steps::Square;
use crate::engine::{Board, Notation, Options, Rules, Side, TextError, text};

/// The piece on each square; the side of an obstacle is `None`.
type Mailbox = Board<(Option<Side>, PieceKind), 8, 64>;

impl Notation for Tactical {
    /// Parses a position text (assets/rules/tactical.md, Position texts).
    ///
    /// # Errors
    /// The first malformed field. If all fields are well formed, the first error in the order of
    /// the list in the rules.
    fn parse(position: &str, _: &Options) -> Result<Self, TextError> {
        let names = ["board", "reserve", "side", "phase", "left", "passed", "halfmove clock"];
        let [board, reserve, side, phase, left, passed, clock] = text::fields(position, names)?;
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
                return Err(TextError::new(
                    "passed",
                    "- in phases 2 and 4 and where a player has no drops left",
                    passed,
                ));
            }
            _ => return Err(TextError::new("passed", "p or -", passed)),
        };
        parsed.halfmove_clock = text::number(clock, "halfmove clock")?;
        if parsed.phase != Phase::Battle && parsed.halfmove_clock != 0 {
            return Err(TextError::new("halfmove clock", "0 before phase 4", clock));
        }
        check_obstacles(&parsed, board)?;
        for side in Side::BOTH {
            check_pieces(&parsed, side, board)?;
        }
        Ok(parsed)
    }

    /// Parses a well-formed action (assets/rules/tactical.md, Action texts).
    ///
    /// # Errors
    /// The invalid part of the text.
    fn parse_action(&self, action: &str) -> Result<Action, TextError> {
        if action == "--" {
            return Ok(Action::Pass);
        }
        if let Some((letter, square)) = action.split_once('@') {
            let mut letters = letter.chars();
            let kind = letters.next().and_then(PieceKind::with_letter).filter(|_| letters.next().is_none());
            let kind =
                kind.ok_or_else(|| TextError::new("dropped piece", format!("one of {}", letters_of_kinds()), letter))?;
            return Ok(Action::Drop(kind, last_square(square, "square of the drop")?));
        }
        let (from, rest) = square(action, "start square")?;
        match rest.strip_prefix('*') {
            Some(rest) => Ok(Action::Shot(from, last_square(rest, "square of the shot")?)),
            None => Ok(Action::Move(from, last_square(rest, "end square")?)),
        }
    }

    /// The short notation of a legal action (assets/rules/tactical.md, Notation).
    fn notation(&self, action: Action) -> String {
        let mut after = *self;
        after.play(action);
        let mut text = match action {
            Action::Pass | Action::Drop(..) => action.to_string(),
            Action::Move(from, to) => {
                let between = if self.empty() & to.bit() == 0 { "x" } else { "" };
                with_origin(self, action, from) + between + &to.name()
            }
            Action::Shot(from, to) => with_origin(self, action, from) + "*" + &to.name(),
        };
        if let Action::Move(from, to) = action {
            let promoted = self.kind_at(from).promoted();
            if promoted != self.kind_at(from) && after.own(self.side, promoted) & to.bit() != 0 {
                text.push('=');
                text.push(promoted.letter());
            }
        }
        match after.outcome() {
            Some(outcome) if outcome.winner == Some(self.side) => text.push('#'),
            None if after.last_king_in_danger(self.side.other()) => text.push('+'),
            _ => {}
        }
        text
    }
}

fn standing(letter: char) -> Option<(Option<Side>, PieceKind)> {
    if letter == '*' {
        return Some((None, PieceKind::Obstacle));
    }
    let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
    let kind = PieceKind::with_letter(letter.to_ascii_uppercase()).filter(|kind| *kind != PieceKind::Obstacle)?;
    Some((Some(side), kind))
}

/// Parses White's letters in the order of the table, then Black's in lower case; at most the number
/// of each kind in the table.
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
    let max = phase.drops();
    let digit = |byte: &u8| byte.checked_sub(b'0').filter(|digit| *digit <= max);
    let left = match field.as_bytes() {
        [white, black] => digit(white).zip(digit(black)),
        _ => None,
    };
    let (white, black) = left.ok_or_else(|| {
        TextError::new("left", format!("two digits of at most {max} in phase {}", phase as u8), field)
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
        return wrong("only kings before phase 3".to_string());
    }
    if count(PieceKind::Prince) > 1 {
        return wrong(format!("at most one prince of {side}"));
    }
    for kind in [PieceKind::King, PieceKind::Prince] {
        if count(kind) + u32::from(reserve.count(kind)) > 1 {
            return wrong(format!("the {} of {side} either here or in the reserve", kind.name()));
        }
    }
    if position.phase == Phase::Battle && kings == 0 && count(PieceKind::Prince) > 0 {
        return wrong(format!("a king of {side} in addition to its prince"));
    }
    Ok(())
}

impl fmt::Display for Tactical {
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

impl fmt::Display for Action {
    /// The action text (assets/rules/tactical.md, Action texts).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Pass => f.write_str("--"),
            Action::Drop(kind, to) => write!(f, "{}@{}", kind.letter(), to.name()),
            Action::Move(from, to) => write!(f, "{}{}", from.name(), to.name()),
            Action::Shot(from, to) => write!(f, "{}*{}", from.name(), to.name()),
        }
    }
}

fn square<'a>(start: &'a str, field: &str) -> Result<(Square, &'a str), TextError> {
    let (file, rank, rest) = text::square(start, field, 8, 8)?;
    Ok((Square::new(file, rank), rest))
}

fn last_square(end: &str, field: &str) -> Result<Square, TextError> {
    match square(end, field)? {
        (square, "") => Ok(square),
        (_, rest) => Err(TextError::new("action", "nothing more", rest)),
    }
}

/// `OKQRBNPTAGVCDHFJ`.
fn letters_of_kinds() -> String {
    PieceKind::all().map(PieceKind::letter).collect()
}

/// The letter of a piece (none for a pawn), and the part of its square that distinguishes the
/// action from the same actions of other pieces of its kind: empty, the file, the rank or both. A
/// capturing pawn always has its file.
fn with_origin(position: &Tactical, action: Action, from: Square) -> String {
    let kind = position.kind_at(from);
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let rivals = actions.into_iter().filter_map(|other| match (action, other) {
        (Action::Move(_, to), Action::Move(start, end)) | (Action::Shot(_, to), Action::Shot(start, end)) => {
            (to == end && from != start && position.kind_at(start) == kind).then(|| start.name())
        }
        _ => None,
    });
    let rivals: Vec<String> = rivals.collect();
    let name = from.name();
    let (file, rank) = name.split_at(1);
    let capturing_pawn = kind == PieceKind::Pawn && position.removed(action) != 0;
    let origin = if rivals.is_empty() && !capturing_pawn {
        ""
    } else if rivals.iter().all(|other| !other.starts_with(file)) {
        file
    } else if rivals.iter().all(|other| !other.ends_with(rank)) {
        rank
    } else {
        &name
    };
    let letter = if kind == PieceKind::Pawn { String::new() } else { kind.letter().to_string() };
    letter + origin
}
