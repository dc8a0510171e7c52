//! The list of keys.

use bevy_egui::egui::{self, Align2, Grid, Rect, RichText, ScrollArea, vec2};

use super::theme;
use super::ui_state::UiState;

/// Every key with what it does.
pub const KEYS: [(&str, &str); 32] = [
    ("Arrow keys", "point at a cell; in a replay: step; at the start: choose a game"),
    ("Enter", "take the piece pointed at, or put it there; at the start: begin"),
    ("1 to 9", "choose from a list, or how much of a stack to lift"),
    ("Page Up, Down", "let the digits stand for the next nine of a long list"),
    ("P", "take the next piece of the reserve"),
    ("B", "look at the next board that a change can make, Shift and B at the one before; Enter makes it"),
    ("Space", "throw the die, or skip what is being shown; in a replay: play or pause"),
    ("Escape", "let go, or close what is open"),
    ("M or /", "type an action; Enter plays it"),
    ("U", "take back"),
    ("F", "look from the other side"),
    ("V", "next view"),
    ("T", "look from above"),
    ("N", "new match"),
    ("R", "rules"),
    ("H or F1", "this list"),
    ("O", "options"),
    ("+ and -", "faster, slower"),
    ("Control", "with arrow keys turns the view, with Shift too shifts it; with + and - it zooms"),
    ("S", "sounds on or off"),
    ("Home, End", "in a replay: to the start, to the end"),
    ("F12", "save a picture"),
    ("Tab", "from button to button; Space presses one, Escape leaves"),
    ("K", "ring the cell pointed at, or take its ring away; Shift, Ctrl and Alt have colours of their own"),
    ("A", "begin an arrow at the cell pointed at, and end it at another; in a replay, Shift and arrow keys point"),
    ("X", "wipe out rings and arrows"),
    ("G", "free hands: grab, drag, throw and knock over whatever is on the table; again, or the next move, tidies up"),
    ("J", "shake the table; Shift and J flips the board over. The position stays what it is"),
    ("L", "heights of stacks: where you point and when tall, always, never"),
    ("D", "the camera follows matches of bots, and replays; also after you have turned the view yourself"),
    ("Wheel", "zooms; with a stack in hand, how much of it to lift; who drags a chip lifts it with what lies on it"),
    (
        "Mouse",
        "middle button, or right button beside the board, turns the view; Shift and middle button shifts it; a right click rings \
     a cell, a right drag draws an arrow, a click on the empty table wipes them out; a flick throws the die",
    ),
];

/// Draws the list, if it is open.
pub fn window(ctx: &egui::Context, free: Rect, desk: &mut UiState) {
    if !desk.help {
        return;
    }
    let (window, room) = theme::window("Keys", &mut desk.help, free);
    window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).default_height(room.y).show(
        ctx,
        |ui| {
            ScrollArea::vertical().show(ui, |ui| {
                Grid::new("keys").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
                    for (key, does) in KEYS {
                        ui.label(RichText::new(key).color(theme::BRASS));
                        ui.scope(|ui| {
                            ui.set_max_width((room.x - 180.0).min(420.0));
                            ui.add(egui::Label::new(does).wrap());
                        });
                        ui.end_row();
                    }
                });
            });
        },
    );
}
