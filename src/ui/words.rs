//! Wording for players.

use std::time::Duration;

use crate::bots::{Bot, expected_score, stockfish_elo};
use crate::engine::{DynGame, GameInfo, Look, Outcome, PieceKind, Reason, Side, roll_symbol};
use crate::play::{Match, Seat};

/// The symbol of a die.
pub const DIE: char = '🎲';

/// Capitalises the first letter.
pub fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The chess symbol of the piece whose name ends `words`, if it has one.
pub fn sign(words: &str) -> Option<char> {
    let signs = [
        (PieceKind::King, '\u{265a}'),
        (PieceKind::Queen, '\u{265b}'),
        (PieceKind::Rook, '\u{265c}'),
        (PieceKind::Bishop, '\u{265d}'),
        (PieceKind::Knight, '\u{265e}'),
        (PieceKind::Pawn, '\u{265f}'),
    ];
    signs.iter().find(|(kind, _)| words.split(' ').next_back() == Some(kind.name())).map(|(_, sign)| *sign)
}

/// Puts the chess symbol of the piece that ends `words` before them.
pub fn pictured(words: &str) -> String {
    sign(words).map_or_else(|| words.to_string(), |sign| format!("{sign} {words}"))
}

/// Replaces the letters of pieces in the notation of a ply by their chess symbols, as in `♞f3` or
/// `e8=♛`. Letters of cells and sections stay.
pub fn figurines(notation: &str) -> String {
    notation.split(' ').map(figurine).collect::<Vec<_>>().join(" ")
}

fn figurine(notation: &str) -> String {
    // A change of the board names only sections and joins, as in `BD:A1-B2` or `B-C`.
    if notation.contains(':') || !notation.contains(|letter: char| letter.is_ascii_digit()) {
        return notation.to_string();
    }
    let mut before = '=';
    let replaced = notation.chars().map(|letter| match std::mem::replace(&mut before, letter) {
        '=' => PieceKind::marked(&letter.to_string()).and_then(|kind| sign(kind.name())).unwrap_or(letter),
        _ => letter,
    });
    replaced.collect()
}

/// Describes the player of a side.
pub fn seat(seat: Seat) -> String {
    match seat {
        Seat::Human => "Human".into(),
        Seat::Bot(bot) => bot.title(),
        Seat::Program => "Engine".into(),
        Seat::Remote => "Online player".into(),
    }
}

/// Names the player of a side in one word.
pub fn player(seat: Seat) -> String {
    match seat {
        Seat::Human => "Human".into(),
        Seat::Bot(bot) => bot.name(),
        Seat::Program => "Engine".into(),
        Seat::Remote => "Online player".into(),
    }
}

/// The player's name if known, or else the kind of player in a word.
pub fn name(seat: Seat, name: Option<&String>) -> String {
    name.cloned().unwrap_or_else(|| player(seat))
}

/// The names of both players, White first.
pub fn names(seats: [Seat; 2], names: &[Option<String>; 2]) -> [String; 2] {
    [0, 1].map(|side| name(seats[side], names[side].as_ref()))
}

/// The players of a match, White first.
pub fn players(seats: [Seat; 2], names: &[Option<String>; 2]) -> String {
    self::names(seats, names).join(" – ")
}

/// Abbreviates a large number.
pub fn count(number: u64) -> String {
    match number {
        0..1_000 => number.to_string(),
        1_000..1_000_000 => format!("{} k", number / 1_000),
        _ => format!("{:.1} M", number as f64 / 1e6),
    }
}

/// Describes this kind of player for this game, in a line or two.
pub fn character(seat: Seat, info: &GameInfo) -> String {
    match seat {
        Seat::Human => "Plays at this computer.".into(),
        Seat::Program if info.standard_texts => "A UCI engine, given by its command and limits.".into(),
        Seat::Program => {
            "A UCI engine that supports this game, such as 'fairground uci', given by its command and limits.".into()
        }
        Seat::Remote => "Plays online.".into(),
        Seat::Bot(bot) => {
            let (score, elo) = match bot {
                Bot::Level(level) => {
                    let score = expected_score(info, level).map(|score| (score, Bot::Level(level - 1)));
                    (score, stockfish_elo(info, level))
                }
                _ => (None, None),
            };
            let elo = elo.map(|elo| format!(" About {elo} Elo on Stockfish's scale.")).unwrap_or_default();
            let against =
                |(score, below): (f32, Bot)| format!(" Scores {:.0}\u{a0}% against {}.", 100.0 * score, below.name());
            format!("{}{elo}{}", bot.character(), score.map(against).unwrap_or_default())
        }
    }
}

/// The result of a match, naming the winning side.
pub fn result(outcome: Outcome, info: &GameInfo) -> String {
    match outcome.winner {
        Some(winner) => format!("{} wins", info.side(winner)),
        None => "Draw".into(),
    }
}

/// The result for the players of a match: a person who wins against a bot is "you".
pub fn result_for(outcome: Outcome, running: &Match) -> String {
    let seats = running.setup().seats;
    match outcome.winner.map(|winner| (seats[winner.index()], seats[winner.other().index()])) {
        Some((Seat::Human, Seat::Bot(_))) => "You win".into(),
        Some((Seat::Bot(bot), Seat::Human)) => format!("{} wins", bot.name()),
        _ => result(outcome, running.game().info()),
    }
}

/// The reason for the end of a match, in the terms of chess players; match files and the command
/// line use [`Reason::words`].
pub fn reason(reason: Reason) -> &'static str {
    match reason {
        Reason::LittleMaterial => "insufficient material",
        Reason::Repetition | Reason::ClaimedRepetition => "threefold repetition",
        Reason::HalfmoveClock | Reason::ClaimedFiftyMoves => "50 moves without progress",
        Reason::FivefoldRepetition => "fivefold repetition",
        Reason::SeventyFiveMoves => "75 moves without progress",
        _ => reason.words(),
    }
}

/// The same for the reason in a match file.
pub fn recorded_reason(recorded: &str) -> &str {
    match Reason::from_words(recorded) {
        Some(known) => reason(known),
        None => recorded,
    }
}

/// The short notation of a legal action; for a roll, a die with its face.
pub fn short(game: &dyn DynGame, action: &str) -> String {
    let notation = game.notation(action).unwrap_or_else(|| action.to_string());
    if roll_symbol(action).is_some() { roll(&notation) } else { notation }
}

/// A roll as in the move list: a die with its face.
pub fn roll(text: &str) -> String {
    format!("{DIE}{}", roll_symbol(text).unwrap_or(text))
}

/// The parts of a piece: name and count.
pub fn piece(look: &Look) -> Vec<(String, usize)> {
    match look {
        Look::Chessman(man) => vec![(man.name().into(), 1)],
        Look::Die(_, symbol) => vec![(format!("{DIE}{symbol}"), 1)],
        Look::Chips(count) => vec![("chip".into(), usize::from(*count))],
        Look::Pyramids(sizes) => sizes.iter().map(|size| (format!("pyramid {size}"), 1)).collect(),
    }
}

/// The text of a clock.
pub fn clock(left: Duration) -> String {
    let seconds = left.as_secs();
    let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if seconds < 20 {
        format!("0:{rest:02}.{}", left.subsec_millis() / 100)
    } else if hours == 0 {
        format!("{minutes}:{rest:02}")
    } else {
        format!("{hours}:{minutes:02}:{rest:02}")
    }
}

/// A duration in minutes and seconds.
pub fn elapsed(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}", seconds / 60, seconds % 60)
}

/// The name of a piece with its measure: `White's bishop (5 chips)`.
pub fn piece_heading(game: &dyn DynGame, side: Option<Side>, look: &Look) -> String {
    let info = game.piece_info(look);
    let name = side.map_or_else(|| capital(info.name), |side| format!("{}'s {}", game.info().side(side), info.name));
    if info.measure.is_empty() { name } else { format!("{name} ({})", info.measure) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_show_tenths_at_the_end() {
        let shown = [0, 19_950, 20_000, 61_000, 3_600_000].map(|ms| clock(Duration::from_millis(ms)));
        assert_eq!(shown, ["0:00.0", "0:19.9", "0:20", "1:01", "1:00:00"]);
    }

    #[test]
    fn rolls_are_dice() {
        assert_eq!((roll("~N"), roll("aim")), ("🎲N".into(), "🎲aim".into()));
    }

    #[test]
    fn figurines_stand_for_letters_of_pieces() {
        let shown = |notation| figurines(notation);
        assert_eq!(shown("Nf3"), "\u{265e}f3");
        assert_eq!(shown("exd8=Q+"), "exd8=\u{265b}+");
        assert_eq!(shown("Bc4"), "\u{265d}c4");
        assert_eq!(shown("BBc4-Bd3 e4"), "\u{265d}Bc4-Bd3 e4");
        for same in ["e4", "O-O", "BD:A1-B2,B2-D1", "B-C", "🎲N", "b8", "C@e2"] {
            assert_eq!(shown(same), same);
        }
    }

    #[test]
    fn chessmen_have_their_signs() {
        assert_eq!(pictured("Becomes a queen"), "\u{265b} Becomes a queen");
        assert_eq!(pictured("royal rook"), "\u{265c} royal rook");
        assert_eq!(pictured("Fly to g2"), "Fly to g2");
    }
}
