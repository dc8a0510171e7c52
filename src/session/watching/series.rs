//! A series of matches between bots, of one game or of several in turn, with automatic starts and
//! alternating colours.

use bevy::prelude::*;

use crate::engine::{GameInfo, Outcome, Side};
use crate::play::{Match, Setup};
use crate::session::matches::{Animating, Session};
use crate::session::messages::{Notification, PlayerCommand};
use crate::session::next_frame::{TICK, request_frame};
use crate::session::schedule::GameSet;
use crate::session::schedule::MatchSet;

/// The time from the end of a match to the next one, s.
const BETWEEN: f32 = 10.0;

/// A series of matches.
#[derive(Resource, Debug, Default)]
pub struct Series {
    /// The matches of a round. In every second round the colours are exchanged.
    round: Vec<Setup>,
    /// The number of matches; `None` for an endless series.
    matches: Option<u32>,
    /// The number of finished matches.
    finished: u32,
    standings: Vec<SeriesStanding>,
    /// Whether the match on the table has been counted.
    counted: bool,
    /// The time until the next match, s.
    left: f32,
}

/// The standing of a player in a series.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeriesStanding {
    /// The player's name.
    pub name: String,
    /// Twice the points.
    halves: u32,
    /// The number of finished matches.
    pub matches: u32,
}

impl SeriesStanding {
    /// The points in words.
    #[must_use]
    pub fn points(&self) -> String {
        points(self.halves)
    }
}

/// The next match of a series.
#[derive(Debug, Clone)]
pub struct NextMatch {
    /// The game.
    pub info: &'static GameInfo,
    /// The players, White first.
    pub players: [String; 2],
    /// The time until it begins, s.
    pub seconds: f32,
}

impl Series {
    /// A series with these matches in turn: this many, or without end. Without matches in a round,
    /// there is no series.
    #[must_use]
    pub fn new(round: Vec<Setup>, matches: Option<u32>) -> Series {
        let mut series = Series { round, matches, ..Series::default() };
        for name in series.round.iter().flat_map(names) {
            if !series.standings.iter().any(|own| own.name == name) {
                series.standings.push(SeriesStanding { name, halves: 0, matches: 0 });
            }
        }
        series
    }

    /// Whether the next match is about to begin.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.counted && !self.round.is_empty() && self.matches.is_none_or(|matches| self.finished < matches)
    }

    /// Whether the match on the table is over and counted.
    #[must_use]
    pub fn is_between(&self) -> bool {
        self.counted
    }

    /// The number of finished matches, and of all matches; `None` for an endless series.
    #[must_use]
    pub fn progress(&self) -> (u32, Option<u32>) {
        (self.finished, self.matches)
    }

    /// The players with their points, best first; empty without a series.
    #[must_use]
    pub fn standings(&self) -> Vec<SeriesStanding> {
        let mut standings = self.standings.clone();
        standings.sort_by_key(|own| std::cmp::Reverse(own.halves));
        standings
    }

    /// The next match, if it is about to begin.
    #[must_use]
    pub fn next_match(&self) -> Option<NextMatch> {
        let (setup, players) = self.setup(self.finished).filter(|_| self.is_due())?;
        Some(NextMatch { info: setup.info, players, seconds: self.left.max(0.0) })
    }

    /// The points of the players of the match on the table, White's first; `None` without a series.
    #[must_use]
    pub fn scores(&self) -> Option<[String; 2]> {
        let (_, players) = self.setup(self.current())?;
        let halves = |name: &String| self.standings.iter().find(|own| own.name == *name).map_or(0, |own| own.halves);
        Some(players.each_ref().map(|name| points(halves(name))))
    }

    /// The number of the match on the table, from 0.
    fn current(&self) -> u32 {
        self.finished - u32::from(self.counted)
    }

    /// Whether a match is the one of this number, from 0.
    fn is_match(&self, number: u32, running: &Match) -> bool {
        let (found, own) = (running.setup(), self.setup(number));
        own.is_some_and(|(own, _)| (own.info.id, own.seed) == (found.info.id, found.seed))
    }

    /// A match by its number from 0, with the names of its players in the standings.
    fn setup(&self, number: u32) -> Option<(Setup, [String; 2])> {
        let length = u32::try_from(self.round.len()).ok().filter(|length| *length > 0)?;
        let mut setup = self.round.get((number % length) as usize)?.clone();
        let mut players = names(&setup);
        setup.seed = setup.seed.wrapping_add(number.into());
        if !(number / length).is_multiple_of(2) {
            setup.seats.reverse();
            setup.programs.reverse();
            setup.names.reverse();
            players.reverse();
        }
        Some((setup, players))
    }

    fn count(&mut self, outcome: Outcome) {
        let Some((_, players)) = self.setup(self.current()) else { return };
        for (side, name) in Side::BOTH.into_iter().zip(players) {
            let Some(own) = self.standings.iter_mut().find(|own| own.name == name) else { continue };
            own.matches += 1;
            own.halves += match outcome.winner {
                Some(winner) => 2 * u32::from(winner == side),
                None => 1,
            };
        }
        (self.counted, self.left) = (true, BETWEEN);
        self.finished += 1;
    }
}

/// The names of the players in the standings; different ones for two equal bots.
fn names(setup: &Setup) -> [String; 2] {
    let name = |seat: usize| {
        let own = setup.names[seat].clone().or_else(|| setup.seats[seat].bot_name());
        own.unwrap_or_else(|| setup.seats[seat].to_string())
    };
    let [first, second] = [0, 1].map(name);
    let second = if first == second { format!("{second} (2)") } else { second };
    [first, second]
}

/// Half-points in words.
fn points(halves: u32) -> String {
    match (halves / 2, halves % 2) {
        (whole, 0) => whole.to_string(),
        (0, _) => "½".to_string(),
        (whole, _) => format!("{whole}½"),
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Series>()
        .add_systems(Update, go_on.in_set(MatchSet::Clock))
        .add_systems(Update, request_frame(TICK).run_if(|series: Res<Series>| series.is_due()).in_set(GameSet::Rest));
}

/// Counts a finished match, and begins the next one in time. Looking back at a match stops the time;
/// leaving it ends the series.
fn go_on(
    time: Res<Time<Real>>,
    (session, animating): (Res<Session>, Res<Animating>),
    mut series: ResMut<Series>,
    mut commands: MessageWriter<PlayerCommand>,
    mut notifications: MessageWriter<Notification>,
) {
    if series.round.is_empty() {
        return;
    }
    if !session.is_of_match() {
        *series = Series::default();
    }
    let Some(running) = session.match_on_table() else { return };
    if series.counted && series.is_match(series.finished, running) {
        series.counted = false;
    }
    if !series.is_match(series.current(), running) {
        *series = Series::default();
    }
    let Some(outcome) = running.outcome() else { return };
    if animating.0 || series.round.is_empty() {
        return;
    }
    if !series.counted {
        series.count(outcome);
        if !series.is_due() {
            let best: Vec<_> = series.standings().iter().map(|own| format!("{} {}", own.name, own.points())).collect();
            notifications.write(Notification::new(format!("The series is over: {}.", best.join(", "))));
        }
    } else if series.is_due() && series.left <= 0.0 {
        // The next match could not begin.
        *series = Series::default();
    } else if series.is_due() {
        series.left -= time.delta_secs();
        if series.left <= 0.0
            && let Some((next, _)) = series.setup(series.finished)
        {
            commands.write(PlayerCommand::Begin(Box::new(next)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::Seat;

    fn setup(game: &str, seats: [&str; 2], names: [Option<&str>; 2]) -> Setup {
        let seats = seats.map(|bot| Seat::Bot(bot.parse().unwrap()));
        let names = names.map(|name| name.map(str::to_string));
        Setup { names, ..Setup::new(games::info(game).unwrap(), seats, 7) }
    }

    fn outcome(winner: Option<Side>) -> Outcome {
        let mut running = Match::new(setup("chess", ["4", "5"], [None, None])).unwrap();
        for action in ["f2f3", "e7e5", "g2g4", "d8h4"] {
            running.act(action).unwrap();
        }
        Outcome { winner, ..running.outcome().unwrap() }
    }

    fn table(series: &Series) -> String {
        series
            .standings()
            .iter()
            .map(|own| format!("{} {} of {}", own.name, own.points(), own.matches))
            .collect::<Vec<_>>()
            .join(", ")
    }

    #[test]
    fn players_keep_their_points_as_colours_change() {
        let mut series = Series::new(vec![setup("chess", ["4", "5"], [Some("Ada"), None])], Some(3));
        series.count(outcome(Some(Side::White)));
        assert_eq!(table(&series), "Ada 1 of 1, Badger 0 of 1");
        let next = series.next_match().unwrap();
        assert_eq!((next.players, next.seconds), (["Badger".to_string(), "Ada".to_string()], BETWEEN));
        let (second, _) = series.setup(1).unwrap();
        assert_eq!((second.names[1].as_deref(), second.seed), (Some("Ada"), 8));
        series.counted = false;
        assert_eq!(series.scores(), Some(["0".to_string(), "1".to_string()]));
        series.count(outcome(Some(Side::White)));
        assert_eq!(table(&series), "Ada 1 of 2, Badger 1 of 2", "Badger has won as White");
        series.counted = false;
        series.count(outcome(None));
        assert_eq!(table(&series), "Ada 1½ of 3, Badger 1½ of 3");
        assert!(!series.is_due() && series.next_match().is_none());
    }

    #[test]
    fn another_match_ends_the_series() {
        let begun = |seed| Match::new(Setup { seed, ..setup("chess", ["random", "greedy"], [None, None]) }).unwrap();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, crate::session::plugin));
        app.insert_resource(Series::new(vec![begun(7).setup().clone()], None));
        for (seed, goes_on) in [(7, true), (99, false)] {
            app.insert_resource(Session::from(begun(seed)));
            app.update();
            assert_eq!(app.world().resource::<Series>().scores().is_some(), goes_on);
        }
    }

    /// The colours change after all games have been played.
    #[test]
    fn games_and_pairs_are_played_in_turn() {
        let round = ["chess", "fluky"].map(|game| setup(game, ["4", "4"], [None, None]));
        let mut series = Series::new(round.to_vec(), None);
        let mut games = Vec::new();
        for _ in 0..4 {
            let (setup, players) = series.setup(series.finished).unwrap();
            games.push((setup.info.id, setup.seed, players));
            series.counted = false;
            series.count(outcome(Some(Side::White)));
        }
        let [fox, other] = ["Fox", "Fox (2)"].map(str::to_string);
        let [plain, exchanged] = [[fox.clone(), other.clone()], [other, fox]];
        let expected = [
            ("chess", 7, plain.clone()),
            ("fluky", 8, plain),
            ("chess", 9, exchanged.clone()),
            ("fluky", 10, exchanged),
        ];
        assert_eq!(games, expected);
        assert_eq!(table(&series), "Fox 2 of 4, Fox (2) 2 of 4");
        assert!(series.is_due(), "it has no end");
        assert_eq!(Series::default().scores(), None);
    }
}
