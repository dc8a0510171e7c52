use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A rule that adjudicates a draw once the scores of both players have been close to zero for some
/// moves. Named as in cutechess-cli and fastchess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// The minimum number of moves of each side, including the opening.
    pub movenumber: u32,
    /// The number of consecutive moves of each side; at least 1.
    pub movecount: u32,
    /// The maximum score for either side, centipawns.
    pub score: u32,
}

/// A rule that adjudicates a loss once the player's own scores have been bad for some moves. Named
/// as in cutechess-cli and fastchess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// The number of the player's consecutive moves; at least 1.
    pub movecount: u32,
    /// The minimum disadvantage that counts as bad, centipawns.
    pub score: u32,
    /// Whether the opponent's scores must agree, for the same number of moves.
    pub twosided: bool,
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "movenumber={},movecount={},score={}", self.movenumber, self.movecount, self.score)
    }
}

/// The error in the text of an invalid [`DrawRule`] or [`ResignRule`], with a valid example.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{fault}, such as {example}")]
pub struct AdjudicationError {
    fault: String,
    example: &'static str,
}

impl FromStr for DrawRule {
    type Err = AdjudicationError;

    fn from_str(text: &str) -> Result<DrawRule, AdjudicationError> {
        let mut rule = DrawRule { movenumber: 0, movecount: 0, score: 0 };
        let read = read(text, |key, value| match key {
            "movenumber" => number(value, 0).map(|number| rule.movenumber = number),
            "movecount" => number(value, 1).map(|number| rule.movecount = number),
            "score" => number(value, 0).map(|number| rule.score = number),
            _ => Err("expected movenumber, movecount or score".to_string()),
        });
        let complete = read.and_then(|keys| needs(&keys, &["movecount", "score"]));
        let example = "movenumber=40,movecount=8,score=10";
        complete.map(|()| rule).map_err(|fault| AdjudicationError { fault, example })
    }
}

impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "movecount={},score={}", self.movecount, self.score)?;
        if self.twosided { f.write_str(",twosided=true") } else { Ok(()) }
    }
}

impl FromStr for ResignRule {
    type Err = AdjudicationError;

    fn from_str(text: &str) -> Result<ResignRule, AdjudicationError> {
        let mut rule = ResignRule { movecount: 0, score: 0, twosided: false };
        let read = read(text, |key, value| match key {
            "movecount" => number(value, 1).map(|number| rule.movecount = number),
            "score" => number(value, 1).map(|number| rule.score = number),
            "twosided" => {
                let value = value.parse().map_err(|_| "expected true or false".to_string());
                value.map(|value| rule.twosided = value)
            }
            _ => Err("expected movecount, score or twosided".to_string()),
        });
        let complete = read.and_then(|keys| needs(&keys, &["movecount", "score"]));
        complete.map(|()| rule).map_err(|fault| AdjudicationError { fault, example: "movecount=3,score=600" })
    }
}

/// Parses `KEY=VALUE,KEY=VALUE` with distinct keys. Returns the keys.
fn read(text: &str, mut set: impl FnMut(&str, &str) -> Result<(), String>) -> Result<Vec<&str>, String> {
    let mut keys = Vec::new();
    for pair in text.split(',') {
        let (key, value) = pair.split_once('=').ok_or_else(|| format!("expected KEY=VALUE, found '{pair}'"))?;
        if keys.contains(&key) {
            return Err(format!("{key}: given twice"));
        }
        set(key, value).map_err(|error| format!("{key}: {error}, found '{pair}'"))?;
        keys.push(key);
    }
    Ok(keys)
}

fn number(text: &str, min: u32) -> Result<u32, String> {
    const MAX_NUMBER: u32 = 100_000;
    let number = text.parse().ok().filter(|number| (min..=MAX_NUMBER).contains(number));
    number.ok_or_else(|| format!("expected a whole number from {min} to {MAX_NUMBER}"))
}

fn needs(keys: &[&str], needed: &[&str]) -> Result<(), String> {
    let missing = needed.iter().find(|key| !keys.contains(key));
    missing.map_or(Ok(()), |key| Err(format!("expected {key}, too")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_survive_a_round_trip() {
        for text in ["movenumber=40,movecount=8,score=10", "movenumber=0,movecount=1,score=0"] {
            assert_eq!(text.parse::<DrawRule>().unwrap().to_string(), text);
        }
        assert_eq!("score=10,movecount=8".parse(), Ok(DrawRule { movenumber: 0, movecount: 8, score: 10 }));
        for text in ["movecount=3,score=600", "movecount=3,score=600,twosided=true"] {
            assert_eq!(text.parse::<ResignRule>().unwrap().to_string(), text);
        }
        for (text, says) in [
            ("", "found ''"),
            ("movecount", "found 'movecount'"),
            ("movecount=0,score=600", "movecount: expected a whole number from 1 to 100000"),
            ("movecount=3", "expected score, too"),
            ("movecount=3,movecount=3,score=1", "twice"),
            ("movecount=3,score=600,twosided=1", "true or false"),
            ("moves=3", "expected movecount, score or twosided, found 'moves=3'"),
        ] {
            let error = text.parse::<ResignRule>().unwrap_err().to_string();
            assert!(error.contains(says) && error.ends_with("as movecount=3,score=600"), "{error}");
        }
        assert!("movenumber=40".parse::<DrawRule>().unwrap_err().to_string().contains("expected movecount, too"));
    }
}
