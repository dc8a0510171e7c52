//! A match in progress: seats, bots, dice, takebacks, clocks and external ends.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

use std::path::Path;
use std::sync::Arc;

use fairground_dice::Flick;
use fairground_match::play::{Dice, Match, Pending, PlayError, Seat, Setup, verify};
use fairground_match::record::{MatchEvent, Record};
use fairground_rules::bots::{self, Bot};
use fairground_rules::engine::{ActionText, Game, Options, Side, TypedGame};
use fairground_rules::games;
use fairground_rules::games::fluky::{self, Fluky};

const HUMANS: [Seat; 2] = [Seat::Human, Seat::Human];
const AGAINST_A_BOT: [Seat; 2] = [Seat::Human, Seat::Bot(Bot::Greedy)];

fn setup(seats: [Seat; 2], seed: u64, dice: Dice) -> Setup {
    let info = games::info("fluky").unwrap();
    Setup { dice, ..Setup::new(info, seats, seed) }
}

fn begin(seats: [Seat; 2], seed: u64, dice: Dice) -> Match {
    Match::new(setup(seats, seed, dice)).unwrap()
}

/// Lets a bot with limits choose.
fn choose<P: Game>(bot: Bot, game: &TypedGame<P>, seed: u64) -> Option<P::Action> {
    bots::choose(bot, game, seed, &|| false)
}

/// Plays for the bots and throws dice until a person has to decide or the match is over.
fn let_bots_play(game: &mut Match) {
    loop {
        if let Some(thinker) = game.search_job() {
            game.act(&thinker.think()).unwrap();
        } else if let Some(roll) = game.throw(None) {
            game.apply_roll(&roll).unwrap();
        } else {
            break;
        }
    }
}

#[test]
fn a_throw_says_what_is_thrown_and_by_whom() {
    let mut game = begin(HUMANS, 1, Dice::Physics);
    assert_eq!(game.pending(), Pending::Decide { side: Side::White, seat: Seat::Human });
    assert!(game.throw(None).is_none() && game.search_job().is_none());
    game.act("c1c2").unwrap();
    let Pending::Throw { side: Side::White, seat: Seat::Human, die, cell: Some(cell), up: Some(up) } = game.pending()
    else {
        panic!("{:?}", game.pending());
    };
    assert_eq!((die, die.sides[up]), (fluky::DIE, "P"));
    assert_eq!(game.game().layout().cells[cell.index()].name, "c2");
    assert!(matches!(game.act("~N"), Err(PlayError::CannotChooseRoll)), "a roll is not a choice");
    assert!(matches!(game.act("a1a2"), Err(PlayError::CannotChooseRoll)));

    let roll = game.throw(None).unwrap();
    assert_eq!(game.throw(None).unwrap(), roll, "calling it again gives the same throw");
    let physical = roll.physical.as_ref().unwrap();
    assert_eq!(die.sides[physical.side], roll.symbol, "the die shows its top side");
    game.apply_roll(&roll).unwrap();
    assert_eq!(game.last_action(), Some(ActionText::roll(roll.symbol)));
    assert!(matches!(game.apply_roll(&roll), Err(PlayError::NotDue(_))), "a roll counts once");
}

#[test]
fn refusals_change_nothing_and_carry_the_rule() {
    let mut game = begin(HUMANS, 1, Dice::Instant);
    let before = game.game().text();
    let Err(PlayError::Refused { action, refusal }) = game.act("e1e2") else {
        panic!("the king would take his own die")
    };
    assert_eq!(action, "e1e2");
    assert!(refusal.to_string().contains("fluky.md"), "{refusal}");
    for text in ["", "é1", "~", "~P", "c1c2c3c4"] {
        assert!(game.act(text).is_err(), "{text}");
    }
    assert_eq!(game.game().text(), before);
}

#[test]
fn a_flick_decides_the_throw_and_the_seed_the_rest() {
    let mut game = begin(HUMANS, 5, Dice::Physics);
    game.act("c1c2").unwrap();
    let flick = |x, y| Some(Flick { direction: [x, y], speed: 1.2 });
    assert_eq!(game.throw(flick(1.0, 0.0)), game.throw(flick(1.0, 0.0)));
    assert_ne!(game.throw(flick(1.0, 0.0)), game.throw(flick(0.0, 1.0)));
}

#[test]
fn the_dice_are_those_of_the_seed_and_fair_enough() {
    for dice in [Dice::Physics, Dice::Instant] {
        let mut counts = std::collections::BTreeMap::new();
        for seed in 0..600 {
            let mut game = begin(HUMANS, seed, dice);
            game.act("c1c2").unwrap();
            *counts.entry(game.throw(None).unwrap().symbol).or_insert(0) += 1;
        }
        // Four standard deviations around 300 and 100.
        assert!((251..=349).contains(&counts["P"]), "{dice}: {counts:?}");
        for symbol in ["N", "B", "R"] {
            assert!((63..=137).contains(&counts[symbol]), "{dice}: {counts:?}");
        }
    }
}

#[test]
fn a_roll_taken_back_and_played_again_is_the_same() {
    for dice in [Dice::Physics, Dice::Instant] {
        for seed in 0..10 {
            let mut game = begin(HUMANS, seed, dice);
            assert!(!game.can_take_back());
            assert!(matches!(game.take_back(), Err(PlayError::NothingToTakeBack)));
            game.act("c1c2").unwrap();
            let flick = Some(Flick { direction: [1.0, 0.3], speed: 1.5 });
            let roll = game.throw(flick).unwrap();
            game.apply_roll(&roll).unwrap();
            assert_eq!(game.take_back().unwrap(), [ActionText::roll(roll.symbol), "c1c2".into()]);
            assert_eq!(game.game().text(), game.game().start_text());

            game.act("c1c2").unwrap();
            let other_flick = Some(Flick { direction: [-1.0, 0.0], speed: 1.0 });
            let again = game.throw(other_flick).unwrap();
            assert_eq!(again, roll, "no flick changes a roll that was made");
            let other = fluky::DIE.sides.into_iter().find(|symbol| *symbol != roll.symbol).unwrap();
            let forged = fairground_match::play::Roll { symbol: other, ..again.clone() };
            assert!(matches!(game.apply_roll(&forged), Err(PlayError::RolledBefore(_))));
            game.apply_roll(&again).unwrap();
        }
    }
}

/// Otherwise, a player who took a throw back would know how the next one begins.
#[test]
fn a_throw_after_a_takeback_begins_differently() {
    for dice in [Dice::Physics, Dice::Instant] {
        let mut symbols = Vec::new();
        for seed in 0..20 {
            let mut game = begin(HUMANS, seed, dice);
            let mut throw = |action: &str| {
                game.act(action).unwrap();
                let roll = game.throw(None).unwrap();
                game.apply_roll(&roll).unwrap();
                game.take_back().unwrap();
                roll
            };
            let rolls = ["c1c2", "a1a2", "b1b2"].map(&mut throw);
            let starts = rolls.each_ref().map(|roll| roll.physical.as_ref().map(|thrown| thrown.attempts[0]));
            assert!(dice == Dice::Instant || starts[0] != starts[1] && starts[1] != starts[2], "{seed}");
            symbols.push(rolls.map(|roll| roll.symbol));
        }
        assert!(symbols.iter().any(|[first, second, _]| first != second), "{dice}");
    }
}

/// Taking back a decision before the throw keeps no roll.
#[test]
fn a_takeback_before_the_throw_keeps_no_roll() {
    let mut game = begin(HUMANS, 3, Dice::Physics);
    game.act("c1c2").unwrap();
    assert_eq!(game.take_back().unwrap(), ["c1c2"]);
    game.act("c1c2").unwrap();
    let flick = |x| game.throw(Some(Flick { direction: [x, 0.0], speed: 1.2 }));
    assert_ne!(flick(1.0), flick(-1.0));
}

#[test]
fn a_takeback_goes_past_the_answer_of_a_bot() {
    for (dice, seed) in [(Dice::Instant, 4), (Dice::Physics, 4), (Dice::Physics, 5)] {
        let mut game = begin(AGAINST_A_BOT, seed, dice);
        game.act("c1c2").unwrap();
        let_bots_play(&mut game);
        assert_eq!(game.pending(), Pending::Decide { side: Side::White, seat: Seat::Human });
        let played = game.game().played();
        assert!(played.len() >= 3, "{played:?}");
        let mut taken = game.take_back().unwrap();
        taken.reverse();
        assert_eq!(taken, played);
        // The same action leads to the same rolls and the same answer.
        game.act("c1c2").unwrap();
        let_bots_play(&mut game);
        assert_eq!(game.game().played(), played);
        let verified = verify(Path::new("match.jsonl"), game.record()).unwrap();
        assert!(verified.faults.is_empty(), "{dice}, seed {seed}: {:?}", verified.faults);
        // Another throw instead of the one taken back is a fault.
        let mut forged = Record::new(game.record().header.clone());
        let mut again = false;
        for event in game.record().events() {
            let mut event = event.clone();
            again |= matches!(event, MatchEvent::Takeback(_));
            if let MatchEvent::Action(entry) = &mut event
                && again
                && let Some(throw) = &mut entry.throw
                && let Some(start) = Arc::make_mut(throw).attempts.first_mut()
            {
                start.position[0] += 0.01;
            }
            forged.push(event);
        }
        let verified = verify(Path::new("match.jsonl"), &forged).unwrap();
        assert_eq!(verified.faults.is_empty(), dice == Dice::Instant, "{dice}, seed {seed}");
    }
}

#[test]
fn bots_play_the_same_match_from_the_same_seed() {
    let seats = [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Random)];
    let played = |seed| {
        let mut game = begin(seats, seed, Dice::Physics);
        let_bots_play(&mut game);
        assert!(matches!(game.pending(), Pending::Over(_)));
        assert!(matches!(game.take_back(), Err(PlayError::NothingToTakeBack)), "no person has decided");
        assert!(matches!(game.act("a1a2"), Err(PlayError::Over(_))));
        game.game().played()
    };
    assert_eq!(played(7), played(7));
    assert_ne!(played(7), played(8));
}

#[test]
fn bots_are_found_by_name() {
    for bot in Bot::ALL {
        assert_eq!(bot.to_string().parse(), Ok(bot));
        assert_eq!(bot.to_string().parse::<Seat>(), Ok(Seat::Bot(bot)));
    }
    assert_eq!("human".parse(), Ok(Seat::Human));
    assert!("Human".parse::<Seat>().is_err() && "".parse::<Bot>().is_err());
}

fn fluky(text: &str) -> TypedGame<Fluky> {
    TypedGame::from_text(Options::default(), text).unwrap()
}

#[test]
fn greedy_wins_when_it_can() {
    // The king on b4 reaches its goal a5, although it could capture a rook.
    let near_goal = fluky("5/1K3/1pr2/4k/5 w - 0");
    for seed in 0..20 {
        assert_eq!(choose(Bot::Greedy, &near_goal, seed).unwrap().to_string(), "b4a5");
    }
}

/// Whack Chess may roll repeatedly in its opening: a bot that searched to the end of that would
/// never answer.
#[test]
fn greedy_plays_every_game() {
    for info in games::ALL {
        let mut game = Match::new(Setup { info, ..setup([Seat::Bot(Bot::Greedy); 2], 3, Dice::Instant) }).unwrap();
        for _ in 0..20 {
            if let Some(thinker) = game.search_job() {
                game.act(&thinker.think()).unwrap();
            } else if let Some(roll) = game.throw(None) {
                game.apply_roll(&roll).unwrap();
            }
        }
        assert!(game.outcome().is_some() || game.game().played().len() == 20, "{}", info.id);
    }
}

#[test]
fn greedy_beats_random() {
    let mut wins = [0, 0];
    for seed in 0..40 {
        let greedy = if seed % 2 == 0 { Side::White } else { Side::Black };
        let mut seats = [Seat::Bot(Bot::Random); 2];
        seats[greedy.index()] = Seat::Bot(Bot::Greedy);
        let mut game = begin(seats, seed, Dice::Instant);
        let_bots_play(&mut game);
        if let Some(winner) = game.outcome().unwrap().winner {
            wins[usize::from(winner != greedy)] += 1;
        }
    }
    assert!(wins[0] > 3 * wins[1], "greedy {} and random {}", wins[0], wins[1]);
}

#[test]
fn no_bot_is_asked_where_nothing_is_to_decide() {
    let rolling = fluky("kpppp/p4/5/2P1P/PP1PK w c2 0");
    let over = fluky("K4/5/5/5/3k1 b - 0");
    for bot in Bot::ALL {
        assert_eq!(choose(bot, &rolling, 1), None);
        assert_eq!(choose(bot, &over, 1), None);
    }
}

#[test]
fn random_plays_everything() {
    let start = TypedGame::<Fluky>::new(Options::default());
    let chosen: std::collections::BTreeSet<_> =
        (0..200).filter_map(|seed| choose(Bot::Random, &start, seed)).map(|action| action.to_string()).collect();
    assert_eq!(chosen.into_iter().collect::<Vec<_>>(), ["a1a2", "b1b2", "c1c2", "d1d2", "e1d2", "e2e3"]);
}
