#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# django-formtools 2.7 with Django 5.2.8 (Python packages), Linux.
#
# A wizard asks for the kind, for `http` whether there's TLS, and for TLS a certificate. The conditions read the answers with
# `get_cleaned_data_for_step`, as in the manual. A user answers all, goes back, and makes the kind `worker`.
#
# Expected: what follows from the question about TLS isn't asked anymore, as that question isn't.
# Found: while conditions are evaluated, every step of the wizard counts as asked, so a condition still reads the answer of
# a step that has just been taken away. Only the second of three steps in a chain disappears:
# - The user is asked for the certificate of a worker, and `done` gets it, without the answer that it follows from.
# - `get_all_cleaned_data`, called in a condition, has the answers of all branches that were ever walked. If two branches have
#   a field of the same name, the later step wins, although it isn't asked: a worker at port 8080 is asked whether it may
#   run as root, as the server was at port 80. Called in `done`, it has only what's asked.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check django-formtools==2.7 django==5.2.8
cat >"$folder/walk.py" <<'PYTHON'
import django
from django.conf import settings

settings.configure(
    SECRET_KEY="secret" * 9, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], INSTALLED_APPS=["formtools"],
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware"],
)
django.setup()
from django import forms
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from formtools.wizard.views import SessionWizardView


def asks(name):
    return type(name.title(), (forms.Form,), {name: forms.CharField()})


def answer(wizard, step):
    return (wizard.get_cleaned_data_for_step(step) or {}).get(step)


class Wizard(SessionWizardView):
    def render_to_response(self, context):
        return HttpResponse(f"{self.steps.current} (of {', '.join(self.steps.all)})")

    def done(self, form_list, form_dict, **options):
        return HttpResponse(f"done {self.get_all_cleaned_data()}")


class Chain(Wizard):
    form_list = [(name, asks(name)) for name in ("kind", "tls", "certificate", "owner")]
    condition_dict = {
        "tls": lambda wizard: answer(wizard, "kind") == "http",
        "certificate": lambda wizard: answer(wizard, "tls") == "yes",
    }


class Branches(Wizard):
    form_list = [("kind", asks("kind")), ("worker", asks("port")), ("server", asks("port")), ("root", asks("root"))]
    condition_dict = {
        "worker": lambda wizard: answer(wizard, "kind") == "worker",
        "server": lambda wizard: answer(wizard, "kind") == "http",
        "root": lambda wizard: int(wizard.get_all_cleaned_data().get("port", 0)) < 1024,
    }


urlpatterns = [path("chain/", Chain.as_view()), path("branches/", Branches.as_view())]


def walk(prefix, *moves):
    browser = Client()
    shown = browser.get(f"/{prefix}/")
    for move in moves:
        current = shown.content.decode().split()[0]
        sent = {f"{prefix}-current_step": current}
        sent.update({"wizard_goto_step": move[1]} if move[0] == "back" else {f"{current}-{move[0]}": move[1]})
        shown = browser.post(f"/{prefix}/", sent)
        print(*move, "->", shown.content.decode())


walk("chain", ("kind", "http"), ("tls", "yes"), ("certificate", "a.pem"), ("back", "kind"), ("kind", "worker"),
     ("certificate", "a.pem"), ("owner", "ann"))
walk("branches", ("kind", "http"), ("port", "80"), ("back", "kind"), ("kind", "worker"), ("port", "8080"), ("root", "yes"))
PYTHON
"$folder/python/bin/python" "$folder/walk.py" >"$folder/found"
cat "$folder/found"
diff - "$folder/found" <<'TEXT'
kind http -> tls (of kind, tls, owner)
tls yes -> certificate (of kind, tls, certificate, owner)
certificate a.pem -> owner (of kind, tls, certificate, owner)
back kind -> kind (of kind, tls, certificate, owner)
kind worker -> certificate (of kind, certificate, owner)
certificate a.pem -> owner (of kind, certificate, owner)
owner ann -> done {'kind': 'worker', 'certificate': 'a.pem', 'owner': 'ann'}
kind http -> server (of kind, server, root)
port 80 -> root (of kind, server, root)
back kind -> kind (of kind, server, root)
kind worker -> worker (of kind, worker, root)
port 8080 -> root (of kind, worker, root)
root yes -> done {'kind': 'worker', 'port': '8080', 'root': 'yes'}
TEXT
echo "as stated"
