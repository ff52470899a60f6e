//! A page of a PDF as a picture: drawn from the file alone, with the letters in it.

use std::collections::BTreeMap;

use lopdf::content::Content;
use lopdf::{Dictionary, Document, Object, ObjectId};
use spieltisch_draw::sheets::Rect;
use tiny_skia::{FillRule, LineCap, Paint, PathBuilder, Pixmap, Stroke, StrokeDash, Transform};
use ttf_parser::{Face, GlyphId};

use crate::outline::outline;

/// Points of the picture for each millimetre.
const SCALE: f32 = 6.0;
const MILLIMETRE: f32 = 72.0 / 25.4;

/// A page, drawn.
pub struct Picture {
    pixels: Pixmap,
}

impl Picture {
    /// Draws a page of a document.
    pub fn of(document: &Document, page: ObjectId) -> Picture {
        let dictionary = document.get_dictionary(page).expect("a page");
        let size: Vec<f32> = dictionary.get(b"MediaBox").and_then(Object::as_array).expect("a size").iter().map(number).collect();
        let scale = SCALE / MILLIMETRE;
        let mut pixels = Pixmap::new((size[2] * scale).round() as u32, (size[3] * scale).round() as u32).expect("a page has a size");
        pixels.fill(tiny_skia::Color::WHITE);
        // From the lower left corner in points to the upper left one in pixels.
        let base = Transform::from_row(scale, 0.0, 0.0, -scale, 0.0, size[3] * scale);
        let content = Content::decode(&document.get_page_content(page)).expect("operations");
        let fonts = document.get_page_fonts(page).expect("fonts");
        let mut drawing = Drawing {
            pixels,
            transform: base,
            path: PathBuilder::new(),
            fill: [0.0; 3],
            stroke: [0.0; 3],
            width: 1.0,
            dash: Vec::new(),
            text: Transform::identity(),
            font: None,
        };
        for operation in content.operations {
            let operands: Vec<f32> = operation.operands.iter().filter(is_number).map(number).collect();
            match operation.operator.as_str() {
                "Tf" => {
                    let name = operation.operands[0].as_name().expect("a font's name");
                    drawing.font = Some((embedded(document, fonts[name]), operands[0]));
                }
                "Tj" => drawing.show(operation.operands[0].as_str().expect("glyphs")),
                "d" => drawing.dash = operation.operands[0].as_array().expect("dashes").iter().map(number).collect(),
                operator => drawing.take(operator, &operands),
            }
        }
        Picture { pixels: drawing.pixels }
    }

    /// Whether nothing is drawn nearer to the edges than this.
    pub fn is_blank_beyond(&self, margin: f64) -> bool {
        let margin = (margin * f64::from(SCALE)) as u32;
        let (width, height) = (self.pixels.width(), self.pixels.height());
        let near = |x: u32, y: u32| x < margin || y < margin || x + margin >= width || y + margin >= height;
        (0..height).all(|y| (0..width).all(|x| !near(x, y) || self.grey(x, y) == 255))
    }

    /// Whether a rectangle has one shade only, so that no text can be seen in it.
    pub fn is_even(&self, rect: Rect) -> bool {
        let pixel = |length: f64| (length * f64::from(SCALE)).round() as u32;
        let first = self.grey(pixel(rect.x), pixel(rect.y));
        (pixel(rect.y)..pixel(rect.bottom())).all(|y| (pixel(rect.x)..pixel(rect.right())).all(|x| self.grey(x, y) == first))
    }

    /// What a phone reads from it.
    pub fn code(&self) -> Option<String> {
        let (width, height) = (self.pixels.width() as usize, self.pixels.height() as usize);
        let mut image = rqrr::PreparedImage::prepare_from_greyscale(width, height, |x, y| self.grey(x as u32, y as u32));
        image.detect_grids().iter().find_map(|grid| grid.decode().ok()).map(|(_, text)| text)
    }

    fn grey(&self, x: u32, y: u32) -> u8 {
        self.pixels
            .pixel(x, y)
            .map_or(255, |pixel| ((u16::from(pixel.red()) + u16::from(pixel.green()) + u16::from(pixel.blue())) / 3) as u8)
    }
}

fn is_number(object: &&Object) -> bool {
    matches!(object, Object::Integer(_) | Object::Real(_))
}

fn number(object: &Object) -> f32 {
    object.as_float().unwrap_or_else(|_| object.as_i64().unwrap_or(0) as f32)
}

/// The texts of a page as a reader copies them: by what the file says its glyphs mean.
pub fn texts(document: &Document, page: ObjectId) -> Vec<String> {
    let content = Content::decode(&document.get_page_content(page)).expect("operations");
    let fonts = document.get_page_fonts(page).expect("fonts");
    let (mut meanings, mut texts) = (BTreeMap::new(), Vec::new());
    for operation in content.operations {
        match operation.operator.as_str() {
            "Tf" => {
                let name = operation.operands[0].as_name().expect("a font's name");
                meanings = meanings_of(document, fonts[name]);
            }
            "Tj" => {
                let glyphs = operation.operands[0].as_str().expect("glyphs");
                texts.push(glyphs.chunks(2).map(|pair| meanings[&u16::from_be_bytes([pair[0], pair[1]])]).collect());
            }
            _ => {}
        }
    }
    texts
}

/// What each glyph of a font means: lines as `<0001> <0041>`.
fn meanings_of(document: &Document, font: &Dictionary) -> BTreeMap<u16, char> {
    let map = font.get(b"ToUnicode").and_then(Object::as_reference).expect("the file says what its letters mean");
    let map = document.get_object(map).and_then(Object::as_stream).expect("a stream").content.clone();
    let map = String::from_utf8(map).expect("plain letters");
    let line = |line: &str| {
        let (glyph, meaning) = line.strip_prefix('<')?.strip_suffix('>')?.split_once("> <")?;
        let code = |text: &str| u16::from_str_radix(text, 16).ok();
        Some((code(glyph)?, char::from_u32(code(meaning)?.into())?))
    };
    map.lines().filter(|line| line.len() == "<0001> <0041>".len()).filter_map(line).collect()
}

/// The font file that a page's font comes with.
fn embedded(document: &Document, font: &Dictionary) -> Vec<u8> {
    let follow = |dictionary: &Dictionary, name: &[u8]| -> Dictionary {
        let object = dictionary.get(name).expect("an entry");
        let object = object.as_array().map_or(object, |list| &list[0]);
        document.get_dictionary(object.as_reference().expect("a reference")).expect("a dictionary").clone()
    };
    let descriptor = follow(&follow(font, b"DescendantFonts"), b"FontDescriptor");
    let file = descriptor.get(b"FontFile2").and_then(Object::as_reference).expect("the font comes with the file");
    document.get_object(file).and_then(Object::as_stream).expect("a stream").content.clone()
}

struct Drawing {
    pixels: Pixmap,
    transform: Transform,
    path: PathBuilder,
    fill: [f32; 3],
    stroke: [f32; 3],
    width: f32,
    dash: Vec<f32>,
    /// Where the next text stands.
    text: Transform,
    /// The font file and the size of its letters.
    font: Option<(Vec<u8>, f32)>,
}

impl Drawing {
    fn take(&mut self, operator: &str, n: &[f32]) {
        match operator {
            "cm" => self.transform = self.transform.pre_concat(Transform::from_row(n[0], n[1], n[2], n[3], n[4], n[5])),
            "m" => self.path.move_to(n[0], n[1]),
            "l" => self.path.line_to(n[0], n[1]),
            "c" => self.path.cubic_to(n[0], n[1], n[2], n[3], n[4], n[5]),
            "h" => self.path.close(),
            "rg" => self.fill = [n[0], n[1], n[2]],
            "RG" => self.stroke = [n[0], n[1], n[2]],
            "w" => self.width = n[0],
            "f*" => self.paint(true, false),
            "S" => self.paint(false, true),
            "B*" => self.paint(true, true),
            "Tm" => self.text = Transform::from_row(n[0], n[1], n[2], n[3], n[4], n[5]),
            "BT" | "ET" | "n" => {}
            other => panic!("the sheets do not use {other}"),
        }
    }

    fn paint(&mut self, fill: bool, stroke: bool) {
        let Some(path) = std::mem::replace(&mut self.path, PathBuilder::new()).finish() else { return };
        if fill {
            self.pixels.fill_path(&path, &paint(self.fill), FillRule::EvenOdd, self.transform, None);
        }
        if stroke {
            let dash = StrokeDash::new(self.dash.clone(), 0.0);
            let stroke = Stroke { width: self.width, line_cap: LineCap::Butt, dash, ..Stroke::default() };
            self.pixels.stroke_path(&path, &paint(self.stroke), &stroke, self.transform, None);
        }
    }

    /// Draws glyphs by their numbers, two bytes each.
    fn show(&mut self, glyphs: &[u8]) {
        let Some((file, size)) = &self.font else { panic!("a text without a font") };
        let face = Face::parse(file, 0).expect("a font");
        let scale = size / f32::from(face.units_per_em());
        let mut along = 0.0;
        for glyph in glyphs.chunks(2).map(|pair| GlyphId(u16::from_be_bytes([pair[0], pair[1]]))) {
            let place = self.transform.pre_concat(self.text).pre_concat(Transform::from_row(scale, 0.0, 0.0, scale, along, 0.0));
            if let Some(outline) = outline(&face, glyph) {
                self.pixels.fill_path(&outline, &paint(self.fill), FillRule::Winding, place, None);
            }
            along += f32::from(face.glyph_hor_advance(glyph).unwrap_or(0)) * scale;
        }
    }
}

fn paint(colour: [f32; 3]) -> Paint<'static> {
    let mut paint = Paint::default();
    paint.set_color(tiny_skia::Color::from_rgba(colour[0], colour[1], colour[2], 1.0).expect("parts from 0 to 1"));
    paint
}
