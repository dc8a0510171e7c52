//! Abalonian Chess (assets/rules/abalonian.md): orthodox chess with pushes, implemented in
//! [`games::chess`](crate::games::chess).
//!
//! ```
//! use fairground_rules::engine::{Events, Notation, Options, Rules};
//! use fairground_rules::games::abalonian::Abalonian;
//!
//! // The rook pushes the pawn before it.
//! let mut position = Abalonian::start(&Options::default());
//! position.apply(position.parse_action("a1>a2")?, &mut |_| ())?;
//! assert_eq!(position.to_string(), "rnbqkbnr/pppppppp/8/8/8/P7/RPPPPPPP/1NBQKBNR b Kkq - 0 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod features;
mod levels;

use super::chess::{ChessPosition, Variant, inputs_of};
use crate::engine::{Feature, GameInfo, NetSlot};

/// Abalonian Chess.
pub type Abalonian = ChessPosition<Pushing>;

/// Chess with pushes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pushing;

static NET: NetSlot = NetSlot::new("abalonian", inputs_of(true), include_bytes!("../../../nets/abalonian.net"));

impl Variant for Pushing {
    const INFO: &'static GameInfo = &GameInfo {
        id: "abalonian",
        name: "Abalonian Chess",
        summary: "Chess with the pushes of Abalone: pieces in a row push others along, and off the board.",
        levels: &levels::LEVELS,
        options: &[],
        sides: GameInfo::WHITE_AND_BLACK,
        dice: false,
        standard_texts: false,
    };

    const PUSHES: bool = true;

    const FEATURES: &'static [Feature] = &features::FEATURES;

    const NET: &'static NetSlot = &NET;
}
