//! Whack Chess by M. Rogers: stacks of pyramids on four wedges that are moved during play.

mod action;
mod arrangement;
mod changes;
mod check;
mod check_change;
mod events;
mod generate;
mod graph;
mod joins;
mod lattice;
mod layout;
mod notation;
mod pieces;
mod position;
mod stack;
mod wedge;

pub use action::Action;
pub use changes::Roll;
pub use joins::Joins;
pub use position::Whack;

use crate::engine::{
    Cell, Event, Feature, Gesture, Illegal, Info, Layout, Notice, Options, Outcome, Piece, Position, Reason, Side,
    Sink, Tabletop, Tally, Team, TextError, Turn,
};
use action::table_cell;
use graph::cells;
use layout::layout;
use position::Phase;
use stack::PieceKind;

/// What a pawn to a queen is worth, in hundredths of a pawn. A king that can be lost counts as what it can do; the last one is
/// the game, which the search sees.
const WORTH: [i32; 6] = [100, 300, 300, 450, 350, 900];

/// What each cell is worth that a piece can go to or guards, in hundredths of a pawn.
const REACH_WORTH: i32 = 3;

/// rules/whack.md: White is Fire, Black is Ice.
const TEAMS: [Team; 2] =
    [Team { name: "Fire", colour: [0xf2, 0x8c, 0x1e] }, Team { name: "Ice", colour: [0x3c, 0x96, 0xe2] }];

impl Position for Whack {
    type Action = Action;

    fn generate(&self, out: &mut impl Sink<Action>) {
        self.list(out);
    }

    fn count(&self) -> u64 {
        self.number()
    }

    fn play(&mut self, action: Action) {
        self.make(action);
    }

    /// rules/whack.md, After a capture: only `move` positions count.
    fn repetition_key(&self) -> Option<u64> {
        (self.phase == Phase::Move).then(|| self.hash())
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    fn pending(&self) -> Turn {
        self.due()
    }

    /// rules/whack.md, After a capture: a player without a legal move.
    fn outcome_without_actions(&self) -> Outcome {
        if self.pieces.attacked_kings(self.arrangement.graph(), self.side, u64::MAX) != 0 {
            Outcome::won(self.side.other(), Reason::Checkmate)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }

    fn has_actions(&self) -> bool {
        self.phase != Phase::Move || self.can_move()
    }

    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let is_noisy = |action: &Action| matches!(*action, Action::Move { to, .. } if self.pieces.side(to) == Some(self.side.other()));
        Sink::extend(out, actions.into_iter().filter(is_noisy));
    }

    fn chance(&self, out: &mut impl Sink<(Action, u8)>) {
        if matches!(self.pending(), Turn::Chance(..)) {
            Sink::extend(out, Roll::ALL.map(|roll| (Action::Roll(roll), 1)));
        }
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn in_danger(&self) -> bool {
        self.pieces.attacked_kings(self.arrangement.graph(), self.side, u64::MAX) != 0
    }

    const FEATURES: &'static [Feature] = &[Feature::new("balance", 1)];

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        tally.add(0, self.balance(self.side));
    }

    fn null_move(&self) -> Option<Self> {
        None
    }
}

impl Tabletop for Whack {
    const INFO: &'static Info = &Info {
        id: "whack",
        name: "Whack Chess",
        summary: "Stacks of pyramids on four wedges; after each capture a die says how the board is taken apart and rejoined.",
        options: &[],
        rules: include_str!("../../../assets/rules/whack.md"),
        teams: TEAMS,
        dice: true,
        picture: Some(include_bytes!("../../../assets/pictures/small/whack.png")),
    };

    fn start(_: &Options) -> Self {
        Whack::START
    }

    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        Whack::parse(text)
    }

    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        Action::parse(text)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        if self.allows(action) { Ok(()) } else { Err(self.refusal(action)) }
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
        layout(self.arrangement)
    }

    fn notices(&self) -> Vec<Notice> {
        self.told()
    }

    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        cells(self.captures(side)).map(table_cell).collect()
    }
}

impl Whack {
    /// A hash of all but the halfmove clock.
    fn hash(&self) -> u64 {
        let phase = match self.phase {
            Phase::Move => 0,
            Phase::Place => 1,
            Phase::Open => 2,
            Phase::Roll => 3,
            Phase::OpenChange(roll) => 4 + roll as u64,
            Phase::RollChange(roll) => 12 + roll as u64,
        };
        self.pieces.hash(phase << 32 | u64::from(self.arrangement.index()) << 1 | self.side.index() as u64)
    }

    /// Men and where they can go, as this side has it better, in hundredths of a pawn.
    fn balance(&self, side: Side) -> i32 {
        let graph = self.arrangement.graph();
        let worth = |side: Side| {
            let own = self.pieces.of(side);
            let material =
                |kind: PieceKind| (own & self.pieces.all(kind)).count_ones() as i32 * WORTH[kind as usize - 1];
            let reach = |kind: PieceKind| -> u32 {
                cells(own & self.pieces.all(kind)).map(|from| self.pieces.attacks(graph, kind, from).count_ones()).sum()
            };
            PieceKind::ALL.into_iter().map(|kind| material(kind) + reach(kind) as i32 * REACH_WORTH).sum::<i32>()
        };
        worth(side) - worth(side.other())
    }
}
