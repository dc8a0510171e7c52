//! The keyboard, with which everything can be done. Keys that only change how a match is shown are in [`super::viewer`].

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::choices::{self, Choice};
use super::cursor::{self, Direction};
use super::rules::RulesView;
use super::ui_state::{Typing, UiContext, UiParams, UiState, local_player, person_decides};
use super::viewer::HeldKeys;
use super::{bookmarks, controls, note, question, result_bar, start};
use crate::engine::Place;
use crate::play::{Pending, Seat};
use crate::session::{Animating, Ink, LOOKING_BACK, Notification, Panels, PlayerCommand, Settings, Showing, View};

/// The command of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Go(Direction),
    Enter,
    Space,
    Escape,
    Fold,
    Digit(u8),
    Reserve,
    Board { forward: bool },
    Type,
    Takeback,
    Flip,
    NextView,
    Top,
    NewMatch,
    Rules,
    Help,
    Options,
    Page { forward: bool },
    Faster,
    Slower,
    Sound,
    Hint,
    EvaluationBar,
    Graph,
    Ledger,
    MoveNow,
    ShowAgain,
    Yes,
    ToStart,
    ToEnd,
    Step { forward: bool },
    Bookmark,
    Copy,
    Paste,
}

impl Command {
    /// Letters by their label, digits by their position, as some keyboard layouts have them behind Shift.
    fn of(key: &Key, code: KeyCode) -> Option<Command> {
        const DIGITS: [[KeyCode; 2]; 9] = [
            [KeyCode::Digit1, KeyCode::Numpad1],
            [KeyCode::Digit2, KeyCode::Numpad2],
            [KeyCode::Digit3, KeyCode::Numpad3],
            [KeyCode::Digit4, KeyCode::Numpad4],
            [KeyCode::Digit5, KeyCode::Numpad5],
            [KeyCode::Digit6, KeyCode::Numpad6],
            [KeyCode::Digit7, KeyCode::Numpad7],
            [KeyCode::Digit8, KeyCode::Numpad8],
            [KeyCode::Digit9, KeyCode::Numpad9],
        ];
        Some(match key {
            Key::ArrowUp => Command::Go(Direction::Up),
            Key::ArrowDown => Command::Go(Direction::Down),
            Key::ArrowLeft => Command::Go(Direction::Left),
            Key::ArrowRight => Command::Go(Direction::Right),
            Key::Enter => Command::Enter,
            Key::Space => Command::Space,
            Key::Escape => Command::Escape,
            Key::Tab => Command::Fold,
            Key::F1 => Command::Help,
            Key::F2 => Command::Ledger,
            Key::Home => Command::ToStart,
            Key::End => Command::ToEnd,
            Key::PageUp => Command::Page { forward: false },
            Key::PageDown => Command::Page { forward: true },
            Key::Character(text) => match text.to_lowercase().as_str() {
                " " => Command::Space,
                "p" => Command::Reserve,
                "b" => Command::Board { forward: text != "B" },
                "m" | "/" => Command::Type,
                "u" => Command::Takeback,
                "f" => Command::Flip,
                "v" => Command::NextView,
                "t" => Command::Top,
                "n" => Command::NewMatch,
                "s" => Command::Sound,
                "i" => Command::Hint,
                "e" => Command::EvaluationBar,
                "c" => Command::Graph,
                "q" => Command::MoveNow,
                "w" => Command::ShowAgain,
                "y" => Command::Yes,
                "z" => Command::Bookmark,
                "," => Command::Step { forward: false },
                "." => Command::Step { forward: true },
                "r" => Command::Rules,
                "h" | "?" => Command::Help,
                "o" => Command::Options,
                "+" | "=" => Command::Faster,
                "-" | "_" => Command::Slower,
                _ => {
                    let at = DIGITS.iter().position(|codes| codes.contains(&code))?;
                    Command::Digit(u8::try_from(at + 1).ok()?)
                }
            },
            _ => return None,
        })
    }

    /// What a key means with Control.
    fn with_control(key: &Key) -> Option<Command> {
        let Key::Character(text) = key else { return None };
        match text.to_lowercase().as_str() {
            "c" => Some(Command::Copy),
            "v" => Some(Command::Paste),
            _ => None,
        }
    }

    /// Whether holding the key down repeats the command.
    fn repeats(self) -> bool {
        matches!(
            self,
            Command::Go(_) | Command::Step { .. } | Command::Board { .. } | Command::Faster | Command::Slower
        )
    }
}

/// Reads the keys, unless text is being typed.
pub fn press(
    mut keys: MessageReader<KeyboardInput>,
    mut shifted: Local<HeldKeys>,
    held: Res<ButtonInput<KeyCode>>,
    (animating, panels): (Res<Animating>, Res<Panels>),
    mut params: UiParams,
) {
    if panels.keyboard {
        keys.clear();
        shifted.end(&held);
        return;
    }
    let replay = matches!(params.session.showing, Showing::Replay(_));
    let can_type = params.session.running().is_some_and(|running| local_player(running).is_some());
    let mut typing = false;
    let pressed: Vec<_> = keys
        .read()
        .filter_map(|key| {
            shifted.hear(key);
            if shifted.is_shortcut() {
                let shortcut = Command::with_control(&key.logical_key).filter(|_| shifted.ink() == Ink::Ctrl);
                return shortcut.filter(|_| key.state == ButtonState::Pressed && !key.repeat).map(Typed::Command);
            }
            if typing {
                return (key.state == ButtonState::Pressed).then(|| Typed::Text(key.logical_key.clone()));
            }
            let command = Command::of(&key.logical_key, key.key_code).filter(|_| key.state == ButtonState::Pressed)?;
            // In a replay, Shift and arrow keys move the cursor, see `viewer`.
            let pointing = replay && shifted.ink() == Ink::Shift && matches!(command, Command::Go(_));
            // With Shift it goes from button to button.
            let focus = shifted.ink() == Ink::Shift && command == Command::Fold;
            typing = command == Command::Type && can_type;
            ((!key.repeat || command.repeats()) && !pointing && !focus).then_some(Typed::Command(command))
        })
        .collect();
    shifted.end(&held);
    for typed in pressed {
        params.with_ui(|state, cx| match typed {
            Typed::Command(command) => execute(command, animating.0, state, cx),
            Typed::Text(key) => type_on(&key, state, cx),
        });
    }
}

/// What a key means.
enum Typed {
    Command(Command),
    /// It came in the frame in which the field for actions was asked for, before the field could hear it.
    Text(Key),
}

fn type_on(key: &Key, state: &mut UiState, cx: &mut UiContext) {
    match key {
        Key::Character(text) => state.typed.push_str(text),
        Key::Enter => {
            controls::play_typed(state, cx);
        }
        _ => {}
    }
}

fn execute(command: Command, animating: bool, state: &mut UiState, cx: &mut UiContext) {
    match command {
        Command::Escape => {
            if !state.close() && !result_bar::hide(state) && !note::dismiss(cx) {
                cx.selection.release();
            }
        }
        Command::Rules => {
            let info = cx.session.game().map_or(state.form.info(), |game| game.info());
            state.rules = if state.rules.is_some() { None } else { Some(RulesView::of(info)) };
        }
        Command::Help => state.help = !state.help,
        Command::Copy => state.wants_copy = true,
        Command::Paste => state.wants_paste = true,
        Command::Fold => state.folded = !state.folded,
        Command::Options => state.options = !state.options,
        Command::NewMatch if state.form_open => state.form_open = false,
        Command::NewMatch => state.open_form(cx.session),
        Command::Faster => faster(cx, 1.5),
        Command::Slower => faster(cx, 1.0 / 1.5),
        Command::Sound if Settings::HAS_SOUND => cx.settings.sound = !cx.settings.sound,
        Command::Sound => cx.notifications.push(Notification::new(
            "This build has no sound. To get it, build it with the feature: cargo run --release --features sound",
        )),
        Command::ShowAgain => cx.commands.push(PlayerCommand::ShowAgain),
        Command::Yes => {
            if !state.library.confirm() {
                question::answer(true, state, cx);
            }
        }
        Command::Hint => cx.commands.push(PlayerCommand::Hint),
        Command::EvaluationBar => cx.settings.evaluation_bar = !cx.settings.evaluation_bar,
        Command::Bookmark => bookmarks::toggle_bookmark(cx),
        Command::Graph => cx.settings.graph = !cx.settings.graph,
        Command::Ledger => state.ledger = !state.ledger,
        Command::MoveNow => cx.commands.push(PlayerCommand::MoveNow),
        Command::Flip => {
            cx.settings.view = if cx.settings.view == View::Black { View::White } else { View::Black };
        }
        Command::Top => cx.settings.view = View::Top,
        Command::NextView => {
            let at = View::ALL.iter().position(|(view, _)| *view == cx.settings.view).unwrap_or_default();
            cx.settings.view = View::ALL[(at + 1) % View::ALL.len()].0;
        }
        // A match is not begun, or played, behind the library or the editor.
        _ if state.library.open || state.editor.is_some() => {}
        _ if state.form_open || matches!(cx.session.showing, Showing::Nothing) => fill_in(command, state, cx),
        _ if matches!(cx.session.showing, Showing::Replay(_)) => look(command, cx),
        _ => play(command, animating, state, cx),
    }
}

fn faster(cx: &mut UiContext, factor: f32) {
    let [slowest, fastest] = Settings::SPEEDS;
    cx.settings.speed = (cx.settings.speed * factor).clamp(slowest, fastest);
    cx.notifications.push(Notification::new(format!("Speed: {:.2} of normal", cx.settings.speed)));
}

fn fill_in(command: Command, state: &mut UiState, cx: &mut UiContext) {
    match command {
        Command::Go(direction) => {
            let row = state.columns.max(1) as isize;
            state.form.turn_by(match direction {
                Direction::Left => -1,
                Direction::Right => 1,
                Direction::Up => -row,
                Direction::Down => row,
            });
        }
        Command::Enter => start::begin(state, cx),
        _ => {}
    }
}

fn look(command: Command, cx: &mut UiContext) {
    let Showing::Replay(replay) = &cx.session.showing else { return };
    let (at, end) = (replay.at(), replay.len());
    let command = match command {
        Command::Space | Command::Enter => PlayerCommand::Run(!cx.running),
        Command::Go(Direction::Left | Direction::Up) | Command::Step { forward: false } if at > 0 => {
            PlayerCommand::Seek(at - 1)
        }
        Command::Go(Direction::Right | Direction::Down) | Command::Step { forward: true } if at < end => {
            PlayerCommand::Seek(at + 1)
        }
        Command::ToStart => PlayerCommand::Seek(0),
        Command::ToEnd => PlayerCommand::Seek(end),
        Command::Takeback | Command::Type | Command::Digit(_) | Command::Reserve | Command::Board { .. }
            if cx.session.behind.is_some() =>
        {
            cx.notifications.push(Notification::new(LOOKING_BACK));
            return;
        }
        _ => return,
    };
    cx.commands.push(command);
}

fn play(command: Command, animating: bool, state: &mut UiState, cx: &mut UiContext) {
    let Some(running) = cx.session.running() else { return };
    let due = running.pending();
    note::dismiss(cx);
    // As with a click, one during an animation ends that first, and counts all the same.
    let ends = matches!(command, Command::Space | Command::Enter | Command::Digit(_));
    if animating && ends {
        cx.commands.push(PlayerCommand::Skip);
    }
    match command {
        Command::Go(Direction::Left) if running.outcome().is_some() && !animating => {
            cx.commands.push(controls::review(running, 1));
        }
        Command::Step { forward: false } => cx.commands.push(controls::review(running, 1)),
        Command::ToStart => cx.commands.push(controls::review(running, usize::MAX)),
        Command::Takeback => cx.commands.push(PlayerCommand::Takeback),
        Command::Type => state.typing = Typing::Begin,
        Command::Go(direction) => {
            let layout = running.game().layout();
            cx.selection.cursor = cursor::next(&layout, cx.selection.cursor, direction, cx.seats.yaw(cx.settings.view));
        }
        Command::Space if matches!(due, Pending::Throw { seat: Seat::Human, .. }) => {
            cx.commands.push(PlayerCommand::Throw(None))
        }
        _ if !person_decides(running) => {}
        Command::Enter => {
            if let Some(action) = cx.selection.preview.take() {
                cx.commands.push(PlayerCommand::Act(action));
            } else if let Some(cell) = cx.selection.cursor {
                cx.point(Place::Cell(cell));
            }
        }
        Command::Digit(digit) => match choices::by_digit(digit, state.page, cx.selection, cx.history.gestures()) {
            Some(Choice::Act(action)) => cx.commands.push(PlayerCommand::Act(action)),
            Some(Choice::Count(count)) => {
                cx.selection.count = Some(count);
                cx.selection.choices.clear();
            }
            Some(Choice::Take(place)) => cx.point(place),
            None => {}
        },
        // Pages wrap around.
        Command::Page { forward } => {
            state.page = state.page.checked_add_signed(if forward { 1 } else { -1 }).unwrap_or(0)
        }
        Command::Board { forward } => {
            cx.selection.preview = choices::next_board(cx.selection, cx.history.gestures(), forward);
        }
        Command::Reserve => {
            if let Some(place) = choices::next_reserve(cx.selection, cx.history.gestures()) {
                cx.selection.release();
                cx.point(place);
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::move_history::MoveHistory;
    use super::*;
    use crate::games;
    use crate::play::{Match, Setup};
    use crate::session::{MatchAnalysis, MatchRecorder, Seats, Selection, Session, TurnClock, WakeUp};

    /// The effects of these keys in a match of this game.
    fn typed(
        id: &str,
        position: Option<&str>,
        commands: &[Command],
    ) -> (Vec<PlayerCommand>, Selection, Settings, UiState) {
        let start = position.map(String::from);
        let setup = Setup { start, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1) };
        let session = Session::of(Showing::Match(Box::new(Match::new(setup).unwrap())));
        let mut history = MoveHistory::default();
        history.update(&session.showing);
        let (mut selection, mut settings, mut state) = (Selection::default(), Settings::default(), UiState::default());
        let mut cx = UiContext {
            session: &session,
            history: &history,
            selection: &mut selection,
            settings: &mut settings,
            seats: Seats::default(),
            shown_view: None,
            reset_view: false,
            active: false,
            running: false,
            free_hands: false,
            animating: false,
            announcement: None,
            thought: None,
            analysis: &MatchAnalysis::default(),
            recorder: &MatchRecorder::default(),
            wake: &WakeUp::default(),
            clock: TurnClock::default(),
            commands: Vec::new(),
            notifications: Vec::new(),
        };
        for command in commands {
            execute(*command, false, &mut state, &mut cx);
        }
        state.notification = cx.notifications.pop();
        (std::mem::take(&mut cx.commands), selection, settings, state)
    }

    #[test]
    fn a_move_is_made_by_arrows_and_enter() {
        use Command::{Enter, Go};
        use Direction::{Down, Left, Up};
        // The first arrow shows the cursor in the middle, c3.
        let commands = [Go(Left), Go(Left), Go(Down), Go(Down), Go(Down), Enter, Go(Up), Enter];
        let (commands, ..) = typed("fluky", None, &commands);
        assert!(matches!(&commands[..], [PlayerCommand::Act(action)] if action == "b1b2"), "{commands:?}");
    }

    /// Hears the keys of a match between people.
    fn app_with_chess() -> App {
        let running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, bevy::input::InputPlugin, crate::session::plugin))
            .init_resource::<UiState>()
            .init_resource::<MoveHistory>()
            .insert_resource(Session::of(Showing::Match(Box::new(running))))
            .add_systems(Update, press.in_set(crate::session::GameSet::Input));
        app
    }

    #[test]
    fn what_is_typed_faster_than_frames_are_drawn_is_not_lost() {
        let mut app = app_with_chess();
        let texts = ["m", "e", "2", "e", "4"].map(|text| Key::Character(text.into()));
        for logical_key in texts.into_iter().chain([Key::Enter]) {
            app.world_mut().write_message(KeyboardInput {
                key_code: KeyCode::KeyM,
                logical_key,
                state: ButtonState::Pressed,
                text: None,
                repeat: false,
                window: Entity::PLACEHOLDER,
            });
        }
        app.update();
        assert_eq!(app.world().resource::<Session>().running().unwrap().game().played(), ["e2e4"]);
        assert!(app.world().resource::<UiState>().submitted);
    }

    #[test]
    fn a_shortcut_is_no_letter_however_short_it_is_pressed() {
        let mut app = app_with_chess();
        let letter = || (Key::Character("c".into()), KeyCode::KeyC);
        let control = || (Key::Control, KeyCode::ControlLeft);
        let mut strike = |keys: &[((Key, KeyCode), ButtonState)]| {
            for ((logical_key, key_code), state) in keys.iter().cloned() {
                let window = Entity::PLACEHOLDER;
                let key = KeyboardInput { key_code, logical_key, state, text: None, repeat: false, window };
                app.world_mut().write_message(key);
            }
            app.update();
            let copies = std::mem::take(&mut app.world_mut().resource_mut::<UiState>().wants_copy);
            (app.world().resource::<Settings>().graph, copies)
        };
        use ButtonState::{Pressed, Released};
        let both = [(control(), Pressed), (letter(), Pressed), (letter(), Released), (control(), Released)];
        assert_eq!(strike(&both), (false, true), "all in one frame");
        assert_eq!(
            [strike(&both[..1]), strike(&both[1..3]), strike(&both[3..])],
            [(false, false), (false, true), (false, false)]
        );
        assert_eq!(strike(&both[1..3]), (true, false));
    }

    #[test]
    fn a_promotion_is_chosen_by_digit() {
        use Command::{Digit, Enter, Go};
        use Direction::{Right, Up};
        let commands = [Go(Up), Go(Right), Go(Up), Enter, Go(Up), Enter, Digit(3)];
        let (commands, ..) = typed("fluky", Some("k4/3P1/5/5/4K w - 0"), &commands);
        assert!(matches!(&commands[..], [PlayerCommand::Act(action)] if action == "d4d5n"), "{commands:?}");
    }

    #[test]
    fn the_reserve_is_reached_and_left_by_keys() {
        let (_, selection, ..) = typed("tactical", None, &[Command::Reserve]);
        assert!(matches!(selection.held, Some(Place::Reserve(..))));
        let (_, selection, ..) = typed("tactical", None, &[Command::Reserve, Command::Escape]);
        assert_eq!(selection.held, None);
    }

    #[test]
    fn views_speed_and_windows_have_their_keys() {
        let (_, _, settings, state) =
            typed("chess", None, &[Command::Flip, Command::Faster, Command::Help, Command::Rules]);
        assert_eq!(settings.view, View::Black);
        assert!(settings.speed > 1.4 && state.help && state.rules.is_some());
        let (_, _, settings, state) = typed("chess", None, &[Command::Options, Command::Page { forward: true }]);
        assert!(state.options && state.page == 1 && settings.notes_read.contains("chess"));
        let (.., state) = typed("chess", None, &[Command::Help, Command::Rules, Command::Escape, Command::Escape]);
        assert!(!state.help && state.rules.is_none());
        let (commands, _, _, state) = typed("chess", None, &[Command::NewMatch, Command::Enter]);
        assert!(matches!(&commands[..], [PlayerCommand::Begin(setup)] if setup.info.id == "chess") && !state.form_open);
    }

    #[test]
    fn earlier_positions_and_bookmarks_have_their_keys() {
        let (commands, ..) = typed("chess", None, &[Command::Step { forward: false }, Command::ToStart]);
        assert!(matches!(&commands[..], [PlayerCommand::Review { .. }, PlayerCommand::Review { actions: 0, .. }]));
        let (commands, ..) = typed("chess", None, &[Command::Bookmark]);
        assert!(matches!(&commands[..], [PlayerCommand::Annotate(note)] if note.bookmark && note.after == 0));
        let of = |text: &str| Command::of(&Key::Character(text.into()), KeyCode::KeyM);
        assert_eq!(of(","), Some(Command::Step { forward: false }));
        assert_eq!(of("Z"), Some(Command::Bookmark));
    }

    #[test]
    fn sounds_are_switched_off_or_it_is_said_how_to_get_them() {
        let (_, _, settings, state) = typed("chess", None, &[Command::Sound]);
        assert_eq!(settings.sound, !Settings::HAS_SOUND);
        let notification = state.notification.map(|notification| notification.text).unwrap_or_default();
        assert_eq!(notification.contains("--features sound"), !Settings::HAS_SOUND, "{notification:?}");
    }

    #[test]
    fn keys_are_read_by_what_is_written_on_them() {
        let of = |text: &str, code| Command::of(&Key::Character(text.into()), code);
        assert_eq!(of("U", KeyCode::KeyU), Some(Command::Takeback));
        assert_eq!(of("&", KeyCode::Digit1), Some(Command::Digit(1)));
        assert_eq!(of("7", KeyCode::Numpad7), Some(Command::Digit(7)));
        assert_eq!(of("/", KeyCode::Digit7), Some(Command::Type));
        assert_eq!(of("ß", KeyCode::Minus), None);
        assert_eq!(Command::of(&Key::ArrowUp, KeyCode::ArrowUp), Some(Command::Go(Direction::Up)));
    }
}
