//! Hashes as match files write them: 16 lower-case hex digits.

use serde::de::{Error, Unexpected};
use serde::{Deserialize, Deserializer, Serializer};

/// The hex digits of a hash.
pub(super) fn hash_text(hash: u64) -> String {
    format!("{hash:016x}")
}

pub(super) fn serialize<S: Serializer>(hash: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&hash_text(*hash))
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let text = String::deserialize(deserializer)?;
    let hash = u64::from_str_radix(&text, 16).ok().filter(|hash| hash_text(*hash) == text);
    hash.ok_or_else(|| D::Error::invalid_value(Unexpected::Str(&text), &"a hash of 16 hex digits, in lower case"))
}
