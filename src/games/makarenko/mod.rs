//! Makarenko's Chess (rules/makarenko.md): a piece is a stack of 1 to 8 chips, and its height says what it is. A turn moves
//! a whole stack or the upper part of one, which may land on a friendly stack.

mod check;
mod evaluate;
mod generate;
mod notation;
mod position;
mod table;
#[cfg(test)]
mod tests;

pub use notation::Action;
pub use position::Makarenko;

use position::Values;

use crate::engine::{
    Cell, Event, Feature, Gesture, Illegal, Info, Layout, Notice, OptionInfo, Options, Outcome, Piece, Place, Position,
    Reason, Side, Sink, Tabletop, Tally, Team, TextError, Turn, bits,
};

impl Position for Makarenko {
    type Action = Action;

    fn generate(&self, out: &mut impl Sink<Action>) {
        if self.kings(self.to_move.other()) == 0 {
            return;
        }
        for lift in self.lifts(self.to_move) {
            let chips = (!lift.whole).then_some(lift.chips);
            Sink::extend(out, bits::Squares(lift.targets).map(|to| Action { from: lift.from, to, chips }));
        }
    }

    fn count(&self) -> u64 {
        if self.kings(self.to_move.other()) == 0 {
            return 0;
        }
        self.lifts(self.to_move).map(|lift| u64::from(lift.targets.count_ones())).sum()
    }

    fn play(&mut self, action: Action) {
        self.carry_out(action);
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.hash())
    }

    fn halfmove_clock(&self) -> u32 {
        self.quiet
    }

    fn pending(&self) -> Turn {
        self.status()
    }

    fn outcome_without_actions(&self) -> Outcome {
        if self.kings(self.to_move) == 0 {
            Outcome::won(self.to_move.other(), Reason::NoKing)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }

    fn has_actions(&self) -> bool {
        self.lifts(self.to_move).any(|lift| lift.targets != 0)
    }

    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let is_noisy = |action: &Action| self.side_at(action.to) == Some(self.to_move.other());
        Sink::extend(out, actions.into_iter().filter(is_noisy));
    }

    /// There is no die.
    fn chance(&self, _: &mut impl Sink<(Action, u8)>) {}

    fn key(&self) -> u64 {
        self.hash()
    }

    fn in_danger(&self) -> bool {
        self.kings(self.to_move) == 0
    }

    const FEATURES: &'static [Feature] = &[Feature::new("balance", 1)];

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        tally.add(0, self.balance(self.to_move));
    }

    fn null_move(&self) -> Option<Self> {
        None
    }
}

impl Tabletop for Makarenko {
    const INFO: &'static Info = &Info {
        id: "makarenko",
        name: "Makarenko's Chess",
        summary: "Stacks of chips that split and combine: the height of a stack says what it is.",
        options: &[OptionInfo {
            key: "values",
            values: &["nowak", "kostyor"],
            help: "What heights 3, 5 and 6 are: rook and bishops (nowak) or bishop and rooks (kostyor).",
        }],
        rules: include_str!("../../../assets/rules/makarenko.md"),
        teams: Team::WHITE_AND_BLACK,
        dice: false,
        picture: Some(include_bytes!("../../../assets/pictures/small/makarenko.png")),
    };

    fn start(options: &Options) -> Self {
        let values = Values::of(options);
        let back_rank = match values {
            Values::Nowak => [3, 4, 5, 7, 8, 5, 4, 3],
            Values::Kostyor => [5, 4, 3, 7, 8, 3, 4, 5],
        };
        let mut start = Makarenko::empty(values);
        for (file, height) in (0..).zip(back_rank) {
            start.put(Side::White, file, height);
            start.put(Side::White, 8 + file, 1);
            start.put(Side::Black, 48 + file, 1);
            start.put(Side::Black, 56 + file, height);
        }
        start
    }

    fn parse(text: &str, options: &Options) -> Result<Self, TextError> {
        Makarenko::read(text, options)
    }

    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        self.read_action(text)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        self.judge(action)
    }

    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        self.story(action, out);
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        Some(self.by_hand(action))
    }

    fn attempt(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        self.meant(from, to, count)
    }

    fn pieces(&self) -> Vec<Piece> {
        self.stacks_on_table()
    }

    fn layout(&self) -> Layout {
        Layout::squares(8, 8)
    }

    fn notices(&self) -> Vec<Notice> {
        self.news()
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        bits::cells(self.captures(side)).collect()
    }
}
