//! Measures and wraps text.

/// The widths tried for lines of similar width.
const STEPS: u16 = 24;

/// The height of a line at this font size, pixels.
#[must_use]
pub fn line_height(size: f32) -> f32 {
    (1.25 * size).ceil()
}

/// Measures text in a font.
pub trait MeasureText {
    /// The width of a text, pixels.
    fn width(&self, text: &str, size: f32) -> f32;

    /// Breaks a text into lines of at most `width` pixels. Text beyond `most` lines is cut off with
    /// an ellipsis.
    #[must_use]
    fn wrap(&self, text: &str, size: f32, width: f32, most: usize) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for word in text.split_whitespace() {
            match lines.last_mut() {
                Some(line) if self.width(&format!("{line} {word}"), size) <= width => {
                    line.push(' ');
                    line.push_str(word);
                }
                _ => lines.push(word.to_string()),
            }
        }
        let cut = lines.len() > most;
        lines.truncate(most);
        let count = lines.len();
        for (index, line) in lines.iter_mut().enumerate() {
            let ellipsis = cut && index + 1 == count;
            if ellipsis {
                line.push('…');
            }
            while self.width(line, size) > width && line.chars().count() > 1 {
                let keep = line.trim_end_matches('…').chars().count() - 1;
                *line = line.chars().take(keep).chain(['…']).collect();
            }
        }
        lines
    }

    /// Breaks a text like [`MeasureText::wrap`], into lines of similar width.
    #[must_use]
    fn wrap_evenly(&self, text: &str, size: f32, width: f32, most: usize) -> Vec<String> {
        let mut lines = self.wrap(text, size, width, most);
        if lines.last().is_some_and(|line| line.ends_with('…')) {
            return lines;
        }
        let steps = (1..STEPS).map(|step| width * (1.0 - step as f32 / STEPS as f32));
        for narrower in steps {
            let tried = self.wrap(text, size, narrower, most);
            if tried.len() > lines.len() || tried.iter().any(|line| line.ends_with('…')) {
                break;
            }
            lines = tried;
        }
        lines
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Every sign has the same width.
    pub(in crate::ui::broadcast) struct Even;

    impl MeasureText for Even {
        fn width(&self, text: &str, size: f32) -> f32 {
            0.5 * size * text.chars().count() as f32
        }
    }

    #[test]
    fn lines_are_as_wide_as_they_may_be() {
        let text = "The queen goes from a1 to h8 and captures a rook of inconceivablelengthindeed";
        for width in [60.0, 120.0, 400.0] {
            let lines = Even.wrap(text, 14.0, width, 3);
            assert!(lines.len() <= 3 && lines.iter().all(|line| Even.width(line, 14.0) <= width), "{lines:?}");
        }
        assert_eq!(Even.wrap("Pawn to e4", 14.0, 400.0, 2), ["Pawn to e4"]);
        assert!(Even.wrap(text, 14.0, 120.0, 2)[1].ends_with('…'));
    }

    #[test]
    fn lines_have_similar_widths() {
        let lines = |text: &str, width: f32| Even.wrap_evenly(text, 10.0, width, 3);
        assert_eq!(lines("Knight on f3 takes pawn on e5", 140.0), ["Knight on f3", "takes pawn on e5"]);
        assert_eq!(lines("Pawn to e4", 140.0), ["Pawn to e4"]);
        let cut = "The queen goes from a1 to h8, captures the rook there, and stays";
        assert_eq!(lines(cut, 60.0), Even.wrap(cut, 10.0, 60.0, 3), "as much of a long text as possible");
    }
}
