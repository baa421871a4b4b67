//! The attack phase: Power Fusion, the Charge, gates, waves, the end of the game.

use crate::json::Json;
use crate::position::*;

/// Why an action is not carried out.
#[derive(Debug, PartialEq)]
pub enum No {
    /// The rules (or good sense) refuse it.
    Refused(String),
    /// The rules allow it, but this implementation does not go there.
    NotImplemented { clause: &'static str, issue: &'static str },
}

fn refuse<T>(why: impl Into<String>) -> Result<T, No> {
    Err(No::Refused(why.into()))
}

// ------------------------------------------------- passive abilities

fn sum(abilities: &[Ability], name: &str) -> i64 {
    abilities.iter().filter(|a| !a.arrow && a.name == name).map(|a| a.value).sum()
}

/// One row of a battlefield with its Clan Synergy. Side domains look only along
/// the row, so a row can be judged alone.
struct Synergy<'a> {
    line: &'a Line,
    /// Creatures that serve any clan in Clan Synergy.
    any: [bool; 3],
}

impl<'a> Synergy<'a> {
    fn new(line: &'a Line) -> Synergy<'a> {
        let any = std::array::from_fn(|i| {
            line[i].as_ref().is_some_and(|c| c.kind == Kind::Primordial || sum(&c.main, "double_arrow") > 0)
        });
        let mut synergy = Synergy { line, any };
        // A double arrow in a side domain, once active, may make further side
        // domains active: go on until nothing changes.
        loop {
            let next = std::array::from_fn(|i| synergy.any[i] || synergy.value(i, "double_arrow") > 0);
            if next == synergy.any {
                return synergy;
            }
            synergy.any = next;
        }
    }

    /// The two slots hold creatures of one clan.
    fn between(&self, i: usize, j: usize) -> bool {
        match (&self.line[i], &self.line[j]) {
            (Some(a), Some(b)) => {
                self.any[i] || self.any[j] || (a.clan.is_some() && a.clan == b.clan)
            }
            _ => false,
        }
    }

    /// The value of a passive ability: main domain, and each side domain that
    /// touches a creature of the same clan.
    fn value(&self, col: usize, name: &str) -> i64 {
        let Some(c) = &self.line[col] else { return 0 };
        let left = if col > 0 && self.between(col, col - 1) { sum(&c.left, name) } else { 0 };
        let right = if col < 2 && self.between(col, col + 1) { sum(&c.right, name) } else { 0 };
        sum(&c.main, name) + left + right
    }
}

/// The value of a passive ability of the creature in a slot, 0 where it has none.
pub fn passive(player: &Player, slot: Slot, name: &str) -> i64 {
    Synergy::new(player.row(slot.row)).value(slot.col, name)
}

/// The creature may join the Power Fusion of any clan.
fn fuses_with_any(player: &Player, slot: Slot) -> bool {
    let row = Synergy::new(player.row(slot.row));
    row.any[slot.col] || row.value(slot.col, "robed") > 0
}

/// The total of an attacked creature. One that has been defeated counts 0.
fn defence(player: &Player, slot: Slot) -> i64 {
    match player.at(slot) {
        Some(c) if !c.rotated => c.power + passive(player, slot, "shield"),
        _ => 0,
    }
}

// ------------------------------------------------- questions

fn me(p: &Position) -> &Player {
    &p.players[p.active]
}
fn enemy(p: &Position) -> &Player {
    &p.players[1 - p.active]
}
fn in_chain(p: &Position, slot: Slot) -> bool {
    p.charge.chains.iter().any(|c| c.path.contains(&slot))
}

/// A creature that can still attack in this phase.
fn can_attack(p: &Position, slot: Slot) -> bool {
    slot.row == Row::Attack
        && me(p).at(slot).is_some_and(|c| !c.rotated)
        && !p.charge.resolved.contains(&slot)
}

/// ... and finds something to attack, so that it has to.
fn must_attack(p: &Position, slot: Slot) -> bool {
    let foe = enemy(p);
    can_attack(p, slot)
        && (foe.gate_stands(slot.col) || foe.attack[slot.col].is_some() || foe.defense[slot.col].is_some())
}

/// The flask's clan may be named: somebody will use it and nobody has yet.
fn flask_open(p: &Position) -> bool {
    let has_flask = |s: &Slot| passive(me(p), *s, "flask") > 0;
    p.charge.flask.is_none()
        && !p.charge.resolved.iter().any(has_flask)
        && (0..3).map(Slot::attack).any(|s| can_attack(p, s) && has_flask(&s))
}

fn may_affiliate(p: &Position, slot: Slot) -> bool {
    me(p).at(slot).is_some_and(|c| !p.charge.affiliation.contains_key(&c.id))
        && fuses_with_any(me(p), slot)
        && !in_chain(p, slot)
}

/// The clans in which the creature can join a fusion now.
fn fusion_clans(p: &Position, slot: Slot) -> Vec<Clan> {
    let Some(c) = me(p).at(slot) else { return Vec::new() };
    if fuses_with_any(me(p), slot) {
        p.charge.affiliation.get(&c.id).map_or(Clan::ALL.to_vec(), |c| vec![*c])
    } else {
        c.clan.into_iter().collect()
    }
}

/// Checks a chain whole; gives its clan.
fn check_chain(p: &Position, gate: usize, path: &[Slot]) -> Result<Clan, No> {
    if !me(p).gate_stands(gate) {
        return refuse("no fusion starts from a destroyed gate");
    }
    if !is_path(gate, path) {
        return refuse("no uninterrupted chain from the gate to an attacker");
    }
    if path.iter().any(|s| me(p).at(*s).is_none()) {
        return refuse("the chain leads through an empty slot");
    }
    // This also keeps every gate to one fusion: its first slot is always the same.
    if path.iter().any(|s| in_chain(p, *s)) {
        return refuse("only one chain may pass through a creature");
    }
    if !path.last().is_some_and(|s| can_attack(p, *s)) {
        return refuse("the chain ends on a creature that attacks no more");
    }
    let mut clans = Clan::ALL.to_vec();
    for slot in path {
        let own = fusion_clans(p, *slot);
        clans.retain(|c| own.contains(c));
    }
    match clans[..] {
        [clan] => Ok(clan),
        [] => refuse("the chain's creatures share no clan"),
        _ => refuse("the chain's clan is open: affiliate first"),
    }
}

/// Every chain that may be laid now.
pub fn chains(p: &Position) -> Vec<Chain> {
    fn walk(p: &Position, gate: usize, path: &mut Vec<Slot>, found: &mut Vec<Chain>) {
        if check_chain(p, gate, path).is_ok() {
            found.push(Chain { gate, path: path.clone() });
        }
        let last = path[path.len() - 1];
        for row in [Row::Attack, Row::Defense] {
            for col in 0..3 {
                let next = Slot { row, col };
                if next.touches(last) && !path.contains(&next) && me(p).at(next).is_some() {
                    path.push(next);
                    walk(p, gate, path, found);
                    path.pop();
                }
            }
        }
    }
    let mut found = Vec::new();
    for gate in 0..3 {
        if me(p).gate_stands(gate) && me(p).defense[gate].is_some() {
            walk(p, gate, &mut vec![Slot::defense(gate)], &mut found);
        }
    }
    found
}

/// What the fusion adds to the attack, 0 without a chain.
fn fusion_bonus(p: &Position, attacker: Slot) -> i64 {
    let chain = p.charge.chains.iter().find(|c| c.path.last() == Some(&attacker));
    chain.map_or(0, |c| chain_bonus(p, &c.path))
}
fn chain_bonus(p: &Position, path: &[Slot]) -> i64 {
    2 + path.iter().map(|s| passive(me(p), *s, "fusion") + passive(me(p), *s, "robed")).sum::<i64>()
}

/// Flame, and flask with the clan that was named.
fn icons(p: &Position, attacker: Slot) -> i64 {
    let members = p.charge.flask.map_or(0, |clan| {
        p.players.iter().flat_map(Player::creatures).filter(|c| c.clan == Some(clan)).count() as i64
    });
    passive(me(p), attacker, "flame") + passive(me(p), attacker, "flask") * members
}

pub fn to_act(p: &Position) -> Option<usize> {
    (p.phase == Phase::Attack).then_some(p.active)
}

/// The legal actions of the player to act, and whether they are all there are.
pub fn legal(p: &Position) -> (Vec<Json>, bool) {
    let mut out = Vec::new();
    if p.phase != Phase::Attack {
        return (out, p.phase == Phase::Over);
    }
    let action = |name: &str| Json::obj().with("type", name);
    for row in [Row::Attack, Row::Defense] {
        for slot in (0..3).map(|col| Slot { row, col }).filter(|s| may_affiliate(p, *s)) {
            for clan in Clan::ALL {
                let card = me(p).at(slot).unwrap().id.as_str();
                out.push(action("affiliate").with("card", card).with("clan", clan.name()));
            }
        }
    }
    if flask_open(p) {
        out.extend(Clan::ALL.map(|clan| action("flask").with("clan", clan.name())));
    }
    for chain in chains(p) {
        let path: Vec<String> = chain.path.iter().map(|s| s.name()).collect();
        out.push(action("fuse").with("gate", chain.gate as i64).with("path", path));
    }
    for slot in (0..3).map(Slot::attack).filter(|s| can_attack(p, *s)) {
        let attack = action("attack").with("attacker", slot.name());
        if enemy(p).attack[slot.col].is_some() {
            out.push(attack.clone().with("first", "attack_row"));
            out.push(attack.with("first", "pass"));
        } else {
            out.push(attack);
        }
    }
    for card in &me(p).hand {
        out.push(action("discard").with("card", card.id.as_str()));
    }
    if !(0..3).any(|c| must_attack(p, Slot::attack(c))) {
        out.push(action("end_attack"));
    }
    (out, true)
}

// ------------------------------------------------- actions

fn event(name: &str) -> Json {
    Json::obj().with("type", name).with("clauses", Json::Arr(Vec::new()))
}

fn slot_member(action: &Json, key: &str) -> Result<Slot, No> {
    action.get(key).and_then(Json::as_str).and_then(Slot::parse).map_or_else(|| refuse(format!("{key}: no slot")), Ok)
}
fn clan_member(action: &Json) -> Result<Clan, No> {
    action.get("clan").and_then(Json::as_str).and_then(Clan::parse).map_or_else(|| refuse("no clan"), Ok)
}

/// Carries out an action: the position after it and what happened. The given
/// position is never touched.
pub fn apply(p: &Position, action: &Json, player: Option<&str>) -> Result<(Position, Vec<Json>), No> {
    if !action.is_obj() {
        return refuse("an action is an object");
    }
    let Some(actor) = to_act(p) else { return refuse("nobody is to act") };
    let inside = action.get("player");
    if inside.is_some_and(|n| n.as_str() != Some(PLAYERS[actor])) || player.is_some_and(|n| n != PLAYERS[actor]) {
        return refuse("this player is not to act");
    }
    let mut next = p.clone();
    let events = match action.get("type").and_then(Json::as_str) {
        Some("affiliate") => affiliate(&mut next, action),
        Some("flask") => name_flask(&mut next, action),
        Some("fuse") => fuse(&mut next, action),
        Some("attack") => attack(&mut next, action),
        Some("discard") => discard(&mut next, action),
        Some("end_attack") => end_attack(&mut next),
        Some("withhold") => refuse("all creatures in the attack row attack"),
        Some(_) => refuse("no action of the attack phase"),
        None => refuse("an action has a type"),
    }?;
    Ok((next, events))
}

fn affiliate(p: &mut Position, action: &Json) -> Result<Vec<Json>, No> {
    let clan = clan_member(action)?;
    let Some(id) = action.get("card").and_then(Json::as_str) else { return refuse("card: no id") };
    let slots = (0..3).flat_map(|c| [Slot::attack(c), Slot::defense(c)]);
    let slot = slots.into_iter().find(|s| me(p).at(*s).is_some_and(|c| c.id == id));
    match slot {
        Some(s) if may_affiliate(p, s) => {
            p.charge.affiliation.insert(id.to_string(), clan);
            Ok(Vec::new())
        }
        Some(_) => refuse("this creature takes no (other) affiliation"),
        None => refuse("no creature of one's own battlefield"),
    }
}

fn name_flask(p: &mut Position, action: &Json) -> Result<Vec<Json>, No> {
    let clan = clan_member(action)?;
    if !flask_open(p) {
        return refuse("the flask's clan cannot be named (any more)");
    }
    p.charge.flask = Some(clan);
    Ok(Vec::new())
}

fn fuse(p: &mut Position, action: &Json) -> Result<Vec<Json>, No> {
    let gate = match action.get("gate").and_then(Json::as_int) {
        Some(g @ 0..=2) => g as usize,
        _ => return refuse("gate: no column"),
    };
    let names = action.get("path").and_then(Json::as_arr).unwrap_or(&[]);
    let path: Option<Vec<Slot>> = names.iter().map(|n| n.as_str().and_then(Slot::parse)).collect();
    let Some(path) = path.filter(|p| !p.is_empty()) else { return refuse("path: no list of slots") };

    let clan = check_chain(p, gate, &path)?;
    for slot in &path {
        if fuses_with_any(me(p), *slot) {
            let id = me(p).at(*slot).unwrap().id.clone();
            p.charge.affiliation.insert(id, clan);
        }
    }
    let owner = p.active;
    let fused = event("fused")
        .with("attacker", path[path.len() - 1].of(owner))
        .with("gate", format!("{}.G{gate}", PLAYERS[owner]))
        .with("path", path.iter().map(|s| s.of(owner)).collect::<Vec<_>>())
        .with("bonus", chain_bonus(p, &path));
    p.charge.chains.push(Chain { gate, path });
    Ok(vec![fused])
}

fn attack(p: &mut Position, action: &Json) -> Result<Vec<Json>, No> {
    let attacker = slot_member(action, "attacker")?;
    if !can_attack(p, attacker) {
        return refuse("no creature there that can attack");
    }
    let (own, foe, col) = (p.active, 1 - p.active, attacker.col);
    if action.get("enemy").is_some_and(|e| e.as_str() != Some(PLAYERS[foe])) {
        return refuse("enemy: not the opponent");
    }
    if action.get("stop").is_some() {
        return refuse("stop: an attack goes on while power is left");
    }
    let occupied = p.players[foe].attack[col].is_some();
    let front = match action.get("first").map(|f| f.as_str()) {
        None if occupied => return refuse("first: attack_row or pass has to be named"),
        None | Some(Some("pass")) => false,
        Some(Some("attack_row")) if occupied => true,
        Some(Some("attack_row")) => return refuse("nobody stands in the attack row"),
        Some(_) => return refuse("first: neither attack_row nor pass"),
    };

    // All bonuses are fixed now: nothing of what follows changes a synergy or a count.
    let power = p.players[own].at(attacker).unwrap().power;
    let (icons, fusion) = (icons(p, attacker), fusion_bonus(p, attacker));
    let total = power + icons + fusion;
    p.charge.resolved.push(attacker);

    let mut events = Vec::new();
    let attacked = |target: String, left: i64, against: i64| {
        event("attacked")
            .with("attacker", attacker.of(own))
            .with("power", power)
            .with("icons", icons)
            .with("fusion", fusion)
            .with("total", total)
            .with("target", target)
            .with("left", left)
            .with("against", against)
    };
    let mut left = total;
    for (row, met) in [(Row::Attack, front), (Row::Defense, true)] {
        let slot = Slot { row, col };
        if !met || p.players[foe].at(slot).is_none() {
            continue;
        }
        let against = defence(&p.players[foe], slot);
        events.push(attacked(slot.of(foe), left, against));
        events.push(event("defended").with("slot", slot.of(foe)).with("total", against));
        if left >= against {
            p.players[foe].at_mut(slot).unwrap().rotated = true;
            events.push(event("defeated").with("slot", slot.of(foe)).with("by", "attack"));
        }
        if left <= against {
            events.push(event("blocked").with("attacker", attacker.of(own)).with("by", slot.of(foe)));
            return Ok(events);
        }
        left -= against;
    }
    if let Some(from) = p.players[foe].gates[col].filter(|g| *g > 0) {
        events.push(attacked(format!("{}.G{col}", PLAYERS[foe]), left, 0));
        if left > 0 {
            hit_gate(p, foe, col, from, left, &mut events);
        }
    }
    Ok(events)
}

fn hit_gate(p: &mut Position, owner: usize, col: usize, from: i64, damage: i64, events: &mut Vec<Json>) {
    let gate = format!("{}.G{col}", PLAYERS[owner]);
    let to = (from - damage).max(0);
    p.players[owner].gates[col] = Some(to);
    events.push(event("gate").with("gate", gate.as_str()).with("from", from).with("to", to));
    if to > 0 {
        return;
    }
    p.players[owner].gate_lost = true;
    events.push(event("destroyed").with("gate", gate));
    if !p.players[owner].has_gate() {
        p.phase = Phase::Over;
        events.push(event("over").with("winner", PLAYERS[1 - owner]));
        return;
    }
    // The wave goes outward from the gate and ends at the other attack row.
    for (player, slot) in [
        (owner, Slot::defense(col)),
        (owner, Slot::attack(col)),
        (1 - owner, Slot::attack(col)),
    ] {
        if let Some(c) = p.players[player].at_mut(slot).filter(|c| !c.rotated) {
            c.rotated = true;
            events.push(event("defeated").with("slot", slot.of(player)).with("by", "wave"));
        }
    }
}

fn discard(p: &mut Position, action: &Json) -> Result<Vec<Json>, No> {
    let id = action.get("card").and_then(Json::as_str);
    let owner = p.active;
    let player = &mut p.players[owner];
    let Some(i) = player.hand.iter().position(|c| Some(c.id.as_str()) == id) else {
        return refuse("no card of one's own hand");
    };
    let card = player.hand.remove(i);
    if card.main.iter().any(|a| a.arrow && a.name != "crystal") {
        return Err(No::NotImplemented {
            clause: "Action 1 - Discard a Creature",
            issue: "in the attack phase only discards for crystals, or without ability, are implemented",
        });
    }
    let mut events = vec![event("left")
        .with("card", card.id.as_str())
        .with("player", PLAYERS[owner])
        .with("to", "discard")];
    let crystals: i64 = card.main.iter().filter(|a| a.arrow).map(|a| a.value).sum();
    if crystals > 0 {
        player.crystals += crystals;
        events.push(event("crystals").with("player", PLAYERS[owner]).with("change", crystals));
    }
    player.discard.push(card);
    Ok(events)
}

fn end_attack(p: &mut Position) -> Result<Vec<Json>, No> {
    if (0..3).any(|c| must_attack(p, Slot::attack(c))) {
        return refuse("a creature that must attack has not attacked");
    }
    p.phase = Phase::Collect;
    p.charge = Charge::default();
    Ok(Vec::new())
}
