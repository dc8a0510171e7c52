use crate::bots::{self, Bot};
use crate::engine::{DynGame, Options, Tabletop};
use crate::games::{self, Visitor};

/// A bot with the position that it has to decide in, and nothing else: it can think on any thread.
#[derive(Clone, Debug)]
pub struct SearchJob {
    bot: Bot,
    game: &'static str,
    options: Options,
    position: String,
    seed: u64,
}

impl SearchJob {
    pub(super) fn new(bot: Bot, game: &dyn DynGame, seed: u64) -> Self {
        SearchJob { bot, game: game.info().id, options: game.options().clone(), position: game.text(), seed }
    }

    /// Decides. The same position and seed give the same action. Empty, which no rules allow, only if no action is legal.
    #[must_use]
    pub fn think(self) -> String {
        struct Choose(SearchJob);
        impl Visitor for Choose {
            type Output = Option<String>;
            fn visit<P: Tabletop>(self) -> Option<String> {
                let position = P::parse(&self.0.position, &self.0.options).ok()?;
                bots::choose(self.0.bot, &position, self.0.seed).map(|action| action.to_string())
            }
        }
        games::visit(self.game, Choose(self)).ok().flatten().unwrap_or_default()
    }
}
