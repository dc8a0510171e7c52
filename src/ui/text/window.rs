//! The window with the text of the table.

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::accesskit::{Live, Role};
use bevy_egui::egui::{Button, Label, ScrollArea, Sense, Ui, vec2};

use crate::session::PlayerCommand;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::messages::UiMessages;
use crate::ui::state::text_view::{Described, TextView};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::table_text::{self, Description, SessionCommand, TextChoice, TextCommand, commands, sentences};
use crate::ui::{theme, words};

/// Draws the window if it is open and a game is on the table. It announces the latest notification.
pub fn window(frame: Res<UiFrame>, mut view: ResMut<TextView>, messages: Res<UiMessages>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    if !view.open || cx.session.game().is_none() {
        return;
    }
    let notification = messages.notification.as_ref().map(|notification| notification.text.clone());
    let mut open = true;
    let (window, room) = theme::window(ctx, "Text view", &mut open, free);
    let size = room.min(vec2(480.0, 900.0));
    window.default_pos(free.min + vec2(18.0, 30.0)).default_size(size).show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| view.show(ui, notification, cx));
    });
    view.open = open;
}

impl TextView {
    fn show(&mut self, ui: &mut Ui, notification: Option<String>, cx: &mut UiContext) {
        let commands = cx.session.live_match().map(|running| commands(running, cx.room.on_table())).unwrap_or_default();
        let now = Described {
            revision: cx.history.revision(),
            sentence: table_text::sentence(cx.session),
            commands: commands.iter().map(|command| command.words.clone()).collect(),
        };
        let now = match self.known.take() {
            Some((state, known)) if state == now => (state, known),
            _ => {
                self.sure = false;
                (now, Description::of(cx.session, cx.room))
            }
        };
        self.announce(notification, cx);
        self.status(ui, &now.1, cx);
        self.commands(ui, commands, cx);
        self.actions(ui, &now, cx);
        list(ui, "Position", &now.1.position);
        list(ui, "Moves played", &now.1.played);
        self.known = Some(now);
    }

    fn announce(&mut self, notification: Option<String>, cx: &UiContext) {
        let mut texts = self.announcer.changes(cx.session, cx.room);
        if notification != self.notification {
            texts.extend(notification.as_deref().map(words::capital));
            self.notification = notification;
        }
        if !texts.is_empty() {
            self.announced = sentences(&texts);
        }
    }

    /// The game, the side to act, announcements, players and clocks.
    fn status(&mut self, ui: &mut Ui, now: &Description, cx: &UiContext) {
        let sentence = format!("{}. {}", now.game, now.sentence);
        let response = ui.add(Label::new(theme::title(sentence)).wrap().sense(Sense::focusable_noninteractive()));
        if std::mem::take(&mut self.returns) {
            response.request_focus();
        }
        let announced = ui.add(Label::new(self.announced.as_str()).wrap());
        ui.ctx().accesskit_node_builder(announced.id, |node| node.set_live(Live::Polite));
        let clocks = table_text::clocks(cx.session, cx.room, &cx.clock);
        for line in now.players.iter().chain(&now.notices).chain(clocks.iter().flatten()) {
            ui.add(Label::new(line.as_str()).wrap());
        }
    }

    /// A button for each command. Those that end the match have to be pressed twice.
    fn commands(&mut self, ui: &mut Ui, commands: Vec<TextCommand>, cx: &mut UiContext) {
        for command in commands {
            let words = match self.sure && command.is_final() {
                true => format!("{}: press again to confirm", command.words),
                false => command.words.clone(),
            };
            if !ui.add(Button::new(words).wrap()).clicked() {
                continue;
            }
            if command.is_final() && !std::mem::replace(&mut self.sure, true) {
                continue;
            }
            self.returns = true;
            match command.effect {
                SessionCommand::Player(command) => cx.commands.push(command),
                SessionCommand::Room(command) => cx.room_commands.push(command),
            }
        }
    }

    /// The faces of the die that is due, or a button for each legal action.
    fn actions(&mut self, ui: &mut Ui, (state, now): &(Described, Description), cx: &mut UiContext) {
        list(ui, "Faces of the die", &now.faces);
        if now.actions.is_empty() {
            return;
        }
        heading(ui, "Possible moves");
        // A press that comes too late for this position plays nothing in the next.
        ui.push_id(state.revision, |ui| {
            for TextChoice { value, words } in &now.actions {
                if ui.add(Button::new(words.as_str()).wrap()).clicked() {
                    cx.commands.push(PlayerCommand::Act(value.as_str().into()));
                    self.returns = true;
                }
            }
        });
    }
}

fn list(ui: &mut Ui, title: &str, lines: &[String]) {
    if !lines.is_empty() {
        heading(ui, title);
    }
    for line in lines {
        ui.add(Label::new(line.as_str()).wrap());
    }
}

fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(8.0);
    let response = ui.label(theme::title(words));
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Heading);
        node.set_label(words);
    });
}
