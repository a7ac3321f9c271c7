#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# lsprotocol 2025.0.0 (the types of pygls 2.1.1) with cattrs 26.2.1, Python 3.
#
# Expected: what a server may send by the Language Server Protocol 3.17 is read as what it is, or refused.
# Found, for messages that the protocol allows:
# - A code action with a command is read as a command whose identifier is the text of a Python dictionary; its edit, kind,
#   and all else is lost. Without a command it's read as it is.
# - A capability whose options name the documents that it's for loses them, unless the options have an id, which the
#   protocol leaves to the server. So the capability seems to be for all documents.
# - A list of workspace symbols fails if the first one has a range and a later one leaves it to the resolve request; in the
#   other order it's read.
# - A server that names cells of notebooks without the notebook can't be started: its capabilities fail.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  lsprotocol==2025.0.0 cattrs==26.2.1 attrs==26.1.0
"$folder/python/bin/python" - <<'PYTHON'
from lsprotocol import converters, types

converter = converters.get_converter()


def read(kind, message):
    """What's read of a message, written again; the name of the error if reading fails."""
    try:
        return converter.unstructure(converter.structure(message, kind), kind)
    except Exception as error:
        return type(error).__name__


def result(kind, value):
    found = read(kind, {"jsonrpc": "2.0", "id": 1, "result": value})
    return found if isinstance(found, str) else found["result"]


def show(title, found, expected):
    print(f"{title}: {found}")
    assert found == expected, f"expected {expected}"


action = {"title": "Sort", "kind": "source", "edit": {"changes": {}}}
show("an action", result(types.CodeActionResponse, [action]) == [action], True)
action["command"] = {"title": "Sort the lines", "command": "sort"}
show("the same with a command", result(types.CodeActionResponse, [action]),
     [{"title": "Sort", "command": "{'title': 'Sort the lines', 'command': 'sort'}"}])
show("read alone", read(types.CodeAction, action) == action, True)

for name in ["callHierarchyProvider", "foldingRangeProvider", "inlayHintProvider", "typeHierarchyProvider"]:
    options = {"documentSelector": [{"language": "flow"}], "workDoneProgress": True}
    show(name, read(types.ServerCapabilities, {name: options}), {name: {"workDoneProgress": True}})
    options["id"] = "a"
    show(f"{name} with an id", read(types.ServerCapabilities, {name: options}) == {name: options}, True)

place = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}}
whole = {"name": "a", "kind": 5, "location": {"uri": "file:///a", "range": place}}
later = {"name": "b", "kind": 5, "location": {"uri": "file:///a"}}
show("symbols, the later one second", result(types.WorkspaceSymbolResponse, [whole, later]), "ClassValidationError")
show("symbols, the later one first", result(types.WorkspaceSymbolResponse, [later, whole]) == [later, whole], True)

cells = {"notebookDocumentSync": {"notebookSelector": [{"cells": [{"language": "python"}]}]}}
show("cells without a notebook", read(types.ServerCapabilities, cells), "ClassValidationError")
cells["notebookDocumentSync"]["notebookSelector"][0]["notebook"] = "jupyter-notebook"
show("cells of a notebook", read(types.ServerCapabilities, cells) == cells, True)
PYTHON
echo "as stated"
