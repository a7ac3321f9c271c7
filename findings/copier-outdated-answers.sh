#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# copier 9.19.1 (a Python package) with git, Linux.
#
# A template's later version doesn't take an answer of the project anymore: a choice is gone, or a validator is new.
#
# Expected: `copier update --defaults` says so, as it refuses the same as data of the command line. Of several choices, those
# that are still there stay.
# Found: the answer becomes the default, in the files and in `.copier-answers.yml`, with exit code 0 and not a word about
# it. So a project on `eu` is on `us` after an update. If one of several choices is gone, so are the others: `[web, docs]`
# becomes the default, `[api]`, although `web` is still offered.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check copier==9.19.1
copier=$folder/python/bin/copier
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.org GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.org
export GIT_CONFIG_GLOBAL=/dev/null

commit() { git -C "$1" add --all && git -C "$1" commit --quiet --message "$2"; }
version() { cat >"$template/copier.yml" && commit "$template" "$1" && git -C "$template" tag "$1"; }
answers() { sed '/^_/d; /^$/d' "$1/.copier-answers.yml" | paste -sd ' '; }

template=$folder/template
git init --quiet "$template"
echo '{{ _copier_answers | to_nice_yaml }}' >"$template/{{ _copier_conf.answers_file }}.jinja"
version v1 <<'YAML'
region: { type: str, choices: [us, eu, ap], default: us }
name: { type: str, default: shop }
parts: { type: str, multiselect: true, choices: [api, web, docs], default: [api] }
YAML

# project NAME: a project of the first version.
project() {
  "$copier" copy --quiet --defaults --vcs-ref v1 --data region=eu --data name=Shop2 --data 'parts=[web, docs]' \
    "$template" "$folder/$1"
  git init --quiet "$folder/$1"
  commit "$folder/$1" made
}
project defaults
project given
version v2 <<'YAML'
region: { type: str, choices: [us, ap], default: us }
name: { type: str, default: shop, validator: "{% if name != name | lower %}use lower case{% endif %}" }
parts: { type: str, multiselect: true, choices: [api, web], default: [api] }
YAML

diff - <(
  answers "$folder/defaults"
  "$copier" update --defaults "$folder/defaults" 2>&1 && echo "status $?"
  answers "$folder/defaults"
  "$copier" update --defaults --data region=eu "$folder/given" 2>&1 | tail -n 1
) <<'TEXT'
name: Shop2 parts: - web - docs region: eu
Updating to template version 2
status 0
name: shop parts: - api region: us
ValueError: Invalid choice for 'region': 'eu' is not in ['us', 'ap']
TEXT
echo "as stated"
