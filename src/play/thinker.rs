use crate::bots::{self, Bot};
use crate::engine::{Game, Options, Rules};
use crate::games::{self, Visitor};

/// A bot with the position that it has to decide in, and nothing else: it can think on any thread.
#[derive(Clone, Debug)]
pub struct Thinker {
    bot: Bot,
    game: &'static str,
    options: Options,
    position: String,
    seed: u64,
}

impl Thinker {
    pub(super) fn new(bot: Bot, game: &dyn Game, seed: u64) -> Self {
        Thinker { bot, game: game.info().id, options: game.options().clone(), position: game.text(), seed }
    }

    /// Decides. The same position and seed give the same action. Empty, which no rules allow, only if no action is legal.
    #[must_use]
    pub fn think(self) -> String {
        struct Choose(Thinker);
        impl Visitor for Choose {
            type Output = Option<String>;
            fn visit<R: Rules>(self) -> Option<String> {
                let position = R::parse(&self.0.position, &self.0.options).ok()?;
                bots::choose(self.0.bot, &position, self.0.seed).map(|action| action.to_string())
            }
        }
        games::visit(self.game, Choose(self)).ok().flatten().unwrap_or_default()
    }
}
