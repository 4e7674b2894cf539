//! A house that encrypts the way itself.

use crate::house::{Open, PATIENCE};
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tercet_bots::{Order, Server, Trust, Until, crowd, lobby};
use tercet_server::{House, Limits, Settings};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore, SupportedProtocolVersion, version};

/// A certificate for this machine, written where a house looks for it.
fn written(folder: &Path) -> CertifiedKey<KeyPair> {
    let made = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("tls.pem"), made.cert.pem()).unwrap();
    std::fs::write(folder.join("tls.key"), made.signing_key.serialize_pem()).unwrap();
    made
}

fn encrypted(settings: Settings) -> Settings {
    Settings { tls_certificate: Some("tls.pem".into()), tls_key: Some("tls.key".into()), ..settings }
}

/// Shakes hands with a house whose certificate is this one.
async fn hands(
    house: &Open,
    trusted: &CertificateDer<'static>,
    versions: &[&'static SupportedProtocolVersion],
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let mut config =
        config.with_protocol_versions(versions).unwrap().with_root_certificates(roots).with_no_client_auth();
    config.alpn_protocols = vec![b"h2".into(), b"http/1.1".into()];
    let stream = TcpStream::connect(house.at).await.unwrap();
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

async fn asks(stream: &mut TlsStream<TcpStream>, request: &str) -> String {
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut all = Vec::new();
    // A server need not say that it ends.
    let _ = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("an answer");
    String::from_utf8_lossy(&all).into_owned()
}

const HOUSE: &str = "GET /api/v1/house HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";

/// Both versions of TLS that are safe are spoken, with HTTP/1.1 in them; the cookie is for such a way only, and a live line begins.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_house_with_a_certificate_is_reached_over_https() {
    let folder = tempfile::tempdir().unwrap();
    let made = written(folder.path());
    let house = Open::again(folder, encrypted).await;
    for versions in [&version::TLS12, &version::TLS13] {
        let mut stream = hands(&house, made.cert.der(), &[versions]).await.unwrap();
        assert_eq!(stream.get_ref().1.alpn_protocol(), Some(b"http/1.1".as_slice()));
        let answer = asks(&mut stream, HOUSE).await;
        assert!(
            answer.starts_with("HTTP/1.1 200") && answer.contains("strict-transport-security: "),
            "{answer}"
        );
    }
    let mut stream = hands(&house, made.cert.der(), &[&version::TLS13]).await.unwrap();
    let body = r#"{"name":"Ann","keeps":"browser"}"#;
    let guest = format!(
        "POST /api/v1/sessions/guest HTTP/1.1\r\nhost: localhost\r\norigin: https://localhost\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let answer = asks(&mut stream, &guest).await;
    assert!(answer.starts_with("HTTP/1.1 201") && answer.contains("set-cookie: __Host-tercet="), "{answer}");
    let mut stream = hands(&house, made.cert.der(), &[&version::TLS13]).await.unwrap();
    let upgrade = "GET /api/v1/live HTTP/1.1\r\nhost: localhost\r\norigin: https://localhost\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
         sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    stream.write_all(upgrade.as_bytes()).await.unwrap();
    let mut head = [0; 12];
    timeout(PATIENCE, stream.read_exact(&mut head)).await.unwrap().unwrap();
    assert_eq!(&head, b"HTTP/1.1 101");
    // Whoever comes without encryption gets no answer.
    assert!(house.client().get::<serde_json::Value>("/api/v1/house").await.is_err());
    house.close().await;
}

/// Players come over https and wss, play and check everything, if they believe the certificate of the house; otherwise they do not come in.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_play_over_an_encrypted_way() {
    let folder = tempfile::tempdir().unwrap();
    let made = written(folder.path());
    let house = Open::again(folder, encrypted).await;
    let url = format!("https://localhost:{}", house.at.port());
    let at = Server::read(&url, Trust::These(made.cert.pem().as_bytes())).unwrap();
    assert!(at.is_private());
    let order = Order {
        at,
        tables: vec!["three-card-poker".into()],
        seats: 2,
        until: Until::Rounds(1),
        proofs_each: Some(1),
        wait_for_nobody: true,
        comes_back: None,
    };
    let seen = timeout(PATIENCE, crowd(&order, &Arc::default())).await.unwrap().unwrap();
    assert!(seen.is_well() && seen.proofs == 2, "{seen:?}");
    let other = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    let doubts = Server::read(&url, Trust::These(other.cert.pem().as_bytes())).unwrap();
    let refused = lobby(&doubts).await.unwrap_err().to_string();
    assert!(refused.contains("certificate"), "{refused}");
    house.close().await;
}

/// Whoever begins to shake hands and does not go on is hung up on, and holds no place.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_a_handshake_is_ended_in_time() {
    let folder = tempfile::tempdir().unwrap();
    let made = written(folder.path());
    // Longer than a slow machine takes for an honest one.
    let limits = Limits { head: Duration::from_secs(3), per_address: 3, ..Limits::default() };
    let house = Open::again(folder, |settings| encrypted(Settings { limits, ..settings })).await;
    let at = house.at;
    let halves = [&b""[..], b"\x16\x03\x01\x02\x00\x01", b"GET / HTTP/1.1\r\n\r\n"].map(async |said| {
        let mut stream = TcpStream::connect(at).await.unwrap();
        stream.write_all(said).await.unwrap();
        let mut all = Vec::new();
        // A connection that is reset is closed, too.
        let _ = timeout(PATIENCE, stream.read_to_end(&mut all)).await.expect("it is closed");
        assert!(!all.starts_with(b"HTTP"), "{all:?}");
    });
    let [one, two, three] = halves;
    tokio::join!(one, two, three);
    let mut stream = hands(&house, made.cert.der(), &[&version::TLS13]).await.unwrap();
    assert!(asks(&mut stream, HOUSE).await.starts_with("HTTP/1.1 200"));
    house.close().await;
}

/// A new certificate is taken without closing; one that cannot be used changes nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_certificate_is_read_anew() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_owned();
    let old = written(&data);
    let house = Open::again(folder, encrypted).await;
    hands(&house, old.cert.der(), &[&version::TLS13]).await.unwrap();
    std::fs::write(data.join("tls.pem"), "nothing").unwrap();
    let why = house.house.reload().unwrap_err().to_string();
    assert!(why.contains("tls.pem: no certificate; expected"), "{why}");
    hands(&house, old.cert.der(), &[&version::TLS13]).await.unwrap();
    let new = written(&data);
    assert!(house.house.reload().unwrap());
    hands(&house, new.cert.der(), &[&version::TLS13]).await.unwrap();
    assert!(hands(&house, old.cert.der(), &[&version::TLS13]).await.is_err());
    house.close().await;
}

/// What cannot be used is named, with the file and what was expected, before anything is opened.
#[tokio::test]
async fn what_is_wrong_with_the_files_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    written(folder.path());
    let other = generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    std::fs::write(at("other.key"), other.signing_key.serialize_pem()).unwrap();
    std::fs::write(at("broken.pem"), "-----BEGIN CERTIFICATE-----\n????\n-----END CERTIFICATE-----\n")
        .unwrap();
    std::fs::write(at("cut.pem"), "-----BEGIN CERTIFICATE-----\nMIIB").unwrap();
    for (certificate, key, expected) in [
        (Some("tls.pem"), None, "tls-certificate: expected tls-key, too"),
        (None, Some("tls.key"), "tls-key: expected tls-certificate, too"),
        (Some("none.pem"), Some("tls.key"), "none.pem: No such file"),
        (Some("tls.pem"), Some("none.key"), "none.key: No such file"),
        (Some("tls.key"), Some("tls.key"), "tls.key: no certificate; expected"),
        (Some("tls.pem"), Some("tls.pem"), "tls.pem: no key; expected"),
        (Some("tls.pem"), Some("other.key"), "other.key: not the key of the certificate in"),
        (Some("broken.pem"), Some("tls.key"), "broken.pem: "),
        (Some("cut.pem"), Some("tls.key"), "cut.pem: "),
    ] {
        let data = at("data");
        let path = |name: Option<&str>| name.map(at);
        let settings =
            Settings { tls_certificate: path(certificate), tls_key: path(key), ..Settings::new(&data) };
        let checked = settings.check().unwrap_err().to_string();
        assert!(checked.contains(expected), "{checked}");
        let why = House::open(settings).await.unwrap_err().to_string();
        assert_eq!(why, checked);
        assert!(!data.exists(), "nothing was made");
    }
}
