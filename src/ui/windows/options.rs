//! The options window: every setting with an explanation.

use bevy::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{self, Align2, Checkbox, RichText, ScrollArea, Slider, Ui, vec2};

use crate::session::{
    Badges, BoardWood, InputCommand, KeyCapture, OverlayLevel, Palette, PieceWood, Quality, Seating, Settings, View,
};
use crate::ui::hints::Hints;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_params::UiParams;
use crate::ui::windows::key_options::{self, KeyChoice};
use crate::ui::{theme, words};

/// The palettes with their names.
const PALETTES: [(Palette, &str); 2] = [(Palette::Standard, "Standard"), (Palette::Safe, "Colour-blind safe")];

/// The options window.
#[derive(Resource, Default)]
pub struct OptionsWindow {
    /// Whether it is open.
    pub open: bool,
    /// The state of choosing keys.
    pub key_choice: KeyChoice,
}

/// Draws the window if it is open.
pub fn window(frame: Res<UiFrame>, mut options: ResMut<OptionsWindow>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let options = &mut *options;
    if !options.open {
        if *cx.capture != KeyCapture::Off {
            options.key_choice.cancel(cx);
        }
        return;
    }
    let hints = cx.hints();
    let (window, room) = theme::window(ctx, "Options", &mut options.open, free);
    window
        .resizable(false)
        .pivot(Align2::CENTER_CENTER)
        .default_pos(free.center())
        .default_size(vec2(room.x.min(520.0), room.y))
        .show(ctx, |ui| {
            ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
                picture(ui, cx.settings, cx.seats, hints);
                motion(ui, cx.settings, hints);
                marks(ui, cx.settings, hints);
                let dice = cx.session.game().is_none_or(|game| game.info().dice);
                assistance(ui, cx.settings, hints, dice);
                text(ui, cx.settings);
                if Settings::HAS_SOUND {
                    sounds(ui, cx.settings, hints);
                }
                group(ui, "Keys");
                key_options::show(ui, &mut options.key_choice, cx);
            });
        });
}

fn group(ui: &mut Ui, name: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(name).size(18.0).color(theme::BRASS));
}

fn explained(ui: &mut Ui, words: &str) {
    ui.add(egui::Label::new(theme::muted(words)).wrap());
    ui.add_space(3.0);
}

fn tick(ui: &mut Ui, on: &mut bool, name: &str, words: &str) {
    ui.add(Checkbox::new(on, name));
    explained(ui, words);
}

fn picture(ui: &mut Ui, settings: &mut Settings, seats: Seating, hints: Hints) {
    group(ui, "Picture");
    let mut flat = settings.view == View::Flat;
    tick(
        ui,
        &mut flat,
        "Flat view",
        &hints.keyed("Pieces are symbols on their cells, seen from above.", InputCommand::FlatView),
    );
    if flat != (settings.view == View::Flat) {
        settings.view = if flat { View::Flat } else { View::of_seat(seats.near) };
    }
    ui.label("Quality");
    ui.horizontal_wrapped(|ui| {
        theme::choice(ui, &mut settings.quality, None, "Automatic");
        for (quality, name) in Quality::ALL {
            let missing = quality.missing();
            let choice = |ui: &mut Ui| theme::choice(ui, &mut settings.quality, Some(quality), &words::capital(name));
            let shown = ui.add_enabled_ui(missing.is_none(), choice).response;
            if let Some(why) = missing {
                shown.on_disabled_hover_text(why).on_hover_text(why);
            }
        }
    });
    explained(ui, "High needs a graphics card. Automatic chooses by the graphics adapter.");
    ui.label("Resolution of the table");
    ui.horizontal_wrapped(|ui| {
        for resolution in Settings::RESOLUTIONS {
            theme::choice(ui, &mut settings.resolution, resolution, &format!("{resolution} %"));
        }
    });
    explained(ui, "Fewer pixels are faster to draw. Panels and text stay sharp.");
    ui.label("Maximum frames per second");
    ui.horizontal_wrapped(|ui| {
        for limit in Settings::FRAME_LIMITS {
            theme::choice(ui, &mut settings.frame_limit, Some(limit), &limit.to_string());
        }
        theme::choice(ui, &mut settings.frame_limit, None, "Unlimited");
    });
    explained(ui, "Fewer frames keep a computer cool and quiet. Nothing is drawn while nothing moves.");
    ui.label("Overlay of matches and replays");
    ui.horizontal_wrapped(|ui| {
        for (level, name) in OverlayLevel::ALL {
            theme::choice(ui, &mut settings.overlay, level, &words::capital(name));
        }
    });
    let words = "Broadcast shows players, clocks and the last move; clean, only the table.";
    explained(ui, &hints.keyed(words, InputCommand::Overlay));
    tick(
        ui,
        &mut settings.fullscreen,
        "Full screen",
        &hints.keyed("The window fills the screen.", InputCommand::FullScreen),
    );
}

fn motion(ui: &mut Ui, settings: &mut Settings, hints: Hints) {
    group(ui, "Motion");
    let [slowest, fastest] = Settings::SPEEDS;
    let slider = Slider::new(&mut settings.speed, slowest..=fastest)
        .logarithmic(true)
        .fixed_decimals(2)
        .suffix(" ×")
        .text("Speed");
    ui.add(slider);
    explained(
        ui,
        &hints.with_key(
            "Speed of everything that moves, and of bots.",
            &format!("{} and {}", hints.keys.key(InputCommand::Faster), hints.keys.key(InputCommand::Slower)),
        ),
    );
    ui.add(Slider::new(&mut settings.pause, 0.0..=Settings::MAX_PAUSE).fixed_decimals(1).suffix(" s").text("Pause"));
    explained(ui, "The pause before a bot moves, and between the steps of a replay.");
    let words = "Matches between bots speed up while nothing is captured and the chances do not change.";
    tick(ui, &mut settings.adaptive_speed, "Fast-forward quiet moves", words);
    tick(ui, &mut settings.reduced_motion, "Reduce motion", "Pieces fade to their places instead of moving there.");
    tick(
        ui,
        &mut settings.director,
        "Camera follows play",
        &hints.keyed("The camera follows matches between bots, and replays.", InputCommand::Follow),
    );
}

fn marks(ui: &mut Ui, settings: &mut Settings, hints: Hints) {
    group(ui, "Marks and colours");
    tick(ui, &mut settings.targets, "Targets", "Marks the pieces that can move, and the targets of the held piece.");
    let words = hints.text("A move is played after a second click or Enter.", "A move is played after a second tap.");
    tick(ui, &mut settings.confirm_moves, "Confirm moves", words);
    let words = "A promoted pawn becomes a queen, or the strongest piece of the game, without asking.";
    tick(ui, &mut settings.auto_promote, "Automatic queen", words);
    tick(ui, &mut settings.threats, "Threats", "Marks the cells that the opponent attacks.");
    tick(
        ui,
        &mut settings.announcements,
        "Announcements",
        "Announces rolls, check, promotion and phases over the table.",
    );
    ui.label("Stack labels");
    ui.horizontal_wrapped(|ui| {
        for (badges, name) in Badges::ALL {
            theme::choice(ui, &mut settings.badges, badges, &words::capital(name));
        }
    });
    explained(
        ui,
        &hints.keyed(
            "Shows the number of pieces in a stack: on hover and on tall ones, on all, or on none.",
            InputCommand::Badges,
        ),
    );
    tick(ui, &mut settings.coordinates, "Coordinates", "Letters and digits on the frame of the board.");
    ui.label("Board");
    ui.horizontal_wrapped(|ui| {
        for (board, name) in BoardWood::ALL {
            theme::choice(ui, &mut settings.board, board, &words::capital(name));
        }
    });
    explained(ui, "The wood of the cells.");
    ui.label("Pieces");
    ui.horizontal_wrapped(|ui| {
        for (pieces, name) in PieceWood::ALL {
            theme::choice(ui, &mut settings.pieces, pieces, &words::capital(name));
        }
    });
    explained(ui, "The wood of Black's pieces, and the light wood that goes with it.");
    tick(ui, &mut settings.figurines, "Figurines", "Lists of moves show pieces as symbols instead of letters.");
    ui.label("Colours");
    ui.horizontal_wrapped(|ui| {
        for (palette, name) in PALETTES {
            theme::choice(ui, &mut settings.palette, palette, name);
        }
    });
    explained(ui, "\"Colour-blind safe\" uses distinguishable colours, and patterns on pieces and marks.");
    tick(
        ui,
        &mut settings.worded_dice,
        "Treehouse die",
        "The die of Whack Chess says TIP, AIM, DIG, SWAP, HOP and WILD instead of 1 to 6.",
    );
}

/// `dice` means that the game on the table has dice; also `true` without a game.
fn assistance(ui: &mut Ui, settings: &mut Settings, hints: Hints, dice: bool) {
    group(ui, "Assistance");
    tick(
        ui,
        &mut settings.evaluation_bar,
        "Evaluation bar",
        &hints.keyed("Beside the table: each side's chances.", InputCommand::EvaluationBar),
    );
    let words = "On analysis boards, scores are from White's view instead of the side to move's.";
    tick(ui, &mut settings.white_scores, "Scores from White's side", words);
    if dice {
        tick(ui, &mut settings.odds, "Chances of a throw", "The chance and value of each face, before the throw.");
    }
    tick(
        ui,
        &mut settings.graph,
        "Evaluation graph",
        &hints.keyed("The evaluation after each move, and the share of luck.", InputCommand::Graph),
    );
}

fn text(ui: &mut Ui, settings: &mut Settings) {
    group(ui, "Text");
    ui.label("Text size");
    ui.horizontal_wrapped(|ui| {
        theme::choice(ui, &mut settings.text_size, None, "Automatic");
        for size in Settings::TEXT_SIZES {
            theme::choice(ui, &mut settings.text_size, Some(size), &format!("{size} %"));
        }
    });
    explained(ui, "The size of panels and windows, which scroll if needed. Automatic grows with the window.");
    ui.add_enabled_ui(!settings.notes_read.is_empty(), |ui| {
        if ui.button("Show the game summaries again").clicked() {
            settings.notes_read.clear();
        }
    });
    explained(ui, "A summary of each game appears at your first match of it.");
}

fn sounds(ui: &mut Ui, settings: &mut Settings, hints: Hints) {
    group(ui, "Sounds");
    tick(
        ui,
        &mut settings.sound,
        "Sounds",
        &hints.keyed("Sounds of wood, chips, dice and shots.", InputCommand::Sound),
    );
    ui.add_enabled(settings.sound, Slider::new(&mut settings.volume, 0.0..=1.0).show_value(false).text("Volume"));
}
