//! Commands that only change the view: annotations, stack labels, the viewpoint and the camera.
//! They also work in replays. Other commands are in [`super::keys`].

use bevy::prelude::*;

use crate::session::{
    AnnotationStroke, Annotations, Badges, Director, InputCommand, KeyInput, Notification, Seating, Selection, Session,
    Settings, View,
};
use crate::ui::keyboard::cursor;

/// The message when a ring or an arrow lacks a cell.
const NO_CURSOR: &str = "Move the cursor to a cell first, with the arrow keys (with Shift in a replay).";

/// Carries out the commands that only change the view.
pub fn press(
    mut inputs: MessageReader<KeyInput>,
    (session, mut seats, buttons): (Res<Session>, ResMut<Seating>, Res<ButtonInput<MouseButton>>),
    (mut selection, mut annotations): (ResMut<Selection>, ResMut<Annotations>),
    (mut settings, mut director): (ResMut<Settings>, ResMut<Director>),
    mut view_before: Local<Option<View>>,
    mut notifications: MessageWriter<Notification>,
) {
    for input in inputs.read() {
        let KeyInput::Command(command, ink) = input else { continue };
        match command {
            InputCommand::Point(direction) => {
                if let Some(game) = session.game() {
                    selection.cursor =
                        cursor::next(&game.layout(), selection.cursor, *direction, seats.yaw(settings.view));
                }
            }
            InputCommand::Ring => {
                if let Some(at) = selection.cursor {
                    annotations.toggle(AnnotationStroke { from: at, to: at, ink: *ink });
                } else {
                    notifications.write(Notification::new(NO_CURSOR));
                }
            }
            InputCommand::Arrow => {
                if let Some(at) = selection.cursor {
                    annotations.arrow(at, *ink);
                } else {
                    notifications.write(Notification::new(NO_CURSOR));
                }
            }
            InputCommand::Escape if annotations.draft.is_some() => annotations.draft = None,
            InputCommand::ClearAnnotations => *annotations = Annotations::default(),
            InputCommand::Badges => {
                settings.badges = settings.badges.next();
                let name =
                    Badges::ALL.iter().find(|(badges, _)| *badges == settings.badges).map_or("", |(_, name)| name);
                notifications.write(Notification::new(format!("Stack labels: {name}")));
            }
            InputCommand::FlipView if settings.view.is_from_above() => seats.near = seats.near.other(),
            InputCommand::FlipView => {
                settings.view = if settings.view == View::Black { View::White } else { View::Black };
            }
            InputCommand::TopView => settings.view = View::Top,
            InputCommand::NextView => {
                let at = View::ALL.iter().position(|(view, _)| *view == settings.view).unwrap_or_default();
                settings.view = View::ALL[(at + 1) % View::ALL.len()].0;
            }
            InputCommand::FlatView if settings.view == View::Flat => {
                settings.view = view_before.take().unwrap_or(View::of_seat(seats.near));
            }
            InputCommand::FlatView => {
                *view_before = Some(std::mem::replace(&mut settings.view, View::Flat));
            }
            InputCommand::Follow => {
                settings.director = director.paused || !settings.director;
                director.paused = false;
                notifications.write(Notification::new(if settings.director {
                    "The camera follows replays and matches between bots."
                } else {
                    "The camera stays where it is."
                }));
            }
            _ => {}
        }
    }
    // An arrow begun with a key follows the cursor.
    if let (Some(draft), Some(to), false) = (annotations.draft, selection.cursor, buttons.pressed(MouseButton::Right))
        && draft.to != to
    {
        annotations.draft = Some(AnnotationStroke { to, ..draft });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Cell, Side};
    use crate::games;
    use crate::play::{Match, Seat, Setup};
    use crate::session::AnnotationColour;

    /// An app with only these commands, and a match.
    fn app() -> App {
        let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
        let mut app = App::new();
        app.add_message::<KeyInput>()
            .add_message::<Notification>()
            .init_resource::<ButtonInput<MouseButton>>()
            .insert_resource(Session::from(Match::new(setup).unwrap()))
            .init_resource::<Seating>()
            .init_resource::<Selection>()
            .init_resource::<Annotations>()
            .init_resource::<Settings>()
            .init_resource::<Director>()
            .add_systems(Update, press);
        app
    }

    fn give(app: &mut App, command: InputCommand, cursor: u16, ink: AnnotationColour) {
        app.world_mut().resource_mut::<Selection>().cursor = Some(Cell(cursor));
        app.world_mut().write_message(KeyInput::Command(command, ink));
        app.update();
    }

    fn strokes(app: &App) -> Vec<(u16, u16, AnnotationColour)> {
        app.world().resource::<Annotations>().strokes.iter().map(|it| (it.from.0, it.to.0, it.ink)).collect()
    }

    #[test]
    fn rings_and_arrows_are_drawn_and_wiped_out_by_keys() {
        use InputCommand::{Arrow, ClearAnnotations, Ring};
        let mut app = app();
        give(&mut app, Ring, 4, AnnotationColour::Plain);
        give(&mut app, Arrow, 1, AnnotationColour::Plain);
        // An unfinished arrow follows the cursor.
        app.world_mut().resource_mut::<Selection>().cursor = Some(Cell(2));
        app.update();
        assert_eq!(app.world().resource::<Annotations>().draft.map(|draft| draft.to), Some(Cell(2)));
        give(&mut app, Arrow, 3, AnnotationColour::Plain);
        give(&mut app, Ring, 5, AnnotationColour::Ctrl);
        assert_eq!(
            strokes(&app),
            [(4, 4, AnnotationColour::Plain), (1, 3, AnnotationColour::Plain), (5, 5, AnnotationColour::Ctrl)]
        );
        give(&mut app, Ring, 4, AnnotationColour::Plain);
        assert_eq!(strokes(&app).len(), 2);
        give(&mut app, ClearAnnotations, 4, AnnotationColour::Plain);
        assert!(strokes(&app).is_empty());
    }

    #[test]
    fn views_have_their_keys() {
        use InputCommand::{FlatView, FlipView, NextView, TopView};
        let mut app = app();
        let mut press = |command: InputCommand| {
            give(&mut app, command, 0, AnnotationColour::Plain);
            (app.world().resource::<Settings>().view, app.world().resource::<Seating>().near)
        };
        assert_eq!(press(NextView).0, View::Black);
        assert_eq!(press(FlipView).0, View::White);
        assert_eq!(press(TopView), (View::Top, Side::White));
        // In the view from above, flipping puts the other side at the bottom.
        assert_eq!(press(FlipView), (View::Top, Side::Black));
        assert_eq!(press(FlatView), (View::Flat, Side::Black));
        assert_eq!(press(FlipView), (View::Flat, Side::White));
        assert_eq!(press(FlatView), (View::Top, Side::White));
    }

    #[test]
    fn labels_and_the_camera_have_their_keys() {
        let mut app = app();
        for badges in [Badges::Never, Badges::Hover, Badges::Always] {
            give(&mut app, InputCommand::Badges, 0, AnnotationColour::Plain);
            assert_eq!(app.world().resource::<Settings>().badges, badges);
        }
        let follows =
            |app: &App| (app.world().resource::<Settings>().director, app.world().resource::<Director>().paused);
        let follow = |app: &mut App| {
            give(app, InputCommand::Follow, 0, AnnotationColour::Plain);
            follows(app)
        };
        assert_eq!(follow(&mut app), (false, false));
        assert_eq!(follow(&mut app), (true, false));
        app.world_mut().resource_mut::<Director>().paused = true;
        assert_eq!(follow(&mut app), (true, false));
    }
}
