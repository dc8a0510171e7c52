//! A player's record: results against each bot, and streaks.

use std::collections::BTreeMap;

use serde::Serialize;

use super::ListedMatch;
use fairground_match::play::Seat;
use fairground_rules::engine::Reason;
use fairground_rules::games;

/// A player's record in one game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameRecord {
    /// The id of the game.
    pub game: String,
    /// The results against all bots.
    #[serde(flatten)]
    pub all: Score,
    /// The results against each bot, by its name.
    pub bots: BTreeMap<String, Score>,
    /// The longest streak of wins.
    pub longest_wins: u32,
    /// The longest streak without a loss.
    pub longest_unbeaten: u32,
    /// The current streak of wins.
    pub wins_now: u32,
}

/// Matches won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Won by the player.
    pub won: u32,
    /// Drawn.
    pub drawn: u32,
    /// Lost by the player.
    pub lost: u32,
}

impl Score {
    fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            None => self.drawn += 1,
            Some(false) => self.lost += 1,
        }
    }
}

/// The person's side in a match against a bot, 0 for White. `None` if the match does not count: it
/// is unfinished, began from another position, was drawn by agreement, or is not between a person
/// and a bot.
#[must_use]
pub fn seat_against_bot(own: &ListedMatch) -> Option<usize> {
    own.outcome.as_ref()?;
    let agreed = own.reason.as_ref().is_some_and(|reason| *reason == Reason::Agreement.to_string());
    if !own.usual_start || agreed {
        return None;
    }
    match (own.white == Seat::HUMAN, own.black == Seat::HUMAN) {
        (true, false) => Some(0),
        (false, true) => Some(1),
        _ => None,
    }
}

/// The records of all games played against bots, in the usual order of games.
#[must_use]
pub fn records(matches: &[ListedMatch]) -> Vec<GameRecord> {
    let mut matches: Vec<_> = matches.iter().filter_map(|own| Some((own, seat_against_bot(own)?))).collect();
    matches.sort_by_key(|(own, _)| (own.changed, &own.file));
    let mut records: BTreeMap<&str, (GameRecord, u32)> = BTreeMap::new();
    for (own, seat) in matches {
        let (record, unbeaten) = records.entry(&own.game).or_default();
        record.game.clone_from(&own.game);
        let winner = match own.outcome.as_deref() {
            Some("white") => Some(0),
            Some("black") => Some(1),
            _ => None,
        };
        let won = winner.map(|winner| winner == seat);
        let bot = if seat == 0 { &own.black } else { &own.white };
        record.all.add(won);
        record.bots.entry(bot.clone()).or_default().add(won);
        record.wins_now = if won == Some(true) { record.wins_now + 1 } else { 0 };
        *unbeaten = if won == Some(false) { 0 } else { *unbeaten + 1 };
        record.longest_wins = record.longest_wins.max(record.wins_now);
        record.longest_unbeaten = record.longest_unbeaten.max(*unbeaten);
    }
    games::ALL.iter().filter_map(|info| records.remove(info.id)).map(|(record, _)| record).collect()
}

/// The next bot to beat on a ladder from weakest to strongest: the one above the strongest beaten
/// bot, or the first; `None` if the strongest is beaten.
///
/// ```
/// use fairground_library::{GameRecord, Score, next_to_beat};
///
/// let mut record = GameRecord::default();
/// assert_eq!(next_to_beat(&record, &["1", "2", "3"]), Some("1"));
/// record.bots.insert("2".into(), Score { won: 1, ..Score::default() });
/// assert_eq!(next_to_beat(&record, &["1", "2", "3"]), Some("3"));
/// ```
#[must_use]
pub fn next_to_beat<'a>(record: &GameRecord, ladder: &[&'a str]) -> Option<&'a str> {
    let beaten = |bot: &&str| record.bots.get(*bot).is_some_and(|score| score.won > 0);
    let next = ladder.iter().rposition(beaten).map_or(0, |strongest| strongest + 1);
    ladder.get(next).copied()
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn played(day: i64, white: &str, black: &str, outcome: Option<&str>) -> ListedMatch {
        ListedMatch {
            file: format!("{day}.jsonl"),
            game: "fluky".into(),
            white: white.into(),
            black: black.into(),
            names: [None, None],
            event: None,
            analysis: false,
            usual_start: true,
            outcome: outcome.map(Into::into),
            reason: None,
            plies: 1,
            actions: 1,
            changed: Timestamp::from_second(day * 86_400).unwrap(),
            ply: None,
        }
    }

    #[test]
    fn set_up_positions_and_agreed_draws_do_not_count() {
        let usual = played(1, "human", "8", Some("white"));
        let set_up = ListedMatch { usual_start: false, ..usual.clone() };
        let agreed = ListedMatch { outcome: Some("draw".into()), reason: Some("draw agreed".into()), ..usual.clone() };
        let resigned = ListedMatch { reason: Some("resignation".into()), ..usual.clone() };
        for (own, counts) in [(usual, 1), (set_up, 0), (agreed, 0), (resigned, 1)] {
            assert_eq!(records(std::slice::from_ref(&own)).len(), counts, "{own:?}");
        }
    }

    #[test]
    fn matches_against_bots_are_counted_from_the_players_side() {
        let matches = [
            // Newest first, like the library's lists.
            played(5, "human", "4", Some("black")),
            played(4, "human", "3", Some("draw")),
            played(3, "3", "human", Some("black")),
            played(2, "human", "3", Some("white")),
            played(1, "human", "3", Some("black")),
            // These are not counted.
            played(6, "human", "human", Some("white")),
            played(7, "1", "2", Some("white")),
            played(8, "human", "1", None),
            played(9, "program", "1", Some("white")),
        ];
        let records = records(&matches);
        let [record] = &records[..] else { panic!("{records:?}") };
        assert_eq!(record.all, Score { won: 2, drawn: 1, lost: 2 });
        assert_eq!(record.bots["3"], Score { won: 2, drawn: 1, lost: 1 });
        assert_eq!(record.bots["4"], Score { won: 0, drawn: 0, lost: 1 });
        assert_eq!((record.longest_wins, record.longest_unbeaten, record.wins_now), (2, 3, 0));
        assert_eq!(next_to_beat(record, &["1", "2", "3", "4"]), Some("4"));
        assert_eq!(next_to_beat(record, &["1", "2", "3"]), None);
    }
}
