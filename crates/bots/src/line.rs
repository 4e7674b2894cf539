//! A live line.

use crate::client::Failed;
use crate::server::Io;
use futures_util::{SinkExt as _, StreamExt as _};
use std::time::Duration;
use tercet_protocol::live::{FromClient, ToClient};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{WebSocketStream, client_async_with_config};

/// A live line to a server.
#[derive(Debug)]
pub struct Line(WebSocketStream<Box<dyn Io>>);

impl Line {
    pub(crate) async fn open(stream: Box<dyn Io>, at: &str, token: Option<&str>) -> Result<Line, Failed> {
        let line = |error: &dyn std::fmt::Display| Failed::Line(error.to_string());
        let mut request =
            format!("ws://{at}/api/v1/live").into_client_request().map_err(|error| line(&error))?;
        if let Some(token) = token {
            let value = format!("Bearer {token}").parse().map_err(|error| line(&error))?;
            request.headers_mut().insert("authorization", value);
        }
        // Small buffers, as there may be thousands of lines in one program.
        let config = WebSocketConfig::default().read_buffer_size(4 * 1024).write_buffer_size(0);
        let (socket, _) =
            client_async_with_config(request, stream, Some(config)).await.map_err(|error| line(&error))?;
        Ok(Line(socket))
    }

    /// Says something.
    ///
    /// # Errors
    ///
    /// If the line fails.
    pub async fn say(&mut self, message: &FromClient) -> Result<(), Failed> {
        let text = serde_json::to_string(message).map_err(|error| Failed::Line(error.to_string()))?;
        self.say_text(text).await
    }

    /// Says anything, be it a message or not.
    ///
    /// # Errors
    ///
    /// If the line fails.
    pub async fn say_text(&mut self, text: impl Into<Utf8Bytes>) -> Result<(), Failed> {
        self.0.send(Message::Text(text.into())).await.map_err(|error| Failed::Line(error.to_string()))
    }

    /// Waits until the server has hung up, and reads nothing meanwhile.
    pub async fn hung_up(&mut self) {
        // Who does not read learns it from what can no longer be sent.
        while self.say(&FromClient::Ping {}).await.is_ok() {
            sleep(Duration::from_secs(1)).await;
        }
    }

    /// The next message as it came, or none if the server has hung up.
    ///
    /// # Errors
    ///
    /// If the line fails.
    pub async fn hear_text(&mut self) -> Result<Option<Utf8Bytes>, Failed> {
        while let Some(message) = self.0.next().await {
            match message.map_err(|error| Failed::Line(error.to_string()))? {
                Message::Text(text) => return Ok(Some(text)),
                Message::Close(_) => return Ok(None),
                Message::Ping(_) | Message::Pong(_) => {}
                Message::Binary(_) | Message::Frame(_) => {
                    return Err(Failed::NotAsDocumented("bytes, where text was expected".into()));
                }
            }
        }
        Ok(None)
    }

    /// The next message, or none if the server has hung up.
    ///
    /// # Errors
    ///
    /// If the line fails, or what comes is no message.
    pub async fn hear(&mut self) -> Result<Option<ToClient>, Failed> {
        let Some(text) = self.hear_text().await? else { return Ok(None) };
        let read = serde_json::from_str(&text);
        read.map(Some).map_err(|error| Failed::NotAsDocumented(format!("{error} in {text}")))
    }
}
