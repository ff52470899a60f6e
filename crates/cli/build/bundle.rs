//! The files the binary carries: compressed, and named by their content where they never change.

use std::fmt::Write as _;
use std::hash::Hasher;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, thread};

use fnv::FnvHasher;

/// The bundle while it is put together.
pub struct Bundle {
    folder: PathBuf,
    quality: u32,
    files: Vec<File>,
    fingerprint: u64,
}

struct File {
    name: String,
    hashed: bool,
    content: Vec<u8>,
}

impl Bundle {
    /// An empty bundle whose compressed files lie under `out`.
    pub fn new(out: &Path, quality: u32) -> Bundle {
        Bundle { folder: out.join(format!("bundle-{quality}")), quality, files: Vec::new(), fingerprint: 0 }
    }

    /// Adds a file under a name that carries its hash, and returns that name.
    pub fn add_hashed(&mut self, name: &str, content: &[u8]) -> String {
        let name = Bundle::hashed_name(name, content);
        self.add_under(&name, content);
        name
    }

    /// A name that carries a content's hash.
    pub fn hashed_name(name: &str, content: &[u8]) -> String {
        let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
        format!("{stem}-{:016x}.{ending}", hash(content))
    }

    /// Adds a file under a name that carries a hash already.
    pub fn add_under(&mut self, name: &str, content: &[u8]) {
        self.add(name, content, true);
    }

    /// Adds a file under a fixed name; browsers ask for it every time.
    pub fn add_plain(&mut self, name: &str, content: &[u8]) {
        self.add(name, content, false);
    }

    fn add(&mut self, name: &str, content: &[u8], hashed: bool) {
        self.files.push(File { name: name.to_string(), hashed, content: content.to_vec() });
        self.fingerprint = self.fingerprint.rotate_left(1) ^ hash(content);
    }

    /// What the service worker fetches once and keeps: a list in JavaScript, and a version of it.
    pub fn precache(&self) -> (String, String) {
        let name = |file: &File| if file.name == "index.html" { "\"./\"".into() } else { format!("{:?}", file.name) };
        let names: Vec<String> = self.files.iter().map(name).collect();
        (names.join(", "), format!("{:016x}", self.fingerprint))
    }

    /// Compresses all files, on all cores, and gives the table of them as Rust source.
    pub fn into_rust(self) -> io::Result<String> {
        fs::create_dir_all(&self.folder)?;
        let next = AtomicUsize::new(0);
        let work = || {
            while let Some(file) = self.files.get(next.fetch_add(1, Ordering::Relaxed)) {
                self.compress(file)?;
            }
            Ok(())
        };
        thread::scope(|scope| {
            let cores = thread::available_parallelism().map_or(1, usize::from);
            let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
            workers.into_iter().try_for_each(|worker| worker.join().unwrap_or_else(|_| Err(io::Error::other("a file was not compressed"))))
        })?;
        let mut table = String::from("/// The page's files.\npub static PAGE: &[spieltisch_server::Asset] = &[\n");
        for File { name, hashed, .. } in &self.files {
            let path = self.packed(name);
            let _ =
                writeln!(table, "    spieltisch_server::Asset {{ name: {name:?}, hashed: {hashed}, brotli: include_bytes!({path:?}) }},");
        }
        table.push_str("];\n");
        Ok(table)
    }

    fn packed(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.br"))
    }

    /// Writes a file compressed. What lies there from an earlier build under a name with a hash is the same.
    fn compress(&self, file: &File) -> io::Result<()> {
        let path = self.packed(&file.name);
        if file.hashed && path.exists() {
            return Ok(());
        }
        let mut compressor = brotli::CompressorWriter::new(Vec::new(), 1 << 16, self.quality, 22);
        compressor.write_all(&file.content)?;
        // Under its own name only when it is whole: a build may be cut off at any moment.
        let unfinished = path.with_extension("part");
        fs::write(&unfinished, compressor.into_inner())?;
        fs::rename(unfinished, path)
    }
}

/// Enough to tell one build's file from another's.
fn hash(content: &[u8]) -> u64 {
    let mut hasher = FnvHasher::default();
    hasher.write(content);
    hasher.finish()
}
