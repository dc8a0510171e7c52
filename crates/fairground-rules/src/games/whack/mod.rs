//! Whack Chess by M. Rogers: stacks of pyramids on four wedges that are moved during play. Its
//! rules: `assets/rules/whack.md`.
//!
//! Each file uses only files before it in the list.
//! - The board, in the folder `board`: `lattice` (exact points of the plane), `wedge` (contact of
//!   two wedges), `joins` (lists of joins), `cell` (cells and sets of cells), `graph` (steps across
//!   joins), `arrangement` (all valid boards), `roll`, `changes` (effect of each roll on a board).
//! - The pieces: `stack`, `pieces` (their moves and attacks).
//! - The game: `position`, `setup` (the starting pieces), `action`, `generate`, `play`, `notation`,
//!   `check_change` and `check`, `evaluate`.
//! - The table: `layout`, `events`, `table`.
//!
//! ```
//! use fairground_rules::engine::{Options, Tabletop};
//! use fairground_rules::games::whack::Whack;
//!
//! let mut position = Whack::parse("- - b place 0", &Options::default())?;
//! position.apply(position.parse_action("=A0B0")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "A0B0 - w place 0");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod board;
mod check;
mod check_change;
mod evaluate;
mod events;
mod exchange;
mod generate;
mod inputs;
mod layout;
mod levels;
mod notation;
mod pieces;
mod play;
mod position;
mod setup;
mod stack;
mod table;
#[cfg(test)]
mod tests;

pub use action::{Action, ActionKind};
pub use board::arrangement::Arrangement;
pub use board::cell::Cell;
pub use board::joins::Joins;
pub use board::roll::Roll;
pub use position::Whack;

use crate::engine::{
    self, Event, Feature, Gesture, Illegal, Info, Inputs, Layout, Look, NetSlot, Notice, Options, Outcome, Piece,
    PieceInfo, Position, Side, Sink, Tabletop, Tally, TextError, Turn,
};

impl Position for Whack {
    type Action = Action;

    fn pending(&self) -> Turn {
        position::pending(self)
    }

    fn outcome_without_actions(&self) -> Outcome {
        position::outcome_without_actions(self)
    }

    fn has_actions(&self) -> bool {
        generate::has_actions(self)
    }

    fn generate(&self, out: &mut impl Sink<Action>) {
        generate::generate(self, out);
    }

    fn is_legal(&self, action: Action) -> bool {
        generate::is_legal(self, action)
    }

    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        generate::generate_noisy(self, out);
    }

    fn gain(&self, action: Action) -> Option<i32> {
        exchange::gain(self, action)
    }

    fn chance(&self, out: &mut impl Sink<(Action, u8)>) {
        generate::chance(self, out);
    }

    fn count(&self) -> u64 {
        generate::count(self)
    }

    fn play(&mut self, action: Action) {
        play::play(self, action);
    }

    fn key(&self) -> u64 {
        position::key(self)
    }

    fn counts_for_repetition(&self) -> bool {
        position::counts_for_repetition(self)
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    fn in_danger(&self) -> bool {
        position::in_danger(self)
    }

    const FEATURES: &'static [Feature] = &evaluate::FEATURES;

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        evaluate::tally(self, tally);
    }

    const INPUTS: usize = inputs::INPUTS;
    const INPUT_KINDS: [usize; 2] = inputs::INPUT_KINDS;

    fn inputs(&self, side: Side, views: &mut [Inputs; 2]) {
        inputs::inputs(self, side, views);
    }

    fn net(&self) -> Option<&'static NetSlot> {
        Some(&inputs::NET)
    }

    fn null_move(&self) -> Option<Self> {
        position::null_move(self)
    }
}

impl Tabletop for Whack {
    const INFO: &'static Info = &Info {
        id: "whack",
        name: "Whack Chess",
        summary: "Stacks of pyramids on four wedges; after each capture a die says how the board is taken apart and rejoined.",
        levels: &levels::LEVELS,
        options: &[],
        sides: [position::team(Side::White), position::team(Side::Black)],
        dice: true,
    };

    fn start(_: &Options) -> Self {
        Whack::START
    }

    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        notation::parse(text)
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

    fn face_meaning(&self, symbol: &str) -> Option<String> {
        table::face_meaning(symbol)
    }

    fn announcement(&self, action: Action) -> Option<String> {
        table::announcement(self, action)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        check::check(self, action)
    }

    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        events::events(self, action, out);
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        table::gesture(self, action)
    }

    fn pieces(&self) -> Vec<Piece> {
        table::pieces(self)
    }

    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        table::editor_pieces()
    }

    fn editor_base(&self) -> Self {
        setup::editor_base(self)
    }

    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        notation::text_from_pieces(self, pieces, side)
    }

    fn piece_info(&self, look: &Look) -> PieceInfo {
        table::piece_info(look)
    }

    fn layout(&self) -> Layout {
        layout::layout(self.arrangement)
    }

    fn notices(&self) -> Vec<Notice> {
        table::notices(self)
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        Some(Whack { side, phase: position::Phase::Move, ..*self })
    }

    fn attacked_by(&self, side: Side) -> Vec<engine::Cell> {
        table::attacked_by(self, side)
    }
}
