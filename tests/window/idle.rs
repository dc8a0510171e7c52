//! The cost of an idle window.

use std::fs;
use std::thread::sleep;
use std::time::Duration;

use super::player::{PATIENCE, Player, wait};

/// Duration of the measurement.
const IDLE: Duration = Duration::from_secs(3);

/// Maximum share of a processor for an idle window: less than for drawing a single frame in
/// software.
const MAX_PROCESSOR: f64 = 0.02;

/// Maximum resident memory of the window, MB.
const MAX_MEMORY: u64 = 600;

/// Processor time used by a process, s (proc(5): user and system time in ticks of 1/100 s, the 14th
/// and 15th field).
fn processor(id: u32) -> f64 {
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).unwrap();
    let (_, fields) = stat.rsplit_once(") ").unwrap();
    let ticks: Vec<u64> = fields.split(' ').skip(11).take(2).map(|field| field.parse().unwrap()).collect();
    ticks.iter().sum::<u64>() as f64 / 100.0
}

/// Resident memory, MB.
fn memory(id: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{id}/status")).unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() / 1024
}

#[test]
fn an_idle_window_neither_draws_nor_grows() {
    let Some(player) = Player::both("makarenko", None, 1) else { return };
    let used = |seconds: Duration| {
        let before = processor(player.id());
        sleep(seconds);
        (processor(player.id()) - before) / seconds.as_secs_f64()
    };
    let idle = || {
        // After the window opens, it compiles pipelines and makes meshes for a while.
        wait("rest", PATIENCE, || (used(Duration::from_secs(1)) < MAX_PROCESSOR).then_some(()));
        used(IDLE)
    };
    let share = idle();
    player.key("m");
    let typing = idle();
    let memory = memory(player.id());
    println!("idle: {:.0} % of a processor, {memory} MB", 100.0 * share);
    assert!(share < MAX_PROCESSOR, "{:.0} % of a processor while idle", 100.0 * share);
    // A frame every few seconds is drawn anyway, which took a fifth of a slow processor; a blinking
    // cursor would keep a processor busy.
    assert!(typing < 0.5, "{:.0} % of a processor with the cursor in a field", 100.0 * typing);
    assert!(memory < MAX_MEMORY, "{memory} MB");
    player.close();
}
