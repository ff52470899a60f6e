//! Sounds made of noise and tones as they are needed: no files.

use std::cell::RefCell;

use js_sys::Float32Array;
use wasm_bindgen::JsCast;

use super::Felt;
use crate::by_name::Named;

/// A value that changes by itself.
fn change(of: &Named, name: &str, call: &str, value: f64, at: f64) -> Option<Named> {
    of.get(name)?.call(call, &[value.into(), at.into()])
}

thread_local! {
    static CONTEXT: RefCell<Option<Named>> = const { RefCell::new(None) };
}

/// The one place everything sounds; a phone that slept wakes it.
fn context() -> Option<Named> {
    let kept = CONTEXT.with_borrow(Clone::clone).or_else(|| {
        let made = Named::made("AudioContext", &[])?;
        CONTEXT.replace(Some(made.clone()));
        Some(made)
    })?;
    if kept.get("state")?.0.as_string().as_deref() == Some("suspended") {
        let promise = kept.call("resume", &[])?.0;
        // It may be refused; then there is silence.
        let _ = promise.dyn_into::<js_sys::Promise>().map(|promise| {
            wasm_bindgen_futures::spawn_local(async move {
                let _ = wasm_bindgen_futures::JsFuture::from(promise).await;
            })
        });
    }
    Some(kept)
}

/// Lets everything sound from now on; to be called while a person presses something.
pub fn unlock() {
    context();
}

/// Plays the sound that belongs to something; silence where there is no audio.
pub fn play(felt: Felt) {
    let _ = context().and_then(|context| match felt {
        Felt::Dice => dice(&context),
        Felt::Wood => wood(&context),
        Felt::Chips => chips(&context),
        Felt::Win => fanfare(&context),
        Felt::Turn => chime(&context),
        Felt::Yatzy => tones(&context, 0.08, &[659.25, 783.99, 987.77, 1174.66, 1567.98]),
        Felt::Row => four_roofs(&context),
        Felt::ThreeSquares => tones(&context, 0.22, &[783.99, 987.77, 1174.66]).and_then(|()| fanfare(&context)),
        Felt::LastTile => tones(&context, 0.1, &[587.33, 880.0]),
        Felt::Line => run_of_chips(&context),
        Felt::Genius => tones(&context, 0.12, &[523.25, 659.25, 783.99, 1046.5, 783.99, 1046.5, 1318.51]),
    });
}

/// Several knocks that come closer and grow fainter, over the tray's hollow wood.
fn dice(context: &Named) -> Option<()> {
    let mut at = 0.0;
    for knock in 0..7 {
        let loud = 0.5 / f64::from(knock + 1).sqrt();
        knock_at(context, at, 1700.0 + 1500.0 * js_sys::Math::random(), 3.0, loud, 0.05)?;
        knock_at(context, at, 220.0, 2.0, loud * 0.8, 0.09)?;
        at += 0.07 + 0.04 * js_sys::Math::random();
    }
    Some(())
}

fn wood(context: &Named) -> Option<()> {
    knock_at(context, 0.0, 760.0, 7.0, 0.7, 0.12)?;
    knock_at(context, 0.0, 190.0, 2.0, 0.6, 0.1)
}

fn chips(context: &Named) -> Option<()> {
    knock_at(context, 0.0, 4100.0, 14.0, 0.8, 0.07)?;
    knock_at(context, 0.055, 5200.0, 14.0, 0.6, 0.09)
}

fn fanfare(context: &Named) -> Option<()> {
    for (note, frequency) in [523.25, 659.25, 783.99, 1046.5].into_iter().enumerate() {
        let last = note == 3;
        tone_at(context, 0.13 * note as f64, frequency, 0.22, if last { 0.6 } else { 0.2 })?;
    }
    Some(())
}

/// Tones one after another, the last one long.
fn tones(context: &Named, apart: f64, frequencies: &[f64]) -> Option<()> {
    for (note, &frequency) in frequencies.iter().enumerate() {
        let last = note + 1 == frequencies.len();
        tone_at(context, apart * note as f64, frequency, 0.2, if last { 0.7 } else { 0.25 })?;
    }
    Some(())
}

/// Four roofs set down in a line, each higher than the one before.
fn four_roofs(context: &Named) -> Option<()> {
    for roof in 0..4 {
        let at = 0.15 * f64::from(roof);
        knock_at(context, at, 620.0 + 160.0 * f64::from(roof), 7.0, 0.7, 0.12)?;
        tone_at(context, at, 392.0 * 1.26_f64.powi(roof), 0.2, if roof == 3 { 0.8 } else { 0.3 })?;
    }
    Some(())
}

/// Five chips that click along their line.
fn run_of_chips(context: &Named) -> Option<()> {
    for chip in 0..5 {
        knock_at(context, 0.07 * f64::from(chip), 3600.0 + 450.0 * f64::from(chip), 14.0, 0.7, 0.08)?;
    }
    tone_at(context, 0.35, 1046.5, 0.16, 0.5)
}

/// Two soft tones for a player who looks elsewhere.
fn chime(context: &Named) -> Option<()> {
    tone_at(context, 0.0, 659.25, 0.18, 0.5)?;
    tone_at(context, 0.22, 880.0, 0.18, 0.8)
}

/// A volume that begins at `loud` and is gone after so many seconds, connected to what is heard.
fn fading(context: &Named, start: f64, loud: f64, seconds: f64) -> Option<Named> {
    let gain = context.call("createGain", &[])?;
    change(&gain, "gain", "setValueAtTime", loud, start)?;
    change(&gain, "gain", "exponentialRampToValueAtTime", 0.001, start + seconds)?;
    gain.call("connect", &[context.get("destination")?.0])?;
    Some(gain)
}

/// A short burst of noise around a frequency.
fn knock_at(context: &Named, after: f64, frequency: f64, sharp: f64, loud: f64, seconds: f64) -> Option<()> {
    let (rate, start) = (context.number("sampleRate")?, context.number("currentTime")? + after);
    let noise: Vec<f32> = (0..(rate * seconds) as usize).map(|_| (js_sys::Math::random() * 2.0 - 1.0) as f32).collect();
    let buffer = context.call("createBuffer", &[1.into(), (noise.len() as f64).into(), rate.into()])?;
    buffer.call("copyToChannel", &[Float32Array::from(&noise[..]).into(), 0.into()])?;
    let source = context.call("createBufferSource", &[])?;
    source.set("buffer", buffer.0)?;
    let filter = context.call("createBiquadFilter", &[])?;
    filter.set("type", "bandpass")?;
    filter.get("frequency")?.set("value", frequency)?;
    filter.get("Q")?.set("value", sharp)?;
    source.call("connect", std::slice::from_ref(&filter.0))?;
    filter.call("connect", &[fading(context, start, loud * sharp.sqrt(), seconds)?.0])?;
    source.call("start", &[start.into()])?;
    Some(())
}

fn tone_at(context: &Named, after: f64, frequency: f64, loud: f64, seconds: f64) -> Option<()> {
    let start = context.number("currentTime")? + after;
    let tone = context.call("createOscillator", &[])?;
    tone.set("type", "triangle")?;
    tone.get("frequency")?.set("value", frequency)?;
    tone.call("connect", &[fading(context, start, loud, seconds)?.0])?;
    tone.call("start", &[start.into()])?;
    tone.call("stop", &[(start + seconds).into()])?;
    Some(())
}
