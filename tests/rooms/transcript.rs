//! Plays the example match of `docs/rooms.md`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

use super::rig::{Peer, Rig, fairground, post};

#[test]
fn the_documented_match_plays_as_written() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rooms.md")).unwrap();
    let transcript = page.split("```transcript\n").nth(1).unwrap().split("```").next().unwrap();
    let rig = Rig::new();
    let mut names = BTreeMap::<String, String>::new();
    let mut peers = BTreeMap::<String, Peer>::new();
    let mut created = Value::Null;
    let mut steps = 0;
    for line in transcript.lines() {
        let (who, text) = line.split_once(' ').unwrap();
        let text = names.iter().fold(text.to_string(), |text, (name, value)| text.replace(name, value));
        match who {
            "http>" => {
                let (status, body) = post(&rig.link(), text.strip_prefix("POST /api/rooms ").unwrap());
                created = Value::Array(vec![status.into(), body]);
            }
            "http<" => {
                let (status, pattern) = text.split_once(' ').unwrap();
                assert_eq!(created[0].to_string(), status);
                agree(&serde_json::from_str(pattern).unwrap(), &created[1], &mut names).unwrap();
            }
            _ => {
                let (name, direction) = who.split_at(who.len() - 1);
                let peer = peers.entry(name.to_string()).or_insert_with(|| rig.connect(&names["$ROOM"]));
                if direction == ">" {
                    peer.send_text(&text);
                } else {
                    hear(peer, &serde_json::from_str(&text).unwrap(), &mut names, line);
                }
            }
        }
        steps += 1;
    }
    assert!(steps > 30, "only {steps} steps");
    let file = rig.match_file(&names["$ROOM"]);
    let verified = fairground(&["verify", file.to_str().unwrap(), "--commitment", &names["$C"]]);
    assert!(verified.contains("held by the server, and both players sent hashes"), "{verified}");
}

/// Reads messages until one matches the pattern. A message of the same kind about the same subject
/// must match.
fn hear(peer: &mut Peer, pattern: &Value, names: &mut BTreeMap<String, String>, line: &str) {
    let kind = pattern.as_object().unwrap().keys().next().unwrap();
    let mut last = String::new();
    while let Some(message) = peer.next() {
        if message.get(kind).is_none() {
            continue;
        }
        match agree(pattern, &message, names) {
            Ok(()) => return,
            Err(error) => last = error,
        }
        assert!(!matches!(kind.as_str(), "line" | "ack" | "refused" | "stale" | "welcome"), "{line}: {last}");
    }
    panic!("{line}: closed; {last}");
}

/// Checks that a value has everything in the pattern. A name is bound to its first match.
fn agree(pattern: &Value, found: &Value, names: &mut BTreeMap<String, String>) -> Result<(), String> {
    let no = || Err(format!("expected {pattern}, found {found}"));
    match (pattern, found) {
        (Value::String(any), _) if any == "…" => Ok(()),
        (Value::String(name), Value::String(text)) if name.starts_with('$') => {
            names.insert(name.clone(), text.clone());
            Ok(())
        }
        (Value::Object(pattern), Value::Object(found)) => {
            for (key, pattern) in pattern {
                let found = found.get(key).ok_or_else(|| format!("expected {key:?} in {found:?}"))?;
                agree(pattern, found, names)?;
            }
            Ok(())
        }
        (Value::Array(pattern), Value::Array(found)) if pattern.len() == found.len() => {
            pattern.iter().zip(found).try_for_each(|(pattern, found)| agree(pattern, found, names))
        }
        _ if pattern == found => Ok(()),
        _ => no(),
    }
}
