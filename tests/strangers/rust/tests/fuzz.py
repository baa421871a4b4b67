#!/usr/bin/env python3
"""Random positions against a second, brute-force derivation of the rules.

For each position: every conceivable action is tried, and accepted exactly when it is listed; chains and
attack totals are derived again here in another way; garbage lines must be answered and survived.
usage: tests/fuzz.py build/ostium-attack [positions] [seed]
"""
import itertools, json, random, subprocess, sys

CLANS = ["red", "blue", "green", "yellow", "purple"]
SLOTS = ["A0", "A1", "A2", "D0", "D1", "D2"]
PATHS = [p for n in range(1, 7) for p in itertools.permutations(SLOTS, n)]
ICONS = ["flame", "shield", "flask", "fusion", "robed", "double_arrow", "flame:2", "fusion:3", "shield:4", "arrow>crystal", "crystal"]


class Iut:
    def __init__(self, path):
        self.p = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.n = 0

    def send(self, data):
        self.p.stdin.write(data + b"\n")
        self.p.stdin.flush()
        return json.loads(self.p.stdout.readline())

    def call(self, method, **params):
        self.n += 1
        answer = self.send(json.dumps({"jsonrpc": "2.0", "id": self.n, "method": method, "params": params}).encode())
        assert answer["id"] == self.n
        return answer["result"]


def creature(r, id):
    kind = r.choice(["familiar", "warrior", "warrior", "warrior", "sovereign", "primordial"])
    c = {"id": id, "kind": kind}
    if kind == "primordial":
        c["main"] = ["double_arrow"]
        return c
    c["clan"] = r.choice(CLANS[:2])
    if r.random() < .8: c["power"] = r.randint(1, 6)
    for domain in ("main", "left", "right"):
        icons = r.sample(ICONS, r.choice([0, 0, 1, 2]))
        if icons: c[domain] = icons
    if r.random() < .12: c["rotated"] = True
    return c


def position(r):
    players = {}
    for p in "AB":
        fill = r.choice([.5, .8, 1])
        board = {row: [creature(r, f"{p}{row[0]}{i}") if r.random() < fill else None for i in range(3)] for row in ("attack", "defense")}
        board = {k: v for k, v in board.items() if any(v)}
        gates = [r.choice([0, 15, 15, r.randint(1, 8)]) for _ in range(3)]
        if not any(gates): gates[1] = 3
        if gates != [15] * 3: board["gates"] = gates
        if board: players[p] = board
    out = {"phase": "attack"}
    if r.random() < .5: out["active"] = "B"
    if players: out["players"] = players
    return out


def val(c, domain, name):
    t = 0
    for a in c.get(domain, []):
        n, _, v = a.partition(":")
        if n == name: t += int(v or 1)
    return t


class Model:
    """The same rules, derived anew from a dumped position."""
    def __init__(self, pos):
        self.own = pos.get("active", "A")
        self.foe = "AB".replace(self.own, "")
        self.cells = {}
        self.gates = {}
        for p in "AB":
            b = pos.get("players", {}).get(p, {})
            self.gates[p] = b.get("gates", [15] * 3)
            for row in ("attack", "defense"):
                for i, c in enumerate(b.get(row, [None] * 3)):
                    if c: self.cells[p, row[0].upper(), i] = c
        ch = pos.get("charge", {})
        self.aff, self.chains, self.flask, self.done = (ch.get("affiliation", {}), ch.get("chains", []), ch.get("flask"), ch.get("resolved", []))
        # least fixed point of "serves any clan", over the whole table at once
        self.any = {k for k, c in self.cells.items() if c["kind"] == "primordial" or val(c, "main", "double_arrow")}
        for _ in range(12):
            self.any |= {k for k in self.cells if self.value(k, "double_arrow")}

    def synergy(self, k, l):
        if k not in self.cells or l not in self.cells: return False
        return k in self.any or l in self.any or self.cells[k].get("clan") == self.cells[l].get("clan")

    def value(self, k, name):
        c, (p, row, i) = self.cells[k], k
        t = val(c, "main", name)
        for domain, d in (("left", -1), ("right", 1)):
            if self.synergy(k, (p, row, i + d)): t += val(c, domain, name)
        return t

    def key(self, slot):
        return (self.own, slot[0], int(slot[1]))

    def wild(self, k):
        return k in self.any or self.value(k, "robed") > 0

    def fusable(self, gate, path):
        keys = [self.key(s) for s in path]
        if path[0] != f"D{gate}" or path[-1][0] != "A" or self.gates[self.own][gate] == 0: return False
        if any(k not in self.cells for k in keys): return False
        if self.cells[keys[-1]].get("rotated") or path[-1] in self.done: return False
        for s, t in zip(path, path[1:]):
            if (s[0] == t[0]) + (s[1] == t[1]) != 1 or abs(int(s[1]) - int(t[1])) > 1: return False
        if any(c["gate"] == gate or set(c["path"]) & set(path) for c in self.chains): return False
        fits = 0
        for clan in CLANS:
            fits += all((self.aff.get(self.cells[k]["id"], clan) if self.wild(k) else self.cells[k].get("clan")) == clan for k in keys)
        return fits == 1

    def attackers(self):
        return [f"A{i}" for i in range(3) if (c := self.cells.get((self.own, "A", i))) and not c.get("rotated") and f"A{i}" not in self.done]

    def attack(self, slot, first):
        """Total, damage to the gate, slots newly met and defeated."""
        k, i = self.key(slot), int(slot[1])
        total = self.cells[k].get("power", 0) + self.value(k, "flame")
        if self.flask: total += self.value(k, "flask") * sum(c.get("clan") == self.flask for c in self.cells.values())
        for c in self.chains:
            if c["path"][-1] == slot:
                total += 2 + sum(self.value(self.key(s), a) for s in c["path"] for a in ("fusion", "robed"))
        left, beaten = total, []
        for row in (["A", "D"] if first == "attack_row" else ["D"]):
            d = (self.foe, row, i)
            if d in self.cells:
                c = self.cells[d]
                t = 0 if c.get("rotated") else c.get("power", 0) + self.value(d, "shield")
                if left >= t: beaten.append(d)
                left -= t
                if left <= 0: return total, 0, beaten
        return total, min(left, self.gates[self.foe][i]), beaten


def universe(pos, m):
    ids = [c["id"] for c in m.cells.values()]
    for id in ids:
        for clan in CLANS: yield {"type": "affiliate", "card": id, "clan": clan}
    for clan in CLANS: yield {"type": "flask", "clan": clan}
    for s in SLOTS:
        yield {"type": "attack", "attacker": s}
        yield {"type": "attack", "attacker": s, "first": "attack_row"}
        if (m.foe, "A", int(s[1])) in m.cells: yield {"type": "attack", "attacker": s, "first": "pass"}
        yield {"type": "withhold", "attacker": s}
    yield {"type": "end_attack"}


def main():
    iut = Iut(sys.argv[1])
    n, seed = int((sys.argv[2:] or [300])[0]), int((sys.argv[3:] or [1])[0])
    r = random.Random(seed)
    assert iut.call("hello", protocols=[1])["protocol"] == 1
    canon = lambda x: json.dumps(x, sort_keys=True)
    steps = 0
    for _ in range(n):
        pos = position(r)
        res = iut.call("load", game="ostium", mode="two-player", position=pos, want=["dump"])
        assert canon(res["dump"]["position"]) == canon(pos), (pos, res)
        state = res["state"]
        while True:
            res = iut.call("legal", state=state, want=["dump", "status"])
            pos, status = res["dump"]["position"], res["status"]
            again = iut.call("load", game="ostium", mode="two-player", position=pos, want=["dump", "legal"])
            assert canon(again["dump"]["position"]) == canon(pos)
            if status["phase"] != "attack":
                assert not res["actions"] and not status["toAct"]
                break
            assert canon(again["legal"]["actions"]) == canon(res["actions"])
            steps += 1
            m = Model(pos)
            listed = {canon(a) for a in res["actions"]}
            assert len(listed) == len(res["actions"])
            for a in universe(pos, m):
                ok = iut.call("apply", state=state, action=a)["accepted"]
                assert ok == (canon(a) in listed), (a, ok, pos)
            mine = {(g, p) for g in range(3) for p in PATHS if m.fusable(g, p)}
            theirs = {(a["gate"], tuple(a["path"])) for a in res["actions"] if a["type"] == "fuse"}
            assert mine == theirs, (pos, mine ^ theirs)
            assert {a["attacker"] for a in res["actions"] if a["type"] == "attack"} == set(m.attackers()), pos
            must = [s for s in m.attackers() if m.gates[m.foe][int(s[1])] or any((m.foe, w, int(s[1])) in m.cells for w in "AD")]
            assert ('{"type": "end_attack"}' in listed) == (not must), pos
            kinds = sorted({a["type"] for a in res["actions"]})
            kind = r.choice(kinds)
            if kind == "affiliate" and r.random() < .7: kind = r.choice(kinds)
            a = r.choice([a for a in res["actions"] if a["type"] == kind])
            out = iut.call("apply", state=state, action=a, want=["dump"])
            assert out["accepted"]
            if kind == "attack":
                new = Model(out["dump"]["position"])
                total, damage, beaten = m.attack(a["attacker"], a.get("first"))
                col = int(a["attacker"][1])
                assert m.gates[m.foe][col] - new.gates[m.foe][col] == damage, (pos, a, damage, out)
                turned = {k for k, c in new.cells.items() if c.get("rotated")}
                want = {k for k, c in m.cells.items() if c.get("rotated")} | set(beaten)
                if damage and not new.gates[m.foe][col] and any(new.gates[m.foe]):
                    want |= {(m.foe, "A", col), (m.foe, "D", col), (m.own, "A", col)} & set(m.cells)
                assert turned == want, (pos, a, turned ^ want)
                assert (out["dump"]["position"]["phase"] == "over") == (not any(new.gates[m.foe]))
                for e in out["events"]:
                    if e["type"] == "attacked": assert e["total"] == total == e["power"] + e["icons"] + e["fusion"], (pos, e)
            state = out["state"]
        # garbage: mutated requests are answered, with an error or a result
        line = bytearray(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "load", "params": {"game": "ostium", "mode": "two-player", "position": pos}}).encode())
        for _ in range(20):
            bad = bytearray(line)
            for _ in range(r.randint(1, 4)):
                i = r.randrange(len(bad))
                if r.random() < .5: bad[i] = r.choice(b'0123456789"{}[],:.-eAD\\ xyz\xff')
                else: del bad[i:i + r.randint(1, 6)]
            answer = iut.send(bytes(bad).replace(b"\n", b" "))
            assert ("error" in answer) != ("result" in answer)
            if "error" in answer: assert answer["error"]["data"]["kind"]
        iut.call("drop", states="all")
    assert iut.call("bye") == {} and iut.p.wait(5) == 0
    print(f"{n} positions, {steps} states: all agree")


main()
