//! A report as a Markdown document.

use crate::command::Command;
use crate::document::{Block, Document, Set, Table};
use tercet_rulecard::plain_in_markdown as plain;

/// The report as Markdown (tables as GitHub and most readers know them), with what it was asked by.
#[must_use]
pub fn render(document: &Document, command: &Command) -> String {
    let mut out = format!("# {}\n\n", plain(&document.title));
    let command = command.to_string();
    let head: Vec<String> = document.head.iter().chain([&command]).map(|line| code(line)).collect();
    out.push_str(&head.join("  \n"));
    out.push('\n');
    for section in &document.sections {
        out.push_str(&format!("\n## {}\n", plain(&section.title)));
        for one in &section.blocks {
            out.push('\n');
            out.push_str(&block(one));
        }
    }
    out
}

/// A text as code, in one more mark than stands together within it.
fn code(text: &str) -> String {
    let most = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let marks = "`".repeat(most + 1);
    // A mark at an end of the text must not touch these.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{marks}{space}{text}{space}{marks}")
}

fn block(block: &Block) -> String {
    match block {
        Block::Heading(heading) => format!("### {}\n", plain(heading)),
        Block::Text(text) => format!("{}\n", plain(text)),
        Block::List(texts) => texts.iter().map(|text| format!("- {}\n", plain(text))).collect(),
        Block::Terms(terms) => {
            terms.iter().map(|(term, about)| format!("- **{}**: {}\n", plain(term), plain(about))).collect()
        }
        Block::Table(one) => table(one),
    }
}

fn table(table: &Table) -> String {
    let mut out = String::new();
    let mut line = |cells: Vec<String>| out.push_str(&format!("| {} |\n", cells.join(" | ")));
    line(table.columns.iter().map(|(name, _)| plain(name)).collect());
    let rule = |set: Set| match set {
        Set::Left => "---".to_owned(),
        Set::Right => "---:".to_owned(),
    };
    line(table.columns.iter().map(|(_, set)| rule(*set)).collect());
    for row in &table.rows {
        line(row.iter().map(|cell| plain(cell)).collect());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_may_hold_its_own_mark() {
        for (text, wanted) in [("a b", "`a b`"), ("a `b", "``a `b``"), ("``", "``` `` ```")] {
            assert_eq!(code(text), wanted);
        }
    }

    #[test]
    fn tables_are_set_and_escaped() {
        let mut one = Table::new(&[("Hand", Set::Left), ("Ways", Set::Right)]);
        one.row(["a|b".into(), "1,096".into()]);
        assert_eq!(table(&one), "| Hand | Ways |\n| --- | ---: |\n| a\\|b | 1,096 |\n");
    }
}
