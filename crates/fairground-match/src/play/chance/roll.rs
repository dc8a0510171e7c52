//! Throws in a match and in its record.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::record::{Header, Throw};
use fairground_dice::{self, Flick};
use fairground_rules::engine::Die;

/// A completed throw, whether or not it is applied to the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// The die that was thrown.
    pub die: &'static Die,
    /// The side it showed.
    pub symbol: &'static str,
    /// The simulated tumbling; `None` if the result was drawn without physics.
    pub physical: Option<fairground_dice::Roll>,
    /// Simulated duration of the last attempt, s; 0 without physics.
    pub seconds: f32,
}

impl Roll {
    /// Restores a recorded throw of a match with this header. The recorded result takes precedence:
    /// if this program's physics gives another side, the displayed die is turned so that the
    /// recorded one ends on top. `None` if the die lacks the symbol, or the start of an attempt is
    /// impossible.
    pub(in crate::play) fn of_record(die: &'static Die, throw: &Throw, header: &Header) -> Option<Roll> {
        let side = die.side_of(&throw.symbol)?;
        let symbol = die.sides[side];
        if !throw.attempts.iter().all(fairground_dice::ThrowState::is_possible) {
            return None;
        }
        let again = fairground_dice::Roll::resimulate(throw.attempts.clone());
        let physical = again.map(|roll| {
            let mut roll = if die.sides.get(roll.side) == Some(&symbol) { roll } else { roll.ending_with(side) };
            let physics = physics_of(throw, header);
            if physics != fairground_dice::PHYSICS {
                roll.physics = physics.to_string().into();
            }
            roll
        });
        Some(Roll { die, symbol, physical, seconds: throw.seconds })
    }

    /// Converts the throw for a match file with this header.
    pub(in crate::play) fn record(&self, header: &Header) -> Throw {
        let physics = self.physical.as_ref().map(|roll| &*roll.physics).filter(|physics| *physics != header.physics());
        Throw {
            attempts: self.physical.as_ref().map(|roll| roll.attempts.clone()).unwrap_or_default(),
            symbol: self.symbol.to_string(),
            seconds: self.seconds,
            physics: physics.map(str::to_string),
        }
    }
}

/// The version of the physics behind a recorded throw.
pub(in crate::play) fn physics_of<'a>(throw: &'a Throw, header: &'a Header) -> &'a str {
    throw.physics.as_deref().unwrap_or_else(|| header.physics())
}

/// Throws a die in the tray.
pub(in crate::play) fn thrown(die: &'static Die, up: Option<usize>, seed: u64, flick: Option<Flick>) -> Roll {
    let roll = fairground_dice::roll(seed, up, flick);
    Roll { die, symbol: die.sides[roll.side], seconds: roll.seconds, physical: Some(roll) }
}

/// Draws a side, all equally likely, without physics.
pub(in crate::play) fn drawn(die: &'static Die, seed: u64) -> Roll {
    let side = ChaCha8Rng::seed_from_u64(seed).random_range(0..die.sides.len());
    Roll { die, symbol: die.sides[side], physical: None, seconds: 0.0 }
}
