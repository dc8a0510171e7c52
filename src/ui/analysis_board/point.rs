//! The current point: its comment, bookmark and variation.

use bevy_egui::egui::{Button, Key, TextEdit, Ui};

use crate::play::{NodeId, Note};
use crate::session::{AnalysisBoard, BoardCommand, InputCommand, PlayerCommand};
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;
use crate::ui::theme::row;

/// A comment being typed.
#[derive(Debug, Default)]
pub struct PointComment {
    /// The point of the comment.
    pub at: Option<NodeId>,
    /// The revision of the board when the field was last updated.
    pub revision: u64,
    /// The text.
    pub text: String,
}

/// Draws the comment field of the current point.
pub fn comment(ui: &mut Ui, board: &AnalysisBoard, draft: &mut PointComment, cx: &mut UiContext) {
    let (at, note) = (board.at(), board.tree().note(board.at()));
    let id = ui.id().with("comment");
    let typing = ui.memory(|memory| memory.has_focus(id));
    // The text being typed belongs to the point where it was begun, even after the board moves on.
    if !typing && (draft.at, draft.revision) != (Some(at), board.revision()) {
        (draft.at, draft.revision, draft.text) = (Some(at), board.revision(), note.comment.clone());
    }
    ui.horizontal(|ui| {
        let star = Button::selectable(note.bookmark, "★").frame_when_inactive(true);
        let words = cx.keyed("Bookmark this position, or remove the bookmark", InputCommand::Bookmark);
        if theme::named(ui.add(star), words).clicked() {
            toggle_bookmark(board, cx);
        }
        let field = TextEdit::singleline(&mut draft.text).id(id).hint_text(theme::muted("Add a comment"));
        let response = ui.add(field.desired_width(f32::INFINITY).char_limit(Note::MAX_COMMENT));
        if response.lost_focus() {
            let point = draft.at.unwrap_or(at);
            let noted = board.tree().note(point);
            if ui.input(|input| input.key_pressed(Key::Escape)) {
                draft.text.clone_from(&noted.comment);
            } else if draft.text.trim() != noted.comment {
                let (bookmark, comment) = (noted.bookmark, draft.text.clone());
                cx.commands.push(PlayerCommand::Board(BoardCommand::Note { at: point, bookmark, comment }));
            }
        }
    });
}

/// Toggles the bookmark of the current point.
pub fn toggle_bookmark(board: &AnalysisBoard, cx: &mut UiContext) {
    let note = board.tree().note(board.at());
    let (bookmark, comment) = (!note.bookmark, note.comment.clone());
    cx.commands.push(PlayerCommand::Board(BoardCommand::Note { at: board.at(), bookmark, comment }));
}

/// Draws the navigation buttons, and the buttons for the current variation.
pub fn steps(ui: &mut Ui, board: &AnalysisBoard, cx: &mut UiContext) {
    let tree = board.tree();
    let go = |to: Option<NodeId>| to.map(|to| PlayerCommand::Board(BoardCommand::GoTo(to)));
    let line = board.line();
    let (start, end) = (line.first().copied(), line.last().copied());
    let other = tree.sibling(board.at(), true);
    let buttons = [
        ("⏮", "To the start", InputCommand::ToStart, go(start.filter(|to| *to != board.at()))),
        ("⏴", "Back", InputCommand::Go(crate::session::ScreenDirection::Left), go(board.step(false))),
        ("⏵", "Forward", InputCommand::Go(crate::session::ScreenDirection::Right), go(board.step(true))),
        ("⏭", "To the end of the line", InputCommand::ToEnd, go(end.filter(|to| *to != board.at()))),
        ("⏷", "The next variation here", InputCommand::Go(crate::session::ScreenDirection::Down), go(other)),
    ];
    row(ui, buttons.len(), |ui, size| {
        for (sign, does, key, command) in buttons {
            let words = cx.keyed(does, key);
            let clicked = ui.add_enabled_ui(command.is_some(), |ui| {
                theme::named(ui.add_sized(size, Button::new(sign)), words).clicked()
            });
            if clicked.inner {
                cx.commands.extend(command);
            }
        }
    });
    let branches = tree.branch_point(board.at()).is_some();
    let parts = [
        ("Main line", "Makes this variation the main line", InputCommand::PromoteVariation, branches),
        (
            "Delete",
            "Deletes this move and everything after it",
            InputCommand::DeleteVariation,
            tree.parent(board.at()).is_some(),
        ),
        ("Undo", "Undoes the last change of the moves and comments", InputCommand::Undo, board.can_undo()),
        ("Redo", "Redoes the last undone change", InputCommand::Redo, board.can_redo()),
    ];
    for parts in parts.chunks(2) {
        row(ui, parts.len(), |ui, size| {
            for (name, does, key, can) in parts.iter().copied() {
                let words = cx.keyed(does, key);
                let clicked =
                    ui.add_enabled_ui(can, |ui| ui.add_sized(size, Button::new(name)).on_hover_text(words).clicked());
                if clicked.inner {
                    cx.request(key);
                }
            }
        });
    }
}
