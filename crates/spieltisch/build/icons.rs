//! The program's icon, a die on the table: one list of shapes, drawn as SVG and as pixels.

use std::error::Error;

type Colour = [u8; 3];

/// Side of the square the icon is drawn in.
const SIDE: f64 = 100.0;
const WALNUT: Colour = [0x3a, 0x2a, 0x20];
const FELT: Colour = [0x1f, 0x57, 0x44];
const BRASS: Colour = [0xd9, 0xa4, 0x41];
const IVORY: Colour = [0xf9, 0xf2, 0xe2];
const INK: Colour = [0x2a, 0x21, 0x1a];

enum Shape {
    /// A square about the middle: half its side, the radius of its corners, turned by degrees.
    Square(f64, f64, f64),
    /// A spot at a place, before the same turn as the die's.
    Spot(f64, f64, f64),
}

const TURN: f64 = -12.0;

fn shapes() -> Vec<(Shape, Colour)> {
    let mut shapes = vec![
        (Shape::Square(50.0, 22.0, 0.0), WALNUT),
        (Shape::Square(42.0, 16.0, 0.0), FELT),
        (Shape::Square(27.5, 9.0, TURN), BRASS),
        (Shape::Square(25.0, 7.0, TURN), IVORY),
    ];
    for (x, y) in [(-13.0, -13.0), (13.0, -13.0), (0.0, 0.0), (-13.0, 13.0), (13.0, 13.0)] {
        shapes.push((Shape::Spot(x, y, 5.0), INK));
    }
    shapes
}

/// The icon as SVG.
pub fn svg() -> String {
    let hex = |[r, g, b]: Colour| format!("#{r:02x}{g:02x}{b:02x}");
    let draw = |(shape, colour): (Shape, Colour)| match shape {
        Shape::Square(half, radius, turn) => format!(
            r#"<rect x="{}" y="{}" width="{}" height="{}" rx="{radius}" fill="{}" transform="rotate({turn})"/>"#,
            -half,
            -half,
            2.0 * half,
            2.0 * half,
            hex(colour)
        ),
        Shape::Spot(x, y, radius) => {
            format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{}" transform="rotate({TURN})"/>"#, hex(colour))
        }
    };
    let drawn: String = shapes().into_iter().map(draw).collect();
    format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">{drawn}</svg>"#)
}

/// The icon as a PNG of `size` pixels.
pub fn png(size: u32) -> Result<Vec<u8>, Box<dyn Error>> {
    let shapes = shapes();
    let mut pixels = Vec::with_capacity(4 * (size * size) as usize);
    for row in 0..size {
        for column in 0..size {
            pixels.extend(pixel(&shapes, f64::from(column), f64::from(row), SIDE / f64::from(size)));
        }
    }
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, size, size);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header()?.write_image_data(&pixels)?;
    Ok(file)
}

/// The mean of sixteen points of a pixel.
fn pixel(shapes: &[(Shape, Colour)], column: f64, row: f64, scale: f64) -> [u8; 4] {
    const FINE: u32 = 4;
    let mut sums = [0u32; 4];
    for i in 0..FINE * FINE {
        let inside = |cell: u32| (f64::from(cell) + 0.5) / f64::from(FINE);
        let (x, y) = ((column + inside(i % FINE)) * scale - SIDE / 2.0, (row + inside(i / FINE)) * scale - SIDE / 2.0);
        if let Some((_, colour)) = shapes.iter().rev().find(|(shape, _)| covers(shape, x, y)) {
            colour.iter().zip(&mut sums).for_each(|(&part, sum)| *sum += u32::from(part));
            sums[3] += 1;
        }
    }
    let hits = sums[3].max(1);
    [(sums[0] / hits) as u8, (sums[1] / hits) as u8, (sums[2] / hits) as u8, (sums[3] * 255 / (FINE * FINE)) as u8]
}

fn covers(shape: &Shape, x: f64, y: f64) -> bool {
    let turned = |degrees: f64| {
        let (sin, cos) = (-degrees).to_radians().sin_cos();
        (x * cos - y * sin, x * sin + y * cos)
    };
    match *shape {
        Shape::Square(half, radius, turn) => {
            let (x, y) = turned(turn);
            let (dx, dy) = ((x.abs() - half + radius).max(0.0), (y.abs() - half + radius).max(0.0));
            x.abs() <= half && y.abs() <= half && dx * dx + dy * dy <= radius * radius
        }
        Shape::Spot(at_x, at_y, radius) => {
            let (x, y) = turned(TURN);
            (x - at_x).powi(2) + (y - at_y).powi(2) <= radius * radius
        }
    }
}
