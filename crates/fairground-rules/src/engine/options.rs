use std::collections::BTreeMap;

use super::TextError;

/// An option of a game.
#[derive(Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name, written before the `=` of `--set`.
    pub key: &'static str,
    /// The valid values; the first is the default.
    pub values: &'static [&'static str],
    /// The names of the values for players.
    pub names: &'static [&'static str],
    /// A one-line explanation for players.
    pub help: &'static str,
}

/// The options of a match, checked against the options of its game. Defaults are omitted.
///
/// ```
/// use fairground_rules::engine::Options;
/// use fairground_rules::games;
///
/// let offered = games::info("makarenko")?.options;
/// let options = Options::new(offered, [("values", "kostyor")])?;
/// assert_eq!(options.get("values"), Some("kostyor"));
/// assert!(Options::new(offered, [("values", "none")]).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Options(BTreeMap<&'static str, &'static str>);

impl Options {
    /// Checks pairs of key and value against the options of a game. A later pair replaces an
    /// earlier one with the same key.
    ///
    /// # Errors
    /// A key or a value that the game does not have.
    pub fn new<K: AsRef<str>, V: AsRef<str>>(
        offered: &'static [OptionInfo],
        pairs: impl IntoIterator<Item = (K, V)>,
    ) -> Result<Options, TextError> {
        let mut set = BTreeMap::new();
        for (key, value) in pairs {
            let (key, value) = (key.as_ref(), value.as_ref());
            let Some(info) = offered.iter().find(|info| info.key == key) else {
                let keys: Vec<_> = offered.iter().map(|info| info.key).collect();
                let expected =
                    if keys.is_empty() { "no options: this game has none".into() } else { keys.join(" or ") };
                return Err(TextError::new("option", expected, key));
            };
            let Some(&value) = info.values.iter().find(|own| **own == value) else {
                return Err(TextError::new(format!("option {key}"), info.values.join(" or "), value));
            };
            if Some(&value) == info.values.first() {
                set.remove(info.key);
            } else {
                set.insert(info.key, value);
            }
        }
        Ok(Options(set))
    }

    /// The value of an option; `None` means the default.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&'static str> {
        self.0.get(key).copied()
    }

    /// The options that differ from the default, sorted by key.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &'static str)> + '_ {
        self.0.iter().map(|(&key, &value)| (key, value))
    }
}
