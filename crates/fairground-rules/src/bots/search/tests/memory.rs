//! Knowledge passed on between the searches of a match.

use super::*;
use crate::bots::Evaluation;
use crate::bots::search::SearchMemory;

/// Searches with this memory.
fn remember<P: Game>(game: &TypedGame<P>, limits: Limits, memory: &SearchMemory) -> SearchResult<P::Action> {
    let request = SearchRequest { memory: Some(memory.clone()), ..SearchRequest::new(limits) };
    search(game, &request, &mut SearchControl { stop: &|| false, progress: &mut |_| {} })
}

#[test]
fn a_search_continues_from_the_previous_one() {
    struct Check;
    impl Visitor for Check {
        type Output = [u64; 2];
        fn visit<P: Game>(self) -> [u64; 2] {
            let mut nodes = [0, 0];
            for seed in 0..24 {
                let memory = SearchMemory::default();
                let mut game = random_game::<P>(seed, 20);
                let Turn::Decide(_) = game.turn() else { continue };
                let depth = ask(&game, Limits::nodes(5_000)).depth.max(2);
                let limits = |depth| Limits { depth: Some(depth), hash: Some(1), ..Limits::default() };
                let first = remember(&game, limits(depth), &memory);
                assert_eq!(first, ask(&game, limits(depth)), "{}: the memory is empty", P::INFO.id);
                game.play(first.lines[0].actions[0]);
                while let Turn::Chance(..) = game.turn() {
                    let mut rolls = Vec::new();
                    game.position().chance(&mut rolls);
                    game.play(rolls[0].0);
                }
                let Turn::Decide(_) = game.turn() else { continue };
                let limits = limits(depth - 1);
                nodes[0] += ask(&game, limits).nodes;
                nodes[1] += remember(&game, limits, &memory).nodes;
            }
            nodes
        }
    }
    for info in games::ALL {
        let [fresh, remembered] = games::visit(info.id, Check).unwrap();
        println!("{}: {fresh} nodes, {remembered} with a memory", info.id);
        assert!(10 * remembered < 9 * fresh, "{}: {fresh} nodes, {remembered} with a memory", info.id);
    }
}

#[test]
fn values_of_another_evaluation_or_in_another_table_are_forgotten() {
    let game = random_game::<Chess>(5, 20);
    let limits = Limits { depth: Some(6), hash: Some(1), ..Limits::default() };
    for other in [Limits { evaluation: Evaluation::HandWritten, ..limits }, Limits { hash: Some(2), ..limits }] {
        let memory = SearchMemory::default();
        let by_other = remember(&game, other, &memory);
        assert_eq!(remember(&game, limits, &memory), ask(&game, limits));
        assert_eq!(remember(&game, other, &memory), by_other);
    }
}

/// Bots limited by nodes or depth on one thread.
#[test]
fn deterministic_bots_ignore_memory() {
    let memory = SearchMemory::default();
    let mut game = random_game::<Chess>(5, 20);
    for _ in 0..4 {
        let decide = |memory| {
            let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
            think(Bot::Search(Limits::nodes(3_000)), &game, 1, memory, &mut control)
        };
        let found = decide(Some(&memory));
        assert_eq!(found, decide(None));
        game.play(found.lines[0].actions[0]);
    }
}
