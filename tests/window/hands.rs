//! The input methods for actions, and matches played by them.

use std::collections::BTreeSet;

use bevy::prelude::{Vec2, Vec3};
use fairground::engine::{Cell, DynGame, Gesture, GestureKind, Look, Place};
use fairground::games;
use fairground::record;
use fairground::session::{Selection, View};
use fairground::table::layout::Places;
use fairground::table::mesh::chip;

use super::kinds;
use super::player::{Closed, Player};

/// An input method for an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum By {
    /// Clicks on the piece and its target, and on the panel for a remaining choice.
    Clicks,
    /// A drag.
    Drag,
    /// Only keys: arrows and Enter, digits, P, B.
    Keys,
    /// Clicks, with the wheel for the part of a stack.
    Wheel,
    /// Clicks, with a digit for the part of a stack.
    Digit,
    /// Clicks, with a button of the panel for the part of a stack or the piece of the reserve.
    Button,
    /// A drag of a chip of the stack, with the chips on it.
    Chip,
    /// Typed text.
    Typed,
}

/// Plays these actions, each by its method, and checks that the match file has them. A roll is the
/// expected result of a throw by key.
#[track_caller]
pub fn play(player: &mut Player, script: &[(&str, By)]) {
    for (action, by) in script {
        let game = player.game();
        let what = format!("{action} by {by:?}");
        if action.starts_with('~') {
            assert_eq!(player.once_played(&what, |player| player.key("space")), *action);
            continue;
        }
        let gestures = game.gestures();
        let Some((_, gesture)) = gestures.iter().find(|(own, _)| own == action) else {
            panic!("{what} is not legal in {}", game.text());
        };
        if *by == By::Chip {
            player.look(View::Black);
        }
        let played = player.once_played(&what, |player| make(player, &*game, action, gesture, *by));
        assert_eq!(&played, action, "{what}");
        if *by == By::Chip {
            // Seen from above, the last viewed side is below.
            player.look(View::White);
            player.look(View::Top);
        }
    }
}

/// Checks that these matches can be replayed, and contain every kind of action of the game.
pub fn all_kinds(game: &str, closed: &[Closed]) {
    let mut played = BTreeSet::new();
    for closed in closed {
        replays(closed);
        played.extend(kinds::of_record(&record::read(&closed.file()).unwrap()));
    }
    let all = kinds::of_game(games::info(game).unwrap());
    let missing: Vec<_> = all.difference(&played).collect();
    assert!(missing.is_empty(), "{game}: not played by hand: {missing:?}; played: {played:?}");
}

/// Replays the same file on the command line.
fn replays(closed: &Closed) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_fairground"));
    let output = command.arg("replay").arg(closed.file()).arg("--headless").output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let printed = String::from_utf8(output.stdout).unwrap();
    let actions: Vec<_> = printed.lines().filter_map(|line| line.split_once('\t')).map(|(action, _)| action).collect();
    let recorded = record::read(&closed.file()).unwrap();
    assert_eq!(actions, recorded.actions().iter().map(|entry| &entry.action).collect::<Vec<_>>());
}

fn make(player: &Player, game: &dyn DynGame, action: &str, gesture: &Gesture, by: By) {
    match (by, gesture.from, gesture.to) {
        (By::Typed, ..) => {
            player.key("m");
            player.type_text(action);
            player.key("Return");
        }
        (_, Some(from), Some(to)) => {
            let to = aim(game, action, gesture, to);
            if by == By::Chip {
                player.drag(chip_of(player, game, from, gesture.count), player.place(game, Place::Cell(to)));
            } else if by == By::Drag {
                player.drag(player.place(game, from), player.place(game, Place::Cell(to)));
            } else {
                take(player, game, from, by);
                count(player, game, gesture, by);
                put(player, game, to, by);
            }
            choose(player, game, action, gesture, to, by);
        }
        _ => loose(player, game, action, gesture, by),
    }
}

/// The hand of a gesture.
fn in_hand(gesture: &Gesture) -> Selection {
    Selection { held: gesture.from, count: gesture.count, ..Selection::default() }
}

/// The cell to click for an action: its end, or its first push if a plain move has the same end.
fn aim(game: &dyn DynGame, action: &str, gesture: &Gesture, to: Cell) -> Cell {
    let gestures = game.gestures();
    let meant = in_hand(gesture).meant(to, &gestures).iter().any(|(own, _)| own == action);
    match &gesture.kind {
        GestureKind::Push(cells) if !meant => cells[1],
        _ => to,
    }
}

/// Takes a piece in hand.
fn take(player: &Player, game: &dyn DynGame, from: Place, by: By) {
    match (by, from) {
        (By::Keys, Place::Cell(cell)) => {
            player.keys(&arrows(game, cell));
            player.key("Return");
        }
        (By::Keys, Place::Reserve(..)) => {
            let times = reserve(game).iter().position(|place| *place == from).unwrap() + 1;
            player.keys(&vec!["p"; times]);
        }
        (By::Digit, Place::Reserve(..)) => {
            let digit = reserve(game).iter().position(|place| *place == from).unwrap() + 1;
            player.key(&digit.to_string());
        }
        (By::Button, Place::Reserve(..)) => {
            let Look::Chessman(man) = look(game, from) else { panic!("only chessmen have a reserve") };
            player.press(&mut player.panels(), man.name());
        }
        _ => player.click(game, from),
    }
}

/// The places of the reserve in the order of the keys.
fn reserve(game: &dyn DynGame) -> Vec<Place> {
    let from = game.gestures().into_iter().filter_map(|(_, gesture)| gesture.from);
    let places: BTreeSet<_> = from.filter(|place| matches!(place, Place::Reserve(..))).collect();
    places.into_iter().collect()
}

/// Chooses the number of chips to move, if it is not the whole stack.
fn count(player: &Player, game: &dyn DynGame, gesture: &Gesture, by: By) {
    let Some(count) = gesture.count else { return };
    let whole = look(game, gesture.from.unwrap()).height();
    match by {
        By::Wheel => player.wheel(i32::from(count) - i32::from(whole)),
        By::Digit | By::Keys => player.key(&count.to_string()),
        By::Button => {
            let mut panels = player.panels();
            panels.point(gesture.from.unwrap());
            player.press(&mut panels, &count.to_string());
        }
        _ => assert_eq!(count, whole, "{by:?} lifts whole stacks"),
    }
}

/// The piece at a place.
fn look(game: &dyn DynGame, place: Place) -> Look {
    game.pieces().into_iter().find(|piece| piece.place == place).unwrap().look
}

/// The screen position of the chip to drag for this number of chips: the middle of its side facing
/// Black.
fn chip_of(player: &Player, game: &dyn DynGame, from: Place, count: Option<u8>) -> Vec2 {
    let below = look(game, from).height() - count.unwrap();
    let foot = Places { layout: game.layout() }.place(from, 0);
    // Low on the chip: chips above lie slightly askew and overhang it.
    player.pixel(game, foot + Vec3::new(0.0, (f32::from(below) + 0.25) * chip::HEIGHT, -chip::RADIUS))
}

/// Puts the held piece on a cell.
fn put(player: &Player, game: &dyn DynGame, to: Cell, by: By) {
    if by == By::Keys {
        player.keys(&arrows(game, to));
        player.key("Return");
    } else {
        player.click(game, Place::Cell(to));
    }
}

/// Makes the choice if the gesture is the same for several actions.
fn choose(player: &Player, game: &dyn DynGame, action: &str, gesture: &Gesture, to: Cell, by: By) {
    let gestures = game.gestures();
    let mut hand = in_hand(gesture);
    hand.point(Place::Cell(to), game, &gestures);
    if hand.choices.is_empty() {
        return;
    }
    if by == By::Keys {
        let digit = hand.choices.iter().position(|(own, _)| own == action).unwrap() + 1;
        player.key(&digit.to_string());
    } else {
        let mut panels = player.panels();
        panels.point(gesture.from.unwrap());
        panels.point(Place::Cell(to));
        let (_, choice) = hand.choices.iter().find(|(own, _)| own == action).unwrap();
        player.press(&mut panels, &(choice[..1].to_uppercase() + &choice[1..]));
    }
}

/// Makes an action without a piece in hand: a pass or a board.
fn loose(player: &Player, game: &dyn DynGame, action: &str, gesture: &Gesture, by: By) {
    let gestures = game.gestures();
    let loose: Vec<_> = gestures.iter().filter(|(_, gesture)| gesture.from.is_none()).map(|(own, _)| own).collect();
    let at = loose.iter().position(|own| *own == action).unwrap();
    let digit = (reserve(game).len() + at + 1).to_string();
    match (by, &gesture.kind) {
        (By::Keys, GestureKind::Rearrange(_)) => {
            player.keys(&vec!["b"; at + 1]);
            player.key("Return");
        }
        (By::Keys | By::Digit, _) => player.key(&digit),
        (_, GestureKind::Pass) => player.press(&mut player.panels(), "Pass"),
        // Each board's picture has a digit in its corner; scrolling shows further pictures.
        _ => {
            let mut panels = player.panels();
            if panels.say(&digit) {
                player.press(&mut panels, &digit);
            } else {
                player.key(&digit);
            }
        }
    }
}

/// Keys that move the cursor to a cell of a board of squares from any other cell.
pub fn arrows(game: &dyn DynGame, cell: Cell) -> Vec<&'static str> {
    let squares = game.layout().cells.len() as u16;
    let files = squares.isqrt();
    assert_eq!(files * files, squares, "a board of squares");
    let mut keys = Vec::new();
    let mut press = |key: &'static str, times: u16| keys.extend(std::iter::repeat_n(key, usize::from(times)));
    // The first key only shows the cursor.
    press("Left", files + 1);
    press("Down", files);
    press("Right", cell.0 % files);
    press("Up", cell.0 / files);
    keys
}
