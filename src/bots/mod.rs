//! Players: each chooses one of the legal actions, the same one for the same match and seed unless a clock or more than one thread has
//! a part in it.
//!
//! A bot sees a match as a player does, and never rolls: where a die is due it is not asked. It has no clock: whoever asks it stops it.

mod assess;
mod bot;
mod control;
mod greedy;
mod level;
mod limits;
mod mcts;
mod random;
mod search;
mod strength;
mod value;

pub use assess::{Assessment, Face, assess, assess_faces, value_for};
pub use bot::{Bot, UnknownBot};
pub use control::{Control, Line, Report};

pub use limits::Limits;
pub use random::any;
pub use strength::expected_score;
pub use value::{EVALUATION_LIMIT, SCALE, WIN, WIN_BOUND, value_of_probability, win_probability};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::engine::{Position, Side, Tabletop, Turn, TypedGame};
use search::{Noise, Question};

/// The noise of the strong bots, hundredths of a pawn: enough that another seed is another match.
const VARIETY: i32 = 2;

/// What this bot does here; `None` where no decision is due. The same seed gives the same choice.
#[must_use]
pub fn choose<P: Tabletop>(bot: Bot, game: &TypedGame<P>, seed: u64) -> Option<P::Action> {
    let report = think(bot, game, seed, &mut Control { stop: &|| false, progress: &mut |_| {} });
    report.lines.first()?.actions.first().copied()
}

/// What this bot does here and expects of it, as long as it is not stopped; no line where no decision is due. `seed` is the match's.
#[must_use]
pub fn think<P: Tabletop>(
    bot: Bot,
    game: &TypedGame<P>,
    seed: u64,
    control: &mut Control<'_, P::Action>,
) -> Report<P::Action> {
    let Turn::Decide(side) = game.turn() else { return Report::default() };
    // One for all of the match, so that the same position is judged alike each time, and one for this decision.
    let match_seed = mixed(seed ^ (side.index() as u64 + 1));
    let decision_seed = mixed(match_seed ^ game.actions().len() as u64);
    let question =
        |limits| Question { noise: Noise { seed: match_seed, most: VARIETY }, ..Question::new(with_threads(limits)) };
    match (bot, bot.limits()) {
        (Bot::Level(level), _) => {
            level::choose(usize::from(level).wrapping_sub(1), game, side, match_seed, decision_seed, control)
        }
        (Bot::Search(_) | Bot::Max, Some(limits)) => search::search(game, &question(limits), control),
        (Bot::Mcts(_), Some(limits)) => mcts::evaluated(game, limits, decision_seed, control),
        (Bot::Uct(_), Some(limits)) => mcts::plain(game, limits, decision_seed, control),
        _ => simple(bot, game, side, decision_seed),
    }
}

/// The bots that do not search.
fn simple<P: Position>(bot: Bot, game: &TypedGame<P>, side: Side, seed: u64) -> Report<P::Action> {
    let position = game.position();
    let mut actions = Vec::new();
    position.generate(&mut actions);
    // Generators may list in any order; the choice must not depend on it.
    actions.sort_unstable();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let action = match bot {
        Bot::Random => random::any(&actions, &mut rng),
        _ => greedy::choose(position, side, &actions, &mut rng),
    };
    let value = position.evaluate();
    let lines = action.into_iter().map(|action| Line { actions: vec![action], value, depth: 0 }).collect();
    Report { lines, depth: 0, nodes: actions.len() as u64 }
}

/// 0 threads are all that there are.
fn with_threads(limits: Limits) -> Limits {
    let all = || std::thread::available_parallelism().map_or(1, |threads| threads.get() as u32);
    Limits { threads: if limits.threads == 0 { all() } else { limits.threads }, ..limits }
}

/// A step of `SplitMix64`, so that neighbouring seeds have nothing in common.
const fn mixed(seed: u64) -> u64 {
    let z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
