use super::hands::By::{Clicks, Drag, Keys, Typed};
use super::hands::{all_kinds, play};
use super::player::Player;

#[test]
fn chess_by_hand() {
    let Some(mut player) = Player::both("chess", Some("r3k2r/8/1P4P1/8/p7/5p2/1P6/R3K2R w KQkq - 0 1"), 1) else {
        return;
    };
    play(
        &mut player,
        &[
            ("b2b4", Clicks),
            // En passant.
            ("a4b3", Drag),
            // Castling, both ways.
            ("e1g1", Clicks),
            ("e8c8", Keys),
            ("b6b7", Typed),
            ("c8d7", Drag),
            // Promotion to each piece, while moving and while capturing.
            ("b7b8n", Clicks),
            ("d8b8", Drag),
            ("g6g7", Clicks),
            ("b3b2", Clicks),
            ("g7h8r", Drag),
            ("b2a1q", Keys),
            ("f1a1", Clicks),
            ("f3f2", Clicks),
            ("g1h2", Clicks),
            ("f2f1b", Typed),
        ],
    );
    all_kinds("chess", &[player.close()]);
}
