//! Films, and pictures of whole matches, made by the commands. Sizes are small and matches short,
//! because everything is drawn in software.
#![cfg(feature = "view")]
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a test fails by panicking")]

#[path = "common/command.rs"]
mod command;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use command::{command, fails, run};
use tempfile::TempDir;

const SMALL: [&str; 8] = ["--size", "160x90", "--fps", "8", "--quality", "low", "--speed", "4"];

/// A folder with a short match of Fluky Chess with thrown dice.
fn recorded() -> (TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let file = path(&folder, "match.jsonl");
    prints(&["watch", "fluky", "--seed", "7", "--clock", "60", "--headless", "--max", "8", "--record", &file]);
    (folder, file)
}

/// The output of a successful command. A long film may report its progress.
#[track_caller]
fn prints(args: &[&str]) -> String {
    let output = run(args);
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{args:?}: {error}");
    assert!(error.lines().all(|line| line.starts_with("film: ")), "{args:?}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn path(folder: &TempDir, name: &str) -> String {
    folder.path().join(name).to_str().unwrap().to_string()
}

/// Films, and returns the number of frames.
#[track_caller]
fn film(file: &str, out: &str, more: &[&str]) -> usize {
    let printed = prints(&[&["film", file, "-o", out][..], &SMALL, more].concat());
    let frames = printed.trim().strip_prefix(out).and_then(|rest| rest.strip_prefix(": ")).unwrap();
    frames.strip_suffix(" frames").unwrap().parse().unwrap()
}

/// The sorted files of a folder, with their contents.
fn contents(folder: &str) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| (file.file_name().unwrap().into(), fs::read(&file).unwrap())).collect()
}

/// The boxes of an MP4 file, each with its path: `moov/trak/mdia`.
fn boxes(data: &[u8], around: &str) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < data.len() {
        let length = u32::from_be_bytes(data[at..at + 4].try_into().unwrap()) as usize;
        assert!(
            length >= 8 && at + length <= data.len(),
            "{around}: a box of {length} bytes at {at} of {}",
            data.len()
        );
        let name = format!("{around}{}", std::str::from_utf8(&data[at + 4..at + 8]).unwrap());
        let inside = &data[at + 8..at + length];
        if ["moov", "trak", "mdia", "minf", "stbl"].iter().any(|parent| name.ends_with(parent)) {
            found.extend(boxes(inside, &format!("{name}/")));
        }
        found.push((name, inside.to_vec()));
        at += length;
    }
    found
}

fn number(data: &[u8], at: usize) -> u32 {
    u32::from_be_bytes(data[at..at + 4].try_into().unwrap())
}

#[test]
fn an_mp4_film_has_a_sample_for_each_frame() {
    let (folder, file) = recorded();
    let out = path(&folder, "film.mp4");
    let frames = film(&file, &out, &[]);
    assert!(frames > 8 * 5, "{frames} frames, with the pauses before and after");
    let boxes = boxes(&fs::read(&out).unwrap(), "");
    let found = |name: &str| &boxes.iter().find(|(own, _)| own == name).unwrap_or_else(|| panic!("no {name}")).1;
    let samples = found("moov/trak/mdia/minf/stbl/stsz");
    assert_eq!(number(samples, 8) as usize, frames, "samples");
    let tables = boxes.iter().filter(|(name, _)| name.ends_with("/stsz"));
    let sizes: u32 =
        tables.flat_map(|(_, table)| (0..number(table, 8)).map(|at| number(table, 12 + 4 * at as usize))).sum();
    assert_eq!(sizes as usize, found("mdat").len(), "all data belongs to samples");
    let whole = found("moov/trak/mdia/minf/stbl/stss");
    let first: Vec<u32> = (0..number(whole, 4) as usize).map(|at| number(whole, 8 + 4 * at)).collect();
    // A part takes four seconds.
    assert_eq!(first, (0..frames as u32).step_by(32).map(|frame| frame + 1).collect::<Vec<_>>());
    let header = found("moov/trak/mdia/mdhd");
    let (scale, length) = (number(header, 12), number(header, 16));
    assert!((f64::from(length) / f64::from(scale) - frames as f64 / 8.0).abs() < 0.01, "{length} of {scale}");
    assert!(found("ftyp").starts_with(b"isom"));
    assert_eq!(folder.path().read_dir().unwrap().count(), 2, "no other files are left");
    probe(&out, frames);
}

/// The poster is a picture of the film, and the cover of the MP4 file.
#[test]
fn a_film_has_a_poster_and_a_cover() {
    let (folder, file) = recorded();
    let [out, poster] = ["film.mp4", "poster.png"].map(|name| path(&folder, name));
    film(&file, &out, &["--to", "2", "--poster", &poster]);
    let picture = image::open(&poster).unwrap().to_rgb8();
    assert_eq!(picture.dimensions(), (160, 90));
    let colours: BTreeSet<_> = picture.pixels().map(|pixel| pixel.0).collect();
    assert!(colours.len() > 100, "{} colours", colours.len());
    let boxes = boxes(&fs::read(&out).unwrap(), "");
    let (_, data) = boxes.iter().find(|(name, _)| name == "moov/udta").unwrap();
    let cover = data.windows(8).position(|found| found == b"\x89PNG\r\n\x1a\n").unwrap();
    assert_eq!(image::load_from_memory(&data[cover..]).unwrap().to_rgb8(), picture);
    fails(&["film", &file, "-o", &path(&folder, "other.mp4"), "--poster", &file], &["--poster", "match file"]);
}

/// The film has the sounds of the table, as long as the pictures; `--silent` omits them.
#[test]
fn a_film_has_sound_chapters_and_subtitles() {
    let (folder, file) = recorded();
    let [out, silent] = ["film.mp4", "silent.mp4"].map(|name| path(&folder, name));
    let frames = film(&file, &out, &["--subtitles"]);
    let written = boxes(&fs::read(&out).unwrap(), "");
    let headers: Vec<_> =
        written.iter().filter(|(name, _)| name.ends_with("/mdhd")).map(|(_, header)| header).collect();
    let seconds = |header: &[u8]| f64::from(number(header, 16)) / f64::from(number(header, 12));
    assert_eq!(headers.len(), 2, "pictures and sound");
    assert!((seconds(headers[1]) - frames as f64 / 8.0).abs() < 0.1, "{} s", seconds(headers[1]));
    let packets = &written.iter().filter(|(name, _)| name.ends_with("/stsz")).nth(1).unwrap().1;
    let sizes: Vec<_> = (0..number(packets, 8)).map(|at| number(packets, 12 + 4 * at as usize)).collect();
    assert!(
        sizes.iter().any(|size| *size > 300) && sizes.iter().any(|size| *size < 20),
        "sounds and silence: {sizes:?}"
    );
    let chapters = &written.iter().find(|(name, _)| name == "moov/udta").unwrap().1;
    assert!(chapters[4..8] == *b"chpl" && chapters[16] > 3, "{chapters:?}");
    let subtitles = fs::read_to_string(path(&folder, "film.srt")).unwrap();
    assert!(subtitles.starts_with("1\n00:00:00,000 --> 00:00:0") && subtitles.contains("Fluky Chess"), "{subtitles}");
    film(&file, &silent, &["--silent", "--to", "1"]);
    assert!(!boxes(&fs::read(&silent).unwrap(), "").iter().any(|(name, _)| name.ends_with("smhd")));
}

/// Compares with ffprobe, if installed; CI requires it.
fn probe(out: &str, frames: usize) {
    let fields =
        "stream=codec_name,width,height,pix_fmt,color_range,color_space,color_transfer,color_primaries,nb_read_frames";
    let args = ["-v", "error", "-count_frames", "-show_entries", fields, "-of", "default=noprint_wrappers=1", out];
    let Ok(output) = Command::new("ffprobe").args(args).stdin(Stdio::null()).output() else {
        let missing = "ffprobe is missing (package ffmpeg on Debian and Ubuntu)";
        assert!(std::env::var_os("CI").is_none(), "{missing}");
        return eprintln!("not compared: {missing}");
    };
    assert!(output.status.success() && output.stderr.is_empty(), "{output:?}");
    let told: BTreeSet<_> = std::str::from_utf8(&output.stdout).unwrap().lines().collect();
    for field in [
        "codec_name=h264",
        "codec_name=aac",
        "width=160",
        "height=90",
        "pix_fmt=yuv420p",
        "color_range=tv",
        "color_space=bt709",
    ] {
        assert!(told.contains(field), "{field} is missing in {told:?}");
    }
    assert!(told.contains(&*format!("nb_read_frames={frames}")), "{frames} frames: {told:?}");
    assert!(told.contains("color_primaries=bt709") && told.contains("color_transfer=bt709"), "{told:?}");
}

#[test]
fn the_same_match_gives_the_same_frames_even_after_an_interruption() {
    let (folder, file) = recorded();
    let out = ["first", "second", "third"].map(|name| path(&folder, name));
    let more = ["--to", "3"];
    let frames = film(&file, &out[0], &more);
    let first = contents(&out[0]);
    assert_eq!(first.len(), frames);
    assert_eq!(first[0].0, Path::new("000001.png"));
    assert!(first.iter().collect::<BTreeSet<_>>().len() > frames / 4, "something moves");
    film(&file, &out[1], &more);
    assert!(contents(&out[1]) == first, "the same twice");
    // A killed film also resumes.
    let args = [&["film", &file, "-o", &out[2]][..], &SMALL, &more].concat();
    let mut child = command(&args).stderr(Stdio::null()).spawn().unwrap();
    let (begun, third) = (Instant::now(), path(&folder, "third.part/000002"));
    while !Path::new(&third).exists() {
        assert!(begun.elapsed() < Duration::from_secs(300) && child.try_wait().unwrap().is_none(), "no third part");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(!Path::new(&out[2]).exists());
    fails(&args, &["third.part", "interrupted film", "--resume"]);
    let mut other = args.clone();
    other[5] = "170x90";
    fails(&[&other[..], &["--resume"]].concat(), &["third.part", "other options", "160x90", "170x90"]);
    assert_eq!(film(&file, &out[2], &[&more[..], &["--resume"]].concat()), frames);
    assert!(contents(&out[2]) == first, "the same after an interruption");
    fails(&[&args[..], &["--resume"]].concat(), &["third", "not empty"]);
}

#[cfg(unix)]
#[test]
fn an_interruption_tells_how_to_continue() {
    let (folder, file) = recorded();
    let out = path(&folder, "film.mp4");
    let args = [&["film", &file, "-o", &out][..], &SMALL].concat();
    let child = command(&args).stdout(Stdio::piped()).spawn().unwrap();
    let (begun, part) = (Instant::now(), path(&folder, "film.mp4.part/000000"));
    while !Path::new(&part).exists() {
        assert!(begun.elapsed() < Duration::from_secs(300), "no first part");
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8(output.stdout).unwrap();
    assert!(said.contains("film.mp4.part") && said.contains("--resume") && said.contains("frames are kept"), "{said}");
    let frames = film(&file, &out, &["--resume"]);
    let whole = path(&folder, "whole.mp4");
    assert_eq!(film(&file, &whole, &[]), frames);
    assert!(fs::read(&out).unwrap() == fs::read(&whole).unwrap(), "the same film");
}

#[test]
fn a_gif_repeats_and_keeps_time() {
    let (folder, file) = recorded();
    let out = path(&folder, "film.gif");
    let frames = film(&file, &out, &["--to", "2", "--captions", "off", "--camera", "top"]);
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(fs::File::open(&out).unwrap()).unwrap();
    assert_eq!((decoder.width(), decoder.height(), decoder.repeat()), (160, 90, gif::Repeat::Infinite));
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        delays.push(u32::from(frame.delay));
    }
    assert_eq!(delays.len(), frames);
    assert_eq!(delays.iter().sum::<u32>() as usize, frames * 100 / 8, "hundredths of a second");
}

/// Captions are below the table: the result and every action change only this part.
#[test]
fn captions_are_written_below_the_table() {
    let (folder, file) = recorded();
    let [with, without] = ["with", "without"].map(|name| path(&folder, name));
    let args = ["film", &file, "--to", "2", "--camera", "white", "--size", "640x360", "--fps", "4", "--quality", "low"];
    prints(&[&args[..], &["-o", &with]].concat());
    prints(&[&args[..], &["-o", &without, "--captions", "off"]].concat());
    let [with, without] =
        [with, without].map(|folder| contents(&folder).into_iter().map(|(_, png)| png).collect::<Vec<_>>());
    assert_eq!(with.len(), without.len());
    let band = |png: &[u8]| image::load_from_memory(png).unwrap().to_rgb8().into_raw().split_off(3 * 640 * 300);
    let texts: BTreeSet<_> = with.iter().map(|png| band(png)).collect();
    assert!((3..20).contains(&texts.len()), "{} different texts", texts.len());
    let panel = |data: &[u8]| data.chunks(3).filter(|pixel| pixel.iter().all(|part| *part < 60)).count();
    assert!(texts.iter().all(|text| panel(text) > 640 * 60 / 2), "a dark band");
    assert!(without.iter().map(|png| band(png)).all(|table| panel(&table) < 640 * 60 / 2), "without captions");
}

/// Only the highlights: a part of the match with its end.
#[test]
fn highlights_are_a_part_of_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let [file, out] = ["match.jsonl", "film.mp4"].map(|name| path(&folder, name));
    let seats = ["--white", "greedy", "--black", "random"];
    prints(&[&["watch", "chess", "--seed", "3", "--headless", "--record", &file][..], &seats].concat());
    let frames = film(&file, &out, &["--highlights"]);
    assert!(frames > 8 * 5 && fs::metadata(&out).unwrap().len() > 1000, "{frames}");
    fails(&["film", &file, "-o", &path(&folder, "a.mp4"), "--highlights", "--from", "2"], &["--highlights", "--from"]);
}

#[test]
fn invalid_films_are_refused_before_drawing() {
    let (folder, file) = recorded();
    let out = path(&folder, "film.mp4");
    let wrong = |more: &[&str], parts: &[&str]| fails(&[&["film", &file, "-o", &out][..], more].concat(), parts);
    wrong(&["--size", "161x90"], &["--size", "even", "162x90", "161x90"]);
    wrong(&["--size", "3000x3000"], &["--size", "3840x2160"]);
    wrong(&["--size", "8x8"], &["--size", "16 to 3840"]);
    wrong(&["--fps", "0"], &["--fps", "4 to 120"]);
    wrong(&["--speed", "0"], &["--speed", "0.25 to 8"]);
    wrong(&["--camera", "above"], &["above", "director"]);
    wrong(&["--captions", "maybe"], &["maybe", "on, off"]);
    wrong(&["--from", "99"], &["--from", "0 to", "99"]);
    wrong(&["--to", "99"], &["--to", "99"]);
    wrong(&["--from", "3", "--to", "2"], &["--to", "3 to", "found 2"]);
    wrong(&["--resume"], &["--resume", "nothing to continue", "film.mp4.part"]);
    let other = |name: &str, more: &[&str], parts: &[&str]| {
        let out = path(&folder, name);
        fails(&[&["film", &file, "-o", &out][..], more].concat(), parts);
    };
    other("film.avi", &[], &["film.avi", ".mp4 or .gif file, or a folder", "'.avi'"]);
    other("film.gif", &["--fps", "60"], &["--fps", "50", "60"]);
    other("film.gif", &["--ffmpeg"], &["--ffmpeg", ".mp4"]);
    other("no/such/film.mp4", &[], &["no/such/film.mp4.part", "cannot be written"]);
    other("match.jsonl/film.mp4", &[], &["match.jsonl", "cannot be written"]);
    fs::create_dir(folder.path().join("kept")).unwrap();
    fs::write(folder.path().join("kept").join("x.png"), "x").unwrap();
    other("kept", &[], &["kept", "not empty"]);
    fails(&["film", "no/such/file", "-o", &out], &["no/such/file"]);
    fails(&["film", &file], &["--out"]);
    fails(&["watch", "fluky", "--film", &path(&folder, "film.avi")], &["film.avi"]);
    fails(&["watch", "fluky", "--fps", "30"], &["--film"]);
    fails(&["watch", "fluky", "--film", &out, "--headless"], &["--film", "--headless"]);
    let mut command = command(&["film", &file, "-o", &out, "--ffmpeg"]);
    let output = command.env("PATH", folder.path()).output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(2) && error.contains("ffmpeg cannot be run"), "{error}");
    let left: Vec<_> = folder.path().read_dir().unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), 2, "{left:?}");
}

/// Filming a match in progress does not change the match.
#[test]
fn a_match_is_filmed_during_play() {
    let folder = tempfile::tempdir().unwrap();
    let [out, filmed, played] = ["film.mp4", "filmed.jsonl", "played.jsonl"].map(|name| path(&folder, name));
    let seats =
        ["watch", "fluky", "--white", "search:nodes=200", "--black", "random", "--seed", "7", "--dice", "instant"];
    let printed = prints(&[&seats[..], &["--film", &out, "--record", &filmed], &SMALL].concat());
    assert!(printed.starts_with(&out) && printed.ends_with(" frames\n"), "{printed}");
    prints(&[&seats[..], &["--headless", "--record", &played]].concat());
    // Except for the time at which each began.
    let lines = |file: &str| {
        let text = fs::read_to_string(file).unwrap();
        let (header, events) = text.split_once('\n').unwrap();
        let mut header = serde_json::from_str::<serde_json::Value>(header).unwrap();
        assert!(header.as_object_mut().unwrap().remove("date").is_some());
        (header, events.to_string())
    };
    assert_eq!(lines(&filmed), lines(&played));
    prints(&["verify", &filmed]);
    let frames: u32 = printed.rsplit(' ').nth(1).unwrap().parse().unwrap();
    let boxes = boxes(&fs::read(&out).unwrap(), "");
    let samples = &boxes.iter().find(|(name, _)| name.ends_with("stsz")).unwrap().1;
    assert_eq!(number(samples, 8), frames);
}

#[test]
fn a_match_is_pictured_on_a_sheet_and_ply_by_ply() {
    let (folder, file) = recorded();
    let (sheet, single) = (path(&folder, "sheet.png"), path(&folder, "ply.png"));
    prints(&["shot", &file, "--sheet", "2x2", "--size", "320x180", "--camera", "top", "-o", &sheet]);
    let sheet = image::open(&sheet).unwrap().to_rgb8();
    assert_eq!(sheet.dimensions(), (320, 180));
    // The title is above.
    let tile = |x: u32, y: u32| image::imageops::crop_imm(&sheet, 160 * x, 20 + 80 * y, 160, 50).to_image();
    let tiles = [tile(0, 0), tile(1, 0), tile(0, 1), tile(1, 1)];
    assert!((0..4).all(|a| (0..a).all(|b| tiles[a] != tiles[b])), "four positions");
    let every = path(&folder, "every");
    prints(&["shot", &file, "--every", "2", "--size", "160x90", "--camera", "top", "-o", &every]);
    let names: Vec<_> = contents(&every).into_iter().map(|(name, _)| name.to_str().unwrap().to_string()).collect();
    assert_eq!(names[..3], ["ply-0000.png", "ply-0002.png", "ply-0004.png"]);
    prints(&["shot", &file, "--ply", "2", "--size", "160x90", "--camera", "top", "-o", &single]);
    let [one, of_many] =
        [single.clone(), path(&folder, "every/ply-0002.png")].map(|it| image::open(it).unwrap().to_rgb8());
    let off: u64 = one.iter().zip(of_many.iter()).map(|(a, b)| u64::from(a.abs_diff(*b))).sum();
    assert!((off as f64) < 2.0 * one.len() as f64, "the same position: {off} off over {} values", one.len());
    prints(&["shot", &file, "--ply", "2", "--size", "160x90", "--camera", "top", "--caption", "-o", &single]);
    let captioned = image::open(&single).unwrap().to_rgb8();
    let differ = |(y, x): (u32, u32)| captioned.get_pixel(x, y) != one.get_pixel(x, y);
    assert!((70..88).any(|y| differ((y, 4))), "a caption at the bottom");
    // Beside the caption, the bottom has one colour.
    assert!((84..90).all(|y| captioned.get_pixel(158, y) == captioned.get_pixel(158, 89)), "below the table");
    fails(&["shot", "fluky", "--caption", "-o", "x.png"], &["--caption", "match file"]);
    fails(&["shot", "fluky", "--sheet", "2x2", "-o", "x.png"], &["--sheet", "match file"]);
    fails(&["shot", &file, "--sheet", "0x2", "-o", "x.png"], &["--sheet", "COLSxROWS", "4x3"]);
    fails(&["shot", &file, "--sheet", "100x100", "-o", "x.png"], &["12x7", "16x16"]);
    fails(&["shot", &file, "--every", "0", "-o", "x"], &["--every", "from 1"]);
    fails(&["shot", &file, "--every", "2", "-o", "x.png"], &["--out", "folder"]);
    fails(&["shot", &file, "--every", "2", "--ply", "1", "-o", "x"], &["--every", "--ply"]);
}

/// Without the table, the picture has only the board and the pieces beside it.
#[test]
fn a_picture_may_have_no_background() {
    let folder = tempfile::tempdir().unwrap();
    for game in ["fluky", "whack", "chess", "tactical", "makarenko", "abalonian"] {
        let out = path(&folder, &format!("{game}.png"));
        let output = run(&["shot", game, "--size", "320x180", "--transparent", "-o", &out]);
        assert!(output.status.success(), "{game}: {output:?}");
        let picture = image::open(&out).unwrap().to_rgba8();
        let [opaque, empty] = [255, 0].map(|alpha| picture.pixels().filter(|pixel| pixel[3] == alpha).count());
        assert!(opaque > 10_000 && empty > 10_000, "{game}: of 57600 pixels, {opaque} are opaque and {empty} empty");
    }
}
