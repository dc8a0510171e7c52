//! Rules that are open.

use crate::engine::Info;
use crate::games;
use crate::games::presentation::{COMMON_RULES, Presentation};
use crate::ui::drawing::markdown::{Block, parse};

/// Rules that are open.
pub struct RulesView {
    /// Whose rules they are.
    pub name: &'static str,
    /// Their text.
    pub blocks: Vec<Block>,
    /// The heading to open at; `None` is the top.
    pub wanted: Option<String>,
    /// In how many frames more to go there: the first ones find out sizes.
    pub opening: u8,
}

/// The games of the common rules.
pub const ALL_GAMES: &str = "all games";

/// In how many frames a window finds out its sizes.
const OPENING: u8 = 3;

impl RulesView {
    /// The rules of a game, from the top.
    pub fn of(info: &'static Info) -> RulesView {
        // The names of files are for readers of the repository.
        let rules = Presentation::of(info).rules.replace("`common.md`", "the rules of all games");
        RulesView { name: info.name, blocks: parse(&rules), wanted: None, opening: OPENING }
    }

    /// The rules that all games share, from the top.
    pub fn common() -> RulesView {
        RulesView { name: ALL_GAMES, blocks: parse(COMMON_RULES), wanted: None, opening: OPENING }
    }

    /// The citation of a refusal, such as `fluky.md, A turn` or `common.md, Draws`: that file at that heading. If there is no such file,
    /// the rules of `shown`, the game on the table.
    pub fn at(rule: &str, shown: &'static Info) -> RulesView {
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
        self.blocks.iter().any(|block| matches!(block, Block::Heading(_, own) if own == heading))
    }
}
