use std::ops::ControlFlow::{Break, Continue};

use super::action::Action;
use super::generate::{die_moves, king_steps, push_die_moves, push_king_steps};
use super::levels;
use super::piece::{DIE, PieceKind};
use super::position::Fluky;
use super::square::{Square, last_rank};
use crate::engine::{Check, GameInfo, Options, Outcome, Reason, Rules, Sink, Turn, hash_words, text};

impl Rules for Fluky {
    type Action = Action;

    const INFO: &'static GameInfo = &GameInfo {
        id: "fluky",
        name: "Fluky Chess",
        summary: "Five by five, and the pieces are dice: each is thrown after its move and becomes the piece it shows.",
        levels: &levels::LEVELS,
        options: &[],
        sides: GameInfo::WHITE_AND_BLACK,
        dice: true,
        standard_texts: false,
    };

    fn start(_: &Options) -> Self {
        Fluky::START
    }

    /// The game is not over while a roll is due (assets/rules/fluky.md, The end).
    #[inline]
    fn pending(&self) -> Turn {
        if let Some(winner) = self.winner() {
            Turn::Over(Outcome::won(winner, Reason::Goal))
        } else if self.is_roll_due() {
            Turn::Chance(self.side, DIE)
        } else {
            Turn::Decide(self.side)
        }
    }

    fn outcome_without_actions(&self) -> Outcome {
        if self.in_check(self.side) {
            Outcome::won(self.side.other(), Reason::Checkmate)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }

    /// Whether any action is legal. Tries the dice first, because one of them can nearly always
    /// move.
    fn has_actions(&self) -> bool {
        let can_move = |_, _, targets| if targets == 0 { Continue(()) } else { Break(()) };
        self.winner().is_none()
            && (self.is_roll_due() || die_moves(self, can_move).is_break() || king_steps(self, !0) != 0)
    }

    /// Adds every legal action (assets/rules/fluky.md, A turn).
    fn generate(&self, out: &mut impl Sink<Action>) {
        if self.winner().is_some() {
            return;
        }
        if self.is_roll_due() {
            out.extend(PieceKind::ALL.map(Action::Roll));
            return;
        }
        push_king_steps(self, !0, out);
        let _ = die_moves(self, |kind, from, targets| {
            push_die_moves(self.side, kind, from, targets, out);
            Continue(())
        });
    }

    fn is_legal(&self, action: Action) -> bool {
        self.check(action).is_ok()
    }

    fn count(&self) -> u64 {
        if self.winner().is_some() {
            return 0;
        }
        if self.is_roll_due() {
            return PieceKind::ALL.len() as u64;
        }
        let mut count = king_steps(self, !0).count_ones();
        let _ = die_moves(self, |kind, _, targets| {
            let promotions = if kind == PieceKind::Pawn { targets & last_rank(self.side) } else { 0 };
            count += targets.count_ones() + promotions.count_ones() * (PieceKind::CHOICES.len() as u32 - 1);
            Continue(())
        });
        count.into()
    }

    fn chance(&self, out: &mut impl Sink<(Action, u8)>) {
        if self.is_roll_due() && self.winner().is_none() {
            out.extend(PieceKind::ALL.map(|kind| (Action::Roll(kind), kind.sides())));
        }
    }

    /// Plays a legal action (assets/rules/fluky.md, A turn).
    fn play(&mut self, action: Action) {
        match action {
            Action::Roll(kind) => {
                if let Some(square) = self.roll() {
                    self.show(square, kind);
                }
                self.set_roll(None);
                self.side = self.side.other();
            }
            Action::Move { from, to, choice } => play_move(self, from, to, choice),
        }
    }

    /// A hash of everything except the halfmove clock.
    #[inline]
    fn key(&self) -> u64 {
        let pair = |a: u32, b: u32| u64::from(a) << 32 | u64::from(b);
        let [pawns, knights, bishops, rooks] = self.shown;
        let rest = [self.roll, self.kings[0].index() as u8, self.kings[1].index() as u8, self.side as u8];
        hash_words([
            pair(self.dice[0], self.dice[1]),
            pair(pawns, knights),
            pair(bishops, rooks),
            u32::from_le_bytes(rest).into(),
        ])
    }

    /// Positions count after the roll.
    #[inline]
    fn counts_for_repetition(&self) -> bool {
        !self.is_roll_due()
    }

    #[inline]
    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// Either player can claim the draw at the third occurrence (assets/rules/fluky.md, The end).
    const CLAIMED_DRAWS: bool = true;
}

fn play_move(position: &mut Fluky, from: Square, to: Square, choice: Option<PieceKind>) {
    let (side, enemy) = (position.side, position.side.other().index());
    let captures = position.dice[enemy] & to.bit() != 0;
    position.dice[enemy] &= !to.bit();
    position.shown.iter_mut().for_each(|shown| *shown &= !to.bit());

    let mut irreversible = captures;
    let mut rolls = false;
    if position.king(side) == from {
        position.kings[side.index()] = to;
    } else {
        let kind = position.kind_at(from);
        irreversible |= kind == PieceKind::Pawn;
        position.dice[side.index()] = position.dice[side.index()] & !from.bit() | to.bit();
        position.shown[kind as usize] &= !from.bit();
        position.show(to, choice.unwrap_or(kind));
        rolls = last_rank(side) & to.bit() == 0 && !position.gives_check(to, side);
    }
    position.halfmove_clock = if irreversible { 0 } else { text::saturating_increment(position.halfmove_clock) };
    if rolls {
        position.set_roll(Some(to));
    } else {
        position.side = side.other();
    }
}
