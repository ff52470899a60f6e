//! The link of a table: where it is, and as whom one comes.

use std::fmt;
use std::str::FromStr;

/// A link as it is shared: `https://games.example.org/#/t/TABLE/TOKEN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLink {
    is_secure: bool,
    /// Host and port as in the address.
    authority: String,
    /// What stands before `api/play` in the path; begins and ends with a slash.
    base: String,
    /// The table.
    pub table: String,
    /// As whom one comes.
    pub token: String,
}

impl TableLink {
    /// The address of the connection for playing.
    pub fn socket(&self) -> String {
        format!("{}://{}{}api/play", if self.is_secure { "wss" } else { "ws" }, self.authority, self.base)
    }

    /// Host and port, for the connection below that.
    pub fn host_and_port(&self) -> (&str, u16) {
        let usual = if self.is_secure { 443 } else { 80 };
        // An IPv6 address has colons of its own, within brackets.
        let after_brackets = self.authority.rfind(']').map_or(0, |end| end + 1);
        let colon = self.authority[after_brackets..].find(':').map(|at| at + after_brackets);
        let (host, port) = match colon {
            Some(at) => (&self.authority[..at], self.authority[at + 1..].parse().unwrap_or(usual)),
            None => (&self.authority[..], usual),
        };
        (host.trim_start_matches('[').trim_end_matches(']'), port)
    }
}

/// A text that is no link of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoTableLink(String);

impl fmt::Display for NoTableLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected the link of a table, as in http://192.168.1.5:8000/#/t/TABLE/TOKEN", self.0)
    }
}

impl std::error::Error for NoTableLink {}

impl FromStr for TableLink {
    type Err = NoTableLink;

    fn from_str(text: &str) -> Result<TableLink, NoTableLink> {
        read(text.trim()).ok_or_else(|| NoTableLink(text.to_string()))
    }
}

fn read(text: &str) -> Option<TableLink> {
    let (address, place) = text.split_once('#')?;
    let (table, token) = place.strip_prefix("/t/")?.split_once('/')?;
    let is_hexadecimal = |text: &str| !text.is_empty() && text.bytes().all(|letter| letter.is_ascii_hexdigit());
    let (scheme, rest) = address.split_once("://")?;
    let is_secure = match scheme {
        "http" => false,
        "https" => true,
        _ => return None,
    };
    let page = rest.split('?').next()?;
    let (authority, path) = page.find('/').map_or((page, "/"), |at| page.split_at(at));
    let base = &path[..=path.rfind('/')?];
    let is_known = |letter: char| letter.is_ascii_alphanumeric() || "-._~:[]/".contains(letter);
    let is_fine = !authority.is_empty() && page.chars().all(is_known) && is_hexadecimal(table) && is_hexadecimal(token);
    is_fine.then(|| TableLink { is_secure, authority: authority.into(), base: base.into(), table: table.into(), token: token.into() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_wherever_the_page_lies() {
        for (text, socket, host, port) in [
            ("http://127.0.0.1:8000/#/t/4f1c/9a0b", "ws://127.0.0.1:8000/api/play", "127.0.0.1", 8000),
            ("http://table#/t/4f1c/9a0b", "ws://table/api/play", "table", 80),
            ("https://example.org/games/?t=4f1c#/t/4f1c/9a0b", "wss://example.org/games/api/play", "example.org", 443),
            ("https://example.org/games/index.html#/t/4f1c/9a0b ", "wss://example.org/games/api/play", "example.org", 443),
            ("http://[::1]:8000/#/t/4f1c/9a0b", "ws://[::1]:8000/api/play", "::1", 8000),
            ("https://[fe80::1]/#/t/4f1c/9a0b", "wss://[fe80::1]/api/play", "fe80::1", 443),
        ] {
            let link: TableLink = text.parse().unwrap();
            assert_eq!((link.socket().as_str(), link.host_and_port()), (socket, (host, port)), "{text}");
            assert_eq!((link.table.as_str(), link.token.as_str()), ("4f1c", "9a0b"));
        }
    }

    #[test]
    fn other_texts_are_explained() {
        for text in ["", "4f1c", "http://table/", "ftp://table/#/t/1/2", "http://table/#/t/1", "http:///#/t/1/2", "http://a b/#/t/1/2"] {
            assert!(text.parse::<TableLink>().unwrap_err().to_string().contains("#/t/TABLE/TOKEN"), "{text}");
        }
    }
}
