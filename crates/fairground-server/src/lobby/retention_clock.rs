//! The clock by which rooms age.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use tracing::{info, warn};

/// Larger differences to the system's clock are logged.
const MAX_DIFFERENCE: Duration = Duration::from_secs(24 * 3600);

/// The clock by which rooms age. It runs while the server does, and catches up with the system's
/// clock at most at twice the speed, so that a wrong system clock deletes no rooms.
#[derive(Debug)]
pub(super) struct RetentionClock(Mutex<State>);

#[derive(Debug)]
struct State {
    /// The time since 1970 at the last reading.
    time: Duration,
    /// The last reading.
    read: Instant,
    /// Whether the difference to the system's clock is large.
    differs: bool,
}

impl RetentionClock {
    /// A clock that agrees with the system's.
    pub fn new() -> RetentionClock {
        RetentionClock(Mutex::new(State { time: system(), read: Instant::now(), differs: false }))
    }

    /// Continues from the time of an earlier run, Unix time, s.
    pub fn resume(&self, time: u64) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).time = Duration::from_secs(time);
    }

    /// The current time, Unix time, s.
    pub fn now(&self) -> u64 {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).advance(Instant::now(), system()).as_secs()
    }

    /// Logs when the difference to the system's clock becomes large or small.
    pub fn check(&self) {
        let system = system();
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let time = state.advance(Instant::now(), system);
        let differs = system.abs_diff(time) > MAX_DIFFERENCE;
        if std::mem::replace(&mut state.differs, differs) == differs {
            return;
        }
        let [system, rooms] = [system, time].map(|time| time.as_secs());
        if differs {
            warn!(
                system,
                rooms,
                "the system's clock differs from the rooms' time, after an outage or because it is wrong; rooms may be deleted later"
            );
        } else {
            info!("the system's clock and the rooms' time agree again");
        }
    }
}

impl State {
    fn advance(&mut self, machine: Instant, system: Duration) -> Duration {
        let elapsed = machine.saturating_duration_since(self.read);
        self.read = self.read.max(machine);
        let behind = system.saturating_sub(self.time);
        self.time = self.time.saturating_add(behind.clamp(elapsed, elapsed.saturating_mul(2)));
        self.time
    }
}

/// The system's clock: the time since 1970.
fn system() -> Duration {
    SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 3600);

    #[test]
    fn a_jump_is_followed_at_twice_the_speed() {
        let start = Instant::now();
        let mut clock = State { time: 1000 * DAY, read: start, differs: false };
        // The days since the start, on the system's clock, and on the clock of the rooms.
        for (days, system, rooms) in [
            (1, 1001, 1001),
            (2, 9000, 1003),
            // Corrected one day later.
            (3, 1003, 1004),
            (4, 1004, 1005),
            // A clock that starts in 1970.
            (6, 0, 1007),
            // After an outage.
            (6, 1037, 1007),
            (16, 1047, 1027),
            (36, 1067, 1067),
            (37, 1068, 1068),
        ] {
            let now = clock.advance(start + days * DAY, system * DAY);
            assert_eq!(now.as_secs(), (rooms * DAY).as_secs(), "day {days}");
        }
    }

    #[test]
    fn every_time_can_be_resumed() {
        let clock = RetentionClock::new();
        for time in [0, u64::MAX] {
            clock.resume(time);
            clock.check();
            assert!(clock.now() >= time);
        }
    }
}
