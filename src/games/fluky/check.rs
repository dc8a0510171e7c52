use super::action::{Action, Kind};
use super::attacks::{self, BETWEEN, KING, squares};
use super::generate::CHOICES;
use super::position::{Fluky, Man, NONE, name};
use super::table::cell;
use crate::engine::Illegal;

const TURN: &str = "fluky.md, A turn";
const END: &str = "fluky.md, The end";

impl Fluky {
    /// Why an action is not legal (rules/fluky.md, A turn).
    pub(super) fn refusal(&self, action: Action) -> Result<(), Illegal> {
        if let Some(winner) = self.arrived() {
            let reason = format!("the game is over: the king of {winner} has reached its goal");
            return Err(Illegal::new(END, reason).at([cell(self.king(winner))]));
        }
        let due = self.roll != NONE;
        match action {
            Action::Roll(_) if due => Ok(()),
            Action::Roll(_) => Err(Illegal::new(TURN, "no roll is due")),
            Action::Move { .. } if due => {
                let reason = format!("the die on {} has to be rolled first", name(self.roll));
                Err(Illegal::new(TURN, reason).at([cell(self.roll)]))
            }
            Action::Move { from, to, into } => {
                self.refuse_reach(from, to)?;
                self.refuse_choice(from, to, into)?;
                self.refuse_exposure(from, to, into)
            }
        }
    }

    fn refuse_reach(&self, from: u8, to: u8) -> Result<(), Illegal> {
        let (start, end) = (name(from), name(to));
        let no = |reason: String| Err(Illegal::new(TURN, reason).at([cell(from), cell(to)]));
        let Some((owner, man)) = self.man_at(from) else {
            return no(format!("there is no piece on {start}"));
        };
        if owner != self.side {
            return no(format!("the piece on {start} is not yours: {} has to move", self.side));
        }
        if from == to {
            return no("a piece has to move to another square".into());
        }
        let (own, occupied) = (self.own(owner), self.occupied());
        let bit = 1 << to;
        let (name_of, freely, now) = match man {
            Man::King => ("king", KING[usize::from(from)], KING[usize::from(from)]),
            Man::Die(kind @ Kind::Pawn) => {
                let (file, to_file, ahead) = (from % 5, to % 5, self.pawn_reach(from, owner, own, 0));
                if ahead & bit != 0 && occupied & bit != 0 {
                    return no(format!("a pawn captures diagonally: {end} straight ahead is occupied"));
                }
                if attacks::die(kind, owner.index(), from, occupied) & bit != 0
                    && occupied & bit == 0
                    && file != to_file
                {
                    return no(format!("a pawn moves diagonally only to capture: {end} is empty"));
                }
                let reach = ahead | attacks::die(kind, owner.index(), from, occupied);
                ("pawn", reach, reach)
            }
            Man::Die(kind) => {
                let (freely, now) =
                    (attacks::die(kind, owner.index(), from, 0), attacks::die(kind, owner.index(), from, occupied));
                (kind.name(), freely, now)
            }
        };
        if freely & bit == 0 {
            return no(format!("a {name_of} does not move from {start} to {end}"));
        }
        if now & bit == 0 {
            let blockers: Vec<_> = squares(BETWEEN[usize::from(from)][usize::from(to)] & occupied).collect();
            let names: Vec<_> = blockers.iter().map(|&square| name(square)).collect();
            let reason = format!("the way from {start} to {end} is blocked on {}", names.join(", "));
            return Err(Illegal::new(TURN, reason).at(blockers.into_iter().map(cell)));
        }
        if own & bit != 0 {
            return no(format!("your own piece stands on {end}"));
        }
        Ok(())
    }

    fn refuse_choice(&self, from: u8, to: u8, into: Option<Kind>) -> Result<(), Illegal> {
        let no = |reason: String| Err(Illegal::new(TURN, reason).at([cell(to)]));
        match into {
            None if self.chooses(from, to) => {
                let choices = CHOICES.map(Kind::name).join(", ");
                no(format!("a pawn on its last rank becomes one of {choices}: write which (n, b or r)"))
            }
            Some(_) if !self.chooses(from, to) => {
                no("only a pawn that reaches its last rank may choose a symbol".into())
            }
            _ => Ok(()),
        }
    }

    fn refuse_exposure(&self, from: u8, to: u8, into: Option<Kind>) -> Result<(), Illegal> {
        let mut after = *self;
        after.make(Action::Move { from, to, into });
        let king = after.king(self.side);
        let attackers: Vec<_> = squares(after.attackers(king, self.side.other(), after.occupied())).collect();
        if attackers.is_empty() {
            return Ok(());
        }
        let names: Vec<_> = attackers.iter().map(|&square| name(square)).collect();
        let reason = format!("your king on {} would be attacked from {}", name(king), names.join(", "));
        Err(Illegal::new(TURN, reason).at(std::iter::once(king).chain(attackers).map(cell)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Options, Tabletop};

    #[test]
    fn each_refusal_names_its_reason() {
        let start = "kpppp/p4/5/4P/PPPPK w - 0";
        for (position, action, reason) in [
            (start, "a2a3", "there is no piece on a2"),
            (start, "a4a3", "not yours"),
            (start, "a1a1", "another square"),
            (start, "a1a3", "a pawn does not move from a1 to a3"),
            (start, "a1b2", "only to capture: b2 is empty"),
            (start, "e1d1", "your own piece stands on d1"),
            (start, "e1e3", "a king does not move"),
            (start, "a1a2n", "only a pawn that reaches its last rank"),
            (start, "~P", "no roll is due"),
            ("kpppp/p4/5/P3P/1PPPK w a2 0", "a2a3", "the die on a2 has to be rolled first"),
            ("kpppp/5/4p/4P/PPPPK w - 0", "e2e3", "e3 straight ahead is occupied"),
            ("k4/3P1/5/5/4K w - 0", "d4d5", "becomes one of knight, bishop, rook"),
            ("k4/5/5/P4/R3K w - 0", "a1a3", "blocked on a2"),
            ("k4/4r/5/4P/4K w - 0", "e1e2", "your own piece"),
            ("k4/4r/5/4N/4K w - 0", "e2c1", "your king on e1 would be attacked from e4"),
            ("k4/3r1/5/5/4K w - 0", "e1d1", "your king on d1 would be attacked from d4"),
            ("K4/5/5/5/2k2 b - 0", "c1c2", "has reached its goal"),
        ] {
            let position = Fluky::parse(position).unwrap();
            let refusal = Tabletop::check(&position, position.parse_action(action).unwrap()).unwrap_err();
            assert!(refusal.reason.contains(reason), "{position}: {action}: {refusal}");
        }
        assert_eq!(Fluky::start(&Options::default()).to_string(), start);
    }
}
