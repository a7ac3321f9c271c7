#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# aiogram 3.31.0 (Python package) with fakeredis 2.41.0 in place of Redis, Linux.
#
# A bot asks three questions, each a scene. An answer goes into a dict of all answers, as in the manual's example of a quiz;
# one that's refused asks again with `retake`; `back` returns to the question before, with the data of that time.
#
# Expected: who goes back finds what was there, whatever the storage is; a refused answer leaves no trace.
# Found:
# - With MemoryStorage, the history has the dict itself, not a copy, so answers that were given later stay in it. With
#   RedisStorage, which writes it out, they're gone. A bot that's tried with the one does otherwise with the other.
# - Each refused answer is a place in the history: after two of them, `back` asks the same question twice before it moves.
# - The history has ten places, and the oldest go first. So after ten refused answers, the question before can't be reached
#   anymore: `back` asks the same question ten times, and then it ends the conversation, with no scene and no data.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check aiogram==3.31.0 fakeredis==2.41.0 redis==8.1.0
cat >"$folder/ask.py" <<'PYTHON'
import asyncio
from datetime import datetime
from itertools import groupby

import fakeredis
from aiogram import Bot, Dispatcher, F
from aiogram.client.session.base import BaseSession
from aiogram.filters import Command
from aiogram.fsm.scene import Scene, SceneRegistry, on
from aiogram.fsm.storage.base import DefaultKeyBuilder
from aiogram.fsm.storage.memory import MemoryStorage
from aiogram.fsm.storage.redis import RedisStorage
from aiogram.types import Chat, Message, Update, User

shown = []


class Offline(BaseSession):
    async def close(self): pass
    async def make_request(self, bot, method, timeout=None): pass
    async def stream_content(self, *arguments, **options): yield b""


def question(name, following):
    class Question(Scene, state=name):
        @on.message.enter()
        async def ask(self, message):
            answers = (await self.wizard.get_data()).get("answers", {})
            shown.append(f"{name}({', '.join(answers.values())})")

        @on.message(F.text == "back")
        async def return_(self, message):
            await self.wizard.back()

        @on.message(F.text == "?")
        async def refuse(self, message):
            await self.wizard.retake()

        @on.message()
        async def take(self, message):
            answers = (await self.wizard.get_data()).get("answers", {})
            answers[name] = message.text
            await self.wizard.update_data(answers=answers)
            await self.wizard.goto(following)

    return Question


async def walk(storage, *texts):
    shown.clear()
    bot, dispatcher = Bot("1:token", session=Offline()), Dispatcher(storage=storage)
    scenes = [question("name", "kind"), question("kind", "port"), question("port", "name")]
    dispatcher.message.register(scenes[0].as_handler(), Command("start"))
    SceneRegistry(dispatcher).add(*scenes)
    chat, user = Chat(id=1, type="private"), User(id=1, is_bot=False, first_name="Ann")
    for number, text in enumerate(["/start", *texts], 1):
        message = Message(message_id=number, date=datetime.now(), chat=chat, from_user=user, text=text)
        await dispatcher.feed_update(bot, Update(update_id=number, message=message))
    context = dispatcher.fsm.get_context(bot, chat_id=1, user_id=1)
    asked = [f"{len(list(same))} x {name}" for name, same in groupby(shown)]
    print(type(storage).__name__, *asked, f"now {await context.get_state()}", await context.get_data(), sep="; ")


def redis():
    return RedisStorage(fakeredis.FakeAsyncRedis(), key_builder=DefaultKeyBuilder(with_destiny=True))


async def main():
    for storage in (MemoryStorage(), redis()):
        await walk(storage, "shop", "http", "back", "back")
    for refused, backs in ((2, 3), (10, 10), (10, 11)):
        await walk(redis(), "shop", *["?"] * refused, *["back"] * backs)


asyncio.run(main())
PYTHON
"$folder/python/bin/python" "$folder/ask.py" >"$folder/found" 2>"$folder/log" || { cat "$folder/log" >&2; exit 1; }
cat "$folder/found"
diff - "$folder/found" <<'TEXT'
MemoryStorage; 1 x name(); 1 x kind(shop); 1 x port(shop, http); 1 x kind(shop, http); 1 x name(shop, http); now name; {'answers': {'name': 'shop', 'kind': 'http'}}
RedisStorage; 1 x name(); 1 x kind(shop); 1 x port(shop, http); 1 x kind(shop, http); 1 x name(shop); now name; {'answers': {'name': 'shop'}}
RedisStorage; 1 x name(); 5 x kind(shop); 1 x name(shop); now name; {'answers': {'name': 'shop'}}
RedisStorage; 1 x name(); 21 x kind(shop); now kind; {'answers': {'name': 'shop'}}
RedisStorage; 1 x name(); 21 x kind(shop); now None; {}
TEXT
echo "as stated"
