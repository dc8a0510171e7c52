use super::action::{Action, ActionKind};
use super::board::cell::cells;
use super::board::roll::{DIE, Roll};
use super::levels;
use super::position;
use super::position::{Phase, Whack};
use crate::engine::{GameInfo, Options, Outcome, Reason, Rules, Side, Sink, Turn};

impl Rules for Whack {
    type Action = Action;

    const INFO: &'static GameInfo = &GameInfo {
        id: "whack",
        name: "Whack Chess",
        summary: "Stacks of pyramids on four wedges; after each capture a die says how the board is taken apart and rejoined.",
        levels: &levels::LEVELS,
        options: &[],
        sides: [position::team(Side::White), position::team(Side::Black)],
        dice: true,
        standard_texts: false,
    };

    fn start(_: &Options) -> Self {
        Whack::START
    }

    fn pending(&self) -> Turn {
        match (self.decided(), self.phase) {
            (Some(outcome), _) => Turn::Over(outcome),
            (None, Phase::Open | Phase::Roll) => Turn::Chance(self.side, DIE),
            _ => Turn::Decide(self.side),
        }
    }

    /// The outcome if the player to act has no legal move (assets/rules/whack.md, End of the game).
    fn outcome_without_actions(&self) -> Outcome {
        if self.kings_in_check(self.side) != 0 {
            Outcome::won(self.side.other(), Reason::Checkmate)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }

    fn has_actions(&self) -> bool {
        match self.phase {
            _ if self.decided().is_some() => false,
            Phase::Move => self.moves().any(|(_, targets)| targets != 0),
            // A section can always be placed and a die can always be thrown. A change is due only
            // if one is legal.
            _ => true,
        }
    }

    fn generate(&self, out: &mut impl Sink<Action>) {
        if self.decided().is_some() {
            return;
        }
        match self.phase {
            Phase::Open | Phase::Roll => out.extend(Roll::ALL.map(Action::roll)),
            Phase::Move => {
                for (from, targets) in self.moves() {
                    out.extend(cells(targets).map(|to| Action::piece_move(from, to)));
                }
            }
            _ => out.extend(self.legal_changes().map(Action::change)),
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        if self.decided().is_some() {
            return false;
        }
        match action.kind() {
            ActionKind::ImpossibleChange(_) => false,
            ActionKind::Roll(_) => matches!(self.phase, Phase::Open | Phase::Roll),
            ActionKind::Change(after) => self.legal_changes().any(|legal| legal == after),
            ActionKind::Move { from, to } => {
                self.phase == Phase::Move
                    && self.pieces.side(from) == Some(self.side)
                    && to.is_in(self.legal_targets(from))
            }
        }
    }

    fn count(&self) -> u64 {
        match self.phase {
            _ if self.decided().is_some() => 0,
            Phase::Open | Phase::Roll => Roll::ALL.len() as u64,
            Phase::Move => self.moves().map(|(_, targets)| u64::from(targets.count_ones())).sum(),
            _ => self.legal_changes().count() as u64,
        }
    }

    /// Adds the possible rolls, each once.
    fn chance(&self, out: &mut impl Sink<(Action, u8)>) {
        if matches!(self.phase, Phase::Open | Phase::Roll) && self.decided().is_none() {
            out.extend(Roll::ALL.map(|roll| (Action::roll(roll), 1)));
        }
    }

    fn play(&mut self, action: Action) {
        match action.kind() {
            ActionKind::Move { from, to } => self.move_piece(from, to),
            ActionKind::Roll(roll) => self.roll(roll),
            ActionKind::Change(after) => self.change(after),
            ActionKind::ImpossibleChange(_) => {}
        }
    }

    /// A hash of everything except the halfmove clock.
    fn key(&self) -> u64 {
        let phase = match self.phase {
            Phase::Move => 0,
            Phase::Place => 1,
            Phase::Open => 2,
            Phase::Roll => 3,
            Phase::OpenChange(roll) => 4 + roll as u64,
            Phase::RollChange(roll) => 12 + roll as u64,
        };
        let (arrangement, side) = (u64::from(self.arrangement.index()), self.side.index() as u64);
        self.pieces.hash(phase << 32 | arrangement << 1 | side)
    }

    /// Whether the position ends a ply and therefore counts for repetition (assets/rules/whack.md,
    /// End of the game).
    fn counts_for_repetition(&self) -> bool {
        self.phase == Phase::Move
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }
}
