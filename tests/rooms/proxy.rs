//! Rooms behind a proxy, as in `deploy`: Caddy in front of two servers.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use tungstenite::client::IntoClientRequest;

use super::crashes::{Process, free_address};
use super::rig::{begin_match, get, has, post};

/// Caddy with the file in `deploy`, killed on drop.
pub struct Caddy {
    child: Child,
    _folder: tempfile::TempDir,
    /// The address for clients.
    pub link: String,
}

impl Caddy {
    /// Starts Caddy in front of the servers a and b; returns `None`, with a message, if it is not
    /// installed.
    pub fn start(servers: [&str; 2]) -> Option<Caddy> {
        if !has("caddy", "version") {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("Caddyfile");
        let deployed = Path::new(env!("CARGO_MANIFEST_DIR")).join("deploy/Caddyfile");
        let deployed = fs::read_to_string(deployed).unwrap();
        // Another Caddy on this machine may use the address of the admin endpoint.
        let (comment, options) = deployed.split_once("\n{\n").unwrap();
        fs::write(&file, format!("{comment}\n{{\n\tadmin off\n{options}")).unwrap();
        let address = free_address();
        let link = format!("http://{address}");
        let child = Command::new("caddy")
            .args(["run", "--adapter", "caddyfile", "--config"])
            .arg(file)
            .env("FAIRGROUND_SITE", &link)
            .env("FAIRGROUND_A", servers[0])
            .env("FAIRGROUND_B", servers[1])
            .env("HOME", folder.path())
            .env("XDG_DATA_HOME", folder.path())
            .env("XDG_CONFIG_HOME", folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let caddy = Caddy { child, _folder: folder, link };
        let begun = Instant::now();
        while TcpStream::connect(&address).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(20), "Caddy does not listen");
            std::thread::sleep(Duration::from_millis(20));
        }
        Some(caddy)
    }
}

impl Drop for Caddy {
    fn drop(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

#[test]
fn a_proxy_routes_to_the_server_of_a_room() {
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let addresses = [free_address(), free_address()];
    let start = |index: usize| {
        let folder = folders[index].path().to_str().unwrap();
        Process::start_with(&addresses[index], &["--folder", folder, "--node", ["a", "b"][index]])
    };
    let [a, _b] = [start(0), start(1)];
    let Some(caddy) = Caddy::start([&addresses[0], &addresses[1]]) else { return };
    let by_proxy = post(&caddy.link, r#"{"game":"chess"}"#);
    let at_b = post(&format!("http://{}", addresses[1]), r#"{"game":"chess"}"#);
    for ((status, created), name) in [(by_proxy, "a-"), (at_b, "b-")] {
        assert_eq!(status, 201, "{created}");
        let room = created["room"].as_str().unwrap();
        assert!(room.starts_with(name), "{room}");
        let mut players = begin_match(&caddy.link, &created);
        assert_eq!(players[0].act(2, 1, "e2e4").0, "ack");
        assert_eq!(players[1].expect("line")["n"], 2);
        let bearer = format!("Bearer {}", created["watch"].as_str().unwrap());
        let path = format!("/api/rooms/{room}/file");
        assert_eq!(get(&caddy.link, &path, Some(("Authorization", &bearer))).0, 200);
        assert!(get(&caddy.link, &format!("/r/{room}"), None).1.contains(room));
        // Its own pages may connect, by the address that browsers see; others may not.
        for (origin, expected) in [(caddy.link.as_str(), 101), ("https://evil.example", 403)] {
            let url = format!("{}/r/{room}/ws", caddy.link.replacen("http", "ws", 1));
            let mut request = url.into_client_request().unwrap();
            request.headers_mut().insert("Origin", origin.parse().unwrap());
            let status = match tungstenite::connect(request) {
                Ok((_, response)) => response.status().as_u16(),
                Err(tungstenite::Error::Http(response)) => response.status().as_u16(),
                Err(error) => panic!("{error}"),
            };
            assert_eq!(status, expected, "{origin}");
        }
    }
    // Without the first server, the second one creates new rooms. A request on its way to the first
    // is lost.
    drop(a);
    let killed = Instant::now();
    let created = loop {
        let (status, created) = post(&caddy.link, r#"{"game":"chess"}"#);
        if status == 201 {
            break created;
        }
        assert!(killed.elapsed() < Duration::from_secs(5), "{status}: {created}");
    };
    assert!(created["room"].as_str().unwrap().starts_with("b-"), "{created}");
}

/// Clients behind the proxy are distinguished by the address that the proxy names, which they
/// cannot choose.
#[test]
fn a_client_behind_a_proxy_cannot_choose_its_address() {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let _server = Process::start(&address, folder.path());
    let Some(caddy) = Caddy::start([&address, &address]) else { return };
    let make = |number: usize| {
        let request = ehttp::Request::post(format!("{}/api/rooms", caddy.link), br#"{"game":"chess"}"#.to_vec());
        ehttp::fetch_blocking(&request.with_header("X-Forwarded-For", format!("10.0.0.{number}"))).unwrap().status
    };
    let made = (0..125).map(make).filter(|status| *status == 201).count();
    assert!((120..125).contains(&made), "{made} rooms of one address");
}
