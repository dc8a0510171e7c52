//! The user's search in the library, as entered in the fields.

use bevy_egui::egui::{Align, Button, ComboBox, Response, TextEdit, Ui, vec2};
use jiff::Timestamp;

use crate::engine::Info;
use crate::games;
use crate::library::{self, Filter, PositionQuery, ResultFilter, Sort};
use crate::play::Seat;
use crate::ui::{theme, words};

/// The filter and the order of the list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Fields {
    pub game: Option<&'static str>,
    pub player: String,
    pub result: Option<ResultFilter>,
    pub min_plies: String,
    pub max_plies: String,
    pub since: String,
    pub until: String,
    pub position: String,
    pub sort: Sort,
}

/// The sort orders with their labels.
const SORTS: [(Sort, &str); 3] =
    [(Sort::Date, "newest first"), (Sort::Length, "longest first"), (Sort::Game, "by game")];

impl Fields {
    /// Parses the fields.
    ///
    /// # Errors
    /// A sentence for players that describes the invalid field.
    pub fn read(&self) -> Result<(Filter, Sort), String> {
        let game = self.game.and_then(|id| games::info(id).ok());
        let plies = |name: &str, text: &str| {
            let wrong = |_| format!("{name} plies: expected a whole number, as 40, found '{text}'");
            typed(text).map(|text| text.parse().map_err(wrong)).transpose()
        };
        let date = |text: &str, read: fn(&str) -> Result<Timestamp, String>| {
            typed(text).map(|text| read(text).map_err(|expected| format!("'{text}': {expected}"))).transpose()
        };
        let position = |text| PositionQuery::parse(text, game).map_err(|error| format!("The position: {error}"));
        let filter = Filter {
            game: self.game,
            player: typed(&self.player).map(player),
            seat: None,
            event: None,
            result: self.result,
            min_plies: plies("At least", &self.min_plies)?,
            max_plies: plies("At most", &self.max_plies)?,
            since: date(&self.since, library::since)?,
            until: date(&self.until, library::until)?,
            position: typed(&self.position).map(position).transpose()?,
        };
        Ok((filter, self.sort))
    }

    /// Whether the fields filter out any matches.
    pub fn is_filter(&self) -> bool {
        *self != Fields { sort: self.sort, ..Fields::default() }
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
            game.and_then(|id| games::info(id).ok()).map_or("Every game", |info: &Info| info.name)
        };
        ComboBox::from_id_salt("game").selected_text(name(fields.game)).width(150.0).show_ui(ui, |ui| {
            for game in std::iter::once(None).chain(games::ALL.iter().map(|info| Some(info.id))) {
                ui.selectable_value(&mut fields.game, game, name(game));
            }
        });
        let result = |result: Option<ResultFilter>| result.map_or("Every result".to_string(), result_name);
        ComboBox::from_id_salt("result").selected_text(result(fields.result)).width(110.0).show_ui(ui, |ui| {
            for own in std::iter::once(None).chain(ResultFilter::ALL.map(Some)) {
                ui.selectable_value(&mut fields.result, own, result(own));
            }
        });
        line(ui, &mut fields.player, "Player", 90.0)
            .on_hover_text("Human, Greedy, Sparrow, …, or a name, on either side");
        line(ui, &mut fields.since, "Since", 80.0).on_hover_text(DATES);
        line(ui, &mut fields.until, "Until", 80.0).on_hover_text(DATES);
        line(ui, &mut fields.min_plies, "Plies from", 72.0);
        line(ui, &mut fields.max_plies, "to", 42.0);
        let order = |sort: Sort| SORTS.iter().find(|(own, _)| *own == sort).map_or("", |(_, words)| *words);
        ComboBox::from_id_salt("order").selected_text(order(fields.sort)).width(110.0).show_ui(ui, |ui| {
            for (sort, words) in SORTS {
                ui.selectable_value(&mut fields.sort, sort, words);
            }
        });
    });
    ui.horizontal_wrapped(|ui| {
        let width = (ui.available_width() - 130.0).clamp(120.0, 560.0);
        let what = "The text of a position: every match that passes through it";
        line(ui, &mut fields.position, "Position", width).on_hover_text(what);
        if ui.add_enabled(fields.is_filter(), Button::new("Show all")).clicked() {
            *fields = Fields { sort: fields.sort, ..Fields::default() };
        }
    });
}

const DATES: &str = "A day, month or year, as 2026-11-05, 2026-11 or 2026, or so long ago, as 12h, 7d or 2w";

fn line(ui: &mut Ui, text: &mut String, hint: &str, width: f32) -> Response {
    let field = TextEdit::singleline(text).hint_text(theme::muted(hint)).char_limit(400);
    // As high as the combo boxes beside it.
    let height = ui.spacing().interact_size.y;
    ui.add(field.desired_width(width).min_size(vec2(0.0, height)).vertical_align(Align::Center))
}

/// The result of a match whose game is not known.
pub fn result_name(result: ResultFilter) -> String {
    match result {
        ResultFilter::White => "First to move wins".into(),
        ResultFilter::Black => "Second to move wins".into(),
        ResultFilter::Draw => words::capital("draw"),
        ResultFilter::Ongoing => "Not over".into(),
    }
}
