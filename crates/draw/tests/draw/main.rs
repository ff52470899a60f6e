//! Everything that is drawn, looked at.

mod outline;
#[cfg(feature = "pdf")]
mod pdf;
#[cfg(feature = "pdf")]
mod pdf_page;
mod pictures;
mod previews;
mod raster;
mod sheets;
