//! Positions computed by hand from the rulebook, asked through the protocol.

use crate::json::Json;
use crate::protocol::{serve, Server};

// ------------------------------------------------- helpers

/// A session that has said hello.
struct Session {
    server: Server,
    id: i64,
}

impl Session {
    fn new() -> Session {
        let mut s = Session { server: Server::default(), id: 0 };
        s.ok("hello", r#"{"protocols":[1],"harness":"t","suite":{},"games":["ostium"]}"#);
        s
    }
    fn raw(&mut self, method: &str, params: &str) -> Json {
        self.id += 1;
        let line = format!(r#"{{"jsonrpc":"2.0","id":{},"method":"{method}","params":{params}}}"#, self.id);
        let answer = Json::parse(&self.server.line(line.as_bytes()).unwrap()).unwrap();
        assert_eq!(answer.get("id"), Some(&Json::Int(self.id)));
        answer
    }
    fn ok(&mut self, method: &str, params: &str) -> Json {
        let answer = self.raw(method, params);
        answer.get("result").unwrap_or_else(|| panic!("{answer}")).clone()
    }
    /// The kind of the error that the call gives.
    fn err(&mut self, method: &str, params: &str) -> String {
        let answer = self.raw(method, params);
        let error = answer.get("error").unwrap_or_else(|| panic!("{answer}"));
        error.get("data").unwrap().get("kind").unwrap().as_str().unwrap().to_string()
    }
    fn load(&mut self, position: &str) -> String {
        let params = format!(r#"{{"game":"ostium","mode":"two-player","position":{position}}}"#);
        handle(&self.ok("load", &params))
    }
    fn load_err(&mut self, position: &str) -> String {
        let params = format!(r#"{{"game":"ostium","mode":"two-player","position":{position}}}"#);
        self.err("load", &params)
    }
    fn apply(&mut self, state: &str, action: &str) -> Json {
        self.ok("apply", &format!(r#"{{"state":"{state}","action":{action}}}"#))
    }
    /// Plays an accepted action: the new state and the short form of its events.
    fn play(&mut self, state: &str, action: &str) -> (String, String) {
        let result = self.apply(state, action);
        assert_eq!(result.get("accepted"), Some(&Json::Bool(true)), "{action}: {result}");
        let events = result.get("events").unwrap().as_arr().unwrap();
        (handle(&result), events.iter().map(short).collect::<Vec<_>>().join("; "))
    }
    fn refused(&mut self, state: &str, action: &str) {
        let result = self.apply(state, action);
        assert_eq!(result.get("accepted"), Some(&Json::Bool(false)), "{action}: {result}");
        assert_eq!(handle(&result), state);
    }
    fn dump(&mut self, state: &str) -> Json {
        self.ok("dump", &format!(r#"{{"state":"{state}"}}"#)).get("position").unwrap().clone()
    }
    fn status(&mut self, state: &str) -> Json {
        self.ok("status", &format!(r#"{{"state":"{state}"}}"#))
    }
    /// The legal actions of one type, in a short form.
    fn legal(&mut self, state: &str, kind: &str) -> Vec<String> {
        let result = self.ok("legal", &format!(r#"{{"state":"{state}"}}"#));
        let all = result.get("actions").unwrap().as_arr().unwrap();
        all.iter().filter(|a| a.get("type").unwrap().as_str() == Some(kind)).map(short).collect()
    }
}

fn handle(result: &Json) -> String {
    result.get("state").unwrap().as_str().unwrap().to_string()
}

/// Type and members without names: `attacked A.A0 3 1 3 7 B.D0 7 0`.
fn short(event: &Json) -> String {
    fn plain(v: &Json) -> String {
        match v {
            Json::Str(s) => s.clone(),
            Json::Arr(a) => a.iter().map(plain).collect::<Vec<_>>().join("-"),
            other => other.to_string(),
        }
    }
    let Json::Obj(members) = event else { panic!("{event}") };
    members.iter().filter(|(k, _)| k != "clauses").map(|(_, v)| plain(v)).collect::<Vec<_>>().join(" ")
}

/// A creature: `c("x red 3 flame,shield:2")`, with sides `l=…` and `r=…`; clan `any` is a primordial, `turned` is rotated.
fn c(text: &str) -> String {
    let words: Vec<&str> = text.split(' ').collect();
    let quote = |list: &str| list.split(',').map(|a| format!("\"{a}\"")).collect::<Vec<_>>().join(",");
    let (kind, clan) = match words[1] {
        "any" => ("primordial", String::new()),
        clan => ("warrior", format!(r#","clan":"{clan}""#)),
    };
    let mut out = format!(r#"{{"id":"{}","kind":"{kind}"{clan},"power":{}"#, words[0], words[2]);
    if kind == "primordial" {
        out += r#","main":["double_arrow"]"#;
    }
    for w in &words[3..] {
        out += &match w.split_once('=') {
            Some(("l", list)) => format!(r#","left":[{}]"#, quote(list)),
            Some(("r", list)) => format!(r#","right":[{}]"#, quote(list)),
            _ if *w == "turned" => r#","rotated":true"#.to_string(),
            _ => format!(r#","main":[{}]"#, quote(w)),
        };
    }
    out + "}"
}

/// A row of three creatures; `-` is an empty slot.
fn row(slots: [&str; 3]) -> String {
    let slots = slots.map(|s| if s == "-" { "null".to_string() } else { c(s) });
    format!("[{}]", slots.join(","))
}

const EMPTY: [&str; 3] = ["-", "-", "-"];
const FULL: [i64; 3] = [15, 15, 15];

type Side<'a> = ([&'a str; 3], [&'a str; 3], [i64; 3]);

/// Attack phase of A; each side is its attack row, defense row, gates.
fn position(a: Side, b: Side) -> String {
    let side = |(attack, defense, gates): Side| {
        format!(r#"{{"attack":{},"defense":{},"gates":{:?}}}"#, row(attack), row(defense), gates)
    };
    format!(r#"{{"phase":"attack","players":{{"A":{},"B":{}}}}}"#, side(a), side(b))
}

fn attack(slot: &str) -> String {
    format!(r#"{{"type":"attack","attacker":"{slot}"}}"#)
}
fn attack_first(slot: &str, first: &str) -> String {
    format!(r#"{{"type":"attack","attacker":"{slot}","first":"{first}"}}"#)
}
fn fuse(gate: i64, path: &str) -> String {
    let path = path.split('-').map(|s| format!("\"{s}\"")).collect::<Vec<_>>().join(",");
    format!(r#"{{"type":"fuse","gate":{gate},"path":[{path}]}}"#)
}
fn affiliate(card: &str, clan: &str) -> String {
    format!(r#"{{"type":"affiliate","card":"{card}","clan":"{clan}"}}"#)
}
fn flask(clan: &str) -> String {
    format!(r#"{{"type":"flask","clan":"{clan}"}}"#)
}
const END: &str = r#"{"type":"end_attack"}"#;

// ------------------------------------------------- the rulebook's examples

#[test]
fn sample_turn() {
    let mut s = Session::new();
    let p = position(
        (["c2 red 3 flame", "c4 blue 1", "c6 any 0"], ["c1 red 1 fusion", "c3 blue 0", "c5 green 1 fusion:2"], FULL),
        (["x red 9", "c8 blue 3", "-"], ["c7 red 0", "-", "c9 green 2 shield:2"], FULL),
    );
    let st = s.load(&p);
    let (st, e) = s.play(&st, &fuse(0, "D0-A0"));
    assert_eq!(e, "fused A.A0 A.G0 A.D0-A.A0 3");
    let (st, _) = s.play(&st, &fuse(1, "D1-A1"));
    let (st, e) = s.play(&st, &fuse(2, "D2-A2"));
    assert_eq!(e, "fused A.A2 A.G2 A.D2-A.A2 4");
    let (st, e) = s.play(&st, &attack_first("A0", "pass"));
    assert_eq!(
        e,
        "attacked A.A0 3 1 3 7 B.D0 7 0; defended B.D0 0; defeated B.D0 attack; \
         attacked A.A0 3 1 3 7 B.G0 7 0; gate B.G0 15 8"
    );
    let (st, e) = s.play(&st, &attack_first("A1", "attack_row"));
    assert_eq!(e, "attacked A.A1 1 0 2 3 B.A1 3 3; defended B.A1 3; defeated B.A1 attack; blocked A.A1 B.A1");
    s.refused(&st, END);
    let (st, e) = s.play(&st, &attack("A2"));
    assert_eq!(e, "attacked A.A2 0 0 4 4 B.D2 4 4; defended B.D2 4; defeated B.D2 attack; blocked A.A2 B.D2");
    let (st, e) = s.play(&st, END);
    assert_eq!(e, "");
    let status = s.status(&st).to_string();
    assert_eq!(status, r#"{"terminal":false,"toAct":[],"phase":"collect"}"#);
    // Three turned creatures of B, the gate at 8, and nothing left of the charge.
    let dump = s.dump(&st).to_string();
    assert_eq!(dump.matches("rotated").count(), 3);
    assert!(dump.contains(r#""gates":[8,15,15]"#) && !dump.contains("charge"), "{dump}");
}

#[test]
fn example_e() {
    let mut s = Session::new();
    let p = position(
        (["c4 blue 1", "c3 blue 1", "c6 green 1"], ["c1 red 1", "c2 blue 1", "c5 any 0"], FULL),
        (EMPTY, EMPTY, FULL),
    );
    let st = s.load(&p);
    assert_eq!(
        s.legal(&st, "fuse"),
        ["fuse 1 D1-A1", "fuse 1 D1-A1-A0", "fuse 2 D2-A2", "fuse 2 D2-D1-A1", "fuse 2 D2-D1-A1-A0"]
    );
    let (st, e) = s.play(&st, &fuse(1, "D1-A1-A0"));
    assert_eq!(e, "fused A.A0 A.G1 A.D1-A.A1-A.A0 2");
    assert_eq!(s.legal(&st, "fuse"), ["fuse 2 D2-A2"]);
    let (st, _) = s.play(&st, &fuse(2, "D2-A2"));
    assert!(s.dump(&st).to_string().contains(r#""affiliation":{"c5":"green"}"#));
    let (st, e) = s.play(&st, &attack("A0"));
    assert_eq!(e, "attacked A.A0 1 0 2 3 B.G0 3 0; gate B.G0 15 12");
    // (3) attacks too, but without a bonus.
    let (_, e) = s.play(&st, &attack("A1"));
    assert_eq!(e, "attacked A.A1 1 0 0 1 B.G1 1 0; gate B.G1 15 14");
}

#[test]
fn example_f_and_the_three_outcomes() {
    for (power, rest) in [
        (1, "blocked A.A0 B.A0"),
        (2, "defeated B.A0 attack; blocked A.A0 B.A0"),
        (3, "defeated B.A0 attack; attacked A.A0 3 0 0 3 B.G0 1 0; gate B.G0 15 14"),
    ] {
        let mut s = Session::new();
        let attacker = format!("a red {power}");
        let p = position(([&attacker, "-", "-"], EMPTY, FULL), (["b red 1 shield", "-", "-"], EMPTY, FULL));
        let st = s.load(&p);
        let (_, e) = s.play(&st, &attack_first("A0", "attack_row"));
        let p = power;
        assert_eq!(e, format!("attacked A.A0 {p} 0 0 {p} B.A0 {p} 2; defended B.A0 2; {rest}"));
    }
}

#[test]
fn example_g() {
    // Beside its own clan, beside a primordial, beside a turned friend: 3. Beside
    // another clan, or with the friend on the other side or in the other row: 2.
    for (defense, front, total) in [
        (["b red 2 r=shield", "n red 0", "-"], "-", 3),
        (["b red 2 r=shield", "n any 0", "-"], "-", 3),
        (["b red 2 r=shield", "n red 0 turned", "-"], "-", 3),
        (["b red 2 r=shield", "n blue 0", "-"], "-", 2),
        (["b red 2 l=shield", "n red 0", "-"], "-", 2),
        (["b red 2 r=shield", "-", "n red 0"], "-", 2),
        (["b red 2 r=shield", "-", "-"], "n red 0", 2),
    ] {
        let mut s = Session::new();
        let p = position((["a red 1", "-", "-"], EMPTY, FULL), ([front, "-", "-"], defense, FULL));
        let st = s.load(&p);
        let action = if front == "-" { attack("A0") } else { attack_first("A0", "pass") };
        let (_, e) = s.play(&st, &action);
        assert_eq!(
            e,
            format!("attacked A.A0 1 0 0 1 B.D0 1 {total}; defended B.D0 {total}; blocked A.A0 B.D0"),
            "{defense:?}"
        );
    }
}

// ------------------------------------------------- power fusion

fn one_clan() -> String {
    position(
        (["a0 red 1", "a1 red 1", "a2 red 1"], ["d0 red 1", "d1 red 1", "d2 red 1"], FULL),
        (EMPTY, EMPTY, FULL),
    )
}

#[test]
fn full_board_has_29_chains_and_48_sets() {
    let mut s = Session::new();
    let st = s.load(&one_clan());
    let all = s.legal(&st, "fuse");
    assert_eq!(all.len(), 29);
    for (gate, number) in [(0, 10), (1, 9), (2, 10)] {
        assert_eq!(all.iter().filter(|f| f.starts_with(&format!("fuse {gate}"))).count(), number);
    }
    let back = |f: &&String| {
        let path = f.rsplit(' ').next().unwrap();
        path.find('A').is_some_and(|i| path[i..].contains('D'))
    };
    assert_eq!(all.iter().filter(back).collect::<Vec<_>>(), ["fuse 0 D0-A0-A1-D1-D2-A2", "fuse 2 D2-A2-A1-D1-D0-A0"]);

    // Sets of chains, each counted in rising order of its gates.
    fn sets(s: &mut Session, st: &str, from: i64, size: usize, count: &mut [usize; 4]) {
        count[size] += 1;
        for f in s.legal(st, "fuse") {
            let words: Vec<&str> = f.split(' ').collect();
            let gate: i64 = words[1].parse().unwrap();
            if gate >= from {
                let (next, _) = s.play(st, &fuse(gate, words[2]));
                sets(s, &next, gate + 1, size + 1, count);
            }
        }
    }
    let mut count = [0; 4];
    sets(&mut s, &st, 0, 0, &mut count);
    assert_eq!(count, [1, 29, 17, 1]);
}

#[test]
fn bad_chains() {
    let mut s = Session::new();
    let p = position(
        (["a0 red 1", "a1 red 1", "a2 blue 1 turned"], ["d0 red 1", "d1 red 1", "d2 blue 1"], [15, 0, 15]),
        (EMPTY, EMPTY, FULL),
    );
    let st = s.load(&p);
    for (gate, path) in [
        (1, "D1-A1"),          // destroyed gate
        (0, "D0-A1"),          // diagonal
        (0, "D0"),             // ends in the defense row
        (0, "A0"),             // does not start at the gate
        (0, "D1-A1"),          // another gate's slot
        (0, "D0-D1-D0-A0"),    // twice through one creature
        (0, "D0-D1-D2-A2"),    // two clans
        (2, "D2-A2"),          // ends on a turned creature
        (3, "D0-A0"),          // no such gate
        (0, "D0-A9"),          // no such slot
    ] {
        s.refused(&st, &fuse(gate, path));
    }
    let (st2, _) = s.play(&st, &fuse(0, "D0-D1-A1-A0"));
    s.refused(&st2, &fuse(0, "D0-A0"));
    // A creature that has attacked ends no chain, but may be passed through.
    let (st3, _) = s.play(&st, &attack("A1"));
    s.refused(&st3, &fuse(0, "D0-D1-A1"));
    assert_eq!(s.legal(&st3, "fuse"), ["fuse 0 D0-A0", "fuse 0 D0-D1-A1-A0"]);
}

#[test]
fn a_turned_creature_passes_a_chain_on() {
    let mut s = Session::new();
    let p = position((["a red 1", "-", "-"], ["d red 1 fusion turned", "-", "-"], FULL), (EMPTY, EMPTY, FULL));
    let st = s.load(&p);
    let (_, e) = s.play(&st, &fuse(0, "D0-A0"));
    assert_eq!(e, "fused A.A0 A.G0 A.D0-A.A0 3");
}

#[test]
fn fusion_adds_up_over_the_whole_chain() {
    // 2, + 1 (d0 main), + 2 (a0, right side: a1 is red), + 3 (a1 at the end, left side). The other row is not beside.
    let mut s = Session::new();
    let p = position(
        (["a0 red 1 r=fusion:2 l=fusion:9", "a1 red 1 l=robed:3", "-"], ["d0 red 0 fusion r=fusion:9", "-", "-"], FULL),
        (EMPTY, EMPTY, FULL),
    );
    let st = s.load(&p);
    let (st, e) = s.play(&st, &fuse(0, "D0-A0-A1"));
    assert_eq!(e, "fused A.A1 A.G0 A.D0-A.A0-A.A1 8");
    let (_, e) = s.play(&st, &attack("A1"));
    assert_eq!(e, "attacked A.A1 1 0 8 9 B.G1 9 0; gate B.G1 15 6");
}

#[test]
fn affiliation() {
    // d0 primordial, a0 red with the robe, a1 blue: each of the chain's clans has to be settled.
    let mut s = Session::new();
    let p = position(
        (["a0 red 1 robed", "a1 blue 1", "-"], ["d0 any 0", "-", "-"], FULL),
        (EMPTY, EMPTY, FULL),
    );
    let st = s.load(&p);
    // Only any-clan creatures leave the clan open; with a1 it is blue.
    assert_eq!(s.legal(&st, "fuse"), ["fuse 0 D0-A0-A1"]);
    assert_eq!(s.legal(&st, "affiliate").len(), 10);
    s.refused(&st, &fuse(0, "D0-A0"));
    s.refused(&st, &affiliate("a1", "red"));
    s.refused(&st, &affiliate("zz", "red"));
    s.refused(&st, &affiliate("d0", "orange"));
    let (one, e) = s.play(&st, &affiliate("d0", "green"));
    assert_eq!(e, "");
    s.refused(&one, &affiliate("d0", "green"));
    assert_eq!(s.legal(&one, "fuse"), ["fuse 0 D0-A0"]);
    let (two, e) = s.play(&one, &fuse(0, "D0-A0"));
    assert_eq!(e, "fused A.A0 A.G0 A.D0-A.A0 3");
    assert!(s.dump(&two).to_string().contains(r#""affiliation":{"a0":"green","d0":"green"}"#));
    // Two that have chosen apart share no chain.
    let (three, _) = s.play(&one, &affiliate("a0", "red"));
    assert!(s.legal(&three, "fuse").is_empty());
    // The long chain is blue and affiliates both.
    let (four, e) = s.play(&st, &fuse(0, "D0-A0-A1"));
    assert_eq!(e, "fused A.A1 A.G0 A.D0-A.A0-A.A1 3");
    assert!(s.legal(&four, "affiliate").is_empty());
}

#[test]
fn a_stored_chain_closes_affiliation() {
    let mut s = Session::new();
    let p = position((["a0 any 0", "a1 any 0", "-"], ["d0 red 0", "-", "-"], FULL), (EMPTY, EMPTY, FULL));
    let chain = r#"{"charge":{"chains":[{"gate":0,"path":["D0","A0"]}]},"phase""#;
    let st = s.load(&p.replace(r#"{"phase""#, chain));
    s.refused(&st, &affiliate("a0", "red"));
    s.play(&st, &affiliate("a1", "red"));
}

#[test]
fn an_icon_behind_an_arrow_is_not_passive() {
    let mut s = Session::new();
    let p = position((["a red 1 arrow>flame:3,flame", "-", "-"], EMPTY, FULL), (EMPTY, EMPTY, FULL));
    let st = s.load(&p);
    let (_, e) = s.play(&st, &attack("A0"));
    assert_eq!(e, "attacked A.A0 1 1 0 2 B.G0 2 0; gate B.G0 15 13");
}

#[test]
fn the_robe_serves_fusion_only() {
    // The robed red beside blue gives no synergy; the primordial gives it on both sides.
    let mut s = Session::new();
    let p = position(
        (["a0 blue 1 r=flame", "a1 red 1 robed", "a2 red 1 l=flame"], EMPTY, FULL),
        (EMPTY, EMPTY, FULL),
    );
    let st = s.load(&p);
    let (_, e) = s.play(&st, &attack("A0"));
    assert!(e.starts_with("attacked A.A0 1 0 0 1 "), "{e}");
    let (_, e) = s.play(&st, &attack("A2"));
    assert!(e.starts_with("attacked A.A2 1 1 0 2 "), "{e}");
    let st = s.load(&p.replace("robed", "double_arrow"));
    let (_, e) = s.play(&st, &attack("A0"));
    assert!(e.starts_with("attacked A.A0 1 1 0 2 "), "{e}");
}

#[test]
fn a_double_arrow_in_a_side_domain() {
    // a1's left side is beside its own clan: it now serves any clan, also for a2.
    let mut s = Session::new();
    let p = position(
        (["a0 red 0", "a1 red 1 l=double_arrow", "a2 blue 1 l=flame:4"], EMPTY, FULL),
        (EMPTY, EMPTY, FULL),
    );
    let st = s.load(&p);
    let (_, e) = s.play(&st, &attack("A2"));
    assert!(e.starts_with("attacked A.A2 1 4 0 5 "), "{e}");
    assert_eq!(s.legal(&st, "affiliate").len(), 5);
    let st = s.load(&p.replace(r#""a0","kind":"warrior","clan":"red""#, r#""a0","kind":"warrior","clan":"green""#));
    let (_, e) = s.play(&st, &attack("A2"));
    assert!(e.starts_with("attacked A.A2 1 0 0 1 "), "{e}");
    assert!(s.legal(&st, "affiliate").is_empty());
}

// ------------------------------------------------- the charge

#[test]
fn the_flask_counts_a_clan() {
    // Blue on the table: a0, d2, and of B b0 (turned) and b1: 4. The primordial is of no clan.
    let mut s = Session::new();
    let p = position(
        (["a0 blue 1 flask", "a1 red 1 flask:2,flame", "a2 red 1"], ["p any 0", "-", "d2 blue 0"], FULL),
        (["b0 blue 5 turned", "-", "-"], ["-", "b1 blue 0", "-"], FULL),
    );
    let st = s.load(&p);
    assert_eq!(s.legal(&st, "flask").len(), 5);
    s.refused(&st, r#"{"type":"flask"}"#);
    let (st, _) = s.play(&st, &attack("A2")); // no flask of its own: it may still be named
    let (named, e) = s.play(&st, &flask("blue"));
    assert_eq!(e, "");
    s.refused(&named, &flask("blue"));
    assert!(s.legal(&named, "flask").is_empty());
    let (st2, e) = s.play(&named, &attack_first("A0", "pass"));
    assert_eq!(e, "attacked A.A0 1 4 0 5 B.G0 5 0; gate B.G0 15 10");
    let (_, e) = s.play(&st2, &attack("A1")); // 1 + flame 1 + 2 x 4
    assert!(e.starts_with("attacked A.A1 1 9 0 10 B.D1 10 0; "), "{e}");
    // Unnamed it adds nothing, and can be named no more.
    let (late, e) = s.play(&st, &attack_first("A0", "pass"));
    assert!(e.starts_with("attacked A.A0 1 0 0 1 "), "{e}");
    s.refused(&late, &flask("red"));
}

#[test]
fn both_rows_and_the_closed_formulas() {
    // With power P, front a, back d: passing deals max(0, P-d); the row first deals max(0, P-a-d) if P > a, else 0.
    let mut s = Session::new();
    for power in 0..8i64 {
        for a in 0..4i64 {
            for d in 0..4i64 {
                let (x, y, z) = (format!("x red {power}"), format!("y red {a}"), format!("z red {d}"));
                let p = position((["-", &x, "-"], EMPTY, FULL), (["-", &y, "-"], ["-", &z, "-"], FULL));
                let st = s.load(&p);
                let row = if power > a { (power - a - d).max(0) } else { 0 };
                for (first, damage) in [("pass", (power - d).max(0)), ("attack_row", row)] {
                    let (next, e) = s.play(&st, &attack_first("A1", first));
                    let gates = format!("[15,{},15]", 15 - damage);
                    assert_eq!(damage > 0, s.dump(&next).to_string().contains(&gates), "{power} {a} {d} {first}: {e}");
                    assert_eq!(e.contains("defeated B.A1"), first == "attack_row" && power >= a);
                    let reaches = if first == "pass" { Some(power) } else { Some(power - a).filter(|l| *l > 0) };
                    assert_eq!(e.contains("defeated B.D1"), reaches.is_some_and(|l| l >= d));
                }
            }
        }
    }
}

#[test]
fn a_gate_falls_and_the_wave_goes_out() {
    let mut s = Session::new();
    let p = position(
        (["-", "a1 red 5", "a2 red 1"], ["-", "ad red 0", "-"], FULL),
        (["-", "b1 red 9", "b2 red 0"], ["-", "bd red 1", "-"], [15, 4, 15]),
    );
    let st = s.load(&p);
    let (st, e) = s.play(&st, &attack_first("A1", "pass"));
    assert_eq!(
        e,
        "attacked A.A1 5 0 0 5 B.D1 5 1; defended B.D1 1; defeated B.D1 attack; attacked A.A1 5 0 0 5 B.G1 4 0; \
         gate B.G1 4 0; destroyed B.G1; defeated B.A1 wave; defeated A.A1 wave"
    );
    let dump = s.dump(&st);
    let b = dump.get("players").unwrap().get("B").unwrap();
    assert_eq!(b.get("gate_lost"), Some(&Json::Bool(true)));
    // Turned: b1, bd, a1. The attacker's defense row and the other columns stand.
    assert_eq!(dump.to_string().matches("rotated").count(), 3);
    s.refused(&st, &attack_first("A1", "pass"));
    s.refused(&st, END);
    let (st, _) = s.play(&st, &attack_first("A2", "pass"));
    s.play(&st, END);
}

#[test]
fn the_last_gate_ends_the_game_without_a_wave() {
    let mut s = Session::new();
    let p = position(
        (["a0 red 1", "a1 red 5", "-"], EMPTY, FULL),
        (["-", "b1 red 9", "-"], EMPTY, [0, 5, 0]),
    );
    let st = s.load(&p);
    let (st, e) = s.play(&st, &attack_first("A1", "pass"));
    assert_eq!(e, "attacked A.A1 5 0 0 5 B.G1 5 0; gate B.G1 5 0; destroyed B.G1; over A");
    assert_eq!(s.status(&st).to_string(), r#"{"terminal":true,"toAct":[],"phase":"over","outcome":{"winner":"A"}}"#);
    let dump = s.dump(&st);
    assert!(!dump.to_string().contains("rotated"));
    assert!(s.legal(&st, "attack").is_empty());
    s.refused(&st, &attack("A0"));
    s.refused(&st, END);
    let again = s.load(&dump.to_string());
    assert_eq!(s.dump(&again), dump);
}

#[test]
fn a_destroyed_gate_takes_no_damage_and_an_empty_column_no_attack() {
    let mut s = Session::new();
    let p = position(
        (["a0 red 5", "a1 red 5", "-"], EMPTY, FULL),
        (EMPTY, ["b red 2", "-", "-"], [0, 0, 15]),
    );
    let st = s.load(&p);
    s.refused(&st, END); // a0 meets a creature
    let (st, e) = s.play(&st, &attack("A0"));
    assert_eq!(e, "attacked A.A0 5 0 0 5 B.D0 5 2; defended B.D0 2; defeated B.D0 attack");
    s.play(&st, END); // a1 has nothing to attack and need not
    let (_, e) = s.play(&st, &attack("A1"));
    assert_eq!(e, "");
}

#[test]
fn who_attacks_and_how() {
    let mut s = Session::new();
    let p = position(
        (["a0 red 0", "a1 red 1", "a2 red 5 turned"], EMPTY, FULL),
        (["b0 red 4 turned", "-", "-"], ["-", "-", "bd red 0"], FULL),
    );
    let st = s.load(&p);
    assert_eq!(s.legal(&st, "attack"), ["attack A0 attack_row", "attack A0 pass", "attack A1"]);
    s.refused(&st, &attack("A2")); // turned
    s.refused(&st, &attack("A0")); // first is missing
    s.refused(&st, &attack("D0"));
    s.refused(&st, &attack_first("A1", "attack_row")); // empty slot
    s.refused(&st, r#"{"type":"withhold","attacker":"A0"}"#);
    let (st, e) = s.play(&st, &attack_first("A0", "attack_row")); // 0 against a turned creature's 0
    assert_eq!(e, "attacked A.A0 0 0 0 0 B.A0 0 0; defended B.A0 0; defeated B.A0 attack; blocked A.A0 B.A0");
    let (st, _) = s.play(&st, &attack("A1"));
    s.play(&st, END);
}

#[test]
fn the_other_player_attacks_in_the_same_columns() {
    // B is active; left touches column i-1 for B too.
    let mut s = Session::new();
    let p = position(
        (EMPTY, EMPTY, FULL),
        (["b0 red 1", "b1 red 1 l=flame r=flame:5", "-"], ["d0 red 0", "-", "-"], FULL),
    )
    .replace(r#"{"phase""#, r#"{"active":"B","phase""#);
    let st = s.load(&p);
    assert_eq!(s.legal(&st, "fuse"), ["fuse 0 D0-A0", "fuse 0 D0-A0-A1"]);
    let (st, e) = s.play(&st, &fuse(0, "D0-A0-A1"));
    assert_eq!(e, "fused B.A1 B.G0 B.D0-B.A0-B.A1 2");
    let (st, e) = s.play(&st, &attack("A1"));
    assert_eq!(e, "attacked B.A1 1 1 2 4 A.G1 4 0; gate A.G1 15 11");
    s.refused(&st, r#"{"type":"attack","attacker":"A0","player":"A"}"#);
    s.play(&st, r#"{"type":"attack","attacker":"A0","player":"B"}"#);
}

#[test]
fn discards_in_the_attack_phase() {
    let mut s = Session::new();
    let hand = r#"{"phase":"attack","players":{"A":{"hand":[
        {"id":"h1","kind":"familiar","clan":"red","main":["arrow>crystal:2"]},
        {"id":"h2","kind":"warrior","clan":"red"},
        {"id":"h3","kind":"warrior","clan":"red","main":["arrow>draw"]}]}}}"#;
    let st = s.load(&hand.replace('\n', " "));
    assert_eq!(s.legal(&st, "discard").len(), 3);
    let (st, e) = s.play(&st, r#"{"type":"discard","card":"h1"}"#);
    assert_eq!(e, "left h1 A discard; crystals A 2");
    let (st, e) = s.play(&st, r#"{"type":"discard","card":"h2"}"#);
    assert_eq!(e, "left h2 A discard");
    let h3 = format!(r#"{{"state":"{st}","action":{{"type":"discard","card":"h3"}}}}"#);
    assert_eq!(s.err("apply", &h3), "not-implemented");
    s.refused(&st, r#"{"type":"discard","card":"h1"}"#);
}

// ------------------------------------------------- positions

#[test]
fn dump_is_canonical() {
    let mut s = Session::new();
    let wide = r#"{"mode":"two-player","active":"A","phase":"attack","turn":7,"unknown":1.5,"players":{"A":{
        "attack":[null,{"id":"a1","kind":"warrior","clan":"red","power":2,"cost":0,"main":["flame:1","arrow>crystal:1","shield:2"],
        "left":[],"rotated":false,"name":"x"},null],"defense":[{"id":"p1","kind":"primordial","clan":null,"main":["double_arrow"]},
        {"id":"d1","kind":"familiar","clan":"red","skull":["damage:1"],"rotated":true},null],
        "gates":[15,0,7],"hand":[],"deck":[{"id":"k","kind":"sovereign"}],"crystals":0,"opening_drawn":true,"gate_lost":false},"B":{"gates":[15,15,15],"opening_drawn":false}},
        "area":{"warriors":[[null,null,null],[null,null,null]],"primordials":8,"primordial_cost":1},
        "charge":{"affiliation":{"p1":"red"},"chains":[{"gate":0,"path":["D0","D1","A1"]}],"flask":null,"resolved":["A1"]},"pending":[]}"#
        .replace('\n', " ");
    let tight = r#"{"phase":"attack","turn":7,"players":{"A":{"attack":[null,{"id":"a1","kind":"warrior","clan":"red","power":2,"main":["flame","arrow>crystal","shield:2"]},null],"defense":[{"id":"p1","kind":"primordial","main":["double_arrow"]},{"id":"d1","kind":"familiar","clan":"red","skull":["damage"],"rotated":true},null],"gates":[15,0,7],"deck":[{"id":"k","kind":"sovereign"}]},"B":{"opening_drawn":false}},"area":{"primordials":8},"charge":{"affiliation":{"p1":"red"},"chains":[{"gate":0,"path":["D0","D1","A1"]}],"resolved":["A1"]}}"#;
    let st = s.load(&wide);
    assert_eq!(s.dump(&st).to_string(), tight);
    let st = s.load(tight);
    assert_eq!(s.dump(&st).to_string(), tight);
    let st = s.load("{}");
    assert_eq!(s.dump(&st).to_string(), "{}");
    assert!(s.legal(&st, "end_attack").is_empty());
    s.refused(&st, r#"{"type":"end_development"}"#);
}

#[test]
fn bad_positions() {
    let mut s = Session::new();
    let one = |creature: &str| format!(r#"{{"players":{{"A":{{"attack":[{creature},null,null]}}}}}}"#);
    let charge = |c: &str| {
        format!(
            r#"{{"phase":"attack","players":{{"A":{{"attack":{},"defense":{}}}}},"charge":{c}}}"#,
            row(["a0 red 1", "a1 red 1", "-"]),
            row(["d0 red 1", "d1 blue 1", "-"])
        )
    };
    for p in [
        "[]".into(),
        "5".into(),
        r#"{"active":"C"}"#.into(),
        r#"{"phase":"lunch"}"#.into(),
        r#"{"turn":1.0}"#.into(),
        r#"{"players":{"C":{}}}"#.into(),
        r#"{"players":{"A":{"gates":[16,15,15]}}}"#.into(),
        r#"{"players":{"A":{"gates":[-1,15,15]}}}"#.into(),
        r#"{"players":{"A":{"gates":[15,15]}}}"#.into(),
        r#"{"players":{"A":{"attack":[null,null]}}}"#.into(),
        r#"{"players":{"A":{"hand":{}}}}"#.into(),
        one("7"),
        one(r#"{"kind":"warrior"}"#),
        one(r#"{"id":"x"}"#),
        one(r#"{"id":"x","kind":"dragon"}"#),
        one(r#"{"id":"x","kind":"warrior","clan":"pink"}"#),
        one(r#"{"id":"x","kind":"warrior","power":-1}"#),
        one(r#"{"id":"x","kind":"warrior","power":1.5}"#),
        one(r#"{"id":"x","kind":"warrior","main":["fly"]}"#),
        one(r#"{"id":"x","kind":"warrior","main":["flame:0"]}"#),
        one(r#"{"id":"x","kind":"warrior","main":"flame"}"#),
        one(r#"{"id":"x","kind":"warrior","rotated":1}"#),
        r#"{"players":{"A":{"hand":[{"id":"x","kind":"warrior"}]},"B":{"deck":[{"id":"x","kind":"warrior"}]}}}"#.into(),
        charge(r#"{"chains":[{"gate":2,"path":["D2","A2"]}]}"#),
        charge(r#"{"chains":[{"gate":0,"path":["D0","A1"]}]}"#),
        charge(r#"{"chains":[{"gate":0,"path":["D0"]}]}"#),
        charge(r#"{"chains":[{"gate":"G0","path":["D0","A0"]}]}"#),
        charge(r#"{"chains":[{"gate":0,"path":["D0","Z0"]}]}"#),
        charge(r#"{"resolved":["A2"]}"#),
        charge(r#"{"resolved":["D0"]}"#),
        charge(r#"{"affiliation":{"zz":"red"}}"#),
        charge(r#"{"flask":"pink"}"#),
        r#"{"pending":[{"kind":"party"}]}"#.into(),
    ] {
        assert_eq!(s.load_err(&p), "position-invalid", "{p}");
    }
    assert_eq!(s.load_err(r#"{"players":{"A":{"hand":["card-name"]}}}"#), "position-unsupported");
    assert_eq!(s.load_err(r#"{"phase":"attack","players":{"A":{"gates":[0,0,0]}}}"#), "position-unreachable");
    s.load(&charge(r#"{"chains":[{"gate":0,"path":["D0","A0","A1"]}],"resolved":["A0"]}"#));
}

// ------------------------------------------------- the protocol

#[test]
fn errors_of_the_protocol() {
    let mut server = Server::default();
    let early = server.line(br#"{"jsonrpc":"2.0","id":1,"method":"status","params":{}}"#).unwrap();
    assert!(early.contains("invalid-request"), "{early}");
    assert!(server.line(b"{nonsense\r\n").unwrap().contains("-32700"));
    assert!(server.line(b"\xff\xfe\n").unwrap().contains("-32700"));
    assert!(server.line(b"[]").unwrap().contains("-32600"));
    assert_eq!(server.line(b"  \r\n"), None);
    assert!(server.line(br#"{"id":2,"method":"hello","params":{"protocols":[2]}}"#).unwrap().contains("version-unsupported"));

    let mut s = Session::new();
    for method in ["perft", "explain", "dance"] {
        assert_eq!(s.err(method, "{}"), "method-not-found");
    }
    assert_eq!(s.err("new", r#"{"game":"ostium","mode":"two-player","options":{}}"#), "option-unsupported");
    assert_eq!(s.err("new", r#"{"game":"chess","mode":"two-player"}"#), "game-unsupported");
    assert_eq!(s.err("load", r#"{"game":"ostium","mode":"solo","position":{}}"#), "option-unsupported");
    assert_eq!(s.err("load", r#"{"game":"ostium","mode":"two-player","position":{},"chance":[{"site":"warriors"}]}"#), "chance-unsupported");
    assert_eq!(s.err("load", r#"{"game":"ostium","mode":"two-player","position":{},"want":["colour"]}"#), "invalid-params");
    assert_eq!(s.err("load", r#"{"game":"ostium","mode":"two-player"}"#), "invalid-params");
    assert_eq!(s.err("status", r#"{"state":"s999"}"#), "unknown-state");
    assert_eq!(s.err("status", r#"{"state":7}"#), "unknown-state");
    assert_eq!(s.err("status", "{}"), "invalid-params");
    assert_eq!(s.err("status", "[]"), "invalid-params");
}

#[test]
fn nonsense_actions_are_refused_and_change_nothing() {
    let mut s = Session::new();
    let st = s.load(&one_clan());
    let before = s.dump(&st);
    for a in [
        "null", "5", "\"attack\"", "[]", "{}", r#"{"type":7}"#, r#"{"type":"fly"}"#, r#"{"type":"attack"}"#,
        r#"{"type":"attack","attacker":7}"#, r#"{"type":"attack","attacker":"B.A0"}"#,
        r#"{"type":"attack","attacker":"A0","first":3}"#, r#"{"type":"attack","attacker":"A0","first":"later"}"#,
        r#"{"type":"fuse"}"#, r#"{"type":"fuse","gate":0,"path":"D0"}"#, r#"{"type":"fuse","gate":0.0,"path":["D0","A0"]}"#,
        r#"{"type":"fuse","gate":0,"path":[]}"#, r#"{"type":"fuse","gate":0,"path":["D0",1]}"#,
        r#"{"type":"flask","clan":"red"}"#, r#"{"type":"affiliate","card":"a0","clan":"red"}"#,
        r#"{"type":"attack","attacker":"A0","player":"B"}"#, r#"{"type":"attack","attacker":"A0","player":9}"#,
        r#"{"type":"attack","attacker":"A0","stop":"attack_row"}"#,
        r#"{"type":"attack","attacker":"A0","enemy":"C"}"#, r#"{"type":"chance","site":"warriors","outcome":[]}"#,
    ] {
        s.refused(&st, a);
    }
    // Old handles stay valid: what follows does not touch what was.
    s.play(&st, r#"{"type":"attack","attacker":"A0","first":null,"enemy":"B","frills":[1.5]}"#);
    assert_eq!(s.dump(&st), before);
}

#[test]
fn want_run_drop() {
    let mut s = Session::new();
    let load = format!(
        r#"{{"game":"ostium","mode":"two-player","position":{},"want":["status","legal","observe:A","dump"]}}"#,
        one_clan()
    );
    let r = s.ok("load", &load);
    assert_eq!(r.get("status").unwrap().get("toAct"), Some(&Json::from(vec!["A"])));
    assert_eq!(r.get("legal").unwrap().get("complete"), Some(&Json::Bool(true)));
    assert_eq!(r.get("dump").unwrap().get("position"), r.get("observe:A").unwrap().get("observation"));
    let st = handle(&r);
    let r = s.ok("legal", &format!(r#"{{"state":"{st}","player":"B"}}"#));
    assert_eq!(r.get("actions"), Some(&Json::Arr(vec![])));

    let script = format!(
        r#"{{"script":[{{"method":"load","params":{load}}},
        {{"method":"apply","params":{{"state":"$prev","action":{}}}}},
        {{"method":"apply","params":{{"state":"$prev","action":{}}}}},
        {{"method":"status","params":{{"state":"$prev"}}}},
        {{"method":"perft","params":{{"state":"$prev"}}}},
        {{"method":"status","params":{{"state":"$prev"}}}}]}}"#,
        attack("A0"),
        attack("A0")
    );
    let r = s.ok("run", &script.replace('\n', " "));
    let results = r.get("results").unwrap().as_arr().unwrap();
    assert_eq!(results.len(), 5);
    assert_eq!(results[1].get("accepted"), Some(&Json::Bool(true)));
    assert_eq!(results[2].get("accepted"), Some(&Json::Bool(false)));
    assert_eq!(results[4].get("error").unwrap().get("code"), Some(&Json::Int(-32601)));

    assert_eq!(s.ok("drop", &format!(r#"{{"states":["{st}","nobody"]}}"#)), Json::obj());
    assert_eq!(s.err("status", &format!(r#"{{"state":"{st}"}}"#)), "unknown-state");
    s.ok("drop", r#"{"states":"all"}"#);
}

#[test]
fn observations_hide_hands_and_decks() {
    let mut s = Session::new();
    let p = r#"{"phase":"attack","players":{"A":{"hand":[{"id":"h","kind":"warrior"}],"deck":[{"id":"k","kind":"warrior"}]},
        "B":{"hand":[{"id":"i","kind":"warrior"}],"discard":[{"id":"j","kind":"warrior"}]}},
        "area":{"sovereigns":[{"id":"s","kind":"sovereign"}],"sovereign_deck":[{"id":"t","kind":"sovereign"}]}}"#;
    let st = s.load(&p.replace('\n', " "));
    let r = s.ok("observe", &format!(r#"{{"state":"{st}","viewer":"B"}}"#));
    assert_eq!(
        r.get("observation").unwrap().to_string(),
        r#"{"phase":"attack","players":{"A":{"hand":1,"deck":1},"B":{"hand":[{"id":"i","kind":"warrior"}],"discard":[{"id":"j","kind":"warrior"}]}},"area":{"sovereigns":[{"id":"s","kind":"sovereign"}],"sovereign_deck":1}}"#
    );
}

#[test]
fn lines() {
    let speak = |input: &[u8]| {
        let mut out = Vec::new();
        serve(input, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let hello = r#"{"jsonrpc":"2.0","id":1,"method":"hello","params":{"protocols":[1]}}"#;
    let bye = r#"{"jsonrpc":"2.0","id":2,"method":"bye"}"#;
    let out = speak(format!("{hello} \t\r\n\r\n{bye}\r\n{bye}\n").as_bytes());
    assert_eq!(out.lines().count(), 2, "nothing is answered after bye: {out}");
    assert!(out.ends_with("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}\n"));
    assert_eq!(speak(bye.as_bytes()).lines().count(), 1, "a last line without its end");
    let long = format!("{}{}\n{bye}\n", " ".repeat(2 << 20), hello);
    let out = speak(long.as_bytes());
    assert!(out.starts_with("{") && out.contains("limit-exceeded") && out.lines().count() == 2, "{out}");
}

#[test]
fn json() {
    let text = r#"{"a":[1,-0,2.5,1e3,9007199254740991,9007199254740992],"b":"\u00e9\ud83d\ude00\n\"","c":null}"#;
    let j = Json::parse(text).unwrap();
    let a = j.get("a").unwrap().as_arr().unwrap();
    assert_eq!(a.iter().map(|n| n.as_int().is_some()).collect::<Vec<_>>(), [true, true, false, false, true, false]);
    assert_eq!(j.get("b").unwrap().as_str(), Some("é😀\n\""));
    assert_eq!(j.get("c"), None);
    assert_eq!(Json::parse(&j.to_string()).unwrap(), j);
    for bad in ["", "{", "[1,]", "01", "1.", "\"\\x\"", "\"\\ud800\"", "{\"a\" 1}", "nul", "1 2", &"[".repeat(9999)] {
        assert!(Json::parse(bad).is_err(), "{bad}");
    }
}
