//! The list of keys.

use bevy_egui::egui::{self, Align2, Grid, Rect, RichText, ScrollArea, vec2};

use super::theme;
use super::ui_state::UiState;

/// Every key and what it does.
pub const KEYS: [(&str, &str); 45] = [
    ("Arrow keys", "move the cursor; in a replay, step; on the start screen, choose a game"),
    ("Enter", "pick up the piece under the cursor, or put it down; on the start screen, begin"),
    ("1 to 9", "choose from a list, or how much of a stack to lift"),
    ("Page Up, Down", "let the digits stand for the next nine of a long list"),
    ("P", "take the next piece of the reserve"),
    ("B", "preview the next change of the board, with Shift the previous one; Enter makes it"),
    ("Space", "throw the die, or skip the animation; in a replay, play or pause"),
    ("Escape", "let go, or close what is open"),
    ("M or /", "type an action; Enter plays it"),
    ("U", "take back"),
    ("F", "view from the other side"),
    ("V", "next view"),
    ("T", "view from above"),
    ("N", "new match"),
    ("R", "rules"),
    ("H or F1", "this list"),
    ("O", "options"),
    ("+ and -", "faster, slower"),
    ("Control", "with arrow keys, turns the view, with Shift as well moves it; with + and -, zooms"),
    (
        "Control and C, V",
        "copy the text of the position shown; begin a match from the one on the clipboard, of whatever game it is",
    ),
    ("S", "sounds on or off"),
    ("I", "hint: shows the best action"),
    ("E", "evaluation bar: who is likely to win"),
    ("C", "graph of the match, ply by ply"),
    ("F2", "ledger of the dice: every throw of the match, and how often each face came"),
    ("W", "what was that? Shows the last turn again"),
    ("Y", "yes: confirms what you are asked"),
    ("Q", "the bot that is thinking moves now"),
    (", and .", "look back at earlier positions, step by step, and forward; a match goes on meanwhile"),
    ("Z", "bookmark the point shown, or remove the bookmark; a comment goes into the field beside it"),
    ("Home, End", "go to the start, or to the end: the match as it stands"),
    ("F9", "film the window, or stop; the film goes into your folder for pictures"),
    ("F12", "save a picture of the table, without the panel, in your folder for pictures"),
    ("F11", "full screen, or a window again"),
    ("Tab", "fold the panel away, or bring it back"),
    ("Shift and Tab", "move from button to button, then Tab as well; Space presses one, Escape leaves"),
    ("K", "ring the cell under the cursor, or remove the ring; Shift, Ctrl and Alt have other colours"),
    (
        "A",
        "begin an arrow at the cursor, and end it at another cell; in a replay, Shift and arrow keys move the cursor",
    ),
    ("X", "remove rings and arrows"),
    ("G", "free hands: grab, drag, throw and knock over what is on the table; again, or the next move, tidies up"),
    ("J", "shake the table; Shift and J flips the board over. The position does not change"),
    ("L", "what stacks are: under the pointer and on tall stacks, always, never"),
    (
        "D",
        "the camera follows matches between bots, and replays, or stops; also resumes after you have turned the view",
    ),
    (
        "Wheel",
        "zooms; with a stack in hand, how much of it to lift. Dragging a chip lifts it with everything on top of it",
    ),
    (
        "Mouse",
        "middle drag, or right drag beside the board, turns the view; Shift and middle drag moves it; a right click rings \
     a cell, a right drag draws an arrow, a click on the empty table removes them; a flick throws the die",
    ),
];

/// Draws the list, if it is open.
pub fn window(ctx: &egui::Context, free: Rect, state: &mut UiState) {
    if !state.help {
        return;
    }
    let (window, room) = theme::window("Keys", &mut state.help, free);
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
