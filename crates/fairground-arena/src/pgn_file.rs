//! The PGN file of a contest.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::contest::{Contest, Shard};
use super::error::ArenaError;
use fairground_match::platform::storage::{Replacement, lock};
use fairground_match::play::is_pgn;

/// The tag that distinguishes the matches of a contest from others in the same file.
pub(super) const CONTEST: &str = "Contest";

/// The value of the tag [`CONTEST`]: a hash of the players' names and all parameters that affect
/// the results.
pub(super) fn key(contest: &Contest) -> String {
    let mut hasher = blake3::Hasher::new();
    for (_, text) in contest.identity() {
        hasher.update(text.as_bytes()).update(b"\n");
    }
    for name in &contest.names {
        hasher.update(name.as_deref().unwrap_or_default().as_bytes()).update(b"\n");
    }
    hasher.finalize().to_hex()[..16].to_string()
}

/// A PGN file to which the matches of a contest are appended.
pub(super) struct PgnFile {
    path: PathBuf,
    file: File,
    key: String,
    shard: Shard,
}

impl PgnFile {
    /// Opens a PGN file, which may contain other matches, or creates it, and locks it.
    ///
    /// # Errors
    /// If the file cannot be read, written or locked, or is of another kind.
    pub fn open(path: &Path, contest: &Contest) -> Result<PgnFile, ArenaError> {
        let mut file = open(path).map_err(ArenaError::file(path))?;
        let gap = missing_gap(&file).map_err(ArenaError::file(path))?;
        file.write_all(gap.as_bytes()).map_err(ArenaError::file(path))?;
        Ok(PgnFile { path: path.to_path_buf(), file, key: key(contest), shard: contest.shard })
    }

    /// Appends the matches of a pair. A full disk leaves the file unchanged.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn append(&mut self, text: &str) -> Result<(), ArenaError> {
        let end = self.file.metadata().map(|metadata| metadata.len());
        self.file.write_all(text.as_bytes()).map_err(|error| {
            if let Ok(end) = end {
                // If this fails too, resuming the contest removes the remains.
                let _ = self.file.set_len(end);
            }
            ArenaError::file(&self.path)(error)
        })
    }

    /// Removes the matches of this contest's shard in pairs rejected by `keep`, and games that
    /// are cut off within their tags.
    ///
    /// # Errors
    /// If the file cannot be read or written.
    pub fn retain(&mut self, keep: impl Fn(u64) -> bool) -> Result<(), ArenaError> {
        let path = self.path.clone();
        self.try_retain(&keep).map_err(ArenaError::file(&path))
    }

    fn try_retain(&mut self, keep: &dyn Fn(u64) -> bool) -> io::Result<()> {
        if !self.file.metadata()?.is_file() {
            return Ok(());
        }
        let (key, shard) = (self.key.clone(), self.shard);
        let keeps = |game: &Game| match game.pair_in(&key) {
            Some(pair) => !shard.has(pair) || keep(pair),
            None => !game.is_cut_off(),
        };
        if games(&self.file)?.all(|game| game.is_ok_and(|game| keeps(&game))) {
            return Ok(());
        }
        let mut fresh = Replacement::begin(&self.path)?;
        for game in games(&self.file)? {
            let game = game?;
            if keeps(&game) {
                fresh.write_all(&game.0)?;
            }
        }
        fresh.commit()?;
        self.file = open(&self.path)?;
        Ok(())
    }
}

fn open(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    // Devices such as `/dev/null` may be shared.
    if file.metadata()?.is_file() {
        lock(&file)?;
    }
    Ok(file)
}

/// The line breaks that are missing between the last game of a file and the next one.
///
/// # Errors
/// If the file cannot be read, or is not PGN.
fn missing_gap(mut file: &File) -> io::Result<&'static str> {
    let metadata = file.metadata()?;
    if !metadata.is_file() || metadata.len() == 0 {
        return Ok("");
    }
    let mut beginning = vec![0; metadata.len().min(1 << 12) as usize];
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(&mut beginning)?;
    if !is_pgn(&beginning) {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "it is not a PGN file"));
    }
    let mut end = vec![0; metadata.len().min(4) as usize];
    file.seek(SeekFrom::End(-(end.len() as i64)))?;
    file.read_exact(&mut end)?;
    end.retain(|byte| *byte != b'\r');
    Ok(match &end[..] {
        [.., b'\n', b'\n'] => "",
        [.., b'\n'] => "\n",
        _ => "\n\n",
    })
}

/// The bytes of a game in a PGN file, up to the next game.
struct Game(Vec<u8>);

impl Game {
    /// The number of its pair, from 0, if the game belongs to the contest with this key.
    fn pair_in(&self, key: &str) -> Option<u64> {
        let round = self.tag("Round").filter(|_| self.tag(CONTEST) == Some(key))?;
        round.split_once('.')?.0.parse::<u64>().ok()?.checked_sub(1)
    }

    /// Whether the game ends within its tags.
    fn is_cut_off(&self) -> bool {
        self.0.starts_with(b"[") && self.0.split(|byte| *byte == b'\n').all(|line| line.is_empty() || line[0] == b'[')
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let lines = self.0.split(|byte| *byte == b'\n').take_while(|line| line.starts_with(b"["));
        let mut values = lines.filter_map(|line| {
            let value = std::str::from_utf8(line).ok()?.trim_end().strip_prefix('[')?.strip_prefix(name)?;
            value.strip_prefix(" \"")?.strip_suffix("\"]")
        });
        values.next()
    }
}

/// Reads the games of a file one at a time. A game starts with a tag after an empty line, unless
/// the preceding part has only tags.
fn games(mut file: &File) -> io::Result<impl Iterator<Item = io::Result<Game>>> {
    file.seek(SeekFrom::Start(0))?;
    let mut input = BufReader::new(file);
    let mut next = Vec::new();
    Ok(std::iter::from_fn(move || {
        let (mut game, mut has_moves, mut after_empty) = (std::mem::take(&mut next), false, false);
        loop {
            let mut line = Vec::new();
            match input.read_until(b'\n', &mut line) {
                Ok(0) => return (!game.is_empty()).then_some(Ok(Game(game))),
                Ok(_) => {}
                Err(error) => return Some(Err(error)),
            }
            let is_tag = line.starts_with(b"[");
            if is_tag && after_empty && has_moves {
                next = line;
                return Some(Ok(Game(game)));
            }
            after_empty = line.trim_ascii().is_empty();
            has_moves |= !is_tag && !after_empty;
            game.append(&mut line);
        }
    }))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use fairground_rules::engine::Options;
    use fairground_rules::games;

    fn contest() -> Contest {
        let players = ["1", "2"].map(|level| level.parse().unwrap());
        Contest::new(games::info("chess").unwrap(), Options::default(), players, 2, 1)
    }

    fn game(contest: &Contest, round: &str) -> String {
        let key = key(contest);
        format!("[Event \"?\"]\n[Round \"{round}\"]\n[Contest \"{key}\"]\n\n1. e4 {{a comment\n[%clk 1] \n\n}} *\n\n")
    }

    #[test]
    fn a_file_of_another_kind_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        for text in ["{\"format\":\"fairground-match\"}\n", "Buy milk.\n"] {
            fs::write(&path, text).unwrap();
            let error = PgnFile::open(&path, &contest()).err().unwrap().to_string();
            assert!(error.ends_with("it is not a PGN file"), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn only_the_pairs_of_the_tournament_that_are_not_kept_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("all.pgn");
        let own = contest();
        let other = Contest { seed: 2, ..contest() };
        let foreign = "[Event \"Club\"]\n[Round \"1.1\"]\n\n*";
        for ending in ["\r\n\r\n", "\n", ""] {
            fs::write(&path, format!("{foreign}{ending}")).unwrap();
            PgnFile::open(&path, &own).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert_eq!(text.replace('\r', ""), format!("{foreign}\n\n"), "{ending:?}");
        }
        let mut file = PgnFile::open(&path, &own).unwrap();
        let pairs =
            |contest: &Contest, pair: u64| [1, 2].map(|number| game(contest, &format!("{pair}.{number}"))).concat();
        file.append(&pairs(&own, 3)).unwrap();
        file.append(&pairs(&other, 1)).unwrap();
        file.append(&pairs(&own, 1)).unwrap();
        // The last game is truncated, either within its tags or after them.
        let whole = fs::read_to_string(&path).unwrap();
        let kept = format!("{foreign}\n\n{}{}", pairs(&own, 3), pairs(&other, 1));
        for end in 1..pairs(&own, 1).len() {
            fs::write(&path, &whole[..kept.len() + end]).unwrap();
            file.retain(|pair| pair == 2).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), kept, "{end}");
        }
        assert!(matches!(PgnFile::open(&path, &own), Err(ArenaError::Locked { .. })), "two would lose matches");
        drop(file);
        let mut part = PgnFile::open(&path, &Contest { shard: Shard::new(1, 2).unwrap(), ..contest() }).unwrap();
        part.retain(|_| false).unwrap();
        assert_eq!(
            fs::read_to_string(&path).unwrap(),
            format!("{foreign}\n\n{}", pairs(&other, 1)),
            "pair 3 belongs to it"
        );
        part.append("more\n").unwrap();
        assert!(fs::read_to_string(&path).unwrap().ends_with("more\n"));
    }
}
