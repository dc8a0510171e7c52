//! Films of the window.

use std::fs;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::Duration;

use super::player::Player;

fn films(player: &Player, ending: &str) -> Vec<PathBuf> {
    let files = fs::read_dir(player.folder().join("Pictures")).into_iter().flatten();
    let files = files.map(|entry| entry.unwrap().path());
    files.filter(|file| file.extension().is_some_and(|extension| extension == ending)).collect()
}

/// A key starts and stops a film, which continues while the window is used.
#[test]
fn the_window_is_filmed() {
    let Some(mut player) = Player::open("chess", &[]) else { return };
    player.once("a film that is begun", |player| player.key("F9"), |player| films(player, "part").pop());
    // A window never rests while it is being filmed.
    let inputs = |player: &Player| {
        let game = player.game();
        player.click_cell(&*game, "e2");
        player.click_cell(&*game, "e4");
    };
    let played = player.once("a move while it is filmed", inputs, |player| player.played().first().cloned());
    assert_eq!(played, "e2e4");
    sleep(Duration::from_secs(2));
    let film = player.once("a film", |player| player.key("F9"), |player| films(player, "mp4").pop());
    let data = fs::read(&film).unwrap();
    assert_eq!(&data[4..12], b"ftypisom");
    let index = data.windows(4).position(|name| name == b"stsz").unwrap();
    let frames = u32::from_be_bytes(data[index + 12..index + 16].try_into().unwrap());
    // Twenty frames a second.
    assert!(frames >= 40, "{frames} frames");
    assert!(films(&player, "part").is_empty());
    player.close();
}
