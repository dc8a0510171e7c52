use super::Rules;
use crate::engine::Illegal;

/// Why an action is illegal.
pub trait Check: Rules {
    /// The section of the rules on the end of the game, which forbids further actions.
    const END: &'static str = "common.md, Draws";

    /// Checks whether an action is legal. The default error names neither rule nor reason.
    ///
    /// # Errors
    /// The rule that forbids it. `Ok` exactly for the actions of [`Rules::generate`].
    fn check(&self, action: Self::Action) -> Result<(), Illegal> {
        if self.is_legal(action) {
            return Ok(());
        }
        Err(Illegal::new("common.md, Terms", format!("{action} is not a legal action here.")))
    }
}
