//! What a link says: where the server is, which table, and as whom.

/// The parts of a link to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkAddress {
    /// Where the connection is made, as in `ws://127.0.0.1:8000/api/play`.
    pub socket: String,
    /// The table.
    pub table: String,
    /// What the client may do there.
    pub token: String,
}

impl LinkAddress {
    /// Reads a link as the page shows it: `https://games.example.org/?t=TABLE#/t/TABLE/TOKEN`.
    pub fn read(link: &str) -> Option<LinkAddress> {
        let (address, behind) = link.trim().split_once('#')?;
        let (scheme, rest) = address.split_once("://")?;
        let scheme = match scheme {
            "http" => "ws",
            "https" => "wss",
            _ => return None,
        };
        let rest = rest.split('?').next().unwrap_or_default();
        let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
        // The page stands in a folder, perhaps under a name of its own.
        let folder = path.rsplit_once('/').map(|(folder, _)| format!("{folder}/")).unwrap_or_default();
        let mut parts = behind.strip_prefix("/t/")?.split('/');
        let (table, token) = (parts.next()?, parts.next()?);
        let is_name = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        if host.is_empty() || !is_name(table) || !is_name(token) {
            return None;
        }
        Some(LinkAddress { socket: format!("{scheme}://{host}/{folder}api/play"), table: table.into(), token: token.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_the_page_shows_them() {
        let read = |link: &str| LinkAddress::read(link).map(|address| (address.socket, address.table, address.token));
        let parts = |socket: &str| Some((socket.to_string(), "4f1c".to_string(), "9a0b".to_string()));
        assert_eq!(read("http://127.0.0.1:8000/#/t/4f1c/9a0b"), parts("ws://127.0.0.1:8000/api/play"));
        assert_eq!(read("https://games.example.org/?t=4f1c#/t/4f1c/9a0b\n"), parts("wss://games.example.org/api/play"));
        assert_eq!(read("https://example.org/games/index.html#/t/4f1c/9a0b"), parts("wss://example.org/games/api/play"));
        for wrong in ["castro", "http://h/", "http://h/#/t/4f1c", "ftp://h/#/t/4f1c/9a0b", "http:///#/t/4f1c/9a0b", "http://h/#/t/x y/9a0b"]
        {
            assert_eq!(read(wrong), None, "{wrong}");
        }
    }
}
