//! The house that is asked, and the session that is kept for it.

use super::How;
use super::request::{Answer, Request, Wrong};
use crate::output::file::reason;
use serde_json::{Value, json};
use std::env;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tercet_bots::{Client, Failed, Server, Trust};
use tercet_protocol::live::Problem;
use tercet_server::{Settings, make_private, settings_text, write_secret};

/// A house, and who asks it.
pub(super) struct House {
    client: Client,
    url: String,
    session: PathBuf,
    /// The file that says where it listens, if it was named by its folder.
    said_by: Option<PathBuf>,
}

impl House {
    /// The house at an address, or in a folder; with the session that is kept for it, if there is one.
    pub(super) fn of(server: &str, how: &How) -> Result<House, Wrong> {
        let folder = Path::new(server);
        // A machine of one word is named with its port, or as http://tables.
        let is_word = !server.contains(['.', ':', '/']) && server != "localhost";
        if (is_word || server.starts_with(['/', '.'])) && !folder.is_dir() {
            let found = tercet_rules::shown(server, 80);
            return Err(Wrong::unusable(format!(
                "{found}: no such folder; expected that of a house, or an address"
            )));
        }
        let said_by = folder.is_dir().then(|| folder.join("tercet.toml"));
        let address = match &said_by {
            Some(file) => local(folder, file)?,
            None => server.to_owned(),
        };
        let pem = how.certificates.as_deref().map(read).transpose()?;
        let trust = pem.as_deref().map_or(Trust::Machine, Trust::These);
        let server = Server::read(&address, trust).map_err(Wrong::unusable)?;
        let url = server.url();
        if !server.is_private() && !how.plain {
            return Err(Wrong::unusable(format!(
                "{url}: the way to this machine is not encrypted, and everybody on it could read passwords; expected https://, or --plain \
                 if it is safe all the same"
            )));
        }
        let session = match &how.session {
            Some(file) => file.clone(),
            None => kept_at(&url)?,
        };
        let client = Client::new(&server);
        let client = match kept(&session, &url)? {
            Some(token) => client.with_token(&token),
            None => client,
        };
        Ok(House { client, url, session, said_by })
    }

    /// Asks; what the house refuses is said with its code.
    pub(super) async fn ask(&self, request: &Request) -> Result<Answer, Wrong> {
        let (status, kind, body) = self.sent(request).await?;
        let json: Value = if body.is_empty() { Value::Null } else { parsed(&status, &kind, &body)? };
        Ok(Answer { json, shape: request.shape(), text: None })
    }

    /// Asks for what is no JSON; gives the bytes.
    pub(super) async fn fetch(&self, request: &Request) -> Result<Vec<u8>, Wrong> {
        Ok(self.sent(request).await?.2)
    }

    async fn sent(&self, request: &Request) -> Result<(String, String, Vec<u8>), Wrong> {
        let mut headers = Vec::new();
        if request.body.is_some() {
            headers.push(("content-type", "application/json"));
        }
        if let Some(key) = &request.key {
            headers.push(("idempotency-key", key));
        }
        let body = request.body.as_ref().map(Value::to_string).unwrap_or_default();
        let answer = self.client.ask(request.method.clone(), &request.target(), &headers, body.into()).await;
        let answer = answer.map_err(|failed| self.not_there(&failed))?;
        let status = answer.status.to_string();
        if answer.status.is_success() {
            return Ok((status, answer.kind, answer.body.to_vec()));
        }
        let problem: Problem = serde_json::from_slice(&answer.body)
            .map_err(|_| Wrong::unusable(format!("{}: {status}, and not as a house answers", self.url)))?;
        Err(Wrong::Refused(refused(&problem)))
    }

    /// Where people reach it, for links that are given to them: as it says itself, else where it was reached now.
    pub(super) async fn public_url(&self) -> Result<String, Wrong> {
        let said = self.ask(&Request::get("/api/v1/house")).await?.json;
        Ok(said["public_url"].as_str().unwrap_or(&self.url).to_owned())
    }

    /// It does not answer: it may be elsewhere than its file says.
    fn not_there(&self, failed: &Failed) -> Wrong {
        let told = self.said_by.as_ref().map(|file| {
            let file = file.display();
            format!(
                "\nSo {file} says. A house that was opened with another --listen is elsewhere: say the address that it printed in the place of the folder"
            )
        });
        Wrong::unusable(format!("{}: {failed}{}", self.url, told.unwrap_or_default()))
    }

    /// Keeps the session of an answer from now on.
    pub(super) fn keep(&mut self, json: &Value) -> Result<(), Wrong> {
        let token = json["token"].as_str();
        let token =
            token.ok_or_else(|| Wrong::unusable(format!("{}: a session without a token", self.url)))?;
        let kept = json!({"house": self.url, "token": token}).to_string();
        let cannot = |error: std::io::Error| file_failed(&self.session, &error);
        if let Some(folder) = self.session.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            make_private(folder).map_err(cannot)?;
        }
        write_secret(&self.session, kept.as_bytes()).map_err(cannot)?;
        self.client = self.client.with_token(token);
        Ok(())
    }

    /// Forgets it.
    pub(super) fn forget(&self) -> Result<(), Wrong> {
        match fs::remove_file(&self.session) {
            Err(error) if error.kind() != ErrorKind::NotFound => Err(file_failed(&self.session, &error)),
            Ok(()) | Err(_) => Ok(()),
        }
    }

    /// The same house, asked by nobody.
    pub(super) fn as_nobody(&mut self) {
        self.client = self.client.without_token();
    }
}

/// What a house in a folder of this machine listens to.
fn local(folder: &Path, file: &Path) -> Result<String, Wrong> {
    let text = settings_text(file).map_err(Wrong::unusable)?.ok_or_else(|| {
        let folder = folder.display();
        Wrong::unusable(format!(
            "{folder}: no folder of a house, which has a tercet.toml; expected one, or an address"
        ))
    })?;
    let mut settings = Settings::new(folder);
    if let Some(bad) = settings.take_file(&text, &file.display().to_string()).first() {
        return Err(Wrong::unusable(bad));
    }
    if let Some(url) = settings.public_url {
        return Ok(url);
    }
    let mut at = settings.listen;
    // Whoever listens everywhere listens here.
    if at.ip().is_unspecified() {
        at.set_ip(if at.is_ipv4() { [127, 0, 0, 1].into() } else { std::net::Ipv6Addr::LOCALHOST.into() });
    }
    let scheme = if settings.tls_certificate.is_some() { "https" } else { "http" };
    Ok(format!("{scheme}://{at}"))
}

/// Where the session of a house is kept unless it is said otherwise.
fn kept_at(url: &str) -> Result<PathBuf, Wrong> {
    let set = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let folder = set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")));
    let folder = folder.ok_or_else(|| Wrong::unusable("no home folder is set; say --session FILE"))?;
    let name: String =
        url.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' }).collect();
    Ok(folder.join("tercet").join("sessions").join(name))
}

/// The token that is kept for a house.
fn kept(file: &Path, url: &str) -> Result<Option<String>, Wrong> {
    let about = match fs::metadata(file) {
        Ok(about) => about,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(file_failed(file, &error)),
    };
    let wrong = |why: &str| Wrong::unusable(format!("{}: {why}", file.display()));
    if !about.is_file() {
        return Err(wrong("no file; expected the one in which the session is kept"));
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        if about.permissions().mode() & 0o077 != 0 {
            return Err(wrong(
                "others may read it; expected a file for its owner alone (chmod 600), and sign in anew",
            ));
        }
    }
    let text = fs::read_to_string(file).map_err(|error| file_failed(file, &error))?;
    // What it holds may be somebody's own: it is for them to take it away.
    let kept: Value = serde_json::from_str(&text)
        .map_err(|_| wrong("it holds no session; expected one; remove the file, and sign in anew"))?;
    // A session is shown to the house that it is of, and to no other.
    if kept["house"].as_str() != Some(url) {
        return Ok(None);
    }
    Ok(kept["token"].as_str().map(str::to_owned))
}

pub(super) fn read(path: &Path) -> Result<Vec<u8>, Wrong> {
    fs::read(path).map_err(|error| file_failed(path, &error))
}

fn file_failed(path: &Path, error: &std::io::Error) -> Wrong {
    Wrong::unusable(format!("{}: {}", path.display(), reason(error)))
}

fn parsed(status: &str, kind: &str, body: &[u8]) -> Result<Value, Wrong> {
    serde_json::from_slice(body).map_err(|_| Wrong::unusable(format!("{status} with {kind}; expected JSON")))
}

fn refused(problem: &Problem) -> String {
    let at = problem.at.as_ref().map(|at| format!("{at}: ")).unwrap_or_default();
    // Some sentences begin with what kind of problem it is.
    let detail = problem.detail.as_str();
    let begins = detail.split_once(": ").filter(|(first, _)| first.eq_ignore_ascii_case(&problem.title));
    let detail = begins.map_or(detail, |(_, rest)| rest);
    let mut said = format!("error: {at}{}: {detail} ({})", problem.title, problem.code);
    if problem.code == "sign-in" {
        said += "\nSign in: tercet admin SERVER sign-in --login NAME";
    }
    said
}
