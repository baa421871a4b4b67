//! JSON of the protocol: there are no floats in it. Put a library of your choice in its place if you like.

use std::collections::BTreeMap;
use std::fmt;

#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// The member of an object; null where there is none.
    pub fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(members) => members.get(name).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }

    pub fn text(&self) -> Option<&str> {
        if let Json::Text(text) = self { Some(text) } else { None }
    }

    pub fn list(&self) -> &[Json] {
        if let Json::List(items) = self { items } else { &[] }
    }
}

/// An object from its members.
pub fn object<const N: usize>(members: [(&str, Json); N]) -> Json {
    Json::Object(members.into_iter().map(|(name, value)| (name.to_string(), value)).collect())
}

pub fn text(value: &str) -> Json {
    Json::Text(value.to_string())
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Json::Null => write!(out, "null"),
            Json::Bool(value) => write!(out, "{value}"),
            Json::Number(value) => write!(out, "{value}"),
            Json::Text(value) => quoted(value, out),
            Json::List(items) => {
                write!(out, "[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if place > 0 { "," } else { "" })?;
                }
                write!(out, "]")
            }
            Json::Object(members) => {
                write!(out, "{{")?;
                for (place, (name, value)) in members.iter().enumerate() {
                    write!(out, "{}", if place > 0 { "," } else { "" })?;
                    quoted(name, out)?;
                    write!(out, ":{value}")?;
                }
                write!(out, "}}")
            }
        }
    }
}

fn quoted(value: &str, out: &mut fmt::Formatter) -> fmt::Result {
    write!(out, "\"")?;
    for each in value.chars() {
        match each {
            '"' | '\\' => write!(out, "\\{each}")?,
            ' '..='~' => write!(out, "{each}")?,
            _ => {
                for unit in each.encode_utf16(&mut [0; 2]) {
                    write!(out, "\\u{unit:04x}")?;
                }
            }
        }
    }
    write!(out, "\"")
}

/// The value in a text, or what is wrong with it.
pub fn read(source: &str) -> Result<Json, String> {
    let mut reader = Reader { source, bytes: source.as_bytes(), at: 0 };
    let value = reader.value(0)?;
    reader.blanks();
    if reader.at < reader.bytes.len() { Err("something stands behind the value".into()) } else { Ok(value) }
}

const DEEPEST: usize = 200;

struct Reader<'a> {
    source: &'a str,
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn value(&mut self, depth: usize) -> Result<Json, String> {
        self.blanks();
        if depth > DEEPEST {
            return Err("nested too deep".into());
        }
        match self.bytes.get(self.at) {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.items(depth),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            _ if self.word("true") => Ok(Json::Bool(true)),
            _ if self.word("false") => Ok(Json::Bool(false)),
            _ if self.word("null") => Ok(Json::Null),
            _ => self.number(),
        }
    }

    fn number(&mut self) -> Result<Json, String> {
        let from = self.at;
        while self.bytes.get(self.at).is_some_and(|byte| b"-0123456789".contains(byte)) {
            self.at += 1;
        }
        let digits = std::str::from_utf8(&self.bytes[from..self.at]).unwrap_or("");
        digits.parse().map(Json::Number).map_err(|_| format!("no value at {from}"))
    }

    fn object(&mut self, depth: usize) -> Result<Json, String> {
        let mut members = BTreeMap::new();
        self.at += 1;
        self.blanks();
        while !self.take(b'}') {
            if !members.is_empty() && !self.take(b',') {
                return Err(format!("no comma at {}", self.at));
            }
            self.blanks();
            let name = self.string()?;
            self.blanks();
            if !self.take(b':') {
                return Err(format!("no colon at {}", self.at));
            }
            let value = self.value(depth + 1)?;
            members.insert(name, value);
            self.blanks();
        }
        Ok(Json::Object(members))
    }

    fn items(&mut self, depth: usize) -> Result<Json, String> {
        let mut items = Vec::new();
        self.at += 1;
        self.blanks();
        while !self.take(b']') {
            if !items.is_empty() && !self.take(b',') {
                return Err(format!("no comma at {}", self.at));
            }
            items.push(self.value(depth + 1)?);
            self.blanks();
        }
        Ok(Json::List(items))
    }

    fn string(&mut self) -> Result<String, String> {
        if !self.take(b'"') {
            return Err(format!("no text at {}", self.at));
        }
        let mut units: Vec<u16> = Vec::new();
        loop {
            let next = self.source[self.at..].chars().next().ok_or("a text does not end")?;
            self.at += next.len_utf8();
            match next {
                '"' => return Ok(String::from_utf16_lossy(&units)),
                '\\' => units.push(self.escaped()?),
                _ => units.extend(next.encode_utf16(&mut [0; 2]).iter()),
            }
        }
    }

    fn escaped(&mut self) -> Result<u16, String> {
        let next = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        match next {
            b'n' => Ok(10),
            b'r' => Ok(13),
            b't' => Ok(9),
            b'b' => Ok(8),
            b'f' => Ok(12),
            b'"' | b'\\' | b'/' => Ok(next.into()),
            b'u' => {
                let digits = self.bytes.get(self.at..self.at + 4).and_then(|four| std::str::from_utf8(four).ok());
                self.at += 4;
                digits.and_then(|four| u16::from_str_radix(four, 16).ok()).ok_or("no such escape".into())
            }
            _ => Err(format!("no such escape at {}", self.at)),
        }
    }

    fn blanks(&mut self) {
        while self.bytes.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
    }

    fn take(&mut self, wanted: u8) -> bool {
        let there = self.bytes.get(self.at) == Some(&wanted);
        self.at += usize::from(there);
        there
    }

    fn word(&mut self, wanted: &str) -> bool {
        let there = self.bytes[self.at..].starts_with(wanted.as_bytes());
        self.at += if there { wanted.len() } else { 0 };
        there
    }
}
