//! Makarenko's Chess (assets/rules/makarenko.md): a piece is a stack of 1 to 8 chips, and its
//! height determines its kind. A turn moves a whole stack or its upper part, which may land on a
//! friendly stack.
//!
//! ```
//! use fairground_rules::engine::{Options, Tabletop};
//! use fairground_rules::games::makarenko::Makarenko;
//!
//! let mut position = Makarenko::parse("cdeghedc/aaaaaaaa/8/8/8/8/AAAAAAAA/CDEGHEDC w 0", &Options::default())?;
//! position.apply(position.parse_action("b1a1/3")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "cdeghedc/aaaaaaaa/8/8/8/8/AAAAAAAA/FAEGHEDC b 1");
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
mod table;
#[cfg(test)]
mod tests;

pub use action::Action;
pub use position::Makarenko;

use piece::Values;

use crate::engine::{
    Cell, Event, Feature, Gesture, Illegal, Info, Inputs, Layout, Look, NetSlot, Notice, OptionInfo, Options, Outcome,
    Piece, PieceInfo, Place, Position, Reason, Side, Sink, Tabletop, Tally, TextError, Turn,
};

impl Position for Makarenko {
    type Action = Action;

    /// The game is over when a side has ended its turn without a king (assets/rules/makarenko.md,
    /// The end).
    fn pending(&self) -> Turn {
        if self.kings(self.side.other()) == 0 {
            Turn::Over(Outcome::won(self.side, Reason::NoKing))
        } else {
            Turn::Decide(self.side)
        }
    }

    fn outcome_without_actions(&self) -> Outcome {
        if self.kings(self.side) == 0 {
            Outcome::won(self.side.other(), Reason::NoKing)
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

    /// Captures and, for a player without a king, the moves that make one.
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
        Makarenko::key(self)
    }

    fn counts_for_repetition(&self) -> bool {
        true
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    fn in_danger(&self) -> bool {
        Makarenko::in_danger(self)
    }

    /// Never unsettled: kings are attacked all the time, the evaluation counts it, and another king
    /// may be made. Searching deeper wherever the only king is attacked cost 217 ± 56 Elo, and not
    /// trusting the evaluation there another 162 ± 48 (200 matches each at 8,000 nodes).
    fn is_unsettled(&self) -> bool {
        false
    }

    const FEATURES: &'static [Feature] = &evaluate::FEATURES;

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        evaluate::tally(self, tally);
    }

    /// Compared with 100: +44 ± 31 Elo at 8,000 nodes in 344 matches with the hand-written
    /// evaluation, `--sprt 0,25` accepted.
    const MARGINS: i32 = 60;

    const INPUTS: usize = inputs::INPUTS;
    const INPUT_KINDS: [usize; 2] = inputs::INPUT_KINDS;

    fn inputs(&self, side: Side, views: &mut [Inputs; 2]) {
        inputs::inputs(self, side, views);
    }

    fn net(&self) -> Option<&'static NetSlot> {
        inputs::net(self)
    }

    fn null_move(&self) -> Option<Self> {
        play::null_move(self)
    }
}

impl Tabletop for Makarenko {
    const INFO: &'static Info = &Info {
        id: "makarenko",
        name: "Makarenko's Chess",
        summary: "Stacks of chips that split and combine: a stack's height determines its kind.",
        levels: &levels::LEVELS,
        options: &[OptionInfo {
            key: "values",
            values: &["nowak", "kostyor"],
            names: &["Nowak's values", "Kostyor's values"],
            help: "Pieces of heights 3, 5 and 6: rook and bishops (Nowak) or bishop and rooks (Kostyor).",
        }],
        sides: Info::WHITE_AND_BLACK,
        dice: false,
    };

    fn start(options: &Options) -> Self {
        Makarenko::set_up(Values::of(options))
    }

    fn parse(text: &str, options: &Options) -> Result<Self, TextError> {
        notation::parse(text, options)
    }

    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        notation::parse_action(self, text)
    }

    fn describe(&self, action: Action) -> String {
        table::describe(self, action)
    }

    fn notation(&self, action: Action) -> String {
        notation::notation(self, action)
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
        table::intended_action(self, from, to, count)
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
        table::piece_info(self, look)
    }

    fn layout(&self) -> Layout {
        Layout::squares(8, 8)
    }

    fn notices(&self) -> Vec<Notice> {
        table::notices(self)
    }

    fn with_side_to_move(&self, side: Side) -> Option<Self> {
        let mut turned = *self;
        turned.side = side;
        Some(turned)
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        table::attacked_by(self, side)
    }
}
