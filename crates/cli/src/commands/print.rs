//! `print`: sheets to play with paper, scissors and dice, as a PDF.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;

use clap::Args;
use spieltisch_draw::sheets::{Paper, PrintJob, sheets};
use spieltisch_records::SetUp;
use spieltisch_texts::Lang;

use crate::errors::Failure;
use crate::set_up::TableArgs;

/// The longest address that fits a code beside the longest set-up.
const LONGEST_ADDRESS: usize = 500;

/// What `print` is asked.
#[derive(Args)]
pub struct PrintArgs {
    #[command(flatten)]
    table: TableArgs,
    /// The language: de, en, fr, it, es or nl; that of the system where left out
    #[arg(long, value_name = "CODE")]
    lang: Option<String>,
    /// The paper: a4 or letter
    #[arg(long, default_value = "a4")]
    paper: String,
    /// Where a table is served, as in https://games.example.org: a code on each sheet opens this set-up there
    #[arg(long, value_name = "URL")]
    address: Option<String>,
    /// The PDF to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Write over the file where there is one already
    #[arg(long)]
    replace: bool,
}

/// Draws the sheets and writes them.
pub fn run(args: &PrintArgs) -> Result<(), Failure> {
    let paper = Paper::from_name(&args.paper).ok_or_else(|| {
        let known = Paper::ALL.map(Paper::name).join(" and ");
        Failure::Wrong(format!("--paper {}: no such paper; known are {known}", args.paper))
    })?;
    let lang = language(args.lang.as_deref())?;
    let address = args.address.as_deref().map(checked_address).transpose()?;
    let players = args.table.players()?;
    let set_up = SetUp { players, options: args.table.house.options()?, board: args.table.house.board(&args.table.game)? };
    let pages = sheets(&args.table.game, &PrintJob { set_up: &set_up, lang, paper, address })?;
    let title = format!("Spieltisch: {}", args.table.game);
    let pdf = spieltisch_draw::pdf::write(&pages, &title, lang.code()).map_err(|error| Failure::Wrong(error.to_string()))?;
    write_out(&args.out, &pdf, args.replace)?;
    let pages = if pages.len() == 1 { "1 page".to_string() } else { format!("{} pages", pages.len()) };
    println!("{}: {pages}", args.out.display());
    Ok(())
}

fn language(code: Option<&str>) -> Result<Lang, Failure> {
    let known = || Lang::ALL.map(Lang::code).join(", ");
    match code {
        Some(code) => {
            Lang::from_code(code).ok_or_else(|| Failure::Wrong(format!("--lang {code}: no such language; known are {}", known())))
        }
        None => {
            let system = ["LC_ALL", "LC_MESSAGES", "LANG"].iter().filter_map(|name| std::env::var(name).ok()).find(|code| !code.is_empty());
            Ok(Lang::from_preferred(&system.into_iter().collect::<Vec<_>>()))
        }
    }
}

fn checked_address(address: &str) -> Result<&str, Failure> {
    let wrong = |why: &str| Failure::Wrong(format!("--address {address}: {why}; expected one as in https://games.example.org"));
    let host =
        address.strip_prefix("https://").or_else(|| address.strip_prefix("http://")).ok_or_else(|| wrong("not an address of a page"))?;
    if host.is_empty() || host.starts_with('/') || address.contains(|c: char| !c.is_ascii_graphic() || c == '#' || c == '?') {
        return Err(wrong("not an address of a page"));
    }
    if address.len() > LONGEST_ADDRESS {
        return Err(wrong("too long for a code that a phone can read"));
    }
    Ok(address)
}

/// Writes the file, over nothing unless asked: then beside its place first, so that the old file is there until the new
/// one is whole.
fn write_out(path: &Path, bytes: &[u8], replace: bool) -> Result<(), Failure> {
    let failed = |error: &dyn std::fmt::Display| Failure::Wrong(format!("--out {}: {error}", path.display()));
    let name = path.file_name().ok_or_else(|| failed(&"not the name of a file; expected one as in crowns.pdf"))?;
    if path.is_dir() {
        return Err(failed(&"this is a folder; expected the name of a file, as in crowns.pdf"));
    }
    let mut beside = name.to_os_string();
    beside.push(format!(".{}.new", process::id()));
    let target = if replace { path.with_file_name(beside) } else { path.to_path_buf() };
    let mut file = OpenOptions::new().write(true).create_new(true).open(&target).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists if !replace => failed(&"there is such a file already; name another one, or add --replace"),
        _ => failed(&error),
    })?;
    let written =
        file.write_all(bytes).and_then(|()| file.sync_all()).and_then(|()| if replace { fs::rename(&target, path) } else { Ok(()) });
    written.map_err(|error| {
        let _ = fs::remove_file(&target);
        failed(&error)
    })
}
