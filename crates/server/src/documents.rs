//! The documents that whoever writes a client needs: the program has them inside, and hands them out as they are written, and as pages.

use crate::api::docs::framed;
use crate::api::path::Path;
use crate::fixed::{Fixed, read_only};
use crate::form::MARKDOWN;
use crate::problem::{Answered, Code, problem};
use axum::http::{HeaderMap, Method};
use axum::response::{IntoResponse as _, Response};
use maud::{PreEscaped, html};
use pulldown_cmark::{Alignment, Event, Options, Parser, Tag, TagEnd};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A document.
struct Document {
    /// Its file, beside which those lie that it leads to.
    file: &'static str,
    /// What is in it.
    about: &'static str,
    text: &'static str,
}

macro_rules! documents {
    ($($file:literal $about:literal)*) => {
        /// All of them, in the order in which somebody new reads them.
        const DOCUMENTS: &[Document] = &[
            $(Document { file: $file, about: $about, text: include_str!(concat!("../../../docs/", $file)) },)*
        ];
    };
}

documents! {
    "LIVE-TABLES.md" "a client of live tables, along one round; every code of a problem"
    "FAIRNESS.md" "the provable shuffle: what is committed to, derived and proved, byte by byte"
    "fairness/verify.py" "a program that derives the deck of a proof and shares no code with ours"
    "SETTLE.md" "a round as a line of JSON, its settlement, and why one is refused"
    "GAME-FILE.md" "the file that holds all of a game"
    "RULINGS.md" "where the published rules are silent or disagree, and which readings there are"
    "RULING-COSTS.md" "what each reading costs"
    "ODDS.md" "what each figure of the odds means, their JSON and records"
    "AUDIT.md" "the journal, byte by byte, what an audit looks at, and rounds told again"
    "BACK-OFFICE.md" "what the staff can ask for"
    "OPERATING.md" "how a house is run"
    "GLOSSARY.md" "the words"
}

/// Where they are.
pub(crate) const PLACE: &str = "/docs";

/// Every answer there is, by what stands after the place.
static ANSWERS: LazyLock<BTreeMap<&str, Fixed>> = LazyLock::new(|| {
    let mut answers = BTreeMap::from([("", Fixed::new(HTML, list()))]);
    for document in DOCUMENTS {
        match document.page_name() {
            Some(page) => {
                answers.insert(page, Fixed::new(HTML, document.page()));
                answers.insert(document.file, Fixed::new(MARKDOWN, document.text));
            }
            None => {
                answers.insert(document.file, Fixed::new("text/plain; charset=utf-8", document.text));
            }
        }
    }
    answers
});

/// What a page is for a browser.
pub(crate) const HTML: &str = "text/html; charset=utf-8";

/// The list of them.
pub(crate) async fn all(method: Method, headers: HeaderMap) -> Response {
    answer("", &method, &headers)
}

/// One of them: as it is written under the name of its file, as a page without what this ends with.
pub(crate) async fn one(method: Method, Path(name): Path<String>, headers: HeaderMap) -> Response {
    answer(&name, &method, &headers)
}

fn answer(name: &str, method: &Method, headers: &HeaderMap) -> Response {
    let there = ANSWERS.get(name).map(|made| made.answer(headers));
    read_only(method, there).unwrap_or_else(|| {
        let detail = format!("see {PLACE} for the documents that there are");
        Answered(problem(Code::NotFound, detail)).into_response()
    })
}

fn list() -> String {
    let body = html! {
        h1 { "Documents" }
        p {
            "For whoever writes a client or connects a back office. The interface itself, made from the program: "
            a href="/api/v1/docs" { "all that can be asked for" } ", as "
            a href="/api/v1/openapi.json" { "openapi.json" } " for programs, and the live messages as "
            a href="/api/v1/messages.json" { "messages.json" } "."
        }
        ul {
            @for document in DOCUMENTS {
                li {
                    @let as_written = format!("{PLACE}/{}", document.file);
                    @match document.page_name() {
                        Some(page) => {
                            a href={ (PLACE) "/" (page) } { (page) } ": " (document.about)
                            " (" a href=(as_written) { "as Markdown" } ")"
                        }
                        None => { a href=(as_written) { (document.file) } ": " (document.about) }
                    }
                }
            }
        }
    };
    framed("Documents", &body)
}

impl Document {
    /// What its page is called; none if it has none and is handed out only as it is written.
    fn page_name(&self) -> Option<&'static str> {
        self.file.strip_suffix(".md")
    }

    /// The document as a page.
    fn page(&self) -> String {
        let events: Vec<Event<'_>> = Parser::new_ext(self.text, Options::ENABLE_TABLES).collect();
        let mut shown = Vec::with_capacity(events.len());
        let (mut title, mut places, mut leads_nowhere) = (None, BTreeMap::new(), false);
        for (at, event) in events.iter().enumerate() {
            shown.push(if let Event::Start(Tag::Heading { level, .. }) = event {
                let words = words(events.get(at..).unwrap_or_default());
                let id = place(&words, &mut places);
                title.get_or_insert(words);
                let (classes, attrs) = (Vec::new(), Vec::new());
                Event::Start(Tag::Heading { level: *level, id: Some(id.into()), classes, attrs })
            } else if let Event::Start(Tag::Link { link_type, dest_url, title, id }) = event {
                let Some(url) = target(dest_url) else {
                    leads_nowhere = true;
                    continue;
                };
                let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                Event::Start(Tag::Link { link_type, dest_url: url.into(), title, id })
            } else if matches!(event, Event::End(TagEnd::Link)) && std::mem::take(&mut leads_nowhere) {
                continue;
            } else if let Event::Start(Tag::Table(columns)) = event {
                // How columns are set is a style within the page, which the policy forbids.
                Event::Start(Tag::Table(vec![Alignment::None; columns.len()]))
            } else if let Event::Html(text) | Event::InlineHtml(text) = event {
                // What looks like HTML is text.
                Event::Text(text.clone())
            } else {
                event.clone()
            });
        }
        let mut made = String::new();
        pulldown_cmark::html::push_html(&mut made, shown.into_iter());
        let body = html! {
            p { a href=(PLACE) { "All documents" } ", " a href={ (PLACE) "/" (self.file) } { "this one as Markdown" } }
            (PreEscaped(made))
        };
        framed(&title.unwrap_or_default(), &body)
    }
}

/// The words of the heading that begins here.
fn words(events: &[Event<'_>]) -> String {
    let inside = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_))));
    let text = inside.filter_map(|event| {
        if let Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) = event {
            Some(text.as_ref())
        } else {
            None
        }
    });
    text.collect()
}

/// The place of a heading within its page, as links to it have it everywhere: letters, digits and hyphens, counted from the second of its kind on.
fn place(words: &str, taken: &mut BTreeMap<String, usize>) -> String {
    let kept = words.chars().filter(|letter| letter.is_alphanumeric() || matches!(letter, ' ' | '-' | '_'));
    let place: String =
        kept.flat_map(char::to_lowercase).map(|letter| if letter == ' ' { '-' } else { letter }).collect();
    let before = taken.entry(place.clone()).or_default();
    *before += 1;
    if *before == 1 { place } else { format!("{place}-{}", *before - 1) }
}

/// Where a link leads from a page: within it, to the page of another document, or away from here. None: to what is not handed out.
fn target(url: &str) -> Option<String> {
    if url.starts_with('#') || url.starts_with("https://") {
        return Some(url.into());
    }
    let (file, place) =
        url.split_once('#').map_or((url, String::new()), |(file, place)| (file, format!("#{place}")));
    let document = DOCUMENTS.iter().find(|document| document.file == file)?;
    Some(format!("{PLACE}/{}{place}", document.page_name().unwrap_or(document.file)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pages() -> impl Iterator<Item = (String, String)> {
        let of = DOCUMENTS
            .iter()
            .filter_map(|document| Some((format!("{PLACE}/{}", document.page_name()?), document.page())));
        of.chain([(PLACE.to_owned(), list())])
    }

    fn between<'p>(page: &'p str, before: &'p str) -> impl Iterator<Item = &'p str> {
        page.split(before).skip(1).map(|rest| rest.split('"').next().unwrap())
    }

    /// Every link of every page leads to a place that there is: in a page of these, in a file that is handed out, or in the interface.
    #[test]
    fn every_link_leads_somewhere() {
        let pages: BTreeMap<String, String> = pages().collect();
        let mut followed = 0;
        for (from, page) in &pages {
            for link in between(page, "href=\"") {
                let (to, place) = link.split_once('#').unwrap_or((link, ""));
                let to = if to.is_empty() { from } else { to };
                if to.starts_with("/api/v1/") || to.starts_with("https://") {
                    continue;
                }
                let answered = to.strip_prefix(PLACE).map(|name| name.trim_start_matches('/'));
                assert!(answered.is_some_and(|name| ANSWERS.contains_key(name)), "{from}: {link}");
                if !place.is_empty() {
                    let there = format!("id=\"{place}\"");
                    assert!(pages.get(to).is_some_and(|page| page.contains(&there)), "{from}: {link}");
                }
                followed += 1;
            }
        }
        assert!(followed > 60, "{followed}");
    }

    /// As they are written they lead to each other too: only what lies elsewhere in the sources is not there.
    #[test]
    fn every_document_that_another_leads_to_is_handed_out() {
        for document in DOCUMENTS {
            for event in Parser::new_ext(document.text, Options::ENABLE_TABLES) {
                let Event::Start(Tag::Link { dest_url, .. }) = event else { continue };
                let elsewhere = dest_url.starts_with("../");
                assert_eq!(target(&dest_url).is_none(), elsewhere, "{}: {dest_url}", document.file);
            }
        }
    }

    /// The policy that comes with every answer forbids scripts, styles within the page, and what is not the server's own.
    #[test]
    fn pages_need_nothing_that_the_policy_forbids() {
        for (name, page) in pages() {
            for forbidden in ["<script", "<style", " style=", " onclick=", "<img", "src="] {
                assert!(!page.contains(forbidden), "{name}: {forbidden}");
            }
        }
    }

    /// What a document shows of markup is text; its tables are tables, and each of its headings has a place of its own.
    #[test]
    fn a_document_is_shown_whole() {
        let text = "# A <b>\n\n## Same\n\n<script>x</script>\n\n## Same\n\n| a | b |\n|--:|---|\n| `<i>` | [out](../x) [in](SETTLE.md#pipes) |\n";
        let page = Document { file: "X.md", about: "", text }.page();
        for (part, times) in [
            ("<title>A &lt;b&gt;</title>", 1),
            ("id=\"same\"", 1),
            ("id=\"same-1\"", 1),
            ("&lt;script&gt;", 1),
            ("<table>", 1),
            ("<code>&lt;i&gt;</code>", 1),
            ("out <a href=\"/docs/SETTLE#pipes\">in</a>", 1),
            ("<b>", 0),
            ("<script", 0),
        ] {
            assert_eq!(page.matches(part).count(), times, "{part} in {page}");
        }
        for (words, expected) in
            [("What a decision is worth", "what-a-decision-is-worth"), ("`R1`: a (b), c-d", "r1-a-b-c-d")]
        {
            assert_eq!(place(words, &mut BTreeMap::new()), expected);
        }
    }
}
