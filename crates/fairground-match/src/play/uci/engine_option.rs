//! Matches the options offered by an engine with those needed by a game.

use fairground_rules::engine::{GameInfo, Options};

/// The option that names a game other than orthodox chess.
const VARIANT: &str = "UCI_Variant";

/// The maximum number of characters in a list of values in an error.
const MAX_LIST_CHARS: usize = 200;

/// An engine's option with a list of values.
#[derive(Debug)]
pub(super) struct EngineOption {
    name: String,
    values: Vec<String>,
}

/// A value to be set for an engine's option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RequiredOption {
    pub option: &'static str,
    pub value: &'static str,
    /// Whether the engine cannot play without this value, because the game is not chess or an
    /// option differs from its default.
    needed: bool,
}

impl EngineOption {
    /// Parses the words after `option`.
    pub fn parse(words: &[&str]) -> Option<EngineOption> {
        let [label, rest @ ..] = words else { return None };
        let end = rest.iter().position(|word| *word == "type")?;
        let values = rest[end..].split(|word| *word == "var").skip(1).map(|words| words.join(" "));
        (*label == "name").then(|| EngineOption { name: rest[..end].join(" "), values: values.collect() })
    }
}

impl RequiredOption {
    /// The options to set for a game before its first match; none for orthodox chess.
    pub fn of(info: &GameInfo, options: &Options) -> Vec<RequiredOption> {
        if info.standard_texts {
            return Vec::new();
        }
        let own = info.options.iter().map(|option| {
            let value = options.get(option.key);
            let default = option.values.first().copied().unwrap_or_default();
            RequiredOption { option: option.key, value: value.unwrap_or(default), needed: value.is_some() }
        });
        [RequiredOption { option: VARIANT, value: info.id, needed: true }].into_iter().chain(own).collect()
    }

    /// Whether to set the option on an engine with these offers. An engine without it is assumed to
    /// play the default.
    ///
    /// # Errors
    /// The values that the engine offers instead.
    pub fn check(self, offers: &[EngineOption]) -> Result<bool, String> {
        let Some(offer) = offers.iter().find(|offer| offer.name.eq_ignore_ascii_case(self.option)) else {
            return if self.needed { Err("no such option".to_string()) } else { Ok(false) };
        };
        if offer.values.iter().any(|value| value.eq_ignore_ascii_case(self.value)) {
            return Ok(true);
        }
        let list: String = offer.values.join(", ").chars().take(MAX_LIST_CHARS).collect();
        Err(if list.is_empty() { "no list of values".to_string() } else { list })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use fairground_rules::games;

    fn offers(lines: &[&str]) -> Vec<EngineOption> {
        lines.iter().filter_map(|line| EngineOption::parse(&line.split_whitespace().collect::<Vec<_>>())).collect()
    }

    fn check(game: &str, values: Option<&str>, lines: &[&str]) -> Result<Vec<(&'static str, &'static str)>, String> {
        let (info, options) = games::with_options(game, values.map(|values| ("values", values))).unwrap();
        let mut told = Vec::new();
        for wanted in RequiredOption::of(info, &options) {
            if wanted.check(&offers(lines))? {
                told.push((wanted.option, wanted.value));
            }
        }
        Ok(told)
    }

    #[test]
    fn options_are_read() {
        let found = offers(&[
            "name Skill Level type spin default 20 min 0 max 20",
            "name Style type combo default Very Solid var Very Solid var Risky",
            "name type",
            "Hash type spin",
            "",
        ]);
        let found: Vec<_> = found.iter().map(|offer| (offer.name.as_str(), offer.values.join("|"))).collect();
        assert_eq!(found[..2], [("Skill Level", String::new()), ("Style", "Very Solid|Risky".to_string())]);
        assert!(found.len() == 3 && found[2].0.is_empty(), "{found:?}");
    }

    #[test]
    fn a_game_asks_for_its_variant_and_its_options() {
        let variant = "name uci_variant type combo default chess var chess var Fluky var makarenko";
        let values = "name values type combo default nowak var nowak var kostyor";
        let default = games::info("makarenko").unwrap().options[0].values[0];
        assert_eq!(check("chess", None, &[]), Ok(vec![]));
        assert_eq!(check("chess", None, &[variant]), Ok(vec![]));
        assert_eq!(check("fluky", None, &[variant]), Ok(vec![("UCI_Variant", "fluky")]));
        assert_eq!(check("fluky", None, &[values]), Err("no such option".to_string()));
        assert_eq!(check("whack", None, &[variant]), Err("chess, Fluky, makarenko".to_string()));
        assert_eq!(check("whack", None, &["name UCI_Variant type string"]), Err("no list of values".to_string()));
        let makarenko = ("UCI_Variant", "makarenko");
        assert_eq!(check("makarenko", None, &[variant, values]), Ok(vec![makarenko, ("values", default)]));
        assert_eq!(check("makarenko", None, &[variant]), Ok(vec![makarenko]));
        assert_eq!(check("makarenko", Some("kostyor"), &[variant, values]), Ok(vec![makarenko, ("values", "kostyor")]));
        assert_eq!(check("makarenko", Some("kostyor"), &[variant]), Err("no such option".to_string()));
    }
}
