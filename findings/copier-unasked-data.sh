#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# copier 9.19.1 (a Python package) with git, Linux.
#
# Expected: data for a question whose `when` is false is ignored or refused, or is an answer of the project.
# Found: it's rendered, but it's no answer. Files have 9999, `.copier-answers.yml` has nothing, and no message says so.
# The next update takes the default for what the project had, so it reads the value in the file as a change of the
# user's: where the template's line changes, too, the update ends with status 0 and conflict marks, with the default
# as the new value.
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

template=$folder/template project=$folder/project
git init --quiet "$template"
cat >"$template/copier.yml" <<'YAML'
web: { type: bool, default: false }
port: { type: int, default: 80, when: "{{ web }}" }
YAML
echo '{{ _copier_answers | to_nice_yaml }}' >"$template/{{ _copier_conf.answers_file }}.jinja"
echo 'port {{ port }}' >"$template/conf.jinja"
commit "$template" one
git -C "$template" tag v1
"$copier" copy --quiet --defaults --data port=9999 "$template" "$project"
{
  cat "$project/conf"
  sed '/^_src_path/d; /^$/d' "$project/.copier-answers.yml"
} >"$folder/found"

git init --quiet "$project"
commit "$project" project
echo 'the port is {{ port }}' >"$template/conf.jinja"
commit "$template" two
git -C "$template" tag v2
(cd "$project" && "$copier" update --quiet --defaults && echo "status $?") >>"$folder/found"
cat "$project/conf" >>"$folder/found"

diff - "$folder/found" <<'TEXT'
port 9999
_commit: v1
web: false
status 0
<<<<<<< before updating
port 9999
=======
the port is 80
>>>>>>> after updating
TEXT
cat "$folder/found"
