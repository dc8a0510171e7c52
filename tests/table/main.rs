//! Matches on the real table, without a window and without a renderer: after every action, the
//! entities and their places agree with the position.
#![cfg(feature = "view")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

mod bodies;
mod ending;
mod flat;
mod framing;
mod growth;
mod identity;
mod marks;
mod motion;
#[path = "../common/panel_text.rs"]
mod panel_text;
mod picking;
mod pointer;
mod rest;
mod rig;
mod watched;
mod whole_matches;
mod window;

use rig::{Heard, NEAR, Table};

use std::collections::BTreeSet;

use bevy::prelude::*;

use fairground::bots::Bot;
use fairground::engine::{ActionText, Cell, Event};
use fairground::games;
use fairground::play::{Dice, Match, Seat, Setup};
use fairground::session::{self, PlayerCommand, Session, TableUpdate};
use fairground::table::layout::{Places, TRAY_FLOOR};
use fairground::table::piece::PieceIndex;

fn setup(game: &str, white: Bot, seed: u64, dice: Dice) -> Setup {
    let info = games::info(game).unwrap();
    let seats = [Seat::Bot(white), Seat::Bot(Bot::Greedy)];
    Setup { dice, ..Setup::new(info, seats, seed) }
}

/// Plays the same match without a table.
fn headless(setup: Setup, most: usize) -> Vec<ActionText> {
    let mut running = Match::new(setup).unwrap();
    while running.game().played().len() < most {
        if let Some(thinker) = running.search_job() {
            running.act(&thinker.think()).unwrap();
        } else if let Some(roll) = running.throw(None) {
            running.apply_roll(&roll).unwrap();
        } else {
            break;
        }
    }
    running.game().played()
}

/// Plays on the table, checks it after every action, and returns the table's updates.
fn play(setup: Setup, most: usize) -> Vec<Event> {
    let mut table = Table::with(setup.clone(), 1.0 / 30.0);
    let name = setup.info.id;
    table.agrees(name);
    while table.played().len() < most {
        let mut lay = None;
        let Some(action) = table.next_action(false, |table| lay = table.in_tray()) else { break };
        let context = format!("{name}, {}", table.played().join(" "));
        if let Some(symbol) = action.symbol() {
            assert_eq!(lay, Some(symbol), "{context}: the result in the tray");
        }
        table.agrees(&context);
    }
    let played = table.played();
    assert_eq!(played, headless(setup, played.len()), "{name}: with and without a table");
    still(&mut table);
    table.app.world_mut().remove_resource::<Heard>().unwrap().0
}

/// Resigns unless the match is over, and asserts that the table comes to rest and stays at rest.
fn still(table: &mut Table) {
    table.app.insert_resource(session::Settings { speed: 1.0, ..default() });
    let side = table.running().pending().side();
    if let Some(side) = side {
        table.app.world_mut().write_message(PlayerCommand::Resign(side));
    }
    // The king falls.
    table.frame();
    while table.busy() {
        table.frame();
    }
    let men = table.men();
    let before: Vec<_> = men.iter().map(|man| table.transform(*man)).collect();
    for _ in 0..60 {
        table.frame();
        assert!(!table.busy());
    }
    let after: Vec<_> = men.iter().map(|man| table.transform(*man)).collect();
    assert_eq!(before, after);
}

/// The names of the kinds of events.
fn kinds(events: &[Event]) -> BTreeSet<String> {
    let kind = |event: &Event| format!("{event:?}").split([' ', '{']).next().unwrap().to_string();
    events.iter().map(kind).collect()
}

#[test]
fn a_whole_match_of_fluky_is_thrown_and_played_on_the_table() {
    let setup = setup("fluky", Bot::Greedy, 3, Dice::Physics);
    let mut table = Table::with(setup.clone(), 1.0 / 30.0);
    let mut thrown = 0;
    loop {
        let mut lay = None;
        let Some(action) = table.next_action(false, |table| lay = table.in_tray()) else { break };
        if let Some(symbol) = action.symbol() {
            assert_eq!(lay, Some(symbol));
            thrown += 1;
        }
        table.agrees(&action);
    }
    assert!(thrown > 5, "{thrown} throws");
    assert!(table.running().outcome().is_some());
    assert_eq!(table.played(), headless(setup, usize::MAX), "with and without a table");
    still(&mut table);
}

/// Together, the games show every update of the table except one, which the next test covers.
#[test]
fn in_every_game_the_events_lead_to_the_position() {
    let mut seen = BTreeSet::new();
    for (info, seed) in games::ALL.iter().zip(1..) {
        seen.extend(kinds(&play(setup(info.id, Bot::Random, seed, Dice::Physics), 120)));
    }
    // Half of a match of Tactical Chess is set-up, and strong players do not blow themselves up.
    for seed in 1..=6 {
        let mut setup = setup("tactical", Bot::Random, seed, Dice::Physics);
        setup.seats = [Seat::Bot(Bot::Random); 2];
        seen.extend(kinds(&play(setup, 500)));
    }
    let all = [
        "Transformed",
        "Dropped",
        "Exploded",
        "Moved",
        "Passed",
        "Pushed",
        "Rearranged",
        "Rolled",
        "SetUp",
        "Shot",
        "Split",
        "Stacked",
        "Captured",
    ];
    let missing: Vec<_> = all.into_iter().filter(|kind| !seen.contains(*kind)).collect();
    assert!(missing.is_empty(), "never told: {missing:?}");
}

/// Obstacles given up by both players leave the table, and return when the decision is taken back.
#[test]
fn unused_obstacles_disappear_and_return_by_takeback() {
    let people = Setup { seats: [Seat::Human; 2], ..setup("tactical", Bot::Random, 1, Dice::Physics) };
    let mut table = Table::with(people, 1.0 / 30.0);
    let men = table.men().len();
    for action in ["O@e4", "--", "--"] {
        table.app.world_mut().write_message(PlayerCommand::Act(action.into()));
        table.next_action(false, |_| ()).unwrap();
        table.agrees(action);
    }
    assert_eq!(table.played(), ["O@e4", "--", "--"]);
    assert!(kinds(&table.get::<Heard>().0).contains("Discarded"));
    assert!(table.men().len() < men, "no obstacle has left the table");
    for left in [2, 1, 0] {
        table.app.world_mut().write_message(PlayerCommand::Takeback);
        table.frame();
        table.frame();
        assert_eq!(table.played().len(), left);
        while table.busy() {
            table.frame();
        }
        table.agrees("taken back");
    }
    assert_eq!(table.men().len(), men);
}

/// Skipping all motion leads to the same table.
#[test]
fn a_skipped_motion_ends_in_the_same_place() {
    for info in games::ALL {
        let mut table = Table::with(setup(info.id, Bot::Random, 5, Dice::Physics), 1.0 / 30.0);
        while table.played().len() < 60 {
            if table.next_action(true, |_| ()).is_none() {
                break;
            }
            let context = format!("{}, {}", info.id, table.played().join(" "));
            table.agrees(&context);
        }
    }
}

/// So does drawing at two frames a second.
#[test]
fn a_slow_machine_shows_the_same() {
    for info in games::ALL {
        let mut table = Table::with(setup(info.id, Bot::Random, 6, Dice::Instant), 0.5);
        while table.played().len() < 60 && table.next_action(false, |_| ()).is_some() {
            let context = format!("{}, {}", info.id, table.played().join(" "));
            table.agrees(&context);
        }
    }
}

/// A match that begins while another is shown leaves nothing of the other behind.
#[test]
fn a_new_match_clears_the_table() {
    for info in games::ALL {
        let begin = setup(info.id, Bot::Random, 7, Dice::Physics);
        let mut table = Table::with(begin.clone(), 1.0 / 30.0);
        let meshes = |table: &mut Table| {
            let mut query = table.app.world_mut().query_filtered::<Entity, (With<Mesh3d>, Without<ChildOf>)>();
            query.iter(table.app.world()).count()
        };
        let at_first = meshes(&mut table);
        for frames in [37, 150, 611] {
            for _ in 0..frames {
                table.frame();
            }
            table.app.world_mut().write_message(PlayerCommand::Begin(Box::new(begin.clone())));
            table.frame();
            table.frame();
            table.agrees(info.id);
            assert_eq!(meshes(&mut table), at_first, "{}: after {frames} frames something was left behind", info.id);
        }
    }
}

/// Captured pieces lie in the same places, whether played or laid out.
#[test]
fn captured_pieces_lie_alike_played_or_laid_out() {
    for info in games::ALL {
        let mut table = Table::with(setup(info.id, Bot::Greedy, 8, Dice::Instant), 1.0 / 30.0);
        while table.played().len() < 80 && table.next_action(true, |_| ()).is_some() {}
        let lying = |table: &mut Table| -> Vec<Vec3> {
            table.captured().into_iter().map(|entity| table.transform(entity).translation).collect()
        };
        let played = lying(&mut table);
        assert!(played.len() > 2, "{}: {played:?}", info.id);
        let anew = TableUpdate::reset(table.running().game());
        table.app.insert_resource(Session::default());
        table.app.world_mut().write_message(anew);
        table.frame();
        table.frame();
        let anew = lying(&mut table);
        let all_near = played.iter().all(|at| anew.iter().any(|other| other.distance(*at) < NEAR));
        assert!(all_near && anew.len() == played.len(), "{}: {played:?} and {anew:?}", info.id);
    }
}

/// Captured pieces stand in order by kind, without gaps, and move up when one returns.
#[test]
fn captured_pieces_stand_in_order() {
    let people = Setup { seats: [Seat::Human; 2], ..setup("chess", Bot::Random, 1, Dice::Instant) };
    let start = Some("r1bqk3/1pn5/8/8/8/8/8/RR1QK3 w - - 0 1".to_string());
    let mut table = Table::with(Setup { start, ..people }, 1.0 / 30.0);
    let order = |table: &mut Table| -> Vec<String> {
        while table.busy() {
            table.frame();
        }
        table.agrees("in order");
        let mut lying: Vec<_> = table.get::<PieceIndex>().captured().collect();
        lying.sort_by_key(|(_, side, slot)| (*side, *slot));
        assert!(lying.iter().zip(0..).all(|((.., slot), nth)| *slot == nth), "{lying:?}");
        let name = |base: Entity| table.app.world().get::<Name>(base).unwrap().to_string();
        lying.into_iter().map(|(base, ..)| name(base)).collect()
    };
    let act = |table: &mut Table, action: &str| {
        table.ask(action);
        table.next_action(false, |_| ()).unwrap();
    };
    for action in ["b1b7", "e8f8", "b7c7", "f8g8", "c7c8", "g8h7", "c8d8"] {
        act(&mut table, action);
    }
    let man = |kind: &str| format!("Chessman({kind})");
    assert_eq!(order(&mut table), ["Queen", "Bishop", "Knight", "Pawn"].map(man));
    for left in [["Bishop", "Knight", "Pawn"].as_slice(), &["Knight", "Pawn"], &["Pawn"], &[]] {
        table.app.world_mut().write_message(PlayerCommand::Takeback);
        table.frame();
        table.frame();
        let expected: Vec<_> = left.iter().map(|kind| man(kind)).collect();
        assert_eq!(order(&mut table), expected);
        table.app.world_mut().write_message(PlayerCommand::Takeback);
        table.frame();
        table.frame();
    }
}

/// The same match moves identically, down to each chip; nothing sinks into the table or takes long.
#[test]
fn the_same_events_give_the_same_film() {
    let mut games = 0;
    for info in games::ALL {
        let setup = setup(info.id, Bot::Random, 9, Dice::Physics);
        let actions = headless(setup.clone(), 120);
        // Throws are tested elsewhere.
        if actions.iter().any(|action| action.is_roll()) {
            continue;
        }
        games += 1;
        let people = Setup { seats: [Seat::Human; 2], ..setup };
        let mut tables = [(); 2].map(|()| Table::with(people.clone(), 1.0 / 30.0));
        for (count, action) in (1..).zip(&actions) {
            for table in &mut tables {
                table.app.world_mut().write_message(PlayerCommand::Act(action.clone()));
            }
            let mut frames = 0;
            while frames == 0 || tables[0].busy() {
                let [poses, others] = tables.each_mut().map(|table| {
                    table.frame();
                    table.poses()
                });
                assert_eq!(poses, others, "{}, {action}, frame {frames}", info.id);
                for man in tables[0].men() {
                    let at = tables[0].transform(man).translation;
                    assert!(at.y > TRAY_FLOOR - 0.01, "{}, {action}: {at} is in the table", info.id);
                }
                frames += 1;
                assert!(frames < 30 * 5, "{}: {action} takes longer than five seconds", info.id);
            }
            assert_eq!(tables[0].played().len(), count, "{}: {action}", info.id);
        }
    }
    assert!(games >= 4, "{games} games without dice");
}

/// With reduced motion, no piece is ever shown between places.
#[test]
fn with_reduced_motion_no_piece_flies() {
    for info in games::ALL {
        let mut table = Table::with(setup(info.id, Bot::Random, 10, Dice::Instant), 1.0 / 30.0);
        table.app.insert_resource(session::Settings { reduced_motion: true, ..default() });
        let places = |table: &mut Table| -> Vec<(Entity, Vec3)> {
            table.men().into_iter().map(|man| (man, table.transform(man).translation)).collect()
        };
        let mut rest = places(&mut table);
        while table.played().len() < 40 {
            let mut seen = Vec::new();
            let before = table.played().len();
            let mut frames = 0;
            while table.busy() || table.played().len() == before && table.running().outcome().is_none() {
                table.frame();
                seen.extend(places(&mut table));
                if table.busy() {
                    frames += 1;
                } else {
                    // A bot's thinking takes processor time, not frames.
                    std::thread::sleep(std::time::Duration::from_millis(1));
                }
                assert!(frames < 120, "{}: {:?}", info.id, table.played());
            }
            let now = places(&mut table);
            for at in seen {
                let near = |(man, there): &&(Entity, Vec3)| *man == at.0 && there.distance(at.1) < NEAR;
                let is_new = !rest.iter().any(|(man, _)| *man == at.0);
                // One action may bring a piece to several cells.
                let cells = table.get::<Places>();
                let on_cell = (0..64).any(|cell| cells.cell(Cell(cell)).xz().distance(at.1.xz()) < NEAR);
                let known = is_new || on_cell || rest.iter().chain(&now).any(|there| near(&there));
                assert!(known, "{}: something is seen at {} after {:?}", info.id, at.1, table.played().last());
            }
            table.agrees(info.id);
            rest = now;
            if table.running().outcome().is_some() {
                break;
            }
        }
    }
}
