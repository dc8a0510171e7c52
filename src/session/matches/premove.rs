//! A move entered during the opponent's turn. It is played at the start of one's own turn if it is
//! legal then.

use bevy::prelude::*;

use super::activity::reset_on_open;
use super::legal_actions::LegalActions;
use super::showing::{Animating, Session};
use crate::engine::{ActionText, Cell, DynGame, Gesture, Place, Side};
use crate::play::{Match, Pending, Seat};
use crate::session::input::{AnnotationColour, AnnotationStroke, Annotations, Selection, moving_both, precedence};
use crate::session::messages::{Notification, PlayerCommand};
use crate::session::schedule::GameSet;

/// The move for the next turn, or only its piece.
#[derive(Resource, Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Premove {
    from: Option<Cell>,
    to: Option<Cell>,
}

impl Premove {
    /// The piece's cell and its target, if both are chosen.
    #[must_use]
    pub fn cells(self) -> Option<(Cell, Cell)> {
        self.from.zip(self.to)
    }

    /// Whether a piece is chosen.
    #[must_use]
    pub const fn is_begun(self) -> bool {
        self.from.is_some()
    }

    /// Points at a cell: an own piece is chosen as the moving piece, any other cell as the target.
    pub fn point(&mut self, cell: Cell, side: Side, game: &dyn DynGame) {
        let is_own = |piece: &crate::engine::Piece| piece.place == Place::Cell(cell) && piece.side == Some(side);
        if game.pieces().iter().any(is_own) {
            *self = Premove { from: Some(cell), to: None };
        } else if self.from.is_some() {
            self.to = Some(cell);
        }
    }

    /// Chooses a piece and its target, which may be an own piece.
    pub fn drag(&mut self, from: Cell, to: Cell, side: Side, game: &dyn DynGame) {
        *self = Premove::default();
        self.point(from, side, game);
        self.to = self.from.filter(|from| *from != to).map(|_| to);
    }

    /// Shows the move as an arrow.
    pub fn draw(self, annotations: &mut Annotations) {
        let ink = AnnotationColour::Hint;
        let stroke = self.from.map(|from| AnnotationStroke { from, to: self.to.unwrap_or(from), ink });
        annotations.hint = stroke.into_iter().collect();
    }

    /// The legal action that matches the move; of several promotions, the strongest.
    fn action(self, game: &dyn DynGame, legal: &[(ActionText, Gesture)]) -> Option<ActionText> {
        let (from, to) = self.cells()?;
        let from = Place::Cell(from);
        let fits = |(_, gesture): &&(ActionText, Gesture)| gesture.from == Some(from) && gesture.to == Some(to);
        let best = legal.iter().filter(fits).min_by_key(|(_, gesture)| precedence(gesture));
        best.map(|(action, _)| action.clone()).or_else(|| moving_both(from, to, game, legal))
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Premove>()
        .add_plugins(reset_on_open::<Premove>)
        .add_systems(Update, play.in_set(GameSet::Input));
}

/// Plays the move when it is a person's turn and the table is at rest. A command that puts down
/// the piece in hand, such as a takeback, discards it too.
fn play(
    (session, legal, animating): (Res<Session>, Res<LegalActions>, Res<Animating>),
    (mut premove, mut selection): (ResMut<Premove>, ResMut<Selection>),
    mut commands: ParamSet<(MessageReader<PlayerCommand>, MessageWriter<PlayerCommand>)>,
    mut notifications: MessageWriter<Notification>,
) {
    let commanded = commands.p0().read().filter(|command| !command.keeps_selection()).count() > 0;
    if !premove.is_begun() {
        return;
    }
    let running: Option<&Match> = session.running().filter(|_| session.exercise().is_none());
    let Some(running) = running.filter(|running| running.outcome().is_none() && !commanded) else {
        *premove = Premove::default();
        return;
    };
    if animating.0 || !matches!(running.pending(), Pending::Decide { seat: Seat::Human, .. }) {
        return;
    }
    let planned = std::mem::take(&mut *premove);
    match planned.action(running.game(), &legal.0) {
        Some(action) => {
            commands.p1().write(PlayerCommand::Act(action));
        }
        None if planned.cells().is_some() => {
            notifications.write(Notification::new("The move you entered in advance is no longer legal."));
        }
        // Only the piece is chosen, so it is in hand now.
        None => {
            if let Some(from) = planned.from {
                selection.point(Place::Cell(from), running.game(), &legal.0);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bots::Bot;
    use crate::games;
    use crate::play::Setup;
    use crate::session::matches::activity::ActivityOpened;

    fn app(position: &str) -> App {
        let seats = [Seat::Human, Seat::Bot(Bot::Greedy)];
        let setup = Setup { start: Some(position.into()), ..Setup::new(games::info("chess").unwrap(), seats, 1) };
        let running = Match::new(setup).unwrap();
        let legal = LegalActions(running.game().gestures());
        let mut app = App::new();
        app.add_message::<PlayerCommand>()
            .add_message::<Notification>()
            .init_resource::<Animating>()
            .init_resource::<Selection>()
            .insert_resource(Session::from(running))
            .insert_resource(legal)
            .add_plugins(plugin);
        app
    }

    fn plan(app: &mut App, from: &str, to: &str) {
        let game = app.world().resource::<Session>().game().unwrap().boxed();
        let cell = |name: &str| game.layout().cell_named(name).unwrap();
        let mut premove = app.world_mut().resource_mut::<Premove>();
        premove.point(cell(from), Side::White, &*game);
        premove.point(cell(to), Side::White, &*game);
    }

    fn commanded(app: &mut App) -> Vec<String> {
        app.update();
        let mut commands = app.world_mut().resource_mut::<Messages<PlayerCommand>>();
        commands.drain().map(|command| format!("{command:?}")).collect()
    }

    #[test]
    fn a_move_entered_before_is_played_in_the_own_turn_if_it_is_legal() {
        let black = "4k3/P7/8/8/8/8/8/4K3 b - - 0 1";
        let white = "4k3/P7/8/8/8/8/8/4K3 w - - 0 1";
        let mut waiting = app(black);
        plan(&mut waiting, "a7", "a8");
        assert!(commanded(&mut waiting).is_empty(), "it is Black's turn");
        assert!(waiting.world().resource::<Premove>().cells().is_some());
        let mut due = app(white);
        plan(&mut due, "a7", "a8");
        assert_eq!(commanded(&mut due), [r#"Act("a7a8q")"#]);
        let mut illegal = app(white);
        plan(&mut illegal, "e1", "e5");
        assert!(commanded(&mut illegal).is_empty());
        let told = illegal.world_mut().resource_mut::<Messages<Notification>>().drain().count();
        assert_eq!((told, *illegal.world().resource::<Premove>()), (1, Premove::default()));
    }

    #[test]
    fn only_a_command_that_ends_it_drops_the_move() {
        let mut app = app("4k3/P7/8/8/8/8/8/4K3 b - - 0 1");
        plan(&mut app, "a7", "a8");
        let planned = |app: &App| app.world().resource::<Premove>().is_begun();
        for (command, remains) in [(PlayerCommand::MoveNow, true), (PlayerCommand::Takeback, false)] {
            app.world_mut().write_message(command.clone());
            app.update();
            assert_eq!(planned(&app), remains, "{command:?}");
        }
    }

    #[test]
    fn a_piece_chosen_before_the_turn_is_in_hand_when_it_begins() {
        let mut app = app("4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
        let game = app.world().resource::<Session>().game().unwrap().boxed();
        let cell = game.layout().cell_named("a7").unwrap();
        app.world_mut().resource_mut::<Premove>().point(cell, Side::White, &*game);
        assert!(commanded(&mut app).is_empty());
        assert_eq!(app.world().resource::<Selection>().held, Some(Place::Cell(cell)));
    }

    #[test]
    fn the_move_belongs_to_its_match() {
        let mut app = app("4k3/P7/8/8/8/8/8/4K3 b - - 0 1");
        plan(&mut app, "a7", "a8");
        app.world_mut().trigger(ActivityOpened { in_room: true });
        assert_eq!(*app.world().resource::<Premove>(), Premove::default());
    }
}
