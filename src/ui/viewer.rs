//! Keys that change only how a match is shown: annotations, plates over stacks, and the camera. They work in replays too. The other
//! keys are in [`super::keys`].

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::cursor::{self, Direction};
use crate::session::{
    Annotations, Badges, Director, Ink, Notification, Panels, Seats, Selection, Session, Settings, Showing, Stroke,
};

/// The command of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Ring,
    Arrow,
    Clear,
    GiveUp,
    Heights,
    Follow,
    Go(Direction),
}

impl Command {
    fn of(key: &Key) -> Option<Command> {
        Some(match key {
            Key::Escape => Command::GiveUp,
            Key::ArrowUp => Command::Go(Direction::Up),
            Key::ArrowDown => Command::Go(Direction::Down),
            Key::ArrowLeft => Command::Go(Direction::Left),
            Key::ArrowRight => Command::Go(Direction::Right),
            Key::Character(text) => match text.to_lowercase().as_str() {
                "k" => Command::Ring,
                "a" => Command::Arrow,
                "x" => Command::Clear,
                "l" => Command::Heights,
                "d" => Command::Follow,
                _ => return None,
            },
            _ => return None,
        })
    }
}

/// The keys held at the moment when another is pressed, which may differ from those held at the end of the frame.
#[derive(Default)]
pub struct HeldKeys(ButtonInput<KeyCode>);

impl HeldKeys {
    /// Updates the held keys by one event.
    pub fn hear(&mut self, key: &KeyboardInput) {
        match key.state {
            ButtonState::Pressed => self.0.press(key.key_code),
            ButtonState::Released => self.0.release(key.key_code),
        }
    }

    /// Sets the keys held at the end of the frame.
    pub fn end(&mut self, held: &ButtonInput<KeyCode>) {
        self.0.clone_from(held);
    }

    /// Whether keys are held with which another is no letter, but a shortcut: to copy, or of the system.
    #[must_use]
    pub fn is_shortcut(&self) -> bool {
        use KeyCode::{AltLeft, ControlLeft, ControlRight, SuperLeft, SuperRight};
        self.0.any_pressed([AltLeft, ControlLeft, ControlRight, SuperLeft, SuperRight])
    }

    /// The colour for the modifier keys that are held.
    #[must_use]
    pub fn ink(&self) -> Ink {
        Ink::held(&self.0)
    }
}

/// Reads the keys, unless text is being typed.
pub fn press(
    mut keys: MessageReader<KeyboardInput>,
    mut held: Local<HeldKeys>,
    (now, buttons): (Res<ButtonInput<KeyCode>>, Res<ButtonInput<MouseButton>>),
    (session, panels, seats): (Res<Session>, Res<Panels>, Res<Seats>),
    (mut selection, mut annotations): (ResMut<Selection>, ResMut<Annotations>),
    (mut settings, mut director): (ResMut<Settings>, ResMut<Director>),
    mut notifications: MessageWriter<Notification>,
) {
    if panels.keyboard || session.game().is_none() {
        keys.clear();
        return;
    }
    for key in keys.read() {
        held.hear(key);
        let command = Some(&key.logical_key).filter(|_| key.state == ButtonState::Pressed).and_then(Command::of);
        let Some(command) = command else { continue };
        let ink = held.ink();
        match command {
            // In a match, `keys` reads the arrow keys. In a replay they step, and move the cursor with Shift.
            Command::Go(direction) if ink == Ink::Shift => {
                if let Showing::Replay(replay) = &session.showing {
                    selection.cursor =
                        cursor::next(&replay.game().layout(), selection.cursor, direction, seats.yaw(settings.view));
                }
            }
            Command::Go(_) => {}
            _ if key.repeat => {}
            Command::Ring => {
                if let Some(at) = selection.cursor {
                    annotations.toggle(Stroke { from: at, to: at, ink });
                }
            }
            Command::Arrow => {
                if let Some(at) = selection.cursor {
                    annotations.arrow(at, ink);
                }
            }
            Command::GiveUp if annotations.draft.is_some() => annotations.draft = None,
            Command::GiveUp => {}
            _ if matches!(ink, Ink::Ctrl | Ink::Alt) => {}
            Command::Clear => *annotations = Annotations::default(),
            Command::Heights => {
                settings.badges = settings.badges.next();
                let name =
                    Badges::ALL.iter().find(|(badges, _)| *badges == settings.badges).map_or("", |(_, name)| name);
                notifications.write(Notification::new(format!("What stacks are is written over them: {name}")));
            }
            Command::Follow => {
                settings.director = director.paused || !settings.director;
                director.paused = false;
                notifications.write(Notification::new(if settings.director {
                    "The camera follows replays and matches between bots."
                } else {
                    "The camera stays where it is."
                }));
            }
        }
    }
    held.end(&now);
    // An arrow begun by a key follows the cursor.
    if let (Some(draft), Some(to), false) = (annotations.draft, selection.cursor, buttons.pressed(MouseButton::Right))
        && draft.to != to
    {
        annotations.draft = Some(Stroke { to, ..draft });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Cell;
    use crate::games;
    use crate::play::{Match, Seat, Setup};

    /// An app with the keys alone, and a match.
    fn app() -> App {
        let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
        let mut app = App::new();
        app.add_message::<KeyboardInput>()
            .add_message::<Notification>()
            .init_resource::<ButtonInput<KeyCode>>()
            .init_resource::<ButtonInput<MouseButton>>()
            .insert_resource(Session::of(Showing::Match(Box::new(Match::new(setup).unwrap()))))
            .init_resource::<Panels>()
            .init_resource::<Seats>()
            .init_resource::<Selection>()
            .init_resource::<Annotations>()
            .init_resource::<Settings>()
            .init_resource::<Director>()
            .add_systems(Update, press);
        app
    }

    fn key(app: &mut App, logical_key: Key, key_code: KeyCode, state: ButtonState) {
        let window = Entity::PLACEHOLDER;
        app.world_mut().write_message(KeyboardInput {
            key_code,
            logical_key,
            state,
            text: None,
            repeat: false,
            window,
        });
    }

    fn strike(app: &mut App, letter: &str, cursor: u16) {
        app.world_mut().resource_mut::<Selection>().cursor = Some(Cell(cursor));
        key(app, Key::Character(letter.into()), KeyCode::F35, ButtonState::Pressed);
        app.update();
    }

    fn strokes(app: &App) -> Vec<(u16, u16, Ink)> {
        app.world().resource::<Annotations>().strokes.iter().map(|it| (it.from.0, it.to.0, it.ink)).collect()
    }

    #[test]
    fn rings_and_arrows_are_drawn_and_wiped_out_by_keys() {
        let mut app = app();
        strike(&mut app, "k", 4);
        strike(&mut app, "a", 1);
        // While it is begun, it follows the cursor.
        app.world_mut().resource_mut::<Selection>().cursor = Some(Cell(2));
        app.update();
        assert_eq!(app.world().resource::<Annotations>().draft.map(|draft| draft.to), Some(Cell(2)));
        strike(&mut app, "a", 3);
        // All in one frame.
        key(&mut app, Key::Control, KeyCode::ControlLeft, ButtonState::Pressed);
        app.world_mut().resource_mut::<Selection>().cursor = Some(Cell(5));
        key(&mut app, Key::Character("k".into()), KeyCode::KeyK, ButtonState::Pressed);
        key(&mut app, Key::Control, KeyCode::ControlLeft, ButtonState::Released);
        app.update();
        assert_eq!(strokes(&app), [(4, 4, Ink::Plain), (1, 3, Ink::Plain), (5, 5, Ink::Ctrl)]);
        strike(&mut app, "k", 4);
        assert_eq!(strokes(&app).len(), 2);
        strike(&mut app, "X", 4);
        assert!(strokes(&app).is_empty());
    }

    #[test]
    fn heights_and_the_camera_have_their_keys() {
        let mut app = app();
        for badges in [Badges::Always, Badges::Never, Badges::Hover] {
            strike(&mut app, "l", 0);
            assert_eq!(app.world().resource::<Settings>().badges, badges);
        }
        let follows =
            |app: &App| (app.world().resource::<Settings>().director, app.world().resource::<Director>().paused);
        strike(&mut app, "d", 0);
        assert_eq!(follows(&app), (false, false));
        strike(&mut app, "d", 0);
        assert_eq!(follows(&app), (true, false));
        app.world_mut().resource_mut::<Director>().paused = true;
        strike(&mut app, "d", 0);
        assert_eq!(follows(&app), (true, false));
    }
}
