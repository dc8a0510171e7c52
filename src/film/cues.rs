//! Chapters and subtitles of a film.

use crate::platform::clock::Duration;
use crate::ui::broadcast::Caption;
use crate::ui::words::DIE;

/// A point of a film with a title: a capture, a roll, or the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    /// The number of frames before it.
    pub frame: u64,
    /// The title.
    pub title: String,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Subtitle {
    /// The number of frames before its start and before its end.
    frames: [u64; 2],
    text: String,
}

/// Collects the chapters and subtitles of a film from its captions.
#[derive(Debug, Default)]
pub struct Cues {
    chapters: Vec<Chapter>,
    subtitles: Vec<Subtitle>,
    last: Option<Caption>,
    /// The number of actions, and the frame in which the last one began.
    action: (usize, u64),
    frames: u64,
}

impl Cues {
    /// Records the next frame, after this number of actions.
    pub fn frame(&mut self, actions: usize, caption: &Caption) {
        let frame = self.frames;
        self.frames += 1;
        if self.action.0 != actions || frame == 0 {
            self.action = (actions, frame);
        }
        let is_new = self.last.as_ref().is_none_or(|last| last.action != caption.action);
        if let Some(subtitle) = self.subtitles.last_mut() {
            subtitle.frames[1] = if is_new { frame } else { self.frames };
        }
        if !is_new {
            return;
        }
        let text = [&caption.action.short, &caption.action.words].map(String::as_str).join("\n");
        self.subtitles.push(Subtitle { frames: [frame, frame + 1], text: text.trim().to_string() });
        let captured = |caption: &Caption| caption.players.each_ref().map(|player| player.captured.clone());
        let captures = self.last.as_ref().is_some_and(|last| captured(last) != captured(caption));
        let title = caption.action.short.clone();
        if caption.action.is_card {
            self.chapters.push(Chapter { frame, title });
        } else if captures || title.starts_with(DIE) {
            self.chapters.push(Chapter { frame: self.action.1, title });
        }
        self.last = Some(caption.clone());
    }

    /// The chapters.
    #[must_use]
    pub fn chapters(&self) -> &[Chapter] {
        &self.chapters
    }

    /// The subtitles of a film with this frame rate, as the text of a SubRip file.
    #[must_use]
    pub fn subtitles(&self, fps: u32) -> String {
        let time = |frame: u64| {
            let time = Duration::from_millis(frame * 1000 / u64::from(fps.max(1)));
            let seconds = time.as_secs();
            format!("{:02}:{:02}:{:02},{:03}", seconds / 3600, seconds / 60 % 60, seconds % 60, time.subsec_millis())
        };
        let entry = |(number, Subtitle { frames: [from, to], text }): (usize, &Subtitle)| {
            format!("{number}\n{} --> {}\n{text}\n\n", time(*from), time(*to))
        };
        (1..).zip(&self.subtitles).map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ui::broadcast::{Headline, PlayerCaption};

    fn caption(short: &str, words: &str, captured: &str, is_card: bool) -> Caption {
        let player = |captured: &str| PlayerCaption {
            name: String::new(),
            detail: String::new(),
            colour: [0; 3],
            clock: None,
            score: None,
            captured: captured.into(),
            due: false,
        };
        let action = Headline { side: None, short: short.into(), words: words.into(), is_card };
        Caption { players: [player(captured), player("")], action, evaluation: None, die: None }
    }

    #[test]
    fn captures_rolls_and_the_end_are_chapters() {
        let mut cues = Cues::default();
        let film = [
            (0, caption("Fluky Chess", "Five by five", "", true)),
            (1, caption("Fluky Chess", "Five by five", "", true)),
            (1, caption("a2", "Pawn to a2", "", false)),
            (2, caption("🎲N", "", "", false)),
            (3, caption("🎲N", "", "", false)),
            (3, caption("a2xa3", "Pawn takes", "♟", false)),
            (3, caption("Ada wins", "King captured", "♟", true)),
        ];
        film.iter().for_each(|(actions, caption)| cues.frame(*actions, caption));
        let chapters: Vec<_> = cues.chapters().iter().map(|chapter| (chapter.frame, &*chapter.title)).collect();
        assert_eq!(chapters, [(0, "Fluky Chess"), (3, "🎲N"), (4, "a2xa3"), (6, "Ada wins")]);
        let text = cues.subtitles(4);
        assert!(text.starts_with("1\n00:00:00,000 --> 00:00:00,500\nFluky Chess\nFive by five\n\n2\n"), "{text}");
        assert!(text.ends_with("5\n00:00:01,500 --> 00:00:01,750\nAda wins\nKing captured\n\n"), "{text}");
    }
}
