//! Diagrams of every game.

use std::fs;

use fairground::engine::DynGame;
use fairground::games;
use fairground::record::diagram;

use super::command::prints;
use super::played;

/// Positions of every game: the start, and positions from random matches.
fn positions() -> Vec<Box<dyn DynGame>> {
    let mut positions = Vec::new();
    for info in games::ALL {
        for most in [0, 5, 40, 150] {
            positions.push(played(info.id, &[], 8, most).game().boxed());
        }
    }
    positions
}

/// Diagrams are well-formed, with a figure inside the drawing for every piece.
#[test]
fn drawings_are_well_formed() {
    for game in positions() {
        let drawing = diagram::svg(&*game);
        let mut reader = quick_xml::Reader::from_str(&drawing);
        reader.config_mut().check_end_names = true;
        let (mut depth, mut figures) = (0_i32, 0);
        loop {
            match reader.read_event().unwrap_or_else(|error| panic!("{error}: {drawing}")) {
                quick_xml::events::Event::Start(start) => {
                    assert!(start.attributes().all(|attribute| attribute.is_ok()));
                    figures += i32::from(depth == 1 && start.name().as_ref() == b"g");
                    depth += 1;
                }
                quick_xml::events::Event::End(_) => depth -= 1,
                quick_xml::events::Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(depth, 0);
        let mut places: Vec<_> = game.pieces().iter().map(|piece| piece.place).collect();
        places.dedup();
        assert_eq!(figures as usize, places.len(), "{}", game.text());
        assert!(!drawing.contains("NaN") && !drawing.contains("inf"), "{drawing}");
    }
}

#[test]
fn text_diagrams_show_the_board() {
    let fluky = prints(&["diagram", "fluky"]);
    let board = "  +---+---+---+---+---+\n5 | k | p | p | p | p |\n  +---+---+---+---+---+\n4 | p |   |   |   |   |\n";
    assert!(fluky.starts_with(board), "{fluky}");
    assert!(
        fluky.ends_with("    a   b   c   d   e\n\nFluky Chess: White to move\nkpppp/p4/5/4P/PPPPK w - 0\n"),
        "{fluky}"
    );
    let tactical = prints(&["diagram", "tactical"]);
    assert!(tactical.contains("White's reserve: ") && tactical.contains("pawn x8"), "{tactical}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.svg");
    assert_eq!(prints(&["diagram", "makarenko", "-o", file.to_str().unwrap()]), "");
    assert!(fs::read_to_string(&file).unwrap().starts_with("<svg "));
    for game in positions() {
        let text = diagram::text(&*game);
        assert!(text.ends_with(&format!("{}\n", game.text())), "{text}");
        assert!(text.lines().all(|line| line == line.trim_end()), "{text}");
    }
}
