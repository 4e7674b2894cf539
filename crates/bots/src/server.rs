//! Where a server is, and the way there: plain, or encrypted.

use crate::client::Failed;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject as _;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// Where a server is. Copies share what is long.
#[derive(Clone)]
pub struct Server {
    /// Host and port.
    at: Arc<str>,
    tls: Option<(TlsConnector, ServerName<'static>)>,
}

/// Whose certificates are believed.
#[derive(Clone, Copy, Debug)]
pub enum Trust<'p> {
    /// Those whom this machine believes: of its own store, or `SSL_CERT_FILE` and `SSL_CERT_DIR`.
    Machine,
    /// Those in this text, in PEM form, and no others.
    These(&'p [u8]),
}

/// A connection, whichever way it goes.
pub(crate) trait Io: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug {}

impl<T: AsyncRead + AsyncWrite + Unpin + Send + fmt::Debug> Io for T {}

impl Server {
    /// Reads an address: `http://host:port`, `https://host`, or host and port alone, which is the plain way.
    ///
    /// # Errors
    ///
    /// If it is none, or no certificate can be believed.
    pub fn read(text: &str, trust: Trust<'_>) -> Result<Server, String> {
        let text = text.trim_end_matches('/');
        let (host, secure) = match text.split_once("://") {
            Some(("http", host)) => (host, false),
            Some(("https", host)) => (host, true),
            Some((scheme, _)) => return Err(format!("`{scheme}://`; expected http:// or https://")),
            None => (text, false),
        };
        let wrong = || {
            format!(
                "`{text}`; expected an address such as http://127.0.0.1:8080 or https://tables.example.org"
            )
        };
        if host.is_empty() || !host.chars().all(|c| c.is_ascii_alphanumeric() || ".-_:[]".contains(c)) {
            return Err(wrong());
        }
        // The last colon of `[::1]` is none before a port.
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| !port.ends_with(']'));
        let at = if has_port { host.to_owned() } else { format!("{host}:{}", if secure { 443 } else { 80 }) };
        let (name, port) = at.rsplit_once(':').ok_or_else(wrong)?;
        port.parse::<u16>().map_err(|_| wrong())?;
        let tls = if secure {
            let name = name.trim_start_matches('[').trim_end_matches(']');
            let name = ServerName::try_from(name.to_owned()).map_err(|_| wrong())?;
            Some((connector(trust)?, name))
        } else {
            None
        };
        Ok(Server { at: at.into(), tls })
    }

    /// Host and port.
    #[must_use]
    pub fn at(&self) -> &str {
        &self.at
    }

    /// The address, as [`Server::read`] reads it.
    #[must_use]
    pub fn url(&self) -> String {
        let scheme = if self.tls.is_some() { "https" } else { "http" };
        format!("{scheme}://{}", self.at)
    }

    /// Whether what is said on the way can be read by nobody else: it is encrypted, or leaves no machine.
    #[must_use]
    pub fn is_private(&self) -> bool {
        let host = self.at.rsplit_once(':').map_or(&*self.at, |(host, _)| host);
        let host = host.trim_start_matches('[').trim_end_matches(']');
        self.tls.is_some()
            || host.eq_ignore_ascii_case("localhost")
            || host.parse::<IpAddr>().is_ok_and(|address| address.to_canonical().is_loopback())
    }

    /// Goes there.
    pub(crate) async fn connect(&self) -> Result<Box<dyn Io>, Failed> {
        let stream = TcpStream::connect(&*self.at).await?;
        self.over(stream).await
    }

    /// Goes the way over a connection that is there.
    pub(crate) async fn over(&self, stream: TcpStream) -> Result<Box<dyn Io>, Failed> {
        stream.set_nodelay(true)?;
        match &self.tls {
            None => Ok(Box::new(stream)),
            Some((tls, name)) => Ok(Box::new(tls.connect(name.clone(), stream).await?)),
        }
    }
}

/// What encrypts the way, and believes these certificates.
fn connector(trust: Trust<'_>) -> Result<TlsConnector, String> {
    let mut roots = RootCertStore::empty();
    match trust {
        Trust::Machine => {
            let found = rustls_native_certs::load_native_certs();
            roots.add_parsable_certificates(found.certs);
            if roots.is_empty() {
                let why: Vec<String> = found.errors.iter().map(ToString::to_string).collect();
                return Err(format!("this machine believes no certificates: {}", why.join("; ")));
            }
        }
        Trust::These(pem) => {
            for certificate in CertificateDer::pem_slice_iter(pem) {
                let certificate = certificate.map_err(|error| format!("no certificate: {error}"))?;
                roots.add(certificate).map_err(|error| format!("no certificate: {error}"))?;
            }
            if roots.is_empty() {
                return Err("no certificate; expected some in PEM form".into());
            }
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| error.to_string())?;
    Ok(TlsConnector::from(Arc::new(config.with_root_certificates(roots).with_no_client_auth())))
}

/// The plain way to a host and port.
impl From<&str> for Server {
    fn from(at: &str) -> Server {
        Server { at: at.into(), tls: None }
    }
}

impl From<String> for Server {
    fn from(at: String) -> Server {
        Server::from(at.as_str())
    }
}

impl From<&Server> for Server {
    fn from(server: &Server) -> Server {
        server.clone()
    }
}

impl fmt::Display for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.url())
    }
}

impl fmt::Debug for Server {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Server").field(&self.url()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_private_that_is_encrypted_or_leaves_no_machine() {
        for (text, private) in [
            ("127.0.0.1:8080", true),
            ("http://127.9.9.9", true),
            ("http://[::1]:8080", true),
            ("http://[::ffff:127.0.0.1]", true),
            ("http://LocalHost:1", true),
            ("http://tables.example.org", false),
            ("http://localhost.example.org", false),
            ("http://127.0.0.1.example.org", false),
            ("192.0.2.1:8080", false),
        ] {
            assert_eq!(Server::read(text, Trust::Machine).unwrap().is_private(), private, "{text}");
        }
    }

    #[test]
    fn addresses_are_read_or_refused() {
        for (text, at) in [
            ("127.0.0.1:8080", "127.0.0.1:8080"),
            ("http://127.0.0.1:8080/", "127.0.0.1:8080"),
            ("http://tables.example.org", "tables.example.org:80"),
            ("http://[::1]:8080", "[::1]:8080"),
            ("http://[::1]", "[::1]:80"),
        ] {
            assert_eq!(Server::read(text, Trust::Machine).unwrap().at(), at, "{text}");
        }
        for text in [
            "",
            "ftp://x",
            "http://",
            "http://a/b",
            "host:port",
            "host:70000",
            "http://a b",
            "http://u:p@h:1",
        ] {
            assert!(Server::read(text, Trust::Machine).is_err(), "{text}");
        }
        assert!(Server::read("https://localhost", Trust::These(b"x")).unwrap_err().contains("PEM"));
    }
}
