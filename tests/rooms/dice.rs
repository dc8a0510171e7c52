//! The proof that nobody chose the dice of a room.

use std::fs;

use fairground::rooms::CreateRoom;
use serde_json::json;

use super::rig::{Rig, fairground};

/// The rig and match file of a short match of Fluky Chess, which White resigns.
fn played() -> (Rig, String) {
    let rig = Rig::new();
    let created = rig.create(&CreateRoom::of_game("fluky"));
    let tokens = [&created.seats.white, &created.seats.black].map(|token| token.clone().unwrap());
    let [mut white, mut black] = tokens.map(|token| rig.enter(&created.room, &token));
    let hash = |text: &str| blake3::hash(text.as_bytes()).to_string();
    white.send(&json!({"entropy": {"id": 1, "hash": hash("heads")}}));
    assert_eq!(white.answer(1).0, "ack");
    // The text is refused until the opponent has committed to one, and another text is always
    // refused.
    white.send(&json!({"entropy": {"id": 2, "text": "heads"}}));
    assert_eq!(white.answer(2).0, "refused");
    black.send(&json!({"entropy": {"id": 1, "hash": hash("tails")}}));
    while white.expect("dice")["reveal"] != true {}
    white.send(&json!({"entropy": {"id": 3, "text": "another"}}));
    assert_eq!(white.answer(3).0, "refused");
    white.send(&json!({"entropy": {"id": 4, "text": "heads"}}));
    black.send(&json!({"entropy": {"id": 2, "text": "tails"}}));
    let header = black.expect("line")["data"].clone();
    assert_eq!(header["commitment"]["hash"], created.commitment.as_str());
    assert_eq!(header.get("seed"), None, "the dice are secret");
    assert_eq!(white.act(5, 1, "a1a2").0, "ack");
    white.send(&json!({"throw": {"id": 6, "at": 2}}));
    assert_eq!(white.answer(6).0, "ack");
    white.send(&json!({"resign": {"id": 7}}));
    assert_eq!(white.answer(7).0, "ack");
    let text = fs::read_to_string(rig.match_file(&created.room)).unwrap();
    (rig, text)
}

#[test]
fn verify_checks_the_proof_and_names_the_holder_of_the_secret() {
    let (rig, text) = played();
    let file = rig.folder.path().join("copy.jsonl");
    fs::write(&file, &text).unwrap();
    let verified = fairground(&["verify", file.to_str().unwrap()]);
    assert!(verified.contains("1 throw simulated again, 1 follows from the seed"), "{verified}");
    assert!(verified.contains("the secret was held by the server, and both players sent hashes"), "{verified}");
    for (from, to, says) in [
        ("[\"heads\",\"tails\"]", "[\"heads\",\"tales\"]", "text_hashes"),
        ("\"hash\":\"", "\"hash\":\"0000", "commitment"),
        ("\"secret\":\"", "\"secret\":\"00", "secret"),
    ] {
        let forged = match from {
            // Keeps the number of digits.
            "\"hash\":\"" => {
                let at = text.find(&text[text.find("\"commitment\":{\"hash\":\"").unwrap()..]).unwrap() + 23;
                let digit = if text[at..].starts_with('0') { '1' } else { '0' };
                format!("{}{digit}{}", &text[..at], &text[at + 1..])
            }
            "\"secret\":\"" => {
                let at = text.find(from).unwrap() + from.len();
                let digit = if text[at..].starts_with('0') { '1' } else { '0' };
                format!("{}{digit}{}", &text[..at], &text[at + 1..])
            }
            _ => text.replace(from, to),
        };
        assert_ne!(forged, text);
        fs::write(&file, forged).unwrap();
        let output = std::process::Command::new(env!("CARGO_BIN_EXE_fairground"))
            .args(["verify", file.to_str().unwrap()])
            .output()
            .unwrap();
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert_eq!(output.status.code(), Some(1), "{from}: {printed}");
        assert!(printed.contains(says), "{from}: {printed}");
    }
}
