//! The controls at the bottom of the panel: takeback, draw offer, new match, views, and the steps
//! of a replay.

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::text_edit::TextEditState;
use bevy_egui::egui::{Align, Button, Key, Layout, RichText, Slider, TextEdit, Ui};

use crate::engine::{Reason, Side};
use crate::play::{Match, Seat};
use crate::session::{Filming, InputCommand, Notification, PlayerCommand, Settings, Showing, View, local_player};
use crate::ui::panel::typed::{self, Reading};
use crate::ui::panel::{moves, replay_controls, room};
use crate::ui::state::clipboard;
use crate::ui::state::leave::{answer, rematch};
use crate::ui::state::position_draft::PositionDraft;
use crate::ui::state::rules_view::RulesView;
use crate::ui::state::ui_context::{UiContext, person_decides};
use crate::ui::state::ui_state::{Question, ResultBar, Typing, UiState};
use crate::ui::theme::row;
use crate::ui::{theme, words};

/// Draws the lower part of the panel.
pub fn show(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    match &cx.session.showing {
        // These have panels of their own.
        Showing::Nothing | Showing::Exercise(_) | Showing::Analysis(_) => {}
        Showing::Match(running) => match cx.room.on_table() {
            Some(joined) => {
                room::chat::show(ui, state, cx);
                room::controls::show(ui, running, joined, state, cx);
                if local_player(running).is_some() && !joined.connection().is_over() {
                    claim_draw(ui, running, cx);
                    typing(ui, state, cx);
                }
            }
            None => of_match(ui, running, state, cx),
        },
        Showing::Replay(replay) => replay_controls::show(ui, replay, cx),
    }
    if cx.free_hands && theme::main_button(ui, &format!("Tidy up ({})", cx.keys.key(InputCommand::FreeHands))).clicked()
    {
        cx.commands.push(PlayerCommand::TidyUp);
    }
    // No engine assistance for players of an online match.
    if cx.session.live_match().is_none_or(|running| !running.is_remote() || running.outcome().is_some()) {
        assistance(ui, state, cx);
    }
    row(ui, 4, |ui, size| {
        if ui
            .add_sized(size, Button::new("New"))
            .on_hover_text(format!("Another match: key {}", cx.keys.key(InputCommand::NewMatch)))
            .clicked()
        {
            state.open_form(cx.session);
        }
        if ui
            .add_sized(size, Button::new("Rules"))
            .on_hover_text(format!("Key {}", cx.keys.key(InputCommand::Rules)))
            .clicked()
        {
            state.rules = cx.session.game().map(|game| RulesView::of(game.info()));
        }
        if ui
            .add_sized(size, Button::new("Keys"))
            .on_hover_text(format!("Key {}", cx.keys.key(InputCommand::Help)))
            .clicked()
        {
            state.help = !state.help;
        }
        if ui
            .add_sized(size, Button::new("Options"))
            .on_hover_text(format!("Key {}", cx.keys.key(InputCommand::Options)))
            .clicked()
        {
            state.options = !state.options;
        }
    });
    views(ui, cx);
    ui.horizontal(|ui| {
        ui.spacing_mut().slider_width = 56.0;
        // A word would leave no room for the slider.
        ui.label(theme::muted("⏩")).on_hover_text("Speed");
        let [slowest, fastest] = Settings::SPEEDS;
        let slider = Slider::new(&mut cx.settings.speed, slowest..=fastest).logarithmic(true).show_value(false);
        ui.add(slider).on_hover_text(format!(
            "Keys {} and {}",
            cx.keys.key(InputCommand::Faster),
            cx.keys.key(InputCommand::Slower)
        ));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| keepsakes(ui, state, cx));
    });
}

/// Buttons for the position on the table, from right to left: save, edit, free hands.
fn keepsakes(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    ui.spacing_mut().button_padding.x = 6.0;
    let key = |command| format!("Key {}: ", cx.keys.key(command));
    let small = |words: &str| RichText::new(words).size(theme::SMALL);
    let words = [
        key(InputCommand::Picture) + "the table, without the panel",
        key(InputCommand::Film) + "films the window, or stops",
        "The moves for other programs, in Portable Game Notation".to_string(),
        key(InputCommand::Copy) + "copies it as text",
    ];
    let hands = key(InputCommand::FreeHands)
        + "grab, drag and throw whatever is on the table; again, or the next move, tidies up";
    ui.menu_button(small("Save …"), |ui| {
        let [picture, film, pgn, copy] = words;
        if ui.button("Picture").on_hover_text(picture).clicked() {
            cx.requests.push(InputCommand::Picture);
        }
        let words = if cx.filming { "End of the film" } else { "Film" };
        if Filming::IS_POSSIBLE && ui.button(words).on_hover_text(film).clicked() {
            cx.requests.push(InputCommand::Film);
        }
        if ui.button("PGN").on_hover_text(pgn).clicked() {
            cx.commands.push(PlayerCommand::SavePgn(None));
        }
        if ui.button("Copy of the position").on_hover_text(copy).clicked() {
            clipboard::copy(ui.ctx(), state, cx);
        }
    });
    if let Some(game) = cx.session.game() {
        let words = "Edit this position: set up another one from it, and play from there";
        if ui.add(Button::new(small("Edit …"))).on_hover_text(words).clicked() {
            state.editor = Some(PositionDraft::of(game));
        }
    }
    let free = Button::selectable(cx.free_hands, small("Hands")).frame_when_inactive(true);
    if ui.add(free).on_hover_text(hands).clicked() {
        cx.requests.push(InputCommand::FreeHands);
    }
}

fn of_match(ui: &mut Ui, running: &Match, state: &mut UiState, cx: &mut UiContext) {
    let local_player = local_player(running);
    claim_draw(ui, running, cx);
    let asked = match state.question {
        Some(Question::Resign(side)) => Some((side, "resigns", "Resign")),
        Some(Question::OfferDraw(side)) => Some((side, "offers a draw", "Offer draw")),
        Some(Question::Leave(_)) | None => None,
    };
    if matches!(state.question, Some(Question::Resign(_))) && is_shared(running) {
        who_resigns(ui, running, state, cx);
    } else if let Some((side, does, yes)) = asked {
        ui.label(format!("{} {does}. Sure?", running.game().info().side(side)));
        row(ui, 2, |ui, size| {
            let yes = Button::new(RichText::new(yes).color(theme::ALARM));
            if ui.add_sized(size, yes).on_hover_text(format!("Key {}", cx.keys.key(InputCommand::Yes))).clicked() {
                answer(true, state, cx);
            }
            if ui.add_sized(size, Button::new("Play on")).on_hover_text("Escape").clicked() {
                answer(false, state, cx);
            }
        });
    } else if running.outcome().is_none() {
        row(ui, 3, |ui, size| {
            ui.add_enabled_ui(running.can_take_back(), |ui| {
                if ui
                    .add_sized(size, Button::new("Take back"))
                    .on_hover_text(format!("Key {}", cx.keys.key(InputCommand::TakeBack)))
                    .clicked()
                {
                    cx.commands.push(PlayerCommand::Takeback);
                }
            });
            ui.add_enabled_ui(local_player.is_some() && running.draw_offer().is_none(), |ui| {
                if ui.add_sized(size, Button::new("Offer draw")).clicked() {
                    state.question = local_player.map(Question::OfferDraw);
                }
            });
            ui.add_enabled_ui(local_player.is_some(), |ui| {
                if ui.add_sized(size, Button::new("Resign")).clicked() {
                    state.question = local_player.map(Question::Resign);
                }
            });
        });
    }
    if running.outcome().is_some() {
        row(ui, 2, |ui, size| {
            // A misplaced second click after confirming a resignation does no harm here.
            if ui.add_sized(size, Button::new("Look through")).on_hover_text("Left arrow: step by step").clicked() {
                cx.commands.push(moves::review(running, 1));
            }
            ui.add_enabled_ui(running.can_take_back(), |ui| {
                if ui
                    .add_sized(size, Button::new("Take back"))
                    .on_hover_text(format!("Key {}", cx.keys.key(InputCommand::TakeBack)))
                    .clicked()
                {
                    cx.commands.push(PlayerCommand::Takeback);
                }
            });
        });
        let words = format!("Analyse ({})", cx.keys.key(InputCommand::AnalysisBoard));
        let hint = "Opens an analysis board: both sides move freely, and the match stays as it is";
        if theme::wide_button(ui, "", &words, false).on_hover_text(hint).clicked() {
            cx.requests.push(InputCommand::AnalysisBoard);
        }
    }
    if running.outcome().is_some_and(|outcome| outcome.reason == Reason::Resignation)
        && !cx.free_hands
        && ui.button(format!("Flip the table ({})", cx.keys.key(InputCommand::FlipBoard))).clicked()
    {
        cx.commands.push(PlayerCommand::Flip);
    }
    // The bar under the table has these buttons while it is shown.
    if running.outcome().is_some() && state.result_bar == ResultBar::Hidden {
        row(ui, 2, |ui, size| {
            let words = "The same match once more, with sides swapped";
            if ui.add_sized(size, Button::new("Rematch")).on_hover_text(words).clicked() {
                rematch(running, state, cx);
            }
            if ui.add_sized(size, Button::new("Replay")).on_hover_text("Shows the match from its start").clicked() {
                cx.commands.push(PlayerCommand::Review { actions: 0, run: true });
            }
        });
    }
    if local_player.is_some() {
        typing(ui, state, cx);
    }
}

/// Draws the button for an open draw claim, if a person plays.
pub fn claim_draw(ui: &mut Ui, running: &Match, cx: &mut UiContext) {
    let Some(claim) = running.claim_open().filter(|_| local_player(running).is_some()) else { return };
    let hint = format!("Key {}: the match is drawn at once", cx.keys.key(InputCommand::ClaimDraw));
    if theme::wide_button(ui, "", &format!("Claim draw: {claim}"), false).on_hover_text(hint).clicked() {
        cx.commands.push(PlayerCommand::ClaimDraw);
    }
}

/// Whether two people play at this table.
fn is_shared(running: &Match) -> bool {
    running.setup().seats == [Seat::Human; 2]
}

/// Asks which of two people at one table resigns.
fn who_resigns(ui: &mut Ui, running: &Match, state: &mut UiState, cx: &mut UiContext) {
    ui.label("Who resigns?");
    row(ui, 2, |ui, size| {
        for side in Side::BOTH {
            let words = format!("{} resigns", running.game().info().side(side));
            let mut button = ui.add_sized(size, Button::new(RichText::new(words).color(theme::ALARM)));
            if matches!(state.question, Some(Question::Resign(own)) if own == side) {
                button = button.on_hover_text(format!("Key {}", cx.keys.key(InputCommand::Yes)));
            }
            if button.clicked() {
                state.question = Some(Question::Resign(side));
                answer(true, state, cx);
            }
        }
    });
    row(ui, 1, |ui, size| {
        if ui.add_sized(size, Button::new("Play on")).on_hover_text("Escape").clicked() {
            answer(false, state, cx);
        }
    });
}

/// The buttons for engine assistance, which is off by default.
fn assistance(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    let Some(info) = cx.session.game().map(|game| game.info()) else { return };
    row(ui, if info.dice { 5 } else { 3 }, |ui, size| {
        let seeking = cx.analysis.is_seeking_hint();
        let hint =
            ui.add_enabled_ui(!seeking, |ui| ui.add_sized(size, Button::new(if seeking { "…" } else { "Hint" })));
        if hint
            .inner
            .on_hover_text(format!(
                "Key {}: shows the best action, after half a second",
                cx.keys.key(InputCommand::Hint)
            ))
            .clicked()
        {
            cx.commands.push(PlayerCommand::Hint);
        }
        for (on, name, words) in [
            (
                &mut cx.settings.evaluation_bar,
                "Bar",
                format!("Key {}: who is likely to win", cx.keys.key(InputCommand::EvaluationBar)),
            ),
            (
                &mut cx.settings.odds,
                "Odds",
                "Before a throw: the chance of each face, and what it is worth".to_string(),
            ),
            (
                &mut cx.settings.graph,
                "Graph",
                format!("Key {}: the match, ply by ply", cx.keys.key(InputCommand::Graph)),
            ),
        ] {
            if name == "Odds" && !info.dice {
                continue;
            }
            let button = Button::selectable(*on, name).frame_when_inactive(true);
            if ui.add_sized(size, button).on_hover_text(words).clicked() {
                *on = !*on;
            }
        }
        let ledger = Button::selectable(state.ledger, "Dice").frame_when_inactive(true);
        if info.dice
            && ui
                .add_sized(size, ledger)
                .on_hover_text(format!("Key {}: every throw of the match", cx.keys.key(InputCommand::Ledger)))
                .clicked()
        {
            state.ledger = !state.ledger;
        }
    });
}

/// Draws the move field.
pub fn typing(ui: &mut Ui, state: &mut UiState, cx: &mut UiContext) {
    // The hint shows one of the user's own actions that move a piece.
    let own = cx.session.running().filter(|running| person_decides(running)).map(Match::game);
    let example = own.zip(cx.legal.iter().find(|(_, gesture)| gesture.from.is_some()));
    let example =
        example.map_or_else(String::new, |(game, (action, _))| format!(", as {}", words::short(game, action)));
    let hint = theme::muted(format!("Type a move ({}){example}", cx.keys.key(InputCommand::TypeAction)));
    let field = TextEdit::singleline(&mut state.typed).hint_text(hint).desired_width(f32::INFINITY).char_limit(200);
    let response = ui.add(field);
    let typing = std::mem::take(&mut state.typing);
    match typing {
        Typing::AsItIs => {}
        Typing::Begin | Typing::Again => {
            response.request_focus();
            let mut field = TextEditState::load(ui.ctx(), response.id).unwrap_or_default();
            let end = CCursor::new(state.typed.chars().count());
            // Typing continues after the text typed before the field had the focus, not at its
            // previous cursor position.
            let begin = if typing == Typing::Again { CCursor::new(0) } else { end };
            field.cursor.set_char_range(Some(CCursorRange::two(begin, end)));
            field.store(ui.ctx(), response.id);
        }
        Typing::End => response.surrender_focus(),
    }
    if response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter)) {
        play_typed(state, cx);
        if state.submitted {
            response.request_focus();
        }
    }
}

/// Plays the typed action. The text and the focus stay until the action has been played, so that
/// further typing, such as a correction, is not taken for commands.
pub fn play_typed(state: &mut UiState, cx: &mut UiContext) {
    let typed = state.typed.trim();
    if let Some(game) = cx.session.game().filter(|_| !typed.is_empty()) {
        match typed::read(typed, game, cx.legal) {
            Reading::Action(action) => {
                cx.commands.push(PlayerCommand::Act(action));
                state.submitted = true;
            }
            Reading::Ambiguous(actions) => {
                let ways: Vec<_> = actions.iter().map(|action| words::short(game, action)).collect();
                let words = format!("{typed} can be played in {} ways: type {}.", ways.len(), ways.join(" or "));
                cx.notifications.push(Notification::new(words));
                state.refused = Some(state.typed.clone());
                state.typing = Typing::Again;
            }
        }
    }
}

/// Draws the selection of views.
pub fn views(ui: &mut Ui, cx: &mut UiContext) {
    let words = format!(
        "The view of the table: key {} for the next, {} from the other side, {} from above",
        cx.keys.key(InputCommand::NextView),
        cx.keys.key(InputCommand::FlipView),
        cx.keys.key(InputCommand::TopView)
    );
    let info = cx.session.game().map(|game| game.info());
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 2.0;
        for (view, name) in View::ALL {
            let name = match (view, info) {
                (View::White, Some(info)) => info.side(Side::White).to_string(),
                (View::Black, Some(info)) => info.side(Side::Black).to_string(),
                _ => words::capital(name),
            };
            let text = RichText::new(name).size(theme::SMALL);
            let button = Button::selectable(cx.shown_view == Some(view), text).frame_when_inactive(true);
            if ui.add(button).on_hover_text(&words).clicked() {
                cx.reset_view |= cx.settings.view == view;
                cx.settings.view = view;
            }
        }
        let reset = Button::new(RichText::new("Reset").size(theme::SMALL));
        if ui.add(reset).on_hover_text("Shows the chosen view again").clicked() {
            cx.reset_view = true;
        }
    });
}
