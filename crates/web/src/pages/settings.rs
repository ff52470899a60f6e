//! Look, motion, speed, and the keys.

use leptos::prelude::*;

use super::install;
use crate::app::settings;
use crate::browser;
use crate::i18n::{Key, lang, texts, tr};

/// The page of settings.
pub fn page() -> AnyView {
    let now = settings::get();
    let look = [
        (None, Key::SettingsLookSystem),
        (Some("light"), Key::SettingsLookLight),
        (Some("dark"), Key::SettingsLookDark),
        (Some("contrast"), Key::SettingsLookContrast),
    ];
    let motion = [(None, Key::SettingsMotionFull), (Some("none"), Key::SettingsMotionNone)];
    let speed = [(Some("slow"), Key::SettingsSpeedSlow), (None, Key::SettingsSpeedNormal), (Some("fast"), Key::SettingsSpeedFast)];
    let dice = [(None, Key::SettingsDiceSorted), (Some("fallen"), Key::SettingsDiceFallen)];
    let switch = [(None, Key::FeelOn), (Some("off"), Key::FeelOff)];
    let voice = [(None, Key::VoiceOff), (Some("on"), Key::VoiceOn)];
    let keys = [
        tr(Key::KeysArrows).to_string(),
        tr(Key::KeysEnter).to_string(),
        tr(Key::KeysTab).to_string(),
        tr(Key::KeysDice).to_string(),
        texts::keys_roll(lang(), "R"),
        texts::keys_undo(lang(), "U"),
        texts::keys_hint(lang(), "H"),
        texts::keys_explain(lang(), "?"),
    ];
    view! {
        <div class="card page settings">
            <h1>{tr(Key::SettingsTitle)}</h1>
            {choice("look", Key::SettingsLook, &look, now.look.as_deref(), |settings, value| settings.look = value)}
            {choice("motion", Key::SettingsMotion, &motion, now.motion.as_deref(), |settings, value| settings.motion = value)}
            {choice("speed", Key::SettingsSpeed, &speed, now.speed.as_deref(), |settings, value| settings.speed = value)}
            {choice("dice", Key::SettingsDice, &dice, now.dice.as_deref(), |settings, value| settings.dice = value)}
            {choice("sound", Key::FeelSound, &switch, now.sound.as_deref(), |settings, value| settings.sound = value)}
            {choice("touch", Key::FeelTouch, &switch, now.touch.as_deref(), |settings, value| settings.touch = value)}
            {choice("voice", Key::VoiceTitle, &voice, now.voice.as_deref(), |settings, value| settings.voice = value)}
            <p><a class="quiet button" id="people" href="#/people">{tr(Key::PeopleTitle)}</a></p>
            {install::line()}
            <h2>{tr(Key::KeysTitle)}</h2>
            <ul>{keys.map(|key| view! { <li>{key}</li> })}</ul>
            <p><button class="main" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button></p>
            <p class="fine">{texts::settings_version(lang(), env!("CARGO_PKG_VERSION"))}</p>
        </div>
    }
    .into_any()
}

type SettingChange = fn(&mut settings::Settings, Option<String>);

fn choice(
    name: &'static str,
    title: Key,
    values: &[(Option<&'static str>, Key)],
    now: Option<&str>,
    change: SettingChange,
) -> impl IntoView {
    let options = values.iter().map(|&(value, key)| {
        view! {
            <label>
                <input type="radio" name=name value=value.unwrap_or_default() checked=value == now
                    on:change=move |_| settings::change(|settings| change(settings, value.map(str::to_string)))/>
                <span>{tr(key)}</span>
            </label>
        }
    });
    view! { <fieldset class="choice"><legend>{tr(title)}</legend>{options.collect::<Vec<_>>()}</fieldset> }
}
