//! Measures the speed of rules, evaluations, search and files, and statistics of random matches.
//! Counts the nodes of a fixed search.

mod files;

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::hint::black_box;
use std::io::Write;
use std::sync::LazyLock;

use clap::Args;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::Serialize;

use self::files::FileSpeed;
use super::CliError;
use super::json::json;
use super::shared_args::SetArgs;
use super::values::game;
use crate::bots::{
    Limits, SearchControl, SearchMemory, SearchRequest, SearchResult, analyse, analyse_ongoing, value_by_net,
};
use crate::engine::{Game, GameInfo, Options, Turn, TypedGame, perft};
use crate::games::{self, Visitor};
use crate::platform::clock::{Duration, Instant};
use crate::play;

/// The time for measuring each figure.
const MEASURE: Duration = Duration::from_secs(1);

/// The minimum number of nodes of a timed perft. Not a time, so that all measurements of a position
/// have the same depth.
const ENOUGH: u64 = 1_000_000;

/// The number of evaluations of each position between two readings of the clock.
const BATCH: usize = 1_000;

/// The node limit of each timed search.
const SEARCHED: u64 = 200_000;

/// The number of random matches for the mean number of actions.
const COUNTED: u64 = 20;

#[derive(Args, Debug)]
pub(super) struct BenchArgs {
    /// The game, by its id [default: all of them]
    #[arg(value_parser = game)]
    pub game: Option<&'static GameInfo>,
    #[command(flatten)]
    pub set: SetArgs,
    /// Print the figures as JSON
    #[arg(long)]
    pub json: bool,
    /// Count the nodes of a fixed search instead; a different count means a different search,
    /// evaluation or rule
    #[arg(long)]
    pub signature: bool,
}

#[derive(Serialize)]
struct Figures {
    game: &'static str,
    perft: Vec<Speed>,
    evaluations: EvaluationSpeed,
    search: SearchSpeed,
    files: FileSpeed,
    playouts: u64,
    playouts_per_second: f64,
    /// The mean number of actions per match, including rolls.
    mean_length: f64,
    /// The share of matches by reason for the end.
    ends: BTreeMap<String, f64>,
    /// The mean number of legal actions per decision.
    mean_actions: f64,
}

#[derive(Serialize)]
struct Speed {
    position: String,
    depth: u32,
    nodes_per_second: f64,
}

pub(super) fn bench(args: &BenchArgs, out: &mut impl Write) -> Result<(), CliError> {
    let games = args.game.map_or_else(|| games::ALL.to_vec(), |info| vec![info]);
    if args.signature {
        return signature(&games, args, out);
    }
    let mut all = Vec::new();
    for info in games {
        let options = super::source::options(info, &args.set)?;
        let figures = games::visit(info.id, Measure(options)).map_err(|error| CliError::Usage(error.to_string()))??;
        if !args.json {
            figures.write(out)?;
            out.flush()?;
        }
        all.push(figures);
    }
    if args.json {
        json(&all, out)?;
    }
    Ok(())
}

/// The speed of the search on one thread, over positions of random matches, and the cost of a node.
#[derive(Serialize)]
struct SearchSpeed {
    nodes: u64,
    nodes_per_second: f64,
    /// With the table and the histories of the same search.
    nodes_per_second_again: f64,
    plays_per_node: f64,
    evaluations_per_node: f64,
}

/// The speed of the static evaluations of decisions, over the searched positions.
#[derive(Serialize)]
struct EvaluationSpeed {
    hand_per_second: f64,
    /// With the hand-written evaluation, if the net corrects it. Missing for a game without a net.
    #[serde(skip_serializing_if = "Option::is_none")]
    net_per_second: Option<f64>,
}

/// The node count of a fixed search in a game.
#[derive(Serialize)]
struct Signature {
    game: &'static str,
    nodes: u64,
}

/// Counts the nodes of a fixed search in these games, and their sum. The counts are the same on
/// every machine, and change with the search, an evaluation or the rules.
fn signature(games: &[&'static GameInfo], args: &BenchArgs, out: &mut impl Write) -> Result<(), CliError> {
    let mut signatures = Vec::new();
    for &info in games {
        let options = super::source::options(info, &args.set)?;
        let nodes = games::visit(info.id, Count(options)).map_err(|error| CliError::Usage(error.to_string()))?;
        signatures.push(Signature { game: info.id, nodes });
    }
    if args.json {
        serde_json::to_writer_pretty(&mut *out, &signatures)?;
        return Ok(writeln!(out)?);
    }
    for Signature { game, nodes } in &signatures {
        writeln!(out, "{nodes:>10} {game}")?;
    }
    let sum: u64 = signatures.iter().map(|signature| signature.nodes).sum();
    Ok(writeln!(out, "{sum:>10} nodes")?)
}

/// The numbers of random actions from the start to the searched positions.
const PLAYED: [u64; 4] = [0, 9, 26, 55];

struct Count(Options);

impl Visitor for Count {
    type Output = u64;

    fn visit<P: Game>(self) -> u64 {
        // The depth is limited to keep this fast.
        let depth = match P::INFO.id {
            "chess" => 6,
            "tactical" => 2,
            _ => 4,
        };
        let start = TypedGame::<P>::new(self.0);
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let nodes = |(seed, &actions): (usize, &u64)| {
            let game = play::random_match(&start, seed as u64, actions);
            let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
            analyse(&game, limits, 1, &mut control).report.nodes
        };
        PLAYED.iter().enumerate().map(nodes).sum()
    }
}

impl Figures {
    fn write(&self, out: &mut impl Write) -> Result<(), CliError> {
        writeln!(out, "{}", self.game)?;
        for Speed { position, depth, nodes_per_second } in &self.perft {
            writeln!(out, "  {nodes_per_second:>12.0} nodes/s, perft {depth} of {position}")?;
        }
        writeln!(out, "  {:>12.0} hand-written evaluations/s", self.evaluations.hand_per_second)?;
        if let Some(net_per_second) = self.evaluations.net_per_second {
            writeln!(out, "  {net_per_second:>12.0} evaluations/s with the net")?;
        }
        let SearchSpeed { nodes_per_second, nodes_per_second_again, plays_per_node, evaluations_per_node, .. } =
            self.search;
        writeln!(
            out,
            "  {nodes_per_second:>12.0} nodes/s of the search, with {plays_per_node:.2} actions played and {evaluations_per_node:.2} evaluations each"
        )?;
        writeln!(out, "  {nodes_per_second_again:>12.0} nodes/s of the same search with its table")?;
        for (per_second, what) in self.files.lines() {
            writeln!(out, "  {per_second:>12.0} {what}")?;
        }
        writeln!(out, "  {:>12.0} playouts/s ({} played)", self.playouts_per_second, self.playouts)?;
        writeln!(out, "  {:>12.1} actions a match", self.mean_length)?;
        writeln!(out, "  {:>12.1} legal actions a decision", self.mean_actions)?;
        for (end, share) in &self.ends {
            writeln!(out, "  {:>10.1} % {end}", 100.0 * share)?;
        }
        Ok(())
    }
}

struct Measure(Options);

impl Visitor for Measure {
    type Output = Result<Figures, CliError>;

    fn visit<P: Game>(self) -> Result<Figures, CliError> {
        let files = FileSpeed::measured(P::INFO, &self.0)?;
        let start = TypedGame::<P>::new(self.0);
        let (begun, mut playouts, mut length) = (cpu_time(), 0, 0);
        let mut ends = BTreeMap::<String, f64>::new();
        while cpu_time() - begun < MEASURE {
            let played = play::random_match(&start, playouts, u64::MAX);
            playouts += 1;
            length += played.actions().len();
            if let Some(outcome) = played.turn().outcome() {
                *ends.entry(format!("{outcome}, {}", outcome.reason)).or_default() += 1.0;
            }
        }
        let playouts_per_second = playouts as f64 / (cpu_time() - begun).as_secs_f64().max(1e-9);
        ends.values_mut().for_each(|share| *share /= playouts as f64);

        Ok(Figures {
            game: P::INFO.id,
            files,
            evaluations: evaluation_speed(&start),
            search: search_speed(&start),
            perft: play::measured_positions(&start).iter().map(|(_, position)| speed(position)).collect(),
            playouts,
            playouts_per_second,
            mean_length: length as f64 / playouts as f64,
            ends,
            mean_actions: mean_actions(&start),
        })
    }
}

/// Searches the positions of [`PLAYED`], each twice for a fixed number of nodes.
fn search_speed<P: Game>(start: &TypedGame<P>) -> SearchSpeed {
    let (mut done, mut time) = (SearchResult::<P::Action>::default(), Duration::ZERO);
    let (mut nodes_again, mut time_again) = (0, Duration::ZERO);
    for (seed, actions) in PLAYED.into_iter().enumerate() {
        let game = play::random_match(start, seed as u64, actions);
        let memory = Some(SearchMemory::default());
        let request = SearchRequest { memory, ..SearchRequest::new(Limits::nodes(SEARCHED)) };
        let search = || {
            let mut control = SearchControl { stop: &|| false, progress: &mut |_| {} };
            let begun = cpu_time();
            let found = analyse_ongoing(&game, &request, &mut control, &mut || {}).report;
            (found, cpu_time() - begun)
        };
        let (found, took) = search();
        time += took;
        let (again, took) = search();
        nodes_again += again.nodes;
        time_again += took;
        done.nodes += found.nodes;
        done.plays += found.plays;
        done.evaluations += found.evaluations;
    }
    let per_second = |nodes: u64, time: Duration| nodes as f64 / time.as_secs_f64().max(1e-9);
    let per_node = |count: u64| count as f64 / done.nodes.max(1) as f64;
    SearchSpeed {
        nodes: done.nodes,
        nodes_per_second: per_second(done.nodes, time),
        nodes_per_second_again: per_second(nodes_again, time_again),
        plays_per_node: per_node(done.plays),
        evaluations_per_node: per_node(done.evaluations),
    }
}

/// Evaluates the decisions among the positions of [`PLAYED`].
fn evaluation_speed<P: Game>(start: &TypedGame<P>) -> EvaluationSpeed {
    let played = PLAYED.into_iter().zip(0..).map(|(actions, seed)| play::random_match(start, seed, actions));
    let positions: Vec<P> = played
        .map(|game| game.position().clone())
        .filter(|position| matches!(position.turn(), Turn::Decide(_)))
        .collect();
    let evaluations_per_second = |evaluate: &dyn Fn(&P) -> i32| {
        let all = || positions.iter().for_each(|position| _ = black_box(evaluate(black_box(position))));
        per_second(BATCH, all) * positions.len() as f64
    };
    let net = start.position().net().and_then(|slot| slot.get());
    EvaluationSpeed {
        hand_per_second: evaluations_per_second(&|position| position.evaluate()),
        net_per_second: net.map(|net| evaluations_per_second(&|position| value_by_net(position, net))),
    }
}

/// Repeats `run` for [`MEASURE`], with `batch` runs between two readings of the clock. Returns the
/// runs per second.
fn per_second(batch: usize, mut run: impl FnMut()) -> f64 {
    let (begun, mut runs) = (cpu_time(), 0);
    while cpu_time() - begun < MEASURE {
        for _ in 0..batch {
            run();
        }
        runs += batch;
    }
    runs as f64 / (cpu_time() - begun).as_secs_f64().max(1e-9)
}

/// Processor time of this thread, so that other programs do not distort the figures. Read from
/// procfs on Linux; elsewhere, the time since the first call.
fn cpu_time() -> Duration {
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = stat.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| BEGUN.elapsed(), Duration::from_nanos)
}

/// Measures the nodes per second of processor time of a perft.
fn speed<P: Game>(position: &P) -> Speed {
    let depth = (1..64).find(|&depth| perft(position, depth) >= ENOUGH).unwrap_or(64);
    let timed = || {
        let begun = cpu_time();
        let nodes = perft(black_box(position), depth);
        (nodes, cpu_time() - begun)
    };
    let (mut nodes, mut time) = (0, Duration::ZERO);
    while time < MEASURE {
        let (more, took) = timed();
        nodes += more;
        time += took;
    }
    Speed { position: position.to_string(), depth, nodes_per_second: nodes as f64 / time.as_secs_f64().max(1e-9) }
}

fn mean_actions<P: Game>(start: &TypedGame<P>) -> f64 {
    let (mut decisions, mut actions) = (0_u64, 0_u64);
    for seed in 0..COUNTED {
        let mut count = |position: &P| {
            if let Turn::Decide(_) = position.turn() {
                decisions += 1;
                actions += position.count();
            }
        };
        count(start.position());
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let Ok(_) = play::playout(start.clone(), &mut rng, u64::MAX, |_, position: &P| {
            count(position);
            Ok::<_, Infallible>(())
        });
    }
    actions as f64 / decisions.max(1) as f64
}
