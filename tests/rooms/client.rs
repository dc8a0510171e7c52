//! The crate's client: players that act at random receive every line.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use fairground::dice::Flick;
use fairground::engine::Side;
use fairground::platform::jobs::Wake;
use fairground::play::{Match, Pending};
use fairground::rooms::{ClientMessage, CreateRoom, Created, RoomClient, RoomLink, RoomUpdate};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::rig::{Rig, fairground};

/// A random player that follows the match only by its lines.
pub struct Player {
    pub client: RoomClient,
    pub replica: Option<Match>,
    /// The number of times the client entered the room.
    pub entered: usize,
    /// The reasons of refused requests.
    pub refused: Vec<String>,
    /// Time of the player's last action: players are slower than a server.
    acted: Instant,
}

impl Player {
    pub fn join(server: &str, room: &str, token: &str) -> Player {
        let link: RoomLink = format!("{server}/r/{room}#{token}").parse().unwrap();
        let client = RoomClient::join(link, Some("Player".to_string()), &Wake::default()).unwrap();
        Player { client, replica: None, entered: 0, refused: Vec::new(), acted: Instant::now() }
    }

    /// Processes all updates.
    pub fn poll(&mut self) {
        for update in self.client.poll() {
            match update {
                RoomUpdate::Begun(header) => self.replica = Some(Match::of_header(Path::new("room"), &header).unwrap()),
                RoomUpdate::Event(event) => {
                    self.replica.as_mut().unwrap().follow(Path::new("room"), &event).unwrap();
                }
                RoomUpdate::Entered => self.entered += 1,
                RoomUpdate::ServerFault(why) => panic!("{why}"),
                RoomUpdate::Refused(request, refused) => {
                    // White may have resigned in the meantime; otherwise no action is refused.
                    let acted = matches!(request, ClientMessage::Act(_) | ClientMessage::Throw(_));
                    assert!(!acted || refused.why.starts_with("the match is over"), "{refused:?}");
                    self.refused.push(refused.why);
                }
                RoomUpdate::Stale(request) => panic!("{request:?} was stale, and nobody else acts for this player"),
                RoomUpdate::Closed(bye) => panic!("{bye:?}"),
                _ => {}
            }
        }
    }

    /// Acts, if it is this player's turn and all requests are answered.
    pub fn act(&mut self, rng: &mut ChaCha8Rng) {
        let (Some(replica), Some(side)) = (&self.replica, self.client.state().side()) else { return };
        if self.client.state().unanswered().next().is_some() || replica.pending().side() != Some(side) {
            return;
        }
        if self.acted.elapsed() < Duration::from_millis(50) {
            return;
        }
        self.acted = Instant::now();
        match replica.pending() {
            Pending::Decide { .. } => {
                let actions = replica.game().actions();
                let action = actions[rng.random_range(0..actions.len())].clone();
                self.client.send(|state| state.act(&action));
            }
            Pending::Throw { .. } => {
                let flick = rng.random_bool(0.5).then_some(Flick { direction: [1.0, 0.5], speed: 1.0 });
                self.client.send(|state| state.throw(flick));
            }
            Pending::Over(_) => {}
        }
    }

    pub fn is_over(&self) -> bool {
        self.replica.as_ref().is_some_and(|replica| replica.outcome().is_some() && replica.record().reveal().is_some())
    }
}

/// Both players of a room act at random until the match is over; they resign once `end` is set.
/// Returns the players.
pub fn play_out(server: &str, created: &Created, seed: u64, end: &AtomicBool) -> [Player; 2] {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let tokens = [&created.seats.white, &created.seats.black].map(|token| token.clone().unwrap());
    let mut players = tokens.map(|token| Player::join(server, &created.room, &token));
    let begun = Instant::now();
    let mut resigned = false;
    while !players.iter().all(Player::is_over) {
        assert!(begun.elapsed() < Duration::from_secs(900), "{}: the match does not end", created.room);
        for player in &mut players {
            player.poll();
            player.act(&mut rng);
        }
        let [white, _] = &mut players;
        if end.load(Ordering::Relaxed) && !resigned && white.replica.is_some() && !white.is_over() {
            white.client.send(|state| state.resign());
            resigned = true;
        }
        thread::sleep(Duration::from_millis(2));
    }
    players
}

/// Asserts that the records of both players equal the match file, line by line.
pub fn check(players: &[Player; 2], file: &Path) {
    let text = std::fs::read_to_string(file).unwrap();
    for player in players {
        assert_eq!(player.replica.as_ref().unwrap().record().to_text().unwrap(), text, "{}", file.display());
    }
    let verified = fairground(&["verify", file.to_str().unwrap()]);
    assert!(verified.contains("valid: the rules"), "{verified}");
    assert!(verified.contains("both players sent hashes"), "{verified}");
}

#[test]
fn every_game_is_played_to_its_end() {
    let rig = Rig::new();
    for game in fairground::games::ALL {
        let created = rig.create(&CreateRoom { clock: Some("600+1".into()), ..CreateRoom::of_game(game.id) });
        let end = AtomicBool::new(false);
        let players = thread::scope(|scope| {
            let playing = scope.spawn(|| play_out(&rig.link(), &created, 7, &end));
            let begun = Instant::now();
            while !playing.is_finished() && begun.elapsed() < Duration::from_secs(5) {
                thread::sleep(Duration::from_millis(20));
            }
            end.store(true, Ordering::Relaxed);
            playing.join().unwrap()
        });
        check(&players, &rig.match_file(&created.room));
        let sides = players.each_ref().map(|player| player.client.state().side());
        assert_eq!(sides, Side::BOTH.map(Some));
        assert_eq!(players.each_ref().map(|player| player.entered), [1, 1]);
    }
}

/// The records of two bots of the command line equal the server's match file.
#[test]
fn bots_play_in_a_room_and_record_it() {
    let rig = Rig::new();
    let folder = tempfile::tempdir().unwrap();
    for game in ["chess", "fluky"] {
        let created = rig.create(&CreateRoom::of_game(game));
        let link = |token: &Option<String>| {
            format!("room:{}", RoomLink { server: rig.link(), room: created.room.clone(), token: token.clone() })
        };
        let records = ["white", "black"].map(|side| folder.path().join(format!("{game}-{side}.jsonl")));
        let (white, black) = (link(&created.seats.white), link(&created.seats.black));
        // `room:` is the opponent; the bot takes the seat of the link.
        let seats = [["--white", "greedy", "--black", &white], ["--white", &black, "--black", "1"]];
        let printed = thread::scope(|scope| {
            let watch = |(seats, file): (&[&str; 4], &Path)| {
                let how = ["--headless", "--seed", "2", "--record", file.to_str().unwrap()];
                fairground(&[&["watch", game][..], seats, &how].concat())
            };
            let [one, other] = [0, 1].map(|index| {
                let (seats, file) = (&seats[index], &records[index]);
                scope.spawn(move || watch((seats, file)))
            });
            [one.join().unwrap(), other.join().unwrap()]
        });
        assert_eq!(printed[0], printed[1]);
        assert!(printed[0].lines().last().unwrap().starts_with("outcome: "), "{}", printed[0]);
        let server = std::fs::read_to_string(rig.match_file(&created.room)).unwrap();
        for file in &records {
            assert_eq!(std::fs::read_to_string(file).unwrap(), server, "{}", file.display());
            assert!(fairground(&["verify", file.to_str().unwrap()]).contains("valid: the rules"));
        }
    }
}

/// A proxy to a server. Its connections can go silent without closing, as on a dead network.
struct Line {
    address: SocketAddr,
    /// Whether the connections accepted so far are silent.
    silent: Arc<Mutex<Arc<AtomicBool>>>,
}

impl Line {
    fn to(server: &str) -> Line {
        let server: SocketAddr = server.strip_prefix("http://").unwrap().parse().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let silent = Arc::new(Mutex::new(Arc::new(AtomicBool::new(false))));
        let current = Arc::clone(&silent);
        thread::spawn(move || {
            for near in listener.incoming() {
                let (near, far) = (near.unwrap(), TcpStream::connect(server).unwrap());
                let silent = Arc::clone(&current.lock().unwrap());
                for (from, to) in [(&near, &far), (&far, &near)] {
                    let (from, to, silent) = (from.try_clone().unwrap(), to.try_clone().unwrap(), Arc::clone(&silent));
                    thread::spawn(move || carry(from, to, &silent));
                }
            }
        });
        Line { address, silent }
    }

    fn hush(&self) {
        std::mem::take(&mut *self.silent.lock().unwrap()).store(true, Ordering::Relaxed);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream, silent: &AtomicBool) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        if !silent.load(Ordering::Relaxed) && to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    if !silent.load(Ordering::Relaxed) {
        let _ = to.shutdown(Shutdown::Both);
    }
}

/// A player is soon informed of a silent network, and a move sent meanwhile is played once the
/// client has reconnected.
#[test]
fn a_silent_connection_is_detected_and_replaced() {
    let rig = Rig::new();
    let line = Line::to(&rig.link());
    let created = rig.create(&CreateRoom { clock: Some("600+1".into()), ..CreateRoom::of_game("chess") });
    let mut white =
        Player::join(&format!("http://{}", line.address), &created.room, &created.seats.white.clone().unwrap());
    let mut black = Player::join(&rig.link(), &created.room, &created.seats.black.clone().unwrap());
    let wait = |players: [&mut Player; 2], what: &str, happened: &dyn Fn(&Player, &Player) -> bool| {
        let begun = Instant::now();
        let [white, black] = players;
        while !happened(white, black) {
            assert!(begun.elapsed() < Duration::from_secs(60), "timeout: {what}");
            white.poll();
            black.poll();
            thread::sleep(Duration::from_millis(5));
        }
    };
    wait([&mut white, &mut black], "the beginning", &|white, black| white.replica.is_some() && black.replica.is_some());
    line.hush();
    white.client.send(|state| state.act("e2e4"));
    wait([&mut white, &mut black], "detection of the silence", &|white, _| white.client.silence().is_some());
    let moves = |player: &Player| player.replica.as_ref().map_or(0, |replica| replica.game().action_count());
    wait([&mut white, &mut black], "the move", &|white, black| moves(white) == 1 && moves(black) == 1);
    assert_eq!((white.entered, black.entered), (2, 1));
    assert_eq!(white.client.silence(), None);
}
