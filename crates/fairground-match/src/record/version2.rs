//! The header and lines of version 2 of the match file.

use std::path::Path;

use serde::Serialize;
use serde::ser::Error;

use super::VERSION;
use super::error::RecordError;
use super::model::{Header, MatchEvent, Record};
use super::version1::MAX_VERSION_1;

/// The maximum length of a line after the header, bytes. It fits two hundred attempts at a throw,
/// or the actions before a kept roll in a very long match.
pub(super) const MAX_LINE: usize = 1 << 20;

impl Record {
    /// The file's text in version 2.
    ///
    /// # Errors
    /// Those of [`MatchEvent::to_line`].
    pub fn to_text(&self) -> Result<String, serde_json::Error> {
        // The version is known only after the header is read.
        let mut text = line_of(&Header { version: VERSION, ..self.header.clone() }, MAX_VERSION_1)?;
        for event in self.events() {
            text.push_str(&event.to_line()?);
        }
        Ok(text)
    }
}

impl MatchEvent {
    /// The event as a line of the file, with its line end.
    ///
    /// # Errors
    /// If a number of a throw is not finite, since JSON cannot express it, or if the line is longer
    /// than [`Reader`](super::Reader) accepts.
    pub fn to_line(&self) -> Result<String, serde_json::Error> {
        line_of(self, MAX_LINE)
    }
}

fn line_of(value: &impl Serialize, limit: usize) -> Result<String, serde_json::Error> {
    let line = serde_json::to_string(value)? + "\n";
    if line.len() > limit {
        return Err(Error::custom(format!("a line has at most {limit} bytes; this one has {}", line.len())));
    }
    Ok(line)
}

impl Header {
    /// Checks that the match has either a seed or a commitment to one.
    pub(super) fn check_seed(&self, file: &Path) -> Result<(), RecordError> {
        let wrong = |field: &str, expected: &str, found: &str| Err(RecordError::field(file, field, expected, found));
        match (self.seed, &self.commitment) {
            (None, None) => wrong("seed", "a seed, or a commitment to one", "none"),
            (Some(seed), Some(_)) => {
                wrong("seed", "none, since the match is committed to a secret seed", &seed.to_string())
            }
            (None, Some(commitment)) if !is_hex(&commitment.hash) => {
                wrong("commitment, hash", "64 hex digits, in lower case", &commitment.hash)
            }
            _ => Ok(()),
        }
    }
}

/// Whether a text is 256 bits in lower-case hex.
fn is_hex(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

#[cfg(test)]
mod tests {
    use crate::record::{
        Branch, MatchEvent, MatchResult, Note, RecordedAction, Reveal, TakenBackRoll, Thinking, Throw, Variation,
    };

    /// The exact text, a format that other programs may read and write.
    #[test]
    fn lines_match_the_documented_format() {
        let throw = Throw { attempts: Vec::new(), symbol: "N".into(), seconds: 0.0, physics: None };
        let entry = RecordedAction::new("~N".into(), 0xab, Some(throw.clone()), Some(0));
        let kept = TakenBackRoll { after: "c1c2".into(), throw };
        let instead = vec![vec![Branch::new("e7e6".into())]];
        let sicilian = Branch { comment: "Sicilian".into(), instead, ..Branch::new("c7c5".into()) };
        let ended = MatchResult { outcome: "draw".into(), reason: "agreement".into() };
        let reveal = Reveal { secret: "00ff".into(), seed: 7 };
        let lines = [
            (
                MatchEvent::Action(RecordedAction::new("a1a2".into(), 1, None, None)),
                r#"{"action":{"text":"a1a2","hash":"0000000000000001"}}"#,
            ),
            (
                MatchEvent::Action(entry),
                r#"{"action":{"text":"~N","hash":"00000000000000ab","throw":{"attempts":[],"symbol":"N","seconds":0.0},"used_ms":0}}"#,
            ),
            (MatchEvent::Takeback(2), r#"{"takeback":2}"#),
            (
                MatchEvent::Kept(Box::new(kept)),
                r#"{"kept":{"after":"c1c2","throw":{"attempts":[],"symbol":"N","seconds":0.0}}}"#,
            ),
            (
                MatchEvent::Note(Box::new(Note::new(3, true, "Why?"))),
                r#"{"note":{"after":3,"bookmark":true,"comment":"Why?"}}"#,
            ),
            (MatchEvent::Note(Box::new(Note::new(0, false, ""))), r#"{"note":{"after":0}}"#),
            (
                MatchEvent::Note(Box::new(Note {
                    marks: vec!["green e2 e4".parse().unwrap()],
                    ..Note::new(1, false, "")
                })),
                r#"{"note":{"after":1,"marks":["green e2 e4"]}}"#,
            ),
            (
                MatchEvent::Variation(Variation { after: 1, line: vec![sicilian, Branch::new("g1f3".into())] }),
                r#"{"variation":{"after":1,"line":[{"text":"c7c5","comment":"Sicilian","instead":[[{"text":"e7e6"}]]},{"text":"g1f3"}]}}"#,
            ),
            (MatchEvent::Thinking(Thinking { used_ms: 1500 }), r#"{"thinking":{"used_ms":1500}}"#),
            (MatchEvent::Result(ended), r#"{"result":{"outcome":"draw","reason":"agreement"}}"#),
            (MatchEvent::Reveal(reveal), r#"{"reveal":{"secret":"00ff","seed":7}}"#),
        ];
        for (event, line) in lines {
            assert_eq!(event.to_line().unwrap(), format!("{line}\n"));
            assert_eq!(serde_json::from_str::<MatchEvent>(line).unwrap(), event);
        }
    }
}
