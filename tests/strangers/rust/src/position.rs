//! Positions: the data of a game, read from and written to the contract's JSON.

use crate::json::Json;
use std::collections::{BTreeMap, HashSet};

pub const PLAYERS: [&str; 2] = ["A", "B"];
const PHASES: [(&str, Phase); 7] = [
    ("setup", Phase::Setup),
    ("development", Phase::Development),
    ("refill", Phase::Refill),
    ("attack", Phase::Attack),
    ("collect", Phase::Collect),
    ("gift", Phase::Gift),
    ("over", Phase::Over),
];
const PENDING_KINDS: [&str; 7] =
    ["ability", "fill", "collect", "gift", "order", "tie", "virtual_fusion"];
/// Every ability but the arrow, which is a prefix.
const ABILITIES: [&str; 16] = [
    "crystal", "draw", "repair", "rebuild", "damage", "damage_all", "out_of_play", "remove",
    "clan_removal", "area", "shield", "flame", "flask", "fusion", "robed", "double_arrow",
];
pub const FULL_GATE: i64 = 15;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Setup,
    Development,
    Refill,
    Attack,
    Collect,
    Gift,
    Over,
}

impl Phase {
    pub fn name(self) -> &'static str {
        PHASES.iter().find(|(_, p)| *p == self).unwrap().0
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clan {
    Red,
    Blue,
    Green,
    Yellow,
    Purple,
}

impl Clan {
    pub const ALL: [Clan; 5] = [Clan::Red, Clan::Blue, Clan::Green, Clan::Yellow, Clan::Purple];
    pub fn name(self) -> &'static str {
        match self {
            Clan::Red => "red",
            Clan::Blue => "blue",
            Clan::Green => "green",
            Clan::Yellow => "yellow",
            Clan::Purple => "purple",
        }
    }
    pub fn parse(s: &str) -> Option<Clan> {
        Clan::ALL.into_iter().find(|c| c.name() == s)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Familiar,
    Warrior,
    Primordial,
    Sovereign,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Familiar, Kind::Warrior, Kind::Primordial, Kind::Sovereign];
    fn name(self) -> &'static str {
        match self {
            Kind::Familiar => "familiar",
            Kind::Warrior => "warrior",
            Kind::Primordial => "primordial",
            Kind::Sovereign => "sovereign",
        }
    }
}

/// An icon on a card: `flame:2`, `arrow>crystal`.
#[derive(Clone, Debug, PartialEq)]
pub struct Ability {
    /// It stands behind a discard arrow.
    pub arrow: bool,
    pub name: &'static str,
    pub value: i64,
}

impl Ability {
    fn parse(text: &str) -> Option<Ability> {
        let (arrow, rest) = match text.strip_prefix("arrow>") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (name, value) = match rest.split_once(':') {
            None => (rest, 1),
            Some((name, digits)) => {
                let plain = digits.bytes().all(|b| b.is_ascii_digit()) && !digits.starts_with('0');
                (name, if plain { digits.parse::<i32>().ok()?.into() } else { return None })
            }
        };
        let name = ABILITIES.into_iter().find(|n| *n == name)?;
        Some(Ability { arrow, name, value })
    }

    fn text(&self) -> String {
        let arrow = if self.arrow { "arrow>" } else { "" };
        match self.value {
            1 => format!("{arrow}{}", self.name),
            n => format!("{arrow}{}:{n}", self.name),
        }
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Creature {
    pub id: String,
    pub kind: Kind,
    pub clan: Option<Clan>,
    pub power: i64,
    pub cost: i64,
    pub main: Vec<Ability>,
    pub left: Vec<Ability>,
    pub right: Vec<Ability>,
    pub skull: Vec<Ability>,
    pub rotated: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    Attack,
    Defense,
}

/// A slot of one player's battlefield, `A0` or `D2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slot {
    pub row: Row,
    pub col: usize,
}

impl Slot {
    pub fn attack(col: usize) -> Slot {
        Slot { row: Row::Attack, col }
    }
    pub fn defense(col: usize) -> Slot {
        Slot { row: Row::Defense, col }
    }
    pub fn parse(s: &str) -> Option<Slot> {
        let (row, col) = match s.as_bytes() {
            [b'A', c @ b'0'..=b'2'] => (Row::Attack, c),
            [b'D', c @ b'0'..=b'2'] => (Row::Defense, c),
            _ => return None,
        };
        Some(Slot { row, col: (col - b'0') as usize })
    }
    pub fn name(self) -> String {
        format!("{}{}", if self.row == Row::Attack { 'A' } else { 'D' }, self.col)
    }
    /// The name with its owner, as events write it: `B.D0`.
    pub fn of(self, player: usize) -> String {
        format!("{}.{}", PLAYERS[player], self.name())
    }
    /// Touches the other slot along a side, not only at a corner.
    pub fn touches(self, other: Slot) -> bool {
        let columns = self.col.abs_diff(other.col);
        if self.row == other.row { columns == 1 } else { columns == 0 }
    }
}

pub type Line = [Option<Creature>; 3];

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Player {
    pub attack: Line,
    pub defense: Line,
    pub gates: [Option<i64>; 3],
    pub hand: Vec<Creature>,
    pub deck: Vec<Creature>,
    pub discard: Vec<Creature>,
    pub crystals: i64,
    pub opening_drawn: bool,
    pub gate_lost: bool,
    pub eliminated: bool,
}

impl Player {
    fn new() -> Player {
        Player { gates: [Some(FULL_GATE); 3], opening_drawn: true, ..Player::default() }
    }
    pub fn row(&self, row: Row) -> &Line {
        match row {
            Row::Attack => &self.attack,
            Row::Defense => &self.defense,
        }
    }
    pub fn at(&self, slot: Slot) -> Option<&Creature> {
        self.row(slot.row)[slot.col].as_ref()
    }
    pub fn at_mut(&mut self, slot: Slot) -> Option<&mut Creature> {
        match slot.row {
            Row::Attack => self.attack[slot.col].as_mut(),
            Row::Defense => self.defense[slot.col].as_mut(),
        }
    }
    pub fn gate_stands(&self, col: usize) -> bool {
        self.gates[col].is_some_and(|g| g > 0)
    }
    pub fn has_gate(&self) -> bool {
        (0..3).any(|c| self.gate_stands(c))
    }
    pub fn creatures(&self) -> impl Iterator<Item = &Creature> {
        self.attack.iter().chain(&self.defense).flatten()
    }
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Area {
    pub warriors: [Line; 2],
    pub warrior_deck: Vec<Creature>,
    pub dismissed: Vec<Creature>,
    pub primordials: i64,
    pub primordial_cost: i64,
    pub sovereigns: Vec<Creature>,
    pub sovereign_deck: Vec<Creature>,
    pub out_of_play: Vec<Creature>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Chain {
    pub gate: usize,
    /// From the gate's end to the attacker.
    pub path: Vec<Slot>,
}

/// What has been declared and done in this attack phase, all the active player's.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Charge {
    pub affiliation: BTreeMap<String, Clan>,
    pub chains: Vec<Chain>,
    pub flask: Option<Clan>,
    pub resolved: Vec<Slot>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Position {
    pub active: usize,
    pub phase: Phase,
    pub turn: i64,
    pub players: [Player; 2],
    pub area: Area,
    pub charge: Charge,
    /// Kept as it came: what pends is outside this implementation.
    pub pending: Vec<Json>,
}

impl Position {
    pub fn winner(&self) -> Option<usize> {
        match (self.players[0].has_gate(), self.players[1].has_gate()) {
            (true, false) => Some(0),
            (false, true) => Some(1),
            _ => None,
        }
    }
}

// ---------------------------------------------------------------- reading

/// Why a position cannot be loaded: the error's kind and a message.
#[derive(Debug, PartialEq)]
pub struct LoadError {
    pub kind: &'static str,
    pub message: String,
}

type Load<T> = Result<T, LoadError>;

fn invalid<T>(at: &str, what: impl std::fmt::Display) -> Load<T> {
    Err(LoadError { kind: "position-invalid", message: format!("{at}: {what}") })
}
fn unsupported<T>(at: &str, what: &str) -> Load<T> {
    Err(LoadError { kind: "position-unsupported", message: format!("{at}: {what}") })
}
fn unreachable_position<T>(at: &str, what: &str) -> Load<T> {
    Err(LoadError { kind: "position-unreachable", message: format!("{at}: {what}") })
}

fn object<'a>(j: &'a Json, at: &str) -> Load<&'a Json> {
    if j.is_obj() { Ok(j) } else { invalid(at, "an object is needed") }
}
fn list<'a>(j: Option<&'a Json>, at: &str) -> Load<&'a [Json]> {
    match j {
        None => Ok(&[]),
        Some(Json::Arr(items)) => Ok(items),
        Some(_) => invalid(at, "a list is needed"),
    }
}
fn text<'a>(j: &'a Json, at: &str) -> Load<&'a str> {
    j.as_str().map_or_else(|| invalid(at, "a string is needed"), Ok)
}
fn flag(j: Option<&Json>, default: bool, at: &str) -> Load<bool> {
    match j {
        None => Ok(default),
        Some(Json::Bool(b)) => Ok(*b),
        Some(_) => invalid(at, "true or false is needed"),
    }
}
fn count(j: Option<&Json>, default: i64, range: std::ops::RangeInclusive<i64>, at: &str) -> Load<i64> {
    let Some(j) = j else { return Ok(default) };
    match j.as_int() {
        Some(i) if range.contains(&i) => Ok(i),
        _ => invalid(at, format!("an integer from {} to {} is needed, not {j}", range.start(), range.end())),
    }
}
fn clan(j: &Json, at: &str) -> Load<Clan> {
    j.as_str().and_then(Clan::parse).map_or_else(|| invalid(at, format!("no clan: {j}")), Ok)
}

/// Large enough for any card, small enough that no sum leaves the protocol's integers.
const MAX_VALUE: i64 = 1_000_000_000;

/// Reads cards and remembers their ids, which are unique in a position.
struct Reader {
    ids: HashSet<String>,
}

impl Reader {
    fn creature(&mut self, j: &Json, at: &str) -> Load<Creature> {
        if j.as_str().is_some() {
            return unsupported(at, "a name of a card set; only inline cards are known here");
        }
        object(j, at)?;
        let id = match j.get("id") {
            Some(id) => text(id, &format!("{at}.id"))?.to_string(),
            None => return invalid(at, "a creature without id"),
        };
        if id.is_empty() {
            return invalid(at, "an empty id");
        }
        if !self.ids.insert(id.clone()) {
            return invalid(at, format!("the id {id:?} stands twice"));
        }
        let kind = match j.get("kind") {
            Some(k) => Kind::ALL.into_iter().find(|known| Some(known.name()) == k.as_str()),
            None => return invalid(at, format!("{id:?} has no kind")),
        };
        let Some(kind) = kind else { return invalid(at, format!("{id:?} is of an unknown kind")) };
        let abilities = |domain: &str| -> Load<Vec<Ability>> {
            let at = format!("{at}.{domain}");
            list(j.get(domain), &at)?
                .iter()
                .map(|a| match Ability::parse(text(a, &at)?) {
                    Some(a) => Ok(a),
                    None => invalid(&at, format!("no ability: {a}")),
                })
                .collect()
        };
        Ok(Creature {
            id,
            kind,
            clan: j.get("clan").map(|c| clan(c, &format!("{at}.clan"))).transpose()?,
            power: count(j.get("power"), 0, 0..=MAX_VALUE, &format!("{at}.power"))?,
            cost: count(j.get("cost"), 0, 0..=MAX_VALUE, &format!("{at}.cost"))?,
            main: abilities("main")?,
            left: abilities("left")?,
            right: abilities("right")?,
            skull: abilities("skull")?,
            rotated: flag(j.get("rotated"), false, &format!("{at}.rotated"))?,
        })
    }

    fn pile(&mut self, owner: &Json, key: &str, at: &str) -> Load<Vec<Creature>> {
        let at = format!("{at}.{key}");
        let cards = list(owner.get(key), &at)?;
        cards.iter().enumerate().map(|(i, c)| self.creature(c, &format!("{at}[{i}]"))).collect()
    }

    fn line(&mut self, j: Option<&Json>, at: &str) -> Load<Line> {
        let mut line = Line::default();
        let Some(j) = j else { return Ok(line) };
        let items = list(Some(j), at)?;
        if items.len() != 3 {
            return invalid(at, format!("a row has three slots, not {}", items.len()));
        }
        for (i, item) in items.iter().enumerate() {
            if *item != Json::Null {
                line[i] = Some(self.creature(item, &format!("{at}[{i}]"))?);
            }
        }
        Ok(line)
    }

    fn player(&mut self, j: &Json, at: &str) -> Load<Player> {
        object(j, at)?;
        let mut p = Player::new();
        p.attack = self.line(j.get("attack"), &format!("{at}.attack"))?;
        p.defense = self.line(j.get("defense"), &format!("{at}.defense"))?;
        if let Some(gates) = j.get("gates") {
            let at = format!("{at}.gates");
            let gates = list(Some(gates), &at)?;
            if gates.len() != 3 {
                return invalid(&at, format!("three gates are needed, not {}", gates.len()));
            }
            for (i, g) in gates.iter().enumerate() {
                p.gates[i] = match g {
                    Json::Null => None,
                    g => Some(count(Some(g), 0, 0..=FULL_GATE, &format!("{at}[{i}]"))?),
                };
            }
        }
        p.hand = self.pile(j, "hand", at)?;
        p.deck = self.pile(j, "deck", at)?;
        p.discard = self.pile(j, "discard", at)?;
        p.crystals = count(j.get("crystals"), 0, 0..=MAX_VALUE, &format!("{at}.crystals"))?;
        p.opening_drawn = flag(j.get("opening_drawn"), true, &format!("{at}.opening_drawn"))?;
        p.gate_lost = flag(j.get("gate_lost"), false, &format!("{at}.gate_lost"))?;
        p.eliminated = flag(j.get("eliminated"), false, &format!("{at}.eliminated"))?;
        Ok(p)
    }

    fn area(&mut self, j: &Json) -> Load<Area> {
        let at = "area";
        object(j, at)?;
        let mut area = Area::default();
        let rows = list(j.get("warriors"), "area.warriors")?;
        if !matches!(rows.len(), 0 | 2) {
            return invalid("area.warriors", "two rows are needed");
        }
        for (i, row) in rows.iter().enumerate() {
            area.warriors[i] = self.line(Some(row), &format!("area.warriors[{i}]"))?;
        }
        area.warrior_deck = self.pile(j, "warrior_deck", at)?;
        area.dismissed = self.pile(j, "dismissed", at)?;
        area.primordials = count(j.get("primordials"), 0, 0..=MAX_VALUE, "area.primordials")?;
        area.primordial_cost = count(j.get("primordial_cost"), 1, 0..=MAX_VALUE, "area.primordial_cost")?;
        area.sovereigns = self.pile(j, "sovereigns", at)?;
        area.sovereign_deck = self.pile(j, "sovereign_deck", at)?;
        area.out_of_play = self.pile(j, "out_of_play", at)?;
        Ok(area)
    }
}

fn slot(j: &Json, at: &str) -> Load<Slot> {
    j.as_str().and_then(Slot::parse).map_or_else(|| invalid(at, format!("no slot: {j}")), Ok)
}

fn read_charge(j: &Json, owner: &Player) -> Load<Charge> {
    object(j, "charge")?;
    let mut charge = Charge::default();
    if let Some(Json::Obj(members)) = j.get("affiliation") {
        for (id, c) in members {
            let at = format!("charge.affiliation.{id}");
            if !owner.creatures().any(|c| c.id == *id) {
                return invalid(&at, "no creature of the active player");
            }
            charge.affiliation.insert(id.clone(), clan(c, &at)?);
        }
    } else if let Some(other) = j.get("affiliation") {
        object(other, "charge.affiliation")?;
    }
    for (i, c) in list(j.get("chains"), "charge.chains")?.iter().enumerate() {
        let chain = read_chain(object(c, &format!("charge.chains[{i}]"))?, owner, i)?;
        if charge.chains.iter().any(|o| o.gate == chain.gate) {
            return invalid(&format!("charge.chains[{i}]"), "a second chain from one gate");
        }
        if charge.chains.iter().any(|o| o.path.iter().any(|s| chain.path.contains(s))) {
            return unsupported(
                &format!("charge.chains[{i}]"),
                "two chains through one creature, which the reading played here forbids",
            );
        }
        charge.chains.push(chain);
    }
    charge.flask = j.get("flask").map(|c| clan(c, "charge.flask")).transpose()?;
    for s in list(j.get("resolved"), "charge.resolved")? {
        let s = slot(s, "charge.resolved")?;
        if s.row != Row::Attack {
            return invalid("charge.resolved", format!("{} is not in the attack row", s.name()));
        }
        if owner.at(s).is_none() {
            return invalid("charge.resolved", format!("{} is empty", s.name()));
        }
        if charge.resolved.contains(&s) {
            return invalid("charge.resolved", format!("{} stands twice", s.name()));
        }
        charge.resolved.push(s);
    }
    Ok(charge)
}

fn read_chain(j: &Json, owner: &Player, index: usize) -> Load<Chain> {
    let at = format!("charge.chains[{index}]");
    let gate = match j.get("gate").and_then(Json::as_int) {
        Some(g @ 0..=2) => g as usize,
        _ => return invalid(&at, "gate is a column from 0 to 2"),
    };
    if owner.gates[gate].is_none() {
        return invalid(&at, "no gate stands in that column");
    }
    let path = list(j.get("path"), &format!("{at}.path"))?
        .iter()
        .map(|s| slot(s, &format!("{at}.path")))
        .collect::<Load<Vec<_>>>()?;
    if let Some(s) = path.iter().find(|s| owner.at(**s).is_none()) {
        return invalid(&at, format!("a chain through the empty slot {}", s.name()));
    }
    if !is_path(gate, &path) {
        return invalid(&at, "no uninterrupted path from the gate to an attacker");
    }
    Ok(Chain { gate, path })
}

/// The shape of a chain: from the slot at the gate, along sides, to the attack row, no slot twice.
pub fn is_path(gate: usize, path: &[Slot]) -> bool {
    path.first() == Some(&Slot::defense(gate))
        && path.last().is_some_and(|s| s.row == Row::Attack)
        && path.windows(2).all(|w| w[0].touches(w[1]))
        && (1..path.len()).all(|i| !path[..i].contains(&path[i]))
}

pub fn read(j: &Json) -> Load<Position> {
    object(j, "position")?;
    match j.get("mode") {
        None => {}
        Some(m) if m.as_str() == Some("two-player") => {}
        Some(m) if matches!(m.as_str(), Some("solo" | "three-player")) => {
            return unsupported("mode", "only two-player is known here")
        }
        Some(m) => return invalid("mode", format!("no mode: {m}")),
    }
    let active = match j.get("active") {
        None => 0,
        Some(a) => match PLAYERS.iter().position(|p| Some(*p) == a.as_str()) {
            Some(i) => i,
            None => return invalid("active", format!("no player: {a}")),
        },
    };
    let phase = match j.get("phase") {
        None => Phase::Development,
        Some(p) => match PHASES.iter().find(|(name, _)| Some(*name) == p.as_str()) {
            Some((_, phase)) => *phase,
            None => return invalid("phase", format!("no phase: {p}")),
        },
    };
    let turn = count(j.get("turn"), 1, 1..=MAX_VALUE, "turn")?;

    let mut reader = Reader { ids: HashSet::new() };
    let mut players = [Player::new(), Player::new()];
    if let Some(all) = j.get("players") {
        object(all, "players")?;
        if let Json::Obj(members) = all {
            if let Some((name, _)) = members.iter().find(|(k, _)| k.len() == 1 && !PLAYERS.contains(&k.as_str())) {
                return invalid("players", format!("no player {name:?} in this mode"));
            }
        }
        for (i, name) in PLAYERS.iter().enumerate() {
            if let Some(p) = all.get(name) {
                players[i] = reader.player(p, &format!("players.{name}"))?;
            }
        }
    }
    let area = match j.get("area") {
        Some(a) => reader.area(a)?,
        None => reader.area(&Json::obj())?,
    };
    let charge = match j.get("charge") {
        Some(c) => read_charge(c, &players[active])?,
        None => Charge::default(),
    };
    let pending = list(j.get("pending"), "pending")?.to_vec();
    for p in &pending {
        let kind = object(p, "pending")?.get("kind").and_then(Json::as_str);
        if !kind.is_some_and(|k| PENDING_KINDS.contains(&k)) {
            return invalid("pending", "an unknown kind");
        }
    }
    let position = Position { active, phase, turn, players, area, charge, pending };
    check_rest(&position)?;
    Ok(position)
}

/// A position is at rest: what happens by itself has happened.
fn check_rest(p: &Position) -> Load<()> {
    let fallen = p.players.iter().any(|player| !player.has_gate());
    match p.phase {
        Phase::Setup => Ok(()),
        Phase::Over if p.winner().is_none() => {
            unreachable_position("phase", "over, but not exactly one player has gates left")
        }
        Phase::Over => Ok(()),
        _ if fallen => unreachable_position("players", "a player without gates, but the game is not over"),
        Phase::Attack if !p.pending.is_empty() => {
            unsupported("pending", "what pends in the attack phase is not modelled here")
        }
        _ => Ok(()),
    }
}

// ---------------------------------------------------------------- writing

/// Writes what differs from the defaults. With a viewer, hidden piles and hands become counts, and of the other's
/// discards only the top one shows.
pub fn write(p: &Position, viewer: Option<usize>) -> Json {
    let mut out = Json::obj();
    if p.active != 0 {
        out.set("active", PLAYERS[p.active]);
    }
    if p.phase != Phase::Development {
        out.set("phase", p.phase.name());
    }
    put_int(&mut out, "turn", p.turn, 1);
    let mut players = Json::obj();
    for (i, name) in PLAYERS.iter().enumerate() {
        let hide_hand = viewer.is_some_and(|v| v != i);
        put(&mut players, name, write_player(&p.players[i], hide_hand, viewer.is_some()));
    }
    put(&mut out, "players", players);
    put(&mut out, "area", write_area(&p.area, viewer.is_some()));
    put(&mut out, "charge", write_charge(&p.charge));
    put(&mut out, "pending", Json::Arr(p.pending.clone()));
    out
}

/// Sets the member unless it is empty.
fn put(out: &mut Json, key: &str, value: Json) {
    match &value {
        Json::Arr(a) if a.is_empty() => {}
        Json::Obj(o) if o.is_empty() => {}
        _ => out.set(key, value),
    }
}
fn put_int(out: &mut Json, key: &str, value: i64, default: i64) {
    if value != default {
        out.set(key, value);
    }
}
fn put_flag(out: &mut Json, key: &str, value: bool, default: bool) {
    if value != default {
        out.set(key, value);
    }
}
fn put_pile(out: &mut Json, key: &str, pile: &[Creature], hidden: bool) {
    if hidden {
        put_int(out, key, pile.len() as i64, 0);
    } else {
        put(out, key, Json::Arr(pile.iter().map(write_creature).collect()));
    }
}

fn write_line(line: &Line) -> Json {
    Json::Arr(line.iter().map(|s| s.as_ref().map_or(Json::Null, write_creature)).collect())
}

fn write_player(p: &Player, hide_hand: bool, hide_deck: bool) -> Json {
    let mut out = Json::obj();
    for (key, line) in [("attack", &p.attack), ("defense", &p.defense)] {
        if line.iter().any(Option::is_some) {
            out.set(key, write_line(line));
        }
    }
    if p.gates != [Some(FULL_GATE); 3] {
        out.set("gates", Json::Arr(p.gates.iter().map(|g| g.map_or(Json::Null, Json::Int)).collect()));
    }
    put_pile(&mut out, "hand", &p.hand, hide_hand);
    put_pile(&mut out, "deck", &p.deck, hide_deck);
    let covered = |i: usize| hide_hand && i + 1 < p.discard.len();
    let discard = p.discard.iter().enumerate();
    let shown = discard.map(|(i, card)| if covered(i) { Json::Null } else { write_creature(card) });
    put(&mut out, "discard", Json::Arr(shown.collect()));
    put_int(&mut out, "crystals", p.crystals, 0);
    put_flag(&mut out, "opening_drawn", p.opening_drawn, true);
    put_flag(&mut out, "gate_lost", p.gate_lost, false);
    put_flag(&mut out, "eliminated", p.eliminated, false);
    out
}

fn write_area(a: &Area, hide: bool) -> Json {
    let mut out = Json::obj();
    if a.warriors.iter().flatten().any(Option::is_some) {
        out.set("warriors", Json::Arr(a.warriors.iter().map(write_line).collect()));
    }
    put_pile(&mut out, "warrior_deck", &a.warrior_deck, hide);
    put_pile(&mut out, "dismissed", &a.dismissed, false);
    put_int(&mut out, "primordials", a.primordials, 0);
    put_int(&mut out, "primordial_cost", a.primordial_cost, 1);
    put_pile(&mut out, "sovereigns", &a.sovereigns, false);
    put_pile(&mut out, "sovereign_deck", &a.sovereign_deck, hide);
    put_pile(&mut out, "out_of_play", &a.out_of_play, false);
    out
}

fn write_charge(c: &Charge) -> Json {
    let mut out = Json::obj();
    let affiliation = c.affiliation.iter().map(|(id, c)| (id.clone(), Json::str(c.name()))).collect();
    put(&mut out, "affiliation", Json::Obj(affiliation));
    let chains = c.chains.iter().map(|chain| {
        let path: Vec<String> = chain.path.iter().map(|s| s.name()).collect();
        Json::obj().with("gate", chain.gate as i64).with("path", path)
    });
    put(&mut out, "chains", Json::Arr(chains.collect()));
    if let Some(clan) = c.flask {
        out.set("flask", clan.name());
    }
    put(&mut out, "resolved", Json::Arr(c.resolved.iter().map(|s| Json::Str(s.name())).collect()));
    out
}

fn write_creature(c: &Creature) -> Json {
    let mut out = Json::obj().with("id", c.id.as_str()).with("kind", c.kind.name());
    if let Some(clan) = c.clan {
        out.set("clan", clan.name());
    }
    put_int(&mut out, "power", c.power, 0);
    put_int(&mut out, "cost", c.cost, 0);
    for (key, abilities) in [("main", &c.main), ("left", &c.left), ("right", &c.right), ("skull", &c.skull)] {
        put(&mut out, key, Json::Arr(abilities.iter().map(|a| Json::Str(a.text())).collect()));
    }
    put_flag(&mut out, "rotated", c.rotated, false);
    out
}
