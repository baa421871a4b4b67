"""A heap that starts fast: `python heap.py WORD ...` speaks the protocol without anything but the standard library.

Each word makes it wrong, slow or odd in one way. Counters are taken from a heap, one or two at a time.
"""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

WORDS = set(sys.argv[1:])
STATES: dict[str, int] = {}
DECLARED = {
    "game": next((word[3:] for word in WORDS if word.startswith("as=")), "heap"),
    "modes": ["plain", "two-player"],
    "legal": "list",
    "events": "full",
    "states": "persistent",
    "optional": ["dump", "explain"],
    "setup": ["deal"] if "deals" in WORDS else ["position"],
    "chance": ["scripted"],
}


def keep(heap: int) -> str:
    STATES[name := f"s{len(STATES)}"] = heap
    return name


def legal(heap: int) -> list[dict[str, Any]]:
    return [{"type": "take", "count": count} for count in (1, 2) if count <= heap]


def allows(heap: int, action: object) -> bool:
    count = action.get("count") if isinstance(action, dict) else None
    most = 3 if "three" in WORDS else 2
    return isinstance(count, int) and 1 <= count <= most and count <= heap and not ("not-of-six" in WORDS and heap == 6)


def told(name: str, heap: int) -> dict[str, Any]:
    over = heap == 0
    said: dict[str, dict[str, Any]] = {
        "status": {"terminal": over, "toAct": [] if over else ["A"], "phase": "over" if over else "taking"},
        "legal": {"actions": legal(heap), "complete": True},
        "dump": {"position": {"heap": heap}},
        "explain": {"text": f"one or two of {heap}", "clauses": []},
    }
    return said[name]


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    if method == "hello":
        return {"protocol": 1, "implementation": {"name": "heap"}, "games": [DECLARED]}
    if method == "load":
        return {"state": keep(params["position"]["heap"])}
    if method == "new":
        return {"state": keep(params["chance"][0]["outcome"])}
    if method == "drop":
        STATES.clear()
        return {}
    if method == "bye":
        return {}
    heap = STATES[params["state"]]
    if method == "apply":
        return apply(heap, params)
    return told(method, heap)


def apply(heap: int, params: dict[str, Any]) -> dict[str, Any]:
    action = params["action"]
    if heap == 7 and "hangs-at-seven" in WORDS:
        time.sleep(1000)
    if heap == 7 and "dies-at-seven" in WORDS:
        os._exit(3)
    if not allows(heap, action):
        return {"accepted": False, "state": params["state"], "clauses": []}
    count = action["count"]
    return {"accepted": True, "state": keep(heap - count), "events": [{"type": "took", "count": count}]}


def main() -> None:
    if "ignores-term" in WORDS:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for word in WORDS:
        if word.startswith("note="):  # a file in which each process leaves a line
            with Path(word[5:]).open("a", encoding="utf-8") as notes:
                notes.write(f"{os.getpid()}\n")
    for line in sys.stdin:
        request = json.loads(line)
        for word in WORDS:
            if word.startswith("sleeps="):
                time.sleep(float(word[7:]))
            if word.startswith("burns="):
                until = time.process_time() + float(word[6:])
                while time.process_time() < until:
                    continue
        result = answer(request["method"], request["params"])
        for name in request["params"].get("want", ()):
            result[name] = told(name, STATES[result["state"]])
        if "noisy" in WORDS:
            print("thinking")
        print(json.dumps({"jsonrpc": "2.0", "id": request["id"], "result": result}), flush=True)
        if request["method"] == "bye":
            return


if __name__ == "__main__":
    main()
