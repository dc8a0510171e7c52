//! The keyboard: everything can be done with it alone. Keys that only change what is seen of a match are in [`super::viewer`].

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardInput};
use bevy::prelude::*;

use super::choices::{self, Pick};
use super::cursor::{self, Way};
use super::rules::Reading;
use super::ui_state::{Stage, UiParams, UiState, person_decides};
use super::viewer::Held;
use super::{note, start};
use crate::engine::Place;
use crate::play::{Pending, Seat};
use crate::session::{Animating, Ink, Notification, Panels, PlayerCommand, Settings, Showing, View};

/// What a key means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Command {
    Go(Way),
    Enter,
    Space,
    Escape,
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
    ToStart,
    ToEnd,
}

impl Command {
    /// By what is written on the key, but digits by where they are: some layouts have them behind Shift.
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
            Key::ArrowUp => Command::Go(Way::Up),
            Key::ArrowDown => Command::Go(Way::Down),
            Key::ArrowLeft => Command::Go(Way::Left),
            Key::ArrowRight => Command::Go(Way::Right),
            Key::Enter => Command::Enter,
            Key::Space => Command::Space,
            Key::Escape => Command::Escape,
            Key::F1 => Command::Help,
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

    /// Whether holding the key down does it again and again.
    fn repeats(self) -> bool {
        matches!(self, Command::Go(_) | Command::Board { .. } | Command::Faster | Command::Slower)
    }
}

/// Reads the keys, unless a text is being typed.
pub fn press(
    mut keys: MessageReader<KeyboardInput>,
    mut shifted: Local<Held>,
    held: Res<ButtonInput<KeyCode>>,
    (busy, panels): (Res<Animating>, Res<Panels>),
    mut lender: UiParams,
) {
    use KeyCode::{AltLeft, ControlLeft, ControlRight, SuperLeft, SuperRight};
    if panels.keyboard || held.any_pressed([AltLeft, ControlLeft, ControlRight, SuperLeft, SuperRight]) {
        keys.clear();
        return;
    }
    let replay = matches!(lender.session.showing, Showing::Replay(_));
    let pressed: Vec<_> = keys
        .read()
        .filter_map(|key| {
            shifted.hear(key);
            let command = Command::of(&key.logical_key, key.key_code).filter(|_| key.state == ButtonState::Pressed)?;
            // In a replay, arrow keys point with Shift, see `viewer`.
            let pointing = replay && shifted.ink() == Ink::Shift && matches!(command, Command::Go(_));
            ((!key.repeat || command.repeats()) && !pointing).then_some(command)
        })
        .collect();
    shifted.end(&held);
    for command in pressed {
        lender.with_ui(|desk, stage| obey(command, busy.0, desk, stage));
    }
}

fn obey(command: Command, busy: bool, desk: &mut UiState, stage: &mut Stage) {
    match command {
        Command::Escape => {
            if !desk.close() && !note::dismiss(stage) {
                stage.hand.release();
            }
        }
        Command::Rules => {
            let info = stage.session.game().map_or(desk.form.info(), |game| game.info());
            desk.rules = if desk.rules.is_some() { None } else { Some(Reading::of(info)) };
        }
        Command::Help => desk.help = !desk.help,
        Command::Options => desk.options = !desk.options,
        Command::NewMatch if desk.form_open => desk.form_open = false,
        Command::NewMatch => desk.open_form(stage.session),
        Command::Faster => faster(stage, 1.5),
        Command::Slower => faster(stage, 1.0 / 1.5),
        Command::Sound if Settings::HAS_SOUND => stage.settings.sound = !stage.settings.sound,
        Command::Sound => stage.told.push(Notification::new(
            "This build has no sound. To get it, build it with the feature: cargo run --release --features sound",
        )),
        Command::Flip => {
            stage.settings.view = if stage.settings.view == View::Black { View::White } else { View::Black };
        }
        Command::Top => stage.settings.view = View::Top,
        Command::NextView => {
            let at = View::ALL.iter().position(|(view, _)| *view == stage.settings.view).unwrap_or_default();
            stage.settings.view = View::ALL[(at + 1) % View::ALL.len()].0;
        }
        _ if desk.form_open || matches!(stage.session.showing, Showing::Nothing) => fill_in(command, desk, stage),
        _ if matches!(stage.session.showing, Showing::Replay(_)) => look(command, stage),
        _ => play(command, busy, desk, stage),
    }
}

fn faster(stage: &mut Stage, factor: f32) {
    let [slowest, fastest] = Settings::SPEEDS;
    stage.settings.speed = (stage.settings.speed * factor).clamp(slowest, fastest);
}

fn fill_in(command: Command, desk: &mut UiState, stage: &mut Stage) {
    match command {
        Command::Go(way) => {
            let row = desk.columns.max(1) as isize;
            desk.form.turn_by(match way {
                Way::Left => -1,
                Way::Right => 1,
                Way::Up => -row,
                Way::Down => row,
            });
        }
        Command::Enter => start::begin(desk, stage),
        _ => {}
    }
}

fn look(command: Command, stage: &mut Stage) {
    let Showing::Replay(replay) = &stage.session.showing else { return };
    let (at, end) = (replay.at(), replay.len());
    let ask = match command {
        Command::Space | Command::Enter => PlayerCommand::Run(!stage.running),
        Command::Go(Way::Left | Way::Up) if at > 0 => PlayerCommand::Seek(at - 1),
        Command::Go(Way::Right | Way::Down) if at < end => PlayerCommand::Seek(at + 1),
        Command::ToStart => PlayerCommand::Seek(0),
        Command::ToEnd => PlayerCommand::Seek(end),
        _ => return,
    };
    stage.asks.push(ask);
}

fn play(command: Command, busy: bool, desk: &mut UiState, stage: &mut Stage) {
    let Some(running) = stage.session.running() else { return };
    let due = running.due();
    note::dismiss(stage);
    match command {
        Command::Takeback => stage.asks.push(PlayerCommand::Takeback),
        Command::Type => desk.typing_wanted = true,
        Command::Go(way) => {
            let layout = running.game().layout();
            stage.hand.cursor = cursor::next(&layout, stage.hand.cursor, way, stage.settings.view);
        }
        Command::Space | Command::Enter if busy => stage.asks.push(PlayerCommand::Skip),
        Command::Space if matches!(due, Pending::Throw { seat: Seat::Human, .. }) => {
            stage.asks.push(PlayerCommand::Throw(None))
        }
        _ if busy || !person_decides(running) => {}
        Command::Enter => {
            if let Some(action) = stage.hand.preview.take() {
                stage.asks.push(PlayerCommand::Act(action));
            } else if let Some(cell) = stage.hand.cursor {
                stage.point(Place::Cell(cell));
            }
        }
        Command::Digit(digit) => match choices::by_digit(digit, desk.page, stage.hand, stage.course.gestures()) {
            Some(Pick::Act(action)) => stage.asks.push(PlayerCommand::Act(action)),
            Some(Pick::Count(count)) => {
                stage.hand.count = Some(count);
                stage.hand.choices.clear();
            }
            Some(Pick::Take(place)) => stage.point(place),
            None => {}
        },
        // Behind the last page comes the first.
        Command::Page { forward } => {
            desk.page = desk.page.checked_add_signed(if forward { 1 } else { -1 }).unwrap_or(0)
        }
        Command::Board { forward } => {
            stage.hand.preview = choices::next_board(stage.hand, stage.course.gestures(), forward);
        }
        Command::Reserve => {
            if let Some(place) = choices::next_reserve(stage.hand, stage.course.gestures()) {
                stage.hand.release();
                stage.point(place);
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
    use crate::session::{Selection, Session};

    /// What keys ask for in a match of this game.
    fn typed(
        id: &str,
        position: Option<&str>,
        commands: &[Command],
    ) -> (Vec<PlayerCommand>, Selection, Settings, UiState) {
        let start = position.map(String::from);
        let setup = Setup { start, ..Setup::new(games::info(id).unwrap(), [Seat::Human; 2], 1) };
        let session = Session { showing: Showing::Match(Box::new(Match::new(setup).unwrap())) };
        let mut course = MoveHistory::default();
        course.keep_up(&session.showing);
        let (mut hand, mut settings, mut desk) = (Selection::default(), Settings::default(), UiState::default());
        let mut stage = Stage {
            session: &session,
            course: &course,
            hand: &mut hand,
            settings: &mut settings,
            active: false,
            running: false,
            asks: Vec::new(),
            told: Vec::new(),
        };
        for command in commands {
            obey(*command, false, &mut desk, &mut stage);
        }
        desk.said = stage.told.pop();
        (std::mem::take(&mut stage.asks), hand, settings, desk)
    }

    #[test]
    fn a_move_is_made_by_arrows_and_enter() {
        use Command::{Enter, Go};
        use Way::{Down, Left, Up};
        // The first arrow shows the cursor in the middle, c3.
        let commands = [Go(Left), Go(Left), Go(Down), Go(Down), Go(Down), Enter, Go(Up), Enter];
        let (asks, ..) = typed("fluky", None, &commands);
        assert!(matches!(&asks[..], [PlayerCommand::Act(action)] if action == "b1b2"), "{asks:?}");
    }

    #[test]
    fn a_promotion_is_chosen_by_digit() {
        use Command::{Digit, Enter, Go};
        use Way::{Right, Up};
        let commands = [Go(Up), Go(Right), Go(Up), Enter, Go(Up), Enter, Digit(2)];
        let (asks, ..) = typed("fluky", Some("k4/3P1/5/5/4K w - 0"), &commands);
        assert!(matches!(&asks[..], [PlayerCommand::Act(action)] if action == "d4d5n"), "{asks:?}");
    }

    #[test]
    fn the_reserve_is_reached_and_left_by_keys() {
        let (_, hand, ..) = typed("tactical", None, &[Command::Reserve]);
        assert!(matches!(hand.held, Some(Place::Reserve(..))));
        let (_, hand, ..) = typed("tactical", None, &[Command::Reserve, Command::Escape]);
        assert_eq!(hand.held, None);
    }

    #[test]
    fn views_speed_and_windows_have_their_keys() {
        let (_, _, settings, desk) =
            typed("chess", None, &[Command::Flip, Command::Faster, Command::Help, Command::Rules]);
        assert_eq!(settings.view, View::Black);
        assert!(settings.speed > 1.4 && desk.help && desk.rules.is_some());
        let (_, _, settings, desk) = typed("chess", None, &[Command::Options, Command::Page { forward: true }]);
        assert!(desk.options && desk.page == 1 && settings.notes_read.contains("chess"));
        let (.., desk) = typed("chess", None, &[Command::Help, Command::Rules, Command::Escape, Command::Escape]);
        assert!(!desk.help && desk.rules.is_none());
        let (asks, _, _, desk) = typed("chess", None, &[Command::NewMatch, Command::Enter]);
        assert!(matches!(&asks[..], [PlayerCommand::Begin(setup)] if setup.info.id == "chess") && !desk.form_open);
    }

    #[test]
    fn sounds_are_switched_off_or_it_is_said_how_to_get_them() {
        let (_, _, settings, desk) = typed("chess", None, &[Command::Sound]);
        assert_eq!(settings.sound, !Settings::HAS_SOUND);
        let said = desk.said.map(|told| told.text).unwrap_or_default();
        assert_eq!(said.contains("--features sound"), !Settings::HAS_SOUND, "{said:?}");
    }

    #[test]
    fn keys_are_read_by_what_is_written_on_them() {
        let of = |text: &str, code| Command::of(&Key::Character(text.into()), code);
        assert_eq!(of("U", KeyCode::KeyU), Some(Command::Takeback));
        assert_eq!(of("&", KeyCode::Digit1), Some(Command::Digit(1)));
        assert_eq!(of("7", KeyCode::Numpad7), Some(Command::Digit(7)));
        assert_eq!(of("/", KeyCode::Digit7), Some(Command::Type));
        assert_eq!(of("ß", KeyCode::Minus), None);
        assert_eq!(Command::of(&Key::ArrowUp, KeyCode::ArrowUp), Some(Command::Go(Way::Up)));
    }
}
