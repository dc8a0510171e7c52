//! The window that creates, joins and lists rooms, and returns to unfinished matches.

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{self, Align2, ComboBox, Label, RichText, ScrollArea, TextEdit, TextStyle, Ui, vec2};

use crate::engine::Side;
use crate::games;
use crate::play::Seat;
use crate::rooms::{ChatMode, ListedRoom, RoomLink, server_address};
use crate::session::{KeptRoom, RoomCommand, Settings};
use crate::ui::state::form::Form;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::new_match::NewMatch;
use crate::ui::state::online_form::{OnlineForm, RoomOpponent};
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::{theme, words};

/// The maximum width of the window, points.
const WIDTH: f32 = 520.0;

/// Draws the button that opens the window, and the one that continues the last match. `open`:
/// whether the window is open.
pub fn buttons(ui: &mut Ui, open: bool, cx: &mut UiContext) {
    // The start screen has its own buttons for this.
    if cx.session.game().is_none() {
        return;
    }
    if theme::wide_button(ui, "", "Play online …", open).clicked() {
        cx.ui_commands.push(UiCommand::Toggle(UiWindow::Online));
    }
    if let Some(kept) = left(cx)
        && theme::wide_button(ui, "", &format!("Continue {}, online", summary(kept)), false).clicked()
    {
        let join = kept.link().map(RoomCommand::Join);
        join.into_iter().for_each(|join| cx.leave_by(join));
    }
}

/// The last match that the user left.
pub fn left<'a>(cx: &UiContext<'a>) -> Option<&'a KeptRoom> {
    cx.kept_rooms.rooms().iter().find(|kept| !kept.game.is_empty() && !is_joined(kept, cx))
}

/// Draws the window if it is open. It is hidden while a joined room waits for its match. A new room
/// has the game and clock of the form.
pub fn window(frame: Res<UiFrame>, mut online: ResMut<OnlineForm>, new_match: Res<NewMatch>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let (online, form) = (&mut *online, &new_match.form);
    close_as_match_begins(online, cx);
    if !online.open || cx.room.joined().is_some_and(|_| cx.room.on_table().is_none()) {
        return;
    }
    let mut open = true;
    let (window, room) = theme::window(ctx, "Play online", &mut open, free);
    let size = vec2(room.x.min(WIDTH), room.y.min(660.0));
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).default_size(size);
    window.show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| contents(ui, online, form, cx));
    });
    online.open &= open;
}

/// Closes the windows over the table when the match of a room begins on it.
fn close_as_match_begins(online: &mut OnlineForm, cx: &mut UiContext) {
    let room = cx.room.on_table().map(|joined| &joined.state().link().room);
    if room == online.on_table.as_ref() {
        return;
    }
    if room.is_some() {
        online.open = false;
        cx.ui_commands.push(UiCommand::CloseForm);
    }
    online.on_table = room.cloned();
}

fn contents(ui: &mut Ui, online: &mut OnlineForm, form: &Form, cx: &mut UiContext) {
    error(ui, online.error.as_deref().or(cx.lobby.refused()));
    field(ui, "Your name", "Shown to other players", &mut cx.settings.player_name, 40);
    heading(ui, "Join a match");
    ui.horizontal(|ui| {
        let width = (ui.available_width() - 90.0).max(80.0);
        let hint = theme::muted("Paste the link of your invitation");
        let typed = ui.add(TextEdit::singleline(&mut online.link).hint_text(hint).desired_width(width));
        let entered = typed.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let ready = !online.link.trim().is_empty();
        let join = ui.add_enabled(ready, join_button(ready)).clicked();
        if join || entered && ready {
            self::join(online, cx);
        }
    });
    taken_seats(ui, cx);
    heading(ui, "Invite a player");
    create(ui, online, form, cx);
    heading(ui, "Watch");
    listed(ui, online, cx);
}

/// Draws an error, in a place of its own, so that nothing below moves.
fn error(ui: &mut Ui, error: Option<&str>) {
    let size = vec2(ui.available_width(), 2.0 * ui.text_style_height(&TextStyle::Body));
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_height(size.y);
        if let Some(error) = error {
            ui.add(Label::new(RichText::new(error).color(theme::ALARM)).wrap());
        }
    });
}

/// Highlighted if the field contains a link, because the user then wants to join.
fn join_button(ready: bool) -> egui::Button<'static> {
    let button = match ready {
        true => egui::Button::new(RichText::new("Join").strong().color(theme::BRASS_TEXT)).fill(theme::BRASS),
        false => egui::Button::new("Join"),
    };
    button.min_size(vec2(76.0, 0.0))
}

fn heading(ui: &mut Ui, words: &str) {
    ui.add_space(8.0);
    ui.separator();
    ui.label(RichText::new(words).size(18.0).color(theme::BRASS));
}

fn field(ui: &mut Ui, name: &str, hint: &str, text: &mut String, most: usize) {
    ui.horizontal(|ui| {
        ui.allocate_ui_with_layout(vec2(90.0, 20.0), egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_width(90.0);
            ui.label(name);
        });
        ui.add(TextEdit::singleline(text).hint_text(theme::muted(hint)).desired_width(f32::INFINITY).char_limit(most));
    });
}

fn join(online: &mut OnlineForm, cx: &mut UiContext) {
    match online.link.parse::<RoomLink>() {
        Ok(link) => {
            online.error = None;
            online.link.clear();
            cx.leave_by(RoomCommand::Join(link));
        }
        Err(error) => online.error = Some(words::capital(&error.to_string())),
    }
}

/// Lists the matches that the user has left.
fn taken_seats(ui: &mut Ui, cx: &mut UiContext) {
    let left: Vec<_> = cx.kept_rooms.rooms().iter().filter(|kept| !is_joined(kept, cx)).collect();
    if left.is_empty() {
        return;
    }
    heading(ui, "Your online matches");
    let mut wanted = None;
    for kept in left {
        let Some(link) = kept.link() else { continue };
        ui.horizontal_wrapped(|ui| {
            ui.label(summary(kept));
            let server = link.server.split_once("://").map_or(&*link.server, |(_, host)| host);
            ui.label(theme::muted(format!("on {server}")));
            if ui.button("Continue").clicked() {
                wanted = Some(RoomCommand::Join(link.clone()));
            }
            if ui.button("Forget").on_hover_text("Gives up your seat permanently").clicked() {
                wanted = Some(RoomCommand::Forget(link.clone()));
            }
        });
    }
    match wanted {
        Some(join @ RoomCommand::Join(_)) => cx.leave_by(join),
        other => cx.room_commands.extend(other),
    }
}

fn is_joined(kept: &KeptRoom, cx: &UiContext) -> bool {
    let joined = cx.room.joined().filter(|joined| !joined.connection().is_over());
    joined.is_some_and(|joined| kept.link().as_ref() == Some(joined.state().link()))
}

/// The game, the side and the opponent of a seat.
pub fn summary(kept: &KeptRoom) -> String {
    let info = games::info(&kept.game).ok();
    let game = info.map_or("A match", |info| info.name);
    let side = info.zip(kept.side).map_or_else(String::new, |(info, side)| format!(" as {}", info.side(side)));
    let against = kept.opponent.as_ref().map_or_else(String::new, |name| format!(" against {name}"));
    format!("{game}{side}{against}")
}

fn create(ui: &mut Ui, online: &mut OnlineForm, form: &Form, cx: &mut UiContext) {
    let info = form.info();
    let clock = match form.timed {
        true => format!("{} min + {} s per move", form.minutes, form.increment),
        false => "without clocks".to_string(),
    };
    let chosen = format!("{}, {clock}: as chosen for a new match.", info.name);
    ui.add(Label::new(chosen).wrap());
    ui.horizontal_wrapped(|ui| {
        ui.label("You play");
        for (side, name) in [(Some(Side::White), info.side(Side::White)), (Some(Side::Black), info.side(Side::Black))] {
            theme::choice(ui, &mut online.side, side, name);
        }
        theme::choice(ui, &mut online.side, None, "Random");
    });
    ui.horizontal_wrapped(|ui| {
        ui.label("against");
        let name = |seat: Seat| match seat {
            Seat::Human => "the invited player".to_string(),
            other => words::seat(other),
        };
        let RoomOpponent(chosen) = &mut online.opponent;
        let list = ComboBox::from_id_salt("opponent").selected_text(name(*chosen)).width(230.0);
        let list = list.show_ui(ui, |ui| {
            for seat in Seat::all() {
                ui.selectable_value(chosen, seat, name(seat));
            }
        });
        theme::label(&list.response, "Opponent");
    });
    ui.checkbox(&mut online.listed, "Public").on_hover_text("The server lists the room; anyone may watch");
    ui.checkbox(&mut online.serious, "Serious").on_hover_text(
        "No takebacks of throws. A player who is absent for two minutes, or does not move for ten minutes without a clock, can lose. \
         Otherwise the match waits.",
    );
    ui.horizontal_wrapped(|ui| {
        ui.label("Chat");
        for mode in ChatMode::ALL {
            theme::choice(ui, &mut online.chat, mode, &words::capital(&mode.to_string()));
        }
    });
    field(ui, "Server", Settings::SERVER, &mut cx.settings.server, 200);
    let busy = cx.lobby.is_creating();
    ui.add_enabled_ui(!busy, |ui| {
        let words = if busy { "Creating the room …" } else { "Create the room" };
        // A user with a link wants to join.
        let made = match online.link.trim().is_empty() {
            true => theme::main_button(ui, words),
            false => theme::wide_button(ui, "", words, false),
        };
        if made.clicked() {
            let made = server_address(&cx.settings.server).map_err(|error| error.to_string());
            match made.and_then(|server| Ok((server, online.room(form)?))) {
                Ok((server, (room, side))) => {
                    online.error = None;
                    cx.leave_by(RoomCommand::Create { server, room: Box::new(room), side });
                }
                Err(error) => online.error = Some(words::capital(&error)),
            }
        }
    });
}

/// The public rooms of the server.
fn listed(ui: &mut Ui, online: &mut OnlineForm, cx: &mut UiContext) {
    ui.horizontal_wrapped(|ui| {
        let words = if cx.lobby.is_listing() { "Loading …" } else { "Show the open rooms" };
        if ui.add_enabled(!cx.lobby.is_listing(), egui::Button::new(words)).clicked() {
            match server_address(&cx.settings.server) {
                Ok(server) => cx.room_commands.push(RoomCommand::List(server)),
                Err(error) => online.error = Some(words::capital(&error.to_string())),
            }
        }
        ui.label(theme::muted(format!("on {}", cx.settings.server)));
    });
    let Some((server, listed)) = cx.lobby.listed() else { return };
    match listed {
        Err(why) => drop(ui.add(Label::new(RichText::new(words::capital(why)).color(theme::ALARM)).wrap())),
        Ok([]) => drop(ui.label("No public matches right now.")),
        Ok(rooms) => {
            let mut watched = None;
            for room in rooms {
                ui.horizontal_wrapped(|ui| {
                    ui.label(listed_words(room));
                    if ui.button("Watch").clicked() {
                        watched = Some(RoomLink { server: server.to_string(), room: room.room.clone(), token: None });
                    }
                });
            }
            if let Some(link) = watched {
                cx.leave_by(RoomCommand::Join(link));
            }
        }
    }
}

fn listed_words(room: &ListedRoom) -> String {
    let game = games::info(&room.game).map_or(&*room.game, |info| info.name);
    let player = |side| {
        let name = room.names.of(side).clone().filter(|name| !name.is_empty());
        name.unwrap_or_else(|| match &**room.seats.of(side) {
            Seat::HUMAN => "somebody".to_string(),
            bot => format!("bot {bot}"),
        })
    };
    let unit = if room.actions == 1 { "action" } else { "actions" };
    format!("{game}: {} – {}, {} {unit}", player(Side::White), player(Side::Black), room.actions)
}
