//! A throw in a match, and in its record.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::dice::{self, Flick};
use crate::engine::Die;
use crate::record::{self, Header, Throw};

/// A throw that has been made, whether or not it has been applied to the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// The die that was thrown.
    pub die: &'static Die,
    /// The side it showed.
    pub symbol: &'static str,
    /// How it tumbled; `None` if the result was drawn without physics.
    pub physical: Option<dice::Roll>,
    /// How long the attempt that counts took, simulated s; 0 without physics.
    pub seconds: f32,
}

impl Roll {
    /// A recorded throw, of a match with this header. The recorded result rules: where the physics of this program comes to
    /// another side, the die is shown turned so that it ends with the recorded one on top. `None` if the die does not have the symbol, or
    /// the physics cannot be given the start of an attempt.
    pub(in crate::play) fn of_record(die: &'static Die, throw: &Throw, header: &Header) -> Option<Roll> {
        let side = die.side_of(&throw.symbol)?;
        let symbol = die.sides[side];
        let starts: Vec<_> = throw.attempts.iter().map(start_of_record).collect();
        if !starts.iter().all(dice::ThrowState::is_possible) {
            return None;
        }
        let again = dice::Roll::again(starts);
        let physical = again.map(|roll| {
            let mut roll = if die.sides.get(roll.side) == Some(&symbol) { roll } else { roll.ending_with(side) };
            let physics = physics_of(throw, header);
            if physics != dice::PHYSICS {
                roll.physics = physics.to_string().into();
            }
            roll
        });
        Some(Roll { die, symbol, physical, seconds: throw.seconds })
    }

    /// As a match file with this header keeps it.
    pub(in crate::play) fn record(&self, header: &Header) -> Throw {
        let starts = self.physical.iter().flat_map(|roll| &roll.attempts);
        let physics = self.physical.as_ref().map(|roll| &*roll.physics).filter(|physics| *physics != header.physics());
        Throw {
            attempts: starts.map(record_start).collect(),
            symbol: self.symbol.to_string(),
            seconds: self.seconds,
            physics: physics.map(str::to_string),
        }
    }
}

/// The version of the physics that decided a recorded throw.
pub(in crate::play) fn physics_of<'a>(throw: &'a Throw, header: &'a Header) -> &'a str {
    throw.physics.as_deref().unwrap_or_else(|| header.physics())
}

/// A throw in the tray.
pub(in crate::play) fn thrown(die: &'static Die, up: Option<usize>, seed: u64, flick: Option<Flick>) -> Roll {
    let roll = dice::roll(seed, up, flick);
    Roll { die, symbol: die.sides[roll.side], seconds: roll.seconds, physical: Some(roll) }
}

/// A side drawn with the same chance as any other.
pub(in crate::play) fn drawn(die: &'static Die, seed: u64) -> Roll {
    let side = ChaCha8Rng::seed_from_u64(seed).random_range(0..die.sides.len());
    Roll { die, symbol: die.sides[side], physical: None, seconds: 0.0 }
}

fn record_start(start: &dice::ThrowState) -> record::ThrowState {
    let dice::ThrowState { position, rotation, velocity, spin } = *start;
    record::ThrowState { position, rotation, velocity, spin }
}

pub(in crate::play) fn start_of_record(start: &record::ThrowState) -> dice::ThrowState {
    let record::ThrowState { position, rotation, velocity, spin } = *start;
    dice::ThrowState { position, rotation, velocity, spin }
}
