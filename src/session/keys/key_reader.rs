//! The only reader of the keyboard: converts keys to commands by the [`InputMap`]. Typed text is
//! never mistaken for commands, even if many keys arrive in one frame.

use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::input::{ButtonState, InputSystems};
use bevy::prelude::*;

use super::bindings::KeyContext;
use super::chord::{Chord, HeldModifiers, KeyName};
use super::command::InputCommand;
use super::input_map::InputMap;
use crate::engine::Side;
use crate::play::{Match, Seat};
use crate::session::{AnnotationColour, Panels, Screen, Session, Settings};

/// Keyboard input.
#[derive(Message, Debug, Clone, PartialEq, Eq)]
pub enum KeyInput {
    /// A command, and the colour chosen by the modifiers.
    Command(InputCommand, AnnotationColour),
    /// Text typed in the same frame as the command to type a move, before the text field has the
    /// focus.
    Text(String),
    /// Enter after such text.
    Submit,
}

impl KeyInput {
    /// The command, if it is one.
    #[must_use]
    pub fn command(&self) -> Option<InputCommand> {
        match self {
            KeyInput::Command(command, _) => Some(*command),
            KeyInput::Text(_) | KeyInput::Submit => None,
        }
    }
}

/// A button's request for a key's command.
#[derive(Message, Debug, Clone, Copy, PartialEq, Eq)]
pub struct CommandRequest(pub InputCommand);

/// A run condition: whether a key has given `command` in this frame.
pub fn on_key(command: InputCommand) -> impl FnMut(MessageReader<KeyInput>) -> bool + Clone {
    move |mut inputs| inputs.read().filter(|input| input.command() == Some(command)).count() > 0
}

/// The held keys of continuous commands, and the held modifiers.
#[derive(Resource, Debug, Clone, PartialEq, Default)]
pub struct HeldKeys {
    /// The held commands, see [`InputCommand::is_continuous`].
    pub commands: Vec<InputCommand>,
    /// The modifier keys.
    pub modifiers: HeldModifiers,
}

impl HeldKeys {
    /// Whether the key of a command is held.
    #[must_use]
    pub fn holds(&self, command: InputCommand) -> bool {
        self.commands.contains(&command)
    }
}

/// Whether the next key press is captured, to bind it to a command.
#[derive(Resource, Debug, Clone, PartialEq, Eq, Default)]
pub enum KeyCapture {
    /// Keys give commands.
    #[default]
    Off,
    /// Waiting for a key.
    Waiting,
    /// The captured key.
    Caught(Chord),
}

/// Reads the keyboard before all other systems.
pub fn plugin(app: &mut App) {
    app.init_resource::<InputMap>()
        .init_resource::<HeldKeys>()
        .init_resource::<KeyCapture>()
        .init_resource::<ButtonInput<KeyCode>>()
        .add_message::<KeyboardInput>()
        .add_message::<KeyInput>()
        .add_message::<CommandRequest>()
        .add_systems(PreUpdate, (follow_settings, read).chain().after(InputSystems));
}

/// The side for which a person can act at this table: the side to move, or else the side of the
/// only person.
#[must_use]
pub fn local_player(running: &Match) -> Option<Side> {
    let human = |side: &Side| running.setup().seats[side.index()] == Seat::Human;
    if running.outcome().is_some() {
        return None;
    }
    running.pending().side().filter(human).or_else(|| Side::BOTH.into_iter().find(human))
}

fn follow_settings(settings: Option<Res<Settings>>, mut map: ResMut<InputMap>) {
    if let Some(settings) = settings.filter(|settings| settings.is_changed()) {
        map.set_if_neq(InputMap::of(&settings.keys));
    }
}

/// The keys pressed at the moment of an event. They may differ from those held at the end of the
/// frame.
#[derive(Default)]
struct Pressed {
    keys: ButtonInput<KeyCode>,
    names: Vec<(KeyCode, KeyName)>,
}

impl Pressed {
    fn hear(&mut self, key: &KeyboardInput) {
        self.names.retain(|(code, _)| *code != key.key_code);
        match key.state {
            ButtonState::Pressed => {
                self.keys.press(key.key_code);
                self.names.extend(KeyName::of(key).map(|name| (key.key_code, name)));
            }
            ButtonState::Released => self.keys.release(key.key_code),
        }
    }

    /// Sets the keys held at the end of the frame. Keys released outside the window have sent no
    /// event.
    fn end(&mut self, held: &ButtonInput<KeyCode>) {
        self.keys.clone_from(held);
        self.names.retain(|(code, _)| held.pressed(*code));
    }
}

fn read(
    (mut keys, mut requests): (MessageReader<KeyboardInput>, MessageReader<CommandRequest>),
    mut pressed: Local<Pressed>,
    held_now: Res<ButtonInput<KeyCode>>,
    map: Res<InputMap>,
    panels: Res<Panels>,
    session: Res<Session>,
    mut capture: ResMut<KeyCapture>,
    mut held: ResMut<HeldKeys>,
    mut inputs: MessageWriter<KeyInput>,
) {
    inputs.write_batch(requests.read().map(|request| KeyInput::Command(request.0, AnnotationColour::Plain)));
    let context = match session.screen() {
        Screen::Start => KeyContext::Start,
        Screen::Match | Screen::Exercise => KeyContext::Match,
        Screen::Replay | Screen::Analysis => KeyContext::Replay,
    };
    let can_type = session.running().is_some_and(|running| local_player(running).is_some());
    let mut types_action = false;
    for key in keys.read() {
        pressed.hear(key);
        if key.state == ButtonState::Released {
            continue;
        }
        let modifiers = HeldModifiers::of(&pressed.keys);
        let name = KeyName::of(key);
        if *capture == KeyCapture::Waiting {
            if let Some(name) = name.filter(|_| !key.repeat) {
                *capture = KeyCapture::Caught(name.chord(modifiers));
            }
            continue;
        }
        let function = name.as_ref().is_some_and(KeyName::is_function);
        if panels.keyboard && !function {
            continue;
        }
        if types_action && !function && !modifiers.make_shortcuts() {
            inputs.write_batch(match &key.logical_key {
                Key::Character(text) => Some(KeyInput::Text(text.to_string())),
                Key::Space => Some(KeyInput::Text(" ".into())),
                Key::Enter => Some(KeyInput::Submit),
                _ => None,
            });
            continue;
        }
        let Some(command) = name.and_then(|name| map.command(&name, modifiers, context)) else { continue };
        types_action |= command == InputCommand::TypeAction && can_type;
        if !command.is_continuous() && (!key.repeat || command.repeats()) {
            inputs.write(KeyInput::Command(command, modifiers.ink()));
        }
    }
    pressed.end(&held_now);
    let modifiers = HeldModifiers::of(&held_now);
    let commands = if panels.keyboard || *capture != KeyCapture::Off {
        Vec::new()
    } else {
        let held = pressed.names.iter().filter_map(|(_, name)| map.command(name, modifiers, context));
        held.filter(|command| command.is_continuous()).collect()
    };
    held.set_if_neq(HeldKeys { commands, modifiers });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games;
    use crate::play::Setup;

    fn app(session: Session) -> App {
        let mut app = App::new();
        app.add_plugins((bevy::input::InputPlugin, plugin))
            .init_resource::<Settings>()
            .init_resource::<Panels>()
            .insert_resource(session);
        app
    }

    fn chess() -> Session {
        let setup = Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1);
        Session::from(Match::new(setup).unwrap())
    }

    fn send(app: &mut App, logical_key: Key, key_code: KeyCode, state: ButtonState) {
        let window = Entity::PLACEHOLDER;
        let key = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
        app.world_mut().write_message(key);
    }

    fn strike(app: &mut App, letters: &str) {
        for letter in letters.chars() {
            let key = if letter == '\n' { Key::Enter } else { Key::Character(letter.to_string().into()) };
            send(app, key.clone(), KeyCode::F35, ButtonState::Pressed);
            send(app, key, KeyCode::F35, ButtonState::Released);
        }
    }

    fn heard(app: &mut App) -> Vec<KeyInput> {
        app.update();
        app.world_mut().resource_mut::<Messages<KeyInput>>().drain().collect()
    }

    #[test]
    fn an_action_typed_in_one_frame_is_not_a_command() {
        let mut app = app(chess());
        strike(&mut app, "mgajd2d4\n");
        let [KeyInput::Command(InputCommand::TypeAction, AnnotationColour::Plain), text @ .., KeyInput::Submit] =
            &heard(&mut app)[..]
        else {
            panic!("no action was typed")
        };
        assert!(text.iter().all(|input| matches!(input, KeyInput::Text(_))), "{text:?}");
        // The same in later frames, while a text field has the focus.
        app.world_mut().resource_mut::<Panels>().keyboard = true;
        strike(&mut app, "gajd");
        send(&mut app, Key::F12, KeyCode::F12, ButtonState::Pressed);
        assert_eq!(heard(&mut app), [KeyInput::Command(InputCommand::Picture, AnnotationColour::Plain)]);
        app.world_mut().resource_mut::<Panels>().keyboard = false;
        strike(&mut app, "g");
        assert_eq!(heard(&mut app), [KeyInput::Command(InputCommand::FreeHands, AnnotationColour::Plain)]);
    }

    #[test]
    fn a_short_shortcut_is_not_a_letter() {
        let mut app = app(chess());
        for (letter, code) in [("g", KeyCode::KeyG), ("c", KeyCode::KeyC)] {
            let letter = Key::Character(letter.into());
            send(&mut app, Key::Control, KeyCode::ControlLeft, ButtonState::Pressed);
            send(&mut app, letter.clone(), code, ButtonState::Pressed);
            send(&mut app, letter, code, ButtonState::Released);
            send(&mut app, Key::Control, KeyCode::ControlLeft, ButtonState::Released);
        }
        assert_eq!(heard(&mut app), [KeyInput::Command(InputCommand::Copy, AnnotationColour::Ctrl)]);
        // Control is released while a text field has the focus.
        send(&mut app, Key::Control, KeyCode::ControlLeft, ButtonState::Pressed);
        app.update();
        app.world_mut().resource_mut::<Panels>().keyboard = true;
        send(&mut app, Key::Control, KeyCode::ControlLeft, ButtonState::Released);
        app.update();
        app.world_mut().resource_mut::<Panels>().keyboard = false;
        strike(&mut app, "c");
        assert_eq!(heard(&mut app), [KeyInput::Command(InputCommand::Graph, AnnotationColour::Plain)]);
    }

    #[test]
    fn held_keys_turn_the_view_and_text_does_not() {
        let mut app = app(chess());
        send(&mut app, Key::Control, KeyCode::ControlLeft, ButtonState::Pressed);
        send(&mut app, Key::ArrowLeft, KeyCode::ArrowLeft, ButtonState::Pressed);
        let turns = InputCommand::TurnView(crate::session::ScreenDirection::Left);
        assert!(heard(&mut app).is_empty(), "it lasts, and is not given once");
        assert!(app.world().resource::<HeldKeys>().holds(turns));
        app.world_mut().resource_mut::<Panels>().keyboard = true;
        app.update();
        assert!(!app.world().resource::<HeldKeys>().holds(turns));
        app.world_mut().resource_mut::<Panels>().keyboard = false;
        app.update();
        assert!(app.world().resource::<HeldKeys>().holds(turns));
        send(&mut app, Key::ArrowLeft, KeyCode::ArrowLeft, ButtonState::Released);
        app.update();
        assert!(!app.world().resource::<HeldKeys>().holds(turns));
    }

    #[test]
    fn another_key_is_bound_and_used() {
        let mut app = app(chess());
        *app.world_mut().resource_mut::<KeyCapture>() = KeyCapture::Waiting;
        strike(&mut app, "8");
        assert!(heard(&mut app).is_empty());
        let KeyCapture::Caught(chord) = app.world().resource::<KeyCapture>().clone() else { panic!("no key") };
        *app.world_mut().resource_mut::<KeyCapture>() = KeyCapture::Off;
        let map = app.world().resource::<InputMap>().clone();
        let mut keys = std::mem::take(&mut app.world_mut().resource_mut::<Settings>().keys);
        assert!(map.bind(&mut keys, "hint", &chord).is_err(), "a digit chooses from a list");
        map.bind(&mut keys, "hint", &Chord::parse("§").unwrap()).unwrap();
        app.world_mut().resource_mut::<Settings>().keys = keys;
        strike(&mut app, "i§");
        assert_eq!(heard(&mut app), [KeyInput::Command(InputCommand::Hint, AnnotationColour::Plain)]);
    }

    #[test]
    fn keys_of_the_table_do_nothing_on_the_start_screen() {
        let mut app = app(Session::default());
        strike(&mut app, "gkldo");
        assert_eq!(heard(&mut app), [KeyInput::Command(InputCommand::Options, AnnotationColour::Plain)]);
    }
}
