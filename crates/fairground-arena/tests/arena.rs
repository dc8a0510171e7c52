//! Contests between bots: the same seed gives the same results, regardless of threads, shards
//! and interruptions.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use fairground_arena::{
    self, ArenaError, Contest, ContestReport, Fit, Run, Shard, Sprt, SprtDecision, Standing, TuneRequest,
};
use fairground_match::play::{Replay, verify};
use fairground_match::record;
use fairground_rules::engine::Options;
use fairground_rules::games;

fn contest(game: &str, a: &str, b: &str, pairs: u64) -> Contest {
    let players = [a, b].map(|player| player.parse().unwrap());
    Contest::new(games::info(game).unwrap(), Options::default(), players, pairs, 7)
}

fn run_into(
    contest: &Contest,
    threads: usize,
    file: Option<&Path>,
    on_pair: &mut dyn FnMut(&Standing),
) -> Result<ContestReport, ArenaError> {
    Run { threads, file, stop: &|| false, on_pair }.play(contest)
}

fn run(contest: &Contest, threads: usize) -> ContestReport {
    run_into(contest, threads, None, &mut |_| {}).unwrap()
}

#[test]
fn threads_and_shards_make_no_difference() {
    let whole = contest("fluky", "search:nodes=200", "greedy", 6);
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
            let part = Contest { shard: Shard::new(number, 3).unwrap(), ..whole.clone() };
            run_into(&part, 2, Some(&file), &mut |_| {}).unwrap();
            file
        })
        .collect();
    assert_eq!(fairground_arena::merge(&whole, &files).unwrap(), report);
    // Earlier results of the same contest are replaced, and no other file.
    let merged = folder.path().join("merged.json");
    let one = Contest { pairs: 1, ..whole.clone() };
    for found in [run(&one, 1), report.clone()] {
        found.write(&whole, &merged).unwrap();
    }
    let kept: ContestReport = serde_json::from_slice(&fs::read(&merged).unwrap()).unwrap();
    assert_eq!(kept, report);
    assert!([(0, 3), (4, 3), (0, 0), (1, 0)].iter().all(|&(number, of)| Shard::new(number, of).is_none()));
    let other = Contest { seed: 8, ..whole.clone() };
    assert!(matches!(fairground_arena::merge(&other, &files), Err(ArenaError::Other { field: "seed", .. })));
    assert!(matches!(report.write(&other, &merged), Err(ArenaError::Other { field: "seed", .. })));
    assert_ne!(run(&other, 2).played, report.played);
}

#[test]
fn an_interrupted_contest_continues() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.json");
    let half = contest("makarenko", "greedy", "random", 2);
    run_into(&half, 1, Some(&file), &mut |_| {}).unwrap();
    let mut played = 0;
    let more = Contest { pairs: 3, ..half };
    let report = run_into(&more, 1, Some(&file), &mut |_| played += 1).unwrap();
    assert_eq!((played, report.matches), (1, 6));
    assert_eq!(report, run(&more, 2));
    let kept: ContestReport = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept, report);
    fs::write(&file, "{}").unwrap();
    assert!(matches!(run_into(&more, 1, Some(&file), &mut |_| {}), Err(ArenaError::Format { .. })));
}

#[test]
fn several_players_are_ranked() {
    let pairing = |players: [usize; 2], a: &str, b: &str| fairground_arena::Pairing {
        players,
        report: run(&contest("fluky", a, b, 3), 1),
    };
    let played = [pairing([0, 1], "random", "greedy"), pairing([0, 2], "random", "search:nodes=100")];
    let ranked = fairground_arena::ranking(4, &played);
    assert_eq!(ranked.iter().map(|one| one.matches).sum::<u64>(), 24);
    let of = |player: usize| ranked.iter().find(|one| one.player == player).unwrap();
    let mut mirrored = played[1].report.pairs;
    mirrored.reverse();
    assert_eq!((of(0).matches, of(2).matches, of(2).statistics.pairs), (12, 6, mirrored));
    assert!(of(2).statistics.score > of(0).statistics.score && of(2).statistics.elo() > 0.0);
    assert!(ranked.windows(2).all(|two| two[0].statistics.score >= two[1].statistics.score));
    assert_eq!((of(3).matches, of(3).statistics.score), (0, 0.5));
}

#[test]
fn a_report_that_is_too_long_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.json");
    // A sparse file, without disk usage.
    fs::File::create(&file).unwrap().set_len((256 << 20) + 1).unwrap();
    let error = fairground_arena::merge(&contest("chess", "1", "random", 1), &[file]).unwrap_err().to_string();
    assert!(error.contains("results.json") && error.contains("larger than 268435456 bytes"), "{error}");
}

#[test]
fn a_test_ends_when_it_is_clear() {
    let sprt = Some(Sprt { elo0: 0.0, elo1: 100.0 });
    let long = Contest { sprt, ..contest("fluky", "greedy", "random", 500) };
    let report = run(&long, 3);
    assert_eq!(report.decision, Some(SprtDecision::AcceptH1));
    assert!(report.matches < 200 && report.llr.unwrap() > 2.9);
    assert_eq!(report, run(&long, 1), "its end does not depend on the speed of threads");
}

/// Also the dice: each throw follows from the seed of the match.
#[test]
fn recorded_matches_verify() {
    for game in ["whack", "fluky", "chess"] {
        let folder = tempfile::tempdir().unwrap();
        let recorded = Contest {
            record: Some(folder.path().to_path_buf()),
            event: Some("Spring cup".to_string()),
            ..contest(game, "greedy", "random", 2)
        };
        let report = run(&recorded, 2);
        let files: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!(files.len(), 4);
        let mut throws = 0;
        for file in &files {
            assert_eq!(file.extension().unwrap(), "jsonl");
            let replay = Replay::open(file).unwrap();
            assert!(replay.outcome().is_some());
            assert_eq!(replay.header().event.as_deref(), Some("Spring cup"));
            let plies = replay.plies() as u64;
            assert!(report.played.iter().flat_map(|pair| &pair.matches).any(|one| one.plies == plies));
            let verified = verify(file, &record::read(file).unwrap()).unwrap();
            assert!(verified.faults.is_empty(), "{}: {:?}", file.display(), verified.faults);
            assert_eq!((verified.from_seed, verified.without_throw), (verified.throws, 0));
            throws += verified.throws;
        }
        assert_eq!(throws > 0, game != "chess");
        // A second run writes the same matches to the same files.
        assert_eq!(run(&recorded, 1), report);
    }
}

/// As after a kill between a match and its result, with clocks. Files of other contests stay.
#[test]
fn a_match_without_its_result_is_recorded_again() {
    let folder = tempfile::tempdir().unwrap();
    let (file, records) = (folder.path().join("results.json"), folder.path().join("matches"));
    let one = Contest { record: Some(records.clone()), ..contest("fluky", "greedy", "random", 1) };
    let two = Contest { pairs: 2, ..one.clone() };
    run(&two, 1);
    let name = records.join("pair-00002-a-white.jsonl");
    let whole = fs::read_to_string(&name).unwrap();
    // Another match of the same contest: it was abandoned after the first line.
    let cut = format!("{}\n", whole.lines().next().unwrap());
    fs::write(&name, &cut).unwrap();
    assert!(matches!(run_into(&two, 1, Some(&file), &mut |_| {}), Err(ArenaError::Record(_))));
    assert_eq!(fs::read_to_string(&name).unwrap(), cut, "the contest has no earlier results");
    let foreign = cut.replacen("\"seats\"", "\"event\":\"Cup\",\"seats\"", 1);
    fs::write(&name, &foreign).unwrap();
    assert!(matches!(run_into(&two, 1, Some(&file), &mut |_| {}), Err(ArenaError::Record(_))));
    assert_eq!(fs::read_to_string(&name).unwrap(), foreign);
    fs::write(&name, &cut).unwrap();
    assert_eq!(run_into(&two, 1, Some(&file), &mut |_| {}).unwrap().matches, 4);
    let actions = |text: &str| text.lines().skip(1).map(str::to_string).collect::<Vec<_>>();
    assert_eq!(actions(&fs::read_to_string(&name).unwrap()), actions(&whole));
}

#[test]
fn results_are_kept_when_a_tournament_is_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.json");
    let whole = contest("fluky", "greedy", "random", 8);
    let played = |most: u64, file| {
        let asked = AtomicU64::new(0);
        let stop = || asked.fetch_add(1, Ordering::Relaxed) >= most;
        let report = Run { threads: 1, file, stop: &stop, on_pair: &mut |_| {} }.play(&whole).unwrap();
        (report, asked.into_inner())
    };
    // With one thread, each run asks alike whether to stop.
    let (_, asked) = played(u64::MAX, None);
    let (stopped, _) = played(asked / 2, Some(&*file));
    assert!((2..16).contains(&stopped.matches), "{}", stopped.matches);
    let kept: ContestReport = serde_json::from_slice(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(kept, stopped);
    assert_eq!(run_into(&whole, 2, Some(&file), &mut |_| {}).unwrap(), run(&whole, 2));
}

/// Otherwise, each would replace the results of the other.
#[test]
fn a_file_of_results_is_written_by_one_contest() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.json");
    let whole = contest("fluky", "greedy", "random", 3);
    let is_refused = |played: &Result<ContestReport, ArenaError>| matches!(played, Err(ArenaError::Locked { .. }));
    // A contest whose file another one creates meanwhile.
    let mut report = None;
    let late = run_into(&whole, 1, Some(&file), &mut |_| {
        report.get_or_insert_with(|| run_into(&whole, 1, Some(&file), &mut |_| {}).unwrap());
    });
    assert!(is_refused(&late), "{late:?}");
    assert_eq!(run_into(&whole, 1, Some(&file), &mut |_| panic!("all pairs are in the file")).ok(), report);
    // Contests that continue with the same file.
    let longer = Contest { pairs: 5, ..whole };
    let mut refused = 0;
    let played = run_into(&longer, 1, Some(&file), &mut |_| {
        let second = run_into(&longer, 1, Some(&file), &mut |_| {});
        assert!(is_refused(&second), "{second:?}");
        refused += 1;
    });
    assert_eq!((played.unwrap().matches, refused), (10, 2));
}

/// A larger file could not be read again.
#[test]
fn results_too_large_to_read_are_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.json");
    let whole = contest("fluky", "greedy", "random", 1);
    let mut report = run_into(&whole, 1, Some(&file), &mut |_| {}).unwrap();
    let before = fs::read(&file).unwrap();
    report.ends.insert("x".repeat(256 << 20), 1);
    let error = report.write(&whole, &file).unwrap_err().to_string();
    assert!(error.contains("the results are larger than 268435456 bytes"), "{error}");
    assert_eq!(fs::read(&file).unwrap(), before);
}

/// Before the first match, since it could not be stored with the last ones.
#[test]
fn more_matches_than_a_file_holds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("results.json");
    let long = contest("fluky", "greedy", "random", 400_001);
    let error = run_into(&long, 1, Some(&file), &mut |_| panic!("it has begun")).unwrap_err().to_string();
    assert!(error.ends_with("results.json: a file of results holds at most 800000 matches, not 800002"), "{error}");
    assert!(!file.exists());
    // A part of them is stored.
    let part = Contest { shard: Shard::new(1, 2).unwrap(), ..long };
    let played = Run { threads: 1, file: Some(&file), stop: &|| true, on_pair: &mut |_| {} }.play(&part);
    assert_eq!(played.unwrap().matches, 0);
}

fn fluky_fit() -> TuneRequest {
    TuneRequest { info: games::info("fluky").unwrap(), options: Options::default(), matches: 20, nodes: 100, seed: 1 }
}

fn tune(request: &TuneRequest, file: Option<&Path>) -> Result<Fit, ArenaError> {
    fairground_arena::tune(request, file, &|| false, &|| {})
}

#[test]
fn a_fit_can_be_repeated() {
    let request = fluky_fit();
    let fit = tune(&request, None).unwrap();
    assert_eq!(fit, tune(&request, None).unwrap());
    assert!(fit.positions > 50 && fit.features.iter().all(|fitted| fitted.weight.is_finite()));
    assert!(fit.features.iter().any(|fitted| fitted.share > 0.5 && fitted.importance > 0.0));
}

/// Finished matches are kept, even if the program was stopped in the middle of a line.
#[test]
fn an_interrupted_fit_continues() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.jsonl");
    let (request, lines) = (fluky_fit(), || fs::read_to_string(&file).unwrap().lines().count());
    let played = AtomicU64::new(0);
    let count = || {
        played.fetch_add(1, Ordering::Relaxed);
    };
    let stopped =
        fairground_arena::tune(&request, Some(&file), &|| played.load(Ordering::Relaxed) >= 6, &count).unwrap();
    let before = lines();
    assert!((7..20).contains(&before) && before as u64 == 1 + played.load(Ordering::Relaxed), "{before} lines");
    let whole = tune(&request, None).unwrap();
    assert!(stopped.positions > 0 && stopped.positions < whole.positions);

    let mut text = fs::read_to_string(&file).unwrap();
    let half = text.trim_end().rfind('\n').unwrap() + 40;
    text.truncate(half);
    fs::write(&file, &text).unwrap();
    assert_eq!(tune(&request, Some(&file)).unwrap(), whole);
    assert_eq!(lines(), 21);
    // All matches are in the file: a search that stops immediately could play none.
    assert_eq!(fairground_arena::tune(&request, Some(&file), &|| true, &|| {}).unwrap(), whole);
    assert_eq!(lines(), 21);
}

#[test]
fn a_file_of_matches_is_written_by_one_fit() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.jsonl");
    let request = TuneRequest { matches: 2, ..fluky_fit() };
    let second = || {
        let refused = tune(&request, Some(&file));
        assert!(matches!(refused, Err(ArenaError::Locked { .. })), "{refused:?}");
    };
    let fit = fairground_arena::tune(&request, Some(&file), &|| false, &second).unwrap();
    assert_eq!(tune(&request, Some(&file)).unwrap(), fit);
}

#[test]
fn a_fit_refuses_a_file_of_something_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matches.jsonl");
    let request = TuneRequest { matches: 2, ..fluky_fit() };
    tune(&request, Some(&file)).unwrap();
    let text = fs::read_to_string(&file).unwrap();
    let refused = |request: &TuneRequest, text: &str, parts: &[&str]| {
        fs::write(&file, text).unwrap();
        let error = tune(request, Some(&file)).unwrap_err().to_string();
        for part in parts {
            assert!(error.contains(part), "{part:?} is missing in {error}");
        }
        assert_eq!(fs::read_to_string(&file).unwrap(), text, "the file is unchanged");
    };
    refused(&TuneRequest { nodes: 99, ..request.clone() }, &text, &["matches.jsonl: line 1", "\"nodes\":99"]);
    refused(&request, "1. e4 e5\n", &["line 1", "fairground tune"]);
    refused(&request, &text.replacen("[\"", "[\"a1a1\",\"", 1), &["line 2", "a1a1"]);
    refused(&request, &text.replacen(":[null", ":[null,null", 1), &["line 2", "lacks values"]);
    refused(&request, &format!("{text}{}\n", "x".repeat(1 << 20)), &["line 4: it is longer than 1048576 bytes"]);
}
