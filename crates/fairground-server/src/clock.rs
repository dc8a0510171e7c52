//! The clock of the server. It stands still while the server stalls, so that no player's clock is
//! charged for a stall.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::warn;

/// The interval between beats.
const BEAT: Duration = Duration::from_millis(250);

/// A beat later than this is a stall: the process was stopped, the machine slept, or other
/// processes used the processor.
const STALL: Duration = Duration::from_secs(1);

/// A clock that is read at least every [`BEAT`], unless the server stalls.
#[derive(Debug)]
pub struct ServerClock {
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    /// The last reading.
    last: Instant,
    /// The total length of all stalls.
    stalled: Duration,
    stalls: u64,
}

impl ServerClock {
    pub fn new() -> ServerClock {
        ServerClock { state: Mutex::new(State { last: Instant::now(), stalled: Duration::ZERO, stalls: 0 }) }
    }

    /// The current time, minus all stalls.
    pub fn now(&self) -> Instant {
        self.read(Instant::now)
    }

    /// The number of stalls and their total length.
    pub fn stalls(&self) -> (u64, Duration) {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        (state.stalls, state.stalled)
    }

    /// Converts an instant of this clock to the machine's clock, assuming no stall in between.
    pub fn to_machine(&self, instant: Instant) -> Instant {
        instant + self.stalls().1
    }

    /// Reads the clock every [`BEAT`].
    pub async fn beat(&self) {
        loop {
            tokio::time::sleep(BEAT).await;
            self.now();
        }
    }

    /// Reads the machine's time under the lock, so that readings are in order.
    fn read(&self, machine: impl FnOnce() -> Instant) -> Instant {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let machine = machine();
        let gap = machine.saturating_duration_since(state.last);
        if gap > STALL {
            state.stalled += gap - BEAT;
            state.stalls += 1;
            warn!(seconds = gap.as_secs_f32(), "the server stalled; players' clocks stood still");
        }
        state.last = state.last.max(machine);
        machine.checked_sub(state.stalled).unwrap_or(machine)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stall_takes_one_beat() {
        let clock = ServerClock::new();
        let start = clock.state.lock().unwrap().last;
        let at = |seconds: f64| clock.read(|| start + Duration::from_secs_f64(seconds)) - start;
        assert_eq!(at(0.25), Duration::from_millis(250));
        // A busy machine is late, but does not stand still.
        assert_eq!(at(1.0), Duration::from_secs(1));
        assert_eq!(at(21.0), Duration::from_millis(1250));
        assert_eq!(at(22.0), Duration::from_millis(2250));
        assert_eq!(clock.stalls(), (1, Duration::from_millis(19_750)));
        assert_eq!(clock.to_machine(start + Duration::from_millis(2250)), start + Duration::from_secs(22));
    }
}
