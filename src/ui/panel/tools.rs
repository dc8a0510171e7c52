//! The buttons at the lower edge of the panel: icons with a word, at most eight.

use bevy_egui::egui::{
    self, Align2, CornerRadius, FontId, Popup, PopupCloseBehavior, Response, ScrollArea, Sense, StrokeKind, Ui, Vec2,
    pos2, vec2,
};

use crate::play::Match;
use crate::rooms::OfferKind;
use crate::session::{InputCommand, PlayerCommand, Pointing, local_player};
use crate::ui::panel::menus;
use crate::ui::panel::permissions::{may_offer, played_in};
use crate::ui::state::ui_command::{Question, UiCommand};
use crate::ui::state::ui_context::UiContext;

/// The height of a button, and the gap between two, logical pixels.
const HEIGHT: f32 = 46.0;
const GAP: f32 = 6.0;

/// The number of buttons per row in a match.
const COLUMNS: usize = 4;

struct Tool {
    sign: &'static str,
    word: &'static str,
    /// The hover text.
    hint: String,
    enabled: bool,
}

impl Tool {
    fn new(sign: &'static str, word: &'static str, hint: String) -> Tool {
        Tool { sign, word, hint, enabled: true }
    }

    fn if_possible(self, enabled: bool) -> Tool {
        Tool { enabled, ..self }
    }

    fn draw(self, ui: &mut Ui, size: Vec2) -> Response {
        ui.add_enabled_ui(self.enabled, |ui| {
            let (rect, response) = ui.allocate_exact_size(size, Sense::click());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, self.enabled, self.word));
            let visuals = *ui.style().interact(&response);
            let painter = ui.painter();
            let round = CornerRadius::same(8);
            painter.rect(rect, round, visuals.weak_bg_fill, visuals.bg_stroke, StrokeKind::Inside);
            let colour = visuals.text_color();
            let at = |y: f32| pos2(rect.center().x, rect.top() + y);
            painter.text(at(16.0), Align2::CENTER_CENTER, self.sign, FontId::proportional(18.0), colour);
            painter.text(
                at(35.0),
                Align2::CENTER_CENTER,
                self.word,
                FontId::proportional((size.x / 4.6).min(12.5)),
                colour,
            );
            response.on_hover_text(self.hint)
        })
        .inner
    }
}

/// Draws the buttons of a match or replay. `ledger`: whether the ledger of the dice is open.
pub fn show(ui: &mut Ui, ledger: bool, cx: &mut UiContext) {
    if let Some(running) = cx.session.match_on_table() {
        of_match(ui, running, ledger, cx);
    } else if cx.session.replay().is_some() {
        row(ui, 5, |ui, size| {
            menu(ui, size, cx);
            hint(ui, size, cx);
            flip(ui, size, cx);
            views(ui, size, cx);
            more(ui, size, ledger, cx);
        });
    }
}

fn of_match(ui: &mut Ui, running: &Match, ledger: bool, cx: &mut UiContext) {
    row(ui, COLUMNS, |ui, size| {
        menu(ui, size, cx);
        take_back(ui, size, running, cx);
        hint(ui, size, cx);
        draw_offer(ui, size, running, cx);
    });
    row(ui, COLUMNS, |ui, size| {
        resign(ui, size, running, cx);
        flip(ui, size, cx);
        views(ui, size, cx);
        more(ui, size, ledger, cx);
    });
}

/// Lays out `count` buttons of equal size in a row.
fn row(ui: &mut Ui, count: usize, contents: impl FnOnce(&mut Ui, Vec2)) {
    let width = ((ui.available_width() - GAP * (count - 1) as f32) / count as f32).floor();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        contents(ui, vec2(width, HEIGHT));
    });
}

/// Draws the menu of everything that does not concern the position.
pub fn menu(ui: &mut Ui, size: Vec2, cx: &mut UiContext) {
    let words = "Start screen, new match, lessons, puzzles, library, rules, options, saving";
    let response = Tool::new("☰", "Menu", words.into()).draw(ui, size);
    popup(&response, PopupCloseBehavior::CloseOnClick, |ui| menus::menu(ui, cx));
}

/// The views of the table.
pub fn views(ui: &mut Ui, size: Vec2, cx: &mut UiContext) {
    let words = match cx.pointing {
        Pointing::Mouse => format!(
            "The view of the table: key {} for the next, {} from above",
            cx.keys.key(InputCommand::NextView),
            cx.keys.key(InputCommand::TopView)
        ),
        Pointing::Touch => "The view of the table".to_string(),
    };
    let response = Tool::new("👁", "Views", words).draw(ui, size);
    popup(&response, PopupCloseBehavior::CloseOnClick, |ui| menus::views(ui, cx));
}

fn more(ui: &mut Ui, size: Vec2, ledger: bool, cx: &mut UiContext) {
    let words = "Looking back, bookmarks, comments, evaluation, speed";
    let response = Tool::new("…", "More", words.into()).draw(ui, size);
    popup(&response, PopupCloseBehavior::CloseOnClickOutside, |ui| menus::more(ui, ledger, cx));
}

/// Opens a menu at a button. It scrolls in a low window.
fn popup(response: &Response, closing: PopupCloseBehavior, contents: impl FnOnce(&mut Ui)) {
    if response.clicked() {
        // The first frame of a menu only measures it, and an idle window draws no other.
        response.ctx.request_repaint();
    }
    let most = response.ctx.viewport_rect().height() - 40.0;
    Popup::menu(response).close_behavior(closing).show(|ui| {
        ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, contents);
    });
}

fn flip(ui: &mut Ui, size: Vec2, cx: &mut UiContext) {
    let words = cx.keyed("View from the other side", InputCommand::FlipView);
    if Tool::new("🔄", "Flip", words).draw(ui, size).clicked() {
        cx.request(InputCommand::FlipView);
    }
}

fn hint(ui: &mut Ui, size: Vec2, cx: &mut UiContext) {
    let words = cx.keyed("Shows the best move, after half a second", InputCommand::Hint);
    let may = cx.session.allows_assistance() && !cx.analysis.is_seeking_hint();
    if Tool::new("💡", "Hint", words).if_possible(may).draw(ui, size).clicked() {
        cx.commands.push(PlayerCommand::Hint);
    }
}

fn take_back(ui: &mut Ui, size: Vec2, running: &Match, cx: &mut UiContext) {
    let (may, words) = match cx.room.on_table() {
        None => (running.can_take_back(), cx.keyed("Takes back the last move", InputCommand::TakeBack)),
        Some(_) => {
            let taken = local_player(running).is_some_and(|side| running.last_decision_of(side).is_some());
            let words = "Asks your opponent to let you take back your last move";
            (taken && may_offer(OfferKind::Takeback, running, cx), words.to_string())
        }
    };
    if Tool::new("↩", "Take back", words).if_possible(may).draw(ui, size).clicked() {
        cx.commands.push(PlayerCommand::Takeback);
    }
}

fn draw_offer(ui: &mut Ui, size: Vec2, running: &Match, cx: &mut UiContext) {
    let side = local_player(running);
    let may = match cx.room.on_table() {
        None => side.is_some() && running.draw_offer().is_none(),
        Some(_) => may_offer(OfferKind::Draw, running, cx),
    };
    let words = "Offers a draw; asks for confirmation first".to_string();
    if Tool::new("½", "Draw", words).if_possible(may).draw(ui, size).clicked() {
        cx.ui_commands.extend(side.map(Question::OfferDraw).map(UiCommand::Ask));
    }
}

fn resign(ui: &mut Ui, size: Vec2, running: &Match, cx: &mut UiContext) {
    let side = local_player(running);
    let may = side.is_some() && (cx.room.on_table().is_none() || played_in(running, cx).is_some());
    let words = "Resigns; asks for confirmation first".to_string();
    if Tool::new("⚑", "Resign", words).if_possible(may).draw(ui, size).clicked() {
        cx.ui_commands.extend(side.map(Question::Resign).map(UiCommand::Ask));
    }
}
