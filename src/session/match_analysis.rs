//! What a search thinks of the match on the table, for the helps that the user has turned on: worked out on another thread, each
//! position once, and never while a bot thinks.

use bevy::prelude::*;

use super::{
    Annotations, Background, Ink, MatchProgress, Notification, PlayerCommand, Selection, Session, Settings, Showing,
    Stroke, TableUpdate, WakeUp,
};
use crate::bots::{Limits, win_probability};
use crate::engine::{DynGame, GestureKind, Options, Place, Side, Turn};
use crate::play::{Analysis, MatchReport, Pending, Seat, analyse};

/// Positions that are looked at for the value of one.
pub const NODES: u64 = 60_000;

/// How long a hint is thought about, ms.
const HINT: u64 = 500;

/// What is known of the match on the table. A position is known by how many actions lead to it.
#[derive(Resource, Default)]
pub struct MatchAnalysis {
    line: Option<Line>,
    /// By the number of actions.
    found: Vec<Option<Analysis>>,
    /// How many actions the table shows.
    at: usize,
    job: Option<Job>,
    hint_wanted: bool,
    report: MatchReport,
}

/// The whole match on the table.
struct Line {
    start: String,
    options: Options,
    actions: Vec<String>,
    /// After all of its actions.
    game: Box<dyn DynGame>,
}

struct Job {
    /// After how many actions.
    at: usize,
    hint: bool,
    search: Background<Option<Analysis>>,
}

impl MatchAnalysis {
    /// What is known of the position that the table shows.
    #[must_use]
    pub fn current(&self) -> Option<&Analysis> {
        self.found.get(self.at)?.as_ref()
    }

    /// The report of the match as far as it is known, from its start.
    #[must_use]
    pub fn report(&self) -> &MatchReport {
        &self.report
    }

    /// How many of the match's positions are known, and how many it has.
    #[must_use]
    pub fn known(&self) -> (usize, usize) {
        (self.found.iter().flatten().count(), self.found.len())
    }

    /// Whether a search is going on.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.job.is_some()
    }

    /// Whether a hint is being thought about.
    #[must_use]
    pub fn is_seeking_hint(&self) -> bool {
        self.hint_wanted
    }

    /// Takes over what the table shows, and keeps what is known of the positions that both have.
    fn follow(&mut self, showing: &Showing) {
        let (game, actions) = match showing {
            Showing::Nothing => return *self = MatchAnalysis::default(),
            Showing::Match(running) => (running.game().boxed(), running.game().played()),
            Showing::Replay(replay) => {
                let actions: Vec<_> = replay.actions().map(String::from).collect();
                let mut game = replay.game().boxed();
                for action in &actions[replay.at()..] {
                    if game.apply(action).is_err() {
                        break;
                    }
                }
                (game, actions)
            }
        };
        self.at = match showing {
            Showing::Replay(replay) => replay.at(),
            _ => actions.len(),
        };
        let start = game.start_text();
        let shared = self.line.as_ref().map_or(0, |line| {
            let same = line.game.info().id == game.info().id && line.start == start && line.options == *game.options();
            let shared = line.actions.iter().zip(&actions).take_while(|(one, other)| one == other).count();
            if same { shared + 1 } else { 0 }
        });
        self.found.truncate(shared);
        self.found.resize(actions.len() + 1, None);
        self.line = Some(Line { start, options: game.options().clone(), actions, game });
    }

    /// The position after so many actions.
    fn game_after(&self, actions: usize) -> Option<Box<dyn DynGame>> {
        let line = self.line.as_ref()?;
        let mut game = line.game.boxed();
        for _ in actions..line.actions.len() {
            game.undo();
        }
        Some(game)
    }

    /// The position that is to be looked at next, as a number of actions, and whether for a hint.
    fn next(&self, settings: &Settings, due: bool) -> Option<(usize, bool)> {
        if self.hint_wanted {
            return Some((self.at, true));
        }
        let unknown = |at: &usize| self.found.get(*at).is_some_and(Option::is_none);
        let now = settings.evaluation_bar || settings.odds && due;
        let now = Some(self.at).filter(|at| now && unknown(at));
        let any = || (0..self.found.len()).find(|at| settings.graph && unknown(at));
        now.or_else(any).map(|at| (at, false))
    }

    fn make_report(&mut self) {
        if let Some(line) = &self.line {
            let known: Vec<_> = self.found.iter().map_while(Clone::clone).collect();
            self.report = MatchReport::new(&*line.game, None, &known);
        }
    }
}

/// Follows the match, and starts, stops and receives searches.
pub(super) fn search(
    mut updates: MessageReader<TableUpdate>,
    mut commands: MessageReader<PlayerCommand>,
    (session, settings, progress, wake): (Res<Session>, Res<Settings>, Res<MatchProgress>, Res<WakeUp>),
    mut analysis: ResMut<MatchAnalysis>,
    (mut annotations, mut selection): (ResMut<Annotations>, ResMut<Selection>),
    mut notifications: MessageWriter<Notification>,
) {
    let changes = updates.read().filter(|update| update.changes_position()).count() > 0;
    let hint = commands.read().filter(|command| matches!(command, PlayerCommand::Hint)).count() > 0;
    if changes {
        analysis.follow(&session.showing);
        (analysis.job, analysis.hint_wanted) = (None, false);
    }
    if settings.graph && (changes || settings.is_changed()) {
        analysis.make_report();
    }
    if hint {
        match hint_refused(&session) {
            Some(words) => {
                notifications.write(Notification::new(words));
            }
            None => (analysis.hint_wanted, analysis.job) = (true, None),
        }
    }
    if progress.is_thinking() {
        // Bots go first.
        if analysis.job.is_some() {
            analysis.job = None;
        }
        return;
    }
    // Only reads, so that nothing is marked as changed while nothing happens.
    let ended = analysis.job.as_ref().and_then(|job| Some((job.at, job.hint, job.search.take()?)));
    if let Some((at, hint, found)) = ended {
        analysis.job = None;
        if hint {
            analysis.hint_wanted = false;
            if let (Some(game), Some(found)) = (session.game(), found) {
                show_hint(game, &found, &mut annotations, &mut selection, &mut notifications);
            }
        } else if let Some(found) = found {
            analysis.found[at] = Some(found);
            if settings.graph {
                analysis.make_report();
            }
        }
    }
    if analysis.job.is_some() {
        return;
    }
    let due = session.game().is_some_and(|game| matches!(game.turn(), Turn::Chance(..)));
    let Some((at, hint)) = analysis.next(&settings, due) else { return };
    let Some(game) = analysis.game_after(at) else { return };
    let limits = if hint { Limits::time(HINT) } else { Limits::nodes(NODES) };
    let search = Background::start(&wake, move |stop| analyse(&*game, limits, 1, stop).ok());
    analysis.job = Some(Job { at, hint, search });
}

/// Why there is no hint now.
fn hint_refused(session: &Session) -> Option<&'static str> {
    const OVER: &str = "The match is over.";
    const THROW: &str = "The die has to be thrown first.";
    match &session.showing {
        Showing::Nothing => Some("There is no match."),
        Showing::Replay(replay) => match replay.game().turn() {
            Turn::Decide(_) => None,
            Turn::Chance(..) => Some(THROW),
            Turn::Over(_) => Some(OVER),
        },
        Showing::Match(running) => match running.pending() {
            Pending::Decide { seat: Seat::Human, .. } => None,
            Pending::Decide { .. } => Some("It is the bot's turn."),
            Pending::Throw { .. } => Some(THROW),
            Pending::Over(_) => Some(OVER),
        },
    }
}

/// Shows the best action as an arrow, a ring or a preview, and in words.
fn show_hint(
    game: &dyn DynGame,
    found: &Analysis,
    annotations: &mut ResMut<Annotations>,
    selection: &mut ResMut<Selection>,
    notifications: &mut MessageWriter<Notification>,
) {
    let (Some(action), Some(side)) = (found.best(), found.side) else { return };
    let Some(words) = game.describe(action) else { return };
    let win = 100.0 * found.win_for(side);
    notifications.write(Notification::new(format!("Hint: {words} ({win:.0} % for {})", game.info().side(side))));
    let gestures = game.gestures();
    let Some((_, gesture)) = gestures.iter().find(|(text, _)| text == action) else { return };
    let from = match gesture.from {
        Some(Place::Cell(from)) => Some(from),
        _ => gesture.to,
    };
    annotations.hint = from.zip(gesture.to).map(|(from, to)| Stroke { from, to, ink: Ink::Hint });
    if matches!(gesture.kind, GestureKind::Rearrange(_)) {
        selection.preview = Some(action.to_string());
    }
}

/// White's probability of winning in the position that the table shows, a draw being half a win; `None` while it is not known.
#[must_use]
pub fn white_wins(session: &Session, analysis: &MatchAnalysis) -> Option<f64> {
    let outcome = match &session.showing {
        Showing::Nothing => return None,
        Showing::Match(running) => running.outcome(),
        Showing::Replay(replay) => replay.shown_outcome(),
    };
    match outcome {
        Some(outcome) => Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)))),
        None => analysis.current().map(|found| win_probability(found.value_for(Side::White))),
    }
}
