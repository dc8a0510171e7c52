//! Plain pages for browsers: the open rooms, and a room with its match. They need no scripts.

use std::fmt::Write;

use super::html::escaped;
use super::landing;
use crate::room::Shown;
use fairground_rooms::ListedRoom;
use fairground_rules::games;

/// The style sheet of all pages, at `/plain.css`.
pub(super) const STYLE: &str = "\
    body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem}\n\
    svg{width:100%;height:auto;max-height:80vh}\n\
    code{overflow-wrap:anywhere}\n\
    td,th{padding:.2rem .8rem .2rem 0;text-align:left}\n";

/// A page. `head` contains its title.
fn page(head: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"referrer\" content=\"no-referrer\">\
         {head}<link rel=\"stylesheet\" href=\"/plain.css\"></head><body>\n{body}\n</body></html>\n"
    )
}

/// The start page: the open rooms, and how to create one.
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
            // Writing to a string does not fail.
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
         Or create a room from a command line, which prints the tokens of both seats:</p>\n\
         <pre><code>curl -d '{{\"game\":\"fluky\",\"clock\":\"300+5\"}}' {address}/api/rooms</code></pre>\n\
         <p>With <code>\"casual\":false</code> a player who is absent or does not move can lose the match. \
         <code>\"chat\":\"phrases\"</code> restricts the chat to phrases, and <code>\"chat\":\"off\"</code> turns it off. \
         <code>\"private\":false</code> lists the room for spectators.</p>\n\
         <p>Take a seat with <code>fairground join {address}/r/ROOM#TOKEN</code>.</p>"
    );
    page("<title>Fairground</title>", &body)
}

/// The page of a room, without scripts.
pub(super) fn room(address: &str, room: &Shown) -> String {
    let program = landing::by_program(address, &room.about.room);
    let more = if room.outcome.is_none() { "<p>Reload the page to follow the match.</p>\n" } else { "" };
    let body = format!(
        "{}{more}<h2>Take your seat</h2>\n<p>This page does not take the seat that you were invited to.</p>\n{program}",
        landing::body(room)
    );
    page(&landing::head(address, room, None), &body)
}

/// The page for an unknown room.
pub(super) fn missing() -> String {
    page(
        "<title>No such room</title>",
        "<h1>No such room</h1>\n<p>The address may be incomplete. <a href=\"/\">To the open rooms</a></p>",
    )
}

/// The page for a room that cannot be read.
pub(super) fn unavailable() -> String {
    page(
        "<title>Not now</title>",
        "<h1>The room cannot be read at present</h1>\n<p>Reload the page in a moment. <a href=\"/\">To the open rooms</a></p>",
    )
}
