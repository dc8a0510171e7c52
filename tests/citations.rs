//! Every rule cited by the sources exists: `assets/rules/<file>.md, <Heading>` in comments,
//! `<file>.md, <Heading>` in refusals.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/sources.rs"]
mod sources;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use fairground::engine::{DynGame, Illegal, Options, Refusal};
use fairground::games;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The folder of the rules in a citation.
const FOLDER: &str = "assets/rules/";

/// Characters that may follow a heading.
const ENDS: &[char] = &[')', '.', ';', ':', '"', '`', '\n'];

/// The headings of each file of the rules, by its name.
struct Rules(BTreeMap<String, BTreeSet<String>>);

impl Rules {
    fn read() -> Rules {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(sources::root().join(FOLDER)).unwrap() {
            let path = entry.unwrap().path();
            let text = fs::read_to_string(&path).unwrap();
            let name = path.file_name().unwrap().to_str().unwrap().to_string();
            let mut headings = BTreeSet::new();
            for heading in text.lines().filter_map(heading) {
                assert!(!heading.contains([',', '(', ')', '`', '.']), "{name}: '{heading}' cannot be cited");
                assert!(headings.insert(heading.to_string()), "{name} has the heading '{heading}' twice");
            }
            files.insert(name, headings);
        }
        assert!(files.contains_key("common.md") && files.len() > games::ALL.len());
        Rules(files)
    }

    /// Checks a citation of a refusal.
    fn check(&self, rule: &str) -> Result<(), String> {
        let (file, heading) = rule.split_once(", ").ok_or("no heading")?;
        let headings = self.0.get(file).ok_or_else(|| format!("{FOLDER}{file} does not exist"))?;
        headings.contains(heading).then_some(()).ok_or_else(|| format!("{file} has no heading '{heading}'"))
    }

    /// Counts the citations in a source, and lists errors for invalid ones.
    fn check_source(&self, source: &str) -> (usize, Vec<String>) {
        let (text, mut count, mut wrong) = (joined(source), 0, Vec::new());
        for (dot, _) in text.match_indices(".md") {
            let start = text[..dot].rfind(|letter: char| !is_of_path(letter)).map_or(0, |before| before + 1);
            let (path, behind) = (&text[start..dot + 3], &text[dot + 3..]);
            let (folder, file) = path.rsplit_once('/').map_or(("", path), |(folder, file)| (folder, file));
            let in_rules = folder.ends_with("rules");
            if in_rules && !(path.starts_with(FOLDER) || path.starts_with("../") && behind.starts_with('"')) {
                wrong.push(format!("{path}: rules are cited as {FOLDER}{file}"));
            }
            let Some(behind) = behind.strip_prefix(", ").or_else(|| behind.strip_prefix(",\n")) else { continue };
            if !in_rules && !folder.is_empty() {
                continue;
            }
            count += 1;
            let Some(headings) = self.0.get(file) else {
                wrong.push(format!("{path}: {FOLDER}{file} does not exist"));
                continue;
            };
            // A heading may continue on the next line of a comment.
            let cites = |heading: &&String| {
                let same = |(own, cited): (char, char)| own == cited || own == ' ' && cited == '\n';
                let length = heading.chars().count();
                let mut rest = behind.chars();
                let begins =
                    behind.chars().count() >= length && heading.chars().zip(rest.by_ref().take(length)).all(same);
                begins && behind.chars().nth(length).is_none_or(|end| ENDS.contains(&end))
            };
            if !headings.iter().any(|heading| cites(&heading)) {
                let cited: String = behind.chars().take(60).take_while(|letter| *letter != '\n').collect();
                wrong.push(format!("{path}, {cited}: no such heading, or followed by other text"));
            }
        }
        (count, wrong)
    }
}

/// The text of a citable heading, of level 2 or 3.
fn heading(line: &str) -> Option<&str> {
    line.strip_prefix("## ").or_else(|| line.strip_prefix("### ")).map(str::trim)
}

fn is_of_path(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "_-./".contains(letter)
}

/// The source without indentation and comment marks, so that a citation may continue on the next
/// line.
fn joined(source: &str) -> String {
    let bare = |line: &str| {
        let line = line.trim();
        ["///", "//!", "//"].iter().find_map(|mark| line.strip_prefix(mark)).unwrap_or(line).trim().to_string()
    };
    source.lines().map(bare).collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn every_citation_names_a_heading() {
    let rules = Rules::read();
    let (mut count, mut wrong) = (0, Vec::new());
    for path in sources::folders().iter().flat_map(|folder| sources::files(folder)) {
        let (cited, faults) = rules.check_source(&fs::read_to_string(&path).unwrap());
        count += cited;
        wrong.extend(faults.into_iter().map(|fault| format!("{}: {fault}", sources::name(&path))));
    }
    println!("{count} citations checked");
    assert!(wrong.is_empty(), "{} of {count} citations are wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 50, "{count} citations");
}

/// The scanner finds every kind of violation.
#[test]
fn wrong_citations_are_found() {
    let headings = ["A turn", "The end"].map(String::from).into();
    let rules = Rules([("game.md".to_string(), headings)].into());
    let wrong = |source: &str| {
        let (count, wrong) = rules.check_source(source);
        (count, wrong.len())
    };
    assert_eq!(wrong("/// (assets/rules/game.md, A turn)"), (1, 0));
    assert_eq!(wrong("    // as in assets/rules/game.md, The\n    // end; and so on"), (1, 0));
    assert_eq!(wrong(r#"new("game.md, The end", "No.") // assets/rules/game.md, A turn"#), (2, 0));
    assert_eq!(wrong("/// All of assets/rules/game.md says so."), (0, 0));
    assert_eq!(wrong(r#"include_str!("../../assets/rules/game.md")"#), (0, 0));
    assert_eq!(wrong("/// (assets/rules/game.md, A turn, by the way)"), (1, 1));
    assert_eq!(wrong("/// (assets/rules/game.md, Turns)"), (1, 1));
    assert_eq!(wrong("/// (assets/rules/other.md, A turn)"), (1, 1));
    assert_eq!(wrong("/// (rules/game.md, A turn)"), (1, 1));
    assert_eq!(wrong("/// (rules/game.md)"), (0, 1));
    assert_eq!(wrong(r#"new("README.md, Terms", "No.")"#), (1, 1));
}

/// Every refusal is a whole sentence and names an existing rule.
#[test]
fn refusals_are_sentences_and_name_a_rule() {
    const MATCHES: u64 = 6;
    const MAX_ACTIONS: usize = 200;
    let rules = Rules::read();
    let (mut seen, mut wrong) = (BTreeSet::new(), BTreeSet::new());
    for info in games::ALL {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut pool = BTreeSet::new();
        for _ in 0..MATCHES {
            let mut game = games::begin(info, Options::default(), None).unwrap();
            for _ in 0..MAX_ACTIONS {
                let actions = game.actions();
                pool.extend(actions.iter().cloned());
                let known: Vec<_> = pool.iter().collect();
                for _ in 0..20 {
                    let Some(text) = known.choose(&mut rng).map(|text| varied(text, &mut rng)) else { break };
                    if let Err(Refusal::Illegal(illegal)) = game.check(&text) {
                        let Illegal { rule, reason, .. } = &illegal;
                        let fault = rules.check(rule).err().or_else(|| fault(reason));
                        wrong.extend(fault.map(|fault| format!("{}: {text}: {illegal}: {fault}", info.id)));
                        seen.insert((info.id, *rule, reason.clone()));
                    }
                }
                let Some(action) = actions.choose(&mut rng) else { break };
                game.apply(action).unwrap();
            }
        }
        assert!(seen.iter().any(|(id, ..)| *id == info.id), "{}: nothing was refused", info.id);
    }
    println!("{} refusals checked", seen.len());
    let some: Vec<_> = wrong.iter().take(40).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} refusals are wrong:\n{}", wrong.len(), some.join("\n"));
}

/// An action text, perhaps with a letter or digit changed.
fn varied(text: &str, rng: &mut ChaCha8Rng) -> String {
    let mut letters = text.to_string().into_bytes();
    if rng.random_bool(0.5) {
        let at = rng.random_range(0..letters.len());
        letters[at] = b"abcdefgh12345678NBRP"[rng.random_range(0..20)];
    }
    String::from_utf8(letters).unwrap_or_default()
}

/// The reason why a text is not a sentence.
fn fault(reason: &str) -> Option<String> {
    let begins = reason.chars().next().is_some_and(char::is_uppercase);
    let ends = reason.ends_with('.') && !reason.ends_with("..");
    (!begins || !ends).then(|| "not a sentence with a capital letter and a full stop".to_string())
}

/// Also for a refusal by the match itself: an action after a draw by repetition.
#[test]
fn a_match_that_is_over_refuses_in_a_sentence() {
    let mut game = games::begin(games::info("abalonian").unwrap(), Options::default(), None).unwrap();
    for action in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        game.apply(action).unwrap();
    }
    let Err(Refusal::Illegal(illegal)) = DynGame::check(&*game, "e2e4") else { panic!("the match is drawn") };
    assert_eq!(Rules::read().check(illegal.rule), Ok(()));
    assert_eq!(fault(&illegal.reason), None, "{illegal}");
}
