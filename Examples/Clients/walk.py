#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Walks a flow with `stackflow serve`: asks each question on the terminal, and prints the result as JSON.

Usage: walk.py FLOW.flow.yaml
An empty line takes what's offered. ':back' goes back, and ':why' says why a question is asked.
"""
import json
import os
import subprocess
import sys


class Server:
    def __init__(self, *flows):
        program = os.environ.get("STACKFLOW", "stackflow")
        self.process = subprocess.Popen(
            [program, "serve", *flows], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            encoding="utf-8")
        self.id = 0

    def call(self, method, **params):
        self.id += 1
        request = {"jsonrpc": "2.0", "id": self.id, "method": method, "params": params}
        self.process.stdin.write(json.dumps(request) + "\n")
        self.process.stdin.flush()
        response = json.loads(self.process.stdout.readline())
        if "error" in response:
            raise RuntimeError(response["error"]["message"])
        return response["result"]


def say(*words):
    print(*words, file=sys.stderr)


def read(prompt):
    say(prompt)
    line = sys.stdin.readline()
    return line.rstrip("\n") if line else None


def ask(server, walk, question):
    """Asks a question, and returns the next state; None at the end of the input."""
    for text in [question.get("title"), question.get("text"), *question.get("notes", [])]:
        if text:
            say(text)
    if question["kind"] == "repeat":
        say(f"{question['list']['total']} so far; type + for another one")
    elif question["kind"] in ("note", "review", "stop"):
        return server.call("submit", walk=walk)
    field = next((f for f in question.get("fields", []) if f["id"] == question["asked"]), {})
    for choice in field.get("choices", {}).get("items", []):
        say(f"  {choice['value']}: {choice['label']}")
    offer = f" [{field['offer']['text']}]" if "offer" in field else ""
    line = read(f"{field.get('label', question['asked'])}{offer}?")
    if line is None:
        return None
    if line == ":back":
        return server.call("back", walk=walk)
    if line == ":why":
        say(*server.call("why", walk=walk)["lines"])
        return server.call("state", walk=walk)
    if question["kind"] == "repeat":
        return server.call("change", walk=walk, do="add") if line == "+" else server.call("submit", walk=walk)
    return server.call("submit", walk=walk, text=line) if line else server.call("submit", walk=walk)


def decide(server, walk, decision):
    if "question" in decision:
        say(decision["question"])
    for effect in decision["effects"]:
        say(effect["words"])
    answer = None
    while answer not in decision["answers"]:
        answer = read(f"{' or '.join(decision['answers'])}?")
        if answer is None:
            return None
    return server.call("decide", walk=walk, answer=answer)


def main():
    server = Server(sys.argv[1])
    state = server.call("open")
    walk = state["walk"]
    while state["state"] in ("asking", "deciding"):
        if state["state"] == "asking":
            state = ask(server, walk, state["question"])
        else:
            state = decide(server, walk, state["decision"])
        if state is None:
            state = server.call("close", walk=walk, reason="end-of-input")
        for notice in state.get("notices", []):
            say(notice.get("problem", {}).get("message") or notice.get("reason") or notice["notice"])
    if state["state"] == "failed":
        say(state["failure"]["message"])
        sys.exit(state["failure"]["exitStatus"])
    print(json.dumps(state["result"]["output"], ensure_ascii=False))
    sys.exit(state["result"]["exitStatus"])


if __name__ == "__main__":
    main()
