//! Limits by network: rates, budgets and counts.
//!
//! A client is counted by its IPv4 address, or by the /64 network of its IPv6 address, since every
//! customer has at least a /64. Many networks of one customer lie in the same /48, which therefore
//! has its own limit: [`SITE_SHARE`] times the limit of a /64.

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

/// The maximum number of networks with their own state.
const MAX_NETWORKS: usize = 10_000;

/// The address by which a client is counted: IPv4, or the first of an IPv6 /64 network.
pub(super) fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => prefix(address, 64),
        address => address,
    }
}

fn prefix(address: Ipv6Addr, bits: u32) -> IpAddr {
    Ipv6Addr::from_bits(address.to_bits() & (u128::MAX << (128 - bits))).into()
}

/// A network with its own limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Network {
    first: IpAddr,
    /// The limit as a multiple of an address's.
    share: u32,
}

/// The networks of a [`counted`] address, the narrower one first.
fn networks(address: IpAddr) -> impl Iterator<Item = Network> {
    let site = match address {
        IpAddr::V4(_) => None,
        IpAddr::V6(address) => Some(Network { first: prefix(address, 48), share: SITE_SHARE }),
    };
    std::iter::once(Network { first: address, share: 1 }).chain(site)
}

/// A quota of `burst`, refilled at `per_second`. Zeros count as one.
pub(super) fn quota([burst, per_second]: [u32; 2]) -> Quota {
    let positive = |number| NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(positive(per_second)).allow_burst(positive(burst))
}

/// A quota of `number` per hour.
pub(super) fn hourly(number: u32) -> Quota {
    Quota::per_hour(NonZeroU32::new(number).unwrap_or(NonZeroU32::MIN))
}

/// A rate limit for each network.
#[derive(Debug)]
pub(super) struct PerNetwork<C: Clock = MonotonicClock> {
    narrow: RateLimiter<Network, Usage, C, NoOpMiddleware<C::Instant>>,
    sites: RateLimiter<Network, Usage, C, NoOpMiddleware<C::Instant>>,
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
            narrow: RateLimiter::new(quota, Usage::default(), clock.clone()),
            sites: RateLimiter::new(shared, Usage::default(), clock),
        }
    }

    /// Uses one unit of the quota of a [`counted`] address. Returns false if none is left.
    pub fn take(&self, address: IpAddr) -> bool {
        let limiter = |network: &Network| if network.share == 1 { &self.narrow } else { &self.sites };
        networks(address).all(|network| limiter(&network).check_key(&network).is_ok())
    }
}

/// The time at which each network's quota is full again, counted from the start of the limiter.
#[derive(Debug, Default)]
struct Usage(Mutex<HashMap<Network, Nanos>>);

impl Usage {
    fn lock(&self) -> MutexGuard<'_, HashMap<Network, Nanos>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl StateStore for Usage {
    type Key = Network;

    fn measure_and_replace<T, F, E>(&self, key: &Network, measure: F) -> Result<T, E>
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

/// Forgets the half of the keys with the least usage, so that heavy users cannot hide behind a
/// flood of other addresses.
fn forget_half(refilled: &mut HashMap<Network, Nanos>) {
    let mut times: Vec<_> = refilled.values().copied().collect();
    let middle = times.len() / 2;
    let median = *times.select_nth_unstable(middle).1;
    refilled.retain(|_, time| *time > median);
}

/// A budget of seconds for each network. It is charged afterwards, so a network can run into debt.
#[derive(Debug)]
pub(super) struct Budget {
    usage: Usage,
    start: Instant,
    /// The time to refill an empty budget.
    refill: Duration,
    per_second: f64,
}

impl Budget {
    /// A budget of `most` seconds, refilled at `per_second`.
    pub fn new([most, per_second]: [u32; 2]) -> Budget {
        let per_second = f64::from(per_second.max(1));
        let refill = Duration::from_secs_f64(f64::from(most) / per_second);
        Budget { usage: Usage::default(), start: Instant::now(), refill, per_second }
    }

    /// Whether a [`counted`] address has any budget left.
    pub fn has_some(&self, address: IpAddr, now: Instant) -> bool {
        let end: Nanos = (now.saturating_duration_since(self.start) + self.refill).into();
        let usage = self.usage.lock();
        networks(address).all(|network| usage.get(&network).is_none_or(|refilled| *refilled < end))
    }

    /// Charges an address, even beyond its budget.
    pub fn spend(&self, address: IpAddr, seconds: f64, now: Instant) {
        let now: Nanos = now.saturating_duration_since(self.start).into();
        for network in networks(address) {
            let seconds = seconds.max(0.0) / self.per_second / f64::from(network.share);
            let cost: Nanos = Duration::from_secs_f64(seconds).into();
            let charged = |refilled: Option<Nanos>| Ok::<_, ()>(((), refilled.unwrap_or(now).max(now) + cost));
            // Charging does not fail.
            let _ = self.usage.measure_and_replace(&network, charged);
        }
    }
}

/// The number of connections, in total and for each network.
#[derive(Debug, Default)]
pub(super) struct Connections {
    open: Mutex<(usize, HashMap<Network, usize>)>,
}

impl Connections {
    /// The number of open connections.
    pub fn open(&self) -> usize {
        self.lock().0
    }

    /// Counts a connection of a [`counted`] address. `None` if the address already has `most_of`
    /// connections, or all addresses together have `most`.
    pub fn admit(self: &Arc<Self>, address: IpAddr, most_of: usize, most: usize) -> Option<Admitted> {
        let (all, counts) = &mut *self.lock();
        let is_full = |network: Network| {
            counts.get(&network).is_some_and(|count| *count >= most_of.saturating_mul(network.share as usize))
        };
        if *all >= most || networks(address).any(is_full) {
            return None;
        }
        *all += 1;
        networks(address).for_each(|network| *counts.entry(network).or_default() += 1);
        Some(Admitted { connections: Arc::clone(self), address })
    }

    fn lock(&self) -> MutexGuard<'_, (usize, HashMap<Network, usize>)> {
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
        let (all, counts) = &mut *self.connections.lock();
        *all -= 1;
        for network in networks(self.address) {
            let left = counts.remove(&network).unwrap_or_default().saturating_sub(1);
            counts.extend((left > 0).then_some((network, left)));
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
        let shares = |text: &str| networks(address(text)).map(|network| network.share).collect::<Vec<_>>();
        assert_eq!((shares("2001:db8:0:1::5"), shares("10.0.0.1")), (vec![1, SITE_SHARE], vec![1]));
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

    /// All networks of a /48 together have eight times the limit of one.
    #[test]
    fn a_site_cannot_multiply_its_share() {
        let rate = PerNetwork::with_clock(quota([10, 1]), FakeRelativeClock::default());
        let of_network =
            |network: u32| (0..20).filter(|_| rate.take(address(&format!("2001:db8:7:{network:x}::1")))).count();
        assert_eq!((0..100).map(of_network).collect::<Vec<_>>()[..9], [10, 10, 10, 10, 10, 10, 10, 10, 0]);
        assert!(rate.take(address("2001:db8:8::1")));
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
        assert!(rate.narrow.into_state_store().lock().len() <= MAX_NETWORKS);
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
        assert_eq!(*connections.lock(), (0, HashMap::new()));
    }
}
