//! Actions played and evaluated per node, and packing of actions.

use super::*;

/// A search plays few actions besides its nodes. The limits are a little above the counts measured
/// in a middlegame.
#[test]
fn few_actions_are_played_and_evaluated_for_each_node() {
    struct Count;
    impl Visitor for Count {
        type Output = [f64; 2];
        fn visit<P: Game>(self) -> [f64; 2] {
            let game = random_game::<P>(3, 14);
            let Turn::Decide(_) = game.turn() else { panic!("{}: no decision", P::INFO.id) };
            let never = || false;
            let shared = SharedState::new(1 << 16, 30_000, &never);
            let mut thread = SearchThread::new(&game, &shared, Noise::default());
            let node = Node::new(game.position().clone());
            for depth in 1..40 {
                thread.root_depth = depth;
                thread.search_child(node.turn.side().unwrap(), &node, Window::FULL, depth, 1);
            }
            [thread.plays, thread.evaluations].map(|count| count as f64 / thread.nodes as f64)
        }
    }
    for info in games::ALL {
        let [plays, evaluations] = games::visit(info.id, Count).unwrap();
        println!("{}: {plays:.2} actions played and {evaluations:.2} evaluations per node", info.id);
        // Where a die is due, all faces are played before the table is probed.
        let most = if info.dice { 1.7 } else { 1.2 };
        assert!(plays <= most && evaluations <= 1.0, "{}: {plays} played, {evaluations} evaluated", info.id);
    }
}

#[test]
fn actions_are_packed_and_unpacked() {
    struct Check;
    impl Visitor for Check {
        type Output = ();
        fn visit<P: Game>(self) {
            for seed in 0..50 {
                let (mut actions, mut rolls) = (Vec::new(), Vec::new());
                let game = random_game::<P>(seed, 2 * seed);
                game.position().generate(&mut actions);
                game.position().chance(&mut rolls);
                actions.extend(rolls.into_iter().map(|(roll, _)| roll));
                for action in actions {
                    assert_eq!(P::Action::unpack(action.pack()), action, "{}", P::INFO.id);
                }
            }
        }
    }
    for info in games::ALL {
        games::visit(info.id, Check).unwrap();
    }
}

/// See [`Heuristics::gain`](crate::engine::Heuristics::gain).
#[test]
fn noisy_actions_are_the_actions_with_a_gain() {
    struct Check;
    impl Visitor for Check {
        type Output = u32;
        fn visit<P: Game>(self) -> u32 {
            let mut count = 0;
            for seed in 0..100 {
                let game = random_game::<P>(seed, 5 + seed);
                let position = game.position();
                let (mut all, mut noisy) = (Vec::new(), Vec::new());
                position.generate(&mut all);
                position.generate_noisy(&mut noisy);
                for action in all {
                    let gain = position.gain(action);
                    assert_eq!(gain.is_some(), noisy.contains(&action), "{} {action} {position}", P::INFO.id);
                    // An exchange gains no more than its first capture.
                    assert!(
                        gain.is_none_or(|gain| !position.see(action, gain + 1)),
                        "{} {action} {position}",
                        P::INFO.id
                    );
                    count += u32::from(gain.is_some());
                }
            }
            count
        }
    }
    for info in games::ALL {
        assert!(games::visit(info.id, Check).unwrap() >= 20, "{}", info.id);
    }
}
