//! The engine's lines at the current point of the analysis board, searched in the background and
//! deepened while the point stays current.

use std::collections::HashMap;

use bevy::prelude::*;

use crate::bots::Limits;
use crate::engine::{DynGame, Options};
use crate::platform::jobs::Background;
use crate::play::Analysis;
use crate::session::matches::Session;
use crate::session::messages::{Notification, position_changed};
use crate::session::schedule::MatchSet;
use crate::session::searches::{self, Analysed};
use crate::session::settings::Settings;
use crate::session::wake_up::WakeUp;

/// The maximum number of lines.
const LINES: usize = 3;

/// The node limits of successive searches of a position. The first search takes no noticeable time.
const STAGES: [u64; 4] = [4_000, 40_000, 300_000, 1_500_000];

/// The maximum number of positions whose lines are kept.
const MAX_KEPT: usize = 2_000;

/// The engine's lines at the current point of the analysis board.
#[derive(Resource, Default)]
pub struct EngineLines {
    /// The position shown; `None` without an analysis board.
    shown: Option<PositionKey>,
    /// By position: the number of completed stages, and the analysis.
    found: HashMap<PositionKey, (usize, Analysis)>,
    job: Option<Background<Analysed>>,
    /// Whether the position cannot be analysed, which is reported once.
    failed: bool,
}

/// A position, which different games may write as the same text.
#[derive(Clone, PartialEq, Eq, Hash)]
struct PositionKey {
    game: &'static str,
    options: Options,
    text: String,
}

impl PositionKey {
    fn of(game: &dyn DynGame) -> PositionKey {
        PositionKey { game: game.info().id, options: game.options().clone(), text: game.text() }
    }
}

impl EngineLines {
    /// The analysis of the position shown: the best lines, or the faces of the pending die. `None`
    /// until it is available.
    #[must_use]
    pub fn current(&self) -> Option<&Analysis> {
        self.found.get(self.shown.as_ref()?).map(|(_, analysis)| analysis)
    }

    /// Whether a search is running.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.job.is_some()
    }

    /// Shows an analysis without a search.
    #[cfg(test)]
    pub fn show(&mut self, analysis: Analysis) {
        let shown = PositionKey { game: "", options: Options::default(), text: String::new() };
        let shown = self.shown.get_or_insert(shown).clone();
        self.found.insert(shown, (STAGES.len(), analysis));
    }

    fn stage(&self) -> usize {
        self.shown.as_ref().and_then(|shown| self.found.get(shown)).map_or(0, |(stages, _)| *stages)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<EngineLines>().add_systems(Update, position_changed.pipe(search).in_set(MatchSet::Analyse));
}

/// Follows the analysis board: starts, stops and collects searches.
fn search(
    In(changes): In<bool>,
    (session, settings, wake): (Res<Session>, Res<Settings>, Res<WakeUp>),
    mut lines: ResMut<EngineLines>,
    mut notifications: MessageWriter<Notification>,
) {
    let game = session.board().map(|board| board.running().game());
    // Leaving the board does not change its position, but stops the search.
    if changes || session.is_changed() {
        let shown = game.map(PositionKey::of);
        if shown.is_none() || lines.found.len() > MAX_KEPT {
            lines.found.clear();
        }
        if shown != lines.shown {
            (lines.shown, lines.job, lines.failed) = (shown, None, false);
        }
    }
    let Some(game) = game.filter(|_| settings.engine_lines && !lines.failed) else {
        if lines.job.is_some() {
            lines.job = None;
        }
        return;
    };
    // Reads only, so that an idle resource is not marked as changed.
    if let Some(found) = lines.job.as_ref().and_then(Background::take) {
        lines.job = None;
        match found.map_err(|panic| panic.to_string()).flatten() {
            Ok(found) => {
                let stage = lines.stage() + 1;
                let shown = lines.shown.clone();
                lines.found.extend(shown.map(|shown| (shown, (stage, found))));
            }
            Err(error) => {
                notifications.write(Notification::new(format!("The position cannot be analysed: {error}")));
                lines.failed = true;
                return;
            }
        }
    }
    if lines.job.is_none()
        && game.turn().outcome().is_none()
        && let Some(nodes) = STAGES.get(lines.stage())
    {
        lines.job = Some(searches::analysis(game.boxed(), Limits::nodes(*nodes), LINES, &wake));
    }
}
