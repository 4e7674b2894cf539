//! What stands behind the question mark: every part is known and read, or it is refused by its name.

use crate::problem::{Answered, Code, Not, problem_at};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use std::fmt::Display;
use std::str::FromStr;
use tercet_ledger::Name;
use tercet_rules::{nearest, one_of, shown};

/// The longest query that is read, in bytes.
const LONGEST: usize = 4_096;

/// The parameters of a request, in their order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Params(Vec<(String, String)>);

impl<S: Send + Sync> FromRequestParts<S> for Params {
    type Rejection = Answered;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Params, Answered> {
        Ok(Params::read(parts.uri.query().unwrap_or_default())?)
    }
}

impl Params {
    fn read(text: &str) -> Result<Params, Not> {
        if text.len() > LONGEST {
            let found = text.len();
            return Err(problem_at(
                Code::TooLong,
                "query",
                format!("{found} bytes; expected {LONGEST} at most"),
            ));
        }
        let pairs = form_urlencoded::parse(text.as_bytes());
        Ok(Params(pairs.map(|(name, value)| (name.into_owned(), value.into_owned())).collect()))
    }

    /// Refuses what is none of these.
    ///
    /// # Errors
    ///
    /// The first that is not known.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Not> {
        let Some((name, _)) = self.0.iter().find(|(name, _)| !known.contains(&name.as_str())) else {
            return Ok(());
        };
        let near = nearest(name, known.iter().copied());
        let meant = near.map(|near| format!("did you mean {near}? ")).unwrap_or_default();
        let expected = if known.is_empty() {
            "expected none".into()
        } else {
            format!("expected {}", one_of(known.iter().copied()))
        };
        let name = shown(name, 40);
        let detail = format!("there is no parameter {name}; {meant}{expected}");
        Err(problem_at(Code::Value, name, detail))
    }

    /// Every value of a parameter that may be given more than once.
    pub(crate) fn all(&self, name: &str) -> Vec<String> {
        self.0.iter().filter(|(of, _)| of == name).map(|(_, value)| value.clone()).collect()
    }

    /// The value of a parameter, if it is given.
    ///
    /// # Errors
    ///
    /// If it is given twice.
    pub(crate) fn one(&self, name: &str) -> Result<Option<&str>, Not> {
        let mut values = self.0.iter().filter(|(of, _)| of == name).map(|(_, value)| value.as_str());
        let first = values.next();
        match values.next() {
            None => Ok(first),
            Some(_) => Err(problem_at(Code::Value, name, "it is given twice; expected it once")),
        }
    }

    /// The same, read as something.
    ///
    /// # Errors
    ///
    /// If it is given twice, or is none.
    pub(crate) fn read_as<T>(
        &self,
        name: &str,
        read: impl FnOnce(&str) -> Result<T, String>,
    ) -> Result<Option<T>, Not> {
        let value = self.one(name)?;
        value.map(read).transpose().map_err(|why| problem_at(Code::Value, name, why))
    }

    /// The same, read as a number from `least` to `most`.
    ///
    /// # Errors
    ///
    /// As [`Params::read_as`].
    pub(crate) fn number<N>(&self, name: &str, least: N, most: N) -> Result<Option<N>, Not>
    where
        N: FromStr + PartialOrd + Display + Copy,
    {
        self.read_as(name, |text| {
            let number = text.parse().ok().filter(|number| *number >= least && *number <= most);
            number.ok_or_else(|| {
                format!("`{}`; expected a whole number from {least} to {most}", shown(text, 40))
            })
        })
    }

    /// The same, read as a name of the books.
    ///
    /// # Errors
    ///
    /// As [`Params::read_as`].
    pub(crate) fn name(&self, name: &str) -> Result<Option<Name>, Not> {
        self.read_as(name, |text| Name::new(text).map_err(|bad| bad.to_string()))
    }

    /// The same, one of these words; the first of them if it is not given.
    ///
    /// # Errors
    ///
    /// As [`Params::read_as`].
    pub(crate) fn word<T: Copy>(&self, name: &str, words: &[(&'static str, T)]) -> Result<Option<T>, Not> {
        self.read_as(name, |text| {
            let known = words.iter().find(|(word, _)| *word == text);
            known.map(|(_, value)| *value).ok_or_else(|| {
                let expected = one_of(words.iter().map(|(word, _)| *word));
                format!("`{}`; expected {expected}", shown(text, 40))
            })
        })
    }

    /// The parameters as a query again, each in the one way in which it is written.
    pub(crate) fn as_text(&self) -> String {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(&self.0).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What cannot be read says which parameter it is and what was expected.
    #[test]
    fn every_parameter_is_read_or_refused_by_its_name() {
        let query = Params::read("bet=ante%3D10&bet=pair-plus%3D5&limit=7&table=t-1&form=csv").unwrap();
        assert_eq!(query.all("bet"), ["ante=10", "pair-plus=5"]);
        assert_eq!(query.number("limit", 1, 50).unwrap(), Some(7));
        assert_eq!(query.name("table").unwrap().unwrap().as_str(), "t-1");
        assert_eq!(query.word("form", &[("json", 1), ("csv", 2)]).unwrap(), Some(2));
        assert_eq!(query.as_text(), "bet=ante%3D10&bet=pair-plus%3D5&limit=7&table=t-1&form=csv");
        let known = ["bet", "limit", "table", "form"];
        assert!(query.only(&known).is_ok());
        for (text, at, said) in [
            ("limt=7", "limt", "did you mean limit?"),
            ("limit=7&limit=8", "limit", "given twice"),
            ("limit=0", "limit", "from 1 to 50"),
            ("limit=-1", "limit", "from 1 to 50"),
            ("limit=18446744073709551616", "limit", "from 1 to 50"),
            ("table=a%20b", "table", ""),
            ("form=xml", "form", "expected `json` or `csv`"),
        ] {
            let query = Params::read(text).unwrap();
            let refused = (query.only(&known))
                .and_then(|()| query.number("limit", 1, 50).map(|_| ()))
                .and_then(|()| query.name("table").map(|_| ()))
                .and_then(|()| query.word("form", &[("json", 1), ("csv", 2)]).map(|_| ()))
                .unwrap_err();
            assert_eq!(refused.at.as_deref(), Some(at), "{text}");
            assert!(refused.detail.contains(said), "{text}: {}", refused.detail);
        }
        assert_eq!(Params::read(&"a".repeat(5_000)).unwrap_err().code, "too-long");
    }
}
