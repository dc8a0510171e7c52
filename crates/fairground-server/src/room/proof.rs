//! The dice proof, which precedes a match and ensures that nobody chooses the dice.

use fairground_rooms::{DiceProof, Sides};
use fairground_rules::engine::Side;

/// The maximum number of bytes of a player's text.
pub const MAX_TEXT: usize = 200;

/// The players' texts, and their hashes before them.
#[derive(Clone, Debug, Default)]
pub struct Proof {
    parts: Sides<Part>,
}

#[derive(Clone, Debug, Default)]
struct Part {
    hash: Option<String>,
    text: Option<String>,
    /// Whether the hash came before the text.
    hashed: bool,
}

impl Proof {
    /// The proof of a match. Bots contribute an empty text.
    pub fn new(bots: impl Fn(Side) -> bool) -> Proof {
        let part =
            |side| if bots(side) { Part { text: Some(String::new()), ..Part::default() } } else { Part::default() };
        Proof { parts: Sides::each(part) }
    }

    /// The public state of the proof.
    pub fn status(&self) -> DiceProof {
        DiceProof { hashes: Sides::each(|side| self.parts.of(side).hash.clone()), reveal: self.is_hashed() }
    }

    /// Sets the hash of a player's text. If the opponent's text is already known, the opponent has
    /// to start over.
    ///
    /// # Errors
    /// If the text is not a hash.
    pub fn hash(&mut self, side: Side, hash: &str) -> Result<(), String> {
        if hash.len() != 64 || !hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            return Err("A hash has 64 hex digits, in lower case.".to_string());
        }
        let other = self.parts.of_mut(side.other());
        if other.hashed && other.text.is_some() {
            *other = Part::default();
        }
        *self.parts.of_mut(side) = Part { hash: Some(hash.to_string()), text: None, hashed: true };
        Ok(())
    }

    /// Reveals a player's text.
    ///
    /// # Errors
    /// If the text is too long, does not match its hash, or comes too early.
    pub fn text(&mut self, side: Side, text: &str) -> Result<(), String> {
        if text.len() > MAX_TEXT || text.contains(char::is_control) {
            return Err(format!("The text has at most {MAX_TEXT} bytes, in one line."));
        }
        let ready = self.is_hashed();
        let part = self.parts.of_mut(side);
        let hash = blake3::hash(text.as_bytes()).to_string();
        if part.hashed {
            if part.hash.as_ref() != Some(&hash) {
                return Err("This text does not match your hash.".to_string());
            }
            if !ready {
                return Err("Keep the text until the opponent has sent a hash.".to_string());
            }
        }
        part.text = Some(text.to_string());
        part.hash = Some(hash);
        Ok(())
    }

    /// Both texts, and the hashes sent before them, White's first; `None` until both texts are
    /// known.
    pub fn done(&self) -> Option<([String; 2], [Option<String>; 2])> {
        let part = |side| self.parts.of(side);
        let texts = [part(Side::White).text.clone()?, part(Side::Black).text.clone()?];
        let hashes = Side::BOTH.map(|side| part(side).hash.clone().filter(|_| part(side).hashed));
        Some((texts, hashes))
    }

    /// Whether each player has sent a hash, or a text without a hash.
    fn is_hashed(&self) -> bool {
        Side::BOTH.into_iter().all(|side| self.parts.of(side).hash.is_some() || self.parts.of(side).text.is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hash(text: &str) -> String {
        blake3::hash(text.as_bytes()).to_string()
    }

    #[test]
    fn texts_come_after_both_hashes() {
        let mut proof = Proof::new(|_| false);
        proof.hash(Side::White, &hash("heads")).unwrap();
        assert!(proof.text(Side::White, "heads").unwrap_err().contains("opponent"));
        assert!(!proof.status().reveal);
        proof.hash(Side::Black, &hash("tails")).unwrap();
        assert!(proof.status().reveal);
        assert!(proof.text(Side::White, "heats").unwrap_err().contains("does not match"));
        proof.text(Side::White, "heads").unwrap();
        assert_eq!(proof.done(), None);
        proof.text(Side::Black, "tails").unwrap();
        let (texts, hashes) = proof.done().unwrap();
        assert_eq!(texts, ["heads", "tails"].map(String::from));
        assert_eq!(hashes, ["heads", "tails"].map(|text| Some(hash(text))));
    }

    /// Changing a hash after seeing the opponent's text gains nothing, even if the server passes
    /// that text on.
    #[test]
    fn another_hash_voids_the_opponents_text() {
        let mut proof = Proof::new(|_| false);
        for side in Side::BOTH {
            proof.hash(side, &hash("a")).unwrap();
        }
        proof.text(Side::White, "a").unwrap();
        proof.hash(Side::Black, &hash("b")).unwrap();
        assert_eq!(proof.status().hashes.white, None);
        assert!(!proof.status().reveal);
    }

    #[test]
    fn a_text_without_a_hash_is_a_players_own_risk() {
        let mut proof = Proof::new(|side| side == Side::Black);
        proof.text(Side::White, "open").unwrap();
        assert_eq!(proof.done(), Some((["open".into(), String::new()], [None, None])));
        assert!(proof.text(Side::White, &"x".repeat(201)).is_err());
        assert!(proof.hash(Side::White, "abc").is_err());
    }
}
