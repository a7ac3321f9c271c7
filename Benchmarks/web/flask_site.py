# SPDX-License-Identifier: Apache-2.0
"""A wizard of ten pages as a team would write it by hand: Flask, and a file of JSON for each walk."""
import json
import os
import secrets

from flask import Flask, abort, redirect, render_template_string, request

FOLDER = os.environ["WALKS"]
PAGE = """<!doctype html><html lang="en"><title>Q{{ step }}</title><main><form method="post">
<label for="answer">Q{{ step }}</label><input type="text" id="answer" name="answer" value="{{ value }}">
{% if problem %}<p>{{ problem }}</p>{% endif %}<button>Next</button></form></main></html>"""
DONE = """<!doctype html><html lang="en"><title>Done</title><main><dl>
{% for name, value in answers.items() %}<dt>{{ name }}</dt><dd>{{ value }}</dd>{% endfor %}</dl></main></html>"""
app = Flask(__name__)


def path(walk):
    if not walk.isalnum():
        abort(404)
    return os.path.join(FOLDER, walk)


def load(walk):
    try:
        with open(path(walk), encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        abort(404)


def save(walk, answers):
    with open(path(walk) + ".new", "w", encoding="utf-8") as file:
        json.dump(answers, file)
        file.flush()
        os.fsync(file.fileno())
    os.replace(path(walk) + ".new", path(walk))


@app.get("/")
def begin():
    walk = secrets.token_hex(16)
    save(walk, {})
    return redirect(f"/{walk}/0", 303)


@app.route("/<walk>/<int:step>", methods=["GET", "POST"])
def page(walk, step):
    answers, problem = load(walk), None
    if request.method == "POST":
        answer = request.form.get("answer", "")
        if answer:
            answers[f"q{step}"] = answer
            save(walk, answers)
            return redirect(f"/{walk}/{step + 1}", 303)
        problem = "This field is required."
    if step == 10:
        return render_template_string(DONE, answers=answers)
    return render_template_string(PAGE, step=step, value=answers.get(f"q{step}", ""), problem=problem)
