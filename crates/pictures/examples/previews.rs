//! Draws the pictures that come with invitations: `cargo run -p spieltisch-pictures --example previews`.

#[path = "../tests/previews/mod.rs"]
mod previews;
#[path = "../tests/raster/mod.rs"]
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
