//! The letters that come with a file.

use std::collections::BTreeMap;

use pdf_writer::types::{CidFontType, FontFlags, SystemInfo, UnicodeCmap};
use pdf_writer::{Finish, Name, Pdf, Rect, Ref, Str};
use subsetter::GlyphRemapper;
use thiserror::Error;
use ttf_parser::{Face, GlyphId};

use crate::sheets::Weight;

/// The font cannot be used: a fault of this program, as the font comes with it.
#[derive(Debug, Error)]
pub enum FontError {
    /// It cannot be read.
    #[error("the font for the sheets cannot be read: {0}")]
    Unreadable(#[from] ttf_parser::FaceParsingError),
    /// The letters in use cannot be taken out of it.
    #[error("the letters for the sheets cannot be taken out of their font: {0}")]
    NoSubset(#[from] subsetter::Error),
}

const ENCODING: SystemInfo<'static> = SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"Identity"), supplement: 0 };

/// A font with the letters that are in use.
pub struct Font {
    weight: Weight,
    face: Face<'static>,
    glyphs: GlyphRemapper,
    /// The letters in use with their glyphs in the whole font.
    letters: BTreeMap<char, u16>,
}

impl Font {
    /// The font of a weight, for these texts.
    pub fn for_texts<'t>(weight: Weight, texts: impl Iterator<Item = &'t str>) -> Result<Font, FontError> {
        let face = Face::parse(bytes(weight), 0)?;
        let mut letters = BTreeMap::new();
        for letter in texts.flat_map(str::chars) {
            // A letter the font lacks is drawn as an empty box.
            letters.entry(letter).or_insert_with(|| face.glyph_index(letter).map_or(0, |glyph| glyph.0));
        }
        let mut glyphs = GlyphRemapper::new();
        for &glyph in letters.values() {
            glyphs.remap(glyph);
        }
        Ok(Font { weight, face, glyphs, letters })
    }

    /// What pages call it.
    pub fn name(&self) -> &'static [u8] {
        match self.weight {
            Weight::Regular => b"F0",
            Weight::Bold => b"F1",
        }
    }

    /// A text as the numbers of its glyphs in the file.
    pub fn encode(&self, text: &str) -> Vec<u8> {
        let glyph = |letter: char| self.letters.get(&letter).and_then(|&glyph| self.glyphs.get(glyph)).unwrap_or(0);
        text.chars().flat_map(|letter| glyph(letter).to_be_bytes()).collect()
    }

    /// Writes the font under this id.
    pub fn write(&self, pdf: &mut Pdf, id: Ref, mut next: impl FnMut() -> Ref) -> Result<(), FontError> {
        let (cid, descriptor, file, meaning) = (next(), next(), next(), next());
        let name = match self.weight {
            Weight::Regular => Name(b"SHEETA+DejaVuSansCondensed"),
            Weight::Bold => Name(b"SHEETB+DejaVuSansCondensed-Bold"),
        };
        let units = 1000.0 / f32::from(self.face.units_per_em());
        let scaled = |value: i16| f32::from(value) * units;
        pdf.type0_font(id).base_font(name).encoding_predefined(Name(b"Identity-H")).descendant_font(cid).to_unicode(meaning);
        let mut written = pdf.cid_font(cid);
        written.subtype(CidFontType::Type2).base_font(name).system_info(ENCODING).font_descriptor(descriptor).default_width(0.0);
        written.cid_to_gid_map_predefined(Name(b"Identity"));
        let widths = self.glyphs.remapped_gids().map(|glyph| self.face.glyph_hor_advance(GlyphId(glyph)).unwrap_or(0));
        written.widths().consecutive(0, widths.map(|width| f32::from(width) * units));
        written.finish();
        let bounds = self.face.global_bounding_box();
        pdf.font_descriptor(descriptor)
            .name(name)
            .flags(FontFlags::SYMBOLIC)
            .bbox(Rect::new(scaled(bounds.x_min), scaled(bounds.y_min), scaled(bounds.x_max), scaled(bounds.y_max)))
            .italic_angle(0.0)
            .ascent(scaled(self.face.ascender()))
            .descent(scaled(self.face.descender()))
            .cap_height(scaled(self.face.capital_height().unwrap_or(self.face.ascender())))
            .stem_v(if self.weight == Weight::Bold { 140.0 } else { 80.0 })
            .font_file2(file);
        let subset = subsetter::subset(bytes(self.weight), 0, &self.glyphs)?;
        let mut stream = pdf.stream(file, &subset);
        stream.pair(Name(b"Length1"), subset.len() as i32);
        stream.finish();
        let mut map = UnicodeCmap::new(Name(b"Sheets"), ENCODING);
        for (&letter, &glyph) in self.letters.iter().filter(|(_, glyph)| **glyph != 0) {
            map.pair(self.glyphs.get(glyph).unwrap_or(0), letter);
        }
        pdf.cmap(meaning, &map.finish());
        Ok(())
    }
}

fn bytes(weight: Weight) -> &'static [u8] {
    match weight {
        Weight::Regular => dejavu::sans_condensed::regular(),
        Weight::Bold => dejavu::sans_condensed::bold(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sheets::metrics::{LETTERS, advance};

    #[test]
    fn letters_are_as_wide_as_the_sheets_think() {
        for weight in [Weight::Regular, Weight::Bold] {
            let face = Face::parse(bytes(weight), 0).expect("the font is shipped");
            assert_eq!(face.units_per_em(), 2048);
            for letter in LETTERS {
                let glyph = face.glyph_index(letter);
                let width = glyph.and_then(|glyph| face.glyph_hor_advance(glyph));
                assert_eq!(width, Some(advance(letter, weight)), "{letter:?} {weight:?}");
            }
            assert!(LETTERS.is_sorted());
        }
    }
}
