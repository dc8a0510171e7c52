//! Converts SVG paths to straight lines.

use std::f32::consts::{PI, TAU};

use bevy::math::Vec2;

/// The number of lines per curve.
const STEPS: u8 = 8;

/// The lines of a path with the commands `M`, `H`, `V`, `L`, `C`, `A` and `Z`, converted from y
/// downward to y upward. Closed lines are counter-clockwise, and their last point connects to the
/// first. The path ends at any other command.
pub(super) fn lines(path: &str) -> Vec<Vec<Vec2>> {
    let mut lines: Vec<Vec<Vec2>> = Vec::new();
    for (command, numbers) in commands(path) {
        if command == 'M' {
            lines.push(numbers.chunks_exact(2).map(|to| Vec2::new(to[0], to[1])).collect());
            continue;
        }
        let Some(line) = lines.last_mut() else { break };
        if command == 'Z' {
            close(line);
        } else if !draw(command, &numbers, line) {
            break;
        }
    }
    lines.iter_mut().flatten().for_each(|point| point.y = -point.y);
    lines
}

/// Closes a line, in coordinates with y downward.
fn close(line: &mut Vec<Vec2>) {
    line.dedup_by(|a, b| a.distance(*b) < 1e-3);
    if line.len() > 1 && line[0].distance(line[line.len() - 1]) < 1e-3 {
        line.pop();
    }
    let doubled_area: f32 = (0..line.len()).map(|i| line[i].perp_dot(line[(i + 1) % line.len()])).sum();
    if doubled_area > 0.0 {
        line.reverse();
    }
}

/// The commands of a path with their numbers.
fn commands(path: &str) -> impl Iterator<Item = (char, Vec<f32>)> {
    let starts = path.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic());
    let ends = path.char_indices().filter(|(_, letter)| letter.is_ascii_alphabetic()).map(|(at, _)| at).skip(1);
    starts.zip(ends.chain([path.len()])).map(|((start, command), end)| {
        let words = path[start + 1..end].split([' ', ',']).filter(|word| !word.is_empty());
        (command, words.filter_map(|word| word.parse().ok()).collect())
    })
}

/// Draws a command with its numbers; returns `false` if it is unknown.
fn draw(command: char, numbers: &[f32], points: &mut Vec<Vec2>) -> bool {
    let here = points.last().copied().unwrap_or_default();
    match command {
        'L' => points.extend(numbers.chunks_exact(2).map(|to| Vec2::new(to[0], to[1]))),
        'H' => points.extend(numbers.iter().map(|x| Vec2::new(*x, here.y))),
        'V' => points.extend(numbers.iter().map(|y| Vec2::new(here.x, *y))),
        'C' => {
            for way in numbers.chunks_exact(6) {
                let from = points.last().copied().unwrap_or_default();
                let [a, b, to] = [0, 2, 4].map(|i| Vec2::new(way[i], way[i + 1]));
                points.extend((1..=STEPS).map(|step| {
                    let t = f32::from(step) / f32::from(STEPS);
                    let (ab, bc, cd) = (from.lerp(a, t), a.lerp(b, t), b.lerp(to, t));
                    ab.lerp(bc, t).lerp(bc.lerp(cd, t), t)
                }));
            }
        }
        'A' => {
            for way in numbers.chunks_exact(7) {
                let from = points.last().copied().unwrap_or_default();
                let to = Vec2::new(way[5], way[6]);
                arc(points, from, to, Vec2::new(way[0], way[1]), way[3] != 0.0, way[4] != 0.0);
            }
        }
        _ => return false,
    }
    true
}

/// An arc of an axis-aligned ellipse between two points, with SVG's large-arc and sweep flags, in
/// coordinates with y downward.
fn arc(points: &mut Vec<Vec2>, from: Vec2, to: Vec2, radii: Vec2, greater: bool, clockwise: bool) {
    // In coordinates where the ellipse is a unit circle.
    let (start, end) = (from / radii, to / radii);
    let half = (end - start) / 2.0;
    let away = (1.0 - half.length_squared()).max(0.0).sqrt();
    let side = if greater == clockwise { -1.0 } else { 1.0 };
    let centre = start + half + side * away * half.perp().normalize_or_zero();
    let (first, last) = ((start - centre).to_angle(), (end - centre).to_angle());
    let turn = (last - first).rem_euclid(TAU);
    let turn = if clockwise { turn } else { turn - TAU };
    let steps = (turn.abs() / PI * 2.0 * f32::from(STEPS)).ceil().max(1.0) as u16;
    points.extend((1..=steps).map(|step| {
        let angle = first + turn * f32::from(step) / f32::from(steps);
        (centre + Vec2::from_angle(angle)) * radii
    }));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(points: &[Vec2]) -> f32 {
        (0..points.len()).map(|i| points[i].perp_dot(points[(i + 1) % points.len()])).sum::<f32>() / 2.0
    }

    #[test]
    fn straight_lines_are_as_written() {
        let square = &lines("M-1,2H3V-4L-1,-4Z")[0];
        assert_eq!(square.len(), 4);
        assert!((area(square) - 24.0).abs() < 1e-4 && square.contains(&Vec2::new(-1.0, -2.0)));
        assert_eq!(lines("M-1,-4V2H3L3,-4Z")[0].len(), 4);
        assert!(area(&lines("M-1,-4V2H3L3,-4Z")[0]) > 0.0, "the other way round");
        let open = lines("M0,0L1,1M2,2H3");
        assert_eq!(open, [vec![Vec2::ZERO, Vec2::new(1.0, -1.0)], vec![Vec2::new(2.0, -2.0), Vec2::new(3.0, -2.0)]]);
    }

    #[test]
    fn arcs_go_the_way_that_their_flags_say() {
        // A whole circle of two halves, in either direction.
        for circle in ["M-12,7A9,9 0 1 0 6,7A9,9 0 1 0 -12,7Z", "M-12,7A9,9 0 1 1 6,7A9,9 0 1 1 -12,7Z"] {
            let circle = &lines(circle)[0];
            assert!((area(circle) - PI * 81.0).abs() < 3.0, "{}", area(circle));
            let middle = Vec2::new(-3.0, -7.0);
            assert!(circle.iter().all(|point| (point.distance(middle) - 9.0).abs() < 1e-3));
        }
        let top = |path: &str| lines(path)[0].iter().map(|point| point.y).fold(f32::NEG_INFINITY, f32::max);
        assert!((top("M2,0A2.5,2.5 0 1 0 -2,0Z") - 4.0).abs() < 0.05, "the greater one, over the top");
        assert!((top("M2,0A2.5,2.5 0 0 0 -2,0Z") - 1.0).abs() < 0.05, "the smaller one");
        assert!(top("M2,0A2.5,2.5 0 0 1 -2,0Z") < 0.01, "the smaller one, below");
    }

    #[test]
    fn what_is_no_path_ends_it() {
        assert!(lines("").is_empty() && lines("what").is_empty() && lines("L1,1").is_empty());
        assert_eq!(lines("M0,0L1,0Q3,3 4,4L9,9")[0].len(), 2);
    }
}
