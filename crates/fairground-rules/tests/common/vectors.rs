//! Checks the rules of a game against golden data: positions and playouts computed by independent
//! programs.
//!
//! A test includes this with `#[path = "common/vectors.rs"] mod vectors;`.

use std::collections::BTreeMap;

use fairground_rules::engine::{Game, Options, perft};
use serde::Deserialize;

/// A line of the file.
#[derive(Deserialize)]
struct VectorLine {
    game: String,
    set: BTreeMap<String, String>,
    /// `ongoing`, `white`, `black` or `draw`, according to the last text alone.
    outcome: String,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Kind {
    Position {
        position: String,
        /// Every legal action, sorted in ASCII order.
        actions: Vec<String>,
        /// Position texts after some of the actions.
        after: BTreeMap<String, String>,
        /// Perft at depth 1, 2, ...
        perft: Vec<u64>,
    },
    Playout {
        /// From the start: each action and the position after it.
        playout: Vec<(String, String)>,
    },
}

/// Prints the line if a check, or the code under test, panics.
struct Named<'a>(usize, &'a str);

impl Drop for Named<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("in line {}: {}", self.0, self.1);
        }
    }
}

/// Checks every line: outcomes, action lists, positions after actions, perft, and that texts are
/// written as they were read.
///
/// # Panics
/// At the first line that contradicts the rules.
pub fn check<P: Game>(jsonl: &str) {
    let mut lines = 0;
    for (index, text) in jsonl.lines().enumerate() {
        let _named = Named(index + 1, text);
        let line: VectorLine = serde_json::from_str(text).unwrap_or_else(|error| panic!("not a vector: {error}"));
        assert_eq!(line.game, P::INFO.id, "the game");
        let options = Options::new(P::INFO.options, &line.set).unwrap_or_else(|error| panic!("{error}"));
        match &line.kind {
            Kind::Position { position, actions, after, perft } => {
                check_position(&read::<P>(position, &options), &line.outcome, actions, after, perft, &options);
            }
            Kind::Playout { playout } => check_playout::<P>(playout, &line.outcome, &options),
        }
        lines += 1;
    }
    assert!(lines > 0, "the file is empty");
}

fn check_position<P: Game>(
    position: &P,
    outcome: &str,
    actions: &[String],
    after: &BTreeMap<String, String>,
    counts: &[u64],
    options: &Options,
) {
    assert_eq!(outcome_of(position), outcome, "the outcome");
    let mut listed = Vec::new();
    position.generate(&mut listed);
    let mut texts: Vec<_> = listed.iter().map(ToString::to_string).collect();
    texts.sort_unstable();
    assert_eq!(texts, actions, "the legal actions");
    assert_eq!(position.count(), actions.len() as u64, "the count of legal actions");
    for action in listed {
        assert_eq!(position.parse_action(&action.to_string()), Ok(action), "the text of an action");
        assert_eq!(position.check(action), Ok(()), "{action} is legal");
    }
    for (action, text) in after {
        let mut next = position.clone();
        play(&mut next, action);
        assert_eq!(next.to_string(), *text, "the position after {action}");
        assert_eq!(next, read(text, options), "the position after {action}, read from its text");
    }
    for (depth, expected) in (1..).zip(counts) {
        assert_eq!(perft(position, depth), *expected, "perft at depth {depth}");
    }
}

fn check_playout<P: Game>(playout: &[(String, String)], outcome: &str, options: &Options) {
    let mut position = P::start(options);
    for (ply, (action, text)) in playout.iter().enumerate() {
        play(&mut position, action);
        assert_eq!(position.to_string(), *text, "the position after action {ply}, {action}");
        assert_eq!(position, read(text, options), "the position after action {ply}, {action}, read from its text");
    }
    assert_eq!(outcome_of(&position), outcome, "the outcome");
}

/// Reads a position, and asserts that it is written as the same text.
fn read<P: Game>(text: &str, options: &Options) -> P {
    let position = P::parse(text, options).unwrap_or_else(|error| panic!("'{text}' cannot be read: {error}"));
    assert_eq!(position.to_string(), text, "a position printed");
    position
}

fn play<P: Game>(position: &mut P, text: &str) {
    let action = position.parse_action(text).unwrap_or_else(|error| panic!("'{text}' cannot be read: {error}"));
    if let Err(refusal) = position.apply(action, &mut |_| ()) {
        panic!("{text} is refused: {refusal}");
    }
}

fn outcome_of<P: Game>(position: &P) -> String {
    position.turn().outcome().map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string())
}
