//! The user's search in the library, as entered in the fields.

use bevy_egui::egui::{Align, Button, ComboBox, Response, TextEdit, Ui, vec2};
use jiff::Timestamp;

use crate::engine::GameInfo;
use crate::games;
use crate::library::{self, Filter, PositionQuery, ResultFilter};
use crate::play::Seat;
use crate::ui::{theme, words};

/// The filter of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields {
    pub game: Option<&'static str>,
    pub player: String,
    pub event: String,
    pub result: Option<ResultFilter>,
    pub min_moves: String,
    pub max_moves: String,
    pub since: String,
    pub until: String,
    pub position: String,
}

impl Fields {
    /// Parses the fields.
    ///
    /// # Errors
    /// A sentence for players that describes the invalid field.
    pub fn read(&self) -> Result<Filter, String> {
        let game = self.game.and_then(|id| games::info(id).ok());
        let moves = |name: &str, text: &str| {
            let wrong = |_| format!("{name} moves: expected a whole number, 0 or more, such as 40, found '{text}'");
            typed(text).map(|text| text.parse::<u32>().map_err(wrong)).transpose()
        };
        let date = |text: &str, read: fn(&str) -> Result<Timestamp, String>| {
            typed(text).map(|text| read(text).map_err(|expected| format!("'{text}': {expected}"))).transpose()
        };
        let position = |text| PositionQuery::parse(text, game).map_err(|error| format!("The position: {error}"));
        let filter = Filter {
            game: self.game,
            player: typed(&self.player).map(player),
            seat: None,
            event: typed(&self.event).map(String::from),
            result: self.result,
            // White's move alone is one ply, a full move two.
            min_plies: moves("At least", &self.min_moves)?.map(|moves| moves.saturating_mul(2).saturating_sub(1)),
            max_plies: moves("At most", &self.max_moves)?.map(|moves| moves.saturating_mul(2)),
            since: date(&self.since, library::since)?,
            until: date(&self.until, library::until)?,
            position: typed(&self.position).map(position).transpose()?,
            moved: true,
        };
        Ok(filter)
    }

    /// Whether the fields filter out any matches.
    pub fn is_filter(&self) -> bool {
        *self != Fields::default()
    }
}

/// The trimmed text of a field; `None` if it is empty.
fn typed(text: &str) -> Option<&str> {
    Some(text.trim()).filter(|text| !text.is_empty())
}

/// The player's name as in match files, given that name or its displayed form.
fn player(typed: &str) -> String {
    let typed = typed.to_lowercase();
    let titled = Seat::all().find(|seat| words::player(*seat).to_lowercase() == typed);
    titled.map_or(typed, |seat| seat.to_string())
}

/// Draws the fields.
pub fn show(ui: &mut Ui, fields: &mut Fields) {
    ui.horizontal_wrapped(|ui| {
        let name = |game: Option<&'static str>| {
            game.and_then(|id| games::info(id).ok()).map_or("All games", |info: &GameInfo| info.name)
        };
        let games: Vec<_> = std::iter::once(None).chain(games::ALL.iter().map(|info| Some(info.id))).collect();
        let list = ComboBox::from_id_salt("game").selected_text(name(fields.game)).width(150.0);
        let list = list.show_ui(ui, |ui| {
            for game in &games {
                ui.selectable_value(&mut fields.game, *game, name(*game));
            }
        });
        theme::label(&list.response, "Game");
        theme::arrow_keys(ui, &list.response, &mut fields.game, &games);
        let result = |result: Option<ResultFilter>| result.map_or("All results".to_string(), result_name);
        let results: Vec<_> = std::iter::once(None).chain(ResultFilter::ALL.map(Some)).collect();
        let list = ComboBox::from_id_salt("result").selected_text(result(fields.result)).width(110.0);
        let list = list.show_ui(ui, |ui| {
            for own in &results {
                ui.selectable_value(&mut fields.result, *own, result(*own));
            }
        });
        theme::label(&list.response, "Result");
        theme::arrow_keys(ui, &list.response, &mut fields.result, &results);
        line(ui, &mut fields.player, "Player", 90.0)
            .on_hover_text("Human, a bot such as Sparrow, or a name, on either side");
        line(ui, &mut fields.since, "Since", 80.0).on_hover_text(DATES);
        line(ui, &mut fields.until, "Until", 80.0).on_hover_text(DATES);
        line(ui, &mut fields.min_moves, "Moves from", 92.0);
        line(ui, &mut fields.max_moves, "to", 42.0);
        line(ui, &mut fields.event, "Event", 90.0).on_hover_text("The full name of a tournament or occasion");
    });
    ui.horizontal_wrapped(|ui| {
        let width = (ui.available_width() - 130.0).clamp(120.0, 560.0);
        let what = "The text of a position: finds every match in which it occurs";
        line(ui, &mut fields.position, "Position", width).on_hover_text(what);
        if ui.add_enabled(fields.is_filter(), Button::new("Show all")).clicked() {
            *fields = Fields::default();
        }
    });
}

const DATES: &str = "A day, month or year such as 2026-11-05, 2026-11 or 2026, or an age such as 12h, 7d or 2w";

fn line(ui: &mut Ui, text: &mut String, hint: &str, width: f32) -> Response {
    let field = TextEdit::singleline(text).hint_text(theme::muted(hint)).char_limit(400);
    // As tall as the combo boxes beside it.
    let height = ui.spacing().interact_size.y;
    ui.add(field.desired_width(width).min_size(vec2(0.0, height)).vertical_align(Align::Center))
}

/// The name of a result when the game is unknown.
pub fn result_name(result: ResultFilter) -> String {
    match result {
        ResultFilter::White => "White wins".into(),
        ResultFilter::Black => "Black wins".into(),
        ResultFilter::Draw => words::capital("draw"),
        ResultFilter::Ongoing => "Unfinished".into(),
    }
}
