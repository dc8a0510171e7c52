//! Tests of the accessibility tree: everything in it has a name, and whole matches are played by it
//! alone.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use bevy_egui::egui::accesskit::{Action, ActionRequest, Live, Node, NodeId, Role, TreeId};
use bevy_egui::egui::{self, vec2};

use super::rig::{Rig, SCREENS, played};
use crate::engine::{Reason, Side};
use crate::games;
use crate::play::{AnalysedGame, Match, Replay};
use crate::session::{self, AnalysisBoard, Notification, Session};
use crate::ui::state::rules_view::RulesView;
use crate::ui::words;

/// The text of a node, as a screen reader speaks it.
fn name(node: &Node) -> &str {
    let spoken = match node.role() {
        Role::Label => node.value(),
        Role::TextInput => node.label().or_else(|| node.placeholder()),
        _ => node.label(),
    };
    spoken.unwrap_or_default()
}

/// A user who knows only the accessibility tree, and acts only through it.
struct Reader {
    app: App,
    rig: Rig,
    notifications: bevy::ecs::message::MessageCursor<Notification>,
    /// The announcements so far.
    heard: Vec<String>,
}

impl Reader {
    fn new() -> Reader {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, session::plugin))
            .insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(250)));
        let notifications = app.world().resource::<Messages<Notification>>().get_cursor_current();
        let rig = Rig::new(SCREENS[0], Session::default());
        rig.ctx.enable_accesskit();
        Reader { app, rig, notifications, heard: Vec::new() }
    }

    /// Draws a frame of the panels with the session of the app, and then advances the session.
    fn frame(&mut self, events: Vec<egui::Event>) {
        let (rig, world) = (&mut self.rig, self.app.world_mut());
        let told = Notification::merged(self.notifications.read(world.resource::<Messages<Notification>>()));
        rig.state.messages.notification = told.or(rig.state.messages.notification.take());
        std::mem::swap(world.resource_mut::<Session>().bypass_change_detection(), &mut rig.session);
        rig.frame(events);
        std::mem::swap(world.resource_mut::<Session>().bypass_change_detection(), &mut rig.session);
        for command in rig.commands.drain(..) {
            rig.state.messages.notification = None;
            world.write_message(command);
        }
        self.app.update();
        let live = self.rig.nodes().iter().find(|(_, node)| node.live() == Some(Live::Polite));
        if let Some((_, node)) = live
            && self.heard.last().is_none_or(|last| last != name(node))
        {
            self.heard.push(name(node).to_string());
        }
    }

    fn all(&self, role: Role) -> Vec<(NodeId, String)> {
        let nodes = self.rig.nodes().iter().filter(|(_, node)| node.role() == role && !node.is_disabled());
        nodes.map(|(id, node)| (*id, name(node).to_string())).collect()
    }

    fn find(&self, role: Role, words: &str) -> Option<NodeId> {
        let all = self.all(role);
        let equal = all.iter().find(|(_, name)| name == words);
        equal.or_else(|| all.iter().find(|(_, name)| name.contains(words))).map(|(id, _)| *id)
    }

    fn press(&mut self, target_node: NodeId) {
        let request = ActionRequest { action: Action::Click, target_tree: TreeId::ROOT, target_node, data: None };
        self.frame(vec![egui::Event::AccessKitActionRequest(request)]);
        self.frame(Vec::new());
    }

    fn press_button(&mut self, words: &str) {
        self.frame(Vec::new());
        let button = self.find(Role::Button, words);
        self.press(button.unwrap_or_else(|| panic!("no button {words}: {:?}", self.all(Role::Button))));
    }

    /// The buttons of the possible moves.
    fn moves(&self) -> Vec<(NodeId, String)> {
        self.all(Role::Button)
            .into_iter()
            .filter(|(_, name)| name.contains(": ") && !name.starts_with("Claim"))
            .collect()
    }

    fn running(&self) -> Option<&Match> {
        self.app.world().resource::<Session>().live_match()
    }
}

/// Plays a match of a game to its end by the tree alone: the person as White, a bot as Black.
fn plays_a_whole_match(game: &str) -> Reader {
    let info = games::info(game).unwrap();
    let mut reader = Reader::new();
    reader.rig.state.text.open = true;
    for _ in 0..3 {
        reader.frame(Vec::new());
    }
    reader.press_button(info.name);
    reader.frame(Vec::new());
    let black = reader.find(Role::ComboBox, "Black").expect("the player of Black is chosen from a list");
    reader.press(black);
    reader.press_button("Greedy");
    reader.press_button("Start");
    let begun = Instant::now();
    let mut step = 0_usize;
    while reader.running().is_none_or(|running| running.outcome().is_none()) {
        assert!(begun.elapsed() < Duration::from_secs(120), "after {step} steps: {:?}", reader.heard.last());
        reader.frame(Vec::new());
        if let Some(throw) = reader.find(Role::Button, "Throw the die") {
            reader.press(throw);
            continue;
        }
        let moves = reader.moves();
        if moves.is_empty() {
            std::thread::sleep(Duration::from_millis(1));
            continue;
        }
        step += 1;
        let capture = moves.iter().find(|(_, words)| words.contains('x') || words.contains("takes"));
        let (chosen, _) = capture.unwrap_or(&moves[step * 7919 % moves.len()]);
        reader.press(*chosen);
    }
    for _ in 0..3 {
        reader.frame(Vec::new());
    }
    reader
}

#[test]
fn whole_matches_are_played_by_the_accessibility_tree_alone() {
    for game in ["fluky", "tactical"] {
        let reader = plays_a_whole_match(game);
        let running = reader.running().unwrap();
        let reason = words::reason(running.outcome().unwrap().reason);
        assert!(reader.heard.iter().any(|text| text.contains(reason)), "{game}: {reason}: {:?}", reader.heard.last());
        assert!(reader.heard.len() > running.game().action_count() / 3, "{game}: {:?}", reader.heard);
        assert!(reader.find(Role::Heading, "Moves played").is_some() && reader.find(Role::Label, "Rank 1").is_some());
        assert!(reader.moves().is_empty(), "{game}: moves are offered after the end");
        if running.game().info().dice {
            assert!(reader.heard.iter().any(|text| text.contains("throw the die")), "{game}: {:?}", reader.heard);
        }
    }
}

#[test]
fn a_match_is_resigned_by_two_presses() {
    let mut reader = Reader::new();
    (reader.rig.state.text.open, reader.rig.state.panel.fold) = (true, Some(true));
    let running = played("chess", 0);
    *reader.app.world_mut().resource_mut::<Session>() = Session::from(running);
    reader.frame(Vec::new());
    reader.press_button("Resign");
    reader.frame(Vec::new());
    assert!(reader.running().unwrap().outcome().is_none());
    reader.press_button("Resign: press again to confirm");
    reader.frame(Vec::new());
    assert_eq!(reader.running().unwrap().outcome().map(|outcome| outcome.reason), Some(Reason::Resignation));
}

/// Controls without a name, in one screen.
fn unnamed(rig: &mut Rig) -> Vec<String> {
    rig.ctx.enable_accesskit();
    for _ in 0..4 {
        rig.frame(Vec::new());
    }
    let named = |node: &Node| name(node).chars().any(char::is_alphanumeric) || !node.labelled_by().is_empty();
    let controls = rig.nodes().iter().filter(|(_, node)| {
        let role = node.role();
        matches!(role, Role::Button | Role::CheckBox | Role::RadioButton | Role::TextInput | Role::Link)
            || matches!(role, Role::ComboBox | Role::Slider | Role::SpinButton)
    });
    controls.filter(|(_, node)| !named(node)).map(|(_, node)| format!("{:?} {:?}", node.role(), name(node))).collect()
}

#[test]
fn every_control_has_a_name() {
    let game = || Session::from(played("fluky", 20));
    let replay = || Session::from(Replay::of_match(&played("fluky", 20)));
    let board = || {
        let game = games::begin(games::info("chess").unwrap(), Default::default(), None).unwrap();
        Session::from(AnalysisBoard::new(AnalysedGame::of_game(&*game).unwrap()).unwrap())
    };
    let mut faults = Vec::new();
    let mut look = |what: &str, session: Session, set: &dyn Fn(&mut Rig)| {
        let mut rig = Rig::new((vec2(1280.0, 800.0), 100), session);
        set(&mut rig);
        faults.extend(unnamed(&mut rig).into_iter().map(|fault| format!("{what}: {fault}")));
    };
    look("start screen", Session::default(), &|_| {});
    look("match", game(), &|_| {});
    look("folded panel", game(), &|rig| rig.state.panel.fold = Some(true));
    look("replay", replay(), &|_| {});
    look("analysis board", board(), &|_| {});
    look("new match", game(), &|rig| rig.state.new_match.open = true);
    look("options", game(), &|rig| rig.state.options.open = true);
    look("keys", game(), &|rig| rig.state.help.open = true);
    look("ledger", game(), &|rig| rig.state.ledger.open = true);
    look("rules", game(), &|rig| rig.state.rules.0 = Some(RulesView::of(games::info("fluky").unwrap())));
    look("play online", Session::default(), &|rig| rig.state.online.open = true);
    look("text", game(), &|rig| rig.state.text.open = true);
    look("question", game(), &|rig| {
        rig.state.messages.question = Some(crate::ui::state::ui_command::Question::Resign(Side::White));
    });
    look("message", game(), &|rig| rig.state.messages.notification = Some(super::rig::long_told()));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
