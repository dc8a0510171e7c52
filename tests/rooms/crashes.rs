//! The server is killed at random moments: no line received by a client is lost, and the matches
//! continue.

use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use fairground::rooms::{CreateRoom, Created};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::client::{check, play_out};
use super::rig::post;

/// A server process, killed on drop.
pub struct Process(Child);

impl Process {
    /// Starts the server at an address, and waits until it listens.
    pub fn start(address: &str, folder: &Path) -> Process {
        Process::start_with(address, &["--folder", folder.to_str().unwrap()])
    }

    /// Starts it with other arguments.
    pub fn start_with(address: &str, more: &[&str]) -> Process {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fairground"))
            .args(["serve", "--listen", address])
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        assert!(line.starts_with("Rooms: http"), "{line}");
        Process(child)
    }
}

#[cfg(unix)]
impl Process {
    /// Sends a signal, by its name.
    pub fn signal(&self, name: &str) {
        let sent = Command::new("kill").args([&format!("-{name}"), &self.0.id().to_string()]).status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// A free address of this machine.
pub fn free_address() -> String {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().to_string()
}

fn survives(kills: usize, rooms: usize) {
    let folder = tempfile::tempdir().unwrap();
    let address = free_address();
    let link = format!("http://{address}");
    let mut server = Process::start(&address, folder.path());
    let games = fairground::games::ALL;
    let created: Vec<Created> = (0..rooms)
        .map(|number| {
            let room = CreateRoom { clock: Some("3600".into()), ..CreateRoom::of_game(games[number % games.len()].id) };
            let (status, body) = post(&link, &serde_json::to_string(&room).unwrap());
            assert_eq!(status, 201, "{body}");
            serde_json::from_value(body).unwrap()
        })
        .collect();
    let end = AtomicBool::new(false);
    let mut rng = ChaCha8Rng::seed_from_u64(kills as u64);
    thread::scope(|scope| {
        let playing: Vec<_> = created
            .iter()
            .enumerate()
            .map(|(seed, created)| {
                let (link, end) = (&link, &end);
                scope.spawn(move || play_out(link, created, seed as u64, end))
            })
            .collect();
        for _ in 0..kills {
            thread::sleep(Duration::from_millis(rng.random_range(1..900)));
            drop(server);
            server = Process::start(&address, folder.path());
        }
        end.store(true, Ordering::Relaxed);
        let mut entered = 0;
        for (created, playing) in created.iter().zip(playing) {
            let players = playing.join().unwrap();
            entered += players.iter().map(|player| player.entered).sum::<usize>();
            check(&players, &folder.path().join(format!("{}.jsonl", created.room)));
        }
        println!("{kills} kills, {rooms} rooms, entered {entered} times");
        assert!(entered > 2 * rooms, "the clients reconnected");
    });
}

#[test]
fn a_killed_server_loses_nothing() {
    survives(10, 6);
}

#[test]
#[ignore = "about three minutes; ./check long"]
fn a_server_killed_200_times_loses_nothing() {
    survives(200, 12);
}
