# SPDX-License-Identifier: Apache-2.0
"""A server of the web program, and what every page must be."""
import hashlib
import json
import os
import pathlib
import queue
import re
import shutil
import subprocess
import tempfile
import threading

import axe_playwright_python

from chromium import PATIENCE, BrowserError

AXE = (pathlib.Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text()


def css(text):
    return text.replace("\\", "\\\\").replace('"', '\\"')


class Server:
    """The program with flows, in a folder of its own, or in the folder of one that has ended."""

    def __init__(self, program, *arguments, folder=None, port=0):
        self.folder = folder or tempfile.mkdtemp()
        self.process = subprocess.Popen(
            [program, *map(str, arguments), "--listen", f"127.0.0.1:{port}"], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env=dict(os.environ, XDG_STATE_HOME=self.folder, TZ="UTC"))
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()
        self.address = self.line()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def line(self):
        line = self.lines.get(timeout=PATIENCE)
        if line is None:
            raise RuntimeError(self.process.stderr.read())
        return line

    @property
    def port(self):
        return int(self.address.split(":")[2].split("/")[0])

    def end(self):
        """Ends the process, and keeps its folder."""
        self.process.terminate()
        self.process.wait()

    def close(self):
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)


# What's wrong with a page, in words; it's evaluated in the page.
RULES = r"""(() => {
  const wrong = [];
  const titles = [...document.querySelectorAll("h1")];
  if (titles.length !== 1) wrong.push(`the page has ${titles.length} titles`);
  else {
    const named = (titles[0].querySelector("[dir=auto]") || titles[0]).innerText.trim().split("\n")[0].slice(0, 40);
    if (!document.title.includes(named)) wrong.push(`the title of the window, '${document.title}', doesn't name the step, '${named}'`);
  }
  const summary = document.querySelector(".problems");
  if (summary) {
    const isWarning = summary.classList.contains("warnings");
    if (document.documentElement.lang === "en" && document.title.startsWith("Error:") === isWarning)
      wrong.push(`the title of the window is '${document.title}' with ${isWarning ? "warnings alone" : "a problem"}`);
    if (document.activeElement !== summary) wrong.push(`the focus isn't at the problems, but at ${document.activeElement.outerHTML.slice(0, 80)}`);
    if (summary.getAttribute("role") !== "alert") wrong.push("the problems aren't announced");
    for (const link of summary.querySelectorAll("a"))
      if (!document.getElementById(decodeURIComponent(link.hash.slice(1)))) wrong.push(`a problem leads to '${link.hash}', which isn't there`);
    for (const text of document.querySelectorAll(".field > div > .error")) {
      const id = text.parentElement.id;
      if (!document.querySelector(`[aria-describedby~="${id}"]`)) wrong.push(`no input is described by the problem '${text.innerText}'`);
    }
  }
  for (const each of document.querySelectorAll("input[type=radio], input[type=checkbox]"))
    if (!each.closest("fieldset")?.querySelector(":scope > legend")?.innerText.trim()) { wrong.push("a choice isn't in a group with a name"); break; }
  const names = new Map();
  for (const each of document.querySelectorAll("input[type=radio]")) {
    if (!each.name) wrong.push("a button of a choice has no name");
    const group = each.closest("fieldset");
    if (names.has(each.name) && names.get(each.name) !== group) wrong.push(`the buttons '${each.name}' are in two groups`);
    names.set(each.name, group);
  }
  for (const each of document.querySelectorAll("main input:not([type=hidden]), main select, main textarea"))
    if (!each.labels?.length && !each.getAttribute("aria-label")) wrong.push(`the input '${each.name}' has no label`);
  const ids = [...document.querySelectorAll("[id]")].map(each => each.id);
  const twice = ids.find((each, index) => ids.indexOf(each) !== index);
  if (twice) wrong.push(`the id '${twice}' is there twice`);
  if (!document.querySelector("main[tabindex], #main")) wrong.push("the page has no main part");
  return wrong;
})()"""


class Checks:
    """Counts what's wrong, and looks at pages; at one that it has seen, without axe-core, which would find the same."""

    def __init__(self):
        self.failures, self.seen = [], set()
        self.looks = self.problems = 0

    def fail(self, where, what):
        self.failures.append(what)
        if self.failures.count(what) == 1:
            print(f"FAILED {where}: {what}", flush=True)

    def attempt(self, where, work):
        """Does work, and once more if something was wrong: a browser may be late on a busy machine; a mistake is there again."""
        count, seen = len(self.failures), set(self.seen)
        work()
        if len(self.failures) > count:
            del self.failures[count:]
            self.seen = seen
            print(f"tried once more: {where}", flush=True)
            work()

    def page(self, window, where, step):
        self.looks += 1
        if window.has(".problems"):
            self.problems += 1
            try:
                # The browser moves the focus once it has drawn the page.
                window.until("document.activeElement === document.querySelector('.problems')", "the focus isn't at the problems")
            except BrowserError:
                pass  # The rules say where it is.
        for wrong in window.value(RULES):
            self.fail(where, wrong)
        for note in window.notes():
            # A page that says that something isn't there, or doesn't work at the moment, has such a status.
            if not any(f"status of {status}" in note for status in ("4", "503")) and "[DOM]" not in note:
                self.fail(where, f"the browser notes: {note}")
        self.axe(window, where)

    def axe(self, window, where):
        # The answers at the side look the same on each page; tokens and addresses differ in their letters.
        markup = window.value("document.querySelector('main').outerHTML + !!document.querySelector('.rail')")
        markup = re.sub(r'(name="(token|revision|decision)" value=")[^"]*|[0-9a-f]{16}-[0-9a-f]+-[a-z0-9]{26}', r"\1", markup)
        code = hashlib.sha256(markup.encode()).digest()
        if code in self.seen:
            return
        self.seen.add(code)
        # axe-core waits, which a page can't whose scripts are off; those of the page itself were not read then.
        window.command("Emulation.setScriptExecutionDisabled", value=False)
        found = window.value(
            AXE + ";axe.run(document, {resultTypes: ['violations']}).then(found => JSON.stringify("
            "found.violations.map(each => [each.id, each.nodes.map(node => node.html.slice(0, 200))])))", waits=True)
        window.command("Emulation.setScriptExecutionDisabled", value=not window.scripts)
        for violation, nodes in json.loads(found):
            self.fail(where, f"axe-core: {violation}: {nodes[0]}")
