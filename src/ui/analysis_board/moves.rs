//! The move tree.

use bevy_egui::egui::{Align, Button, Label, Response, RichText, ScrollArea, Ui, vec2};

use crate::play::NodeId;
use crate::session::{AnalysisBoard, BoardCommand, InputCommand, PlayerCommand};
use crate::ui::state::cached::Cached;
use crate::ui::state::outline::{OutlineItem, OutlineRow, TreeOutline};
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The indent of a variation per level, and its maximum, logical pixels.
const INDENT: f32 = 14.0;
const MAX_INDENT: f32 = 70.0;

/// Draws the tree. A click goes to the clicked point.
pub fn show(ui: &mut Ui, board: &AnalysisBoard, outline: &mut Cached<TreeOutline>, cx: &mut UiContext) {
    let outline = outline.get(board.revision(), || TreeOutline::of(board.tree(), &*board.running().game().after(0)));
    let key = ui.id().with("current");
    let now = Some((board.at(), board.revision()));
    let moved = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(key), now)) != now;
    ScrollArea::vertical().id_salt("tree").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        if outline.rows.is_empty() {
            ui.add(Label::new(theme::muted("Play moves for either side. All lines are kept here.")).wrap());
        }
        for line in &outline.rows {
            row(ui, line, board, moved, cx);
        }
    });
}

fn row(ui: &mut Ui, row: &OutlineRow, board: &AnalysisBoard, moved: bool, cx: &mut UiContext) {
    let indent = (INDENT * row.depth as f32).min(MAX_INDENT);
    ui.horizontal(|ui| {
        ui.add_space(indent);
        let edge = ui.cursor().left() - 6.0;
        let shown = ui
            .horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(1.0, 1.0);
                ui.spacing_mut().button_padding = vec2(4.0, 1.0);
                ui.spacing_mut().interact_size.y = 22.0;
                for item in &row.items {
                    part(ui, item, row.depth, board, moved, cx);
                }
            })
            .response
            .rect;
        if row.depth > 0 {
            ui.painter().vline(edge, shown.y_range(), (1.5, theme::EDGE));
        }
    });
}

fn part(ui: &mut Ui, item: &OutlineItem, depth: usize, board: &AnalysisBoard, moved: bool, cx: &mut UiContext) {
    match item {
        OutlineItem::Number(number) => {
            ui.label(theme::muted(number));
        }
        OutlineItem::Comment(words) => {
            ui.add(Label::new(RichText::new(format!("{words} ")).size(theme::SMALL).color(theme::BRASS)).wrap());
        }
        OutlineItem::Move { id, text, words } => {
            let shown = *id == board.at();
            let size = if depth == 0 { theme::BODY } else { theme::SMALL };
            let colour = if depth == 0 || shown { theme::TEXT } else { theme::MUTED };
            let text = if cx.settings.figurines { words::figurines(text) } else { text.clone() };
            let button = Button::selectable(shown, RichText::new(text).size(size).color(colour));
            let response = ui.add(button).on_hover_text(words);
            if response.clicked() {
                cx.commands.push(PlayerCommand::Board(BoardCommand::GoTo(*id)));
            }
            menu(&response, *id, board, cx);
            if shown && moved {
                response.scroll_to_me(Some(Align::Center));
            }
        }
    }
}

/// Adds the context menu of a move.
fn menu(response: &Response, id: NodeId, board: &AnalysisBoard, cx: &mut UiContext) {
    response.context_menu(|ui| {
        let branches = board.tree().branch_point(id).is_some();
        let promote = cx.keyed("Make it the main line", InputCommand::PromoteVariation);
        if ui.add_enabled(branches, Button::new(promote)).clicked() {
            cx.commands.push(PlayerCommand::Board(BoardCommand::Promote(id)));
            ui.close();
        }
        if ui.button("Delete from here").clicked() {
            cx.commands.push(PlayerCommand::Board(BoardCommand::Remove(id)));
            ui.close();
        }
    });
}
