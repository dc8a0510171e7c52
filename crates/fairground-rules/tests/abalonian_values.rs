//! Values of positions in Abalonian Chess and orthodox chess.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use fairground_rules::engine::{Evaluate, Game, Options};
use fairground_rules::games::{abalonian::Abalonian, chess::Chess};

fn read<P: Game>(text: &str) -> P {
    P::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn counted<P: Game>(text: &str, feature: &str) -> i32 {
    let mut counts = vec![0; P::FEATURES.len()];
    read::<P>(text).tally(counts.as_mut_slice());
    counts[P::FEATURES.iter().position(|other| other.name == feature).unwrap()]
}

#[test]
fn features_count_correctly() {
    for (text, feature, count) in [
        ("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "passed pawns on rank 5", 1),
        ("4k3/1p6/8/P7/8/8/8/4K3 w - - 0 1", "passed pawns on rank 5", 0),
        ("4k3/8/8/p7/8/8/8/4K3 w - - 0 1", "passed pawns on rank 4", -1),
        ("4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", "doubled pawns", 1),
        ("4k3/8/8/8/8/P7/P7/4K3 w - - 0 1", "isolated pawns", 2),
        ("4k3/8/8/8/8/8/PP6/4K3 b - - 0 1", "supported pawns", -2),
        ("4k3/8/2p5/4p3/3pP3/3P4/2P5/4K3 w - - 0 1", "backward pawns", 0),
        ("4k3/8/8/3p4/1P6/2P5/3P4/4K3 w - - 0 1", "backward pawns", 0),
        ("4k3/8/8/8/1p1P4/8/2P5/4K3 w - - 0 1", "backward pawns", 1),
        ("4k3/8/8/3N4/4P3/8/8/4K3 w - - 0 1", "outposts of knights and bishops", 1),
        ("4k3/2p5/8/3N4/4P3/8/8/4K3 w - - 0 1", "outposts of knights and bishops", 0),
        ("4k3/p7/8/8/8/8/P7/RR2K3 w - - 0 1", "rooks on open files", 1),
        ("4k3/R7/8/8/8/8/8/4K3 w - - 0 1", "rooks on the seventh rank", 1),
        ("4k3/7p/8/8/8/8/8/N3K3 w - - 0 1", "knight mobility", 2),
        ("4k3/8/8/3r4/4P3/8/8/4K3 w - - 0 1", "pieces attacked by pawns", 1),
        ("4k3/8/8/3r4/8/4N3/8/4K3 w - - 0 1", "major pieces attacked by minor ones", 1),
        ("4k3/7p/8/3n4/8/4N3/8/4K3 w - - 0 1", "pieces attacked and undefended", 0),
        ("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "king near the centre, late", 0),
    ] {
        assert_eq!(counted::<Chess>(text, feature), count, "{text}: {feature}");
    }
    let (pieces, pawns) = ("pieces that could be pushed off", "pawns that could be pushed off");
    for (text, feature, count) in [
        ("4k3/8/8/8/5RNn/8/8/4K3 w - - 0 1", pieces, 1),
        ("4k3/8/8/8/R5Np/8/8/4K3 w - - 0 1", pawns, 1),
        ("4k3/8/8/8/5NRn/8/8/4K3 w - - 0 1", pieces, 0),
        ("4k3/8/8/8/5Rnn/8/8/4K3 w - - 0 1", pieces, 0),
        ("k7/8/8/8/4RNnn/8/8/4K3 w - - 0 1", pieces, 0),
        ("4k3/8/8/8/3RNNnn/8/8/4K3 w - - 0 1", pieces, 1),
        ("4k3/8/8/8/R3NNnn/8/8/4K3 b - - 0 1", pieces, -1),
        ("4k3/8/8/8/8/P7/R7/4K3 w - - 0 1", "pawns that a piece can push on", 1),
        ("4k3/8/8/8/8/4r3/8/4K3 w - - 0 1", "enemies on lines that lead the king off the board", 1),
    ] {
        assert_eq!(counted::<Abalonian>(text, feature), count, "{text}: {feature}");
    }
}

fn check_better<P: Game>(table: &[(&str, &str)]) {
    for (better, worse) in table {
        let (good, bad) = (read::<P>(better).evaluate(), read::<P>(worse).evaluate());
        assert!(good > bad, "{better}: {good}; {worse}: {bad}");
    }
}

#[test]
fn better_positions_are_worth_more() {
    let both = [
        // An additional knight; a queen for a rook. The side behind is to act.
        ("4k3/pppp4/8/8/8/8/PPPP4/1N2K3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1"),
        ("3rk3/8/8/8/8/8/8/Q3K3 w - - 0 1", "3qk3/8/8/8/8/8/8/R3K3 w - - 0 1"),
        // A passed pawn further up; a knight in the centre; a castled king; no doubled pawns.
        ("4k3/8/P7/8/8/8/7p/4K2R w - - 0 1", "4k3/8/8/8/P7/8/7p/4K2R w - - 0 1"),
        ("4k3/pppppppp/8/8/4N3/8/PPPPPPPP/4K3 w - - 0 1", "4k3/pppppppp/8/8/8/N7/PPPPPPPP/4K3 w - - 0 1"),
        (
            "rnbq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQ1RK1 w - - 0 1",
            "rnbq1rk1/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQ1K1R w - - 0 1",
        ),
        ("4k3/pppp4/8/8/8/8/PPPP4/4K3 w - - 0 1", "4k3/pppp4/8/8/2P5/2P5/PP6/4K3 w - - 0 1"),
    ];
    check_better::<Chess>(&both);
    check_better::<Abalonian>(&both[..5]);
    check_better::<Abalonian>(&[
        // An enemy that can be pushed off; a king away from the edge; a chancellor for a rook.
        ("4k3/8/8/8/5RNn/8/8/4K3 w - - 0 1", "4k3/8/8/8/5RNN/7n/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/3RK3/8 w - - 0 1", "4k3/8/8/8/8/8/3R4/4K3 w - - 0 1"),
        ("4k3/8/8/8/8/8/8/C3K3 w - - 0 1", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"),
    ]);
    // Neither side can mate.
    assert_eq!(read::<Chess>("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1").evaluate(), 0);
}
