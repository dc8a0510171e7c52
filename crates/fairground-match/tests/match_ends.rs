//! External ends of a match: resignation, agreed and claimed draws, and flag falls.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::time::Duration;

use fairground_match::play::{Clock, Dice, DrawAnswer, Match, Pending, PlayError, Replay, Seat, Setup, verify};
use fairground_match::record::{MatchEvent, MatchResult, Note, Record};
use fairground_rules::bots::Bot;
use fairground_rules::engine::{Claim, Notation, Options, Outcome, Reason, Rules, Side, TypedGame};
use fairground_rules::games::{self, abalonian::Abalonian, chess::Chess};

const HUMANS: [Seat; 2] = [Seat::Human, Seat::Human];
const AGAINST_A_BOT: [Seat; 2] = [Seat::Human, Seat::Bot(Bot::Greedy)];

/// The knights go out and back.
const THERE_AND_BACK: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

fn setup(game: &str, seats: [Seat; 2]) -> Setup {
    Setup { dice: Dice::Instant, ..Setup::new(games::info(game).unwrap(), seats, 1) }
}

fn begin(seats: [Seat; 2], seed: u64, dice: Dice) -> Match {
    Match::new(Setup { seed, dice, ..setup("fluky", seats) }).unwrap()
}

fn chess(seats: [Seat; 2], start: Option<&str>) -> Match {
    Match::new(Setup { start: start.map(Into::into), ..setup("chess", seats) }).unwrap()
}

fn act(game: &mut Match, actions: &[&str]) {
    for action in actions {
        game.act(action).unwrap();
    }
}

#[test]
fn resigning_ends_a_match() {
    let mut game = begin(HUMANS, 1, Dice::Instant);
    game.resign(Side::Black).unwrap();
    let lost = Outcome::won(Side::White, Reason::Resignation);
    assert_eq!((game.outcome(), game.pending()), (Some(lost), Pending::Over(lost)));
    assert!(matches!(game.resign(Side::White), Err(PlayError::Over(_))));
    assert!(matches!(game.act("c1c2"), Err(PlayError::Over(_))));
    assert!(matches!(game.take_back(), Err(PlayError::Over(_))));
    assert!(matches!(game.offer_draw(Side::White), Err(PlayError::Over(_))));
}

/// The reason is added to a reader's note; a match that is over does not change.
#[test]
fn a_forfeit_keeps_the_note_at_the_end() {
    let mut game = chess(HUMANS, None);
    act(&mut game, &["e2e4"]);
    game.annotate(&Note::new(1, true, "my comment")).unwrap();
    game.forfeit(Side::Black, "engine died").unwrap();
    let note = &game.notes()[&1];
    assert_eq!((note.bookmark, &*note.comment), (true, "my comment Black loses: engine died"));
    let before = game.record().events().to_vec();
    assert!(matches!(game.forfeit(Side::White, "again"), Err(PlayError::Over(_))));
    assert_eq!(game.record().events(), before);
}

#[test]
fn persons_agree_on_a_draw() {
    let agreed = Some(Outcome::drawn(Reason::Agreement));
    let mut game = begin(HUMANS, 1, Dice::Instant);
    assert!(matches!(game.accept_draw(Side::Black), Err(PlayError::NoOffer)));
    assert_eq!(game.offer_draw(Side::White).unwrap(), DrawAnswer::Waiting);
    assert_eq!(game.draw_offer(), Some(Side::White));
    assert!(matches!(game.accept_draw(Side::White), Err(PlayError::NoOffer)), "nobody accepts his own offer");
    game.decline_draw(Side::Black).unwrap();
    assert!(matches!(game.accept_draw(Side::Black), Err(PlayError::NoOffer)));

    // Playing on declines.
    game.offer_draw(Side::Black).unwrap();
    game.act("c1c2").unwrap();
    assert_eq!(game.draw_offer(), None);
    // The offering side's own action leaves the offer open.
    game.offer_draw(Side::White).unwrap();
    let roll = game.throw(None).unwrap();
    game.apply_roll(&roll).unwrap();
    game.accept_draw(Side::Black).unwrap();
    assert_eq!(game.outcome(), agreed);

    let mut game = begin(HUMANS, 1, Dice::Instant);
    game.offer_draw(Side::White).unwrap();
    assert_eq!(game.offer_draw(Side::Black).unwrap(), DrawAnswer::Accepted, "mutual offers are an agreement");
    assert_eq!(game.outcome(), agreed);
}

#[test]
fn a_clock_runs_out() {
    let seconds = Duration::from_secs;
    let clock = Some(Clock { start: seconds(10), increment: seconds(2) });
    let mut game = Match::new(Setup { clock, ..setup("fluky", HUMANS) }).unwrap();
    assert_eq!(game.spend_time(Side::White, seconds(4)).unwrap(), None);
    assert_eq!(game.spend_time(Side::Black, seconds(100)).unwrap(), None, "only the side that thinks pays");
    assert_eq!((game.remaining(Side::White), game.remaining(Side::Black)), (Some(seconds(6)), Some(seconds(10))));
    game.act("c1c2").unwrap();
    game.spend_time(Side::White, seconds(100)).unwrap();
    assert_eq!(game.remaining(Side::White), Some(seconds(6)), "a throw costs nothing");
    let roll = game.throw(None).unwrap();
    game.apply_roll(&roll).unwrap();
    assert_eq!(game.remaining(Side::White), Some(seconds(8)), "the turn has ended");
    game.spend_time(Side::Black, seconds(9)).unwrap();
    let lost = Some(Outcome::won(Side::White, Reason::Time));
    assert_eq!(game.spend_time(Side::Black, seconds(1)).unwrap(), lost);
    assert_eq!(game.outcome(), lost);
}

/// assets/rules/common.md, Draws: both players may claim from the third occurrence on, not before.
#[test]
fn a_third_repetition_is_claimed() {
    let mut game = chess(HUMANS, None);
    act(&mut game, &THERE_AND_BACK);
    assert_eq!(game.claim_open(), None);
    assert!(matches!(game.claim_draw(), Err(PlayError::NoClaim)));
    act(&mut game, &THERE_AND_BACK);
    assert_eq!((game.claim_open(), game.outcome()), (Some(Claim::Repetition), None));
    game.act("e2e4").unwrap();
    assert_eq!(game.claim_open(), None, "playing on gives it up");
    game.take_back().unwrap();
    game.claim_draw().unwrap();
    assert_eq!(game.outcome(), Some(Outcome::drawn(Reason::ClaimedRepetition)));
    assert!(matches!(game.claim_draw(), Err(PlayError::Over(_))));
    assert_eq!(game.claim_open(), None);
    let verified = verify(Path::new("claimed"), game.record()).unwrap();
    assert_eq!((verified.outcome, verified.faults.len()), (game.outcome(), 0));
}

#[test]
fn fifty_moves_are_claimed_and_seventy_five_end_the_match() {
    // Checked at the end of a ply: not in the position that the match begins from.
    let mut game = chess(HUMANS, Some("4k3/8/8/8/8/8/8/R3K3 w - - 100 80"));
    assert_eq!(game.claim_open(), None);
    game.act("a1a2").unwrap();
    assert_eq!(game.claim_open(), Some(Claim::FiftyMoves));
    game.claim_draw().unwrap();
    assert_eq!(game.outcome(), Some(Outcome::drawn(Reason::ClaimedFiftyMoves)));

    for (start, action, outcome) in [
        ("4k3/8/8/8/8/8/8/R3K3 w - - 98 80", "a1a2", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 148 80", "a1a2", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 150 80", "a1a2", None),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 149 80", "a1a2", Some(Outcome::drawn(Reason::SeventyFiveMoves))),
        ("4k3/8/4K3/8/8/8/8/R7 w - - 149 80", "a1a8", Some(Outcome::won(Side::White, Reason::Checkmate))),
        ("4k3/8/4K3/8/8/8/8/R7 w - - 99 80", "a1a8", Some(Outcome::won(Side::White, Reason::Checkmate))),
    ] {
        let mut game = chess(HUMANS, Some(start));
        game.act(action).unwrap();
        assert_eq!(game.outcome(), outcome, "{start}");
        let open = start.contains("148") || start.contains("150");
        assert_eq!(game.claim_open().is_some(), open, "{start}");
    }
}

/// The other games draw automatically: their sources have no claims.
#[test]
fn games_without_claims_draw_automatically() {
    for (game, outcome) in [("abalonian", Some(Outcome::drawn(Reason::Repetition))), ("chess", None)] {
        let mut game = Match::new(setup(game, HUMANS)).unwrap();
        act(&mut game, &THERE_AND_BACK);
        act(&mut game, &THERE_AND_BACK);
        assert_eq!((game.outcome(), game.claim_open().is_none()), (outcome, outcome.is_some()));
    }
}

#[test]
fn five_repetitions_end_a_match() {
    let mut game = chess(HUMANS, None);
    for round in 1..=4 {
        assert_eq!(game.outcome(), None, "{round}");
        act(&mut game, &THERE_AND_BACK);
    }
    assert_eq!(game.outcome(), Some(Outcome::drawn(Reason::FivefoldRepetition)));
}

/// A bot claims a draw unless it considers itself better, even if the opponent's move opened the
/// claim.
#[test]
fn a_bot_claims_unless_it_is_better() {
    let claimed = Some(Outcome::drawn(Reason::ClaimedFiftyMoves));
    for (start, outcome) in
        [("4k3/8/8/8/8/8/8/R3K2R w - - 99 80", claimed), ("r3k2r/8/8/8/8/8/8/4K3 w - - 99 80", None)]
    {
        let mut game = chess(AGAINST_A_BOT, Some(start));
        game.act("e1e2").unwrap();
        assert_eq!(game.outcome(), outcome, "{start}");
        // A person does not claim by playing on, either.
        assert_eq!(chess(HUMANS, Some(start)).act("e1e2").map(|_| ()).ok(), Some(()));
    }
}

#[test]
fn matches_of_bots_end() {
    for game in ["chess", "fluky"] {
        let mut game = Match::new(setup(game, [Seat::Bot(Bot::Random); 2])).unwrap();
        let mut actions = 0;
        while game.outcome().is_none() {
            match (game.search_job(), game.throw(None)) {
                (Some(job), _) => drop(game.act(&job.think()).unwrap()),
                (None, roll) => drop(game.apply_roll(&roll.unwrap()).unwrap()),
            }
            actions += 1;
            assert!(actions < 20_000);
        }
        assert_eq!(verify(Path::new("match"), game.record()).unwrap().faults.len(), 0);
    }
}

/// A record of orthodox chess with these actions and this result.
fn record(actions: &[&str], outcome: Outcome) -> Record {
    let mut game = chess(HUMANS, None);
    act(&mut game, actions);
    let mut record = game.record().clone();
    record.push(MatchEvent::Result(MatchResult::new(outcome)));
    record
}

/// `verify` checks that the claim was open. In files from before claims, such a draw is automatic,
/// and the match may continue after it.
#[test]
fn claims_are_verified() {
    let faults = |record: &Record| verify(Path::new("match"), record).unwrap().faults;
    let repeated = [THERE_AND_BACK, THERE_AND_BACK].concat();
    for (actions, reason, holds) in [
        (&repeated[..], Reason::ClaimedRepetition, true),
        (&repeated, Reason::Repetition, true),
        (&repeated, Reason::ClaimedFiftyMoves, false),
        (&repeated, Reason::FivefoldRepetition, false),
        (&THERE_AND_BACK, Reason::ClaimedRepetition, false),
        (&THERE_AND_BACK, Reason::Repetition, false),
    ] {
        let faults = faults(&record(actions, Outcome::drawn(reason)));
        assert_eq!(faults.is_empty(), holds, "{reason} after {}: {faults:?}", actions.len());
    }
    assert!(!faults(&record(&repeated, Outcome::won(Side::White, Reason::ClaimedRepetition))).is_empty());

    let mut earlier = record(&repeated, Outcome::drawn(Reason::Repetition));
    earlier.push(MatchEvent::Takeback(2));
    assert_eq!(faults(&earlier).len(), 0);
    let mut claimed = record(&repeated, Outcome::drawn(Reason::ClaimedRepetition));
    claimed.push(MatchEvent::Takeback(2));
    assert_eq!(faults(&claimed).len(), 1, "nothing follows a claim");
}

/// A follower takes over a claim only if it is open.
#[test]
fn a_claim_elsewhere_is_followed() {
    let mut played = chess(HUMANS, None);
    act(&mut played, &[THERE_AND_BACK, THERE_AND_BACK].concat());
    played.claim_draw().unwrap();
    let source = Path::new("the room");
    let mut same = Match::of_header(source, &played.record().header).unwrap();
    let claim = played.record().events().last().unwrap();
    assert!(same.follow(source, claim).is_err());
    for event in played.record().events() {
        same.follow(source, event).unwrap();
    }
    assert_eq!(same.outcome(), played.outcome());
}

#[test]
fn a_claim_comes_back_from_pgn() {
    let mut played = chess(HUMANS, None);
    act(&mut played, &[THERE_AND_BACK, THERE_AND_BACK].concat());
    played.claim_draw().unwrap();
    let pgn = fairground_match::play::export(&Replay::of_match(&played));
    let again = fairground_match::play::import(Path::new("match"), &pgn).unwrap();
    assert_eq!(again.record.outcome(Path::new("match")).unwrap(), played.outcome());
}

/// Late in a match, a bot accepts an even draw; earlier, only one that saves it; and none before
/// the first move.
#[test]
fn a_bot_accepts_a_draw_that_it_needs_or_that_is_late() {
    let answer = |start: &str, rounds: usize| {
        let mut game = chess(AGAINST_A_BOT, Some(start));
        // Both sides move by hand on paths of different lengths, so that no position occurs three
        // times.
        let (white, black) = (["a1", "b1", "c1", "d1", "c2", "b2", "a2"], ["a8", "b8", "c8", "b7"]);
        for round in 0..rounds {
            for squares in [&white[..], &black] {
                let at = |round: usize| squares[round % squares.len()];
                game.act(&format!("{}{}", at(round), at(round + 1))).unwrap();
            }
        }
        (game.offer_draw(Side::White).unwrap(), game.offer_draw(Side::White).ok())
    };
    let even = "k6n/8/8/8/8/8/8/K6N w - - 0 1";
    let declined = (DrawAnswer::Declined, Some(DrawAnswer::Declined));
    let accepted = (DrawAnswer::Accepted, None);
    assert_eq!(answer(even, 0), declined, "the first move");
    assert_eq!(answer(even, 3), declined, "balanced, but early");
    assert_eq!(answer(even, 30), accepted, "balanced and late");
    let losing = "k7/8/8/8/8/8/7P/K4Q2 w - - 0 1";
    assert_eq!(answer(losing, 0), declined, "nothing has been played");
    assert_eq!(answer(losing, 2), accepted, "losing");
    let winning = "k4q2/7p/8/8/8/8/8/K7 w - - 0 1";
    assert_eq!(answer(winning, 2), declined, "winning");
    assert_eq!(answer(winning, 30), declined, "winning and late");
}

/// assets/rules/chess.md, Flag fall.
#[test]
fn a_flag_falls_against_a_side_that_cannot_mate() {
    let can_win = |text: &str| {
        let position = Chess::parse(text, &Options::default()).unwrap();
        position.can_win(Side::White)
    };
    for (pieces, wins) in [
        ("4k3/8/8/8/8/8/8/4K3", false),
        ("3qk3/8/8/8/8/8/8/4K3", false),
        ("4k3/7p/8/8/8/8/8/4K3", false),
        ("4k3/8/8/8/8/8/8/4KN2", false),
        ("3qk3/8/8/8/8/8/8/4KN2", false),
        ("3rk3/8/8/8/8/8/8/4KN2", true),
        ("4k3/7p/8/8/8/8/8/4KN2", true),
        ("4k3/8/8/8/8/8/8/4KNN1", true),
        ("4k3/8/8/8/8/8/8/4KB2", false),
        ("3rk3/8/8/8/8/8/8/4KB2", false),
        ("2b1k3/8/8/8/8/8/8/4KB2", false),
        ("4kb2/8/8/8/8/8/8/4KB2", true),
        ("3nk3/8/8/8/8/8/8/4KB2", true),
        ("4k3/8/8/8/8/8/8/2B1KB2", true),
        ("4k3/8/8/8/8/8/7P/4K3", true),
        ("4k3/8/8/8/8/8/8/4K2R", true),
    ] {
        assert_eq!(can_win(&format!("{pieces} w - - 0 1")), wins, "{pieces}");
    }
    // With pushes a bishop can mate; a lone king cannot.
    for (text, wins) in [("4k3/8/8/8/8/8/8/4KB2 b - - 0 1", true), ("4k3/7p/8/8/8/8/8/4K3 b - - 0 1", false)] {
        let game = TypedGame::<Abalonian>::from_text(Options::default(), text).unwrap();
        assert_eq!(game.out_of_time(Side::Black).winner.is_some(), wins, "{text}");
    }

    let clock = Some(Clock { start: Duration::from_secs(10), increment: Duration::ZERO });
    let start = Some("7k/8/8/8/8/8/4Q3/4K3 w - - 0 1".to_string());
    let mut game = Match::new(Setup { clock, start, ..setup("chess", HUMANS) }).unwrap();
    let drawn = Some(Outcome::drawn(Reason::TimeWithoutWinner));
    assert_eq!(game.spend_time(Side::White, Duration::from_secs(11)).unwrap(), drawn);
    assert_eq!(verify(Path::new("match"), game.record()).unwrap().faults.len(), 0);
    let pgn = fairground_match::play::export(&Replay::of_match(&game));
    let again = fairground_match::play::import(Path::new("match"), &pgn).unwrap();
    assert_eq!(again.record.outcome(Path::new("match")).unwrap(), drawn);

    // A record that counts this as a win is invalid, unless it predates such draws.
    let mut won = Record::new(game.record().header.clone());
    for event in game.record().events() {
        won.push(match event {
            MatchEvent::Result(_) => MatchEvent::Result(MatchResult::new(Outcome::won(Side::Black, Reason::Time))),
            other => other.clone(),
        });
    }
    assert_eq!(verify(Path::new("match"), &won).unwrap().faults.len(), 1);
    won.header.exact_clocks = false;
    assert_eq!(verify(Path::new("match"), &won).unwrap().faults.len(), 0);
}
