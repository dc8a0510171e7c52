//! Announcements over the table.

use bevy::prelude::*;

use crate::engine::{DynGame, Event, Side};
use crate::play::Seat;
use crate::session::matches::{Animating, Session};
use crate::session::messages::TableUpdate;
use crate::session::next_frame::{TICK, request_frame};
use crate::session::schedule::GameSet;
use crate::session::settings::Settings;

/// Duration of an announcement, s.
const SHOWN: f32 = 3.0;

/// A message to everyone at the table: a roll and its meaning, a promotion, a check, or the start
/// of a phase.
#[derive(Resource, Debug, Default)]
pub struct Announcement {
    words: Option<String>,
    /// Remaining duration, s.
    left: f32,
}

impl Announcement {
    #[cfg(test)]
    pub(crate) fn of(words: &str) -> Announcement {
        Announcement { words: Some(words.into()), left: SHOWN }
    }

    /// The text, with a line for each message.
    #[must_use]
    pub fn words(&self) -> Option<&str> {
        self.words.as_deref()
    }
}

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Announcement>()
        .add_systems(Update, announce.after(GameSet::Present).before(GameSet::Rest))
        .add_systems(Update, request_frame(TICK).run_if(is_shown).in_set(GameSet::Rest));
}

fn is_shown(announcement: Res<Announcement>) -> bool {
    announcement.words().is_some()
}

/// Announces the consequences of an action once the table shows them.
fn announce(
    time: Res<Time<Real>>,
    (session, animating, settings): (Res<Session>, Res<Animating>, Res<Settings>),
    mut updates: MessageReader<TableUpdate>,
    mut acted: Local<bool>,
    mut announcement: ResMut<Announcement>,
) {
    for update in updates.read() {
        match update {
            TableUpdate::Events(..) => *acted = true,
            update if update.changes_position() => {
                *acted = false;
                let words = players(&session).filter(|_| settings.announcements);
                if announcement.words.is_some() || words.is_some() {
                    *announcement = Announcement { words, left: SHOWN };
                }
            }
            _ => {}
        }
    }
    if announcement.words.is_some() {
        announcement.left -= time.delta_secs();
        if announcement.left <= 0.0 {
            announcement.words = None;
        }
    }
    if !animating.0 && std::mem::take(&mut *acted) && settings.announcements {
        let words = session.game().map(words).unwrap_or_default();
        if !words.is_empty() {
            *announcement = Announcement { words: Some(words.join("\n")), left: SHOWN };
        }
    }
}

/// The players with their levels, shown at the start of a match that is only watched.
fn players(session: &Session) -> Option<String> {
    let running = session.match_on_table()?;
    let setup = running.setup();
    let player = |side: Side| {
        let title = match setup.seats[side.index()] {
            Seat::Bot(bot) => bot.title(),
            Seat::Program => "Engine".to_string(),
            Seat::Remote => "Online player".to_string(),
            Seat::Human => "Human".to_string(),
        };
        let name = setup.names[side.index()].as_ref().map_or(title.clone(), |name| format!("{name} ({title})"));
        format!("{}: {name}", setup.info.side(side))
    };
    let starts = session.is_watched() && running.last_action().is_none();
    starts.then(|| Side::BOTH.map(player).join("\n"))
}

/// The announcements of the last action; empty once the match is over, because the result has its
/// own display.
fn words(game: &dyn DynGame) -> Vec<String> {
    let mut before = game.boxed();
    let Some(action) = before.undo().filter(|_| game.turn().outcome().is_none()) else { return Vec::new() };
    let changes = |event: &Event| matches!(event, Event::Transformed { .. } | Event::Rolled { .. });
    let tells = before.boxed().apply(&action).is_ok_and(|events| events.iter().any(changes));
    let earlier = before.notices();
    let new =
        game.notices().into_iter().filter(|notice| notice.urgent && earlier.iter().all(|old| old.text != notice.text));
    let action_words = before.describe(&action).filter(|_| tells);
    action_words.into_iter().chain(before.announcement(&action)).chain(new.map(|notice| notice.text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::play::{Match, Setup};
    use crate::session::Session;

    /// The announcement after each of `actions`.
    fn announced(id: &str, start: Option<&str>, actions: &[&str]) -> Vec<String> {
        let mut game = games::begin(games::info(id).unwrap(), Options::default(), start).unwrap();
        let texts = actions.iter().map(|action| {
            game.apply(action).unwrap();
            words(&*game).join(", ")
        });
        texts.collect()
    }

    #[test]
    fn check_and_promotion_are_announced_and_plain_moves_are_not() {
        assert_eq!(announced("chess", Some("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), &["b1b8", "h8g7"]), ["Check", ""]);
        let promotion = announced("chess", Some("8/P6k/8/8/8/8/7P/7K w - - 0 1"), &["a7a8n"]);
        assert_eq!(promotion, ["Pawn moves from a7 to a8 and becomes a knight"]);
        assert_eq!(
            announced("chess", Some("7k/8/8/8/8/8/R7/1R5K w - - 0 1"), &["b1b7", "h8g8", "a2a8"])[2],
            "",
            "mate"
        );
    }

    #[test]
    fn a_roll_is_announced_and_a_die_that_is_not_thrown() {
        assert_eq!(announced("fluky", None, &["c1c2", "~N"]), ["", "The die on c2 shows a knight"]);
        let checks = announced("fluky", Some("k4/5/5/1R3/4K w - 0"), &["b2a2"]);
        assert!(checks[0].contains("not thrown") && checks[0].contains("in check"), "{checks:?}");
    }

    #[test]
    fn phases_are_announced() {
        let mut game = games::begin(games::info("tactical").unwrap(), Options::default(), None).unwrap();
        let mut told = Vec::new();
        for _ in 0..6 {
            let action = game.actions().swap_remove(0);
            game.apply(&action).unwrap();
            told.extend(words(&*game));
        }
        assert_eq!(told, ["Phase 2: kings", "Phase 3: pieces", "Phase 4: battle"]);
    }

    #[test]
    fn players_are_named_at_the_start_of_a_match_to_watch() {
        let named = |seats: [&str; 2], name: Option<&str>| {
            let seats = seats.map(|seat| seat.parse().unwrap());
            let names = [name.map(str::to_string), None];
            let setup = Setup { names, ..Setup::new(games::info("whack").unwrap(), seats, 1) };
            players(&Session::from(Match::new(setup).unwrap()))
        };
        let words = named(["4", "random"], Some("Ada")).unwrap();
        assert_eq!(words, "Fire: Ada (Level 4, Fox)\nIce: Random");
        assert_eq!(named(["human", "random"], None), None);
    }
}
