//! The options set by the GUI: `setoption name NAME value VALUE`, in any case and with any white
//! space.

use std::io::{self, Write};

use crate::bots::{DEFAULT_HASH, Evaluation, MAX_HASH, UnknownEvaluation, levels_for_elo};
use crate::engine::{GameInfo, LEVELS, Options, split_mix_64};
use crate::games;

/// The maximum numbers of threads and lines.
const MAX_THREADS: u64 = 512;
const MAX_LINES: u64 = 500;

pub(super) struct UciOptions {
    /// `UCI_Variant`: the game.
    pub info: &'static GameInfo,
    /// The options of games that have been set.
    set: Vec<(&'static str, &'static str)>,
    pub threads: u32,
    /// `MultiPV`: the number of best lines.
    pub lines: usize,
    /// `Hash`: the maximum size of the transposition table, megabytes.
    pub hash: u32,
    /// `Evaluation`: the game's net or the hand-written evaluation.
    pub evaluation: Evaluation,
    /// `UCI_ShowWDL`: whether lines include the win, draw and loss rates of their score.
    pub shows_wdl: bool,
    /// `Level`, 1 to 8; 0 for full strength.
    level: u8,
    /// `UCI_LimitStrength`: whether [`Self::elo`] applies, unless a level is set.
    limits_strength: bool,
    /// `UCI_Elo`.
    elo: u16,
}

/// A limited strength: two levels, 1 to 8, and the share of decisions made by the upper one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength([u8; 2], f64);

impl Strength {
    /// Chooses the level that makes this decision.
    pub fn level(self, decision_seed: u64) -> u8 {
        let Strength([lower, upper], share) = self;
        // 53 bits make a fraction from 0 to 1.
        let drawn = (split_mix_64(decision_seed) >> 11) as f64 / (1_u64 << 53) as f64;
        if drawn < share { upper } else { lower }
    }
}

/// The range of `UCI_Elo`, defined by the levels of orthodox chess.
fn elo_range() -> [u16; 2] {
    let scale = games::ALL.iter().find_map(|info| info.levels.stockfish);
    scale.map_or([0; 2], |scale| [scale[0], scale[LEVELS - 1]])
}

/// The effect of changing an option.
pub(super) enum Changed {
    /// Only the next search changes.
    Search,
    /// The memory of earlier searches is cleared.
    Memory,
    /// The match restarts.
    Game,
}

impl UciOptions {
    pub fn new(info: &'static GameInfo) -> Self {
        let evaluation = Evaluation::default();
        UciOptions {
            info,
            set: Vec::new(),
            threads: 1,
            lines: 1,
            hash: DEFAULT_HASH,
            evaluation,
            shows_wdl: false,
            level: 0,
            limits_strength: false,
            elo: elo_range()[1],
        }
    }

    /// The limited strength; `None` for full strength.
    ///
    /// # Errors
    /// If the levels of the game have no Elo scale.
    pub fn strength(&self) -> Result<Option<Strength>, String> {
        match (self.level, self.limits_strength) {
            (0, false) => Ok(None),
            (0, true) => match levels_for_elo(self.info, self.elo) {
                Some((levels, share)) => Ok(Some(Strength(levels, share))),
                None => Err(format!("UCI_Elo: {} has no Elo scale; Level limits the strength", self.info.name)),
            },
            (level, _) => Ok(Some(Strength([level; 2], 0.0))),
        }
    }

    /// Lists the options, in answer to `uci`.
    pub fn list(out: &mut impl Write) -> io::Result<()> {
        writeln!(out, "option name Hash type spin default {DEFAULT_HASH} min 1 max {MAX_HASH}")?;
        writeln!(out, "option name Clear Hash type button")?;
        writeln!(out, "option name Threads type spin default 1 min 1 max {MAX_THREADS}")?;
        writeln!(out, "option name Ponder type check default false")?;
        writeln!(out, "option name MultiPV type spin default 1 min 1 max {MAX_LINES}")?;
        writeln!(out, "option name Level type spin default 0 min 0 max {LEVELS}")?;
        let [min, max] = elo_range();
        writeln!(out, "option name UCI_LimitStrength type check default false")?;
        writeln!(out, "option name UCI_Elo type spin default {max} min {min} max {max}")?;
        writeln!(out, "option name UCI_ShowWDL type check default false")?;
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

    /// Sets an option from the words after `setoption`.
    pub fn set(&mut self, words: &[&str]) -> Result<Changed, String> {
        let words = match words {
            [first, rest @ ..] if first.eq_ignore_ascii_case("name") => rest,
            _ => return Err(format!("expected setoption name NAME value VALUE, found '{}'", words.join(" "))),
        };
        let end = words.iter().position(|word| word.eq_ignore_ascii_case("value")).unwrap_or(words.len());
        let name = words[..end].join(" ");
        let value = words.get(end + 1..).unwrap_or_default().join(" ");
        let from = |min: u64, max: u64| {
            let number = value.parse().ok().filter(|number| (min..=max).contains(number));
            number.ok_or_else(|| format!("{name}: expected {min} to {max}, found '{value}'"))
        };
        let number = |max: u64| from(1, max);
        let check = || match value.to_ascii_lowercase().as_str() {
            "true" => Ok(true),
            "false" => Ok(false),
            _ => Err(format!("{name}: expected true or false, found '{value}'")),
        };
        match name.to_ascii_lowercase().as_str() {
            "threads" => self.threads = number(MAX_THREADS)? as u32,
            "multipv" => self.lines = number(MAX_LINES)? as usize,
            "hash" => self.hash = number(MAX_HASH.into())? as u32,
            "evaluation" => {
                let evaluation = value.to_ascii_lowercase().parse();
                self.evaluation = evaluation.map_err(|error: UnknownEvaluation| format!("{name}: {error}"))?;
            }
            "clear hash" => return Ok(Changed::Memory),
            // Ignored, because the GUI requests pondering with `go ponder`.
            "ponder" => {
                check()?;
            }
            "level" => self.level = from(0, LEVELS as u64)? as u8,
            "uci_limitstrength" => self.limits_strength = check()?,
            "uci_elo" => {
                let [min, max] = elo_range();
                self.elo = from(min.into(), max.into())? as u16;
            }
            "uci_showwdl" => self.shows_wdl = check()?,
            "uci_variant" => {
                self.info = games::info(&value.to_ascii_lowercase()).map_err(|error| error.to_string())?;
                return Ok(Changed::Game);
            }
            _ => return self.set_of_game(&name, &value),
        }
        Ok(Changed::Search)
    }

    fn set_of_game(&mut self, name: &str, value: &str) -> Result<Changed, String> {
        let mut options = games::ALL.iter().flat_map(|info| info.options);
        let option = options.find(|option| option.key.eq_ignore_ascii_case(name));
        let option = option.ok_or_else(|| format!("unknown option '{name}'"))?;
        let known = option.values.iter().find(|known| known.eq_ignore_ascii_case(value));
        let known = known.ok_or_else(|| format!("{name}: expected {}, found '{value}'", option.values.join(" or ")))?;
        self.set.retain(|(key, _)| *key != option.key);
        self.set.push((option.key, known));
        let is_own = self.info.options.iter().any(|own| own.key == option.key);
        Ok(if is_own { Changed::Game } else { Changed::Search })
    }

    /// The options of the current game.
    pub fn of_game(&self) -> Result<Options, String> {
        let own = self.set.iter().filter(|(key, _)| self.info.options.iter().any(|option| option.key == *key));
        Options::new(self.info.options, own.copied()).map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Options of a game may be set before the game, and do not end a match of another one.
    #[test]
    fn the_order_of_options_does_not_matter() {
        let mut options = UciOptions::new(games::info("chess").unwrap());
        let mut set = |text: &str| options.set(&text.split(' ').collect::<Vec<_>>()).unwrap();
        assert!(matches!(set("name values value kostyor"), Changed::Search));
        assert!(matches!(set("name UCI_Variant value makarenko"), Changed::Game));
        assert!(matches!(set("name values value nowak"), Changed::Game));
        assert!(matches!(set("name values value kostyor"), Changed::Game));
        assert_eq!(options.of_game().unwrap().get("values"), Some("kostyor"));
    }
}
