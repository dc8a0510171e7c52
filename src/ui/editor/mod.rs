//! The editor: a window for setting up any position of a game, to play or analyse it.

mod board;
mod men;

#[cfg(test)]
mod tests;

use bevy::prelude::{Res, ResMut};
use bevy_egui::egui::{
    self, Button, Label, Response, RichText, ScrollArea, Sense, TextEdit, TextStyle, Ui, Vec2, vec2,
};

use crate::engine::{Cell, Look, Side};
use crate::play::AnalysedGame;
use crate::session::{BoardCommand, InputCommand, PlayerCommand};
use crate::ui::hints::Hints;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::position_draft::{OpenEditor, PositionDraft};
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme::row;
use crate::ui::{theme, words};
use board::BoardTouch;

/// The width of the column beside the board, logical pixels.
const TOOLS: f32 = 294.0;

/// The height of the text field and its error, logical pixels.
const TEXT: f32 = 104.0;

/// The height of the line under the board, logical pixels.
const WORDS: f32 = 30.0;

/// The edge length of a palette button, logical pixels.
const CHOICE: f32 = 33.0;

/// The minimum width and height of the board, logical pixels.
const BOARD: f32 = 240.0;

/// The origin of a match that begins from a position set up here.
const ORIGIN: &str = "From the position editor.";

/// A button's request.
enum EditorRequest {
    /// Copy the position.
    Copy,
    /// Paste the position from the clipboard.
    Paste,
    /// Begin a match from the position.
    Play,
    /// Open the position on an analysis board.
    Analyse,
}

/// Draws the editor if it is open.
pub fn window(frame: Res<UiFrame>, mut editor: ResMut<OpenEditor>, mut params: UiParams) {
    let Some(draft) = &mut editor.0 else { return };
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let hints = cx.hints();
    let mut open = true;
    let title = format!("Set up a position of {}", draft.base().info().name);
    let (window, room) = theme::window(ctx, title, &mut open, free);
    let window = window.resizable(false);
    let size = room.min(vec2(1000.0, 780.0));
    let shown = window.default_pos(free.center() - size / 2.0).default_size(size).show(ctx, |ui| {
        // The text is below the scroll area, so that its error is always visible.
        let height = (ui.available_height() - TEXT).max(60.0);
        let area = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
        let wanted = area.show(ui, |ui| contents(ui, draft, height, hints)).inner;
        text(ui, draft);
        wanted
    });
    let wanted = shown.and_then(|shown| shown.inner.flatten());
    // Analysing may first ask whether to leave the match, and closes the editor then.
    open &= !matches!(wanted, Some(EditorRequest::Play));
    if let Some(wanted) = wanted {
        carry_out(wanted, draft, cx);
    }
    if !open {
        editor.0 = None;
    }
}

fn carry_out(wanted: EditorRequest, draft: &PositionDraft, cx: &mut UiContext) {
    match (wanted, draft.checked()) {
        (EditorRequest::Copy, _) => cx.ui_commands.push(UiCommand::Copy),
        (EditorRequest::Paste, _) => cx.ui_commands.push(UiCommand::Paste),
        (EditorRequest::Play, Ok(game)) => cx.ui_commands.push(UiCommand::BeginFrom(game.boxed(), ORIGIN)),
        (EditorRequest::Analyse, Ok(game)) => match AnalysedGame::of_game(game) {
            Ok(analysed) => cx.leave_by(PlayerCommand::Board(BoardCommand::Open(Box::new(analysed)))),
            Err(error) => cx.notifications.push(error.into()),
        },
        (EditorRequest::Play | EditorRequest::Analyse, Err(_)) => {}
    }
}

/// Draws the board with the tools beside it, or below it in a narrow window.
fn contents(ui: &mut Ui, draft: &mut PositionDraft, height: f32, hints: Hints) -> Option<EditorRequest> {
    let width = ui.available_width();
    let gap = 16.0;
    let mut wanted = None;
    if width < BOARD + gap + TOOLS {
        let edge = width.min(height).max(BOARD.min(width));
        board(ui, draft, vec2(width, edge), hints);
        wanted = tools(ui, draft, hints);
    } else {
        let room = vec2(width - gap - TOOLS, (height - WORDS).max(BOARD));
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            ui.vertical(|ui| {
                ui.set_width(room.x);
                board(ui, draft, room, hints);
            });
            ui.vertical(|ui| {
                ui.set_width(TOOLS);
                ui.spacing_mut().item_spacing.x = 8.0;
                wanted = tools(ui, draft, hints);
            });
        });
    }
    wanted
}

fn board(ui: &mut Ui, draft: &mut PositionDraft, room: Vec2, hints: Hints) {
    let (hovered, touch) = ui.vertical_centered(|ui| board::show(ui, draft, room)).inner;
    match touch {
        Some(BoardTouch::Put(cell)) => draft.put(cell),
        Some(BoardTouch::Remove(cell)) => draft.remove(cell),
        Some(BoardTouch::Carry(from, to)) => draft.carry(from, to),
        None => {}
    }
    let words = hovered.map_or_else(
        || {
            let mouse = "A click places a piece, or removes it; a right click removes, a drag moves.";
            hints.text(mouse, "A tap places a piece, or removes it; a drag moves.").to_string()
        },
        |cell| cell_label(draft, cell),
    );
    ui.add(Label::new(theme::muted(words)).wrap());
}

/// The name of a cell, and of its piece.
fn cell_label(draft: &PositionDraft, cell: Cell) -> String {
    let name = draft.layout().cells.get(cell.index()).map_or("", |cell| &cell.name);
    match draft.at(cell) {
        Some(piece) => format!("{name}: {}", heading(draft, piece.side, &piece.look)),
        None => format!("{name}: empty"),
    }
}

/// The name of a piece. Pyramids add their sizes, the lowest first, because several stacks share a
/// name.
fn heading(draft: &PositionDraft, side: Option<Side>, look: &Look) -> String {
    let name = words::piece_heading(draft.base(), side, look);
    match look {
        Look::Pyramids(sizes) => format!("{name}: {}", sizes.iter().map(ToString::to_string).collect::<String>()),
        _ => name,
    }
}

/// Draws the palette, the side to move, and the buttons.
fn tools(ui: &mut Ui, draft: &mut PositionDraft, hints: Hints) -> Option<EditorRequest> {
    palette(ui, draft);
    let info = draft.base().info();
    ui.horizontal_wrapped(|ui| {
        let mut side = draft.side();
        for own in Side::BOTH {
            theme::choice(ui, &mut side, own, &format!("{} to move", info.side(own)));
        }
        draft.set_side(side);
    });
    let mut wanted = None;
    row(ui, 4, |ui, size| {
        if ui.add_sized(size, Button::new("Clear")).on_hover_text("Takes everything off the board").clicked() {
            draft.clear();
        }
        if ui.add_sized(size, Button::new("Start")).on_hover_text("The usual start of the game").clicked() {
            draft.restart();
        }
        if ui
            .add_sized(size, Button::new("Copy"))
            .on_hover_text(hints.keyed("Copies the position", InputCommand::Copy))
            .clicked()
        {
            wanted = Some(EditorRequest::Copy);
        }
        if ui
            .add_sized(size, Button::new("Paste"))
            .on_hover_text(hints.keyed("Opens a copied position", InputCommand::Paste))
            .clicked()
        {
            wanted = Some(EditorRequest::Paste);
        }
    });
    ui.add_enabled_ui(draft.checked().is_ok(), |ui| {
        let words = "Starts a match from this position; you choose the players";
        if theme::main_button(ui, "Play from here").on_hover_text(words).clicked() {
            wanted = Some(EditorRequest::Play);
        }
        let words = "Opens an analysis board: both sides move freely, and all lines are kept";
        if theme::wide_button(ui, "", "Analyse", false).on_hover_text(words).clicked() {
            wanted = Some(EditorRequest::Analyse);
        }
    });
    wanted
}

/// Draws the palette, grouped by side.
fn palette(ui: &mut Ui, draft: &mut PositionDraft) {
    let owners: Vec<_> = draft.palette().iter().map(|(side, _)| *side).collect();
    let mut first = 0;
    for group in owners.chunk_by(|a, b| a == b) {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(4.0, 4.0);
            for index in first..first + group.len() {
                if choice(ui, draft, index).clicked() {
                    draft.choose(index);
                }
            }
        });
        first += group.len();
    }
}

/// A palette button with the figure of a piece.
fn choice(ui: &mut Ui, draft: &PositionDraft, index: usize) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(CHOICE), Sense::click());
    let Some((side, look)) = draft.palette().get(index) else { return response };
    let chosen = draft.chosen() == index;
    let name = heading(draft, *side, look);
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::Button, true, chosen, &name));
    let visuals = ui.style().interact_selectable(&response, chosen);
    let (fill, edge) = match chosen {
        true => (theme::CHOSEN, egui::Stroke::new(2.0, theme::BRASS)),
        false => (visuals.weak_bg_fill, visuals.bg_stroke),
    };
    ui.painter().rect(rect, visuals.corner_radius, fill, edge, egui::StrokeKind::Inside);
    men::draw(ui.painter(), rect.center(), 0.4 * CHOICE, draft.base().info(), *side, look);
    if let Look::Pyramids(sizes) = look {
        let (points, at) = (sizes.iter().sum::<u8>(), rect.right_top() + vec2(-4.0, 1.0));
        ui.painter().text(at, egui::Align2::RIGHT_TOP, points, egui::FontId::proportional(11.0), theme::MUTED);
    }
    response.on_hover_text(name)
}

/// Draws the text field of the position, and its error.
fn text(ui: &mut Ui, draft: &mut PositionDraft) {
    ui.label(theme::title("The position as text"));
    let mut text = draft.text().to_string();
    let field = TextEdit::singleline(&mut text).font(TextStyle::Monospace).desired_width(f32::INFINITY);
    let field = ui.add(field.char_limit(1000));
    theme::label(&field, "The position as text");
    if field.changed() {
        draft.type_text(text);
    }
    let words = match draft.checked() {
        Ok(_) => RichText::new("This position can be played from.").color(theme::MUTED),
        Err(words) => RichText::new(words).color(theme::ALARM),
    };
    ui.add(Label::new(words.size(theme::SMALL)).wrap());
}
