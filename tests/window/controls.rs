//! Everything except actions: takebacks, draws, resigning, new matches, replays, the rules.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use bevy::prelude::Vec2;
use fairground::engine::{Options, Place, Refusal, Side};
use fairground::session::View;
use fairground::{games, record, ui};
use image::RgbImage;

use super::hands::By::Clicks;
use super::hands::play;
use super::panels::Panels;
use super::player::{MATCH, PATIENCE, Player, cell};
use super::tiles;

/// The edge of a tile, pixels: about a quarter of a cell.
const TILE: u32 = 20;

/// Upper limit of the difference between pictures of the same table, from the grain of the pieces.
/// Different tables exceed it.
const SAME: f32 = 12.0;

/// The difference of two pictures of the window, in the part with the table.
fn difference(a: &RgbImage, b: &RgbImage) -> f32 {
    tiles::difference(a, b, TILE)
}

/// The file of a match of this game begun in the window.
fn begun(player: &Player, game: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(player.folder().join("fairground/matches")).ok()?;
    let mut files = files.map(|entry| entry.unwrap().path());
    // Incomplete files have another extension.
    files.find(|file| {
        let name = file.file_name().unwrap().to_string_lossy();
        name.starts_with(game) && name.ends_with(".jsonl") && record::read(file).is_ok()
    })
}

/// The result of the match in this file.
fn result(file: &Path) -> Option<(String, String)> {
    record::read(file).ok()?.result().cloned().map(|result| (result.outcome, result.reason))
}

#[test]
fn taking_back_draws_and_giving_up() {
    let Some(mut player) = Player::both("chess", None, 1) else { return };
    play(&mut player, &[("e2e4", Clicks), ("e7e5", Clicks)]);
    let by_button = |player: &Player| player.press(&mut player.panels(), "Take back");
    player.once("a move taken back by the button", by_button, |player| (player.played() == ["e2e4"]).then_some(()));
    player.once(
        "a move taken back by key",
        |player| player.key("u"),
        |player| player.played().is_empty().then_some(()),
    );

    let mut panels = player.panels();
    player.press(&mut panels, "Draw");
    player.press(&mut panels, "Offer draw");
    let accept = panels.find("Accept");
    player.press(&mut panels, "Decline");
    // The offer is gone: clicking in its old place accepts nothing.
    player.click_window(accept);
    sleep(Duration::from_secs(1));
    assert_eq!(result(&player.file()), None, "a draw was accepted after it was declined");
    let agree = |player: &Player| {
        let mut panels = player.panels();
        player.press(&mut panels, "Draw");
        player.press(&mut panels, "Offer draw");
        player.press(&mut panels, "Accept");
    };
    let agreed = Some(("draw".to_string(), "draw agreed".to_string()));
    player.once("a draw", agree, |player| (result(&player.file()) == agreed).then_some(()));

    // Another match of the same kind, from the bar with the result.
    let begin = |player: &Player| {
        let mut panels = player.panels();
        player.press(&mut panels, "New match (N)");
        player.press(&mut panels, "Start (Enter)");
    };
    let second = player.once("another match", begin, |player| begun(player, "chess"));
    // Resigning has to be confirmed.
    player.press(&mut player.panels_beside(&second), "Resign");
    sleep(Duration::from_secs(1));
    assert_eq!(result(&second), None, "a match was resigned without confirmation");
    player.key("Escape");
    let give_up = |player: &Player| {
        let mut panels = player.panels_beside(&second);
        player.press(&mut panels, "Resign");
        player.press(&mut panels, "White resigns");
    };
    let resigned = Some((Side::Black.to_string(), "resignation".to_string()));
    player.once("giving up", give_up, |_| (result(&second) == resigned).then_some(()));
    player.close();
}

#[test]
fn a_refused_move_opens_its_rule() {
    let Some(mut player) = Player::both("chess", Some("4k3/8/8/8/8/8/4p3/4K2R w K - 0 1"), 1) else { return };
    let game = player.game();
    let Err(Refusal::Illegal(illegal)) = game.check("e1g1") else { panic!("the king may castle out of check") };
    let (_, section) = illegal.rule.split_once(", ").unwrap();

    let mut panels = player.panels();
    player.keys(&["r"]);
    let from_the_top = player.picture();
    player.keys(&["Escape"]);
    let closed = player.picture();
    let covered = ui::covered_in_match(player.size().as_vec2());
    let table = player.size() - Vec2::new(covered.right, covered.top).as_uvec2();
    assert_eq!((closed.width(), closed.height()), (table.x, table.y));
    let tones: BTreeSet<_> = closed.pixels().map(|pixel| pixel.0.map(|part| part / 16)).collect();
    assert!(tones.len() > 30, "the picture has only {} tones", tones.len());
    assert!(difference(&closed, &from_the_top) > SAME, "the rules do not open");

    for name in ["e1", "g1"] {
        player.click_cell(&*game, name);
        panels.point(Place::Cell(cell(&*game, name)));
    }
    sleep(Duration::from_secs(1));
    assert!(player.played().is_empty(), "an illegal move was played");
    player.press(&mut panels, &format!("Rules: {section}"));
    assert!(panels.say(section), "the rules are not open at {section}");
    // The rules scroll to the section over several frames.
    let start = Instant::now();
    loop {
        let at_section = player.picture();
        if difference(&at_section, &closed) > SAME && difference(&at_section, &from_the_top) > SAME {
            break;
        }
        assert!(start.elapsed() < PATIENCE, "the link does not open the rules at the section");
    }
    player.close();
}

/// A press of 50 to 700 ms is a click, even with an open tooltip after the pointer has rested.
#[test]
fn presses_of_any_length_are_clicks() {
    const HELD: [Duration; 3] = [Duration::from_millis(50), Duration::from_millis(150), Duration::from_millis(700)];
    let Some(mut player) = Player::both("whack", None, 1) else { return };
    for held in HELD {
        let picture = player.panels().find("1") + Vec2::splat(20.0);
        let action = player.once_played(&format!("a board, {held:?}"), |player| player.hold_at(picture, held));
        assert!(action.starts_with('='), "{action}");
    }
    for (view, held) in ["Side", "Flat", "Top"].into_iter().zip(HELD) {
        let (before, mut panels) = (player.picture(), player.panels());
        player.press(&mut panels, "Views");
        player.hold_at(panels.find(view), held);
        assert!(difference(&player.picture(), &before) > SAME, "{view}, {held:?}");
    }
    player.close();
}

#[test]
fn a_match_is_begun_from_the_start_screen_by_mouse() {
    let Some(mut player) = Player::start(&[], &[]) else { return };
    let by_mouse = |player: &Player| {
        let mut panels = Panels::start_screen(player.size());
        player.press(&mut panels, "Fluky Chess");
        player.press(&mut panels, "Start (Enter)");
    };
    player.once("a match from the start screen", by_mouse, |player| begun(player, "fluky"));
    player.close();
}

#[test]
fn a_match_is_begun_from_the_start_screen_by_keyboard() {
    let Some(mut player) = Player::start(&[], &[]) else { return };
    let by_keys = |player: &Player| player.keys(&["Right", "Return"]);
    player.once("a match from the start screen", by_keys, |player| begun(player, "abalonian"));
    // Another match, of the next game.
    player.once("another match", |player| player.keys(&["n", "Right", "Return"]), |player| begun(player, "chess"));
    player.close();
}

#[test]
fn the_controls_of_a_replay_work() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/chess.json");
    let chess = games::begin(games::info("chess").unwrap(), Options::default(), None).unwrap();
    // As in the list of moves.
    let first = chess.notation(&record::read(&file).unwrap().actions()[0].action).unwrap();
    let Some(mut player) = Player::start(&["replay", MATCH], &[(MATCH, &file)]) else { return };
    player.look(View::Top);
    // Otherwise the cell under the mouse is marked.
    player.point_aside();
    // It plays automatically to the end.
    let at = |player: &mut Player, key: &str| {
        player.key(key);
        player.picture()
    };
    let end = at(&mut player, "End");
    let start = at(&mut player, "Home");
    assert!(difference(&start, &end) > SAME, "the replay does not play");
    let one = at(&mut player, "Right");
    let two = at(&mut player, "Right");
    assert!(difference(&start, &one) > SAME && difference(&one, &two) > SAME, "it does not step");
    let back = at(&mut player, "Left");
    assert!(difference(&two, &back) > SAME, "it does not step back");
    // Including its marks.
    assert!(difference(&one, &back) < SAME, "one step back the table looks different from before");
    let begun = at(&mut player, "Left");
    assert!(difference(&start, &begun) < SAME, "the replay does not step back to the start");
    let by_click = |player: &mut Player, words: &str| {
        player.press(&mut Panels::of_replay(&file, player.size()), words);
        player.picture()
    };
    let last = by_click(&mut player, "⏭");
    assert!(difference(&end, &last) < SAME, "the button does not go to the end");
    player.key("Home");
    let moved = by_click(&mut player, &first);
    assert!(difference(&one, &moved) < SAME, "a click on a move does not go there");
    player.close();
}
