#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
# clock: a server that's another process is waited for.
"""Walks a site that runs under callgrind, for Scripts/order-symbols.

Usage: Scripts/outside/site_calls.py PROGRAM FOLDER

PROGRAM is a stackflow-web. Writes what it has called to FOLDER/start.calls, with its first walk, and from then on to
FOLDER/walks.calls.
"""
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

from visitor import Visitor

FLOW = """\
flow: 1
id: kinds
steps:
  - { note: hello, text: Welcome. }
  - { ask: name, type: string, minLength: 2 }
  - { ask: kind, type: choice, choices: [http, worker] }
  - { ask: count, type: integer, min: 1 }
  - { ask: sure, type: boolean }
  - { ask: day, type: date }
  - { ask: parts, type: choices, choices: [a, b, c] }
  - { ask: words, type: text }
  - form: net
    fields:
      - { ask: host, type: string }
      - { ask: port, type: integer, default: 80 }
  - { review: all }
"""
ANSWERS = {"name": "Ada", "kind": "v" + json.dumps("http"), "count": "3", "sure": "v" + json.dumps(True), "day": "2026-01-02",
           "parts": "v" + json.dumps("a"), "words": "some words", "host": "localhost", "port": "80"}
PATIENCE = 120


def walk(port):
    """One walk, with an answer that's refused, a way back, and a change from the review."""
    visitor = Visitor("127.0.0.1", port, timeout=PATIENCE, keeps=True)
    page, others = visitor.get("/"), ["next", "back", "to:name"]
    for _ in range(40):
        if not page.action:
            visitor.close()
            return
        asked = [name for kind, name in page.inputs if kind == "has"]
        wanted = {"name": others[:1] == ["next"], "count": others[:1] == ["back"], None: others[:1] == ["to:name"]}
        if wanted.get(asked[0] if asked else None) and ("do", others[0]) in page.buttons and page.step != "-begin":
            page = visitor.press(page, {}, others.pop(0))
        else:
            page = visitor.press(page, {f"f:{name}": ANSWERS[name] for name in asked})
    sys.exit(f"the walk doesn't end: {page.path}")


def main():
    program, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    flow = folder / "kinds.flow.yaml"
    flow.write_text(FLOW)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with subprocess.Popen(
            ["valgrind", "-q", "--tool=callgrind", "--demangle=no", f"--callgrind-out-file={folder / 'walks.calls'}",
             program, flow, "--listen", f"127.0.0.1:{port}", "--store", folder / "walks"],
            stdout=subprocess.DEVNULL, env=os.environ | {"XDG_STATE_HOME": str(folder)}) as site:
        try:
            while site.poll() is None:
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(1)
            walk(port)
            subprocess.run(["callgrind_control", "--dump", str(site.pid)], check=True, stdout=subprocess.DEVNULL,
                           stderr=subprocess.DEVNULL)
            shutil.move(folder / "walks.calls.1", folder / "start.calls")
            walk(port)
            walk(port)
        finally:
            site.send_signal(signal.SIGTERM)
            site.wait(PATIENCE)


if __name__ == "__main__":
    main()
