//! Tests of the whole search.

mod cost;
mod limits;
mod memory;
mod table;

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::history::MoveIndex;
use super::node::Node;
use super::thread::{SearchThread, SharedState};
use super::transposition::NewEntry;
use super::window::Window;
use super::{Noise, SearchRequest, search};
use crate::bots::random::choose_uniform;
use crate::bots::value::{Bound, EVALUATION_LIMIT, WIN, WIN_BOUND, of_utility, outcome_value, utility};
use crate::bots::{self, Bot, Limits, SearchControl, SearchResult, analyse, think};
use crate::engine::{Game, Notation, Options, Packed, Position, Rules, Side, Turn, TypedGame};
use crate::games::abalonian::Abalonian;
use crate::games::chess::Chess;
use crate::games::fluky::Fluky;
use crate::games::tactical::Tactical;
use crate::games::{self, Visitor};

fn game<P: Game>(text: &str) -> TypedGame<P> {
    TypedGame::from_text(Options::default(), text).unwrap()
}

fn ask<P: Game>(game: &TypedGame<P>, limits: Limits) -> SearchResult<P::Action> {
    search(game, &SearchRequest::new(limits), &mut SearchControl { stop: &|| false, progress: &mut |_| {} })
}

/// Lets a bot with limits choose.
fn choose<P: Game>(bot: Bot, game: &TypedGame<P>, seed: u64) -> P::Action {
    bots::choose(bot, game, seed, &|| false).unwrap()
}

/// A table entry without a static evaluation and without an assumption.
fn known<A>(action: Option<A>, value: i32, depth: i32, bound: Bound) -> NewEntry<A> {
    NewEntry { action, value, evaluation: None, depth, bound, assumed: false }
}

/// The match after `actions` random actions, determined by `seed`.
pub fn random_game<P: Game>(seed: u64, actions: u64) -> TypedGame<P> {
    let mut game = TypedGame::<P>::new(Options::default());
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..actions {
        let (mut actions, mut rolls) = (Vec::new(), Vec::new());
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Decide(_) => game.position().generate(&mut actions),
            Turn::Chance(..) => {
                game.position().chance(&mut rolls);
                actions.extend(rolls.iter().flat_map(|&(roll, weight)| std::iter::repeat_n(roll, weight.into())));
            }
        }
        actions.sort_unstable();
        game.play(choose_uniform(&actions, &mut rng).unwrap());
    }
    game
}

/// The value of a position by plain minimax, which the search has to find.
fn minimax<P: Position>(thread: &mut SearchThread<'_, P>, side: Side, next: &P, depth: i32, ply: usize) -> i32 {
    let turn = next.pending();
    if let Turn::Over(outcome) = turn {
        return outcome_value(outcome, side, ply);
    }
    let key = next.repetition_key();
    if key.is_some_and(|key| thread.repetitions.is_draw(next, key)) {
        return 0;
    }
    key.inspect(|&key| thread.repetitions.push(key));
    let value = match turn {
        Turn::Chance(other, _) => {
            let (mut rolls, mut sum, mut weights) = (Vec::new(), 0, 0);
            next.chance(&mut rolls);
            for (roll, weight) in rolls {
                let mut after = next.clone();
                after.play(roll);
                let value = match after.pending() {
                    Turn::Chance(..) => thread.evaluate_for(other, &Node::new(after), ply + 1),
                    _ => minimax(thread, other, &after, depth, ply + 1),
                };
                sum += i64::from(weight) * utility(value);
                weights += i64::from(weight);
            }
            of_utility(sum.div_euclid(weights))
        }
        _ => {
            let mut actions = Vec::new();
            next.generate(&mut actions);
            let own = turn.side().unwrap();
            if actions.is_empty() {
                outcome_value(next.outcome_without_actions(), own, ply)
            } else if depth <= 0 {
                thread.evaluate(&Node::new(next.clone()))
            } else {
                let value = |action| {
                    let mut after = next.clone();
                    after.play(action);
                    minimax(thread, own, &after, depth - 1, ply + 1)
                };
                actions.into_iter().map(value).max().unwrap()
            }
        }
    };
    if key.is_some() {
        thread.repetitions.pop();
    }
    if turn.side() == Some(side) { value } else { -value }
}

/// Alpha-beta, Star1, Star2 and the table never change the result: with an open window the value
/// equals the minimax value, with a narrow one it is on the correct side.
#[test]
fn pruning_preserves_the_value() {
    struct Compare(i32);
    impl Visitor for Compare {
        type Output = ();
        fn visit<P: Game>(self) {
            for seed in 0..4 {
                let game = random_game::<P>(seed, 8 + 13 * seed);
                let Turn::Decide(side) = game.turn() else { continue };
                let never = || false;
                let shared = SharedState::new(1 << 12, u64::MAX, &never);
                let mut thread = SearchThread::new(&game, &shared, Noise::default());
                thread.full_width = true;
                let mut actions = Vec::new();
                game.position().generate(&mut actions);
                for &action in actions.iter().step_by(1 + actions.len() / 5) {
                    let mut next = game.position().clone();
                    next.play(action);
                    let mut plain = SearchThread::new(&game, &shared, Noise::default());
                    let expected = minimax(&mut plain, side, &next, self.0, 1);
                    for depth in 0..=self.0 {
                        let value = thread.search_child(side, &Node::new(next.clone()), Window::FULL, depth, 1);
                        assert!(
                            depth < self.0 || value == expected,
                            "{} {value} {expected} {action} {}",
                            P::INFO.id,
                            game.position()
                        );
                    }
                    for at in [expected - 30, expected - 1, expected, expected + 40] {
                        let empty = SharedState::new(1 << 10, u64::MAX, &never);
                        let mut thread = SearchThread::new(&game, &empty, Noise::default());
                        thread.full_width = true;
                        let window = Window { alpha: at, beta: at + 1 };
                        let value = thread.search_child(side, &Node::new(next.clone()), window, self.0, 1);
                        assert_eq!(value > at, expected > at, "{} {action} {}", P::INFO.id, game.position());
                    }
                }
            }
        }
    }
    for info in games::ALL {
        let depth = match info.id {
            "fluky" => 3,
            "tactical" | "whack" => 1,
            _ => 2,
        };
        games::visit(info.id, Compare(depth)).unwrap();
    }
}

#[test]
fn mates_are_found() {
    // Composed positions: a back rank, two rooks, and a smothered mate with a queen sacrifice.
    for (text, actions, own) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", &["d1d8"][..], 1),
        ("7k/8/8/8/8/8/R7/1R5K w - - 0 1", &["a2a7", "b1b7", "b1g1"], 2),
        ("5r1k/6pp/7N/8/2Q5/8/8/K7 w - - 0 1", &["c4g8"], 2),
    ] {
        let report = ask(&game::<Chess>(text), Limits::nodes(60_000));
        assert_eq!(report.value(), WIN - (2 * own - 1), "{text}");
        assert!(actions.contains(&report.lines[0].actions[0].to_string().as_str()), "{text}");
    }
}

#[test]
fn wins_on_every_roll_are_proven() {
    // The king reaches the goal in one move, or in two from b3: assets/rules/fluky.md, The end.
    assert_eq!(ask(&game::<Fluky>("5/1K3/5/4k/5 w - 0"), Limits::nodes(10_000)).value(), WIN - 1);
    let two = ask(&game::<Fluky>("5/5/1K2k/5/5 w - 24"), Limits::nodes(10_000));
    assert!(two.value() >= WIN_BOUND && ["b3a4", "b3b4"].contains(&two.lines[0].actions[0].to_string().as_str()));
}

#[test]
fn limits_are_kept_to_the_node() {
    let chess = TypedGame::<Chess>::new(Options::default());
    for nodes in [1, 19, 20, 21, 1_000, 12_345] {
        for threads in [1, 3] {
            let report = ask(&chess, Limits { threads, ..Limits::nodes(nodes) });
            assert_eq!(report.nodes, nodes, "{threads} threads");
            assert_eq!(report.lines.len(), 1);
        }
    }
    let shallow = ask(&chess, Limits { depth: Some(3), threads: 1, ..Limits::default() });
    assert_eq!((shallow.depth, shallow.lines[0].depth), (3, 3));
}

#[test]
fn one_thread_repeats_itself() {
    let fluky = random_game::<Fluky>(5, 12);
    let chess = random_game::<Chess>(5, 12);
    assert_eq!(ask(&fluky, Limits::nodes(20_000)), ask(&fluky, Limits::nodes(20_000)));
    assert_eq!(ask(&chess, Limits::nodes(20_000)), ask(&chess, Limits::nodes(20_000)));
}

#[test]
fn it_stops_on_request() {
    let asked = AtomicU64::new(0);
    let stop = || asked.fetch_add(1, Ordering::Relaxed) >= 10;
    let chess = TypedGame::<Chess>::new(Options::default());
    let limits = Limits { threads: 1, ..Limits::default() };
    let mut reports = 0;
    let mut progress = |_: &SearchResult<_>| reports += 1;
    let report =
        search(&chess, &SearchRequest::new(limits), &mut SearchControl { stop: &stop, progress: &mut progress });
    assert_eq!(report.nodes, 2_560, "the stop flag is polled every 256 nodes");
    assert!(report.lines.len() == 1 && reports > 0);
}

#[test]
fn several_lines_are_the_best_ones() {
    let chess = game::<Chess>("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    let request =
        SearchRequest { multi_pv: 4, ..SearchRequest::new(Limits { depth: Some(4), threads: 1, ..Limits::default() }) };
    let report = search(&chess, &request, &mut SearchControl { stop: &|| false, progress: &mut |_| {} });
    assert_eq!((report.lines.len(), report.lines[0].value), (4, WIN - 1));
    assert_eq!(report.lines[0].actions[0].to_string(), "h5f7");
    let first: BTreeSet<_> = report.lines.iter().map(|line| line.actions[0]).collect();
    assert_eq!(first.len(), 4);
    assert!(report.lines.is_sorted_by(|a, b| a.value >= b.value));
    // A search for a single line finds the same value.
    assert_eq!(ask(&chess, Limits { depth: Some(4), threads: 1, ..Limits::default() }).value(), WIN - 1);
}

/// The losing side gives perpetual check; the winning side avoids repetitions.
#[test]
fn repetitions_are_detected() {
    let lost = ask(&game::<Chess>("7k/6p1/8/8/8/rr6/q5PP/4Q2K w - - 0 1"), Limits::nodes(100_000));
    assert_eq!((lost.value(), lost.lines[0].actions[0].to_string().as_str()), (0, "e1e8"));
    let mut won = game::<Chess>("8/8/8/7k/8/4R3/8/K7 w - - 0 1");
    for action in ["e3f3", "h5g5", "f3e3", "g5h5", "e3f3", "h5g5", "f3e3"] {
        let action = won.position().parse_action(action).unwrap();
        won.play(action);
    }
    // Black draws by the third occurrence; White, a rook up, avoids it.
    let drawn = ask(&won, Limits::nodes(20_000));
    assert_eq!((drawn.value(), drawn.lines[0].actions[0].to_string().as_str()), (0, "g5h5"));
    won.undo();
    let report = ask(&won, Limits::nodes(20_000));
    assert!(report.value() > 300 && report.lines[0].actions[0].to_string() != "f3e3", "{report:?}");
}

/// At depth 3, pruning hides the mate in 2, and a mate in 3 is found first.
#[test]
fn a_shorter_win_is_found_after_a_longer_one() {
    let report = ask(&game::<Abalonian>("8/1k5P/2C5/8/6K1/p7/P7/3R4 w - - 7 57"), Limits::nodes(100_000));
    assert_eq!(report.value(), WIN - 3);
}

/// If a claimable draw is not claimed, the better side goes on looking for a win up to the next
/// limit.
#[test]
fn unclaimed_draws_do_not_stop_the_search() {
    let value = |clock: u32| {
        let text = format!("8/8/8/4k3/8/8/8/KQ6 w - - {clock} 120");
        ask(&game::<Chess>(&text), Limits::nodes(20_000)).value()
    };
    // The next ply opens the claim, and Black makes it.
    assert_eq!(value(99), 0);
    assert!(value(100) > 300 && value(160) > 300);
    assert_eq!(value(149), 0);
}

#[test]
fn null_moves_end_repetition() {
    let chess = TypedGame::<Chess>::new(Options::default());
    let never = || false;
    let shared = SharedState::new(1 << 10, u64::MAX, &never);
    let mut thread = SearchThread::new(&chess, &shared, Noise::default());
    let next = *random_game::<Chess>(1, 3).position();
    let key = next.repetition_key().unwrap();
    thread.repetitions.push(key);
    assert!(thread.repetitions.is_draw(&next, key));
    let before = thread.repetitions.enter_null_move();
    assert!(!thread.repetitions.is_draw(&next, key));
    thread.repetitions.push(key);
    assert!(thread.repetitions.is_draw(&next, key));
    thread.repetitions.pop();
    thread.repetitions.leave_null_move(before);
    assert!(thread.repetitions.is_draw(&next, key));
}

/// The table does not show that an outcome repeats a position.
#[test]
fn draws_come_before_the_table_at_chance_nodes() {
    let games = (12..40).map(|actions| random_game::<Fluky>(5, actions));
    let fluky = games.into_iter().find(|game| matches!(game.turn(), Turn::Chance(..))).unwrap();
    let Turn::Chance(side, _) = fluky.turn() else { unreachable!() };
    let never = || false;
    let shared = SharedState::new(1 << 10, u64::MAX, &never);
    let mut thread = SearchThread::new(&fluky, &shared, Noise::default());
    let mut rolls = Vec::new();
    fluky.position().chance(&mut rolls);
    for (roll, _) in rolls {
        let mut next = *fluky.position();
        next.play(roll);
        shared.table.store(Node::new(next).table_key, known(None, 500, 20, Bound::Exact), 4);
        thread.repetitions.push(next.repetition_key().unwrap());
    }
    thread.stack[3].evaluation = Some((side, 70));
    assert_eq!(thread.search_chance(side, &Node::new(*fluky.position()), Window::FULL, 2, 3), 0);
    assert!(thread.stack[3].evaluation.is_none(), "stale evaluation from another line");
}

#[test]
fn only_searched_actions_lose_history() {
    let chess = TypedGame::<Chess>::new(Options::default());
    let never = || false;
    let shared = SharedState::new(1 << 10, u64::MAX, &never);
    let mut thread = SearchThread::new(&chess, &shared, Noise::default());
    let action = |text| chess.position().parse_action(text).unwrap();
    let index = |text| MoveIndex::of(Side::White, chess.position(), action(text));
    thread.stack[0].moved = Some(index("g1f3"));
    // b2b3 was pruned.
    thread.stack[1].searched.push((action("a2a3"), false));
    thread.update_histories(chess.position(), Side::White, (action("e2e4"), false), 5, 1);
    let history = |text| thread.histories.quiet.get(Side::White.index(), action(text).pack()).signum();
    let actions = ["a2a3", "b2b3", "e2e4"];
    assert_eq!(actions.map(history), [-1, 0, 1]);
    let continuation = |thread: &SearchThread<Chess>, text| thread.continuation_score(1, index(text)).signum();
    assert_eq!(actions.map(|text| continuation(&thread, text)), [-1, 0, 1]);
    thread.stack[0].moved = Some(index("b1c3"));
    assert_eq!(actions.map(|text| continuation(&thread, text)), [0; 3], "after another action");
}

#[test]
fn quiescence_sees_a_capture_that_mates() {
    let chess = game::<Chess>("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 0 1");
    let never = || false;
    let shared = SharedState::new(1 << 10, u64::MAX, &never);
    let mut thread = SearchThread::new(&chess, &shared, Noise::default());
    let window = Window { alpha: 5_000, beta: 5_001 };
    assert!(thread.quiesce(Side::White, &Node::new(*chess.position()), window, 0, 0) >= WIN_BOUND);
}

#[test]
fn every_bot_takes_a_win_in_one() {
    let fluky = game::<Fluky>("5/1K3/1pr2/4k/5 w - 0");
    let chess = game::<Chess>("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    let bots = ["greedy", "1", "2", "3", "4", "5", "6", "7", "8", "search:nodes=500", "mcts:nodes=5000"];
    for bot in bots.map(|name| name.parse::<Bot>().unwrap()) {
        for seed in 0..3 {
            assert_eq!(choose(bot, &fluky, seed).to_string(), "b4a5", "{bot}");
            assert_eq!(choose(bot, &chess, seed).to_string(), "d1d8", "{bot}");
        }
    }
}

/// At many of these limits, the search stops just after the best action turns out to lose.
#[test]
fn a_stopped_search_does_not_choose_an_action_that_it_found_to_lose() {
    let chess = game::<Chess>("8/Q5p1/8/8/8/4K3/7p/7k b - - 1 74");
    let tactical = game::<Tactical>("6pp/6p1/5p2/3p4/4d3/k1J1j3/3P*3/5K2 - b 4 00 - 25");
    for nodes in (200..8_000).step_by(200) {
        let limits = Limits::nodes(nodes).with_hand_written_evaluation();
        let values = [ask(&chess, limits).lines[0].value, ask(&tactical, limits).lines[0].value];
        assert!(values.iter().all(|value| *value > -WIN_BOUND), "{nodes} nodes: {values:?}");
    }
}

#[test]
fn no_level_from_the_second_on_allows_a_loss_in_one() {
    // In the first position, Black threatens mate on the back rank. The second allows a fool's mate
    // if White opens the diagonal.
    let back = game::<Chess>("3r2k1/5ppp/8/8/8/8/PP3PPP/1N4K1 w - - 0 1");
    let fool = game::<Chess>("rnbqkbnr/pppp1ppp/4p3/8/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2");
    for level in 2..=8 {
        for seed in 0..3 {
            let played = choose(Bot::Level(level), &back, seed);
            let mut next = *back.position();
            next.play(played);
            assert!(crate::bots::level::immediate_win(&next, Side::Black).is_none(), "level {level} plays {played}");
            assert_ne!(choose(Bot::Level(level), &fool, seed).to_string(), "g2g4");
        }
    }
}
