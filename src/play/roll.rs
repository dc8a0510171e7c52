use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::dice::{self, Flick};
use crate::engine::Die;
use crate::record::{Start, Throw};

/// A throw that has been made, before or after the rules have been told.
#[derive(Clone, Debug, PartialEq)]
pub struct Roll {
    /// What was thrown.
    pub die: &'static Die,
    /// What it showed.
    pub symbol: &'static str,
    /// How it tumbled; `None` if the result was drawn without physics.
    pub physical: Option<dice::Roll>,
    /// How long the attempt that counts took, simulated s; 0 without physics.
    pub seconds: f32,
}

impl Roll {
    /// A recorded throw. What is recorded rules: should the physics of this program come to something else, the throw has
    /// a result, and no tumbling to show. `None` if the die does not have the symbol.
    pub(super) fn of_record(die: &'static Die, throw: &Throw) -> Option<Roll> {
        let symbol = die.sides[die.side_of(&throw.symbol)?];
        let physical = dice::Roll::again(throw.attempts.iter().map(start_of_record).collect());
        let physical = physical.filter(|roll| die.sides.get(roll.side) == Some(&symbol));
        Some(Roll { die, symbol, physical, seconds: throw.seconds })
    }

    /// As match files keep it.
    pub(super) fn record(&self) -> Throw {
        let starts = self.physical.iter().flat_map(|roll| &roll.attempts);
        Throw {
            attempts: starts.map(record_start).collect(),
            symbol: self.symbol.to_string(),
            seconds: self.seconds,
            physics: None,
        }
    }
}

/// A throw in the tray.
pub(super) fn thrown(die: &'static Die, up: Option<usize>, seed: u64, flick: Option<Flick>) -> Roll {
    let roll = dice::roll(seed, up, flick);
    Roll { die, symbol: die.sides[roll.side], seconds: roll.seconds, physical: Some(roll) }
}

/// A side drawn with the same chance as any other.
pub(super) fn drawn(die: &'static Die, seed: u64) -> Roll {
    let side = ChaCha8Rng::seed_from_u64(seed).random_range(0..die.sides.len());
    Roll { die, symbol: die.sides[side], physical: None, seconds: 0.0 }
}

fn record_start(start: &dice::ThrowState) -> Start {
    let dice::ThrowState { position, rotation, velocity, spin } = *start;
    Start { position, rotation, velocity, spin }
}

pub(super) fn start_of_record(start: &Start) -> dice::ThrowState {
    let Start { position, rotation, velocity, spin } = *start;
    dice::ThrowState { position, rotation, velocity, spin }
}
