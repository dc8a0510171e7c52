//! Escapes action texts on the command line that look like options.

use std::ffi::OsString;

/// The pass of Tactical Chess, which looks like the end of the options.
pub(in crate::cli) const PASS: &str = "--";

/// Moves the options of `apply` and `outcome` before the game and escapes the words after it, so
/// that the parser accepts every action, even one that looks like an option. Options end at the
/// first `--`, which is kept: see `rules::played`.
pub(in crate::cli) fn escape_actions(args: Vec<OsString>) -> Vec<OsString> {
    if args.get(1).is_none_or(|command| command != "apply" && command != "outcome") {
        return args;
    }
    let (mut ordered, mut positional) = (args[..2].to_vec(), Vec::new());
    let mut rest = args[2..].iter().cloned();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy();
        if text == PASS {
            positional.push(arg);
            break;
        } else if text == "--position" || text == "--set" {
            // The parser reports the missing value.
            let Some(value) = rest.next() else { return args };
            ordered.extend([arg, value]);
        } else if ["--position=", "--set="].iter().any(|option| text.starts_with(option))
            || ["--json", "--help"].contains(&&*text)
            || text == "-h"
        {
            ordered.push(arg);
        } else {
            positional.push(arg);
        }
    }
    let mut positional = positional.into_iter().chain(rest);
    if let Some(game) = positional.next().filter(|game| game != PASS) {
        ordered.extend([game, "--".into()]);
        ordered.extend(positional);
        return ordered;
    }
    args
}
