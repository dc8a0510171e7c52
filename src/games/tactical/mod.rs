//! Tactical Chess by Viktor Sopilko: an empty board, a reserve of 26 a side, four phases (rules/tactical.md).
//!
//! `position.rs` holds what a position is, `text.rs` and `action.rs` how it and its actions are written, `moves.rs` which
//! are legal, `play.rs` what they do, `refuse.rs` why others are not legal, `tell.rs` what the table shows, `evaluate.rs`
//! who is better.

mod action;
mod check;
mod evaluate;
mod generate;
mod notation;
mod piece_kind;
mod play;
mod position;
mod steps;
mod table;
#[cfg(test)]
mod tests;

use crate::engine::{
    Cell, Event, Feature, Gesture, Illegal, Info, Layout, Notice, Options, Outcome, Piece, Place, Position, Reason,
    Side, Sink, Tabletop, Tally, Team, TextError, Turn,
};
pub use action::Action;
use generate::{Count, List};
pub use piece_kind::PieceKind;
use piece_kind::Reserve;
pub use position::Tactical;
pub use steps::Square;

/// What is known of the game without a position.
const INFO: &Info = &Info {
    id: "tactical",
    name: "Tactical Chess",
    summary: "Drop obstacles, kings and pieces onto an empty board; then cannons shoot and fanatics explode.",
    options: &[],
    rules: include_str!("../../../assets/rules/tactical.md"),
    teams: Team::WHITE_AND_BLACK,
    dice: false,
    picture: Some(include_bytes!("../../../assets/pictures/small/tactical.png")),
};

impl Position for Tactical {
    type Action = Action;

    fn generate(&self, out: &mut impl Sink<Action>) {
        self.collect(&mut List(out));
    }

    fn count(&self) -> u64 {
        let mut count = Count(0);
        self.collect(&mut count);
        count.0
    }

    fn play(&mut self, action: Action) {
        self.carry_out(action);
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.hash())
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    fn pending(&self) -> Turn {
        self.turn_now()
    }

    /// A pass is always possible, or else the phase itself has ended the game.
    fn outcome_without_actions(&self) -> Outcome {
        Outcome::drawn(Reason::Stalemate)
    }

    fn has_actions(&self) -> bool {
        true
    }

    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let is_noisy = |action: &Action| self.removed(*action) != 0;
        Sink::extend(out, actions.into_iter().filter(is_noisy));
    }

    /// There is no die.
    fn chance(&self, _: &mut impl Sink<(Action, u8)>) {}

    fn key(&self) -> u64 {
        self.hash()
    }

    fn in_danger(&self) -> bool {
        self.threats_of(self.side.other()) & self.of(PieceKind::King) != 0
    }

    const FEATURES: &'static [Feature] = &[Feature::new("balance", 1)];

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        tally.add(0, self.judge(self.side));
    }

    fn null_move(&self) -> Option<Self> {
        None
    }
}

impl Tabletop for Tactical {
    const INFO: &'static Info = INFO;

    fn start(_: &Options) -> Self {
        Tactical::bare([Reserve::full(); 2])
    }

    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        notation::parse(text)
    }

    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        action::parse(text)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        self.check_action(action)
    }

    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        self.events(action, out);
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        Some(self.gesture_of(action))
    }

    fn attempt(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let action = self.attempted(from, to).filter(|_| count.is_none())?;
        Some(action.to_string())
    }

    fn pieces(&self) -> Vec<Piece> {
        self.all_pieces()
    }

    fn layout(&self) -> Layout {
        Layout { reserve: PieceKind::all().map(PieceKind::supply).collect(), ..Layout::squares(8, 8) }
    }

    fn notices(&self) -> Vec<Notice> {
        self.all_notices()
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        self.attacked_cells(side)
    }
}
