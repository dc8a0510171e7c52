//! A player's part of the dice proof.

use rand::TryRng;
use rand::rngs::{SysError, SysRng};

use super::answers::DiceProof;
use fairground_match::record::Commitment;
use fairground_rules::engine::Side;

/// How often the proof may start over after the text was revealed. An honest server does so only
/// after a restart or a fault.
const MAX_RESTARTS: u32 = 30;

/// The random text of a player. The dice follow from it, the opponent's text and the server's
/// secret, so that nobody can choose them.
#[derive(Debug)]
pub(super) struct DiceText {
    text: String,
    /// Whether the server may know the text.
    revealed: bool,
    /// The opponent's hash when the text was revealed; `None` for a bot.
    opponent_hash: Option<String>,
    /// Whether the text was sent over the current connection, and not refused.
    sent: bool,
    /// How often the proof has started over after the text was revealed.
    restarts: u32,
}

/// The next step of the proof.
#[derive(Debug, PartialEq)]
pub(super) enum ProofStep {
    /// Send this hash of the text.
    Hash(String),
    /// Reveal this text.
    Reveal(String),
    /// Wait for the opponent.
    Wait,
}

impl DiceText {
    pub fn new() -> Result<DiceText, SysError> {
        Ok(DiceText { text: random_text()?, revealed: false, opponent_hash: None, sent: false, restarts: 0 })
    }

    /// The next step of the player of a side.
    ///
    /// # Errors
    /// If the proof has started over too often: a server that knows both texts could do so until
    /// the dice suit it.
    pub fn next(&mut self, proof: &DiceProof, side: Side) -> Result<ProofStep, String> {
        let opponents = proof.hashes.of(side.other());
        let is_known = proof.hashes.of(side).as_ref() == Some(&hash(&self.text));
        if self.revealed && (!is_known || proof.reveal && *opponents != self.opponent_hash) {
            self.restarts += 1;
            if self.restarts > MAX_RESTARTS {
                return Err("The server has started the proof of the dice over too often.".to_string());
            }
            // The server may know the old text.
            let text = random_text().map_err(|error| error.to_string())?;
            (self.text, self.revealed, self.sent) = (text, false, false);
            return Ok(ProofStep::Hash(hash(&self.text)));
        }
        if !is_known {
            return Ok(ProofStep::Hash(hash(&self.text)));
        }
        if !proof.reveal || self.sent {
            return Ok(ProofStep::Wait);
        }
        (self.revealed, self.sent) = (true, true);
        self.opponent_hash.clone_from(opponents);
        Ok(ProofStep::Reveal(self.text.clone()))
    }

    /// Notes that the text was refused, or may have been lost with the connection.
    pub fn unsent(&mut self) {
        self.sent = false;
    }

    /// How the texts of a commitment deviate from those agreed on, if they do.
    pub fn fault(&self, commitment: &Commitment, side: Side) -> Option<String> {
        if !self.revealed {
            return None;
        }
        let [own, opponents] = [side, side.other()].map(|side| &commitment.entropy[side.index()]);
        let is_agreed = match &self.opponent_hash {
            Some(agreed) => hash(opponents) == *agreed,
            None => opponents.is_empty(),
        };
        match (*own == self.text, is_agreed) {
            (true, true) => None,
            (false, _) => Some("The match was started with a different text than this player's.".to_string()),
            (true, false) => Some("The match was started with a different text than the opponent's.".to_string()),
        }
    }
}

/// The hash by which a text is announced.
fn hash(text: &str) -> String {
    blake3::hash(text.as_bytes()).to_string()
}

/// 128 unpredictable bits, as 32 hex digits.
pub(super) fn random_text() -> Result<String, SysError> {
    let mut bytes = [0; 16];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(format!("{:032x}", u128::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answers::Sides;

    /// White's hash, with the hash of Black's text.
    fn agreed(text: &DiceText, black: Option<&str>) -> DiceProof {
        DiceProof { hashes: Sides { white: Some(hash(&text.text)), black: black.map(hash) }, reveal: true }
    }

    fn commitment(white: &str, black: &str) -> Commitment {
        let entropy = [white.to_string(), black.to_string()];
        Commitment { hash: "0".repeat(64), entropy, holder: None, text_hashes: None }
    }

    #[test]
    fn a_server_cannot_replace_a_text_after_the_reveal() {
        let mut text = DiceText::new().unwrap();
        let proof = agreed(&text, Some("tails"));
        assert!(matches!(text.next(&proof, Side::White), Ok(ProofStep::Reveal(_))));
        assert_eq!(text.fault(&commitment(&text.text, "tails"), Side::White), None);
        assert!(text.fault(&commitment(&text.text, "chosen"), Side::White).unwrap().contains("the opponent's"));
        assert!(text.fault(&commitment("chosen", "tails"), Side::White).unwrap().contains("this player's"));
    }

    #[test]
    fn a_text_lost_with_the_connection_is_sent_again_only_to_the_same_opponent() {
        let mut text = DiceText::new().unwrap();
        let proof = agreed(&text, Some("tails"));
        let revealed = text.next(&proof, Side::White);
        assert_eq!(text.next(&proof, Side::White), Ok(ProofStep::Wait));
        text.unsent();
        assert_eq!(text.next(&proof, Side::White), revealed);
        text.unsent();
        let other = agreed(&text, Some("chosen"));
        assert!(
            matches!(text.next(&other, Side::White), Ok(ProofStep::Hash(new)) if Some(&new) != proof.hashes.white.as_ref())
        );
    }

    #[test]
    fn a_bot_has_an_empty_text() {
        let mut text = DiceText::new().unwrap();
        let proof = agreed(&text, None);
        assert!(matches!(text.next(&proof, Side::White), Ok(ProofStep::Reveal(_))));
        assert_eq!(text.fault(&commitment(&text.text, ""), Side::White), None);
        assert!(text.fault(&commitment(&text.text, "chosen"), Side::White).is_some());
    }

    #[test]
    fn a_server_cannot_start_over_until_the_dice_suit_it() {
        let mut text = DiceText::new().unwrap();
        let nothing = DiceProof { hashes: Sides { white: None, black: None }, reveal: false };
        for _ in 0..MAX_RESTARTS {
            let proof = agreed(&text, Some("tails"));
            assert!(matches!(text.next(&proof, Side::White), Ok(ProofStep::Reveal(_))));
            let before = text.text.clone();
            assert!(matches!(text.next(&nothing, Side::White), Ok(ProofStep::Hash(_))));
            assert_ne!(text.text, before);
        }
        let proof = agreed(&text, Some("tails"));
        assert!(matches!(text.next(&proof, Side::White), Ok(ProofStep::Reveal(_))));
        assert!(text.next(&nothing, Side::White).is_err());
    }
}
