//! The end of a match: the losing king is tipped over, and stands up if the match continues.

use std::time::Duration;

use bevy::prelude::*;
use fairground::bots::Bot;
use fairground::engine::{Look, Place, Reason, Side};
use fairground::games;
use fairground::play::{Clock, Dice, Pending, Seat, Setup};
use fairground::session::{FreeHands, PlayerCommand, Settings, TableUpdate, TurnClock};
use fairground::table::piece::{TablePiece, Toppled, stacks};

use super::rig::{NEAR, Table};
use super::{headless, setup};

/// A table with two people, after some actions of an unfinished random match.
fn after(game: &str, actions: usize) -> Table {
    let begun = |seed: u64| setup(game, Bot::Random, seed, Dice::Instant);
    let played = |seed: u64| headless(begun(seed), actions + 1);
    let (seed, played) = (1..).map(|seed| (seed, played(seed))).find(|(_, played)| played.len() > actions).unwrap();
    let mut table = Table::with(Setup { seats: [Seat::Human; 2], ..begun(seed) }, 1.0 / 30.0);
    for action in played.into_iter().take(actions) {
        table.ask(&action);
        table.next_action(true, |_| ()).unwrap();
    }
    assert!(table.running().outcome().is_none(), "{game}");
    table
}

fn tell(table: &mut Table, command: PlayerCommand) {
    table.app.world_mut().write_message(command);
    settle(table);
}

fn settle(table: &mut Table) {
    let mut frames = 0;
    while frames < 2 || table.busy() {
        table.frame();
        frames += 1;
        assert!(frames < 600, "the table does not come to rest");
    }
}

/// The toppled pieces of the losing side, with their poses.
fn lying(table: &mut Table) -> Vec<(Entity, Transform)> {
    let mut toppled = table.app.world_mut().query_filtered::<(Entity, &Transform), With<Toppled>>();
    let mut lying: Vec<_> = toppled.iter(table.app.world()).map(|(entity, at)| (entity, *at)).collect();
    lying.sort_by_key(|(entity, _)| *entity);
    lying
}

#[test]
fn the_losing_king_lies_until_the_match_continues() {
    for info in games::ALL {
        let mut table = after(info.id, 16);
        assert!(lying(&mut table).is_empty(), "{}", info.id);
        tell(&mut table, PlayerCommand::Resign(Side::White));
        let lies = lying(&mut table);
        let world = table.app.world();
        let game = table.running().game();
        let is_king = |look: &Look| game.piece_info(look).is_king();
        let has_king = game.pieces().iter().any(|it| it.side == Some(Side::White) && is_king(&it.look));
        assert_eq!(lies.is_empty(), !has_king, "{}", info.id);
        if !has_king {
            continue;
        }
        for (entity, _) in &lies {
            assert_eq!(world.get::<TablePiece>(*entity).unwrap().side, Some(Side::White));
            let base = stacks::base(world, *entity);
            let look = stacks::look(world, base).unwrap();
            assert!(is_king(&look), "{}: {look:?}", info.id);
        }
        let flattest = lies.iter().map(|(_, at)| (at.rotation * Vec3::Y).y).fold(1.0, f32::min);
        assert!(flattest < 0.4, "{}: it stands: {flattest}", info.id);
        table.agrees(info.id);
        // Free hands shake the king, and tidying up leaves it toppled.
        table.app.insert_resource(FreeHands(true));
        tell(&mut table, PlayerCommand::Shake);
        for _ in 0..30 {
            table.frame();
        }
        tell(&mut table, PlayerCommand::TidyUp);
        for ((entity, is), (_, was)) in lying(&mut table).iter().zip(&lies) {
            assert!(is.translation.distance(was.translation) < NEAR, "{}: {entity} was tidied up", info.id);
        }
        // It stands in earlier positions.
        let actions = table.played().len();
        tell(&mut table, PlayerCommand::Review { actions: actions - 1, run: false });
        assert!(lying(&mut table).is_empty(), "{}: the king still lies", info.id);
        for (entity, _) in lies {
            let (is, home) = (table.transform(entity), stacks::home(table.app.world(), entity).unwrap());
            assert!(
                is.translation.distance(home.translation) < NEAR && (is.rotation * Vec3::Y).y > 0.999,
                "{}",
                info.id
            );
        }
    }
}

#[test]
fn a_toppled_king_lies_alike_skipped_played_or_laid_out() {
    for info in games::ALL {
        let mut ends = Vec::new();
        for way in 0..4 {
            let mut table = after(info.id, 16);
            table.app.world_mut().write_message(PlayerCommand::Resign(Side::Black));
            match way {
                0 => {}
                1 => {
                    table.frame();
                    table.app.world_mut().write_message(PlayerCommand::Skip);
                }
                2 => {
                    let anew = TableUpdate::reset(table.running().game());
                    table.app.world_mut().write_message(anew);
                }
                _ => {
                    table.app.insert_resource(Settings { reduced_motion: true, ..default() });
                }
            }
            settle(&mut table);
            ends.push(lying(&mut table).into_iter().map(|(_, at)| at.translation).collect::<Vec<_>>());
        }
        assert!(!ends[0].is_empty(), "{}", info.id);
        for other in &ends[1..] {
            assert_eq!(other.len(), ends[0].len(), "{}", info.id);
            let near = |at: &Vec3| ends[0].iter().any(|there| there.distance(*at) < NEAR);
            assert!(other.iter().all(near), "{}: {other:?}", info.id);
        }
    }
}

/// Checks the king after mate, in a replay, when the end is shown again, and in the next match.
#[test]
fn a_mated_king_falls_and_stands_up_in_earlier_positions() {
    let mut table = after("chess", 0);
    let king = table.stack("e1")[0];
    for action in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        assert!(lying(&mut table).is_empty());
        table.ask(action);
        settle(&mut table);
    }
    assert_eq!(lying(&mut table).first().map(|(entity, _)| *entity), Some(king));
    table.agrees("mate");
    tell(&mut table, PlayerCommand::ShowAgain);
    assert_eq!(lying(&mut table).len(), 1);
    tell(&mut table, PlayerCommand::Takeback);
    assert!(lying(&mut table).is_empty());
    table.agrees("taken back");
    tell(&mut table, PlayerCommand::Act("d8h4".into()));
    assert_eq!(lying(&mut table).len(), 1);
    tell(&mut table, PlayerCommand::Review { actions: 3, run: false });
    assert!(lying(&mut table).is_empty());
    let upright = table.transform(king).rotation * Vec3::Y;
    assert!(upright.y > 0.9999);
    tell(&mut table, PlayerCommand::Seek(4));
    assert_eq!(lying(&mut table).len(), 1);
    let people = Setup { seats: [Seat::Human; 2], ..setup("chess", Bot::Random, 1, Dice::Instant) };
    tell(&mut table, PlayerCommand::Begin(Box::new(people)));
    assert!(lying(&mut table).is_empty());
    table.agrees("a new match");
}

#[test]
fn a_draw_tips_nothing() {
    for info in games::ALL {
        let mut table = after(info.id, 16);
        tell(&mut table, PlayerCommand::OfferDraw(Side::White));
        tell(&mut table, PlayerCommand::AcceptDraw);
        assert!(table.running().outcome().is_some_and(|outcome| outcome.winner.is_none()), "{}", info.id);
        assert!(lying(&mut table).is_empty(), "{}", info.id);
    }
}

/// If every king was captured, nothing falls: the kings lie in the tray.
#[test]
fn a_side_without_a_king_topples_nothing() {
    for game in ["whack", "tactical", "makarenko"] {
        let mut seen = 0;
        for seed in 1..8 {
            let mut begin = setup(game, Bot::Greedy, seed, Dice::Instant);
            begin.seats = [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Random)];
            let mut table = Table::with(begin, 0.1);
            while table.played().len() < 400 && table.next_action(true, |_| ()).is_some() {}
            let Some(loser) = table.running().outcome().and_then(|it| it.winner).map(Side::other) else { continue };
            settle(&mut table);
            let game_over = table.running().game();
            let left = game_over.pieces().iter().any(|piece| {
                let on_board = matches!(piece.place, Place::Cell(_)) && piece.side == Some(loser);
                on_board && game_over.piece_info(&piece.look).is_king()
            });
            assert_eq!(lying(&mut table).is_empty(), !left, "{game}, {seed}");
            table.agrees(game);
            seen += 1;
            if seen == 2 {
                break;
            }
        }
        assert!(seen > 0, "{game}: no match was won");
    }
}

/// No clock runs while a die tumbles. Afterwards the clock runs out, and the match ends with the
/// die at rest.
#[test]
fn no_time_runs_out_while_a_die_rolls() {
    let clock = Clock { start: Duration::from_secs(1), increment: Duration::ZERO };
    for game in ["fluky", "whack"] {
        let people = Setup { seats: [Seat::Human; 2], ..setup(game, Bot::Random, 3, Dice::Physics) };
        let mut table = Table::with(Setup { clock: Some(clock), ..people }, 1.0 / 60.0);
        let is_due = |table: &Table| matches!(table.running().pending(), Pending::Throw { .. });
        // No clock runs before the first decision.
        let decided = |table: &Table| table.played().iter().filter(|action| !action.is_roll()).count() > 1;
        while !(is_due(&table) && decided(&table)) {
            let action = table.running().game().actions().swap_remove(0);
            table.ask(&action);
            settle(&mut table);
        }
        let left = |table: &Table| {
            let clock = table.get::<TurnClock>();
            Side::BOTH.map(|side| clock.remaining(table.running(), side).unwrap())
        };
        let before = left(&table);
        assert!(before.iter().any(|left| *left < clock.start), "{game}: a decision takes clock time");
        table.app.world_mut().write_message(PlayerCommand::Throw(None));
        let mut rolling = 0;
        while is_due(&table) {
            table.frame();
            assert_eq!(left(&table), before, "{game}: after {rolling} frames");
            rolling += 1;
            assert!(rolling < 3000, "{game}: the die does not come to rest");
        }
        assert!(rolling > 12, "{game}: the die tumbled for only {rolling} frames");
        while table.running().outcome().is_none() {
            if is_due(&table) {
                table.app.world_mut().write_message(PlayerCommand::Throw(None));
            }
            table.frame();
            rolling += 1;
            assert!(rolling < 6000, "{game}: the time does not run out");
        }
        assert_eq!(table.running().outcome().unwrap().reason, Reason::Time, "{game}");
        settle(&mut table);
        table.agrees(game);
    }
}
