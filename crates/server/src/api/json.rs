//! Bodies: JSON, whole, and nothing else.

use crate::problem::{Answered, Code, not_whole, problem, unreadable};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::header::CONTENT_TYPE;
use serde::de::DeserializeOwned;
use tercet_protocol::said;
use utoipa::ToSchema;

/// The body of a request: an object of JSON.
pub(crate) struct Body<T>(pub(crate) T);

/// The body of a request that says it is JSON, as it came.
pub(crate) struct Said(pub(crate) Bytes);

impl<T: DeserializeOwned + ToSchema, S: Send + Sync> FromRequest<S> for Body<T> {
    type Rejection = Answered;

    async fn from_request(request: Request, state: &S) -> Result<Body<T>, Answered> {
        let Said(bytes) = Said::from_request(request, state).await?;
        Ok(said::read(&bytes).map(Body).map_err(unreadable)?)
    }
}

impl<S: Send + Sync> FromRequest<S> for Said {
    type Rejection = Answered;

    async fn from_request(request: Request, state: &S) -> Result<Said, Answered> {
        let kind =
            request.headers().get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
        let kind = kind.split(';').next().unwrap_or_default().trim();
        if !kind.eq_ignore_ascii_case("application/json") {
            return Err(
                problem(Code::MediaType, "expected a body with content-type: application/json").into()
            );
        }
        // It was read before anything was begun, within its bounds.
        let bytes = Bytes::from_request(request, state).await.map_err(|_| not_whole())?;
        Ok(Said(bytes))
    }
}
