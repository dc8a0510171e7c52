//! Metrics for Prometheus.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

use fairground_rooms::{ByeReason, ClientMessage};

/// The single label of a family of metrics.
type Label = [(&'static str, &'static str); 1];

/// The upper limits of histogram buckets, s.
const BUCKETS: [f64; 11] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 2.0, 10.0];

/// Counters and histograms, which are updated by events, and gauges, which are set when the metrics
/// are read.
pub struct Metrics {
    registry: Registry,
    requests: Family<Label, Counter>,
    refusals: Family<Label, Counter>,
    byes: Family<Label, Counter>,
    responses: Family<Label, Counter>,
    /// Connections accepted.
    pub accepted: Counter,
    /// Time from a player's request until the result is on the disk and sent to everybody.
    pub request_time: Histogram,
    /// Time for an append to reach the disk.
    pub append_time: Histogram,
    /// Time for an HTTP response.
    pub response_time: Histogram,
    /// Duration of bot searches whose result was used.
    pub search_time: Histogram,
    gauges: Gauges,
}

/// The values of the gauges when the metrics are read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Snapshot {
    pub rooms_awake: usize,
    pub rooms_listed: usize,
    pub connections: usize,
    pub websockets: usize,
    pub searches: [usize; 2],
    pub journal_bytes: u64,
    pub journal_failing: bool,
    pub disk_free: Option<u64>,
    pub stalls: u64,
    pub stalled: Duration,
}

#[derive(Default)]
struct Gauges {
    rooms_awake: Gauge,
    rooms_listed: Gauge,
    connections: Gauge,
    websockets: Gauge,
    searches: Family<Label, Gauge>,
    journal_bytes: Gauge,
    journal_failing: Gauge,
    disk_free: Gauge,
    stalls: Counter,
    stalled: Counter<f64>,
    memory: Gauge,
    files: Gauge,
}

impl Metrics {
    pub fn new() -> Metrics {
        let histogram = || Histogram::new(BUCKETS);
        let mut metrics = Metrics {
            registry: Registry::default(),
            requests: Family::default(),
            refusals: Family::default(),
            byes: Family::default(),
            responses: Family::default(),
            accepted: Counter::default(),
            request_time: histogram(),
            append_time: histogram(),
            response_time: histogram(),
            search_time: histogram(),
            gauges: Gauges::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&mut self) {
        let gauges = &self.gauges;
        let registry = self.registry.sub_registry_with_prefix("fairground");
        for (name, help, gauge) in [
            ("rooms_awake", "Rooms in memory", &gauges.rooms_awake),
            ("rooms_listed", "Rooms in the public list", &gauges.rooms_listed),
            ("connections", "Open connections", &gauges.connections),
            ("websockets", "Open WebSockets", &gauges.websockets),
            ("journal_bytes", "Size of the current journal segment", &gauges.journal_bytes),
            ("journal_failing", "1 while appends fail", &gauges.journal_failing),
            ("disk_free_bytes", "Free space on the disk of the rooms", &gauges.disk_free),
        ] {
            registry.register(name, help, gauge.clone());
        }
        for (name, help, counters) in [
            ("requests", "Requests of players, by kind", &self.requests),
            ("refusals", "Refusals, by limit", &self.refusals),
            ("byes", "WebSockets closed by the server, by reason", &self.byes),
            ("http_responses", "HTTP responses, by class of their status", &self.responses),
        ] {
            registry.register(name, help, counters.clone());
        }
        for (name, help, times) in [
            ("request", "Time from a player's request to its result, on the disk and sent", &self.request_time),
            ("append", "Time for an append to reach the disk", &self.append_time),
            ("http_response", "Time for an HTTP response", &self.response_time),
            ("search", "Duration of bot searches whose result was used", &self.search_time),
        ] {
            registry.register_with_unit(name, help, Unit::Seconds, times.clone());
        }
        registry.register("connections_accepted", "Connections accepted", self.accepted.clone());
        registry.register("searches", "Bot searches, by state", gauges.searches.clone());
        registry.register("stalls", "Times that the server stood still for over a second", gauges.stalls.clone());
        let stalled = gauges.stalled.clone();
        registry.register_with_unit("stalled", "Time that the server stood still", Unit::Seconds, stalled);
        // With the names that all programs use.
        let process = self.registry.sub_registry_with_prefix("process");
        process.register("resident_memory_bytes", "Resident memory", gauges.memory.clone());
        process.register("open_fds", "Open files", gauges.files.clone());
    }

    /// Counts a request of a player.
    pub fn request(&self, message: &ClientMessage) {
        self.requests.get_or_create(&[("kind", kind(message))]).inc();
    }

    /// Counts a refusal, by the name of the limit.
    pub fn refused(&self, limit: &'static str) {
        tracing::debug!(limit, "refused");
        self.refusals.get_or_create(&[("limit", limit)]).inc();
    }

    /// Counts a WebSocket that the server closes.
    pub fn bye(&self, reason: ByeReason) {
        self.byes.get_or_create(&[("reason", name_of(reason))]).inc();
    }

    /// Counts an HTTP response.
    pub fn responded(&self, status: u16, time: Duration) {
        let class = match status {
            0..300 => "2xx",
            300..400 => "3xx",
            400..500 => "4xx",
            _ => "5xx",
        };
        self.responses.get_or_create(&[("status", class)]).inc();
        self.response_time.observe(time.as_secs_f64());
    }

    /// The metrics in the text format of OpenMetrics.
    pub fn text(&self, now: &Snapshot) -> String {
        let set = |gauge: &Gauge, value: u64| {
            gauge.set(i64::try_from(value).unwrap_or(i64::MAX));
        };
        let gauges = &self.gauges;
        set(&gauges.rooms_awake, now.rooms_awake as u64);
        set(&gauges.rooms_listed, now.rooms_listed as u64);
        set(&gauges.connections, now.connections as u64);
        set(&gauges.websockets, now.websockets as u64);
        for (state, number) in ["running", "waiting"].into_iter().zip(now.searches) {
            set(&gauges.searches.get_or_create(&[("state", state)]), number as u64);
        }
        set(&gauges.journal_bytes, now.journal_bytes);
        set(&gauges.journal_failing, now.journal_failing.into());
        set(&gauges.disk_free, now.disk_free.unwrap_or_default());
        gauges.stalls.inner().store(now.stalls, Relaxed);
        gauges.stalled.inner().store(now.stalled.as_secs_f64().to_bits(), Relaxed);
        let [memory, files] = process();
        set(&gauges.memory, memory);
        set(&gauges.files, files);
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = encode(&mut text, &self.registry);
        text
    }
}

/// The resident memory of this process, bytes, and its number of open files; 0 if the system does
/// not report them.
fn process() -> [u64; 2] {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let memory = status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    let files = std::fs::read_dir("/proc/self/fd").map_or(0, Iterator::count);
    [memory.unwrap_or(0_u64) << 10, files as u64]
}

fn kind(message: &ClientMessage) -> &'static str {
    match message {
        ClientMessage::Hello(_) => "hello",
        ClientMessage::Entropy(_) => "entropy",
        ClientMessage::Act(_) => "act",
        ClientMessage::Throw(_) => "throw",
        ClientMessage::Offer(_) => "offer",
        ClientMessage::Answer(_) => "answer",
        ClientMessage::Withdraw(_) => "withdraw",
        ClientMessage::Resign(_) => "resign",
        ClientMessage::Claim(_) => "claim",
        ClientMessage::Chat(_) => "chat",
        ClientMessage::Mute(_) => "mute",
        ClientMessage::Move(_) => "move",
    }
}

fn name_of(reason: ByeReason) -> &'static str {
    match reason {
        ByeReason::Restart => "restart",
        ByeReason::Moved => "moved",
        ByeReason::Slow => "slow",
        ByeReason::Flood => "flood",
        ByeReason::Replaced => "replaced",
        ByeReason::NoEntry => "no_entry",
        ByeReason::Full => "full",
        ByeReason::Protocol => "protocol",
        ByeReason::Broken => "broken",
    }
}
