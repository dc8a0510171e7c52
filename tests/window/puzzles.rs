//! A puzzle of each kind of each game, solved by hand.

use std::collections::BTreeMap;
use std::fs;
use std::time::Duration;

use fairground::games;
use fairground::puzzles::{self, Kind, Progress, Puzzle};
use fairground::session::{LearningProgress, View};
use jiff::civil::date;

use super::lessons::{CARD, follow, make};
use super::panels::Panels;
use super::player::{Player, wait};

/// Timeout for saving a puzzle as solved.
const SOLVED: Duration = Duration::from_secs(30);

#[test]
#[ignore = "a puzzle of each kind in the window, for ./check long"]
fn chess() {
    solve_each_kind("chess");
}

#[test]
#[ignore = "a puzzle of each kind in the window, for ./check long"]
fn fluky() {
    solve_each_kind("fluky");
}

#[test]
#[ignore = "a puzzle of each kind in the window, for ./check long"]
fn makarenko() {
    solve_each_kind("makarenko");
}

#[test]
#[ignore = "a puzzle of each kind in the window, for ./check long"]
fn abalonian() {
    solve_each_kind("abalonian");
}

#[test]
#[ignore = "a puzzle of each kind in the window, for ./check long"]
fn tactical() {
    solve_each_kind("tactical");
}

#[test]
#[ignore = "a puzzle of each kind in the window, for ./check long"]
fn whack() {
    solve_each_kind("whack");
}

/// Solves the first puzzle of each kind. All others are marked as solved, so that the window offers
/// these puzzles.
fn solve_each_kind(id: &str) {
    let list = puzzles::shipped(id).unwrap();
    let mut first: BTreeMap<Kind, &Puzzle> = BTreeMap::new();
    for puzzle in &list {
        first.entry(puzzle.kind).or_insert(puzzle);
    }
    let mut known = Progress::default();
    for puzzle in list.iter().filter(|puzzle| first[&puzzle.kind].id != puzzle.id) {
        known.tried(puzzle, true, date(2026, 1, 1));
        known.solved(puzzle);
    }
    let folder = tempfile::tempdir().unwrap();
    let kept = folder.path().join("puzzles.json");
    fs::write(&kept, serde_json::to_string(&known).unwrap()).unwrap();
    let Some(mut player) = Player::start(&["play"], &[("fairground/puzzles.json", &kept)]) else { return };
    // The first picture of the start screen takes longest.
    (0..3).for_each(|_| follow(&player));
    let mut panels = Panels::start_screen(player.size());
    panels.know(LearningProgress::open(&folder.path().join("lessons.json"), &kept).0);
    player.press(&mut panels, games::info(id).unwrap().name);
    follow(&player);
    player.press(&mut panels, "Puzzles");
    follow(&player);
    player.press(&mut panels, "Next puzzle (Enter)");
    follow(&player);
    player.bottom = CARD;
    player.keys(&["plus"; 6]);
    player.look(View::Top);
    for solved in 0..first.len() {
        if solved > 0 {
            player.key("Return");
            player.rest();
        }
        let puzzle = known.next(&list).expect("one is left").clone();
        player.seated(puzzle.side);
        solve(&player, &puzzle);
        let file = player.folder().join("fairground/puzzles.json");
        let read = || serde_json::from_str::<Progress>(&fs::read_to_string(&file).ok()?).ok();
        let what = format!("{} ({:?})", puzzle.id, puzzle.kind);
        known =
            wait(&what, SOLVED, || read().filter(|known| known.tried.get(&puzzle.id).is_some_and(|own| own.solved)));
        assert!(player.runs(), "{what}: {}", player.errors());
    }
    assert!(known.next(&list).is_none());
    let _ = player.close();
}

/// Plays every action of the solver; the answers are automatic.
fn solve(player: &Player, puzzle: &Puzzle) {
    let (mut game, mut left) = (puzzle.begin().unwrap(), puzzle.decisions());
    for action in &puzzle.line {
        if left == 0 {
            break;
        }
        if game.turn() == fairground::engine::Turn::Decide(puzzle.side) {
            make(player, &*game, &game.gestures(), action);
            follow(player);
            left -= 1;
        }
        game.apply(action).unwrap();
    }
}
