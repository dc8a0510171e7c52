use std::time::Duration;

use crate::conditions::TimeControl;
use fairground_match::play::{Clock, ClockTimes};
use fairground_rules::bots::time::TimeBudget;
use fairground_rules::engine::Side;

/// The clocks of a match, in whole milliseconds.
#[derive(Clone, Debug)]
pub(super) struct Clocks {
    control: TimeControl,
    /// The maximum time beyond the clock before a player loses.
    margin: Duration,
    /// White's first.
    left: [Duration; 2],
    /// The completed turns of each side.
    turns: [u32; 2],
}

impl Clocks {
    pub fn new(control: TimeControl, margin: Duration) -> Clocks {
        Clocks { control, margin, left: [control.time; 2], turns: [0; 2] }
    }

    /// The time for a bot's decision.
    pub fn budget(&self, side: Side) -> TimeBudget {
        TimeBudget::on_clock(self.left[side.index()], self.control.increment, self.turns_to_go(side))
    }

    /// The clock times for an external engine that plays this side.
    pub fn for_engine(&self, side: Side) -> ClockTimes {
        let TimeControl { increment, .. } = self.control;
        ClockTimes { left: self.left, increment, turns_to_go: self.turns_to_go(side), margin: self.margin }
    }

    /// Subtracts the time of a decision. Returns the time taken, or `None` for a loss on time.
    pub fn spend(&mut self, side: Side, used: Duration) -> Option<Duration> {
        let left = &mut self.left[side.index()];
        let used = Duration::from_millis(used.as_millis() as u64);
        if used > *left + self.margin {
            return None;
        }
        let taken = Clock::taken(*left, used);
        *left -= taken;
        Some(taken)
    }

    /// Adds the increment, and the time of a new period, after a turn.
    pub fn end_turn(&mut self, side: Side) {
        let TimeControl { moves, time, increment } = self.control;
        let (left, turns) = (&mut self.left[side.index()], &mut self.turns[side.index()]);
        *turns += 1;
        *left += increment;
        if moves.is_some_and(|moves| turns.is_multiple_of(moves)) {
            *left += time;
        }
    }

    /// The number of turns until a player gets its time again.
    fn turns_to_go(&self, side: Side) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.turns[side.index()] % moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_and_get_new_periods() {
        let ms = Duration::from_millis;
        let mut clocks = Clocks::new("2/1+0.1".parse().unwrap(), ms(20));
        assert_eq!(clocks.for_engine(Side::White).turns_to_go, Some(2));
        assert_eq!(clocks.spend(Side::White, Duration::from_micros(300_900)), Some(ms(300)));
        clocks.end_turn(Side::White);
        assert_eq!((clocks.left, clocks.for_engine(Side::White).turns_to_go), ([ms(800), ms(1000)], Some(1)));
        assert_eq!(clocks.spend(Side::White, ms(820)), Some(ms(799)), "within the margin");
        clocks.end_turn(Side::White);
        assert_eq!((clocks.left, clocks.for_engine(Side::White).turns_to_go), ([ms(1101), ms(1000)], Some(2)));
        assert_eq!(clocks.spend(Side::Black, ms(1021)), None);
        assert!(clocks.budget(Side::Black).hard <= ms(500));
    }
}
