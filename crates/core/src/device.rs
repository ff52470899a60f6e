//! What a browser tells of its device and of the person who holds it.

/// Whether a browser is one of a phone or tablet by Apple, which have no offer of their own; the tablets call themselves desktops.
pub fn is_ios(user_agent: &str, touch_points: f64) -> bool {
    ["iPhone", "iPad", "iPod"].iter().any(|name| user_agent.contains(name)) || (user_agent.contains("Macintosh") && touch_points > 1.0)
}

/// The first of the preferred languages that is this one; where there is none, this one in the region of the first that has a region.
pub fn with_region(language: &str, preferred: &[String]) -> String {
    let parts = |code: &str| code.split('-').map(str::to_string).collect::<Vec<_>>();
    if let Some(own) = preferred.iter().find(|code| parts(code)[0].eq_ignore_ascii_case(language)) {
        return own.clone();
    }
    let is_region = |part: &String| part.len() == 2 && part.chars().all(|letter| letter.is_ascii_alphabetic());
    let region = preferred.iter().find_map(|code| parts(code).into_iter().skip(1).find(is_region));
    region.map_or_else(|| language.to_string(), |region| format!("{language}-{region}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tablets_by_apple_call_themselves_desktops() {
        assert!(is_ios("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)", 5.0));
        assert!(is_ios("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 5.0));
        assert!(!is_ios("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)", 0.0));
        assert!(!is_ios("Mozilla/5.0 (Linux; Android 15)", 5.0));
    }

    #[test]
    fn dates_are_written_as_in_the_persons_region() {
        let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_string()).collect::<Vec<_>>();
        assert_eq!(with_region("en", &codes(&["en-GB", "en"])), "en-GB");
        assert_eq!(with_region("de", &codes(&["en-GB", "de-AT"])), "de-AT");
        assert_eq!(with_region("en", &codes(&["de-CH", "fr"])), "en-CH", "the page's language, the person's region");
        assert_eq!(with_region("fr", &codes(&["zh-Hant-TW"])), "fr-TW");
        assert_eq!(with_region("nl", &codes(&["en", "de"])), "nl");
        assert_eq!(with_region("nl", &[]), "nl");
    }
}
