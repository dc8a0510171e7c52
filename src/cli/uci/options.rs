//! The options that another program sets: `setoption name NAME value VALUE`, in any case and with any blanks.

use std::io::{self, Write};

use crate::bots::{DEFAULT_HASH, Evaluation, MOST_HASH};
use crate::engine::{Info, Options};
use crate::games;

/// The most threads and lines that can be asked for.
const MOST_THREADS: u64 = 512;
const MOST_LINES: u64 = 500;

pub(super) struct UciOptions {
    /// The game that is played: `UCI_Variant`.
    pub info: &'static Info,
    /// The options of games, as they were set.
    set: Vec<(&'static str, &'static str)>,
    pub threads: u32,
    /// `MultiPV`: the number of best lines.
    pub lines: usize,
    /// The most megabytes of the transposition table.
    pub hash: u32,
    /// `Evaluation`: by the game's net, or by hand.
    pub evaluation: Evaluation,
}

/// The effect of an option.
pub(super) enum Changed {
    /// Nothing but how the next search goes.
    Search,
    /// What the searches of the match have learned is forgotten.
    Memory,
    /// The match begins anew.
    Game,
}

impl UciOptions {
    pub fn new(info: &'static Info) -> Self {
        let evaluation = Evaluation::default();
        UciOptions { info, set: Vec::new(), threads: 1, lines: 1, hash: DEFAULT_HASH, evaluation }
    }

    /// Lists the options, as the answer to `uci`.
    pub fn list(out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "option name Hash type spin default {DEFAULT_HASH} min 1 max {MOST_HASH}")?;
        writeln!(out, "option name Clear Hash type button")?;
        writeln!(out, "option name Threads type spin default 1 min 1 max {MOST_THREADS}")?;
        writeln!(out, "option name Ponder type check default false")?;
        writeln!(out, "option name MultiPV type spin default 1 min 1 max {MOST_LINES}")?;
        let evaluations: String = Evaluation::ALL.iter().map(|evaluation| format!(" var {evaluation}")).collect();
        writeln!(out, "option name Evaluation type combo default {}{evaluations}", Evaluation::default())?;
        let games: String = games::ALL.iter().map(|info| format!(" var {}", info.id)).collect();
        writeln!(out, "option name UCI_Variant type combo default chess{games}")?;
        for option in games::ALL.iter().flat_map(|info| info.options) {
            let values: String = option.values.iter().map(|value| format!(" var {value}")).collect();
            let default = option.values.first().copied().unwrap_or_default();
            writeln!(out, "option name {} type combo default {default}{values}", option.key)?;
        }
        Ok(())
    }

    /// Sets an option from the words behind `setoption`.
    pub fn set(&mut self, words: &[&str]) -> Result<Changed, String> {
        let words = match words {
            [first, rest @ ..] if first.eq_ignore_ascii_case("name") => rest,
            _ => return Err(format!("expected setoption name NAME value VALUE, found '{}'", words.join(" "))),
        };
        let end = words.iter().position(|word| word.eq_ignore_ascii_case("value")).unwrap_or(words.len());
        let name = words[..end].join(" ");
        let value = words.get(end + 1..).unwrap_or_default().join(" ");
        let number = |most: u64| {
            let number = value.parse().ok().filter(|number| (1..=most).contains(number));
            number.ok_or_else(|| format!("{name}: expected 1 to {most}, found '{value}'"))
        };
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(MOST_THREADS)? as u32,
            "multipv" => self.lines = number(MOST_LINES)? as usize,
            "hash" => self.hash = number(MOST_HASH.into())? as u32,
            "evaluation" => {
                let evaluation = value.to_ascii_lowercase().parse();
                self.evaluation = evaluation.map_err(|error: String| format!("{name}: {error}"))?;
            }
            "clear hash" => return Ok(Changed::Memory),
            // The other program says with `go ponder` when to ponder.
            "ponder" => match value.to_ascii_lowercase().as_str() {
                "true" | "false" => {}
                _ => return Err(format!("{name}: expected true or false, found '{value}'")),
            },
            "uci_variant" => {
                self.info = games::info(&value.to_ascii_lowercase()).map_err(|error| error.to_string())?;
                self.set.clear();
                return Ok(Changed::Game);
            }
            _ => return self.set_of_game(&name, &value),
        }
        Ok(Changed::Search)
    }

    fn set_of_game(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let mut options = games::ALL.iter().flat_map(|info| info.options);
        let option = options.find(|option| option.key.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| format!("there is no option '{name}'"))?;
        let known = option.values.iter().find(|known| known.eq_ignore_ascii_case(value));
        let known = known.ok_or_else(|| format!("{name}: expected {}, found '{value}'", option.values.join(" or ")))?;
        self.set.retain(|(key, _)| *key != option.key);
        self.set.push((option.key, known));
        Ok(Changed::Game)
    }

    /// The options of the game that is played.
    pub fn of_game(&self) -> Result<Options, String> {
        let own = self.set.iter().filter(|(key, _)| self.info.options.iter().any(|option| option.key == *key));
        Options::new(self.info.options, own.copied()).map_err(|error| error.to_string())
    }
}
