#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# fastmcp 4.2.3 with mcp 2.3.0 (Python packages), Python 3; its client in the handshake's mode, `legacy`.
#
# The client gives a form of a server (an elicitation) to the program as a class, made of the form's schema, and sends the
# object that the program returns.
#
# Expected: what was entered for the field `class` or `first-name` is sent under that name.
# Found: it's sent under the name that the class has for it, `class_` or `first_name`, which the form doesn't have. If the
# field isn't required, the schema allows that, so both sides report success, and the server takes its default for what the
# user has typed. If it's required, the client itself refuses the answer. A dictionary with the form's names is sent as it is.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  fastmcp==4.2.3 mcp==2.3.0 pydantic==2.14.4 2>"$folder/output" || { cat "$folder/output"; exit 1; }
cat >"$folder/forms.py" <<'PYTHON'
import asyncio
import json

from fastmcp import Client, Context, FastMCP

server = FastMCP("forms")


@server.tool
async def ask(required: list[str], context: Context) -> str:
    text = {"type": "string"}
    properties = {"class": text, "first-name": text}
    answer = await context.session.elicit_form(
        "Who?", {"type": "object", "properties": properties, "required": required})
    return f"{answer.action} {json.dumps(answer.content)}"


async def whole(message, form, params, context):
    return form(class_="a", first_name="Ann")


async def dictionary(message, form, params, context):
    return {"class": "a", "first-name": "Ann"}


async def main():
    for handler, required in [(whole, []), (whole, ["class"]), (dictionary, ["class"])]:
        async with Client(server, elicitation_handler=handler, mode="legacy") as client:
            result = await client.call_tool("ask", {"required": required}, raise_on_error=False)
            print(handler.__name__, required, result.content[0].text.split("\n")[0])


asyncio.run(main())
PYTHON
diff - <("$folder/python/bin/python" "$folder/forms.py" 2>/dev/null | grep -E '^(whole|dictionary) ') <<'TEXT'
whole [] accept {"class_": "a", "first_name": "Ann"}
whole ['class'] Error calling tool 'ask': 'class' is a required property
dictionary ['class'] accept {"class": "a", "first-name": "Ann"}
TEXT
echo "as stated"
