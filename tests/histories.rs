//! Whole matches: what ends them is what golden data says, draws by repetition and by the halfmove clock and claims included.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use fairground::engine::{Options, Outcome, Reason};
use fairground::games;
use serde::Deserialize;

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    game: String,
    set: BTreeMap<String, String>,
    /// Where the match begins.
    position: String,
    actions: Vec<String>,
    /// `ongoing`, `white`, `black` or `draw`, after the last action; before it the match goes on.
    outcome: String,
    /// Why, or why a draw can be claimed; `rules` stands for every reason that the last position shows by itself.
    reason: String,
    /// The claim that the last action opens.
    claim: Option<String>,
}

impl Line {
    fn ends_with(&self, outcome: Option<Outcome>) -> bool {
        let text = outcome.map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string());
        let by_history = matches!(outcome, Some(Outcome { reason: Reason::Repetition | Reason::HalfmoveClock, .. }));
        let reason = match self.reason.as_str() {
            "ongoing" => outcome.is_none(),
            "repetition" | "repetition over a reset" | "quiet" if self.claim.is_some() => outcome.is_none(),
            // Over a reset: the halfmove clock fell back to 0 between two of the occurrences.
            "repetition" | "repetition over a reset" => {
                outcome.is_some_and(|outcome| outcome.reason == Reason::Repetition)
            }
            "quiet" => outcome.is_some_and(|outcome| outcome.reason == Reason::HalfmoveClock),
            "bare kings" => outcome.is_some_and(|outcome| outcome.reason == Reason::BareKings),
            "rules" => outcome.is_some() && !by_history,
            other => panic!("no such reason: {other}"),
        };
        text == self.outcome && reason
    }
}

#[test]
fn every_match_ends_as_it_should() {
    let mut lines = 0;
    for (index, text) in include_str!("vectors/histories.jsonl").lines().enumerate() {
        let line: Line = serde_json::from_str(text).unwrap();
        let info = games::info(&line.game).unwrap();
        let set = line.set.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let options = Options::new(info.options, set).unwrap();
        let mut game = games::begin(info, options, Some(&line.position)).unwrap();
        for (number, action) in (1..).zip(&line.actions) {
            let at = format!("line {}, action {number}, {action}", index + 1);
            assert_eq!(game.turn().outcome(), None, "{at}: the match goes on before it");
            // Not before the last action, unless the match goes on without a claim.
            assert!(line.claim.is_none() || game.claim_open().is_none(), "{at}: no claim is open before it");
            game.apply(action).unwrap_or_else(|refusal| panic!("{at}: {refusal}"));
        }
        let outcome = game.turn().outcome();
        let what = format!("{} ({})", line.outcome, line.reason);
        assert!(line.ends_with(outcome), "line {}: {outcome:?} instead of {what}", index + 1);
        assert_eq!(game.claim_open().map(|claim| claim.to_string()), line.claim, "line {}, claim", index + 1);
        lines += 1;
    }
    assert!(lines > 100, "{lines} lines");
}
