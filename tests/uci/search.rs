//! The results and limits of searches.

use std::time::{Duration, Instant};

use crate::dialogue::{Dialogue, best, has_error, number};

#[test]
fn it_plays_on_after_unclaimed_draws() {
    let mut dialogue = Dialogue::new();
    let shuffle = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    for position in [
        format!("startpos moves {shuffle}"),
        format!("startpos moves {shuffle} e2e4"),
        format!("startpos moves {shuffle} {shuffle} {shuffle}"),
        "fen 8/8/8/4k3/8/4K3/4R3/8 w - - 99 90 moves e2f2".to_string(),
        "fen 8/8/8/4k3/8/4K3/4R3/8 w - - 120 90".to_string(),
    ] {
        let lines = dialogue.ask(&format!("position {position}\ngo nodes 1000"));
        assert!(!has_error(&lines) && best(&lines).len() == 4, "{position}: {lines:?}");
    }
}

/// The value of a claimable draw: the game continues, but the next move may draw.
#[test]
fn the_search_sees_the_hundredth_halfmove() {
    let lines = Dialogue::at("chess", "fen 8/8/8/4k3/8/4K3/4R3/8 w - - 99 90").ask("go depth 4");
    assert_eq!(number(&lines[lines.len() - 2], "cp"), Some(0), "{lines:?}");
}

/// Depth 1 is finished, so the answer is neither a mate nor an arbitrary move.
#[test]
fn a_search_stopped_immediately_has_a_move() {
    for end in [Some("stop"), None] {
        let mut dialogue =
            Dialogue::at("chess", "fen rnb1kbnr/pppp1ppp/8/4p3/4P2q/8/PPPPQPPP/RNB1KBNR w KQkq - 0 1 moves e2e3 h4e4");
        dialogue.say("go infinite");
        match end {
            Some(end) => dialogue.say(end),
            None => drop(dialogue.input.take()),
        }
        let lines = dialogue.until("bestmove");
        // The queen that captured a pawn is captured.
        assert_eq!(best(&lines), "e3e4", "{lines:?}");
        assert!(lines.iter().all(|line| !line.contains("mate")), "{lines:?}");
        assert!(lines.iter().any(|line| number(line, "depth") >= Some(1)));
    }
}

#[test]
fn searchmoves_limits_the_search() {
    let mut dialogue = Dialogue::new();
    assert_eq!(dialogue.best("go searchmoves a2a3 depth 3"), "a2a3");
    assert!(["a2a3", "h2h3"].contains(&dialogue.best("go depth 3 searchmoves a2a3 h2h3").as_str()));
    let lines = dialogue.ask("go searchmoves e2e5 depth 2");
    assert!(has_error(&lines) && best(&lines).len() == 4);
}

#[test]
fn go_mate_ends_with_the_mate() {
    let mut dialogue = Dialogue::at("chess", "fen 7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    let lines = dialogue.ask("go mate 2");
    assert_eq!(number(&lines[lines.len() - 2], "mate"), Some(2), "{lines:?}");
    // A mate in 1 does not exist, and the search ends after a while.
    let lines = dialogue.ask("position fen 7k/8/8/8/8/8/R7/7K w - - 0 1\ngo mate 1");
    assert!(number(&lines[lines.len() - 2], "mate") != Some(1) && best(&lines).len() == 4);
}

#[test]
fn pondering_waits_for_its_hit() {
    let mut dialogue = Dialogue::new();
    dialogue.say("go ponder wtime 1000 btime 1000");
    dialogue.waits();
    let begun = Instant::now();
    dialogue.best("ponderhit");
    assert!(begun.elapsed() < Duration::from_secs(20));
    // A search that finished early also waits.
    dialogue.say("go ponder depth 1");
    dialogue.waits();
    dialogue.best("ponderhit");
    dialogue.say("go ponder wtime 600000 btime 600000");
    dialogue.waits();
    dialogue.best("stop");
    // A ponderhit for a search that has to continue.
    dialogue.say("go ponder infinite\nponderhit");
    dialogue.waits();
    dialogue.best("stop");
}

#[test]
fn bestmove_names_the_ponder_move() {
    let lines = Dialogue::new().ask("go depth 5");
    let words: Vec<_> = lines.last().unwrap().split(' ').collect();
    assert!(
        matches!(words[..], ["bestmove", best, "ponder", reply] if best.len() == 4 && reply.len() == 4),
        "{words:?}"
    );
}

#[test]
fn infinite_waits_for_stop_after_the_search_has_ended() {
    for position in ["fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", "fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves d1d8"] {
        let mut dialogue = Dialogue::at("chess", position);
        dialogue.say("go infinite");
        dialogue.waits();
        let best = dialogue.best("stop");
        assert_eq!(best, if position.ends_with("d1d8") { "(none)" } else { "d1d8" });
    }
    let over = Dialogue::at("chess", "fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves d1d8").ask("go depth 3");
    assert_eq!(over, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn a_forced_move_is_played_immediately() {
    let mut dialogue = Dialogue::at("chess", "fen rnb1kbnr/pppp1ppp/8/4p3/4P2q/5P2/PPPP3P/RNBQKBNR w KQkq - 0 1");
    let begun = Instant::now();
    // A thirtieth of the clock is two minutes.
    assert_eq!(dialogue.best("go wtime 3600000 btime 3600000"), "e1e2");
    assert!(begun.elapsed() < Duration::from_secs(10));
}

#[test]
fn the_clock_is_kept() {
    let mut dialogue = Dialogue::new();
    for (limits, most) in [("wtime 3000 btime 1", 1_000), ("movetime 200", 1_000), ("wtime -20 btime 5", 500)] {
        let lines = dialogue.ask(&format!("go {limits}"));
        assert!(number(&lines[lines.len() - 2], "time").unwrap() < most, "{limits}: {lines:?}");
    }
}

#[test]
fn all_threads_are_counted() {
    let mut dialogue = Dialogue::at("chess", "startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6");
    dialogue.say("setoption name Threads value 2");
    let lines = dialogue.ask("go nodes 400000");
    let infos: Vec<_> = lines.iter().filter(|line| line.starts_with("info depth")).collect();
    let nodes: Vec<_> = infos.iter().map(|line| number(line, "nodes").unwrap()).collect();
    assert!(nodes.is_sorted() && nodes.last() == Some(&400_000), "{nodes:?}");
    for line in infos {
        assert!(number(line, "seldepth") >= number(line, "depth"), "{line}");
        assert!((0..=1_000).contains(&number(line, "hashfull").unwrap()) && number(line, "nps").is_some(), "{line}");
    }
}

#[test]
fn bounds_are_reported_and_the_table_fills() {
    let mut dialogue =
        Dialogue::at("chess", "fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    let lines = dialogue.ask("go depth 12");
    let bounded = lines.iter().filter(|line| line.contains(" lowerbound ") || line.contains(" upperbound ")).count();
    assert!(bounded > 0 && bounded < lines.len() - 12, "{lines:?}");
    // Lines with a bound are usually almost complete, too.
    let is_whole = |line: &&String| {
        let length = line.split(' ').skip_while(|word| *word != "pv").count() as i64 - 1;
        line.contains("bound ") && length + 2 >= number(line, "depth").unwrap()
    };
    assert!(2 * lines.iter().filter(is_whole).count() > bounded, "{lines:?}");
    // The last line of an iteration is exact.
    assert!(!lines[lines.len() - 2].contains("bound"), "{lines:?}");
    let lines = dialogue.ask("setoption name Hash value 1\ngo nodes 400000");
    assert!(number(&lines[lines.len() - 2], "hashfull") > Some(500), "{lines:?}");
}

/// The memory lasts until another match begins, or the other program clears it.
#[test]
fn searches_reuse_earlier_results() {
    let mut dialogue = Dialogue::at("chess", "startpos");
    let mut ask = |before: &str| dialogue.ask(&format!("{before}\nposition startpos\ngo depth 8"));
    let nodes = |lines: Vec<String>| number(&lines[lines.len() - 2], "nodes").unwrap();
    let fresh = nodes(ask("isready"));
    assert!(2 * nodes(ask("isready")) < fresh);
    for forget in ["ucinewgame", "setoption name Clear Hash"] {
        assert_eq!(nodes(ask(forget)), fresh, "{forget}");
    }
}

#[test]
fn a_due_die_shares_the_time_among_all_faces() {
    let mut dialogue = Dialogue::at("fluky", "startpos moves c1c2");
    for limits in ["movetime 400", "nodes 4000", "infinite\nstop", "wtime 12000 btime 12000"] {
        let lines = dialogue.ask(&format!("go {limits}"));
        assert_eq!(best(&lines), "(none)");
        let faces: Vec<_> = lines.iter().filter(|line| line.starts_with("info string ~")).collect();
        assert_eq!(faces.len(), 4, "{lines:?}");
        // No face of the first throw wins or loses.
        assert!(faces.iter().all(|line| number(line, "cp").is_some_and(|value| value.abs() < 1_500)), "{faces:?}");
    }
}

/// Level 1 plays with much randomness, level 8 with none; the same commands repeat the same match.
#[test]
fn strength_is_limited_by_level_and_by_elo() {
    let middle = "position startpos moves e2e4 e7e5 g1f3 b8c6 f1b5 g8f6";
    for game in ["chess", "fluky", "whack"] {
        for level in [1, 5, 8] {
            let mut dialogue = Dialogue::at(game, "startpos");
            let lines = dialogue.ask(&format!("setoption name Level value {level}\ngo movetime 60000"));
            assert!(!has_error(&lines), "{lines:?}");
            let nodes = lines.iter().filter_map(|line| number(line, "nodes")).max().unwrap_or(0);
            let most = fairground::games::info(game).unwrap().levels.strengths[level - 1].nodes;
            assert!(nodes <= most as i64, "{game}, level {level}: {nodes} nodes");
        }
    }
    let choices = |set: &str| -> Vec<String> {
        let mut dialogue = Dialogue::new();
        dialogue.say(set);
        (0..24).map(|_| dialogue.best(&format!("ucinewgame\n{middle}\ngo"))).collect()
    };
    let weak = choices("setoption name Level value 1");
    assert!(weak.iter().any(|choice| *choice != weak[0]), "every match is different: {weak:?}");
    assert_eq!(choices("setoption name Level value 1"), weak);
    let limited = choices("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 950");
    assert_eq!(limited, weak, "950 is level 1");
    let mixed = choices("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 1050");
    assert!(mixed != weak && mixed != choices("setoption name Level value 2"), "{mixed:?}");
    let lines = Dialogue::new().ask("setoption name UCI_Elo value 950\ngo nodes 30000");
    assert_eq!(lines.iter().filter_map(|line| number(line, "nodes")).max(), Some(30_000), "not limited: {lines:?}");
    // It obeys `searchmoves`, the smaller of the limits, `infinite`, and MultiPV.
    let mut dialogue = Dialogue::new();
    dialogue.say("setoption name Level value 2\nsetoption name MultiPV value 2");
    let lines = dialogue.ask(&format!("{middle}\ngo searchmoves a2a3 h2h3 nodes 100"));
    assert!(["a2a3", "h2h3"].contains(&best(&lines).as_str()), "{lines:?}");
    assert!(lines.iter().filter_map(|line| number(line, "nodes")).all(|nodes| nodes <= 100), "{lines:?}");
    let lines = dialogue.ask("go");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info")).count(), 2, "{lines:?}");
    dialogue.say("go infinite");
    dialogue.waits();
    assert_eq!(dialogue.best("stop").len(), 4);
    // Other games have no Elo: it reports that and plays on.
    let lines = Dialogue::at("fluky", "startpos").ask("setoption name UCI_LimitStrength value true\ngo depth 2");
    assert!(has_error(&lines) && best(&lines).len() == 4, "{lines:?}");
}

#[test]
fn wins_draws_and_losses_are_shown() {
    let mut dialogue = Dialogue::new();
    assert!(dialogue.ask("go depth 3").iter().all(|line| !line.contains(" wdl ")));
    dialogue.say("setoption name UCI_ShowWDL value true");
    for (position, sign) in
        [("startpos", 0), ("fen 4k3/8/8/8/8/8/4Q3/4K3 w - - 0 1", 1), ("fen 4k3/8/8/8/8/8/4Q3/4K3 b - - 0 1", -1)]
    {
        let lines = dialogue.ask(&format!("position {position}\ngo depth 6"));
        for line in lines.iter().filter(|line| line.contains(" score ")) {
            let wdl: Vec<i64> = line
                .split(' ')
                .skip_while(|word| *word != "wdl")
                .skip(1)
                .take(3)
                .map(|word| word.parse().unwrap())
                .collect();
            assert!(
                wdl.len() == 3 && wdl.iter().sum::<i64>() == 1_000 && wdl.iter().all(|share| *share >= 0),
                "{line}"
            );
            assert!(sign == 0 || (wdl[0] - wdl[2]) * sign > 500, "{line}");
        }
    }
    let mate = dialogue.ask("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo depth 2");
    assert!(mate[mate.len() - 2].contains("score mate 1 wdl 1000 0 0 "), "{mate:?}");
}
