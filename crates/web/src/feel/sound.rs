//! Sounds made of noise and tones as they are needed: no files.
//!
//! The browser's audio is called by name: its bindings would stand in the first download, whatever part uses them.

use std::cell::RefCell;

use js_sys::{Float32Array, Function, Reflect};
use wasm_bindgen::{JsCast, JsValue};

use super::Felt;
use crate::browser::window;

/// Something of the browser's audio.
#[derive(Clone)]
struct Audio(JsValue);

impl Audio {
    fn get(&self, name: &str) -> Option<Audio> {
        Reflect::get(&self.0, &name.into()).ok().map(Audio)
    }

    fn number(&self, name: &str) -> Option<f64> {
        self.get(name)?.0.as_f64()
    }

    fn set(&self, name: &str, value: impl Into<JsValue>) -> Option<()> {
        Reflect::set(&self.0, &name.into(), &value.into()).ok().map(drop)
    }

    fn call(&self, name: &str, arguments: &[JsValue]) -> Option<Audio> {
        let function: Function = self.get(name)?.0.dyn_into().ok()?;
        Reflect::apply(&function, &self.0, &arguments.iter().collect()).ok().map(Audio)
    }

    /// A value that changes by itself.
    fn value(&self, name: &str, call: &str, value: f64, at: f64) -> Option<Audio> {
        self.get(name)?.call(call, &[value.into(), at.into()])
    }
}

thread_local! {
    static CONTEXT: RefCell<Option<Audio>> = const { RefCell::new(None) };
}

/// The one place everything sounds; a phone that slept wakes it.
fn context() -> Option<Audio> {
    let kept = CONTEXT.with_borrow(Clone::clone).or_else(|| {
        let maker: Function = Reflect::get(&window(), &"AudioContext".into()).ok()?.dyn_into().ok()?;
        let made = Audio(Reflect::construct(&maker, &js_sys::Array::new()).ok()?);
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

/// Plays the sound that belongs to something; silence where there is no audio.
pub fn play(felt: Felt) {
    let _ = context().and_then(|context| match felt {
        Felt::Dice => dice(&context),
        Felt::Wood => wood(&context),
        Felt::Chips => chips(&context),
        Felt::Win => fanfare(&context),
    });
}

/// Several knocks that come closer and grow fainter, over the tray's hollow wood.
fn dice(context: &Audio) -> Option<()> {
    let mut at = 0.0;
    for knock in 0..7 {
        let loud = 0.5 / f64::from(knock + 1).sqrt();
        knock_at(context, at, 1700.0 + 1500.0 * js_sys::Math::random(), 3.0, loud, 0.05)?;
        knock_at(context, at, 220.0, 2.0, loud * 0.8, 0.09)?;
        at += 0.05 + 0.03 * js_sys::Math::random();
    }
    Some(())
}

fn wood(context: &Audio) -> Option<()> {
    knock_at(context, 0.0, 760.0, 7.0, 0.7, 0.12)?;
    knock_at(context, 0.0, 190.0, 2.0, 0.6, 0.1)
}

fn chips(context: &Audio) -> Option<()> {
    knock_at(context, 0.0, 4100.0, 14.0, 0.8, 0.07)?;
    knock_at(context, 0.055, 5200.0, 14.0, 0.6, 0.09)
}

fn fanfare(context: &Audio) -> Option<()> {
    for (note, frequency) in [523.25, 659.25, 783.99, 1046.5].into_iter().enumerate() {
        let last = note == 3;
        tone_at(context, 0.13 * note as f64, frequency, 0.22, if last { 0.6 } else { 0.2 })?;
    }
    Some(())
}

/// A volume that begins at `loud` and is gone after so many seconds, connected to what is heard.
fn fading(context: &Audio, start: f64, loud: f64, seconds: f64) -> Option<Audio> {
    let gain = context.call("createGain", &[])?;
    gain.value("gain", "setValueAtTime", loud, start)?;
    gain.value("gain", "exponentialRampToValueAtTime", 0.001, start + seconds)?;
    gain.call("connect", &[context.get("destination")?.0])?;
    Some(gain)
}

/// A short burst of noise around a frequency.
fn knock_at(context: &Audio, after: f64, frequency: f64, sharp: f64, loud: f64, seconds: f64) -> Option<()> {
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

fn tone_at(context: &Audio, after: f64, frequency: f64, loud: f64, seconds: f64) -> Option<()> {
    let start = context.number("currentTime")? + after;
    let tone = context.call("createOscillator", &[])?;
    tone.set("type", "triangle")?;
    tone.get("frequency")?.set("value", frequency)?;
    tone.call("connect", &[fading(context, start, loud, seconds)?.0])?;
    tone.call("start", &[start.into()])?;
    tone.call("stop", &[(start + seconds).into()])?;
    Some(())
}
