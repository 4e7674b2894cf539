//! A rule card for machines.

use crate::page::{Block, Page, Text};
use serde_json::{Value, json};

/// The card as JSON: the same sections, sentences and tables, each with its sources.
pub(crate) fn render(page: &Page) -> String {
    let sections: Vec<Value> = page
        .sections
        .iter()
        .map(|section| {
            let blocks: Vec<Value> = section.blocks.iter().map(block).collect();
            json!({ "title": section.title, "blocks": blocks })
        })
        .collect();
    let card = json!({
        "id": page.id,
        "name": page.name,
        "source": page.source,
        "rules": page.hash,
        "summary": page.summary,
        "sections": sections,
    });
    format!("{card:#}\n")
}

fn block(block: &Block) -> Value {
    let texts = |texts: &[Text]| texts.iter().map(text).collect::<Vec<Value>>();
    match block {
        Block::Heading(heading) => json!({ "heading": heading }),
        Block::Text(paragraph) => json!({ "text": text(paragraph) }),
        Block::List(list) => json!({ "list": texts(list) }),
        Block::Steps(steps) => json!({ "steps": texts(steps) }),
        Block::Terms(terms) => {
            let terms: Vec<Value> =
                terms.iter().map(|(term, about)| json!({ "term": term, "about": texts(about) })).collect();
            json!({ "terms": terms })
        }
        Block::Table(table) => {
            let rows: Vec<Value> = table
                .rows
                .iter()
                .map(|(cells, sources)| json!({ "cells": cells, "cites": sources.names() }))
                .collect();
            json!({ "table": { "head": table.head, "rows": rows } })
        }
    }
}

fn text(text: &Text) -> Value {
    let sentence = |words: &str, cites: &[String]| json!({ "words": words, "cites": cites });
    text.sentences.iter().map(|s| sentence(&s.words, s.cites.names())).collect()
}
