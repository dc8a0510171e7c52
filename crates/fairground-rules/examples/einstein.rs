//! A complete game in one file: EinStein würfelt nicht! by Ingo Althöfer (2004).
//!
//! On 5x5 squares each side has six stones, numbered 1 to 6, in its corner. A player throws a die
//! and moves the stone with that number or, if it was captured, the next lower or the next higher
//! one on the board. A stone steps towards the opposite corner, straight or diagonally, and
//! captures any stone there, even one of its own side. A player wins by reaching the opposite
//! corner or by capturing every enemy stone. Here the stones start in a fixed order.
//!
//! `cargo run -p fairground-rules --example einstein`

use std::error::Error;
use std::fmt;

use fairground_rules::bots::{self, Bot, Limits};
use fairground_rules::engine::text::{fields, side, square_name};
use fairground_rules::engine::{
    Board, Cell, Check, Die, Driver, Editor, Evaluate, Events, Feature, GameInfo, Heuristics, Layout, Levels, Look,
    NetInputs, Notation, Options, Outcome, Packed, Piece, Place, ROLL_SIGN, Reason, Rules, Side, Sink, Tabletop, Tally,
    TextError, Turn, TypedGame, drive, split_mix_64,
};

const FILES: usize = 5;
const SQUARES: usize = FILES * FILES;

/// A stone: its owner and its number.
type Stone = (Side, u8);

/// A position of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Einstein {
    board: Board<Stone, FILES, SQUARES>,
    side: Side,
    /// The number thrown; `None` while the throw is due.
    thrown: Option<u8>,
}

/// A throw, or the step of a stone between two squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// The number on top.
    Throw(u8),
    /// Squares are numbered from 0 at a1, by rank and file.
    Step {
        /// The origin.
        from: u8,
        /// The destination.
        to: u8,
    },
}

impl Rules for Einstein {
    type Action = Action;

    const INFO: &'static GameInfo = &GameInfo {
        id: "einstein",
        name: "EinStein würfelt nicht!",
        summary: "Throw a die and move the stone with its number towards the opposite corner.",
        levels: &Levels::UNMEASURED,
        options: &[],
        sides: GameInfo::WHITE_AND_BLACK,
        dice: true,
        standard_texts: false,
    };

    fn start(_: &Options) -> Self {
        let mut board = Board::empty();
        for (square, number) in [0, 1, 2, 5, 6, 10].into_iter().zip([6, 2, 4, 5, 1, 3]) {
            board.0[square] = Some((Side::White, number));
            board.0[SQUARES - 1 - square] = Some((Side::Black, number));
        }
        Einstein { board, side: Side::White, thrown: None }
    }

    fn pending(&self) -> Turn {
        let moved = self.side.other();
        if self.board.0[goal(moved)].is_some_and(|(owner, _)| owner == moved) {
            Turn::Over(Outcome::won(moved, Reason::Goal))
        } else if let Some(loser) = Side::BOTH.into_iter().find(|side| self.numbers(*side).next().is_none()) {
            Turn::Over(Outcome::won(loser.other(), Reason::LittleMaterial))
        } else if self.thrown.is_none() {
            Turn::Chance(self.side, Die::D6)
        } else {
            Turn::Decide(self.side)
        }
    }

    fn generate(&self, out: &mut impl Sink<Action>) {
        match (self.pending(), self.thrown) {
            (Turn::Chance(..), _) => out.extend((1..=6).map(Action::Throw)),
            (Turn::Decide(side), Some(thrown)) => {
                let movable = self.movable(thrown);
                for (Cell(from), (owner, number)) in self.board.pieces() {
                    if owner == side && movable.contains(&Some(number)) {
                        out.extend(steps(side, from as u8).map(|to| Action::Step { from: from as u8, to }));
                    }
                }
            }
            _ => {}
        }
    }

    fn chance(&self, out: &mut impl Sink<(Action, u8)>) {
        if matches!(self.pending(), Turn::Chance(..)) {
            out.extend((1..=6).map(|number| (Action::Throw(number), 1)));
        }
    }

    fn play(&mut self, action: Action) {
        match action {
            Action::Throw(number) => self.thrown = Some(number),
            Action::Step { from, to } => {
                self.board.0[usize::from(to)] = self.board.0[usize::from(from)].take();
                (self.side, self.thrown) = (self.side.other(), None);
            }
        }
    }
}

impl Einstein {
    /// The numbers of a side's stones.
    fn numbers(&self, side: Side) -> impl Iterator<Item = u8> + '_ {
        self.board.pieces().filter(move |(_, (owner, _))| *owner == side).map(|(_, (_, number))| number)
    }

    /// The number of steps from a side's foremost stone to its goal.
    fn steps_to_goal(&self, side: Side) -> i32 {
        let steps = |square: u16| {
            let (file, rank) = (i32::from(square) % 5, i32::from(square) / 5);
            if side == Side::White { 4 - file.min(rank) } else { file.max(rank) }
        };
        let own = self.board.pieces().filter(|(_, (owner, _))| *owner == side);
        own.map(|(Cell(square), _)| steps(square)).min().unwrap_or(0)
    }

    /// The numbers of the stones that may move: the thrown number or, if its stone was captured,
    /// the next lower and the next higher one on the board.
    fn movable(&self, thrown: u8) -> [Option<u8>; 2] {
        let lower = self.numbers(self.side).filter(|number| *number <= thrown).max();
        let higher = self.numbers(self.side).filter(|number| *number >= thrown).min();
        [lower, higher]
    }
}

/// The corner that a side has to reach.
const fn goal(side: Side) -> usize {
    match side {
        Side::White => SQUARES - 1,
        Side::Black => 0,
    }
}

/// The squares onto which a stone may step.
fn steps(side: Side, from: u8) -> impl Iterator<Item = u8> {
    let (file, rank) = (from % 5, from / 5);
    let ahead = |number: u8| match side {
        Side::White => Some(number + 1).filter(|number| *number < 5),
        Side::Black => number.checked_sub(1),
    };
    let (next_file, next_rank) = (ahead(file), ahead(rank));
    let steps = [(next_file, Some(rank)), (Some(file), next_rank), (next_file, next_rank)];
    steps.into_iter().filter_map(|(file, rank)| Some(rank? * 5 + file?))
}

impl Notation for Einstein {
    /// Reads a text such as `cab2/ed3/f4/5/FAC1 w 3`. `A` and `a` are the stones numbered 1. A `-`
    /// instead of the number means that the throw is due.
    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        let [board, to_move, thrown] = fields(text, ["board", "side", "throw"])?;
        let board = Board::parse(board, "A to F, a to f", |letter| {
            let side = if letter.is_ascii_uppercase() { Side::White } else { Side::Black };
            let number = (letter.to_ascii_uppercase() as u32).checked_sub('A' as u32)?;
            (number < 6).then_some((side, number as u8 + 1))
        })?;
        let thrown = match thrown.parse() {
            Ok(number @ 1..=6) => Some(number),
            _ if thrown == "-" => None,
            _ => return Err(TextError::new("throw", "1 to 6, or -", thrown)),
        };
        Ok(Einstein { board, side: side(to_move)?, thrown })
    }
}

impl fmt::Display for Einstein {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.board.write(f, |(side, number)| side.case(char::from(b'A' + number - 1)))?;
        let thrown = self.thrown.map_or("-".to_string(), |number| number.to_string());
        write!(f, " {} {thrown}", self.side.letter())
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |square: &u8| square_name(square % 5, square / 5);
        match self {
            Action::Throw(number) => write!(f, "{ROLL_SIGN}{number}"),
            Action::Step { from, to } => write!(f, "{}{}", name(from), name(to)),
        }
    }
}

impl Packed for Action {
    fn pack(self) -> u32 {
        match self {
            Action::Throw(number) => 1 << 16 | u32::from(number),
            Action::Step { from, to } => u32::from(from) << 8 | u32::from(to),
        }
    }

    fn unpack(bits: u32) -> Self {
        let [low, high, is_throw, _] = bits.to_le_bytes();
        if is_throw == 1 { Action::Throw(low) } else { Action::Step { from: high % 25, to: low % 25 } }
    }
}

/// The table shows the stones as dice with their numbers on top.
impl Tabletop for Einstein {
    fn layout(&self) -> Layout {
        Layout { die: Some(Die::D6), ..Layout::squares(5, 5) }
    }

    fn pieces(&self) -> Vec<Piece> {
        let look = |number: u8| Look::Die(Die::D6, ["1", "2", "3", "4", "5", "6"][usize::from(number - 1)]);
        let piece = |(cell, (side, number))| Piece { place: Place::Cell(cell), side: Some(side), look: look(number) };
        self.board.pieces().map(piece).collect()
    }
}

/// Even a few hand-chosen weights make the bots much stronger than no evaluation.
impl Evaluate for Einstein {
    const FEATURES: &'static [Feature] =
        &[Feature::new("steps of the foremost stone to the corner", -100), Feature::new("stones", -10)];

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        for (side, sign) in [(self.side, 1), (self.side.other(), -1)] {
            tally.add(0, sign * self.steps_to_goal(side));
            tally.add(1, sign * self.numbers(side).count() as i32);
        }
    }
}

// These traits keep their defaults, see `docs/adding-a-game.md`.
impl Check for Einstein {}
impl Editor for Einstein {}
impl Events for Einstein {}
impl Heuristics for Einstein {}
impl NetInputs for Einstein {}

/// A search as White, random actions as Black, and the die.
pub struct Players {
    /// The seed of the bots and the die.
    pub seed: u64,
}

impl Driver<Einstein> for Players {
    type End = &'static str;

    fn decide(&mut self, game: &TypedGame<Einstein>, side: Side) -> Result<Action, Self::End> {
        let bot = if side == Side::White { Bot::Search(Limits::nodes(2_000)) } else { Bot::Random };
        bots::choose(bot, game, self.seed, &|| false).ok_or("no action")
    }

    fn throw(&mut self, game: &TypedGame<Einstein>, _side: Side, _die: &'static Die) -> Result<Action, Self::End> {
        let number = split_mix_64(self.seed << 32 | game.actions().len() as u64) % 6;
        Ok(Action::Throw(number as u8 + 1))
    }
}

/// Two bots play a match.
fn main() -> Result<(), Box<dyn Error>> {
    let mut game = TypedGame::<Einstein>::new(Options::default());
    let outcome = drive(&mut game, &mut Players { seed: 1 })?;
    for action in game.actions() {
        println!("{action}");
    }
    println!("{}\n{outcome} ({})", game.position(), outcome.reason);
    Ok(())
}
