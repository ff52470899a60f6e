//! What an invitation looks like before it is opened: messengers fetch the page of a link and show the title, the sentence and the
//! picture that its head names.
//!
//! The address of an invitation names its table where the server sees it, `?t=TABLE`; the token stands behind the `#`
//! and is never sent. So a preview tells no more than the game and, while a seat is free, who invites.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Uri, header};
use axum::routing::get;
use spieltisch_protocol::limits;
use spieltisch_rules::{Game, for_each_game};
use spieltisch_texts::{self as texts, Key, Lang};

use super::Shared;
use super::origin::{client_address, own_address};
use super::quota::QuotaKind;
use crate::open_tables::Inviting;
use crate::page::{self, Asset};

/// Where the pictures lie, under the address of the page.
const PICTURES: &str = "previews/";
/// How wide and high they are.
const SIZE: (u32, u32) = (1200, 630);
/// The picture of all games.
const ALL_GAMES: (&str, &[u8]) = ("spieltisch", include_bytes!("../../previews/spieltisch.png"));

/// A game in words, and its picture.
struct GamePreview {
    game: &'static str,
    name: Key,
    about: Key,
    picture: &'static [u8],
}

macro_rules! shown {
    ($($folder:ident: $game:ty),* $(,)?) => {
        fn games() -> Vec<GamePreview> {
            vec![$(GamePreview {
                game: <$game as Game>::INFO.name,
                name: texts::games::$folder::NAME,
                about: texts::games::$folder::ABOUT,
                picture: include_bytes!(concat!("../../previews/", stringify!($folder), ".png")),
            }),*]
        }
    };
}
for_each_game!(shown);

/// The page's files, with a preview where the address names a table.
pub fn router(shared: Shared, page: &'static [Asset]) -> Router {
    // Unpacked once: previews are asked for by anyone.
    let index: Option<Arc<str>> = page::index(page).map(Into::into);
    // Pages are only read: every other method is answered with 405 and those that are allowed.
    Router::new().fallback_service(get(move |ConnectInfo(peer): ConnectInfo<SocketAddr>, uri: Uri, headers: HeaderMap| {
        let (shared, index) = (shared.clone(), index.clone());
        async move {
            match (picture(uri.path()), table(&uri), index) {
                (Some(png), ..) => page::picture(png),
                (None, Some(table), Some(index)) => page::with_more_in_head(&index, &preview(&shared, peer, table, &headers).await),
                _ => page::answer(page, &uri, &headers),
            }
        }
    }))
}

/// The picture that an address names.
fn picture(path: &str) -> Option<&'static [u8]> {
    let name = path.trim_start_matches('/').strip_prefix(PICTURES)?.strip_suffix(".png")?;
    let all = (name == ALL_GAMES.0).then_some(ALL_GAMES.1);
    all.or_else(|| games().into_iter().find(|shown| shown.game == name).map(|shown| shown.picture))
}

/// What stands for the table in the address of the page.
fn table(uri: &Uri) -> Option<&str> {
    let is_page = matches!(uri.path().trim_start_matches('/'), "" | "index.html");
    uri.query().filter(|_| is_page)?.split('&').find_map(|part| part.strip_prefix("t="))
}

/// The tags for the head of the page. A client that asks too often gets the page all the same, but hears nothing of the table.
async fn preview(shared: &Shared, peer: SocketAddr, table: &str, headers: &HeaderMap) -> String {
    let lang = preferred(headers);
    let may_look = || shared.quotas.take_from(client_address(peer.ip(), headers, shared.config.behind_proxy), QuotaKind::Look).is_ok();
    let inviting = if limits::is_table_name(table) && may_look() { shared.open_tables.inviting(table).await } else { None };
    let told = PreviewText::of(inviting.as_ref(), lang);
    let config = &shared.config;
    let reached_by = || own_address(headers, config.behind_proxy).map(|origin| format!("{origin}{}/", config.base_path));
    let here = config.public_url.clone().or_else(reached_by);
    told.tags(&format!("{}{PICTURES}{}.png", here.unwrap_or_default(), told.picture))
}

/// What a preview tells.
struct PreviewText {
    title: String,
    description: String,
    picture: &'static str,
}

impl PreviewText {
    /// Of a table, in a language; of an unknown one, what this place is.
    fn of(inviting: Option<&Inviting>, lang: Lang) -> PreviewText {
        let known = inviting.and_then(|inviting| Some((inviting, games().into_iter().find(|shown| shown.game == inviting.game)?)));
        let Some((inviting, shown)) = known else {
            return PreviewText { title: "Spieltisch".into(), description: texts::t(lang, Key::PreviewTable).into(), picture: ALL_GAMES.0 };
        };
        let (game, about) = (texts::t(lang, shown.name), texts::t(lang, shown.about));
        let title = match &inviting.by {
            Some(name) => texts::preview_title_from(lang, name, game),
            None => texts::preview_title(lang, game),
        };
        let description = if inviting.is_free { format!("{about} {}", texts::t(lang, Key::PreviewHow)) } else { about.to_string() };
        PreviewText { title, description, picture: shown.game }
    }

    /// As tags. Names come from outside: whatever they hold is text.
    fn tags(&self, picture: &str) -> String {
        let (title, description, (width, height)) = (escaped(&self.title), escaped(&self.description), SIZE);
        let picture = escaped(picture);
        let properties = [
            ("og:type", "website".to_string()),
            ("og:site_name", "Spieltisch".to_string()),
            ("og:title", title.clone()),
            ("og:description", description),
            ("og:image", picture),
            ("og:image:type", "image/png".to_string()),
            ("og:image:width", width.to_string()),
            ("og:image:height", height.to_string()),
            ("og:image:alt", title),
        ];
        let tags = properties.map(|(name, content)| format!("<meta property=\"{name}\" content=\"{content}\">\n"));
        tags.concat() + "<meta name=\"twitter:card\" content=\"summary_large_image\">\n"
    }
}

/// A text within the quotes of a tag, without hyphens that only a browser needs.
fn escaped(text: &str) -> String {
    let mut written = String::new();
    for letter in text.chars() {
        match letter {
            '&' => written.push_str("&amp;"),
            '<' => written.push_str("&lt;"),
            '>' => written.push_str("&gt;"),
            '"' => written.push_str("&quot;"),
            '\'' => written.push_str("&#39;"),
            '\u{ad}' => {}
            letter => written.push(letter),
        }
    }
    written
}

/// The first language of `Accept-Language` that the program speaks, by the weights it tells.
fn preferred(headers: &HeaderMap) -> Lang {
    let accepted = headers.get(header::ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut wanted: Vec<(f32, &str)> = accepted.split(',').map(weighed).filter(|(weight, _)| *weight > 0.0).collect();
    // Those that weigh the same stay in their order.
    wanted.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    let codes: Vec<&str> = wanted.into_iter().map(|(_, code)| code).collect();
    Lang::from_preferred(&codes)
}

/// `de;q=0.8` as a weight and a code.
fn weighed(part: &str) -> (f32, &str) {
    let mut parts = part.split(';').map(str::trim);
    let code = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=")?.parse().ok());
    (weight.unwrap_or(1.0), code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_is_the_one_wished_for_most() {
        let lang = |accepted: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_LANGUAGE, accepted.parse().expect("a header"));
            preferred(&headers)
        };
        assert_eq!(lang("de-CH"), Lang::De);
        assert_eq!(lang("en;q=0.5, fr;q=0.9, *;q=0.1"), Lang::Fr);
        assert_eq!(lang("pl, nl;q=0.7"), Lang::Nl);
        assert_eq!(lang("it, es"), Lang::It);
        assert_eq!(lang("de;q=0, es;q=0.1"), Lang::Es);
        assert_eq!(lang("de;q=NaN"), Lang::En, "not a number");
        for nothing in ["", "pl", ";;;,,,", "q=1"] {
            assert_eq!(lang(nothing), Lang::En, "{nothing}");
        }
        assert_eq!(preferred(&HeaderMap::new()), Lang::En);
    }

    #[test]
    fn a_name_cannot_leave_its_quotes() {
        let inviting = Inviting { game: "caro".into(), by: Some("\"><script>alert('&')".into()), is_free: true };
        let tags = PreviewText::of(Some(&inviting), Lang::En).tags("previews/caro.png");
        assert!(tags.contains("content=\"&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;) invites you to Caro\""), "{tags}");
        assert!(!tags.contains("<script"), "{tags}");
    }

    #[test]
    fn only_the_page_itself_has_a_preview() {
        let table = |address: &str| table(&address.parse().expect("an address")).map(str::to_string);
        assert_eq!(table("/?t=0123"), Some("0123".into()));
        assert_eq!(table("/index.html?a=b&t=0123"), Some("0123".into()));
        assert_eq!(table("/"), None);
        assert_eq!(table("/?test=0123"), None);
        assert_eq!(table("/style.css?t=0123"), None);
    }
}
