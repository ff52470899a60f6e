//! A small curve over time, and the same as numbers for those who do not see it.

use std::fmt::Write;

use leptos::prelude::*;
use spieltisch_records::Time;
use spieltisch_review::own::Point;

use crate::browser;
use crate::i18n::{lang, texts};

/// Height of the picture, in its own measure.
const HIGH: f64 = 60.0;
/// Numbers told of a curve that is longer.
const TOLD: usize = 12;

/// A curve with zero in sight; nothing for less than two places.
pub fn show(title: &'static str, points: &[Point], number: impl Fn(f64) -> String) -> AnyView {
    if points.len() < 2 {
        return ().into_any();
    }
    let values = || points.iter().map(|point| point.value).chain([0.0]);
    let (low, high) = (values().fold(f64::MAX, f64::min), values().fold(f64::MIN, f64::max));
    let span = (high - low).max(1e-9);
    let height = |value: f64| 2.0 + (HIGH - 4.0) * (high - value) / span;
    let wide = (points.len() - 1) as f64;
    let line = points.iter().enumerate().fold(String::new(), |mut line, (place, point)| {
        let _ = write!(line, "{place},{:.2} ", height(point.value)); // a string takes everything
        line
    });
    let date = |point: &Point| browser::local_date(Time(point.time), lang().code());
    let every = points.len().div_ceil(TOLD);
    let told = points.iter().rev().step_by(every).map(|point| texts::format_labelled(lang(), date(point), number(point.value)));
    let told = told.collect::<Vec<_>>().into_iter().rev().map(|text| view! { <li>{text}</li> }).collect::<Vec<_>>();
    let zero = (low < 0.0 && high > 0.0).then(|| view! { <line class="grid" x1="0" x2=wide.to_string() y1=height(0.0) y2=height(0.0)/> });
    view! {
        <figure class="own-curve">
            <figcaption>{title}</figcaption>
            <div class="plot">
                <svg viewBox=format!("0 0 {wide} {HIGH}") preserveAspectRatio="none" aria-hidden="true">
                    {zero}
                    <polyline class="line own" points=line/>
                </svg>
                <span class="top" aria-hidden="true">{number(high)}</span>
                <span class="bottom" aria-hidden="true">{number(low)}</span>
            </div>
            <p class="dates fine" aria-hidden="true"><span>{points.first().map(date)}</span><span>{points.last().map(date)}</span></p>
            <ul class="visually-hidden">{told}</ul>
        </figure>
    }
    .into_any()
}
