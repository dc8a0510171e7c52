//! Pages for who opens a link in a browser: they show the match as it stands, and say how to take part. They need no script.

use std::fmt::Write;

use crate::games;
use crate::play::Replay;
use crate::record::diagram;
use crate::rooms::ListedRoom;

/// What every page has in common.
fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"referrer\" content=\"no-referrer\">\
         <title>{title}</title><style>\
         body{{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}}\
         svg{{width:100%;height:auto;max-height:80vh}}code{{overflow-wrap:anywhere}}td,th{{padding:.2rem .8rem .2rem 0;text-align:left}}\
         </style></head><body>\n{body}\n</body></html>\n"
    )
}

/// The server's own page: its open rooms, and how to make one.
pub(super) fn lobby(address: &str, rooms: &[ListedRoom]) -> String {
    let mut body = String::from("<h1>Fairground</h1>\n");
    if rooms.is_empty() {
        body.push_str("<p>No room is open to spectators now.</p>\n");
    } else {
        body.push_str(
            "<table><tr><th>Room</th><th>Game</th><th>White</th><th>Black</th><th>Clock</th><th>Actions</th></tr>\n",
        );
        for room in rooms {
            let game = games::info(&room.game).map_or(room.game.as_str(), |info| info.name);
            let player = |seat: &str, name: &Option<String>| escaped(name.as_deref().unwrap_or(seat));
            // Writing to a text does not fail.
            let _ = writeln!(
                body,
                "<tr><td><a href=\"/r/{id}\">{id}</a></td><td>{game}</td><td>{white}</td><td>{black}</td><td>{clock}</td><td>{actions}</td></tr>",
                id = room.room,
                game = escaped(game),
                white = player(&room.seats.white, &room.names.white),
                black = player(&room.seats.black, &room.names.black),
                clock = escaped(room.clock.as_deref().unwrap_or("none")),
                actions = room.actions,
            );
        }
        body.push_str("</table>\n");
    }
    let _ = write!(
        body,
        "<h2>Play</h2>\n<p>In Fairground, choose <em>Play online</em> and this server: <code>{address}</code>. \
         Or make a room from a command line, which prints the tokens of both seats:</p>\n\
         <pre><code>curl -d '{{\"game\":\"fluky\"}}' {address}/api/rooms</code></pre>\n\
         <p>A seat is taken with <code>fairground join {address}/r/ROOM#TOKEN</code>.</p>"
    );
    page("Fairground", &body)
}

/// The page of a room: the position, the actions so far, and how to join. `record` is the match file so far, if it may be shown.
pub(super) fn room(address: &str, id: &str, record: Option<&str>) -> String {
    let mut body = format!("<h1>Room {id}</h1>\n");
    match record.map(|record| Replay::parse(id.as_ref(), record.as_bytes())) {
        Some(Ok(mut replay)) => {
            replay.go_to(replay.len());
            let _ = writeln!(body, "{}", diagram::svg(replay.game()));
            body.push_str("<p>");
            for action in replay.actions() {
                let _ = write!(body, "<code>{}</code> ", escaped(action));
            }
            let standing = match replay.outcome() {
                Some(outcome) => format!("Over: {outcome}, {}.", outcome.reason),
                None => "Reload the page to see the next actions.".to_string(),
            };
            let _ = writeln!(body, "</p>\n<p>{standing} <a href=\"/api/rooms/{id}/file\">The match file</a></p>");
        }
        Some(Err(_)) => body.push_str("<p>The match cannot be shown.</p>\n"),
        None => body.push_str("<p>The match is private, or has not begun.</p>\n"),
    }
    let _ = write!(
        body,
        "<h2>Take your seat</h2>\n<p>This page does not take the seat that you were invited to. Copy the whole address of this page, \
         with what stands behind the <code>#</code>, and give it to Fairground:</p>\n\
         <pre><code>fairground join '{address}/r/{id}#TOKEN'</code></pre>\n\
         <p>or paste it under <em>Play online, Join</em> in the window. The part behind the <code>#</code> is the key of your seat: \
         it is not sent to the server with this page, and you should show it to nobody.</p>"
    );
    page(&format!("Room {id}"), &body)
}

/// A text that says something is not there.
pub(super) fn missing() -> String {
    page(
        "No such room",
        "<h1>There is no such room</h1>\n<p>The address may be incomplete. <a href=\"/\">To the open rooms</a></p>",
    )
}

/// A text as HTML.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, letter| {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            letter => escaped.push(letter),
        }
        escaped
    })
}
