//! Draws the pictures that come with invitations: `cargo run -p spieltisch-draw --example previews`.

#[path = "../tests/draw/outline.rs"]
mod outline;
#[path = "../tests/draw/previews.rs"]
mod previews;
#[path = "../tests/draw/raster.rs"]
#[allow(dead_code, reason = "reading is for the tests")]
mod raster;

fn main() -> std::io::Result<()> {
    std::fs::create_dir_all(previews::folder())?;
    for (name, page) in previews::all() {
        let file = raster::to_png(&raster::draw(&page));
        println!("{name}.png: {} bytes", file.len());
        std::fs::write(previews::folder().join(format!("{name}.png")), file)?;
    }
    Ok(())
}
