//! An adapter: speaks the rules conformance protocol on stdin and stdout, and asks `rules` what is legal.

mod json;
mod rules;

use json::{object, text, Json};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};

/// The question could not be put: code, kind (one of section 4 of PROTOCOL.md) and message.
struct Fault(i64, &'static str, String);

type Answer = Result<Json, Fault>;

#[derive(Default)]
struct Adapter {
    states: HashMap<String, Json>,
    count: usize,
    done: bool,
}

fn declared() -> Json {
    object([
        ("game", text("@GAME@")),
        ("modes", Json::List(vec![text("@MODE@")])),
        ("setup", Json::List(vec![text("position")])),
        ("chance", Json::List(vec![])),
        ("legal", text("none")), // "list" as soon as rules::legal lists every legal action
        ("observe", text("none")),
        ("cards", text("inline")),
        ("events", text("none")), // "full" as soon as rules::apply tells what happened
        ("states", text("persistent")),
        ("optional", Json::List(vec![text("dump")])),
        ("reasons", text("ignore")),
    ])
}

impl Adapter {
    fn call(&mut self, method: &str, params: &Json) -> Answer {
        match method {
            "hello" => Ok(hello()),
            "load" => self.load(params),
            "apply" => self.apply(params),
            "legal" => {
                let actions = rules::legal(self.state(params)?, params.get("player").text());
                Ok(object([("actions", Json::List(actions)), ("complete", Json::Bool(true))]))
            }
            "status" => Ok(rules::status(self.state(params)?)),
            "dump" => Ok(object([("position", rules::dump(self.state(params)?))])),
            "drop" => Ok(self.drop(params)),
            "bye" => {
                self.done = true;
                Ok(object([]))
            }
            _ => Err(Fault(-32601, "method-not-found", format!("no method {method}"))),
        }
    }

    fn load(&mut self, params: &Json) -> Answer {
        let mode = params.get("mode").text().unwrap_or("");
        let state = rules::load(params.get("position"), mode).map_err(|why| Fault(-32000, "position-invalid", why))?;
        let handle = self.keep(state);
        self.shown(object([]), &handle, params)
    }

    fn apply(&mut self, params: &Json) -> Answer {
        match rules::apply(self.state(params)?, params.get("action"), params.get("player").text()) {
            None => {
                let handle = params.get("state").text().unwrap_or("").to_string();
                self.shown(object([("accepted", Json::Bool(false))]), &handle, params)
            }
            Some((state, events)) => {
                let handle = self.keep(state);
                self.shown(object([("accepted", Json::Bool(true)), ("events", Json::List(events))]), &handle, params)
            }
        }
    }

    fn drop(&mut self, params: &Json) -> Json {
        match params.get("states") {
            Json::List(handles) => self.states.retain(|handle, _| !handles.iter().any(|one| one.text() == Some(handle))),
            _ => self.states.clear(),
        }
        object([])
    }

    fn keep(&mut self, state: Json) -> String {
        self.count += 1;
        let handle = format!("s{}", self.count);
        self.states.insert(handle.clone(), state);
        handle
    }

    fn state(&self, params: &Json) -> Result<&Json, Fault> {
        let found = params.get("state").text().and_then(|handle| self.states.get(handle));
        found.ok_or(Fault(-32000, "unknown-state", "no such state".into()))
    }

    /// The handle, and whatever else was wanted in the same answer.
    fn shown(&mut self, answer: Json, handle: &str, params: &Json) -> Answer {
        let Json::Object(mut members) = answer else { return Ok(answer) };
        members.insert("state".into(), text(handle));
        for one in params.get("want").list() {
            let name = one.text().unwrap_or("");
            if !["status", "legal", "dump"].contains(&name) {
                return Err(Fault(-32602, "invalid-params", format!("{one} is not known here")));
            }
            members.insert(name.into(), self.call(name, &object([("state", text(handle))]))?);
        }
        Ok(Json::Object(members))
    }

    fn answer(&mut self, line: &str) -> Json {
        let (id, result) = match json::read(line) {
            Err(why) => (Json::Null, Err(Fault(-32700, "parse-error", why))),
            Ok(request) => {
                let method = request.get("method").text().unwrap_or("").to_string();
                (request.get("id").clone(), self.call(&method, request.get("params")))
            }
        };
        let (name, value) = match result {
            Ok(result) => ("result", result),
            Err(Fault(code, kind, message)) => {
                let data = object([("kind", text(kind))]);
                ("error", object([("code", Json::Number(code)), ("message", Json::Text(message)), ("data", data)]))
            }
        };
        object([("jsonrpc", text("2.0")), ("id", id), (name, value)])
    }
}

fn hello() -> Json {
    let me = object([("name", text("my-@GAME@")), ("version", text("0.1")), ("language", text("Rust"))]);
    object([("protocol", Json::Number(1)), ("implementation", me), ("games", Json::List(vec![declared()]))])
}

fn main() -> io::Result<()> {
    let mut adapter = Adapter::default();
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        if !line.trim().is_empty() {
            writeln!(out, "{}", adapter.answer(&line))?;
            out.flush()?;
        }
        if adapter.done {
            break;
        }
    }
    Ok(())
}
