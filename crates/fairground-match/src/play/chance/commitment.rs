//! Commit and reveal: proof that the dice were not chosen.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use blake3::Hash;
use rand::TryRng;
use rand::rngs::{SysError, SysRng};
use thiserror::Error;

use crate::platform::storage::NewFile;
use crate::record::Commitment;
use crate::record::{read_secret, remove_secret, secret_file, write_secret};

/// 256 unpredictable bits. Their hash is published before a match. The seed follows from them and
/// both players' texts.
///
/// Displayed and parsed as 64 hex digits.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

/// Why a secret cannot be drawn, read or stored, or is wrong.
#[derive(Debug, Error)]
pub enum SecretError {
    /// The system provides no randomness.
    #[error("cannot draw a secret: {0}")]
    Random(#[from] SysError),
    /// A match is resumed without its secret.
    #[error("{}: the secret of the match is missing; its dice cannot be thrown without it", .0.display())]
    Missing(PathBuf),
    /// The file cannot be read.
    #[error("{}: the secret cannot be read: {source}", file.display())]
    Read {
        /// The file of the secret.
        file: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file cannot be written.
    #[error("{}: the secret cannot be written: {source}", file.display())]
    Write {
        /// The file of the secret.
        file: PathBuf,
        /// The operating system's error.
        source: io::Error,
    },
    /// The file is not a secret.
    #[error("{}: expected a secret of 64 hex digits, as written by `fairground commit`", .0.display())]
    Malformed(PathBuf),
    /// The file holds the secret of another match.
    #[error("{}: this is not the secret that the match is committed to: its hash is {found}, not {expected}", file.display())]
    OfAnother {
        /// The file of the secret.
        file: PathBuf,
        /// The hash in the header of the match.
        expected: String,
        /// The hash of the file's contents.
        found: String,
    },
}

/// The text is not a secret; the message is the expected format.
#[derive(Debug, Error)]
#[error("64 hex digits")]
pub struct ParseSecretError;

impl Secret {
    /// Draws a secret from the system's source of randomness.
    ///
    /// # Errors
    /// If the system has no such source.
    pub fn random() -> Result<Secret, SecretError> {
        let mut bytes = [0; 32];
        SysRng.try_fill_bytes(&mut bytes)?;
        Ok(Secret(bytes))
    }

    /// The commitment: the BLAKE3 hash of the 32 bytes, which reveals nothing about them.
    #[must_use]
    pub fn hash(&self) -> Hash {
        blake3::hash(&self.0)
    }

    /// The seed of the match: the first 64 bits, little-endian, of a BLAKE3 hash keyed with the
    /// secret. The input is both players' texts, White's first, each after its length in bytes (64
    /// bits, little-endian).
    #[must_use]
    pub fn seed(&self, entropy: &[String; 2]) -> u64 {
        let mut hasher = blake3::Hasher::new_keyed(&self.0);
        for text in entropy {
            hasher.update(&(text.len() as u64).to_le_bytes()).update(text.as_bytes());
        }
        let mut seed = [0; 8];
        hasher.finalize_xof().fill(&mut seed);
        u64::from_le_bytes(seed)
    }

    /// The header's commitment for a match with this secret and these texts of the players, White's
    /// first.
    pub(in crate::play) fn commitment(&self, entropy: [String; 2]) -> Commitment {
        Commitment { hash: self.hash().to_string(), entropy, holder: None, text_hashes: None }
    }

    /// Returns the secret if it matches the commitment. Errors name `file`.
    pub(in crate::play) fn committed_to(self, commitment: &Commitment, file: &Path) -> Result<Secret, SecretError> {
        let found = self.hash().to_string();
        if found == commitment.hash {
            return Ok(self);
        }
        Err(SecretError::OfAnother { file: file.to_path_buf(), expected: commitment.hash.clone(), found })
    }
}

impl Secret {
    /// Reads the secret in a file.
    ///
    /// # Errors
    /// If the file cannot be read or is not a secret.
    pub fn read(file: &Path) -> Result<Secret, SecretError> {
        let text = read_secret(file).map_err(|source| match source.kind() {
            io::ErrorKind::NotFound => SecretError::Missing(file.to_path_buf()),
            io::ErrorKind::InvalidData => SecretError::Malformed(file.to_path_buf()),
            _ => SecretError::Read { file: file.to_path_buf(), source },
        })?;
        text.trim().parse().map_err(|_| SecretError::Malformed(file.to_path_buf()))
    }

    /// Reads the secret beside a match file to be resumed.
    pub(in crate::play) fn of_match(file: &Path, commitment: &Commitment) -> Result<Secret, SecretError> {
        let file = secret_file(file);
        Secret::read(&file)?.committed_to(commitment, &file)
    }

    /// Writes the secret to a new file that only its owner may read, where the system has owners.
    ///
    /// # Errors
    /// If the file already exists, or the system refuses.
    pub fn write(&self, file: &Path) -> Result<(), SecretError> {
        let synced = self.write_unsynced(file)?.sync();
        synced.map_err(|source| {
            // A full disk may show only at the sync.
            let _ = remove_secret(file);
            SecretError::Write { file: file.to_path_buf(), source }
        })
    }

    /// Like [`Secret::write`], but does not sync to disk.
    pub(in crate::play) fn write_unsynced(&self, file: &Path) -> Result<NewFile, SecretError> {
        let written = write_secret(file, &self.to_string());
        written.map_err(|source| SecretError::Write { file: file.to_path_buf(), source })
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // `Hash` only serves to format 32 bytes as hex.
        write!(f, "{}", Hash::from_bytes(self.0))
    }
}

/// Omits the secret, which must not appear in logs.
impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

impl FromStr for Secret {
    type Err = ParseSecretError;

    fn from_str(text: &str) -> Result<Self, ParseSecretError> {
        Hash::from_hex(text).map(|bytes| Secret(*bytes.as_bytes())).map_err(|_| ParseSecretError)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn texts(white: &str, black: &str) -> [String; 2] {
        [white.into(), black.into()]
    }

    /// The authors' test vector for an empty input shows that this is BLAKE3.
    #[test]
    fn the_hash_is_blake3() {
        let empty = "af1349b9f5f9a1a6a0404dea36dcc9499bcb25c9adc112b7cc9a93cae41f3262";
        assert_eq!(blake3::hash(b"").to_string(), empty);
    }

    /// Fixed values, computed by an independent implementation in Python: other programs recompute
    /// seeds to verify a match.
    #[test]
    fn seeds_are_stable() {
        let secret: Secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f".parse().unwrap();
        assert_eq!(secret.hash().to_string(), "e528e95798037df410543d9f31e396ecdd458d71b157d6014398bae32fb56c65");
        assert_eq!(secret.seed(&texts("heads", "tails")), 13_008_921_799_065_679_216);
    }

    #[test]
    fn the_secret_and_both_texts_decide_the_seed() {
        let (one, other) = (Secret([1; 32]), Secret([2; 32]));
        let seeds = [
            one.seed(&texts("", "")),
            other.seed(&texts("", "")),
            one.seed(&texts("a", "")),
            one.seed(&texts("", "a")),
            one.seed(&texts("ab", "c")),
            one.seed(&texts("a", "bc")),
        ];
        for (i, seed) in seeds.iter().enumerate() {
            assert!(!seeds[..i].contains(seed), "number {i}");
        }
    }

    #[test]
    fn a_file_keeps_a_secret() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("secret");
        let secret = Secret::random().unwrap();
        assert_ne!(secret, Secret::random().unwrap());
        secret.write(&file).unwrap();
        assert_eq!(Secret::read(&file).unwrap(), secret);
        assert!(matches!(secret.write(&file), Err(SecretError::Write { .. })), "nothing is overwritten");
        #[cfg(unix)]
        {
            let mode = std::os::unix::fs::PermissionsExt::mode(&fs::metadata(&file).unwrap().permissions());
            assert_eq!(mode & 0o077, 0, "{mode:o}");
        }
        fs::write(&file, "1234").unwrap();
        assert!(matches!(Secret::read(&file), Err(SecretError::Malformed(_))));
        assert!(matches!(Secret::read(&folder.path().join("none")), Err(SecretError::Missing(_))));
        assert!(!format!("{secret:?}").contains(&secret.to_string()));
    }
}
