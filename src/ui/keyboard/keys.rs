//! Carries out keyboard commands, which cover the whole program. The commands that only change the
//! view are in [`super::viewer`].

use bevy::prelude::*;

use crate::session::{InputCommand, KeyInput, Notification, PlayerCommand, ScreenDirection, Settings};
use crate::ui::keyboard::replay_keys::{self, say};
use crate::ui::keyboard::{analysis_keys, exercise_keys, match_keys};
use crate::ui::learning::{self, next_step};
use crate::ui::panel::controls::FocusChange;
use crate::ui::panel::panel_state::PanelState;
use crate::ui::panel::{bookmarks, controls, home, note};
use crate::ui::shell::commands;
use crate::ui::shell::ui_state::{UiState, asks};
use crate::ui::start::match_form;
use crate::ui::state::learning_view::LearningView;
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;

/// Carries out the keys pressed since the last frame.
pub fn press(mut inputs: MessageReader<KeyInput>, mut state: UiState, mut params: UiParams) {
    if inputs.is_empty() {
        return;
    }
    let cx = &mut params.context();
    for input in inputs.read() {
        match input {
            KeyInput::Command(command, _) => execute(*command, &mut state, cx),
            KeyInput::Text(text) => state.panel.move_field.receive(text),
            KeyInput::Submit if state.panel.move_field.focus_change == FocusChange::Focus => {
                controls::play_typed(&mut state.panel.move_field, cx);
            }
            KeyInput::Submit => {}
        }
    }
}

/// Carries out a command. Those about the topmost window come first; a question blocks all others.
fn execute(command: InputCommand, state: &mut UiState, cx: &mut UiContext) {
    match command {
        InputCommand::Escape => escape(state, cx),
        InputCommand::Yes => {
            if !state.library.confirm() && !commands::answer(true, state, cx) {
                say(cx, "There is no question to answer.");
            }
        }
        _ if asks(&state.messages, &state.library, &state.kept) => {}
        _ => {
            let open = OpenWindows {
                editor: state.editor.is_some(),
                form: state.new_match.open,
                others: state.library.open || state.online.open || state.learning.page.is_some(),
            };
            let mut keys =
                KeyStates { new_match: &mut state.new_match, learning: &mut state.learning, panel: &mut state.panel };
            carry_out(command, open, &mut keys, cx);
        }
    }
    commands::carry_out(state, cx);
}

/// Closes the topmost window, or else puts the piece in hand back. A lesson or puzzle is left.
fn escape(state: &mut UiState, cx: &mut UiContext) {
    let (closed, holds) = (state.close(), cx.selection.is_holding());
    match cx.session.exercise() {
        Some(exercise) => {
            if !closed && !holds {
                next_step::leave_exercise(exercise, cx);
            }
            cx.selection.release();
        }
        None => {
            if !closed && (holds || !note::dismiss(cx)) {
                cx.selection.release();
            }
        }
    }
}

/// The open windows on which the meaning of a key depends.
#[derive(Clone, Copy)]
struct OpenWindows {
    /// The editor.
    editor: bool,
    /// The form for a new match.
    form: bool,
    /// The library, or a window about rooms or learning.
    others: bool,
}

/// The states of panels that keys change.
struct KeyStates<'a> {
    new_match: &'a mut NewMatch,
    learning: &'a mut LearningView,
    panel: &'a mut PanelState,
}

fn carry_out(command: InputCommand, open: OpenWindows, keys: &mut KeyStates, cx: &mut UiContext) {
    // The editor and the form are about another match.
    let on_table = !open.editor && !open.form;
    match command {
        _ if on_table && exercise_keys::press(command, keys.learning, cx) => {}
        _ if on_table && analysis_keys::press(command, cx) => {}
        _ if analysis_keys::about_boards(command, cx) => {}
        InputCommand::Rules => {
            let info = cx.session.game().map_or(keys.new_match.form.info(), |game| game.info());
            cx.ui_commands.push(UiCommand::ToggleRules(info));
        }
        InputCommand::Help => cx.ui_commands.push(UiCommand::Toggle(UiWindow::Help)),
        InputCommand::Copy => cx.ui_commands.push(UiCommand::Copy),
        InputCommand::Paste => cx.ui_commands.push(UiCommand::Paste),
        InputCommand::FoldPanel => keys.panel.toggle(cx.settings),
        InputCommand::Overlay if cx.session.is_of_match() => {
            cx.settings.overlay = cx.settings.overlay.next();
            let key = cx.keys.key(InputCommand::Overlay);
            say(cx, format!("Overlay: {}. {key} changes it.", cx.settings.overlay.name()));
        }
        InputCommand::Overlay => {}
        InputCommand::Options => cx.ui_commands.push(UiCommand::Toggle(UiWindow::Options)),
        InputCommand::Home => home::go(cx),
        InputCommand::NewMatch if open.form => keys.new_match.open = false,
        InputCommand::NewMatch => cx.ui_commands.push(UiCommand::NewMatch),
        InputCommand::Faster => faster(cx, 1.5),
        InputCommand::Slower => faster(cx, 1.0 / 1.5),
        InputCommand::Sound if Settings::HAS_SOUND => cx.settings.sound = !cx.settings.sound,
        InputCommand::Sound => cx.notifications.push(Notification::new(
            "This build has no sound. Build it with the feature: cargo run --release --features sound",
        )),
        InputCommand::ShowAgain if cx.history.last().is_none() => say(cx, "No move has been played yet."),
        InputCommand::ShowAgain => cx.commands.push(PlayerCommand::ShowAgain),
        InputCommand::Pause => match_keys::pause(cx),
        InputCommand::NextCapture => cx.commands.push(PlayerCommand::NextCapture),
        InputCommand::Hint => cx.commands.push(PlayerCommand::Hint),
        InputCommand::EvaluationBar => cx.settings.evaluation_bar = !cx.settings.evaluation_bar,
        InputCommand::Bookmark => bookmarks::toggle_bookmark(cx),
        InputCommand::Graph => cx.settings.graph = !cx.settings.graph,
        InputCommand::Ledger => cx.ui_commands.push(UiCommand::Toggle(UiWindow::Ledger)),
        InputCommand::MoveNow if cx.thought.is_none() => say(cx, "No bot is thinking."),
        InputCommand::MoveNow => cx.commands.push(PlayerCommand::MoveNow),
        InputCommand::Picture => cx.ui_commands.push(UiCommand::HidePanels),
        // Handled elsewhere.
        InputCommand::Escape
        | InputCommand::Yes
        | InputCommand::Film
        | InputCommand::FullScreen
        | InputCommand::FocusNext
        | InputCommand::Ring
        | InputCommand::Arrow
        | InputCommand::ClearAnnotations
        | InputCommand::FreeHands
        | InputCommand::Shake
        | InputCommand::FlipBoard
        | InputCommand::Badges
        | InputCommand::Follow
        | InputCommand::AnalysisBoard
        | InputCommand::Save
        | InputCommand::Redo
        | InputCommand::DeleteVariation
        | InputCommand::PromoteVariation
        | InputCommand::FlipView
        | InputCommand::NextView
        | InputCommand::TopView
        | InputCommand::FlatView
        | InputCommand::Point(_) => {}
        InputCommand::Enter if on_table && keys.learning.page.is_some() => {
            learning::press_main(keys.new_match.form.info(), keys.learning, cx);
        }
        // A covered match is neither begun nor played.
        _ if open.editor || open.others => {}
        _ if open.form || cx.session.is_empty() => fill_in(command, keys.new_match, cx),
        _ if cx.session.replay().is_some() => replay_keys::look(command, cx),
        _ => match_keys::play(command, keys.panel, cx),
    }
}

fn faster(cx: &mut UiContext, factor: f32) {
    let [slowest, fastest] = Settings::SPEEDS;
    cx.settings.speed = (cx.settings.speed * factor).clamp(slowest, fastest);
    cx.notifications.push(Notification::new(format!("Speed: {:.2} of normal", cx.settings.speed)));
}

fn fill_in(command: InputCommand, new_match: &mut NewMatch, cx: &mut UiContext) {
    match command {
        InputCommand::Go(direction) => {
            let row = new_match.columns.max(1) as isize;
            new_match.form.turn_by(match direction {
                ScreenDirection::Left => -1,
                ScreenDirection::Right => 1,
                ScreenDirection::Up => -row,
                ScreenDirection::Down => row,
            });
        }
        InputCommand::Enter => match_form::begin(&mut new_match.form, cx),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use bevy::input::ButtonState;
    use bevy::input::keyboard::{Key, KeyboardInput};

    use super::*;
    use crate::engine::Place;
    use crate::games;
    use crate::play::{Match, Seat, Setup};
    use crate::session::{ExerciseCommand, Session};
    use crate::ui::state::learning_view::LearningPage;
    use crate::ui::tests::{Rig, SCREENS, app};

    /// A match of this game after these commands.
    fn typed(id: &str, position: Option<&str>, commands: &[InputCommand]) -> Rig {
        let start = position.map(String::from);
        let setup = Setup { start, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1) };
        let mut rig = Rig::new(SCREENS[1], Session::from(Match::new(setup).unwrap()));
        for command in commands {
            rig.key(*command);
        }
        rig
    }

    /// The latest notification.
    fn said(rig: &Rig) -> &str {
        rig.notifications.last().map(|said| &*said.text).unwrap_or_default()
    }

    #[test]
    fn a_move_is_made_by_arrows_and_enter() {
        use InputCommand::{Enter, Go};
        use ScreenDirection::{Down, Left, Up};
        // The first arrow key shows the cursor in the middle, at c3.
        let commands = [Go(Left), Go(Left), Go(Down), Go(Down), Go(Down), Enter, Go(Up), Enter];
        let commands = typed("fluky", None, &commands).commands;
        assert!(matches!(&commands[..], [PlayerCommand::Act(action)] if action == "b1b2"), "{commands:?}");
    }

    #[test]
    fn enter_begins_the_next_lesson_or_puzzle() {
        let entered = |page| {
            let mut rig = Rig::new(SCREENS[1], Session::default());
            rig.state.learning.page = Some(page);
            rig.key(InputCommand::Enter);
            rig.commands
        };
        assert!(matches!(&entered(LearningPage::Course)[..], [PlayerCommand::Exercise(ExerciseCommand::Lesson(_))]));
        assert!(matches!(&entered(LearningPage::Puzzles)[..], [PlayerCommand::Exercise(ExerciseCommand::Puzzle(_))]));
        assert!(entered(LearningPage::Record).is_empty());
    }

    #[test]
    fn typing_faster_than_frames_loses_nothing() {
        let mut app = app();
        let running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        app.insert_resource(Session::from(running));
        // A refused text, replaced by typing.
        app.world_mut().resource_mut::<PanelState>().move_field.text = "Qxf6".into();
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
        assert_eq!(app.world().resource::<PanelState>().move_field.text, "", "the move has been played");
    }

    #[test]
    fn a_promotion_is_chosen_by_digit() {
        use InputCommand::{Digit, Enter, Go};
        use ScreenDirection::{Right, Up};
        let commands = [Go(Up), Go(Right), Go(Up), Enter, Go(Up), Enter, Digit(3)];
        let commands = typed("fluky", Some("k4/3P1/5/5/4K w - 0"), &commands).commands;
        assert!(matches!(&commands[..], [PlayerCommand::Act(action)] if action == "d4d5n"), "{commands:?}");
    }

    #[test]
    fn the_reserve_is_reached_and_left_by_keys() {
        let rig = typed("tactical", None, &[InputCommand::Reserve]);
        assert!(matches!(rig.selection.held, Some(Place::Reserve(..))));
        let rig = typed("tactical", None, &[InputCommand::Reserve, InputCommand::Escape]);
        assert_eq!(rig.selection.held, None);
    }

    #[test]
    fn speed_and_windows_have_their_keys() {
        let rig = typed("chess", None, &[InputCommand::Faster, InputCommand::Help, InputCommand::Rules]);
        assert!(rig.settings.speed > 1.4 && rig.state.help.open && rig.state.rules.is_some());
        let rig = typed("chess", None, &[InputCommand::Options, InputCommand::Page { forward: true }]);
        assert!(rig.state.options.open && rig.state.panel.choices.page == 0 && rig.settings.notes_read.is_empty());
        assert!(said(&rig).contains("more than nine"));
        let rig = typed(
            "chess",
            None,
            &[InputCommand::Help, InputCommand::Rules, InputCommand::Escape, InputCommand::Escape],
        );
        assert!(!rig.state.help.open && rig.state.rules.is_none());
        let rig = typed("chess", None, &[InputCommand::NewMatch, InputCommand::Enter]);
        assert!(
            matches!(&rig.commands[..], [PlayerCommand::Begin(setup)] if setup.info.id == "chess")
                && !rig.state.new_match.open
        );
    }

    #[test]
    fn earlier_positions_and_bookmarks_have_their_keys() {
        let rig = typed("chess", None, &[InputCommand::Step { forward: false }, InputCommand::ToStart]);
        assert!(rig.commands.is_empty() && said(&rig) == "No move has been played yet.", "{:?}", rig.commands);
        let commands = typed("chess", None, &[InputCommand::Bookmark]).commands;
        assert!(matches!(&commands[..], [PlayerCommand::Annotate(note)] if note.bookmark && note.after == 0));
    }

    #[test]
    fn keys_that_do_nothing_say_why() {
        use InputCommand as C;
        for (id, command, words) in [
            ("chess", C::Space, "This game has no dice to throw."),
            ("fluky", C::Space, "Move first, then throw."),
            ("chess", C::Digit(4), "4 does not select anything now."),
            ("chess", C::Reserve, "The reserve is empty."),
            ("chess", C::Board { forward: true }, "No board change is available now."),
            ("chess", C::MoveNow, "No bot is thinking."),
            ("chess", C::Pause, "Only a match with a bot can be paused."),
            ("chess", C::Yes, "There is no question to answer."),
            ("chess", C::Enter, "Move the cursor to a cell first, with the arrow keys."),
            ("chess", C::ToEnd, "This is the current position."),
            ("chess", C::ShowAgain, "No move has been played yet."),
            ("chess", C::Redo, "There is no analysis board on the table."),
        ] {
            let rig = typed(id, None, &[command]);
            assert!(rig.commands.is_empty() && said(&rig) == words, "{command:?}: {:?}, {}", rig.commands, said(&rig));
        }
    }

    #[test]
    fn ctrl_z_takes_back() {
        let commands = typed("chess", None, &[InputCommand::Undo]).commands;
        assert!(matches!(commands[..], [PlayerCommand::Takeback]), "{commands:?}");
    }

    #[test]
    fn sounds_are_switched_off_or_the_build_is_explained() {
        let rig = typed("chess", None, &[InputCommand::Sound]);
        assert_eq!(rig.settings.sound, !Settings::HAS_SOUND);
        assert_eq!(said(&rig).contains("--features sound"), !Settings::HAS_SOUND, "{:?}", rig.notifications);
    }
}
