//! The open rules.

use bevy::prelude::{Deref, DerefMut, Resource};

use crate::engine::GameInfo;
use crate::games;
use crate::presentation::{COMMON_RULES, Presentation};
use crate::ui::drawing::markdown::{MarkdownBlock, parse};

/// The open rules, if the window is open.
#[derive(Resource, Default, Deref, DerefMut)]
pub struct OpenRules(pub Option<RulesView>);

/// The open rules.
pub struct RulesView {
    /// The name of the game.
    pub name: &'static str,
    /// The parsed text.
    pub blocks: Vec<MarkdownBlock>,
    /// The heading to open at; `None` for the top.
    pub wanted: Option<String>,
    /// The number of remaining frames in which to scroll to the heading, because sizes are not
    /// known in the first frames.
    pub opening: u8,
}

/// The name for the common rules.
pub const ALL_GAMES: &str = "all games";

/// The number of frames until a window knows its sizes.
const OPENING: u8 = 3;

impl RulesView {
    /// The rules of a game, from the top.
    pub fn of(info: &'static GameInfo) -> RulesView {
        // File names are for readers of the repository.
        let rules = Presentation::of(info).rules.replace("`common.md`", "the rules of all games");
        RulesView { name: info.name, blocks: parse(&rules), wanted: None, opening: OPENING }
    }

    /// The common rules, from the top.
    pub fn common() -> RulesView {
        RulesView { name: ALL_GAMES, blocks: parse(COMMON_RULES), wanted: None, opening: OPENING }
    }

    /// The rules cited by a refusal, such as `fluky.md, A turn` or `common.md, Draws`: that file at
    /// that heading. If there is no such file, the rules of `shown`, the game on the table.
    pub fn at(rule: &str, shown: &'static GameInfo) -> RulesView {
        let (file, heading) = rule.split_once(", ").unwrap_or((rule, ""));
        let mut view = match (file, games::info(file.strip_suffix(".md").unwrap_or(file))) {
            ("common.md", _) => RulesView::common(),
            (_, Ok(info)) => RulesView::of(info),
            (_, Err(_)) => return RulesView::of(shown),
        };
        view.wanted = view.has(heading).then(|| heading.to_string());
        view
    }

    fn has(&self, heading: &str) -> bool {
        self.blocks.iter().any(|block| matches!(block, MarkdownBlock::Heading(_, own) if own == heading))
    }
}
