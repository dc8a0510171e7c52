//! How much clients may ask for.

use std::time::{Duration, Instant};

/// The limits of a server. Each is named in the refusal.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Rooms that are awake at once.
    pub rooms: usize,
    /// Rooms that one address may make, at once and then each hour.
    pub rooms_per_address: u32,
    /// Connections at once.
    pub connections: usize,
    /// Connections of one address at once.
    pub connections_per_address: usize,
    /// Spectators of a room.
    pub spectators: usize,
    /// Messages of a connection: at once, and then each second.
    pub messages: [u32; 2],
    /// Bytes of a connection: at once, and then each second.
    pub bytes: [u32; 2],
    /// Searches of bots at once.
    pub searches: usize,
    /// Searches that wait for one of these to end.
    pub waiting_searches: usize,
    /// How long a room without anybody in it stays awake: so long if something was said in it, else a tenth of it.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Limits {
            rooms: 20_000,
            rooms_per_address: 120,
            connections: 50_000,
            connections_per_address: 400,
            spectators: 200,
            messages: [100, 25],
            bytes: [128 << 10, 32 << 10],
            searches: (cores / 2).max(1),
            waiting_searches: 1_000,
            idle: Duration::from_secs(600),
        }
    }
}

/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 16 << 10;

/// The most characters of a line of chat.
pub const MAX_CHAT: usize = 200;

/// The most characters of a name.
pub const MAX_NAME: usize = 40;

/// Something that is used up, and comes back with time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    left: f64,
    most: f64,
    per_second: f64,
    at: Instant,
}

impl Allowance {
    /// So much at once, and then so much each second.
    pub fn new(most: f64, per_second: f64, now: Instant) -> Allowance {
        Allowance { left: most, most, per_second, at: now }
    }

    /// Takes so much, if there is as much.
    pub fn take(&mut self, amount: f64, now: Instant) -> bool {
        let gone = now.saturating_duration_since(self.at).as_secs_f64();
        self.at = now;
        self.left = (self.left + gone * self.per_second).min(self.most);
        let enough = self.left >= amount;
        if enough {
            self.left -= amount;
        }
        enough
    }

    /// Whether nothing is used up.
    pub fn is_full(&self, now: Instant) -> bool {
        self.left + now.saturating_duration_since(self.at).as_secs_f64() * self.per_second >= self.most
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_up_comes_back() {
        let begun = Instant::now();
        let mut left = Allowance::new(2.0, 1.0, begun);
        assert!(left.take(1.0, begun) && left.take(1.0, begun) && !left.take(1.0, begun));
        let later = begun + Duration::from_millis(1500);
        assert!(!left.is_full(later));
        assert!(left.take(1.0, later) && !left.take(1.0, later));
        assert!(left.is_full(begun + Duration::from_secs(60)));
    }
}
