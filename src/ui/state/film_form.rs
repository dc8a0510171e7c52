//! The form for a film of the match on the table.

use crate::play::export;
use crate::session::{FilmOrder, FilmSource, FilmedPart, Quality, Session, View};
use crate::ui::move_history::MoveHistory;

/// The shapes of films with their names; width and height are relative to the shorter edge.
pub const SHAPES: [(&str, (u32, u32)); 3] = [("16:9", (16, 9)), ("1:1", (1, 1)), ("9:16", (9, 16))];

/// The lengths of the shorter edge, pixels.
pub const EDGES: [u32; 3] = [360, 720, 1080];

/// The form for a film of the match on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FilmForm {
    /// The shape, an index into [`SHAPES`].
    pub shape: usize,
    /// The length of the shorter edge, one of [`EDGES`], pixels.
    pub edge: u32,
    /// The quality; `None` chooses it by the graphics adapter.
    pub quality: Option<Quality>,
    /// The camera's view; `None` for the camera that follows the play.
    pub view: Option<View>,
    /// Whether players and moves are shown.
    pub captions: bool,
    /// Whether the film has sound.
    pub sound: bool,
    /// The part of the match.
    pub part: PartChoice,
    /// The first and the last move of [`PartChoice::Moves`], counted from 1.
    pub moves: [usize; 2],
}

/// The chosen part of the match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum PartChoice {
    /// The whole match.
    #[default]
    Whole,
    /// The turning points and the end.
    Highlights,
    /// Some moves.
    Moves,
}

impl Default for FilmForm {
    fn default() -> Self {
        FilmForm {
            shape: 0,
            edge: EDGES[1],
            quality: None,
            view: None,
            captions: true,
            sound: true,
            part: PartChoice::Whole,
            moves: [1, 1],
        }
    }
}

impl FilmForm {
    /// The size of the film, pixels: even, as films in MP4 are.
    #[must_use]
    pub fn size(&self) -> (u32, u32) {
        let (_, (width, height)) = SHAPES[self.shape.min(SHAPES.len() - 1)];
        let least = width.min(height);
        let long = |share: u32| (self.edge * share / least) & !1;
        (long(width), long(height))
    }

    /// The order for a film of a match. Moves have the numbers of the move list.
    #[must_use]
    pub fn order(&self, source: FilmSource, history: &MoveHistory) -> FilmOrder {
        let [from, to] = self.moves;
        let part = match self.part {
            PartChoice::Whole => FilmedPart::Whole,
            PartChoice::Highlights => FilmedPart::Highlights,
            PartChoice::Moves => {
                let numbers: Vec<_> = (1..=history.plies().len()).map(|ply| history.move_number(ply)).collect();
                let first = numbers.partition_point(|number| *number < from);
                FilmedPart::Plies(first, numbers.partition_point(|number| *number <= to).max(first))
            }
        };
        let FilmForm { quality, view, captions, sound, .. } = *self;
        FilmOrder { source, size: self.size(), quality, view, captions, part, sound }
    }
}

/// The reason why the table cannot be filmed, after this many plies; `None` if it can.
#[must_use]
pub fn refusal(session: &Session, plies: usize) -> Option<&'static str> {
    match plies {
        _ if !session.is_of_match() => Some("Only matches and replays can be filmed."),
        0 => Some("No move has been played yet."),
        _ => None,
    }
}

/// The match on the table.
///
/// # Errors
/// A match that cannot be written as text, or no match.
pub fn source(session: &Session) -> Result<FilmSource, String> {
    match (session.live_match(), session.replay()) {
        // Not all of it may be in its file yet.
        (Some(played), _) => played.record().to_text().map(FilmSource::Text).map_err(|error| error.to_string()),
        (None, Some(replay)) => {
            let text = || FilmSource::Text(export(replay).to_string());
            Ok(replay.file().map_or_else(text, |file| FilmSource::File(file.to_path_buf())))
        }
        (None, None) => Err("There is no match to film.".to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::play::{Match, Replay, Setup};
    use crate::ui::tests::{played, setup};

    #[test]
    fn sizes_are_those_of_the_shapes() {
        let size = |shape, edge| FilmForm { shape, edge, ..FilmForm::default() }.size();
        assert_eq!((size(0, 720), size(1, 720), size(2, 1080)), ((1280, 720), (720, 720), (1080, 1920)));
        assert_eq!(size(0, 360), (640, 360));
    }

    #[test]
    fn moves_have_the_numbers_of_the_move_list() {
        let part = |moves, running: &Match| {
            let form = FilmForm { part: PartChoice::Moves, moves, ..FilmForm::default() };
            let session = Session::from(Replay::of_match(running));
            form.order(FilmSource::Text(String::new()), &MoveHistory::of(&session)).part
        };
        let running = played("chess", 9);
        assert_eq!(part([1, 1], &running), FilmedPart::Plies(0, 2));
        assert_eq!(part([3, 5], &running), FilmedPart::Plies(4, 9));
        assert_eq!(part([5, 3], &running), FilmedPart::Plies(8, 8));
        let start = Some("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 20".to_string());
        let mut late = Match::new(Setup { start, ..setup("chess") }).unwrap();
        ["e7e5", "e2e4", "g8f6"].iter().for_each(|action| drop(late.act(action).unwrap()));
        assert_eq!(part([20, 20], &late), FilmedPart::Plies(0, 1));
        assert_eq!(part([21, 21], &late), FilmedPart::Plies(1, 3));
    }

    #[test]
    fn a_match_with_moves_can_be_filmed() {
        let session = |actions| Session::from(played("chess", actions));
        assert_eq!(refusal(&session(0), 0), Some("No move has been played yet."));
        assert!(refusal(&Session::default(), 5).is_some() && refusal(&session(5), 5).is_none());
        assert!(source(&Session::default()).is_err());
        let FilmSource::Text(text) = source(&session(5)).unwrap() else { panic!("it is in no file") };
        assert_eq!(Replay::parse(Path::new("match"), text.as_bytes()).unwrap().plies(), 5);
        let replay = Replay::of_match(&played("fluky", 5));
        let session = Session::from(replay);
        let FilmSource::Text(text) = source(&session).unwrap() else { panic!("it is in no file") };
        assert!(text.contains("[White"), "{text}");
    }
}
