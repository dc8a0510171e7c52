//! The broadcast in the window.

use bevy::math::{URect, Vec2};
use bevy::prelude::{Local, Res};
use bevy_egui::egui::{
    self, Align2, Color32, CornerRadius, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2,
};

use super::arrangement::FrameArrangement;
use super::caption::Caption;
use super::captions::LiveCaptions;
use super::cards::luck_words;
use super::measure::{MeasureText, line_height};
use super::plates::{PlateShape, TextTone, plates};
use crate::engine::Side;
use crate::play::MatchReport;
use crate::session::{Animating, MatchAnalysis, Series, Session, Settings, TurnClock, white_wins};
use crate::ui::state::frame::UiFrame;
use crate::ui::theme;

/// The size of the smallest window with room for text, points. A smaller one shows a part.
const MIN_SIZE: egui::Vec2 = vec2(320.0, 180.0);

/// The text of the match on the table.
#[derive(Default)]
pub struct Broadcast(LiveCaptions);

impl Broadcast {
    /// Returns the text of this frame; `None` if there is neither a match nor a replay. During motion
    /// the text does not change.
    fn caption(
        &mut self,
        session: &Session,
        (clock, moving): (TurnClock, bool),
        (series, analysis, evaluates): (&Series, &MatchAnalysis, bool),
    ) -> Option<Caption> {
        let setup = session.setup().filter(|_| session.is_of_match())?;
        let captions = self.0.follow(session);
        captions.set_evaluation(evaluates, white_wins(session, analysis), moving);
        let mut caption = captions.of(session, clock, moving)?.with_scores(series.scores());
        if caption.action.is_card && session.outcome().is_some() && setup.info.dice && is_complete(analysis) {
            let MatchReport { white, black, .. } = analysis.report();
            let words = luck_words(&caption.players, [white.luck, black.luck]);
            caption.action.words += &words;
        }
        Some(caption)
    }
}

/// Draws the text around the table. It takes no clicks.
pub fn show(
    frame: Res<UiFrame>,
    mut broadcast: Local<Broadcast>,
    session: Res<Session>,
    (clock, animating): (Res<TurnClock>, Res<Animating>),
    (series, analysis, settings): (Res<Series>, Res<MatchAnalysis>, Res<Settings>),
) {
    let known = (&*series, &*analysis, settings.evaluation_bar);
    let Some(caption) = broadcast.caption(&session, (*clock, animating.0), known) else { return };
    let (painter, whole) = (frame.root.painter(), frame.whole());
    let table = table(whole);
    for around in [whole.with_max_y(table.top()), whole.with_min_y(table.bottom())] {
        painter.rect_filled(around, CornerRadius::ZERO, theme::PANEL);
    }
    for (place, shapes) in plates(&caption, &arrangement(whole), &PanelFont(painter)) {
        let corner = whole.min.to_vec2() + vec2(place.min.x as f32, place.min.y as f32);
        shapes.iter().for_each(|shape| draw(shape, painter, |at| pos2(at.x, at.y) + corner));
    }
}

/// Whether every position of the match has been analysed.
fn is_complete(analysis: &MatchAnalysis) -> bool {
    let (known, all) = analysis.known();
    known > 0 && known == all
}

/// The arrangement of a window, points.
fn arrangement(whole: Rect) -> FrameArrangement {
    let size = whole.size().max(MIN_SIZE);
    // The picture of a thrown die is in a corner of the table.
    FrameArrangement::with_text((size.x as u32, size.y as u32), false)
}

/// The part of the window for the table.
#[must_use]
pub fn table(whole: Rect) -> Rect {
    let URect { min, max } = arrangement(whole).table;
    let middle = whole.with_min_y(whole.top() + min.y as f32);
    // Without text below, the table also has the last part of a point.
    let bottom = whole.top() + max.y as f32;
    if max.y >= whole.height() as u32 { middle } else { middle.with_max_y(bottom) }.intersect(whole)
}

fn draw(shape: &PlateShape, painter: &Painter, place: impl Fn(Vec2) -> Pos2) {
    match shape {
        PlateShape::Plate { at, size, radius, edge, bright } => {
            let rect = Rect::from_min_size(place(*at), vec2(size.x, size.y));
            let colour = if *bright { theme::BRASS } else { theme::EDGE };
            let round = CornerRadius::same(*radius as u8);
            painter.rect_stroke(rect, round, Stroke::new(*edge, colour), StrokeKind::Inside);
        }
        PlateShape::Line { at, size, bright } => {
            let rect = Rect::from_min_size(place(*at), vec2(size.x, size.y));
            painter.rect_filled(rect, CornerRadius::ZERO, if *bright { theme::BRASS } else { theme::EDGE });
        }
        PlateShape::Disc { centre, radius, colour: [red, green, blue], side } => {
            let centre = place(*centre);
            painter.circle_filled(centre, *radius, theme::MUTED);
            painter.circle_filled(centre, 0.8 * radius, Color32::from_rgb(*red, *green, *blue));
            if *side == Side::Black {
                painter.circle_filled(centre, 0.33 * radius, theme::MUTED);
            }
        }
        PlateShape::Bar { at, size, share, colours } => {
            let rect = Rect::from_min_size(place(*at), vec2(size.x, size.y));
            let parts = colours.map(|[red, green, blue]| Color32::from_rgb(red, green, blue));
            painter.rect_filled(rect, CornerRadius::ZERO, parts[1]);
            let middle = rect.left() + share * rect.width();
            painter.rect_filled(rect.with_max_x(middle), CornerRadius::ZERO, parts[0]);
            painter.rect_stroke(rect, CornerRadius::ZERO, Stroke::new(1.0, theme::EDGE), StrokeKind::Inside);
            painter.vline(rect.center().x, rect.y_range(), Stroke::new(1.0, theme::BRASS));
        }
        PlateShape::Text { at, words, size, ink } => {
            let colour = match ink {
                TextTone::Plain => theme::TEXT,
                TextTone::Muted => theme::MUTED,
                TextTone::Bright => theme::BRASS,
            };
            let at = place(*at + Vec2::new(0.0, line_height(*size) / 2.0));
            painter.text(at, Align2::LEFT_CENTER, words, FontId::proportional(*size), colour);
        }
    }
}

/// The font of the panels.
struct PanelFont<'a>(&'a Painter);

impl MeasureText for PanelFont<'_> {
    fn width(&self, text: &str, size: f32) -> f32 {
        self.0.layout_no_wrap(text.to_string(), FontId::proportional(size), theme::TEXT).size().x
    }
}
