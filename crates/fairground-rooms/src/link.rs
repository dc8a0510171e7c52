//! Links to rooms.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A link to a room: `https://play.example/r/a-5f0c…#TOKEN`. The token is in the fragment, which
/// browsers never send to a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomLink {
    /// The server: scheme, host and port, without a trailing slash.
    pub server: String,
    /// The room.
    pub room: String,
    /// The token of a seat or of spectators. Without one, the link is for spectators of a listed
    /// room.
    pub token: Option<String>,
}

/// An invalid link to a room.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not a link to a room: {why}; one looks like https://play.example/r/a-0123456789abcdef#TOKEN")]
pub struct RoomLinkError {
    why: &'static str,
}

/// An invalid server address.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("not the address of a server: {why}; one looks like https://play.example or 127.0.0.1:7070")]
pub struct ServerAddressError {
    why: &'static str,
}

impl RoomLink {
    /// The address of the room's WebSocket.
    #[must_use]
    pub fn socket(&self) -> String {
        format!("{}/r/{}/ws", self.server.replacen("http", "ws", 1), self.room)
    }

    /// The same room with another token.
    #[must_use]
    pub(crate) fn with_token(&self, token: &str) -> RoomLink {
        RoomLink { token: Some(token.to_string()), ..self.clone() }
    }
}

/// Parses a server address typed by a person: `play.example`, `http://127.0.0.1:7070/`. The default
/// scheme is HTTPS, or HTTP for this machine.
///
/// # Errors
/// If the text is not a server address.
pub fn server_address(text: &str) -> Result<String, ServerAddressError> {
    let text = text.trim();
    let is_local = ["127.", "localhost", "[::1]"].iter().any(|local| text.starts_with(local));
    let (scheme, host) = text.split_once("://").unwrap_or((if is_local { "http" } else { "https" }, text));
    // As browsers write it, so that addresses can be compared.
    let (scheme, host) = (scheme.to_ascii_lowercase(), host.trim_end_matches('/').to_ascii_lowercase());
    let port = match &*scheme {
        "http" => ":80",
        "https" => ":443",
        _ => return Err(ServerAddressError { why: "it does not begin with http:// or https://" }),
    };
    let host = host.strip_suffix(port).unwrap_or(&host);
    let allowed = |letter: char| letter.is_ascii_alphanumeric() || "-._:[]".contains(letter);
    if host.is_empty() || !host.chars().all(allowed) {
        return Err(ServerAddressError { why: "it names no server" });
    }
    Ok(format!("{scheme}://{host}"))
}

/// Whether a text is a valid room name: the name of the server's node, a hyphen, and letters or
/// digits.
#[must_use]
pub fn is_room(text: &str) -> bool {
    let allowed = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit();
    let Some((node, number)) = text.split_once('-') else { return false };
    (1..=16).contains(&node.len())
        && (8..=32).contains(&number.len())
        && (node.chars().chain(number.chars())).all(allowed)
}

impl FromStr for RoomLink {
    type Err = RoomLinkError;

    fn from_str(text: &str) -> Result<Self, RoomLinkError> {
        let text = text.trim();
        let (address, token) = text.split_once('#').map_or((text, None), |(address, token)| (address, Some(token)));
        let (server, room) =
            address.rsplit_once("/r/").ok_or(RoomLinkError { why: "it has no /r/ followed by a room" })?;
        let room = room.trim_end_matches('/');
        if !is_room(room) {
            return Err(RoomLinkError { why: "/r/ is not followed by a room" });
        }
        let token = token.filter(|token| !token.is_empty());
        if token.is_some_and(|token| token.len() > 64 || !token.chars().all(|letter| letter.is_ascii_alphanumeric())) {
            return Err(RoomLinkError { why: "# is not followed by a token" });
        }
        let server = server_address(server).map_err(|error| RoomLinkError { why: error.why })?;
        Ok(RoomLink { server, room: room.to_string(), token: token.map(str::to_string) })
    }
}

impl fmt::Display for RoomLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/r/{}", self.server, self.room)?;
        self.token.as_ref().map_or(Ok(()), |token| write!(f, "#{token}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_come_back() {
        for text in [
            "http://127.0.0.1:7070/r/a-0123456789abcdef",
            "https://play.example/r/b2-00000000#0f0f",
            "https://r/r/a-0123456789abcdef",
        ] {
            assert_eq!(text.parse::<RoomLink>().unwrap().to_string(), text);
        }
        let link: RoomLink = " https://play.example/r/a-0123456789abcdef/#77 ".parse().unwrap();
        assert_eq!(link.socket(), "wss://play.example/r/a-0123456789abcdef/ws");
        assert_eq!(link.token.as_deref(), Some("77"));
        assert_eq!("play.example/r/a-0123456789abcdef".parse::<RoomLink>().unwrap().server, "https://play.example");
    }

    #[test]
    fn invalid_links_are_refused() {
        for (text, why) in [
            ("", "/r/"),
            ("https://play.example/", "/r/"),
            ("https://play.example/r/../../etc", "room"),
            ("file:///r/a-0123456789abcdef", "http"),
            ("https:///r/a-0123456789abcdef", "server"),
            ("https://play.example/r/a-0123456789abcdef#a b", "token"),
        ] {
            let error = text.parse::<RoomLink>().unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn typed_server_addresses_are_parsed() {
        for (text, address) in [
            (" play.example/ ", "https://play.example"),
            ("http://play.example:80", "http://play.example"),
            ("HTTPS://Play.Example:443/", "https://play.example"),
            ("https://play.example:80", "https://play.example:80"),
            ("127.0.0.1:7070", "http://127.0.0.1:7070"),
            ("localhost:7070", "http://localhost:7070"),
        ] {
            assert_eq!(server_address(text).as_deref(), Ok(address), "{text}");
        }
        for text in ["", "ftp://play.example", "play example", "https://"] {
            let error = server_address(text).unwrap_err().to_string();
            assert!(error.starts_with("not the address of a server") && !error.contains("link"), "{text}: {error}");
        }
    }
}
