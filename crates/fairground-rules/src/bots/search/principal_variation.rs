//! The principal variation: the continuation that the search expects after an action of the root.

use super::node::table_key;
use super::thread::SearchThread;
use crate::engine::{Position, Turn};

impl<P: Position> SearchThread<'_, P> {
    /// Sets the principal variation of this ply to `action` followed by the principal variation of
    /// the next ply.
    pub fn update_pv(&mut self, ply: usize, action: P::Action) {
        let [own, next] = &mut self.stack[ply..=ply + 1] else { return };
        own.pv.clear();
        own.pv.push(action);
        own.pv.extend_from_slice(&next.pv);
    }

    /// Extends a line from the root, shortened by cutoffs, to `length` actions from the
    /// transposition table. Stops at the end of the match, at a throw, and where the table has no
    /// legal action. Searches no nodes.
    pub fn extend_line(&mut self, root: &P, line: &mut Vec<P::Action>, length: usize) {
        if line.len() >= length {
            return;
        }
        let mut position = root.clone();
        let (mut pushed, mut drawn) = (0, false);
        let mut play = |thread: &mut Self, position: &mut P, action| {
            position.play(action);
            let Some(key) = position.repetition_key() else { return false };
            let drawn = thread.repetitions.is_draw(position, key);
            thread.repetitions.push(key);
            pushed += 1;
            drawn
        };
        for &action in &*line {
            drawn = play(self, &mut position, action);
        }
        while line.len() < length && !drawn && matches!(position.pending(), Turn::Decide(_)) {
            let entry = self.shared.table.probe(table_key(&position, position.key()));
            let Some(action) = entry.and_then(|entry| entry.action) else { break };
            if !position.is_legal(action) {
                break;
            }
            line.push(action);
            drawn = play(self, &mut position, action);
        }
        for _ in 0..pushed {
            self.repetitions.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::bots::search::tests::random_game;
    use crate::bots::search::{SearchRequest, search};
    use crate::bots::value::WIN_BOUND;
    use crate::bots::{Limits, SearchControl};
    use crate::engine::{Game, Turn, TypedGame};
    use crate::games::{self, Visitor};

    /// Plays a line. Returns `true` if the match is over or drawn after it, or a die is due.
    fn ends<P: Game>(game: &TypedGame<P>, line: &[P::Action]) -> bool {
        let mut game = game.clone();
        let mut keys = Vec::new();
        for (index, &action) in line.iter().enumerate() {
            game.check(action).unwrap();
            game.play(action);
            let key = game.position().repetition_key();
            let repeats = key.is_some() && keys.contains(&key);
            keys.push(key);
            if repeats || !matches!(game.turn(), Turn::Decide(_)) {
                assert_eq!(index + 1, line.len(), "{} {}: {line:?} goes on after its end", P::INFO.id, game.position());
                return true;
            }
        }
        false
    }

    #[test]
    fn a_line_is_as_long_as_the_search_is_deep() {
        struct Check(u32);
        impl Visitor for Check {
            type Output = [usize; 2];
            fn visit<P: Game>(self) -> [usize; 2] {
                let [mut whole, mut ended] = [0; 2];
                for seed in 0..6 {
                    let game = random_game::<P>(seed, 4 + 9 * seed);
                    for (depth, multi_pv) in (2..=self.0).flat_map(|depth| [(depth, 1), (depth, 3)]) {
                        let limits = Limits { depth: Some(depth), threads: 1, ..Limits::default() };
                        let request = SearchRequest { multi_pv, ..SearchRequest::new(limits) };
                        let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
                        for line in search(&game, &request, &mut control).lines {
                            if ends(&game, &line.actions) {
                                ended += 1;
                            } else if line.value.abs() < WIN_BOUND {
                                let length = line.actions.len();
                                assert!(length + 1 >= depth as usize, "{} {}: {line:?}", P::INFO.id, game.position());
                                whole += 1;
                            }
                        }
                    }
                }
                [whole, ended]
            }
        }
        for info in games::ALL {
            let depth = match info.id {
                "chess" => 7,
                "whack" | "tactical" => 3,
                _ => 5,
            };
            let [whole, ended] = games::visit(info.id, Check(depth)).unwrap();
            assert!(whole > 5 && ended < 20 * whole, "{}: {whole} lines, {ended} to their end", info.id);
        }
    }
}
