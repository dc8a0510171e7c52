//! A series of matches between bots, with automatic starts and alternating colours.

use bevy::prelude::*;

use super::showing::{Animating, Session, Showing};
use crate::engine::Outcome;
use crate::play::Setup;
use crate::session::messages::{Notification, PlayerCommand};
use crate::session::schedule::MatchSet;

/// Time between the end of a match and the start of the next, s.
const BETWEEN: f32 = 10.0;

/// A series of matches. Its players are in the order of the seats in the first match.
#[derive(Resource, Debug, Default)]
pub struct Series {
    /// The number of matches; 0 without a series.
    matches: u32,
    /// The number of finished matches.
    finished: u32,
    /// Twice the points of each player.
    points: [u32; 2],
    /// Whether the match on the table has been counted.
    counted: bool,
    /// Time until the next match, s.
    left: f32,
}

impl Series {
    /// A series of this many matches.
    #[must_use]
    pub fn of(matches: u32) -> Series {
        Series { matches, ..Series::default() }
    }

    /// Whether the next match is about to begin.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.counted && self.finished < self.matches
    }

    /// Whether the players of the current match have swapped colours.
    fn is_exchanged(&self) -> bool {
        !(self.finished - u32::from(self.counted)).is_multiple_of(2)
    }

    fn count(&mut self, outcome: Outcome) {
        let exchanged = self.is_exchanged();
        match outcome.winner {
            Some(winner) => self.points[if exchanged { winner.other() } else { winner }.index()] += 2,
            None => self.points.iter_mut().for_each(|points| *points += 1),
        }
        (self.counted, self.left) = (true, BETWEEN);
        self.finished += 1;
    }

    /// The standing after a match with this setup, in words.
    fn standing(&self, setup: &Setup) -> String {
        let name = |seat: usize| {
            let own = setup.names[seat].clone().or_else(|| setup.seats[seat].bot_name());
            own.unwrap_or_else(|| setup.seats[seat].to_string())
        };
        let [first, second] = if self.is_exchanged() { [1, 0] } else { [0, 1] }.map(name);
        let [a, b] = self.points.map(points);
        let standing = format!("{first} {a} – {second} {b}, after match {} of {}.", self.finished, self.matches);
        if self.is_due() { format!("{standing} The next one begins in {BETWEEN} s.") } else { standing }
    }
}

/// Half-points in words.
fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

/// The same players with swapped colours, and the next seed.
fn next(setup: &Setup) -> Setup {
    let mut next = setup.clone();
    next.seats.reverse();
    next.programs.reverse();
    next.names.reverse();
    next.seed = next.seed.wrapping_add(1);
    next
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Series>().add_systems(Update, go_on.in_set(MatchSet::Clock));
}

/// Counts a finished match, and begins the next one when it is due. Looking back at a match stops
/// the countdown; leaving it ends the series.
fn go_on(
    time: Res<Time<Real>>,
    (session, animating): (Res<Session>, Res<Animating>),
    mut series: ResMut<Series>,
    mut commands: MessageWriter<PlayerCommand>,
    mut notifications: MessageWriter<Notification>,
) {
    if series.matches == 0 {
        return;
    }
    let running = match &session.showing {
        Showing::Match(running) => running,
        Showing::Replay(_) => return,
        Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => {
            *series = Series::default();
            return;
        }
    };
    let Some(outcome) = running.outcome() else {
        series.counted = false;
        return;
    };
    if animating.0 {
        return;
    }
    if !series.counted {
        series.count(outcome);
        notifications.write(Notification::new(series.standing(running.setup())));
    } else if series.is_due() && series.left > 0.0 {
        series.left -= time.delta_secs();
        if series.left <= 0.0 {
            commands.write(PlayerCommand::Begin(Box::new(next(running.setup()))));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Side;
    use crate::games;
    use crate::play::{Match, Seat};

    #[test]
    fn players_keep_their_points_as_colours_change() {
        let seats = ["4", "5"].map(|bot| Seat::Bot(bot.parse().unwrap()));
        let names = [Some("Ada".to_string()), None];
        let first = Setup { names, ..Setup::new(games::info("chess").unwrap(), seats, 7) };
        let ended = |winner: Option<Side>| {
            let mut running = Match::new(first.clone()).unwrap();
            for action in ["f2f3", "e7e5", "g2g4", "d8h4"] {
                running.act(action).unwrap();
            }
            Outcome { winner, ..running.outcome().unwrap() }
        };
        let mut series = Series::of(3);
        series.count(ended(Some(Side::White)));
        assert_eq!(series.standing(&first), "Ada 1 – Badger 0, after match 1 of 3. The next one begins in 10 s.");
        let second = next(&first);
        assert_eq!((second.names[1].as_deref(), second.seed, second.seats[0]), (Some("Ada"), 8, seats[1]));
        series.counted = false;
        series.count(ended(Some(Side::White)));
        assert_eq!(series.points, [2, 2], "Badger has won as White");
        series.counted = false;
        series.count(ended(None));
        assert_eq!(series.standing(&next(&second)), "Ada 1½ – Badger 1½, after match 3 of 3.");
        assert!(!series.is_due());
    }
}
