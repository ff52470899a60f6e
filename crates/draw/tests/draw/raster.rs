//! A picture as pixels, and as a PNG file: for what is drawn where there is no browser.

use std::collections::BTreeMap;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use spieltisch_draw::sheets::{Ink, Item, Page, Segment, Shape, Text, Weight};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Stroke, Transform};
use ttf_parser::Face;

use crate::outline::outline;

/// Pixels from left to right and top to bottom: red, green and blue of each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pixels {
    pub width: usize,
    pub height: usize,
    pub rgb: Vec<u8>,
}

/// Draws a picture.
pub fn draw(page: &Page) -> Pixels {
    let (width, height) = page.paper.size();
    let mut pixmap = Pixmap::new(width as u32, height as u32).expect("a picture has a size");
    pixmap.fill(Color::WHITE);
    for item in &page.items {
        match item {
            Item::Shape(shape) => draw_shape(&mut pixmap, shape),
            Item::Text(text) => draw_text(&mut pixmap, text),
        }
    }
    let rgb = pixmap.pixels().iter().flat_map(|pixel| [pixel.red(), pixel.green(), pixel.blue()]).collect();
    Pixels { width: width as usize, height: height as usize, rgb }
}

fn draw_shape(pixmap: &mut Pixmap, shape: &Shape) {
    let mut path = PathBuilder::new();
    for segment in &shape.path {
        match segment {
            Segment::Move(p) => path.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => path.line_to(p.x as f32, p.y as f32),
            Segment::Curve(a, b, p) => path.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32),
            Segment::Close => path.close(),
        }
    }
    let Some(path) = path.finish() else { return };
    if let Some(ink) = shape.fill {
        pixmap.fill_path(&path, &paint(ink), FillRule::EvenOdd, Transform::identity(), None);
    }
    if let Some(stroke) = shape.stroke {
        let line = Stroke { width: stroke.width as f32, line_join: tiny_skia::LineJoin::Round, ..Stroke::default() };
        pixmap.stroke_path(&path, &paint(stroke.ink), &line, Transform::identity(), None);
    }
}

fn draw_text(pixmap: &mut Pixmap, text: &Text) {
    let file = match text.weight {
        Weight::Regular => dejavu::sans_condensed::regular(),
        Weight::Bold => dejavu::sans_condensed::bold(),
    };
    let face = Face::parse(file, 0).expect("the font is shipped");
    let scale = text.size as f32 / f32::from(face.units_per_em());
    let mut along = text.at.x as f32;
    for letter in text.text.chars() {
        let glyph = face.glyph_index(letter).unwrap_or_default();
        let place = Transform::from_row(scale, 0.0, 0.0, -scale, along, text.at.y as f32);
        if let Some(path) = outline(&face, glyph) {
            pixmap.fill_path(&path, &paint(text.ink), FillRule::Winding, place, None);
        }
        along += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
    }
}

fn paint(ink: Ink) -> Paint<'static> {
    let [red, green, blue] = ink.rgb();
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    paint
}

/// The picture in so few colours that each is one byte: those that are used most, and for every other the nearest of them.
pub fn few_colours(pixels: &Pixels) -> Pixels {
    let (palette, places) = palette(pixels);
    let rgb = places.iter().flat_map(|&place| palette[usize::from(place)]).collect();
    Pixels { rgb, ..*pixels }
}

/// The colours that are used most, and for every pixel which of them is the nearest.
fn palette(pixels: &Pixels) -> (Vec<[u8; 3]>, Vec<u8>) {
    let colours = || pixels.rgb.chunks(3).map(|colour| [colour[0], colour[1], colour[2]]);
    let mut used: BTreeMap<[u8; 3], usize> = BTreeMap::new();
    colours().for_each(|colour| *used.entry(colour).or_default() += 1);
    let mut palette: Vec<[u8; 3]> = used.keys().copied().collect();
    palette.sort_by_key(|colour| std::cmp::Reverse(used[colour]));
    palette.truncate(256);
    let far = |one: [u8; 3], other: [u8; 3]| -> u32 { one.into_iter().zip(other).map(|(a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    let nearest = |colour: [u8; 3]| (0..palette.len()).min_by_key(|&place| far(palette[place], colour)).unwrap_or(0) as u8;
    let places: BTreeMap<[u8; 3], u8> = used.keys().map(|&colour| (colour, nearest(colour))).collect();
    let of_pixels = colours().map(|colour| places[&colour]).collect();
    (palette, of_pixels)
}

const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";
/// A byte for each pixel, which names a colour of the palette.
const KIND: [u8; 5] = [8, 3, 0, 0, 0];

/// Pixels as a PNG file of few colours.
pub fn to_png(pixels: &Pixels) -> Vec<u8> {
    let (palette, places) = palette(pixels);
    let mut zipped = ZlibEncoder::new(Vec::new(), Compression::best());
    for line in places.chunks(pixels.width) {
        // Each line begins with how it is written: as it is.
        zipped.write_all(&[0]).and_then(|()| zipped.write_all(line)).expect("a list of bytes takes everything");
    }
    let size = [pixels.width as u32, pixels.height as u32].map(u32::to_be_bytes).concat();
    let mut file = SIGNATURE.to_vec();
    put(&mut file, b"IHDR", &[size, KIND.to_vec()].concat());
    put(&mut file, b"PLTE", &palette.concat());
    put(&mut file, b"IDAT", &zipped.finish().expect("a list of bytes takes everything"));
    put(&mut file, b"IEND", &[]);
    file
}

fn put(file: &mut Vec<u8>, name: &[u8; 4], content: &[u8]) {
    let mut sum = flate2::Crc::new();
    sum.update(name);
    sum.update(content);
    file.extend((content.len() as u32).to_be_bytes());
    file.extend(name);
    file.extend(content);
    file.extend(sum.sum().to_be_bytes());
}

/// The pixels of a file as [`to_png`] writes it; `None` where it is not one.
pub fn from_png(file: &[u8]) -> Option<Pixels> {
    let mut rest = file.strip_prefix(SIGNATURE)?;
    let (mut size, mut palette, mut zipped) = (None, Vec::new(), Vec::new());
    while !rest.is_empty() {
        let length = u32::from_be_bytes(rest.get(..4)?.try_into().ok()?) as usize;
        let content = rest.get(8..8 + length)?;
        match rest.get(4..8)? {
            b"IHDR" if content.get(8..)? == KIND => {
                let side = |at: usize| Some(u32::from_be_bytes(content.get(at..at + 4)?.try_into().ok()?) as usize);
                size = Some((side(0)?, side(4)?));
            }
            b"PLTE" => palette = content.chunks(3).collect(),
            b"IDAT" => zipped.extend(content),
            _ => {}
        }
        rest = rest.get(12 + length..)?;
    }
    let (width, height) = size?;
    let mut lines = Vec::new();
    ZlibDecoder::new(zipped.as_slice()).read_to_end(&mut lines).ok()?;
    let mut rgb: Vec<u8> = Vec::new();
    for line in lines.chunks(1 + width) {
        for &place in line.strip_prefix(&[0])? {
            rgb.extend(*palette.get(usize::from(place))?);
        }
    }
    (rgb.len() == width * height * 3).then_some(Pixels { width, height, rgb })
}
