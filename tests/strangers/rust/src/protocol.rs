//! The line protocol: JSON-RPC requests in, answers out.

use crate::json::Json;
use crate::position::{self, Phase, Position, PLAYERS};
use crate::rules::{self, No};
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::rc::Rc;

/// The longest line either way, the newline included.
const MAX_LINE: usize = 1 << 20;
const GAME: &str = "ostium";
const MODE: &str = "two-player";

struct RpcError {
    code: i64,
    kind: &'static str,
    message: String,
    /// Further members of `data`.
    extra: Vec<(&'static str, Json)>,
}

type Answer<T = Json> = Result<T, RpcError>;

fn error(code: i64, kind: &'static str, message: impl Into<String>) -> RpcError {
    RpcError { code, kind, message: message.into(), extra: Vec::new() }
}
fn bad_params(message: impl Into<String>) -> RpcError {
    error(-32602, "invalid-params", message)
}
fn cannot(kind: &'static str, message: impl Into<String>) -> RpcError {
    error(-32000, kind, message)
}

impl RpcError {
    fn json(self) -> Json {
        let mut data = Json::obj().with("kind", self.kind);
        for (key, value) in self.extra {
            data.set(key, value);
        }
        Json::obj().with("code", self.code).with("message", self.message).with("data", data)
    }
}

/// What a call wants besides its own result.
enum Want {
    Status,
    Legal,
    Observe(usize),
    Dump,
}

#[derive(Default)]
pub struct Server {
    states: HashMap<String, Rc<Position>>,
    last: u64,
    greeted: bool,
    pub done: bool,
}

impl Server {
    /// Answers one line; nothing for a blank one.
    pub fn line(&mut self, line: &[u8]) -> Option<String> {
        let text = match std::str::from_utf8(line) {
            Ok(t) => t.trim_matches([' ', '\t', '\r', '\n']),
            Err(_) => {
                return Some(respond(Json::Null, Err(error(-32700, "parse-error", "the line is not UTF-8"))))
            }
        };
        if text.is_empty() {
            return None;
        }
        let (id, result) = match Json::parse(text) {
            Err(why) => (Json::Null, Err(error(-32700, "parse-error", why))),
            Ok(request) => self.request(&request),
        };
        Some(respond(id, result))
    }

    fn request(&mut self, request: &Json) -> (Json, Answer) {
        let bad = |why: &str| Err(error(-32600, "invalid-request", why));
        let id = match request.get("id") {
            Some(id @ (Json::Int(_) | Json::Str(_))) => id.clone(),
            _ => return (Json::Null, bad("a request is an object with an integer id")),
        };
        if request.get("jsonrpc").is_some_and(|v| v.as_str() != Some("2.0")) {
            return (id, bad("jsonrpc is \"2.0\""));
        }
        let Some(method) = request.get("method").and_then(Json::as_str) else {
            return (id, bad("a request has a method"));
        };
        let empty = Json::obj();
        let params = request.get("params").unwrap_or(&empty);
        let result = if !params.is_obj() {
            Err(bad_params("params is an object"))
        } else if !self.greeted && !matches!(method, "hello" | "bye") {
            bad("hello comes first")
        } else {
            self.call(method, params).map(|(result, _)| result)
        };
        (id, result)
    }

    /// One call; the second value is the state it speaks of.
    fn call(&mut self, method: &str, params: &Json) -> Answer<(Json, Option<String>)> {
        let known = ["hello", "new", "load", "apply", "legal", "status", "observe", "dump", "run", "drop", "bye"];
        if !known.contains(&method) {
            return Err(error(-32601, "method-not-found", format!("no method {method:?} here")));
        }
        let wants = wants(params)?;
        let (mut result, handle) = match method {
            "hello" => (self.hello(params)?, None),
            "new" => return Err(refuse_new(params)),
            "load" => {
                let handle = self.keep(load(params)?);
                (Json::obj().with("state", handle.as_str()), Some(handle))
            }
            "apply" => self.apply(params)?,
            "legal" => {
                let (handle, p) = self.state(params)?;
                let player = seat(params)?;
                (legal_json(&p, player), Some(handle))
            }
            "status" => {
                let (handle, p) = self.state(params)?;
                (status_json(&p), Some(handle))
            }
            "observe" => {
                let (handle, p) = self.state(params)?;
                let viewer = params.get("viewer").and_then(Json::as_str).and_then(seat_index);
                let viewer = viewer.ok_or_else(|| bad_params("viewer is \"A\" or \"B\""))?;
                (observe_json(&p, viewer), Some(handle))
            }
            "dump" => {
                let (handle, p) = self.state(params)?;
                (dump_json(&p), Some(handle))
            }
            "run" => self.run(params)?,
            "drop" => (self.forget(params)?, None),
            _ => {
                self.done = true;
                (Json::obj(), None)
            }
        };
        if let Some(p) = handle.as_ref().and_then(|h| self.states.get(h)) {
            for (name, want) in wants {
                let value = match want {
                    Want::Status => status_json(p),
                    Want::Legal => legal_json(p, None),
                    Want::Observe(viewer) => observe_json(p, viewer),
                    Want::Dump => dump_json(p),
                };
                result.set(&name, value);
            }
        }
        Ok((result, handle))
    }

    fn hello(&mut self, params: &Json) -> Answer {
        let offered = params.get("protocols").and_then(Json::as_arr).unwrap_or(&[]);
        if !offered.contains(&Json::Int(1)) {
            return Err(cannot("version-unsupported", "only protocol 1 is spoken here"));
        }
        self.greeted = true;
        let game = Json::obj()
            .with("game", GAME)
            .with("modes", vec![MODE])
            .with("options", Json::obj())
            .with("cards", "inline")
            .with("setup", vec!["position"])
            .with("chance", Json::Arr(Vec::new()))
            .with("legal", "list")
            .with("observe", "player")
            .with("events", "full")
            .with("states", "persistent")
            .with("optional", vec!["dump", "run"])
            .with("readings", Json::obj())
            .with("phases", vec!["attack"])
            .with("reasons", "ignore");
        let implementation = Json::obj()
            .with("name", "ostium-attack")
            .with("version", env_version())
            .with("language", "Rust")
            .with("url", "");
        Ok(Json::obj()
            .with("protocol", 1)
            .with("implementation", implementation)
            .with("games", vec![game])
            .with("limits", Json::obj())
            .with("slow", Json::obj()))
    }

    fn keep(&mut self, p: Position) -> String {
        self.last += 1;
        let handle = format!("s{}", self.last);
        self.states.insert(handle.clone(), Rc::new(p));
        handle
    }

    fn state(&self, params: &Json) -> Answer<(String, Rc<Position>)> {
        let handle = params.get("state").ok_or_else(|| bad_params("state is missing"))?;
        match handle.as_str().and_then(|h| self.states.get_key_value(h)) {
            Some((handle, p)) => Ok((handle.clone(), p.clone())),
            None => Err(cannot("unknown-state", format!("no state {handle}"))),
        }
    }

    fn apply(&mut self, params: &Json) -> Answer<(Json, Option<String>)> {
        let (handle, p) = self.state(params)?;
        let action = params.raw("action").ok_or_else(|| bad_params("action is missing"))?;
        let player = seat(params)?.map(|i| PLAYERS[i]);
        match rules::apply(&p, action, player) {
            Ok((next, events)) => {
                let handle = self.keep(next);
                let result = Json::obj().with("accepted", true).with("state", handle.as_str()).with("events", events);
                Ok((result, Some(handle)))
            }
            Err(No::Refused(why)) => {
                let result = Json::obj()
                    .with("accepted", false)
                    .with("clauses", Json::Arr(Vec::new()))
                    .with("state", handle.as_str())
                    .with("x_reason", why);
                Ok((result, Some(handle)))
            }
            Err(No::NotImplemented { clause, issue }) => {
                let mut e = cannot("not-implemented", issue);
                e.extra = vec![("clause", clause.into()), ("issue", issue.into())];
                Err(e)
            }
        }
    }

    fn run(&mut self, params: &Json) -> Answer<(Json, Option<String>)> {
        let script = params.get("script").and_then(Json::as_arr);
        let script = script.ok_or_else(|| bad_params("script is a list of calls"))?;
        let (mut results, mut prev) = (Vec::new(), None);
        for step in script {
            match self.step(step, prev.as_deref()) {
                Ok((result, handle)) => {
                    results.push(result);
                    prev = handle.or(prev);
                }
                Err(e) => {
                    results.push(Json::obj().with("error", e.json()));
                    break;
                }
            }
        }
        Ok((Json::obj().with("results", Json::Arr(results)), prev))
    }

    fn step(&mut self, step: &Json, prev: Option<&str>) -> Answer<(Json, Option<String>)> {
        let method = step.get("method").and_then(Json::as_str);
        let method = method.ok_or_else(|| bad_params("a step of a script has a method"))?;
        if matches!(method, "run" | "hello" | "bye") {
            return Err(bad_params(format!("{method} does not stand in a script")));
        }
        let mut params = step.get("params").cloned().unwrap_or_else(Json::obj);
        let Json::Obj(members) = &mut params else { return Err(bad_params("params is an object")) };
        for (key, value) in members {
            match (key.as_str(), value, prev) {
                ("state", value, Some(p)) if value.as_str() == Some("$prev") => *value = p.into(),
                ("states", Json::Arr(items), Some(p)) => {
                    for item in items.iter_mut().filter(|i| i.as_str() == Some("$prev")) {
                        *item = p.into();
                    }
                }
                _ => {}
            }
        }
        self.call(method, &params)
    }

    fn forget(&mut self, params: &Json) -> Answer {
        match params.get("states") {
            Some(Json::Str(all)) if all == "all" => self.states.clear(),
            Some(Json::Arr(handles)) => {
                for h in handles.iter().filter_map(Json::as_str) {
                    self.states.remove(h);
                }
            }
            _ => return Err(bad_params("states is a list of states or \"all\"")),
        }
        Ok(Json::obj())
    }
}

fn env_version() -> &'static str {
    option_env!("CARGO_PKG_VERSION").unwrap_or("0.1.0")
}

fn respond(id: Json, result: Answer) -> String {
    let envelope = |key: &str, value: Json| {
        Json::obj().with("jsonrpc", "2.0").with("id", id.clone()).with(key, value).to_string()
    };
    let line = match result {
        Ok(result) => envelope("result", result),
        Err(e) => envelope("error", e.json()),
    };
    if line.len() < MAX_LINE {
        return line;
    }
    envelope("error", cannot("limit-exceeded", "the answer is longer than a line may be").json())
}

fn seat_index(name: &str) -> Option<usize> {
    PLAYERS.iter().position(|p| *p == name)
}

/// The member `player` of a call's parameters.
fn seat(params: &Json) -> Answer<Option<usize>> {
    match params.get("player") {
        None => Ok(None),
        Some(p) => match p.as_str().and_then(seat_index) {
            Some(i) => Ok(Some(i)),
            None => Err(bad_params("player is \"A\" or \"B\"")),
        },
    }
}

fn wants(params: &Json) -> Answer<Vec<(String, Want)>> {
    let Some(list) = params.get("want") else { return Ok(Vec::new()) };
    let list = list.as_arr().ok_or_else(|| bad_params("want is a list"))?;
    list.iter()
        .map(|name| {
            let want = match name.as_str() {
                Some("status") => Some(Want::Status),
                Some("legal") => Some(Want::Legal),
                Some("dump") => Some(Want::Dump),
                Some(n) => n.strip_prefix("observe:").and_then(seat_index).map(Want::Observe),
                None => None,
            };
            match (name, want) {
                (Json::Str(name), Some(want)) => Ok((name.clone(), want)),
                _ => Err(bad_params(format!("want: {name} is unknown"))),
            }
        })
        .collect()
}

/// Game, mode and readings that a call asks for have to be played here.
fn check_scope(params: &Json) -> Answer<()> {
    match params.get("game") {
        None => return Err(bad_params("game is missing")),
        Some(g) if g.as_str() == Some(GAME) => {}
        Some(g) => return Err(cannot("game-unsupported", format!("no game {g} here"))),
    }
    if let Some(mode) = params.get("mode").filter(|m| m.as_str() != Some(MODE)) {
        return Err(cannot("option-unsupported", format!("no mode {mode} here")));
    }
    // Every question stands at its default; only one answer is known by name.
    let reading = params.get("readings").and_then(|r| r.get("ostium.fusion.ending-is-passing"));
    if let Some(r) = reading.filter(|r| r.as_str() != Some("disjoint")) {
        return Err(cannot("option-unsupported", format!("the reading {r} is not played here")));
    }
    Ok(())
}

fn refuse_new(params: &Json) -> RpcError {
    match check_scope(params) {
        Err(e) => e,
        Ok(()) => cannot("option-unsupported", "games start from a position here: use load"),
    }
}

fn load(params: &Json) -> Answer<Position> {
    check_scope(params)?;
    if params.get("chance").is_some_and(|c| c.as_arr().is_none_or(|script| !script.is_empty())) {
        return Err(cannot("chance-unsupported", "nothing is left to chance here"));
    }
    let json = params.get("position").ok_or_else(|| bad_params("position is missing"))?;
    position::read(json).map_err(|e| cannot(e.kind, e.message))
}

fn status_json(p: &Position) -> Json {
    let to_act: Vec<&str> = rules::to_act(p).map(|i| PLAYERS[i]).into_iter().collect();
    let over = p.phase == Phase::Over;
    let mut out = Json::obj().with("terminal", over).with("toAct", to_act).with("phase", p.phase.name());
    if let Some(winner) = p.winner().filter(|_| over) {
        out.set("outcome", Json::obj().with("winner", PLAYERS[winner]));
    }
    if !p.pending.is_empty() {
        out.set("pending", Json::Arr(p.pending.clone()));
    }
    out
}

fn legal_json(p: &Position, player: Option<usize>) -> Json {
    let (mut actions, complete) = rules::legal(p);
    if player.is_some() && player != rules::to_act(p) {
        actions.clear();
    }
    Json::obj().with("actions", actions).with("complete", complete)
}

fn observe_json(p: &Position, viewer: usize) -> Json {
    Json::obj().with("observation", position::write(p, Some(viewer)))
}

fn dump_json(p: &Position) -> Json {
    Json::obj().with("position", position::write(p, None))
}

/// Speaks the protocol until `bye` or the end of the input.
pub fn serve(mut input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut server = Server::default();
    let mut line = Vec::new();
    while !server.done {
        let answer = match read_line(&mut input, &mut line)? {
            Line::End => return Ok(()),
            Line::Whole => server.line(&line),
            Line::TooLong => {
                Some(respond(Json::Null, Err(cannot("limit-exceeded", "a line is at most 1 MiB"))))
            }
        };
        if let Some(answer) = answer {
            output.write_all(answer.as_bytes())?;
            output.write_all(b"\n")?;
            output.flush()?;
        }
    }
    Ok(())
}

enum Line {
    Whole,
    TooLong,
    End,
}

/// Reads a line into the buffer, never holding much more than the longest one.
fn read_line(input: &mut impl BufRead, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let mut length = 0;
    loop {
        let chunk = input.fill_buf()?;
        let end = chunk.iter().position(|b| *b == b'\n');
        let used = end.map_or(chunk.len(), |i| i + 1);
        length += used;
        if length <= MAX_LINE {
            line.extend_from_slice(&chunk[..used]);
        }
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(match length {
                0 => Line::End,
                n if n > MAX_LINE => Line::TooLong,
                _ => Line::Whole,
            });
        }
    }
}
