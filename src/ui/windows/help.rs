//! The list of keys, generated from the key bindings.

use bevy::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{self, Align2, Grid, RichText, ScrollArea, vec2};

use crate::session::{ENTRIES, InputMap, Pointing};
use crate::ui::hints::Hints;
use crate::ui::state::frame::UiFrame;
use crate::ui::theme;

const MOUSE: [(&str, &str); 2] = [
    (
        "Wheel",
        "zooms; with a stack in hand, changes the number of chips lifted. Dragging a chip lifts it with everything on top of it",
    ),
    (
        "Mouse",
        "middle drag, or right drag beside the board, turns the view; Shift and middle drag moves it; a right click rings \
     a cell, a right drag draws an arrow, a click on the empty table removes them; a flick throws the die",
    ),
];

const HOLD: &str = "Hold";

/// The gestures of fingers.
const TOUCH: [(&str, &str); 5] = [
    ("Tap", "picks up a piece, and puts it down on a marked cell; a tap of the tray throws the die"),
    ("Drag", "moves a piece, or a section of the board; over the panel it scrolls"),
    ("Swipe", "from the die, throws it in that direction"),
    ("Two fingers", "turn the view, and zoom it by moving apart or together"),
    (HOLD, "half a second, then lift: rings the cell; then drag: draws an arrow to another cell"),
];

/// All gestures or keys with their commands.
pub fn lines(hints: Hints) -> Vec<(String, &'static str)> {
    match hints.pointing {
        Pointing::Mouse => keyboard_lines(hints.keys),
        Pointing::Touch => {
            // Only the page distinguishes a finger that is held.
            let hold = cfg!(all(target_arch = "wasm32", target_os = "unknown"));
            let lines = TOUCH.iter().filter(|(name, _)| hold || *name != HOLD);
            lines.map(|(name, does)| (name.to_string(), *does)).collect()
        }
    }
}

/// All keys with their commands.
pub fn keyboard_lines(keys: &InputMap) -> Vec<(String, &'static str)> {
    let keys = ENTRIES.iter().map(|entry| (keys.words(entry), entry.does));
    keys.chain(MOUSE.map(|(name, does)| (name.to_string(), does))).collect()
}

/// The title of the list, and the name of its buttons.
pub fn title(hints: Hints) -> &'static str {
    hints.text("Keys", "Gestures")
}

/// The window with the list.
#[derive(Resource, Default)]
pub struct HelpWindow {
    /// Whether it is open.
    pub open: bool,
}

/// Draws the list if it is open.
pub fn window(frame: Res<UiFrame>, mut help: ResMut<HelpWindow>, keys: Res<InputMap>, pointing: Res<Pointing>) {
    if !help.open {
        return;
    }
    let (ctx, free, hints) = (frame.ctx(), frame.room(), Hints { keys: &keys, pointing: *pointing });
    let (window, room) = theme::window(ctx, title(hints), &mut help.open, free);
    window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).default_height(room.y).show(
        ctx,
        |ui| {
            ScrollArea::vertical().show(ui, |ui| {
                Grid::new("keys").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
                    for (key, does) in lines(hints) {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The documentation contains the same list.
    #[test]
    fn the_page_on_controls_lists_every_key() {
        let keys = InputMap::default();
        let row = |entry| format!("| {} | {} |\n", keys.words(entry), entry.does);
        let table: String = ENTRIES.iter().map(row).collect();
        let page = include_str!("../../../docs/controls.md");
        assert!(page.contains(&table), "docs/controls.md lacks this list of keys:\n{table}");
    }
}
