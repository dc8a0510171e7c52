//! The slider of a replay, with marks under it for the events of each ply.

use bevy_egui::egui::{Label, Painter, Pos2, Rect, Sense, Shape, Slider, Stroke, Ui, pos2, vec2};

use crate::session::PlayerCommand;
use crate::ui::move_history::Ply;
use crate::ui::panel::bookmarks;
use crate::ui::state::ui_context::UiContext;
use crate::ui::theme;

/// The height of a lane of marks, logical pixels.
const LANE: f32 = 10.0;

/// The distance within which the pointer counts as at a mark, logical pixels.
const NEAR: f32 = 5.0;

/// The kinds of marks. Each has its own lane and shape, so that none depends on colour alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScrubberMark {
    /// Pieces leave the game: a cross.
    Capture,
    /// A die is rolled: a square.
    Roll,
    /// A large swing in the probability of winning: a triangle.
    TurningPoint,
    /// A bookmark or a comment: a flag.
    Note,
}

impl ScrubberMark {
    const ALL: [ScrubberMark; 4] =
        [ScrubberMark::Capture, ScrubberMark::Roll, ScrubberMark::TurningPoint, ScrubberMark::Note];

    fn words(self, ply: Option<&Ply>) -> String {
        match (self, ply.map_or(0, |ply| ply.captured)) {
            (ScrubberMark::Capture, 0 | 1) => "capture".into(),
            (ScrubberMark::Capture, taken) => format!("{taken} pieces captured"),
            (ScrubberMark::Roll, _) => "roll".into(),
            (ScrubberMark::TurningPoint, _) => "turning point".into(),
            (ScrubberMark::Note, _) => "note".into(),
        }
    }

    fn draw(self, painter: &Painter, at: Pos2, pointed: bool) {
        let size = if pointed { 4.5 } else { 3.0 };
        let (x, y) = (vec2(size, 0.0), vec2(0.0, size));
        match self {
            ScrubberMark::Capture => {
                let stroke = Stroke::new(1.5, theme::ALARM);
                painter.line_segment([at - x - y, at + x + y], stroke);
                painter.line_segment([at - x + y, at + x - y], stroke);
            }
            ScrubberMark::Roll => {
                painter.rect_filled(Rect::from_center_size(at, vec2(1.6, 1.6) * size), 1.0, theme::TEXT);
            }
            ScrubberMark::TurningPoint => {
                let points = vec![at - y, at + x + y, at - x + y];
                painter.add(Shape::convex_polygon(points, theme::BRASS, Stroke::NONE));
            }
            ScrubberMark::Note => {
                painter.line_segment([at - x - y, at - x + y], Stroke::new(1.5, theme::BRASS));
                let points = vec![at - x - y, at + x - y * 0.4, at - x + y * 0.2];
                painter.add(Shape::convex_polygon(points, theme::BRASS, Stroke::NONE));
            }
        }
    }
}

/// The marks of the match on the table: kind and ply, from 1, with 0 as the start. Turning points
/// are known as far as the graph's analysis has come.
pub fn marks(cx: &UiContext) -> Vec<(ScrubberMark, usize)> {
    let numbered = || (1..).zip(cx.history.plies());
    let captures = numbered().filter(|(_, ply)| ply.captured > 0).map(|(number, _)| (ScrubberMark::Capture, number));
    let rolls = numbered().filter(|(_, ply)| ply.rolls).map(|(number, _)| (ScrubberMark::Roll, number));
    let turning = cx.analysis.report().turning_points.iter().map(|number| (ScrubberMark::TurningPoint, *number));
    let noted =
        cx.session.notes().into_iter().flatten().map(|(after, _)| (ScrubberMark::Note, cx.history.plies_at(*after)));
    captures.chain(rolls).chain(turning).chain(noted).collect()
}

/// Draws the slider, its marks, and the current ply.
pub fn show(ui: &mut Ui, cx: &mut UiContext) {
    let (ply, plies) = (cx.history.current().map_or(0, |last| last + 1), cx.history.plies().len());
    let mut to = ply;
    ui.spacing_mut().slider_width = ui.available_width();
    let slider = ui.add(Slider::new(&mut to, 0..=plies).show_value(false));
    theme::label(&slider, "Move");
    if slider.changed() && to != ply {
        cx.commands.push(PlayerCommand::Seek(cx.history.after(to)));
    }
    let marks = marks(cx);
    let lanes: Vec<_> =
        ScrubberMark::ALL.into_iter().filter(|lane| marks.iter().any(|(mark, _)| mark == lane)).collect();
    if !lanes.is_empty() {
        // The radius of the handle, see `egui::Slider`: the handle's centre stays this far from the
        // ends.
        let inset = slider.rect.height() / 2.5;
        lanes_of(ui, (slider.rect.left() + inset, slider.rect.right() - inset), &lanes, &marks, cx);
    }
    let (at, moves) = (cx.history.move_number(ply), cx.history.last_number());
    ui.add(Label::new(theme::muted(format!("move {at} of {moves}"))).wrap());
}

fn lanes_of(
    ui: &mut Ui,
    (left, right): (f32, f32),
    lanes: &[ScrubberMark],
    marks: &[(ScrubberMark, usize)],
    cx: &mut UiContext,
) {
    let plies = cx.history.plies();
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), LANE * lanes.len() as f32), Sense::click());
    let place = |mark: ScrubberMark, ply: usize| {
        let lane = lanes.iter().position(|lane| *lane == mark).unwrap_or_default() as f32;
        let part = ply as f32 / plies.len().max(1) as f32;
        pos2(left + (right - left) * part, rect.top() + LANE * (lane + 0.5))
    };
    let far = |at: Pos2, pointer: Pos2| (at - pointer).abs();
    let pointed = response.hover_pos().and_then(|pointer| {
        let near = marks.iter().map(|(mark, ply)| (far(place(*mark, *ply), pointer), (*mark, *ply)));
        let near = near.filter(|(far, _)| far.x <= NEAR && far.y <= LANE / 2.0);
        near.min_by(|(a, _), (b, _)| a.x.total_cmp(&b.x)).map(|(_, found)| found)
    });
    for lane in 0..lanes.len() {
        let y = rect.top() + LANE * (lane as f32 + 0.5);
        ui.painter().hline(left..=right, y, Stroke::new(1.0, theme::EDGE));
    }
    for &(mark, ply) in marks {
        mark.draw(ui.painter(), place(mark, ply), pointed == Some((mark, ply)));
    }
    let Some((_, ply)) = pointed else { return };
    let found = ply.checked_sub(1).and_then(|index| plies.get(index));
    let all: Vec<_> = marks.iter().filter(|(_, own)| *own == ply).map(|(mark, _)| mark.words(found)).collect();
    let mut hint = format!("Move {}: {}", cx.history.move_number(ply), all.join(", "));
    let notes = cx.session.notes().into_iter().flatten().filter(|(after, _)| cx.history.plies_at(**after) == ply);
    for line in found.map(Ply::sentence).into_iter().chain(notes.map(|(_, note)| bookmarks::hint(note))) {
        hint = hint + "\n" + &line;
    }
    if response.on_hover_text_at_pointer(hint).clicked() {
        cx.commands.push(PlayerCommand::Seek(cx.history.after(ply)));
    }
}
