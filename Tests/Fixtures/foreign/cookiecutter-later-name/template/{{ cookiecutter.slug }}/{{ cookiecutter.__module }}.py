{% macro head(text) %}# {{ text | upper }}{% endmacro -%}
{{ head(cookiecutter.name) }}
{% now "utc", "%Y" %}
