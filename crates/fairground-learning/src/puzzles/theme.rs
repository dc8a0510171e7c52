use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use fairground_rules::engine::text::did_you_mean;

/// A theme of a puzzle that the rules can prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[expect(missing_docs, reason = "`help` says what each means")]
pub enum Theme {
    WinInOne,
    WinInTwo,
    WinInThree,
    LongWin,
    Defence,
    Advantage,
    BestChance,
    Mate,
    Race,
    LastKing,
    Heir,
    NewKing,
    Capture,
    Quiet,
    Check,
    Fork,
    Sacrifice,
    Promotion,
    Split,
    Combine,
    Push,
    PushOff,
    Cannon,
    Dragon,
    Mine,
    Drop,
    Wedge,
    KingMove,
    Endgame,
}

impl Theme {
    /// Every theme with its name and meaning.
    const WORDS: [(Theme, &'static str, &'static str); 29] = [
        (Theme::WinInOne, "win-in-one", "One move wins."),
        (Theme::WinInTwo, "win-in-two", "A forced win in two moves."),
        (Theme::WinInThree, "win-in-three", "A forced win in three moves."),
        (Theme::LongWin, "long-win", "A forced win in more than three moves."),
        (Theme::Defence, "defence", "Only one move does not lose."),
        (Theme::Advantage, "advantage", "One move wins a decisive advantage."),
        (Theme::BestChance, "best-chance", "A throw follows: which move has the best chance?"),
        (Theme::Mate, "mate", "It ends with checkmate."),
        (Theme::Race, "race", "A king reaches its goal, or a man its last rank."),
        (Theme::LastKing, "last-king", "The last enemy king is captured."),
        (Theme::Heir, "heir", "A prince becomes king."),
        (Theme::NewKing, "new-king", "A stack becomes a king."),
        (Theme::Capture, "capture", "The first move captures."),
        (Theme::Quiet, "quiet", "The first move neither captures nor attacks a king."),
        (Theme::Check, "check", "The first move attacks a king."),
        (Theme::Fork, "fork", "One piece attacks two others at once."),
        (Theme::Sacrifice, "sacrifice", "The first piece that moves is sacrificed."),
        (Theme::Promotion, "promotion", "A piece becomes another on its last rank."),
        (Theme::Split, "split", "A stack is split."),
        (Theme::Combine, "combine", "Two stacks become one."),
        (Theme::Push, "push", "A row of pieces is pushed."),
        (Theme::PushOff, "push-off", "An enemy is pushed off the board."),
        (Theme::Cannon, "cannon", "A cannon shoots."),
        (Theme::Dragon, "dragon", "A dragon shoots."),
        (Theme::Mine, "mine", "Something explodes."),
        (Theme::Drop, "drop", "A piece comes from the reserve."),
        (Theme::Wedge, "wedge", "Sections of the board are moved."),
        (Theme::KingMove, "king-move", "The king moves first."),
        (Theme::Endgame, "endgame", "At most eight pieces are left."),
    ];

    /// All themes.
    pub fn all() -> impl Iterator<Item = Theme> {
        Theme::WORDS.iter().map(|(theme, ..)| *theme)
    }

    fn words(self) -> (&'static str, &'static str) {
        let words = Theme::WORDS.iter().find(|(theme, ..)| *theme == self);
        words.map_or(("", ""), |(_, name, help)| (name, help))
    }

    /// The name on the command line and in lists.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.words().0
    }

    /// The meaning, in a sentence for players.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.words().1
    }
}

impl fmt::Display for Theme {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for an unknown name of a theme.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error(
    "unknown theme '{name}'{}; available themes: {}",
    did_you_mean(name, Theme::all().map(Theme::name)), Theme::all().map(Theme::name).collect::<Vec<_>>().join(", ")
)]
pub struct UnknownTheme {
    name: String,
}

impl FromStr for Theme {
    type Err = UnknownTheme;

    fn from_str(name: &str) -> Result<Theme, UnknownTheme> {
        let known = Theme::all().find(|theme| theme.name() == name);
        known.ok_or_else(|| UnknownTheme { name: name.chars().take(80).collect() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_match_the_lists() {
        for theme in Theme::all() {
            assert_eq!(serde_json::to_value(theme).unwrap(), theme.name());
            assert_eq!(theme.name().parse(), Ok(theme));
            assert!(theme.help().ends_with(['.', '?']));
        }
        assert!("forks".parse::<Theme>().unwrap_err().to_string().contains("did you mean 'fork'?"));
    }
}
