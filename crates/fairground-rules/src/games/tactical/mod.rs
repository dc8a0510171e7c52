//! Tactical Chess by Viktor Sopilko: an empty board, a reserve of 26 pieces per side, four phases
//! (assets/rules/tactical.md).
//!
//! From the bottom up: `steps.rs`, `piece_kind.rs`, `reserve.rs` and `action.rs` hold the
//! vocabulary, `position.rs` the position, `attacks.rs` threats, `generate.rs` the legal actions,
//! `check.rs` refusals, `play.rs` the effects of actions, `events.rs` and `table.rs` the display,
//! `notation.rs` the texts, `evaluate.rs` the evaluation, `exchange.rs` the gain of captures.
//!
//! ```
//! use fairground_rules::engine::{Options, Side, Tabletop, Turn, Position};
//! use fairground_rules::games::tactical::Tactical;
//!
//! let mut position = Tactical::start(&Options::default());
//! position.apply(position.parse_action("O@a1")?, &mut |_| ())?;
//! assert_eq!(position.turn(), Turn::Decide(Side::Black));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod action;
mod attacks;
mod check;
mod evaluate;
mod events;
mod exchange;
mod generate;
mod inputs;
mod levels;
mod notation;
mod piece_kind;
mod play;
mod position;
mod reserve;
mod steps;
mod table;
#[cfg(test)]
mod tests;

use crate::engine::{
    Cell, Event, Feature, Gesture, Illegal, Info, Inputs, Layout, Look, NetSlot, Notice, Options, Outcome, Piece,
    PieceInfo, Place, Position, Reason, Side, Sink, Tabletop, Tally, TextError, Turn,
};
pub use action::Action;
pub use piece_kind::PieceKind;
use position::Phase;
pub use position::Tactical;
use reserve::Reserve;
pub use steps::Square;

/// The description of the game.
const INFO: &Info = &Info {
    id: "tactical",
    name: "Tactical Chess",
    summary: "Drop obstacles, kings and pieces onto an empty board; then cannons shoot and fanatics explode.",
    levels: &levels::LEVELS,
    options: &[],
    sides: Info::WHITE_AND_BLACK,
    dice: false,
};

impl Position for Tactical {
    type Action = Action;

    fn pending(&self) -> Turn {
        self.outcome().map_or(Turn::Decide(self.side), Turn::Over)
    }

    /// Not reached in practice: until the game is over, a player can pass or has a king to drop.
    fn outcome_without_actions(&self) -> Outcome {
        self.outcome().unwrap_or(Outcome::drawn(Reason::Stalemate))
    }

    fn has_actions(&self) -> bool {
        self.outcome().is_none()
    }

    fn generate(&self, out: &mut impl Sink<Action>) {
        generate::generate(self, out);
    }

    fn is_legal(&self, action: Action) -> bool {
        check::check(self, action).is_ok()
    }

    /// Promotions, and captures, shots and explosions that remove at least one enemy piece. Drops
    /// are quiet, as are shots that hit only friends.
    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        generate::generate_noisy(self, out);
    }

    fn gain(&self, action: Action) -> Option<i32> {
        exchange::gain(self, action)
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
        self.hash_without_clock()
    }

    /// Every action ends a ply, so every position counts.
    fn counts_for_repetition(&self) -> bool {
        true
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// Whether the opponent could win by the next action, if it were its turn.
    fn in_danger(&self) -> bool {
        self.last_king_in_danger(self.side)
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

    /// In the battle a pass is a legal action, so zugzwang is impossible. In earlier phases, a pass
    /// may end the phase.
    fn null_move(&self) -> Option<Self> {
        if self.phase != Phase::Battle || self.outcome().is_some() || self.in_danger() {
            return None;
        }
        let mut after = *self;
        after.play(Action::Pass);
        Some(after)
    }
}

impl Tabletop for Tactical {
    const INFO: &'static Info = INFO;

    fn start(_: &Options) -> Self {
        Tactical::bare([Reserve::full(); 2])
    }

    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        notation::parse_position(text)
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
        Some(table::gesture(self, action))
    }

    fn intended_action(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        table::intended_action(self, from, to, count).map(|action| action.to_string())
    }

    fn pieces(&self) -> Vec<Piece> {
        table::pieces(self)
    }

    fn editor_pieces(&self) -> Vec<(Option<Side>, Look)> {
        table::editor_pieces()
    }

    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        notation::text_from_pieces(self, pieces, side)
    }

    fn piece_info(&self, look: &Look) -> PieceInfo {
        table::piece_info(look)
    }

    fn layout(&self) -> Layout {
        table::layout()
    }

    fn notices(&self) -> Vec<Notice> {
        table::notices(self)
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        let mut turned = *self;
        (turned.side, turned.phase) = (side, Phase::Battle);
        Some(turned)
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        table::attacked_by(self, side)
    }
}
