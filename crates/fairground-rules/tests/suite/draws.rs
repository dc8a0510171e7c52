//! Keys of positions, and draws by repetition and by the halfmove clock.

use std::collections::{BTreeSet, HashMap};

use fairground_rules::engine::{Claim, Game, Notation, Options, Outcome, Reason, Turn, TypedGame};
use fairground_rules::games::chess::Chess;
use fairground_rules::games::{self, Visitor};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{MATCHES, MAX_ACTIONS, Named, draw, settings};

/// A position text without its final counters.
fn without_counters(text: &str) -> &str {
    let mut text = text;
    while let Some((before, last)) = text.rsplit_once(' ')
        && last.bytes().all(|byte| byte.is_ascii_digit())
    {
        text = before;
    }
    text
}

/// The text of a position for repetitions: without its counters and, in orthodox chess, without an
/// en passant square on which no pawn may capture (assets/rules/chess.md, The end).
fn repetition_text<P: Game>(position: &P) -> String {
    let text = position.to_string();
    let text = without_counters(&text);
    let fields: Vec<_> = text.split(' ').collect();
    let [board, side, castling, square] = fields[..] else { return text.to_string() };
    if P::INFO.id != "chess" || square == "-" {
        return text.to_string();
    }
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let captures = |action: &P::Action| {
        let action = action.to_string();
        let (from, to) = (&action[..2], &action[2..]);
        to == square && from[..1] != to[..1] && "Pp".contains(piece_on(board, from))
    };
    let square = if actions.iter().any(captures) { square } else { "-" };
    [board, side, castling, square].join(" ")
}

/// The letter on a square of a FEN's board; `.` if it is empty.
fn piece_on(board: &str, square: &str) -> char {
    let (file, rank) = (square.as_bytes()[0] - b'a', square.as_bytes()[1] - b'1');
    let row = board.split('/').rev().nth(rank.into()).unwrap();
    let mut squares = row.chars().flat_map(|letter| match letter.to_digit(10) {
        Some(run) => vec!['.'; run as usize],
        None => vec![letter],
    });
    squares.nth(file.into()).unwrap()
}

/// Keys are equal if and only if the rules identify the positions. So are repetition keys of
/// positions that count.
#[test]
fn keys_correspond_to_texts() {
    struct Keys(Options);
    impl Visitor for Keys {
        type Output = ();
        fn visit<P: Game>(self) {
            let (mut texts, mut keys, mut repeated) = (HashMap::new(), HashMap::new(), HashMap::new());
            for seed in 0..4 * MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(self.0.clone());
                for _ in 0..MAX_ACTIONS {
                    let position = game.position();
                    let _named = Named(format!("{} {position}", P::INFO.id));
                    let text = repetition_text(position);
                    let key = position.key();
                    assert_eq!(*keys.entry(text.clone()).or_insert(key), key, "one key for one text");
                    assert_eq!(*texts.entry(key).or_insert_with(|| text.clone()), text, "one text for one key");
                    if let Some(key) = position.repetition_key() {
                        assert_eq!(
                            *repeated.entry(text.clone()).or_insert(key),
                            key,
                            "one repetition key for one text"
                        );
                    }
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            let distinct: BTreeSet<_> = repeated.values().collect();
            assert_eq!(distinct.len(), repeated.len(), "one text for one repetition key");
        }
    }
    for (info, options) in settings() {
        games::visit(info.id, Keys(options)).unwrap();
    }
}

/// A match is drawn at the third occurrence of a position since its start. In games with claims,
/// the third opens a claim, and the fifth is a draw.
#[test]
fn repetitions_are_counted_over_the_whole_match() {
    struct Repeat;
    impl Visitor for Repeat {
        /// The number of matches drawn in this way.
        type Output = u32;
        fn visit<P: Game>(self) -> u32 {
            let mut drawn = 0;
            for seed in 0..2 * MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(Options::default());
                let mut seen = HashMap::new();
                let count = |seen: &mut HashMap<String, usize>, position: &P| {
                    let counts = position.repetition_key().is_some();
                    let times = seen.entry(repetition_text(position)).or_insert(0);
                    *times += usize::from(counts);
                    if counts { *times } else { 0 }
                };
                count(&mut seen, game.position());
                for step in 0..4 * MAX_ACTIONS {
                    // After some random actions, plays any action that leads back to an earlier
                    // position.
                    let known = |action: &P::Action| {
                        let mut next = game.position().clone();
                        next.play(*action);
                        seen.contains_key(&repetition_text(&next))
                    };
                    let mut actions = Vec::new();
                    game.position().generate(&mut actions);
                    actions.retain(|action| step > 30 && rng.random_bool(0.7) && known(action));
                    let back = (!actions.is_empty()).then(|| actions[rng.random_range(0..actions.len())]);
                    let Some(action) = back.or_else(|| draw(&game, &mut rng)) else { break };
                    game.play(action);
                    let position = game.position();
                    let _named = Named(format!("{} {position}", P::INFO.id));
                    let times = count(&mut seen, position);
                    if let Some(key) = position.repetition_key() {
                        assert_eq!(game.occurrences(key), times, "occurrences");
                    }
                    let by_history = game.turn().outcome().filter(|_| position.turn().outcome().is_none());
                    let (limit, repetition, clock) = if P::CLAIMED_DRAWS {
                        (5, Reason::FivefoldRepetition, Reason::SeventyFiveMoves)
                    } else {
                        (3, Reason::Repetition, Reason::HalfmoveClock)
                    };
                    match by_history.map(|outcome| outcome.reason) {
                        Some(reason) if reason == repetition => {
                            assert_eq!(times, limit);
                            drawn += 1;
                        }
                        Some(reason) => {
                            assert!(reason == clock || position.automatic_draw() == Some(reason))
                        }
                        None => assert!(times < limit, "not drawn after {limit} occurrences"),
                    }
                    let ongoing = P::CLAIMED_DRAWS && game.turn().outcome().is_none();
                    let by_repetition = game.claim_open() == Some(Claim::Repetition);
                    assert_eq!(by_repetition, ongoing && times >= 3, "a claim after {times} occurrences");
                    if game.turn().outcome().is_some() {
                        break;
                    }
                }
            }
            drawn
        }
    }
    for info in games::ALL {
        assert!(games::visit(info.id, Repeat).unwrap() > 0, "{}: no match was drawn by repetition", info.id);
    }
}

/// A match is drawn when the halfmove clock reaches 100, but not earlier, unless the rules end it.
/// In games with claims, 100 opens a claim, and 150 is a draw.
#[test]
fn the_halfmove_clock_draws() {
    struct Clock;
    impl Visitor for Clock {
        /// The number of matches drawn in this way.
        type Output = u32;
        fn visit<P: Game>(self) -> u32 {
            let mut drawn = 0;
            let options = Options::default();
            for seed in 0..MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(options.clone());
                for _ in 0..MAX_ACTIONS {
                    let text = game.position().to_string();
                    let _named = Named(format!("{} {text}", P::INFO.id));
                    let without = without_counters(&text);
                    let counters: Vec<_> = text[without.len()..].split_whitespace().collect();
                    let last = if P::CLAIMED_DRAWS { [99, 149] } else { [99, 99] };
                    for clock in last {
                        let late = [&[without, &clock.to_string()], &counters[1..]].concat().join(" ");
                        // A position that is impossible in a match may be refused.
                        if let Ok(late) = P::parse(&late, &options) {
                            assert_eq!(late.halfmove_clock(), clock, "the first counter");
                            drawn += u32::from(draws_late(&late, &options, &mut rng));
                        }
                    }
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            drawn
        }
    }
    for info in games::ALL {
        assert!(games::visit(info.id, Clock).unwrap() > 0, "{}: no match was drawn by the halfmove clock", info.id);
    }
}

/// Plays a few random actions from a position with a late halfmove clock. Returns whether the clock
/// drew the match.
fn draws_late<P: Game>(late: &P, options: &Options, rng: &mut impl Rng) -> bool {
    let mut game = TypedGame::<P>::from_text(options.clone(), &late.to_string()).unwrap();
    for _ in 0..4 {
        let Some(action) = draw(&game, rng) else { return false };
        game.play(action);
        let position = game.position();
        let (limit, reason) =
            if P::CLAIMED_DRAWS { (150, Reason::SeventyFiveMoves) } else { (100, Reason::HalfmoveClock) };
        let ends_ply = position.repetition_key().is_some();
        let by_clock = ends_ply && position.halfmove_clock() >= limit;
        let ongoing = P::CLAIMED_DRAWS && ends_ply && game.turn().outcome().is_none();
        let claim = (ongoing && position.halfmove_clock() >= 100).then_some(Claim::FiftyMoves);
        assert_eq!(game.claim_open(), claim, "{action} in {late}");
        match (position.turn(), position.automatic_draw()) {
            (Turn::Over(outcome), _) => assert_eq!(game.turn(), Turn::Over(outcome)),
            (_, Some(_)) => assert!(game.turn().outcome().is_some()),
            (turn, None) if by_clock => {
                let drawn = Outcome::drawn(reason);
                assert_eq!(game.turn(), Turn::Over(drawn), "{action} in {late}: {turn:?}");
                return true;
            }
            (turn, None) => assert_eq!(game.turn(), turn, "{action} in {late}"),
        }
    }
    false
}

/// A mate by the last ply before the limit takes precedence over the draw by the clock, even if the
/// actions after it are not generated.
#[test]
fn a_pending_turn_is_over_as_the_turn_is() {
    for (text, action, reason) in [
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 149 90", "d1d8", Reason::Checkmate),
        ("6k1/5ppp/8/8/8/8/8/K2R4 w - - 149 90", "d1d7", Reason::SeventyFiveMoves),
        ("7k/8/5K2/6Q1/8/8/8/8 w - - 149 90", "g5g6", Reason::Stalemate),
    ] {
        let mut game = TypedGame::<Chess>::from_text(Options::default(), text).unwrap();
        game.play(game.position().parse_action(action).unwrap());
        assert_eq!(game.pending(), game.turn(), "{action}");
        assert_eq!(game.pending().outcome().map(|outcome| outcome.reason), Some(reason), "{action}");
    }
}

/// No other rule explains better why an action is illegal after the end.
#[test]
fn the_end_explains_every_refusal_after_it() {
    for (text, reason) in [
        ("6k1/5Qpp/8/8/8/8/8/K2R4 b - - 0 90", None),
        ("3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 90", Some(Reason::Checkmate)),
        ("7k/8/5KQ1/8/8/8/8/8 b - - 0 90", Some(Reason::Stalemate)),
    ] {
        let game = TypedGame::<Chess>::from_text(Options::default(), text).unwrap();
        let refusal = game.check(game.position().parse_action("a7a6").unwrap()).unwrap_err();
        let expected = reason.map(|reason| format!("The game is over: {reason}."));
        assert_eq!(refusal.reason == expected.clone().unwrap_or_default(), expected.is_some(), "{text}: {refusal:?}");
    }
}
