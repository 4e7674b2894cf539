//! What stands behind the `?` of an address.

use crate::problem::{Answered, Code, problem};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

/// The query of a request, every name of it known.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Answered;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Query<T>, Answered> {
        let read = axum::extract::Query::try_from_uri(&parts.uri);
        let read = read.map_err(|rejected| problem(Code::Value, rejected.body_text()))?;
        Ok(Query(read.0))
    }
}
