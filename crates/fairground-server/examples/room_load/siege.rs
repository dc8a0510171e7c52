//! Measures a match while its server is attacked: the latency of moves, and the server's memory.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use fairground_rooms::CreateRoom;
use serde_json::json;

use super::attacks::{ALL, Attack};
use super::raw::Target;
use super::table::Table;
use super::{Process, Result, milliseconds};

/// The number of long matches. Each has the maximum number of lines of a room.
const LONG: usize = 8;
const LINES: usize = 10_000;

/// The time between two moves of the match measured.
const PERIOD: Duration = Duration::from_millis(50);

/// The addresses of the players and of the attacker.
const PLAYERS: &str = "10.9.9.9";
const ATTACKER: &str = "10.6.6.6";

/// Measures each attack on a new server.
pub async fn measure(only: &[String], seconds: f64) -> Result<()> {
    println!("                            a move, ms            with dice, ms");
    println!("attack          memory, MiB          50 %   99 %          50 %   99 %  processor, cores  steps");
    let chosen = |name: &&str| only.is_empty() || only.iter().any(|only| only == name);
    for name in ["none"].into_iter().chain(ALL).filter(chosen) {
        let folder = tempfile::tempdir()?;
        let players = |server: &Process| -> Result<Target> {
            Ok(Target { server: server.link.trim_start_matches("http://").parse()?, client: PLAYERS.to_string() })
        };
        let server = Process::start(folder.path(), &["--usual-limits"])?;
        let mut long = Vec::new();
        for _ in 0..LONG {
            long.push(begin(&players(&server)?).await?);
        }
        drop(server);
        long.iter().try_for_each(|room| lengthen(folder.path(), room))?;
        let server = Process::start(folder.path(), &["--usual-limits"])?;
        let mut tables = Vec::new();
        for game in ["chess", "fluky"] {
            let created = players(&server)?.create(&CreateRoom::of_game(game)).await?;
            tables.push(Table::open(&server.link, &created, game, 0, Some(PLAYERS)).await?);
        }
        let attacker = Command::new("nice")
            .args(["-n", "19"])
            .arg(std::env::current_exe()?)
            .args(["attack", name, &server.link, &seconds.to_string()])
            .args(&long)
            .stdout(Stdio::piped())
            .spawn()?;
        let (used, begun) = (server.used()?, Instant::now());
        let end = begun + Duration::from_secs_f64(seconds);
        let playing: Vec<_> = tables.into_iter().map(|table| tokio::spawn(table.play(begun, PERIOD, end))).collect();
        let mut memory = 0.0_f64;
        while Instant::now() < end {
            memory = memory.max(server.memory()?);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let mut times = Vec::new();
        for playing in playing {
            let (_table, mut of_game) = playing.await??;
            of_game.sort();
            times.push(of_game);
        }
        let processor = (server.used()? - used) / begun.elapsed().as_secs_f64();
        let output = tokio::task::spawn_blocking(|| attacker.wait_with_output()).await??;
        println!(
            "{name:<15} {:>11.0} {:>13.1} {:>6.1} {:>13.1} {:>6.1} {processor:>17.2}  {}",
            memory / 1048576.0,
            milliseconds(&times[0], 0.5),
            milliseconds(&times[0], 0.99),
            milliseconds(&times[1], 0.5),
            milliseconds(&times[1], 0.99),
            String::from_utf8_lossy(&output.stdout).trim()
        );
    }
    Ok(())
}

/// Attacks a server, and prints the number of steps carried out by the server.
pub async fn attack(name: &str, link: &str, seconds: f64, long: Vec<String>) -> Result<()> {
    let server = link.trim_start_matches("http://").parse()?;
    let target = Target { server, client: ATTACKER.to_string() };
    match ALL.into_iter().find(|known| *known == name) {
        Some(name) => println!("{}", Attack::run(name, target, long, seconds).await),
        None => println!("0"),
    }
    Ok(())
}

/// Begins a match in a new public room, with a move that is taken back. Returns the room.
async fn begin(target: &Target) -> Result<String> {
    let created = target.create(&CreateRoom { private: false, ..CreateRoom::of_game("chess") }).await?;
    let mut seats = Vec::new();
    for token in [&created.seats.white, &created.seats.black] {
        let mut seat = target.enter(&created.room, token.as_deref()).await?;
        seat.request("entropy", json!({"text": ""})).await?;
        seats.push(seat);
    }
    seats[0].request("act", json!({"at": 1, "text": "e2e4"})).await?;
    seats[0].request("offer", json!({"at": 2, "what": "takeback"})).await?;
    seats[1].request("answer", json!({"offer": 1, "yes": true})).await?;
    Ok(created.room)
}

/// Repeats the events of a match up to the maximum number of lines. The server must be stopped.
fn lengthen(folder: &Path, room: &str) -> Result<()> {
    let path = folder.join(format!("{room}.jsonl"));
    let text = std::fs::read_to_string(&path)?;
    let (header, events) = text.split_once('\n').ok_or("a match has a header")?;
    let repeated = events.repeat((LINES - 1) / events.lines().count());
    Ok(std::fs::write(&path, format!("{header}\n{repeated}"))?)
}
