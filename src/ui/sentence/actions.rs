//! The buttons of the sentence bar, for the pending action only.

use bevy_egui::egui::{Button, Label, RichText, Stroke, Ui, vec2};

use super::wording::SHOW_SEARCH_AFTER;
use crate::engine::{ActionText, GestureKind, Notice, Place};
use crate::play::{Match, Pending, Seat};
use crate::session::{Filming, InputCommand, Joined, PlayerCommand};
use crate::ui::panel::choices;
use crate::ui::state::cached::Notices;
use crate::ui::state::ui_command::{UiCommand, UiWindow};
use crate::ui::state::ui_context::{UiContext, person_decides};
use crate::ui::{theme, words};

/// The gap between two buttons, logical pixels.
pub const GAP: f32 = 6.0;

/// The maximum number of pieces and passes with buttons in the bar.
const MAX_PIECES: usize = 4;

/// A button, or a label between buttons.
pub struct BarItem {
    words: String,
    /// The hover text.
    hint: String,
    /// The width, logical pixels. It does not change during a turn.
    pub width: f32,
    /// Whether it is the expected action.
    main: bool,
    enabled: bool,
    effect: ButtonEffect,
}

enum ButtonEffect {
    /// A label.
    None,
    Command(PlayerCommand),
    Request(InputCommand),
    Board {
        forward: bool,
    },
    Point(Place),
    /// Lifts this number of chips.
    Lift(u8),
    Release,
    /// Concerns other panels.
    Ui(UiCommand),
}

impl BarItem {
    fn new(words: impl Into<String>, hint: impl Into<String>, width: f32, effect: ButtonEffect) -> BarItem {
        BarItem { words: words.into(), hint: hint.into(), width, main: false, enabled: true, effect }
    }

    fn main(self) -> BarItem {
        BarItem { main: true, ..self }
    }
}

/// The buttons in a bar with this much room, logical pixels.
pub fn of(room: f32, notices: &mut Notices, cx: &UiContext) -> Vec<BarItem> {
    let mut actions = if let Some(running) = cx.session.match_on_table() {
        of_match(running, room, notices, cx)
    } else if let Some(replay) = cx.session.replay().filter(|_| cx.session.background_match.is_some()) {
        let words = cx.keyed("Return to the match", InputCommand::ToEnd);
        vec![BarItem::new(words, "", 232.0, ButtonEffect::Command(PlayerCommand::Seek(replay.len()))).main()]
    } else if cx.session.board().is_some_and(|board| person_decides(board.running())) {
        of_decision(room, &[], cx)
    } else {
        Vec::new()
    };
    // These actions are also in the menus.
    while actions.len() > 1 && width(&actions) > room {
        actions.pop();
    }
    if let [only] = &mut actions[..] {
        only.width = only.width.min(room);
    }
    actions
}

/// The width of buttons with the gaps between them, logical pixels.
pub fn width(actions: &[BarItem]) -> f32 {
    actions.iter().map(|action| action.width + GAP).sum::<f32>()
}

fn of_match(running: &Match, room: f32, notices: &mut Notices, cx: &UiContext) -> Vec<BarItem> {
    let hints = cx.hints();
    match running.pending() {
        Pending::Over(_) => at_the_end(running, cx),
        _ if cx.paused => {
            let words = hints.keyed("Resume", InputCommand::Pause);
            vec![BarItem::new(words, "", 150.0, ButtonEffect::Command(PlayerCommand::Pause(false))).main()]
        }
        Pending::Throw { seat: Seat::Human, .. } if !cx.active => {
            let words = format!("{} {}", words::DIE, hints.keyed("Throw", InputCommand::Space));
            let hint =
                hints.text("Or click the tray, or flick the die with the mouse", "Or tap the tray, or flick the die");
            vec![BarItem::new(words, hint, 168.0, ButtonEffect::Command(PlayerCommand::Throw(None))).main()]
        }
        Pending::Throw { .. } => Vec::new(),
        Pending::Decide { seat: Seat::Human, .. } => {
            let game = running.game();
            let notices = notices.get(cx.history.revision(), || game.notices());
            of_decision(room, notices, cx)
        }
        Pending::Decide { .. } => {
            let long = cx.thought.as_ref().is_some_and(|thought| thought.seconds >= SHOW_SEARCH_AFTER);
            let words = hints.keyed("Move now", InputCommand::MoveNow);
            let stop =
                BarItem::new(words, "Plays the best move so far", 160.0, ButtonEffect::Command(PlayerCommand::MoveNow));
            if long { vec![stop] } else { Vec::new() }
        }
    }
}

/// The buttons of a person's decision.
fn of_decision(room: f32, notices: &[Notice], cx: &UiContext) -> Vec<BarItem> {
    if let Some(action) = cx.selection.unconfirmed.clone() {
        return vec![
            BarItem::new(cx.hints().with_key("Cancel", "Esc"), "", 120.0, ButtonEffect::Release),
            BarItem::new(
                cx.hints().with_key("Play it", "Enter"),
                "",
                140.0,
                ButtonEffect::Command(PlayerCommand::Act(action)),
            )
            .main(),
        ];
    }
    if !cx.selection.choices.is_empty() || cx.selection.held.is_some() {
        let cancel =
            BarItem::new(cx.hints().with_key("Cancel", "Esc"), "Puts the piece back", 120.0, ButtonEffect::Release);
        let mut actions = vec![cancel];
        let lifting = lifting(cx);
        if width(&actions) + width(&lifting) <= room {
            actions.extend(lifting);
        }
        return actions;
    }
    let boards = choices::boards(cx.legal).count();
    if boards > 0 {
        return chooser(boards, room < 420.0, cx);
    }
    if let Some(must) = notices.iter().find(|notice| notice.forces_reply) {
        return movers(&must.cells.iter().map(|cell| Place::Cell(*cell)).collect::<Vec<_>>(), cx);
    }
    plain(cx)
}

/// Steps through the numbers of chips that can be lifted off the stack in hand.
fn lifting(cx: &UiContext) -> Vec<BarItem> {
    let counts = cx.selection.counts(cx.legal);
    let (Some(most), [_, _, ..]) = (counts.last(), &counts[..]) else { return Vec::new() };
    let now = cx.selection.count.unwrap_or(*most);
    let less = counts.iter().rev().find(|count| **count < now).copied();
    let more = counts.iter().find(|count| **count > now).copied();
    let step = |words, hint, count: Option<u8>| BarItem {
        enabled: count.is_some(),
        ..BarItem::new(words, hint, 40.0, count.map_or(ButtonEffect::None, ButtonEffect::Lift))
    };
    vec![
        step("−", "Lifts fewer chips", less),
        BarItem::new(format!("{now} of {most}"), "", 64.0, ButtonEffect::None),
        step("+", "Lifts more chips", more),
    ]
}

/// Steps through the boards to choose from.
fn chooser(boards: usize, narrow: bool, cx: &UiContext) -> Vec<BarItem> {
    let at = cx.selection.preview.as_ref().and_then(|now| choices::boards(cx.legal).position(|own| own == now));
    let [back, forward] = if narrow { ["⏴", "⏵"] } else { ["⏴ Previous", "Next ⏵"] };
    let (wide, small) = if narrow { (40.0, 84.0) } else { (108.0, 84.0) };
    let hint = |forward| {
        let words = if forward { "The next board" } else { "The previous board" };
        cx.keyed(words, InputCommand::Board { forward })
    };
    let words = at.map_or_else(|| format!("{boards} boards"), |at| format!("{} of {boards}", at + 1));
    let take = cx.selection.preview.clone().filter(|_| at.is_some());
    let effect = take.clone().map_or(ButtonEffect::None, |action| ButtonEffect::Command(PlayerCommand::Act(action)));
    let take = BarItem {
        enabled: take.is_some(),
        ..BarItem::new("Choose this board", cx.hints().with_key("Changes to this board", "Enter"), 152.0, effect).main()
    };
    vec![
        BarItem::new(back, hint(false), wide, ButtonEffect::Board { forward: false }),
        BarItem::new(words, "", small, ButtonEffect::None),
        BarItem::new(forward, hint(true), wide, ButtonEffect::Board { forward: true }),
        take,
    ]
}

/// Buttons for the pieces that have to move.
fn movers(places: &[Place], cx: &UiContext) -> Vec<BarItem> {
    let Some(game) = cx.session.game() else { return Vec::new() };
    let (pieces, layout) = (game.pieces(), game.layout());
    let button = |place: &Place| {
        let piece = pieces.iter().find(|piece| piece.place == *place)?;
        let Place::Cell(cell) = place else { return None };
        let words = format!("{} {}", game.piece_info(&piece.look).name, layout.cells.get(cell.index())?.name);
        Some(BarItem::new(words, "Picks it up", 104.0, ButtonEffect::Point(*place)))
    };
    places.iter().filter_map(button).take(MAX_PIECES).collect()
}

/// Buttons for a pass and other actions that move no piece, unless there are many.
fn plain(cx: &UiContext) -> Vec<BarItem> {
    let all = cx.legal.iter().filter(|(_, gesture)| gesture.from.is_none());
    let button = |(action, gesture): &(ActionText, _)| {
        let gesture: &crate::engine::Gesture = gesture;
        let words = gesture.choice.as_deref().unwrap_or(match gesture.kind {
            GestureKind::Pass => "Pass",
            _ => action,
        });
        BarItem::new(words::capital(words), "", 120.0, ButtonEffect::Command(PlayerCommand::Act(action.clone())))
    };
    let actions: Vec<_> = all.take(choices::MAX_IN_BAR + 1).map(button).collect();
    if actions.len() > choices::MAX_IN_BAR { Vec::new() } else { actions }
}

/// The next steps after the end of a match.
fn at_the_end(running: &Match, cx: &UiContext) -> Vec<BarItem> {
    let offered = cx.room.on_table().is_some_and(Joined::offers_rematch);
    let (again, hint) = match offered {
        true => ("Offered …", "Your opponent has to accept the rematch"),
        false => ("Rematch", "The same match again, with sides swapped"),
    };
    // Only players present in the room can offer a rematch.
    let may = !running.is_remote() || cx.room.on_table().is_some_and(Joined::may_offer);
    let new = cx.keyed("New match", InputCommand::NewMatch);
    let replay = ButtonEffect::Command(PlayerCommand::Review { actions: 0, run: true });
    let analyse = cx.keyed("Opens an analysis board; the match is not changed", InputCommand::AnalysisBoard);
    let mut actions = vec![
        BarItem { enabled: may && !offered, ..BarItem::new(again, hint, 100.0, ButtonEffect::Ui(UiCommand::Rematch)) },
        BarItem::new(new, "", 142.0, ButtonEffect::Ui(UiCommand::NewMatch)),
        BarItem::new("Replay", "Shows the match from its start", 80.0, replay),
        BarItem::new("Analyse", analyse, 88.0, ButtonEffect::Request(InputCommand::AnalysisBoard)),
    ];
    if Filming::IS_POSSIBLE {
        actions.push(BarItem::new(
            "Film",
            "Makes a film of the match, with a choice of format and part",
            64.0,
            ButtonEffect::Ui(UiCommand::Open(UiWindow::Film)),
        ));
    }
    actions
}

/// Draws the buttons from left to right.
pub fn show(ui: &mut Ui, actions: Vec<BarItem>, height: f32, cx: &mut UiContext) {
    ui.spacing_mut().item_spacing.x = GAP;
    ui.spacing_mut().button_padding.x = 4.0;
    for action in actions {
        let size = vec2(action.width, height);
        if matches!(action.effect, ButtonEffect::None) && !action.main && action.enabled {
            ui.add_sized(size, Label::new(&action.words));
            continue;
        }
        let text = RichText::new(&action.words);
        let button = match action.main && action.enabled {
            true => Button::new(text.strong().color(theme::BRASS_TEXT)).fill(theme::BRASS).stroke(Stroke::NONE),
            false => Button::new(text),
        };
        let response = ui.add_enabled_ui(action.enabled, |ui| ui.add_sized(size, button.truncate())).inner;
        let is_sign = !action.words.contains(char::is_alphabetic);
        let response = match action.hint.is_empty() {
            true => response,
            false if is_sign => theme::named(response, action.hint),
            false => response.on_hover_text(action.hint),
        };
        if response.clicked() {
            carry_out(action.effect, cx);
        }
    }
}

fn carry_out(effect: ButtonEffect, cx: &mut UiContext) {
    match effect {
        ButtonEffect::None => {}
        ButtonEffect::Command(command) => cx.commands.push(command),
        ButtonEffect::Request(command) => cx.request(command),
        ButtonEffect::Board { forward } => {
            if let Some(next) = choices::next_board(cx.selection, cx.legal, forward) {
                cx.selection.preview = Some(next);
            }
        }
        ButtonEffect::Point(place) => cx.point(place),
        ButtonEffect::Lift(count) => {
            cx.selection.count = Some(count);
            cx.selection.choices.clear();
        }
        ButtonEffect::Release => cx.selection.release(),
        ButtonEffect::Ui(command) => cx.ui_commands.push(command),
    }
}
