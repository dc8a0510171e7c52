use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

use crate::arena::ArenaError;
use crate::engine::{ActionText, DynGame, Info, Options, Tabletop, TextError, Turn, TypedGame};
use crate::games;
use crate::platform::storage::read_limited;
use crate::play::{self, PlayError};
use crate::record::RecordError;

/// The most bytes of a file of openings that is read: a million positions.
const MAX_FILE: u64 = 64 << 20;

/// The openings of a file, one for each pair of matches; with more pairs than openings they come again.
#[derive(Clone, Debug)]
pub struct Openings {
    all: Arc<[Opening]>,
    /// What they are, for reports: openings with the same text are the same.
    text: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Opening {
    /// The position that it begins from.
    start: String,
    actions: Vec<ActionText>,
}

impl Openings {
    /// Reads a file: the games of one whose name ends with `.pgn`, each up to so many plies, or else the positions of one with a position in
    /// each line, those of chess also in EPD.
    ///
    /// # Errors
    /// A file that cannot be read, a line or a game that is wrong, or a position in which the match is over.
    pub fn read(
        file: &Path,
        info: &'static Info,
        options: &Options,
        plies: Option<u32>,
    ) -> Result<Openings, ArenaError> {
        let bytes = read_limited(file, MAX_FILE).map_err(ArenaError::file(file))?;
        let text = String::from_utf8_lossy(&bytes);
        let all = if is_pgn(file) {
            games_of(file, info, options, &text, plies)?
        } else {
            positions_of(file, info, options, &text)?
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

    /// The same in a random order, which this seed decides.
    #[must_use]
    pub fn shuffled(self, seed: u64) -> Openings {
        let mut all = self.all.to_vec();
        all.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
        Openings { all: all.into(), text: self.text.replace(" in order, ", " in random order, ") }
    }

    /// A match after the opening of a pair.
    ///
    /// # Errors
    /// None but of openings of another game.
    pub(in crate::arena) fn begin<P: Tabletop>(
        &self,
        pair: u64,
        options: &Options,
    ) -> Result<TypedGame<P>, ArenaError> {
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

/// Whether a file of openings has games, and not positions.
fn is_pgn(file: &Path) -> bool {
    file.extension().is_some_and(|end| end.eq_ignore_ascii_case("pgn"))
}

fn wrong(file: &Path, line: u64, reason: impl Into<String>) -> ArenaError {
    ArenaError::Line { file: file.to_path_buf(), line, reason: reason.into() }
}

fn positions_of(file: &Path, info: &Info, options: &Options, text: &str) -> Result<Vec<Opening>, ArenaError> {
    let mut all = Vec::new();
    let text = text.trim_start_matches('\u{feff}');
    for (line, written) in (1..).zip(text.lines().map(str::trim)).filter(|(_, written)| !written.is_empty()) {
        let game =
            games::begin(info, options.clone(), Some(written)).map_err(|error| wrong(file, line, error.to_string()))?;
        goes_on(&*game).map_err(|reason| wrong(file, line, reason))?;
        all.push(Opening { start: game.start_text(), actions: Vec::new() });
    }
    Ok(all)
}

fn games_of(
    file: &Path,
    info: &Info,
    options: &Options,
    text: &str,
    plies: Option<u32>,
) -> Result<Vec<Opening>, ArenaError> {
    let mut all = Vec::new();
    for (number, game) in (1_u64..).zip(play::read_games(file, text)) {
        let failed = |error: RecordError| ArenaError::Opening { number, error: Box::new(PlayError::from(error)) };
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
        goes_on(&*game).map_err(|reason| field("opening", "fewer plies, as by --opening-plies 8", &reason))?;
        all.push(Opening { start, actions });
    }
    Ok(all)
}

/// Whether something is left to be decided in a match.
fn goes_on(game: &dyn DynGame) -> Result<(), String> {
    match game.turn().outcome() {
        Some(outcome) => Err(format!("the match is over: {outcome} ({})", outcome.reason)),
        None => Ok(()),
    }
}
