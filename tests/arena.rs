//! Tournaments between bots: the same results for the same seed, however they are played.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;

use fairground::arena::{self, ArenaError, Decision, Report, Shard, Sprt, Tournament, TuneRequest};
use fairground::engine::Options;
use fairground::games;
use fairground::play::Replay;

fn tournament(game: &str, a: &str, b: &str, pairs: u64) -> Tournament {
    Tournament {
        info: games::info(game).unwrap(),
        options: Options::default(),
        a: a.parse().unwrap(),
        b: b.parse().unwrap(),
        pairs,
        seed: 7,
        sprt: None,
        shard: Shard::WHOLE,
        record: None,
    }
}

fn run(tournament: &Tournament, threads: usize) -> Report {
    arena::run(tournament, threads, None, &mut |_| {}).unwrap()
}

#[test]
fn threads_and_shards_make_no_difference() {
    let whole = tournament("fluky", "search:nodes=200", "greedy", 6);
    let report = run(&whole, 1);
    assert_eq!((report.matches, report.wins + report.draws + report.losses), (12, 12));
    assert_eq!((report.illegal, report.crashes), (0, 0));
    assert_eq!(report.pairs.iter().sum::<u64>(), 6);
    assert_eq!(report.ends.values().sum::<u64>(), 12);
    assert!(report.score > 0.5 && report.nodes > report.nodes_a && report.mean_plies > 4.0);
    assert_eq!(report, run(&whole, 3));

    let folder = tempfile::tempdir().unwrap();
    let files: Vec<_> = (1..=3)
        .map(|number| {
            let file = folder.path().join(format!("{number}.json"));
            let part = Tournament { shard: Shard { number, of: 3 }, ..whole.clone() };
            arena::run(&part, 2, Some(&file), &mut |_| {}).unwrap();
            file
        })
        .collect();
    assert_eq!(arena::merge(&whole, &files).unwrap(), report);
    let other = Tournament { seed: 8, ..whole.clone() };
    assert!(matches!(arena::merge(&other, &files), Err(ArenaError::Other { field: "seed", .. })));
    assert_ne!(run(&other, 2).played, report.played);
}

#[test]
fn a_contest_goes_on_where_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.json");
    let half = tournament("makarenko", "greedy", "random", 2);
    arena::run(&half, 1, Some(&file), &mut |_| {}).unwrap();
    let mut played = 0;
    let more = Tournament { pairs: 3, ..half };
    let report = arena::run(&more, 1, Some(&file), &mut |_| played += 1).unwrap();
    assert_eq!((played, report.matches), (1, 6));
    assert_eq!(report, run(&more, 2));
    let kept: Report = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept, report);
    fs::write(&file, "{}").unwrap();
    assert!(matches!(arena::run(&more, 1, Some(&file), &mut |_| {}), Err(ArenaError::Format { .. })));
}

#[test]
fn a_test_ends_when_it_is_clear() {
    let sprt = Some(Sprt { elo0: 0.0, elo1: 100.0 });
    let long = Tournament { sprt, ..tournament("fluky", "greedy", "random", 500) };
    let report = run(&long, 3);
    assert_eq!(report.decision, Some(Decision::AcceptH1));
    assert!(report.matches < 200 && report.llr.unwrap() > 2.9);
    assert_eq!(report, run(&long, 1), "where it ends does not depend on which thread was faster");
}

#[test]
fn matches_can_be_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let recorded =
        Tournament { record: Some(folder.path().to_path_buf()), ..tournament("whack", "greedy", "random", 1) };
    let report = run(&recorded, 1);
    let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(files.len(), 2);
    for file in files {
        let replay = Replay::open(&file).unwrap();
        assert!(replay.outcome().is_some());
        assert!(report.played[0].matches.iter().any(|one| one.plies == replay.plies() as u64));
    }
}

#[test]
fn a_fit_can_be_repeated() {
    let info = games::info("fluky").unwrap();
    let request = TuneRequest { info, options: Options::default(), matches: 20, nodes: 100, seed: 1 };
    let fit = arena::tune(&request, &|| {}).unwrap();
    assert_eq!(fit, arena::tune(&request, &|| {}).unwrap());
    assert!(fit.positions > 50 && fit.features.iter().all(|fitted| fitted.weight.is_finite()));
    assert!(fit.features.iter().any(|fitted| fitted.share > 0.5 && fitted.importance > 0.0));
}
