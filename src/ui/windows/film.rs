//! The window that orders a film of the match on the table, and shows its progress.

use bevy::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{self, Align2, DragValue, Label, ProgressBar, RichText, ScrollArea, Ui};

use crate::session::{FilmCommand, FilmJob, Notification, Quality, View};
use crate::ui::state::film_form::{EDGES, FilmForm, PartChoice, SHAPES, refusal, source};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::{theme, words};

/// The width of the window, logical pixels.
const WIDTH: f32 = 430.0;

/// The window for a film.
#[derive(Resource, Default)]
pub struct FilmWindow {
    /// Whether it is open.
    pub open: bool,
    /// The form.
    pub form: FilmForm,
}

/// Draws the window if it is open.
pub fn window(frame: Res<UiFrame>, mut film: ResMut<FilmWindow>, mut params: UiParams) {
    if !film.open {
        return;
    }
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let mut open = true;
    let (window, room) = theme::window(ctx, "Film", &mut open, free);
    let size = egui::vec2(room.x.min(WIDTH), room.y);
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).default_size(size);
    window.show(ctx, |ui| match cx.film_job {
        FilmJob::Idle => {
            ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| form(ui, &mut film.form, cx));
        }
        FilmJob::Rendering { done, words } => {
            ui.add(ProgressBar::new(*done).show_percentage().desired_width(ui.available_width()));
            ui.add(Label::new(words::capital(words)).wrap());
            ui.add(
                Label::new(theme::muted("You can keep using the window. A message appears when the film is finished."))
                    .wrap(),
            );
            if ui.button("Cancel the film").clicked() {
                cx.film_commands.push(FilmCommand::Cancel);
            }
        }
    });
    film.open &= open;
}

fn form(ui: &mut Ui, form: &mut FilmForm, cx: &mut UiContext) {
    let plies = cx.history.plies().len();
    row(ui, "Format", |ui| {
        for (index, (name, _)) in SHAPES.iter().enumerate() {
            theme::choice(ui, &mut form.shape, index, name);
        }
    });
    row(ui, "Size", |ui| {
        for edge in EDGES {
            theme::choice(ui, &mut form.edge, edge, &format!("{edge}p"));
        }
    });
    row(ui, "Quality", |ui| {
        theme::choice(ui, &mut form.quality, None, "Automatic");
        for (quality, name) in Quality::ALL {
            theme::choice(ui, &mut form.quality, Some(quality), &words::capital(name));
        }
    });
    row(ui, "Camera", |ui| {
        theme::choice(ui, &mut form.view, None, "Director");
        for (view, name) in View::ALL {
            theme::choice(ui, &mut form.view, Some(view), &words::capital(name));
        }
    });
    row(ui, "Part", |ui| {
        for (part, name) in
            [(PartChoice::Whole, "Whole match"), (PartChoice::Highlights, "Highlights"), (PartChoice::Moves, "Moves …")]
        {
            theme::choice(ui, &mut form.part, part, name);
        }
    });
    if form.part == PartChoice::Moves {
        let (first, last) = (cx.history.first_number(), cx.history.last_number().max(cx.history.first_number()));
        row(ui, "Moves", |ui| {
            let [from, to] = &mut form.moves;
            ui.add(DragValue::new(from).range(first..=last));
            ui.label("to");
            ui.add(DragValue::new(to).range(*from..=last));
            ui.label(theme::muted(format!("of {first} to {last}")));
        });
    }
    ui.checkbox(&mut form.captions, "Players, moves and clocks");
    ui.checkbox(&mut form.sound, "Sound");
    let (width, height) = form.size();
    ui.label(theme::muted(format!("MP4, {width} × {height} pixels, in your Pictures folder.")));
    if let Some(reason) = refusal(cx.session, plies) {
        ui.add(Label::new(RichText::new(reason).color(theme::ALARM)).wrap());
    } else if theme::main_button(ui, "Make the film").clicked() {
        match source(cx.session) {
            Ok(source) => cx.film_commands.push(FilmCommand::Render(Box::new(form.order(source, cx.history)))),
            Err(reason) => cx.notifications.push(Notification::new(reason)),
        }
    }
}

/// A row with a name and choices, which wrap beside the name.
fn row(ui: &mut Ui, name: &str, choices: impl FnOnce(&mut Ui)) {
    ui.horizontal_top(|ui| {
        let size = egui::vec2(64.0, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, egui::Layout::left_to_right(egui::Align::Center), |ui| {
            ui.set_min_size(size);
            ui.label(theme::muted(name));
        });
        ui.vertical(|ui| ui.horizontal_wrapped(choices));
    });
}
