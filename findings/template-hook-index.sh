#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# copier 9.19.1 and cruft 2.16.0 (Python packages), git 2.39.5, Linux.
#
# A hook of git makes a project of a template, to test it or to write a file. Git names the index of the commit in the
# hook's environment, by a whole path in two cases: before a commit of single files or of all changes (`git commit FILE`,
# `git commit -a`), and in each hook of a linked worktree.
#
# Expected: the project is made in its folder; the commit and the worktree stay as they are.
# Found: both programs hand the environment on to git, whose checkout of the template then writes the template's index there,
# while copier and cruft end with exit code 0.
# - In the template's own repository, where the hook renders the last release: a commit of one file lacks it, and undoes what
#   was committed since the release instead. Nothing is said.
# - In another repository, the commit fails, as the index names objects that the repository doesn't have.
# - In a linked worktree, the template's files are staged from then on, in place of those of the branch.
# With `git add`, and a plain `git commit` in the main worktree, the path is relative, and all is well: so the hook seems to work.
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

# committed REPOSITORY MESSAGE: commits everything.
committed() { git -C "$1" add --all && git -C "$1" commit --quiet --message "$2"; }

# hook REPOSITORY NAME COMMAND…: a hook that runs a command, and reports how it ended.
hook() {
  printf '#!/bin/sh\n%s >"%s/log" 2>&1\necho "hook: $?"\n' "${*:3}" "$folder" >"$1/.git/hooks/$2"
  chmod +x "$1/.git/hooks/$2"
}

# A template with a release, and a commit after it.
template=$folder/template
git init --quiet "$template"
echo 'name: { type: str, default: shop }' >"$template/copier.yml"
touch "$template/one" "$template/two"
committed "$template" first
git -C "$template" tag v1
echo second >"$template/two"
committed "$template" second

# in_template FILE…: commits a change of one file in it, with the hook.
in_template() {
  hook "$template" pre-commit "$folder/python/bin/copier" copy --quiet --defaults --vcs-ref v1 . "$folder/made$#"
  echo third >"$template/one"
  git -C "$template" add one
  (cd "$template" && git commit --quiet --message third "$@" 2>&1)
  printf '%s\n' "one: $(git -C "$template" show HEAD:one), two: $(git -C "$template" show HEAD:two)"
  git -C "$template" reset --quiet --hard HEAD~
}

in_another() {
  git init --quiet "$folder/cookie"
  mkdir "$folder/cookie/{{cookiecutter.name}}"
  echo '{"name": "shop"}' >"$folder/cookie/cookiecutter.json"
  touch "$folder/cookie/{{cookiecutter.name}}/list"
  committed "$folder/cookie" first
  git init --quiet "$folder/other"
  touch "$folder/other/page"
  committed "$folder/other" first
  hook "$folder/other" pre-commit "$folder/python/bin/cruft" create --no-input --output-dir "$folder/made" "$folder/cookie"
  echo second >"$folder/other/page"
  (cd "$folder/other" && git commit --quiet --all --message second) 2>&1 | cut -c 1-21 || true
}

in_worktree() {
  git -C "$folder/other" worktree add --quiet -b side "$folder/worktree" 2>/dev/null
  rm "$folder/other/.git/hooks/pre-commit"
  hook "$folder/other" post-commit "$folder/python/bin/copier" copy --quiet --defaults "git+file://$template" "$folder/made3"
  touch "$folder/worktree/picture"
  (cd "$folder/worktree" && git add picture && git commit --quiet --message second) 2>&1
  echo "index: $(git -C "$folder/worktree" ls-files | xargs)"
}

diff - <(
  echo "what's added"
  in_template
  echo "one file"
  in_template one
  echo "another repository"
  in_another
  echo "a linked worktree"
  in_worktree
) <<'TEXT'
what's added
hook: 0
one: third, two: second
one file
hook: 0
one: , two: 
another repository
hook: 0
error: invalid object
error: Error building
a linked worktree
hook: 0
index: copier.yml one two
TEXT
echo "as stated"
