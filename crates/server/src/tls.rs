//! The way from a client, encrypted by the server itself.

use crate::config::BadSetting;
use crate::house::{NotOpen, Settings};
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::{self, PemObject as _};
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::rustls::{Error, ServerConfig};

/// A certificate with its key, and the files that they are read from.
pub(crate) struct Tls {
    certificate: PathBuf,
    key: PathBuf,
    now: RwLock<Arc<ServerConfig>>,
}

impl Tls {
    /// What the settings say; nothing if they say nothing of it.
    ///
    /// # Errors
    ///
    /// If one of both files is not named, or they cannot be used.
    pub(crate) fn of(settings: &Settings) -> Result<Option<Tls>, NotOpen> {
        let alone = |at: &str, other: &str| {
            let what = format!("expected {other}, too: a certificate and its key belong together");
            Err(NotOpen::Setting(BadSetting { at: at.into(), what }))
        };
        let (certificate, key) = match (&settings.tls_certificate, &settings.tls_key) {
            (None, None) => return Ok(None),
            (Some(_), None) => return alone("tls-certificate", "tls-key"),
            (None, Some(_)) => return alone("tls-key", "tls-certificate"),
            (Some(certificate), Some(key)) => (settings.data.join(certificate), settings.data.join(key)),
        };
        let now = RwLock::new(read(&certificate, &key)?);
        Ok(Some(Tls { certificate, key, now }))
    }

    /// Reads the files anew.
    ///
    /// # Errors
    ///
    /// If they cannot be used; what was read before holds then.
    pub(crate) fn reload(&self) -> Result<(), NotOpen> {
        let new = read(&self.certificate, &self.key)?;
        *self.now.write().unwrap_or_else(PoisonError::into_inner) = new;
        Ok(())
    }

    /// What encrypts the way of whoever comes now.
    pub(crate) fn acceptor(&self) -> TlsAcceptor {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        TlsAcceptor::from(Arc::clone(&now))
    }
}

fn read(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, NotOpen> {
    let not = |path: &Path, why: &dyn Display| NotOpen::File { path: path.into(), why: why.to_string() };
    let bytes = |path: &Path| std::fs::read(path).map_err(|error| not(path, &error));
    let chain: Result<Vec<_>, _> = CertificateDer::pem_slice_iter(&bytes(certificate)?).collect();
    let chain = chain.map_err(|error| not(certificate, &error))?;
    if chain.is_empty() {
        return Err(not(
            certificate,
            &"no certificate; expected one or more, each from -----BEGIN CERTIFICATE----- on",
        ));
    }
    let secret = PrivateKeyDer::from_pem_slice(&bytes(key)?).map_err(|error| {
        if matches!(error, pem::Error::NoItemsFound) {
            not(key, &"no key; expected one, from -----BEGIN PRIVATE KEY----- on")
        } else {
            not(key, &error)
        }
    })?;
    let versions = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()));
    let versions =
        versions.with_safe_default_protocol_versions().map_err(|error| not(certificate, &error))?;
    let config = versions.with_no_client_auth().with_single_cert(chain, secret);
    let mut config = config.map_err(|error| {
        if matches!(error, Error::InconsistentKeys(_)) {
            not(key, &format!("not the key of the certificate in {}", certificate.display()))
        } else {
            not(certificate, &format!("cannot be used with the key in {}: {error}", key.display()))
        }
    })?;
    config.alpn_protocols = vec![b"http/1.1".into()];
    Ok(Arc::new(config))
}
