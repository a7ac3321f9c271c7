import shutil

if "{{ cookiecutter.use_docs }}" == "False":
    shutil.rmtree("docs")
{% if cookiecutter.use_docs == "y" %}
print("Build the documentation with {{ cookiecutter.docs_theme }}.")
{% endif %}
