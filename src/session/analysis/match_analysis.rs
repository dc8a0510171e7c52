//! Analysis of the positions of the match on the table, for the assistance enabled by the user. It
//! runs in the background, analyses each position once, and never runs while a bot thinks.

use bevy::prelude::*;

use super::hint::{hint_refused, show_hint};
use crate::bots::{Limits, win_probability};
use crate::engine::{ActionText, DynGame, Options, Side, Turn};
use crate::platform::jobs::Background;
use crate::play::{Analysis, MatchReport, Replay};
use crate::session::input::{Annotations, Selection};
use crate::session::matches::{MatchProgress, Session};
use crate::session::messages::{Notification, PlayerCommand, position_changed};
use crate::session::schedule::MatchSet;
use crate::session::searches::{self, Analysed};
use crate::session::settings::Settings;
use crate::session::wake_up::WakeUp;

/// Node limit for the value of a position.
const NODES: u64 = 60_000;

/// Search time for a hint, ms.
const HINT: u64 = 500;

/// The analyses of the match on the table. Positions are identified by the number of actions that
/// lead to them.
#[derive(Resource, Default)]
pub struct MatchAnalysis {
    line: Option<WholeMatch>,
    /// By number of actions.
    found: Vec<Option<Analysis>>,
    /// The number of actions shown on the table.
    at: usize,
    job: Option<AnalysisJob>,
    hint_wanted: bool,
    report: MatchReport,
    /// Whether the match cannot be analysed, which is reported once.
    failed: bool,
}

/// The whole match on the table.
struct WholeMatch {
    start: String,
    options: Options,
    actions: Vec<ActionText>,
    /// The game after all of `actions`.
    game: Box<dyn DynGame>,
}

impl WholeMatch {
    /// Whether a replay shows this match.
    fn is_of(&self, replay: &Replay) -> bool {
        let game = replay.game();
        self.game.info().id == game.info().id
            && self.options == *game.options()
            && replay.actions().eq(&self.actions)
            && self.start == game.start_text()
    }
}

struct AnalysisJob {
    /// The number of actions before the position.
    at: usize,
    hint: bool,
    search: Background<Analysed>,
}

impl MatchAnalysis {
    /// The analysis of the position shown; `None` until it is available.
    #[must_use]
    pub fn current(&self) -> Option<&Analysis> {
        self.found.get(self.at)?.as_ref()
    }

    /// The report on the analysed part of the match, from its start.
    #[must_use]
    pub fn report(&self) -> &MatchReport {
        &self.report
    }

    /// The number of positions analysed, and the number of positions of the match.
    #[must_use]
    pub fn known(&self) -> (usize, usize) {
        (self.found.iter().flatten().count(), self.found.len())
    }

    /// Whether a search is running.
    #[must_use]
    pub fn is_working(&self) -> bool {
        self.job.is_some()
    }

    /// Whether a hint is being searched.
    #[must_use]
    pub fn is_seeking_hint(&self) -> bool {
        self.hint_wanted
    }

    /// Follows the table. Keeps the analyses of the positions shared with the previous match, and
    /// returns their number.
    fn follow(&mut self, session: &Session) -> usize {
        if !session.allows_assistance() {
            *self = MatchAnalysis::default();
            return 0;
        }
        // Another point of the same match.
        if let Some((replay, line)) = session.replay().zip(self.line.as_ref())
            && line.is_of(replay)
        {
            self.at = replay.at();
            return replay.len() + 1;
        }
        let (game, actions): (_, Vec<_>);
        if let Some(replay) = session.replay() {
            (game, actions) = (replay.whole().boxed(), replay.actions().cloned().collect());
            self.at = replay.at();
        } else if let Some(board) = session.board() {
            (game, actions) = (board.end_of_line(), board.actions().cloned().collect());
            self.at = board.depth();
        } else if let Some(running) = session.match_on_table() {
            (game, actions) = (running.game().boxed(), running.game().played());
            self.at = actions.len();
        } else {
            *self = MatchAnalysis::default();
            return 0;
        }
        let start = game.start_text();
        let shared = self.line.as_ref().map_or(0, |line| {
            let same = line.game.info().id == game.info().id && line.start == start && line.options == *game.options();
            let shared = line.actions.iter().zip(&actions).take_while(|(one, other)| one == other).count();
            if same { shared + 1 } else { 0 }
        });
        self.found.truncate(shared);
        self.found.resize(actions.len() + 1, None);
        self.line = Some(WholeMatch { start, options: game.options().clone(), actions, game });
        shared
    }

    /// The position after `actions` actions.
    fn game_after(&self, actions: usize) -> Option<Box<dyn DynGame>> {
        self.line.as_ref().map(|line| line.game.after(actions))
    }

    /// The position to search next, as a number of actions, and whether the search is for a hint.
    fn next(&self, settings: &Settings, due: bool) -> Option<(usize, bool)> {
        if self.hint_wanted {
            return Some((self.at, true));
        }
        if self.failed {
            return None;
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

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<MatchAnalysis>().add_systems(Update, position_changed.pipe(search).in_set(MatchSet::Analyse));
}

/// Follows the match: starts, stops and collects searches.
fn search(
    In(changes): In<bool>,
    mut commands: MessageReader<PlayerCommand>,
    (session, settings, progress, wake): (Res<Session>, Res<Settings>, Res<MatchProgress>, Res<WakeUp>),
    mut analysis: ResMut<MatchAnalysis>,
    (mut annotations, mut selection): (ResMut<Annotations>, ResMut<Selection>),
    mut notifications: MessageWriter<Notification>,
) {
    let hint = commands.read().filter(|command| matches!(command, PlayerCommand::Hint)).count() > 0;
    // Leaving for the start screen, and the end of an online match, change no position.
    if changes || session.is_changed() && session.is_empty() != analysis.line.is_none() {
        let known = analysis.found.len();
        let shared = analysis.follow(&session);
        // The report has plies of a continuation that this match does not share.
        (shared < known).then(|| analysis.report = MatchReport::default());
        (analysis.hint_wanted, analysis.failed) = (false, false);
        // The graph still needs positions other than the one on the table.
        if analysis.job.as_ref().is_some_and(|job| job.hint || job.at >= shared || !settings.graph) {
            analysis.job = None;
        }
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
        // Bots take precedence.
        if analysis.job.is_some() {
            analysis.job = None;
        }
        return;
    }
    // Reads only, so that an idle resource is not marked as changed.
    let ended = analysis.job.as_ref().and_then(|job| Some((job.at, job.hint, job.search.take()?)));
    if let Some((at, hint, found)) = ended {
        let found = found.map_err(|panic| panic.to_string()).flatten();
        analysis.job = None;
        if hint {
            analysis.hint_wanted = false;
            match (session.game(), found) {
                (Some(game), Ok(found)) => {
                    show_hint(game, &found, &mut annotations, &mut selection, &mut notifications);
                }
                (_, Err(error)) => {
                    notifications.write(Notification::new(format!("No hint: {error}")));
                }
                _ => {}
            }
        } else {
            match found {
                Ok(found) => analysis.found[at] = Some(found),
                Err(error) => {
                    notifications.write(Notification::new(format!("The match cannot be analysed: {error}")));
                    analysis.failed = true;
                }
            }
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
    let search = searches::analysis(game, limits, 1, &wake);
    analysis.job = Some(AnalysisJob { at, hint, search });
}

/// White's probability of winning in the position shown, with a draw counting half; `None` until it
/// is available.
#[must_use]
pub fn white_wins(session: &Session, analysis: &MatchAnalysis) -> Option<f64> {
    session.game()?;
    match session.outcome() {
        Some(outcome) => Some(outcome.winner.map_or(0.5, |winner| f64::from(u8::from(winner == Side::White)))),
        None => analysis.current().map(|found| win_probability(found.value_for(Side::White))),
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;
    use crate::games;
    use crate::play::{Match, Seat, Setup, analyse};
    use crate::session;
    use crate::session::messages::TableUpdate;

    /// An app with a match in which `actions` have been played.
    fn app(id: &str, seats: [Seat; 2], actions: &[&str], settings: Settings) -> App {
        let mut running = Match::new(Setup::new(games::info(id).unwrap(), seats, 1)).unwrap();
        for action in actions {
            running.act(action).unwrap();
        }
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, session::plugin)).insert_resource(settings);
        app.world_mut().write_message(TableUpdate::reset(running.game()));
        app.insert_resource(Session::from(running));
        app.update();
        app
    }

    fn get<R: Resource>(app: &App) -> &R {
        app.world().resource::<R>()
    }

    fn until(app: &mut App, what: &str, done: impl Fn(&App) -> bool) {
        let begun = Instant::now();
        while !done(app) {
            assert!(begun.elapsed() < Duration::from_secs(60), "{what}");
            std::thread::sleep(Duration::from_millis(1));
            app.update();
        }
    }

    fn analysed(app: &App) -> Analysis {
        analyse(get::<Session>(app).game().unwrap(), Limits::nodes(NODES), 1, &|| false).unwrap()
    }

    #[test]
    fn nothing_is_searched_while_everything_is_off() {
        let mut app = app("fluky", [Seat::Human; 2], &["c1c2"], Settings::default());
        for _ in 0..50 {
            app.update();
            assert!(!get::<MatchAnalysis>(&app).is_working());
        }
        assert_eq!(get::<MatchAnalysis>(&app).known(), (0, 2));
    }

    #[test]
    fn the_bar_shows_the_result_of_a_search_with_a_node_limit() {
        let settings = Settings { evaluation_bar: true, ..default() };
        let mut app = app("chess", [Seat::Human; 2], &["e2e4"], settings);
        until(&mut app, "the value", |app| get::<MatchAnalysis>(app).current().is_some());
        let (session, analysis) = (get::<Session>(&app), get::<MatchAnalysis>(&app));
        assert_eq!(analysis.current(), Some(&analysed(&app)));
        assert_eq!(white_wins(session, analysis), Some(analysed(&app).win_for(Side::White)));
        assert_eq!(analysis.known(), (1, 2), "only the position on the table");
        for _ in 0..20 {
            app.update();
            assert!(!get::<MatchAnalysis>(&app).is_working(), "the position is known");
        }
    }

    /// Stepping through a replay does not replay the match from its start at each step.
    #[test]
    fn another_point_of_a_replay_is_the_same_match() {
        let mut running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        for action in ["e2e4", "e7e5", "g1f3"] {
            running.act(action).unwrap();
        }
        let mut replay = Replay::of_match(&running);
        let mut analysis = MatchAnalysis::default();
        let follow = |analysis: &mut MatchAnalysis, replay: &Replay| {
            let shared = analysis.follow(&Session::from(replay.clone()));
            (shared, analysis.at, std::ptr::from_ref(&*analysis.line.as_ref().unwrap().game).cast::<()>())
        };
        let (_, _, game) = follow(&mut analysis, &replay);
        for at in [0, 2, 1, 3] {
            replay.go_to(at);
            assert_eq!(follow(&mut analysis, &replay), (4, at, game));
        }
        running.act("b8c6").unwrap();
        assert_eq!(follow(&mut analysis, &Replay::of_match(&running)).0, 4, "four positions are the same ones");
    }

    #[test]
    fn results_for_another_position_are_dropped() {
        let settings = Settings { evaluation_bar: true, ..default() };
        let mut app = app("chess", [Seat::Human; 2], &[], settings);
        assert!(get::<MatchAnalysis>(&app).is_working());
        app.world_mut().write_message(PlayerCommand::Act("g1f3".into()));
        app.update();
        until(&mut app, "the value", |app| get::<MatchAnalysis>(app).current().is_some());
        assert_eq!(get::<MatchAnalysis>(&app).current(), Some(&analysed(&app)));
        assert_eq!(get::<MatchAnalysis>(&app).known(), (1, 2));
        app.world_mut().write_message(PlayerCommand::Takeback);
        app.update();
        assert!(get::<MatchAnalysis>(&app).current().is_none());
    }

    #[test]
    fn a_match_that_was_left_is_not_analysed() {
        let mut app = app("chess", [Seat::Human; 2], &["e2e4", "e7e5"], Settings { graph: true, ..default() });
        app.update();
        assert!(get::<MatchAnalysis>(&app).is_working());
        app.world_mut().write_message(PlayerCommand::Leave);
        app.update();
        app.update();
        assert!(!get::<MatchAnalysis>(&app).is_working() && get::<MatchAnalysis>(&app).known() == (0, 0));
    }

    #[test]
    fn an_online_match_is_analysed_only_after_its_end() {
        let settings = Settings { graph: true, ..default() };
        let mut app = app("chess", [Seat::Human; 2], &["e2e4"], settings);
        until(&mut app, "the graph", |app| get::<MatchAnalysis>(app).known() == (2, 2));
        let live = |app: &mut App, change: &dyn Fn(&mut Match)| {
            change(app.world_mut().resource_mut::<Session>().live_match_mut().unwrap());
            app.update();
        };
        live(&mut app, &|running| running.seat_remote(Side::Black));
        app.world_mut().write_message(PlayerCommand::Review { actions: 0, run: false });
        app.update();
        assert_eq!(get::<MatchAnalysis>(&app).known(), (0, 0));
        live(&mut app, &|running| drop(running.resign(Side::White)));
        until(&mut app, "the graph", |app| get::<MatchAnalysis>(app).known() == (2, 2));
    }

    #[test]
    fn a_hint_is_legal_and_goes_away_with_the_next_act() {
        for info in games::ALL {
            let mut app = app(info.id, [Seat::Human; 2], &[], Settings::default());
            app.world_mut().write_message(PlayerCommand::Hint);
            app.update();
            assert!(get::<MatchAnalysis>(&app).is_seeking_hint());
            let mut told = get::<Messages<Notification>>(&app).get_cursor();
            until(&mut app, "a hint", |app| !get::<MatchAnalysis>(app).is_seeking_hint());
            let words = told.read(get::<Messages<Notification>>(&app)).last().unwrap().text.clone();
            let game = get::<Session>(&app).game().unwrap();
            let shown = get::<Annotations>(&app).hint.last();
            let action = game
                .actions()
                .into_iter()
                .find(|action| words.starts_with(&format!("Hint: {} (", game.describe(action).unwrap())));
            let action = action.unwrap_or_else(|| panic!("{}: {words}", info.id));
            let gestures = game.gestures();
            let (_, gesture) = gestures.iter().find(|(text, _)| *text == action).unwrap();
            assert_eq!(shown.map(|stroke| stroke.to), gesture.to, "{}: {words}", info.id);
            app.world_mut().write_message(PlayerCommand::Act(action));
            app.update();
            assert_eq!(get::<Annotations>(&app).hint, []);
        }
    }

    #[test]
    fn where_a_die_is_due_each_face_has_its_worth_and_no_hint_is_given() {
        let mut app = app("fluky", [Seat::Human; 2], &["c1c2"], Settings { odds: true, ..default() });
        until(&mut app, "the faces", |app| get::<MatchAnalysis>(app).current().is_some());
        assert_eq!(get::<MatchAnalysis>(&app).current().unwrap().faces.len(), 4);
        app.world_mut().write_message(PlayerCommand::Hint);
        app.update();
        assert!(!get::<MatchAnalysis>(&app).is_seeking_hint());
    }

    #[test]
    fn the_graph_works_out_every_position_once() {
        let settings = Settings { graph: true, ..default() };
        let mut app = app("chess", [Seat::Human; 2], &["f2f3", "e7e5", "g2g4", "d8h4"], settings);
        until(&mut app, "the graph", |app| get::<MatchAnalysis>(app).known() == (5, 5));
        let report = get::<MatchAnalysis>(&app).report();
        assert_eq!(report.plies.len(), 4);
        assert!(report.plies[3].win < 0.01 && report.plies[2].lost > 0.3, "{report:?}");
        assert_eq!(white_wins(get(&app), get(&app)), Some(0.0));
    }

    #[test]
    fn a_bot_that_thinks_long_says_what_it_thinks_and_can_be_told_to_move() {
        let seats = [Seat::Bot("search:time=600".parse().unwrap()), Seat::Human];
        let settings = Settings { evaluation_bar: true, graph: true, ..default() };
        let mut app = app("chess", seats, &[], settings);
        until(&mut app, "thoughts", |app| {
            let thought = get::<MatchProgress>(app).thought();
            assert!(!get::<MatchAnalysis>(app).is_working() || thought.is_none(), "assistance waits");
            thought.is_some_and(|thinking| thinking.thought.is_some_and(|thought| thought.depth >= 3))
        });
        app.world_mut().write_message(PlayerCommand::MoveNow);
        until(&mut app, "its move", |app| !get::<Session>(app).game().unwrap().played().is_empty());
    }
}
