use std::fmt;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// The command of a UCI engine with its limits, as a seat spells it: `uci:stockfish`, or
/// `uci:nodes=10000 option.Hash=64 "/opt/my engine" --quiet`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UciCommand {
    /// The original text, without the prefix.
    text: String,
    pub(super) program: String,
    pub(super) arguments: Vec<String>,
    /// Names and values of the engine's options to set.
    pub(super) options: Vec<(String, String)>,
    pub(super) nodes: Option<u64>,
    pub(super) depth: Option<u32>,
    /// The time per move; with clocks, only if given explicitly.
    pub(super) time: Option<Duration>,
    /// The maximum time to start and to get ready, and the maximum by which a move may exceed its
    /// time.
    pub(super) patience: Duration,
}

impl UciCommand {
    /// The prefix of the name of such a seat.
    pub const PREFIX: &str = "uci:";

    /// The default patience: enough to load tables, or to search a number of nodes.
    const PATIENCE: Duration = Duration::from_secs(60);
}

impl fmt::Display for UciCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", UciCommand::PREFIX, self.text)
    }
}

/// The error in an invalid command of a UCI engine, with a valid example.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}; an engine is given as uci:stockfish or uci:nodes=10000 option.Hash=64 '/my engines/one' --flag")]
pub struct UciCommandError(String);

impl FromStr for UciCommand {
    type Err = UciCommandError;

    fn from_str(name: &str) -> Result<UciCommand, UciCommandError> {
        let text = name.strip_prefix(UciCommand::PREFIX).unwrap_or(name);
        let mut command = UciCommand {
            text: text.to_string(),
            program: String::new(),
            arguments: Vec::new(),
            options: Vec::new(),
            nodes: None,
            depth: None,
            time: None,
            patience: UciCommand::PATIENCE,
        };
        let mut words = words(text).map_err(UciCommandError)?.into_iter();
        let mut keys = Vec::new();
        for word in words.by_ref() {
            match word.split_once('=') {
                Some((key, _)) if keys.iter().any(|other| other == key) => {
                    return Err(UciCommandError(format!("{key}: given twice")));
                }
                Some((key, value)) => {
                    command.set(key, value).map_err(UciCommandError)?;
                    keys.push(key.to_string());
                }
                None => {
                    command.program = word;
                    break;
                }
            }
        }
        if command.program.is_empty() {
            return Err(UciCommandError("expected a program".to_string()));
        }
        command.arguments = words.collect();
        Ok(command)
    }
}

impl UciCommand {
    /// A name for the engine until it sends its own: the stem of its file name.
    #[must_use]
    pub fn file_name(&self) -> String {
        let stem = Path::new(&self.program).file_stem();
        stem.map_or_else(|| self.program.clone(), |stem| stem.to_string_lossy().into_owned())
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), String> {
        let number = |max: u64| {
            let number = value.parse().ok().filter(|number| (1..=max).contains(number));
            number.ok_or_else(|| format!("{key}: expected a whole number from 1 to {max}, found '{value}'"))
        };
        let seconds = || {
            let seconds = value.parse().ok().filter(|seconds: &f64| (0.001..=1e6).contains(seconds));
            let seconds = seconds.ok_or_else(|| format!("{key}: expected seconds, found '{value}'"))?;
            Ok::<_, String>(Duration::from_secs_f64(seconds))
        };
        match key {
            "nodes" => self.nodes = Some(number(u64::MAX)?),
            "depth" => self.depth = Some(number(1_000)? as u32),
            "time" => self.time = Some(seconds()?),
            "patience" => self.patience = seconds()?,
            _ => match key.strip_prefix("option.").map(str::trim).filter(|name| !name.is_empty()) {
                Some(name) => self.options.push((name.to_string(), value.to_string())),
                None => {
                    let expected = "expected nodes=N, depth=N, time=SECONDS, patience=SECONDS or option.NAME=VALUE";
                    return Err(format!("{expected} before the program, found '{key}={value}'"));
                }
            },
        }
        Ok(())
    }
}

/// Splits a text into words; single or double quotes enclose spaces and the other quote.
fn words(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in text.chars() {
        match (letter, quote) {
            (_, None) if letter.is_control() && letter != '\t' => return Err("expected one line".to_string()),
            (_, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (_, None) if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(open) => Err(format!("expected a closing {open}")),
        None => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_parsed_with_their_limits() {
        let command: UciCommand =
            "uci:nodes=10000 time=0.5 'option.Skill Level=3' option.EvalFile= \"/my engines/it's one\" --a=b 'c d'"
                .parse()
                .unwrap();
        assert_eq!(command.program, "/my engines/it's one");
        assert_eq!(command.arguments, ["--a=b", "c d"]);
        assert_eq!(
            command.options,
            [("Skill Level", "3"), ("EvalFile", "")].map(|(a, b)| (a.to_string(), b.to_string()))
        );
        assert_eq!(
            (command.nodes, command.depth, command.time),
            (Some(10_000), None, Some(Duration::from_millis(500)))
        );
        assert_eq!(command.file_name(), "it's one");
        assert_eq!(command.to_string().parse(), Ok(command));
        assert_eq!("uci:  stockfish ".parse::<UciCommand>().unwrap().program, "stockfish");
    }

    #[test]
    fn a_wrong_name_is_explained() {
        for (name, says) in [
            ("uci:", "expected a program"),
            ("uci:''", "expected a program"),
            ("uci:nodes=5", "expected a program"),
            ("uci:nodes=0 x", "nodes: expected a whole number from 1"),
            ("uci:time=soon x", "time: expected seconds, found 'soon'"),
            ("uci:speed=3 x", "found 'speed=3'"),
            ("uci:option.=3 x", "found 'option.=3'"),
            ("uci:nodes=5 nodes=6 x", "nodes: given twice"),
            ("uci:option.Hash=1 option.Hash=2 x", "option.Hash: given twice"),
            ("uci:'x", "expected a closing '"),
            ("uci:a\nquit", "one line"),
        ] {
            let error = name.parse::<UciCommand>().unwrap_err().to_string();
            assert!(error.contains(says) && error.contains("uci:stockfish"), "{name}: {error}");
        }
    }
}
