//! A page as SVG: for the browser's print dialogue, or to be drawn as a picture.

use std::fmt::Write;

use crate::sheets::model::{Ink, Item, Page, Paper, Segment, Shape, Text, Weight};

/// The letters of a picture, which has no style sheet: narrow ones where there are some, as the widths are those of narrow letters.
const LETTERS: &str = "DejaVu Sans Condensed, Roboto Condensed, Arial Narrow, system-ui, sans-serif";

/// The page as one SVG element, sharp at any size.
pub fn svg(page: &Page) -> String {
    let (width, height) = page.paper.size();
    let size = match page.paper {
        Paper::Screen(..) => format!(r#"width="{width}" height="{height}" font-family="{LETTERS}""#),
        paper => format!(r#"width="{width}mm" height="{height}mm" class="paper {}""#, paper.name()),
    };
    let mut svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" {size}>"#);
    for item in &page.items {
        match item {
            Item::Shape(shape) => draw(&mut svg, shape),
            Item::Text(text) => write_text(&mut svg, text),
        }
    }
    svg.push_str("</svg>");
    svg
}

fn draw(svg: &mut String, shape: &Shape) {
    svg.push_str("<path d=\"");
    for segment in &shape.path {
        // Writing to a string cannot fail.
        let _ = match segment {
            Segment::Move(p) => write!(svg, "M{} {}", short(p.x), short(p.y)),
            Segment::Line(p) => write!(svg, "L{} {}", short(p.x), short(p.y)),
            Segment::Curve(a, b, p) => {
                write!(svg, "C{} {} {} {} {} {}", short(a.x), short(a.y), short(b.x), short(b.y), short(p.x), short(p.y))
            }
            Segment::Close => write!(svg, "Z"),
        };
    }
    let fill = shape.fill.map_or("none".to_string(), colour);
    let _ = write!(svg, r#"" fill="{fill}" fill-rule="evenodd""#);
    if let Some(stroke) = shape.stroke {
        let _ = write!(svg, r#" stroke="{}" stroke-width="{}" stroke-linejoin="round""#, colour(stroke.ink), short(stroke.width));
        if stroke.dashed {
            svg.push_str(r#" stroke-dasharray="1.5 1""#);
        }
    }
    svg.push_str("/>");
}

fn write_text(svg: &mut String, text: &Text) {
    let weight = if text.weight == Weight::Bold { r#" font-weight="700""# } else { "" };
    let _ = write!(
        svg,
        r#"<text x="{}" y="{}" font-size="{}"{weight} fill="{}""#,
        short(text.at.x),
        short(text.at.y),
        short(text.size),
        colour(text.ink),
    );
    // The browser's letters differ from those the width was worked out for: they are stretched to it.
    let _ = write!(svg, r#" textLength="{}" lengthAdjust="spacingAndGlyphs""#, short(text.width()));
    svg.push('>');
    for letter in text.text.chars() {
        match letter {
            '&' => svg.push_str("&amp;"),
            '<' => svg.push_str("&lt;"),
            '>' => svg.push_str("&gt;"),
            letter => svg.push(letter),
        }
    }
    svg.push_str("</text>");
}

/// A length to a thousandth of a millimetre.
fn short(length: f64) -> f64 {
    (length * 1000.0).round() / 1000.0
}

fn colour(ink: Ink) -> String {
    let [r, g, b] = ink.rgb();
    format!("#{r:02x}{g:02x}{b:02x}")
}
