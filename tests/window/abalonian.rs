use super::hands::By::{Clicks, Drag, Keys, Typed};
use super::hands::{all_kinds, play};
use super::player::Player;

#[test]
fn abalonian_by_hand() {
    let Some(mut player) = Player::both("abalonian", Some("n3k3/P6P/7p/8/2p5/8/1PP2PPP/RNCQKB1R w KQ - 0 1"), 1) else {
        return;
    };
    // A knight's pushing leap both ways, the first of them taken back.
    play(&mut player, &[("b1>c2>c3", Keys)]);
    player.once("a move taken back", |player| player.key("u"), |player| player.played().is_empty().then_some(()));
    play(
        &mut player,
        &[
            ("b1>b2>c3", Clicks),
            ("e8e7", Clicks),
            // A slide and push, which promotes the pushed piece and pushes another piece off the
            // board.
            ("a1>a7", Drag),
            ("e7f6", Keys),
            ("c1>c2", Clicks),
            ("h6h5", Typed),
            ("f1>g2", Drag),
            ("h5h4", Clicks),
            // Castling.
            ("e1g1", Clicks),
            ("f6f5", Clicks),
            ("d1>c2", Clicks),
            ("f5g5", Drag),
            ("c3>c4", Keys),
            ("g5h6", Clicks),
            ("g1>f2", Clicks),
            ("h6g5", Clicks),
            ("g2c6", Clicks),
        ],
    );
    all_kinds("abalonian", &[player.close()]);
}
