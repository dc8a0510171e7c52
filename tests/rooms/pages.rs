//! Pages for browsers: a folder of them, and the page of a room, filled in by the server.

use std::collections::HashMap;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;

use fairground::rooms::{ChatMode, CreateRoom};
use serde_json::json;
use tempfile::TempDir;

use super::crashes::{Process, free_address};
use super::rig::{Peer, Rig, post};

/// The answer of a server, unprocessed.
struct Answer {
    status: u16,
    headers: HashMap<String, String>,
    body: Vec<u8>,
}

impl Answer {
    fn text(&self) -> String {
        String::from_utf8(self.body.clone()).unwrap()
    }
}

impl std::ops::Index<&str> for Answer {
    type Output = String;

    fn index(&self, header: &str) -> &String {
        self.headers.get(header).unwrap_or_else(|| panic!("no {header}: {:?}", self.headers))
    }
}

fn fetch(link: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let address = link.trim_start_matches("http://");
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let mut stream = TcpStream::connect(address).unwrap();
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n{more}\r\n").unwrap();
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).unwrap();
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let mut lines = head.lines();
    let status = lines.next().unwrap().split(' ').nth(1).unwrap().parse().unwrap();
    let header = |line: &str| line.split_once(": ").map(|(name, value)| (name.to_ascii_lowercase(), value.to_string()));
    Answer { status, headers: lines.filter_map(header).collect(), body: bytes[end + 4..].to_vec() }
}

/// A folder with `pages`, like a build of the page.
fn folder(index: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("pages")).unwrap();
    let put = |name: &str, contents: &[u8]| fs::write(folder.path().join("pages").join(name), contents).unwrap();
    put("index.html", index.as_bytes());
    put("table-0123456789abcdef.wasm", b"\0asm, and so on");
    put("table-0123456789abcdef.wasm.br", b"brotli");
    put("table-0123456789abcdef.wasm.gz", b"gzip");
    put("loader.js", b"export {}");
    folder
}

fn serve(folder: &TempDir) -> (Process, String) {
    let address = free_address();
    let [rooms, pages] = ["rooms", "pages"].map(|name| folder.path().join(name));
    let arguments = ["--folder", rooms.to_str().unwrap(), "--page", pages.to_str().unwrap()];
    (Process::start_with(&address, &arguments), format!("http://{address}"))
}

#[test]
fn files_are_sent_compressed_and_cached_while_unchanged() {
    let folder = folder("<!doctype html><title>Table</title>");
    let (_server, link) = serve(&folder);
    let wasm = "/table-0123456789abcdef.wasm";
    for (accepted, encoding, body) in
        [("gzip, br", Some("br"), "brotli"), ("gzip", Some("gzip"), "gzip"), ("identity", None, "\0asm, and so on")]
    {
        let answer = fetch(&link, wasm, &[("Accept-Encoding", accepted)]);
        assert_eq!((answer.status, answer.text().as_str()), (200, body));
        assert_eq!(answer.headers.get("content-encoding").map(String::as_str), encoding);
        assert_eq!(answer["content-type"], "application/wasm");
        assert_eq!(answer["cache-control"], "public, max-age=31536000, immutable");
        assert_eq!(answer["vary"], "accept-encoding");
        assert_eq!(answer["x-content-type-options"], "nosniff");
        let policy = &answer["content-security-policy"];
        assert!(policy.contains("script-src 'self' 'wasm-unsafe-eval'"), "{policy}");
        assert!(policy.contains(&format!("connect-src 'self' {}", link.replacen("http", "ws", 1))), "{policy}");
    }
    for path in ["/", "/index.html", "/loader.js"] {
        let first = fetch(&link, path, &[]);
        assert_eq!((first.status, first["cache-control"].as_str()), (200, "no-cache"), "{path}");
        let tag = first["etag"].clone();
        let again = fetch(&link, path, &[("If-None-Match", &format!("\"other\", {tag}"))]);
        assert_eq!((again.status, again.body.len(), &again["etag"]), (304, 0, &tag), "{path}");
        // Another tag, although the file is unchanged.
        let other =
            fetch(&link, path, &[("If-None-Match", "\"other\""), ("If-Modified-Since", &first["last-modified"])]);
        assert_eq!((other.status, other.body), (200, first.body), "{path}");
    }
    fs::write(folder.path().join("pages/loader.js"), "export { another }").unwrap();
    assert_eq!(fetch(&link, "/loader.js", &[]).text(), "export { another }");
    assert_eq!(fetch(&link, "/loader.js", &[])["content-type"], "text/javascript");
    for path in ["/missing.js", "/../rooms/lock", "/%2e%2e/rooms/lock", "/..%2frooms/lock"] {
        assert_eq!(fetch(&link, path, &[]).status, 404, "{path}");
    }
}

/// An invitation shows the inviting player and the match, even with hostile names, and reveals no
/// private data.
#[test]
fn the_page_of_a_room_is_filled_in() {
    let index = "<!doctype html><html><head><meta charset=utf-8><title>Table</title></head>\
                 <body><main><!-- room --></main><script src=loader.js></script></body></html>";
    let folder = folder(index);
    let (_server, link) = serve(&folder);
    let (status, created) = post(&link, r#"{"game":"fluky","clock":"300+5"}"#);
    assert_eq!(status, 201, "{created}");
    let room = created["room"].as_str().unwrap();
    let page = fetch(&link, &format!("/r/{room}"), &[]);
    assert_eq!((page.status, page["cache-control"].as_str()), (200, "no-cache"));
    assert!(page["content-security-policy"].ends_with("frame-ancestors 'self'"));
    let text = page.text();
    for part in [
        "<title>An invitation to Fluky Chess</title>",
        "<base href=\"/\">",
        "<main><section id=\"room\">",
        "<svg",
        "<form id=\"take-seat\"",
        "Take the seat</button>",
        "fairground join",
        "<meta property=\"og:title\" content=\"An invitation to Fluky Chess\">",
        "5 min for each player, plus 5 s for each turn",
        "<script src=loader.js>",
        &format!("<meta property=\"og:url\" content=\"{link}/r/{room}\">"),
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("<title>Table"), "{text}");

    let name = "<script>alert(\"1\")</script> & 'Ada'";
    let mut white = Peer::connect(&link, room);
    white.send(&json!({"hello": {"protocol": 1, "token": created["seats"]["white"], "name": name}}));
    white.expect("welcome");
    fs::write(folder.path().join("pages/preview.jpg"), "a picture").unwrap();
    let text = fetch(&link, &format!("/r/{room}"), &[]).text();
    let escaped = "&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;Ada&#39;";
    assert!(text.contains(&format!("{escaped} invites you to Fluky Chess</title>")), "{text}");
    assert!(!text.contains("<script>alert"), "{text}");
    assert!(text.contains(&format!("<meta property=\"og:image\" content=\"{link}/preview.jpg\">")), "{text}");

    let mut black = Peer::connect(&link, room);
    black.send(&json!({"hello": {"protocol": 1, "token": created["seats"]["black"], "name": "Bo"}}));
    let mut players = [white, black];
    players.iter_mut().for_each(|player| player.send(&json!({"entropy": {"id": 1, "text": ""}})));
    players.iter_mut().for_each(|player| drop(player.expect("line")));
    let text = fetch(&link, &format!("/r/{room}"), &[]).text();
    assert!(text.contains("and Bo play Fluky Chess") && !text.contains("<svg"), "the position is private: {text}");
    for token in ["white", "black"].map(|seat| created["seats"][seat].as_str().unwrap()) {
        assert!(!text.contains(token));
    }
    assert_eq!(fetch(&link, "/r/a-0000000000000000", &[]).status, 404);
    assert_eq!(fetch(&link, "/r/..", &[]).status, 404);
}

/// A page without the placeholder, or a damaged page, is still filled in; the server's own pages
/// run no scripts.
#[test]
fn every_page_can_be_filled_in() {
    for index in ["", "Table", "<title>Table", "<head><body>", "</title><title>\u{e9}"] {
        let folder = folder(index);
        let (_server, link) = serve(&folder);
        let (_, created) = post(&link, r#"{"game":"chess"}"#);
        let text = fetch(&link, &format!("/r/{}", created["room"].as_str().unwrap()), &[]).text();
        assert!(text.contains("Take the seat") && text.contains("og:title"), "{index}: {text}");
    }
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("chess"));
    for path in ["/".to_string(), format!("/r/{}", created.room)] {
        let page = fetch(&rig.link(), &path, &[]);
        assert_eq!(page.status, 200);
        assert!(page["content-security-policy"].starts_with("default-src 'none'"));
        assert!(!page.text().contains("<script"));
    }
    let strict = CreateRoom { casual: false, chat: ChatMode::Phrases, ..CreateRoom::of_game("chess") };
    let text = fetch(&rig.link(), &format!("/r/{}", rig.create(&strict).room), &[]).text();
    assert!(text.contains("idle players can lose the match") && text.contains("Chat: phrases only"), "{text}");
}
