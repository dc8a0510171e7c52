//! Arguments that several commands have.

use clap::{Args, ValueEnum};

use super::values::{game, pair};
use crate::engine::Info;

/// A game with its options.
#[derive(Args, Debug)]
pub(in crate::cli) struct GameArgs {
    /// The game, by its id (see `fairground games`)
    #[arg(value_parser = game)]
    pub game: &'static Info,
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

/// Quality of drawing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum QualityArg {
    /// As in the window without a graphics card
    Low,
    /// As in the window with a graphics unit on the processor
    Medium,
    /// As in the window with a graphics card
    High,
}
