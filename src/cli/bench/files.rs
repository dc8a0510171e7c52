//! The speed of reading match files and PGN.

use std::path::Path;

use serde::Serialize;

use super::per_second;
use crate::bots::Bot;
use crate::cli::CliError;
use crate::engine::{GameInfo, Options};
use crate::play::{Dice, Match, PlayError, Player, Replay, Seat, Setup, export, read_games, verify_file};
use crate::record::Reader;

/// The speed of reading a recorded random match.
#[derive(Serialize)]
pub(super) struct FileSpeed {
    /// Actions of a match file that are verified, with instant dice.
    verified_per_second: f64,
    /// Actions of the same match in PGN that are parsed and imported.
    imported_per_second: f64,
}

impl FileSpeed {
    pub fn measured(info: &'static GameInfo, options: &Options) -> Result<FileSpeed, CliError> {
        let running = random_match(info, options)?;
        let actions = running.record().actions().len();
        let text = running.record().to_text()?;
        let file = Path::new("bench.jsonl");
        let pgn = export(&Replay::parse(file, text.as_bytes())?).to_string();
        let verify = || -> Result<(), PlayError> {
            verify_file(Reader::new(file, Box::new(text.as_bytes()))?)?;
            Ok(())
        };
        let read = || -> Result<(), PlayError> { Ok(read_games(file, &pgn).try_for_each(|game| game.map(|_| ()))?) };
        // Errors show before the measurement, which ignores them.
        verify()?;
        read()?;
        Ok(FileSpeed {
            verified_per_second: per_second(1, || _ = verify()) * actions as f64,
            imported_per_second: per_second(1, || _ = read()) * actions as f64,
        })
    }

    pub fn lines(&self) -> [(f64, &'static str); 2] {
        [
            (self.verified_per_second, "actions/s of a match file verified"),
            (self.imported_per_second, "actions/s imported from PGN"),
        ]
    }
}

/// A match between random bots with instant dice.
fn random_match(info: &'static GameInfo, options: &Options) -> Result<Match, PlayError> {
    let setup = Setup::new(info, [Seat::Bot(Bot::Random); 2], 1);
    let mut running = Match::new(Setup { options: options.clone(), dice: Dice::Instant, ..setup })?;
    let mut players: [Box<dyn Player>; 2] = [Box::new(Bot::Random), Box::new(Bot::Random)];
    running.drive::<PlayError>(&mut players, u64::MAX, |_| Ok(()))?;
    Ok(running)
}
