//! The files of the arena: a contest continues from its results, and never loses matches.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/arena.rs"]
mod arena;
#[path = "common/command.rs"]
mod command;
#[path = "common/folder.rs"]
mod folder;

use std::fs;
#[cfg(unix)]
use std::path::Path;
#[cfg(unix)]
use std::process::{Command, Stdio};

use arena::{BOTS, arena, plays, refuses};
use command::prints;
use fairground::arena::ContestReport;
use fairground::record::Pgn;
use folder::Folder;

fn rounds(folder: &Folder, name: &str) -> Vec<String> {
    let text = fs::read_to_string(folder.path(name)).unwrap_or_default();
    text.lines().filter_map(|line| Some(line.strip_prefix("[Round \"")?.strip_suffix("\"]")?.to_string())).collect()
}

/// A contest killed between a match and its result continues with each pair once in both files.
#[test]
fn a_killed_contest_continues_with_both_files() {
    let folder = Folder::new();
    let (json, pgn) = (folder.path("results.json"), folder.path("matches.pgn"));
    let more = ["--json", &json, "--pgn", &pgn, "--seed", "3", "--event", "Cup"];
    let other = plays("chess", &BOTS, &["--matches", "2", "--seed", "4", "--pgn", &pgn]);
    assert!(other.contains("2 matches"));
    let args = arena("chess", &BOTS, &[&["--matches", "20000"], &more[..]].concat());
    let mut running = command::command(&args.iter().map(String::as_str).collect::<Vec<_>>()).spawn().unwrap();
    let known =
        || fs::read(&json).map_or(0, |text| serde_json::from_slice::<ContestReport>(&text).unwrap().matches as usize);
    while known() == 0 || rounds(&folder, "matches.pgn").len() < known() + 6 {
        assert!(running.try_wait().unwrap().is_none(), "it has already ended");
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    running.kill().unwrap();
    running.wait().unwrap();
    let pairs = known() / 2 + 3;
    let matches = (2 * pairs).to_string();
    plays("chess", &BOTS, &[&["--matches", &matches], &more[..]].concat());
    let mut found = rounds(&folder, "matches.pgn");
    let mut expected: Vec<_> = (1..=pairs).flat_map(|pair| [1, 2].map(|number| format!("{pair}.{number}"))).collect();
    expected.extend(["1.1", "1.2"].map(str::to_string));
    found.sort();
    expected.sort();
    assert_eq!(found, expected, "and the other contest's");
    assert_eq!(folder.report("results.json").matches as usize, 2 * pairs);
    assert_eq!(Pgn::parse(&folder.read("matches.pgn")).unwrap().len(), 2 * pairs + 2);
}

/// With several threads, its matches need not be the first ones.
#[cfg(unix)]
#[test]
fn an_interrupted_contest_says_how_many_matches_it_has() {
    let folder = Folder::new();
    let json = folder.path("results.json");
    let args = ["arena", "fluky", "greedy", "random", "--matches", "200000", "--threads", "2", "--json", &json];
    let child = command::command(&args).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
    while !Path::new(&json).exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let (printed, matches) = (String::from_utf8(output.stdout).unwrap(), folder.report("results.json").matches);
    assert_eq!(output.status.code(), Some(130), "{printed}");
    assert!(printed.starts_with(&format!("INTERRUPTED: only {matches} of 200000 matches\n")), "{printed}");
}

/// Pairs in progress at the end of a sequential test are in neither file.
#[test]
fn a_decided_test_discards_pairs_in_progress() {
    let folder = Folder::new();
    let (json, pgn) = (folder.path("results.json"), folder.path("matches.pgn"));
    let how = ["--matches", "2000", "--sprt", "0,400", "--json", &json, "--pgn", &pgn];
    prints(&[&["arena", "chess", "search:nodes=300", "random", "--threads", "4"][..], &how].concat());
    let report = folder.report("results.json");
    assert!(report.matches < 2000, "{}", report.matches);
    let mut found = rounds(&folder, "matches.pgn");
    let pairs = report.played.iter().flat_map(|pair| [1, 2].map(|number| format!("{}.{number}", pair.pair + 1)));
    let mut expected: Vec<_> = pairs.collect();
    found.sort();
    expected.sort();
    assert_eq!(found, expected);
}

/// They do not count in the test, but the contest can continue without it.
#[test]
fn a_sequential_test_keeps_the_pairs_of_an_earlier_run() {
    let folder = Folder::new();
    let (json, pgn) = (folder.path("results.json"), folder.path("matches.pgn"));
    let how = ["--matches", "80", "--json", &json, "--pgn", &pgn];
    let players = ["search:nodes=100", "random"];
    let printed = plays("chess", &players, &how);
    let before = [&json, &pgn].map(|file| fs::read_to_string(file).unwrap());
    plays("chess", &players, &[&how[..], &["--sprt", "0,200"]].concat());
    let report = folder.report("results.json");
    assert!(report.matches < 80 && report.pairs.iter().sum::<u64>() == report.matches / 2, "{}", report.matches);
    assert_eq!((report.played.len(), rounds(&folder, "matches.pgn").len()), (40, 80));
    assert_eq!(plays("chess", &players, &how), printed);
    assert_eq!([&json, &pgn].map(|file| fs::read_to_string(file).unwrap()), before);
}

#[test]
fn results_belong_to_the_net() {
    let folder = Folder::new();
    let (json, net) = (folder.path("results.json"), folder.path("other.net"));
    let own = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/fairground-rules/nets/fluky.net");
    let mut other = fs::read(own).unwrap();
    let last_weight = other.len() - 4;
    other[last_weight..].fill(0);
    fs::write(&net, other).unwrap();
    let play = |matches: &str| plays("fluky", &BOTS, &["--matches", matches, "--json", &json, "--net", &net]);
    play("2");
    let hash = folder.report("results.json").conditions["net"].clone();
    assert!(hash.len() == 64 && play("4").contains(&format!("net {hash}\n")), "{hash}");
    assert_eq!(folder.report("results.json").matches, 4);
    for more in [&["--net", own][..], &[]] {
        refuses("fluky", &BOTS, &[&["--json", &json][..], more].concat(), &["another contest: conditions", &hash]);
    }
}

/// Each pairing of equal players has its own matches in the file.
#[test]
fn contests_of_equal_players_continue_with_both_files() {
    let folder = Folder::new();
    let (json, pgn) = (folder.path("results.json"), folder.path("matches.pgn"));
    for matches in ["2", "4"] {
        plays("chess", &["random"; 3], &["--matches", matches, "--json", &json, "--pgn", &pgn]);
    }
    let mut found = rounds(&folder, "matches.pgn");
    found.sort();
    assert_eq!(found, ["1.1", "1.2", "2.1", "2.2"].map(|round| [round; 3]).concat());
}
