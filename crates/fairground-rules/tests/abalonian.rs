//! Abalonian Chess and orthodox chess: legal actions and their effects, cross-checked, with a
//! position for each rule.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

#[path = "common/story.rs"]
mod story;

use fairground_rules::engine::{
    Claim, Game, Notation, Options, Outcome, Reason, Rules, Side, Tabletop, Turn, TypedGame,
};
use fairground_rules::games::{
    abalonian::Abalonian,
    chess::{Action, Chess},
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn read<P: Game>(text: &str) -> P {
    P::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Each row: a position, an action and the position after it, `-` if the action is illegal.
fn check_plays<P: Game>(table: &[(&str, &str, &str)]) {
    for (before, action, after) in table {
        let mut position: P = read(before);
        let parsed = position.parse_action(action).unwrap();
        let played = position.apply(parsed, &mut |_| ());
        let found = if played.is_ok() { position.to_string() } else { "-".into() };
        assert_eq!(found, *after, "{before}: {action}: {played:?}");
    }
}

/// Every well-formed action of either game.
fn well_formed(position: &impl Game<Action = Action>) -> Vec<Action> {
    let names: Vec<_> = position.layout().cells.into_iter().map(|cell| cell.name).collect();
    let mut texts = Vec::new();
    for from in &names {
        for to in &names {
            texts.extend(["", "q", "r", "b", "n"].map(|letter| format!("{from}{to}{letter}")));
            texts.push(format!("{from}>{to}"));
        }
    }
    // Only pushing leaps with steps of at most two files and ranks. Others are refused in the same
    // way.
    for (from, via, to) in
        (0..64_usize).flat_map(|a| (0..64_usize).flat_map(move |b| (0..64_usize).map(move |c| (a, b, c))))
    {
        let near = |a: usize, b: usize| (a % 8).abs_diff(b % 8) <= 1 && (a / 8).abs_diff(b / 8) <= 1;
        if near(from, via) && near(via, to) {
            texts.push(format!("{}>{}>{}", names[from], names[via], names[to]));
        }
    }
    texts.iter().map(|text| position.parse_action(text).unwrap()).collect()
}

/// Asserts that `check` allows exactly the listed actions, that no two share a gesture, and that
/// the counter agrees with the list.
fn check_lists<P: Game<Action = Action>>(starts: &[&str], playouts: u32, plies: u32) {
    let all = well_formed(&P::start(&Options::default()));
    let mut random = ChaCha8Rng::seed_from_u64(3);
    let mut legal = Vec::new();
    for playout in 0..playouts {
        let mut position: P = read(starts[playout as usize % starts.len()]);
        for ply in 0..plies {
            legal.clear();
            position.generate(&mut legal);
            if ply % 7 == playout % 7 {
                legal.sort_unstable();
                let allowed: Vec<_> = all.iter().copied().filter(|&action| position.check(action).is_ok()).collect();
                let mut sorted = allowed.clone();
                sorted.sort_unstable();
                assert_eq!(sorted, legal, "{position}");
                let gestures: Vec<_> = legal.iter().map(|&action| position.gesture(action).unwrap()).collect();
                let told: Vec<_> = gestures.iter().map(|g| (g.from, g.to, g.count, &g.choice)).collect();
                assert!(told.iter().enumerate().all(|(i, gesture)| !told[..i].contains(gesture)), "{position}");
                assert_eq!(read::<P>(&position.to_string()), position);
            }
            assert_eq!(position.count(), legal.len() as u64, "{position}");
            assert_eq!(position.turn().outcome().is_some(), legal.is_empty(), "{position}");
            if legal.is_empty() {
                break;
            }
            position.play(legal[random.random_range(0..legal.len())]);
        }
    }
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLING: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const FEW: &str = "4k3/pp6/8/8/8/2n2N2/6PP/4K2R w K - 0 1";

#[test]
fn abalonian_check_agrees_with_generate() {
    check_lists::<Abalonian>(&[START, CASTLING, FEW], 24, 120);
}

#[test]
fn chess_check_agrees_with_generate() {
    check_lists::<Chess>(&[START, CASTLING, FEW], 24, 120);
}

#[test]
fn events_are_complete() {
    story::check::<Abalonian>(&Options::default(), 5, 60, 400);
    story::check::<Chess>(&Options::default(), 6, 60, 400);
}

/// assets/rules/abalonian.md, Pushing.
#[test]
fn pushes() {
    check_plays::<Abalonian>(&[
        // Two push one; two do not push two; three push two; one does not push.
        ("4k3/8/8/8/RNp5/8/8/4K3 w - - 7 1", "a4>b4", "4k3/8/8/8/1RNp4/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/RNb5/8/8/4K3 w - - 7 1", "a4>b4", "4k3/8/8/8/1RNb4/8/8/4K3 b - - 8 1"),
        ("4k3/8/8/8/RNbb4/8/8/4K3 w - - 0 1", "a4>b4", "-"),
        ("4k3/8/8/8/RNNbb3/8/8/4K3 w - - 0 1", "a4>b4", "4k3/8/8/8/1RNNbb2/8/8/4K3 b - - 1 1"),
        ("4k3/8/8/8/Rb6/8/8/4K3 w - - 0 1", "a4>b4", "-"),
        // Pieces behind the driver do not help it; a friend behind an enemy blocks.
        ("4k3/8/8/8/RNNbb3/8/8/4K3 w - - 0 1", "b4>c4", "-"),
        ("4k3/8/8/8/RNbN4/8/8/4K3 w - - 0 1", "a4>b4", "-"),
        // An enemy pushed off is captured; friends are never pushed off.
        ("4k3/8/8/8/5RNn/8/8/4K3 w - - 5 1", "f4>g4", "4k3/8/8/8/6RN/8/8/4K3 b - - 0 1"),
        ("k7/8/8/8/4RNnn/8/8/4K3 w - - 5 1", "e4>f4", "-"),
        ("k7/8/8/8/4RNNn/8/8/4K3 w - - 5 1", "e4>f4", "k7/8/8/8/5RNN/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/6RN/8/8/4K3 w - - 5 1", "g4>h4", "-"),
        // Slide and push, counted with the driver at the end of its slide.
        ("4k3/8/8/8/R2Nb3/8/8/4K3 w - - 5 1", "a4>d4", "4k3/8/8/8/3RNb2/8/8/4K3 b - - 6 1"),
        ("4k3/8/8/8/R2b4/8/8/4K3 w - - 5 1", "a4>d4", "-"),
        // Each piece along its own lines; a pawn one step straight ahead.
        ("4k3/8/8/8/RN6/8/8/4K3 w - - 0 1", "a4>b5", "-"),
        ("4k3/8/8/8/8/1N6/B7/4K3 w - - 5 1", "a2>b3", "4k3/8/8/8/2N5/1B6/8/4K3 b - - 6 1"),
        ("4k3/8/8/8/8/1N6/P7/4K3 w - - 0 1", "a2>b3", "-"),
        ("4k3/8/8/p7/8/N7/P7/4K3 w - - 0 1", "a2>a3", "4k3/8/8/p7/N7/P7/8/4K3 b - - 0 1"),
        ("4k3/8/8/p7/N7/8/P7/4K3 w - - 0 1", "a2>a4", "-"),
        ("4k3/8/8/8/8/8/3PK3/8 w - - 0 1", "e2>d2", "4k3/8/8/8/8/8/2PK4/8 b - - 0 1"),
        ("4k3/8/8/8/8/8/3CN3/4K3 w - - 0 1", "d2>e2", "4k3/8/8/8/8/8/4CN2/4K3 b - - 1 1"),
        // A king may be pushed by its own side.
        ("4k3/8/8/8/8/3K4/8/3R4 w - - 0 1", "d1>d3", "4k3/8/8/8/3K4/3R4/8/8 b - - 1 1"),
    ]);
}

/// assets/rules/abalonian.md, The pushing leap.
#[test]
fn pushing_leaps() {
    check_plays::<Abalonian>(&[
        ("4k3/8/8/8/8/8/1P6/1N2K3 w - - 5 1", "b1>b2>c3", "4k3/8/8/8/8/1PN5/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/2P5/1N2K3 w - - 5 1", "b1>c2>c3", "4k3/8/8/8/8/2NP4/8/4K3 b - - 0 1"),
        // Both steps push; the first plain and the second pushes; neither does.
        ("4k3/8/8/8/8/2R5/1B6/1N2K3 w - - 5 1", "b1>b2>c3", "4k3/8/8/8/3R4/1BN5/8/4K3 b - - 6 1"),
        ("4k3/8/8/8/8/2R5/8/1N2K3 w - - 5 1", "b1>b2>c3", "4k3/8/8/8/3R4/2N5/8/4K3 b - - 6 1"),
        ("4k3/8/8/8/8/8/8/1N2K3 w - - 5 1", "b1>b2>c3", "-"),
        // No step captures by landing; a step may push enemies.
        ("4k3/8/8/8/8/2r5/1B6/1N2K3 w - - 5 1", "b1>b2>c3", "-"),
        ("4k3/8/8/8/8/1r6/1B6/1N2K3 w - - 5 1", "b1>b2>c3", "4k3/8/8/8/1r6/1BN5/8/4K3 b - - 6 1"),
        ("4k3/8/8/8/8/8/1C1R4/4K3 w - - 5 1", "b2>c2>d3", "-"),
        ("4k3/8/8/8/8/3R4/1C6/4K3 w - - 5 1", "b2>c2>d3", "4k3/8/8/8/4R3/3C4/8/4K3 b - - 6 1"),
        ("4k3/8/8/8/8/8/1C6/4K3 w - - 5 1", "b2d3", "4k3/8/8/8/8/3C4/8/4K3 b - - 6 1"),
    ]);
    let start: Abalonian = read(START);
    let by = |text: &str| start.gesture(start.parse_action(text).unwrap()).unwrap().choice;
    let words = ["over b2 to c3", "over c2 to c3", "without a push"].map(|words| Some(words.to_string()));
    assert_eq!(["b1>b2>c3", "b1>c2>c3", "b1c3"].map(by), words);
}

/// assets/rules/abalonian.md, Check.
#[test]
fn kings_are_pushed_off() {
    let check = |text: &str| read::<Abalonian>(text).notices().first().map(|notice| notice.cells.len() - 1);
    for (text, attackers) in [
        // Two in a row against a king on the edge, one of them sliding up; too few; a king that is
        // not on the edge.
        ("k7/8/8/8/8/8/3r4/3bK3 w - - 0 1", None),
        ("k7/8/8/8/8/4r3/4b3/4K3 w - - 0 1", Some(1)),
        ("k7/4r3/8/8/8/8/4b3/4K3 w - - 0 1", Some(1)),
        ("k7/4r3/8/8/8/4b3/4K3/8 w - - 0 1", None),
        ("k7/8/8/8/4r3/4b3/4P3/4K3 w - - 0 1", None),
        ("k7/8/8/4r3/4n3/4b3/4P3/4K3 w - - 0 1", Some(1)),
        // A pawn drives only forward; a knight needs both of its steps.
        ("k7/8/8/8/8/4p3/4b3/4K3 w - - 0 1", Some(1)),
        ("4K3/4b3/4p3/8/8/8/8/k7 w - - 0 1", None),
        ("k7/8/8/8/8/4n3/4b3/4K3 w - - 0 1", Some(1)),
        ("k7/8/8/8/8/4n3/3PbP2/3QKR2 w - - 0 1", None),
        ("k7/8/8/8/5n2/8/4b3/4K3 w - - 0 1", Some(1)),
        ("k7/8/8/8/5n2/4P3/4b3/4K3 w - - 0 1", None),
    ] {
        assert_eq!(check(text), attackers, "{text}");
    }
    check_plays::<Abalonian>(&[
        // A king may not be left on, or moved to, an edge where it can be pushed off.
        ("k7/8/8/8/8/4r3/4bK2/8 w - - 0 1", "f2e1", "-"),
        ("7k/8/8/8/8/4r3/4n3/R3K3 w - - 0 1", "a1b1", "-"),
        ("k7/4r3/4b3/8/8/8/4K3/8 w - - 0 1", "e2e1", "k7/4r3/4b3/8/8/8/8/4K3 b - - 1 1"),
        // Castling across a square where the king could be pushed off, and across a safe one.
        ("4k3/8/8/5r2/8/8/5n2/4K2R w K - 0 1", "e1g1", "-"),
        ("4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "e1g1", "-"),
        ("4k3/8/8/8/8/8/8/4K2R w K - 4 1", "e1g1", "4k3/8/8/8/8/8/8/5RK1 b - - 5 1"),
        // Pushes lose castling rights too.
        ("4k3/8/8/8/8/8/4N3/R3K2R w KQ - 0 1", "e1>e2", "4k3/8/8/8/8/4N3/4K3/R6R b - - 1 1"),
        ("4k3/8/8/8/8/8/8/R1N1K2R w KQ - 0 1", "a1>c1", "4k3/8/8/8/8/8/8/2RNK2R b K - 1 1"),
    ]);
}

/// assets/rules/abalonian.md, Pawns.
#[test]
fn pawns() {
    check_plays::<Abalonian>(&[
        ("8/P3k3/8/8/8/8/8/4K3 w - - 3 1", "a7a8", "C7/4k3/8/8/8/8/8/4K3 b - - 0 1"),
        ("8/P3k3/R7/8/8/8/8/4K3 w - - 3 1", "a6>a7", "C7/R3k3/8/8/8/8/8/4K3 b - - 0 1"),
        ("R7/N3k3/8/8/8/8/p7/4K3 w - - 3 1", "a8>a7", "8/R3k3/N7/8/8/8/p7/4K3 b - - 4 1"),
        ("4k3/8/8/8/R7/N7/p3K3/8 w - - 3 1", "a4>a3", "4k3/8/8/8/8/R7/N3K3/c7 b - - 0 1"),
        // A pawn pushed back may step two squares from its second rank, and one from its first.
        ("4k3/8/8/8/8/8/8/P3K3 w - - 3 1", "a1a2", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 3 1", "a1a3", "-"),
        ("4k3/8/8/8/8/8/P7/4K3 w - - 3 1", "a2a4", "4k3/8/8/8/P7/8/8/4K3 b - a3 0 1"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "4k3/8/3P4/8/8/8/8/4K3 b - - 0 2"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 2", "e5d6", "-"),
        // Any push of a pawn resets the halfmove clock.
        ("4k3/8/8/8/RP6/8/8/4K3 w - - 9 1", "a4>b4", "4k3/8/8/8/1RP5/8/8/4K3 b - - 0 1"),
    ]);
    check_plays::<Chess>(&[
        ("8/P3k3/8/8/8/8/8/4K3 w - - 3 1", "a7a8n", "N7/4k3/8/8/8/8/8/4K3 b - - 0 1"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 3 1", "a7a8", "-"),
        ("4k3/8/8/8/8/8/P7/4K3 b - - 999999999 999999999", "e8e7", "8/4k3/8/8/8/8/P7/4K3 w - - 999999999 999999999"),
    ]);
}

/// assets/rules/abalonian.md, The end.
#[test]
fn ends() {
    fn over<P: Game>(text: &str) -> Option<Outcome> {
        read::<P>(text).turn().outcome()
    }
    let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
    assert_eq!(over::<Chess>(stalemate), Some(Outcome::drawn(Reason::Stalemate)));
    assert_eq!(over::<Abalonian>(stalemate), Some(Outcome::won(Side::White, Reason::Stalemate)));
    // King and pawn against king and pawns is a draw here too.
    let pawns = "k7/P7/1K6/8/8/8/8/8 b - - 0 1";
    assert_eq!(over::<Abalonian>(pawns), over::<Chess>(pawns));
    assert_eq!(over::<Abalonian>(pawns), Some(Outcome::drawn(Reason::Stalemate)));
    let mate = "R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(over::<Chess>(mate), Some(Outcome::won(Side::White, Reason::Checkmate)));
    // Not a back rank mate where the king can push its way out.
    assert_eq!(over::<Abalonian>(mate), None);

    let text = "4k3/8/8/8/8/8/3q4/4K3 w - - 0 1";
    let mut bare = TypedGame::<Abalonian>::from_text(Options::default(), text).unwrap();
    bare.play(bare.position().parse_action("e1d2").unwrap());
    assert_eq!(bare.position().turn(), Turn::Decide(Side::Black), "the text does not show it");
    assert_eq!(bare.turn(), Turn::Over(Outcome::drawn(Reason::BareKings)));

    // In orthodox chess, any material that cannot checkmate is a draw. With pushes, king and bishop
    // can mate.
    let captured = |text: &str| {
        let mut game = TypedGame::<Chess>::from_text(Options::default(), text).unwrap();
        game.play(game.position().parse_action("e1d2").unwrap());
        assert_eq!(game.position().turn(), Turn::Decide(Side::Black), "the text does not show it");
        game.turn().outcome()
    };
    let drawn = Some(Outcome::drawn(Reason::LittleMaterial));
    assert_eq!(captured("4k3/8/8/8/8/8/3q4/4K3 w - - 0 1"), Some(Outcome::drawn(Reason::BareKings)));
    assert_eq!(captured("4k3/8/8/8/8/8/3q4/4K1N1 w - - 0 1"), drawn);
    assert_eq!(captured("4k1b1/8/8/8/8/8/3q4/4K3 w - - 0 1"), drawn);
    // Bishops on c8, e6, f1 and h3, all light squares.
    assert_eq!(captured("2b1k3/8/4b3/8/8/7B/3q4/4KB2 w - - 0 1"), drawn);
    assert_eq!(captured("2b1k3/8/8/8/8/8/3q4/2B1K3 w - - 0 1"), None, "bishops of both colours");
    assert_eq!(captured("4k3/8/8/8/8/8/3q4/1N2K1N1 w - - 0 1"), None, "two knights");
    assert_eq!(captured("4kn2/8/8/8/8/8/3q4/4K1N1 w - - 0 1"), None, "a knight of each side");
    assert_eq!(captured("4k3/7p/8/8/8/8/3q4/4K3 w - - 0 1"), None, "a pawn");
    let bishop = "4k3/8/8/8/8/8/3q4/4KB2 w - - 0 1";
    let mut pushing = TypedGame::<Abalonian>::from_text(Options::default(), bishop).unwrap();
    pushing.play(pushing.position().parse_action("e1d2").unwrap());
    assert_eq!(pushing.turn().outcome(), None);

    let mut shuffle = TypedGame::<Chess>::new(Options::default());
    for action in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"] {
        assert_eq!(shuffle.claim_open(), None);
        shuffle.play(shuffle.position().parse_action(action).unwrap());
    }
    assert_eq!((shuffle.turn(), shuffle.claim_open()), (Turn::Decide(Side::White), Some(Claim::Repetition)));
}

/// An en passant square counts for repetitions only if a pawn may legally capture there (FIDE Laws
/// of Chess, 9.2.3).
#[test]
fn a_useless_en_passant_square_does_not_distinguish_positions() {
    let mut game = TypedGame::<Chess>::new(Options::default());
    let opening = ["e2e4", "e7e5"];
    let there_and_back = ["g1f3", "g8f6", "f3g1", "f6g8"];
    for action in opening.into_iter().chain(there_and_back).chain(there_and_back) {
        assert_eq!(game.claim_open(), None, "before {action}");
        game.play(game.position().parse_action(action).unwrap());
    }
    assert_eq!(game.claim_open(), Some(Claim::Repetition));

    fn keys<P: Game>(board: &str, square: &str) -> [u64; 2] {
        [square, "-"].map(|field| P::parse(&format!("{board} {field} 0 9"), &Options::default()).unwrap().key())
    }
    let distinguishes = |board, square| {
        let [with, without] = keys::<Chess>(board, square);
        with != without
    };
    assert!(distinguishes("4k3/8/8/3pP3/8/8/8/4K3 w -", "d6"));
    assert!(!distinguishes("4k3/8/8/3p1P2/8/8/8/4K3 w -", "d6"), "no pawn beside it");
    assert!(!distinguishes("4r1k1/8/8/3pP3/8/8/8/4K3 w -", "d6"), "pinned on the file");
    assert!(!distinguishes("4k3/8/8/K2pP2r/8/8/8/8 w -", "d6"), "the rank would be open");
    assert!(distinguishes("4r1k1/8/8/2PpP3/8/8/8/4K3 w -", "d6"), "the other pawn is free");
    let [with, without] = keys::<Abalonian>("4k3/8/8/3p1P2/8/8/8/4K3 w -", "d6");
    assert_ne!(with, without, "Abalonian Chess compares the texts");
}
