//! Bots choose legal actions. For the same match and seed, the choice is the same, unless a clock
//! or several threads are involved.
//!
//! A bot knows only the information available to players, and never throws a die. Bots have no
//! clock: the caller stops them.

mod analysis;
mod bot;
mod built_in;
mod control;
mod evaluation;
mod explanation;
mod greedy;
mod level;
mod limits;
mod mcts;
mod random;
mod search;
pub mod time;
mod value;

pub use analysis::{Analysis, Face, analyse, analyse_faces, analyse_ongoing, value_for};
pub use bot::{Bot, UnknownBot};
pub use control::{Line, SearchControl, SearchResult};
pub use evaluation::{Evaluation, UnknownEvaluation, value_by_net};
pub use explanation::{Explanation, Term, explain};
pub use level::{LevelRequest, expected_score, levels_for_elo, stockfish_elo};
pub use limits::{DEFAULT_HASH, Limits, MAX_HASH};
pub use random::RandomPlayer;
pub use search::{Noise, SearchMemory, SearchRequest};
pub use value::{Bound, EVALUATION_LIMIT, SCALE, WIN, WIN_BOUND, moves_to_win, win_draw_loss, win_probability};

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use self::built_in::Searches;
use crate::engine::{Position, Side, Turn, TypedGame, split_mix_64};

/// Noise of the strong bots, centipawns: just enough for different matches with different seeds.
const DEFAULT_NOISE: i32 = 2;

/// Chooses an action for a bot; `None` where no decision is due. The same seed gives the same
/// choice. Without a limit of nodes or depth, a search ends only when `stop` returns `true`.
#[must_use]
pub fn choose<P: Position>(
    bot: Bot,
    game: &TypedGame<P>,
    seed: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Option<P::Action> {
    let report = think(bot, game, seed, None, &mut SearchControl { stop, progress: &mut |_| {} });
    report.lines.first()?.actions.first().copied()
}

/// Searches an action for a bot until done or stopped, and reports the expected lines; no line
/// where no decision is due. `seed` is the seed of the match. `memory` carries knowledge from the
/// bot's earlier searches in the match; deterministic bots ignore it.
#[must_use]
pub fn think<P: Position>(
    bot: Bot,
    game: &TypedGame<P>,
    seed: u64,
    memory: Option<&SearchMemory>,
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    let Turn::Decide(side) = game.turn() else { return SearchResult::default() };
    let [match_seed, decision_seed] = seeds(game, side, seed);
    let noise = Noise { seed: match_seed, amplitude: DEFAULT_NOISE };
    let memory = memory.filter(|_| !bot.is_deterministic()).cloned();
    let request = |limits| SearchRequest { noise, memory, ..SearchRequest::new(limits) };
    match (bot, bot.limits()) {
        (Bot::Level(level), _) => think_at_level(level, game, &LevelRequest::new(seed), control),
        (Bot::Search(_) | Bot::Max, Some(limits)) => (Searches::of_game().alpha_beta)(game, &request(limits), control),
        (Bot::Mcts(_), Some(limits)) => (Searches::of_game().mcts)(game, limits, decision_seed, control),
        (Bot::Uct(_), Some(limits)) => (Searches::of_game().uct)(game, limits, decision_seed, control),
        (Bot::Random, _) => simple(game, decision_seed, random::choose_uniform),
        (Bot::Greedy, _) => {
            simple(game, decision_seed, |actions, rng| greedy::choose(game.position(), side, actions, rng))
        }
        (Bot::Search(_) | Bot::Max | Bot::Mcts(_) | Bot::Uct(_), None) => SearchResult::default(),
    }
}

/// Chooses an action for a level, 1 to 8; no line where no decision is due.
#[must_use]
pub fn think_at_level<P: Position>(
    level: u8,
    game: &TypedGame<P>,
    request: &LevelRequest<P::Action>,
    control: &mut SearchControl<'_, P::Action>,
) -> SearchResult<P::Action> {
    let Turn::Decide(side) = game.turn() else { return SearchResult::default() };
    let seeds = seeds(game, side, request.seed);
    level::choose(usize::from(level).wrapping_sub(1), game, side, request, seeds, control)
}

/// A seed for the whole match, so that positions keep their values, and one for this decision.
fn seeds<P: Position>(game: &TypedGame<P>, side: Side, seed: u64) -> [u64; 2] {
    let match_seed = split_mix_64(seed ^ (side.index() as u64 + 1));
    [match_seed, split_mix_64(match_seed ^ game.actions().len() as u64)]
}

/// An action for a bot that chooses one without a search.
fn simple<P: Position>(
    game: &TypedGame<P>,
    seed: u64,
    choose: impl FnOnce(&[P::Action], &mut ChaCha8Rng) -> Option<P::Action>,
) -> SearchResult<P::Action> {
    let position = game.position();
    let mut actions = Vec::new();
    position.generate(&mut actions);
    // The order of generated actions is arbitrary and must not influence the choice.
    actions.sort_unstable();
    let action = choose(&actions, &mut ChaCha8Rng::seed_from_u64(seed));
    let value = position.evaluate().clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
    let line = |action| Line { actions: vec![action], value, bound: Bound::Exact, depth: 0 };
    SearchResult {
        lines: action.map(line).into_iter().collect(),
        nodes: actions.len() as u64,
        ..SearchResult::default()
    }
}
