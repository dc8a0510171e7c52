use super::action::{Action, MoveKind};
use super::generate;
use super::generate::{Any, Count, List};
use super::kind::PieceKind;
use super::play::Change;
use super::position::{CASTLES, CASTLING_HOMES, ChessPosition};
use super::variant::Variant;
use crate::engine::bits::bit;
use crate::engine::{Check, GameInfo, Heuristics, Options, Outcome, Reason, Rules, Side, Sink, Turn, text};

impl<V: Variant> Rules for ChessPosition<V> {
    type Action = Action;

    const INFO: &'static GameInfo = V::INFO;

    fn start(_: &Options) -> Self {
        Self::initial()
    }

    fn pending(&self) -> Turn {
        Turn::Decide(self.side)
    }

    /// Checkmate or stalemate. In Abalonian Chess, a side that has more than king and pawns wins by
    /// stalemate against a side that has not (assets/rules/abalonian.md, The end).
    fn outcome_without_actions(&self) -> Outcome {
        let winner = self.side.other();
        if self.in_danger() {
            Outcome::won(winner, Reason::Checkmate)
        } else if V::PUSHES && self.non_pawn_material(self.side) == 0 && self.non_pawn_material(winner) != 0 {
            Outcome::won(winner, Reason::Stalemate)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }

    fn has_actions(&self) -> bool {
        self.collect::<false>(&mut Any).is_break()
    }

    fn generate(&self, out: &mut impl Sink<Action>) {
        // `List` never breaks.
        let _ = self.collect::<false>(&mut List(out));
    }

    fn is_legal(&self, action: Action) -> bool {
        self.check(action).is_ok()
    }

    fn count(&self) -> u64 {
        let mut count = Count(0);
        let _ = self.collect::<false>(&mut count);
        count.0
    }

    /// The game has no dice.
    fn chance(&self, _: &mut impl Sink<(Action, u8)>) {}

    fn play(&mut self, action: Action) {
        let pawns = self.kinds[PieceKind::Pawn as usize];
        let en_passant = self.en_passant.take();
        let change = match action.kind {
            MoveKind::Move | MoveKind::Promote(_) => self.play_move(action, en_passant),
            MoveKind::Push => self.play_step(action.from, action.to),
            MoveKind::Leap(via) => {
                let (one, two) = (self.play_step(action.from, via), self.play_step(via, action.to));
                Change { touched: one.touched | two.touched, captured: one.captured || two.captured }
            }
        };
        if V::PUSHES {
            self.promote_pawns();
        }
        if self.castling != 0 && change.touched & CASTLING_HOMES != 0 {
            for (index, castle) in CASTLES.iter().enumerate() {
                if change.touched & (bit(castle.king) | bit(castle.rook)) != 0 {
                    self.castling &= !(1 << index);
                }
            }
        }
        // A chain never shifts onto itself, so moved pawns occupy different squares.
        let irreversible = change.captured || self.kinds[PieceKind::Pawn as usize] != pawns;
        self.halfmove_clock = if irreversible { 0 } else { text::saturating_increment(self.halfmove_clock) };
        if self.side == Side::Black {
            self.fullmove_number = text::saturating_increment(self.fullmove_number);
        }
        self.side = self.side.other();
    }

    fn key(&self) -> u64 {
        self.hash(generate::distinguishing_en_passant(self))
    }

    fn counts_for_repetition(&self) -> bool {
        true
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// King against king (assets/rules/abalonian.md, The end); in orthodox chess every dead
    /// position by insufficient material (assets/rules/chess.md, The end).
    fn automatic_draw(&self) -> Option<Reason> {
        if self.occupied() == self.kinds[PieceKind::King as usize] {
            return Some(Reason::BareKings);
        }
        (!V::PUSHES && self.has_insufficient_material()).then_some(Reason::LittleMaterial)
    }

    /// Orthodox chess has claims (assets/rules/chess.md, The end). The source of Abalonian Chess
    /// does not mention them.
    const CLAIMED_DRAWS: bool = !V::PUSHES;

    /// Whether the material of `side` could mate by some series of legal moves
    /// (assets/rules/chess.md, Flag fall; assets/rules/abalonian.md, The end).
    fn can_win(&self, side: Side) -> bool {
        if V::PUSHES { self.sides[side.index()].count_ones() > 1 } else { self.has_mating_material(side) }
    }
}
