//! Limits by network: rates, budgets and counts.
//!
//! A client is counted by its IPv4 address or, as every customer has at least a /64 network, by the
//! /64 of its IPv6 address. Many networks of one customer lie in the same /48, which therefore has
//! its own limit: [`SITE_SHARE`] times the limit of a /64.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, MonotonicClock};
use governor::middleware::NoOpMiddleware;
use governor::nanos::Nanos;
use governor::state::StateStore;
use governor::{Quota, RateLimiter};

use super::limits::SITE_SHARE;

/// The maximum number of networks with a state of their own.
const MAX_NETWORKS: usize = 10_000;

/// The address that a client is counted by: IPv4, or the first of an IPv6 /64 network.
pub(super) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => prefix(address, 64),
        address => address,
    }
}

/// The /48 network of an IPv6 address.
fn site(address: IpAddr) -> Option<IpAddr> {
    match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => Some(prefix(address, 48)),
    }
}

fn prefix(address: Ipv6Addr, bits: u32) -> IpAddr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - bits))).into()
}

/// A quota of `burst`, refilled at `per_second`. Zero counts as one.
pub(super) fn quota([burst, per_second]: [u32; 2]) -> Quota {
    let positive = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(positive(per_second)).allow_burst(positive(burst))
}

/// A quota of `number` an hour.
pub(super) fn hourly(number: u32) -> Quota {
    Quota::per_hour(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
}

/// A rate limit for each network.
#[derive(Debug)]
pub(super) struct PerNetwork<C: Clock = MonotonicClock> {
    networks: RateLimiter<IpAddr, Usage, C, NoOpMiddleware<C::Instant>>,
    sites: RateLimiter<IpAddr, Usage, C, NoOpMiddleware<C::Instant>>,
}

impl PerNetwork {
    pub fn new(quota: Quota) -> PerNetwork {
        PerNetwork::with_clock(quota, MonotonicClock)
    }
}

impl<C: Clock + Clone> PerNetwork<C> {
    fn with_clock(quota: Quota, clock: C) -> PerNetwork<C> {
        let burst = quota.burst_size().saturating_mul(NonZeroU32::MIN.saturating_add(SITE_SHARE - 1));
        let shared = Quota::with_period(quota.replenish_interval() / SITE_SHARE).unwrap_or(quota).allow_burst(burst);
        PerNetwork {
            networks: RateLimiter::new(quota, Usage::default(), clock.clone()),
            sites: RateLimiter::new(shared, Usage::default(), clock),
        }
    }

    /// Uses up one of the quota of a [`counted`] address. Returns false if none is left.
    pub fn take(&self, address: IpAddr) -> bool {
        self.networks.check_key(&address).is_ok()
            && site(address).is_none_or(|site| self.sites.check_key(&site).is_ok())
    }
}

/// The time at which each key has its whole quota again, counted from the start of the limiter.
#[derive(Debug, Default)]
struct Usage(Mutex<HashMap<IpAddr, Nanos>>);

impl Usage {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, Nanos>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Usage {
    type Key = IpAddr;

    fn measure_and_replace<T, F, E>(&self, key: &IpAddr, measure: F) -> Result<T, E>
    where
        F: Fn(Option<Nanos>) -> Result<(T, Nanos), E>,
    {
        let mut refilled = self.lock();
        let (outcome, next) = measure(refilled.get(key).copied())?;
        if refilled.len() >= MAX_NETWORKS && !refilled.contains_key(key) {
            forget_half(&mut refilled);
        }
        refilled.insert(*key, next);
        Ok(outcome)
    }
}

/// Forgets the half of the keys that has used least: the greedy cannot hide behind a flood of other
/// addresses.
fn forget_half(refilled: &mut HashMap<IpAddr, Nanos>) {
    let mut times: Vec<_> = refilled.values().copied().collect();
    let middle = times.len() / 2;
    let median = *times.select_nth_unstable(middle).1;
    refilled.retain(|_, time| *time > median);
}

/// Seconds that each network may spend. They are charged afterwards, so a network can fall into
/// debt.
#[derive(Debug)]
pub(super) struct Budget {
    networks: Usage,
    sites: Usage,
    start: Instant,
    /// The time in which an empty budget refills.
    refill: Duration,
    per_second: f64,
}

impl Budget {
    /// A budget of `most` seconds, refilled at `per_second`.
    pub fn new([most, per_second]: [u32; 2]) -> Budget {
        let per_second = f64::from(per_second.max(1));
        let refill = Duration::from_secs_f64(f64::from(most) / per_second);
        Budget { networks: Usage::default(), sites: Usage::default(), start: Instant::now(), refill, per_second }
    }

    /// Whether a [`counted`] address has something left.
    pub fn has_some(&self, address: IpAddr, now: Instant) -> bool {
        let end: Nanos = (now.saturating_duration_since(self.start) + self.refill).into();
        let has_some = |usage: &Usage, key: &IpAddr| usage.lock().get(key).is_none_or(|refilled| *refilled < end);
        has_some(&self.networks, &address) && site(address).is_none_or(|site| has_some(&self.sites, &site))
    }

    /// Charges an address, even if it has less left.
    pub fn spend(&self, address: IpAddr, seconds: f64, now: Instant) {
        let now: Nanos = now.saturating_duration_since(self.start).into();
        let charge = |usage: &Usage, key: &IpAddr, seconds: f64| {
            let cost: Nanos = Duration::from_secs_f64(seconds.max(0.0)).into();
            let charged = |refilled: Option<Nanos>| Ok::<_, ()>(((), refilled.unwrap_or(now).max(now) + cost));
            // Charging does not fail.
            let _ = usage.measure_and_replace(key, charged);
        };
        let seconds = seconds / self.per_second;
        charge(&self.networks, &address, seconds);
        if let Some(site) = site(address) {
            charge(&self.sites, &site, seconds / f64::from(SITE_SHARE));
        }
    }
}

/// The number of connections of each network.
#[derive(Debug, Default)]
pub(super) struct Connections {
    open: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    networks: HashMap<IpAddr, usize>,
    sites: HashMap<IpAddr, usize>,
    all: usize,
}

impl Connections {
    /// The number of open connections.
    pub fn open(&self) -> usize {
        self.lock().all
    }

    /// Counts a connection of a [`counted`] address, if that may have `most_of` and all addresses
    /// together `most`.
    pub fn admit(self: &Arc<Self>, address: IpAddr, most_of: usize, most: usize) -> Option<Admitted> {
        let mut counts = self.lock();
        let share = most_of.saturating_mul(SITE_SHARE as usize);
        let is_free = |counts: &HashMap<IpAddr, usize>, key, most| counts.get(&key).is_none_or(|count| *count < most);
        let admitted = counts.all < most
            && is_free(&counts.networks, address, most_of)
            && site(address).is_none_or(|site| is_free(&counts.sites, site, share));
        if !admitted {
            return None;
        }
        counts.all += 1;
        *counts.networks.entry(address).or_default() += 1;
        if let Some(site) = site(address) {
            *counts.sites.entry(site).or_default() += 1;
        }
        Some(Admitted { connections: Arc::clone(self), address })
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A connection that counts until this is dropped.
#[derive(Debug)]
pub(super) struct Admitted {
    connections: Arc<Connections>,
    address: IpAddr,
}

impl Drop for Admitted {
    fn drop(&mut self) {
        let release = |counts: &mut HashMap<IpAddr, usize>, key| {
            if let Some(count) = counts.get_mut(&key) {
                *count -= 1;
                if *count == 0 {
                    counts.remove(&key);
                }
            }
        };
        let mut counts = self.connections.lock();
        counts.all -= 1;
        release(&mut counts.networks, self.address);
        if let Some(site) = site(self.address) {
            release(&mut counts.sites, site);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use governor::clock::FakeRelativeClock;

    use super::*;

    fn address(text: &str) -> IpAddr {
        counted(text.parse().unwrap())
    }

    #[test]
    fn a_client_is_counted_by_its_network() {
        for (text, same) in
            [("2001:db8:0:1:2:3:4:5", "2001:db8:0:1::"), ("::ffff:10.0.0.1", "10.0.0.1"), ("10.0.0.1", "10.0.0.1")]
        {
            assert_eq!(address(text), same.parse::<IpAddr>().unwrap());
        }
        assert_eq!(site(address("2001:db8:0:1::5")), Some("2001:db8::".parse().unwrap()));
        assert_eq!(site(address("10.0.0.1")), None);
    }

    #[test]
    fn a_rate_refills() {
        let clock = FakeRelativeClock::default();
        let rate = PerNetwork::with_clock(quota([2, 1]), clock.clone());
        let take = || rate.take(address("10.0.0.1"));
        assert!(take() && take() && !take());
        clock.advance(Duration::from_millis(1500));
        assert!(take() && !take());
        clock.advance(Duration::from_secs(60));
        assert!(take() && take() && !take());
        assert!(rate.take(address("10.0.0.2")));
    }

    #[test]
    fn rooms_refill_within_an_hour() {
        let clock = FakeRelativeClock::default();
        let rooms = PerNetwork::with_clock(hourly(120), clock.clone());
        let made = || (0..1_000).filter(|_| rooms.take(address("10.0.0.1"))).count();
        assert_eq!(made(), 120);
        clock.advance(Duration::from_secs(1800));
        assert_eq!(made(), 60);
    }

    /// All networks of a /48 together have eight times the share of one.
    #[test]
    fn a_site_cannot_multiply_its_share() {
        let rate = PerNetwork::with_clock(quota([10, 1]), FakeRelativeClock::default());
        let of_network =
            |network: u32| (0..20).filter(|_| rate.take(address(&format!("2001:db8:7:{network:x}::1")))).count();
        assert_eq!((0..100).map(of_network).collect::<Vec<_>>()[..9], [10, 10, 10, 10, 10, 10, 10, 10, 0]);
        assert_eq!(rate.networks.check_key(&address("2001:db8:8::1")), Ok(()));
        let connections = Arc::<Connections>::default();
        let open: Vec<_> = (0..100)
            .filter_map(|network| connections.admit(address(&format!("2001:db8:7:{network:x}::1")), 1, 1_000))
            .collect();
        assert_eq!(open.len(), 8);
        let budget = Budget::new([60, 1]);
        let now = Instant::now();
        for network in 0..8 {
            budget.spend(address(&format!("2001:db8:7:{network:x}::1")), 60.0, now);
        }
        assert!(!budget.has_some(address("2001:db8:7:ff::1"), now) && budget.has_some(address("2001:db8:8::1"), now));
    }

    #[test]
    fn a_flood_of_addresses_keeps_nobody_out_and_hides_nobody() {
        let rate = PerNetwork::with_clock(quota([2, 1]), FakeRelativeClock::default());
        let greedy = address("10.0.0.1");
        assert!(rate.take(greedy) && rate.take(greedy) && !rate.take(greedy));
        for number in 0..5 * MAX_NETWORKS as u32 {
            assert!(rate.take(Ipv4Addr::from_bits(number).into()), "{number}");
        }
        assert!(!rate.take(greedy));
        assert!(rate.networks.into_state_store().lock().len() <= MAX_NETWORKS);
    }

    #[test]
    fn a_budget_can_be_overdrawn() {
        let budget = Budget::new([60, 1]);
        let (spender, start) = (address("10.0.0.1"), Instant::now());
        let after = |seconds| start + Duration::from_secs(seconds);
        assert!(budget.has_some(spender, start));
        budget.spend(spender, 59.0, start);
        assert!(budget.has_some(spender, start));
        budget.spend(spender, 5.0, start);
        assert!(!budget.has_some(spender, after(3)) && budget.has_some(spender, after(6)));
        assert!(budget.has_some(address("10.0.0.2"), start));
    }

    #[test]
    fn connections_are_counted() {
        let connections = Arc::<Connections>::default();
        let admit = |last: u8| connections.admit([10, 0, 0, last].into(), 2, 3);
        let [first, second] = [admit(1), admit(1)];
        assert!(first.is_some() && second.is_some() && admit(1).is_none());
        let third = admit(2);
        assert!(third.is_some() && admit(3).is_none(), "three in all");
        drop((first, third));
        assert!(admit(1).is_some() && admit(3).is_some());
        drop(second);
        let counts = connections.lock();
        assert!(counts.networks.is_empty() && counts.all == 0);
    }
}
