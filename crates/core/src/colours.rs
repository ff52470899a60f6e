//! The players' colours.

/// Colours that colour-blind eyes tell apart (Okabe and Ito).
pub const COLOURS: [&str; 8] = ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#9a9a9a"];

/// What is dark in a picture, and its rim: it stands out on every player's colour, and on cards.
pub const INK: &str = "#2a211a";

#[cfg(test)]
mod tests {
    use super::*;

    /// How light a colour is, as WCAG 2 counts it.
    fn light(colour: &str) -> f64 {
        let part = |at: usize| {
            let part = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    #[test]
    fn pictures_stand_out_on_every_colour() {
        for colour in COLOURS {
            let contrast = (light(colour) + 0.05) / (light(INK) + 0.05);
            assert!(contrast >= 3.0, "{colour}: {contrast:.2}");
        }
    }
}
