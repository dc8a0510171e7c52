//! The ledger of the dice: all throws of the match, and a test of the frequency of the faces.

use bevy::prelude::{Res, ResMut, Resource};
use bevy_egui::egui::{Align2, Grid, Label, RichText, ScrollArea, Sense, Ui, vec2};

use crate::engine::{Die, GameInfo, Side};
use crate::games;
use crate::play::chi_square_p;
use crate::session::PlayerCommand;
use crate::ui::move_history::{MoveHistory, PlayedThrow};
use crate::ui::state::frame::UiFrame;
use crate::ui::state::ui_context::UiContext;
use crate::ui::state::ui_params::UiParams;
use crate::ui::theme;

#[derive(Debug, Clone, Copy, PartialEq)]
struct FaceFrequency {
    symbol: &'static str,
    seen: u32,
    /// The expected count for this number of throws.
    expected: f64,
}

/// The number of throws from which each face is expected five times, so that the p-value is
/// reliable.
const ENOUGH: u32 = 30;

/// The frequency of each face of a die, for one side, or for both sides if `side` is `None`.
fn faces(throws: &[PlayedThrow], die: &'static Die, side: Option<Side>) -> Vec<FaceFrequency> {
    let own = |throw: &&PlayedThrow| throw.die == die && side.is_none_or(|side| throw.side == side);
    let total = throws.iter().filter(own).count();
    let face = |(symbol, _)| {
        let seen = throws.iter().filter(own).filter(|throw| throw.symbol == symbol).count();
        FaceFrequency {
            symbol,
            seen: u32::try_from(seen).unwrap_or(u32::MAX),
            expected: total as f64 * die.chance(symbol),
        }
    };
    die.outcomes().map(face).collect()
}

/// The probability that a fair die deviates at least this far from the expectation; `None` without
/// throws.
fn p_value(faces: &[FaceFrequency]) -> Option<f64> {
    let degrees = u32::try_from(faces.len()).ok()?.checked_sub(1)?;
    let strays = |face: &FaceFrequency| (f64::from(face.seen) - face.expected).powi(2) / face.expected;
    faces.iter().all(|face| face.expected > 0.0).then(|| chi_square_p(faces.iter().map(strays).sum(), degrees))
}

/// The window with the ledger.
#[derive(Resource, Default)]
pub struct LedgerWindow {
    /// Whether it is open.
    pub open: bool,
}

/// Draws the window if it is open.
pub fn window(frame: Res<UiFrame>, mut ledger: ResMut<LedgerWindow>, mut params: UiParams) {
    let (ctx, free, cx) = (frame.ctx(), frame.room(), &mut params.context());
    let Some(info) = cx.session.game().map(|game| game.info()).filter(|_| ledger.open) else { return };
    let (window, room) = theme::window(ctx, "Table of throws", &mut ledger.open, free);
    let size = vec2(room.x.min(460.0), room.y);
    let window = window.resizable(false).pivot(Align2::CENTER_CENTER).default_pos(free.center()).default_size(size);
    window.show(ctx, |ui| {
        ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| contents(ui, info, cx));
    });
}

fn contents(ui: &mut Ui, info: &GameInfo, cx: &mut UiContext) {
    let running = cx.session.running();
    if let Some(commitment) = running.and_then(|running| running.record().header.commitment.as_ref()) {
        ui.add(Label::new(theme::muted(format!("Commitment: {}", commitment.hash))).wrap());
        let revealed = match running.and_then(|running| running.record().reveal()) {
            Some(reveal) => format!("The secret was {}", reveal.secret),
            None => "The match file reveals the secret when the match is over".into(),
        };
        ui.add(Label::new(theme::muted(revealed)).wrap());
    }
    let throws = cx.history.throws();
    if throws.is_empty() {
        let none = if info.dice { "No throws yet." } else { "This game has no dice." };
        ui.label(none);
        return;
    }
    for die in games::DICE.into_iter().filter(|die| throws.iter().any(|throw| throw.die == *die)) {
        statistics(ui, info, throws, die);
    }
    ui.separator();
    if let Some(end) = list(ui, info, cx.history, cx.session.replay().is_some()) {
        cx.commands.push(PlayerCommand::Seek(end));
    }
}

/// Draws the frequency of each face of a die, for each side and for both.
fn statistics(ui: &mut Ui, info: &GameInfo, throws: &[PlayedThrow], die: &'static Die) {
    let columns = [Some(Side::White), Some(Side::Black), None].map(|side| faces(throws, die, side));
    let names = [info.side(Side::White), info.side(Side::Black), "Both"];
    ui.label(theme::title("Faces of the die: count, and expected count"));
    Grid::new(("faces", die.id)).num_columns(4).spacing(vec2(22.0, 5.0)).show(ui, |ui| {
        ui.label(theme::muted("Face"));
        names.into_iter().for_each(|name| drop(ui.label(theme::muted(name))));
        ui.end_row();
        for (index, (symbol, _)) in die.outcomes().enumerate() {
            ui.label(RichText::new(symbol).color(theme::BRASS));
            for column in &columns {
                let FaceFrequency { seen, expected, .. } = column[index];
                ui.label(format!("{seen} / {expected:.1}"));
            }
            ui.end_row();
        }
        ui.label(theme::muted("p"));
        for column in &columns {
            ui.label(p_value(column).map_or_else(|| "–".to_string(), |p| format!("{p:.2}")));
        }
        ui.end_row();
    });
    let few = columns.iter().any(|faces| faces.iter().map(|face| face.seen).sum::<u32>() < ENOUGH);
    let rough = if few { " With fewer than 30 throws it is unreliable." } else { "" };
    let words = format!("p: probability that a fair die deviates at least this much (chi-square test).{rough}");
    ui.add(Label::new(theme::muted(words)).wrap());
}

/// Draws all throws. Returns the point of the replay after the clicked one.
fn list(ui: &mut Ui, info: &GameInfo, history: &MoveHistory, replay: bool) -> Option<usize> {
    let mut wanted = None;
    Grid::new("throws").num_columns(3).spacing(vec2(22.0, 5.0)).show(ui, |ui| {
        ["Move", "Player", "Face"].into_iter().for_each(|name| drop(ui.label(theme::muted(name))));
        ui.end_row();
        for throw in history.throws() {
            ui.label(history.move_number(throw.ply).to_string());
            ui.horizontal(|ui| {
                theme::disc(ui, info, throw.side);
                ui.label(info.side(throw.side));
            });
            let face = RichText::new(throw.symbol).color(theme::BRASS);
            if !replay {
                ui.label(face);
            } else if ui.add(Label::new(face).sense(Sense::click())).on_hover_text("Shows this throw").clicked() {
                wanted = Some(throw.end);
            }
            ui.end_row();
        }
    });
    wanted
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::fluky;
    use crate::play::Replay;
    use crate::session::Session;
    use crate::ui::tests::{Rig, SCREENS, played};

    fn throws(symbols: &[(Side, &'static str)]) -> Vec<PlayedThrow> {
        let throw =
            |(index, &(side, symbol))| PlayedThrow { ply: index + 1, side, die: fluky::DIE, symbol, end: index + 1 };
        symbols.iter().enumerate().map(throw).collect()
    }

    #[test]
    fn faces_are_counted_for_each_side() {
        let throws = throws(&[(Side::White, "P"), (Side::White, "N"), (Side::Black, "P"), (Side::White, "P")]);
        let face = |symbol, seen, expected| FaceFrequency { symbol, seen, expected };
        let white = faces(&throws, fluky::DIE, Some(Side::White));
        assert_eq!(white, [face("P", 2, 1.5), face("N", 1, 0.5), face("B", 0, 0.5), face("R", 0, 0.5)]);
        assert_eq!(faces(&throws, fluky::DIE, None)[0], face("P", 3, 2.0));
        assert_eq!(p_value(&faces(&throws, Die::D6, None)), None);
    }

    /// Six faces with 5, 8, 9, 8, 10 and 20 in 60 throws: the textbook has 13.4 with 5 degrees of
    /// freedom, p = 0.02.
    #[test]
    fn strange_dice_have_a_small_p() {
        let seen = [5, 8, 9, 8, 10, 20];
        let faces: Vec<_> = seen.map(|seen| FaceFrequency { symbol: "", seen, expected: 10.0 }).into();
        assert!((p_value(&faces).unwrap() - 0.02).abs() < 0.001);
        let even = [FaceFrequency { symbol: "", seen: 10, expected: 10.0 }; 6];
        assert_eq!(p_value(&even), Some(1.0));
    }

    #[test]
    fn the_ledger_fits_and_lists_every_throw() {
        for screen in SCREENS {
            for info in games::ALL {
                let running = played(info.id, 20);
                let rolls = running.game().played().iter().filter(|action| action.is_roll()).count();
                let mut rig = Rig::new(screen, Session::from(running));
                rig.state.ledger.open = true;
                rig.check(&format!("ledger of {} at {screen:?}", info.id));
                let words = if !info.dice { "This game has no dice" } else { "Faces of the die" };
                assert!(rig.find(words).is_some() || (info.dice && rolls == 0), "{}: {:?}", info.id, rig.seen());
            }
        }
    }

    #[test]
    fn a_click_on_a_throw_goes_there_in_a_replay() {
        let running = played("fluky", 20);
        let first = running.game().played().iter().position(|action| action.is_roll()).unwrap();
        let replay = Replay::of_match(&running);
        let mut rig = Rig::new(SCREENS[1], Session::from(replay));
        rig.state.ledger.open = true;
        rig.check("ledger of a replay");
        let symbol = running.game().played()[first].symbol().unwrap().to_string();
        // The topmost match below the heading of the list.
        let below = rig.position_of("Move").unwrap().y;
        let at = rig.all_of(&symbol).into_iter().filter(|at| at.y > below).min_by(|a, b| a.y.total_cmp(&b.y)).unwrap();
        rig.click_at(at);
        assert!(matches!(rig.commands[..], [PlayerCommand::Seek(end)] if end == first + 1), "{:?}", rig.commands);
        assert!(rig.close() && !rig.state.ledger.open, "Escape closes it");
    }
}
