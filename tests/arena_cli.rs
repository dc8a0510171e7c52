//! Openings, clocks, adjudication, PGN and several players in the arena, on the command line.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/arena.rs"]
mod arena;
#[path = "common/command.rs"]
mod command;
#[path = "common/folder.rs"]
mod folder;

use std::fs;
use std::path::PathBuf;

use arena::{BOTS, plays, refuses};
use command::{fails, prints, run};
use fairground::engine::{Reason, Side};
use fairground::play::Replay;
use fairground::record::Pgn;
use folder::Folder;

const OWN: &str = concat!("'", env!("CARGO_BIN_EXE_fairground"), "' uci");

/// White has lost.
const LOST: &str = "r2qk3/8/8/8/4K3/8/8/8 w - - 0 1";

impl Folder {
    fn games(&self, name: &str) -> Vec<Pgn> {
        Pgn::parse(&fs::read_to_string(self.path(name)).unwrap()).unwrap()
    }

    /// The recorded matches, with their file names.
    fn matches(&self, name: &str) -> Vec<(PathBuf, Replay)> {
        let mut files: Vec<_> = fs::read_dir(self.path(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.into_iter().map(|file| (file.clone(), Replay::open(&file).unwrap())).collect()
    }
}

#[test]
fn openings_are_positions_of_a_file() {
    let folder = Folder::new();
    let positions = ["4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -", "4k3/4pppp/8/8/8/8/4PPPP/4K3 b - - 3 20 bm Ke2;"];
    let file = folder.write("book.epd", &format!("{}\r\n\n{}\n", positions[0], positions[1]));
    let (records, json) = (folder.path("matches"), folder.path("results.json"));
    let base = ["--matches", "6", "--openings", &file];
    let printed = plays("chess", &BOTS, &[&base[..], &["--record", &records, "--json", &json]].concat());
    assert!(printed.contains("openings book.epd: 2 in order, "), "{printed}");
    let starts: Vec<_> = folder.matches("matches").iter().map(|(_, replay)| replay.header().start.clone()).collect();
    let [first, second] = ["4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/4pppp/8/8/8/8/4PPPP/4K3 b - - 3 20"];
    assert_eq!(starts, [first, first, second, second, first, first]);
    // Matches with other openings belong to another contest.
    let other = folder.write("other.epd", positions[0]);
    refuses("chess", &BOTS, &["--matches", "6", "--openings", &other, "--json", &json], &["conditions"]);
    refuses("chess", &BOTS, &["--matches", "6", "--json", &json], &["results.json", "conditions", "book.epd"]);
    // The order depends only on the seed.
    let shuffled = |seed: &str| plays("chess", &BOTS, &[&base[..], &["--order", "random", "--seed", seed]].concat());
    assert_eq!(shuffled("5"), shuffled("5"));
    assert!(shuffled("5").contains("openings book.epd: 2 in random order, "));
    // Other games have their own position texts, even with dice.
    let fluky = prints(&["apply", "fluky", "a1a2", "~N"]);
    let position = fluky.lines().last().unwrap();
    let file = folder.write("fluky.txt", position);
    plays("fluky", &BOTS, &["--matches", "2", "--openings", &file, "--record", &folder.path("fluky")]);
    assert!(folder.matches("fluky").iter().all(|(_, replay)| replay.header().start == position));
}

#[test]
fn openings_are_the_first_plies_of_games() {
    let folder = Folder::new();
    let games =
        "[Event \"A\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n[Event \"B\"]\n\n1. d4 {queen's pawn} d5 2. c4 *\n";
    let file = folder.write("book.PGN", games);
    let openings = |plies: &[&str], name: &str| -> Vec<Vec<String>> {
        let more = ["--matches", "4", "--openings", &file, "--record", &folder.path(name)];
        plays("chess", &BOTS, &[&more[..], plies].concat());
        let matches = folder.matches(name);
        matches.iter().map(|(_, replay)| replay.actions().take(6).map(ToString::to_string).collect()).collect()
    };
    let whole = openings(&[], "whole");
    assert_eq!(whole[0], ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"]);
    assert_eq!((&whole[1], &whole[2][..3]), (&whole[0], &["d2d4", "d7d5", "c2c4"].map(str::to_string)[..]));
    let short = openings(&["--opening-plies", "2"], "short");
    assert_eq!((short[0][..2].to_vec(), short[3][..2].to_vec()), (whole[0][..2].to_vec(), whole[2][..2].to_vec()));
    assert_ne!(short[0], whole[0]);
}

#[test]
fn wrong_openings_are_refused() {
    let folder = Folder::new();
    let good = "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - -";
    let with = |name: &str, text: &str| folder.write(name, text);
    let [bad, over, none, game, mate, variant] = [
        with("bad.epd", &format!("{good}\n\n4k3/ppp5/8 w - -\n")),
        with("over.epd", &format!("{good}\nR5k1/5ppp/8/8/8/8/8/K7 b - - 0 1\n")),
        with("none.epd", "\n\n"),
        with("game.pgn", "[Event \"A\"]\n\n1. e4 e5 *\n\n[Event \"B\"]\n\n1. d4 d5\n2. Nf6 *\n"),
        with("mate.pgn", "1. f3 e5 2. g4 Qh4# 0-1\n"),
        with("variant.pgn", "[Variant \"Fluky Chess\"]\n\n*\n"),
    ];
    for (file, parts) in [
        (&bad, ["bad.epd: line 3", "board"]),
        (&over, ["over.epd: line 2: the match is over", "checkmate"]),
        (&none, ["none.epd", "expected an opening"]),
        (&game, ["game 2: ", "line 8, action 3 (Nf6)"]),
        (&mate, ["game 1: ", "--opening-plies"]),
        (&variant, ["game 1: ", "tag Variant"]),
        (&folder.path("missing.epd"), ["missing.epd", "cannot be read"]),
    ] {
        refuses("chess", &BOTS, &["--openings", file], &parts);
    }
    plays("chess", &BOTS, &["--openings", &mate, "--opening-plies", "3", "--matches", "2"]);
    let positions = with("good.epd", good);
    for (options, part) in [
        (&["--opening-plies", "3"][..], "--openings"),
        (&["--order", "random"], "--openings"),
        (&["--openings", &positions, "--opening-plies", "3"], "a .pgn file, found"),
    ] {
        refuses("chess", &BOTS, options, &[part]);
    }
}

/// With an hour on the clock, no player loses on time.
#[test]
fn clocks_run() {
    let folder = Folder::new();
    let (records, json, pgn) = (folder.path("matches"), folder.path("results.json"), folder.path("matches.pgn"));
    let how = ["--matches", "2", "--tc", "3600+10", "--record", &records, "--json", &json, "--pgn", &pgn];
    let printed = plays("chess", &["search:nodes=50", "random"], &how);
    assert!(printed.contains("tc 3600+10\n") && printed.contains("results are not reproducible"), "{printed}");
    assert!(!printed.contains("out of time"), "{printed}");
    for (file, replay) in folder.matches("matches") {
        prints(&["verify", file.to_str().unwrap()]);
        let clocks = replay.clocks().unwrap();
        assert!(clocks.last().unwrap().iter().all(|left| left.as_secs() > 3500), "{clocks:?}");
        // The opening costs no clock time.
        assert_eq!(clocks[4], clocks[0]);
    }
    assert!(folder.games("matches.pgn").iter().all(|game| game.tag("TimeControl") == Some("3600+10")));
    assert_eq!(folder.report("results.json").conditions["tc"], "3600+10");
    for tc in ["", "0", "x", "-1", "10+", "0/5", "inf"] {
        refuses("chess", &BOTS, &["--tc", tc], &["--tc", "as 10+0.1 or 40/60"]);
    }
    refuses("chess", &BOTS, &["--time-margin", "50"], &["--tc"]);
}

/// A program that never moves. It logs its input.
#[cfg(unix)]
fn sleeper(folder: &Folder) -> String {
    let script = "while read -r word rest; do case \"$word\" in uci) echo uciok ;; isready) echo readyok ;; \
                  quit) exit 0 ;; go) echo \"$rest\" >> \"$0.log\"; exec sleep 600 ;; esac; done";
    format!("uci:sh '{}'", folder.write("sleeper.sh", script))
}

/// Loss on time against an opponent who cannot mate is a draw.
#[cfg(unix)]
#[test]
fn loss_on_time_against_a_lone_king_is_a_draw() {
    let folder = Folder::new();
    let (sleeper, records) = (sleeper(&folder), folder.path("matches"));
    let opening = folder.write("queen.epd", "7k/8/8/8/8/8/4Q3/4K3 w - - 0 1");
    let how = ["--matches", "2", "--tc", "1+0.05", "--openings", &opening, "--record", &records];
    let printed = plays("chess", &["random", &sleeper], &how);
    assert!(printed.contains("won 1, drawn 1, lost 0"), "{printed}");
    let mut reasons = Vec::new();
    for (file, replay) in folder.matches("matches") {
        prints(&["verify", file.to_str().unwrap()]);
        reasons.push((replay.outcome().unwrap().winner, replay.outcome().unwrap().reason));
    }
    reasons.sort_by_key(|(winner, _)| winner.is_none());
    assert_eq!(reasons, [(Some(Side::White), Reason::Time), (None, Reason::TimeWithoutWinner)]);
}

#[cfg(unix)]
#[test]
fn loss_on_time_in_the_arena() {
    let folder = Folder::new();
    let sleeper = sleeper(&folder);
    for (tc, told, reason) in [
        ("1+0.05", "wtime 1000 btime 1000 winc 50 binc 50\n", Reason::Time),
        ("3/1", "wtime 1000 btime 1000 winc 0 binc 0 movestogo 3\n", Reason::Abandonment),
    ] {
        let name = tc.replace('/', "-");
        let (records, pgn) = (folder.path(&name), format!("{name}.pgn"));
        let files = ["--record", &records, "--pgn", &folder.path(&pgn)];
        let how = [&["--matches", "2", "--tc", tc, "--time-margin", "100"], &files[..]].concat();
        let printed = plays("chess", &["random", &sleeper], &how);
        let all = ["won 2, drawn 0, lost 0", "2 out of time\n", "illegal actions: 0, crashes: 0", "time-margin 100\n"];
        for text in all {
            assert!(printed.contains(text), "{text:?} is missing in {printed}");
        }
        let log = fs::read_to_string(folder.path("sleeper.sh.log")).unwrap();
        assert!(log.lines().any(|line| line == told.trim_end()), "{log}");
        for (file, replay) in folder.matches(&name) {
            prints(&["verify", file.to_str().unwrap()]);
            assert_eq!(replay.outcome().unwrap().reason, reason);
        }
        let games = folder.games(&pgn);
        assert!(games.iter().all(|game| game.tag("Termination") == Some("time forfeit")), "{games:?}");
        assert_eq!(games.iter().map(|game| game.result.as_str()).collect::<Vec<_>>(), ["1-0", "0-1"]);
    }
}

/// Adjudicates by the scores of a bot and of another program; the files name the reason.
#[test]
fn scores_end_matches() {
    let folder = Folder::new();
    let lost = folder.write("lost.epd", LOST);
    let own = format!("uci:nodes=200 option.Hash=1 {OWN}");
    let opponent = if cfg!(unix) { own.as_str() } else { "search:nodes=200" };
    let files = |name: &str| [folder.path(name), folder.path(&format!("{name}.pgn"))];
    let [records, pgn] = files("resigned");
    let base = ["--matches", "2", "--openings", &lost];
    let how = ["--resign", "movecount=2,score=600", "--record", &records, "--pgn", &pgn];
    let printed = plays("chess", &["search:nodes=200", opponent], &[&base[..], &how].concat());
    assert!(printed.contains("2 win adjudicated\n") && printed.contains("won 1, drawn 0, lost 1"), "{printed}");
    for (file, replay) in folder.matches("resigned") {
        prints(&["verify", file.to_str().unwrap()]);
        let outcome = replay.outcome().unwrap();
        assert_eq!((outcome.reason, outcome.winner), (Reason::Adjudication, Some(Side::Black)));
        assert_eq!(replay.len(), 3);
        let engines = replay.header().tags.iter().filter(|(tag, kind)| tag.ends_with("Type") && *kind == "program");
        assert_eq!(engines.count(), usize::from(opponent == own));
    }
    for game in folder.games("resigned.pgn") {
        assert_eq!((game.tag("Termination"), game.result.as_str()), (Some("adjudication"), "0-1"));
        assert_eq!((game.tag("SetUp"), game.tag("FEN")), (Some("1"), Some(LOST)));
        assert_eq!((game.tag("WhiteType"), game.tag("BlackType")), (Some("program"), Some("program")));
    }
    let [records, _] = files("drawn");
    let how = ["--draw", "movenumber=3,movecount=2,score=100000", "--record", &records, "--json", &folder.path("j")];
    let printed = plays("makarenko", &["search:nodes=50", "2"], &[&["--matches", "2"], &how[..]].concat());
    assert!(printed.contains("2 draw adjudicated\n") && printed.contains("8.0 plies a match"), "{printed}");
    assert_eq!(folder.report("j").ends["draw adjudicated"], 2);
    for (file, replay) in folder.matches("drawn") {
        prints(&["verify", file.to_str().unwrap()]);
        assert_eq!(replay.outcome().unwrap().reason, Reason::Adjudication);
    }
    // Players without a search report no scores.
    let how = ["--matches", "2", "--draw", "movecount=1,score=100000", "--resign", "movecount=1,score=1"];
    assert!(!plays("chess", &BOTS, &how).contains("adjudicated"));
    for (option, value, says) in [
        ("--draw", "movenumber=40", "expected movecount, too, such as movenumber=40,movecount=8,score=10"),
        ("--draw", "40,8,10", "expected KEY=VALUE, found '40'"),
        ("--resign", "movecount=0,score=600", "expected a whole number from 1"),
    ] {
        refuses("chess", &BOTS, &[option, value], &[option, says]);
    }
}

#[test]
fn matches_are_appended_as_pgn() {
    let folder = Folder::new();
    let (pgn, json) = (folder.path("matches.pgn"), folder.path("results.json"));
    let players = ["search:nodes=200", "random"];
    let play = |matches: &str| {
        plays("chess", &players, &["--matches", matches, "--json", &json, "--pgn", &pgn, "--event", "Cup"])
    };
    play("2");
    play("4");
    let games = folder.games("matches.pgn");
    let tags = |name: &str| games.iter().map(|game| game.tag(name).unwrap().to_string()).collect::<Vec<_>>();
    assert_eq!(tags("Round"), ["1.1", "1.2", "2.1", "2.2"]);
    assert_eq!(tags("White"), ["search:nodes=200", "Random", "search:nodes=200", "Random"]);
    assert_eq!(tags("BlackBot"), ["random", "search:nodes=200", "random", "search:nodes=200"]);
    assert_eq!((tags("TimeControl"), tags("Termination")), (vec!["-".to_string(); 4], vec!["normal".to_string(); 4]));
    assert_eq!(tags("Event"), ["Cup"; 4]);
    let text = fs::read_to_string(&pgn).unwrap();
    let comments = text.split(['{', '}']).skip(1).step_by(2).map(|comment| comment.replace('\n', " "));
    let scores = comments.filter(|comment| {
        let Some((score, rest)) = comment.split_once('/') else { return false };
        score.starts_with(['+', '-']) && rest.split_once(' ').is_some_and(|(depth, _)| depth.parse::<u32>().is_ok())
    });
    assert!(scores.count() > 20, "{text}");
    // The PGN file imports as one match file for each game.
    let imported = run(&["import", &pgn, "--out", &folder.path("imported")]);
    assert_eq!(String::from_utf8(imported.stdout).unwrap(), "4 games imported\n");
    let verdicts = folder.report("results.json");
    assert_eq!(verdicts.matches, 4);
    let imported = folder.matches("imported");
    let seats: Vec<_> = imported.iter().map(|(_, replay)| replay.header().seats.white.as_str()).collect();
    assert_eq!(seats, ["search:nodes=200", "random", "search:nodes=200", "random"]);
    refuses("fluky", &BOTS, &["--pgn", &pgn], &["orthodox chess", "Fluky Chess", "match files"]);
}

/// Bots have their names in the window, or the given names.
#[test]
fn players_have_names() {
    let folder = Folder::new();
    let play = |name: &str, players: &[&str], more: &[&str]| {
        let (pgn, records) = (folder.path(&format!("{name}.pgn")), folder.path(name));
        plays("chess", players, &[&["--matches", "2", "--pgn", &pgn, "--record", &records], more].concat());
        let games = folder.games(&format!("{name}.pgn"));
        let tags = ["White", "Black", "WhiteBot", "BlackBot"].map(|tag| games[0].tag(tag).unwrap().to_string());
        (tags, games.len())
    };
    let (tags, _) = play("own", &["2", "1"], &[]);
    assert_eq!(tags, ["Twig", "Pebble", "2", "1"]);
    let (tags, _) = play("given", &["2", "1"], &["--name", "Ada \"Ad\" Lee"]);
    assert_eq!(tags, ["Ada \"Ad\" Lee", "Pebble", "2", "1"]);
    let header = folder.matches("given")[1].1.header().clone();
    assert_eq!(header.names.unwrap().white.as_deref(), Some("Ada \"Ad\" Lee"));
    let (tags, games) = play("equal", &["random", "random", "greedy"], &[]);
    assert_eq!((tags, games), (["Random 1", "Random 2", "random", "random"].map(str::to_string), 6));
    refuses("chess", &BOTS, &["--name", "A"], &["--record"]);
    let pgn = folder.path("x.pgn");
    let twice = ["--name", "A", "--name", "A", "--pgn", &pgn];
    refuses("chess", &["1", "1", "1"], &twice, &["--name", "a different name for each player, found \"A\" twice"]);
    // A given name may be the one that distinguishes an equal player.
    refuses("chess", &["1", "1", "2"], &["--name", "Pebble 2", "--pgn", &pgn], &["found \"Pebble 2\" twice"]);
    let three = ["--name", "A", "--name", "B", "--name", "C", "--pgn", &folder.path("x.pgn")];
    refuses("chess", &BOTS, &three, &["--name: expected at most 2"]);
}

#[test]
fn several_players_have_a_table() {
    let folder = Folder::new();
    let json = folder.path("results.json");
    let three = ["search:nodes=100", "greedy", "random"];
    let how = ["--matches", "4", "--json", &json, "--record", &folder.path("matches")];
    let printed = plays("fluky", &three, &how);
    let table: Vec<_> = printed.lines().skip_while(|line| !line.starts_with("rank")).collect();
    assert_eq!(table.len(), 4, "{printed}");
    assert!(table[1].contains("search:nodes=100") && table[3].contains("random"), "{printed}");
    assert!(table[1..].iter().all(|row| row.split_whitespace().nth(2) == Some("8")), "{printed}");
    let held = |name: &str| {
        let report = folder.report(name);
        (report.a, report.b, report.matches)
    };
    for (name, a, b) in [("1-2", 0, 1), ("1-3", 0, 2), ("2-3", 1, 2)] {
        let expected = (three[a].to_string(), three[b].to_string(), 4);
        assert_eq!(held(&format!("results-{name}.json")), expected);
        assert_eq!(folder.matches(&format!("matches/{name}")).len(), 4);
    }
    // All matches exist already, and each pairing is a separate contest.
    assert_eq!(plays("fluky", &three, &how), printed);
    let alone = plays("fluky", &three[..2], &["--matches", "4", "--json", &folder.path("results-1-2.json")]);
    assert!(printed.starts_with(&alone), "{alone}");
    let gauntlet = plays("fluky", &three, &["--matches", "4", "--gauntlet"]);

    assert_eq!(gauntlet.matches(" against ").count(), 2, "{gauntlet}");
    let two = plays("fluky", &["greedy", "1", "random"], &["--matches", "2", "--gauntlet=2"]);
    assert!(two.contains("greedy against random") && two.contains("1 against random"), "{two}");
    refuses("fluky", &three, &["--gauntlet=3"], &["a number below the number of players"]);
    refuses("fluky", &three, &["--sprt", "0,10"], &["--sprt", "two players"]);
    fails(&[&["arena", "fluky"][..], &three, &["--merge", &json]].concat(), &["--merge", "two players"]);
    for players in [&["random"; 1][..], &["random"; 65]] {
        let found = format!("expected 2 to 64 players, found {}", players.len());
        refuses("fluky", players, &[], &["PLAYER", &found]);
    }
    // Players may stand on both sides of an option.
    let apart = prints(&["arena", "fluky", "greedy", "--matches", "2", "random"]);
    assert!(apart.starts_with("fluky: greedy against random, 2 matches\n"), "{apart}");
    // An invalid player is refused before the first match.
    refuses("fluky", &["greedy", "random", "uci:nothing"], &[], &["cannot be started"]);
}
