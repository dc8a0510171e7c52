//! Windows of other sizes and on finer screens: everything is where it is drawn.

use bevy::prelude::UVec2;

use super::hands::By::{Clicks, Drag, Typed};
use super::hands::play;
use super::player::Player;

#[test]
fn a_window_is_resized_during_play() {
    let Some(mut player) = Player::both("chess", None, 1) else { return };
    play(&mut player, &[("e2e4", Clicks)]);
    player.resize(UVec2::new(900, 820));
    play(&mut player, &[("e7e5", Clicks), ("g1f3", Drag)]);
    player.resize(UVec2::new(1390, 500));
    play(&mut player, &[("b8c6", Drag), ("f1b5", Clicks), ("a7a6", Typed)]);
    player.close();
}

#[test]
fn hands_find_everything_on_finer_screens() {
    for scale in [1.5, 2.0] {
        let Some(mut player) = Player::both_at_scale(scale, "chess") else { return };
        player.resize(UVec2::new(1280, 720));
        play(&mut player, &[("e2e4", Clicks), ("e7e5", Drag), ("g1f3", Typed)]);
        player.close();
    }
}
