use super::action::Action;
use super::generate::{Count, List};
use super::levels;
use super::position::{Phase, Tactical};
use super::reserve::Reserve;
use crate::engine::{Check, GameInfo, Options, Outcome, Reason, Rules, Sink, Turn};

impl Rules for Tactical {
    type Action = Action;

    const INFO: &'static GameInfo = &GameInfo {
        id: "tactical",
        name: "Tactical Chess",
        summary: "Drop obstacles, kings and pieces onto an empty board; then cannons shoot and fanatics explode.",
        levels: &levels::LEVELS,
        options: &[],
        sides: GameInfo::WHITE_AND_BLACK,
        dice: false,
        standard_texts: false,
    };

    fn start(_: &Options) -> Self {
        Tactical::bare([Reserve::full(); 2])
    }

    #[inline]
    fn pending(&self) -> Turn {
        self.outcome().map_or(Turn::Decide(self.side), Turn::Over)
    }

    /// Not reached in practice: until the game is over, a player can pass or drop a king.
    fn outcome_without_actions(&self) -> Outcome {
        self.outcome().unwrap_or(Outcome::drawn(Reason::Stalemate))
    }

    fn has_actions(&self) -> bool {
        self.outcome().is_none()
    }

    fn generate(&self, out: &mut impl Sink<Action>) {
        self.collect::<false>(&mut List(out));
    }

    fn is_legal(&self, action: Action) -> bool {
        self.check(action).is_ok()
    }

    fn count(&self) -> u64 {
        let mut count = Count(0);
        self.collect::<false>(&mut count);
        count.0
    }

    /// The game has no dice.
    fn chance(&self, _: &mut impl Sink<(Action, u8)>) {}

    fn play(&mut self, action: Action) {
        match self.phase {
            Phase::Battle => self.play_in_battle(action),
            _ => self.play_before_battle(action),
        }
    }

    #[inline]
    fn key(&self) -> u64 {
        self.hash_without_clock()
    }

    /// Every action ends a ply, so every position counts.
    #[inline]
    fn counts_for_repetition(&self) -> bool {
        true
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }
}
