//! The page of the people who play on this device: names, colours, pictures. Everything is kept as soon as it is changed.

use leptos::prelude::*;

use super::faces::FACES;
use super::people::{self, PICTURES, Person};
use crate::app::settings;
use crate::browser::{self, value_of};
use crate::dialog;
use crate::i18n::{Key, lang, mark_name, texts, tr};
use crate::live::{Kind, Player};
use crate::table::{face, mark};

/// A person on the page; what is changed about them redraws only what shows it.
type PersonSignal = RwSignal<Person>;

#[derive(Clone, Copy)]
struct FamilyPage {
    people: RwSignal<Vec<PersonSignal>>,
    /// Whose particulars are unfolded.
    open: RwSignal<Option<PersonSignal>>,
    message: RwSignal<String>,
}

/// The page.
pub fn page() -> AnyView {
    let people = people::all().into_iter().map(RwSignal::new).collect();
    let page = FamilyPage { people: RwSignal::new(people), open: RwSignal::new(None), message: RwSignal::new(String::new()) };
    let typed = RwSignal::new(String::new());
    let add = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if page.add(&typed.get_untracked()) {
            typed.set(String::new());
        }
    };
    let rows = move || page.people.get().into_iter().enumerate().map(|(number, person)| row(page, number, person)).collect::<Vec<_>>();
    view! {
        <div class="card page people-page">
            <h1>{tr(Key::PeopleTitle)}</h1>
            <p>{tr(Key::PeopleHelp)}</p>
            <ul class="people-list">{rows}</ul>
            <form class="new-person" on:submit=add>
                <label>{tr(Key::SetupName)}
                    <input type="text" id="new-person" maxlength="20" autocomplete="off" prop:value=move || typed.get() on:input=move |event| typed.set(value_of(&event))/>
                </label>
                <button class="quiet" id="add-person">{tr(Key::PeopleAdd)}</button>
            </form>
            <p class="wrong" role="alert">{move || page.message.get()}</p>
            <p><button class="main" on:click=|_| browser::back()>{tr(Key::ButtonBack)}</button></p>
        </div>
    }
    .into_any()
}

impl FamilyPage {
    /// Puts a person on the list and unfolds their particulars; `false` where that is no name, or taken.
    fn add(self, name: &str) -> bool {
        let name = name.trim();
        if !self.can_be_called(name, None) {
            return false;
        }
        let all = people::change(|people| people::add(people, name, None));
        if let Some(new) = all.into_iter().find(|person| person.name == name).map(RwSignal::new) {
            self.people.update(|people| people.push(new));
            self.open.set(Some(new));
        }
        true
    }

    /// Whether a person can have this name; where not, it is said why.
    fn can_be_called(self, name: &str, who: Option<PersonSignal>) -> bool {
        let others = self.people.get_untracked().into_iter().filter(|person| Some(*person) != who);
        let wrong = if name.is_empty() {
            tr(Key::PeopleEmptyName).to_string()
        } else if others.into_iter().any(|person| person.with_untracked(|person| person.name == name)) {
            texts::people_same_name(lang(), name)
        } else {
            String::new()
        };
        self.message.set(wrong.clone());
        wrong.is_empty()
    }

    /// Changes something about a person, and keeps it.
    fn change(self, person: PersonSignal, change: impl FnOnce(&mut Person)) {
        let before = person.get_untracked().name;
        person.update(change);
        let now = person.get_untracked();
        people::change(|people| match people.iter_mut().find(|other| other.name == before) {
            Some(kept) => kept.clone_from(&now),
            None => people.push(now.clone()),
        });
        if now.name != before {
            people::rename_everywhere(&before, &now.name);
        }
        if settings::get().name.as_deref() == Some(now.name.as_str()) {
            settings::change(|settings| (settings.colour, settings.picture) = (Some(now.colour), now.picture));
        }
    }

    fn remove(self, person: PersonSignal) {
        let name = person.get_untracked().name;
        dialog::ask(texts::people_remove_ask(lang(), &name), tr(Key::PeopleRemove), move || {
            people::change(|people| people.retain(|other| other.name != name));
            self.people.update(|people| people.retain(|other| *other != person));
            self.open.set(None);
            browser::after(0, || browser::focus("new-person"));
        });
    }
}

/// A person's picture as tables show it.
fn portrait(person: &Person) -> impl IntoView + use<> {
    let player = Player { picture: person.picture, ..Player::new("", person.colour, Kind::Person) };
    view! { <span class="portrait">{face(&player)}{mark(person.colour)}</span> }
}

fn row(page: FamilyPage, number: usize, person: PersonSignal) -> impl IntoView {
    let is_open = move || page.open.get() == Some(person);
    let fold = move |_| page.open.set(if untrack(is_open) { None } else { Some(person) });
    view! {
        <li>
            <button class="person" id=format!("person-{number}") aria-expanded=move || is_open().to_string() on:click=fold>
                {move || person.with(portrait)}<span class="name">{move || person.get().name}</span>
            </button>
            {move || is_open().then(|| particulars(page, person))}
        </li>
    }
}

fn particulars(page: FamilyPage, person: PersonSignal) -> impl IntoView {
    let rename = move |event: web_sys::Event| {
        let name = value_of(&event).trim().to_string();
        if page.can_be_called(&name, Some(person)) {
            page.change(person, |person| person.name = name);
        }
    };
    let colour = move |colour: usize| {
        let chosen = move || person.read().colour == colour;
        let choose = move |_| page.change(person, |person| person.colour = colour);
        view! {
            <label title=mark_name(colour)>
                <input type="radio" class="visually-hidden" name="colour" aria-label=mark_name(colour) prop:checked=chosen on:change=choose/>{mark(colour)}
            </label>
        }
    };
    let picture = move |picture: Option<u8>| {
        let name = tr(picture.map_or(Key::PictureNone, |picture| FACES[usize::from(picture)].0));
        let chosen = move || person.read().picture == picture;
        let choose = move |_| page.change(person, |person| person.picture = picture);
        let drawn = move || match picture {
            Some(_) => {
                let player = Player { picture, ..Player::new("", person.read().colour, Kind::Person) };
                face(&player).into_any()
            }
            None => view! { <span aria-hidden="true">"–"</span> }.into_any(),
        };
        view! {
            <label title=name>
                <input type="radio" class="visually-hidden" name="picture" aria-label=name prop:checked=chosen on:change=choose/>{drawn}
            </label>
        }
    };
    view! {
        <div class="particulars">
            <label class="named">{tr(Key::SetupName)}<input type="text" id="person-name" maxlength="20" prop:value=move || person.get().name on:change=rename/></label>
            <fieldset class="pick"><legend>{tr(Key::SetupColour)}</legend>{(0..8).map(colour).collect::<Vec<_>>()}</fieldset>
            <fieldset class="pick"><legend>{tr(Key::PeoplePicture)}</legend>
                {std::iter::once(None).chain((0..PICTURES).map(Some)).map(picture).collect::<Vec<_>>()}
            </fieldset>
            <button class="quiet" id="remove-person" on:click=move |_| page.remove(person)>{tr(Key::PeopleRemove)}</button>
        </div>
    }
}
