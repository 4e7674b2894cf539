//! HTTP, as much of it as a player needs.

use crate::line::Line;
use crate::server::Server;
use http_body_util::{BodyExt as _, Full, LengthLimitError, Limited};
pub use hyper::Method;
use hyper::body::Bytes;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::fmt;
use std::io;
use std::time::Duration;
use tercet_protocol::live::Problem;
use tokio::net::TcpStream;
use tokio::time::{sleep, timeout};

/// The longest answer that is read, in bytes: none that a house gives is nearly as long.
const LONGEST_ANSWER: usize = 256 << 20;

/// How long an answer may take, all of it, and the way to the server with it; or a live line until it is open.
const LONGEST_WAIT: Duration = Duration::from_secs(120);

/// Speaks HTTP with one server, for one person.
#[derive(Clone, Debug)]
pub struct Client {
    server: Server,
    token: Option<String>,
}

/// An answer.
#[derive(Clone, Debug)]
pub struct Answer {
    /// Its status.
    pub status: StatusCode,
    /// Its kind of content.
    pub kind: String,
    /// Its body, as it came.
    pub body: Bytes,
}

/// Why nothing came of a request.
#[derive(Debug)]
pub enum Failed {
    /// The line failed.
    Line(String),
    /// The answer is not what the document says.
    NotAsDocumented(String),
    /// The server says why not.
    Refused(Box<Problem>),
}

impl From<io::Error> for Failed {
    fn from(error: io::Error) -> Failed {
        Failed::Line(error.to_string())
    }
}

impl Client {
    /// A client of this server, for nobody yet.
    #[must_use]
    pub fn new(server: impl Into<Server>) -> Client {
        Client { server: server.into(), token: None }
    }

    /// The same, for whoever has this session.
    #[must_use]
    pub fn with_token(&self, token: &str) -> Client {
        Client { server: self.server.clone(), token: Some(token.into()) }
    }

    /// The same, for nobody.
    #[must_use]
    pub fn without_token(&self) -> Client {
        Client { server: self.server.clone(), token: None }
    }

    /// The session, if there is one.
    #[must_use]
    pub fn token(&self) -> Option<&str> {
        self.token.as_deref()
    }

    /// Comes in as a guest of this name; the client is for the guest from then on. Gives who that is in the books. Where too many come at
    /// once, it waits as long as the server says.
    ///
    /// # Errors
    ///
    /// A [`Failed`].
    pub async fn come_as_guest(&mut self, name: &str) -> Result<String, Failed> {
        let session: Value = loop {
            let came = self.post("/api/v1/sessions/guest", &json!({ "name": name })).await;
            let wait = match &came {
                Err(Failed::Refused(problem)) => problem.retry_after_ms,
                Err(Failed::Line(_) | Failed::NotAsDocumented(_)) | Ok(_) => None,
            };
            match wait {
                Some(ms) => sleep(Duration::from_millis(ms)).await,
                None => break came?,
            }
        };
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let (token, player) = (text(&session["token"]), text(&session["me"]["player"]));
        let (Some(token), Some(player)) = (token, player) else {
            return Err(Failed::NotAsDocumented(format!("a session without token and player: {session}")));
        };
        self.token = Some(token);
        Ok(player)
    }

    /// Gets a thing.
    ///
    /// # Errors
    ///
    /// A [`Failed`].
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failed> {
        read(&self.ask(Method::GET, path, &[], Bytes::new()).await?)
    }

    /// Posts a thing.
    ///
    /// # Errors
    ///
    /// A [`Failed`].
    pub async fn post<T: DeserializeOwned>(&self, path: &str, body: &Value) -> Result<T, Failed> {
        let headers = [("content-type", "application/json")];
        read(&self.ask(Method::POST, path, &headers, Bytes::from(body.to_string())).await?)
    }

    /// Asks for anything, with these headers beside what every request has.
    ///
    /// # Errors
    ///
    /// If the line fails; any answer is one.
    pub async fn ask(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> Result<Answer, Failed> {
        in_time(self.exchange(method, path, headers, body)).await
    }

    async fn exchange(
        &self,
        method: Method,
        path: &str,
        headers: &[(&str, &str)],
        body: Bytes,
    ) -> Result<Answer, Failed> {
        let line = |error: &dyn fmt::Display| Failed::Line(error.to_string());
        let stream = self.server.connect().await?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| line(&error))?;
        let mut request = Request::builder().method(method).uri(path).header("host", self.server.at());
        if let Some(token) = &self.token {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Full::new(body)).map_err(|error| line(&error))?;
        let exchange = async {
            let response = sender.send_request(request).await.map_err(|error| line(&error))?;
            let status = response.status();
            let kind = response.headers().get("content-type").and_then(|kind| kind.to_str().ok());
            let kind = kind.unwrap_or_default().to_owned();
            let body = Limited::new(response.into_body(), LONGEST_ANSWER).collect().await;
            let body = body.map_err(|error| match error.downcast_ref::<LengthLimitError>() {
                Some(_) => Failed::NotAsDocumented(format!(
                    "an answer of more than {LONGEST_ANSWER} bytes to {path}"
                )),
                None => line(&error),
            })?;
            let body = body.to_bytes();
            Ok(Answer { status, kind, body })
        };
        tokio::pin!(exchange);
        tokio::select! {
            answer = &mut exchange => answer,
            // The connection ends as soon as it has nothing more to say; the answer may be there by then.
            _ = connection => exchange.await,
        }
    }

    /// Opens a live line.
    ///
    /// # Errors
    ///
    /// A [`Failed`].
    pub async fn live(&self) -> Result<Line, Failed> {
        let opened =
            async { Line::open(self.server.connect().await?, self.server.at(), self.token.as_deref()).await };
        in_time(opened).await
    }

    /// Opens a live line over a connection that is there.
    ///
    /// # Errors
    ///
    /// A [`Failed`].
    pub async fn live_over(&self, stream: TcpStream) -> Result<Line, Failed> {
        let opened = async {
            Line::open(self.server.over(stream).await?, self.server.at(), self.token.as_deref()).await
        };
        in_time(opened).await
    }
}

/// Waits for something of a server no longer than anybody would.
async fn in_time<T>(what: impl Future<Output = Result<T, Failed>>) -> Result<T, Failed> {
    let late = |_| Failed::Line(format!("no answer within {} s", LONGEST_WAIT.as_secs()));
    timeout(LONGEST_WAIT, what).await.map_err(late)?
}

fn read<T: DeserializeOwned>(answer: &Answer) -> Result<T, Failed> {
    let not = |error: serde_json::Error| {
        let body = String::from_utf8_lossy(&answer.body);
        Failed::NotAsDocumented(format!("{}: {error} in {body}", answer.status))
    };
    if answer.status.is_success() {
        serde_json::from_slice(&answer.body).map_err(not)
    } else {
        Err(Failed::Refused(Box::new(serde_json::from_slice(&answer.body).map_err(not)?)))
    }
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failed::Line(why) => write!(f, "the line failed: {why}"),
            Failed::NotAsDocumented(what) => write!(f, "not as documented: {what}"),
            Failed::Refused(problem) => write!(f, "refused ({}): {}", problem.code, problem.detail),
        }
    }
}

impl std::error::Error for Failed {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::server::Trust;
    use std::net::TcpListener;

    /// Whoever is silent ends nobody's work: neither where the way there is plain nor where it is encrypted first, of an answer nor of a line.
    #[tokio::test(start_paused = true)]
    async fn nobody_waits_for_ever() {
        let silent = TcpListener::bind("127.0.0.1:0").unwrap();
        let at = silent.local_addr().unwrap();
        let of = rcgen::generate_simple_self_signed(["127.0.0.1".to_owned()]).unwrap();
        let encrypted =
            Server::read(&format!("https://{at}"), Trust::These(of.cert.pem().as_bytes())).unwrap();
        for server in [Server::from(at.to_string()), encrypted] {
            let client = Client::new(server);
            let answer = client.get::<Value>("/api/v1/games").await.map(drop);
            let line = client.live().await.map(drop);
            let stream = TcpStream::connect(at).await.unwrap();
            let over = client.live_over(stream).await.map(drop);
            for failed in [answer, line, over] {
                assert_eq!(failed.unwrap_err().to_string(), "the line failed: no answer within 120 s");
            }
        }
    }
}
