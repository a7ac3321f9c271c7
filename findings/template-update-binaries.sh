#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# copier 9.19.1 and cruft 2.16.0 (Python packages), git 2.39.5, Linux.
#
# A project is made of a template. Then both change a binary file, and the template is updated in the project.
#
# Expected: a conflict, as for texts: markers, a `.rej` file, or an unmerged path in git's index; and one of the two versions
# stays where the user finds it.
# Found: both programs end with exit code 0. copier replaces the file with the template's version, in both of its ways to
# mark conflicts, and doesn't name it, so the user's is lost unless it was committed. cruft keeps the user's, prints an
# error of git among its other lines, leaves no `.rej`, and records the new commit of the template, so the template's
# version never arrives. The same happens to a text that the template drops and the user changed, but with
# `--conflict rej`, copier leaves a `.rej` of it.
#
# The script fails if this changes.
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check \
  copier==9.19.1 cookiecutter==2.7.1 cruft==2.16.0 2>"$folder/output" || { cat "$folder/output"; exit 1; }

export HOME=$folder/home GIT_CONFIG_NOSYSTEM=1
mkdir "$HOME"
git config --global user.name User
git config --global user.email user@example.org
git config --global init.defaultBranch main

# committed FOLDER MESSAGE: commits everything in the folder.
committed() { git -C "$1" add --all && git -C "$1" commit --quiet --message "$2"; }

# template FOLDER FILES: fills the first version of a template whose files are in a folder of it.
template() {
  printf '\0first\n' >"$1/$2/picture"
  printf 'first\nsecond\n' >"$1/$2/dropped"
  committed "$1" first
}

# changed FOLDER FILES: makes the second version of it.
changed() {
  printf '\0theirs\n' >"$1/$2/picture"
  rm "$1/$2/dropped"
  committed "$1" second
}

# edited PROJECT: the user's changes in a new project, committed.
edited() {
  [ -e "$1/.git" ] || git init --quiet "$1"
  committed "$1" made
  printf '\0mine\n' >"$1/picture"
  printf 'first\nsecond\nmine\n' >"$1/dropped"
  committed "$1" edited
}

# state PROJECT: what became of the files.
state() {
  printf 'picture: %s\n' "$(tr -d '\0' <"$1/picture")"
  [ -e "$1/dropped" ] && echo "dropped: is there" || echo "dropped: is gone"
  printf 'conflicts: %s\n' "$(cd "$1" && { git ls-files --unmerged | cut -f 2; ls -- *.rej 2>/dev/null; } | xargs)"
}

# updated_by_copier WAY: a project that copier updates with a way to mark conflicts.
updated_by_copier() {
  local template=$folder/copier-$1 project=$folder/copied-$1
  git init --quiet "$template"
  mkdir "$template/files"
  echo '_subdirectory: files' >"$template/copier.yml"
  echo '{{ _copier_answers|to_nice_yaml }}' >"$template/files/{{ _copier_conf.answers_file }}.jinja"
  template "$template" files
  git -C "$template" tag v1
  "$folder/python/bin/copier" copy --quiet --defaults --vcs-ref v1 "$template" "$project"
  edited "$project"
  changed "$template" files
  git -C "$template" tag v2
  echo "copier --conflict $1"
  "$folder/python/bin/copier" update --quiet --defaults --conflict "$1" "$project" >"$folder/output" 2>&1
  state "$project"
  grep -E 'picture|dropped' "$folder/output" || true
}

updated_by_cruft() {
  local template=$folder/cruft files='{{cookiecutter.name}}' before
  git init --quiet "$template"
  mkdir "$template/$files"
  echo '{"name": "shop"}' >"$template/cookiecutter.json"
  template "$template" "$files"
  "$folder/python/bin/cruft" create --no-input --output-dir "$folder/crufted" "$template" >/dev/null
  edited "$folder/crufted/shop"
  changed "$template" "$files"
  echo cruft
  (cd "$folder/crufted/shop" && "$folder/python/bin/cruft" update --skip-apply-ask >"$folder/output" 2>&1)
  state "$folder/crufted/shop"
  grep -q "\"commit\": \"$(git -C "$template" rev-parse HEAD)\"" "$folder/crufted/shop/.cruft.json" && echo "recorded: the new commit"
}

diff - <(updated_by_copier inline; updated_by_copier rej; updated_by_cruft) <<'TEXT'
copier --conflict inline
picture: theirs
dropped: is gone
conflicts: 
copier --conflict rej
picture: theirs
dropped: is gone
conflicts: dropped.rej
cruft
picture: mine
dropped: is there
conflicts: 
recorded: the new commit
TEXT
echo "as stated"
