//! Announcements of changes on the table.

use super::description;
use crate::engine::DynGame;
use crate::record::diagram::words as diagram;
use crate::session::{ConnectionState, CurrentRoom, Session};

/// Finds the changes to announce.
#[derive(Debug, Default)]
pub struct Announcer {
    known: Announced,
}

/// The part of the table's state that announcements are about.
#[derive(Debug, Clone, Default, PartialEq)]
struct Announced {
    game: Option<&'static str>,
    start: String,
    played: usize,
    replays: bool,
    sentence: String,
    connection: Option<ConnectionState>,
}

impl Announcer {
    /// The changes since the last call, each without a full stop.
    pub fn changes(&mut self, session: &Session, room: &CurrentRoom) -> Vec<String> {
        let now = Announced::of(session, room);
        if now == self.known {
            return Vec::new();
        }
        let texts = now.since(&self.known, session.game());
        self.known = now;
        texts
    }
}

/// Joins texts, each as a sentence.
#[must_use]
pub fn sentences(texts: &[String]) -> String {
    let ended = |text: &String| if text.ends_with(['.', '!', '?']) { text.clone() } else { format!("{text}.") };
    texts.iter().filter(|text| !text.is_empty()).map(ended).collect::<Vec<_>>().join(" ")
}

impl Announced {
    fn of(session: &Session, room: &CurrentRoom) -> Announced {
        let game = session.game();
        Announced {
            game: game.map(|game| game.info().name),
            start: game.map(DynGame::start_text).unwrap_or_default(),
            played: game.map(DynGame::action_count).unwrap_or_default(),
            replays: session.replay().is_some(),
            sentence: description::sentence(session),
            connection: room.on_table().map(|joined| joined.connection().clone()),
        }
    }

    /// The difference from an earlier state, in sentences.
    fn since(&self, before: &Announced, game: Option<&dyn DynGame>) -> Vec<String> {
        let mut texts = Vec::new();
        match (&before.connection, &self.connection) {
            (Some(ConnectionState::Here), Some(ConnectionState::Lost(_))) => {
                texts.push("Connection lost. Reconnecting".into())
            }
            (Some(ConnectionState::Lost(_)), Some(ConnectionState::Here)) => texts.push("Connected again".into()),
            _ => {}
        }
        let Some(game) = game else {
            if before.game.is_some() {
                texts.push("Start screen".into());
            }
            return texts;
        };
        let same = (before.game, &before.start) == (self.game, &self.start);
        match self.played.checked_sub(before.played) {
            _ if !same => texts.push(self.game.unwrap_or_default().into()),
            // Looking back plays nothing, and takes nothing back.
            _ if self.replays != before.replays => {}
            Some(new) => texts.extend(diagram::played(game, new)),
            None if self.replays => {}
            None => texts.push("Taken back".into()),
        }
        if self.sentence != before.sentence || self.played != before.played || !same {
            texts.push(self.sentence.clone());
            texts.extend(game.notices().into_iter().filter(|notice| notice.urgent).map(|notice| notice.text));
        }
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::play::Replay;
    use crate::ui::tests::played;

    /// Nothing is taken back, and the return plays nothing.
    #[test]
    fn looking_back_at_a_match_is_not_play() {
        let (room, mut announcer) = (CurrentRoom::default(), Announcer::default());
        let mut replay = Replay::of_match(&played("chess", 6));
        announcer.changes(&Session::from(played("chess", 6)), &room);
        for actions in [4, 3, 5] {
            replay.go_to(actions);
            let mut session = Session::from(replay.clone());
            session.background_match = Some(Box::new(played("chess", 6)));
            let texts = announcer.changes(&session, &room);
            assert!(!texts.contains(&"Taken back".to_string()), "at {actions}: {texts:?}");
        }
        let returned = Session::from(played("chess", 6));
        assert_eq!(announcer.changes(&returned, &room), [description::sentence(&returned)]);
    }
}
