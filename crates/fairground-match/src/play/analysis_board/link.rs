//! One-line texts of analyses, also used as fragments of links.

use std::fmt::Write as _;

use thiserror::Error;

use super::analysed_game::AnalysedGame;
use crate::play::PlayError;
use crate::play::pgn::{actions_as_movetext, line_of_movetext};
use crate::record::Tree;
use fairground_rules::engine::{Options, TextError};
use fairground_rules::games;

/// One-line text form of an analysis: `#game=fluky&position=…&moves=…`. Appended to a page's
/// address, it makes a link.
///
/// `game` is the game's id, and `options` lists options that differ from their defaults. `position`
/// is the start unless it is the usual one. `moves` is PGN movetext without numbers: actions,
/// rolls, comments in braces and variations in parentheses. Spaces are written as `+`, other
/// reserved characters percent-encoded, e.g. `%2B`.
pub struct BoardLink;

/// Why a text is not an analysis.
#[derive(Debug, Error)]
pub enum BoardLinkError {
    /// The text names no game.
    #[error("not an analysis, which begins with #game=, such as #game=fluky&moves=c1c2")]
    NoBoard,
    /// A percent escape is invalid.
    #[error("not an analysis: {0:?} is not a percent-encoded character such as %2B")]
    Encoding(String),
    /// A field is invalid.
    #[error("{0}")]
    Text(#[from] TextError),
    /// The rules refuse a move.
    #[error("moves: illegal or unreadable: {0:?}")]
    Moves(String),
    /// The game cannot start.
    #[error("{0}")]
    Play(#[from] PlayError),
}

impl BoardLink {
    /// Writes an analysis, without its current point.
    ///
    /// # Errors
    /// If the analysis cannot be written, see [`AnalysedGame::to_record`].
    pub fn write(analysed: &AnalysedGame) -> Result<String, PlayError> {
        let replay = analysed.to_replay()?;
        let (setup, game) = (replay.setup(), replay.game());
        let mut text = format!("#game={}", setup.info.id);
        let options: Vec<_> = setup.options.iter().map(|(key, value)| format!("{key}:{value}")).collect();
        let usual = games::begin(setup.info, setup.options.clone(), None).map(|usual| usual.text());
        let start = Some(game.start_text()).filter(|start| usual.as_ref() != Ok(start));
        let moves = Some(actions_as_movetext(&replay)).filter(|moves| !moves.is_empty());
        let options = Some(options.join(" ")).filter(|options| !options.is_empty());
        for (key, value) in [("options", options), ("position", start), ("moves", moves)] {
            if let Some(value) = value {
                let _ = write!(text, "&{key}={}", encode(&value));
            }
        }
        Ok(text)
    }

    /// Whether a text looks like an analysis, with or without the address of a page.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        fields(text).is_some()
    }

    /// Reads an analysis. Its current point is the end of the main line.
    ///
    /// # Errors
    /// If the text cannot be read, or the rules refuse it.
    pub fn read(text: &str) -> Result<AnalysedGame, BoardLinkError> {
        let fields = fields(text).ok_or(BoardLinkError::NoBoard)?;
        let (mut id, mut options, mut position, mut moves) = (String::new(), String::new(), None, String::new());
        for field in fields.split('&') {
            let (key, value) = field.split_once('=').unwrap_or((field, ""));
            let value = decode(value)?;
            match key {
                "game" => id = value,
                "options" => options = value,
                "position" => position = Some(value),
                "moves" => moves = value,
                // Other fields may belong to the page.
                _ => {}
            }
        }
        let pairs = options.split_whitespace().map(|pair| pair.split_once(':').unwrap_or((pair, "")));
        let (info, options): (_, Options) = games::with_options(&id, pairs)?;
        let game = games::begin(info, options, position.as_deref())?;
        let mut analysed = AnalysedGame::of_game(&*game)?;
        if !moves.trim().is_empty() {
            let line = line_of_movetext(&*game, &moves);
            let (note, line) = line.ok_or_else(|| BoardLinkError::Moves(moves.chars().take(80).collect()))?;
            if let Some(note) = note {
                analysed.tree.set_note(Tree::ROOT, note);
            }
            analysed.tree.add_line(Tree::ROOT, &line);
            analysed.at = analysed.tree.main_line().pop().unwrap_or(Tree::ROOT);
        }
        // The notes may be invalid even though the moves are legal.
        analysed.to_text("link".as_ref())?;
        Ok(analysed)
    }
}

/// The part after `#`, if it names a game.
fn fields(text: &str) -> Option<&str> {
    let text = text.trim();
    let fields = text.split_once('#').map_or(text, |(_, fields)| fields);
    (!text.contains(char::is_whitespace) && fields.split('&').any(|field| field.starts_with("game="))).then_some(fields)
}

/// Whether a character needs no encoding.
fn is_plain(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || "-._~!$'()*,;:@/?".contains(letter)
}

fn encode(text: &str) -> String {
    let mut encoded = String::new();
    for letter in text.chars() {
        match letter {
            ' ' => encoded.push('+'),
            letter if is_plain(letter) => encoded.push(letter),
            letter => {
                for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
                    let _ = write!(encoded, "%{byte:02X}");
                }
            }
        }
    }
    encoded
}

fn decode(text: &str) -> Result<String, BoardLinkError> {
    let mut bytes = Vec::new();
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits =
                    [rest.next(), rest.next()].map(|digit| digit.and_then(|digit| (digit as char).to_digit(16)));
                let [Some(high), Some(low)] = digits else { return Err(BoardLinkError::Encoding(cut(text))) };
                bytes.push((high * 16 + low) as u8);
            }
            byte => bytes.push(byte),
        }
    }
    String::from_utf8(bytes).map_err(|_| BoardLinkError::Encoding(cut(text)))
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> AnalysedGame {
        BoardLink::read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
    }

    #[test]
    fn an_analysis_survives_sharing() {
        let chess = "#game=chess&moves=e4+e5+(c5+%7BSicilian%7D+Nf3+(Nc3))+Nf3";
        let dice = "#game=fluky&moves=c1c2+%7B~N%7D+(%7B~R%7D+b5b4)+b5b4";
        for text in [chess, dice, "#game=makarenko"] {
            assert_eq!(BoardLink::write(&read(text)).unwrap(), text);
        }
        let analysed = read(&format!("https://play.example/{dice}"));
        let line = analysed.tree.main_line();
        assert_eq!(analysed.tree.actions_to(line[3]), ["c1c2", "~N", "b5b4"]);
        assert_eq!((analysed.at, analysed.tree.children(line[1]).len()), (line[3], 2));
    }

    #[test]
    fn positions_and_options_are_kept() {
        let start = "k4/5/5/2R2/4K w - 0";
        let game = games::begin(games::info("fluky").unwrap(), Options::default(), Some(start)).unwrap();
        let text = BoardLink::write(&AnalysedGame::of_game(&*game).unwrap()).unwrap();
        assert_eq!(text, "#game=fluky&position=k4/5/5/2R2/4K+w+-+0");
        assert_eq!(read(&text).header.start, start);
        let options = "#game=makarenko&options=values:kostyor";
        assert_eq!(BoardLink::write(&read(options)).unwrap(), options);
    }

    #[test]
    fn unreadable_text_is_refused() {
        for (text, says) in [
            ("e2e4", "begins with #game="),
            ("#game=go", "go"),
            ("#game=chess&position=8/8/8/8/8/8/8/8+w+-+-+0+1", "king"),
            ("#game=chess&moves=e2e5", "illegal or unreadable"),
            ("#game=chess&moves=%4", "percent-encoded"),
            ("#game=fluky&moves=c1c2+b5b4", "illegal or unreadable"),
        ] {
            let error = BoardLink::read(text).map(|_| ()).unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
        assert!(BoardLink::is_meant(" https://a.example/#game=chess \n") && !BoardLink::is_meant("game of game=1"));
    }
}
