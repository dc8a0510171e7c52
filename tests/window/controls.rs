//! Everything that is no action of a game: taking back, draws, giving up, another match, replays, the rules.

use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::Duration;

use fairground::engine::{Refusal, Side};
use fairground::record;
use image::RgbImage;

use super::hands::By::Clicks;
use super::hands::play;
use super::panels::Panels;
use super::player::{MATCH, Player, cell};
use fairground::engine::Place;

/// Pictures of the same table differ by less, of 255 in the mean over the table.
const SAME: f32 = 0.1;

/// The mean difference of the parts of two pictures where the table is seen, of 255.
fn difference(a: &RgbImage, b: &RgbImage) -> f32 {
    assert_eq!(a.dimensions(), b.dimensions());
    let width = a.width() - fairground::ui::WIDTH as u32;
    let pixels = a.enumerate_pixels().filter(|(x, ..)| *x < width);
    let sum: u32 = pixels
        .map(|(x, y, a)| a.0.iter().zip(b.get_pixel(x, y).0).map(|(a, b)| a.abs_diff(b) as u32).sum::<u32>())
        .sum();
    sum as f32 / (3 * width * a.height()) as f32
}

/// The files of matches of this game that were begun in the window.
fn begun(player: &Player, game: &str) -> Option<PathBuf> {
    let files = std::fs::read_dir(player.folder().join("fairground/matches")).ok()?;
    let mut files = files.map(|entry| entry.unwrap().path());
    files.find(|file| file.file_name().unwrap().to_string_lossy().starts_with(game) && record::read(file).is_ok())
}

/// How the match in this file ended.
fn result(file: &Path) -> Option<(String, String)> {
    record::read(file).ok()?.result.map(|result| (result.outcome, result.reason))
}

#[test]
fn taking_back_draws_and_giving_up() {
    let mut player = Player::both("chess", None, 1);
    play(&mut player, &[("e2e4", Clicks), ("e7e5", Clicks)]);
    let by_button = |player: &Player| player.press(&mut player.panels(), "Take back");
    player.until("a move taken back by the button", by_button, |player| (player.played() == ["e2e4"]).then_some(()));
    player.until(
        "a move taken back by key",
        |player| player.key("u"),
        |player| player.played().is_empty().then_some(()),
    );

    let mut panels = player.panels();
    player.press(&mut panels, "Offer draw");
    let accept = panels.find("Accept");
    player.press(&mut panels, "Decline");
    // The offer is gone: where it could be accepted nothing is left of it.
    player.click_window(accept);
    sleep(Duration::from_secs(1));
    assert_eq!(result(&player.file()), None, "a draw was accepted after it was declined");
    let mut panels = player.panels();
    player.press(&mut panels, "Offer draw");
    player.press(&mut panels, "Accept");
    let agreed = Some(("draw".to_string(), "draw agreed".to_string()));
    player.until("a draw", |_| (), |player| (result(&player.file()) == agreed).then_some(()));

    // Another match of the same kind, from the banner that says how this one ended.
    player.press(&mut panels, "New match (N)");
    player.press(&mut panels, "Start (Enter)");
    let second = player.until("another match", |_| (), |player| begun(player, "chess"));
    assert_eq!(result(&second), None);
    // It is asked for twice.
    player.press(&mut panels, "Resign");
    sleep(Duration::from_secs(1));
    assert_eq!(result(&second), None, "a player has given up who was not sure");
    player.press(&mut panels, "Resign");
    let resigned = Some((Side::Black.to_string(), "resignation".to_string()));
    player.until("giving up", |_| (), |_| (result(&second) == resigned).then_some(()));
    player.close();
}

#[test]
fn a_refused_move_opens_its_rule() {
    let mut player = Player::both("chess", None, 1);
    let game = player.game();
    let Err(Refusal::Illegal(illegal)) = game.check("e2e5") else { panic!("e2e5 is a move") };
    let (_, section) = illegal.rule.split_once(", ").unwrap();

    let mut panels = player.panels();
    let before = player.picture();
    assert_eq!((before.width(), before.height()), (player.size().x, player.size().y));
    let tones: std::collections::BTreeSet<_> = before.pixels().map(|pixel| pixel.0.map(|part| part / 16)).collect();
    assert!(tones.len() > 30, "the picture has {} tones only", tones.len());
    for name in ["e2", "e5"] {
        player.click_cell(&*game, name);
        panels.point(Place::Cell(cell(&*game, name)));
    }
    sleep(Duration::from_secs(1));
    assert!(player.played().is_empty(), "an illegal move was played");
    player.press(&mut panels, &format!("Rules: {section}"));
    assert!(panels.say(section), "the rules are not open at {section}");
    let at_section = player.picture();
    player.keys(&["Escape", "r"]);
    let from_the_top = player.picture();
    player.keys(&["Escape", "Escape"]);
    let after = player.picture();
    assert!(difference(&before, &after) < SAME, "the rules do not close");
    assert!(difference(&before, &at_section) > 10.0 * SAME, "the rules do not open");
    assert!(difference(&at_section, &from_the_top) > 2.0 * SAME, "the rules do not open at the section");
    player.close();
}

#[test]
fn a_match_is_begun_from_the_start_screen_by_mouse() {
    let mut player = Player::start(&[], &[]);
    let by_mouse = |player: &Player| {
        let mut panels = Panels::start_screen(player.size());
        player.press(&mut panels, "Fluky Chess");
        player.press(&mut panels, "Start (Enter)");
    };
    player.until("a match from the start screen", by_mouse, |player| begun(player, "fluky"));
    player.close();
}

#[test]
fn a_match_is_begun_from_the_start_screen_by_keyboard() {
    let mut player = Player::start(&[], &[]);
    let by_keys = |player: &Player| player.keys(&["Down", "Return"]);
    player.until("a match from the start screen", by_keys, |player| begun(player, "abalonian"));
    // And another one beside it, of the game after that.
    player.until("another match", |player| player.keys(&["n", "Down", "Return"]), |player| begun(player, "chess"));
    player.close();
}

#[test]
fn a_replay_goes_where_it_is_told() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/matches/chess.json");
    let first = record::read(&file).unwrap().actions[0].action.clone();
    let mut player = Player::start(&["replay", MATCH], &[(MATCH, &file)]);
    player.look(fairground::stage::View::Top);
    // It runs by itself until it is at the end.
    let at = |player: &mut Player, keys: &[&str]| {
        player.keys(keys);
        player.picture()
    };
    let end = at(&mut player, &["End"]);
    let start = at(&mut player, &["Home"]);
    let third = at(&mut player, &["Right", "Right", "Right"]);
    assert!(difference(&start, &end) > 2.0 * SAME && difference(&start, &third) > SAME, "it does not move");
    let back = at(&mut player, &["Left", "Left", "Left"]);
    assert!(difference(&start, &back) < SAME, "it does not come back");
    let one = at(&mut player, &["Right"]);
    let by_click = |player: &mut Player, words: &str| {
        player.press(&mut Panels::of_replay(&file, player.size()), words);
        player.picture()
    };
    let last = by_click(&mut player, "⏭");
    assert!(difference(&end, &last) < SAME, "the button does not go to the end");
    let moved = by_click(&mut player, &first);
    assert!(difference(&one, &moved) < SAME, "a click on a move does not go there");
    player.close();
}
