use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::ArenaError;
use fairground_match::platform::storage::read_limited;
use fairground_match::play::{self, PlayError};
use fairground_match::record::RecordError;
use fairground_rules::engine::{ActionText, DynGame, Game, GameInfo, Options, TextError, Turn, TypedGame};
use fairground_rules::games;

/// The maximum size of a file of games, which is read whole, bytes. A file of positions is read
/// line by line and has no such limit.
const MAX_PGN: u64 = 1 << 30;

/// The maximum length of a line with a position, bytes.
const MAX_LINE: u64 = 1 << 16;

/// The openings in a file, one for each pair of matches. They repeat if the contest has more
/// pairs.
#[derive(Clone, Debug)]
pub struct Openings {
    all: Arc<[Opening]>,
    /// The text for reports, which identifies the openings: they are equal if their texts are.
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Opening {
    /// The initial position.
    start: String,
    actions: Vec<ActionText>,
}

impl Openings {
    /// Whether a file of openings has games rather than positions.
    #[must_use]
    pub fn are_games(file: &Path) -> bool {
        file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"))
    }

    /// Reads a file of openings. A file name with the extension `.pgn` means games, each cut off
    /// after `plies` plies; otherwise, the file has one position per line, in chess optionally as
    /// EPD.
    ///
    /// # Errors
    /// If the file cannot be read, a line or game is invalid, or the match is over in a position.
    pub fn read(
        file: &Path,
        info: &'static GameInfo,
        options: &Options,
        plies: Option<u32>,
    ) -> Result<Openings, ArenaError> {
        let all = if Self::are_games(file) {
            let bytes = read_limited(file, MAX_PGN).map_err(ArenaError::file(file))?;
            let unread = |error: RecordError| ArenaError::from(PlayError::from(error));
            games_of(file, info, options, &play::pgn_text(file, bytes).map_err(unread)?, plies)?
        } else {
            let input = BufReader::new(File::open(file).map_err(ArenaError::file(file))?);
            positions_of(file, info, options, input)?
        };
        if all.is_empty() {
            return Err(wrong(file, 1, "expected an opening, found none"));
        }
        let mut hasher = blake3::Hasher::new();
        for opening in &all {
            hasher.update(opening.start.as_bytes());
            for action in &opening.actions {
                hasher.update(b" ").update(action.as_bytes());
            }
            hasher.update(b"\n");
        }
        let hash = hasher.finalize().to_hex();
        let name = file.file_name().unwrap_or(file.as_os_str()).to_string_lossy();
        let text = format!("{name}: {} in order, {}", all.len(), &hash[..16]);
        Ok(Openings { all: all.into(), text })
    }

    /// Shuffles the openings, determined by a seed.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Openings {
        let mut all = self.all.to_vec();
        all.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Openings { all: all.into(), text: self.text.replace(" in order, ", " in random order, ") }
    }

    /// Starts a match with the opening of a pair.
    ///
    /// # Errors
    /// Only if the openings are of another game.
    pub(crate) fn begin<P: Game>(&self, pair: u64, options: &Options) -> Result<TypedGame<P>, ArenaError> {
        let opening = &self.all[(pair % self.all.len() as u64) as usize];
        let mut game = TypedGame::<P>::from_text(options.clone(), &opening.start)?;
        for text in &opening.actions {
            let unread = |_| TextError::new("opening", "an action", text);
            game.play(game.position().parse_action(text).map_err(unread)?);
        }
        Ok(game)
    }
}

impl fmt::Display for Openings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn wrong(file: &Path, line: u64, reason: impl Into<String>) -> ArenaError {
    ArenaError::Line { file: file.to_path_buf(), line, reason: reason.into() }
}

fn positions_of(
    file: &Path,
    info: &GameInfo,
    options: &Options,
    mut input: impl BufRead,
) -> Result<Vec<Opening>, ArenaError> {
    let (mut all, mut bytes) = (Vec::new(), Vec::new());
    for line in 1.. {
        bytes.clear();
        (&mut input).take(MAX_LINE).read_until(b'\n', &mut bytes).map_err(ArenaError::file(file))?;
        if bytes.is_empty() {
            break;
        }
        if bytes.len() as u64 == MAX_LINE {
            return Err(wrong(file, line, format!("expected less than {MAX_LINE} bytes")));
        }
        let text = String::from_utf8_lossy(&bytes);
        let written = text.trim_start_matches('\u{feff}').trim();
        if written.is_empty() {
            continue;
        }
        let game =
            games::begin(info, options.clone(), Some(written)).map_err(|error| wrong(file, line, error.to_string()))?;
        check_not_over(&*game).map_err(|reason| wrong(file, line, reason))?;
        all.push(Opening { start: game.start_text(), actions: Vec::new() });
    }
    Ok(all)
}

fn games_of(
    file: &Path,
    info: &GameInfo,
    options: &Options,
    text: &str,
    plies: Option<u32>,
) -> Result<Vec<Opening>, ArenaError> {
    let mut all = Vec::new();
    for (number, game) in (1_u64..).zip(play::read_games(file, text)) {
        let failed = |error: RecordError| ArenaError::Opening { number, source: Box::new(PlayError::from(error)) };
        let field = |field: &str, expected: &str, found: &str| failed(RecordError::field(file, field, expected, found));
        let record = game.map_err(failed)?.record;
        if record.header.game != info.id {
            return Err(field("tag Variant", info.id, &record.header.game));
        }
        let start = record.header.start.clone();
        let mut game = games::begin(info, options.clone(), Some(&start))
            .map_err(|error| field(&error.field, &error.expected, &error.found))?;
        let (mut actions, mut played) = (Vec::new(), 0);
        for entry in record.actions() {
            if plies.is_some_and(|most| played >= most) && matches!(game.turn(), Turn::Decide(_)) {
                break;
            }
            let side = game.turn().side();
            game.apply(&entry.action).map_err(|refusal| field("an action", &refusal.to_string(), &entry.action))?;
            played += u32::from(game.turn().side() != side);
            actions.push(entry.action.clone());
        }
        check_not_over(&*game)
            .map_err(|reason| field("opening", "fewer plies, for example with --opening-plies 8", &reason))?;
        all.push(Opening { start, actions });
    }
    Ok(all)
}

/// Checks that a match is not over.
fn check_not_over(game: &dyn DynGame) -> Result<(), String> {
    match game.turn().outcome() {
        Some(outcome) => Err(format!("the match is over: {outcome} ({})", outcome.reason)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A reader of this many bytes of blank lines.
    struct Blank(usize);

    impl Read for Blank {
        fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
            let bytes = self.0.min(buffer.len());
            self.0 -= bytes;
            if let Some((end, line)) = buffer[..bytes].split_last_mut() {
                line.fill(b' ');
                *end = b'\n';
            }
            Ok(bytes)
        }
    }

    #[test]
    fn games_in_utf_16_are_refused_by_name() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("wide.pgn");
        let bytes: Vec<u8> = "\u{feff}1. e4 e5 *".encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::write(&file, bytes).unwrap();
        let read = Openings::read(&file, games::info("chess").unwrap(), &Options::default(), None);
        let error = read.unwrap_err().to_string();
        assert!(error.contains("wide.pgn: encoding: expected UTF-8, or Latin-1, found \"UTF-16\""), "{error}");
    }

    #[test]
    fn a_book_of_any_length_is_read() {
        let (info, options, file) = (games::info("chess").unwrap(), Options::default(), Path::new("book.epd"));
        let position: &[u8] = b"4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -\n";
        let input = BufReader::new(position.chain(Blank(80 << 20)).chain(position));
        assert_eq!(positions_of(file, info, &options, input).unwrap().len(), 2);
        let line = vec![b' '; 100_000];
        let error = positions_of(file, info, &options, &line[..]).err().unwrap();
        assert!(error.to_string().contains("line 1: expected less than 65536 bytes"), "{error}");
    }
}
