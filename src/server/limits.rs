//! How much clients may ask for.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
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
    /// Requests of one address, but for files of the page: at once, and then each second.
    pub requests_per_address: [u32; 2],
    /// How long the head of a connection's first request may take.
    pub head: Duration,
    /// How long a connection stays on which nothing comes or goes.
    pub idle_connection: Duration,
    /// New connections of one address: at once, and then each second.
    pub connects_per_address: [u32; 2],
    /// Spectators of a room.
    pub spectators: usize,
    /// Spectators of a room from one address.
    pub spectators_per_address: usize,
    /// Messages of a connection: at once, and then each second.
    pub messages: [u32; 2],
    /// Bytes of a connection: at once, and then each second.
    pub bytes: [u32; 2],
    /// Lines of chat of a player in 30 s.
    pub chat: usize,
    /// Searches of bots at once.
    pub searches: usize,
    /// Searches that wait for one of these to end.
    pub waiting_searches: usize,
    /// Seconds of search for the opponents of one address: at once, and then each second.
    pub search_seconds_per_address: [u32; 2],
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
            requests_per_address: [200, 20],
            head: Duration::from_secs(10),
            idle_connection: Duration::from_secs(60),
            connects_per_address: [400, 10],
            spectators: 200,
            spectators_per_address: 50,
            messages: [100, 25],
            bytes: [128 << 10, 32 << 10],
            chat: 10,
            searches: (cores / 2).max(1),
            waiting_searches: 1_000,
            search_seconds_per_address: [60, 1],
            idle: Duration::from_secs(600),
        }
    }
}

/// The most bytes of a message.
pub const MAX_MESSAGE: usize = 16 << 10;

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

/// The most addresses whose allowances are remembered.
const MAX_ADDRESSES: usize = 10_000;

/// An allowance for each address.
#[derive(Debug)]
pub(super) struct PerAddress {
    most: f64,
    per_second: f64,
    left: Mutex<HashMap<IpAddr, Allowance>>,
}

impl PerAddress {
    /// At most `most` at once, and then `per_second`.
    pub fn new(most: f64, per_second: f64) -> PerAddress {
        PerAddress { most, per_second, left: Mutex::default() }
    }

    /// Uses up one of an address's allowance, if there is one left.
    pub fn take(&self, address: IpAddr, now: Instant) -> bool {
        self.with(address, now, |allowance| allowance.take(1.0, now))
    }

    /// Whether an address has something left.
    pub fn has_some(&self, address: IpAddr, now: Instant) -> bool {
        self.with(address, now, |allowance| allowance.take(0.0, now) && allowance.left > 0.0)
    }

    /// Uses up this amount, even if there is less left.
    pub fn spend(&self, address: IpAddr, amount: f64, now: Instant) {
        self.with(address, now, |allowance| {
            allowance.take(0.0, now);
            allowance.left -= amount;
        });
    }

    fn with<T>(&self, address: IpAddr, now: Instant, act: impl FnOnce(&mut Allowance) -> T) -> T {
        let mut left = self.left.lock().unwrap_or_else(PoisonError::into_inner);
        if left.len() >= MAX_ADDRESSES && !left.contains_key(&address) {
            left.retain(|_, allowance| !allowance.is_full(now));
            // Many addresses at once do not keep others from being served: the one that has used least is forgotten.
            let most_left = left.iter().max_by(|(_, one), (_, other)| one.left.total_cmp(&other.left));
            let forgotten = most_left.map(|(address, _)| *address).filter(|_| left.len() >= MAX_ADDRESSES);
            forgotten.and_then(|address| left.remove(&address));
        }
        act(left.entry(address).or_insert_with(|| Allowance::new(self.most, self.per_second, now)))
    }
}

/// The address that limits count by: an IPv4 address, or the network of an IPv6 address, as each customer has a whole /64.
pub(super) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << 64)).into(),
        address => address,
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

    #[test]
    fn many_addresses_keep_nobody_out() {
        let now = Instant::now();
        let rooms = PerAddress::new(2.0, 0.0);
        let greedy: IpAddr = [10, 0, 0, 1].into();
        assert!(rooms.take(greedy, now) && rooms.take(greedy, now) && !rooms.take(greedy, now));
        for number in 0..2 * MAX_ADDRESSES as u32 {
            assert!(rooms.take(std::net::Ipv4Addr::from_bits(number).into(), now), "{number}");
        }
        assert!(!rooms.take(greedy, now), "who has used the most is remembered");
        assert!(rooms.left.lock().unwrap().len() <= MAX_ADDRESSES);
    }

    #[test]
    fn an_address_is_counted_with_its_network() {
        for (address, same) in
            [("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::"), ("::ffff:10.0.0.1", "10.0.0.1"), ("10.0.0.1", "10.0.0.1")]
        {
            assert_eq!(counted(address.parse().unwrap()), same.parse::<IpAddr>().unwrap());
        }
    }
}
