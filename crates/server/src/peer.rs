//! Who asks, as far as the network knows: the address, and whether nobody on the way can read along.
//!
//! Anybody can write anything into the headers by which proxies say who asks. They are believed only where a connection comes from a proxy that
//! the operator has named, and only as far back as such proxies go: the last address that none of them has is who asks.

use axum::http::HeaderMap;
use ipnet::IpNet;
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
        let all = |name| headers.get_all(name).into_iter().filter_map(|value| value.to_str().ok());
        match self.says {
            Says::XForwarded => {
                // The last word on it is the nearest proxy's.
                let last = all("x-forwarded-proto").flat_map(|value| value.split(',')).next_back();
                let secure = last.is_some_and(|scheme| scheme.trim().eq_ignore_ascii_case("https"));
                let addresses = all("x-forwarded-for").flat_map(|value| value.split(','));
                addresses.map(|text| Hop { from: address(text.trim()), secure }).collect()
            }
            Says::Forwarded => all("forwarded").flat_map(|value| parts(value, ',')).map(hop).collect(),
        }
    }
}

/// One element of `Forwarded`.
fn hop(element: &str) -> Hop {
    let mut hop = Hop { from: None, secure: false };
    for pair in parts(element, ';') {
        let Some((name, value)) = pair.split_once('=') else { continue };
        let value = value.trim().trim_matches('"');
        match name.trim().to_ascii_lowercase().as_str() {
            "for" => hop.from = address(value),
            "proto" => hop.secure = value.eq_ignore_ascii_case("https"),
            _ => {}
        }
    }
    hop
}

/// What stands between the signs that part it and are not in quotes.
fn parts(text: &str, sign: char) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    text.split(move |c| {
        quoted ^= c == '"';
        c == sign && !quoted
    })
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
        ] {
            let (address, secure) =
                peer(&forwarded, "127.0.0.1", &[("forwarded", said), ("x-forwarded-for", "192.0.2.5")]);
            assert_eq!((address.as_str(), secure), expected, "{said}");
        }
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
