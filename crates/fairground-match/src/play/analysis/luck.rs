use serde::Serialize;

use super::analyse::analyse;
use fairground_rules::bots::Limits;
use fairground_rules::engine::{DynGame, Side, Turn};
use fairground_rules::games::UnknownGame;

/// The luck of one throw.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ThrowLuck {
    /// The number of actions before it.
    pub after: usize,
    /// The symbol rolled.
    pub symbol: String,
    /// The gain in expected score of the side that threw, relative to the mean of all faces, -1 to
    /// 1.
    pub luck: f64,
}

/// The luck of each throw of `side`, from searches of `nodes` nodes. `None` if stopped by `stop`.
///
/// # Errors
/// If the game is not in the registry.
pub fn luck_of_throws(
    played: &dyn DynGame,
    side: Side,
    nodes: u64,
    stop: &(dyn Fn() -> bool + Sync),
) -> Result<Option<Vec<ThrowLuck>>, UnknownGame> {
    let mut game = played.after(0);
    let mut throws = Vec::new();
    for (after, action) in played.played().into_iter().enumerate() {
        if let (Turn::Chance(by, _), Some(symbol)) = (game.turn(), action.symbol())
            && by == side
        {
            let found = analyse(&*game, Limits::nodes(nodes), 1, stop)?;
            if stop() {
                return Ok(None);
            }
            if let Some(luck) = found.luck(&action) {
                throws.push(ThrowLuck { after, symbol: symbol.to_string(), luck });
            }
        }
        if game.apply(&action).is_err() {
            break;
        }
    }
    Ok(Some(throws))
}
