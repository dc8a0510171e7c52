//! Nothing sticks out, at any size of the window and text.

use bevy_egui::egui::FontFamily;

use super::rig::{Rig, SCREENS, long_told, played};
use crate::engine::Side;
use crate::games;
use crate::session::{InputMap, PlayerCommand, Session};
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_command::Question;
use crate::ui::windows::help;
use crate::ui::words;

#[test]
fn every_match_fits_the_panel() {
    for screen in SCREENS {
        for info in games::ALL {
            for decisions in [0, 1, 2, 7, 40] {
                let what = format!("{} after {decisions} at {screen:?}", info.id);
                let running = played(info.id, decisions);
                let gestures = running.game().gestures();
                let mut rig = Rig::new(screen, Session::from(running));
                rig.check(&what);
                rig.state.messages.notification = Some(long_told());
                rig.state.messages.question = Some(Question::Resign(Side::White));
                for from in gestures.iter().filter_map(|(_, gesture)| gesture.from).take(4) {
                    rig.selection.held = Some(from);
                    rig.selection.choices = vec![("e7e8q".into(), "becomes a queen ".repeat(9)); 12];
                    rig.check(&what);
                }
            }
        }
    }
}

#[test]
fn the_ends_of_matches_and_offers_fit() {
    for screen in SCREENS {
        let mut running = played("tactical", 3);
        running.offer_draw(Side::White).unwrap();
        let mut rig = Rig::new(screen, Session::from(running));
        rig.check("offer");
        assert!(rig.find("Does Black accept?").is_some());
        let mut running = played("tactical", 3);
        running.resign(Side::White).unwrap();
        let mut rig = Rig::new(screen, Session::from(running));
        rig.check("resigned");
        assert!(rig.find("Black wins").is_some() && rig.find("Resignation").is_some());
    }
}

#[test]
fn the_start_screen_and_the_windows_fit() {
    for screen in SCREENS {
        for (index, info) in games::ALL.iter().enumerate() {
            let mut rig = Rig::new(screen, Session::default());
            rig.state.new_match.form.timed = true;
            rig.state.new_match.form.choose(index);
            rig.check(&format!("start screen of {} at {screen:?}", info.id));
            for words in [info.name, "Start (Enter)"] {
                assert!(rig.reach(words), "{words}, {} at {screen:?}: {:?}", info.id, rig.seen());
            }
        }
        for info in games::ALL {
            let mut rig = Rig::new(screen, Session::from(played(info.id, 0)));
            rig.state.rules.0 = Some(RulesView::of(info));
            rig.check(&format!("rules of {} at {screen:?}", info.id));
            rig.state.rules.0 = None;
            rig.state.help.open = true;
            rig.check("keys");
            rig.state.help.open = false;
            rig.state.options.open = true;
            rig.check("options");
            assert!(rig.find("Picture").is_some());
            rig.state.options.open = false;
            let Rig { state, session, .. } = &mut rig;
            state.new_match.open_form(session);
            state.new_match.form.seed = "not a number".into();
            rig.check("new match");
            for words in ["whole number", "Start (Enter)"] {
                assert!(rig.reach(words), "{words}, {} at {screen:?}: {:?}", info.id, rig.seen());
            }
        }
    }
}

#[test]
fn announcements_and_results_are_shown_over_the_table() {
    for screen in SCREENS {
        let mut running = played("whack", 12);
        running.resign(Side::White).unwrap();
        let mut rig = Rig::new(screen, Session::from(running));
        rig.announcement = Some("Ice rolls 2: aim\nFire's king on a3 is in check");
        for graph in [false, true] {
            rig.settings.graph = graph;
            rig.settings.evaluation_bar = true;
            rig.check("the end");
            for words in ["Ice rolls 2", "Rematch"] {
                assert!(rig.find(words).is_some(), "{words}, {graph}, {screen:?}: {:?}", rig.seen());
            }
        }
        rig.click("Rematch");
        let [PlayerCommand::Begin(setup)] = rig.commands.as_slice() else { panic!("{:?}", rig.commands) };
        assert_eq!(setup.info.id, "whack");
        rig.commands.clear();
        // A small bar has room for the first button only.
        if rig.find("Replay").is_none() {
            assert!(rig.reach_in_panel("More"), "{screen:?}");
            rig.click("More");
        }
        rig.click("Replay");
        assert!(matches!(rig.commands[..], [PlayerCommand::Review { actions: 0, run: true }]), "{:?}", rig.commands);
    }
}

#[test]
fn every_sign_has_a_glyph() {
    let mut rig = Rig::new(SCREENS[0], Session::default());
    rig.frame(Vec::new());
    let mut signs = format!("{}⏮⏴▶⏸⏵⏭×…•", words::DIE);
    signs.extend(games::DICE.iter().flat_map(|die| die.sides));
    signs.extend(help::keyboard_lines(&InputMap::default()).into_iter().map(|(key, _)| key));
    signs.extend(games::ALL.iter().flat_map(|info| [info.name, info.summary]));
    rig.ctx.fonts_mut(|fonts| {
        for family in [FontFamily::Proportional, FontFamily::Monospace] {
            let has = fonts.fonts.font(&family).characters().clone();
            for sign in signs.chars() {
                assert!(has.contains_key(&sign), "{sign:?} in {family:?}");
            }
        }
    });
}
