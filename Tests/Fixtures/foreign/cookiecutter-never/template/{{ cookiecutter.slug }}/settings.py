{% set has_database = cookiecutter.database != "none" %}
{% if has_database and cookiecutter.use_docker == true %}
HOST = "db"
{% elif has_database %}
HOST = "localhost"
{% elif cookiecutter.database == "mysql" %}
PORT = 3306
{% else %}
{% endif %}
{% if cookiecutter.database == "postgres" %}
{% elif cookiecutter.database == "mysql" %}
{% elif cookiecutter.database == "none" %}
{% endif %}
