//! The screen as a Bevy state, for run conditions.

use bevy::prelude::*;
use bevy::state::app::StatesPlugin;

use super::showing::Session;
use crate::session::schedule::MatchSet;

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

/// Adds the state, even to an app that lacks Bevy's state plugin.
pub(super) fn plugin(app: &mut App) {
    if !app.is_plugin_added::<StatesPlugin>() {
        app.add_plugins(StatesPlugin);
    }
    app.init_state::<Screen>()
        .add_systems(PreUpdate, follow)
        // If a command or the end of a replay puts a match on the table, it takes effect in the
        // same frame.
        .add_systems(Update, follow.after(MatchSet::Open).before(MatchSet::Advance))
        .add_systems(Update, follow.after(MatchSet::Advance).before(MatchSet::Follow));
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
    use crate::play::{Match, Replay, Seat, Setup};
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
