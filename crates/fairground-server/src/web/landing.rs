//! The invitation page: the match, the players, and how to take the seat. All texts by users are
//! escaped.

use std::fmt::Write;

use super::html::escaped;
use crate::room::Shown;
use fairground_match::play::{Clock, Replay, Seat};
use fairground_match::record::diagram;
use fairground_rooms::ChatMode;
use fairground_rules::engine::{Options, Side};
use fairground_rules::games;

/// The title of a room: its players and the game.
pub(super) fn title(room: &Shown) -> String {
    let game = game_name(room);
    let name = |side| player(room, side);
    match (name(Side::White), name(Side::Black)) {
        (Some(white), Some(black)) => format!("{white} and {black} play {game}"),
        (Some(one), None) | (None, Some(one)) => format!("{one} invites you to {game}"),
        (None, None) => format!("An invitation to {game}"),
    }
}

/// The name of the game.
fn game_name(room: &Shown) -> &str {
    let id = room.about.game.as_str();
    games::info(id).map_or(id, |info| info.name)
}

/// The player of a side: a person or a bot; `None` for an open seat.
fn player(room: &Shown, side: Side) -> Option<String> {
    let seat = room.about.seats.of(side).as_str();
    match room.about.names.of(side) {
        Some(name) => Some(name.clone()),
        None if seat == Seat::HUMAN => None,
        None => Some(format!("the bot {seat}")),
    }
}

/// The clock in words.
fn clock(room: &Shown) -> String {
    let clock = room.about.clock.as_ref().and_then(|clock| clock.parse::<Clock>().ok());
    let Some([seconds, more]) = clock.map(|clock| [clock.start, clock.increment].map(|time| time.as_secs())) else {
        return "No clock".to_string();
    };
    let start = if seconds % 60 == 0 { format!("{} min", seconds / 60) } else { format!("{seconds} s") };
    match more {
        0 => format!("{start} for each player"),
        _ => format!("{start} for each player, plus {more} s for each turn"),
    }
}

/// The description for previews of the link.
pub(super) fn description(room: &Shown) -> String {
    let standing = match (&room.outcome, room.about.actions) {
        (Some(outcome), _) => format!("The match is over: {outcome}, {}.", outcome.reason),
        (None, 0) => "The match has not begun.".to_string(),
        (None, 1) => "1 action was played.".to_string(),
        (None, actions) => format!("{actions} actions were played."),
    };
    format!("{}. {standing} The rules are enforced, and nobody chooses the dice.", clock(room))
}

/// The head of a page, for programs that show a preview of its link. `picture` is the address of an
/// image.
pub(super) fn head(address: &str, room: &Shown, picture: Option<&str>) -> String {
    let url = format!("{address}/r/{}", room.about.room);
    let (title, description) = (title(room), description(room));
    let mut head = format!("<title>{}</title>\n<meta name=\"robots\" content=\"noindex\">\n", escaped(&title));
    let mut meta = |attribute: &str, name: &str, content: &str| {
        // Writing to a string does not fail.
        let _ = writeln!(head, "<meta {attribute}=\"{name}\" content=\"{}\">", escaped(content));
    };
    meta("name", "description", &description);
    meta("property", "og:site_name", "Fairground");
    meta("property", "og:type", "website");
    meta("property", "og:url", &url);
    meta("property", "og:title", &title);
    meta("property", "og:description", &description);
    meta("name", "twitter:card", if picture.is_some() { "summary_large_image" } else { "summary" });
    if let Some(picture) = picture {
        meta("property", "og:image", &format!("{address}/{picture}"));
    }
    head
}

/// The room in HTML: the players, the board if it is public, and the actions played.
pub(super) fn body(room: &Shown) -> String {
    let mut body = format!("<h1>{}</h1>\n<p>{}</p>\n<ul>\n", escaped(&title(room)), escaped(&description(room)));
    for side in Side::BOTH {
        let player = player(room, side).unwrap_or_else(|| "nobody yet".to_string());
        let label = if side == Side::White { "White" } else { "Black" };
        let _ = writeln!(body, "<li>{label}: {}</li>", escaped(&player));
    }
    if !room.casual {
        body.push_str("<li>Absent and idle players can lose the match.</li>\n");
    }
    if room.chat != ChatMode::Free {
        let _ = writeln!(body, "<li>Chat: {}</li>", room.chat);
    }
    body.push_str("</ul>\n");
    board(room, &mut body);
    body
}

/// The board: the current position if it is public, or the start position before the match.
fn board(room: &Shown, body: &mut String) {
    let id = &room.about.room;
    match room.record.as_ref().map(|record| Replay::parse(id.as_ref(), record)) {
        Some(Ok(mut replay)) => {
            replay.go_to(replay.len());
            let _ = writeln!(body, "{}\n<p>", diagram::svg(replay.game()));
            for action in replay.actions() {
                let _ = write!(body, "<code>{}</code> ", escaped(action));
            }
            let _ = writeln!(body, "</p>\n<p><a href=\"/api/rooms/{id}/file\">The match file</a></p>");
        }
        Some(Err(_)) => body.push_str("<p>The match cannot be shown.</p>\n"),
        None if room.begun => body.push_str("<p>The match is private. You need its link to watch.</p>\n"),
        None => {
            let start = games::info(&room.about.game).map(|info| {
                let options = games::with_options(info.id, &room.options)
                    .map_or_else(|_| Options::default(), |(_, options)| options);
                games::begin(info, options, None)
            });
            if let Ok(Ok(game)) = start {
                let _ = writeln!(body, "{}", diagram::svg(&*game));
            }
        }
    }
}

/// A form for a name and a seat. It needs a script to read the token after the `#`, which also
/// enables the button.
pub(super) fn form(room: &Shown) -> String {
    let id = &room.about.room;
    format!(
        "<form id=\"take-seat\" data-room=\"{id}\" data-game=\"{game}\">\n\
         <label>Your name <input name=\"name\" maxlength=\"40\" autocomplete=\"nickname\"></label>\n\
         <button type=\"submit\" disabled>Take the seat</button>\n</form>\n",
        game = escaped(&room.about.game),
    )
}

/// Instructions for taking the seat in the program.
pub(super) fn by_program(address: &str, room: &str) -> String {
    format!(
        "<p>To play in Fairground's own window, copy the whole address of this page, including the part behind the <code>#</code>, and \
         give it to the program:</p>\n<pre><code>fairground join '{address}/r/{room}#TOKEN'</code></pre>\n\
         <p>or paste it under <em>Play online, Join</em>. The part behind the <code>#</code> is the key of your seat. It is not sent to \
         the server with this page. Keep it secret.</p>\n"
    )
}

/// The folder's `index.html` with a room: in its title, and in its body at `<!-- room -->` or else
/// at the beginning.
pub(super) fn fill(index: &str, address: &str, room: &Shown, picture: Option<&str>) -> String {
    // Relative addresses in the page refer to the root, not to /r/.
    let head = format!("<base href=\"/\">\n{}", head(address, room, picture));
    let program = by_program(address, &room.about.room);
    let body = format!(
        "<section id=\"room\">\n{}{}<details><summary>Without a browser</summary>\n{program}</details>\n</section>\n",
        body(room),
        form(room)
    );
    let index = match (index.find("<title>"), index.find("</title>")) {
        (Some(from), Some(to)) if from < to => format!("{}{}", &index[..from], &index[to + "</title>".len()..]),
        _ => index.to_string(),
    };
    let index = insert(&index, "<head", &head);
    match index.split_once("<!-- room -->") {
        Some((before, after)) => format!("{before}{body}{after}"),
        None => insert(&index, "<body", &body),
    }
}

/// Inserts a text after the first tag that begins with `tag`, or else at the beginning.
fn insert(page: &str, tag: &str, text: &str) -> String {
    let end = page.find(tag).and_then(|at| page[at..].find('>').map(|end| at + end + 1));
    let (before, after) = page.split_at(end.unwrap_or(0));
    format!("{before}\n{text}{after}")
}
