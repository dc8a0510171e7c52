//! The option that replaces the built-in net by another one.

use std::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use crate::cli::CliError;
use crate::engine::{Game, GameInfo, Options};
use crate::games::{self, Visitor};

/// Replaces the built-in net by the net of a file. Returns the bytes of the file.
pub(super) fn use_net(info: &'static GameInfo, options: &Options, file: &Path) -> Result<Vec<u8>, CliError> {
    struct Use<'a>(&'a Options, &'a [u8]);
    impl Visitor for Use<'_> {
        type Output = Result<(), String>;
        fn visit<P: Game>(self) -> Self::Output {
            let slot = P::start(self.0).net().ok_or("this variant of the game has no net")?;
            slot.replace(self.1).map_err(|error| error.to_string())
        }
    }
    let wrong = |error: &dyn Display| CliError::Usage(format!("{}: {error}", file.display()));
    let bytes = fs::read(file).map_err(|error| wrong(&error))?;
    let used = games::visit(info.id, Use(options, &bytes)).map_err(|error| wrong(&error))?;
    used.map_err(|error| wrong(&error))?;
    Ok(bytes)
}

#[derive(Args, Debug)]
pub(in crate::cli) struct NetArgs {
    /// Use the net of this file instead of the built-in one
    #[arg(long, value_name = "FILE")]
    pub net: Option<PathBuf>,
}

impl NetArgs {
    /// Loads the net, if given. Returns its hash.
    pub fn apply(&self, info: &'static GameInfo, options: &Options) -> Result<Option<String>, CliError> {
        let used = self.net.as_deref().map(|file| use_net(info, options, file)).transpose()?;
        Ok(used.map(|bytes| blake3::hash(&bytes).to_string()))
    }
}
