//! Short notation as people type it, in all games.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use fairground_rules::engine::{DynGame, Options, Refusal};
use fairground_rules::games;

fn game(id: &str, position: &str) -> Box<dyn DynGame> {
    let position = Some(position).filter(|text| !text.is_empty());
    games::begin(games::info(id).unwrap(), Options::default(), position).unwrap()
}

const WHACK: &str = "A0B3+B2C1+C3D3 Ab2:w22,Aa4:w311,Bc2:b311,Db2:b33 w move 0";

#[test]
fn signs_may_be_left_out() {
    let mut mates = game("abalonian", "");
    for action in ["f3", "e5", "g4"] {
        mates.apply(&mates.read_action(action).unwrap()).unwrap();
    }
    for text in ["Qh4", "Qh4+", "Qh4#", "Qh4!?", "qh4"] {
        assert_eq!(mates.read_action(text).unwrap(), "d8h4", "{text}");
    }
    for (id, position, texts, action) in [
        ("fluky", "4k/5/2R2/5/K4 w - 0", "Re3 Re3+ re3 RE3", "c3e3"),
        ("tactical", "8/8/8/3k4/8/8/8/R6K - w 4 00 - 0", "Ra5 Ra5+ ra5", "a1a5"),
        ("tactical", "4k3/8/8/2p5/3P4/8/8/4K3 - w 4 00 - 0", "dxc5 dc5", "d4c5"),
        ("whack", WHACK, "RxBc2 RxBc2# RBc2", "Ab2Bc2"),
        ("abalonian", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=C a8C a8", "a7a8"),
        ("abalonian", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O 0-0 O-O+ OO", "e1g1"),
    ] {
        let game = game(id, position);
        for text in texts.split(' ') {
            assert_eq!(game.read_action(text).as_deref(), Ok(action), "{id}: {text}");
        }
    }
}

/// A letter means its own kind of piece, and a promotion is never chosen for the player.
#[test]
fn nothing_but_the_text_is_read() {
    let killer = "8/8/8/8/4k3/3J4/8/K7 - w 4 00 - 0";
    for (id, position, text) in [
        ("tactical", killer, "Kxe4"),
        ("tactical", killer, "Kd5"),
        ("tactical", "4k3/8/8/8/8/3G4/8/K7 - w 4 00 - 0", "Rc5"),
        ("tactical", "4k3/8/8/8/8/3H4/8/K7 - w 4 00 - 0", "Pd7"),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8"),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=K"),
        ("abalonian", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8=R"),
        // A bishop, not the pawn on b3.
        ("tactical", "4k3/8/8/8/2p5/1P6/8/B3K3 - w 4 00 - 0", "Bc4"),
    ] {
        assert!(game(id, position).read_action(text).is_err(), "{id}: {text}");
    }
    let promotes = game("fluky", "4k/2P2/5/5/K4 w - 0");
    assert!(matches!(promotes.read_action("c5"), Err(Refusal::Ambiguous { actions, .. }) if actions.len() > 1));
}

#[test]
fn an_illegal_move_is_refused_by_its_rule() {
    for (id, position, text, action, says) in [
        ("chess", "", "Nf6", "b1f6", "knight"),
        ("chess", "", "Bc4", "c1c4", "bishop"),
        ("chess", "", "e5", "e2e5", "pawn"),
        ("chess", "4k3/8/8/8/4r3/8/4N3/4K1N1 w - - 0 1", "Nd4", "e2d4", "chess.md, Check"),
        ("chess", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a8", "a7a8", "promoted on a8: add q"),
        ("abalonian", "", "O-O", "e1g1", "castling"),
        ("abalonian", "", "Nf6", "b1f6", "knight"),
        ("abalonian", "", "Ke2", "e1e2", "to push it"),
        ("makarenko", "", "Nh6", "b1h6", "knight"),
        ("fluky", "", "c3", "c1c3", "pawn"),
        ("fluky", "", "Kc3", "e1c3", "king"),
        ("tactical", "8/8/8/8/4k3/3J4/8/K7 - w 4 00 - 0", "Kd5", "a1d5", "king"),
        ("whack", WHACK, "RCb1", "Ab2Cb1", "rook"),
    ] {
        let game = game(id, position);
        let refusal = game.read_action(text).unwrap_err();
        assert!(matches!(refusal, Refusal::Illegal(_)), "{id}: {text}: {refusal}");
        assert!(refusal.to_string().to_lowercase().contains(&says.to_lowercase()), "{id}: {text}: {refusal}");
        assert_eq!(game.attempted_action(text).as_deref(), Some(action), "{id}: {text}");
        assert_eq!(game.check(action), Err(refusal), "{id}: {text}");
    }
}

/// An action after the end is refused by the section on the end of its own game.
#[test]
fn the_end_of_a_game_is_cited() {
    for (id, position, actions, says) in [
        ("chess", "", &["f3", "e5", "g4", "Qh4", "a3"][..], "checkmate. (chess.md, The end)"),
        ("makarenko", "A6A/8/8/8/8/8/8/h7 w 0", &["a8a7"], "(makarenko.md, The end)"),
    ] {
        let mut game = game(id, position);
        let refused = actions.iter().find_map(|text| game.read_action(text).map(|action| game.apply(&action)).err());
        let refused = refused.unwrap().to_string();
        assert!(refused.contains(says), "{id}: {refused}");
    }
}

/// A shot is not written like a move.
#[test]
fn a_legal_action_in_other_words_is_told() {
    let cannon = game("tactical", "4k3/8/8/8/2p5/8/2C5/K7 - w 4 00 - 0");
    let refusal = cannon.read_action("Cc4").unwrap_err().to_string();
    assert!(refusal.contains("expected C*c4"), "{refusal}");
    assert_eq!(cannon.attempted_action("Cc4"), None);
    for text in ["", "hello", "z9", "Qq", "💥", "Kx"] {
        assert!(matches!(cannon.read_action(text), Err(Refusal::Text(_))), "{text}");
    }
}
