//! The panel at the right edge beside an analysis board.

use bevy::prelude::{Local, ResMut};
use bevy_egui::egui::containers::menu::MenuButton;
use bevy_egui::egui::{Align, Button, CentralPanel, Frame, Label, Layout, Panel, RichText, ScrollArea, Ui};

use super::point::{PointComment, comment, steps};
use super::{engine, faces, moves, terms};
use crate::engine::{Side, Turn};
use crate::play::BoardLink;
use crate::session::{AnalysisBoard, BoardCommand, InputCommand, Notification, PlayerCommand};
use crate::ui::panel::choices::ChoiceList;
use crate::ui::panel::panel_state::PanelState;
use crate::ui::panel::{choices, controls, home, side_panel};
use crate::ui::state::cached::Cached;
use crate::ui::state::form::StartPosition;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::outline::TreeOutline;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;
use crate::ui::theme::row;
use crate::ui::windows::help;

pub use super::point::toggle_bookmark;

/// The minimum height of the move tree, logical pixels.
const MOVES: f32 = 120.0;

/// The height for the pictures of boards, logical pixels.
const GALLERY: f32 = 250.0;

/// The state of the panel, besides the parts that the panel of a match also has.
#[derive(Default)]
pub struct AnalysisPanel {
    /// The rows of the move tree.
    pub outline: Cached<TreeOutline>,
    /// The comment being typed.
    pub comment: PointComment,
}

/// Draws the panel.
pub fn show(
    mut frame: ResMut<UiFrame>,
    mut own: Local<AnalysisPanel>,
    mut panel: ResMut<PanelState>,
    mut params: UiParams,
) {
    let (own, panel, cx) = (&mut *own, &mut *panel, &mut params.context());
    let Some(board) = cx.session.board() else { return };
    side_panel::panel(&mut frame.root, |ui| {
        if ui.available_height() < panel.controls_height + 2.5 * MOVES {
            ScrollArea::vertical().id_salt("board").auto_shrink(false).show(ui, |ui| {
                above(ui, board, &mut panel.choices, cx);
                ui.scope(|ui| {
                    ui.set_max_height(MOVES);
                    moves::show(ui, board, &mut own.outline, cx);
                });
                below(ui, board, &mut own.comment, panel, cx);
            });
            return;
        }
        Panel::bottom("controls").frame(Frame::new()).resizable(false).show_separator_line(false).show(ui, |ui| {
            ui.add_space(6.0);
            below(ui, board, &mut own.comment, panel, cx);
        });
        CentralPanel::no_frame().show(ui, |ui| {
            let most = ui.available_height() - MOVES;
            ScrollArea::vertical().id_salt("above").max_height(most).auto_shrink([false, true]).show(ui, |ui| {
                above(ui, board, &mut panel.choices, cx);
            });
            ui.separator();
            moves::show(ui, board, &mut own.outline, cx);
        });
    });
}

/// The position: the side to move, pending choices and the engine's lines.
fn above(ui: &mut Ui, board: &AnalysisBoard, list: &mut ChoiceList, cx: &mut UiContext) {
    let game = board.running().game();
    let info = game.info();
    ui.horizontal(|ui| {
        home::button(ui, cx);
        ui.heading(RichText::new("Analysis").color(theme::BRASS));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // The fold button is beside it.
            ui.label(theme::muted(info.name));
        });
    });
    let header = &board.analysed().header;
    if let Some(names) = &header.names {
        let name = |name: &Option<String>, side| name.clone().unwrap_or_else(|| info.side(side).into());
        let year = header.date.as_deref().and_then(|date| date.split('T').next());
        let words = [
            format!("{} – {}", name(&names.white, Side::White), name(&names.black, Side::Black)),
            year.unwrap_or_default().into(),
        ];
        ui.add(Label::new(theme::muted(words.join("  ").trim())).truncate());
    }
    faces::show(ui, board, cx);
    choices::show(ui, GALLERY, list, cx);
    engine::show(ui, board, cx);
    terms::show(ui, board);
}

/// The controls that are always visible.
fn below(ui: &mut Ui, board: &AnalysisBoard, draft: &mut PointComment, panel: &mut PanelState, cx: &mut UiContext) {
    let top = ui.cursor().top();
    controls::typing(ui, &mut panel.move_field, cx);
    comment(ui, board, draft, cx);
    steps(ui, board, cx);
    row(ui, 3, |ui, size| {
        let words = format!(
            "{}{}",
            cx.keyed("Saves the analysis as a match file", InputCommand::Save),
            board.file().map(|file| format!(": {}", file.display())).unwrap_or_default()
        );
        let changed = board.is_changed() || board.file().is_none();
        let save = ui.add_enabled_ui(changed, |ui| {
            ui.add_sized(size, Button::new(if changed { "Save" } else { "Saved ✔" })).on_hover_text(words).clicked()
        });
        if save.inner {
            cx.commands.push(PlayerCommand::Board(BoardCommand::Save));
        }
        share(ui, size, board, cx);
        let words = "Starts a match from this position; you choose the players";
        ui.add_enabled_ui(!matches!(board.running().game().turn(), Turn::Over(_)), |ui| {
            if ui.add_sized(size, Button::new("Play …")).on_hover_text(words).clicked() {
                let text = board.running().game().text();
                let words = "A position from the analysis board.".to_string();
                cx.ui_commands.push(UiCommand::BranchOff(StartPosition { text, words }));
            }
        });
    });
    row(ui, 4, |ui, size| {
        if ui.add_sized(size, Button::new("Rules")).clicked() {
            cx.open_rules(RulesView::of(board.running().game().info()));
        }
        if ui.add_sized(size, Button::new(help::title(cx.hints()))).clicked() {
            cx.ui_commands.push(UiCommand::Toggle(UiWindow::Help));
        }
        if ui.add_sized(size, Button::new("Options")).clicked() {
            cx.ui_commands.push(UiCommand::Toggle(UiWindow::Options));
        }
        if ui.add_sized(size, Button::new("Leave")).on_hover_text("Back to the start screen").clicked() {
            cx.leave_by(PlayerCommand::Leave);
        }
    });
    controls::views(ui, cx);
    panel.controls_height = ui.cursor().top() - top;
}

/// The menu for sharing the analysis with people and other programs.
fn share(ui: &mut Ui, size: bevy_egui::egui::Vec2, board: &AnalysisBoard, cx: &mut UiContext) {
    MenuButton::from_button(Button::new("Share …").min_size(size)).ui(ui, |ui| {
        if ui
            .button("Copy as text")
            .on_hover_text("The whole analysis as one line, to paste here or to use as a link")
            .clicked()
        {
            match BoardLink::write(board.analysed()) {
                Ok(text) => {
                    ui.ctx().copy_text(text);
                    let words = "Analysis copied to the clipboard as one line of text. Paste it to open it.";
                    cx.notifications.push(Notification::new(words));
                }
                Err(error) => cx.notifications.push(error.into()),
            }
            ui.close();
        }
        if ui.button("Copy position").clicked() {
            cx.ui_commands.push(UiCommand::Copy);
            ui.close();
        }
        let words = "The moves with their variations for other programs, in Portable Game Notation";
        if ui.button("PGN").on_hover_text(words).clicked() {
            cx.commands.push(PlayerCommand::SavePgn(Vec::new()));
            ui.close();
        }
        if ui.button("Picture").clicked() {
            cx.request(InputCommand::Picture);
            ui.close();
        }
    });
}
