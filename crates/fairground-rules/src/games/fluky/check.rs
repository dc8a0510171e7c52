use super::action::Action;
use super::attacks;
use super::generate::{pawn_targets, promotes};
use super::piece::{Piece, PieceKind, side_name};
use super::position::Fluky;
use super::square::{Square, squares};
use crate::engine::{Check, Illegal, Rules, Side};

const TURN: &str = "fluky.md, A turn";
const ROLL: &str = "fluky.md, The roll";

impl Check for Fluky {
    const END: &'static str = "fluky.md, The end";

    /// Explains why an action is illegal (assets/rules/fluky.md, A turn).
    fn check(&self, action: Action) -> Result<(), Illegal> {
        if let Some(winner) = self.winner() {
            let reason = format!("The game is over: {}'s king has reached its goal.", side_name(winner));
            return Err(Illegal::new(Self::END, reason).at([self.king(winner).cell()]));
        }
        match (action, self.roll()) {
            (Action::Roll(_), Some(_)) => Ok(()),
            (Action::Roll(_), None) => Err(Illegal::new(ROLL, "No roll is due.")),
            (Action::Move { .. }, Some(square)) => {
                let reason = format!("The die on {square} has to be rolled first.");
                Err(Illegal::new(ROLL, reason).at([square.cell()]))
            }
            (Action::Move { from, to, .. }, None) if from == to => {
                check_owner(self, from).and_then(|(_, piece)| Err(refuse_staying(self, from, piece)))
            }
            (Action::Move { from, to, choice }, None) => {
                check_target(self, from, to)?;
                check_choice(self, from, to, choice)?;
                check_exposure(self, from, to, choice)
            }
        }
    }
}

/// The piece on `from` and its owner, if it belongs to the side to act.
fn check_owner(position: &Fluky, from: Square) -> Result<(Side, Piece), Illegal> {
    let refusal = |reason: String| Err(Illegal::new(TURN, reason).at([from.cell()]));
    match position.piece_at(from) {
        None => refusal(format!("There is no piece on {from}.")),
        Some((owner, _)) if owner != position.side => {
            refusal(format!("The piece on {from} is not yours: it is {}'s turn.", side_name(position.side)))
        }
        Some(own) => Ok(own),
    }
}

/// The refusal of a move that ends where it starts. If the piece has no legal move at all, the
/// refusal gives the reason.
fn refuse_staying(position: &Fluky, from: Square, piece: Piece) -> Illegal {
    let mut legal = Vec::new();
    position.generate(&mut legal);
    if legal.iter().any(|action| matches!(action, Action::Move { from: own, .. } if *own == from)) {
        return Illegal::new(TURN, "A move must end on another square.").at([from.cell()]);
    }
    let (side, piece_name) = (side_name(position.side), format!("The {} on {from}", piece.name()));
    let exposed = squares(!0).filter(|to| check_target(position, from, *to).is_ok()).find_map(|to| {
        let choice = promotes(position, from, to).then_some(PieceKind::Rook);
        check_exposure(position, from, to, choice).err()
    });
    let Some(exposed) = exposed else {
        return Illegal::new(TURN, format!("{piece_name} has no move.")).at([from.cell()]);
    };
    let king = position.king(position.side);
    let checkers = position.attackers_to(king, position.side.other(), position.occupied());
    let reason = match (checkers, piece) {
        (0, Piece::King) => format!("{piece_name} has no move: every square it could move to is attacked."),
        (_, Piece::King) => format!("{side} is in check, and the king has no safe square."),
        (0, _) => {
            let without = position.occupied() & !from.bit();
            let pinners = position.attackers_to(king, position.side.other(), without);
            format!("{piece_name} has no move: the piece on {} pins it.", list(pinners))
        }
        _ => format!("{side} is in check, and the {} on {from} cannot help.", piece.name()),
    };
    Illegal { reason, ..exposed }.at([from.cell()])
}

/// Checks whether the piece on `from` can reach `to`, regardless of the safety of its king.
fn check_target(position: &Fluky, from: Square, to: Square) -> Result<(), Illegal> {
    let refusal = |reason: String| Err(Illegal::new(TURN, reason).at([from.cell(), to.cell()]));
    let (owner, piece) = check_owner(position, from)?;
    let (own, occupied, name) = (position.own(owner), position.occupied(), piece.name());
    // The squares that the piece reaches on an empty board, and on this board.
    let (empty_board, this_board) = match piece {
        Piece::King => (attacks::king(from), attacks::king(from)),
        Piece::Die(kind @ PieceKind::Pawn) => {
            let ahead = pawn_targets(owner, from, own, 0);
            let attacked = attacks::die(kind, owner, from, occupied);
            if ahead & occupied & to.bit() != 0 {
                return refusal(format!("A pawn captures diagonally: {to} straight ahead is occupied."));
            }
            if attacked & !occupied & to.bit() != 0 {
                return refusal(format!("A pawn moves diagonally only to capture: {to} is empty."));
            }
            (ahead | attacked, ahead | attacked)
        }
        Piece::Die(kind) => (attacks::die(kind, owner, from, 0), attacks::die(kind, owner, from, occupied)),
    };
    if empty_board & to.bit() == 0 {
        return refusal(format!("A {name} does not move from {from} to {to}."));
    }
    if this_board & to.bit() == 0 {
        let blockers = attacks::between(from, to) & occupied;
        let reason = format!("The path from {from} to {to} is blocked on {}.", list(blockers));
        return Err(Illegal::new(TURN, reason).at(squares(blockers).map(Square::cell)));
    }
    if own & to.bit() != 0 {
        return refusal(format!("Your own piece stands on {to}."));
    }
    Ok(())
}

/// Checks that a choice is given exactly where a pawn promotes.
fn check_choice(position: &Fluky, from: Square, to: Square, choice: Option<PieceKind>) -> Result<(), Illegal> {
    let refusal = |reason: String| Err(Illegal::new(TURN, reason).at([to.cell()]));
    match (promotes(position, from, to), choice) {
        (true, None | Some(PieceKind::Pawn)) => {
            refusal("A pawn on its last rank becomes a knight, a bishop or a rook: choose one (n, b or r).".into())
        }
        (false, Some(_)) => refusal("Only a pawn reaching its last rank promotes.".into()),
        _ => Ok(()),
    }
}

/// Checks that the mover's king is safe after the move.
fn check_exposure(position: &Fluky, from: Square, to: Square, choice: Option<PieceKind>) -> Result<(), Illegal> {
    let mut after = *position;
    after.play(Action::Move { from, to, choice });
    let king = after.king(position.side);
    let attackers = after.attackers_to(king, position.side.other(), after.occupied());
    if attackers == 0 {
        return Ok(());
    }
    let checked = position.king(position.side);
    let in_check = position.attackers_to(checked, position.side.other(), position.occupied()) != 0;
    let before = if in_check { "You are in check, and this does not help. " } else { "" };
    let reason = format!("{before}Your king on {king} would be attacked from {}.", list(attackers));
    Err(Illegal::new(TURN, reason).at(std::iter::once(king).chain(squares(attackers)).map(Square::cell)))
}

/// The names of these squares: `a1`, `a1 and b2`, `a1, b2 and c3`.
fn list(set: u32) -> String {
    let names: Vec<_> = squares(set).map(|square| square.to_string()).collect();
    match names.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => names.concat(),
    }
}
