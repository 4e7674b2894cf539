//! What stands in the path of a request.

use crate::problem::{Answered, Code, problem_at};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The parts of a path that a route names.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Answered;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Answered> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(named)| Path(named))
            // Nothing is called what cannot be read.
            .map_err(|rejected| problem_at(Code::NotFound, "path", rejected.body_text()).into())
    }
}
