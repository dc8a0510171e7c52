use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use crate::platform::clock::{Duration, Instant};

/// The time limit of a search, if any.
///
/// The time may be divided among several parts, such as the faces of a due die. Each part has its
/// share plus the unused time of earlier parts.
#[derive(Debug)]
pub struct Deadline {
    /// The start of the time, once known.
    begun: Arc<OnceLock<Instant>>,
    /// The total time; `None` without a limit.
    time: Option<Duration>,
    parts: u32,
    /// The current part, from 1.
    part: AtomicU32,
}

impl Deadline {
    /// A limit that starts now.
    #[must_use]
    pub fn after(time: Option<Duration>) -> Deadline {
        Deadline::shared(time, 1)
    }

    /// A limit that starts now, divided equally among `parts` parts.
    #[must_use]
    pub fn shared(time: Option<Duration>, parts: usize) -> Deadline {
        Deadline::since(Arc::new(OnceLock::from(Instant::now())), time, parts)
    }

    /// A limit that starts at `begun`, divided equally among `parts` parts. Before `begun` is set,
    /// no time counts, as in a search while the other side is thinking.
    #[must_use]
    pub fn since(begun: Arc<OnceLock<Instant>>, time: Option<Duration>, parts: usize) -> Deadline {
        let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
        Deadline { begun, time, parts, part: AtomicU32::new(1) }
    }

    /// The share of each part; `None` without a limit.
    #[must_use]
    pub fn part_time(&self) -> Option<Duration> {
        self.time.map(|time| time / self.parts)
    }

    /// Starts the next part.
    pub fn next_part(&self) {
        self.part.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the time of the current part is over.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        let part = self.part.load(Ordering::Relaxed).min(self.parts);
        // Multiplies first, because a share may be shorter than a nanosecond.
        let elapsed = self.begun.get().map(Instant::elapsed);
        self.time.zip(elapsed).is_some_and(|(time, elapsed)| elapsed >= time.saturating_mul(part) / self.parts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_passes() {
        assert!(Deadline::after(Some(Duration::ZERO)).has_passed());
        assert!(!Deadline::after(Some(Duration::from_secs(3600))).has_passed());
        assert!(!Deadline::after(None).has_passed());
        let soon = Deadline::after(Some(Duration::from_millis(5)));
        std::thread::sleep(Duration::from_millis(6));
        assert!(soon.has_passed());
    }

    #[test]
    fn no_time_passes_before_the_start() {
        let begun = Arc::new(OnceLock::new());
        let deadline = Deadline::since(Arc::clone(&begun), Some(Duration::ZERO), 1);
        assert!(!deadline.has_passed());
        begun.set(Instant::now()).unwrap();
        assert!(deadline.has_passed());
    }

    /// The unused time of a part goes to later ones.
    #[test]
    fn parts_share_the_time() {
        let ten_seconds_ago = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        let begun = Arc::new(OnceLock::from(ten_seconds_ago));
        let deadline = Deadline::since(begun, Some(Duration::from_secs(15)), 3);
        assert_eq!(deadline.part_time(), Some(Duration::from_secs(5)));
        let passed: Vec<_> = (0..4)
            .map(|_| {
                let passed = deadline.has_passed();
                deadline.next_part();
                passed
            })
            .collect();
        assert_eq!(passed, [true, true, false, false]);
    }
}
