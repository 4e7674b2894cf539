//! Who asks, as far as the network knows: the address, and whether nobody on the way can read along.
//!
//! Anybody can write anything into the headers by which proxies say who asks. They are believed only where a connection comes from a proxy that
//! the operator has named, and only as far back as such proxies go: the last address that none of them has is who asks.

use axum::http::HeaderMap;
use ipnet::IpNet;
use std::collections::BTreeMap;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr, SocketAddr};

/// Who asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Peer {
    address: IpAddr,
    secure: bool,
}

impl Peer {
    /// Whoever has this address, and whether the way from there is encrypted.
    pub(crate) fn new(address: IpAddr, secure: bool) -> Peer {
        Peer { address: address.to_canonical(), secure }
    }

    /// Whether the way from there is encrypted.
    pub(crate) fn is_secure(self) -> bool {
        self.secure
    }

    /// The address as it is counted: whoever has one IPv6 address has all of its network of 64 bits.
    pub(crate) fn counted(self) -> IpAddr {
        match self.address {
            IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (!0 << 64)).into(),
            IpAddr::V4(_) => self.address,
        }
    }
}

impl fmt::Display for Peer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.address.fmt(f)
    }
}

/// The proxies in front of the server.
#[derive(Clone, Debug, Default)]
pub struct Proxies {
    /// Their addresses, and networks of them.
    pub trusted: Vec<IpNet>,
    /// In what they say who asks.
    pub says: Says,
}

/// In which headers a proxy says who asks. A proxy hands on what it does not know, so only one kind can be believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Says {
    /// `X-Forwarded-For` and `X-Forwarded-Proto`, as most do.
    #[default]
    XForwarded,
    /// `Forwarded`, as of RFC 7239.
    Forwarded,
}

impl Says {
    /// As it is written in the settings.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Says::XForwarded => "x-forwarded",
            Says::Forwarded => "forwarded",
        }
    }
}

/// One step of the way that a request came, as a proxy says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hop {
    /// From where it came; nothing if that is no address.
    from: Option<IpAddr>,
    /// Whether it came encrypted.
    secure: bool,
}

impl Proxies {
    /// Whether this address is that of a proxy in front.
    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.trusted.iter().any(|network| network.contains(&address))
    }

    /// Who asks, when somebody does from this address, with these headers.
    pub(crate) fn behind(&self, from: Peer, headers: &HeaderMap) -> Peer {
        if !self.trusts(from.address) {
            return from;
        }
        let mut peer = from;
        for hop in self.way(headers).into_iter().rev() {
            // What is no address names nobody: the proxy that says so stands for them.
            let Some(from) = hop.from else { break };
            peer = Peer::new(from, hop.secure);
            if !self.trusts(peer.address) {
                break;
            }
        }
        peer
    }

    /// The way that a request came: from whom it was first, down to whom the nearest proxy had it from.
    fn way(&self, headers: &HeaderMap) -> Vec<Hop> {
        // What can be read of a line counts, whatever else somebody has put there: a line that is passed over would hide what a proxy says in it.
        let all = |name| {
            let lines = headers.get_all(name).into_iter();
            lines.map(|value| String::from_utf8_lossy(value.as_bytes())).collect::<Vec<_>>()
        };
        match self.says {
            Says::XForwarded => {
                // The last word on it is the nearest proxy's.
                let protos = all("x-forwarded-proto");
                let last = protos.last().and_then(|value| value.split(',').next_back());
                let secure = last.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"));
                let lines = all("x-forwarded-for");
                let addresses = lines.iter().flat_map(|value| value.split(','));
                addresses.map(|text| Hop { from: address(text.trim()), secure }).collect()
            }
            Says::Forwarded => {
                let lines = all("forwarded");
                let elements = lines.iter().flat_map(|value| parts(value, b','));
                elements.map(|element| hop(element).unwrap_or(Hop { from: None, secure: false })).collect()
            }
        }
    }
}

/// One element of `Forwarded`; nothing if it is not what RFC 7239 (section 4) says: it names nobody then.
fn hop(element: &str) -> Option<Hop> {
    let mut said = BTreeMap::new();
    // A pair may be empty.
    for pair in parts(element, b';').into_iter().map(str::trim).filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_once('=')?;
        let value = value_of(value)?;
        if name.is_empty()
            || !name.bytes().all(is_plain)
            || said.insert(name.to_ascii_lowercase(), value).is_some()
        {
            return None;
        }
    }
    let secure = said.get("proto").is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
    Some(Hop { from: said.get("for").and_then(|value| address(value)), secure })
}

/// A value, in quotes or not. Proxies write addresses with ports without quotes, too, though these are no tokens.
fn value_of(text: &str) -> Option<&str> {
    match text.strip_prefix('"') {
        // No address and no scheme has a sign that needs to be escaped; what has one is somebody's own and names nobody.
        Some(rest) => rest.strip_suffix('"').filter(|inner| !inner.contains('"') || inner.contains('\\')),
        None => Some(text).filter(|text| !text.is_empty() && text.bytes().all(is_plain)),
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"\",;\\".contains(&byte)
}

/// What stands between the signs that part it and are not in quotes, in its order. It is read from its end, where the nearest proxy writes: a quote that
/// somebody before it has left open ends nothing of what the proxy says.
fn parts(text: &str, sign: u8) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut parts, mut end, mut quoted) = (Vec::new(), text.len(), false);
    for at in (0..bytes.len()).rev() {
        // Only before a quote: whoever writes nothing else but escapes must not have them counted again and again.
        let escapes = || bytes[..at].iter().rev().take_while(|byte| **byte == b'\\').count();
        if bytes[at] == b'"' && escapes() % 2 == 0 {
            quoted = !quoted;
        } else if bytes[at] == sign && !quoted {
            parts.push(&text[at + 1..end]);
            end = at;
        }
    }
    parts.push(&text[..end]);
    parts.reverse();
    parts
}

/// An address, with or without a port; of IPv6, with or without brackets.
fn address(text: &str) -> Option<IpAddr> {
    let bare = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    bare.parse().ok().or_else(|| text.parse().ok().map(|address: SocketAddr| address.ip()))
}

impl fmt::Display for Proxies {
    /// The proxies that are trusted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let all: Vec<String> = self.trusted.iter().map(ToString::to_string).collect();
        f.write_str(&all.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn proxies(says: Says) -> Proxies {
        let trusted = ["10.0.0.0/8", "fd00::/8", "127.0.0.1/32"].map(|net| net.parse().unwrap());
        Proxies { trusted: trusted.into(), says }
    }

    fn peer(proxies: &Proxies, from: &str, headers: &[(&'static str, &str)]) -> (String, bool) {
        let mut all = HeaderMap::new();
        for (name, value) in headers {
            all.append(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
        }
        let peer = proxies.behind(Peer::new(from.parse().unwrap(), false), &all);
        (peer.to_string(), peer.is_secure())
    }

    /// Only what a proxy that is trusted says is believed, back to the first address that is not such a proxy's.
    #[test]
    fn the_last_address_that_no_trusted_proxy_has_is_who_asks() {
        let x = proxies(Says::XForwarded);
        for (from, said, expected) in [
            ("192.0.2.1", "198.51.100.7", "192.0.2.1"),
            ("10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("::ffff:10.0.0.1", "198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7", "198.51.100.7"),
            ("10.0.0.1", "203.0.113.9, 198.51.100.7, 10.9.9.9", "198.51.100.7"),
            ("10.0.0.1", "10.1.1.1, 10.2.2.2", "10.1.1.1"),
            ("10.0.0.1", "198.51.100.7:5555", "198.51.100.7"),
            ("10.0.0.1", "2001:db8::1", "2001:db8::1"),
            ("10.0.0.1", "[2001:db8::1]:443", "2001:db8::1"),
            ("fd00::1", "[2001:db8::1]", "2001:db8::1"),
            ("10.0.0.1", "unknown", "10.0.0.1"),
            ("10.0.0.1", "198.51.100.7, unknown, 10.2.2.2", "10.2.2.2"),
            ("10.0.0.1", "", "10.0.0.1"),
            ("10.0.0.1", ",,198.51.100.7", "198.51.100.7"),
        ] {
            assert_eq!(peer(&x, from, &[("x-forwarded-for", said)]).0, expected, "{from}: {said}");
        }
        // Several lines are one list; the other header is not looked at.
        let lines = [
            ("x-forwarded-for", "203.0.113.9"),
            ("x-forwarded-for", "198.51.100.7"),
            ("forwarded", "for=192.0.2.5"),
        ];
        assert_eq!(peer(&x, "10.0.0.1", &lines).0, "198.51.100.7");
        let one = [("x-forwarded-for", "198.51.100.7"), ("x-forwarded-proto", "https")];
        assert_eq!(peer(&x, "10.0.0.1", &one), ("198.51.100.7".into(), true));
        assert_eq!(
            peer(&x, "192.0.2.1", &one),
            ("192.0.2.1".into(), false),
            "nobody else can say that it is encrypted"
        );
    }

    /// The same in the words of RFC 7239.
    #[test]
    fn forwarded_is_read_as_its_rfc_says() {
        let forwarded = proxies(Says::Forwarded);
        let escapes = format!("x={}, for=198.51.100.7", "\\".repeat(15_000));
        for (said, expected) in [
            ("for=198.51.100.7", ("198.51.100.7", false)),
            ("For=\"[2001:db8:cafe::17]:4711\";proto=https", ("2001:db8:cafe::17", true)),
            (
                "for=192.0.2.43, for=198.51.100.17;by=203.0.113.60;proto=http;host=example.com",
                ("198.51.100.17", false),
            ),
            ("for=198.51.100.7;proto=https, for=10.1.1.1;proto=http", ("198.51.100.7", true)),
            ("for=\"198.51.100.7;x,y\", for=10.1.1.1", ("10.1.1.1", false)),
            ("for=_hidden, for=unknown", ("127.0.0.1", false)),
            ("\"for=198.51.100.7", ("127.0.0.1", false)),
            // What somebody sends who would be somebody else, and what the nearest proxy has written behind it.
            ("for=6.6.6.6;proto=https;x=\", for=\"198.51.100.7\";proto=http", ("198.51.100.7", false)),
            ("for=6.6.6.6;proto=https;x=\", for=\"[2001:db8::7]:99\"", ("2001:db8::7", false)),
            ("for=6.6.6.6;x=\"\\\", for=\"198.51.100.7\"", ("198.51.100.7", false)),
            ("for=6.6.6.6;x=\\, for=\"198.51.100.7\";host=\"a, for=6.6.6.6;b=\"", ("198.51.100.7", false)),
            ("for=198.51.100.7;host=\"a\\\", for=6.6.6.6\"", ("198.51.100.7", false)),
            ("for=6.6.6.6, for=198.51.100.7 for=6.6.6.6", ("127.0.0.1", false)),
            ("for=6.6.6.6, for=198.51.100.7;for=6.6.6.6", ("127.0.0.1", false)),
            ("for=6.6.6.6, for=\"198.51.100.7\"6.6.6.6", ("127.0.0.1", false)),
            ("for=6.6.6.6, for=", ("127.0.0.1", false)),
            ("for=6.6.6.6,", ("127.0.0.1", false)),
            ("for=198.51.100.7;proto=https;", ("198.51.100.7", true)),
            (";for=198.51.100.7; ;proto=https", ("198.51.100.7", true)),
            ("for=6.6.6.6, ;", ("127.0.0.1", false)),
            (&escapes, ("198.51.100.7", false)),
        ] {
            let (address, secure) =
                peer(&forwarded, "127.0.0.1", &[("forwarded", said), ("x-forwarded-for", "192.0.2.5")]);
            assert_eq!((address.as_str(), secure), expected, "{said}");
        }
    }

    /// A line with signs that are none hides nothing of what a proxy says in it, nor in the other lines.
    #[test]
    fn a_line_that_is_no_text_is_read_as_far_as_it_can_be() {
        for (says, name, lines) in [
            (Says::XForwarded, "x-forwarded-for", [&b"6.6.6.6"[..], b"\xff, 198.51.100.7"]),
            (Says::XForwarded, "x-forwarded-for", [b"\xff", b"198.51.100.7"]),
            (Says::Forwarded, "forwarded", [b"for=6.6.6.6", b"\xff, for=198.51.100.7"]),
            (Says::Forwarded, "forwarded", [b"for=6.6.6.6;x=\"", b"for=198.51.100.7"]),
        ] {
            let mut headers = HeaderMap::new();
            for line in lines {
                headers.append(HeaderName::from_static(name), HeaderValue::from_bytes(line).unwrap());
            }
            let peer = proxies(says).behind(Peer::new([127, 0, 0, 1].into(), false), &headers);
            assert_eq!(peer.to_string(), "198.51.100.7", "{lines:?}");
        }
        // Where the nearest says nothing that can be read, it stands for them itself.
        let mut headers = HeaderMap::new();
        for line in [&b"6.6.6.6"[..], b"\xff"] {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line).unwrap());
        }
        let peer = proxies(Says::XForwarded).behind(Peer::new([127, 0, 0, 1].into(), false), &headers);
        assert_eq!(peer.to_string(), "127.0.0.1");
    }

    /// Whoever has one IPv6 address has 2^64 of them, and is one all the same.
    #[test]
    fn an_ipv6_network_of_64_bits_is_one() {
        let counted = |text: &str| Peer::new(text.parse().unwrap(), false).counted().to_string();
        assert_eq!(counted("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(counted("192.0.2.1"), "192.0.2.1");
        assert_eq!(counted("::ffff:192.0.2.1"), "192.0.2.1");
    }
}
