#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# copier 9.19.1 and cruft 2.16.0 (Python packages), git 2.39.5, Linux.
#
# A project names merge drivers in `.gitattributes`: `union` for a list that everyone adds to, one of its own for a generated
# file that's never merged (`merge=keep`, with `true` as the command), and none for a file that mustn't be merged (`-merge`).
# The template's next version and the user have changed each of them.
#
# Expected: an update merges as `git merge` does in the project: both lines are in the list, the generated file stays, and only
# the file that mustn't be merged is a conflict.
# Found: with cruft, that's so. With copier, it's the other way round: the list and the generated file are conflicts, and the
# file that mustn't be merged is merged without a word. But the index that copier leaves has all three versions of a conflict, so
# `git checkout --merge FILE` merges it again, as its driver says.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check copier==9.19.1 cookiecutter==2.7.1 cruft==2.16.0 \
  2>"$folder/output" || { cat "$folder/output"; exit 1; }
export HOME=$folder/home GIT_CONFIG_NOSYSTEM=1 COPIER_CACHE_DIR=$folder/cache
mkdir "$HOME"
git config --global user.name User
git config --global user.email user@example.org
git config --global init.defaultBranch main
git config --global merge.keep.driver true

# committed REPOSITORY MESSAGE: commits everything.
committed() { git -C "$1" add --all && git -C "$1" commit --quiet --message "$2"; }

# files FOLDER LIST GENERATED TEXT: writes the three files.
files() {
  printf 'first\n%slast\n' "$2" >"$1/list"
  echo "$3" >"$1/generated"
  printf '%s\n' "$4" 2 3 4 "$5" >"$1/text"
}

# template FOLDER SUBFOLDER: has two versions of the files.
template() {
  printf '%s\n' 'list merge=union' 'generated merge=keep' 'text -merge' >"$1/$2/.gitattributes"
  files "$1/$2" '' one 1 5
  committed "$1" first
  git -C "$1" tag v1
  files "$1/$2" $'theirs\n' two 1 6
  committed "$1" second
  git -C "$1" tag v2
}

# changed FOLDER: the user's changes.
changed() {
  files "$1" $'mine\n' mine 0 5
  committed "$1" mine
}

# shown FOLDER: the three files, each on a line, and which are conflicts.
shown() {
  for file in list generated text; do echo "$file: $(xargs <"$1/$file")"; done
  echo "conflicts: $(git -C "$1" diff --name-only --diff-filter=U | xargs)"
}

git init --quiet "$folder/copier"
echo 'name: { type: str, default: shop }' >"$folder/copier/copier.yml"
echo '{{ _copier_answers | to_nice_yaml }}' >"$folder/copier/{{ _copier_conf.answers_file }}.jinja"
template "$folder/copier" .
"$folder/python/bin/copier" copy --quiet --defaults --vcs-ref v1 "$folder/copier" "$folder/made"
git init --quiet "$folder/made"
committed "$folder/made" made
changed "$folder/made"

git init --quiet "$folder/cruft"
mkdir "$folder/cruft/{{cookiecutter.name}}"
echo '{"name": "shop"}' >"$folder/cruft/cookiecutter.json"
template "$folder/cruft" '{{cookiecutter.name}}'
"$folder/python/bin/cruft" create --no-input --checkout v1 --output-dir "$folder" "$folder/cruft" >"$folder/output"
git init --quiet "$folder/shop"
committed "$folder/shop" made
changed "$folder/shop"

{
  echo "git merge"
  git -C "$folder/made" switch --quiet --create theirs HEAD~
  files "$folder/made" $'theirs\n' two 1 6
  committed "$folder/made" theirs
  git -C "$folder/made" switch --quiet main
  git -C "$folder/made" merge --quiet theirs >/dev/null || true
  shown "$folder/made"
  git -C "$folder/made" merge --abort

  echo "copier update"
  (cd "$folder/made" && "$folder/python/bin/copier" update --quiet --defaults)
  shown "$folder/made"
  echo "git checkout --merge"
  git -C "$folder/made" checkout --quiet --merge list generated
  shown "$folder/made"

  echo "cruft update"
  (cd "$folder/shop" && "$folder/python/bin/cruft" update --skip-apply-ask --checkout v2 >"$folder/output" 2>&1)
  shown "$folder/shop"
} >"$folder/found" 2>"$folder/log" || { cat "$folder/found" "$folder/log" >&2; exit 1; }
cat "$folder/found"
diff - "$folder/found" <<'TEXT'
git merge
list: first mine theirs last
generated: mine
text: 0 2 3 4 5
conflicts: text
copier update
list: first <<<<<<< before updating mine ======= theirs >>>>>>> after updating last
generated: <<<<<<< before updating mine ======= two >>>>>>> after updating
text: 0 2 3 4 6
conflicts: generated list
git checkout --merge
list: first mine theirs last
generated: mine
text: 0 2 3 4 6
conflicts: generated list
cruft update
list: first mine theirs last
generated: mine
text: 0 2 3 4 5
conflicts: text
TEXT
echo "as stated"
