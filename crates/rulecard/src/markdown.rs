//! A rule card as a Markdown document.

use crate::page::{Block, Page, Sources, Table, Text};
use std::fmt::Write as _;

/// The card as Markdown (tables as GitHub and most readers know them).
pub(crate) fn render(page: &Page) -> String {
    let mut out = format!("# {}\n\n", plain(&page.name));
    let source = page.source.as_ref().map(|source| format!(", after `{source}`")).unwrap_or_default();
    push(&mut out, &format!("`{}`{source}  \nrules `{}`\n\n", page.id, page.hash));
    if let Some(summary) = &page.summary {
        push(&mut out, &format!("{}\n\n", plain(summary)));
    }
    push(&mut out, &format!("`Set like this`: {}\n", plain(crate::LEGEND)));
    for section in &page.sections {
        push(&mut out, &format!("\n## {}\n", plain(&section.title)));
        for block in &section.blocks {
            out.push('\n');
            push(&mut out, &self::block(block));
        }
    }
    out
}

fn push(out: &mut String, text: &str) {
    out.push_str(text);
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(heading) => format!("### {}\n", plain(heading)),
        Block::Text(text) => format!("{}\n", cited(text)),
        Block::List(texts) => texts.iter().map(|text| format!("- {}\n", cited(text))).collect(),
        Block::Steps(texts) => {
            texts.iter().enumerate().map(|(i, text)| format!("{}. {}\n", i + 1, cited(text))).collect()
        }
        Block::Terms(terms) => terms
            .iter()
            .map(|(term, texts)| {
                let texts: Vec<String> = texts.iter().map(cited).collect();
                format!("- **{}**  \n  {}\n", plain(term), texts.join("  \n  "))
            })
            .collect(),
        Block::Table(table) => self::table(table),
    }
}

fn table(table: &Table) -> String {
    let common = table.common_sources();
    let mut out = String::new();
    let mut line = |cells: &[String]| {
        writeln!(out, "| {} |", cells.join(" | ")).expect("a String takes everything");
    };
    let mut head: Vec<String> = table.head.iter().map(|cell| plain(cell)).collect();
    if common.is_none() {
        head.push("Rule".into());
    }
    line(&head);
    line(&vec!["---".to_owned(); head.len()]);
    for (cells, sources) in &table.rows {
        let mut cells: Vec<String> = cells.iter().map(|cell| plain(cell)).collect();
        if common.is_none() {
            cells.push(code(sources));
        }
        line(&cells);
    }
    if let Some(common) = common.filter(|common| !common.names().is_empty()) {
        push(&mut out, &format!("\n{}\n", code(common)));
    }
    out
}

fn cited(text: &Text) -> String {
    let sentences = text.cited().map(|(words, sources)| {
        let sources: Vec<String> = sources.iter().map(|name| format!("`{name}`")).collect();
        if sources.is_empty() { plain(words) } else { format!("{} {}", plain(words), sources.join(" ")) }
    });
    sentences.collect::<Vec<_>>().join(" ")
}

fn code(sources: &Sources) -> String {
    sources.names().iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ")
}

/// A text whose characters mean nothing to Markdown.
#[must_use]
pub fn plain(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '\\' | '`' | '*' | '_' | '|' | '<' | '[' | ']' | '#') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_markdown_would_read_is_escaped() {
        assert_eq!(plain("a|b *c* <d>"), "a\\|b \\*c\\* \\<d>");
    }
}
