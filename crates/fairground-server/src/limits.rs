//! Limits on clients. Each refusal names its limit.

use std::time::Duration;

/// The limits of a server. A pair is a burst and the rate at which it refills, per second.
///
/// An IPv6 client is counted by its /64 network. All networks of a /48 together have [`SITE_SHARE`]
/// times the limit of one.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Rooms awake.
    pub rooms: usize,
    /// Rooms created by an address: a burst that refills within an hour.
    pub rooms_per_address: u32,
    /// Open connections.
    pub connections: usize,
    /// Open connections of an address.
    pub connections_per_address: usize,
    /// Requests of an address, other than for files of the page.
    pub requests_per_address: [u32; 2],
    /// Requests of an address for files of the page.
    pub files_per_address: [u32; 2],
    /// Time for the head of a request, counted from the start of the connection or the previous
    /// answer. An idle connection is closed after this time.
    pub head: Duration,
    /// Time for the body of a request, and for its answer.
    pub request: Duration,
    /// Maximum age of an HTTP connection, which is then closed after its current answer. Does not
    /// apply to WebSockets.
    pub connection_age: Duration,
    /// New WebSockets of an address.
    pub connects_per_address: [u32; 2],
    /// Spectators of a room.
    pub spectators: usize,
    /// Spectators of a room from one address.
    pub spectators_per_address: usize,
    /// Messages of a WebSocket.
    pub messages: [u32; 2],
    /// Bytes of a WebSocket.
    pub bytes: [u32; 2],
    /// Lines of chat of a player in 30 s.
    pub chat: usize,
    /// Bot searches running.
    pub searches: usize,
    /// Bot searches waiting.
    pub waiting_searches: usize,
    /// Seconds of bot search against players of an address.
    pub search_seconds_per_address: [u32; 2],
    /// How long an empty room with chat stays awake. Without chat it is a tenth of this, and a
    /// 120th if nobody has entered since the room was woken.
    pub idle: Duration,
    /// Free space on the disk, in bytes, below which no room is created and `/health` fails.
    pub min_free_disk: u64,
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
            files_per_address: [1_000, 100],
            head: Duration::from_secs(10),
            request: Duration::from_secs(30),
            connection_age: Duration::from_secs(600),
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
            min_free_disk: 256_000_000,
        }
    }
}

/// The limit of a /48 network, as a multiple of the limit of a /64 network.
pub const SITE_SHARE: u32 = 8;

/// The maximum size of a message, in bytes.
pub const MAX_MESSAGE: usize = 16 << 10;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::room::limits::CHAT_PERIOD;
    use crate::web::connection::{GREETING, MAX_QUEUE, MAX_UNREADABLE, PATIENCE, PING, SILENCE};

    /// The rows of the table of limits.
    fn rows() -> Vec<[String; 2]> {
        // Every limit is in the table: adding one fails to compile until it is.
        let Limits {
            rooms,
            rooms_per_address,
            connections,
            connections_per_address,
            requests_per_address,
            files_per_address,
            head,
            request,
            connection_age,
            connects_per_address,
            spectators,
            spectators_per_address,
            messages,
            bytes,
            chat,
            searches: _,
            waiting_searches,
            search_seconds_per_address,
            idle,
            min_free_disk,
        } = Limits::default();
        let number = |number: usize| {
            let digits = number.to_string();
            let groups = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy);
            groups.collect::<Vec<_>>().join(",")
        };
        let time = |time: Duration| match time.as_secs() {
            seconds @ 0..120 => format!("{seconds} s"),
            seconds => format!("{} min", seconds / 60),
        };
        let pair =
            |[burst, rate]: [u32; 2]| format!("{}, then {} a second", number(burst as usize), number(rate as usize));
        let kilobytes = |[burst, rate]: [u32; 2]| format!("{} kB, then {} kB a second", burst >> 10, rate >> 10);
        [
            ("rooms in memory", number(rooms)),
            ("rooms created by an address, rematches included", format!("{rooms_per_address}, then as many an hour")),
            ("connections; WebSockets", number(connections)),
            ("connections of an address; WebSockets", number(connections_per_address)),
            ("new WebSockets of an address", pair(connects_per_address)),
            ("requests of an address", pair(requests_per_address)),
            ("requests of an address for files of `--page`", pair(files_per_address)),
            ("head of a request; idle connection", time(head)),
            ("body of a request and its answer", time(request)),
            ("age of a connection without a WebSocket", time(connection_age)),
            ("body of a request; message", format!("{} kB", MAX_MESSAGE >> 10)),
            ("messages of a WebSocket", pair(messages)),
            ("bytes of a WebSocket", kilobytes(bytes)),
            ("unreadable messages of a WebSocket", number(MAX_UNREADABLE as usize)),
            ("`hello`, and reading a message", time(PATIENCE)),
            ("reading the greeting", time(GREETING)),
            ("silence of a client; time between pings", format!("{}; {}", time(SILENCE), time(PING))),
            ("messages waiting for a slow reader", number(MAX_QUEUE)),
            ("lines of chat of a player", format!("{chat} in {}", time(CHAT_PERIOD))),
            ("spectators of a room", number(spectators)),
            ("spectators of a room from an address", number(spectators_per_address)),
            ("bot searches running", "half the cores".to_string()),
            ("bot searches waiting", number(waiting_searches)),
            ("seconds of bot search for an address", pair(search_seconds_per_address)),
            (
                "empty room in memory, with chat; without; if nobody has entered",
                format!("{}; {}; {}", time(idle), time(idle / 10), time(idle / 120)),
            ),
            ("free space on the disk, `--min-free`", format!("{} MB", min_free_disk / 1_000_000)),
        ]
        .map(|(limit, value)| [limit.to_string(), value])
        .to_vec()
    }

    #[test]
    fn the_page_for_operators_has_every_limit() {
        let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/hosting.md")).unwrap();
        let table: String = rows().iter().map(|[limit, value]| format!("| {limit} | {value} |\n")).collect();
        let heading = "| limit | value |\n| --- | --- |\n";
        let found = page.split_once(heading).and_then(|(_, rest)| rest.split_once("\n\n")).map(|(found, _)| found);
        assert_eq!(found.map(|found| format!("{found}\n")), Some(table));
        assert!(page.contains(&format!("{} times", ["", "", "", "", "", "", "", "", "eight"][SITE_SHARE as usize])));
    }
}
