use std::sync::OnceLock;

use super::error::NetError;
use super::weights::Net;

/// Slot for the net of a game: the embedded net, or its replacement.
#[derive(Debug)]
pub struct NetSlot {
    /// See [`NetSlot::embedded`].
    bytes: &'static [u8],
    game: &'static str,
    inputs: usize,
    net: OnceLock<Option<Net>>,
}

impl NetSlot {
    /// A slot for the net of `game` with `inputs` inputs. `bytes` is the embedded file; if it is
    /// empty, the game has no net.
    ///
    /// Without the feature `nets` nothing is embedded.
    #[must_use]
    pub const fn new(game: &'static str, inputs: usize, bytes: &'static [u8]) -> NetSlot {
        let bytes = if cfg!(feature = "nets") { bytes } else { &[] };
        NetSlot { bytes, game, inputs, net: OnceLock::new() }
    }

    /// The embedded file; empty for a game without a net.
    #[must_use]
    pub const fn embedded(&self) -> &'static [u8] {
        self.bytes
    }

    /// The net, if there is one. The first call parses it.
    #[must_use]
    pub fn get(&self) -> Option<&Net> {
        self.net.get_or_init(|| self.read(self.bytes).ok()).as_ref()
    }

    /// Uses the net in `bytes` instead of the embedded one until the program ends.
    ///
    /// # Errors
    /// An invalid file, or a net that is already in use.
    pub fn replace(&self, bytes: &[u8]) -> Result<(), NetError> {
        self.net.set(Some(self.read(bytes)?)).map_err(|_| NetError::InUse)
    }

    /// Parses a file and checks that it is a net of this game.
    ///
    /// # Errors
    /// The reason why the file is invalid.
    pub fn read(&self, bytes: &[u8]) -> Result<Net, NetError> {
        let net = Net::read(bytes)?;
        let header = net.header();
        let field = |field, expected: String, found: String| Err(NetError::Field { field, expected, found });
        if header.game != self.game {
            return field("game", self.game.to_string(), header.game.clone());
        }
        if header.inputs != self.inputs {
            return field("inputs", self.inputs.to_string(), header.inputs.to_string());
        }
        Ok(net)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{NetHeader, Quantised};

    fn file(game: &str, inputs: usize) -> Vec<u8> {
        let (game, hidden) = (game.to_string(), 32);
        let header = NetHeader {
            game,
            inputs,
            hidden,
            is_correction: false,
            positions: 9,
            nodes: 400,
            seed: 1,
            teacher: None,
            labelled_by: None,
            loss: [0.6, 0.5],
        };
        let (input, bias, output) = (vec![0; 32 * inputs], vec![0; 32], vec![0; 64]);
        Net::new(header, &Quantised { input, bias, output, output_bias: 0 }).unwrap().write()
    }

    #[test]
    fn nets_of_other_games_are_refused() {
        let slot = NetSlot::new("fluky", 5, &[]);
        let error = |bytes: &[u8]| slot.replace(bytes).unwrap_err().to_string();
        assert_eq!(error(&file("chess", 5)), "game: expected fluky, found chess");
        assert_eq!(error(&file("fluky", 6)), "inputs: expected 5, found 6");
        assert_eq!(slot.replace(&file("fluky", 5)), Ok(()));
        assert!(slot.get().is_some());
        assert_eq!(error(&file("fluky", 5)), "a net is already in use");
    }

    #[test]
    fn without_a_file_there_is_no_net() {
        let slot = NetSlot::new("fluky", 5, &[]);
        assert!(slot.get().is_none());
        assert_eq!(slot.replace(&file("fluky", 5)), Err(NetError::InUse));
    }
}
