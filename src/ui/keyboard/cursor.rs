//! Moves the keyboard cursor between cells as seen on the screen, on boards of any shape.

use crate::engine::{Cell, CellShape, Layout, Point};
use crate::session::ScreenDirection;

impl ScreenDirection {
    #[cfg(test)]
    const ALL: [ScreenDirection; 4] =
        [ScreenDirection::Up, ScreenDirection::Down, ScreenDirection::Left, ScreenDirection::Right];

    /// The direction on the table when viewed at `yaw`, as a unit vector. `yaw` comes from
    /// [`crate::session::Seats::yaw`].
    fn on_table(self, yaw: f32) -> Point {
        let (x, y): (f32, f32) = match self {
            ScreenDirection::Up => (0.0, 1.0),
            ScreenDirection::Down => (0.0, -1.0),
            ScreenDirection::Left => (-1.0, 0.0),
            ScreenDirection::Right => (1.0, 0.0),
        };
        let (sin, cos) = yaw.sin_cos();
        Point::new(x * cos - y * sin, x * sin + y * cos)
    }
}

/// Returns the nearest cell in a direction, with sideways distance counted double. If there is
/// none, the cursor stays. Without a cursor, returns the cell nearest to the middle of the board.
pub fn next(layout: &Layout, from: Option<Cell>, direction: ScreenDirection, yaw: f32) -> Option<Cell> {
    let drawn = layout.cells.iter().enumerate().filter(|(_, cell)| cell.is_placed());
    let Some(start) = from.filter(|from| layout.cells.get(from.index()).is_some_and(CellShape::is_placed)) else {
        return nearest(drawn, |at| Some(at.x.hypot(at.y)));
    };
    let (here, ahead) = (layout.cells[start.index()].centre(), direction.on_table(yaw));
    let others = drawn.filter(|(index, _)| *index != start.index());
    let next = nearest(others, |at| {
        let (dx, dy) = (at.x - here.x, at.y - here.y);
        let forward = dx * ahead.x + dy * ahead.y;
        let aside = (dx * ahead.y - dy * ahead.x).abs();
        // Rounded to a tenth of a millimetre, so that ties are always broken the same way.
        (forward > 0.2 * aside && forward > 1e-4).then(|| ((forward + 2.0 * aside) * 1e4).round())
    });
    next.or(Some(start))
}

fn nearest<'a>(
    cells: impl Iterator<Item = (usize, &'a CellShape)>,
    distance: impl Fn(Point) -> Option<f32>,
) -> Option<Cell> {
    let measured = cells.filter_map(|(index, cell)| Some((distance(cell.centre())?, u16::try_from(index).ok()?)));
    measured.min_by(|(a, _), (b, _)| a.total_cmp(b)).map(|(_, index)| Cell(index))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Options;
    use crate::games;
    use crate::session::{Seating, View};

    fn walk(layout: &Layout, from: &str, ways: &[ScreenDirection], view: View) -> String {
        let start = layout.cell_named(from);
        let end = ways
            .iter()
            .fold(start, |at, direction| next(layout, at, *direction, Seating::default().yaw(view)))
            .unwrap();
        layout.cells[end.index()].name.clone()
    }

    #[test]
    fn on_squares_it_goes_from_square_to_square() {
        let board = Layout::squares(8, 8);
        assert_eq!(
            walk(&board, "e2", &[ScreenDirection::Up, ScreenDirection::Up, ScreenDirection::Right], View::White),
            "f4"
        );
        assert_eq!(walk(&board, "e2", &[ScreenDirection::Up, ScreenDirection::Right], View::Black), "d1");
        assert_eq!(walk(&board, "e2", &[ScreenDirection::Up, ScreenDirection::Right], View::Side), "d3");
        assert_eq!(walk(&board, "h8", &[ScreenDirection::Up, ScreenDirection::Right], View::Top), "h8");
    }

    /// The arrow keys lead from every cell to every other cell, in any arrangement of the board.
    #[test]
    fn every_cell_is_reached_in_every_game_and_view() {
        for info in games::ALL {
            let mut game = games::begin(info, Options::default(), None).unwrap();
            let mut seen = Vec::new();
            for step in 0..40_usize {
                let layout = game.layout();
                if !seen.contains(&layout) {
                    all_reached(&layout, info.id);
                    seen.push(layout);
                }
                let actions = game.actions();
                let Some(action) = actions.get(step * 7919 % actions.len().max(1)) else { break };
                game.apply(action).unwrap();
            }
        }
    }

    fn all_reached(layout: &Layout, game: &str) {
        let drawn: Vec<_> =
            (0..layout.cells.len() as u16).map(Cell).filter(|cell| layout.cells[cell.index()].is_placed()).collect();
        for (view, name) in View::ALL {
            for start in &drawn {
                let mut seen = vec![*start];
                let mut at = 0;
                while at < seen.len() {
                    for direction in ScreenDirection::ALL {
                        let to = next(layout, Some(seen[at]), direction, Seating::default().yaw(view)).unwrap();
                        if !seen.contains(&to) {
                            seen.push(to);
                        }
                    }
                    at += 1;
                }
                assert_eq!(seen.len(), drawn.len(), "{game} from {start:?}, view {name}");
            }
        }
    }

    #[test]
    fn missing_and_unknown_cells_are_accepted() {
        assert_eq!(next(&Layout::default(), None, ScreenDirection::Up, 0.0), None);
        assert_eq!(next(&Layout::default(), Some(Cell(9)), ScreenDirection::Up, 0.0), None);
        assert!(next(&Layout::squares(8, 8), Some(Cell(999)), ScreenDirection::Up, 0.0).is_some());
    }
}
