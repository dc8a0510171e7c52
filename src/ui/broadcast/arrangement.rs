//! The arrangement of a frame. The text is beside the table, never on it.

use bevy::math::{URect, UVec2};

/// The smallest and the largest text, pixels.
const TEXT: [f32; 2] = [11.0, 54.0];

/// The number of text lines that would fill the shorter edge of a frame.
const LINES: f32 = 27.0;

/// The maximum share of the height for a line of text in very small frames.
const SMALL_LINES: f32 = 14.0;

/// Height of the last action, in text sizes: a large line, two lines of words and the margins.
const ACTION: f32 = 5.2;

/// Height of the bar with the evaluation, in text sizes.
const EVALUATION: f32 = 0.62;

/// Height of a player, in text sizes: four lines, the last two for captures, and the margins.
const PLAYER: f32 = 5.2;

/// Height of the last action in a square frame, in text sizes.
const SQUARE_ACTION: f32 = 1.2 * ACTION;

/// Height of the last action with the die beside it, as a fraction of the frame's width.
const DIE: f32 = 0.28;

/// The height of the table in an upright frame without and with a die, as a fraction of its width.
/// Boards seen at an angle are wider than high.
const UPRIGHT_TABLE: [f32; 2] = [0.95, 0.86];

/// The size of the last action in a square frame and in upright ones without and with a die,
/// relative to other text.
const SQUARE_LETTERS: f32 = 1.15;
const UPRIGHT_LETTERS: [f32; 2] = [1.65, 1.35];

/// The share of a wide frame for each player.
const WIDE_PLAYER: f32 = 0.27;

/// The distance of a plate from the edges of its place, in text sizes.
const MARGIN: f32 = 0.32;

/// The places of a frame, pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameArrangement {
    /// The table with the whole board.
    pub table: URect,
    /// Possible places of the picture of a thrown die.
    pub die: Vec<URect>,
    /// The players, White first, and the last action; `None` without text.
    pub text: Option<TextPlaces>,
}

/// The places of the text, pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlaces {
    /// The players, White first.
    pub players: [URect; 2],
    /// The last action, the opening card and the result, beside the picture of the die.
    pub action: URect,
    /// The same while the band has no picture of the die.
    pub action_alone: URect,
    /// The bar with the evaluation, between the players and the table.
    pub evaluation: URect,
    /// Everything below the table: text, and in some formats the die.
    pub band: URect,
    /// The size of the text.
    pub size: u32,
    /// The size of the last action in words.
    pub letters: u32,
    /// The distance of the plates from the edges of their places.
    pub margin: u32,
}

impl TextPlaces {
    /// The places of the plates, from the top. Their texts are the players, the last action, or all
    /// of them.
    #[must_use]
    pub fn plates(&self) -> Vec<URect> {
        let players = self.players[0].union(self.players[1]);
        if self.band.contains(players.center()) {
            vec![players.union(self.action_alone)]
        } else {
            vec![players, self.band]
        }
    }

    /// The place of the last action, with or without a picture of the die in the band.
    #[must_use]
    pub fn action(&self, die: Option<URect>) -> URect {
        if die.is_some_and(|die| self.band.contains(die.center())) { self.action } else { self.action_alone }
    }
}

/// A rectangle by its left and upper edges, width and height.
fn area(left: u32, top: u32, width: u32, height: u32) -> URect {
    URect { min: UVec2::new(left, top), max: UVec2::new(left + width, top + height) }
}

impl FrameArrangement {
    /// The table alone.
    #[must_use]
    pub fn plain((width, height): (u32, u32)) -> FrameArrangement {
        let table = area(0, 0, width, height);
        FrameArrangement { table, die: corners(table), text: None }
    }

    /// The table with text, for a game with or without a die. In wide frames, the text is below the
    /// table; in others, the players are above it, and the die is beside or below the last action.
    #[must_use]
    pub fn with_text(size: (u32, u32), has_die: bool) -> FrameArrangement {
        let (width, height) = size;
        // An upright frame has more room for text.
        let shorter = if is_upright(size) { width * 5 / 4 } else { width.min(height) };
        let text = text_size(shorter);
        if 4 * width >= 5 * height {
            let table = height - lines(EVALUATION, text) - lines(ACTION, text);
            FrameArrangement::with_band((width, table), text)
        } else {
            FrameArrangement::with_players_above(size, text, has_die)
        }
    }

    /// A table of this size with text below it, in a frame that is higher by the text.
    #[must_use]
    pub fn below(table: (u32, u32)) -> FrameArrangement {
        FrameArrangement::with_band(table, text_size(table.0.min(table.1)))
    }

    /// Width and height of the frame.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        let end = self.text.map_or(self.table.max, |text| text.band.max);
        (end.x, end.y)
    }

    /// A band of text of size `text` below a table of width and height.
    fn with_band((width, height): (u32, u32), text: u32) -> FrameArrangement {
        let (bar, plates) = (lines(EVALUATION, text), lines(ACTION, text));
        let band = area(0, height, width, bar + plates);
        let evaluation = area(0, height, width, bar);
        let side = (WIDE_PLAYER * width as f32) as u32;
        let players = [0, width - side].map(|left| area(left, height + bar, side, plates));
        let action = area(side, height + bar, width - 2 * side, plates);
        let table = area(0, 0, width, height);
        FrameArrangement {
            table,
            die: corners(table),
            text: Some(TextPlaces {
                players,
                action,
                action_alone: action,
                evaluation,
                band,
                size: text,
                letters: text,
                margin: margin(text),
            }),
        }
    }

    /// Players above the table. The last action is below it, with the die beside it or, in an
    /// upright frame, below it.
    fn with_players_above((width, height): (u32, u32), text: u32, has_die: bool) -> FrameArrangement {
        let upright = is_upright((width, height));
        let (half, plates, bar) = (width / 2, lines(PLAYER, text), lines(EVALUATION, text));
        let players = [area(0, 0, half, plates), area(half, 0, width - half, plates)];
        let evaluation = area(0, plates, width, bar);
        let top = plates + bar;
        let below = if upright {
            let table = UPRIGHT_TABLE[usize::from(has_die)];
            (height - top).saturating_sub((table * width as f32) as u32)
        } else {
            lines(SQUARE_ACTION, text).max(if has_die { (DIE * width as f32) as u32 } else { 0 })
        };
        let table = area(0, top, width, height - top - below);
        let band = area(0, table.max.y, width, below);
        // The picture of the die is inside the plate.
        let gap = 2 * margin(text);
        let (action, die) = if !has_die {
            (band, Vec::new())
        } else if upright {
            let action = lines(1.4 * ACTION, text).min(below / 2);
            let side = (below - action).min(width).saturating_sub(gap).max(1);
            let die = area((width - side) / 2, band.min.y + action, side, side);
            (area(0, band.min.y, width, action), vec![die])
        } else {
            let side = below.saturating_sub(2 * gap).max(1);
            let left = width - side - gap;
            (area(0, band.min.y, left - gap, below), vec![area(left, band.min.y + gap, side, side)])
        };
        let letters = if upright { UPRIGHT_LETTERS[usize::from(has_die)] } else { SQUARE_LETTERS };
        let letters = (letters * text as f32) as u32;
        let text = TextPlaces {
            players,
            action,
            action_alone: band,
            evaluation,
            band,
            size: text,
            letters,
            margin: margin(text),
        };
        FrameArrangement { table, die, text: Some(text) }
    }
}

fn is_upright((width, height): (u32, u32)) -> bool {
    4 * width < 3 * height
}

/// The size of text in a frame whose shorter edge has this length, pixels.
fn text_size(shorter: u32) -> u32 {
    let shorter = shorter as f32;
    (shorter / LINES).max(TEXT[0].min(shorter / SMALL_LINES)).clamp(4.0, TEXT[1]) as u32
}

/// The height of this many text sizes, pixels; even, because chroma is drawn in pairs of rows.
fn lines(count: f32, text: u32) -> u32 {
    (count * text as f32).round() as u32 & !1
}

/// The distance of plates from the edges of their places, pixels.
fn margin(text: u32) -> u32 {
    (MARGIN * text as f32).round().max(1.0) as u32
}

/// Squares in the corners of the table's picture, first the upper ones.
fn corners(table: URect) -> Vec<URect> {
    let shorter = table.size().min_element() as f32;
    let (side, gap) = ((0.3 * shorter) as u32, (0.02 * shorter) as u32);
    let across = [table.max.x.saturating_sub(side + gap), table.min.x + gap];
    let down = [table.min.y + gap, table.max.y.saturating_sub(side + gap)];
    down.into_iter().flat_map(|top| across.map(|left| area(left, top, side, side))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [(u32, u32); 8] =
        [(160, 90), (320, 180), (640, 360), (1280, 720), (3840, 2160), (720, 720), (720, 1280), (1080, 1350)];

    /// No text covers the table or the die, and everything is in the frame.
    #[test]
    fn nothing_lies_on_the_table() {
        for size in SIZES {
            for has_die in [false, true] {
                let FrameArrangement { table, die, text } = FrameArrangement::with_text(size, has_die);
                let TextPlaces { players, action, evaluation, size: letters, .. } = text.unwrap();
                let frame = area(0, 0, size.0, size.1);
                let apart = |a: URect, b: URect| a.intersect(b).is_empty();
                let texts = [players[0], players[1], action];
                for (index, place) in texts.iter().enumerate() {
                    assert!(apart(*place, table), "{size:?}: {place:?} on {table:?}");
                    assert!(frame.union(*place) == frame && !place.is_empty(), "{size:?}: {place:?}");
                    assert!(
                        texts[..index].iter().chain(&die).all(|other| apart(*place, *other)),
                        "{size:?}: {place:?}"
                    );
                    assert!(place.height() >= 2 * letters, "{size:?}: {place:?} for text of {letters}");
                }
                assert!(apart(evaluation, table) && frame.union(evaluation) == frame && evaluation.height() >= 2);
                assert!(texts.iter().chain(&die).all(|other| apart(evaluation, *other)), "{size:?}: {evaluation:?}");
                assert!(die.iter().all(|die| frame.union(*die) == frame), "{size:?}: {die:?}");
                let share = (table.width() * table.height()) as f32 / (size.0 * size.1) as f32;
                assert!(share > 0.4, "{size:?}: the table has {share}");
            }
        }
    }

    /// All plates of a frame are as wide as the frame.
    #[test]
    fn plates_have_one_width() {
        for size in SIZES {
            for has_die in [false, true] {
                let arrangement = FrameArrangement::with_text(size, has_die);
                let text = arrangement.text.unwrap();
                for plate in text.plates() {
                    assert_eq!((plate.min.x, plate.max.x), (0, size.0), "{size:?}");
                    assert!(plate.intersect(arrangement.table).is_empty(), "{size:?}: {plate:?}");
                    assert!(plate.intersect(text.evaluation).is_empty(), "{size:?}: {plate:?}");
                }
            }
        }
    }

    #[test]
    fn text_can_be_read_in_films_of_usual_sizes() {
        for (size, least) in
            [((1280, 720), 24), ((720, 1280), 24), ((720, 720), 24), ((640, 360), 13), ((320, 180), 11)]
        {
            assert!(FrameArrangement::with_text(size, true).text.unwrap().size >= least, "{size:?}");
        }
    }
}
