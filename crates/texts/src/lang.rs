//! The languages.

/// A language the program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[expect(missing_docs, reason = "each variant is its language's code")]
pub enum Lang {
    De,
    En,
    Fr,
    It,
    Es,
    Nl,
}

impl Lang {
    /// All languages, in the order a switch shows them.
    pub const ALL: [Lang; 6] = [Lang::De, Lang::En, Lang::Fr, Lang::It, Lang::Es, Lang::Nl];

    /// The code, as in `<html lang="de">`.
    pub fn code(self) -> &'static str {
        ["de", "en", "fr", "it", "es", "nl"][self as usize]
    }

    /// What the language calls itself.
    pub fn native_name(self) -> &'static str {
        ["Deutsch", "English", "Français", "Italiano", "Español", "Nederlands"][self as usize]
    }

    /// The language of a code with or without a region: `de`, `de-CH`, `de_AT.UTF-8`.
    pub fn from_code(code: &str) -> Option<Lang> {
        let language = code.split(['-', '_', '.']).next().unwrap_or_default();
        Lang::ALL.into_iter().find(|lang| lang.code().eq_ignore_ascii_case(language))
    }

    /// The first of a person's preferred languages that the program speaks, else English.
    pub fn from_preferred<S: AsRef<str>>(codes: &[S]) -> Lang {
        codes.iter().find_map(|code| Lang::from_code(code.as_ref())).unwrap_or(Lang::En)
    }

    /// The slot of the singular or the one after it, the plural, for a count of `n`.
    pub(crate) fn form(self, singular: usize, n: i64) -> usize {
        let one = match self {
            Lang::Fr => n.unsigned_abs() <= 1,
            _ => n.unsigned_abs() == 1,
        };
        if one { singular } else { singular + 1 }
    }
}
