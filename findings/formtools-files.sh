#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# django-formtools 2.7 with Django 5.2.8 (Python packages), Linux.
#
# A wizard with a step for a file, and a user who goes back to it. Django's field for a file offers "Clear" if there's one.
#
# Expected: the user can keep, replace, or remove the file; at the end, no file of the walk is left in the store.
# Found: the file that was sent stays the step's, whatever comes later.
# - Of a file that isn't required, "Clear" is accepted, and refused at the end of the wizard, with "submit a file or check the
#   clear checkbox, not both", although no file was submitted. The user is sent back to the step, and so each time: only
#   without the tick is there an end, and then `done` gets the file that was to be removed.
# - A file that's required has to be sent again, although it's there, and would be used.
# - A file that's replaced stays in the store after the end: only the last one of each field is removed.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check django-formtools==2.7 django==5.2.8
cat >"$folder/walk.py" <<'PYTHON'
import os
import sys

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="secret" * 9, ROOT_URLCONF=__name__, ALLOWED_HOSTS=["*"], INSTALLED_APPS=["formtools"],
    SESSION_ENGINE="django.contrib.sessions.backends.signed_cookies",
    MIDDLEWARE=["django.contrib.sessions.middleware.SessionMiddleware"],
)
django.setup()
from django import forms
from django.core.files.base import ContentFile
from django.core.files.storage import FileSystemStorage
from django.http import HttpResponse
from django.test import Client
from django.urls import path
from formtools.wizard.views import SessionWizardView


class Title(forms.Form):
    title = forms.CharField()


class MayHavePicture(forms.Form):
    picture = forms.FileField(required=False)


class HasPicture(forms.Form):
    picture = forms.FileField()


class Saved:
    """The picture that there was before, as a field of a model has it."""
    url = "/saved.png"


class Wizard(SessionWizardView):
    file_storage = FileSystemStorage(sys.argv[1])

    def render_to_response(self, context):
        errors = [error for errors in context["form"].errors.values() for error in errors]
        return HttpResponse(": ".join([self.steps.current, *errors]))

    def done(self, form_list, form_dict, **options):
        return HttpResponse(f"done, {form_dict['picture'].cleaned_data['picture']}")


class Optional(Wizard):
    form_list = [("picture", MayHavePicture), ("title", Title)]
    initial_dict = {"picture": {"picture": Saved()}}


class Required(Wizard):
    form_list = [("picture", HasPicture), ("title", Title)]


urlpatterns = [path("optional/", Optional.as_view()), path("required/", Required.as_view())]


def walk(prefix, *moves):
    browser = Client()
    shown = browser.get(f"/{prefix}/")
    for move in moves:
        current = shown.content.decode().split(":")[0]
        sent = {f"{prefix}-current_step": current}
        if move == "back":
            sent["wizard_goto_step"] = "picture"
        elif move == "clear":
            sent["picture-picture-clear"] = "on"
        elif move.endswith(".png"):
            sent["picture-picture"] = ContentFile(b"picture", name=move)
        elif move:
            sent["title-title"] = move
        shown = browser.post(f"/{prefix}/", sent)
        print(f"{move or 'nothing'} -> {shown.content.decode()}")
    print("left:", *os.listdir(sys.argv[1]))


walk("optional", "a.png", "back", "clear", "Title", "clear", "Title", "", "Title")
walk("required", "a.png", "back", "", "b.png", "Title")
PYTHON
"$folder/python/bin/python" "$folder/walk.py" "$folder/store" >"$folder/found" 2>"$folder/log" || { cat "$folder/log" >&2; exit 1; }
cat "$folder/found"
diff - "$folder/found" <<'TEXT'
a.png -> title
back -> picture
clear -> title
Title -> picture: Please either submit a file or check the clear checkbox, not both.
clear -> title
Title -> picture: Please either submit a file or check the clear checkbox, not both.
nothing -> title
Title -> done, a.png
left:
a.png -> title
back -> picture
nothing -> picture: This field is required.
b.png -> title
Title -> done, b.png
left: a.png
TEXT
echo "as stated"
