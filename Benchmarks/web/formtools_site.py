# SPDX-License-Identifier: Apache-2.0
"""A wizard of ten pages with django-formtools, whose sessions are files or rows of PostgreSQL."""
import os

import django
from django.conf import settings
from django.http import HttpResponseRedirect

DATABASE = os.environ.get("DATABASE")
settings.configure(
    SECRET_KEY="of a benchmark", ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, USE_TZ=True,
    INSTALLED_APPS=["django.contrib.sessions", "formtools"],
    MIDDLEWARE=[
        "django.middleware.security.SecurityMiddleware", "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.common.CommonMiddleware", "django.middleware.csrf.CsrfViewMiddleware",
        "django.middleware.clickjacking.XFrameOptionsMiddleware"],
    SESSION_ENGINE="django.contrib.sessions.backends." + ("db" if DATABASE else "file"),
    SESSION_FILE_PATH=os.environ.get("WALKS"),
    DATABASES={"default": {
        "ENGINE": "django.db.backends.postgresql", "HOST": DATABASE, "USER": "flows", "NAME": "peer",
        "CONN_MAX_AGE": None}} if DATABASE else {},
    TEMPLATES=[{
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "OPTIONS": {"loaders": [("django.template.loaders.cached.Loader", [(
            "django.template.loaders.locmem.Loader", {
                "page.html": """<!doctype html><html lang="en"><title>{{ wizard.steps.current }}</title><main>
<form method="post">{% csrf_token %}{{ wizard.management_form }}{{ wizard.form.as_p }}<button>Next</button></form>
</main></html>""",
                "done.html": """<!doctype html><html lang="en"><title>Done</title><main><dl>
{% for name, value in answers.items %}<dt>{{ name }}</dt><dd>{{ value }}</dd>{% endfor %}</dl></main></html>"""})])]}}],
)
django.setup()

from django import forms  # noqa: E402
from django.core.wsgi import get_wsgi_application  # noqa: E402
from django.shortcuts import render  # noqa: E402
from django.urls import path  # noqa: E402
from formtools.wizard.views import NamedUrlSessionWizardView  # noqa: E402

FORMS = [(f"q{n}", type(f"Form{n}", (forms.Form,), {"answer": forms.CharField(label=f"Q{n}")})) for n in range(10)]


class Wizard(NamedUrlSessionWizardView):
    template_name = "page.html"

    def done(self, form_list, form_dict, **kwargs):
        return render(self.request, "done.html",
                      {"answers": {name: form.cleaned_data["answer"] for name, form in form_dict.items()}})


wizard = Wizard.as_view(FORMS, url_name="step", done_step_name="done")
urlpatterns = [path("", lambda request: HttpResponseRedirect("/step/q0")), path("step/<str:step>", wizard, name="step")]
application = get_wsgi_application()
if __name__ == "__main__":
    from django.core.management import call_command
    call_command("migrate", verbosity=0)
