//! Adjudication of hopeless and dead matches between bots.

use bevy::prelude::*;

use crate::engine::Side;
use crate::session::matches::{MatchProgress, Session};
use crate::session::messages::Notification;
use crate::session::schedule::MatchSet;

/// The result of adjudication.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// A draw.
    Draw,
    /// This side has lost.
    Loss(Side),
}

/// A rule that ends matches by the scores of the players.
pub trait Adjudicate: Send + Sync + 'static {
    /// Counts the score that `side` reported with its move, from its own point of view, centipawns.
    /// `plies` is the current length of the match.
    fn after(&mut self, side: Side, score: Option<i32>, plies: u64) -> Option<Verdict>;

    /// Starts over, for another match.
    fn restart(&mut self);
}

/// The rule for matches that are only watched; `None` to play them to their ends.
#[derive(Resource, Default)]
pub struct AdjudicationRule {
    rule: Option<Box<dyn Adjudicate>>,
    /// The number of plies of the match when it was last examined.
    plies: usize,
}

impl AdjudicationRule {
    /// Adjudicates by this rule.
    #[must_use]
    pub fn by(rule: Box<dyn Adjudicate>) -> AdjudicationRule {
        AdjudicationRule { rule: Some(rule), plies: 0 }
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<AdjudicationRule>().add_systems(Update, adjudicate.in_set(MatchSet::Follow));
}

/// Examines a watched match after each ply.
fn adjudicate(
    mut session: ResMut<Session>,
    progress: Res<MatchProgress>,
    mut adjudication: ResMut<AdjudicationRule>,
    mut notifications: MessageWriter<Notification>,
) {
    if adjudication.rule.is_none() || !session.is_changed() || !session.is_watched() {
        return;
    }
    let Some(running) = session.match_on_table() else { return };
    let plies = running.game().ply_ends().len();
    let AdjudicationRule { rule: Some(rule), plies: before } = &mut *adjudication else { return };
    if plies < *before {
        rule.restart();
    }
    if plies == std::mem::replace(before, plies) || plies == 0 || running.outcome().is_some() {
        return;
    }
    let Some(side) = running.game().sides().last().copied() else { return };
    let Some(verdict) = rule.after(side, progress.score(side), plies as u64) else { return };
    let loser = match verdict {
        Verdict::Draw => None,
        Verdict::Loss(side) => Some(side),
    };
    let words = match loser {
        None => "Adjudicated as a draw: the scores have been level for many moves.".to_string(),
        Some(side) => format!("Adjudicated: {}'s position is hopeless.", running.game().info().side(side)),
    };
    let Some(running) = session.match_on_table_mut() else { return };
    notifications.write(match running.adjudicate(loser) {
        Ok(()) => Notification::new(words),
        Err(error) => error.into(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Reason;
    use crate::games;
    use crate::play::{Match, Seat, Setup};
    use crate::session;

    /// White has lost after this many plies.
    struct After(u64);

    impl Adjudicate for After {
        fn after(&mut self, _: Side, _: Option<i32>, plies: u64) -> Option<Verdict> {
            (plies >= self.0).then_some(Verdict::Loss(Side::White))
        }

        fn restart(&mut self) {}
    }

    #[test]
    fn a_match_between_bots_is_adjudicated_and_one_with_a_person_is_not() {
        for (seat, adjudicated) in [(Seat::Bot("greedy".parse().unwrap()), true), (Seat::Human, false)] {
            let running = Match::new(Setup::new(games::info("chess").unwrap(), [seat; 2], 1)).unwrap();
            let mut app = App::new();
            app.add_plugins((MinimalPlugins, session::plugin))
                .insert_resource(AdjudicationRule::by(Box::new(After(2))))
                .insert_resource(Session::from(running));
            app.world_mut().write_message(session::PlayerCommand::Pause(true));
            app.update();
            let mut outcomes = Vec::new();
            for action in ["e2e4", "e7e5"] {
                let mut session = app.world_mut().resource_mut::<Session>();
                session.live_match_mut().unwrap().act(action).unwrap();
                app.update();
                outcomes
                    .push(app.world().resource::<Session>().outcome().map(|outcome| (outcome.winner, outcome.reason)));
            }
            let lost = adjudicated.then_some((Some(Side::Black), Reason::Adjudication));
            assert_eq!(outcomes, [None, lost], "{seat:?}");
        }
    }
}
