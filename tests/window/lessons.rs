//! The courses, played to their ends by hand, with the solutions from the lessons.

use std::fs;
use std::time::Duration;

use bevy::prelude::*;
use fairground::engine::{ActionText, DynGame, Gesture, GestureKind, Place, Side};
use fairground::games;
use fairground::lessons::{self, Answer, Attempt, Lesson};
use fairground::session::{Selection, View};

use super::panels::Panels;
use super::player::{Player, wait};

/// Maximum rest of the table before an automatic action.
const FOLLOWS: Duration = Duration::from_millis(1200);

/// The height of the card below the table, logical pixels.
pub const CARD: f32 = 172.0;

/// Timeout for saving a lesson as done.
const DONE: Duration = Duration::from_secs(30);

#[test]
#[ignore = "a whole course in the window, for ./check long"]
fn chess() {
    course("chess");
}

#[test]
#[ignore = "a whole course in the window, for ./check long"]
fn fluky() {
    course("fluky");
}

#[test]
#[ignore = "a whole course in the window, for ./check long"]
fn makarenko() {
    course("makarenko");
}

#[test]
#[ignore = "a whole course in the window, for ./check long"]
fn abalonian() {
    course("abalonian");
}

#[test]
#[ignore = "a whole course in the window, for ./check long"]
fn tactical() {
    course("tactical");
}

#[test]
#[ignore = "a whole course in the window, for ./check long"]
fn whack() {
    course("whack");
}

/// Plays the course of a game from the start screen to its end.
fn course(id: &str) {
    let Some(mut player) = Player::start(&["play"], &[]) else { return };
    // The first picture of the start screen takes longest.
    (0..3).for_each(|_| follow(&player));
    let (info, course) = (games::info(id).unwrap(), lessons::course(id));
    let mut panels = Panels::start_screen(player.size());
    player.press(&mut panels, info.name);
    follow(&player);
    player.press(&mut panels, "New here? Learn it");
    follow(&player);
    player.press(&mut panels, &format!("Begin: {} (Enter)", course[0].title));
    follow(&player);
    player.keys(&["plus"; 6]);
    player.bottom = CARD;
    player.look(View::Top);
    for (number, lesson) in course.iter().enumerate() {
        if number > 0 {
            player.key("Return");
            player.rest();
        }
        let learner = lesson.begin().unwrap().turn().side();
        player.seated(learner.unwrap_or(Side::White));
        play(&mut player, lesson);
        let file = player.folder().join("fairground/lessons.json");
        let what = format!("{id}/{}", lesson.id);
        wait(&what, DONE, || fs::read_to_string(&file).ok().filter(|text| text.contains(&lesson.id)));
        assert!(player.runs(), "{what}: {}", player.errors());
    }
    let _ = player.close();
}

/// Plays a lesson that has just begun, to its end.
fn play(player: &mut Player, lesson: &Lesson) {
    let mut attempt = Attempt::new(lesson.clone()).unwrap();
    while let Some(step) = attempt.step() {
        let (solution, allowed) = (attempt.solution(), attempt.allowed());
        player.allowed = Some(allowed.clone());
        match &solution {
            None => player.key("Return"),
            Some(_) if step.throw => player.key("space"),
            Some(action) => make(player, attempt.game(), &allowed, action),
        }
        let answer = attempt.act(solution.as_deref());
        assert!(matches!(answer, Answer::Next { .. }), "{}: {solution:?}: {answer:?}", lesson.id);
        follow(player);
    }
}

/// Waits for the automatic actions after an action.
pub fn follow(player: &Player) {
    player.rest();
    std::thread::sleep(FOLLOWS);
    player.rest();
}

/// Makes one of these actions, by clicks, and by digits for choices.
pub fn make(player: &Player, game: &dyn DynGame, allowed: &[(ActionText, Gesture)], action: &ActionText) {
    let (_, gesture) = allowed.iter().find(|(own, _)| own == action).unwrap();
    let (Some(from), Some(to)) = (gesture.from, gesture.to) else { return loose(player, action, gesture, allowed) };
    match from {
        Place::Cell(_) => player.click(game, from),
        Place::Reserve(..) => {
            player.key(&(1 + reserve(allowed).iter().position(|own| *own == from).unwrap()).to_string())
        }
    }
    let mut hand = Selection { held: gesture.from, ..Selection::default() };
    if let Some(count) = gesture.count {
        if hand.counts(allowed).len() > 1 {
            player.key(&count.to_string());
        }
        hand.count = gesture.count;
    }
    // A plain move may end on the same cell as a push.
    let meant = hand.meant(to, allowed).iter().any(|(own, _)| own == action);
    let to = match &gesture.kind {
        GestureKind::Push(cells) if !meant => cells[1],
        _ => to,
    };
    player.click(game, Place::Cell(to));
    choose(player, game, action, hand, Place::Cell(to), allowed);
}

/// Makes the choice if the gesture is the same for several actions.
fn choose(
    player: &Player,
    game: &dyn DynGame,
    action: &ActionText,
    mut hand: Selection,
    to: Place,
    allowed: &[(ActionText, Gesture)],
) {
    hand.point(to, game, allowed);
    if let Some(at) = hand.choices.iter().position(|(own, _)| own == action) {
        player.key(&(at + 1).to_string());
    }
}

/// Makes an action without a piece in hand: a pass or a board.
fn loose(player: &Player, action: &ActionText, gesture: &Gesture, allowed: &[(ActionText, Gesture)]) {
    let without: Vec<_> = allowed.iter().filter(|(_, gesture)| gesture.from.is_none()).collect();
    if matches!(gesture.kind, GestureKind::Rearrange(_)) {
        let boards = without.iter().filter(|(_, gesture)| matches!(gesture.kind, GestureKind::Rearrange(_)));
        let at = boards.map(|(own, _)| own).position(|own| own == action).unwrap();
        // A section that follows the cursor may have snapped, which would select another board.
        player.point_aside();
        player.keys(&vec!["b"; at + 1]);
        player.key("Return");
    } else {
        let at = without.iter().position(|(own, _)| own == action).unwrap();
        player.key(&(reserve(allowed).len() + at + 1).to_string());
    }
}

/// The pieces of the reserve in the order of their digits.
fn reserve(allowed: &[(ActionText, Gesture)]) -> Vec<Place> {
    let from = allowed.iter().filter_map(|(_, gesture)| gesture.from);
    let mut places: Vec<_> = from.filter(|place| matches!(place, Place::Reserve(..))).collect();
    places.sort_unstable();
    places.dedup();
    places
}
