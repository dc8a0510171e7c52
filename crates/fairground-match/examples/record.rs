//! Records a match between two bots in a file, and reads the file again: the positions, the
//! verification, and the match as PGN.
//!
//! `cargo run --release -p fairground-match --example record FILE.jsonl`

use std::error::Error;
use std::path::PathBuf;

use fairground_match::play::{Match, PlayError, Player, Replay, Seat, Setup, export, verify_file};
use fairground_match::record::Reader;
use fairground_rules::bots::Bot;
use fairground_rules::games;

fn main() -> Result<(), Box<dyn Error>> {
    let file = PathBuf::from(std::env::args().nth(1).ok_or("expected the name of a new match file")?);

    let bots = [Bot::Greedy, Bot::Random];
    let mut running = Match::new(Setup::new(games::info("fluky")?, bots.map(Seat::Bot), 1))?;
    running.record_to(&file)?;
    let mut players = bots.map(|bot| Box::new(bot) as Box<dyn Player>);
    running.drive(&mut players, u64::MAX, |_| Ok::<_, PlayError>(()))?;
    // The file is written in the background.
    running.flush()?;

    let mut replay = Replay::open(&file)?;
    while let Some(step) = replay.forward() {
        println!("{}\t{}", step.action, replay.game().text());
    }
    let (verified, _) = verify_file(Reader::open(&file)?)?;
    println!("{} actions, {} throws, {} faults", verified.actions, verified.throws, verified.faults.len());
    println!("{}", export(&replay));
    Ok(())
}
