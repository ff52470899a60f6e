//! `review`: what decided each game, or what many games say of each player.

use std::collections::HashMap;
use std::io::Write;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rayon::prelude::*;
use spieltisch_records::{Record, RecordError};
use spieltisch_review::{RecordReviewer, Review, Summary, WORST, Why, reviewer_for};

use crate::data_folder::DataFolder;
use crate::errors::Failure;
use crate::input::{self, Numbered};
use crate::output::stdout;
use crate::progress;

/// A record with its reviewer, or what is wrong with it.
type Ready = Result<(Record, Arc<dyn RecordReviewer>), RecordError>;

/// Records taken up at once; they are reviewed side by side.
const AT_ONCE: usize = 256;
/// Evaluators kept for the next records; a file seldom has more set-ups.
const KEPT: usize = 24;

/// What `review` is asked.
#[derive(Args)]
pub struct ReviewArgs {
    /// A file of records, one JSON object per line; standard input where left out or “-”
    file: Option<PathBuf>,
    /// Print each review as one JSON object per line, every event with what it changed
    #[arg(long, conflicts_with = "summary")]
    json: bool,
    /// Print one table over all records by player name, with results corrected for luck
    #[arg(long)]
    summary: bool,
}

impl ReviewArgs {
    /// Whether the costliest decisions are shown, with the reasons why others were better.
    fn explains(&self) -> bool {
        !self.json && !self.summary
    }
}

/// Reviews every record of the file.
pub fn run(args: &ReviewArgs) -> Result<(), Failure> {
    let waiting = input::records(args.file.clone());
    let bar = progress::count("games reviewed");
    let mut desk = Desk::default();
    let mut summary = Summary::default();
    let mut all_good = true;
    let mut out = stdout();
    while let Some(taken) = input::take_waiting(&waiting, AT_ONCE) {
        for (number, reviewed) in desk.review_all(taken, args.explains(), &|| bar.inc(1))? {
            match reviewed {
                Err(error) => {
                    bar.suspend(|| eprintln!("{}", error.at_line(number)));
                    all_good = false;
                }
                Ok(Reviewed { record, review, reviewer, .. }) if args.summary => {
                    summary.add(&review, reviewer.set_up());
                    summary.add_details(number, &record, &review, reviewer.set_up());
                }
                Ok(Reviewed { review, .. }) if args.json => writeln!(out, "{}", review.to_json())?,
                Ok(Reviewed { review, reasons, .. }) => writeln!(out, "record {number}: {}", review.to_text(&reasons))?,
            }
        }
        out.flush()?;
    }
    bar.finish_and_clear();
    if args.summary {
        write!(out, "{}", summary.to_text())?;
        out.flush()?;
    }
    if all_good { Ok(()) } else { Err(Failure::BadRecords) }
}

struct Reviewed {
    record: Record,
    review: Review,
    /// Why another move was better, by event, for the decisions that are shown.
    reasons: Vec<(usize, Why)>,
    reviewer: Arc<dyn RecordReviewer>,
}

type ReviewAnswer = (u64, Result<Reviewed, RecordError>);

/// The evaluators made so far, by set-up.
#[derive(Default)]
struct Desk {
    reviewers: HashMap<String, Arc<dyn RecordReviewer>>,
}

impl Desk {
    /// Reviews records side by side; the answers come in their order.
    fn review_all(&mut self, taken: Vec<Numbered>, explain: bool, done: &(dyn Fn() + Sync)) -> Result<Vec<ReviewAnswer>, Failure> {
        let mut asked = Vec::with_capacity(taken.len());
        for Numbered { number, record } in taken {
            let ready = record?.and_then(|mut record| {
                spieltisch_records::replay(&mut record)?; // names what is wrong, a stated result included
                let reviewer = self.reviewer(&record)?;
                Ok((record, reviewer))
            });
            asked.push((number, ready));
        }
        let review = |(number, ready): (u64, Ready)| {
            let reviewed = ready.and_then(|(record, reviewer)| {
                let review = reviewer.review(&record, &mut |_| true)?;
                let review = review.ok_or_else(|| RecordError::Json { message: "the review was stopped".to_string() })?;
                let shown = review.worst_decisions(if explain { WORST } else { 0 });
                let reasons = shown.iter().filter_map(|step| Some((step.event, reviewer.why(&record, step.event)?))).collect();
                Ok(Reviewed { record, review, reasons, reviewer })
            });
            done();
            (number, reviewed)
        };
        Ok(asked.into_par_iter().map(review).collect())
    }

    /// The evaluator of a record's set-up. It is made here, before records go side by side: some use all cores themselves.
    fn reviewer(&mut self, record: &Record) -> Result<Arc<dyn RecordReviewer>, RecordError> {
        let key = record.set_up();
        if let Some(known) = self.reviewers.get(&key) {
            return Ok(known.clone());
        }
        if self.reviewers.len() >= KEPT {
            self.reviewers.clear();
        }
        let made = reviewer_for(record, &DataFolder::of_user())?;
        self.reviewers.insert(key, made.clone());
        Ok(made)
    }
}
