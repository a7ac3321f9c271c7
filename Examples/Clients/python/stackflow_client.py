# SPDX-License-Identifier: Apache-2.0
"""A client of `stackflow serve`, for programs with and without asyncio. It needs nothing but Python 3.10.

    with Client.unix("/run/flows.sock") as client:
        walk = client.open("new-service")
        walk.submit(answer="billing")
        print(walk.state.question.id)

`AsyncClient` has the same methods, to be awaited. A walk names its revision in each change, so a request that's sent
again, because its connection was lost or its walk was busy, never answers a question that no one has seen. After a
request that was canceled, `refresh` says what has become of the walk.
"""
from __future__ import annotations

import asyncio
import json
import re
import socket
import subprocess
import time
import types
import typing
from dataclasses import dataclass, field, fields
from typing import Any, Callable, Generator


class ServerError(Exception):
    """A request that the server refuses; nothing has changed."""

    STALE, BUSY, UNKNOWN_WALK = -32006, -32009, -32002

    def __init__(self, error: dict):
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.data: dict = error.get("data", {})


class ConnectionLost(Exception):
    """The connection has ended before the response."""


def read(kind: Any, value: Any) -> Any:
    """A value of the protocol as one of a type; keys that the type doesn't have are skipped."""
    if value is None or kind is Any:
        return value
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if origin in (typing.Union, types.UnionType):
        return read(next(k for k in inner if k is not type(None)), value)
    if origin is list:
        return [read(inner[0], v) for v in value]
    if isinstance(kind, type) and issubclass(kind, Message):
        hints = typing.get_type_hints(kind)
        names = {re.sub("_(.)", lambda m: m[1].upper(), f.name): f.name for f in fields(kind) if f.name != "raw"}
        return kind(raw=value, **{name: read(hints[name], value[key]) for key, name in names.items() if key in value})
    return value


@dataclass(frozen=True, kw_only=True)
class Message:
    """An object of the protocol; `raw` has all its keys, also those of later versions."""

    raw: dict = field(repr=False, compare=False, default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class Choice(Message):
    value: Any
    label: str
    hint: str | None = None
    section: str | None = None
    disabled: str | None = None
    locked: str | None = None


@dataclass(frozen=True, kw_only=True)
class Choices(Message):
    total: int
    offset: int
    items: list[Choice]


@dataclass(frozen=True, kw_only=True)
class Offer(Message):
    value: Any = None
    text: str = ""
    is_earlier_answer: bool = False


@dataclass(frozen=True, kw_only=True)
class Problem(Message):
    field: str
    rule: str
    message: str
    severity: str
    proposal: str | None = None
    item: int | None = None


@dataclass(frozen=True, kw_only=True)
class Field(Message):
    id: str
    type: str
    label: str
    required: bool = False
    secret: bool = False
    schema: Any = None
    description: str | None = None
    help: str | None = None
    hint: str | None = None
    choices: Choices | None = None
    offer: Offer | None = None
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Question(Message):
    id: str
    kind: str
    asked: str
    title: str | None = None
    text: str | None = None
    fields: list[Field] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Effect(Message):
    step: str
    kind: str
    words: str
    command: list[str] | None = None
    path: str | None = None
    content: str | None = None
    input: str | None = None


@dataclass(frozen=True, kw_only=True)
class Decision(Message):
    about: str
    answers: list[str]
    question: str | None = None
    effects: list[Effect] = field(default_factory=list)
    overwrites: str | None = None
    to: str | None = None


@dataclass(frozen=True, kw_only=True)
class Failure(Message):
    message: str
    place: str
    can_go_back: bool
    exit_status: int
    step: str | None = None
    retries: str | None = None


@dataclass(frozen=True, kw_only=True)
class Result(Message):
    outcome: str
    output: Any
    exit_status: int
    masked: bool = False
    unused: list[str] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class Notice(Message):
    notice: str
    problem: Problem | None = None
    id: str | None = None
    reason: str | None = None
    message: str | None = None


@dataclass(frozen=True, kw_only=True)
class State(Message):
    """What a walk waits for: of `question`, `decision`, `effect`, `path`, `failure`, and `result`, one is there."""

    walk: str
    state: str
    revision: int = 0
    notices: list[Notice] = field(default_factory=list)
    question: Question | None = None
    decision: Decision | None = None
    effect: Effect | None = None
    path: str | None = None
    failure: Failure | None = None
    result: Result | None = None


# What a client does is a generator: it yields what's to be done outside, and a driver does it, waiting or awaiting.
Steps = Generator[tuple, Any, Any]


def _given(**params: Any) -> dict[str, Any]:
    """The parameters that aren't None."""
    return {name: value for name, value in params.items() if value is not None}


class _Calls:
    """The requests of a client, for both drivers."""

    patience = 60.0

    def _request(self, method: str, **params: Any) -> Steps:
        response = yield ("exchange", method, params)
        if "error" in response:
            raise ServerError(response["error"])
        return response["result"]

    def _patiently(self, method: str, **params: Any) -> Steps:
        """Sends a request that means the same if it's sent again."""
        pause, waited = 0.05, 0.0
        while True:
            try:
                return (yield from self._request(method, **params))
            except ConnectionLost:
                if waited > self.patience:
                    raise
            except ServerError as error:
                if not error.data.get("retries") or waited > self.patience:
                    raise
            yield ("sleep", pause)
            waited, pause = waited + pause, min(pause * 2, 1.0)

    def _change(self, walk: "_Walk", method: str, **params: Any) -> Steps:
        before = walk.state.revision
        pause, waited = 0.05, 0.0
        while True:
            try:
                result = yield from self._request(method, walk=walk.id, revision=before, **params)
                break
            except ConnectionLost:
                # Whether it was taken is seen by the revision.
                result = yield from self._patiently("state", walk=walk.id)
                if result["revision"] != before:
                    break
            except ServerError as error:
                if not error.data.get("retries") or waited > self.patience:
                    raise
                yield ("sleep", pause)
                waited, pause = waited + pause, min(pause * 2, 1.0)
        walk.state = read(State, result)
        return walk.state


class _Walk:
    """A walk: its last `state`, and the requests that change it."""

    def __init__(self, client: Any, state: State):
        self.client, self.id, self.state = client, state.walk, state

    @property
    def result(self) -> Result | None:
        return self.state.result

    def submit(self, **answer: Any) -> Any:
        """Answers what's asked: with `answer`, `text`, `answers`, `texts`, `default`, `confirm`, or nothing.

        `answer=None` leaves it empty.
        """
        asked = self.state.question
        several = "answers" in answer or "texts" in answer
        question = {"question": asked.asked} if asked and not several else {}
        return self._do("submit", **question, **answer)

    def accept(self) -> Any:
        return self._do("accept")

    def back(self, to: str | None = None, steps: int | None = None) -> Any:
        return self._do("back", **_given(to=to, steps=steps))

    def change(self, do: str, item: int | None = None, to: int | None = None) -> Any:
        return self._do("change", do=do, **_given(item=item, to=to))

    def decide(self, answer: str, reason: str | None = None) -> Any:
        return self._do("decide", answer=answer, **_given(reason=reason))

    def retry(self) -> Any:
        return self._do("retry")

    def reply(self, result: dict | None = None, facts: dict | None = None) -> Any:
        return self._do("reply", **_given(result=result, facts=facts))

    def perform(self, perform: Callable[[Effect], dict]) -> Any:
        """Performs the effects that the walk waits for, if it was opened with `client=["effects"]`."""
        def steps() -> Steps:
            while self.state.effect is not None:
                result = perform(self.state.effect)
                yield from self.client._change(self, "reply", result=result)
            return self.state
        return self.client._run(steps())

    def refresh(self) -> Any:
        """Asks for the present state, which others may have changed."""
        def steps() -> Steps:
            self.state = read(State, (yield from self.client._patiently("state", walk=self.id)))
            return self.state
        return self.client._run(steps())

    def read(self, method: str, **params: Any) -> Any:
        """Reads `plan`, `review`, `form`, `why`, or a page of `state`."""
        return self.client._run(self.client._patiently(method, walk=self.id, **_given(**params)))

    def close(self, reason: str | None = None) -> Any:
        def steps() -> Steps:
            result = yield from self.client._request("close", walk=self.id, **_given(reason=reason))
            self.state = read(State, result)
            return self.state
        return self.client._run(steps())

    def _do(self, method: str, **params: Any) -> Any:
        return self.client._run(self.client._change(self, method, **params))


class _Client(_Calls):
    """The methods of both clients; those of `AsyncClient` are awaited."""

    def hello(self, owner: str | None = None) -> Any:
        """The protocol, the flows, and the limits; a proxy names the owner of the requests that follow."""
        self.owner = owner or self.owner
        return self._run(self._patiently("hello", **_given(owner=owner)))

    def status(self) -> Any:
        return self._run(self._patiently("status"))

    def open(self, flow: str | None = None, **params: Any) -> Any:
        def steps() -> Steps:
            return self._walk(read(State, (yield from self._request("open", **_given(flow=flow, **params)))))
        return self._run(steps())

    def walk(self, id: str) -> Any:
        """A walk that was opened before, by this process or another one."""
        def steps() -> Steps:
            return self._walk(read(State, (yield from self._patiently("state", walk=id))))
        return self._run(steps())

    def call(self, method: str, **params: Any) -> Any:
        """Any request, as it is."""
        return self._run(self._request(method, **params))


class Walk(_Walk):
    """A walk of a `Client`."""


class AsyncWalk(_Walk):
    """A walk of an `AsyncClient`: its methods are awaited."""


class Client(_Client):
    """A connection that's opened again when it's lost."""

    def __init__(self, connect: Callable[[], tuple], owner: str | None = None):
        self._connect, self.owner, self._number, self._streams = connect, owner, 0, None

    @classmethod
    def unix(cls, path: str, **options: Any) -> "Client":
        return cls(lambda: _dialed(socket.AF_UNIX, path), **options)

    @classmethod
    def tcp(cls, host: str, port: int, **options: Any) -> "Client":
        return cls(lambda: _dialed(None, (host, port)), **options)

    @classmethod
    def spawn(cls, *command: str) -> "Client":
        """A server of its own, such as `Client.spawn("stackflow", "serve", "hello.flow.yaml")`."""
        return cls(lambda: _started(command))

    def _walk(self, state: State) -> Walk:
        return Walk(self, state)

    def _run(self, steps: Steps) -> Any:
        outcome, error = None, None
        while True:
            try:
                todo = steps.throw(error) if error else steps.send(outcome)
            except StopIteration as end:
                return end.value
            outcome, error = None, None
            try:
                if todo[0] == "sleep":
                    time.sleep(todo[1])
                else:
                    outcome = self._exchange(todo[1], todo[2])
            except (OSError, ValueError, ConnectionLost) as problem:
                self.disconnect()
                error = ConnectionLost(str(problem))
            except BaseException:
                # Such as KeyboardInterrupt: a part of the response may have been read.
                self.disconnect()
                raise

    def _exchange(self, method: str, params: dict) -> dict:
        if self._streams is None:
            self._streams = self._connect()
            if self.owner and method != "hello":
                self._exchange("hello", {"owner": self.owner})
        self._number += 1
        lines, write, _ = self._streams
        write(json.dumps({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params}).encode() + b"\n")
        line = lines.readline()
        if not line.endswith(b"\n"):
            raise ConnectionLost("the connection has ended")
        response = json.loads(line)
        if response.get("id") not in (self._number, None):
            raise ConnectionLost("the response is that of another request")
        return response

    def disconnect(self) -> None:
        """Closes the connection; the next request opens another one."""
        if self._streams:
            self._streams[2]()
        self._streams = None

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: Any) -> None:
        self.disconnect()


class AsyncClient(_Client):
    """The same for asyncio; requests of one client wait for each other."""

    def __init__(self, connect: Callable[[], Any], owner: str | None = None):
        self._connect, self.owner, self._number, self._streams = connect, owner, 0, None
        self._turn = asyncio.Lock()

    @classmethod
    def unix(cls, path: str, **options: Any) -> "AsyncClient":
        return cls(lambda: asyncio.open_unix_connection(path, limit=1 << 26), **options)

    @classmethod
    def tcp(cls, host: str, port: int, **options: Any) -> "AsyncClient":
        return cls(lambda: asyncio.open_connection(host, port, limit=1 << 26), **options)

    def _walk(self, state: State) -> AsyncWalk:
        return AsyncWalk(self, state)

    async def _run(self, steps: Steps) -> Any:
        outcome, error = None, None
        while True:
            try:
                todo = steps.throw(error) if error else steps.send(outcome)
            except StopIteration as end:
                return end.value
            outcome, error = None, None
            try:
                if todo[0] == "sleep":
                    await asyncio.sleep(todo[1])
                else:
                    async with self._turn:
                        outcome = await self._exchange(todo[1], todo[2])
            except (OSError, ValueError, ConnectionLost) as problem:
                self.disconnect()
                error = ConnectionLost(str(problem))

    async def _exchange(self, method: str, params: dict) -> dict:
        if self._streams is None:
            self._streams = await self._connect()
            if self.owner and method != "hello":
                await self._exchange("hello", {"owner": self.owner})
        self._number += 1
        number = self._number
        reader, writer = self._streams
        writer.write(
            json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode() + b"\n")
        await writer.drain()
        while True:
            line = await reader.readline()
            if not line.endswith(b"\n"):
                raise ConnectionLost("the connection has ended")
            response = json.loads(line)
            # That of a request whose task was canceled comes first.
            if response.get("id") in (number, None):
                return response

    def disconnect(self) -> None:
        """Closes the connection; the next request opens another one."""
        if self._streams:
            self._streams[1].close()
        self._streams = None

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: Any) -> None:
        self.disconnect()


def _dialed(family: Any, address: Any) -> tuple:
    if family is None:
        connection = socket.create_connection(address)
    else:
        connection = socket.socket(family)
        connection.connect(address)
    return connection.makefile("rb"), connection.sendall, connection.close


def _started(command: tuple) -> tuple:
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def write(data: bytes) -> None:
        process.stdin.write(data)
        process.stdin.flush()

    def close() -> None:
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.wait()
        process.stdout.close()
    return process.stdout, write, close
