//! The document of the interface as a page to read: made from the document, with no script and nothing of others.

use crate::documents::PLACE;
use crate::problem::codes;
use maud::{DOCTYPE, Markup, html};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How the page looks.
pub(crate) const STYLE: &str = include_str!("docs.css");

/// One thing that can be asked for.
struct Operation<'d> {
    method: &'d str,
    path: &'d str,
    said: &'d Value,
}

/// The page.
pub(crate) fn page(document: &Value) -> String {
    let mut by_tag: BTreeMap<&str, Vec<Operation<'_>>> = BTreeMap::new();
    for (path, methods) in members(&document["paths"]) {
        for (method, said) in members(methods) {
            let tag = said["tags"][0].as_str().unwrap_or("other");
            by_tag.entry(tag).or_default().push(Operation { method, path, said });
        }
    }
    let info = &document["info"];
    let title = format!("{} {}", text(&info["title"]), text(&info["version"]));
    let body = html! {
        h1 { (title) }
        p { (text(&info["description"])) }
        p {
            "The same for programs: " a href="/api/v1/openapi.json" { "openapi.json" } "; the live messages: "
            a href="/api/v1/messages.json" { "messages.json" } ". How a client plays a round, checks a shuffle or settles a dispute: "
            a href=(PLACE) { "the documents" } "."
        }
        nav { ul { @for tag in by_tag.keys() { li { a href={ "#" (tag) } { (tag) } } } li { a href="#problems" { "problems" } } li { a href="#things" { "things" } } } }
        @for (tag, operations) in &by_tag {
            h2 id=(tag) { (tag) }
            @for operation in operations { (operation.shown()) }
        }
        h2 id="problems" { "problems" }
        (problems())
        h2 id="things" { "things" }
        @for (name, schema) in members(&document["components"]["schemas"]) { (thing(name, schema)) }
    };
    framed(&title, &body)
}

/// A page that needs nothing of the built ones, not even a script.
pub(crate) fn framed(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                link rel="stylesheet" href="/api/v1/docs.css";
            }
            body { (body) }
        }
    };
    page.into_string()
}

impl Operation<'_> {
    fn shown(&self) -> Markup {
        let said = self.said;
        let body = &said["requestBody"]["content"]["application/json"]["schema"];
        html! {
            h3 { span.method { (self.method) } code { (self.path) } }
            p { (text(&said["summary"])) " " (text(&said["description"])) }
            @if said["parameters"].is_array() {
                table {
                    tr { th { "Parameter" } th { "In" } th { "What" } th { "Meaning" } }
                    @for parameter in said["parameters"].as_array().into_iter().flatten() {
                        tr {
                            td { code { (text(&parameter["name"])) } }
                            td { (text(&parameter["in"])) }
                            td { (kind(&parameter["schema"])) @if parameter["required"] != Value::Bool(true) { ", may be left out" } }
                            td { (text(&parameter["description"])) }
                        }
                    }
                }
            }
            @if !body.is_null() { p { "Body: " (kind(body)) } }
            table {
                tr { th { "Status" } th { "Answer" } }
                @for (status, answer) in members(&said["responses"]) {
                    tr {
                        td { (status) }
                        td {
                            (text(&answer["description"]))
                            @for (media, content) in members(&answer["content"]) { " " (kind(&content["schema"])) " (" (media) ")" }
                        }
                    }
                }
            }
        }
    }
}

/// What each code of a problem means, at the place to which the type of the problem leads.
fn problems() -> Markup {
    html! {
        table {
            tr { th { "Code" } th { "Status" } th { "Meaning" } }
            @for one in codes() {
                tr id=(one.code) { td { code { (one.code) } } td { (one.status) } td { (one.says) } }
            }
        }
    }
}

/// A thing that is sent or answered.
fn thing(name: &str, schema: &Value) -> Markup {
    let required =
        |field: &str| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == field));
    html! {
        h3 id=(anchor(name)) { code { (name) } }
        p { (text(&schema["description"])) }
        @if schema["properties"].is_object() {
            table {
                tr { th { "Field" } th { "What" } th { "Meaning" } }
                @for (field, what) in members(&schema["properties"]) {
                    tr {
                        td { code { (field) } }
                        td { (kind(what)) @if !required(field) { ", may be left out" } }
                        // A list that follows is shown elsewhere, as a table.
                        td { (text(&what["description"]).split("\n\n").next().unwrap_or_default()) }
                    }
                }
            }
        } @else { p { (kind(schema)) } }
    }
}

/// What a value is: a thing with a name, a list, one of several, or something plain.
fn kind(schema: &Value) -> Markup {
    let several = ["oneOf", "anyOf", "allOf"].iter().find_map(|key| schema[*key].as_array());
    if let Some(name) = schema["$ref"].as_str().and_then(|target| target.rsplit('/').next()) {
        return html! { a href={ "#" (anchor(name)) } { code { (name) } } };
    }
    if let Some(words) = schema["enum"].as_array() {
        let words: Vec<String> = words.iter().map(plain).collect();
        return html! { code { (words.join(" | ")) } };
    }
    if let Some(all) = several {
        return html! { @for (no, one) in all.iter().enumerate() { @if no > 0 { " or " } (kind(one)) } };
    }
    if schema["items"].is_object() {
        return html! { "list of " (kind(&schema["items"])) };
    }
    if let Some(fields) = schema["properties"].as_object() {
        return html! { "{ " @for (no, (field, what)) in fields.iter().enumerate() { @if no > 0 { ", " } code { (field) } ": " (kind(what)) } " }" };
    }
    let format = schema["format"].as_str().map(|format| format!(" ({format})")).unwrap_or_default();
    let what = schema["type"]
        .as_array()
        .map_or_else(|| plain(&schema["type"]), |all| all.iter().map(plain).collect::<Vec<_>>().join(" or "));
    html! { (if what == "null" { "anything" } else { &what }) (format) }
}

fn anchor(name: &str) -> String {
    format!("thing-{name}")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// A value as a word.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn members(value: &Value) -> impl Iterator<Item = (&String, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api;

    /// Everything that the document says is on the page, and every link on the page leads somewhere.
    #[test]
    fn the_page_shows_all_of_the_document() {
        let (_, document) = api::routes().split_for_parts();
        let document = api::document(document);
        let page = page(&document);
        for (path, methods) in members(&document["paths"]) {
            for (method, said) in members(methods) {
                assert!(page.contains(&format!("{method}</span><code>{path}</code>")), "{method} {path}");
                for parameter in said["parameters"].as_array().into_iter().flatten() {
                    assert!(
                        page.contains(&format!("<code>{}</code>", text(&parameter["name"]))),
                        "{parameter}"
                    );
                }
            }
        }
        for (name, schema) in members(&document["components"]["schemas"]) {
            assert!(page.contains(&format!("id=\"{}\"", anchor(name))), "{name}");
            for (field, _) in members(&schema["properties"]) {
                assert!(page.contains(&format!("<code>{field}</code>")), "{name}.{field}");
            }
        }
        for one in codes() {
            assert_eq!(page.matches(&format!("id=\"{}\"", one.code)).count(), 1, "{}", one.code);
        }
        for link in page.split("href=\"#").skip(1) {
            let target = link.split('"').next().unwrap();
            assert!(page.contains(&format!("id=\"{target}\"")), "{target}");
        }
    }

    /// The policy that comes with every answer forbids scripts, styles within the page, and what is not the server's own.
    #[test]
    fn the_page_needs_nothing_that_the_policy_forbids() {
        let (_, document) = api::routes().split_for_parts();
        let page = page(&api::document(document));
        for forbidden in ["<script", "<style", " style=", " onclick", "http://", "https://", "<img"] {
            assert!(!page.contains(forbidden), "{forbidden}");
        }
        assert!(!STYLE.contains("url("));
    }

    /// What the document says is text, whatever it holds.
    #[test]
    fn text_of_the_document_stays_text() {
        let schema = serde_json::json!({"description": "<b>&", "properties": {"<i>": {"type": "string", "description": "\"<u>"}}});
        let shown = thing("<a>", &schema).into_string();
        assert!(
            !shown.contains("<a>")
                && !shown.contains("<b>")
                && !shown.contains("<i>")
                && !shown.contains("<u>"),
            "{shown}"
        );
    }
}
