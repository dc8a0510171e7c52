//! Fluky Chess by Ilya Yudovski (assets/rules/fluky.md): 5x5 squares, a king and five dice per
//! side; a die moves according to the symbol on top and is thrown after its move.
//!
//! ```
//! use fairground_rules::engine::{Options, Tabletop};
//! use fairground_rules::games::fluky::Fluky;
//!
//! let mut position = Fluky::parse("kpppp/p4/5/4P/PPPPK w - 0", &Options::default())?;
//! position.apply(position.parse_action("a1a2")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "kpppp/p4/5/P3P/1PPPK w a2 0");
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
mod piece;
mod play;
mod position;
mod square;
mod table;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use piece::PieceKind;
pub use position::Fluky;
pub use square::Square;

use crate::engine::{
    Cell, Die, Event, Feature, Gesture, Illegal, Info, Inputs, Layout, Look, NetSlot, Notice, Options, Outcome, Piece,
    PieceInfo, Position, Reason, Side, Sink, Tabletop, Tally, TextError, Turn,
};

impl Position for Fluky {
    type Action = Action;

    /// The game is not over while a roll is due (assets/rules/fluky.md, The end).
    fn pending(&self) -> Turn {
        if let Some(winner) = self.winner() {
            Turn::Over(Outcome::won(winner, Reason::Goal))
        } else if self.is_roll_due() {
            Turn::Chance(self.side, Die::FLUKY)
        } else {
            Turn::Decide(self.side)
        }
    }

    fn outcome_without_actions(&self) -> Outcome {
        if self.in_check(self.side) {
            Outcome::won(self.side.other(), Reason::Checkmate)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }

    fn has_actions(&self) -> bool {
        generate::has_actions(self)
    }

    /// Either player can claim the draw at the third occurrence (assets/rules/fluky.md, The end).
    const CLAIMED_DRAWS: bool = true;

    fn generate(&self, out: &mut impl Sink<Action>) {
        generate::generate(self, out);
    }

    fn is_legal(&self, action: Action) -> bool {
        check::check(self, action).is_ok()
    }

    /// Captures, promotions, and the king's step onto its goal.
    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        generate::generate_noisy(self, out);
    }

    fn gain(&self, action: Action) -> Option<i32> {
        exchange::gain(self, action)
    }

    fn see(&self, action: Action, threshold: i32) -> bool {
        exchange::see(self, action, threshold)
    }

    fn chance(&self, out: &mut impl Sink<(Action, u8)>) {
        if self.is_roll_due() && self.winner().is_none() {
            out.extend(PieceKind::ALL.map(|kind| (Action::Roll(kind), kind.sides())));
        }
    }

    fn count(&self) -> u64 {
        generate::count(self)
    }

    fn play(&mut self, action: Action) {
        play::play(self, action);
    }

    fn key(&self) -> u64 {
        Fluky::key(self)
    }

    /// Positions count after the roll.
    fn counts_for_repetition(&self) -> bool {
        !self.is_roll_due()
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// In check, or the enemy king threatens to step onto its goal.
    fn in_danger(&self) -> bool {
        Fluky::in_danger(self)
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
        play::null_move(self)
    }
}

impl Tabletop for Fluky {
    const INFO: &'static Info = &Info {
        id: "fluky",
        name: "Fluky Chess",
        summary: "Five by five, and the pieces are dice: each is thrown after its move and becomes the piece it shows.",
        levels: &levels::LEVELS,
        options: &[],
        sides: Info::WHITE_AND_BLACK,
        dice: true,
    };

    fn start(_: &Options) -> Self {
        Fluky::START
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

    fn text_from_pieces(&self, pieces: &[Piece], side: Side) -> String {
        notation::text_from_pieces(pieces, side)
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
        Some(play::with_side_to_move(self, side))
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        table::attacked_by(self, side)
    }
}
