//! Checks the numbers and names in `docs/rooms.md`.

use std::collections::BTreeSet;

use super::limits::{Limits, MAX_MESSAGE, SITE_SHARE};
use super::lobby::{ABANDONED, MAX_LISTED, Retention};
use super::room::limits as room;
use super::web::connection as web;
use fairground_rooms::{ByeReason, CLAIM_ABSENT, CLAIM_IDLE, MAX_CHAT, MAX_NAME, Phrase};

/// The page, with line breaks replaced by spaces.
fn page() -> String {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rooms.md")).unwrap();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_limit_is_documented_with_its_number() {
    let limits = Limits::default();
    let rate = |[burst, per_second]: [u32; 2], of: &str| format!("{burst} {of}, then {per_second} a second");
    let documented: BTreeSet<String> =
        page().split("## Limits ").nth(1).unwrap().split([';', '.', '(']).map(|part| part.trim().to_string()).collect();
    let has = |limit: String| {
        let named = documented.iter().any(|part| *part == limit || part.ends_with(&format!(" {limit}")));
        assert!(named, "{limit}: {documented:#?}");
    };
    has(format!("{} s until `hello`", web::PATIENCE.as_secs()));
    has(format!("{MAX_MESSAGE} bytes a message or body"));
    has(format!("{} unreadable messages", web::MAX_UNREADABLE));
    has(format!("{} bytes of `session`", room::MAX_SESSION));
    has(rate(limits.messages, "messages"));
    has(rate(limits.bytes, "bytes"));
    has(format!("{} s to read a message", web::PATIENCE.as_secs()));
    has(format!("{} s to read the greeting", web::GREETING.as_secs()));
    has(format!("{} waiting messages", web::MAX_QUEUE));
    has(format!("{} s of silence", web::SILENCE.as_secs()));
    has(format!("{} s for the head of a request", limits.head.as_secs()));
    has(format!("{} s for a request and its answer", limits.request.as_secs()));
    has(format!("{} connections", limits.connections_per_address));
    has(rate(limits.connects_per_address, "new connections"));
    has(rate(limits.requests_per_address, "requests"));
    has(format!("{0} rooms, then {0} an hour", limits.rooms_per_address));
    let [burst, per_second] = limits.search_seconds_per_address;
    has(format!("{burst} s of bots' thinking, then {per_second} s a second"));
    has(format!("{} connections", limits.connections));
    has(format!("{} rooms awake", limits.rooms));
    has(format!("{MAX_LISTED} rooms in the list"));
    has(format!("{} spectators", limits.spectators));
    has(format!("{} spectators from one address", limits.spectators_per_address));
    has(format!("{} lines", room::MAX_LINES));
    has(format!("{} takebacks", room::MAX_TAKEBACKS));
    has(format!("{} times extra time", room::MAX_MORE_TIME));
    has(format!("{} moves of a seat", room::MAX_MOVES));
    has(format!("{} bytes of dice text", room::MAX_TEXT));
    has(format!("{MAX_CHAT} characters a line of chat"));
    has(format!("{} lines of chat in {} s", limits.chat, room::CHAT_PERIOD.as_secs()));
    has(format!("{MAX_NAME} characters of name"));
    has(format!("remembers {} answers", room::MAX_ANSWERS));
    has(format!("{} lines of chat", room::MAX_OLD_CHAT));
    has(format!("{} logged names", room::MAX_NAMES));
    has(format!("{} logged mutes", room::MAX_MUTES));
    has(format!("1 to {0} s a player and 0 to {0} s a turn", room::MAX_CLOCK));
}

#[test]
fn times_are_documented() {
    let page = page();
    let seconds = |time: std::time::Duration| time.as_secs();
    let hours = |time: Option<std::time::Duration>| time.unwrap().as_secs() / 3600;
    let Retention { unstarted, finished, waiting } = Retention::default();
    let [shortest, longest] = room::FIRST_MOVE;
    assert_eq!([ABANDONED, longest].map(seconds), [3600, 24 * 3600]);
    assert_eq!(SITE_SHARE, 8);
    for text in [
        "rooms abandoned for an hour".to_string(),
        format!(
            "a tenth of the time for {} moves, at least {} s and at most a day",
            room::EXPECTED_MOVES,
            seconds(shortest)
        ),
        format!("after {} h without a match, {} days after it", hours(unstarted), hours(finished) / 24),
        format!("{} days of waiting without a player's visit", hours(waiting) / 24),
        "of a /48 together have eight times the limit of one".to_string(),
        format!("`away` (silent for {} s) or `gone` ({} s)", seconds(room::AWAY), seconds(room::GONE)),
        format!("{} s after the opponent is `gone`", seconds(CLAIM_ABSENT)),
        format!("not decided for {} s", seconds(CLAIM_IDLE)),
        format!("`more_time` ({} s for both players)", seconds(room::MORE_TIME)),
        format!("throws a player's die after {} s", seconds(room::THROW_PATIENCE)),
        format!("a running clock waits {} s", seconds(room::GRACE)),
        format!("up to {} s in a row", seconds(room::LAG_QUOTA)),
        format!("The server pings every {} s", seconds(web::PING)),
    ] {
        assert!(page.contains(&text), "{text}");
    }
}

#[test]
fn every_reason_and_phrase_is_documented() {
    let page = page();
    for reason in ByeReason::ALL {
        let why = serde_json::to_value(reason).unwrap();
        let is_final = if reason.is_final() { "yes" } else { "no" };
        let row = format!("| `{}` | {} | {is_final} |", why.as_str().unwrap(), reason.close_code());
        assert!(page.contains(&row), "{row}");
    }
    let codes: BTreeSet<_> = ByeReason::ALL.iter().map(|reason| reason.close_code()).collect();
    assert_eq!(codes.len(), ByeReason::ALL.len());
    for phrase in Phrase::ALL {
        let phrase = serde_json::to_value(phrase).unwrap();
        assert!(page.contains(&format!("`{}`", phrase.as_str().unwrap())), "{phrase}");
    }
}
