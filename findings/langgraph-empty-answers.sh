#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# langgraph 1.2.22 with langgraph-checkpoint 4.3.2 (Python packages), Linux.
#
# A node asks a person with `interrupt`, and `Command(resume=ANSWER)` has the answer. A form whose fields were all left out
# is answered with `{}`.
#
# Expected: `interrupt` returns `{}`, as it returns `[]`, `""`, `0`, `False`, and `{"size": None}`.
# Found: `{}` is taken for a map of answers by the ids of their questions, of which it has none.
# - At the first question of a node, it's no answer: the same question is asked again, so a person who sends the empty form is
#   asked forever. There's no error and no warning.
# - At each later question of the node, it's the answer given before: who answers `{"size": "XL"}`, and then `{}` for the
#   delivery, has a delivery `{"size": "XL"}`. (That an answer is used again was reported for a graph that's continued with
#   `None`.)
# - It's so with the stores in memory and in SQLite.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check langgraph==1.2.22 langgraph-checkpoint==4.3.2 \
  langgraph-checkpoint-sqlite==3.1.2
cat >"$folder/ask.py" <<'PYTHON'
import sqlite3
from typing import TypedDict

from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command, interrupt


class Order(TypedDict):
    forms: list


def order(state):
    return {"forms": [interrupt(question) for question in ("parcel", "delivery", "gift")]}


def walk(store, *answers):
    graph = StateGraph(Order).add_node("order", order).add_edge(START, "order").add_edge("order", END)
    program, options = graph.compile(checkpointer=store), {"configurable": {"thread_id": "1"}}
    result = program.invoke({"forms": []}, options)
    for answer in answers:
        asked = result["__interrupt__"][0].value
        result = program.invoke(Command(resume=answer), options)
        print(f"{asked} {answer}", end="; ")
    print("then", result["__interrupt__"][0].value if "__interrupt__" in result else result["forms"])


for store in (InMemorySaver(), SqliteSaver(sqlite3.connect(":memory:", check_same_thread=False))):
    walk(store, {}, {})
walk(InMemorySaver(), {"size": "XL"}, {}, {"wrap": True})
walk(InMemorySaver(), {"size": "XL"}, {"days": None}, {})
walk(InMemorySaver(), [], "", False)
PYTHON
"$folder/python/bin/python" "$folder/ask.py" >"$folder/found"
cat "$folder/found"
diff - "$folder/found" <<'TEXT'
parcel {}; parcel {}; then parcel
parcel {}; parcel {}; then parcel
parcel {'size': 'XL'}; delivery {}; gift {'wrap': True}; then [{'size': 'XL'}, {'size': 'XL'}, {'wrap': True}]
parcel {'size': 'XL'}; delivery {'days': None}; gift {}; then [{'size': 'XL'}, {'days': None}, {'days': None}]
parcel []; delivery ; gift False; then [[], '', False]
TEXT
echo "as stated"
