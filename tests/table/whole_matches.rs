//! A whole match of each game by finger, by mouse and by keyboard, with a refusal of each game.

use std::path::Path;

use bevy::input::keyboard::Key;
use bevy::input::touch::TouchPhase;
use bevy::prelude::*;
use fairground::engine::{ActionText, Cell, DynGame, Gesture, GestureKind, Look, Place, Refusal};
use fairground::games;
use fairground::play::{Dice, Match, Seat, Setup};
use fairground::record::{self, Record};
use fairground::session::{LegalActions, Selection};

use super::window::{Device, Window};

/// A golden match of a game, and the same match before its first action, for two people.
fn golden(id: &str) -> (Record, Match) {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/matches/{id}.jsonl"));
    let record = record::read(&file).unwrap();
    let setup = Setup::new(games::info(id).unwrap(), [Seat::Human; 2], record.header.seed.unwrap());
    let setup = Setup { dice: Dice::Instant, start: Some(record.header.start.clone()), ..setup };
    (record, Match::new(setup).unwrap())
}

/// Plays the golden match of each game to its end, in a window of this size; without a device by
/// keys alone.
fn play(device: Option<Device>, size: UVec2) {
    for info in games::ALL {
        let (record, running) = golden(info.id);
        let mut window = Window::open(running, size, device.unwrap_or(Device::Mouse));
        let mut refused = None;
        for (nth, entry) in record.actions().iter().enumerate() {
            let game = window.table.running().game().boxed();
            if entry.action.is_roll() {
                match device {
                    Some(_) => throw(&mut window, nth),
                    None => window.key(KeyCode::Space, Key::Space),
                }
            } else {
                if let Some(illegal) = illegal_move(&*game).filter(|_| refused.is_none()) {
                    match device {
                        Some(_) => refused_by_pointing(&mut window, &illegal),
                        None => refused_by_keys(&mut window, &illegal),
                    }
                    assert_eq!(window.table.played(), game.played());
                    refused = Some(illegal.reason);
                }
                let gestures = game.gestures();
                let (_, gesture) = gestures.iter().find(|(own, _)| *own == entry.action).unwrap();
                match device {
                    Some(_) => by_pointing(&mut window, &*game, &entry.action, gesture),
                    None => by_keys(&mut window, &*game, &entry.action, gesture),
                }
            }
            window.rest();
            let played = window.table.played();
            let what = format!("{}: {} in {}", info.id, entry.action, game.text());
            assert_eq!(played.len(), nth + 1, "{what}: {:?}, {:?}", window.selection(), window.texts());
            assert_eq!(played[nth], entry.action, "{what}");
        }
        assert!(window.table.running().outcome().is_some(), "{}: the match is not over", info.id);
        assert!(window.find("Rematch").is_some(), "{}: the end", info.id);
        println!("{}: {} actions, refused: {}", info.id, record.actions().len(), refused.expect(info.id));
    }
}

/// Throws the die, by the button or by a tap on the tray.
fn throw(window: &mut Window, nth: usize) {
    assert!(window.throws());
    let button = ["🎲 Throw", "🎲 Throw (Space)"].into_iter().find_map(|words| window.find(words));
    let tray = window.tray().filter(|_| nth.is_multiple_of(2));
    window.tap(tray.or(button).expect("a button for the throw"));
}

/// A move that the rules forbid.
struct IllegalMove {
    from: Place,
    to: Cell,
    text: ActionText,
    reason: String,
}

/// An illegal move of a piece that has legal moves; `None` if there is none.
fn illegal_move(game: &dyn DynGame) -> Option<IllegalMove> {
    let (legal, layout) = (game.gestures(), game.layout());
    let movable = |place: Place| legal.iter().any(|(_, gesture)| gesture.from == Some(place));
    let from = legal.iter().filter_map(|(_, gesture)| gesture.from).find(|from| from.cell().is_some())?;
    let cells = (0..layout.cells.len() as u16).map(Cell).filter(|cell| layout.cells[cell.index()].is_placed());
    cells.filter(|cell| !movable(Place::Cell(*cell))).find_map(|to| {
        let text = game.intended_action(from, to, None)?;
        let Err(Refusal::Illegal(illegal)) = game.check(&text) else { return None };
        Some(IllegalMove { from, to, text, reason: illegal.reason })
    })
}

fn refused_by_pointing(window: &mut Window, illegal: &IllegalMove) {
    let from = spot(window, illegal.from);
    window.tap(from);
    assert_eq!(window.selection().held, Some(illegal.from));
    let to = spot(window, Place::Cell(illegal.to));
    window.tap(to);
    assert!(window.says(&illegal.reason), "{} is not shown", illegal.reason);
    let cancel = ["Cancel", "Cancel (Esc)"].into_iter().find_map(|words| window.find(words));
    window.tap(cancel.expect("a button that puts the piece back"));
    assert_eq!(window.selection().held, None);
}

fn refused_by_keys(window: &mut Window, illegal: &IllegalMove) {
    window.write("m");
    window.write(&illegal.text);
    window.key(KeyCode::Enter, Key::Enter);
    assert!(window.says(&illegal.reason), "{} is not shown", illegal.reason);
    (0..3).for_each(|_| window.key(KeyCode::Escape, Key::Escape));
}

/// The cell to point at for an action: its end, or its first push if a plain move has the same end.
fn aim(selection: &Selection, legal: &[(ActionText, Gesture)], action: &str, gesture: &Gesture, to: Cell) -> Cell {
    let meant = selection.meant(to, legal).iter().any(|(own, _)| own == action);
    match &gesture.kind {
        GestureKind::Push(cells) if !meant => cells[1],
        _ => to,
    }
}

/// A pixel where a place is visible, from the seat or else from above.
fn spot(window: &mut Window, place: Place) -> Vec2 {
    if let Some(at) = window.spot(place) {
        return at;
    }
    window.look("Top");
    window.spot(place).unwrap_or_else(|| panic!("{place:?} is hidden in {}", window.table.running().game().text()))
}

/// Pixels where two places are visible in one view.
fn spots(window: &mut Window, from: Place, to: Place) -> (Vec2, Vec2) {
    if let (Some(from), Some(to)) = (window.spot(from), window.spot(to)) {
        return (from, to);
    }
    window.look("Top");
    let pixels = (window.spot(from), window.spot(to));
    let (Some(from), Some(to)) = pixels else { panic!("{from:?} or {to:?} is hidden: {pixels:?}") };
    (from, to)
}

fn look_of(game: &dyn DynGame, place: Place) -> Look {
    game.pieces().into_iter().find(|piece| piece.place == place).unwrap().look
}

/// By taps or clicks, and drags where they do the same.
fn by_pointing(window: &mut Window, game: &dyn DynGame, action: &str, gesture: &Gesture) {
    let legal = window.table.get::<LegalActions>().0.clone();
    let (Some(from), Some(to)) = (gesture.from, gesture.to) else {
        return loose(window, action, gesture);
    };
    let whole = gesture.count.is_none_or(|count| count == look_of(game, from).height());
    let plain = aim(&Selection { held: Some(from), ..default() }, &legal, action, gesture, to);
    if from.cell().is_some() && whole && game.played().len() % 3 == 2 {
        let (from, to) = spots(window, from, Place::Cell(plain));
        window.drag(from, to);
    } else {
        if let (Place::Reserve(..), Look::Chessman(man)) = (from, look_of(game, from)) {
            choose(window, game, man.name());
        } else {
            let at = spot(window, from);
            window.tap(at);
        }
        assert_eq!(window.selection().held, Some(from), "{action} in {}", game.text());
        if !whole {
            lift(window, gesture.count.unwrap());
        }
        let to = aim(&window.selection(), &legal, action, gesture, to);
        let at = spot(window, Place::Cell(to));
        window.tap(at);
    }
    let choices = window.selection().choices;
    if let Some((_, words)) = choices.iter().find(|(own, _)| own == action) {
        window.press(&(words[..1].to_uppercase() + &words[1..]));
    }
}

/// Chooses a man of the reserve, to whose row the list is scrolled.
fn choose(window: &mut Window, game: &dyn DynGame, name: &str) {
    let pieces = game.pieces();
    let reserve: Vec<&str> = pieces
        .iter()
        .filter_map(|piece| match (piece.place, &piece.look) {
            (Place::Reserve(..), Look::Chessman(man)) => Some(man.name()),
            _ => None,
        })
        .collect();
    for by in [-80.0; 8].into_iter().chain([80.0; 16]) {
        if let Some(at) = window.find(name) {
            return window.tap(at);
        }
        let row = reserve.iter().find_map(|name| window.find(name)).expect("a row of the reserve");
        window.scroll(row, by);
    }
    panic!("{name} is not in the list: {:?}", window.texts());
}

/// Lifts this number of chips off the stack in hand, by the numbers in the panel or step by step.
fn lift(window: &mut Window, count: u8) {
    if window.device() == Device::Mouse {
        return window.press(&count.to_string());
    }
    for _ in 0..8 {
        let selection = window.selection();
        let most = selection.counts(&window.table.get::<LegalActions>().0).last().copied();
        if selection.count.or(most) == Some(count) {
            return;
        }
        window.press("−");
    }
    panic!("{count} chips are not offered");
}

/// An action without a piece: a pass, or a board chosen step by step.
fn loose(window: &mut Window, action: &str, gesture: &Gesture) {
    if !matches!(gesture.kind, GestureKind::Rearrange(_)) {
        return window.press("Pass");
    }
    for _ in 0..200 {
        if window.selection().preview.as_deref() == Some(action) {
            return window.press("Choose this board");
        }
        let next = ["Next ⏵", "⏵"].into_iter().find_map(|words| window.find(words));
        window.tap(next.expect("a button for the next board"));
    }
    panic!("{action} is not offered");
}

/// By keys alone: squares by arrows, sections by typing.
fn by_keys(window: &mut Window, game: &dyn DynGame, action: &str, gesture: &Gesture) {
    let legal = window.table.get::<LegalActions>().0.clone();
    let loose: Vec<_> = legal.iter().filter(|(_, gesture)| gesture.from.is_none()).collect();
    let mut reserve: Vec<_> = legal.iter().filter_map(|(_, gesture)| gesture.from).collect();
    reserve.retain(|place| place.cell().is_none());
    reserve.sort_unstable();
    reserve.dedup();
    match (gesture.from, gesture.to) {
        (Some(from), Some(to)) if game.layout().sections.is_empty() => {
            match from {
                Place::Cell(cell) => select(window, game, cell),
                Place::Reserve(..) => {
                    let times = reserve.iter().position(|place| *place == from).unwrap() + 1;
                    (0..times).for_each(|_| window.write("p"));
                }
            }
            if let Some(count) = gesture.count.filter(|count| *count != look_of(game, from).height()) {
                window.write(&count.to_string());
            }
            let to = aim(&window.selection(), &legal, action, gesture, to);
            select(window, game, to);
            let choices = window.selection().choices;
            if let Some(nth) = choices.iter().position(|(own, _)| own == action) {
                window.write(&(nth + 1).to_string());
            }
        }
        (Some(_), _) => {
            window.write("m");
            window.write(action);
            window.key(KeyCode::Enter, Key::Enter);
        }
        (None, _) => {
            let nth = loose.iter().position(|(own, _)| own == action).unwrap();
            if matches!(gesture.kind, GestureKind::Rearrange(_)) {
                (0..=nth).for_each(|_| window.write("b"));
                window.key(KeyCode::Enter, Key::Enter);
            } else {
                window.write(&(reserve.len() + nth + 1).to_string());
            }
        }
    }
}

/// Moves the cursor to a square and presses Enter.
fn select(window: &mut Window, game: &dyn DynGame, cell: Cell) {
    let files = (game.layout().cells.len() as u16).isqrt();
    let mut press = |key_code, key: Key, times: u16| (0..times).for_each(|_| window.key(key_code, key.clone()));
    // The first key only shows the cursor.
    press(KeyCode::ArrowLeft, Key::ArrowLeft, files + 1);
    press(KeyCode::ArrowDown, Key::ArrowDown, files);
    press(KeyCode::ArrowRight, Key::ArrowRight, cell.0 % files);
    press(KeyCode::ArrowUp, Key::ArrowUp, cell.0 / files);
    press(KeyCode::Enter, Key::Enter, 1);
}

/// On a tablet held sideways.
#[test]
fn a_finger_plays_whole_matches() {
    play(Some(Device::Finger), UVec2::new(1180, 820));
}

/// On a phone held upright, with the panel below the table.
#[test]
fn a_finger_plays_whole_matches_on_a_phone() {
    play(Some(Device::Finger), UVec2::new(390, 844));
}

#[test]
fn a_mouse_plays_whole_matches() {
    play(Some(Device::Mouse), UVec2::new(1366, 768));
}

#[test]
fn keys_play_whole_matches() {
    play(None, UVec2::new(1366, 768));
}

/// A second finger puts back what the first one holds, and both turn the view.
#[test]
fn two_fingers_turn_the_view_and_move_nothing() {
    let (_, running) = golden("chess");
    let mut window = Window::open(running, UVec2::new(1180, 820), Device::Finger);
    let place = |name: &str| Place::Cell(window.table.running().game().layout().cell_named(name).unwrap());
    let (from, to) = (place("e2"), place("e4"));
    let (pawn, ahead) = (window.spot(from).unwrap(), window.spot(to).unwrap());
    let before = window.orbit();
    window.touch_by(1, TouchPhase::Started, pawn);
    window.touch_by(1, TouchPhase::Moved, ahead);
    assert_eq!(window.selection().held, Some(from));
    window.touch_by(2, TouchPhase::Started, ahead + Vec2::X * 100.0);
    assert_eq!(window.selection().held, None);
    let aside = Vec2::X * 60.0;
    window.touch_by(1, TouchPhase::Moved, ahead + aside);
    window.touch_by(2, TouchPhase::Moved, ahead + Vec2::X * 100.0 + aside);
    for id in [2, 1] {
        window.touch_by(id, TouchPhase::Ended, ahead + aside);
    }
    window.rest();
    assert!(window.table.played().is_empty() && window.selection().held.is_none());
    assert!(window.orbit().yaw < before.yaw - 0.1, "{:?}", window.orbit());
}
