//! The shortest searches return valid results too.

use super::*;
use crate::bots::win_probability;

/// Checks the lines of a search.
fn check_lines<P: Game>(game: &TypedGame<P>, report: &SearchResult<P::Action>, what: &str) {
    let what = format!("{} {what} {}", P::INFO.id, game.position());
    let Turn::Decide(side) = game.turn() else { return assert!(report.lines.is_empty(), "{what}") };
    assert!(!report.lines.is_empty(), "{what}");
    for line in &report.lines {
        assert!(line.value.abs() <= WIN && (0.0..=1.0).contains(&win_probability(line.value)), "{what}: {line:?}");
        assert!(line.value.abs() <= EVALUATION_LIMIT || line.value.abs() >= WIN_BOUND, "{what}: {line:?}");
        assert!(game.check(line.actions[0]).is_ok(), "{what}: {line:?}");
        // Without a search, only an action that ends the match is a proven win or loss.
        if line.depth == 0 && line.value.abs() >= WIN_BOUND {
            let mut next = game.position().clone();
            next.play(line.actions[0]);
            let winner = next.turn().outcome().and_then(|outcome| outcome.winner);
            assert_eq!(winner, Some(if line.value > 0 { side } else { side.other() }), "{what}: {line:?}");
        }
    }
}

#[test]
fn no_value_is_outside_the_range_of_wins() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<P: Game>(self) {
            for seed in 0..6 {
                let game = random_game::<P>(seed, 17 * seed);
                for nodes in 0..=50 {
                    let limits = Limits { threads: 1 + u32::from(nodes % 10 == 7), ..Limits::nodes(nodes) };
                    for multi_pv in [1, usize::MAX] {
                        let request = SearchRequest { multi_pv, ..SearchRequest::new(limits) };
                        if matches!(game.turn(), Turn::Decide(_)) {
                            let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
                            let report = search(&game, &request, &mut control);
                            check_lines(&game, &report, &format!("{nodes} nodes"));
                        }
                    }
                    let found =
                        analyse(&game, limits, 2, &mut SearchControl { stop: &|| false, progress: &mut |_| {} });
                    assert!(found.value.abs() <= WIN, "{} {}", P::INFO.id, found.value);
                    for face in &found.faces {
                        assert!(face.value.abs() <= WIN, "{} {}", P::INFO.id, face.value);
                    }
                }
                let stopped = || true;
                for bot in [
                    "random",
                    "greedy",
                    "1",
                    "5",
                    "8",
                    "search:threads=2",
                    "max",
                    "mcts:nodes=3",
                    "mcts",
                    "uct",
                    "uct:nodes=9",
                ] {
                    let mut progress = |report: &SearchResult<_>| check_lines(&game, report, bot);
                    let mut control = SearchControl { stop: &stopped, progress: &mut progress };
                    let report = think(bot.parse().unwrap(), &game, seed, None, &mut control);
                    check_lines(&game, &report, bot);
                }
            }
        }
    }
    for info in games::ALL {
        games::visit(info.id, Check).unwrap();
    }
}

/// A search that is stopped immediately still completes depth 1.
#[test]
fn depth_1_is_always_finished() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<P: Game>(self) {
            let game = random_game::<P>(3, 20);
            let limits = Limits { threads: 1, ..Limits::default() };
            let stopped = search(
                &game,
                &SearchRequest::new(limits),
                &mut SearchControl { stop: &|| true, progress: &mut |_| {} },
            );
            let whole = ask(&game, Limits { depth: Some(1), ..limits });
            if matches!(game.turn(), Turn::Decide(_)) {
                assert!(stopped.depth >= 1 && whole.depth == 1, "{}", P::INFO.id);
            }
        }
    }
    for info in games::ALL {
        games::visit(info.id, Check).unwrap();
    }
}

#[test]
fn a_search_for_a_win_ends_with_it() {
    let chess = game::<Chess>("7k/8/8/8/8/8/R7/1R5K w - - 0 1");
    let request = SearchRequest { win_within: Some(3), ..SearchRequest::new(Limits::default()) };
    let mut depths = 0;
    let mut progress = |_: &SearchResult<_>| depths += 1;
    let report = search(&chess, &request, &mut SearchControl { stop: &|| false, progress: &mut progress });
    assert_eq!((report.value(), report.depth < 10, depths > 0), (WIN - 3, true, true));
}

#[test]
fn only_the_search_moves_are_searched() {
    let chess = TypedGame::<Chess>::new(Options::default());
    let search_moves = ["a2a3", "h2h3"].map(|text| chess.position().parse_action(text).unwrap()).to_vec();
    let request =
        SearchRequest { multi_pv: 9, search_moves: search_moves.clone(), ..SearchRequest::new(Limits::nodes(2_000)) };
    let report = search(&chess, &request, &mut SearchControl { stop: &|| false, progress: &mut |_| {} });
    assert!(report.lines.len() == 2 && report.lines.iter().all(|line| search_moves.contains(&line.actions[0])));
}
