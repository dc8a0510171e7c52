//! Tests that need the internals of a position, and tests of texts and values of actions and
//! positions.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::action::{Action, MoveKind};
use super::evaluate::features;
use super::kind::PieceKind;
use super::position::ChessPosition;
use super::{Chess, Orthodox, Variant};
use crate::engine::bits::{EDGE, Square, bit};
use crate::engine::{Check, Evaluate, Game, Heuristics, Notation, Options, Position, Rules, Side, Tabletop};
use crate::games::abalonian::{Abalonian, Pushing};

fn read<P: Game>(text: &str) -> P {
    P::parse(text, &Options::default()).unwrap()
}

fn listed<P: Position>(position: &P) -> Vec<P::Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions.sort_unstable();
    actions
}

/// Random positions: kings on random squares, other pieces at a random density, no pawns on the
/// edge.
fn random_position<V: Variant>(random: &mut ChaCha8Rng) -> ChessPosition<V> {
    let mut position = ChessPosition::empty();
    let king = random.random_range(0..64);
    let other = (king + random.random_range(1..64)) % 64;
    position.put(king, Side::White, PieceKind::King);
    position.put(other, Side::Black, PieceKind::King);
    let density = random.random_range(0.2..0.9);
    for square in (0..64).filter(|&square| square != king && square != other) {
        if random.random_bool(density) {
            let kind = PieceKind::ALL[random.random_range(0..if V::PUSHES { 7 } else { 6 })];
            let side = if random.random_bool(0.7) { Side::Black } else { Side::White };
            let is_barred = kind == PieceKind::King || kind == PieceKind::Pawn && bit(square) & EDGE != 0;
            position.put(square, side, if is_barred { PieceKind::Knight } else { kind });
        }
    }
    position.side = Side::BOTH[random.random_range(0..2)];
    position
}

/// Every position of some random matches, and random positions in which the side not to move is not
/// in check.
fn positions<V: Variant>(seed: u64) -> Vec<ChessPosition<V>> {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut positions = Vec::new();
    for _ in 0..20 {
        let mut position = ChessPosition::start(&Options::default());
        for _ in 0..150 {
            positions.push(position);
            let actions = listed(&position);
            if actions.is_empty() {
                break;
            }
            position.play(actions[random.random_range(0..actions.len())]);
        }
    }
    let scattered = (0..3000).map(|_| random_position(&mut random));
    positions.extend(scattered.filter(|position| position.attackers(position.side.other()) == 0));
    positions
}

/// assets/rules/abalonian.md, Check: plays each push of the opponent and looks for the king.
#[test]
fn push_off_attackers_agree_with_pushes() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut pushed_off = 0;
    for _ in 0..50_000 {
        let position = Abalonian { side: Side::Black, ..random_position(&mut random) };
        let mut expected = 0;
        let _ = position.pushes::<false>(&mut |push| {
            let mut after = position;
            after.play(push.action);
            if after.of(Side::White, [PieceKind::King]) == 0 {
                expected |= bit(push.action.from);
            }
            ControlFlow::Continue(())
        });
        let king = position.king(Side::White);
        assert_eq!(position.push_off_attackers(king, Side::Black), expected, "{position}");
        pushed_off += u32::from(expected != 0);
    }
    assert!(pushed_off > 500, "{pushed_off}");
}

/// Compares the masks of the generator with the separate rules of `check`, by trying each action on
/// a copy.
#[test]
fn generate_agrees_with_check() {
    let mut random = ChaCha8Rng::seed_from_u64(8);
    let squares = || 0..64;
    let pairs: Vec<(Square, Square)> = squares().flat_map(|from| squares().map(move |to| (from, to))).collect();
    let mut checked = 0;
    for _ in 0..5_000 {
        let position = Abalonian { side: Side::White, ..random_position(&mut random) };
        if position.attackers(Side::Black) != 0 {
            continue;
        }
        let vias = |from, to| squares().filter(move |&via| Action::leap_steps(from, via, to).is_some());
        let mut allowed: Vec<_> = pairs
            .iter()
            .filter(|(from, _)| position.occupied() & bit(*from) != 0)
            .flat_map(|&(from, to)| {
                let leaps = vias(from, to).map(MoveKind::Leap);
                leaps.chain([MoveKind::Move, MoveKind::Push]).map(move |kind| Action::new(from, to, kind))
            })
            .filter(|&action| position.check(action).is_ok())
            .collect();
        allowed.sort_unstable();
        assert_eq!(listed(&position), allowed, "{position}");
        checked += 1;
    }
    assert!(checked > 200, "{checked}");
}

fn check_noisy<V: Variant>(seed: u64) {
    let mut found = 0;
    for position in positions::<V>(seed) {
        let is_noisy = |action: &Action| {
            let mut after = position;
            after.play(*action);
            let pawns = |position: &ChessPosition<V>| position.of(after.side.other(), [PieceKind::Pawn]).count_ones();
            after.occupied().count_ones() < position.occupied().count_ones() || pawns(&after) < pawns(&position)
        };
        let expected: Vec<_> = listed(&position).into_iter().filter(is_noisy).collect();
        let mut noisy = Vec::new();
        position.generate_noisy(&mut noisy);
        noisy.sort_unstable();
        assert_eq!(noisy, expected, "{position}");
        found += noisy.len();
    }
    assert!(found > 5000, "{found}");
}

/// The noisy actions are exactly the captures and the promotions by the side to act.
#[test]
fn noisy_actions_capture_or_promote() {
    check_noisy::<Pushing>(1);
    check_noisy::<Orthodox>(2);
}

fn check_keys<V: Variant>(seed: u64) {
    let (mut keys, mut texts) = (HashMap::new(), HashMap::new());
    for position in positions::<V>(seed) {
        let text = position.to_string();
        let text = text.split(' ').take(4).collect::<Vec<_>>().join(" ");
        assert_eq!(*keys.entry(text.clone()).or_insert(position.key()), position.key(), "{text}");
        assert_eq!(*texts.entry(position.key()).or_insert_with(|| text.clone()), text, "the key is shared");
        assert_eq!(position.repetition_key(), Some(position.key()));
    }
}

/// Keys are equal if and only if the texts without counters are.
#[test]
fn keys_follow_the_text() {
    check_keys::<Pushing>(3);
    check_keys::<Orthodox>(4);
    let key = |text: &str| read::<Abalonian>(text).key();
    let one = key("r3k2r/8/8/8/Pp6/8/8/R3K2R b KQkq a3 0 1");
    assert_eq!(one, key("r3k2r/8/8/8/Pp6/8/8/R3K2R b KQkq a3 7 9"));
    for other in [
        "r3k2r/8/8/8/Pp6/8/8/R3K2R b KQkq - 0 1",
        "r3k2r/8/8/8/Pp6/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/Pp6/8/8/R3K2R b KQk a3 0 1",
        "r3k2r/8/8/8/PP6/8/8/R3K2R b KQkq a3 0 1",
        "r3k2r/8/8/8/Pn6/8/8/R3K1R1 b Qkq a3 0 1",
    ] {
        assert_ne!(one, key(other), "{other}");
    }
}

/// Playing any action never panics, whether it is legal or not; nor do actions on the result.
fn play_anything<V: Variant>(seed: u64) {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    for position in positions::<V>(seed) {
        let mut after = position;
        for _ in 0..5 {
            let squares: [Square; 3] = std::array::from_fn(|_| random.random_range(0..64));
            let kind = match random.random_range(0..4) {
                0 => MoveKind::Move,
                1 => MoveKind::Promote(PieceKind::PROMOTIONS[random.random_range(0..4)]),
                2 => MoveKind::Push,
                _ => MoveKind::Leap(squares[2]),
            };
            let action = Action::new(squares[0], squares[1], kind);
            let is_listed = listed(&position).contains(&action);
            assert_eq!(position.check(action).is_ok(), is_listed, "{position}: {action}");
            after.play(action);
        }
    }
}

#[test]
fn playing_never_panics() {
    play_anything::<Pushing>(5);
    play_anything::<Orthodox>(6);
}

#[test]
fn actions_are_small() {
    assert!(size_of::<Action>() <= 4);
    assert!(size_of::<Abalonian>() <= 88);
}

fn notation<P: Game>(text: &str, action: &str) -> String {
    let position: P = read(text);
    let action = position.parse_action(action).unwrap();
    position.check(action).unwrap();
    position.notation(action)
}

/// assets/rules/chess.md, Notation.
#[test]
fn standard_algebraic_notation() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    for (text, action, expected) in [
        (start, "e2e4", "e4"),
        (start, "g1f3", "Nf3"),
        (castling, "e1g1", "O-O"),
        (castling, "e1c1", "O-O-O"),
        (castling, "a1a8", "Rxa8+"),
        // By file, by rank, by both; by none if the other piece is pinned.
        ("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "a1d1", "Rad1"),
        ("R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", "R1a4"),
        ("6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1", "a4d4", "Qa4d4"),
        ("4k3/8/8/8/7Q/8/8/Q3K3 w - - 0 1", "h4d4", "Qhd4"),
        ("4k3/4r3/8/8/8/8/4N1N1/4K3 w - - 0 1", "g2f4", "Nf4"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "exd6"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n", "a8=N"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8q", "axb8=Q+"),
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#"),
        ("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", "f1f7", "Qf7"),
    ] {
        assert_eq!(notation::<Chess>(text, action), expected, "{text}: {action}");
    }
}

/// assets/rules/abalonian.md, Notation.
#[test]
fn notation_of_pushes() {
    for (text, action, expected) in [
        ("4k3/8/8/8/RNp5/8/8/4K3 w - - 7 1", "a4>b4", "R>b4"),
        ("4k3/8/8/8/5RNn/8/8/4K3 w - - 5 1", "f4>g4", "R>g4x"),
        ("4k3/8/8/R7/8/8/8/R1N1K3 w - - 0 1", "a1>c1", "R>c1"),
        ("4k3/8/8/8/2R5/8/2N5/R1N1K3 w - - 0 1", "a1>c1", "R>c1"),
        ("4k3/8/2R5/8/R1N5/8/8/4K3 w - - 0 1", "a4>c4", "Ra>c4"),
        ("4k3/8/8/p7/8/N7/P7/4K3 w - - 0 1", "a2>a3", "a>a3"),
        ("4k3/8/8/8/8/2R5/1B6/1N2K3 w - - 5 1", "b1>b2>c3", "N>b2>c3"),
        ("8/P3k3/R7/8/8/8/8/4K3 w - - 3 1", "a6>a7", "R>a7=C+"),
        ("8/P3k3/8/8/8/8/8/4K3 w - - 3 1", "a7a8", "a8=C"),
        ("4k3/8/8/8/8/8/4K3/4R3 w - - 0 1", "e2d2", "Kd2+"),
    ] {
        assert_eq!(notation::<Abalonian>(text, action), expected, "{text}: {action}");
    }
}

fn check_words<V: Variant>(seed: u64) {
    for position in positions::<V>(seed).iter().step_by(9) {
        let actions = listed(position);
        let notations: BTreeSet<_> = actions.iter().map(|&action| position.notation(action)).collect();
        assert_eq!(notations.len(), actions.len(), "{position}: {notations:?}");
        let words: BTreeSet<_> = actions.iter().map(|&action| position.describe(action)).collect();
        assert_eq!(words.len(), actions.len(), "{position}: {words:?}");
        assert!(words.iter().all(|words| words.starts_with(char::is_uppercase) && !words.ends_with('.')));
    }
}

#[test]
fn descriptions_are_distinct() {
    check_words::<Pushing>(9);
    check_words::<Orthodox>(10);
}

#[test]
fn actions_in_words() {
    let describe = |text: &str, action: &str| {
        let position: Abalonian = read(text);
        position.describe(position.parse_action(action).unwrap())
    };
    for (text, action, expected) in [
        ("4k3/8/8/8/8/8/8/1N2K2R w K - 0 1", "b1c3", "Knight moves from b1 to c3"),
        ("4k3/8/8/8/8/8/8/1N2K2R w K - 0 1", "e1g1", "Castles kingside"),
        ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", "Rook on d1 takes knight on d5"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "Pawn on e5 takes pawn on d5 en passant"),
        ("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7b8", "Pawn on a7 takes knight on b8 and becomes a chancellor"),
        ("4k3/8/8/8/RNp5/8/8/4K3 w - - 7 1", "a4>b4", "Rook on a4 pushes knight to c4 and enemy pawn to d4"),
        (
            "4k3/8/8/8/3R1NNn/8/8/4K3 w - - 5 1",
            "d4>f4",
            "Rook slides from d4 to e4 and pushes knight to g4, knight to h4 and enemy knight off the board",
        ),
        (
            "4k3/8/8/8/8/2R5/1B6/1N2K3 w - - 5 1",
            "b1>b2>c3",
            "Knight leaps from b1 via b2 to c3 and pushes bishop to b3 and rook to d4",
        ),
        ("8/P3k3/R7/8/8/8/8/4K3 w - - 3 1", "a6>a7", "Rook on a6 pushes pawn to a8 to become a chancellor"),
    ] {
        assert_eq!(describe(text, action), expected, "{text}: {action}");
    }
    let chess: Chess = read("8/P3k3/8/8/8/8/8/4K3 w - - 3 1");
    let promotion = chess.parse_action("a7a8n").unwrap();
    assert_eq!(chess.describe(promotion), "Pawn moves from a7 to a8 and becomes a knight");
}

/// The position with sides and ranks exchanged.
fn mirrored<V: Variant>(position: &ChessPosition<V>) -> ChessPosition<V> {
    ChessPosition {
        kinds: position.kinds.map(u64::swap_bytes),
        sides: [position.sides[1].swap_bytes(), position.sides[0].swap_bytes()],
        side: position.side.other(),
        castling: position.castling >> 2 | (position.castling & 3) << 2,
        en_passant: position.en_passant.map(|square| square ^ 56),
        ..*position
    }
}

fn check_symmetry<V: Variant>(seed: u64) {
    let tempo = ChessPosition::<V>::FEATURES[features::Term::Tempo as usize].weight;
    for position in positions::<V>(seed) {
        assert_eq!(position.evaluate(), mirrored(&position).evaluate(), "{position}");
        if V::PUSHES || position.evaluate() != 0 {
            let waiting = ChessPosition { side: position.side.other(), ..position };
            assert_eq!(position.evaluate() - tempo, tempo - waiting.evaluate(), "{position}");
        }
        let mut counts = vec![0; ChessPosition::<V>::FEATURES.len()];
        position.tally(counts.as_mut_slice());
        let weights = ChessPosition::<V>::FEATURES.iter().map(|feature| feature.weight);
        assert_eq!(position.evaluate(), counts.iter().zip(weights).map(|(count, weight)| count * weight).sum::<i32>());
    }
}

#[test]
fn both_sides_value_alike() {
    check_symmetry::<Pushing>(11);
    check_symmetry::<Orthodox>(12);
}

#[test]
fn features_of_both_games_are_the_same_ones() {
    let names = |features: &[crate::engine::Feature]| features.iter().map(|feature| feature.name).collect::<Vec<_>>();
    let (chess, abalonian) = (names(Chess::FEATURES), names(Abalonian::FEATURES));
    assert_eq!(chess, abalonian[..chess.len()]);
    assert!(abalonian.len() <= 60);
    assert_eq!(abalonian.iter().collect::<BTreeSet<_>>().len(), abalonian.len());
    assert_eq!(chess[features::Term::PassedBlocked as usize], "blocked passed pawns, by advance");
    assert_eq!(chess[features::Term::Tempo as usize], "tempo");
    assert_eq!(chess[features::Term::SafeCheck as usize], "safe checks, quarters, early");
    assert_eq!(chess[features::Term::LoneKing as usize], "lone enemy king near edge and king, late");
}

#[test]
fn turns_are_given_up_only_in_safety() {
    let null = |text: &str| read::<Chess>(text).null_move();
    let given_up = null("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 2").unwrap();
    assert_eq!(given_up.to_string(), "4k3/8/8/3pP3/8/8/8/4K2R b K - 0 2");
    assert_eq!(null("4k3/4r3/8/8/8/8/8/4K2R w K - 0 2"), None, "in check");
    assert_eq!(null("4k3/4r3/8/8/8/8/3P4/3K4 w - - 0 2"), None, "king and pawn alone");
    for position in positions::<Pushing>(13) {
        if let Some(given_up) = position.null_move() {
            assert!(!position.in_danger());
            assert_eq!(read::<Abalonian>(&given_up.to_string()), given_up);
        }
    }
}
