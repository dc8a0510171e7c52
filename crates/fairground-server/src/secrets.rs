//! Unpredictable room names and seat tokens.

use rand::TryRng;
use rand::rngs::{SysError, SysRng};

/// A new token: 128 random bits, as 32 hex digits. The server keeps only its hash.
pub(super) fn new_token() -> Result<String, SysError> {
    Ok(format!("{:032x}", u128::from_le_bytes(random()?)))
}

/// The hash of a token, for storage.
pub(super) fn token_hash(token: &str) -> String {
    blake3::hash(token.as_bytes()).to_string()
}

/// The public token for spectators of a listed room.
pub(super) fn public_token(room: &str) -> String {
    format!("{:.32}", blake3::hash(room.as_bytes()).to_hex())
}

/// Whether a token has this hash, compared in constant time.
pub(super) fn token_matches(token: &str, hash: &str) -> bool {
    blake3::Hash::from_hex(hash).is_ok_and(|hash| hash == blake3::hash(token.as_bytes()))
}

/// A new room's name: the server's node, so that a proxy can route by it, and 64 random bits.
pub(super) fn new_room(node: &str) -> Result<String, SysError> {
    Ok(format!("{node}-{:016x}", u64::from_le_bytes(random()?)))
}

fn random<const N: usize>() -> Result<[u8; N], SysError> {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes)?;
    Ok(bytes)
}
