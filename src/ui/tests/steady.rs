//! Tests that controls keep their place and stay visible while other things change.

use bevy_egui::egui::{Event, Pos2, Rect, vec2};

use super::rig::{Rig, SCREENS, first_match, played, setup};
use crate::bots::Bot;
use crate::engine::Side;
use crate::games;
use crate::play::{Match, Replay, Seat, Setup};
use crate::session::{InputCommand, PlayerCommand, Session};
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_command::Question;

/// Common small windows.
const WINDOWS: [(bevy_egui::egui::Vec2, u16); 3] =
    [(vec2(1280.0, 720.0), 100), (vec2(1366.0, 768.0), 100), (vec2(1280.0, 720.0), 200)];

fn at(rig: &Rig, words: &str) -> Pos2 {
    rig.find(words).unwrap_or_else(|| panic!("{words}: {:?}", rig.seen()))
}

/// A press of 50 to 700 ms is a click, with or without a tooltip. Frames are 1/60 s apart.
#[test]
fn a_press_of_any_length_on_a_board_is_a_click() {
    for (rest, held) in [(0, 3), (0, 42), (120, 3), (120, 9), (120, 42)] {
        let mut rig = first_match(WINDOWS[1], "whack");
        rig.settings.notes_read.insert("whack".into());
        rig.check("boards");
        let picture = rig.position_of("2").unwrap() + vec2(20.0, 20.0);
        rig.frame(vec![Event::PointerMoved(picture)]);
        for _ in 0..rest {
            rig.frame(Vec::new());
        }
        rig.press(picture, held);
        assert!(matches!(rig.commands[..], [PlayerCommand::Act(_)]), "{rest}, {held}: {:?}", rig.commands);
    }
}

#[test]
fn nothing_in_the_form_moves_when_a_player_is_chosen() {
    for screen in [WINDOWS[0], WINDOWS[1], SCREENS[1]] {
        let mut rig = Rig::new(screen, Session::default());
        let mut places = Vec::new();
        for seat in Seat::all() {
            rig.state.new_match.form.seats = [seat; 2];
            rig.check("form");
            places.push(["Play with clocks", "Start (Enter)"].map(|words| at(&rig, words)));
        }
        assert!(places.iter().all(|own| *own == places[0]), "{places:?}");
    }
}

#[test]
fn the_buttons_of_a_replay_stay_where_they_are() {
    for screen in WINDOWS {
        for id in ["fluky", "whack", "chess", "tactical"] {
            let mut replay = Replay::of_match(&played(id, 30));
            replay.go_to(0);
            let end = replay.len();
            let mut rig = Rig::new(screen, Session::from(replay));
            let mut places = Vec::new();
            for to in 0..=end {
                if let Some(replay) = rig.session.replay_mut() {
                    replay.go_to(to);
                }
                rig.check(&format!("{id} at {to}"));
                places.push(["⏮", "⏵", "⏭"].map(|words| at(&rig, words)));
            }
            assert!(places.iter().all(|own| *own == places[0]), "{id} at {screen:?}: {places:?}");
        }
    }
}

#[test]
fn windows_made_with_large_text_are_of_full_size_with_small_text() {
    let window = vec2(1280.0, 720.0);
    let open = |rig: &mut Rig| rig.state.rules.0 = Some(RulesView::of(games::info("chess").unwrap()));
    let size = |rig: &mut Rig| {
        rig.check("rules");
        let id = bevy_egui::egui::Id::new(("window", "Rules: Orthodox chess", rig.ctx.zoom_factor().to_bits()));
        let area = bevy_egui::egui::AreaState::load(&rig.ctx, id).expect("the window");
        area.rect().size() * rig.settings.text_scale(window)
    };
    let mut fresh = Rig::new((window, 100), Session::default());
    open(&mut fresh);
    let expected = size(&mut fresh);
    let mut rig = Rig::new((window, 200), Session::default());
    rig.check("start screen");
    open(&mut rig);
    let large = size(&mut rig);
    assert!(large.x > 0.85 * window.x && large.y > 0.8 * window.y && large.y <= window.y, "{large}");
    rig.settings.text_size = Some(100);
    rig.size = window;
    assert_eq!(size(&mut rig), expected);
}

/// Checks that the fully visible texts of the panel do not overlap.
fn no_text_of_the_panel_covers_another(rig: &Rig, what: &str) {
    let panel = Rect::from_min_max(Pos2::new(rig.size.x - rig.panel_width(), 0.0), rig.size.to_pos2());
    let texts: Vec<_> = rig.visible().into_iter().filter(|(_, rect)| panel.contains_rect(*rect)).collect();
    for (nth, (words, rect)) in texts.iter().enumerate() {
        for (other, below) in &texts[nth + 1..] {
            let both = rect.shrink(2.0).intersect(below.shrink(2.0));
            assert!(!both.is_positive(), "{what}: '{words}' and '{other}' at {both:?}");
        }
    }
}

#[test]
fn no_panel_overflows_while_somebody_looks_back_at_a_throw() {
    for screen in WINDOWS.into_iter().chain(SCREENS) {
        for id in ["fluky", "whack"] {
            let running = played(id, 24);
            let mut replay = Replay::of_match(&running);
            let rolled = replay.actions().position(|action| action.is_roll()).unwrap();
            for to in [rolled, rolled + 1] {
                replay.go_to(to);
                let mut rig = Rig::new(screen, Session::from(replay.clone()));
                rig.session.background_match = Some(Box::new(played(id, 24)));
                (rig.settings.odds, rig.free_hands) = (true, true);
                rig.check(id);
                no_text_of_the_panel_covers_another(&rig, &format!("{id} after {to} at {screen:?}"));
                assert!(rig.reach_in_panel("More"), "{id} at {screen:?}");
            }
        }
    }
}

#[test]
fn the_reply_is_in_sight_whatever_the_panel_holds() {
    for screen in [WINDOWS[0], WINDOWS[1]] {
        let mut running = Match::new(setup("tactical")).unwrap();
        for step in 0..5_usize {
            let actions = running.game().actions();
            running.act(&actions[step * 7 % actions.len()]).unwrap();
        }
        let reply = running.game().boxed();
        let mut before = reply.boxed();
        let last = before.undo().unwrap();
        let words = before.describe(&last).unwrap();
        for note in [true, false] {
            let mut again = Match::new(setup("tactical")).unwrap();
            for action in running.game().played() {
                again.act(&action).unwrap();
            }
            let mut rig = Rig::new(screen, Session::from(again));
            if !note {
                rig.settings.notes_read.insert("tactical".into());
            }
            rig.check("a reserve, and the reply");
            assert!(rig.find(&words).is_some(), "{words}: {:?}", rig.seen());
        }
    }
}

#[test]
fn players_are_named_and_a_match_with_a_bot_pauses() {
    let seats = [Seat::Bot(Bot::Greedy), Seat::Bot(Bot::Level(2))];
    let running = Match::new(Setup { seats, ..setup("chess") }).unwrap();
    let mut rig = Rig::new(WINDOWS[0], Session::from(running));
    rig.check("bots");
    assert!(
        rig.position_of("Greedy").is_some() && rig.position_of(&Bot::Level(2).name()).is_some(),
        "{:?}",
        rig.seen()
    );
    rig.click("More");
    rig.click("Pause");
    assert!(matches!(rig.commands[..], [PlayerCommand::Pause(true)]), "{:?}", rig.commands);
    rig.paused = true;
    rig.commands.clear();
    rig.click("Resume");
    assert!(matches!(rig.commands[..], [PlayerCommand::Pause(false)]), "{:?}", rig.commands);
    let mut rig = Rig::new(WINDOWS[0], Session::from(played("chess", 2)));
    rig.check("people");
    rig.click("More");
    rig.check("the menu");
    assert!(rig.find("Pause").is_none() && rig.all_of("Human").len() == 2, "{:?}", rig.seen());
}

#[test]
fn a_win_against_a_bot_is_announced() {
    for (seats, loser, words) in [
        ([Seat::Human, Seat::Bot(Bot::Greedy)], Side::Black, "You win"),
        ([Seat::Human, Seat::Bot(Bot::Greedy)], Side::White, "Greedy wins"),
        ([Seat::Human; 2], Side::White, "Black wins"),
    ] {
        let mut running = Match::new(Setup { seats, ..setup("chess") }).unwrap();
        running.resign(loser).unwrap();
        let mut rig = Rig::new(WINDOWS[0], Session::from(running));
        rig.check("the end");
        assert!(rig.all_of(words).len() == 1, "{words}: {:?}", rig.seen());
    }
}

#[test]
fn the_faces_of_a_die_say_what_they_do_before_it_is_thrown() {
    let mut running = played("whack", 0);
    while !matches!(running.game().turn(), crate::engine::Turn::Chance(..)) {
        let action = running.game().actions()[0].clone();
        running.act(&action).unwrap();
    }
    for odds in [false, true] {
        let again = played("whack", 3);
        assert_eq!(again.game().played().len(), running.game().played().len());
        let mut rig = Rig::new(WINDOWS[1], Session::from(again));
        rig.settings.notes_read.insert("whack".into());
        rig.settings.odds = odds;
        rig.check("faces");
        let told = match odds {
            false => {
                ["🎲1 TIP: a section", "🎲2 AIM: turn one half", "🎲5 HOP: leave the board", "🎲6 WILD: a section"]
            }
            true => ["🎲1 TIP", "🎲2 AIM", "🎲5 HOP", "1/6"],
        };
        for words in told {
            assert!(rig.find(words).is_some(), "{words}: {:?}", rig.seen());
        }
    }
}

#[test]
fn the_table_is_saved_and_freed_by_buttons() {
    let mut rig = Rig::new(WINDOWS[0], Session::from(played("chess", 4)));
    rig.click("Menu");
    rig.click("Free hands");
    assert_eq!(rig.requests, [InputCommand::FreeHands]);
    for (words, request) in [("Save a picture", InputCommand::Picture), ("Film the table", InputCommand::Film)] {
        if words == "Film the table" && !crate::session::Filming::IS_POSSIBLE {
            continue;
        }
        rig.requests.clear();
        rig.click("Menu");
        rig.check("menu");
        rig.click(words);
        assert_eq!(rig.requests, [request]);
    }
    rig.click("Menu");
    rig.click("Save as PGN");
    assert!(matches!(&rig.commands[..], [PlayerCommand::SavePgn(files)] if files.is_empty()), "{:?}", rig.commands);
}

#[test]
fn behind_a_question_nothing_is_clicked() {
    let mut rig = Rig::new(WINDOWS[0], Session::from(played("chess", 4)));
    rig.check("match");
    let resign = at(&rig, "Resign");
    rig.state.messages.question = Some(Question::Leave(PlayerCommand::Continue("match.jsonl".into()).into()));
    rig.check("the question");
    let panels = rig.frame(Vec::new());
    assert!(panels.asks && panels.pointer && panels.cover(bevy::math::Vec2::new(300.0, 300.0)));
    rig.click_at(resign);
    rig.click_at(resign);
    assert!(
        rig.commands.is_empty() && matches!(rig.state.messages.question, Some(Question::Leave(_))),
        "{:?}",
        rig.commands
    );
    rig.click("Play on");
    assert!(rig.state.messages.question.is_none() && !rig.frame(Vec::new()).asks);
}

#[test]
fn a_clock_is_chosen_by_a_click() {
    let mut rig = Rig::new(WINDOWS[1], Session::default());
    rig.click("Play with clocks");
    rig.click("3+2");
    rig.check("clocks");
    assert!(rig.find("minutes each").is_some());
    let clock = rig.state.new_match.form.setup().unwrap().clock.unwrap();
    assert_eq!((clock.start.as_secs(), clock.increment.as_secs()), (180, 2));
    // The seed is hidden at first.
    assert!(rig.find("Seed").is_none());
    rig.click("More");
    rig.check("more");
    assert!(rig.reach("Seed"));
}
