{{ cookiecutter.project_slug }} {{ cookiecutter.version.split(".")[0] }}
