//! The registry of all games. Adding a game takes its folder, a module declaration, and a line in
//! `registry!`.

pub mod abalonian;
pub mod chess;
pub mod fluky;
pub mod makarenko;
pub mod tactical;
#[cfg(test)]
mod tests;
pub mod whack;

use std::any::Any;

use thiserror::Error;

use crate::engine::text::did_you_mean;
use crate::engine::{Die, DynGame, Game, GameInfo, Options, Rules, TextError, TypedGame};

/// A computation over the rules of any game, generic over the position type.
///
/// ```
/// use fairground_rules::engine::{Game, Options, perft};
/// use fairground_rules::games::{self, Visitor};
///
/// struct FirstActions;
///
/// impl Visitor for FirstActions {
///     type Output = u64;
///     fn visit<P: Game>(self) -> u64 {
///         perft(&P::start(&Options::default()), 1)
///     }
/// }
///
/// for info in games::ALL {
///     assert!(games::visit(info.id, FirstActions)? > 0);
/// }
/// # Ok::<(), games::UnknownGame>(())
/// ```
pub trait Visitor {
    /// The result.
    type Output;

    /// Runs the computation.
    fn visit<P: Game>(self) -> Self::Output;
}

/// A computation over a match of any game, generic over the position type.
pub trait GameVisitor {
    /// The result.
    type Output;

    /// Runs the computation.
    fn visit<P: Game>(self, game: &TypedGame<P>) -> Self::Output;
}

/// Runs a computation on the typed form of a match.
///
/// # Errors
/// A game that is not in the registry.
pub fn visit_game<V: GameVisitor>(game: &dyn DynGame, visitor: V) -> Result<V::Output, UnknownGame> {
    struct Downcast<'a, V>(&'a dyn DynGame, V);
    impl<V: GameVisitor> Visitor for Downcast<'_, V> {
        type Output = Option<V::Output>;
        fn visit<P: Game>(self) -> Self::Output {
            let game: &dyn Any = self.0;
            Some(self.1.visit(game.downcast_ref::<TypedGame<P>>()?))
        }
    }
    let unknown = || UnknownGame { id: game.info().id.to_string() };
    visit(game.info().id, Downcast(game, visitor))?.ok_or_else(unknown)
}

/// The error for an unknown id of a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("unknown game '{id}'{}; available games: {}", did_you_mean(id, ALL.iter().map(|info| info.id)), ids())]
pub struct UnknownGame {
    /// The id requested.
    pub id: String,
}

impl From<UnknownGame> for TextError {
    fn from(UnknownGame { id }: UnknownGame) -> TextError {
        let expected = format!("one of {}{}", ids(), did_you_mean(&id, ALL.iter().map(|info| info.id)));
        TextError::new("game", expected, &id)
    }
}

macro_rules! registry {
    ($($rules:ty),+ $(,)?) => {
        /// Every game, in the order for players.
        pub const ALL: &[&GameInfo] = &[$(<$rules as Rules>::INFO),+];

        /// Runs a computation with the rules of the game with this id.
        ///
        /// # Errors
        /// An unknown id.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Result<V::Output, UnknownGame> {
            $(if id == <$rules as Rules>::INFO.id {
                return Ok(visitor.visit::<$rules>());
            })+
            Err(UnknownGame { id: id.to_string() })
        }
    };
}

// The position type of each game, in the order for players.
registry! {
    makarenko::Makarenko,
    abalonian::Abalonian,
    chess::Chess,
    whack::Whack,
    tactical::Tactical,
    fluky::Fluky,
}

/// Whether a built-in game has this id.
pub(crate) const fn is_built_in(id: &str) -> bool {
    let mut index = 0;
    while index < ALL.len() {
        if same(ALL[index].id.as_bytes(), id.as_bytes()) {
            return true;
        }
        index += 1;
    }
    false
}

/// `==` is not available in constant functions.
const fn same(a: &[u8], b: &[u8]) -> bool {
    match (a, b) {
        ([], []) => true,
        ([first, a @ ..], [second, b @ ..]) => *first == *second && same(a, b),
        _ => false,
    }
}

fn ids() -> String {
    ALL.iter().map(|info| info.id).collect::<Vec<_>>().join(", ")
}

/// Looks up a game by its id.
///
/// # Errors
/// An unknown id.
pub fn info(id: &str) -> Result<&'static GameInfo, UnknownGame> {
    ALL.iter().find(|info| info.id == id).copied().ok_or_else(|| UnknownGame { id: id.to_string() })
}

/// Looks up a game by its id, and parses its options from keys and values.
///
/// # Errors
/// The invalid field: `game`, or `options` with the key.
pub fn with_options<K: AsRef<str>, V: AsRef<str>>(
    id: &str,
    options: impl IntoIterator<Item = (K, V)>,
) -> Result<(&'static GameInfo, Options), TextError> {
    let info = info(id)?;
    let options = Options::new(info.options, options)
        .map_err(|error| TextError { field: format!("options, {}", error.field), ..error })?;
    Ok((info, options))
}

/// The dice of all games.
pub const DICE: [&Die; 2] = [fluky::DIE, whack::DIE];

/// A match of a game from its start or from a position text, possibly in the notation of another
/// program ([`Notation::complete`](crate::engine::Notation::complete)).
///
/// # Errors
/// The invalid field of the text.
pub fn begin(info: &GameInfo, options: Options, position: Option<&str>) -> Result<Box<dyn DynGame>, TextError> {
    struct Begin<'a>(Options, Option<&'a str>);
    impl Visitor for Begin<'_> {
        type Output = Result<Box<dyn DynGame>, TextError>;
        fn visit<P: Game>(self) -> Self::Output {
            Ok(match self.1 {
                None => Box::new(TypedGame::<P>::new(self.0)),
                Some(text) => Box::new(TypedGame::<P>::from_text(self.0, &P::complete(text))?),
            })
        }
    }
    visit(info.id, Begin(options, position))?
}
