//! Self-play matches for fitting weights, by the search or by an external engine, and their file:
//! JSON Lines with a header and a line for each match.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use super::error::ArenaError;
use super::pair::{pair_seed, random_plies};
use super::program_pool::{ProgramPlayer, ProgramPool};
use fairground_match::platform::storage::lock;
use fairground_match::play::{BotMatch, Bots, Seat, UciError};
use fairground_match::record::json_fault;
use fairground_rules::bots::{Bot, EVALUATION_LIMIT, Evaluation, Limits, RandomPlayer, WIN_BOUND};
use fairground_rules::engine::{Die, Driver, Game, GameInfo, Options, Outcome, Position, Side, TypedGame, drive};

/// The range of the number of random plies at the start of a match.
const OPENING_PLIES: RangeInclusive<u32> = 2..=9;

/// The default rate of random actions: one decision in this many. Searches mostly evaluate
/// positions that good players would avoid, and the weights must be right there, too.
pub const RANDOM_ACTION: u32 = 20;

/// The version of self-play. Another version plays different matches from the same seed.
const VERSION: u32 = 3;

/// The maximum length of a line, bytes: a match of tens of thousands of actions.
const MAX_LINE: u64 = 1 << 20;

/// A match of the search or an external engine against itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SelfPlay {
    /// The match's number, from 0.
    pub number: u64,
    /// All actions, including rolls and the opening.
    pub actions: Vec<String>,
    /// The player's value of each action for the side that decided, centipawns; `None` for random
    /// actions and rolls.
    pub values: Vec<Option<i32>>,
}

impl SelfPlay {
    /// Plays match `number` with random opening plies and some random actions. The player is the
    /// search, or one of `programs`. `None` if `stop` ended the match early.
    ///
    /// Without a teacher, the search uses the hand-written evaluation, so the matches do not depend
    /// on earlier training.
    ///
    /// # Errors
    /// If an engine does not start, cannot play the game, does not answer or plays an illegal move.
    pub fn play<P: Game>(
        options: &Options,
        header: &SelfPlayHeader,
        number: u64,
        programs: Option<&ProgramPool<'_>>,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Result<Option<SelfPlay>, UciError> {
        if stop() {
            return Ok(None);
        }
        let seed = pair_seed(header.seed, number + 1);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let plies = rng.random_range(OPENING_PLIES);
        let evaluation = if header.teacher.is_some() { Evaluation::Net } else { Evaluation::HandWritten };
        let bot = Bot::Search(Limits { evaluation, ..Limits::nodes(header.nodes) });
        let opening = random_plies(options, plies, seed, &mut rng);
        let BotMatch { mut game, bots } = BotMatch::<P>::new(opening, [Seat::Bot(bot); 2], seed);
        let mut teacher = Teacher {
            random_action: header.random_action,
            random: RandomPlayer::default(),
            rng,
            bots,
            program: programs.map(|programs| ProgramPlayer::take(programs, &game)).transpose()?,
            values: vec![None; game.actions().len()],
            stop,
        };
        match drive(&mut game, &mut teacher) {
            Ok(_) | Err(Ended::Claimed) => {}
            Err(Ended::Stopped) => return Ok(None),
            Err(Ended::Failed(error)) => return Err(error),
        }
        if let (Some(programs), Some(player)) = (programs, teacher.program) {
            player.release(programs);
        }
        let actions = game.actions().map(|action| action.to_string()).collect();
        Ok(Some(SelfPlay { number, actions, values: teacher.values }))
    }

    /// Replays the match on typed rules. `on_action` receives the game before every action.
    ///
    /// # Errors
    /// If an action is illegal, or the match is unfinished.
    pub fn replay<P: Game>(
        &self,
        options: &Options,
        mut on_action: impl FnMut(&TypedGame<P>, P::Action, Option<i32>),
    ) -> Result<TypedGame<P>, String> {
        let mut game = TypedGame::<P>::new(options.clone());
        for (text, value) in self.actions.iter().zip(&self.values) {
            let action = game.position().parse_action(text).map_err(|refusal| format!("{text}: {refusal}"))?;
            game.check(action).map_err(|refusal| format!("{text}: {refusal}"))?;
            on_action(&game, action, *value);
            game.play(action);
        }
        match outcome(&game) {
            Some(_) if self.actions.len() == self.values.len() => Ok(game),
            _ => Err("it does not end, or lacks values".to_string()),
        }
    }
}

/// Plays both sides, sometimes at random, and collects the values of its decisions.
struct Teacher<'a, A> {
    /// One decision in this many is a random action.
    random_action: u32,
    random: RandomPlayer<A>,
    rng: ChaCha8Rng,
    bots: Bots,
    /// The player, if it is not the search.
    program: Option<ProgramPlayer>,
    values: Vec<Option<i32>>,
    stop: &'a (dyn Fn() -> bool + Sync),
}

/// An end of a match of self-play before its end by the rules.
enum Ended {
    /// An open draw was claimed.
    Claimed,
    Stopped,
    Failed(UciError),
}

impl<P: Game> Driver<P> for Teacher<'_, P::Action> {
    type End = Ended;

    fn check_limits(&mut self, game: &TypedGame<P>) -> Result<(), Ended> {
        game.claim_open().map_or(Ok(()), |_| Err(Ended::Claimed))
    }

    fn decide(&mut self, game: &TypedGame<P>, side: Side) -> Result<P::Action, Ended> {
        let (action, value) = if self.rng.random_ratio(1, self.random_action) {
            (self.random.decide(game.position(), &mut self.rng), None)
        } else if let Some(program) = &mut self.program {
            program.choose(game, side, self.stop).map_err(Ended::Failed)?.unzip()
        } else {
            let report = self.bots.think(game, None, self.stop);
            (report.lines.first().and_then(|line| line.actions.first().copied()), Some(Some(report.value())))
        };
        let action = action.filter(|_| !(self.stop)()).ok_or(Ended::Stopped)?;
        self.values.push(value.flatten());
        Ok(action)
    }

    fn throw(&mut self, game: &TypedGame<P>, _side: Side, _die: &'static Die) -> Result<P::Action, Ended> {
        self.values.push(None);
        self.bots.throw(game).ok_or(Ended::Stopped)
    }

    fn played(&mut self, game: &TypedGame<P>, action: P::Action, _side: Side) -> Result<(), Ended> {
        if let Some(program) = &mut self.program {
            program.follow(game, action);
        }
        Ok(())
    }
}

/// The outcome of a match. An open draw is claimed, since both players are the same.
pub(super) fn outcome<P: Position>(game: &TypedGame<P>) -> Option<Outcome> {
    game.turn().outcome().or_else(|| Some(Outcome::drawn(game.claim_open()?.reason())))
}

/// All parameters that determine the matches of a file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SelfPlayHeader {
    /// The [`VERSION`]; missing in files older than this field.
    #[serde(default)]
    pub version: u32,
    pub game: String,
    pub options: BTreeMap<String, String>,
    /// The node limit of each decision; 0 for an engine.
    pub nodes: u64,
    pub seed: u64,
    /// One decision in this many is a random action.
    #[serde(default)]
    pub random_action: u32,
    /// The BLAKE3 hash of the file of the search's net, if any.
    #[serde(default)]
    pub teacher: Option<String>,
    /// The engine that plays instead of the search, with its limits, spelled as a seat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<String>,
}

impl SelfPlayHeader {
    pub fn new(info: &GameInfo, options: &Options, nodes: u64, seed: u64) -> Self {
        let options = options.iter().map(|(key, value)| (key.to_string(), value.to_string()));
        SelfPlayHeader {
            version: VERSION,
            game: info.id.to_string(),
            options: options.collect(),
            nodes,
            seed,
            random_action: RANDOM_ACTION,
            teacher: None,
            player: None,
        }
    }
}

/// A file to which completed matches are appended.
pub(super) struct SelfPlayFile {
    path: PathBuf,
    file: Mutex<File>,
}

impl SelfPlayFile {
    /// Opens or creates the file of these matches, and locks it. Returns its matches by number; cuts
    /// off an incomplete last line.
    ///
    /// # Errors
    /// If the file cannot be read, written or locked, or has other contents.
    pub fn open<P: Game>(
        path: &Path,
        header: &SelfPlayHeader,
        options: &Options,
    ) -> Result<(SelfPlayFile, BTreeMap<u64, SelfPlay>), ArenaError> {
        let failed = |error| ArenaError::file(path)(error);
        let opened = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = opened.map_err(failed)?;
        lock(&file).map_err(failed)?;
        let (known, whole) = read::<P>(path, &file, header, options)?;
        file.set_len(whole).map_err(failed)?;
        file.seek(SeekFrom::Start(whole)).map_err(failed)?;
        let kept = SelfPlayFile { path: path.to_path_buf(), file: Mutex::new(file) };
        if whole == 0 {
            kept.append(header)?;
        }
        Ok((kept, known))
    }

    /// Appends a line that [`SelfPlayFile::open`] can read. An error leaves the file unchanged.
    pub fn append(&self, line: &impl Serialize) -> Result<(), ArenaError> {
        let write = || {
            let mut text = serde_json::to_vec(line).map_err(io::Error::from)?;
            text.push(b'\n');
            if text.len() as u64 > MAX_LINE {
                return Err(io::Error::other(format!("a match is longer than {MAX_LINE} bytes")));
            }
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            let end = file.stream_position()?;
            file.write_all(&text).inspect_err(|_| {
                // If this fails too, the next start removes the remains, unless other lines follow.
                let _ = file.set_len(end).and_then(|()| file.seek(SeekFrom::Start(end)));
            })
        };
        write().map_err(ArenaError::file(&self.path))
    }
}

/// The matches of a file by number, and the length of its complete lines, bytes.
fn read<P: Game>(
    path: &Path,
    file: &File,
    header: &SelfPlayHeader,
    options: &Options,
) -> Result<(BTreeMap<u64, SelfPlay>, u64), ArenaError> {
    let mut input = BufReader::new(file);
    let (mut known, mut whole, mut bytes) = (BTreeMap::new(), 0, Vec::new());
    for line in 1.. {
        let wrong = |reason: String| ArenaError::Line { file: path.to_path_buf(), line, reason };
        bytes.clear();
        (&mut input).take(MAX_LINE).read_until(b'\n', &mut bytes).map_err(ArenaError::file(path))?;
        if !bytes.ends_with(b"\n") {
            if bytes.len() as u64 == MAX_LINE {
                return Err(wrong(format!("it is longer than {MAX_LINE} bytes")));
            }
            // Only an interrupted start of these matches may be overwritten.
            if line == 1 && !serde_json::to_vec(header).is_ok_and(|header| header.starts_with(&bytes)) {
                return Err(wrong("not the matches of `fairground tune` or `train`".to_string()));
            }
            break;
        }
        whole += bytes.len() as u64;
        if line == 1 {
            let found: SelfPlayHeader = serde_json::from_slice(&bytes).map_err(|error| {
                let reason = json_fault(&error, &bytes, "line");
                wrong(format!("not the matches of `fairground tune` or `train`: {reason}"))
            })?;
            if found != *header {
                let [expected, found] =
                    [header, &found].map(|header| serde_json::to_string(header).unwrap_or_default());
                return Err(wrong(format!("matches of another kind: expected {expected}, found {found}")));
            }
            continue;
        }
        let one: SelfPlay =
            serde_json::from_slice(&bytes).map_err(|error| wrong(json_fault(&error, &bytes, "line")))?;
        one.replay::<P>(options, |_, _, _| ()).map_err(wrong)?;
        known.entry(one.number).or_insert(one);
    }
    Ok((known, whole))
}

/// Whether the evaluation applies to this position: no tactics are pending, and the best action is
/// quiet.
pub(super) fn is_quiet<P: Position>(position: &P, best: P::Action) -> bool {
    let mut noisy = Vec::new();
    position.generate_noisy(&mut noisy);
    !position.is_unsettled() && !noisy.contains(&best) && position.evaluate().abs() < WIN_BOUND.min(EVALUATION_LIMIT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::games;
    use fairground_rules::games::fluky::Fluky;

    #[test]
    fn a_line_too_long_to_read_is_not_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("matches.jsonl");
        let header = SelfPlayHeader::new(games::info("fluky").unwrap(), &Options::default(), 1, 1);
        let (file, _) = SelfPlayFile::open::<Fluky>(&path, &header, &Options::default()).unwrap();
        let before = std::fs::read(&path).unwrap();
        let error = file.append(&"x".repeat(1 << 20)).unwrap_err().to_string();
        assert!(error.contains("a match is longer than 1048576 bytes"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), before);
    }
}
