//! Matches and positions as JSON, and printing of JSON.

use std::io::Write;

use serde::Serialize;

use super::CliError;
use crate::engine::{ActionText, DynGame, Outcome, Refusal, Turn};

/// The current state of a match.
#[derive(Serialize)]
pub(super) struct Standing {
    game: &'static str,
    position: String,
    /// The side to act.
    side: Option<String>,
    /// `decision` or `roll`.
    due: Option<&'static str>,
    /// `ongoing`, `white`, `black` or `draw`.
    outcome: String,
    reason: Option<&'static str>,
}

impl Standing {
    pub fn of(game: &dyn DynGame) -> Standing {
        let turn = game.turn();
        let standing = Standing {
            game: game.info().id,
            position: game.text(),
            side: turn.side().map(|side| side.to_string()),
            due: match turn {
                Turn::Decide(_) => Some("decision"),
                Turn::Chance(..) => Some("roll"),
                Turn::Over(_) => None,
            },
            outcome: String::new(),
            reason: None,
        };
        standing.ended(turn.outcome())
    }

    /// Replaces the outcome, for an external reason.
    pub fn ended(mut self, outcome: Option<Outcome>) -> Standing {
        self.outcome = outcome.map_or_else(|| "ongoing".to_string(), |outcome| outcome.to_string());
        self.reason = outcome.map(|outcome| outcome.reason.words());
        if outcome.is_some() {
            (self.side, self.due) = (None, None);
        }
        self
    }
}

/// A legal action.
#[derive(Serialize)]
pub(super) struct ActionDescription {
    action: ActionText,
    notation: String,
    /// A sentence without a full stop.
    describe: String,
}

impl ActionDescription {
    pub fn of(game: &dyn DynGame, action: ActionText) -> ActionDescription {
        ActionDescription {
            notation: game.notation(&action).unwrap_or_else(|| action.to_string()),
            describe: game.describe(&action).unwrap_or_else(|| action.to_string()),
            action,
        }
    }
}

/// A played action.
#[derive(Serialize)]
pub(super) struct PlayedAction {
    /// From 1.
    ply: usize,
    side: Option<String>,
    #[serde(flatten)]
    description: ActionDescription,
    /// The position after it.
    position: String,
}

/// Plays actions and describes each. The error contains the index of the refused action.
pub(super) fn played<'a>(
    game: &mut dyn DynGame,
    actions: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<PlayedAction>, (usize, Refusal)> {
    let mut all = Vec::new();
    let mut ply = 1;
    for (index, action) in actions.into_iter().enumerate() {
        let side = game.turn().side();
        let description = ActionDescription::of(game, action.into());
        game.apply(action).map_err(|refusal| (index, refusal))?;
        all.push(PlayedAction { ply, side: side.map(|side| side.to_string()), description, position: game.text() });
        if game.turn().side() != side {
            ply += 1;
        }
    }
    Ok(all)
}

/// Prints a value as JSON.
pub(super) fn json(value: &impl Serialize, out: &mut impl Write) -> Result<(), CliError> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    Ok(writeln!(out)?)
}
