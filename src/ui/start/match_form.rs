//! The form for a new match.

use bevy_egui::egui::{
    self, Align, Button, CollapsingHeader, ComboBox, DragValue, FontId, Layout, RichText, TextEdit, Ui, vec2,
};

use crate::engine::{GameInfo, Side};
use crate::play::{AnalysedGame, Dice, Seat, Setup};
use crate::session::{BoardCommand, InputCommand, Notification, PlayerCommand};
use crate::ui::online::play_online;
use crate::ui::start::kept;
use crate::ui::state::form::{Form, ProofForm};
use crate::ui::state::kept_matches::KeptMatches;
use crate::ui::state::position_draft::PositionDraft;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_command::UiCommand;
use crate::ui::state::ui_context::UiContext;
use crate::ui::{theme, words};

/// The width of a list of players, points.
const SEAT_WIDTH: f32 = 168.0;

/// The maximum height of an open list of players, points.
const LIST_HEIGHT: f32 = 320.0;

/// The maximum width of a name field, points.
const NAME_WIDTH: f32 = 220.0;

/// Draws the name of the game and the button that begins the match.
pub fn start(ui: &mut Ui, form: &mut Form, cx: &mut UiContext) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Rules").on_hover_text(cx.keyed("The rules of the game", InputCommand::Rules)).clicked() {
                cx.open_rules(RulesView::of(form.info()));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(form.info().name).size(22.0).color(theme::BRASS)).truncate());
            });
        });
    });
    ui.add_enabled_ui(form.setup().is_ok(), |ui| {
        if theme::main_button(ui, &cx.keyed("Start", InputCommand::Enter)).clicked() {
            begin(form, cx);
        }
    });
}

/// Draws the fields, and the buttons for other ways to begin. `online`: whether the window for
/// rooms is open.
pub fn show(ui: &mut Ui, form: &mut Form, kept: &mut KeptMatches, online: bool, cx: &mut UiContext) {
    if let Err(reason) = form.setup() {
        ui.add(egui::Label::new(RichText::new(reason).color(theme::ALARM)).wrap());
    }
    branch(ui, form);
    fields(ui, form, cx);
    ui.add_space(6.0);
    play_online::buttons(ui, online, cx);
    positions(ui, form, cx);
    kept::buttons(ui, kept, cx);
}

/// Describes the starting position, unless it is the usual one.
fn branch(ui: &mut Ui, form: &mut Form) {
    let Some(start) = &form.start else { return };
    ui.label(theme::title("Starts from a position"));
    ui.add(egui::Label::new(&start.words).wrap()).on_hover_text(&start.text);
    if ui.button("From the usual start instead").clicked() {
        form.start = None;
    }
}

/// Draws the buttons that choose another starting position.
fn positions(ui: &mut Ui, form: &Form, cx: &mut UiContext) {
    ui.horizontal_wrapped(|ui| {
        if ui.button("Set up a position …").on_hover_text("Put the pieces where you like").clicked() {
            cx.ui_commands.extend(PositionDraft::of_form(form).map(Box::new).map(UiCommand::Edit));
        }
        let words = "Play both sides from the start of this game, or from the position chosen above";
        if ui.button("Analysis board").on_hover_text(words).clicked()
            && let Some(draft) = PositionDraft::of_form(form)
            && let Ok(analysed) = AnalysedGame::of_game(draft.base())
        {
            cx.leave_by(PlayerCommand::Board(BoardCommand::Open(Box::new(analysed))));
        }
        if ui
            .button("Paste a position")
            .on_hover_text(cx.keyed("From the clipboard, as text", InputCommand::Paste))
            .clicked()
        {
            cx.ui_commands.push(UiCommand::Paste);
        }
    });
}

/// Begins the match described by the form, if it is valid.
pub fn begin(form: &mut Form, cx: &mut UiContext) {
    let Ok(setup) = form.setup().map(Box::new) else { return };
    let command = match form.proof().cloned() {
        Some(ProofForm { secret, entropy }) => PlayerCommand::BeginCommitted { setup, secret, entropy },
        None => PlayerCommand::Begin(setup),
    };
    cx.leave_by(command);
}

fn fields(ui: &mut Ui, form: &mut Form, cx: &mut UiContext) {
    let players = if Form::PROGRAMS { "Players: a human, a bot or a UCI engine" } else { "Players: a human or a bot" };
    ui.label(theme::title(players));
    let info = form.info();
    let font = FontId::proportional(theme::BODY);
    let width = |side| ui.painter().layout_no_wrap(info.side(side).into(), font.clone(), theme::TEXT).size().x;
    let widest = Side::BOTH.map(width).into_iter().fold(0.0, f32::max);
    for side in Side::BOTH {
        ui.horizontal_wrapped(|ui| {
            theme::disc(ui, info, side);
            let name = ui.label(info.side(side));
            ui.add_space(widest - name.rect.width());
            let chosen = &mut form.seats[side.index()];
            // A drop-down list, because there are too many bots for a row of buttons.
            let list = ComboBox::from_id_salt(side.index())
                .selected_text(words::seat(*chosen))
                .width(SEAT_WIDTH)
                .height(LIST_HEIGHT);
            let seats: Vec<_> = Seat::all().chain(Form::PROGRAMS.then_some(Seat::Program)).collect();
            let shown = list.show_ui(ui, |ui| {
                for seat in &seats {
                    ui.selectable_value(chosen, *seat, words::seat(*seat)).on_hover_text(words::character(*seat, info));
                }
            });
            theme::label(&shown.response, &format!("{}'s player", info.side(side)));
            theme::arrow_keys(ui, &shown.response, chosen, &seats);
        });
        if form.seats[side.index()] == Seat::Program {
            let program = &mut form.programs[side.index()];
            let field = TextEdit::singleline(program)
                .hint_text(theme::muted("Command, such as stockfish"))
                .char_limit(MAX_COMMAND);
            ui.add(field.desired_width(f32::INFINITY)).on_hover_text(PROGRAM);
        }
        character(ui, form.seats[side.index()], info);
    }
    for option in info.options {
        ui.label(theme::title(words::capital(option.key)));
        ui.add(egui::Label::new(theme::muted(option.help)).wrap());
        ui.horizontal_wrapped(|ui| {
            for (value, name) in option.values.iter().zip(option.names) {
                let chosen = form.value(option.key) == Some(*value);
                if ui.add(Button::selectable(chosen, *name).frame_when_inactive(true)).clicked() {
                    form.set(option.key, value);
                }
            }
        });
    }
    if info.dice {
        ui.label(theme::title("Dice"));
        ui.horizontal_wrapped(|ui| {
            theme::choice(ui, &mut form.dice, Dice::Physics, "Thrown");
            theme::choice(ui, &mut form.dice, Dice::Instant, "Instant");
        });
    }
    clocks(ui, form);
    // Without a match file there is nothing to verify.
    if info.dice && cx.recorder.folder.is_some() {
        let mut wanted = form.proof().is_some();
        let tick = ui.checkbox(&mut wanted, "Prove that nobody chose the dice");
        if tick
            .on_hover_text("Nobody knows the throws before the match, and anyone can verify them afterwards.")
            .changed()
            && let Err(error) = form.prove(wanted)
        {
            cx.notifications.push(Notification::new(error.to_string()));
        }
    }
    if let Some(proof) = form.proof() {
        commitment(ui, info, proof);
    }
    more(ui, form, cx);
}

/// Draws the rarely needed fields: random colours, names for the match file, and the seed.
fn more(ui: &mut Ui, form: &mut Form, cx: &UiContext) {
    // Unfolded while the seed is invalid, because the form then reports an error.
    let wrong = form.seed().is_err();
    CollapsingHeader::new("More").id_salt("more").open(wrong.then_some(true)).show(ui, |ui| {
        if ui.button("Random colours").on_hover_text("Each player is equally likely to get White").clicked() {
            form.draw_colours();
        }
        ui.label(theme::title("For the match file"));
        for side in Side::BOTH {
            let hint = format!("Name of {}", form.info().side(side));
            if let Some(name) = form.name(side) {
                line(ui, name, &hint);
            }
        }
        if cx.recorder.folder.is_some() {
            line(ui, &mut form.event, "Event");
        }
        if form.proof().is_some() {
            return;
        }
        ui.label(theme::title("Seed: the same seed gives the same throws and bots"));
        ui.horizontal(|ui| {
            let field = ui.add(TextEdit::singleline(&mut form.seed).desired_width(150.0).char_limit(24));
            theme::label(&field, "Seed");
            if ui.button("Another").clicked() {
                form.reseed();
            }
        });
    });
}

/// Describes the player, in the height of the longest description, so that nothing below moves.
fn character(ui: &mut Ui, seat: Seat, info: &GameInfo) {
    let width = ui.available_width();
    let height_of = |seat| {
        let words = words::character(seat, info);
        ui.painter().layout(words, FontId::proportional(theme::SMALL), theme::MUTED, width).size().y
    };
    let height = Seat::all().map(height_of).fold(0.0, f32::max);
    ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
        ui.set_min_height(height);
        ui.add(egui::Label::new(theme::muted(words::character(seat, info))).wrap());
    });
}

/// The usual time controls: minutes for each player, and seconds added for each move.
const TIME_CONTROLS: [[u32; 2]; 5] = [[1, 0], [3, 2], [5, 3], [10, 0], [15, 10]];

/// Draws the choice of clocks.
fn clocks(ui: &mut Ui, form: &mut Form) {
    ui.checkbox(&mut form.timed, "Play with clocks");
    if !form.timed {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.spacing_mut().button_padding.x = 7.0;
        for [minutes, increment] in TIME_CONTROLS {
            let chosen = [form.minutes, form.increment] == [minutes, increment];
            let button = Button::selectable(chosen, format!("{minutes}+{increment}")).frame_when_inactive(true);
            if ui.add(button).clicked() {
                (form.minutes, form.increment) = (minutes, increment);
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        // Styled like text fields.
        let widgets = &mut ui.visuals_mut().widgets;
        (widgets.inactive.weak_bg_fill, widgets.hovered.weak_bg_fill) = (theme::SUNK, theme::SUNK);
        let minutes = ui.add(DragValue::new(&mut form.minutes).range(1..=600)).on_hover_text(FIELD);
        theme::label(&minutes, "Minutes for each player");
        ui.label(theme::muted("minutes each, and"));
        let increment = ui.add(DragValue::new(&mut form.increment).range(0..=600)).on_hover_text(FIELD);
        theme::label(&increment, "Seconds for each move");
        ui.label(theme::muted("s per move"));
    });
}

/// The maximum length of a program's command, characters.
const MAX_COMMAND: usize = 500;

/// Help on the command of a program.
const PROGRAM: &str = "The command of a UCI engine, optionally after its limits: stockfish, or time=2 option.Hash=64 \
                       '/my engines/one' --flag";

/// Help on changing a number.
const FIELD: &str = "Type a number, or drag sideways";

/// Draws a name field as wide as the available room.
fn line(ui: &mut Ui, text: &mut String, hint: &str) {
    let width = ui.available_width().clamp(80.0, NAME_WIDTH);
    let field = TextEdit::singleline(text).hint_text(theme::muted(hint)).char_limit(Setup::MAX_NAME);
    ui.add(field.desired_width(width));
}

/// Draws the commitment of the dice, and the fields for the players' entropy.
fn commitment(ui: &mut Ui, info: &GameInfo, proof: &mut ProofForm) {
    let hash = proof.secret.hash().to_string();
    ui.label(theme::title("Commitment to the dice:"));
    ui.add(egui::Label::new(RichText::new(&hash).monospace()).wrap());
    if ui.button("Copy").clicked() {
        ui.copy_text(hash);
    }
    let told = "Give this to all players, then add an unpredictable text of your own. The match file reveals the secret when the match is over; \"fairground verify\" with --commitment checks it.";
    ui.add(egui::Label::new(theme::muted(told)).wrap());
    for (side, text) in Side::BOTH.into_iter().zip(&mut proof.entropy) {
        ui.horizontal(|ui| {
            theme::disc(ui, info, side);
            let hint = format!("{}'s text", info.side(side));
            ui.add(TextEdit::singleline(text).hint_text(theme::muted(hint)).desired_width(220.0).char_limit(200));
        });
    }
}
