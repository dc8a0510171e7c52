//! Plots of the match statistics.

use bevy_egui::egui::{Button, Color32, CornerRadius, RichText, ScrollArea, Sense, Ui, vec2};
use egui_plot::{Bar, BarChart, GridMark, MarkerShape, Plot, PlotPoints, Points};

use super::table::player;
use crate::engine::Side;
use crate::games;
use crate::library::{GameStatistics, LENGTH_STEP, Results, Statistics};
use crate::ui::{theme, words};

/// The height of a plot, logical pixels.
const HEIGHT: f32 = 150.0;

const RESULTS: [&str; 4] = ["White wins", "draw", "Black wins", "unfinished"];

/// The colours of the results, by Okabe and Ito, which colour-blind people can distinguish.
const COLOURS: [Color32; 4] = [
    Color32::from_rgb(0xe6, 0x9f, 0x00),
    Color32::from_rgb(0x99, 0x99, 0x99),
    Color32::from_rgb(0x00, 0x72, 0xb2),
    Color32::from_rgb(0x5c, 0x46, 0x36),
];

/// The maximum number of listed pairs of players.
const PAIRS: usize = 12;

/// Draws the statistics. `chosen` is the game shown in detail.
pub fn show(ui: &mut Ui, statistics: &Statistics, chosen: &mut Option<String>) {
    let Some(first) = statistics.games.first() else {
        ui.label("No matches to count.");
        return;
    };
    let game = statistics.games.iter().find(|game| Some(&game.game) == chosen.as_ref()).unwrap_or(first);
    ScrollArea::vertical().auto_shrink(false).id_salt("statistics").show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(theme::title("Results by game"));
            for (words, colour) in RESULTS.into_iter().zip(COLOURS) {
                let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
                ui.painter().rect_filled(rect, CornerRadius::same(2), colour);
                ui.label(theme::muted(words));
            }
        });
        results(ui, &statistics.games);
        ui.label(theme::title("Matches by month"));
        months(ui, statistics);
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            for own in &statistics.games {
                let button = Button::selectable(own.game == game.game, name(&own.game)).frame_when_inactive(true);
                if ui.add(button).clicked() {
                    *chosen = Some(own.game.clone());
                }
            }
        });
        ui.label(theme::title("Matches by length (moves)"));
        lengths(ui, game);
        if game.faces.iter().any(|face| face.count > 0) {
            ui.label(theme::title("Faces of the die, %; diamonds: a fair die"));
            faces(ui, game);
        }
        details(ui, game);
    });
}

/// A plot without interaction.
fn plot<'a>(id: &str, height: f32) -> Plot<'a> {
    Plot::new(("library", id))
        .height(height)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .show_x(false)
        .show_y(false)
        .label_formatter(|_| None)
}

/// About six grid lines, at whole numbers.
fn whole(input: egui_plot::GridInput) -> Vec<GridMark> {
    let (least, most) = input.bounds;
    let step = [1.0, 2.0, 5.0].into_iter().cycle().enumerate().map(|(nth, digit)| digit * 10_f64.powi(nth as i32 / 3));
    let step = step.take(40).find(|step| most - least <= 6.5 * step).unwrap_or(1.0);
    let first = (least / step).ceil() as i64;
    let marks = (first..).map(|nth| nth as f64 * step).take_while(|value| *value <= most).take(20);
    marks.map(|value| GridMark { value, step_size: step }).collect()
}

/// The label of a grid line of [`whole`].
fn count(mark: GridMark, _: &std::ops::RangeInclusive<f64>) -> String {
    if mark.value < 0.0 { String::new() } else { format!("{:.0}", mark.value) }
}

/// The maximum number of bars whose names fit side by side.
const NAMES: usize = 8;

/// A grid line at every bar, or at every second, third and so on if there are more than `room`
/// bars.
fn at_each(count: usize, room: usize) -> impl Fn(egui_plot::GridInput) -> Vec<GridMark> {
    let step = count.div_ceil(room).max(1);
    move |_| (0..count).step_by(step).map(|index| GridMark { value: index as f64, step_size: step as f64 }).collect()
}

/// The name of the bar at a grid line.
fn named(names: Vec<String>) -> impl Fn(GridMark, &std::ops::RangeInclusive<f64>) -> String {
    move |mark, _| names.get(mark.value.round() as usize).cloned().unwrap_or_default()
}

fn results(ui: &mut Ui, games: &[GameStatistics]) {
    let names: Vec<_> = games.iter().map(|game| name(&game.game)).collect();
    let chart = |index: usize, count: &dyn Fn(&Results) -> u64| {
        let words = RESULTS[index];
        let bar = |(at, game): (usize, &GameStatistics)| {
            let count = count(&game.results);
            let bar = Bar::new(at as f64, count as f64).width(0.7).fill(COLOURS[index]);
            bar.name(format!("{}: {words} {count}", name(&game.game)))
        };
        let chart = BarChart::new(words, games.iter().enumerate().map(bar).collect());
        chart.horizontal().element_formatter(Box::new(|bar, _| bar.name.clone()))
    };
    let white = chart(0, &|results| results.white);
    let draws = chart(1, &|results| results.draws).stack_on(&[&white]);
    let black = chart(2, &|results| results.black).stack_on(&[&white, &draws]);
    let ongoing = chart(3, &|results| results.ongoing).stack_on(&[&white, &draws, &black]);
    let rows = games.len();
    let plot = plot("results", 34.0 * rows as f32 + 40.0).invert_y(true).x_grid_spacer(whole).x_axis_formatter(count);
    let plot = plot.y_grid_spacer(at_each(rows, rows)).y_axis_formatter(named(names)).y_axis_min_width(130.0);
    plot.show(ui, |plot| [white, draws, black, ongoing].into_iter().for_each(|chart| plot.bar_chart(chart)));
}

fn months(ui: &mut Ui, statistics: &Statistics) {
    let bar = |(at, (month, count)): (usize, (&String, &u64))| {
        Bar::new(at as f64, *count as f64).width(0.8).fill(theme::BRASS).name(format!("{month}: {count}"))
    };
    let bars = statistics.months.iter().enumerate().map(bar).collect();
    bars_of(ui, "months", bars, Some(statistics.months.keys().cloned().collect()));
}

fn lengths(ui: &mut Ui, game: &GameStatistics) {
    // Two plies are a move.
    let step = f64::from(LENGTH_STEP) / 2.0;
    let bar = |(from, count): (&u32, &u64)| {
        let words = format!("{} to {} moves: {count}", from / 2, (from + LENGTH_STEP) / 2);
        Bar::new(f64::from(*from) / 2.0 + step / 2.0, *count as f64).width(0.9 * step).fill(theme::BRASS).name(words)
    };
    bars_of(ui, "lengths", game.lengths.iter().map(bar).collect(), None);
}

fn bars_of(ui: &mut Ui, id: &str, bars: Vec<Bar>, names: Option<Vec<String>>) {
    let chart = BarChart::new(id, bars).element_formatter(Box::new(|bar, _| bar.name.clone()));
    let mut plot = plot(id, HEIGHT).include_y(1.0).y_grid_spacer(whole).y_axis_formatter(count);
    if let Some(names) = names {
        // A single month has as narrow a bar as several months.
        plot = plot.include_x(-1.0).include_x(names.len().max(6) as f64);
        plot = plot.x_grid_spacer(at_each(names.len(), NAMES)).x_axis_formatter(named(names));
    } else {
        plot = plot.include_x(0.0).x_grid_spacer(whole).x_axis_formatter(count);
    }
    plot.show(ui, |plot| plot.bar_chart(chart));
}

fn faces(ui: &mut Ui, game: &GameStatistics) {
    let bar = |(at, face): (usize, &crate::library::Face)| {
        let words = format!("{}: {} times, {:.1} %", face.symbol, face.count, 100.0 * face.share);
        Bar::new(at as f64, 100.0 * face.share).width(0.6).fill(COLOURS[2]).name(words)
    };
    let bars = game.faces.iter().enumerate().map(bar).collect();
    let chart = BarChart::new("faces", bars).element_formatter(Box::new(|bar, _| bar.name.clone()));
    let expected = game.faces.iter().enumerate().map(|(at, face)| [at as f64, 100.0 * face.expected]);
    let expected = Points::new("expected", PlotPoints::new(expected.collect())).shape(MarkerShape::Diamond);
    let names = game.faces.iter().map(|face| face.symbol.clone()).collect();
    let plot = plot("faces", HEIGHT).include_y(0.0).include_x(-1.0).include_x(game.faces.len() as f64);
    let plot = plot.x_grid_spacer(at_each(game.faces.len(), NAMES)).x_axis_formatter(named(names));
    plot.show(ui, |plot| {
        plot.bar_chart(chart);
        plot.points(expected.radius(6.0).color(theme::TEXT).allow_hover(false));
    });
}

/// The pairs of players, with the results of their matches.
fn details(ui: &mut Ui, game: &GameStatistics) {
    let sides = games::info(&game.game).map_or(["White", "Black"], |info| Side::BOTH.map(|side| info.side(side)));
    let told = |results: &Results| {
        let Results { matches, white, black, draws, ongoing, mean_plies } = *results;
        let moves = mean_plies.map_or_else(String::new, |plies| format!(", {:.0} moves on average", plies / 2.0));
        let [first, second] = sides;
        format!("{matches}: {first} won {white}, {second} {black}, drawn {draws}, unfinished {ongoing}{moves}")
    };
    let line = |ui: &mut Ui, words: &str, rest: &str| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(words).color(theme::BRASS));
            ui.label(theme::muted(rest));
        });
    };
    line(ui, "All matches", &told(&game.results));
    for pair in game.pairs.iter().take(PAIRS) {
        let players = format!("{} – {}", player(&pair.white_player), player(&pair.black_player));
        line(ui, &players, &told(&pair.results));
    }
    if game.pairs.len() > PAIRS {
        ui.label(theme::muted(format!("and {} other pairs of players", game.pairs.len() - PAIRS)));
    }
    let ends: Vec<_> =
        game.ends.iter().map(|(reason, count)| format!("{} {count}", words::recorded_reason(reason))).collect();
    if !ends.is_empty() {
        line(ui, "Ends", &ends.join(", "));
    }
}

fn name(game: &str) -> String {
    games::info(game).map_or(game, |info| info.name).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axis_of_a_count_has_whole_numbers() {
        for (most, lines) in
            [(1.1, vec![0.0, 1.0]), (6.2, (0..7).map(f64::from).collect()), (140.0, vec![0.0, 50.0, 100.0])]
        {
            let input = egui_plot::GridInput { bounds: (0.0, most), base_step_size: 0.1 };
            let values: Vec<_> = whole(input).iter().map(|mark| mark.value).collect();
            assert_eq!(values, lines);
        }
        assert_eq!(count(GridMark { value: 2.0, step_size: 1.0 }, &(0.0..=3.0)), "2");
    }
}
