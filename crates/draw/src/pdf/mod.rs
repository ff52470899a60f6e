//! Pages as PDF: lines stay lines, letters stay letters, and the letters in use come with the file.
//!
//! The font is DejaVu Sans Condensed, which its authors let anyone use, copy and embed. Only the letters in use are
//! written, with what they mean, so that a text can be searched and copied.

mod font;

use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

use crate::sheets::{Ink, Item, Page, Segment, Shape, Text, Weight};
use font::Font;
pub use font::FontError;

/// Points in a millimetre.
const POINTS: f32 = 72.0 / 25.4;

/// Writes pages as a PDF with this title, in the language of this code.
pub fn write(pages: &[Page], title: &str, language: &str) -> Result<Vec<u8>, FontError> {
    let texts = |weight: Weight| pages.iter().flat_map(Page::texts).filter(move |text| text.weight == weight);
    let fonts = [Weight::Regular, Weight::Bold].map(|weight| Font::for_texts(weight, texts(weight).map(|text| text.text.as_str())));
    let [regular, bold] = fonts;
    let fonts = [regular?, bold?];
    let mut pdf = Pdf::new();
    let mut next = 1..;
    let mut id = || Ref::new(next.next().unwrap_or(i32::MAX));
    let (catalog, tree, info) = (id(), id(), id());
    pdf.catalog(catalog).pages(tree).lang(TextStr(language));
    pdf.document_info(info).title(TextStr(title)).creator(TextStr("Spieltisch"));
    let font_ids = [id(), id()];
    for (font, font_id) in fonts.iter().zip(font_ids) {
        font.write(&mut pdf, font_id, &mut id)?;
    }
    let page_ids: Vec<Ref> = pages.iter().map(|_| id()).collect();
    for (page, &page_id) in pages.iter().zip(&page_ids) {
        let (width, height) = page.paper.size();
        let content_id = id();
        let mut written = pdf.page(page_id);
        written.media_box(Rect::new(0.0, 0.0, width as f32 * POINTS, height as f32 * POINTS)).parent(tree).contents(content_id);
        let mut resources = written.resources();
        let mut used = resources.fonts();
        for (font, font_id) in fonts.iter().zip(font_ids) {
            used.pair(Name(font.name()), font_id);
        }
        used.finish();
        resources.finish();
        written.finish();
        pdf.stream(content_id, &content(page, &fonts));
    }
    pdf.pages(tree).count(page_ids.len() as i32).kids(page_ids);
    Ok(pdf.finish())
}

/// What is drawn on a page, in millimetres from its upper left corner.
fn content(page: &Page, fonts: &[Font; 2]) -> Vec<u8> {
    let mut content = Content::new();
    content.transform([POINTS, 0.0, 0.0, -POINTS, 0.0, page.paper.size().1 as f32 * POINTS]);
    for item in &page.items {
        match item {
            Item::Shape(shape) => draw(&mut content, shape),
            Item::Text(text) => show(&mut content, text, &fonts[usize::from(text.weight == Weight::Bold)]),
        }
    }
    content.finish().to_vec()
}

fn draw(content: &mut Content, shape: &Shape) {
    for segment in &shape.path {
        match segment {
            Segment::Move(p) => content.move_to(p.x as f32, p.y as f32),
            Segment::Line(p) => content.line_to(p.x as f32, p.y as f32),
            Segment::Curve(a, b, p) => content.cubic_to(a.x as f32, a.y as f32, b.x as f32, b.y as f32, p.x as f32, p.y as f32),
            Segment::Close => content.close_path(),
        };
    }
    if let Some(ink) = shape.fill {
        let [r, g, b] = parts(ink);
        content.set_fill_rgb(r, g, b);
    }
    if let Some(stroke) = shape.stroke {
        let [r, g, b] = parts(stroke.ink);
        let dashes: &[f32] = if stroke.dashed { &[1.5, 1.0] } else { &[] };
        content.set_stroke_rgb(r, g, b).set_line_width(stroke.width as f32).set_dash_pattern(dashes.iter().copied(), 0.0);
    }
    match (shape.fill, shape.stroke) {
        (Some(_), Some(_)) => content.fill_even_odd_and_stroke(),
        (Some(_), None) => content.fill_even_odd(),
        (None, Some(_)) => content.stroke(),
        (None, None) => content.end_path(),
    };
}

fn show(content: &mut Content, text: &Text, font: &Font) {
    let [r, g, b] = parts(text.ink);
    content.begin_text().set_fill_rgb(r, g, b).set_font(Name(font.name()), text.size as f32);
    // Upright again, on a page whose lines are counted from the top.
    content.set_text_matrix([1.0, 0.0, 0.0, -1.0, text.at.x as f32, text.at.y as f32]);
    content.show(Str(&font.encode(&text.text))).end_text();
}

fn parts(ink: Ink) -> [f32; 3] {
    ink.rgb().map(|part| f32::from(part) / 255.0)
}
