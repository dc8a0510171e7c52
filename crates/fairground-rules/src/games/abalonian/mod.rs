//! Abalonian Chess and orthodox chess, its base: one set of rules, with and without pushes
//! (assets/rules/abalonian.md).
//!
//! Positions are bitboards. Masks of pins and checks determine the legal ordinary moves. A push is
//! tried on a copy if it moves enemies or the driver's own king, or may expose a king to a push off
//! the board or leave it exposed to one.
//!
//! ```
//! use fairground_rules::engine::{Options, Tabletop};
//! use fairground_rules::games::abalonian::{Abalonian, Chess};
//!
//! // The rook pushes the pawn before it.
//! let mut position = Abalonian::start(&Options::default());
//! position.apply(position.parse_action("a1>a2")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/8/P7/RPPPPPPP/1NBQKBNR b Kkq - 0 1");
//!
//! let mut position = Chess::start(&Options::default());
//! position.apply(position.parse_action("e2e4")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod attacks;
mod check;
mod evaluate;
mod events;
mod exchange;
mod features;
mod generate;
mod inputs;
mod kind;
mod levels;
mod notation;
mod play;
mod position;
mod push;
mod square_values;
mod squares;
mod table;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use position::ChessPosition;

use std::borrow::Cow;

use crate::engine::{
    Cell, Event, Feature, Gesture, Illegal, Info, Inputs, Layout, Look, NetSlot, Notice, Options, Outcome, Piece,
    Place, Position, Reason, Side, Sink, Tabletop, Tally, TextError, Turn,
};
use kind::PieceKind;

/// Abalonian Chess.
pub type Abalonian = ChessPosition<true>;

/// Orthodox chess.
pub type Chess = ChessPosition<false>;

static ABALONIAN: Info = Info {
    id: "abalonian",
    name: "Abalonian Chess",
    summary: "Chess with the pushes of Abalone: pieces in a row push others along, and off the board.",
    levels: &levels::ABALONIAN,
    options: &[],
    sides: Info::WHITE_AND_BLACK,
    dice: false,
};

static CHESS: Info = Info {
    id: "chess",
    name: "Orthodox chess",
    summary: "The game of FIDE, the base of Abalonian Chess.",
    levels: &levels::CHESS,
    options: &[],
    sides: Info::WHITE_AND_BLACK,
    dice: false,
};

impl<const PUSHES: bool> Position for ChessPosition<PUSHES> {
    type Action = Action;

    fn pending(&self) -> Turn {
        Turn::Decide(self.side)
    }

    /// Checkmate or stalemate. In Abalonian Chess, stalemate is a win for a side with a piece other
    /// than king and pawns against a side without one (assets/rules/abalonian.md, The end).
    fn outcome_without_actions(&self) -> Outcome {
        let winner = self.side.other();
        if self.in_danger() {
            Outcome::won(winner, Reason::Checkmate)
        } else if PUSHES && self.non_pawn_material(self.side) == 0 && self.non_pawn_material(winner) != 0 {
            Outcome::won(winner, Reason::Stalemate)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }

    fn has_actions(&self) -> bool {
        generate::has_actions(self)
    }

    fn generate(&self, out: &mut impl Sink<Action>) {
        generate::generate(self, out);
    }

    fn is_legal(&self, action: Action) -> bool {
        check::check(self, action).is_ok()
    }

    /// Captures (by landing, en passant or a push off the board), and actions that promote a pawn
    /// of the side to act.
    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        generate::generate_noisy(self, out);
    }

    fn gain(&self, action: Action) -> Option<i32> {
        exchange::gain(self, action)
    }

    fn see(&self, action: Action, threshold: i32) -> bool {
        exchange::see(self, action, threshold)
    }

    /// The game has no dice.
    fn chance(&self, _: &mut impl Sink<(Action, u8)>) {}

    fn count(&self) -> u64 {
        generate::count(self)
    }

    fn play(&mut self, action: Action) {
        play::play(self, action);
    }

    fn key(&self) -> u64 {
        self.hash(generate::distinguishing_en_passant(self))
    }

    fn counts_for_repetition(&self) -> bool {
        true
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// King against king (assets/rules/abalonian.md, The end); in orthodox chess every dead
    /// position by insufficient material (assets/rules/chess.md, The end).
    fn automatic_draw(&self) -> Option<Reason> {
        if self.occupied() == self.kinds[PieceKind::King as usize] {
            return Some(Reason::BareKings);
        }
        (!PUSHES && self.has_insufficient_material()).then_some(Reason::LittleMaterial)
    }

    /// Orthodox chess has claims (assets/rules/chess.md, The end). The source of Abalonian Chess
    /// does not mention them.
    const CLAIMED_DRAWS: bool = !PUSHES;

    /// Whether the material of `side` could mate by some series of legal moves
    /// (assets/rules/chess.md, Flag falls; assets/rules/abalonian.md, The end).
    fn can_win(&self, side: Side) -> bool {
        if PUSHES { self.sides[side.index()].count_ones() > 1 } else { self.has_mating_material(side) }
    }

    /// Check, including check by a push.
    fn in_danger(&self) -> bool {
        self.attackers(self.side) != 0
    }

    const FEATURES: &'static [Feature] = if PUSHES { &features::ABALONIAN } else { &features::CHESS };

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        evaluate::tally(self, tally);
    }

    const INPUTS: usize = inputs::inputs_of(PUSHES);
    const INPUT_KINDS: [usize; 2] = inputs::kinds_of(PUSHES);

    fn inputs(&self, side: Side, views: &mut [Inputs; 2]) {
        inputs::inputs(self, side, views);
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(if PUSHES { &inputs::ABALONIAN_NET } else { &inputs::CHESS_NET })
    }

    /// Neither in check nor with only king and pawns, where zugzwang is common.
    fn null_move(&self) -> Option<Self> {
        let is_safe = self.non_pawn_material(self.side) != 0 && !self.in_danger();
        is_safe.then_some(ChessPosition { side: self.side.other(), en_passant: None, ..*self })
    }
}

impl<const PUSHES: bool> Tabletop for ChessPosition<PUSHES> {
    const INFO: &'static Info = if PUSHES { &ABALONIAN } else { &CHESS };

    fn start(_: &Options) -> Self {
        Self::initial()
    }

    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        Self::read(text)
    }

    fn complete(text: &str) -> Cow<'_, str> {
        notation::complete(text)
    }

    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        notation::parse_action(text)
    }

    fn describe(&self, action: Action) -> String {
        table::describe(self, action)
    }

    fn notation(&self, action: Action) -> String {
        notation::notation(self, action)
    }

    fn read_notation(&self, text: &str) -> Option<Vec<Action>> {
        notation::read_notation(self, text)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        check::check(self, action)
    }

    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        events::events(self, action, out);
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        Some(table::gesture(self, action))
    }

    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        table::intended_action(self, from, to, count).map(|action| action.to_string())
    }

    fn pieces(&self) -> Vec<Piece> {
        table::pieces(self)
    }

    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        table::editor_pieces::<PUSHES>()
    }

    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        notation::text_from_pieces(self, pieces, side)
    }

    fn layout(&self) -> Layout {
        Layout::squares(8, 8)
    }

    fn notices(&self) -> Vec<Notice> {
        table::notices(self)
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        Some(ChessPosition { side, en_passant: self.en_passant.filter(|_| side == self.side), ..*self })
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        table::attacked_by(self, side)
    }
}
