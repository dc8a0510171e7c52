//! Alpha-beta search over any [`Position`](crate::engine::Position), including chance nodes.
//!
//! Principal variation search with iterative deepening (`iterative_deepening.rs`, `alpha_beta.rs`)
//! and a transposition table (`transposition.rs`). Actions are ordered by their gain, killers and
//! history (`move_picker.rs`). Reductions (`reductions.rs`), pruning (`pruning.rs`) and quiescence
//! (`quiescence.rs`) shape the tree. Lines are collected during the search and completed from the
//! table (`principal_variation.rs`). Chance nodes are in `chance.rs`, all margins in
//! `parameters.rs`.
//!
//! In chess and Abalonian Chess, searches with the net are
//! [selective](crate::engine::Heuristics::SELECTIVE). In other games, the first version of that gained
//! nothing, at 20,000 nodes: Whack Chess -14 ± 48 Elo (150 matches), Makarenko's Chess +10 ± 42 (200),
//! Tactical Chess -7 ± 41 (200).
//!
//! The second version combines eleven changes, which gained 87 ± 29 Elo in chess (306 matches, 60,000
//! nodes), and 38 ± 48 in Abalonian Chess (200, 20,000 nodes). They were chosen by an experiment in
//! chess with 23 changes, each on or off at random, with opposite values for the two players (1,280
//! matches, 15,000 nodes). The error of each gain is 15 Elo:
//!
//! | change | Elo |
//! | --- | --- |
//! | fewer quiet actions at shallow depths, and a limit up to depth 8 | +12 |
//! | a ply of reduction for 6,000 instead of 9,000 points of history | +12 |
//! | full reductions of late actions at the root | +9 |
//! | narrower aspiration windows, which grow more slowly | +12 |
//! | larger reductions after a capture in the table | +10 |
//! | extensions in danger of leaves only | +7 |
//! | cutoffs by the table update the history | +9 |
//! | reductions of captures | +6 |
//! | a change of the history proportional to the depth instead of its square | +8 |
//! | depth by hindsight, see `hindsight` in `reductions.rs` | +7 |
//! | killers forgotten two plies on | +7 |
//! | not kept: delta pruning before the exchange evaluation and also of checks | +3 |
//! | not kept: values that fade with the halfmove clock | +1 |
//! | not kept: razoring at any depth, by the square of the depth | 0 |
//! | not kept: history of the last action by the change of the evaluation | +2 |
//! | not kept: singular extensions from depth 6, with a smaller margin | +1 |
//! | not kept: larger reductions after several cutoffs among the children | +1 |
//! | not kept: corrections of the evaluation two thirds larger | -1 |
//! | not kept: reductions a fifth larger | -4 |
//! | not kept: reverse futility margins 15 % smaller, with the mean of evaluation and beta as value | -3 |
//! | not kept: history of the last action after a node that fails low | -6 |
//! | not kept: null moves reduced by another ply | -6 |
//! | not kept: futility by the reduced depth | -17 |
//!
//! Tried in chess before the first version and not kept, with the gain in Elo and its 95 % error, the
//! number of matches, and the nodes of each decision:
//!
//! | change | Elo | matches | nodes |
//! | --- | --- | --- | --- |
//! | singular extensions from depth 6, with multicut | -5 ± 32 | 284 | 15,000 |
//! | larger reductions at expected cut nodes, deeper and shallower second searches | -5 ± 29 | 324 | 15,000 |
//! | corrections of the evaluation by the pieces of each side and by the pawns | -30 ± 27 | 294 | 15,000 |
//! | full reductions of late actions at the root | -6 ± 24 | 419 | 10,000 |
//! | singular extensions from depth 7, reductions at cut nodes and the root, reverse futility to depth 8, pruning by history | -30 ± 36 | 177 | 25,000 |
//! | reductions at the root, reverse futility to depth 8, larger null moves, futility by the reduced depth | -8 ± 42 | 131 | 25,000 |
//! | all margins 20 % smaller, as the net's values are 19 % smaller than the hand-written ones | -17 ± 40 | 179 | 8,000 |
//!
//! Other experiments varied many parameters and options together, at random, with opposite values
//! for the two players: margins, limits and reductions by up to a half, and most changes above on or
//! off. The largest effects were within chance: 21 ± 19 Elo of 32 in chess (902 matches, 8,000
//! nodes), -30 ± 25 of 20 in chess (498, 20,000 nodes; full reductions at the root), 12 ± 13 of 27 in
//! Abalonian Chess (2,220, 6,000 nodes). Without them, chess lost (944, 8,000 nodes): late move
//! reductions 75 ± 19, the history's order 58 ± 19, reverse futility 34 ± 18, the aspiration window
//! 32 ± 18; the null move, capture history, and reductions by the history lost nothing measurable.
//! The same experiment in Whack Chess found its [`Heuristics`](crate::engine::Heuristics). There, assumed
//! differences of 80 instead of 300 centipawns between outcomes (`CHANCE_MARGIN`) gained 35 ± 21 Elo
//! at 3,000 nodes (562 matches), but lost 11 ± 47 at 25,000 once throws cost depth (128 matches).

mod alpha_beta;
mod candidate;
mod chance;
mod correction;
mod history;
mod iterative_deepening;
mod memory;
mod move_picker;
mod node;
mod noise;
mod parameters;
mod principal_variation;
mod pruning;
mod quiescence;
mod reductions;
mod repetition;
mod request;
mod thread;
mod transposition;
mod window;

pub use iterative_deepening::{search, shared_state};
pub use memory::SearchMemory;
pub use noise::{Noise, faded};
pub use request::SearchRequest;
pub use thread::SearchThread;

#[cfg(test)]
mod tests;
