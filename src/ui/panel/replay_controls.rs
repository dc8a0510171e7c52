//! The controls of a replay: steps, the scrubber, and branching off into a new match.

use bevy_egui::egui::{Button, Label, Ui};

use crate::engine::{ActionText, Turn};
use crate::play::Replay;
use crate::session::{InputCommand, PlayerCommand, ScreenDirection};
use crate::ui::panel::scrubber;
use crate::ui::state::cached::{Cached, RollBranch, RollBranches};
use crate::ui::state::form::StartPosition;
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme::row;
use crate::ui::{theme, words};

/// Draws the scrubber, with the steps below it because its number of lanes varies.
pub fn show(ui: &mut Ui, replay: &Replay, cx: &mut UiContext) {
    scrubber::show(ui, cx);
    steps(ui, replay, cx);
}

fn steps(ui: &mut Ui, replay: &Replay, cx: &mut UiContext) {
    let (at, end) = (replay.at(), replay.len());
    let (sign, does) = if cx.running { ("⏸", "Pause") } else { ("▶", "Play") };
    let buttons = [
        ("⏮", "To the start", InputCommand::ToStart, PlayerCommand::Seek(0)),
        ("⏴", "Back", InputCommand::Go(ScreenDirection::Left), PlayerCommand::Seek(at.saturating_sub(1))),
        (sign, does, InputCommand::Space, PlayerCommand::Run(!cx.running)),
        ("⏵", "Forward", InputCommand::Go(ScreenDirection::Right), PlayerCommand::Seek((at + 1).min(end))),
        ("⏭", "To the end", InputCommand::ToEnd, PlayerCommand::Seek(end)),
    ];
    row(ui, buttons.len(), |ui, size| {
        for (sign, does, key, command) in buttons {
            let words = cx.keyed(does, key);
            let useless = matches!(command, PlayerCommand::Seek(to) if to == at);
            let clicked =
                ui.add_enabled_ui(!useless, |ui| theme::named(ui.add_sized(size, Button::new(sign)), words).clicked());
            if clicked.inner {
                cx.commands.push(command);
            }
        }
    });
}

/// Draws the buttons that begin a match from the position shown, or from the result of another
/// roll.
pub fn branches(ui: &mut Ui, replay: &Replay, rolls: &mut Cached<Option<RollBranches>>, cx: &mut UiContext) {
    let game = replay.game();
    ui.add_enabled_ui(!matches!(game.turn(), Turn::Over(_)), |ui| {
        let words = "Starts a match from this position; you choose the players";
        if theme::wide_button(ui, "", "Play from here", false).on_hover_text(words).clicked() {
            let at = cx.history.move_number(cx.history.plies_at(replay.at()));
            let words = format!("After move {at} of this match. Earlier positions do not count as repetitions.");
            cx.ui_commands.push(UiCommand::BranchOff(StartPosition { text: game.text(), words }));
        }
    });
    let words = cx.keyed(
        "Opens an analysis board from here: both sides move freely, and the match is not changed",
        InputCommand::AnalysisBoard,
    );
    if theme::wide_button(ui, "", "Analyse from here", false).on_hover_text(words).clicked() {
        cx.request(InputCommand::AnalysisBoard);
    }
    let rolls = rolls.get(cx.history.revision(), || roll_branches(replay));
    let Some(RollBranches { before, shown, faces }) = rolls else { return };
    ui.add(Label::new(theme::title(format!("{} What if it had shown …", words::DIE))).wrap());
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        for RollBranch { roll, meaning, over, text } in faces {
            let same = shown.as_ref() == Some(roll);
            let button = Button::selectable(same, words::roll(roll)).frame_when_inactive(true);
            let hint = match (same, *over) {
                (true, _) => format!("{meaning}: shown in the match"),
                (false, true) => format!("{meaning}: would have ended the match"),
                (false, false) => format!("{meaning}: starts a match from there"),
            };
            // Drawn as a widget, so that the row wraps.
            let response = ui.add_enabled(!same && !*over, button).on_hover_text(&hint).on_disabled_hover_text(&hint);
            if response.clicked() {
                let words = what_if(*before, roll, shown.as_deref(), cx);
                chosen = Some(StartPosition { text: text.clone(), words });
            }
        }
    });
    if let Some(start) = chosen {
        cx.ui_commands.push(UiCommand::BranchOff(start));
    }
}

/// The pending or latest roll, with the position after each face.
fn roll_branches(replay: &Replay) -> Option<RollBranches> {
    let mut before = replay.game().boxed();
    if !matches!(before.turn(), Turn::Chance(..)) {
        before.undo().filter(|last| last.is_roll())?;
    }
    let Turn::Chance(_, die) = before.turn() else { return None };
    let actions = before.action_count();
    let branch = |(symbol, _)| {
        let roll = ActionText::roll(symbol);
        let meaning = before.describe(&roll).unwrap_or_default();
        let mut after = before.boxed();
        after.apply(&roll).ok()?;
        Some(RollBranch { over: matches!(after.turn(), Turn::Over(_)), text: after.text(), roll, meaning })
    };
    let faces = die.outcomes().filter_map(branch).collect();
    Some(RollBranches { before: actions, shown: replay.actions().nth(actions).cloned(), faces })
}

/// The origin of a match that begins after another roll, for players.
fn what_if(before: usize, roll: &str, shown: Option<&str>, cx: &UiContext) -> String {
    let at = cx.history.move_number(cx.history.plies_at(before));
    let instead = shown.map_or(String::new(), |shown| format!(" instead of {}", words::roll(shown)));
    format!("The die shows {}{instead} in move {at} of this match.", words::roll(roll))
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Event, pos2};

    use super::*;
    use crate::bots::Bot;
    use crate::play::{Match, Seat, Setup};
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played, setup};

    /// A replay of a match of Fluky Chess, just after a roll.
    fn after_a_roll() -> Replay {
        let mut replay = Replay::of_match(&played("fluky", 30));
        let rolled = replay.actions().position(|action| action.is_roll()).unwrap();
        replay.go_to(rolled + 1);
        replay
    }

    fn begun(rig: &mut Rig) -> crate::play::Setup {
        rig.click("Start (Enter)");
        let Some(PlayerCommand::Begin(setup)) = rig.commands.last() else { panic!("{:?}", rig.commands) };
        setup.as_ref().clone()
    }

    #[test]
    fn a_match_begins_from_the_position_shown() {
        let replay = after_a_roll();
        let text = replay.game().text();
        let mut rig = Rig::new(SCREENS[1], Session::from(replay));
        rig.check("replay");
        rig.click("Play from here");
        rig.check("form");
        assert!(rig.find("After move 1 of this match").is_some(), "{:?}", rig.seen());
        let setup = begun(&mut rig);
        assert_eq!(setup.start.as_ref(), Some(&text));
        assert_eq!(crate::play::Match::new(setup).unwrap().game().text(), text);
    }

    #[test]
    fn whoever_continues_a_match_of_bots_takes_part() {
        let bots = Setup { seats: [Seat::Bot(Bot::Random); 2], ..setup("chess") };
        let replay = Replay::of_match(&Match::new(bots).unwrap());
        let mut rig = Rig::new(SCREENS[1], Session::from(replay));
        rig.check("replay");
        rig.click("Play from here");
        rig.check("form");
        assert_eq!(begun(&mut rig).seats, [Seat::Human, Seat::Bot(Bot::Random)]);
    }

    #[test]
    fn the_usual_start_can_be_chosen_instead() {
        let mut rig = Rig::new(SCREENS[1], Session::from(after_a_roll()));
        rig.check("replay");
        rig.click("Play from here");
        rig.check("form");
        rig.click("From the usual start instead");
        assert_eq!(begun(&mut rig).start, None);
    }

    #[test]
    fn another_roll_begins_another_match() {
        let replay = after_a_roll();
        let shown = replay.game().played().pop().unwrap();
        let mut before = replay.game().boxed();
        before.undo();
        let other = before.actions().into_iter().find(|action| *action != shown).unwrap();
        let mut rig = Rig::new(SCREENS[1], Session::from(replay));
        rig.check("replay");
        let label = words::roll(&other);
        let at = rig.position_of(&label).unwrap_or_else(|| panic!("{:?}", rig.seen()));
        rig.click_at(at);
        rig.frame(Vec::new());
        assert!(rig.state.new_match.open && rig.state.new_match.form.start.as_ref().unwrap().words.contains(&label));
        let setup = begun(&mut rig);
        before.apply(&other).unwrap();
        assert_eq!(setup.start, Some(before.text()));
        assert!(rig.state.new_match.branch.as_ref().unwrap().words.contains(&words::roll(&shown)));
    }

    #[test]
    fn looking_back_says_so_and_returns() {
        for screen in SCREENS {
            let running = played("fluky", 8);
            let mut replay = Replay::of_match(&running);
            let end = replay.len();
            replay.go_to(2);
            let mut rig = Rig::new(screen, Session::from(replay));
            rig.session.background_match = Some(Box::new(running));
            rig.check("looking back");
            assert!(rig.find("the match continues").is_some(), "{:?}", rig.seen());
            rig.paused = true;
            rig.frame(Vec::new());
            assert!(rig.find("the match is paused").is_some(), "{:?}", rig.seen());
            assert!(rig.find("the match continues").is_none(), "{:?}", rig.seen());
            rig.click("Return to the match");
            assert!(matches!(&rig.commands[..], [PlayerCommand::Seek(to)] if *to == end), "{:?}", rig.commands);
        }
    }

    #[test]
    fn marks_say_what_they_are_and_are_clicked() {
        for screen in [SCREENS[1], (bevy_egui::egui::vec2(1600.0, 1200.0), 150)] {
            let mut rig = Rig::new(screen, Session::from(after_a_roll()));
            rig.check("replay");
            rig.ctx.all_styles_mut(|style| {
                style.interaction.tooltip_delay = 0.0;
                style.interaction.show_tooltips_only_when_still = false;
            });
            let label = rig.find("move 1 of").unwrap();
            let mut hints = Vec::new();
            for up in [15.0, 20.0, 25.0, 30.0, 35.0] {
                for across in (0..260).step_by(4) {
                    let at = pos2(label.x + across as f32, label.y - up);
                    rig.frame(vec![Event::PointerMoved(at)]);
                    rig.frame(Vec::new());
                    let hint = rig.seen().iter().find(|text| text.starts_with("Move ")).map(|hint| hint.to_string());
                    if let Some(hint) = hint.filter(|hint| !hints.contains(hint)) {
                        rig.commands.clear();
                        rig.click_at(at);
                        assert!(matches!(&rig.commands[..], [PlayerCommand::Seek(_)]), "{hint}: {:?}", rig.commands);
                        hints.push(hint);
                    }
                }
            }
            assert!(hints.iter().any(|hint| hint.contains("roll")), "{hints:?}");
            assert!(hints.iter().any(|hint| hint.contains("capture")), "{hints:?}");
        }
    }
}
