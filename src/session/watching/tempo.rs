//! The speed of a watched match: quick where nothing happens.

use bevy::prelude::*;

use crate::bots::win_probability;
use crate::engine::{DynGame, Side};
use crate::session::matches::{MatchProgress, Session, TableRest};
use crate::session::next_frame::{NextFrame, TICK};
use crate::session::schedule::GameSet;
use crate::session::schedule::MatchSet;
use crate::session::settings::Settings;

/// After this many quiet actions, the match runs at this multiple of the usual speed.
const STEPS: [(usize, f32); 2] = [(6, 2.0), (14, 3.0)];

/// The speed on the way to the next capture.
const TO_CAPTURE: f32 = 8.0;

/// A larger change of the expected score is an event.
const SWING: f64 = 0.15;

/// The multiple of the usual speed at which everything on the table moves.
#[derive(Resource, Debug, Clone, Copy, PartialEq)]
pub struct Tempo(pub f32);

impl Default for Tempo {
    fn default() -> Self {
        Tempo(1.0)
    }
}

/// What has happened in the match on the table.
#[derive(Default)]
struct Quiet {
    /// The number of actions.
    actions: usize,
    /// The number of actions since the last event.
    quiet: usize,
    /// The men on the table.
    men: u32,
    /// White's expected score after the last event.
    win: f64,
}

impl Quiet {
    fn follow(&mut self, game: &dyn DynGame) {
        let actions = game.action_count();
        if actions == self.actions && actions > 0 {
            return;
        }
        let men = game.pieces().iter().map(|piece| u32::from(piece.look.height())).sum();
        let win = win_probability(game.evaluate(Side::White));
        let new = actions < self.actions || actions == 0;
        let event =
            men != self.men || (win - self.win).abs() > SWING || game.notices().iter().any(|notice| notice.urgent);
        let quiet = if new || event { 0 } else { self.quiet + actions - self.actions };
        let win = if quiet == 0 { win } else { self.win };
        *self = Quiet { actions, quiet, men, win };
    }

    fn tempo(&self) -> f32 {
        STEPS.iter().rev().find(|(quiet, _)| self.quiet >= *quiet).map_or(1.0, |(_, tempo)| *tempo)
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Tempo>()
        .add_systems(Update, keep_tempo.in_set(MatchSet::Analyse))
        .add_systems(Update, request_continuation.in_set(GameSet::Rest));
}

/// Requests the frame in which the match or replay continues, but at least each tick, because a late
/// frame counts for no more than a tick.
fn request_continuation(
    (session, progress, rest): (Res<Session>, Res<MatchProgress>, Res<TableRest>),
    (settings, tempo): (Res<Settings>, Res<Tempo>),
    mut next: ResMut<NextFrame>,
) {
    if let Some(seconds) = rest.left(&session, &progress, settings.pause) {
        next.request((seconds / (settings.speed * tempo.0)).min(TICK));
    }
}

fn keep_tempo(
    (session, settings, progress): (Res<Session>, Res<Settings>, Res<MatchProgress>),
    mut tempo: ResMut<Tempo>,
    mut quiet: Local<Quiet>,
) {
    let wanted = match session.match_on_table() {
        Some(_) if progress.to_capture() => TO_CAPTURE,
        Some(running) if settings.adaptive_speed && session.is_watched() && !running.is_remote() => {
            if running.outcome().is_some() || progress.is_rolling() {
                1.0
            } else {
                if session.is_changed() {
                    quiet.follow(running.game());
                }
                quiet.tempo()
            }
        }
        _ => 1.0,
    };
    tempo.set_if_neq(Tempo(wanted));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::{Match, Seat, Setup};

    #[test]
    fn shuffling_is_quick_and_a_capture_is_not() {
        let mut running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        let mut quiet = Quiet::default();
        quiet.follow(running.game());
        let mut tempo = |action: &str| {
            running.act(action).unwrap();
            quiet.follow(running.game());
            quiet.tempo()
        };
        let shuffles = ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3e5", "d7d6"].map(&mut tempo);
        assert_eq!(&shuffles[..5], [1.0; 5]);
        assert_eq!(shuffles[5], 2.0);
        assert_eq!(tempo("e5f7"), 1.0, "a capture");
    }

    #[test]
    fn a_new_match_begins_at_the_usual_speed() {
        let game = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        let mut quiet = Quiet { actions: 40, quiet: 20, men: 32, win: 0.5 };
        assert_eq!(quiet.tempo(), 3.0);
        quiet.follow(game.game());
        assert_eq!(quiet.tempo(), 1.0);
    }
}
