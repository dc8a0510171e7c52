//! Short notation: writes standard algebraic notation, and reads the variants of other programs and
//! people.

use crate::engine::bits::{FILE_A, RANK_1, Square, Squares, bit};
use crate::engine::{Notation, Rules, Side};
use crate::games::chess::action::{Action, MoveKind};
use crate::games::chess::kind::PieceKind;
use crate::games::chess::position::{CASTLES, Castle, ChessPosition};
use crate::games::chess::push::End;
use crate::games::chess::squares::name;
use crate::games::chess::variant::Variant;

/// A legal action in standard algebraic notation, with its extension by pushes
/// (assets/rules/abalonian.md, Notation).
pub(super) fn notation<V: Variant>(position: &ChessPosition<V>, action: Action) -> String {
    let Some((_, kind)) = position.piece_on(action.from) else { return action.to_string() };
    let mut text = match position.castle(action) {
        Some((_, castle)) if castle.king_to > castle.king => "O-O".to_string(),
        Some(_) => "O-O-O".to_string(),
        None => position.notation_of_piece(action, kind),
    };
    let mut after = *position;
    after.play(action);
    if after.attackers(after.side) != 0 {
        text.push(if after.has_actions() { '+' } else { '#' });
    }
    text
}

impl<V: Variant> ChessPosition<V> {
    fn notation_of_piece(&self, action: Action, kind: PieceKind) -> String {
        let steps = self.push_steps(action);
        let chains = || steps.iter().filter_map(|step| step.chain.as_ref());
        let lands_on_enemy = steps.is_empty() && self.victim(action).is_some();
        let to = name(action.to);
        let target = match action.kind {
            MoveKind::Move | MoveKind::Promote(_) if lands_on_enemy => format!("x{to}"),
            MoveKind::Move | MoveKind::Promote(_) => to,
            MoveKind::Push => format!(">{to}"),
            MoveKind::Leap(via) => format!(">{}>{to}", name(via)),
        };
        let piece = match kind {
            PieceKind::Pawn if lands_on_enemy || !steps.is_empty() => name(action.from)[..1].to_string(),
            PieceKind::Pawn => String::new(),
            _ => format!("{}{}", kind.letter().to_ascii_uppercase(), self.origin(action, kind)),
        };
        let pushed_off = if chains().any(|chain| chain.end == End::Edge) { "x" } else { "" };
        let by_push = chains().any(|chain| self.promoted_by(chain).next().is_some());
        let promotion = if by_push { Some(PieceKind::Chancellor) } else { self.promotion(action) };
        let promotion = promotion.map_or_else(String::new, |kind| format!("={}", kind.letter().to_ascii_uppercase()));
        format!("{piece}{target}{pushed_off}{promotion}")
    }

    /// The part of the origin that distinguishes the piece from others of its kind with the same
    /// action: empty, its file, its rank, or both.
    fn origin(&self, action: Action, kind: PieceKind) -> String {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let same = |other: &&Action| (other.to, other.kind) == (action.to, action.kind) && other.from != action.from;
        let origins = actions.iter().filter(same).fold(0, |set, other| set | bit(other.from));
        let others = origins & self.of(self.side, [kind]);
        let (file, rank) = (action.from % 8, action.from / 8);
        let square = name(action.from);
        if others == 0 {
            String::new()
        } else if others & FILE_A << file == 0 {
            square[..1].to_string()
        } else if others & RANK_1 << (8 * rank) == 0 {
            square[1..].to_string()
        } else {
            square
        }
    }
}

/// The legal actions that match a text in short notation: one, or several if the text is ambiguous.
/// If no match is legal, the actions that the text attempts; `None` for text in another format.
/// Abalonian Chess is read like other games ([`Notation::spelled`]), orthodox chess in the variants
/// of other programs and people.
pub(super) fn read_notation<V: Variant>(position: &ChessPosition<V>, text: &str) -> Option<Vec<Action>> {
    if V::PUSHES {
        let actions = position.spelled(text);
        let attempts = || Some(San::read::<V>(text)?.attempts(position));
        return if actions.is_empty() { attempts() } else { Some(actions) };
    }
    let mut actions = Vec::new();
    position.generate(&mut actions);
    let san = San::read::<V>(text)?;
    actions.retain(|&action| san.means(position, action));
    Some(if actions.is_empty() { san.attempts(position) } else { actions })
}

/// A parsed move of orthodox chess in algebraic notation, short or long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum San {
    /// Castling, queenside if `long`.
    Castling { long: bool },
    /// Any other move.
    Piece {
        kind: PieceKind,
        /// The known parts of its origin, from 0.
        file: Option<u8>,
        rank: Option<u8>,
        to: Square,
        promotion: Option<PieceKind>,
        /// An `N` at the end: a promotion to a knight where a pawn promotes, otherwise the sign of
        /// a novelty.
        novelty: bool,
    },
}

impl San {
    /// Parses a move with or without the signs of capture, check, promotion and comment: `Nf3`,
    /// `Ng1-f3!?`, `exd6 e.p.`, `0-0`, `a8(Q)+`. If that fails, tries again without regard to case:
    /// `nf3`, `E4`. In `Cc3` and `Dd4`, the capital is a piece in another language and no file.
    fn read<V: Variant>(text: &str) -> Option<San> {
        let bare = bare(text);
        San::read_bare::<V>(&bare).or_else(|| {
            if bare.contains(char::is_uppercase) && bare.contains(char::is_lowercase) {
                return None;
            }
            let mut lower = bare.to_ascii_lowercase();
            if lower.starts_with(['k', 'q', 'r', 'n']) {
                lower[..1].make_ascii_uppercase();
            }
            San::read_bare::<V>(&lower)
        })
    }

    fn read_bare<V: Variant>(bare: &str) -> Option<San> {
        match bare {
            "OO" | "00" | "oo" => return Some(San::Castling { long: false }),
            "OOO" | "000" | "ooo" => return Some(San::Castling { long: true }),
            _ => {}
        }
        let kind_of = |letter: u8| {
            PieceKind::ALL
                .into_iter()
                .filter(|kind| V::PUSHES || *kind != PieceKind::Chancellor)
                .find(|kind| kind.letter().to_ascii_uppercase() == char::from(letter))
        };
        let mut rest = bare.as_bytes();
        let mut kind = PieceKind::Pawn;
        if let [first, more @ ..] = rest
            && let Some(named) = kind_of(*first)
        {
            (kind, rest) = (named, more);
        }
        let mut promotion = None;
        if let [more @ .., last] = rest
            && let Some(named) = kind_of(last.to_ascii_uppercase()).filter(|kind| PieceKind::PROMOTIONS.contains(kind))
        {
            (promotion, rest) = (Some(named), more);
        }
        let (hints, [file, rank]) = rest.split_last_chunk()?;
        let file_of = |letter: u8| (b'a'..=b'h').contains(&letter).then(|| letter - b'a');
        let rank_of = |letter: u8| (b'1'..=b'8').contains(&letter).then(|| letter - b'1');
        let to = rank_of(*rank)? * 8 + file_of(*file)?;
        let (file, rank) = match *hints {
            [] => (None, None),
            [hint] => (file_of(hint), rank_of(hint)),
            [file, rank] => (Some(file_of(file)?), Some(rank_of(rank)?)),
            _ => return None,
        };
        if hints.len() == 1 && file.is_none() && rank.is_none() {
            return None;
        }
        let novelty = promotion == Some(PieceKind::Knight) && bare.ends_with('N');
        Some(San::Piece { kind, file, rank, to, promotion, novelty })
    }

    /// The actions that match the move, legal or not.
    fn attempts<V: Variant>(self, position: &ChessPosition<V>) -> Vec<Action> {
        match self {
            San::Castling { long } => {
                let meant = |castle: &&Castle| castle.side == position.side && (castle.king_to < castle.king) == long;
                let castles = CASTLES.iter().filter(meant);
                castles.map(|castle| Action::new(castle.king, castle.king_to, MoveKind::Move)).collect()
            }
            San::Piece { kind, file, rank, to, promotion, .. } => {
                let whole = file.is_some() && rank.is_some();
                // A pawn moves straight ahead unless its file is given.
                let file = file.or((kind == PieceKind::Pawn).then_some(to % 8));
                let from = |square: &Square| {
                    *square != to
                        && file.is_none_or(|file| square % 8 == file)
                        && rank.is_none_or(|rank| square / 8 == rank)
                };
                let kind = promotion.map_or(MoveKind::Move, MoveKind::Promote);
                let pieces = Squares(position.of(position.side, [self.kind()])).filter(from);
                let attempts = pieces.map(|from| Action::new(from, to, kind));
                attempts.filter(|action| whole || position.castle(*action).is_none()).collect()
            }
        }
    }

    const fn kind(self) -> PieceKind {
        match self {
            San::Castling { .. } => PieceKind::King,
            San::Piece { kind, .. } => kind,
        }
    }

    /// Whether the move denotes this legal action.
    fn means<V: Variant>(self, position: &ChessPosition<V>, action: Action) -> bool {
        let castle = position.castle(action).map(|(_, castle)| castle);
        match self {
            San::Castling { long } => castle.is_some_and(|castle| (castle.king_to < castle.king) == long),
            San::Piece { kind, file, rank, to, promotion, novelty } => {
                let promoted = match action.kind {
                    MoveKind::Promote(kind) => Some(kind),
                    _ => None,
                };
                let is_kind = position.piece_on(action.from).is_some_and(|(_, own): (Side, PieceKind)| own == kind);
                is_kind
                    && action.to == to
                    && file.is_none_or(|file| action.from % 8 == file)
                    && rank.is_none_or(|rank| action.from / 8 == rank)
                    && (promoted == promotion || promoted.is_none() && novelty)
                    // A king's move is castling only if both squares are written.
                    && (castle.is_none() || file.is_some() && rank.is_some())
            }
        }
    }
}

/// The move without its optional parts: signs of capture and comment, dashes, and `e.p.`; figurines
/// become letters.
fn bare(text: &str) -> String {
    let text = text.trim().trim_end_matches(|sign: char| !sign.is_alphanumeric() && !matches!(sign, ')' | '.'));
    let text = ["(e.p.)", "(ep)", "e.p.", "ep"].iter().find_map(|end| text.strip_suffix(end)).unwrap_or(text);
    let letter = |sign: char| match sign {
        '♔' | '♚' => Some('K'),
        '♕' | '♛' => Some('Q'),
        '♖' | '♜' => Some('R'),
        '♗' | '♝' => Some('B'),
        '♘' | '♞' => Some('N'),
        '♙' | '♟' => Some('P'),
        // Dashes of any length, and the variation selectors that make a figurine text or an emoji.
        'x' | '×' | ':' | '-' | '‐' | '‑' | '–' | '—' | '−' | '=' | '/' | '(' | ')' | ' ' | '+' | '#' | '\u{fe0e}'
        | '\u{fe0f}' => None,
        other => Some(other),
    };
    text.chars().filter_map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Check, Game, Options};
    use crate::games::abalonian::Abalonian;
    use crate::games::chess::Chess;

    fn meant(fen: &str, text: &str) -> Vec<String> {
        let position = Chess::parse(fen, &Options::default()).unwrap();
        read_notation(&position, text).unwrap().iter().map(ToString::to_string).collect()
    }

    fn legal(fen: &str, text: &str) -> Vec<String> {
        let position = Chess::parse(fen, &Options::default()).unwrap();
        let legal = |action: &Action| position.check(*action).is_ok();
        let meant = read_notation(&position, text).unwrap_or_default();
        meant.iter().filter(|action| legal(action)).map(ToString::to_string).collect()
    }

    #[test]
    fn moves_are_read_as_other_programs_and_people_write_them() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let castles = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let promotes = "1n6/P6k/8/8/8/8/7K/8 w - - 0 1";
        let passant = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
        for (fen, texts, action) in [
            (start, "Nf3 Ng1f3 Ng1-f3 Nf3!? Nf3+- Nf3N ♘f3 ♞f3 nf3 NF3 Ngf3 N1f3 Nf3⩲", "g1f3"),
            (start, "e4 E4 e2e4 e2-e4 e2–e4 Pe4 Pe2-e4 e4N e4!! ♙e4", "e2e4"),
            (castles, "O-O 0-0 o-o O–O 0–0 OO 0-0+ O-O!? O—O Ke1g1 Ke1-g1", "e1g1"),
            (castles, "O-O-O 0-0-0 o-o-o O–O–O 0-0-0#", "e1c1"),
            (promotes, "a8=Q a8Q a8(Q) a8/Q a8=Q+ a7-a8=Q a7a8q a8q", "a7a8q"),
            (promotes, "a8=N a8N a8(N) a7a8n", "a7a8n"),
            (promotes, "axb8=N axb8N a7xb8(N) ab8N a:b8=N", "a7b8n"),
            (passant, "exd6 exd6e.p. exd6ep e5xd6 ed6 e×d6 exd6(ep)", "e5d6"),
        ] {
            for text in texts.split(' ') {
                assert_eq!(meant(fen, text), [action], "{text}");
            }
        }
        assert_eq!(meant(passant, "exd6 e.p. +"), ["e5d6"]);
    }

    /// The letters of other languages are not read as files. In Abalonian Chess, C is the chancellor.
    #[test]
    fn a_capital_is_a_piece_and_not_a_file() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let position = Chess::parse(start, &Options::default()).unwrap();
        for text in ["Cc3", "Dd4", "Ff4", "Ee4", "Cf3"] {
            assert_eq!(read_notation(&position, text), None, "{text}");
        }
        let chancellor = "4k3/2P5/8/8/3C4/8/8/4K3 w - - 0 1";
        let position = Abalonian::parse(chancellor, &Options::default()).unwrap();
        let read = |text| read_notation(&position, text).unwrap_or_default();
        assert_eq!(read("Cc8").iter().map(ToString::to_string).collect::<Vec<_>>(), ["d4c8"]);
        assert!(position.check(read("Cc8")[0]).is_err());
        assert_eq!(read("c8").len(), 1);
    }

    #[test]
    fn invalid_text_matches_no_move_and_incomplete_text_several() {
        let fen = "r3k2r/8/8/8/8/3p4/2P1P1P1/R3K2R w KQkq - 0 1";
        for text in
            ["", "-", "--", "Z0", "Kg1", "Ke3", "Bc4", "bc4", "i9", "e", "a8=Q", "Rd8=Q", "é4", "💥", "NNf3", "e44"]
        {
            assert!(legal(fen, text).is_empty(), "{text}");
        }
        for text in ["", "-", "--", "Z0", "i9", "e", "é4", "💥", "NNf3", "e44"] {
            let position = Chess::parse(fen, &Options::default()).unwrap();
            assert_eq!(read_notation(&position, text), None, "{text}");
        }
        assert_eq!((meant(fen, "Ke3"), meant(fen, "Ra8+")), (vec!["e1e3".into()], vec!["a1a8".into()]));
        assert_eq!(meant(fen, "xd3"), ["c2d3", "e2d3"]);
        assert_eq!(meant("4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rf1"), ["a1f1", "h1f1"]);
        assert!(legal("7k/P7/8/8/8/8/7K/8 w - - 0 1", "a8").is_empty(), "the promotion piece is missing");
    }

    /// Every written notation is read back, in both games.
    #[test]
    fn every_notation_is_read() {
        fn check<P: Game>() {
            let mut position = P::start(&Options::default());
            for step in 0..60_usize {
                let mut actions = Vec::new();
                position.generate(&mut actions);
                for &action in &actions {
                    assert_eq!(position.read_notation(&position.notation(action)), Some(vec![action]), "{position}");
                }
                let Some(&action) = actions.get(step * 7919 % actions.len().max(1)) else { break };
                position.play(action);
            }
        }
        check::<Chess>();
        check::<Abalonian>();
    }
}
