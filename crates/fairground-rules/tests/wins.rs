//! Forced wins, computed by an independent program: positions in which the side to act wins within
//! 1, 2 or 3 of its own actions against all replies and rolls, with all winning actions.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use fairground_rules::bots::{Bot, Limits, SearchControl, WIN_BOUND, analyse, choose};
use fairground_rules::engine::{Game, Options, TypedGame};
use fairground_rules::games::{self, Visitor};
use serde::Deserialize;

#[derive(Deserialize)]
struct Win {
    game: String,
    set: BTreeMap<String, String>,
    position: String,
    winning: Vec<String>,
    wins_in: u32,
}

fn wins() -> Vec<Win> {
    include_str!("vectors/wins.jsonl").lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

impl Win {
    fn ask<V: Visitor>(&self, visitor: V) -> V::Output {
        games::visit(&self.game, visitor).unwrap()
    }

    fn typed<P: Game>(&self) -> TypedGame<P> {
        let options = Options::new(games::info(&self.game).unwrap().options, &self.set).unwrap();
        TypedGame::from_text(options, &self.position).unwrap()
    }
}

/// The best action of an analysis, and whether its value is a win.
struct Analyse<'a>(&'a Win, u64);

impl Visitor for Analyse<'_> {
    type Output = (String, bool);
    fn visit<P: Game>(self) -> Self::Output {
        let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
        let found = analyse(&self.0.typed::<P>(), Limits::nodes(self.1), 1, &mut control);
        (found.report.lines[0].actions[0].to_string(), found.value >= WIN_BOUND)
    }
}

struct Play<'a>(&'a Win, Bot);

impl Visitor for Play<'_> {
    type Output = String;
    fn visit<P: Game>(self) -> String {
        choose(self.1, &self.0.typed::<P>(), 1, &|| false).unwrap().to_string()
    }
}

/// The share of the wins that an analysis with `nodes` nodes finds and reports as won. Prints the
/// others.
fn found(nodes: u64) -> f64 {
    let wins = wins();
    let missed: Vec<_> = wins
        .iter()
        .filter(|win| {
            let (action, known) = win.ask(Analyse(win, nodes));
            let hit = known && win.winning.contains(&action);
            if !hit {
                println!("missed in {}: {} {}: {action}, known to win: {known}", win.wins_in, win.game, win.position);
            }
            !hit
        })
        .collect();
    1.0 - missed.len() as f64 / wins.len() as f64
}

#[test]
fn wins_in_one_are_found_by_every_level() {
    for win in wins().iter().filter(|win| win.wins_in == 1) {
        for bot in Bot::ALL.into_iter().filter(|&bot| bot != Bot::Random && bot != Bot::Max) {
            let action = win.ask(Play(win, bot));
            assert!(win.winning.contains(&action), "{bot} plays {action}: {} {}", win.game, win.position);
        }
    }
}

#[test]
fn most_wins_are_found_with_few_nodes() {
    let share = found(10_000);
    assert!(share >= 0.9, "{share}");
}

#[test]
fn wins_are_found_with_100_000_nodes() {
    let share = found(100_000);
    assert!(share >= 0.99, "{share}");
}
