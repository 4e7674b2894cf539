//! What stands in the path of a request.

use crate::problem::{Answered, Code, problem_at};
use axum::extract::FromRequestParts;
use axum::extract::path::ErrorKind;
use axum::extract::rejection::PathRejection;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;
use tercet_rules::shown;

/// The parts of a path that a route names.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Answered;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Answered> {
        let read = axum::extract::Path::<T>::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(named)| Path(named))
            // Nothing is called what cannot be read.
            .map_err(|rejected| problem_at(Code::NotFound, "path", unread(&rejected)).into())
    }
}

/// What in a path cannot be read.
fn unread(rejected: &PathRejection) -> String {
    let PathRejection::FailedToDeserializePathParams(failed) = rejected else {
        return "the path cannot be read".into();
    };
    if let ErrorKind::ParseErrorAtIndex { value, .. }
    | ErrorKind::ParseErrorAtKey { value, .. }
    | ErrorKind::ParseError { value, .. } = failed.kind()
    {
        return format!("there is nothing with the number {}", shown(value, 40));
    }
    "the path cannot be read; expected one in UTF-8".into()
}
