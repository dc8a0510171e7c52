//! The position set up by the GUI: `position startpos moves ...` or `position fen FEN moves ...`.

use crate::engine::{DynGame, Game, GameInfo, Options, Refusal, TypedGame};
use crate::games::{self, GameVisitor};
use crate::play::spellings;

/// Sets up the match described by the words after `position`.
///
/// The match continues after repetitions and other unclaimed draws, about which the GUI decides.
pub(super) fn set_up(info: &GameInfo, options: &Options, words: &[&str]) -> Result<Box<dyn DynGame>, String> {
    let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
    let (start, moves) = (&words[..end], words.get(end + 1..).unwrap_or_default());
    let mut game = match start {
        ["startpos"] => games::begin(info, options.clone(), None).map_err(|error| error.to_string())?,
        ["fen", fields @ ..] => {
            games::begin(info, options.clone(), Some(&fields.join(" "))).map_err(|error| error.to_string())?
        }
        _ => return Err(format!("expected startpos or fen, found '{}'", start.join(" "))),
    };
    game.leave_draws_unclaimed();
    games::visit_game(&*game, PlayOn(moves)).map_err(|error| error.to_string())?
}

/// Plays moves, continuing after draws by repetition or by the halfmove clock.
struct PlayOn<'a>(&'a [&'a str]);

impl GameVisitor for PlayOn<'_> {
    type Output = Result<Box<dyn DynGame>, String>;

    fn visit<P: Game>(self, game: &TypedGame<P>) -> Self::Output {
        let mut game = game.clone();
        for text in self.0 {
            let [as_written, lower_case] = spellings(text);
            let checked = check(game.position(), &as_written)
                .or_else(|refusal| check(game.position(), &lower_case).map_err(|_| format!("{text}: {refusal}")))?;
            game.play(checked);
        }
        Ok(Box::new(game))
    }
}

fn check<P: Game>(position: &P, text: &str) -> Result<P::Action, Refusal> {
    let action = position.parse_action(text)?;
    position.check(action)?;
    Ok(action)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(text: &str) -> Result<String, String> {
        let words: Vec<_> = text.split_whitespace().collect();
        set_up(games::info("chess").unwrap(), &Options::default(), &words).map(|game| game.text())
    }

    #[test]
    fn four_fields_and_epd_are_positions() {
        let board = "8/8/8/4k3/8/4K3/4R3/8 w - -";
        for (more, counters) in
            [("", "0 1"), ("7", "7 1"), ("7 30", "7 30"), ("bm e2f2; hmvc 12; fmvn 40;", "12 40"), ("id \"x\";", "0 1")]
        {
            assert_eq!(position(&format!("fen {board} {more}")), Ok(format!("{board} {counters}")), "{more}");
        }
        assert_eq!(position(&format!("fen {board} 3 0")), Ok(format!("{board} 3 1")));
        assert!(position("fen 8/8 w - -").unwrap_err().contains("board"));
        assert!(position("fen 8/8").is_err() && position("").is_err() && position("here").is_err());
    }

    #[test]
    fn promotions_may_be_capitals() {
        for piece in ["q", "Q", "r", "R", "b", "B", "n", "N"] {
            let promoted = position(&format!("fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves a7a8{piece}")).unwrap();
            assert!(promoted.starts_with(&format!("{}7/", piece.to_uppercase())), "{promoted}");
        }
        let error = position("fen 8/P6k/8/8/8/8/7K/8 w - - 0 1 moves a7a8K").unwrap_err();
        assert!(error.starts_with("a7a8K: "), "{error}");
    }

    #[test]
    fn matches_go_on_after_draws_that_nobody_claims() {
        let shuffle = "g1f3 g8f6 f3g1 f6g8 ".repeat(3);
        assert!(position(&format!("startpos moves {shuffle} e2e4")).is_ok());
        assert!(position("fen 8/8/8/4k3/8/4K3/4R3/8 w - - 99 90 moves e2f2 e5d5").is_ok());
        assert!(position("startpos moves e2e5").unwrap_err().starts_with("e2e5: not allowed"));
        // A mate ends the match.
        assert!(position("fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1 moves d1d8 g8f8").is_err());
    }
}
