//! What the document says of answers that any route may give, so that no route has to.

use crate::problem::MEDIA_TYPE;
use tercet_protocol::live::Problem;
use utoipa::ToSchema as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Response, ResponseBuilder};

/// Says of every route what may come of any request of its kind, and that problems are problem documents.
pub(super) fn complete(document: &mut OpenApi) {
    for item in document.paths.paths.values_mut() {
        let changing = [&mut item.post, &mut item.put, &mut item.delete, &mut item.patch];
        changing.into_iter().flatten().for_each(|operation| of_any(operation, true));
        item.get.iter_mut().for_each(|operation| of_any(operation, false));
    }
}

fn of_any(operation: &mut Operation, changes: bool) {
    for response in operation.responses.responses.values_mut() {
        if let RefOr::T(response) = response {
            as_problem(response);
        }
    }
    let has_body = operation.request_body.is_some();
    let has_parameters = operation.parameters.as_ref().is_some_and(|parameters| !parameters.is_empty());
    let any = [
        ("400", true, "what was sent is no request that can be read"),
        ("403", changes, "a page of another site asks"),
        ("408", true, "the request did not come in time"),
        ("413", has_body || has_parameters, "what was sent is too long"),
        ("415", has_body, "the body is not JSON"),
        ("422", has_body, "a field holds what it cannot hold"),
        ("429", true, "too much was asked for; `retry-after` says when to come again"),
        ("default", true, "any other problem; see its code"),
    ];
    for (status, is_possible, description) in any {
        if is_possible && !operation.responses.responses.contains_key(status) {
            operation.responses.responses.insert(status.into(), RefOr::T(problem(description)));
        }
    }
}

/// A body that is a problem comes as what problems come as.
fn as_problem(response: &mut Response) {
    let is_problem = |content: &RefOr<Content>| matches!(content, RefOr::T(Content { schema: Some(RefOr::Ref(to)), .. }) if to.ref_location == location());
    if response.content.values().any(is_problem) {
        let content = std::mem::take(&mut response.content);
        response.content = content.into_values().map(|content| (MEDIA_TYPE.to_owned(), content)).collect();
    }
}

fn problem(description: &str) -> Response {
    let content = Content::new(Some(Ref::new(location())));
    ResponseBuilder::new().description(description).content(MEDIA_TYPE, content).build()
}

fn location() -> String {
    Ref::from_schema_name(Problem::name()).ref_location
}

#[cfg(test)]
mod tests {
    use crate::api;
    use serde_json::{Map, Value};

    fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
        value.as_object().into_iter().flat_map(Map::iter)
    }

    /// Every answer that is no success is documented as what it is sent as, and every route names what may come of any request.
    #[test]
    fn problems_are_documented_as_they_are_sent() {
        let (_, document) = api::routes().split_for_parts();
        let document = api::document(document);
        let mut problems = 0;
        for (path, methods) in members(&document["paths"]) {
            for (method, said) in members(methods) {
                let responses = &said["responses"];
                for (status, response) in members(responses) {
                    // Whoever has it already has no problem either.
                    if !status.starts_with('2') && status != "304" {
                        let media: Vec<&String> =
                            members(&response["content"]).map(|(media, _)| media).collect();
                        assert_eq!(media, ["application/problem+json"], "{method} {path} {status}");
                        problems += 1;
                    }
                }
                let mut expected = vec!["400", "408", "429", "default"];
                if method != "get" {
                    expected.push("403");
                }
                if said["requestBody"].is_object() {
                    expected.extend(["413", "415", "422"]);
                }
                for status in expected {
                    assert!(responses[status].is_object(), "{method} {path} {status}");
                }
            }
        }
        assert!(problems > 400, "{problems}");
    }
}
