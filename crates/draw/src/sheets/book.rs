//! The sheets of one set-up, page by page, each with its heading and a code that opens the set-up on a phone.

use spieltisch_texts::{self as texts, Key, Lang, t};

use crate::sheets::model::{Page, Paper, Rect};
use crate::sheets::pen::{Pen, bold, plain};
use crate::sheets::pieces;

/// How far printers keep from the edges.
pub const MARGIN: f64 = 10.0;
/// The room for the heading of a page.
const HEADING: f64 = 15.0;
/// The side of the code, its empty edge included.
const CODE: f64 = 25.0;

/// What is printed, and for whom.
pub struct Book<'a> {
    /// The language.
    pub lang: Lang,
    /// How many play.
    pub players: usize,
    /// What the code on each page opens; no code where there is no address.
    pub address: Option<&'a str>,
    paper: Paper,
    title: &'a str,
    pages: Vec<Page>,
}

impl<'a> Book<'a> {
    /// An empty book with this title on each page.
    pub fn new(lang: Lang, paper: Paper, players: usize, title: &'a str, address: Option<&'a str>) -> Book<'a> {
        Book { lang, players, address, paper, title, pages: Vec::new() }
    }

    /// A text in the book's language.
    pub fn tr(&self, key: Key) -> &'static str {
        t(self.lang, key)
    }

    /// A new page: what to draw with, and the room below the heading, which says what the page is.
    pub fn page(&mut self, what: &str) -> (Pen<'_>, Rect) {
        let (width, height) = self.paper.size();
        let all = Rect::new(0.0, 0.0, width, height).inset(MARGIN);
        let scan = self.tr(Key::PrintScan);
        self.pages.push(Page { paper: self.paper, items: Vec::new() });
        let last = self.pages.len() - 1;
        let mut pen = Pen::new(&mut self.pages[last]);
        let corner = Rect::new(all.right() - CODE, all.y - 2.0, CODE, CODE);
        let has_code = self.address.is_some_and(|address| pieces::code(&mut pen, corner, address));
        let mut words = Rect::new(all.x, all.y, all.w, HEADING);
        if has_code {
            let beside = Rect::new(corner.x - 32.0, all.y, 30.0, HEADING);
            pen.paragraph(beside, scan, plain(2.8).right());
            words.w = beside.x - 4.0 - all.x;
        }
        pen.label(Rect { h: 9.0, ..words }, self.title, bold(8.0));
        pen.label(Rect::new(words.x, words.y + 9.0, words.w, 5.5), what, plain(4.2));
        let top = all.y + if has_code { CODE - 2.0 } else { HEADING };
        (pen, Rect::new(all.x, top, all.w, all.bottom() - top))
    }

    /// What draws on the page begun last; a first page is begun where there is none.
    pub(crate) fn last_page(&mut self) -> Pen<'_> {
        if self.pages.is_empty() {
            self.pages.push(Page { paper: self.paper, items: Vec::new() });
        }
        let last = self.pages.len() - 1;
        Pen::new(&mut self.pages[last])
    }

    /// All pages.
    pub fn finish(self) -> Vec<Page> {
        self.pages
    }

    /// The heading of a rule card.
    pub fn rules_title(&self) -> String {
        texts::page_title(self.lang, self.title)
    }
}
