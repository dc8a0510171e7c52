//! Matches the options offered by an engine with those of its command and those needed by a game.

use fairground_rules::engine::text::did_you_mean;
use fairground_rules::engine::{GameInfo, Options};

/// The option that names a game other than orthodox chess.
const VARIANT: &str = "UCI_Variant";

/// The maximum number of characters in a list of values in an error.
const MAX_LIST_CHARS: usize = 200;

/// An option offered by an engine.
#[derive(Debug)]
pub(super) struct EngineOption {
    name: String,
    /// `spin`, `check`, `combo`, `button` or `string`.
    kind: String,
    /// The range of a `spin`.
    range: [Option<i64>; 2],
    /// The values of a `combo`.
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
        let about = &rest[end..];
        let after = |key: &str| about.iter().skip_while(|word| **word != key).nth(1);
        let values = about.split(|word| *word == "var").skip(1).map(|words| words.join(" "));
        (*label == "name").then(|| EngineOption {
            name: rest[..end].join(" "),
            kind: after("type").map_or_else(String::new, ToString::to_string),
            range: ["min", "max"].map(|key| after(key)?.parse().ok()),
            values: values.collect(),
        })
    }

    fn is_named(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    fn has_value(&self, value: &str) -> bool {
        self.values.iter().any(|own| own.eq_ignore_ascii_case(value))
    }

    /// Checks a value by the type of the option. The values of unknown types are not checked.
    ///
    /// # Errors
    /// The valid values, in words.
    fn check(&self, value: &str) -> Result<(), String> {
        let is_whole = |least: i64, most: i64| value.parse().is_ok_and(|value: i64| (least..=most).contains(&value));
        let (right, expected) = match (self.kind.as_str(), self.range) {
            ("spin", [Some(least), Some(most)]) => {
                (is_whole(least, most), format!("a whole number from {least} to {most}"))
            }
            ("spin", _) => (is_whole(i64::MIN, i64::MAX), "a whole number".to_string()),
            ("check", _) => {
                (["true", "false"].iter().any(|own| own.eq_ignore_ascii_case(value)), "true or false".to_string())
            }
            ("combo", _) => (self.has_value(value), format!("one of {}", list(&self.values))),
            ("button", _) => (value.is_empty(), "nothing, since it is a button".to_string()),
            _ => return Ok(()),
        };
        if right { Ok(()) } else { Err(expected) }
    }
}

/// The command that sets an option of the user's choice on an engine with these offers.
///
/// # Errors
/// The expected and the found content, if the engine does not offer the option or the value.
pub(super) fn setting(offers: &[EngineOption], name: &str, value: &str) -> Result<String, (String, String)> {
    let mut named = offers.iter().filter(|offer| offer.is_named(name)).peekable();
    let Some(first) = named.peek().copied() else {
        let names: Vec<_> = offers.iter().map(|offer| offer.name.as_str()).collect();
        if names.is_empty() {
            return Err(("no options, since the program offers none".to_string(), "one".to_string()));
        }
        return Err((format!("one of {}", list(&names)), format!("no such option{}", did_you_mean(name, names))));
    };
    match first.check(value) {
        // Options of several games may have the same name.
        Err(expected) if named.all(|offer| offer.check(value).is_err()) => Err((expected, format!("{value:?}"))),
        _ if first.kind == "button" => Ok(format!("setoption name {name}")),
        _ => Ok(format!("setoption name {name} value {value}")),
    }
}

/// A list for an error, truncated.
fn list(words: &[impl AsRef<str>]) -> String {
    let words: Vec<_> = words.iter().map(AsRef::as_ref).collect();
    words.join(", ").chars().take(MAX_LIST_CHARS).collect()
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
        let Some(offer) = offers.iter().find(|offer| offer.is_named(self.option)) else {
            return if self.needed { Err("no such option".to_string()) } else { Ok(false) };
        };
        if offer.has_value(self.value) {
            return Ok(true);
        }
        Err(if offer.values.is_empty() { "no list of values".to_string() } else { list(&offer.values) })
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
    fn options_of_the_command_are_checked() {
        let offers = offers(&[
            "name Hash type spin default 16 min 1 max 1024",
            "name Clear Hash type button",
            "name Ponder type check default false",
            "name Style type combo default Solid var Solid var Very Risky",
            "name EvalFile type string default <empty>",
            "name Odd type unheard-of",
        ]);
        let set = |name: &str, value: &str| setting(&offers, name, value);
        for (name, value) in [
            ("hash", "1024"),
            ("Ponder", "True"),
            ("Style", "very risky"),
            ("EvalFile", ""),
            ("evalfile", "/a b"),
            ("Odd", "x"),
        ] {
            assert_eq!(set(name, value), Ok(format!("setoption name {name} value {value}")));
        }
        assert_eq!(set("Clear Hash", ""), Ok("setoption name Clear Hash".to_string()));
        for (name, value, expected) in [
            ("Hash", "0", "a whole number from 1 to 1024"),
            ("Hash", "many", "a whole number from 1 to 1024"),
            ("Ponder", "1", "true or false"),
            ("Style", "Risky", "one of Solid, Very Risky"),
            ("Clear Hash", "now", "nothing, since it is a button"),
        ] {
            assert_eq!(set(name, value), Err((expected.to_string(), format!("{value:?}"))));
        }
        let all = "one of Hash, Clear Hash, Ponder, Style, EvalFile, Odd";
        assert_eq!(set("Foo", "3"), Err((all.to_string(), "no such option".to_string())));
        let (_, found) = set("Hsah", "3").unwrap_err();
        assert!(found.starts_with("no such option") && found.contains("did you mean 'Hash'?"), "{found}");
        assert!(setting(&[], "Foo", "3").unwrap_err().0.contains("offers none"));
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
