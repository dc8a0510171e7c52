//! Positions set up in the editor.

use std::collections::BTreeSet;

use fairground_rules::engine::{Cell, Game, Look, Options, Piece, PieceKind, Place, Side, Turn, TypedGame};
use fairground_rules::games::{self, Visitor};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::{MATCHES, MAX_ACTIONS, Named, draw, settings};

/// The same pieces give the same position. A moved piece gives the position with the piece moved.
/// An additional piece is placed, or an error names it.
#[test]
fn positions_are_set_up_by_hand() {
    struct SetUp(Options);
    impl Visitor for SetUp {
        type Output = ();
        fn visit<P: Game>(self) {
            let mut read = 0;
            for seed in 0..MATCHES {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                let mut game = TypedGame::<P>::new(self.0.clone());
                for _ in 0..MAX_ACTIONS {
                    let _named = Named(format!("{} {}", P::INFO.id, game.position()));
                    read += set_up_like(game.position(), &self.0, &mut rng);
                    let Some(action) = draw(&game, &mut rng) else { break };
                    game.play(action);
                }
            }
            assert!(read > 100, "{}: only {read} edited positions could be read", P::INFO.id);
        }
    }
    for (info, options) in settings() {
        games::visit(info.id, SetUp(options)).unwrap();
    }
}

/// Sets up positions similar to this one. Returns the number of legal positions that differ from
/// it.
fn set_up_like<P: Game>(position: &P, options: &Options, rng: &mut impl Rng) -> u32 {
    let laid = position.editor_base();
    let on_board = |position: &P| {
        let mut pieces: Vec<_> = position.pieces().into_iter().filter(|piece| piece.place.cell().is_some()).collect();
        pieces.sort_by_key(|piece| piece.place);
        pieces
    };
    let pieces = on_board(&laid);
    let editor_pieces = position.editor_pieces();
    let known = |piece: &&Piece| editor_pieces.contains(&(piece.side, piece.look.clone()));
    assert_eq!(pieces.iter().find(|piece| !known(piece)), None, "the editor offers every piece on the board");
    if let Turn::Decide(side) = position.turn()
        && position.with_side_to_move(side).as_ref() == Some(position)
    {
        assert_eq!(&laid, position, "the base is this position where a move is due");
        let again = P::parse(&position.text_from_pieces(&pieces, side), options).unwrap();
        assert_eq!((on_board(&again), again.turn().side()), (pieces.clone(), Some(side)));
        let reserve = |position: &P| position.pieces().iter().filter(|piece| piece.place.cell().is_none()).count();
        assert_eq!(reserve(&again), reserve(position));
    }
    let taken: BTreeSet<_> = pieces.iter().filter_map(|piece| piece.place.cell()).collect();
    let cells = (0..laid.layout().cells.len() as u16).map(Cell);
    let empty: Vec<_> = cells.filter(|cell| !taken.contains(cell)).collect();
    let mut read = 0;
    let mut try_with = |pieces: Vec<Piece>, side: Side| match P::parse(&laid.text_from_pieces(&pieces, side), options) {
        Ok(edited) => {
            let mut expected = pieces;
            expected.sort_by_key(|piece| piece.place);
            assert_eq!(on_board(&edited), expected);
            assert_eq!(edited.editor_base(), edited);
            read += 1;
        }
        Err(error) => assert!(!error.field.is_empty() && !error.expected.is_empty(), "{error}"),
    };
    for side in Side::BOTH {
        let Some(&to) = empty.get(rng.random_range(0..empty.len().max(1))) else { break };
        if !pieces.is_empty() {
            let mut moved = pieces.clone();
            moved[rng.random_range(0..pieces.len())].place = Place::Cell(to);
            try_with(moved, side);
        }
        let (owner, look) = editor_pieces[rng.random_range(0..editor_pieces.len())].clone();
        let mut more = pieces.clone();
        more.push(Piece { place: Place::Cell(to), side: owner, look });
        try_with(more, side);
    }
    try_with(Vec::new(), Side::White);
    read
}

/// State that contradicts the moved pieces is dropped; other contradictions are errors.
#[test]
fn state_that_contradicts_the_pieces_is_dropped() {
    let edited = |id: &str, text: &str, side: Side, edit: &dyn Fn(&mut Vec<Piece>)| {
        let info = games::info(id).unwrap();
        let game = games::begin(info, Options::default(), Some(text)).unwrap();
        let mut pieces = game.pieces();
        edit(&mut pieces);
        let text = game.text_from_pieces(&pieces, side);
        let error = games::begin(info, Options::default(), Some(&text)).err();
        (text, error.map_or_else(String::new, |error| format!("{}: {}", error.field, error.expected)))
    };
    let carry = |from: u16, to: u16| {
        move |pieces: &mut Vec<Piece>| {
            for piece in pieces.iter_mut().filter(|piece| piece.place == Place::Cell(Cell(from))) {
                piece.place = Place::Cell(Cell(to));
            }
        }
    };
    for (id, text, side, (from, to), expected, wrong) in [
        // The en passant square is cleared, and so is the right to castle with a moved rook.
        ("chess", "4k2r/8/8/4P3/8/8/8/4K2R w Kk - 7 9", Side::White, (7, 15), "4k2r/8/8/4P3/8/8/7R/4K3 w k - 0 9", ""),
        ("chess", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", Side::White, (4, 5), "4k3/8/8/3pP3/8/8/8/5K2 w - - 0 9", ""),
        (
            "chess",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 9",
            Side::White,
            (7, 12),
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 9",
            "board: the black king not attacked, as black is not to move",
        ),
        ("abalonian", "4k3/8/8/8/8/8/8/4K2C w - - 3 9", Side::Black, (7, 6), "4k3/8/8/8/8/8/8/4K1C1 b - - 0 9", ""),
        ("makarenko", "7h/8/8/8/8/8/8/HC6 w 12", Side::Black, (1, 2), "7h/8/8/8/8/8/8/H1C5 b 0", ""),
        // The pending roll is cleared.
        ("fluky", "kpppp/p4/5/P3P/1PPPK w a2 0", Side::Black, (5, 10), "kpppp/p4/P4/4P/1PPPK b - 0", ""),
        ("fluky", "kpppp/p4/5/P3P/1PPPK w - 0", Side::White, (4, 1), "kpppp/p4/5/P3P/1KPP1 w - 0", ""),
        (
            "whack",
            "A0B3+B2C1+C3D3 Aa1:w311,Da1:b311,Dc2:b222 b roll 0",
            Side::White,
            (0, 1),
            "A0B3+B2C1+C3D3 Ab1:w311,Da1:b311,Dc2:b222 w move 0",
            "",
        ),
        ("tactical", "8/8/*7/8/8/8/8/8 OKQokh w 1 12 - 0", Side::Black, (4, 5), "8/8/*7/8/8/8/8/8 KQkh b 4 00 - 0", ""),
    ] {
        assert_eq!(edited(id, text, side, &carry(from, to)), (expected.into(), wrong.into()), "{id}: {text}");
    }
    // A king on the board is removed from the reserve. The editor may hold two kings.
    let more = |at: u16, side: Side, look: Look| {
        move |pieces: &mut Vec<Piece>| {
            pieces.push(Piece { place: Place::Cell(Cell(at)), side: Some(side), look: look.clone() });
        }
    };
    let king = || Look::Chessman(PieceKind::King);
    let start = "8/8/*7/8/8/8/8/8 OKQHokh w 1 12 - 0";
    assert_eq!(
        edited("tactical", start, Side::White, &more(4, Side::White, king())),
        ("8/8/*7/8/8/8/8/4K3 QHkh w 4 00 - 0".into(), String::new())
    );
    assert_eq!(
        edited("fluky", "kpppp/p4/5/4P/PPPPK w - 0", Side::White, &more(12, Side::White, king())),
        ("kpppp/p4/2K2/4P/PPPPK w - 0".into(), "board: exactly one king of white".into())
    );
    assert_eq!(
        edited("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Side::White, &more(0, Side::White, king())),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1".into(), "board: exactly one white king".into())
    );
    // Pieces that the game does not have are left out.
    assert_eq!(
        edited("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", Side::White, &more(0, Side::White, Look::Chips(3))).0,
        "4k3/8/8/8/8/8/8/4K3 w - - 0 1"
    );
}
