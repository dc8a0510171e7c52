//! Matches as Portable Game Notation, exported and imported, and diagrams of every game.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;
#[path = "pgn/diagrams.rs"]
mod diagrams;
#[path = "common/folder.rs"]
mod folder;
#[path = "pgn/other_programs.rs"]
mod other_programs;
#[path = "common/python.rs"]
mod python;

use std::fs;
use std::path::Path;
use std::time::Duration;

use command::{fails, prints};
use fairground::bots::Bot;
use fairground::engine::{Options, Side, Turn};
use fairground::games;
use fairground::play::{Clock, Dice, Match, Replay, Seat, Setup, export, import};
use fairground::record::{Branch, Note, Pgn, PgnToken, Record};
use folder::Folder;

/// A match of bots, of at most `most` actions.
fn played(id: &str, options: &[(&str, &str)], seed: u64, most: usize) -> Match {
    let info = games::info(id).unwrap();
    let clock = Clock { start: Duration::from_secs(90), increment: Duration::from_millis(500) };
    let mut game = Match::new(Setup {
        options: Options::new(info.options, options.iter().copied()).unwrap(),
        dice: Dice::Instant,
        clock: (seed % 2 == 1).then_some(clock),
        ..Setup::new(info, [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Random)], seed)
    })
    .unwrap();
    for _ in 0..most {
        if let Some(job) = game.search_job() {
            game.spend_time(game.pending().side().unwrap(), Duration::from_millis(1234)).unwrap();
            game.act(&job.think()).unwrap();
        } else if let Some(roll) = game.throw(None) {
            game.apply_roll(&roll).unwrap();
        }
    }
    game
}

fn replay(record: &Record) -> Replay {
    Replay::parse(Path::new("match"), record.to_text().unwrap().as_bytes()).unwrap()
}

/// Reads a text with one game.
fn read(text: &str) -> Record {
    let games = Pgn::parse(text).unwrap();
    assert_eq!(games.len(), 1, "{text}");
    import(Path::new("game.pgn"), &games[0]).unwrap_or_else(|error| panic!("{error}\n{text}")).record
}

fn there_and_back(game: &Match) {
    let record = game.record();
    let text = export(&replay(record)).to_string();
    let back = read(&text);
    let actions = |record: &Record| -> Vec<_> {
        record.actions().iter().map(|entry| (entry.action.clone(), entry.hash, entry.used_ms)).collect()
    };
    assert_eq!(actions(&back), actions(record), "{text}");
    assert_eq!(back.result(), record.result(), "{text}");
    let (ours, theirs) = (&record.header, &back.header);
    assert_eq!((&theirs.game, &theirs.options, &theirs.start), (&ours.game, &ours.options, &ours.start));
    assert_eq!((&theirs.seats, &theirs.clocks), (&ours.seats, &ours.clocks));
    assert_eq!(export(&replay(&back)).to_string(), text);
    // Every playable action is a move in PGN, not a number, glyph or result.
    let mut position = game.game().boxed();
    while position.undo().is_some() {
        for action in position.actions().into_iter().filter(|_| matches!(position.turn(), Turn::Decide(_))) {
            let tokens: Vec<_> = Pgn::movetext(&action).unwrap().into_iter().map(|item| item.token).collect();
            assert_eq!(tokens, [PgnToken::Move(action.to_string())]);
        }
    }
}

#[test]
fn every_game_survives_export_and_import() {
    for info in games::ALL {
        for seed in 0..3 {
            there_and_back(&played(info.id, &[], seed, 150));
        }
        let mut resigned = played(info.id, &[], 3, 4);
        resigned.resign(Side::Black).unwrap();
        there_and_back(&resigned);
        let mut late = played(info.id, &[], 5, 4);
        if let Some(side) = late.pending().side() {
            late.spend_time(side, Duration::from_secs(500)).unwrap();
        }
        there_and_back(&late);
        for option in info.options {
            there_and_back(&played(info.id, &[(option.key, option.values[1])], 4, 30));
        }
    }
}

/// Move numbers continue from a position with Black to move.
#[test]
fn a_match_from_a_position_keeps_it() {
    let start = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 17";
    let text = format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n\n17... Nf6 18. Bb5 a6 *\n");
    let record = read(&text);
    assert_eq!(record.header.start, start);
    let written = export(&replay(&record)).to_string();
    assert!(
        written.contains(&format!("[FEN \"{start}\"]")) && written.contains("\n17... Nf6 18. Bb5 a6 *\n"),
        "{written}"
    );
}

#[test]
fn chess_is_read_in_common_spellings() {
    let text = "\u{feff}% a line to skip\n[Event \"A \\\"great\\\" one\"]\n[White \"Morphy, Paul\"]\n[Result \"1-0\"]\n\n\
        1. e4! {best [%clk 0:01:00]} e5 2.Ng1f3 d6 ; Philidor\n3. d2-d4 (3. Bc4 Nc6 (3... h6)) Bg4 $6 4. d4xe5 Bxf3 5. Qxf3 dxe5\n\
        6 . Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. 0-0-0 Rd8\n\
        13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8++ 1-0\n\n[Event \"next\"]\n\n1. d4 *\n";
    let games = Pgn::parse(text).unwrap();
    assert_eq!(games.len(), 2);
    assert_eq!(games[0].tag("Event"), Some("A \"great\" one"));
    let record = import(Path::new("x"), &games[0]).unwrap().record;
    assert_eq!(record.actions().len(), 33);
    assert_eq!(record.result().unwrap().reason, "checkmate");
    assert_eq!(record.header.seats.white, "human");
    let promotions =
        "[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. a8Q *\n\n[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n\n1. a8=N *";
    let last: Vec<_> = Pgn::parse(promotions)
        .unwrap()
        .iter()
        .map(|pgn| import(Path::new("x"), pgn).unwrap().record.actions()[0].action.clone())
        .collect();
    assert_eq!(last, ["a7a8q", "a7a8n"]);
}

#[test]
fn errors_name_the_line() {
    let refused = |text: &str, parts: &[&str]| {
        let error = match Pgn::parse(text) {
            Err(error) => error.to_string(),
            Ok(games) => import(Path::new("x.pgn"), &games[0]).unwrap_err().to_string(),
        };
        for part in parts {
            assert!(error.contains(part), "{part:?} is missing in {error}");
        }
    };
    refused("1. e4 e5\n2. Ke3 *", &["x.pgn: line 2, action 3 (Ke3)", "not allowed", "chess.md"]);
    refused("1. e4 e5\n2. Nd4 *", &["x.pgn: line 2, action 3 (Nd4): not allowed", "chess.md, Moves"]);
    refused("1. e4 e5\n2. Nf3 Nc6 3. Nd4 a6 4. Nb5 a5 5. Nc3 *", &["action 9 (Nc3): ambiguous: b1c3 or b5c3"]);
    refused("1. e4 e5 2. e4e5 *", &["action 3 (e4e5)", "not allowed", "chess.md"]);
    refused("[FEN \"8/8 w\"]\n\n*", &["tag FEN", "expected", "8/8 w"]);
    refused("[SetUp \"1\"]\n\n*", &["tag FEN", "SetUp"]);
    refused("[Variant \"Fluky Ches\"]\n\n*", &["tag Variant", "did you mean 'Fluky Chess'?"]);
    refused("[Variant \"Makarenko's Chess\"]\n[Options \"values=x\"]\n\n*", &["Options", "nowak or kostyor"]);
    refused("[Variant \"fluky\"]\n\n1. a1a2 b5b4 *", &["line 3, action 2", "the face of the die", "{~B}"]);
    refused("[Variant \"fluky\"]\n\n1. a1a2 {~Q} *", &["(~Q)", "P N B R"]);
    refused("1. f3 e5 2. g4 Qh4# 1-0", &["result", "black (checkmate), by the rules", "1-0"]);
    refused("1. f3 e5 2. g4 Qh4# 3. e4 *", &["action 5 (e4)"]);
    refused("1. e4 {never ends", &["line 1", "a comment that ends with }"]);
    refused("1. e4 (1. d4 {)}", &["a variation that ends with )"]);
    refused("1. e4 ) *", &["a move, a comment or a result"]);
}

/// Truncated, shuffled and repeated texts are read or refused, without a panic.
#[test]
fn damaged_texts_do_no_harm() {
    let whole = export(&replay(played("fluky", &[], 1, 40).record())).to_string()
        + &export(&replay(played("chess", &[], 2, 40).record())).to_string();
    for at in (0..whole.len()).filter(|at| whole.is_char_boundary(*at)) {
        for damaged in [&whole[..at], &whole[at..], &format!("{}({{\"é]{}", &whole[..at], &whole[at..])] {
            for pgn in Pgn::parse(damaged).unwrap_or_default().iter().take(1) {
                let moves = pgn.items.iter().filter(|item| matches!(item.token, PgnToken::Move(_))).count();
                assert!(moves < 200);
                if at % 16 == 0 {
                    let _ = import(Path::new("x"), pgn);
                }
            }
        }
    }
}

#[test]
fn the_commands_agree() {
    let folder = Folder::new();
    let file = |name: &str| folder.path(name);
    let (recorded, pgn, back) = (file("match.jsonl"), file("match.pgn"), file("back.jsonl"));
    prints(&["watch", "whack", "--headless", "--seed", "4", "--dice", "instant", "--max", "60", "--record", &recorded]);
    assert_eq!(prints(&["export", &recorded, "-o", &pgn]), "");
    assert_eq!(prints(&["export", &recorded]), fs::read_to_string(&pgn).unwrap());
    assert_eq!(prints(&["import", &pgn, "-o", &back]), "");
    assert_eq!(prints(&["replay", &back, "--headless"]), prints(&["replay", &recorded, "--headless"]));
    assert!(prints(&["verify", &back]).contains("rolls without a throw, which cannot be verified"));
    fails(&["import", &pgn, "-o", &back], &["already exists"]);
    let two = file("two.pgn");
    fs::write(&two, "1. e4 *\n\n1. d4 d5 *\n").unwrap();
    fails(&["import", &two], &["holds 2 games", "--game 1", "--out FOLDER"]);
    fails(&["import", &two, "--game", "3"], &["expected game 3, found 2 games"]);
    assert!(prints(&["import", &two, "--game", "2"]).contains("d7d5"));
    assert!(prints(&["export", &two, "--game", "2"]).contains("1. d4 d5 *"));
    fails(&["export", &two, "--game", "3"], &["--game: expected 1 to 2, found 3"]);
    fails(&["export", &recorded, "--game", "1"], &["is a match file; --game needs a PGN file"]);
}

#[test]
fn files_that_are_no_pgn_are_not_imported() {
    let folder = Folder::new();
    let (recorded, other) = (folder.path("match.jsonl"), folder.path("README.md"));
    prints(&["watch", "whack", "--headless", "--dice", "instant", "--seed", "1", "--max", "4", "--record", &recorded]);
    fails(&["import", &recorded], &["match.jsonl: content: expected PGN, found \"a match file\""]);
    fs::write(&other, "# Games\n\n[chess](chess.md)\n[go](go.md)\n").unwrap();
    fails(&["import", &other, "-o", &folder.path("out")], &["README.md: content: expected PGN, found \"# Games\""]);
    fs::write(&other, [0x89, b'P', b'N', b'G', 0]).unwrap();
    fails(&["import", &other], &["README.md: content: expected PGN"]);
}

/// The export imports as the same record, with notes and header.
fn there_and_back_with_notes(record: &Record) {
    let text = export(&replay(record)).to_string();
    let again = read(&text);
    assert_eq!(again.header, record.header, "{text}");
    assert_eq!(again.events(), record.events(), "{text}");
    assert_eq!(export(&replay(&again)).to_string(), text);
}

fn notes(record: &Record) -> Vec<(usize, bool, &str)> {
    record.notes().values().map(|note| (note.after, note.bookmark, note.comment.as_str())).collect()
}

/// The actions of a variation with their comments and the variations in it.
fn texts(line: &[Branch]) -> String {
    let text = |branch: &Branch| {
        let others = branch.instead.iter().map(|other| format!(" ({})", texts(other))).collect::<String>();
        let comment = if branch.comment.is_empty() { String::new() } else { format!(" {{{}}}", branch.comment) };
        format!("{}{comment}{others}", branch.action)
    };
    line.iter().map(text).collect::<Vec<_>>().join(" ")
}

/// A comment may be as long as a chapter. A comment too long for a match file is refused, never
/// cut.
#[test]
fn long_comments_are_kept_whole_or_refused() {
    let words = "prophylaxis ".repeat(400);
    let line = "(1. d4 d5 2. c4 e6) ".repeat(300);
    let record = read(&format!("1. e4 {{{words}}} {line} e5 {{last}} *"));
    assert_eq!(notes(&record), [(1, false, words.trim()), (2, false, "last")]);
    let book = record.variations();
    assert!(book.len() == 300 && book.iter().all(|own| own.after == 0 && texts(&own.line) == "d2d4 d7d5 c2c4 e7e6"));
    there_and_back_with_notes(&record);

    let most = "x".repeat(Note::MAX_COMMENT);
    assert_eq!(notes(&read(&format!("{{{most}}} 1. e4 *"))), [(0, false, most.as_str())]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book.pgn");
    fs::write(&file, format!("1. e4 {{{most}}} {{y}} e5 *")).unwrap();
    fails(
        &["import", file.to_str().unwrap()],
        &["book.pgn: line 1, comment after action 1: expected at most 100000 characters", "\"100002\""],
    );
}

/// A draw by the halfmove clock that was not claimed, and a result that contradicts it.
/// The largest header is still read as a match file.
#[test]
fn many_tags_are_kept_or_refused() {
    let import = |bytes: usize| {
        let pgn = Pgn::parse(&format!("[Event \"x\"]\n[Site \"{}\"]\n\n1. d4 *", "\"".repeat(bytes))).unwrap();
        fairground::play::import(Path::new("game.pgn"), &pgn[0])
    };
    let most = (1 << 20) - "EventxSite".len();
    let record = import(most).unwrap().record;
    assert_eq!(replay(&record).header().tags["Site"].len(), most);
    let error = import(most + 1).unwrap_err().to_string();
    assert!(error.contains("tags") && error.contains("1048577"), "{error}");
}

#[test]
fn unclaimed_draws_do_not_end_a_match() {
    let start = "8/8/8/4k3/8/4K3/4R3/8 w - - 149 115";
    let went_on = read(&format!("[FEN \"{start}\"]\n\n115. Rf2 Ke6 116. Rf3 1-0"));
    assert_eq!(went_on.result().unwrap().reason, "reason unknown");
    let stopped = read(&format!("[FEN \"{start}\"]\n\n115. Rf2 1/2-1/2"));
    assert!(!stopped.header.draws_unclaimed);
    assert_eq!(stopped.result().unwrap().outcome, "draw");
    let resigned = read(&format!("[FEN \"{start}\"]\n\n115. Rf2 0-1"));
    assert_eq!((resigned.result().unwrap().outcome.as_str(), resigned.header.draws_unclaimed), ("black", true));
    // Checkmate always ends a game.
    assert!(import(Path::new("x"), &Pgn::parse("1. f3 e5 2. g4 Qh4# 3. e4 *").unwrap()[0]).is_err());
}

/// After an unreadable game, the next one is read.
#[test]
fn every_game_of_a_file_is_imported() {
    let folder = Folder::new();
    let file = |name: &str| folder.path(name);
    let (pgn, out) = (file("three.pgn"), file("out"));
    let text = "[Event \"a\"]\n\n1. e4 ) e5 *\n\n[Event \"b\"]\n\n1. d4 d5 *\n\n[Event \"c\"]\n\n1. Ke3 *\n";
    fs::write(&pgn, text).unwrap();
    fails(
        &["import", &pgn, "-o", &out],
        &["game 1: ", "game 3: ", "action 1 (Ke3)", "2 of 3 games cannot be imported"],
    );
    let files: Vec<_> = fs::read_dir(&out).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(files, ["three-0002.jsonl"]);
    let twic = format!("{}/tests/pgn/twic.pgn", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(prints(&["import", &twic, "-o", &out]), "3 games imported\n");
    for number in 1..=3 {
        let file = format!("{out}/twic-000{number}.jsonl");
        prints(&["verify", &file]);
        assert!(prints(&["export", &file]).contains("[Event \"Test Open 2026\"]"));
    }
}

#[test]
fn a_file_too_long_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("huge.pgn");
    // A sparse file, which occupies no disk space.
    fs::File::create(&file).unwrap().set_len((64 << 20) + 1).unwrap();
    fails(&["import", file.to_str().unwrap()], &["huge.pgn", "larger than 67108864 bytes"]);
}

/// Python's chess library reads the PGN of orthodox chess, and its output is read back.
#[test]
fn python_chess_agrees() {
    let script = "import sys, chess.pgn\n\
        game = chess.pgn.read_game(sys.stdin)\n\
        assert not game.errors, game.errors\n\
        print(game.accept(chess.pgn.StringExporter(columns=None)))\n\
        print('%', game.end().board().fen(en_passant='fen'))";
    let python = |input: &str| {
        use std::io::Write;
        use std::process::{Command, Stdio};
        let mut child =
            Command::new("python3").args(["-c", script]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().ok()?;
        child.stdin.take()?.write_all(input.as_bytes()).ok()?;
        let output = child.wait_with_output().ok()?;
        output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
    };
    if !python::has("chess", "chess.engine, chess.pgn") {
        return;
    }
    for seed in 0..6 {
        let game = played("chess", &[], seed, 200);
        let text = export(&replay(game.record())).to_string();
        let theirs = python(&text).unwrap_or_else(|| panic!("python-chess does not read this:\n{text}"));
        let (theirs, position) = theirs.rsplit_once("% ").unwrap();
        assert_eq!(position.trim(), game.game().text(), "{text}");
        let actions = |record: &Record| record.actions().iter().map(|entry| entry.action.clone()).collect::<Vec<_>>();
        assert_eq!(actions(&read(theirs)), actions(game.record()), "{theirs}");
    }
}
