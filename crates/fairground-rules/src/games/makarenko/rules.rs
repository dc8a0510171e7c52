use super::action::Action;
use super::generate::{lifts, push};
use super::levels;
use super::piece::Values;
use super::position::Makarenko;
use crate::engine::{Check, GameInfo, OptionInfo, Options, Outcome, Reason, Rules, Sink, Turn, bits, hash_words, text};

impl Rules for Makarenko {
    type Action = Action;

    const INFO: &'static GameInfo = &GameInfo {
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
        sides: GameInfo::WHITE_AND_BLACK,
        dice: false,
        standard_texts: false,
    };

    fn start(options: &Options) -> Self {
        Makarenko::set_up(Values::of(options))
    }

    /// The game is over when a side ends its turn without a king (assets/rules/makarenko.md, The
    /// end).
    #[inline]
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
        self.kings(self.side.other()) != 0 && lifts(self, self.side).any(|lift| lift.targets != 0)
    }

    /// Adds every legal action (assets/rules/makarenko.md, A turn).
    fn generate(&self, out: &mut impl Sink<Action>) {
        if self.kings(self.side.other()) == 0 {
            return;
        }
        for lift in lifts(self, self.side) {
            push(&lift, lift.targets, out);
        }
    }

    fn is_legal(&self, action: Action) -> bool {
        self.check(action).is_ok()
    }

    fn count(&self) -> u64 {
        if self.kings(self.side.other()) == 0 {
            return 0;
        }
        lifts(self, self.side).map(|lift| u64::from(lift.targets.count_ones())).sum()
    }

    /// The game has no dice.
    fn chance(&self, _: &mut impl Sink<(Action, u8)>) {}

    /// Plays a legal action (assets/rules/makarenko.md, A turn).
    fn play(&mut self, action: Action) {
        let (side, Action { from, to, .. }) = (self.side, action);
        let height = self.height(from);
        let chips = action.chips.unwrap_or(height).min(height);
        let captures = self.stacks(side.other()) & bits::bit(to) != 0;
        let below = if captures { 0 } else { self.height(to) };
        self.put(side, from, height - chips);
        self.put(side, to, below + chips);
        self.halfmove_clock = if captures { 0 } else { text::saturating_increment(self.halfmove_clock) };
        self.side = side.other();
    }

    /// A hash of everything except the halfmove clock.
    #[inline]
    fn key(&self) -> u64 {
        let ([white, black], [ones, twos, fours]) = (self.sides, self.digits);
        hash_words([white, black, ones, twos, fours, self.side as u64])
    }

    #[inline]
    fn counts_for_repetition(&self) -> bool {
        true
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }
}
