"""An adapter: speaks the rules conformance protocol on stdin and stdout, and asks rules.py what is legal."""

import json
import sys

import rules

DECLARED = {
    "game": "@GAME@",
    "modes": ["@MODE@"],
    "setup": ["position"],
    "chance": [],
    "legal": "none",  # "list" as soon as rules.legal() lists every legal action
    "observe": "none",
    "cards": "inline",
    "events": "none",  # "full" as soon as rules.apply() tells what happened
    "states": "persistent",
    "optional": ["dump"],
    "reasons": "ignore",
}


class Fault(Exception):
    """The question could not be put. `kind` is one of section 4 of PROTOCOL.md."""

    def __init__(self, kind, message, code=-32000, **more):
        super().__init__(message)
        self.code, self.data = code, {"kind": kind, **more}


class Adapter:
    def __init__(self):
        self.states = {}
        self.count = 0
        self.done = False

    def keep(self, state):
        self.count += 1
        self.states[f"s{self.count}"] = state
        return f"s{self.count}"

    def state(self, params):
        try:
            return self.states[params["state"]]
        except (KeyError, TypeError):
            raise Fault("unknown-state", "no such state") from None

    def hello(self, params):
        if 1 not in params.get("protocols", []):
            raise Fault("version-unsupported", "protocol 1 is spoken here")
        me = {"name": "my-@GAME@", "version": "0.1", "language": "Python"}
        return {"protocol": 1, "implementation": me, "games": [DECLARED]}

    def load(self, params):
        try:
            state = rules.load(params["position"], params.get("mode"))
        except (KeyError, TypeError, ValueError) as error:
            raise Fault("position-invalid", str(error)) from error
        return self.shown(self.keep(state), params)

    def apply(self, params):
        before, handle = self.state(params), params["state"]
        done = rules.apply(before, params.get("action"), params.get("player"))
        if done is None:
            return {"accepted": False, **self.shown(handle, params)}
        after, events = done
        return {"accepted": True, "events": events, **self.shown(self.keep(after), params)}

    def legal(self, params):
        return {"actions": rules.legal(self.state(params), params.get("player")), "complete": True}

    def status(self, params):
        return rules.status(self.state(params))

    def dump(self, params):
        return {"position": rules.dump(self.state(params))}

    def drop(self, params):
        for handle in list(self.states) if params["states"] == "all" else params["states"]:
            self.states.pop(handle, None)
        return {}

    def bye(self, params):
        self.done = True
        return {}

    def shown(self, handle, params):
        """The handle, and whatever else was wanted in the same answer."""
        answer = {"state": handle}
        for name in params.get("want") or []:
            if name not in ("status", "legal", "dump"):
                raise Fault("invalid-params", f"{name} is not known here", -32602)
            answer[name] = getattr(self, name)({"state": handle})
        return answer


METHODS = ("hello", "load", "apply", "legal", "status", "dump", "drop", "bye")


def answer(adapter, line):
    request = {}
    try:
        request = json.loads(line)
        method = request.get("method")
        if method not in METHODS:
            raise Fault("method-not-found", f"no method {method}", -32601)
        result = getattr(adapter, method)(request.get("params") or {})
        return {"jsonrpc": "2.0", "id": request.get("id"), "result": result}
    except json.JSONDecodeError as error:
        fault = Fault("parse-error", str(error), -32700)
    except Fault as error:
        fault = error
    except rules.Missing as error:
        fault = Fault("not-implemented", str(error), clause=error.clause)
    except Exception as error:  # a fault of ours is told, and the next request is answered
        fault = Fault("internal-error", f"{type(error).__name__}: {error}", -32603)
    told = {"code": fault.code, "message": str(fault), "data": fault.data}
    return {"jsonrpc": "2.0", "id": request.get("id") if isinstance(request, dict) else None, "error": told}


def main():
    adapter = Adapter()
    for line in sys.stdin:
        if line.strip():
            print(json.dumps(answer(adapter, line)), flush=True)
        if adapter.done:
            break


if __name__ == "__main__":
    main()
