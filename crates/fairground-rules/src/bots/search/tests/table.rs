//! Use of the transposition table by the search.

use super::*;
use crate::bots::search::parameters::LATE_HALFMOVE_CLOCK;
use crate::engine::HALFMOVE_LIMIT;
use crate::games::whack::Whack;

/// The position with another halfmove clock, one of the numbers at the end of its text.
fn with_clock<P: Game>(position: &P, clock: u32) -> Option<P> {
    let text = position.to_string();
    let words: Vec<_> = text.split(' ').collect();
    let number = clock.to_string();
    (0..words.len()).rev().find_map(|at| {
        let changed = [&words[..at], &[number.as_str()], &words[at + 1..]].concat().join(" ");
        let found = P::parse(&changed, &Options::default()).ok()?;
        (found.halfmove_clock() == clock && found.key() == position.key()).then_some(found)
    })
}

fn match_from<P: Game>(position: &P) -> TypedGame<P> {
    game(&position.to_string())
}

/// Several threads overwrite the same small table.
#[test]
fn every_line_is_legal() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<P: Game>(self) {
            let limits = Limits { threads: 4, hash: Some(1), ..Limits::nodes(40_000) };
            for seed in 0..3 {
                let game = random_game::<P>(seed, 6 + 11 * seed);
                let mut check = |report: &SearchResult<P::Action>| {
                    for line in &report.lines {
                        let mut game = game.clone();
                        for &action in &line.actions {
                            assert!(game.check(action).is_ok(), "{} {action} in {line:?}: {game:?}", P::INFO.id);
                            game.play(action);
                        }
                        assert!(line.value.abs() <= EVALUATION_LIMIT || line.value.abs() >= WIN_BOUND, "{line:?}");
                    }
                };
                let request = SearchRequest { multi_pv: 2, ..SearchRequest::new(limits) };
                let report = search(&game, &request, &mut SearchControl { stop: &|| false, progress: &mut check });
                check(&report);
                assert!(report.nodes <= 40_000);
            }
        }
    }
    for info in games::ALL {
        games::visit(info.id, Check).unwrap();
    }
}

/// [`Rules::is_legal`](crate::engine::Rules::is_legal) agrees with the list of actions, even for
/// actions of other positions.
#[test]
fn is_legal_agrees_with_generate() {
    struct Check;
    impl Visitor for Check {
        type Output = [usize; 2];
        fn visit<P: Game>(self) -> [usize; 2] {
            let mut counts = [0; 2];
            let mut others: Vec<P::Action> = Vec::new();
            for seed in 0..30 {
                let game = random_game::<P>(seed, 4 * seed);
                let mut actions = Vec::new();
                game.position().generate(&mut actions);
                for action in actions.iter().chain(&others) {
                    let legal = game.position().is_legal(*action);
                    assert_eq!(legal, actions.contains(action), "{} {action} {}", P::INFO.id, game.position());
                    counts[usize::from(legal)] += 1;
                }
                others = actions;
            }
            counts
        }
    }
    for info in games::ALL {
        let [illegal, legal] = games::visit(info.id, Check).unwrap();
        assert!(illegal > 20 && legal > 100, "{}: {illegal} {legal}", info.id);
    }
}

/// Simulates a key collision with another position.
#[test]
fn an_illegal_action_of_the_table_is_not_played() {
    let chess = TypedGame::<Chess>::new(Options::default());
    let [first, foreign] = ["e2e4", "d2d4"].map(|text| chess.position().parse_action(text).unwrap());
    let mut next = *chess.position();
    next.play(first);
    let never = || false;
    let shared = SharedState::new(1 << 10, u64::MAX, &never);
    shared.table.store(Node::new(next).table_key, known(Some(foreign), 3_000, 2, Bound::Lower), 1);
    let mut thread = SearchThread::new(&chess, &shared, Noise::default());
    thread.root_depth = 3;
    thread.search_child(Side::White, &Node::new(next), Window::FULL, 3, 1);
    let line = &thread.stack[1].pv;
    assert!(!line.is_empty() && !line.contains(&foreign), "{line:?}");
    // No outcome of a die is probed with it either.
    let fluky = random_game::<Fluky>(5, 12);
    let Turn::Decide(side) = fluky.turn() else { panic!("no decision: {}", fluky.position()) };
    let mut actions = Vec::new();
    fluky.position().generate(&mut actions);
    let due = actions.iter().map(|&action| {
        let mut next = *fluky.position();
        next.play(action);
        next
    });
    let due = due.into_iter().find(|next| matches!(next.turn(), Turn::Chance(..))).unwrap();
    let values = [false, true].map(|foreign| {
        let shared = SharedState::new(1 << 12, u64::MAX, &never);
        let mut thread = SearchThread::new(&fluky, &shared, Noise::default());
        thread.full_width = true;
        let mut rolls = Vec::new();
        due.chance(&mut rolls);
        for (roll, _) in rolls {
            let mut next = due;
            next.play(roll);
            // An action of the opponent of the side to act.
            let action = foreign.then_some(actions[0]);
            shared.table.store(Node::new(next).table_key, known(action, 0, -1, Bound::Lower), 2);
        }
        thread.search_child(side, &Node::new(due), Window::FULL, 2, 1)
    });
    assert_eq!(values[0], values[1]);
}

/// A value from an early halfmove clock does not apply to a late one, or vice versa: at decisions,
/// at throws and in quiescence.
#[test]
fn values_of_another_halfmove_clock_do_not_count() {
    struct Check;
    impl Visitor for Check {
        type Output = [u32; 2];
        fn visit<P: Game>(self) -> [u32; 2] {
            let mut counts = [0; 2];
            let never = || false;
            for actions in 10..40 {
                let position = random_game::<P>(7, actions).position().clone();
                let Some(side) = position.turn().side() else { continue };
                let (Some(early), Some(late)) =
                    (with_clock(&position, 0), with_clock(&position, LATE_HALFMOVE_CLOCK + 5))
                else {
                    continue;
                };
                let window = Window { alpha: 5_000, beta: 5_001 };
                for (stored, searched, hit) in [(&early, &late, false), (&late, &early, false), (&late, &late, true)] {
                    let shared = SharedState::new(1 << 10, u64::MAX, &never);
                    shared.table.store(Node::new(stored.clone()).table_key, known(None, 6_000, 9, Bound::Lower), 1);
                    let game = match_from(searched);
                    let mut thread = SearchThread::new(&game, &shared, Noise::default());
                    let node = Node::new(searched.clone());
                    if matches!(node.turn, Turn::Chance(..)) {
                        counts[0] += 1;
                        let value = thread.search_chance(side, &node, window, 1, 1);
                        assert_eq!(value == 6_000, hit, "{} {searched}", P::INFO.id);
                    } else {
                        counts[1] += 1;
                        let value = thread.quiesce(side, &node, window, 0, 1);
                        assert_eq!(value == 6_000, hit, "{} {searched}", P::INFO.id);
                        let value = thread.search_decision(side, &node, window, 1, 1, true);
                        assert_eq!(value == 6_000, hit, "{} {searched}", P::INFO.id);
                    }
                }
            }
            counts
        }
    }
    for info in games::ALL {
        let [throws, decisions] = games::visit(info.id, Check).unwrap();
        // In Whack Chess, only captures precede throws, and they reset the clock to 0.
        assert!(decisions > 10 && (throws > 5 || info.id != "fluky"), "{}: {throws} throws, {decisions}", info.id);
    }
}

/// Near the limit of the halfmove clock the value equals minimax, even if the table is full of
/// values of the same positions with an earlier clock.
#[test]
fn a_used_table_does_not_change_values_near_the_limit() {
    fn compare<P: Game>(depth: i32, most: usize) -> u32 {
        let mut compared = 0;
        let never = || false;
        for (seed, clock) in (0..15).zip((HALFMOVE_LIMIT - 5..HALFMOVE_LIMIT).cycle()) {
            let position = random_game::<P>(seed, 10 + 3 * seed).position().clone();
            let Turn::Decide(side) = position.turn() else { continue };
            let (Some(early), Some(late)) = (with_clock(&position, 0), with_clock(&position, clock)) else { continue };
            let shared = SharedState::new(1 << 14, u64::MAX, &never);
            let mut actions = Vec::new();
            position.generate(&mut actions);
            for &action in actions.iter().step_by(1 + actions.len() / most) {
                for position in [&early, &late, &early] {
                    let game = match_from(position);
                    let mut thread = SearchThread::new(&game, &shared, Noise::default());
                    thread.full_width = true;
                    let mut next = position.clone();
                    next.play(action);
                    let mut plain = SearchThread::new(&game, &shared, Noise::default());
                    let expected = minimax(&mut plain, side, &next, depth, 1);
                    let node = Node::new(next);
                    for at in [expected - 1, expected] {
                        let window = Window { alpha: at, beta: at + 1 };
                        let value = thread.search_child(side, &node, window, depth, 1);
                        assert_eq!(value > at, expected > at, "{} {action} {position}", P::INFO.id);
                    }
                    let value = thread.search_child(side, &node, Window::FULL, depth, 1);
                    assert_eq!(value, expected, "{} {action} {position}", P::INFO.id);
                    compared += 1;
                }
            }
        }
        compared
    }
    assert!(compare::<Fluky>(3, 4) > 20);
    assert!(compare::<Whack>(1, 4) > 10);
    assert!(compare::<Chess>(2, 4) > 20);
}

/// A null window may use assumed values; an open window or a window for a win may not.
#[test]
fn assumed_values_are_not_proven() {
    let games = (12..40).map(|actions| random_game::<Fluky>(5, actions));
    let fluky = games.into_iter().find(|game| matches!(game.turn(), Turn::Chance(..))).unwrap();
    let Turn::Chance(side, _) = fluky.turn() else { unreachable!() };
    let never = || false;
    let node = Node::new(*fluky.position());
    let value = |window: Window, assumed| {
        let shared = SharedState::new(1 << 10, u64::MAX, &never);
        let found = NewEntry { assumed, ..known(None, 777, 9, Bound::Exact) };
        shared.table.store(node.table_key, found, 1);
        let mut rolls = Vec::new();
        node.position.chance(&mut rolls);
        for (roll, _) in rolls {
            let mut next = node.position;
            next.play(roll);
            shared.table.store(Node::new(next).table_key, found, 2);
        }
        let mut thread = SearchThread::new(&fluky, &shared, Noise::default());
        let value = thread.search_chance(side, &node, window, 1, 1);
        (value, thread.assumptions > 0)
    };
    let narrow = Window { alpha: 10, beta: 11 };
    assert_eq!([true, false].map(|assumed| value(narrow, assumed)), [(777, true), (777, false)]);
    let win = Window { alpha: WIN_BOUND, beta: WIN_BOUND + 1 };
    for window in [Window::FULL, win] {
        assert_ne!(value(window, true).0, 777);
    }
}

/// The table marks entries whose null window was decided by an assumption.
#[test]
fn nodes_above_an_assumption_are_marked() {
    let never = || false;
    let (mut assumed, mut facts) = (0, 0);
    for seed in 0..12 {
        let fluky = random_game::<Fluky>(seed, 20);
        let Turn::Decide(side) = fluky.turn() else { continue };
        let shared = SharedState::new(1 << 12, u64::MAX, &never);
        let mut thread = SearchThread::new(&fluky, &shared, Noise::default());
        thread.root_depth = 3;
        let node = Node::new(*fluky.position());
        let evaluation = thread.evaluate(&node);
        let window = Window { alpha: evaluation, beta: evaluation + 1 };
        thread.search_decision(side, &node, window, 3, 1, false);
        if let Some(entry) = shared.table.probe(node.table_key) {
            assert_eq!(entry.assumed, thread.assumptions > 0);
            *(if entry.assumed { &mut assumed } else { &mut facts }) += 1;
        }
    }
    assert!(assumed > 0, "{assumed} assumed, {facts} facts");
}

/// A throw costs the depth that its game states, except in a search compared with plain minimax.
#[test]
fn a_throw_costs_depth() {
    fn searched<P: Game>(full_width: bool) -> i32 {
        let game = (0..).map(|seed| random_game::<P>(seed, 20)).find(|game| matches!(game.turn(), Turn::Chance(..)));
        let (game, never) = (game.unwrap(), || false);
        let Turn::Chance(side, _) = game.turn() else { unreachable!() };
        let shared = SharedState::new(1 << 12, u64::MAX, &never);
        let mut thread = SearchThread::new(&game, &shared, Noise::default());
        (thread.root_depth, thread.full_width) = (2, full_width);
        let node = Node::new(game.position().clone());
        thread.search_child(side, &node, Window::FULL, 2, 1);
        shared.table.probe(node.table_key).unwrap().depth.into()
    }
    assert_eq!([false, true].map(searched::<Whack>), [1, 2]);
    assert_eq!([false, true].map(searched::<Fluky>), [2, 2]);
}
