#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# botbuilder-dialogs 4.17.1 (Python package) with recognizers-text 1.0.2a2, Linux.
#
# The prompts of dialogs: choices, which users see as buttons or numbers, numbers, and yes or no.
#
# Expected: the text of a choice chooses it, as the same SDK for .NET has done since 2020; a text that isn't a number or an
# answer is refused.
# Found: a choice is compared by its words alone, and of choices with the same words the longest wins, or else the first.
# - Of `< 18` and `>= 18`, the button `< 18` answers `>= 18`; `UTC-1` is `UTC+1`, `1` is `-1`, and `C` is `C#`. The other
#   choice can't be reached by its text. Choices without words, `+` and `-`, can't be chosen by text at all.
# - If no choice is found, a number in the text is a place in the list: `wait a second` is the second choice, and `can I have
#   one more minute` is the first; so is `not the first`.
# - A number is taken from wherever it is: `-.5` is 5, `5k` is 5000, `2 of 3` is 2, and `192.168.0.1` is 192.
# - `not sure` is yes. `y` is yes, but `n` isn't understood.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check botbuilder-dialogs==4.17.1 recognizers-text==1.0.2a2 \
  aiohttp==3.14.5
cat >"$folder/ask.py" <<'PYTHON'
import asyncio

from botbuilder.core import ConversationState, MemoryStorage, MessageFactory
from botbuilder.core.adapters import TestAdapter
from botbuilder.dialogs import DialogSet, DialogTurnStatus
from botbuilder.dialogs.choices import Choice
from botbuilder.dialogs.prompts import ChoicePrompt, ConfirmPrompt, NumberPrompt, PromptOptions


async def answer(prompt, text, choices=None):
    """What a prompt takes a message for; None if it asks again."""
    state, answers = ConversationState(MemoryStorage()), []
    dialogs = DialogSet(state.create_property("dialogs"))
    dialogs.add(prompt("prompt"))

    async def turn(context):
        walk = await dialogs.create_context(context)
        result = await walk.continue_dialog()
        if result.status == DialogTurnStatus.Empty:
            asked = choices and [Choice(choice) for choice in choices]
            await walk.prompt("prompt", PromptOptions(prompt=MessageFactory.text("?"), choices=asked))
        elif result.status == DialogTurnStatus.Complete:
            answers.append(getattr(result.result, "value", result.result))
        await state.save_changes(context)

    bot = TestAdapter(turn)
    await bot.send("hello")
    await bot.send(text)
    return answers[0] if answers else None


async def main():
    for choices in (["< 18", ">= 18"], ["UTC+1", "UTC-1"], ["1", "-1"], ["C", "C#"], ["+", "-"], ["v1", "v1-beta"]):
        print("buttons", *[f"{choice}: {await answer(ChoicePrompt, choice, choices)}" for choice in choices], sep=" | ")
    for text in ("wait a second", "can I have one more minute", "not the first", "none"):
        print("red, green, blue:", text, "->", await answer(ChoicePrompt, text, ["red", "green", "blue"]))
    for text in ("-5", "-.5", "5k", "2 of 3", "192.168.0.1"):
        print("number:", text, "->", await answer(NumberPrompt, text))
    for text in ("sure", "not sure", "y", "n", "no"):
        print("yes or no:", text, "->", await answer(ConfirmPrompt, text))


asyncio.run(main())
PYTHON
"$folder/python/bin/python" "$folder/ask.py" >"$folder/found" 2>"$folder/log" || { cat "$folder/log" >&2; exit 1; }
cat "$folder/found"
diff - "$folder/found" <<'TEXT'
buttons | < 18: >= 18 | >= 18: >= 18
buttons | UTC+1: UTC+1 | UTC-1: UTC+1
buttons | 1: -1 | -1: -1
buttons | C: C# | C#: C#
buttons | +: None | -: None
buttons | v1: v1 | v1-beta: v1-beta
red, green, blue: wait a second -> green
red, green, blue: can I have one more minute -> red
red, green, blue: not the first -> red
red, green, blue: none -> None
number: -5 -> -5
number: -.5 -> 5
number: 5k -> 5000
number: 2 of 3 -> 2
number: 192.168.0.1 -> 192
yes or no: sure -> True
yes or no: not sure -> True
yes or no: y -> True
yes or no: n -> None
yes or no: no -> False
TEXT
echo "as stated"
