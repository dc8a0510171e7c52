//! Texts, refusals and words.

use super::{action, position};
use crate::engine::{Check, Notation, Options, Rules, Tabletop};
use crate::games::tactical::Tactical;

/// Every error of the list, and positions with valid material (assets/rules/tactical.md, Errors in
/// positions).
#[test]
fn position_texts() {
    for text in [
        "8/8/8/8/8/8/8/8 - w 1 22 - 0",
        "8/8/8/8/8/8/8/8 - b 2 11 - 0",
        "****4/k7/8/8/8/8/8/K7 Oo b 3 04 - 0",
        "8/8/8/8/8/8/8/8 Kk w 4 00 - 0",
        "PPPPPPPP/PPPPPPPP/FFFFFFFF/8/8/8/8/QQQQQQQK PPPPPPPPH b 4 00 - 100",
        "7k/8/8/8/8/8/8/8 - w 4 00 - 0",
    ] {
        assert_eq!(position(text).to_string(), text);
    }
    for (text, field) in [
        ("", "board"),
        ("8/8/8/8/8/8/8/8", "reserve"),
        ("8/8/8/8/8/8/8/8 - w 1 22 -", "halfmove clock"),
        ("8/8/8/8/8/8/8/8 - w 1 22 - 0 0", "position"),
        ("8/8/8/8/8/8/8/8  w 1 22 - 0", "reserve"),
        ("8/8/8/8/8/8/8/O7 - w 1 12 - 0", "board, rank 1"),
        ("8/8/8/8/8/8/8/8 - x 1 22 - 0", "side"),
        ("8/8/8/8/8/8/8/8 - w 5 22 - 0", "phase"),
        ("8/8/8/8/8/8/8/8 - w 01 22 - 0", "phase"),
        ("8/8/8/8/8/8/8/8 - w 1 222 - 0", "left"),
        ("8/8/8/8/8/8/8/8 - w 1 é - 0", "left"),
        ("8/8/8/8/8/8/8/8 - w 1 22 q 0", "passed"),
        ("8/8/8/8/8/8/8/8 Kk w 4 00 - 00", "halfmove clock"),
        ("8/8/8/8/8/8/8/8 Kk w 4 00 - 1000000000", "halfmove clock"),
        // Obstacles that contradict the drops; more than 4 later.
        ("8/8/8/8/8/8/8/*7 - w 1 22 - 0", "board"),
        ("8/8/8/8/8/8/8/8 - w 1 12 - 0", "board"),
        ("8/8/8/8/8/8/8/*****3 - w 2 11 - 0", "board"),
        ("k7/8/8/8/8/8/8/K*****2 - w 4 00 - 0", "board"),
        // Kings that contradict the phase.
        ("8/8/8/8/8/8/8/K7 - w 1 22 - 0", "board"),
        ("8/8/8/8/8/8/8/K7 - w 2 11 - 0", "board"),
        ("8/8/8/8/8/8/8/8 - b 2 01 - 0", "board"),
        ("8/8/8/8/8/8/8/K7 - w 3 44 - 0", "board"),
        ("k7/8/8/8/8/8/8/KK6 - w 4 00 - 0", "board"),
        // Pieces before phase 3.
        ("8/8/8/8/8/8/8/P7 - w 1 22 - 0", "board"),
        ("8/8/8/8/8/8/8/P7 - w 2 11 - 0", "board"),
        // Too many princes and kings.
        ("k7/8/8/8/8/8/8/KHH5 - w 4 00 - 0", "board"),
        ("k7/8/8/8/8/8/8/KH6 H w 4 00 - 0", "board"),
        ("k7/8/8/8/8/8/8/K7 K w 4 00 - 0", "board"),
        ("k7/8/8/8/8/8/8/H7 - w 4 00 - 0", "board"),
        // Drops left.
        ("8/8/8/8/8/8/8/**6 - w 1 02 - 0", "left"),
        ("k7/8/8/8/8/8/8/K7 - b 3 40 - 0", "left"),
        ("8/8/8/8/8/8/8/8 - w 1 32 - 0", "left"),
        ("8/8/8/8/8/8/8/8 - w 2 12 - 0", "left"),
        ("k7/8/8/8/8/8/8/K7 - w 3 54 - 0", "left"),
        ("k7/8/8/8/8/8/8/K7 - w 4 10 - 0", "left"),
        // Passes and quiet plies where they are impossible.
        ("8/8/8/8/8/8/8/**6 - w 1 20 p 0", "passed"),
        ("8/8/8/8/8/8/8/8 - w 2 11 p 0", "passed"),
        ("k7/8/8/8/8/8/8/K7 - w 4 00 p 0", "passed"),
        ("8/8/8/8/8/8/8/8 - w 1 22 - 1", "halfmove clock"),
        // The reserve.
        ("8/8/8/8/8/8/8/8 KO w 1 22 - 0", "reserve"),
        ("8/8/8/8/8/8/8/8 kK w 1 22 - 0", "reserve"),
        ("8/8/8/8/8/8/8/8 KK w 1 22 - 0", "reserve"),
        ("8/8/8/8/8/8/8/8 PPPPPPPPP w 1 22 - 0", "reserve"),
        ("8/8/8/8/8/8/8/8 K- w 1 22 - 0", "reserve"),
        ("8/8/8/8/8/8/8/8 é w 1 22 - 0", "reserve"),
    ] {
        let error = Tactical::parse(text, &Options::default()).map_err(|error| error.field);
        assert_eq!(error, Err(field.to_string()), "{text}");
    }
}

#[test]
fn action_texts() {
    for text in ["--", "N@c3", "O@h8", "e2e4", "a1a1", "c3*c5"] {
        assert_eq!(
            Tactical::start(&Options::default()).parse_action(text).map(|action| action.to_string()),
            Ok(text.to_string())
        );
    }
    let texts = [
        "",
        "-",
        "---",
        "n@c3",
        "X@c3",
        "NN@c3",
        "@c3",
        "N@",
        "N@c9",
        "N@c3x",
        "N@c3@",
        "e2",
        "e2e",
        "e2e9",
        "i2e4",
        "e2e4k",
        "e2-e4",
        "E2e4",
        "c3*",
        "c3**",
        "c3*c",
        "c3*c5*",
        "é2e4",
        "e2é4",
        "Ö@c3",
        "c3*é",
        "e2\u{2019}4",
        " e2e4",
    ];
    for text in texts {
        assert!(Tactical::start(&Options::default()).parse_action(text).is_err(), "'{text}'");
    }
}

/// The refusal of each common mistake.
#[test]
fn refusals() {
    let phase_1 = "8/8/8/8/8/8/8/8 OKNok w 1 22 - 0";
    let phase_2 = "8/8/8/8/8/8/8/4*3 KNk w 2 11 - 0";
    let phase_3 = "k7/8/8/8/8/8/8/K7 Nn w 3 44 - 0";
    let drops = "k7/8/8/8/8/8/8/K7 Nn w 4 00 - 0";
    let field = "k3h3/8/p7/1p1*1j2/PR1D1*1C/3QH2P/2C1pJr1/K5PG - w 4 00 - 0";
    for (text, action, reason) in [
        (phase_1, "N@a1", "In phase 1 only obstacles can be dropped."),
        (phase_1, "O@a5", "Obstacles must be dropped on your own first 4 ranks."),
        (phase_1, "a1a2", "Moves are allowed only in phase 4; in this phase players drop obstacles."),
        (phase_2, "a1*a2", "Shots are allowed only in phase 4; in this phase players drop kings."),
        (phase_2, "O@a1", "In phase 2 only kings can be dropped."),
        (phase_2, "K@e1", "The square e1 is already occupied by an obstacle."),
        (phase_2, "--", "You cannot pass in phase 2: drop your king."),
        (phase_3, "O@b1", "Obstacles can be dropped only in phase 1."),
        (phase_3, "a1a2", "Moves are allowed only in phase 4; in this phase players drop pieces."),
        (drops, "N@b4", "Pieces must be dropped on your own first 3 ranks."),
        (drops, "N@a1", "The square a1 is already occupied by a king."),
        (drops, "Q@b2", "There is no queen left in the reserve."),
        (field, "d5d6", "Obstacles cannot be moved."),
        (field, "b5b4", "The pawn on b5 is not yours."),
        (field, "e4e5", "There is no piece on e4."),
        (field, "a1a1", "A move must end on another square."),
        (field, "d3d5", "Obstacles cannot be captured."),
        (field, "d3e3", "Your own prince stands on e3."),
        (field, "a1a3", "A king moves 1 square in any direction."),
        (field, "b4b6", "The path from b4 to b6 is blocked by the pawn on b5."),
        (field, "a4a6", "A pawn captures only 1 square diagonally forward."),
        (field, "d3d6", "The path from d3 to d6 is blocked by the dragon on d4."),
        (field, "d3f5", "Only cannons, dragons and fanatics can capture a killer."),
        (field, "f2e2", "A killer captures only kings and princes."),
        (field, "f2f5", "A killer captures only one square away."),
        (field, "e3e8", "A prince captures only one square away."),
        (field, "h1g2", "A royal knight captures only with a single leap."),
        (field, "h3h5", "The path from h3 to h5 is blocked by the cannon on h4."),
        (field, "c2e2", "A cannon captures only by shooting."),
        (field, "c2*a4", "A cannon shoots 1 or 2 squares along a rank or file."),
        (field, "c2*c3", "There is nothing to hit on c3."),
        (field, "h4*f4", "Obstacles cannot be shot."),
        (field, "h4*h3", "A cannon shoots enemies only."),
        (field, "b4*b5", "A rook does not shoot."),
        (field, "d4*c5", "There is nothing to hit in this direction."),
        (field, "d4*b6", "Aim a dragon's shot at a square diagonally next to it."),
        ("k7/8/5p2/4*3/3D4/8/8/K7 - w 4 00 - 0", "d4*e5", "The obstacle on e5 stops the shot."),
        ("8/8/8/8/8/8/8/K7 - w 4 00 - 0", "--", "The game is over: last king captured."),
    ] {
        let position = position(text);
        let refusal = position.check(self::action(&position, action)).map_err(|illegal| illegal.reason);
        assert_eq!(refusal, Err(reason.to_string()), "{action} in {text}");
    }
}

/// Actions in words and in short notation.
#[test]
fn words_and_notation() {
    for (text, action, words, short) in [
        ("8/8/8/8/8/8/8/8 OOKook w 1 22 - 0", "O@a1", "Drops an obstacle on a1", "O@a1"),
        ("8/8/8/8/8/8/8/8 OOKook w 1 22 - 0", "--", "White passes", "--"),
        ("8/8/8/8/8/8/8/8 OOKook b 1 22 p 0", "--", "Black passes, and the phase ends", "--"),
        ("k7/8/8/8/8/8/8/R6K - w 4 00 - 0", "a1c1", "Rook on a1 moves to c1", "Rc1"),
        ("k7/8/8/8/2p5/8/8/2R4K - w 4 00 - 0", "c1c4", "Rook on c1 takes the pawn on c4", "Rxc4"),
        ("1k6/8/8/8/R7/8/8/R6K - w 4 00 - 0", "a1a3", "Rook on a1 moves to a3", "R1a3"),
        ("1k6/8/8/8/8/8/8/RK5R - w 4 00 - 0", "h1e1", "Rook on h1 moves to e1", "Re1"),
        ("8/1k6/8/R7/8/8/8/3R3K - w 4 00 - 0", "a5d5", "Rook on a5 moves to d5", "Rad5"),
        ("8/k7/8/1Q6/8/8/8/1Q2Q2K - w 4 00 - 0", "b1e4", "Queen on b1 moves to e4", "Qbe4"),
        ("7k/8/1Q6/8/8/8/8/1Q2Q2K - w 4 00 - 0", "b1b3", "Queen on b1 moves to b3", "Q1b3"),
        ("7k/8/8/3n4/4P3/8/8/7K - w 4 00 - 0", "e4d5", "Pawn on e4 takes the knight on d5", "exd5"),
        ("7k/8/8/8/4P3/8/8/7K - w 4 00 - 0", "e4d4", "Pawn on e4 moves to d4", "d4"),
        ("7k/8/8/8/4P3/3P4/8/7K - w 4 00 - 0", "e4d4", "Pawn on e4 moves to d4", "ed4"),
        ("7k/4P3/8/8/8/8/8/7K - w 4 00 - 0", "e7e8", "Pawn on e7 moves to e8 and becomes a killer", "e8=J"),
        (
            "1n4k1/V7/8/8/8/8/8/7K - w 4 00 - 0",
            "a7b8",
            "Veteran on a7 takes the knight on b8 and becomes a fanatic",
            "Vxb8=F",
        ),
        ("7k/8/8/8/3C1n2/8/8/7K - w 4 00 - 0", "d4*f4", "Cannon on d4 shoots the knight on f4", "C*f4"),
        (
            "7k/8/8/8/2p5/1P6/D7/7K - w 4 00 - 0",
            "a2*b3",
            "Dragon on a2 shoots its own pawn on b3 and the pawn on c4",
            "D*b3",
        ),
        (
            "7k/8/8/4f3/3P4/8/8/7K - w 4 00 - 0",
            "d4e5",
            "Pawn on d4 takes the fanatic on e5 and is removed with it",
            "dxe5",
        ),
        ("k7/8/8/4p3/3F4/8/8/7K - w 4 00 - 0", "d4e5", "Fanatic on d4 takes the pawn on e5 and explodes", "Fxe5"),
        (
            "k7/8/3r1n2/4p3/3FP3/8/8/7K - w 4 00 - 0",
            "d4e5",
            "Fanatic on d4 takes the pawn on e5 and explodes, removing its own pawn on e4, the rook on d6 and the knight \
             on f6 too",
            "Fxe5",
        ),
        (
            "7k/h5J1/8/8/8/8/8/7K - w 4 00 - 0",
            "g7h8",
            "Killer on g7 takes the king on h8; Black's prince on a7 becomes king",
            "Jxh8",
        ),
        ("7k/6J1/8/8/8/8/8/7K - w 4 00 - 0", "g7h8", "Killer on g7 takes the king on h8; White wins", "Jxh8#"),
        (
            "8/8/5k2/4p3/3FK3/8/8/8 - w 4 00 - 0",
            "d4e5",
            "Fanatic on d4 takes the pawn on e5 and explodes, removing its own king on e4 and the king on f6 too; the \
             game is drawn",
            "Fxe5",
        ),
        ("k7/8/8/8/8/8/8/7K Q w 4 00 - 0", "Q@a3", "Drops a queen on a3", "Q@a3+"),
        ("k7/8/8/8/8/8/8/1R5K - w 4 00 - 0", "b1a1", "Rook on b1 moves to a1", "Ra1+"),
    ] {
        let position = position(text);
        let action = self::action(&position, action);
        assert_eq!(position.check(action), Ok(()), "{action} in {text}");
        assert_eq!(position.describe(action), words);
        assert_eq!(position.notation(action), short, "{action} in {text}");
    }
}
