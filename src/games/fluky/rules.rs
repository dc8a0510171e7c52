use super::action::{Action, Kind};
use super::position::{Fluky, HOMES, NONE};
use crate::engine::{
    Cell, Die, Event, Feature, Gesture, Illegal, Info, Layout, Notice, Options, Outcome, Piece, Position, Reason, Side,
    Sink, Tabletop, Tally, Team, TextError, Turn,
};

/// The start (rules/fluky.md, Texts).
const START: Fluky = Fluky {
    dice: [0b01111 | 1 << 9, 0b11110 << 20 | 1 << 15],
    shown: [0b01111 | 1 << 9 | 0b11110 << 20 | 1 << 15, 0, 0, 0],
    kings: HOMES,
    side: Side::White,
    roll: NONE,
    quiet: 0,
};

/// What a die is worth by what it shows, in hundredths of a pawn. Every die may become any kind by its next throw, so the
/// most of its value is that of being a die; the rest is what it can do at once.
const WORTH: [i32; 4] = [220, 290, 280, 340];

/// What each of a king's steps towards its goal is worth, in hundredths of a pawn.
const STEP_WORTH: i32 = 12;

impl Position for Fluky {
    type Action = Action;

    fn generate(&self, out: &mut impl Sink<Action>) {
        self.list(out);
    }

    fn count(&self) -> u64 {
        Fluky::count(self)
    }

    fn play(&mut self, action: Action) {
        self.make(action);
    }

    fn repetition_key(&self) -> Option<u64> {
        (self.roll == NONE).then(|| self.hash())
    }

    fn halfmove_clock(&self) -> u32 {
        self.quiet
    }

    /// rules/fluky.md, The end. While a roll is due the game is not over.
    fn pending(&self) -> Turn {
        if let Some(winner) = self.arrived() {
            Turn::Over(Outcome::won(winner, Reason::Goal))
        } else if self.roll != NONE {
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

    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let is_noisy = |action: &Action| matches!(*action, Action::Move { to, into, .. } if into.is_some() || self.man_at(to).is_some() || (to == HOMES[self.side.other().index()] && self.king(self.side) != to));
        Sink::extend(out, actions.into_iter().filter(is_noisy));
    }

    fn chance(&self, out: &mut impl Sink<(Action, u8)>) {
        if self.roll != NONE && self.arrived().is_none() {
            Sink::extend(out, Kind::ALL.map(|kind| (Action::Roll(kind), if kind == Kind::Pawn { 3 } else { 1 })));
        }
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn in_danger(&self) -> bool {
        self.in_check(self.side)
    }

    const FEATURES: &'static [Feature] = &[Feature::new("balance", 1)];

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        tally.add(0, self.balance(self.side));
    }

    fn null_move(&self) -> Option<Self> {
        None
    }
}

impl Tabletop for Fluky {
    const INFO: &'static Info = &Info {
        id: "fluky",
        name: "Fluky Chess",
        summary: "Five by five, and the pieces are dice: each is thrown after its move and goes on as what it shows.",
        options: &[],
        rules: include_str!("../../../assets/rules/fluky.md"),
        teams: Team::WHITE_AND_BLACK,
        dice: true,
        picture: Some(include_bytes!("../../../assets/pictures/small/fluky.png")),
    };

    fn start(_: &Options) -> Self {
        START
    }

    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        Fluky::parse(text)
    }

    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        Action::parse(text)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        self.refusal(action)
    }

    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        self.events(action, out);
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        self.hand(action)
    }

    fn pieces(&self) -> Vec<Piece> {
        self.listed_pieces()
    }

    fn layout(&self) -> Layout {
        Layout { die: Some(Die::FLUKY), ..Layout::squares(5, 5) }
    }

    fn notices(&self) -> Vec<Notice> {
        self.told()
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        self.attacked_cells(side)
    }
}

impl Fluky {
    /// A hash of all but the halfmove clock.
    fn hash(&self) -> u64 {
        let mix = |hash: u64, value: u64| {
            let mixed = (hash ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            mixed ^ mixed >> 29
        };
        let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let [pawns, knights, bishops, rooks] = self.shown;
        let rest = [self.roll, self.kings[0], self.kings[1], self.side as u8];
        let state = [
            pair(self.dice[0], self.dice[1]),
            pair(pawns, knights),
            pair(bishops, rooks),
            u32::from_le_bytes(rest).into(),
        ];
        state.into_iter().fold(0, mix)
    }

    /// Dice and the kings' ways to their goals, as this side has it better, in hundredths of a pawn.
    fn balance(&self, side: Side) -> i32 {
        let worth = |side: Side| {
            let dice = self.dice[side.index()];
            let material: i32 = Kind::ALL
                .map(|kind| (dice & self.shown[kind as usize]).count_ones() as i32 * WORTH[kind as usize])
                .iter()
                .sum();
            let (king, goal) = (self.king(side), HOMES[side.other().index()]);
            let steps = (king % 5).abs_diff(goal % 5).max((king / 5).abs_diff(goal / 5));
            material - i32::from(steps) * STEP_WORTH
        };
        worth(side) - worth(side.other())
    }
}
