//! The files the binary carries: compressed, and named by their content where they never change.

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{fs, mem};

/// The bundle while it is put together.
pub struct Bundle {
    folder: PathBuf,
    quality: u32,
    table: String,
    names: Vec<String>,
    fingerprint: u64,
}

impl Bundle {
    /// An empty bundle whose compressed files lie under `out`.
    pub fn new(out: &Path, quality: u32) -> Bundle {
        Bundle { folder: out.join("bundle"), quality, table: String::new(), names: Vec::new(), fingerprint: 0 }
    }

    /// Adds a file under a name that carries its hash, and returns that name.
    pub fn add_hashed(&mut self, name: &str, content: &[u8]) -> io::Result<String> {
        let name = Bundle::hashed_name(name, content);
        self.add_under(&name, content)?;
        Ok(name)
    }

    /// A name that carries a content's hash.
    pub fn hashed_name(name: &str, content: &[u8]) -> String {
        let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
        format!("{stem}-{:016x}.{ending}", hash(content))
    }

    /// Adds a file under a name that carries a hash already.
    pub fn add_under(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        self.add(name, content, true)
    }

    /// Adds a file under a fixed name; browsers ask for it anew every time.
    pub fn add_plain(&mut self, name: &str, content: &[u8]) -> io::Result<()> {
        self.add(name, content, false)
    }

    fn add(&mut self, name: &str, content: &[u8], hashed: bool) -> io::Result<()> {
        fs::create_dir_all(&self.folder)?;
        let path = self.folder.join(format!("{name}.br"));
        let mut compressor = brotli::CompressorWriter::new(fs::File::create(&path)?, 1 << 16, self.quality, 22);
        compressor.write_all(content)?;
        compressor.flush()?;
        drop(compressor);
        let _ =
            writeln!(self.table, "    spieltisch_server::Asset {{ name: {name:?}, hashed: {hashed}, brotli: include_bytes!({path:?}) }},");
        self.names.push(name.to_string());
        self.fingerprint = self.fingerprint.rotate_left(1) ^ hash(content);
        Ok(())
    }

    /// What the service worker fetches once and keeps: a list in JavaScript, and a version of it.
    pub fn precache(&self) -> (String, String) {
        let names: Vec<String> =
            self.names.iter().map(|name| if name == "index.html" { "\"./\"".into() } else { format!("{name:?}") }).collect();
        (names.join(", "), format!("{:016x}", self.fingerprint))
    }

    /// The table of all files as Rust source.
    pub fn into_rust(mut self) -> String {
        format!("/// The page's files.\npub static PAGE: &[spieltisch_server::Asset] = &[\n{}];\n", mem::take(&mut self.table))
    }
}

/// FNV-1a: enough to tell one build's file from another's.
fn hash(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}
