//! The meanings of an ambiguous gesture, listed beside its cell as well as in the panel.

use bevy::prelude::Res;
use bevy_egui::egui::{Align2, Area, CornerRadius, Frame, Id, Margin, Order, Stroke, pos2, vec2};

use crate::session::{OverlayLevel, PlayerCommand};
use crate::ui::overlay::corner::settle;
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_context::person_decides;
use crate::ui::state::ui_params::UiParams;
use crate::ui::{theme, words};

/// The width, and the distance from the cell, logical pixels.
const WIDTH: f32 = 220.0;
const GAP: f32 = 8.0;

/// Draws the list while there is a choice to make.
pub fn show(frame: Res<UiFrame>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.free(), &mut params.context());
    let Some(spot) = cx.selection.spot.filter(|_| !cx.selection.choices.is_empty()) else { return };
    if !cx.session.running().is_some_and(person_decides) {
        return;
    }
    let beside = pos2(spot.x, spot.y) / ctx.zoom_factor() + vec2(GAP, 0.0);
    // At the right edge of the table, the list moves to the left of the cell, so that it does not
    // cover the cell.
    let (pivot, at) = if beside.x + WIDTH > free.right() {
        (Align2::RIGHT_CENTER, beside - vec2(60.0, 0.0))
    } else {
        (Align2::LEFT_CENTER, beside)
    };
    let area = Area::new(Id::new("choice")).order(Order::Foreground).pivot(pivot).fixed_pos(at).constrain_to(free);
    let mut pointed = None;
    let list = area.show(ctx, |ui| {
        let frame = Frame::new().fill(theme::RAISED).stroke(Stroke::new(1.0, theme::BRASS));
        frame.corner_radius(CornerRadius::same(8)).inner_margin(Margin::symmetric(8, 7)).show(ui, |ui| {
            ui.set_width(WIDTH - 16.0);
            let choices = cx.selection.choices.clone();
            for (digit, (action, choice)) in (1_usize..).zip(&choices) {
                let key = if digit <= 9 { digit.to_string() } else { String::new() };
                let response = theme::wide_button(ui, &key, &words::pictured(&words::capital(choice)), false);
                if response.hovered() {
                    pointed = Some(action.clone());
                }
                if response.clicked() {
                    cx.commands.push(PlayerCommand::Act(action.clone()));
                }
            }
        });
    });
    // The panel beside the table lists the same choices.
    let has_panel = !frame.folded && frame.level == OverlayLevel::Panel;
    if !has_panel || pointed.is_some() {
        cx.selection.preview = pointed;
    }
    settle(&list.response);
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::Event;

    use super::*;
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played};

    /// Enter plays the previewed choice, so it must be the one pointed at.
    #[test]
    fn a_choice_is_previewed_only_while_it_is_pointed_at() {
        let mut rig = Rig::new(SCREENS[1], Session::from(played("chess", 0)));
        rig.state.panel.fold = Some(true);
        rig.selection.choices = vec![("e2e4".into(), "two squares".into()), ("e2e3".into(), "one square".into())];
        rig.selection.spot = Some(bevy::math::Vec2::new(300.0, 300.0));
        (0..3).for_each(|_| drop(rig.frame(Vec::new())));
        let at = rig.position_of("One square").unwrap();
        for (pointer, previewed) in [(at, Some("e2e3")), (pos2(20.0, 500.0), None)] {
            (0..3).for_each(|_| drop(rig.frame(vec![Event::PointerMoved(pointer)])));
            assert_eq!(rig.selection.preview.as_deref(), previewed);
        }
    }
}
