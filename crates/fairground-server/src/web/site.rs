//! The state shared by all routes, and the limits on connections.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use axum::http::HeaderMap;

use crate::heavy::Turns;
use crate::lobby::Rooms;
use crate::network::{Admitted, Connections, PerNetwork, counted, quota};

impl std::fmt::Debug for Site {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Site").field("address", &self.address).finish_non_exhaustive()
    }
}

/// The state shared by all routes.
pub(crate) struct Site {
    /// The rooms.
    pub rooms: Arc<Rooms>,
    /// The base of links: scheme, host and port.
    pub address: String,
    /// A folder of pages for browsers, with an `index.html`.
    pub page: Option<PathBuf>,
    /// Proxies trusted to report the address of a client, besides those on this machine.
    proxies: Vec<IpAddr>,
    /// The number of the last WebSocket.
    pub last: AtomicU64,
    /// The connections, by the address of the other end.
    connections: Arc<Connections>,
    /// The WebSockets, by the address of the client, which may be behind a proxy.
    sockets: Arc<Connections>,
    /// New WebSockets.
    connects: PerNetwork,
    /// Requests other than for files.
    pub requests: PerNetwork,
    /// Requests for files.
    pub files: PerNetwork,
    /// The turns of views of a match: its page, or its file. They differ from those of players'
    /// requests, for which a room waits.
    pub views: Turns,
}

impl Site {
    /// A site with this address, a folder of pages for browsers, and proxies.
    pub fn new(rooms: Arc<Rooms>, address: String, page: Option<PathBuf>, proxies: Vec<IpAddr>) -> Arc<Site> {
        let per_network = |limit| PerNetwork::new(quota(limit));
        let limits = &rooms.limits;
        Arc::new(Site {
            connects: per_network(limits.connects_per_address),
            requests: per_network(limits.requests_per_address),
            files: per_network(limits.files_per_address),
            views: Turns::default(),
            rooms,
            address,
            page,
            proxies,
            last: AtomicU64::new(0),
            connections: Arc::default(),
            sockets: Arc::default(),
        })
    }

    /// The number of open connections, and of WebSockets among them.
    pub fn open(&self) -> [usize; 2] {
        [self.connections.open(), self.sockets.open()]
    }

    /// Counts an accepted connection. `None` if its address, or all addresses together, have too
    /// many.
    pub fn admit_connection(&self, from: IpAddr) -> Option<Admitted> {
        let limits = &self.rooms.limits;
        // All clients of a proxy share its address.
        let most_of = if self.trusts(from) { usize::MAX } else { limits.connections_per_address };
        let admitted = self.connections.admit(from, most_of, limits.connections);
        match &admitted {
            Some(_) => _ = self.rooms.metrics.accepted.inc(),
            None => self.rooms.metrics.refused("connections"),
        }
        admitted
    }

    /// Counts a WebSocket of an address; `None` if it has too many.
    pub fn admit_socket(&self, from: IpAddr) -> Option<Admitted> {
        let limits = &self.rooms.limits;
        let admitted = self.sockets.admit(from, limits.connections_per_address, limits.connections);
        let admitted = admitted.filter(|_| self.connects.take(from));
        if admitted.is_none() {
            self.rooms.metrics.refused("websockets");
        }
        admitted
    }

    /// Whether an address belongs to a proxy, local or configured.
    fn trusts(&self, address: IpAddr) -> bool {
        address.is_loopback() || self.proxies.iter().any(|proxy| counted(*proxy) == counted(address))
    }

    /// The address by which a client is counted. A proxy appends the address of its client as the
    /// last entry; earlier entries may come from the client.
    pub fn client(&self, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
        let peer = peer.ip().to_canonical();
        let named = headers.get_all("x-forwarded-for").iter().next_back().and_then(|value| value.to_str().ok());
        let last = named.and_then(|value| value.rsplit(',').next()).map(str::trim);
        let address =
            |text: &str| text.parse().ok().or_else(|| text.parse::<SocketAddr>().ok().map(|named| named.ip()));
        counted(last.and_then(address).filter(|_| self.trusts(peer)).unwrap_or(peer))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;
    use crate::limits::Limits;
    use crate::lobby::Retention;
    use crate::log::FolderLog;

    #[test]
    fn a_client_cannot_choose_its_address() {
        let folder = tempfile::tempdir().unwrap();
        let log = Arc::new(FolderLog::open(folder.path()).unwrap());
        let rooms = Rooms::new(log, "a", Limits::default(), Retention::default());
        let site = Site::new(rooms, String::new(), None, vec!["10.0.0.9".parse().unwrap()]);
        let headers = |lines: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append("x-forwarded-for", HeaderValue::from_static(line));
            }
            headers
        };
        for (peer, lines, found) in [
            ("127.0.0.1:1", &["1.1.1.1, 2.2.2.2"][..], "2.2.2.2"),
            ("127.0.0.1:1", &["1.1.1.1", "2.2.2.2"], "2.2.2.2"),
            ("[::ffff:127.0.0.1]:1", &["2.2.2.2:5678"], "2.2.2.2"),
            ("127.0.0.1:1", &["[2001:db8::7]:5678"], "2001:db8::"),
            ("127.0.0.1:1", &["nonsense"], "127.0.0.1"),
            ("127.0.0.1:1", &[], "127.0.0.1"),
            ("3.3.3.3:1", &["2.2.2.2"], "3.3.3.3"),
            ("10.0.0.9:1", &["::ffff:2.2.2.2"], "2.2.2.2"),
            ("[::ffff:10.0.0.9]:1", &["2.2.2.2"], "2.2.2.2"),
        ] {
            let address = site.client(peer.parse().unwrap(), &headers(lines));
            assert_eq!(address, found.parse::<IpAddr>().unwrap(), "{peer} {lines:?}");
        }
    }
}
