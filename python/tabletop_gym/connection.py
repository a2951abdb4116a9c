"""One process of ours that plays the games, and what is said to it: frames of JSON or of numbers (`tabletop serve`)."""

from __future__ import annotations

import contextlib
import json
import mmap
import os
import struct
import subprocess
import threading
from collections.abc import Sequence
from typing import Any

_JSON, _NUMBERS, _BYTES, _MEMORY = 0, 1, 2, 3
_PROTOCOL = 2
_HEADER = struct.Struct("<II")
_LENGTH = struct.Struct("<I")
# Bytes before the numbers of an answer.
HEADER = _HEADER.size
# Bytes that may stand in the pipe from the other process: what 64 games of Doomspire say at once, and more.
_PIPE = 1 << 20
# Answers of so many bytes come through memory that both processes see, where the system has such files. The other process
# decides (LONG in cli/bridge/frames.ts); here it only says for which answers no room is made before.
_LONG = 1 << 17
# No answer is longer than this: anything that says so is not one.
_LONGEST = 1 << 31


class TabletopError(RuntimeError):
    """What tabletop-gym refuses, in its own words."""


def _widen(pipe: Any) -> None:
    """Makes room for a whole message: both sides would wait for each other again and again while they pass it on."""
    # Only Linux can, and an administrator may allow less.
    with contextlib.suppress(ImportError, AttributeError, OSError):
        import fcntl

        fcntl.fcntl(pipe.fileno(), fcntl.F_SETPIPE_SZ, _PIPE)


class Connection:
    """A running `tabletop serve`. It ends when it is closed or when this process ends, however that ends."""

    def __init__(self, command: Sequence[str]) -> None:
        # Questions and answers have pipes of their own where they can be handed over. Then nothing that a game or a library
        # prints, in native code too, comes between answers, and the other side may sleep until a question comes.
        # Through another program, such as npx, only the standard streams pass: there serve itself sends such words to
        # standard error.
        own = os.name == "posix" and os.path.basename(command[0]).startswith("node")
        theirs, questions = os.pipe() if own else (-1, -1)
        answers, to_us = os.pipe() if own else (-1, -1)
        self._memory = _seen_by_both() if own else None
        handed = (theirs, to_us) if own else ()
        words = ["--questions", str(theirs), "--answers", str(to_us)] if own else []
        if self._memory:
            words += ["--memory", str(self._memory.file)]
        try:
            self._process = subprocess.Popen(
                [*command, "serve", *words],
                stdin=subprocess.DEVNULL if own else subprocess.PIPE,
                stdout=2 if own else subprocess.PIPE,
                pass_fds=(*handed, self._memory.file) if self._memory else handed,
                bufsize=0,
                # Ctrl-C is for this process; the other one ends with its input.
                start_new_session=True,
            )
        except OSError as error:
            for pipe in (questions, answers) if own else ():
                os.close(pipe)
            self._forget()
            raise TabletopError(f"cannot start {command[0]}: {error.strerror}") from None
        finally:
            for pipe in handed:
                os.close(pipe)
        self._questions: Any = os.fdopen(questions, "wb", buffering=0) if own else self._process.stdin
        self._answers: Any = os.fdopen(answers, "rb", buffering=0) if own else self._process.stdout
        _widen(self._answers)
        # Of one question at a time, and of forks (see games.py).
        self.lock = threading.RLock()

    def open(self, **request: Any) -> dict[str, Any]:
        """Opens games and returns what they are."""
        opened: dict[str, Any] = self.ask("open", **request)
        if opened.get("protocol") != _PROTOCOL:
            self.close()
            raise TabletopError(
                f"tabletop-gym {opened.get('package')} does not fit this Python package: install the same version of both"
            )
        return opened

    def ask(self, method: str, **arguments: Any) -> Any:
        """A request with an answer in JSON."""
        kind, answer = self._exchange(_JSON, _json(method, arguments), HEADER)
        if kind != _JSON:
            raise TabletopError("numbers came where JSON was expected")
        return json.loads(answer[HEADER:])["result"]

    def numbers(self, method: str, size: int, **arguments: Any) -> bytearray:
        """A request with an answer in numbers, `size` bytes or more with the header, which stays before them."""
        return self._numbers(_JSON, _json(method, arguments), size)

    def step(self, actions: bytes, size: int) -> bytearray:
        """Plays 32-bit actions, one in each game; the answer is as that of `numbers`."""
        return self._numbers(_NUMBERS, actions, size)

    def numbers_of(self, method: str, size: int, body: bytes, **arguments: Any) -> bytearray:
        """As `numbers`, with bytes that the question speaks of."""
        question = _json(method, arguments)
        return self._numbers(_BYTES, _LENGTH.pack(len(question)) + question + body, size)

    def with_bytes(self, method: str, **arguments: Any) -> tuple[Any, bytes]:
        """A request with an answer in JSON and bytes."""
        kind, answer = self._exchange(_JSON, _json(method, arguments), HEADER)
        if kind != _BYTES:
            raise TabletopError("something else came where bytes were expected")
        (length,) = _LENGTH.unpack_from(answer, HEADER)
        at = HEADER + _LENGTH.size
        return json.loads(answer[at : at + length])["result"], bytes(answer[at + length :])

    def leave(self) -> None:
        """Lets go of a process that is another's, without ending it: in a child of the process that started it."""
        self._process.returncode = 0
        self.lock = threading.RLock()
        self._shut()

    def close(self) -> None:
        """Ends the process. May be called again."""
        process = self._process
        self._shut()
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    @property
    def closed(self) -> bool:
        """Whether nothing can be asked any more."""
        return bool(self._questions.closed)

    @property
    def pid(self) -> int:
        """The process."""
        return self._process.pid

    def __del__(self) -> None:
        if hasattr(self, "_answers"):
            self.close()

    def _shut(self) -> None:
        for pipe in (self._questions, self._answers):
            with contextlib.suppress(OSError):
                pipe.close()
        self._forget()

    def _forget(self) -> None:
        if self._memory:
            self._memory.close()
            self._memory = None

    def _numbers(self, kind: int, body: bytes, size: int) -> bytearray:
        answered, numbers = self._exchange(kind, body, size)
        if answered != _NUMBERS:
            raise TabletopError("JSON came where numbers were expected")
        return numbers

    def _exchange(self, kind: int, body: bytes, size: int) -> tuple[int, bytearray]:
        """The kind of the answer, and the answer with its header. `size`: how long it will most likely be."""
        with self.lock:
            if self.closed:
                raise TabletopError("this environment is closed")
            try:
                self._write(_HEADER.pack(len(body), kind) + body)
                # What comes through memory needs no room before.
                answer = bytearray(HEADER if self._memory and size >= _LONG else size)
                size = len(answer)
                here = self._answers.readinto(answer)
                if here < HEADER:
                    self._read(memoryview(answer)[here:HEADER])
                    here = HEADER
                length, answered = _HEADER.unpack_from(answer)
                if answered == _MEMORY and self._memory and length <= _LONGEST:
                    return _NUMBERS, self._memory.read(length + HEADER)
                if length > _LONGEST or answered not in (_JSON, _NUMBERS, _BYTES):
                    raise TabletopError("tabletop serve sent something that is not an answer: the environment is closed")
                if length + HEADER > size:
                    answer.extend(bytes(length + HEADER - size))
                elif length + HEADER < size:
                    del answer[length + HEADER :]
                if here < length + HEADER:
                    self._read(memoryview(answer)[here:])
            except (BrokenPipeError, EOFError):
                self.close()
                raise TabletopError(
                    f"tabletop serve has ended (exit code {self._process.returncode}); what it said is above"
                ) from None
            except BaseException:
                # Interrupted half-way: the next answer would be that to this question.
                self.close()
                raise
        if answered == _JSON:
            error = json.loads(answer[HEADER:]).get("error")
            if error is not None:
                raise TabletopError(error)
        return answered, answer

    def _write(self, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[self._questions.write(view) :]

    def _read(self, view: memoryview) -> None:
        while view:
            count = self._answers.readinto(view)
            if not count:
                raise EOFError
            view = view[count:]


def _seen_by_both() -> _Memory | None:
    """Such a file; None where there are none, or a sandbox allows none: all answers come through the pipe then."""
    try:
        return _Memory()
    except (AttributeError, OSError):
        return None


class _Memory:
    """A file in memory, without a name, that the other process writes and this one sees."""

    def __init__(self) -> None:
        self.file = os.memfd_create("tabletop-gym")
        self._seen: mmap.mmap | None = None

    def read(self, size: int) -> bytearray:
        """A copy of its beginning: the next answer stands in the same place."""
        if self._seen is None or len(self._seen) < size:
            self._unsee()
            if os.fstat(self.file).st_size < size:
                raise EOFError
            self._seen = mmap.mmap(self.file, 0, prot=mmap.PROT_READ)
        with memoryview(self._seen) as view:
            return bytearray(view[:size])

    def close(self) -> None:
        self._unsee()
        with contextlib.suppress(OSError):
            os.close(self.file)

    def _unsee(self) -> None:
        if self._seen is not None:
            self._seen.close()
            self._seen = None


def _json(method: str, arguments: dict[str, Any]) -> bytes:
    try:
        return json.dumps({"method": method, **arguments}).encode()
    except TypeError as error:
        raise TabletopError(f"options must be plain data: {error}") from None
