use crate::platform::clock::{Duration, Instant};
use std::sync::atomic::{AtomicU32, Ordering};

/// The moment at which a search has to stop, if there is one.
///
/// Time for one search may be divided among several parts, as the faces of a due die: each part ends when its share, and what the parts
/// before it left of theirs, has gone by.
#[derive(Debug)]
pub struct Deadline {
    begun: Instant,
    /// All of the time; `None` if there is no limit.
    time: Option<Duration>,
    parts: u32,
    /// The part that is being searched, from 1.
    part: AtomicU32,
}

impl Deadline {
    /// This long from now, or never.
    #[must_use]
    pub fn after(time: Option<Duration>) -> Deadline {
        Deadline::shared(time, 1)
    }

    /// This long from now, or never, the time divided equally among so many parts.
    #[must_use]
    pub fn shared(time: Option<Duration>, parts: usize) -> Deadline {
        let parts = u32::try_from(parts).unwrap_or(u32::MAX).max(1);
        Deadline { begun: Instant::now(), time, parts, part: AtomicU32::new(1) }
    }

    /// The next part begins.
    pub fn next_part(&self) {
        self.part.fetch_add(1, Ordering::Relaxed);
    }

    /// Whether the time of this part has gone by.
    #[must_use]
    pub fn has_passed(&self) -> bool {
        let part = self.part.load(Ordering::Relaxed).min(self.parts);
        // Multiplied first: a share may be less than a nanosecond.
        self.time.is_some_and(|time| self.begun.elapsed() >= time.saturating_mul(part) / self.parts)
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

    /// A part that ends early leaves its time to those after it.
    #[test]
    fn parts_share_the_time() {
        let ten_seconds_ago = Instant::now().checked_sub(Duration::from_secs(10)).unwrap();
        let deadline = Deadline { begun: ten_seconds_ago, ..Deadline::shared(Some(Duration::from_secs(15)), 3) };
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
