//! What is sent and cannot be read, over all there is: each field of each body and message, as the documents list them.

use crate::house::{GAMES, Open, PATIENCE, at_stage, send, sits};
use serde_json::{Map, Value, json};
use tercet_protocol::live::{Problem, ToClient};
use tercet_server::{Limits, Settings};
use tokio::time::timeout;

/// Words that only whoever writes the program knows.
const OF_RUST: [&str; 26] = [
    "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32", "i64", "i128", "isize", "f64", "bool",
    "str", "char", "struct", "enum", "variant", "newtype", "tuple", "map", "sequence", "unit", "untagged",
    "serde",
];

async fn open() -> Open {
    Open::with(|settings| {
        let limits =
            Limits { arrivals_a_minute: 1_000_000, messages_a_second: 100_000, ..settings.limits.clone() };
        Settings { limits, ..settings }
    })
    .await
}

/// Schemas, and those to which they refer.
struct Schemas {
    named: Map<String, Value>,
}

impl Schemas {
    /// A schema itself, and whether null is allowed beside it.
    fn itself<'s>(&'s self, schema: &'s Value) -> (&'s Value, bool) {
        if let Some(target) = schema["$ref"].as_str() {
            return self.itself(&self.named[target.rsplit('/').next().unwrap()]);
        }
        let is_null = |one: &Value| one["type"] == "null";
        match schema["oneOf"].as_array() {
            Some(all) if all.iter().any(is_null) => {
                (self.itself(all.iter().find(|one| !is_null(one)).unwrap()).0, true)
            }
            _ => (schema, types(schema).contains(&"null")),
        }
    }

    /// The objects that this can be: of what has a tag, one for each.
    fn objects<'s>(&'s self, schema: &'s Value) -> Vec<&'s Value> {
        let (schema, _) = self.itself(schema);
        schema["oneOf"].as_array().map_or_else(|| vec![schema], |all| all.iter().collect())
    }

    /// Something that the schema allows, with all fields.
    fn sample(&self, name: &str, schema: &Value) -> Value {
        let (schema, _) = self.itself(schema);
        if let Some(all) = schema["oneOf"].as_array() {
            return self.sample(name, &all[0]);
        }
        match types(schema)[0] {
            "object" if schema["properties"].is_object() => {
                let fields = schema["properties"].as_object().unwrap();
                fields.iter().map(|(name, field)| (name.clone(), self.sample(name, field))).collect()
            }
            "object" => json!({ "ante": self.sample("", &schema["additionalProperties"]) }),
            "array" => json!([self.sample(name, &schema["items"])]),
            "string" => match schema["enum"].as_array() {
                Some(words) => words[0].clone(),
                None if ["table", "game"].contains(&name) => json!(GAMES[3]),
                None if name == "wager" => json!("ante"),
                None => json!("x"),
            },
            "integer" => json!(1),
            "boolean" => json!(true),
            other => panic!("{name}: {other}"),
        }
    }

    /// Whatever this can be that it must not be, each with the place that is to be named.
    fn wrong(&self, at: &str, schema: &Value, sample: &Value) -> Vec<(String, Value)> {
        let (schema, or_null) = self.itself(schema);
        let kinds = types(schema);
        let is = |kind: &str| kinds.contains(&kind);
        let mut all = Vec::new();
        let values = [
            (or_null, json!(null)),
            (is("boolean"), json!(true)),
            (is("integer"), json!(7)),
            (false, json!(1.5)),
            (is("integer") && schema["minimum"].is_null(), json!(-1)),
            (is("integer") && schema["maximum"].is_null(), json!(1_000_000)),
            (is("string") && schema["enum"].is_null(), json!("no such thing")),
            (is("array"), json!([])),
            (is("object") || schema["oneOf"].is_array(), json!({})),
        ];
        all.extend(values.into_iter().filter(|(may_be, _)| !may_be).map(|(_, value)| (at.to_owned(), value)));
        if is("array") {
            let inside = self.wrong(&format!("{at}[0]"), &schema["items"], &sample[0]);
            all.extend(inside.into_iter().map(|(at, value)| (at, json!([value]))));
        }
        if is("object") {
            all.extend(self.wrong_inside(at, schema, sample));
        }
        all
    }

    /// The same of an object: one of its fields is of another kind, lacks, or is one that there is not.
    fn wrong_inside(&self, at: &str, schema: &Value, sample: &Value) -> Vec<(String, Value)> {
        let dot = if at.is_empty() { "" } else { "." };
        let sample = sample.as_object().unwrap();
        let with = |name: &str, value: Value| {
            let mut object = sample.clone();
            object.insert(name.into(), value);
            Value::Object(object)
        };
        let mut all = Vec::new();
        for (name, value) in sample {
            let place = format!("{at}{dot}{name}");
            let Some(field) = schema["properties"].get(name) else {
                let each = self.wrong(&place, &schema["additionalProperties"], value);
                all.extend(each.into_iter().map(|(at, wrong)| (at, with(name, wrong))));
                continue;
            };
            let must = is_required(schema, name);
            let each = self
                .wrong(&place, field, value)
                .into_iter()
                .filter(|(at, wrong)| must || *at != place || !wrong.is_null());
            all.extend(each.map(|(at, wrong)| (at, with(name, wrong))));
            if must {
                let mut object = sample.clone();
                object.remove(name);
                all.push((place, Value::Object(object)));
            }
        }
        if schema["properties"].is_object() {
            all.push((format!("{at}{dot}nowhere"), with("nowhere", json!(1))));
        }
        all
    }
}

fn types(schema: &Value) -> Vec<&str> {
    let one = schema["type"].as_str().into_iter();
    one.chain(schema["type"].as_array().into_iter().flatten().filter_map(Value::as_str)).collect()
}

fn is_required(schema: &Value, name: &str) -> bool {
    schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name))
}

/// Something that can be asked for.
struct Operation {
    method: String,
    path: String,
    /// The parameters behind the question mark.
    query: Vec<String>,
    /// What is to be sent, if anything is.
    body: Option<Value>,
}

impl Operation {
    /// What the places in its body begin with.
    fn inside(&self) -> &'static str {
        if self.path.ends_with("/asks") { "ask." } else { "" }
    }

    /// Its address, with these things named.
    fn address(&self, of: impl Fn(&str) -> String) -> String {
        let parts = self.path.split('/').map(|part| match part.strip_prefix('{') {
            Some(name) => of(name.trim_end_matches('}')),
            None => part.into(),
        });
        parts.collect::<Vec<_>>().join("/")
    }
}

/// What a thing of this name is called that there is, or might be.
fn called(name: &str) -> String {
    if ["table", "game"].contains(&name) { GAMES[3].into() } else { "1".into() }
}

async fn interface(house: &Open) -> (Vec<Operation>, Schemas) {
    let mut document: Value = house.client().get("/api/v1/openapi.json").await.unwrap();
    let named = document["components"]["schemas"].as_object().unwrap().clone();
    let paths = document["paths"].as_object_mut().unwrap();
    let mut all = Vec::new();
    for (path, methods) in paths {
        for (method, said) in methods.as_object().unwrap() {
            let parameters = said["parameters"].as_array().into_iter().flatten();
            let query = parameters
                .filter(|one| one["in"] == "query")
                .map(|one| one["name"].as_str().unwrap().to_owned());
            let body = &said["requestBody"]["content"]["application/json"]["schema"];
            all.push(Operation {
                method: method.to_uppercase(),
                path: path.clone(),
                query: query.collect(),
                body: Some(body.clone()).filter(|body| body["$ref"].is_string()),
            });
        }
    }
    (all, Schemas { named })
}

/// The problem says of a field what is wrong with it, in words of JSON.
fn names(problem: &Value, place: &str, of: &str) {
    let detail = problem["detail"].as_str().unwrap_or_default();
    assert_eq!(
        (&problem["status"], &problem["code"]),
        (&json!(400), &json!("unreadable")),
        "{of}: {problem}"
    );
    assert_eq!(problem["at"], place, "{of}: {problem}");
    let called = place.rsplit('.').next().unwrap();
    assert!(detail.contains(&format!("`{called}`")), "{of}: {detail}");
    let mut words = detail.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    assert!(words.all(|word| !OF_RUST.contains(&word)), "{of}: {detail}");
}

/// Each field of each body that is of another kind, lacks or is one too many is named, with what was expected there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_field_of_each_body_is_named_in_words_of_json() {
    let house = open().await;
    let boss = house.boss().await;
    let (operations, schemas) = interface(&house).await;
    let (mut bodies, mut asked) = (0, 0);
    for operation in &operations {
        let address = operation.address(called);
        for schema in operation.body.iter().flat_map(|body| schemas.objects(body)) {
            bodies += 1;
            for (place, body) in schemas.wrong_inside("", schema, &schemas.sample("", schema)) {
                let (_, problem) =
                    send(&boss, &operation.method, &address, &format!("k{asked}"), &body).await;
                let place = format!("{}{place}", operation.inside());
                names(&problem, &place, &format!("{} {address} {body}", operation.method));
                asked += 1;
            }
        }
    }
    assert!(bodies > 35 && asked > 700, "{bodies} bodies, {asked} times");
    house.close().await;
}

/// The same of the messages of a live line.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_field_of_each_message_is_named_in_words_of_json() {
    let house = open().await;
    let document: Value = house.client().get("/api/v1/messages.json").await.unwrap();
    let schemas = Schemas { named: document["$defs"].as_object().unwrap().clone() };
    let mut line = house.client().live().await.unwrap();
    line.hear().await.unwrap();
    let mut said = 0;
    let messages = schemas.named["FromClient"]["oneOf"].as_array().unwrap();
    let asks = schemas.named["AskBody"]["oneOf"].as_array().unwrap();
    let inside = messages.iter().find(|one| one["properties"]["ask"].is_object()).unwrap();
    let mut all = Vec::new();
    for message in messages {
        all.extend(schemas.wrong_inside("", message, &schemas.sample("", message)));
    }
    for ask in asks {
        for (at, wrong) in schemas.wrong_inside("ask", ask, &schemas.sample("", ask)) {
            let mut message = schemas.sample("", inside);
            message["ask"] = wrong;
            all.push((at, message));
        }
    }
    for (place, message) in all {
        line.say_text(message.to_string()).await.unwrap();
        let answer = timeout(PATIENCE, line.hear()).await.unwrap().unwrap();
        let Some(ToClient::Refused { problem, .. }) = answer else { panic!("{message}: {answer:?}") };
        names(&serde_json::to_value(problem).unwrap(), &place, &message.to_string());
        said += 1;
    }
    assert!(said > 250, "{said}");
    house.close().await;
}

/// Whatever need not be sent may be null, as the document says, and is read as if it had been left out; whatever must be sent may not, unless null says something.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_need_not_be_sent_may_be_null() {
    let house = open().await;
    let boss = house.boss().await;
    let (operations, schemas) = interface(&house).await;
    let mut nulls = 0;
    for operation in &operations {
        for schema in operation.body.iter().flat_map(|body| schemas.objects(body)) {
            let fields = schema["properties"].as_object().unwrap();
            for (name, field) in fields.iter().filter(|(name, _)| !is_required(schema, name)) {
                assert!(schemas.itself(field).1, "{}: {name} may not be null", operation.path);
                let mut body = schemas.sample("", schema);
                body[name] = json!(null);
                let address = operation.address(called);
                let (_, answer) = send(&boss, &operation.method, &address, &format!("n{nulls}"), &body).await;
                assert_ne!(answer["code"], "unreadable", "{address} {body}: {answer}");
                nulls += 1;
            }
        }
    }
    assert!(nulls > 15, "{nulls}");
    house.close().await;
}

/// Text that would steer a terminal, turn a line around, or fill a page.
fn evil(length: usize) -> String {
    format!("\u{202e}\u{1b}[2J\r\n\u{200b}{}", "x".repeat(length))
}

/// Nothing in it does anything but show, and it is a sentence and no page.
fn is_fit_to_be_shown(problem: &Problem, of: &str) {
    for text in [&problem.detail, &problem.title].into_iter().chain(&problem.at) {
        assert!(text.chars().all(tercet_rules::is_harmless), "{of}: {problem:?}");
        assert!(text.chars().count() < 600, "{of}: {problem:?}");
    }
}

/// Every text in this, changed into that one, each by itself; the names of what is named as anybody likes, too.
fn with_each_text(value: &Value, evil: &str) -> Vec<Value> {
    match value {
        Value::String(_) => vec![json!(evil)],
        Value::Array(elements) => {
            elements.iter().flat_map(|one| with_each_text(one, evil)).map(|one| json!([one])).collect()
        }
        Value::Object(fields) => {
            let mut all = Vec::new();
            for (name, field) in fields {
                for changed in with_each_text(field, evil) {
                    let mut fields = fields.clone();
                    fields.insert(name.clone(), changed);
                    all.push(Value::Object(fields));
                }
                let mut fields = fields.clone();
                let value = fields.remove(name).unwrap();
                fields.insert(evil.into(), value);
                all.push(Value::Object(fields));
            }
            all
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => Vec::new(),
    }
}

/// Whatever text comes from outside, and wherever: what is said of it is fit to be shown.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_cited_of_what_was_sent_is_fit_to_be_shown() {
    let house = open().await;
    let boss = house.boss().await;
    let mut ann = house.client();
    ann.come_as_guest("Ann").await.unwrap();
    // What is asked of a table comes as far as its rules.
    sits(&ann, GAMES[3], 1).await;
    at_stage(&ann, GAMES[3], "open").await;
    let (operations, schemas) = interface(&house).await;
    let mut refused = 0;
    let mut check = |answer: Value, of: String| {
        if let Ok(problem) = serde_json::from_value(answer) {
            is_fit_to_be_shown(&problem, &of);
            refused += 1;
        }
    };
    let encoded: String = form_urlencoded::byte_serialize(evil(300).as_bytes()).collect();
    let encoded = encoded.replace('+', "%20");
    for (who, client) in [&boss, &ann].into_iter().enumerate() {
        for operation in &operations {
            let Operation { method, path, query, body } = operation;
            let plain = operation.address(called);
            let empty = json!({});
            let named: Vec<&str> =
                path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
            for evil in &named {
                let of = |name: &str| if name == *evil { encoded.clone() } else { called(name) };
                let address = operation.address(of);
                let (_, answer) = send(client, method, &address, "k", &empty).await;
                check(answer, format!("{method} {path}: {evil}"));
            }
            // What takes no parameter does not look at them.
            let unknown = query.first().map(|_| encoded.as_str());
            for name in query.iter().map(String::as_str).chain(unknown) {
                let address = format!("{plain}?{name}={encoded}");
                let (_, answer) = send(client, method, &address, "k", &empty).await;
                check(answer, format!("{method} {path}?{name}"));
            }
            for schema in body.iter().flat_map(|body| schemas.objects(body)) {
                for (no, body) in with_each_text(&schemas.sample("", schema), &evil(3_000)).iter().enumerate()
                {
                    let key = format!("{who}-{no}");
                    let (_, answer) = send(client, method, &plain, &key, body).await;
                    check(answer, format!("{method} {path} {no}"));
                }
            }
        }
    }
    assert!(refused > 400, "{refused}");
    house.close().await;
}
