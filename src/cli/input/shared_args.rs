//! Arguments shared by several commands.

use clap::{Args, ValueEnum};

use super::values::{game, pair, whole};
use crate::engine::GameInfo;

/// A game with its options.
#[derive(Args, Debug)]
pub(in crate::cli) struct GameArgs {
    /// The game, by its id (see `fairground games`)
    #[arg(value_parser = game)]
    pub game: &'static GameInfo,
    #[command(flatten)]
    pub set: SetArgs,
}

/// The options of a game.
#[derive(Args, Debug, Default)]
pub(in crate::cli) struct SetArgs {
    /// Set an option of the game; may be repeated
    #[arg(long, value_name = "K=V", value_parser = pair)]
    pub set: Vec<(String, String)>,
}

/// A position of a game.
#[derive(Args, Debug)]
pub(in crate::cli) struct At {
    #[command(flatten)]
    pub game: GameArgs,
    /// The position text [default: the game's start]
    #[arg(long, value_name = "P", allow_hyphen_values = true)]
    pub position: Option<String>,
}

/// The number of a game in a file.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(in crate::cli) struct NumberArgs {
    /// With a PGN file: the number of the game, from 1 [default: the first]
    #[arg(long, value_name = "N", value_parser = whole(1..=usize::MAX, 2), allow_negative_numbers = true)]
    pub game: Option<usize>,
}

/// Quality of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum QualityArg {
    /// As in the window without a graphics card
    Low,
    /// As in the window with integrated graphics
    Medium,
    /// As in the window with a graphics card
    High,
}
