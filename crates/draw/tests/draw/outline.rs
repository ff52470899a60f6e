//! The outlines of letters, as paths to be filled.

use tiny_skia::{Path, PathBuilder};
use ttf_parser::{Face, GlyphId, OutlineBuilder};

/// The outline of a glyph; `None` where it has none, as a space.
pub fn outline(face: &Face<'_>, glyph: GlyphId) -> Option<Path> {
    let mut outline = Outline(PathBuilder::new());
    face.outline_glyph(glyph, &mut outline)?;
    outline.0.finish()
}

struct Outline(PathBuilder);

impl OutlineBuilder for Outline {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, a: f32, b: f32, x: f32, y: f32) {
        self.0.quad_to(a, b, x, y);
    }

    fn curve_to(&mut self, a: f32, b: f32, c: f32, d: f32, x: f32, y: f32) {
        self.0.cubic_to(a, b, c, d, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
