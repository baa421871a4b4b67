"""Implementations of Ostium that are wrong in exactly one way: `python miniatures.py NAME` speaks the protocol.

Each is the reference behind a thin wrapper. BENT ones break one rule; BROKEN ones break the protocol or the process.
The tests that run them stand in conformance/test_miniatures.py, not here.
"""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any, ClassVar

import msgspec

from ruleproof.conformance.messages import LINE_LIMIT
from ruleproof.conformance.serving import Server
from ruleproof.engine.decision import Allowed
from ruleproof.engine.ostium import charge, fusion, game, gates

Answer = dict[str, Any]


def swap(module: Any, name: str, value: Any) -> None:
    """Put something else in the place of a name that has to be there."""
    assert hasattr(module, name), f"{module.__name__} has no {name} any more: bend what took its place"
    setattr(module, name, value)


def without(module: Any, table: str, rule: str) -> None:
    """Take one rule out of a table of rules."""
    rules = getattr(module, table)
    assert any(one.__name__ == rule for one in rules), f"{table} has no {rule} any more"
    setattr(module, table, tuple(one for one in rules if one.__name__ != rule))


# Wrong in one rule of the game: what is bent, and the clause under which a case has to notice.


def three_for_a_chain() -> None:
    swap(fusion, "chain_bonus", lambda icons: 3 + icons)


def icons_of_a_chain_forgotten() -> None:
    swap(fusion, "chain_bonus", lambda icons: 2)


def chains_share_creatures() -> None:
    without(fusion, "CHAIN_RULES", "refuse_shared_creature")


def clans_mixed() -> None:
    without(fusion, "CHAIN_RULES", "refuse_other_clan")


def chains_from_a_ruin() -> None:
    without(fusion, "CHAIN_RULES", "refuse_fallen_gate")


def diagonal_chains() -> None:
    without(fusion, "SHAPE_RULES", "refuse_diagonal")
    swap(fusion, "misshapen", lambda chain: tuple(r for rule in fusion.SHAPE_RULES if (r := rule(chain))))


def chains_begin_anywhere() -> None:
    without(fusion, "SHAPE_RULES", "refuse_beginning")
    swap(fusion, "misshapen", lambda chain: tuple(r for rule in fusion.SHAPE_RULES if (r := rule(chain))))


def greater_needed_to_defeat() -> None:
    swap(charge, "defeats", lambda compared, against: compared > against)


def equal_goes_on() -> None:
    swap(charge, "goes_on", lambda compared, against: compared >= against)


def power_kept_behind_a_defender() -> None:
    swap(charge, "left_after", lambda left, against: left)


def defense_row_passed() -> None:
    met = charge.met
    swap(charge, "met", lambda at, action: met(at, action) if action.first == "attack_row" else ())


def shield_ignored() -> None:
    swap(charge, "defends", lambda state, at, slot: at.foes[slot].power)


def flask_counts_own_side() -> None:
    def own_only(state: Any, at: Any, clan: str, attacker: int) -> int:
        return sum(card is not None and card.clan == clan for card in at.own)

    swap(charge, "creatures_of", own_only)


def attacks_may_be_left_out() -> None:
    swap(charge, "obliged", lambda *_: 0)


def wave_spares_the_attacker() -> None:
    reach = gates._reach
    swap(gates, "_reach", lambda blow: reach(blow)[:2])


def wave_takes_the_attackers_defense() -> None:
    reach = gates._reach
    swap(gates, "_reach", lambda blow: (*reach(blow), (blow.attacker, blow.column + 3, ())))


def wave_spares_the_owner() -> None:
    reach = gates._reach
    swap(gates, "_reach", lambda blow: reach(blow)[2:])


def last_point_stays() -> None:
    swap(gates, "durability_after", lambda durability, damage: max(1, durability - damage))


def game_goes_on_without_gates() -> None:
    fall = gates.fall

    def falls(state: Any, blow: Any) -> Any:
        fallen, events = fall(state, blow)
        return msgspec.structs.replace(fallen, phase="attack"), events

    swap(gates, "fall", falls)


BENT: dict[str, tuple[Callable[[], None], str]] = {
    "three-for-a-chain": (three_for_a_chain, "ostium.fusion.bonus-is-two"),
    "icons-of-a-chain-forgotten": (icons_of_a_chain_forgotten, "ostium.fusion.icon-adds"),
    "chains-share-creatures": (chains_share_creatures, "ostium.fusion.one-chain-per-creature"),
    "clans-mixed": (clans_mixed, "ostium.fusion.one-clan"),
    "chains-from-a-ruin": (chains_from_a_ruin, "ostium.gates.no-fusion-from-destroyed"),
    "diagonal-chains": (diagonal_chains, "ostium.fusion.no-diagonal"),
    "chains-begin-anywhere": (chains_begin_anywhere, "ostium.fusion.starts-in-own-column"),
    "greater-needed-to-defeat": (greater_needed_to_defeat, "ostium.charge.equal-defeats-and-blocks"),
    "equal-goes-on": (equal_goes_on, "ostium.charge.equal-defeats-and-blocks"),
    "power-kept-behind-a-defender": (power_kept_behind_a_defender, "ostium.charge.pushes-on-reduced"),
    "defense-row-passed": (defense_row_passed, "ostium.charge.defense-row-not-passed"),
    "shield-ignored": (shield_ignored, "ostium.charge.shield-adds"),
    "flask-counts-own-side": (flask_counts_own_side, "ostium.charge.flask-counts-clan"),
    "attacks-may-be-left-out": (attacks_may_be_left_out, "ostium.charge.all-attack"),
    "wave-spares-the-attacker": (wave_spares_the_attacker, "ostium.gates.wave-hits-attacker"),
    "wave-takes-the-attackers-defense": (wave_takes_the_attackers_defense, "ostium.gates.wave-spares-attacker-defense"),
    "wave-spares-the-owner": (wave_spares_the_owner, "ostium.gates.wave-hits-owner-column"),
    "last-point-stays": (last_point_stays, "ostium.gates.destroyed-below-one"),
    "game-goes-on-without-gates": (game_goes_on_without_gates, "ostium.gates.last-gate-wins"),
}


# Wrong on the wire: each takes the request and the reference's answer, and gives something else.


class Wire:
    """What a broken one does instead of answering; by default it answers, each request by itself."""

    runs = False  # whether it takes several requests in one line

    def __init__(self) -> None:
        self.server = Server(game.GAME)
        self.count = 0

    def serve(self) -> None:
        while line := sys.stdin.buffer.readline():
            self.count += 1
            request, answer = msgspec.json.decode(line), msgspec.json.decode(self.server.respond(line))
            if request["method"] == "hello" and not self.runs:
                answer["result"]["games"][0]["optional"].remove("run")
            self.write(self.line(request, answer))
            if request["method"] == "bye":
                return

    def line(self, request: Answer, answer: Answer) -> bytes:
        return msgspec.json.encode(self.bend(request, answer)) + b"\n"

    def bend(self, request: Answer, answer: Answer) -> Answer:
        return answer

    def write(self, line: bytes) -> None:
        sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


class AcceptsEverything(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "apply":
            answer["result"]["accepted"] = True
        return answer


class AcceptsWhatItUnderstands(Wire):
    def __init__(self) -> None:
        super().__init__()
        swap(game.Ostium, "decide", lambda *_: Allowed(()))


class RefusesEverything(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "apply":
            answer["result"] |= {"accepted": False, "state": request["params"]["state"]}
        return answer


class RefusalChangesTheState(Wire):
    """A refused action ends the attack phase all the same."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "apply" and answer["result"]["accepted"] is False:
            position = self.server.call("dump", {"state": answer["result"]["state"]})["position"]
            changed = {**position, "turn": position.get("turn", 1) + 1}
            asked = {"game": "ostium", "mode": "two-player", "position": changed, "want": request["params"].get("want")}
            answer["result"] |= self.server.call("load", asked)
        return answer


class ErrorInsteadOfRefusal(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "apply" and answer["result"]["accepted"] is False:
            error = {"code": -32602, "message": "illegal action", "data": {"kind": "invalid-params"}}
            return {"jsonrpc": "2.0", "id": answer["id"], "error": error}
        return answer


class Hangs(Wire):
    """Stops answering at an attack."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["params"].get("action") == {"type": "attack", "attacker": "A0"}:
            time.sleep(1000)
        return answer


class HangsBeforeHello(Wire):
    def serve(self) -> None:
        time.sleep(1000)


class HangsLater(Wire):
    """Stops answering at the sixtieth request of a process, whatever it is."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if self.count == 60:
            time.sleep(1000)
        return answer


class IgnoresTerm(Hangs):
    def __init__(self) -> None:
        super().__init__()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class IgnoresTermLater(HangsLater):
    def __init__(self) -> None:
        super().__init__()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)


class LeavesAChild(Wire):
    """Starts another process that would outlive it, and names it on standard error."""

    def __init__(self) -> None:
        super().__init__()
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], stdin=subprocess.DEVNULL)
        sys.stderr.write(f"child {child.pid}\n")
        sys.stderr.flush()


class LeavesADaemon(Wire):
    """The same, in a session of its own and of no known parent."""

    def __init__(self) -> None:
        super().__init__()
        if os.fork() == 0:
            os.setsid()
            if os.fork() == 0:
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                time.sleep(1000)
            os._exit(0)


class ForksAndDies(Wire):
    """Ends at an attack, but a child of it holds the pipes open and says nothing."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["params"].get("action") == {"type": "attack", "attacker": "A0"}:
            if os.fork() == 0:
                time.sleep(1000)
            os._exit(9)
        return answer


class Noise(Wire):
    def write(self, line: bytes) -> None:
        super().write(b"thinking ...\n" + line)


class DiesHalfWay(Wire):
    """Ends at the sixtieth request, with a word about it."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if self.count == 60:
            sys.stderr.write("out of cheese\n")
            sys.stderr.flush()
            os._exit(7)
        return answer


class DiesOnAttack(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["params"].get("action") == {"type": "attack", "attacker": "A0"}:
            os.kill(os.getpid(), signal.SIGKILL)
        return answer


class DiesAtOnce(Wire):
    def serve(self) -> None:
        sys.stderr.write("no such module\n")
        sys.exit(3)


class ClosesItsOutput(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "load":
            os.close(1)
            time.sleep(1000)
        return answer


class WrongId(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        return {**answer, "id": answer["id"] + (request["method"] == "load")}


class TextId(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        return {**answer, "id": str(answer["id"]) if request["method"] == "load" else answer["id"]}


class AnswersTwice(Wire):
    def write(self, line: bytes) -> None:
        super().write(line + line)


class OutOfOrder(Wire):
    """Answers the next request before the one that was asked."""

    def line(self, request: Answer, answer: Answer) -> bytes:
        line = super().line(request, answer)
        early = msgspec.json.encode({**answer, "id": answer["id"] + 1}) + b"\n"
        return early + line if request["method"] == "load" else line


class HalfALine(Wire):
    """Writes half an answer, and then nothing."""

    def line(self, request: Answer, answer: Answer) -> bytes:
        line = super().line(request, answer)
        return line[: len(line) // 2] if request["method"] == "load" else line


class NoNewline(Wire):
    def line(self, request: Answer, answer: Answer) -> bytes:
        line = super().line(request, answer)
        return line.rstrip() if request["method"] == "load" else line


class InvalidUtf8(Wire):
    def line(self, request: Answer, answer: Answer) -> bytes:
        line = super().line(request, answer)
        return line.replace(b"warrior", b"w\xe4rrior")


class NotANumber(Wire):
    def line(self, request: Answer, answer: Answer) -> bytes:
        line = super().line(request, answer)
        return line.replace(b'"accepted":', b'"x_score":NaN,"accepted":')


class Fraction(Wire):
    def line(self, request: Answer, answer: Answer) -> bytes:
        return super().line(request, answer).replace(b'"power":1', b'"power":1.0')


class HugeInteger(Wire):
    def line(self, request: Answer, answer: Answer) -> bytes:
        return super().line(request, answer).replace(b'"accepted":', b'"x_score":9007199254740993,"accepted":')


class LongLine(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        return {**answer, "x_padding": "x" * (10 * LINE_LIMIT)} if request["method"] == "load" else answer


class DeeplyNested(Wire):
    def line(self, request: Answer, answer: Answer) -> bytes:
        line = super().line(request, answer)
        if request["method"] != "load":
            return line
        return line.rstrip()[:-1] + b',"x_deep":' + b"[" * 100_000 + b"]" * 100_000 + b"}\n"


class NoObject(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        return {**answer, "result": [answer["result"]]} if request["method"] == "apply" else answer


class NoState(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "load":
            del answer["result"]["state"]
        return answer


class AcceptedInWords(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "apply":
            answer["result"]["accepted"] = "yes" if answer["result"]["accepted"] else "no"
        return answer


class FloodsBoth(Wire):
    """Writes much to both outputs while it still answers."""

    def write(self, line: bytes) -> None:
        sys.stderr.buffer.write(b"e" * 300_000 + b"\n")
        sys.stderr.buffer.flush()
        super().write(b"noise\n" * 20_000 + line)


class FloodsForever(Wire):
    """Never answers `load`, but never falls silent either."""

    output, flood = "stdout", b"thinking ...\n"

    def bend(self, request: Answer, answer: Answer) -> Answer:
        buffer = getattr(sys, self.output).buffer
        while request["method"] == "load":
            buffer.write(self.flood * 1000)
            buffer.flush()
        return answer


class FloodsErrorsForever(FloodsForever):
    """The same on standard error."""

    output = "stderr"


class FloodsWithAnswers(FloodsForever):
    flood = b'{"jsonrpc":"2.0","id":0,"result":{}}\n'


class ForgetsTheChains(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "load" and "dump" in answer.get("result", {}):
            answer["result"]["dump"]["position"].pop("charge", None)
        return answer


class ShowsHands(Wire):
    """Lets each player see what the other holds."""

    def __init__(self) -> None:
        super().__init__()
        server = self.server
        observed = server._observed

        def open_handed(state: Any, viewer: str) -> Answer:
            seen = observed(state, viewer)
            other = "B" if viewer == "A" else "A"
            held = game.GAME.dump(state).get("players", {}).get(other, {}).get("hand", [])
            seen["observation"].setdefault("players", {}).setdefault(other, {})["hand"] = held
            return seen

        swap(server, "_observed", open_handed)


class ListsInPart(Wire):
    """Lists all legal actions but the first, and says that there may be more."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        for listed in (answer.get("result", {}), answer.get("result", {}).get("legal", {})):
            if isinstance(listed, dict) and "actions" in listed:
                listed |= {"actions": listed["actions"][1:], "complete": False}
        return answer


class LacksARule(Wire):
    """Says that attacks are not there yet."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        action = request["params"].get("action")
        if not isinstance(action, dict) or action.get("type") != "attack":
            return answer
        data = {"kind": "not-implemented", "clause": "ostium.charge.all-attack"}
        return {"jsonrpc": "2.0", "id": answer["id"], "error": {"code": -32000, "message": "later", "data": data}}


class OnlyPlays(Wire):
    """Starts games and cannot load a position."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "hello":
            answer["result"]["games"][0]["setup"] = ["deal"]
        if request["method"] == "load":
            error = {"code": -32601, "message": "no such method", "data": {"kind": "method-not-found"}}
            return {"jsonrpc": "2.0", "id": answer["id"], "error": error}
        return answer


class OnlyPlaysAndNeverFills(OnlyPlays):
    """The same, but a gap among the Warriors is never filled: nearly no position is reached."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        answer = super().bend(request, answer)
        action = request["params"].get("action")
        if isinstance(action, dict) and action.get("type") == "fill":
            answer["result"] = {"accepted": False, "state": request["params"]["state"]}
        return answer


class KeepsOneState(Wire):
    """Correct: says that it keeps the last state only, and does so."""

    def __init__(self) -> None:
        super().__init__()
        keep, states = self.server._keep, self.server._states

        def only(*given: Any) -> str:
            states.clear()
            return keep(*given)

        swap(self.server, "_keep", only)

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "hello":
            answer["result"]["games"][0]["states"] = "single"
        return answer


class Runs(Wire):
    """Correct: takes several requests in one line."""

    runs = True


class RunsAstray(Wire):
    """The same, but within one line nothing is ever refused."""

    runs = True

    def bend(self, request: Answer, answer: Answer) -> Answer:
        for one in answer["result"].get("results", ()):
            if len(answer["result"]["results"]) > 2 and "accepted" in one:
                one["accepted"] = True
        return answer


class RunsNot(Wire):
    """Says that it takes several requests in one line, and does not know how."""

    runs = True

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] != "run":
            return answer
        error = {"code": -32601, "message": "no such method", "data": {"kind": "method-not-found"}}
        return {"jsonrpc": "2.0", "id": answer["id"], "error": error}


class ForgetsToList(Wire):
    """Never lists one chain, which it lays all the same."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if "legal" in answer.get("result", {}):
            listed = answer["result"]["legal"]
            listed["actions"] = [one for one in listed["actions"] if one.get("path") != ["D1", "D2", "A2"]]
        return answer


class LoadsNothing(Wire):
    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] != "load":
            return answer
        error = {"code": -32000, "message": "not today", "data": {"kind": "position-unsupported"}}
        return {"jsonrpc": "2.0", "id": answer["id"], "error": error}


class Tires(Wire):
    """After sixty requests it refuses everything: the order of the cases counts."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if self.count > 60 and request["method"] == "apply" and answer["result"]["accepted"]:
            answer["result"] = {"accepted": False, "state": request["params"]["state"]}
        return answer


class Flickers(Wire):
    """Each process answers with another durability."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "apply" and answer["result"]["accepted"]:
            for event in answer["result"]["events"]:
                if event["type"] == "gate":
                    event["to"] = os.getpid()
        return answer


class WantIgnored(Wire):
    """Answers each question by itself, never what is wanted beside another."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        for name in request["params"].get("want", ()):
            answer["result"].pop(name)
        return answer


class OtherOrder(Wire):
    """Correct: lists that are multisets come in another order, and defaults are written out."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if "dump" in answer.get("result", {}):
            position = answer["result"]["dump"]["position"]
            position.setdefault("turn", 1)
            if resolved := position.get("charge", {}).get("resolved"):
                resolved.reverse()
        return answer


# Of another mind: nothing is declared about readings, the answers have to show them.


class Pinned:
    """The reference under readings of its own choice, which it does not tell."""

    readings: ClassVar[dict[str, tuple[str, ...]]] = {}

    def __init__(self, choose: Callable[[Any], dict[str, str]]) -> None:
        self.choose = choose

    def __getattr__(self, name: str) -> Any:
        return getattr(game.GAME, name)

    def load(self, position: Any, mode: str, readings: Any) -> Any:
        return game.GAME.load(position, mode, self.choose(position))


OTHER = {"ostium.charge.second-comparison": "full-power", "ostium.fusion.ending-is-passing": "shared-end"}


def power(position: Any) -> int:
    """The power of the first creature of A's attack row, 0 where there is none."""
    row = position["players"].get("A", {}).get("attack", [None])
    return row[0].get("power", 0) if row[0] else 0


class FollowsAnotherReading(Wire):
    """Reads two questions otherwise, always."""

    def __init__(self) -> None:
        super().__init__()
        self.server = Server(Pinned(lambda _: OTHER))


class ChangesItsReading(Wire):
    """Reads a question otherwise for strong attackers."""

    def __init__(self) -> None:
        super().__init__()
        self.server = Server(Pinned(lambda position: OTHER if power(position) > 6 else {}))


class FollowsNoReading(Wire):
    """Lets an attacker stop, but not where it says."""

    def __init__(self) -> None:
        super().__init__()
        self.server = Server(Pinned(lambda _: {"ostium.charge.must-push": "may-stop"}))

    def serve(self) -> None:
        read = game.GAME.read_action
        later = {"attack_row": "defense_row", "defense_row": "defense_row"}
        swap(
            game.Ostium,
            "read_action",
            lambda _, value: read({**value, "stop": later[value["stop"]]} if "stop" in value else value),
        )
        super().serve()


class DeclaresAnotherReading(Wire):
    """Says that it reads a question otherwise, and does not."""

    def bend(self, request: Answer, answer: Answer) -> Answer:
        if request["method"] == "hello":
            declared = answer["result"]["games"][0]
            declared["readings"] = {"ostium.charge.second-comparison": "full-power"}
            declared["switches"] = {}
        return answer


def _name(kind: type[Wire]) -> str:
    return "".join(f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__).strip("-")


BROKEN: dict[str, type[Wire]] = {
    _name(kind): kind for kind in list(globals().values()) if isinstance(kind, type) and issubclass(kind, Wire)
}


def main(name: str) -> None:
    """Be the miniature of this name."""
    if name in BENT:
        BENT[name][0]()
        Wire().serve()
    else:
        BROKEN[name]().serve()


if __name__ == "__main__":
    main(sys.argv[1])
