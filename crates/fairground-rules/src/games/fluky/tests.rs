use super::{Action, DIE, Fluky, PieceKind};
use crate::engine::{
    Check, Claim, Evaluate, Events, Heuristics, Notation, Options, Rules, Side, Tabletop, Turn, TypedGame,
};

const START: &str = "kpppp/p4/5/4P/PPPPK w - 0";

fn read(text: &str) -> Fluky {
    Fluky::parse(text, &Options::default()).unwrap()
}

fn action(position: &Fluky, text: &str) -> Action {
    position.parse_action(text).unwrap()
}

fn all(position: &Fluky) -> Vec<Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions
}

/// assets/rules/fluky.md, The dice.
#[test]
fn every_symbol_of_the_die_is_a_kind() {
    let mut symbols: Vec<_> = DIE.outcomes().collect();
    symbols.sort_unstable();
    let mut kinds = PieceKind::ALL.map(|kind| (kind.symbol(), u32::from(kind.sides())));
    kinds.sort_unstable();
    assert_eq!(symbols, kinds);
}

#[test]
fn values_are_small() {
    assert_eq!((size_of::<Fluky>(), size_of::<Action>()), (32, 3));
}

/// assets/rules/fluky.md, Texts.
#[test]
fn well_formed_texts_come_back_and_others_name_the_field() {
    let start = Fluky::start(&Options::default());
    assert_eq!(start.to_string(), START);
    for text in ["a1a2", "e5a1", "b4b5n", "~P", "~R"] {
        assert_eq!(action(&start, text).to_string(), text);
    }
    for (text, field) in [
        ("", "action, origin"),
        ("f1a1", "action, origin"),
        ("a1", "action, target"),
        ("a1é", "action, target"),
        ("a1a6", "action, target"),
        ("b4b5q", "action, choice"),
        ("b4b5N", "action, choice"),
        ("~", "roll"),
        ("~p", "roll"),
        ("~PP", "roll"),
    ] {
        assert_eq!(start.parse_action(text).unwrap_err().field, field, "{text}");
    }
}

#[test]
fn each_refusal_names_its_reason() {
    const TURN: &str = "fluky.md, A turn";
    const ROLL: &str = "fluky.md, The roll";
    for (position, text, rule, reason) in [
        (START, "a2a3", TURN, "There is no piece on a2."),
        (START, "a4a3", TURN, "The piece on a4 is not yours: it is White's turn."),
        (START, "a1a1", TURN, "A move must end on another square."),
        (START, "a1a3", TURN, "A pawn does not move from a1 to a3."),
        (START, "a1b2", TURN, "A pawn moves diagonally only to capture: b2 is empty."),
        (START, "e1d1", TURN, "Your own piece stands on d1."),
        (START, "e1e3", TURN, "A king does not move from e1 to e3."),
        (START, "a1a2n", TURN, "Only a pawn reaching its last rank promotes."),
        (START, "~P", ROLL, "No roll is due."),
        ("kpppp/p4/5/P3P/1PPPK w a2 0", "a2a3", ROLL, "The die on a2 has to be rolled first."),
        ("kpppp/5/4p/4P/PPPPK w - 0", "e2e3", TURN, "A pawn captures diagonally: e3 straight ahead is occupied."),
        (
            "k4/3P1/5/5/4K w - 0",
            "d4d5",
            TURN,
            "A pawn on its last rank becomes a knight, a bishop or a rook: choose one (n, b or r).",
        ),
        ("k4/5/5/P4/R3K w - 0", "a1a3", TURN, "The path from a1 to a3 is blocked on a2."),
        ("k4/5/P4/P4/R3K w - 0", "a1a4", TURN, "The path from a1 to a4 is blocked on a2 and a3."),
        ("k4/4r/5/4P/4K w - 0", "e1e2", TURN, "Your own piece stands on e2."),
        ("k4/4r/5/4N/4K w - 0", "e2c1", TURN, "Your king on e1 would be attacked from e4."),
        ("k4/3r1/5/5/4K w - 0", "e1d1", TURN, "Your king on d1 would be attacked from d4."),
        ("K4/5/5/5/2k2 b - 0", "c1c2", "fluky.md, The end", "The game is over: White's king has reached its goal."),
    ] {
        let position = read(position);
        let refusal = position.check(action(&position, text)).unwrap_err();
        assert_eq!((refusal.rule, refusal.reason.as_str()), (rule, reason), "{position}: {text}");
    }
}

/// assets/rules/fluky.md, Notation.
#[test]
fn actions_in_words_and_in_short() {
    for (position, text, words, short) in [
        (START, "c1c2", "Pawn moves from c1 to c2", "c2"),
        (START, "e1d2", "King moves from e1 to d2", "Kd2"),
        ("kpppp/p4/5/P3P/1PPPK w a2 0", "~N", "The die on a2 shows a knight", "~N"),
        // A roll that gives check, and one that mates. While the roll is due, there is neither
        // check nor mate.
        ("k4/5/5/N4/4K w a2 0", "~R", "The die on a2 shows a rook", "~R+"),
        ("k4/5/5/N4/1R2K w a2 0", "~R", "The die on a2 shows a rook", "~R#"),
        ("k4/N4/5/5/R3K w - 0", "a4c3", "Knight moves from a4 to c3", "Nc3"),
        // Captures by pawns include the file.
        ("k4/5/1b1n1/2P2/4K w - 0", "c2d3", "Pawn on c2 takes knight on d3", "cxd3"),
        ("k2r1/2P2/5/5/4K w - 0", "c4d5n", "Pawn on c4 takes rook on d5 and becomes a knight", "cxd5=N"),
        ("k4/3P1/5/5/4K w - 0", "d4d5r", "Pawn moves from d4 to d5 and becomes a rook", "d5=R+"),
        // The origin is included only as far as needed.
        ("5/k4/5/N3N/4K w - 0", "a2c1", "Knight moves from a2 to c1", "Nac1"),
        ("5/4k/N4/5/N3K w - 0", "a3c2", "Knight moves from a3 to c2", "N3c2"),
        ("k4/5/N3N/5/N3K w - 0", "a3c2", "Knight moves from a3 to c2", "Na3c2"),
        // Mate, and the goal.
        ("k4/3R1/5/1R3/4K w - 0", "b2a2", "Rook moves from b2 to a2", "Ra2+"),
        ("k4/4R/5/1R3/1R2K w - 0", "b2a2", "Rook moves from b2 to a2", "Ra2#"),
        ("5/1K3/5/5/k4 w - 0", "b4a5", "King moves from b4 to a5, its goal", "Ka5#"),
        ("r4/1K3/5/5/2k2 w - 0", "b4a5", "King on b4 takes rook on a5, its goal", "Kxa5#"),
    ] {
        let position = read(position);
        let action = action(&position, text);
        assert_eq!(position.check(action), Ok(()), "{position}: {text}");
        assert_eq!((position.describe(action).as_str(), position.notation(action).as_str()), (words, short), "{text}");
    }
}

#[test]
fn players_are_told_of_checks_and_goals() {
    for (text, expected) in [
        (START, &[][..]),
        ("k4/5/5/5/r3K w - 0", &[("White is in check", true)]),
        ("5/1K3/5/5/2k2 b - 0", &[("White's king can reach its goal", true)]),
        ("5/1K3/5/5/2k2 w - 0", &[("White's king can reach its goal", false)]),
        // The goal is guarded, here along a line through the king.
        ("4r/1K3/5/5/2k2 b - 0", &[]),
    ] {
        let notices = read(text).notices();
        let found: Vec<_> = notices.iter().map(|notice| (notice.text.as_str(), notice.urgent)).collect();
        assert_eq!(found, expected, "{text}");
    }
}

/// assets/rules/fluky.md, The roll: the game is not over while a roll is due, regardless of the
/// board.
#[test]
fn a_due_roll_postpones_the_end() {
    let mut position = read("k4/5/N4/5/RR2K w - 0");
    let action = action(&position, "a3c2");
    position.apply(action, &mut |_| {}).unwrap();
    assert!(matches!(position.turn(), Turn::Chance(..)), "{position}");
}

/// assets/rules/fluky.md, The end: a position may recur after a pawn move, which resets the clock,
/// because the die may show a pawn again.
#[test]
fn positions_repeat_across_moves_of_pawns() {
    let mut game = TypedGame::<Fluky>::from_text(Options::default(), "k4/5/5/5/2P1K w - 0").unwrap();
    let round = ["c1c2", "~R", "a5a4", "c2c1", "~P", "a4a5"];
    for text in round.into_iter().chain(round) {
        assert_eq!(game.claim_open(), None, "before {text} in {}", game.position());
        let action = action(game.position(), text);
        game.apply(action, &mut |_| {}).unwrap();
    }
    assert_eq!((game.turn(), game.claim_open()), (Turn::Decide(Side::White), Some(Claim::Repetition)));
    game.undo();
    assert_eq!((game.turn(), game.claim_open()), (Turn::Decide(Side::Black), None));
}

#[test]
fn danger_and_passing() {
    for (text, in_danger, passes) in [
        (START, false, true),
        // Check.
        ("k4/5/5/5/r3K w - 0", true, false),
        // The enemy king is about to reach its goal; in the second position, the goal is attacked.
        ("5/1K3/5/3P1/k4 b - 0", true, false),
        ("5/1K3/3p1/5/k4 w - 0", false, false),
        ("3r1/1K3/5/5/k4 b - 0", false, true),
        // A roll is due.
        ("kpppp/p4/5/P3P/1PPPK w a2 0", false, false),
    ] {
        let position = read(text);
        assert_eq!((position.in_danger(), position.null_move().is_some()), (in_danger, passes), "{text}");
    }
    assert_eq!(read(START).null_move().unwrap().to_string(), "kpppp/p4/5/4P/PPPPK b - 0");
}

/// Captures, promotions and the step onto the goal are noisy.
#[test]
fn noisy_actions() {
    for (text, expected) in [
        (START, ""),
        ("k2r1/2PP1/5/5/4K w - 0", "c4c5n c4c5b c4c5r c4d5n c4d5b c4d5r"),
        ("r4/1K3/5/5/2k2 w - 0", "b4a5"),
        ("5/1K3/5/5/2k2 w - 0", "b4a5"),
        ("4r/1K3/5/5/2k2 w - 0", ""),
        ("kpppp/p4/5/P3P/1PPPK w a2 0", ""),
    ] {
        let mut actions = Vec::new();
        read(text).generate_noisy(&mut actions);
        actions.sort_unstable();
        let texts: Vec<_> = actions.iter().map(ToString::to_string).collect();
        assert_eq!(texts.join(" "), expected, "{text}");
    }
}

#[test]
fn better_positions_are_worth_more() {
    let worth = |text| read(text).evaluate();
    for (better, worse) in [
        // An additional die; a rook instead of a pawn.
        ("k4/5/5/5/PP2K w - 0", "k4/5/5/5/P3K w - 0"),
        ("k4/5/5/5/R3K b - 0", "k4/5/5/5/RR2K b - 0"),
        ("k4/4p/5/1R3/4K w - 0", "k4/4p/5/1P3/4K w - 0"),
        // A king closer to its goal.
        ("4k/5/1K3/5/4P w - 0", "4k/5/5/1K3/4P w - 0"),
        // An enemy die is hanging instead of an own one.
        ("k4/4p/5/5/2K1R w - 0", "k4/4r/5/5/2K1P w - 0"),
    ] {
        assert!(worth(better) > worth(worse), "{better}: {}, {worse}: {}", worth(better), worth(worse));
    }
    assert!(worth(START).abs() < 50);
}

/// An unreadable symbol is not an action. Where a roll is due, every symbol is legal.
#[test]
fn every_symbol_may_be_rolled() {
    let position = read("kpppp/p4/5/P3P/1PPPK w a2 0");
    assert_eq!(all(&position), PieceKind::ALL.map(Action::Roll));
    let mut outcomes = Vec::new();
    position.chance(&mut outcomes);
    assert_eq!(outcomes, PieceKind::ALL.map(|kind| (Action::Roll(kind), if kind == PieceKind::Pawn { 3 } else { 1 })));
    assert_eq!(position.repetition_key(), None);
}
