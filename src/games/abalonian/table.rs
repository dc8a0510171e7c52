use super::action::{Action, MoveKind};
use super::events::cell;
use super::kind::PieceKind;
use super::position::ChessPosition;
use crate::engine::bits::{RANK_1, RANK_8, Square, Squares, bit};
use crate::engine::{
    Cell, Event, Feature, Gesture, Illegal, Info, Layout, Notice, Options, Outcome, Piece, Place, Position, Reason,
    Side, Sink, Tabletop, Tally, Team, TextError, Turn,
};

static ABALONIAN: Info = Info {
    id: "abalonian",
    name: "Abalonian Chess",
    summary: "Chess with the pushes of Abalone: men in a row shove others along, and off the board.",
    options: &[],
    rules: include_str!("../../../assets/rules/abalonian.md"),
    teams: Team::WHITE_AND_BLACK,
    dice: false,
    picture: Some(include_bytes!("../../../assets/pictures/small/abalonian.png")),
};

static CHESS: Info = Info {
    id: "chess",
    name: "Orthodox chess",
    summary: "The game of FIDE, the base of Abalonian Chess.",
    options: &[],
    rules: include_str!("../../../assets/rules/chess.md"),
    teams: Team::WHITE_AND_BLACK,
    dice: false,
    picture: Some(include_bytes!("../../../assets/pictures/small/chess.png")),
};

impl<const PUSHES: bool> ChessPosition<PUSHES> {
    /// Who has won by leaving the side to act without a legal action while it is not attacked (rules/abalonian.md, The
    /// end): in Abalonian Chess a side with a piece besides king and pawns beats one without.
    fn stalemate(&self) -> Outcome {
        let (stalemated, other) = (self.side, self.side.other());
        let has_piece = |side: Side| {
            self.of(
                side,
                [PieceKind::Knight, PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen, PieceKind::Chancellor],
            ) != 0
        };
        if PUSHES && !has_piece(stalemated) && has_piece(other) {
            Outcome::won(other, Reason::Stalemate)
        } else {
            Outcome::drawn(Reason::Stalemate)
        }
    }
}

/// A cell of the board as a square.
fn square(cell: Cell) -> Option<Square> {
    u8::try_from(cell.0).ok().filter(|&square| square < 64)
}

impl<const PUSHES: bool> Position for ChessPosition<PUSHES> {
    type Action = Action;

    fn generate(&self, out: &mut impl Sink<Action>) {
        self.list(out);
    }

    fn count(&self) -> u64 {
        self.count_legal()
    }

    fn play(&mut self, action: Action) {
        self.carry_out(action);
    }

    fn repetition_key(&self) -> Option<u64> {
        Some(self.hash())
    }

    fn halfmove_clock(&self) -> u32 {
        self.halfmove_clock
    }

    /// King against king (rules/abalonian.md, The end).
    fn automatic_draw(&self) -> Option<Reason> {
        (self.occupied() == self.kinds[PieceKind::King as usize]).then_some(Reason::BareKings)
    }

    fn pending(&self) -> Turn {
        Turn::Decide(self.side)
    }

    fn outcome_without_actions(&self) -> Outcome {
        if self.attackers(self.side) != 0 {
            Outcome::won(self.side.other(), Reason::Checkmate)
        } else {
            self.stalemate()
        }
    }

    fn has_actions(&self) -> bool {
        self.has_legal()
    }

    fn generate_noisy(&self, out: &mut impl Sink<Action>) {
        let mut actions = Vec::new();
        self.generate(&mut actions);
        let is_noisy = |action: &Action| {
            let mut after = *self;
            after.play(*action);
            matches!(action.move_kind, MoveKind::Promote(_))
                || after.occupied().count_ones() < self.occupied().count_ones()
        };
        Sink::extend(out, actions.into_iter().filter(is_noisy));
    }

    /// There is no die.
    fn chance(&self, _: &mut impl Sink<(Action, u8)>) {}

    fn key(&self) -> u64 {
        self.hash()
    }

    fn in_danger(&self) -> bool {
        self.attackers(self.side) != 0
    }

    const FEATURES: &'static [Feature] = &[Feature::new("balance", 1)];

    fn tally(&self, tally: &mut (impl Tally + ?Sized)) {
        tally.add(0, self.judge(self.side));
    }

    fn null_move(&self) -> Option<Self> {
        None
    }
}

impl<const PUSHES: bool> Tabletop for ChessPosition<PUSHES> {
    const INFO: &'static Info = if PUSHES { &ABALONIAN } else { &CHESS };

    /// FIDE's set-up.
    fn start(_: &Options) -> Self {
        let mut start = Self::empty();
        let back = [
            PieceKind::Rook,
            PieceKind::Knight,
            PieceKind::Bishop,
            PieceKind::Queen,
            PieceKind::King,
            PieceKind::Bishop,
            PieceKind::Knight,
            PieceKind::Rook,
        ];
        for (file, kind) in (0..).zip(back) {
            start.put(file, Side::White, kind);
            start.put(8 + file, Side::White, PieceKind::Pawn);
            start.put(48 + file, Side::Black, PieceKind::Pawn);
            start.put(56 + file, Side::Black, kind);
        }
        start.castling = 0b1111;
        start
    }

    fn parse(text: &str, _: &Options) -> Result<Self, TextError> {
        Self::read(text)
    }

    fn parse_action(&self, text: &str) -> Result<Action, TextError> {
        Action::parse(text)
    }

    fn check(&self, action: Action) -> Result<(), Illegal> {
        self.refuse(action)
    }

    fn events(&self, action: Action, out: &mut impl FnMut(Event)) {
        self.events(action, out);
    }

    fn gesture(&self, action: Action) -> Option<Gesture> {
        Some(self.gesture(action))
    }

    /// Onto an own man: a push, where there are any. A promotion asks for a queen.
    fn attempt(&self, from: Place, to: Cell, count: Option<u8>) -> Option<String> {
        let (Place::Cell(from), None) = (from, count) else { return None };
        let (from, to) = (square(from)?, square(to)?);
        let is_own = self.sides[self.side.index()] & bit(to) != 0;
        let leaps = self.piece_on(from).is_some_and(|(_, kind)| kind == PieceKind::Knight);
        let is_pawn = self.kinds[PieceKind::Pawn as usize] & bit(from) != 0;
        let move_kind = if PUSHES && is_own && !leaps {
            MoveKind::Push
        } else if !PUSHES && is_pawn && (RANK_1 | RANK_8) & bit(to) != 0 {
            MoveKind::Promote(PieceKind::Queen)
        } else {
            MoveKind::Move
        };
        Some(Action::new(from, to, move_kind).to_string())
    }

    fn pieces(&self) -> Vec<Piece> {
        let piece = |(square, side, kind): (_, _, PieceKind)| Piece {
            place: Place::Cell(cell(square)),
            side: Some(side),
            look: kind.look(),
        };
        self.pieces().map(piece).collect()
    }

    fn layout(&self) -> Layout {
        Layout::squares(8, 8)
    }

    fn notices(&self) -> Vec<Notice> {
        let attackers = self.attackers(self.side);
        if attackers == 0 {
            return Vec::new();
        }
        let king = self.king(self.side);
        let attackers_to = self.attackers_to(king, self.side.other(), self.occupied());
        let text = if attackers_to == 0 { "check by a push" } else { "check" };
        let cells = std::iter::once(king).chain(Squares(attackers)).map(cell).collect();
        vec![Notice { text: text.into(), cells, urgent: true }]
    }

    /// The cells that this side's men see, its own aside, and those of enemies that it could push off.
    fn attacked_by(&self, side: Side) -> Vec<Cell> {
        let men = self.pieces().filter(|&(_, owner, _)| owner == side);
        let seen = men.fold(0, |seen, (square, _, kind)| seen | self.attacks(square, side, kind));
        let mut attacked = seen & !self.sides[side.index()];
        if PUSHES {
            attacked |= self.pushed_off_by(side);
        }
        Squares(attacked).map(cell).collect()
    }
}
