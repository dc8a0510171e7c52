//! Carries out keyboard commands, which cover the whole program. The commands that only change the
//! view are in [`super::viewer`].

use bevy::prelude::*;

use crate::engine::Place;
use crate::play::{Match, Pending, Seat};
use crate::session::{
    Direction, InputCommand, KeyInput, Notification, PlayerCommand, Settings, local_player, not_your_turn,
};
use crate::ui::keyboard::replay_keys::{self, say};
use crate::ui::keyboard::{analysis_keys, cursor, exercise_keys};
use crate::ui::learning::next_step;
use crate::ui::panel::choices::Choice;
use crate::ui::panel::{bookmarks, choices, controls, home, moves, note};
use crate::ui::start::match_form;
use crate::ui::state::leave::answer;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_context::{UiContext, UiParams, person_decides};
use crate::ui::state::ui_state::{FocusChange, UiState};

/// Carries out the keys pressed since the last frame.
pub fn press(mut inputs: MessageReader<KeyInput>, mut params: UiParams) {
    if inputs.is_empty() {
        return;
    }
    params.with_ui(|state, cx| {
        for input in inputs.read() {
            match input {
                KeyInput::Command(command, _) => execute(*command, state, cx),
                // The move field does not have the focus yet.
                KeyInput::Text(text) if state.focus_change == FocusChange::Focus => state.typed.push_str(text),
                // A refused text is selected: typing replaces it.
                KeyInput::Text(text) if state.focus_change == FocusChange::SelectAll => {
                    state.typed.clone_from(text);
                    state.focus_change = FocusChange::Focus;
                }
                KeyInput::Submit if state.focus_change == FocusChange::Focus => controls::play_typed(state, cx),
                KeyInput::Text(_) | KeyInput::Submit => {}
            }
        }
    });
}

fn execute(command: InputCommand, state: &mut UiState, cx: &mut UiContext) {
    match command {
        // A question blocks all other commands.
        _ if state.asks() && !matches!(command, InputCommand::Escape | InputCommand::Yes) => {}
        InputCommand::Escape => {
            let holds = cx.selection.is_holding();
            if let Some(exercise) = cx.session.exercise() {
                if !state.close() && !holds {
                    next_step::leave_exercise(exercise, state, cx);
                }
                cx.selection.release();
            } else if !state.close() && (holds || !note::dismiss(cx)) {
                cx.selection.release();
            }
        }
        // The editor and the form are about another match.
        _ if state.editor.is_none() && !state.form_open && exercise_keys::press(command, state, cx) => {}
        _ if state.editor.is_none() && !state.form_open && analysis_keys::press(command, cx) => {}
        _ if analysis_keys::about_boards(command, state, cx) => {}
        InputCommand::Rules => {
            let info = cx.session.game().map_or(state.form.info(), |game| game.info());
            state.rules = if state.rules.is_some() { None } else { Some(RulesView::of(info)) };
        }
        InputCommand::Help => state.help = !state.help,
        InputCommand::Copy => state.wants_copy = true,
        InputCommand::Paste => state.wants_paste = true,
        InputCommand::FoldPanel => state.toggle_panel(cx.settings),
        InputCommand::Overlay if cx.session.is_of_match() => {
            cx.settings.overlay = cx.settings.overlay.next();
            let key = cx.keys.key(InputCommand::Overlay);
            say(cx, format!("Overlay: {}. {key} changes it.", cx.settings.overlay.name()));
        }
        InputCommand::Overlay => {}
        InputCommand::Options => state.options = !state.options,
        InputCommand::Home => home::go(state, cx),
        InputCommand::NewMatch if state.form_open => state.form_open = false,
        InputCommand::NewMatch => state.open_form(cx.session),
        InputCommand::Faster => faster(cx, 1.5),
        InputCommand::Slower => faster(cx, 1.0 / 1.5),
        InputCommand::Sound if Settings::HAS_SOUND => cx.settings.sound = !cx.settings.sound,
        InputCommand::Sound => cx.notifications.push(Notification::new(
            "This build has no sound. Build it with the feature: cargo run --release --features sound",
        )),
        InputCommand::ShowAgain if cx.history.last().is_none() => say(cx, "No move has been played yet."),
        InputCommand::ShowAgain => cx.commands.push(PlayerCommand::ShowAgain),
        InputCommand::Yes => {
            if !state.library.confirm() && !answer(true, state, cx) {
                say(cx, "There is no question to answer.");
            }
        }
        InputCommand::Pause => pause(cx),
        InputCommand::NextCapture => cx.commands.push(PlayerCommand::NextCapture),
        InputCommand::Hint => cx.commands.push(PlayerCommand::Hint),
        InputCommand::EvaluationBar => cx.settings.evaluation_bar = !cx.settings.evaluation_bar,
        InputCommand::Bookmark => bookmarks::toggle_bookmark(cx),
        InputCommand::Graph => cx.settings.graph = !cx.settings.graph,
        InputCommand::Ledger => state.ledger = !state.ledger,
        InputCommand::MoveNow if cx.thought.is_none() => say(cx, "No bot is thinking."),
        InputCommand::MoveNow => cx.commands.push(PlayerCommand::MoveNow),
        InputCommand::Picture => state.bare = true,
        // Handled elsewhere.
        InputCommand::Film
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
        // A covered match is neither begun nor played.
        _ if state.library.open || state.editor.is_some() || state.online.open || state.learning.page.is_some() => {}
        _ if state.form_open || cx.session.is_empty() => fill_in(command, state, cx),
        _ if cx.session.replay().is_some() => replay_keys::look(command, cx),
        _ => play(command, state, cx),
    }
}

/// Pauses or resumes a match with a bot.
fn pause(cx: &mut UiContext) {
    match cx.session.live_match() {
        Some(running) if running.outcome().is_some() => say(cx, "The match is over."),
        Some(running) if running.setup().seats.iter().any(|seat| *seat != Seat::Human) => {
            cx.commands.push(PlayerCommand::Pause(!cx.paused));
        }
        Some(_) => say(cx, "Only a match with a bot can be paused."),
        None => say(cx, "No match is being played."),
    }
}

fn faster(cx: &mut UiContext, factor: f32) {
    let [slowest, fastest] = Settings::SPEEDS;
    cx.settings.speed = (cx.settings.speed * factor).clamp(slowest, fastest);
    cx.notifications.push(Notification::new(format!("Speed: {:.2} of normal", cx.settings.speed)));
}

fn fill_in(command: InputCommand, state: &mut UiState, cx: &mut UiContext) {
    match command {
        InputCommand::Go(direction) => {
            let row = state.columns.max(1) as isize;
            state.form.turn_by(match direction {
                Direction::Left => -1,
                Direction::Right => 1,
                Direction::Up => -row,
                Direction::Down => row,
            });
        }
        InputCommand::Enter => match_form::begin(state, cx),
        _ => {}
    }
}

/// Whether an unfinished match is played by bots alone.
fn watches(running: &Match) -> bool {
    running.outcome().is_none() && running.setup().seats.iter().all(|seat| matches!(seat, Seat::Bot(_) | Seat::Program))
}

fn play(command: InputCommand, state: &mut UiState, cx: &mut UiContext) {
    let Some(running) = cx.session.running() else { return };
    let due = running.pending();
    // Like a click, these keys skip a running animation and then take effect.
    let ends = matches!(command, InputCommand::Space | InputCommand::Enter | InputCommand::Digit(_));
    if cx.animating && ends {
        cx.commands.push(PlayerCommand::Skip);
    }
    match command {
        InputCommand::Go(Direction::Left) if running.outcome().is_some() && !cx.animating => {
            cx.commands.push(moves::review(running, 1));
        }
        InputCommand::Go(direction) if watches(running) => match direction {
            Direction::Left if running.last_action().is_some() => cx.commands.push(moves::review(running, 1)),
            Direction::Right if cx.paused && !cx.animating => cx.commands.push(PlayerCommand::PlayOne),
            Direction::Right if !cx.paused => say(cx, "Pause first; then the right arrow key plays one action."),
            _ => {}
        },
        InputCommand::Step { forward: true } | InputCommand::ToEnd => say(cx, "This is the current position."),
        InputCommand::Step { .. } | InputCommand::ToStart if running.last_action().is_none() => {
            say(cx, "No move has been played yet.");
        }
        InputCommand::Step { forward: false } => cx.commands.push(moves::review(running, 1)),
        InputCommand::ToStart => cx.commands.push(moves::review(running, usize::MAX)),
        InputCommand::TakeBack | InputCommand::Undo => cx.commands.push(PlayerCommand::Takeback),
        InputCommand::ClaimDraw if local_player(running).is_none() || running.claim_open().is_none() => {
            say(cx, "There is no draw to claim.");
        }
        InputCommand::ClaimDraw => cx.commands.push(PlayerCommand::ClaimDraw),
        InputCommand::TypeAction if running.outcome().is_some() => say(cx, "The match is over."),
        InputCommand::TypeAction if local_player(running).is_none() => say(cx, "Bots play this match."),
        InputCommand::TypeAction => {
            // The field is in the panel.
            state.unfold(cx.settings);
            state.focus_change = if state.typed.is_empty() { FocusChange::Focus } else { FocusChange::SelectAll };
        }
        InputCommand::Go(direction) => {
            let layout = running.game().layout();
            cx.selection.cursor = cursor::next(&layout, cx.selection.cursor, direction, cx.seats.yaw(cx.settings.view));
        }
        InputCommand::Space if matches!(due, Pending::Throw { seat: Seat::Human, .. }) => {
            cx.commands.push(PlayerCommand::Throw(None))
        }
        InputCommand::Space if running.outcome().is_none() && local_player(running).is_none() => pause(cx),
        // The key has already skipped an animation.
        InputCommand::Space if cx.animating => {}
        _ if !person_decides(running) => {
            if let Some(words) = not_your_turn(running).filter(|_| !cx.animating) {
                say(cx, words);
            }
        }
        InputCommand::Space if running.game().info().dice => say(cx, "Move first, then throw."),
        InputCommand::Space => say(cx, "This game has no dice to throw."),
        InputCommand::Enter => {
            if let Some(action) = cx.selection.unconfirmed.clone() {
                cx.commands.push(PlayerCommand::Act(action));
            } else if let Some(action) = cx.selection.preview.take() {
                cx.commands.push(PlayerCommand::Act(action));
            } else if let Some(cell) = cx.selection.cursor {
                cx.point(Place::Cell(cell));
            } else {
                say(cx, "Move the cursor to a cell first, with the arrow keys.");
            }
        }
        InputCommand::Digit(digit) => match choices::by_digit(digit, state.page, cx.selection, cx.legal) {
            Some(Choice::Act(action)) => cx.commands.push(PlayerCommand::Act(action)),
            Some(Choice::Count(count)) => {
                cx.selection.count = Some(count);
                cx.selection.choices.clear();
            }
            Some(Choice::Take(place)) => cx.point(place),
            None => say(cx, format!("{digit} does not select anything now.")),
        },
        InputCommand::Page { .. } if !choices::has_pages(cx.selection, cx.legal) => {
            say(cx, "There is no list of more than nine items to choose from.");
        }
        // Pages wrap around.
        InputCommand::Page { forward } => {
            state.page = state.page.checked_add_signed(if forward { 1 } else { -1 }).unwrap_or(0)
        }
        InputCommand::Board { forward } => match choices::next_board(cx.selection, cx.legal, forward) {
            None => say(cx, "No board change is available now."),
            next => cx.selection.preview = next,
        },
        InputCommand::Reserve => {
            if let Some(place) = choices::next_reserve(cx.selection, cx.legal) {
                cx.selection.release();
                cx.point(place);
            } else {
                say(cx, "The reserve is empty.");
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::ui::move_history::MoveHistory;
    use bevy::input::ButtonState;
    use bevy::input::keyboard::{Key, KeyboardInput};

    use super::*;
    use crate::games;
    use crate::play::{Match, Setup};
    use crate::session::{
        EngineLines, InputMap, KeptRooms, KeyCapture, LearningProgress, Lobby, MatchAnalysis, MatchRecorder, Room,
        Seats, Selection, Session, TurnClock, WakeUp,
    };

    /// The effects of these commands in a match of this game.
    fn typed(
        id: &str,
        position: Option<&str>,
        commands: &[InputCommand],
    ) -> (Vec<PlayerCommand>, Selection, Settings, UiState) {
        let start = position.map(String::from);
        let setup = Setup { start, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1) };
        let session = Session::from(Match::new(setup).unwrap());
        let legal = session.game().map(|game| game.gestures()).unwrap_or_default();
        let mut history = MoveHistory::default();
        history.update(&session);
        let (mut selection, mut settings, mut state) = (Selection::default(), Settings::default(), UiState::default());
        let mut cx = UiContext {
            session: &session,
            history: &history,
            legal: &legal,
            selection: &mut selection,
            premove: Default::default(),
            settings: &mut settings,
            seats: Seats::default(),
            shown_view: None,
            free_corner: Default::default(),
            view_yaw: Default::default(),
            reset_view: false,
            active: false,
            running: false,
            paused: false,
            filming: false,
            film_job: &Default::default(),
            free_hands: false,
            animating: false,
            announcement: None,
            thought: None,
            analysis: &MatchAnalysis::default(),
            engine: &EngineLines::default(),
            recorder: &MatchRecorder::default(),
            room: &Room::default(),
            lobby: &Lobby::default(),
            kept_rooms: &KeptRooms::default(),
            progress: &LearningProgress::default(),
            wake: &WakeUp::default(),
            clock: TurnClock::default(),
            series: &Default::default(),
            commands: Vec::new(),
            room_commands: Vec::new(),
            film_commands: Vec::new(),
            notifications: Vec::new(),
            requests: Vec::new(),
            keys: &InputMap::default(),
            pointing: Default::default(),
            capture: &mut KeyCapture::default(),
        };
        for command in commands {
            execute(*command, &mut state, &mut cx);
        }
        state.notification = cx.notifications.pop();
        (std::mem::take(&mut cx.commands), selection, settings, state)
    }

    #[test]
    fn a_move_is_made_by_arrows_and_enter() {
        use Direction::{Down, Left, Up};
        use InputCommand::{Enter, Go};
        // The first arrow key shows the cursor in the middle, at c3.
        let commands = [Go(Left), Go(Left), Go(Down), Go(Down), Go(Down), Enter, Go(Up), Enter];
        let (commands, ..) = typed("fluky", None, &commands);
        assert!(matches!(&commands[..], [PlayerCommand::Act(action)] if action == "b1b2"), "{commands:?}");
    }

    /// An app with the keyboard systems and a match of two humans.
    fn app_with_chess() -> App {
        let running = Match::new(Setup::new(games::info("chess").unwrap(), [Seat::Human; 2], 1)).unwrap();
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, bevy::input::InputPlugin, crate::session::plugin))
            .init_resource::<UiState>()
            .init_resource::<MoveHistory>()
            .insert_resource(Session::from(running))
            .add_systems(Update, press.in_set(crate::session::GameSet::Input));
        app
    }

    #[test]
    fn typing_faster_than_frames_loses_nothing() {
        let mut app = app_with_chess();
        // A refused text, replaced by typing.
        app.world_mut().resource_mut::<UiState>().typed = "Qxf6".into();
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
    fn a_promotion_is_chosen_by_digit() {
        use Direction::{Right, Up};
        use InputCommand::{Digit, Enter, Go};
        let commands = [Go(Up), Go(Right), Go(Up), Enter, Go(Up), Enter, Digit(3)];
        let (commands, ..) = typed("fluky", Some("k4/3P1/5/5/4K w - 0"), &commands);
        assert!(matches!(&commands[..], [PlayerCommand::Act(action)] if action == "d4d5n"), "{commands:?}");
    }

    #[test]
    fn the_reserve_is_reached_and_left_by_keys() {
        let (_, selection, ..) = typed("tactical", None, &[InputCommand::Reserve]);
        assert!(matches!(selection.held, Some(Place::Reserve(..))));
        let (_, selection, ..) = typed("tactical", None, &[InputCommand::Reserve, InputCommand::Escape]);
        assert_eq!(selection.held, None);
    }

    #[test]
    fn speed_and_windows_have_their_keys() {
        let (_, _, settings, state) =
            typed("chess", None, &[InputCommand::Faster, InputCommand::Help, InputCommand::Rules]);
        assert!(settings.speed > 1.4 && state.help && state.rules.is_some());
        let (_, _, settings, state) =
            typed("chess", None, &[InputCommand::Options, InputCommand::Page { forward: true }]);
        assert!(state.options && state.page == 0 && settings.notes_read.is_empty());
        assert!(state.notification.is_some_and(|said| said.text.contains("more than nine")));
        let (.., state) = typed(
            "chess",
            None,
            &[InputCommand::Help, InputCommand::Rules, InputCommand::Escape, InputCommand::Escape],
        );
        assert!(!state.help && state.rules.is_none());
        let (commands, _, _, state) = typed("chess", None, &[InputCommand::NewMatch, InputCommand::Enter]);
        assert!(matches!(&commands[..], [PlayerCommand::Begin(setup)] if setup.info.id == "chess") && !state.form_open);
    }

    #[test]
    fn earlier_positions_and_bookmarks_have_their_keys() {
        let (commands, .., state) =
            typed("chess", None, &[InputCommand::Step { forward: false }, InputCommand::ToStart]);
        let said = state.notification.map(|said| said.text).unwrap_or_default();
        assert!(commands.is_empty() && said == "No move has been played yet.", "{commands:?}, {said}");
        let (commands, ..) = typed("chess", None, &[InputCommand::Bookmark]);
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
            let (commands, .., state) = typed(id, None, &[command]);
            let said = state.notification.map(|said| said.text).unwrap_or_default();
            assert!(commands.is_empty() && said == words, "{command:?}: {commands:?}, {said}");
        }
    }

    #[test]
    fn ctrl_z_takes_back() {
        let (commands, ..) = typed("chess", None, &[InputCommand::Undo]);
        assert!(matches!(commands[..], [PlayerCommand::Takeback]), "{commands:?}");
    }

    #[test]
    fn sounds_are_switched_off_or_the_build_is_explained() {
        let (_, _, settings, state) = typed("chess", None, &[InputCommand::Sound]);
        assert_eq!(settings.sound, !Settings::HAS_SOUND);
        let notification = state.notification.map(|notification| notification.text).unwrap_or_default();
        assert_eq!(notification.contains("--features sound"), !Settings::HAS_SOUND, "{notification:?}");
    }
}
