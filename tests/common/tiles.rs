//! The difference of two pictures of a table, by the mean colours of small tiles: grain and edges
//! average out, a missing piece does not.
//!
//! A test includes this with `#[path = "common/tiles.rs"] mod tiles;`.

use image::RgbImage;

/// The mean colours of a picture's tiles, row by row; `edge` is the length of a tile in pixels.
fn tiles(picture: &RgbImage, edge: u32) -> Vec<[f32; 3]> {
    let mean = |left: u32, top: u32| {
        let mut sum = [0.0; 3];
        for (x, y) in (0..edge).flat_map(|y| (0..edge).map(move |x| (left + x, top + y))) {
            let colour = picture.get_pixel(x, y).0;
            sum = std::array::from_fn(|part| sum[part] + f32::from(colour[part]));
        }
        sum.map(|part| part / (edge * edge) as f32)
    };
    let (columns, rows) = (picture.width() / edge, picture.height() / edge);
    (0..rows).flat_map(|row| (0..columns).map(move |column| mean(edge * column, edge * row))).collect()
}

/// The differences of corresponding tiles, row by row: 0 to 255, the mean of red, green and blue.
pub fn differences(a: &RgbImage, b: &RgbImage, edge: u32) -> Vec<f32> {
    assert_eq!(a.dimensions(), b.dimensions(), "pictures of different sizes");
    let apart = |(a, b): (&[f32; 3], &[f32; 3])| a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f32>() / 3.0;
    tiles(a, edge).iter().zip(&tiles(b, edge)).map(apart).collect()
}

/// The greatest of these differences.
pub fn difference(a: &RgbImage, b: &RgbImage, edge: u32) -> f32 {
    differences(a, b, edge).into_iter().fold(0.0, f32::max)
}
