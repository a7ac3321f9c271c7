import os

if "{{ cookiecutter.use_docker }}" != "True":
    os.remove("Dockerfile")
print("Done with {{ cookiecutter.project_name }}")
