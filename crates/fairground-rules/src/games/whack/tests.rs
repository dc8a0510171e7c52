//! Invariants of Whack Chess, checked over random matches; examples of descriptions, notation and
//! evaluation.

use std::collections::{HashMap, HashSet};

use super::action::{Action, ActionKind};
use super::board::arrangement::Arrangement;
use super::board::cell::Cell;
use super::board::joins::Joins;
use super::board::roll::Roll;
use super::position::Whack;
use crate::engine::{Check, Evaluate, Heuristics, Notation, Options, Rules, Side, Tabletop, Turn};

/// A xorshift pseudorandom generator.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 20) as usize % limit
    }
}

fn read(text: &str) -> Whack {
    Whack::parse(text, &Options::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn legal(position: &Whack) -> Vec<Action> {
    let mut actions = Vec::new();
    position.generate(&mut actions);
    actions
}

fn after(position: &Whack, action: Action) -> Whack {
    let mut after = *position;
    after.play(action);
    after
}

/// Positions of random matches.
fn wander(seed: u64, matches: usize, mut visit: impl FnMut(&Whack, &[Action])) {
    let mut random = Random(seed);
    for _ in 0..matches {
        let mut position = Whack::START;
        for _ in 0..150 {
            let actions = legal(&position);
            visit(&position, &actions);
            if actions.is_empty() {
                break;
            }
            position.play(actions[random.below(actions.len())]);
        }
    }
}

/// The position text without its last field, the counter.
fn uncounted(position: &Whack) -> String {
    let text = position.to_string();
    text.rsplit_once(' ').map(|(rest, _)| rest.to_string()).unwrap_or_default()
}

#[test]
fn actions_are_small() {
    assert_eq!(size_of::<Action>(), 4);
    let start = Whack::START;
    for text in
        ["=A0B3", "=A0B3+B2C1+C3D3", "=A0B1", "=A0B0+A1B1", "=A0B0+A0C0+A1B1+A1C1+A2B2+A2C2", "~6", "Aa1Dd4", "Dd4Aa1"]
    {
        assert_eq!(start.parse_action(text).unwrap().to_string(), text);
    }
    let is_board = |text| matches!(start.parse_action(text).unwrap().kind(), ActionKind::Change(_));
    assert!(is_board("=A0B3+B2C1+C3D3") && !is_board("=A0B1") && !is_board("=A0B0+A1B1"));
}

#[test]
fn noisy_actions_are_the_captures() {
    wander(11, 40, |position, actions| {
        let mut noisy = Vec::new();
        position.generate_noisy(&mut noisy);
        let captures = |action: &&Action| {
            action.cells().is_some_and(|(_, to)| position.pieces.side(to) == Some(position.side.other()))
        };
        let expected: Vec<_> = actions.iter().filter(captures).copied().collect();
        assert_eq!(noisy, expected, "{position}");
    });
}

#[test]
fn keys_are_equal_where_texts_are() {
    let (mut by_key, mut by_text) = (HashMap::new(), HashMap::new());
    let mut phases = HashSet::new();
    let mut note = |position: &Whack| {
        let text = uncounted(position);
        let key = position.key();
        assert_eq!(by_key.entry(key).or_insert_with(|| text.clone()), &text, "one key for two texts");
        assert_eq!(by_text.entry(text).or_insert(key), &key, "two keys for one text: {position}");
        let counts = position.to_string().contains(" move ");
        assert_eq!(position.repetition_key(), counts.then_some(key), "{position}");
        phases.extend(position.to_string().split(' ').nth(3).map(str::to_string));
    };
    wander(12, 60, |position, _| {
        note(position);
        note(&Whack { side: position.side.other(), ..*position });
        note(&Whack { halfmove_clock: position.halfmove_clock + 7, ..*position });
    });
    // All phases: place, open, move, roll, and two changes by each of five rolls.
    assert_eq!(phases.len(), 14, "{phases:?}");
}

/// A random action, legal or not.
fn any_action(random: &mut Random) -> Action {
    match random.below(4) {
        0 => Action::change(Arrangement::from_index(1 + random.below(Arrangement::count() - 1) as u16)),
        1 => Action::roll(Roll::ALL[random.below(6)]),
        2 => Action::joining(Joins::from_number(1 + random.below(991_000_000) as u32)),
        _ => Action::piece_move(Cell::new(random.below(64) as u8), Cell::new(random.below(64) as u8)),
    }
}

#[test]
fn no_action_panics() {
    let mut random = Random(13);
    wander(14, 30, |position, _| {
        for _ in 0..20 {
            let mut position = *position;
            for _ in 0..3 {
                let action = any_action(&mut random);
                assert_eq!(position.parse_action(&action.to_string()), Ok(action));
                let _ = (position.check(action), position.describe(action), position.notation(action));
                position.play(action);
                let _ = (position.turn(), position.evaluate(), position.key(), position.in_danger());
                let _ = (legal(&position), position.notices(), position.to_string(), position.null_move());
            }
        }
    });
}

#[test]
fn turns_given_up() {
    let mut given = 0;
    wander(15, 20, |position, _| {
        let in_check = position.kings_in_check(position.side) != 0;
        match position.null_move() {
            Some(next) => {
                given += 1;
                assert!(!in_check && position.to_string().contains(" move "), "{position}");
                assert_eq!(next, Whack { side: position.side.other(), ..*position });
            }
            None => assert!(
                in_check
                    || !matches!(position.turn(), Turn::Decide(_))
                    || position.phase.roll().is_some()
                    || position.to_string().contains(" place "),
                "{position}"
            ),
        }
    });
    assert!(given > 500, "{given}");
    assert_eq!(read("A0B3+B2C1+C3D3 Aa1:w311,Da1:b311,Dc2:b222 w move 0").null_move(), None, "a king alone");
}

#[test]
fn danger_is_an_attack_on_the_only_king() {
    for (pieces, in_danger) in [
        ("Aa1:w311,Da1:b311,Dc2:b222", false),
        ("Aa1:w311,Aa4:b22,Da1:b311,Db1:b222", true),
        // One of two kings may be lost.
        ("Aa1:w311,Ac3:w311,Aa4:b22,Da1:b311,Db1:b222", false),
    ] {
        assert_eq!(read(&format!("A0B3+B2C1+C3D3 {pieces} w move 0")).in_danger(), in_danger, "{pieces}");
    }
}

/// The position with the sides exchanged.
fn exchanged(position: &Whack) -> Whack {
    let text = position.to_string();
    let swapped = text.replace(":w", ":_").replace(":b", ":w").replace(":_", ":b");
    let mut fields: Vec<_> = swapped.split(' ').collect();
    fields[2] = if fields[2] == "w" { "b" } else { "w" };
    read(&fields.join(" "))
}

#[test]
fn both_sides_are_valued_alike() {
    wander(16, 20, |position, _| {
        if !position.to_string().contains(" place ") {
            assert_eq!(exchanged(position).evaluate(), position.evaluate(), "{position}");
        }
    });
    assert_eq!(Whack::START.evaluate(), 0);
}

#[test]
fn every_feature_has_a_name_and_occurs() {
    let mut seen = vec![0; Whack::FEATURES.len()];
    wander(17, 40, |position, _| {
        let mut counts = vec![0; Whack::FEATURES.len()];
        position.tally(&mut counts[..]);
        seen.iter_mut().zip(counts).for_each(|(seen, count)| *seen += count.abs());
    });
    for (feature, seen) in Whack::FEATURES.iter().zip(seen) {
        assert!(!feature.name.is_empty() && seen > 0, "{feature:?}: {seen}");
    }
}

#[test]
fn better_positions_are_worth_more() {
    let worth = |pieces: &str, rest: &str| read(&format!("A0B3+B2C1+C3D3 {pieces} {rest}")).evaluate();
    let base = "Aa1:w311,Ab1:w1,Ad1:w22,Da1:b311,Db1:b1,Dd1:b22";
    for (better, worse, rest) in [
        // An additional queen, a spare king.
        ("Aa1:w311,Ab1:w1,Ad1:w22,Ac3:w222,Da1:b311,Db1:b1,Dd1:b22", base, "w move 0"),
        ("Aa1:w311,Ab1:w1,Ad1:w22,Ac3:w311,Da1:b311,Db1:b1,Dd1:b22", base, "w move 0"),
        // The only king is attacked: with its side to move, and before its own change. An attack on
        // one of two kings is less serious.
        (base, "Aa1:w311,Ab1:w1,Ad1:w22,Aa4:b22,Da1:b311,Db1:b1", "w move 0"),
        (base, "Aa1:w311,Ab1:w1,Ad1:w22,Aa4:b22,Da1:b311,Db1:b1", "w roll 0"),
        // An attacked rook without a guard.
        (
            "Aa1:w311,Ab1:w1,Cd1:w22,Da1:b311,Db1:b1,Dd2:b22",
            "Aa1:w311,Ab1:w1,Cd1:w22,Cd4:b22,Da1:b311,Db1:b1",
            "b move 0",
        ),
    ] {
        let sign = if rest.starts_with('w') { 1 } else { -1 };
        assert!(sign * worth(better, rest) > sign * worth(worse, rest), "{better} and {worse} {rest}");
    }
    // The side to move wins if it attacks the only king, regardless of queens.
    assert!(worth("Aa1:w311,Ad1:w22,Da1:b311,Dd1:w22,Da3:b222,Db3:b222", "w move 0") > 2000);
}

/// Choosing the position with the lowest value for the opponent saves an attacked only king if
/// possible. A bot that looks one action ahead needs this.
#[test]
fn attacked_only_kings_are_saved() {
    let mut saved = 0;
    wander(18, 150, |position, actions| {
        if !position.in_danger() || position.phase.roll().is_some() || !matches!(position.turn(), Turn::Decide(_)) {
            return;
        }
        // Excludes captures, which win or leave the board to the die.
        let quiet = |action: &&Action| {
            action.cells().is_some_and(|(_, to)| !to.is_in(position.pieces.of(position.side.other())))
        };
        let lost = |next: &Whack| {
            let kings = next.pieces.kings(position.side);
            kings.is_power_of_two() && next.kings_in_check(position.side) != 0
        };
        let quiet: Vec<_> = actions.iter().filter(quiet).map(|&action| after(position, action)).collect();
        if let Some(chosen) = quiet.iter().min_by_key(|next| next.evaluate())
            && !quiet.iter().all(lost)
        {
            saved += 1;
            assert!(!lost(chosen), "{position}: {chosen}");
        }
    });
    assert!(saved > 20, "{saved}");
}

#[test]
fn notations_are_distinct() {
    wander(19, 40, |position, actions| {
        let notations: HashSet<_> = actions.iter().map(|&action| position.notation(action)).collect();
        assert_eq!(notations.len(), actions.len(), "{position}: {notations:?}");
        for &action in actions {
            let words = position.describe(action);
            assert!(words.starts_with(|c: char| c.is_uppercase()) && !words.ends_with('.'), "{words}");
        }
    });
}

#[test]
fn actions_in_words_and_in_short() {
    let board = "A0B3+B2C1+C3D3";
    let men = "Aa1:w311,Ab1:w1,Ac1:w3,Ad1:w22,Aa2:w2,Ab2:w1,Ac2:w222,Ad2:b1,Ad3:w2,Da1:b311,Db1:b222";
    let to_move = format!("{board} {men} w move 0");
    for (position, action, words, short) in [
        ("- - b place 0", "=A0B3", "Places section B: joins Ba1–Ba4 to Aa1–Ad1", "B:A0B3"),
        ("A0B3+B2C1 - b place 0", "=A0B3+A3D3+B2C1", "Places section D: joins Da1–Da4 to Aa1–Aa4", "D:A3D3"),
        (
            &format!("{board} {men} b open 0"),
            "~1",
            "Ice rolls 1: TIP, and has to move a section to a place with exactly one join",
            "TIP",
        ),
        (&format!("{board} {men} b open 0"), "~5", "Ice rolls 5: HOP: the board does not change", "HOP"),
        (
            "A0D3+B1D2+C0D0 Aa1:w311,Ba1:b311,Ca1:w222 b roll 0",
            "~2",
            "Ice rolls 2: AIM, but cannot turn one half of the board and rejoin it, so the board does not change",
            "AIM",
        ),
        // The unchanged board leaves the opponent without a move.
        (
            "A0B3+B2C1+C3D3 Aa1:w311,Bd3:w222,Cc2:w222,Da1:w222,Db1:b311,Dc1:w222 w roll 0",
            "~5",
            "Fire rolls 5: HOP: the board does not change",
            "HOP#",
        ),
        (
            &format!("{board} {men} w roll:1 0"),
            "=A0B3+A3D3+B2C1",
            "Moves section D: joins Da1–Da4 to Aa1–Aa4, check",
            "D:A3D3+",
        ),
        (&format!("{board} {men} w roll:4 0"), "=A2C1+A3B0+C3D3", "Exchanges sections A and B", "A-B"),
        (&to_move, "Ac2Ac3", "Queen moves from Ac2 to Ac3", "QAc3"),
        (&to_move, "Aa2Ac3", "Knight moves from Aa2 to Ac3", "NAc3"),
        (&to_move, "Ad1Ad2", "Rook on Ad1 takes pawn on Ad2", "RxAd2"),
        (&to_move, "Ab1Ab2", "Pawn on Ab1 joins the pawn on Ab2 to form a knight", "PAb2=N"),
        (&to_move, "Ab2Aa2", "Pawn on Ab2 joins the knight on Aa2 to form a bishop", "PAa2=B"),
        (
            &format!("{board} Aa1:w22,Ad4:w311,Da1:b311,Db1:b222 w move 0"),
            "Aa1Aa2",
            "Rook moves from Aa1 to Aa2",
            "RAa2",
        ),
        (
            &format!("{board} Aa1:w22,Ad1:w22,Ad4:w311,Da1:b311,Db1:b222 w move 0"),
            "Aa1Ab1",
            "Rook moves from Aa1 to Ab1",
            "RAa1-Ab1",
        ),
        (
            &format!("{board} Ad4:w311,Da1:b311,Dd1:w22 w move 0"),
            "Dd1Da1",
            "Rook on Dd1 takes king on Da1 and wins",
            "RxDa1#",
        ),
        (
            &format!("{board} Ad4:w311,Da1:b311,Dd2:w22,Dc4:b22,Dd4:b3 w move 0"),
            "Dd2Dd1",
            "Rook moves from Dd2 to Dd1, check",
            "RDd1+",
        ),
    ] {
        let position = read(position);
        let parsed = position.parse_action(action).unwrap();
        assert_eq!(position.check(parsed), Ok(()), "{position}: {action}");
        assert_eq!(position.describe(parsed), words, "{position}: {action}");
        assert_eq!(position.notation(parsed), short, "{position}: {action}");
    }
}

#[test]
fn notices_for_players() {
    let board = "A0B3+B2C1+C3D3 Aa1:w311,Aa4:b22,Da1:b311,Db1:b222";
    for (position, told) in [
        ("- - b place 0", "Ice places section B: join it to section A"),
        (&format!("{board} w move 0"), "Fire's king on Aa1 is in check"),
        (&format!("{board} b roll:1 0"), "TIP: Ice has to move a section to a place with exactly one join"),
    ] {
        let notices = read(position).notices();
        assert_eq!(notices.first().map(|notice| notice.text.as_str()), Some(told), "{position}");
    }
    assert_eq!(Whack::INFO.side(Side::Black), "Ice");
}
