//! Whole matches end as in the golden data, with draws by repetition and the halfmove clock, and
//! claims.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use fairground_rules::engine::{Options, Outcome, Reason};
use fairground_rules::games;
use serde::Deserialize;

/// A line of the file.
#[derive(Deserialize)]
struct HistoryLine {
    game: String,
    set: BTreeMap<String, String>,
    /// The starting position of the match.
    position: String,
    actions: Vec<String>,
    /// `ongoing`, `white`, `black` or `draw` after the last action; always ongoing before it.
    outcome: String,
    /// The reason, or the reason for a claim. `rules` means any reason visible in the last
    /// position.
    reason: String,
    /// The claim that the last action opens.
    claim: Option<String>,
}

impl HistoryLine {
    fn ends_with(&self, outcome: Option<Outcome>) -> bool {
        let text = outcome.map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string());
        let by_history = matches!(outcome, Some(Outcome { reason: Reason::Repetition | Reason::HalfmoveClock, .. }));
        let reason = match self.reason.as_str() {
            "ongoing" => outcome.is_none(),
            "repetition" | "repetition over a reset" | "quiet" if self.claim.is_some() => outcome.is_none(),
            // Across a reset: the halfmove clock returned to 0 between two of the occurrences.
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
        let line: HistoryLine = serde_json::from_str(text).unwrap();
        let info = games::info(&line.game).unwrap();
        let options = Options::new(info.options, &line.set).unwrap();
        let mut game = games::begin(info, options, Some(&line.position)).unwrap();
        for (number, action) in (1..).zip(&line.actions) {
            let at = format!("line {}, action {number}, {action}", index + 1);
            assert_eq!(game.turn().outcome(), None, "{at}: over before it");
            // Only the last action opens a claim, if any does.
            assert!(line.claim.is_none() || game.claim_open().is_none(), "{at}: a claim is open before it");
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
