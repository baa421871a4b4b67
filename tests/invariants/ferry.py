"""A small made-up game for tests of the analysis: a ferry, its docks, its crew and its toll. Its clauses are sound."""

from typing import Any

from ruleproof.spec.card import Cards
from ruleproof.spec.clause import Clause
from ruleproof.spec.info import Document, GameInfo
from ruleproof.spec.ledger import Ledger
from ruleproof.spec.loading import Rules
from ruleproof.spec.vocabulary import Vocabulary, read_source

VOCABULARY = """
[readings]
"ferry.rules.night" = ["rests", "sails"]

[sort.dock]
fields = { across = "dock", number = "int" }
members.north = { across = "south", number = 0 }
members.south = { across = "north", number = 1 }

[sort.load]
members = ["hay", "goat", "wolf", "cabbage"]
blank = "nothing"

[sort.hour]
members = ["dawn", "noon", "dusk", "night"]

[variable.hour]
type = "hour"
at = "hour"
default = "dawn"

[variable.crew]
type = "int 0..6"
at = "crew"
default = 3

[variable.toll]
type = "int 0.."
at = "toll"
default = 0

[variable.calm]
type = "bool"
at = "calm"
default = true

[variable.berth]
type = "dock"
at = "berth"
default = "north"

[variable.waiting]
args = { dock = "dock" }
type = "load"
at = "docks[{dock.number}].load"

[variable.chained]
args = { dock = "dock" }
type = "bool"
at = "docks[{dock.number}].chain"
read = "present"

[variable.aboard]
type = "path of text"
at = "aboard[*].id"

[variable.guests]
args = { dock = "dock" }
type = "path of text"
at = "docks[{dock.number}].guests[*].id"

[define.ashore]
is = "hour in {dawn, noon}"

[quantity.fare]
args = { dock = "dock" }

[action.land]
args = { dock = "dock" }
json = { dock = "{dock}" }
candidates = [{ kind = "product" }]

[action.take]
args = { dock = "dock", load = "load" }
optional = ["load"]
json = { dock = "{dock}", load = "{load}" }
candidates = [{ kind = "product" }]

[action.greet]
args = { guest = "text", dock = "dock" }
json = { guest = "{guest}", dock = "{dock}" }
candidates = [{ kind = "each", over = { guest = "guests(dock.north)", dock = "dock" } }]

[action.sail]
closes = ["take"]
candidates = [{ kind = "product" }]

[decision.where_to_land]
action = "land"
chooses = "dock"
over = "dock"

[invariant.chained_docks_are_empty]
holds = "all(d in dock: chained(d) implies waiting(d) == nothing)"

[invariant.dues]
holds = "toll <= 40"
"""

CLAUSES: dict[str, dict[str, Any]] = {
    "land": {"modality": "may", "do": "land(dock)", "when": "ashore and crew >= 1"},
    "chain": {"modality": "cannot", "do": "land(dock)", "when": "chained(dock)"},
    "storm": {"modality": "cannot", "do": "land(dock)", "when": "not calm and toll > 3"},
    "take": {
        "modality": "may",
        "do": "take(dock, load)",
        "when": "hour != night and waiting(dock) == load and crew > 1",
    },
    "take-all": {"modality": "must", "do": "take(dock)", "when": "waiting(dock) == goat and hour == noon and crew > 2"},
    "greet": {"modality": "may", "do": "greet(guest, dock)", "when": "guest in guests(dock)"},
    "no-crowd": {"modality": "cannot", "do": "greet(guest, dock)", "when": "len(aboard) >= 3"},
    "not-twice": {"modality": "cannot", "do": "greet(guest)", "when": "guest in aboard"},
    "sail": {"modality": "may", "do": "sail", "when": "calm and hour != night or reading(ferry.rules.night is sails)"},
    "fare": {"modality": "is", "do": "fare(dock)", "value": "2"},
    "night-fare": {"modality": "is", "do": "fare(dock)", "when": "hour == night", "value": "crew"},
    "crossed": {"modality": "is", "do": "sail", "ensure": "berth == old(berth).across"},
    "paid": {"modality": "is", "do": "land(dock)", "when": "toll > 0", "ensure": "toll == old(toll) - 1"},
    "crew-stays": {"modality": "is", "ensure": "crew == old(crew) or old(hour) == night"},
}


def clause(name: str, **parts: Any) -> Clause:
    """A clause of the ferry: `says` and kind are filled in."""
    told = {"says": f"The rule of {name.replace('-', ' ')}.", "kind": "norm", "source": [{"at": "text/p1/s1"}], **parts}
    return Clause.model_validate({"id": f"ferry.rules.{name}", **told})


def vocabulary(more: str = "") -> Vocabulary:
    """The ferry's vocabulary, with more tables behind it."""
    return read_source(VOCABULARY + more)


def ferry(changed: dict[str, dict[str, Any] | None] | None = None, more: str = "", **told: Any) -> Rules:
    """The rules of the ferry, with clauses added, replaced or (None) taken out; `more` is further vocabulary."""
    every = {**CLAUSES, **(changed or {})}
    return Rules(
        name="ferry",
        info=GameInfo(name="ferry", title="Ferry", modes=("standard",), documents=(Document(key="ferry"),)),
        ledger=Ledger(1, ()),
        vocabulary=vocabulary(more),
        clauses=tuple(clause(name, **parts) for name, parts in every.items() if parts is not None),
        waivers=(),
        questions=(),
        examples=(),
        cards=Cards(),
        **told,
    )
