//! A report as a page of its own: for a browser, or for paper, with no script and nothing from elsewhere.

use crate::command::Command;
use crate::document::{Block, Document, Set, Table};
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// How it looks, on a screen and printed.
const STYLE: &str = include_str!("report.css");

/// The report as HTML, with what it was asked by.
#[must_use]
pub fn render(document: &Document, command: &Command) -> String {
    let command = command.to_string();
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (document.title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    h1 { (document.title) }
                    @for line in document.head.iter().chain([&command]) { p.head { code { (line) } } }
                    @for section in &document.sections {
                        section {
                            h2 { (section.title) }
                            @for one in &section.blocks { (block(one)) }
                        }
                    }
                }
            }
        }
    };
    page.into_string() + "\n"
}

fn block(block: &Block) -> Markup {
    html! {
        @match block {
            Block::Heading(heading) => { h3 { (heading) } }
            Block::Text(text) => { p { (text) } }
            Block::List(texts) => { ul { @for text in texts { li { (text) } } } }
            Block::Terms(terms) => { dl { @for (term, about) in terms { dt { (term) } dd { (about) } } } }
            Block::Table(one) => { (table(one)) }
        }
    }
}

fn table(table: &Table) -> Markup {
    let side =
        |column: usize| table.columns.get(column).filter(|(_, set)| *set == Set::Right).map(|_| "right");
    html! {
        // Where a screen is too narrow, the table is pushed aside by itself, with the keyboard too.
        div.wide tabindex="0" {
            table {
                thead {
                    tr { @for (column, (name, _)) in table.columns.iter().enumerate() { th scope="col" class=[side(column)] { (name) } } }
                }
                tbody {
                    @for row in &table.rows {
                        tr { @for (column, cell) in row.iter().enumerate() { td class=[side(column)] { (cell) } } }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Section;

    /// Whatever a game is called, and whatever was asked, stays text.
    #[test]
    fn nothing_that_is_said_is_a_mark() {
        let evil = "<script>alert(1)</script> & \"so on\"";
        let mut one = Table::new(&[(evil, Set::Left), ("Ways", Set::Right)]);
        one.row([evil.into(), "1,096".into()]);
        let mut section = Section::new(evil);
        section.text(evil);
        section.blocks.extend([
            Block::Heading(evil.into()),
            Block::List(vec![evil.into()]),
            Block::Terms(vec![(evil.into(), evil.into())]),
            Block::Table(one),
        ]);
        let document = Document { title: evil.into(), head: vec![evil.into()], sections: vec![section] };
        let page = render(&document, &Command::request("GET /a?b=<script>"));
        assert!(!page.contains("<script"), "{page}");
        // Twice the title, the head, the section, its text, heading, list, both of the terms, column and cell; and the request.
        assert_eq!(page.matches("&lt;script&gt;").count(), 11 + 1, "{page}");
        assert!(
            page.contains(r#"<td class="right">1,096</td>"#) && page.contains("<td>&lt;script"),
            "{page}"
        );
    }
}
