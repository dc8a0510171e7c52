//! The contents of the table, the screen for them, and whether the table is animating.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;

use crate::engine::{DynGame, Outcome};
use crate::play::{Match, Pending, Replay, Seat, Setup};
use crate::record::Note;
use crate::session::analysis_board::AnalysisBoard;
use crate::session::learning::Exercise;
use crate::session::next_frame::request_frame;
use crate::session::schedule::{GameSet, MatchSet};

/// The contents of the table. It changes with the match, the replay or the position shown, not as
/// time passes.
#[derive(Resource, Default)]
pub struct Session {
    /// The contents of the table.
    pub(super) showing: Showing,
    /// The match that continues in the background while the player looks back at its earlier
    /// positions.
    pub background_match: Option<Box<Match>>,
}

/// The contents of the table.
#[derive(Default)]
pub(super) enum Showing {
    /// The start screen.
    #[default]
    Nothing,
    /// A match, whether in progress or over.
    Match(Box<Match>),
    /// A replay of a recorded match, or of earlier positions of the match being played.
    Replay(Box<Replay>),
    /// A lesson or puzzle.
    Exercise(Box<Exercise>),
    /// An analysis board.
    Analysis(Box<AnalysisBoard>),
}

/// The current screen. It follows [`Session::screen`] within each frame.
#[derive(States, Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Screen {
    /// The start screen: the table is empty.
    #[default]
    Start,
    /// A match, whether in progress or over.
    Match,
    /// A replay, possibly of a match that continues in the background.
    Replay,
    /// A lesson or puzzle.
    Exercise,
    /// An analysis board.
    Analysis,
}

impl Session {
    /// A session with `showing` on the table.
    pub(super) fn of(showing: Showing) -> Session {
        Session { showing, background_match: None }
    }

    /// The screen for the contents of the table.
    #[must_use]
    pub fn screen(&self) -> Screen {
        match self.showing {
            Showing::Nothing => Screen::Start,
            Showing::Match(_) => Screen::Match,
            Showing::Replay(_) => Screen::Replay,
            Showing::Exercise(_) => Screen::Exercise,
            Showing::Analysis(_) => Screen::Analysis,
        }
    }

    /// Whether the table is empty: the start screen.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.screen() == Screen::Start
    }

    /// Whether a match or a replay is on the table.
    #[must_use]
    pub fn is_of_match(&self) -> bool {
        matches!(self.screen(), Screen::Match | Screen::Replay)
    }

    /// The match on the table; `None` for exercises and analysis boards.
    #[must_use]
    pub fn match_on_table(&self) -> Option<&Match> {
        match &self.showing {
            Showing::Match(running) => Some(running),
            _ => None,
        }
    }

    /// Like [`Session::match_on_table`], mutable.
    #[must_use]
    pub fn match_on_table_mut(&mut self) -> Option<&mut Match> {
        match &mut self.showing {
            Showing::Match(running) => Some(running),
            _ => None,
        }
    }

    /// The replay on the table.
    #[must_use]
    pub fn replay(&self) -> Option<&Replay> {
        match &self.showing {
            Showing::Replay(replay) => Some(replay),
            _ => None,
        }
    }

    /// As [`Session::replay`], mutable.
    #[must_use]
    pub fn replay_mut(&mut self) -> Option<&mut Replay> {
        match &mut self.showing {
            Showing::Replay(replay) => Some(replay),
            _ => None,
        }
    }

    /// The match, replay or line on the table as a replay, at the point shown.
    #[must_use]
    pub fn to_replay(&self) -> Option<Replay> {
        match &self.showing {
            Showing::Replay(replay) => Some(Replay::clone(replay)),
            _ => self.running().map(Replay::of_match),
        }
    }

    /// The players and conditions of the match on the table.
    #[must_use]
    pub fn setup(&self) -> Option<&Setup> {
        self.replay().map(Replay::setup).or_else(|| self.running().map(Match::setup))
    }

    /// Brings a replay of the match in the background up to date with it.
    pub(super) fn sync_replay(&mut self) {
        if let (Showing::Replay(replay), Some(running)) = (&mut self.showing, &self.background_match) {
            replay.sync_with(running);
        }
    }

    /// The game on the table.
    #[must_use]
    pub fn game(&self) -> Option<&dyn DynGame> {
        match &self.showing {
            Showing::Nothing => None,
            Showing::Match(running) => Some(running.game()),
            Showing::Replay(replay) => Some(replay.game()),
            Showing::Exercise(exercise) => Some(exercise.running().game()),
            Showing::Analysis(board) => Some(board.running().game()),
        }
    }

    /// The match being played, on the table or in the background of a replay. Lessons and puzzles
    /// do not count.
    #[must_use]
    pub fn live_match(&self) -> Option<&Match> {
        match &self.showing {
            Showing::Match(running) => Some(running),
            _ => self.background_match.as_deref(),
        }
    }

    /// Whether a person is to decide on the table.
    #[must_use]
    pub fn awaits_person(&self) -> bool {
        self.running().is_some_and(|running| matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. }))
    }

    /// Whether the engine may assist the players: not while an online match is being played, even if
    /// the user looks back.
    #[must_use]
    pub fn allows_assistance(&self) -> bool {
        self.live_match().is_none_or(|running| !running.is_remote() || running.outcome().is_some())
    }

    /// Like [`Session::live_match`], mutable.
    #[must_use]
    pub fn live_match_mut(&mut self) -> Option<&mut Match> {
        match &mut self.showing {
            Showing::Match(running) => Some(running),
            _ => self.background_match.as_deref_mut(),
        }
    }

    /// The match on the table, whether played there or used by an exercise or an analysis board;
    /// `None` for replays.
    #[must_use]
    pub fn running(&self) -> Option<&Match> {
        match &self.showing {
            Showing::Match(running) => Some(running),
            Showing::Exercise(exercise) => Some(exercise.running()),
            Showing::Analysis(board) => Some(board.running()),
            _ => None,
        }
    }

    /// Whether the user only watches: a replay, or a match without players at this window.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        match &self.showing {
            Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => false,
            Showing::Match(running) => running.setup().seats.iter().all(|seat| *seat != Seat::Human),
            Showing::Replay(_) => true,
        }
    }

    /// The lesson or puzzle on the table.
    #[must_use]
    pub fn exercise(&self) -> Option<&Exercise> {
        match &self.showing {
            Showing::Exercise(exercise) => Some(exercise),
            _ => None,
        }
    }

    /// Like [`Session::exercise`], mutable.
    #[must_use]
    pub fn exercise_mut(&mut self) -> Option<&mut Exercise> {
        match &mut self.showing {
            Showing::Exercise(exercise) => Some(exercise),
            _ => None,
        }
    }

    /// The analysis board on the table.
    #[must_use]
    pub fn board(&self) -> Option<&AnalysisBoard> {
        match &self.showing {
            Showing::Analysis(board) => Some(board),
            _ => None,
        }
    }

    /// Like [`Session::board`], mutable.
    #[must_use]
    pub fn board_mut(&mut self) -> Option<&mut AnalysisBoard> {
        match &mut self.showing {
            Showing::Analysis(board) => Some(board),
            _ => None,
        }
    }

    /// The notes of the match on the table, by number of actions.
    #[must_use]
    pub fn notes(&self) -> Option<&BTreeMap<usize, Note>> {
        match &self.showing {
            Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => None,
            Showing::Match(running) => Some(running.notes()),
            Showing::Replay(replay) => Some(replay.notes()),
        }
    }

    /// The outcome at the point shown; `None` if the match is not over there.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.showing {
            Showing::Nothing => None,
            Showing::Match(running) => running.outcome(),
            Showing::Replay(replay) => replay.shown_outcome(),
            Showing::Exercise(exercise) => exercise.running().outcome(),
            Showing::Analysis(board) => board.running().outcome(),
        }
    }
}

impl From<Match> for Session {
    fn from(running: Match) -> Session {
        Session::of(Showing::Match(Box::new(running)))
    }
}

impl From<Replay> for Session {
    fn from(replay: Replay) -> Session {
        Session::of(Showing::Replay(Box::new(replay)))
    }
}

impl From<Exercise> for Session {
    fn from(exercise: Exercise) -> Session {
        Session::of(Showing::Exercise(Box::new(exercise)))
    }
}

impl From<AnalysisBoard> for Session {
    fn from(board: AnalysisBoard) -> Session {
        Session::of(Showing::Analysis(Box::new(board)))
    }
}

/// Whether the table is animating. The match waits for its end.
#[derive(Resource, Debug, Default, PartialEq, Eq)]
pub struct Animating(pub bool);

/// Adds the state, even to an app that lacks Bevy's state plugin.
pub(super) fn plugin(app: &mut App) {
    if !app.is_plugin_added::<StatesPlugin>() {
        app.add_plugins(StatesPlugin);
    }
    app.init_resource::<Session>()
        .init_resource::<Animating>()
        .init_state::<Screen>()
        .add_systems(PreUpdate, follow)
        // If a command or the end of a replay puts a match on the table, it takes effect in the
        // same frame.
        .add_systems(Update, follow.after(MatchSet::Open).before(MatchSet::Advance))
        .add_systems(Update, follow.after(MatchSet::Advance).before(MatchSet::Follow))
        .add_systems(Update, request_frame(0.0).run_if(|animating: Res<Animating>| animating.0).in_set(GameSet::Rest));
}

/// Changes the state if the contents of the table have changed.
fn follow(world: &mut World) {
    let wanted = world.resource::<Session>().screen();
    if *world.resource::<State<Screen>>().get() != wanted {
        world.resource_mut::<NextState<Screen>>().set(wanted);
        world.run_schedule(StateTransition);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::Seat;
    use crate::session::{self, PlayerCommand};

    #[derive(Resource, Default)]
    struct Ran(Vec<Screen>);

    fn runs_on(screen: Screen) -> impl Fn(ResMut<Ran>) {
        move |mut ran: ResMut<Ran>| ran.0.push(screen)
    }

    #[test]
    fn the_state_is_what_is_on_the_table_in_the_same_frame() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, session::plugin)).init_resource::<Ran>();
        for screen in [Screen::Start, Screen::Match, Screen::Replay] {
            app.add_systems(Update, runs_on(screen).run_if(in_state(screen)).in_set(session::GameSet::Present));
        }
        app.update();
        let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
        app.world_mut().write_message(PlayerCommand::Begin(Box::new(setup.clone())));
        app.update();
        let replay = Replay::of_match(&Match::new(setup).unwrap());
        app.insert_resource(Session::from(replay));
        app.update();
        assert_eq!(app.world().resource::<Ran>().0, [Screen::Start, Screen::Match, Screen::Replay]);
    }
}
