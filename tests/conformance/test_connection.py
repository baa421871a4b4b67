"""Connections: what comes over a pipe is an answer, or a trouble with a name; nothing hangs and nobody stays behind."""

import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from ruleproof.conformance import clock
from ruleproof.conformance.connection import (
    Command,
    Crashed,
    InProcess,
    Made,
    NotThere,
    Piped,
    TimedOut,
    Trouble,
    Violated,
    python_target,
    target,
)
from ruleproof.conformance.messages import RpcError

READ = "import sys, os, time, json\nline = sys.stdin.readline()\n"
ANSWER = 'print(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"ok": 1}}), flush=True)\n'


def ask(program: str, *, params: dict[str, Any] | None = None, seconds: float = 5, strict: bool = False) -> Any:
    """The answer of a program to one request, or the trouble."""
    piped = Piped([sys.executable, "-c", program], strict=strict)
    try:
        return piped.call("hello", params or {}, clock.now() + seconds)
    finally:
        piped.close()


def test_an_answer_comes_back() -> None:
    assert ask(READ + ANSWER) == {"ok": 1}


@pytest.mark.parametrize(
    "before", ["print()", "print('thinking')", "sys.stdout.write('\\r\\n')", "sys.stderr.write('e' * 1_000_000)"]
)
def test_blank_lines_noise_and_standard_error_do_no_harm(before: str) -> None:
    assert ask(f"{READ}{before}\n{ANSWER}") == {"ok": 1}


def test_line_ends_of_windows_and_trailing_blanks_are_taken() -> None:
    program = READ + 'sys.stdout.write(\'{"id":1,"result":{"ok":1}} \\r\\n\'); sys.stdout.flush()'
    assert ask(program) == {"ok": 1}


def test_a_byte_order_mark_before_the_first_line_is_passed_over() -> None:
    program = READ + 'sys.stdout.buffer.write(b\'\\xef\\xbb\\xbf{"id":1,"result":{"ok":1}}\\n\'); sys.stdout.flush()'
    assert ask(program) == {"ok": 1}


def test_the_harness_writes_ascii_only() -> None:
    program = READ + 'print(json.dumps({"id": 1, "result": {"ascii": line.isascii()}}), flush=True)'
    assert ask(program, params={"name": "Überraschung \u2028 🎲"}) == {"ascii": True}


def test_a_long_request_reaches_an_adapter_that_first_writes_much_itself() -> None:
    program = (
        "import sys, json\nsys.stderr.write('e' * 3_000_000)\n"
        "sys.stdout.write('noise\\n' * 300_000)\nsys.stdout.flush()\n"
        'line = sys.stdin.readline()\nprint(json.dumps({"id": 1, "result": {"length": len(line)}}), flush=True)'
    )
    answer = ask(program, params={"long": "x" * 900_000}, seconds=20)
    assert answer["length"] > 900_000


def test_a_request_that_is_never_read_times_out() -> None:
    with pytest.raises(TimedOut):
        ask("import time; time.sleep(100)", params={"long": "x" * 900_000}, seconds=0.5)


@pytest.mark.parametrize(
    ("answer", "kind", "word"),
    [
        ("time.sleep(100)", TimedOut, "no answer to `hello` in time"),
        ("sys.stdout.write('{\"id\":1'); sys.stdout.flush(); time.sleep(100)", TimedOut, "missing newline or flush"),
        ("sys.exit(4)", Crashed, "ended with exit code 4"),
        ("sys.exit(0)", Crashed, "ended with exit code 0"),
        ("os.kill(os.getpid(), 11)", Crashed, "signal 11 (SIGSEGV)"),
        ("os.close(1); time.sleep(100)", Crashed, "closed its output"),
        ("sys.stdout.write('{\"id\":1'); sys.exit(0)", Crashed, "ended with exit code 0"),
        ('print(\'{"id":2,"result":{}}\')', Violated, "an answer to request 2 came"),
        ('print(\'{"id":true,"result":{}}\')', Violated, "an answer to request true came"),
        ('print(\'{"id":null,"error":{}}\')', Violated, "an answer to request null came"),
        ("print('{\"id\":1}')", Violated, "the result of `hello` is nothing"),
        ('print(\'{"id":1,"result":3}\')', Violated, "is 3, not an object"),
        ('print(\'{"id":1,"error":3}\')', Violated, "`error` is 3"),
        ('print(\'{"id":1,"result":{"a":1.5}}\')', Violated, "1.5 is no integer"),
        ('print(\'{"id":1,"result":{"a":1e3}}\')', Violated, "1e3 is no integer"),
        ('print(\'{"id":1,"result":{"a":NaN}}\')', Violated, "not usable JSON"),
        ('print(\'{"id":1,"result":{"a":-9007199254740992}}\')', Violated, "beyond 2^53-1"),
        ("print('{\"id\":1,\"result\":{\"a\":' + '9' * 400 + '}}')", Violated, "not usable JSON"),
        ("print('{' * 50)", Violated, "not usable JSON"),
        ('sys.stdout.buffer.write(b\'{"id":1,"result":{"a":"\\xff"}}\\n\')', Violated, "UTF-8"),
        ("print('{' + 'x' * 2_000_000)", Violated, "more than 1048576 bytes"),
        ("print('x' * 2_000_000)", Violated, "more than 1048576 bytes"),
    ],
)
def test_each_trouble_has_its_name(answer: str, kind: type[Trouble], word: str) -> None:
    with pytest.raises(kind) as caught:
        ask(READ + answer, seconds=0.7 if kind is TimedOut else 10)
    assert word in caught.value.what


def test_an_integer_of_2_to_the_53_minus_1_is_taken() -> None:
    assert ask(READ + 'print(\'{"id":1,"result":{"a":9007199254740991}}\')') == {"a": 9007199254740991}


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        ('{"code":-32000,"message":"no","data":{"kind":"unknown-state"}}', "unknown-state"),
        ('{"code":-32601,"message":"no"}', "method-not-found"),
        ('{"code":5,"message":"no"}', "internal-error"),
    ],
)
def test_an_error_is_known_by_its_kind_or_else_by_its_code(error: str, kind: str) -> None:
    with pytest.raises(RpcError) as caught:
        ask(READ + f'print(\'{{"id":1,"error":{error}}}\')')
    assert caught.value.kind == kind


def test_an_error_that_is_null_is_no_error() -> None:
    assert ask(READ + 'print(\'{"id":1,"error":null,"result":{"ok":1}}\')') == {"ok": 1}


def test_the_end_of_standard_error_comes_with_a_crash() -> None:
    with pytest.raises(Crashed) as caught:
        ask(READ + "sys.stderr.write('x' * 500_000 + 'the end'); sys.exit(1)")
    assert caught.value.errors.endswith("the end")
    assert len(caught.value.errors) == 4096


def test_noise_is_counted_and_its_first_twenty_lines_are_kept() -> None:
    piped = Piped([sys.executable, "-c", READ + "print('noise\\n' * 50)\n" + ANSWER])
    piped.call("hello", {}, clock.now() + 5)
    piped.close()
    assert (piped.noise.count, piped.noise.first) == (50, ["noise"] * 20)


def test_noise_is_fatal_where_it_is_not_borne() -> None:
    with pytest.raises(Violated, match="carries a line that is no message: 'noise'"):
        ask(READ + "print('noise')\n" + ANSWER, strict=True)


def test_who_ignores_a_gentle_end_is_killed() -> None:
    program = "import signal, time; signal.signal(15, signal.SIG_IGN)\n" + READ + ANSWER + "time.sleep(100)"
    piped = Piped([sys.executable, "-c", program])
    piped.call("hello", {}, clock.now() + 5)
    begun = time.monotonic()
    piped.close()
    assert 1.5 < time.monotonic() - begun < 6


FORKS = READ + "os.fork() == 0 and time.sleep(1000)\n"


@pytest.mark.parametrize("handles", [True, False])
@pytest.mark.parametrize(
    ("program", "kind", "word"),
    [
        (FORKS + "os._exit(5)", Crashed, "ended with exit code 5, and left another one that holds its output"),
        (FORKS + "os.kill(os.getpid(), 9)", Crashed, "was ended by signal 9 (SIGKILL), and left another one"),
        (READ + "sys.exit(4)", Crashed, "ended with exit code 4 before"),
        (READ + "time.sleep(1000)", TimedOut, "no answer"),
    ],
)
def test_who_ends_while_another_holds_the_pipes_has_crashed_whatever_the_system_offers(
    handles: bool, program: str, kind: type[Trouble], word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not handles:
        monkeypatch.delattr(os, "pidfd_open", raising=False)
        monkeypatch.setattr("ruleproof.conformance.lineage._processes", list)
    with pytest.raises(kind) as caught:
        ask(program, seconds=1)
    assert word in caught.value.what


def test_who_closes_its_input_is_said_to_have_done_so() -> None:
    piped = Piped([sys.executable, "-c", READ + ANSWER + "os.close(0)\ntime.sleep(1000)"])
    piped.call("hello", {}, clock.now() + 5)
    time.sleep(0.2)
    with pytest.raises(Crashed, match="closed its input without ending"):
        piped.call("hello", {}, clock.now() + 5)
    piped.close()


def test_who_ends_before_it_is_asked_is_not_said_to_have_left_another_one() -> None:
    piped = Piped([sys.executable, "-c", ""])
    piped._child._process.wait()
    with pytest.raises(Crashed, match="ended with exit code 0 before"):
        piped.call("hello", {}, clock.now() + 5)
    piped.close()


def test_a_script_whose_interpreter_is_missing_is_told_apart_from_a_missing_script(tmp_path: Path) -> None:
    script = tmp_path / "adapter"
    script.write_text("#!/no/such/interpreter\n", encoding="utf-8")
    script.chmod(0o755)
    with pytest.raises(NotThere, match="does not start: the program that its first line names is not there"):
        Piped([str(script)])


def test_an_answer_that_was_written_before_the_end_counts() -> None:
    assert ask(READ + ANSWER + "os.fork() == 0 and time.sleep(1000)\nos._exit(0)") == {"ok": 1}


def test_who_writes_on_for_another_that_has_ended_is_not_listened_to_for_ever() -> None:
    program = READ + "if os.fork():\n    os._exit(3)\nwhile True:\n    sys.stdout.write('noise\\n' * 1000)"
    with pytest.raises(Crashed, match="exit code 3"):
        ask(program, seconds=20)


def test_a_command_that_does_not_start_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(NotThere, match="does not start: No such file"):
        Command(["/no/such/command"]).start()
    plain = tmp_path / "plain.txt"
    plain.write_text("x", encoding="utf-8")
    with pytest.raises(NotThere, match="does not start: Permission denied"):
        Command([str(plain)]).start()


@pytest.mark.parametrize(
    "text", ["py:nowhere", "py::f", "py:no.such.module:f", "py:json:nothing", "py:json:JSONDecodeError:x"]
)
def test_a_factory_that_is_not_there_says_so(text: str) -> None:
    with pytest.raises(NotThere):
        python_target(text)


def test_a_factory_that_fails_says_so() -> None:
    def fails() -> Any:
        raise ValueError("no board")

    with pytest.raises(NotThere, match="ValueError: no board"):
        Made(fails, "py:x:fails").start()


def test_one_word_that_begins_with_py_is_a_factory_and_the_rest_a_command() -> None:
    assert target(["py:json:loads"]).name == "py:json:loads"
    assert target(["node", "my adapter.mjs"]).name == "node 'my adapter.mjs'"


class Answers:
    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def call(self, method: str, params: dict[str, Any]) -> Any:
        if isinstance(self.answer, Exception):
            raise self.answer
        params["changed"] = True
        return self.answer


@pytest.mark.parametrize("answer", [None, [1], "text", {"a": 1.5}, {"a": object()}])
def test_in_process_a_result_that_is_no_json_object_violates_the_protocol(answer: Any) -> None:
    with pytest.raises(Violated):
        InProcess(Answers(answer)).call("load", {}, 0)


def test_in_process_an_exception_is_a_crash_and_one_with_a_kind_an_error() -> None:
    with pytest.raises(Crashed, match="ZeroDivisionError"):
        InProcess(Answers(ZeroDivisionError("x"))).call("load", {}, 0)
    with pytest.raises(RpcError, match="unknown-state"):
        InProcess(Answers(RpcError("unknown-state", "gone"))).call("load", {}, 0)


def test_in_process_nobody_can_change_what_was_sent() -> None:
    params: dict[str, Any] = {"position": {"heap": 1}}
    InProcess(Answers({})).call("load", params, 0)
    assert params == {"position": {"heap": 1}}
