# SPDX-License-Identifier: Apache-2.0
# clock: a program that answers, and a press that lasts as long as that of a finger.
"""What goes wrong at other forms in the web, tried in the browser at stackflow-web."""
import json
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import threading
import time

from chromium import PATIENCE, BrowserError, Window
from web_pages import Server

TRIP = """\
flow: 1
id: trip
title: A trip
steps:
  - { ask: where, type: string, label: "Where to?", minLength: 2 }
  - form: people
    title: Who comes?
    fields:
      - { ask: name, type: string, label: "Your name" }
      - { ask: way, type: choice, choices: [train, boat, bicycle], label: "How?" }
      - { ask: extras, type: choices, choices: [meal, bed], label: "What else?", required: false }
      - { ask: note, type: text, label: "A note", required: false }
  - { review: check }
"""

PAPERS = """\
flow: 1
id: papers
steps:
  - form: papers
    title: Your papers
    fields:
      - { ask: photo, type: path, must: file, label: "A photo" }
      - { ask: proof, type: path, must: exist, label: "A proof", required: false }
      - { ask: target, type: path, label: "Where it's written" }
      - { ask: age, type: integer, label: "Your age" }
  - { ask: seen, type: string, label: "Seen ${photo}?" }
  - { review: check }
"""

WIDE = """\
flow: 1
id: wide
title: "旅行の申し込み – %s"
steps:
  - ask: first
    type: string
    label: "%s"
    description: "東京都千代田区丸の内一丁目九番一号から京都市下京区烏丸通塩小路下る東塩小路町まで ‏שלום עולם‏"
    help: "%s"
    maxLength: 400
  - ask: way
    type: choice
    label: "どうやって？"
    choices: [{ value: a, label: "%s" }, { value: b, label: "新幹線" }]
  - { review: check }
""" % ("W" * 60, "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen" * 3, "x" * 200, "y" * 120)

SEARCH = """\
flow: 1
id: search
steps:
  - ask: place
    type: choice
    choices: [%s]
""" % ", ".join(f"p{number}" for number in range(300))

CASES = []


def case(*scripts):
    """A case that's tried with scripts of pages off, on, or both; None for one without a browser."""
    def add(function):
        CASES.append((function, scripts or (False, True)))
        return function
    return add


class Wrong(Exception):
    pass


def true(condition, what):
    if not condition:
        raise Wrong(what)


def equal(found, wanted, what):
    if found != wanted:
        raise Wrong(f"{what} is {found!r}, expected {wanted!r}")


class Site:
    """A server of a flow, windows that look at it, and what comes out."""

    def __init__(self, program, chromium, checks, scripts, where):
        self.program, self.chromium, self.checks, self.scripts, self.where = program, chromium, checks, scripts, where
        self.server, self.windows, self.options = None, [], []

    def serve(self, text, *options):
        self.server = Server(self.program, *self._begin(text, options))
        return self.window(self.server.address)

    def _begin(self, text, options):
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.flow = self.folder / (text.split("id: ")[1].split("\n")[0] + ".flow.yaml")
        self.flow.write_text(text)
        self.ends = self.folder / "ends.jsonl"
        self.ends.touch()
        self.options = [self.flow, "--on-end", f"cat >> '{self.ends}'", *options]
        return self.options

    def window(self, address, sharing=None):
        window = Window(self.chromium, self.scripts, sharing)
        self.windows.append(window)
        window.open(address)
        return window

    def restart(self):
        """Ends the process, and begins another one at the same address with the same folder."""
        port = self.server.port
        self.server.end()
        self.server = Server(self.program, *self.options, folder=self.server.folder, port=port)

    def results(self, *options):
        made = subprocess.run(
            [self.program, "results", str(self.flow), *options], capture_output=True, text=True, check=False,
            env=dict(os.environ, XDG_STATE_HOME=self.server.folder, TZ="UTC"))
        true(made.returncode == 0, f"results {options} fails: {made.stderr}")
        return made.stdout.splitlines()

    def outputs(self, count=1):
        """Waits for results; more than expected would have come by then, because they come before the last page."""
        end = time.monotonic() + PATIENCE
        while len(lines := self.ends.read_text().splitlines()) < count and time.monotonic() < end:
            time.sleep(0.01)
        equal(len(lines), count, "the number of results")
        return [json.loads(line)["output"] for line in lines]

    def look(self, window, step):
        self.checks.page(window, f"{self.where}, {step}", step)

    def close(self):
        for window in reversed(self.windows):
            window.close()
        if self.server:
            self.server.close()
            shutil.rmtree(self.folder, ignore_errors=True)


NEXT = "button.first"


def step(window):
    return window.address.split("?")[0].rsplit("/", 1)[1]


def fill_people(window, name="Ann"):
    window.type('[name="f:name"]', name)
    window.click('label[for="f2-0"]')
    window.settle()


def refuse(site, window, words):
    """Sends a form that isn't taken: with scripts, the reason is above it."""
    if site.scripts:
        window.click(NEXT)
        window.until(f"document.querySelector('main').innerText.includes({json.dumps(words)})", "the reason doesn't come")
    else:
        window.press(NEXT)
        true(words in window.text("main"), f"the page doesn't say it: {window.text('main')[:200]}")


def to_people(window):
    window.type('[name="f:where"]', "Oslo")
    window.press(NEXT)
    equal(step(window), "people", "the step")


# --- What others get wrong ----------------------------------------------------------------------

@case()
def a_double_press_makes_one_result(site):
    window = site.serve(TRIP)
    window.type('[name="f:where"]', "Oslo")
    window.leave()
    window.click(NEXT, count=2)
    window.settle()
    window.open(window.address.split("?")[0])
    equal(step(window), "people", "the step after a double press")
    fill_people(window)
    window.press(NEXT)
    window.leave()
    window.click(NEXT, count=2)
    window.settle()
    window.until("location.pathname.endsWith('/-end')", "the walk doesn't end")
    equal(site.outputs()[0]["name"], "Ann", "the name")
    equal(len(site.results("--json")), 1, "the number of walks")


@case()
def a_second_window_does_not_change_what_the_first_one_answered(site):
    one = site.serve(TRIP)
    to_people(one)
    two = site.window(one.address, sharing=one)
    fill_people(one, "Ann")
    fill_people(two, "Bob")
    one.press(NEXT)
    equal(step(one), "check", "the step of the first window")
    two.press(NEXT)
    true("out of date" in two.text("main"), f"the second window says nothing: {two.text('main')}")
    true(two.has('.note[role="status"]'), "the note isn't announced")
    site.look(two, "stale")
    one.press(NEXT)
    equal(site.outputs()[0]["name"], "Ann", "the name")


@case()
def what_is_typed_is_there_after_going_back(site):
    window = site.serve(TRIP)
    to_people(window)
    window.type('[name="f:name"]', "Ann")
    window.type('[name="f:note"]', "two\nlines")
    window.press('button[value="back"]')
    equal(step(window), "where", "the step")
    equal(window.value("document.querySelector('[name=\"f:where\"]').value"), "Oslo", "the first answer")
    window.press(NEXT)
    equal(window.value("document.querySelector('[name=\"f:name\"]').value"), "Ann", "the name")
    equal(window.value("document.querySelector('[name=\"f:note\"]').value"), "two\nlines", "the note")


@case()
def the_browsers_own_way_back_shows_a_step_as_it_would_be(site):
    window = site.serve(TRIP)
    to_people(window)
    fill_people(window)
    window.press(NEXT)
    equal(step(window), "check", "the step")
    window.back()
    equal(step(window), "people", "the step after going back")
    equal(window.value("document.querySelector('[name=\"f:name\"]').value"), "Ann", "the name")
    window.type('[name="f:name"]', "Eve")
    window.press(NEXT)
    equal(step(window), "check", "the step after changing an answer")
    window.press(NEXT)
    equal(site.outputs()[0]["name"], "Eve", "the name in the result")


@case(True)
def what_is_typed_is_there_after_the_window_was_closed(site):
    window = site.serve(TRIP)
    to_people(window)
    address = window.address
    window.type('[name="f:name"]', "Ann")
    window.type('[name="f:note"]', "typed")
    window.settle()
    window.command("Page.navigate", url="about:blank")
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        window.command("Page.navigate", url=address)
        window.settle()
        if window.value("document.querySelector('[name=\"f:note\"]').value") == "typed":
            return equal(window.value("document.querySelector('[name=\"f:name\"]').value"), "Ann", "the name")
    raise Wrong("what was typed is lost")


@case()
def a_walk_that_has_expired_says_so(site):
    window = site.serve(TRIP, "--expire", "15s")
    to_people(window)
    address = window.address
    open_page = site.window(address, sharing=window)
    end = time.monotonic() + PATIENCE
    while window.has("form") and time.monotonic() < end:
        window.open(address)
    for each in (window, open_page):
        if each is open_page:
            fill_people(each) if not site.scripts else each.type('[name="f:name"]', "Ann")
            each.press(NEXT)
        true("expired" in each.text("main"), f"the page doesn't say it: {each.text('main')}")
        true(not each.has("form") and not each.has(".problems"), "the walk begins anew")
    site.look(window, "expired")
    begin = address.rsplit("/", 1)[0] + "/-begin"
    window.open(begin)
    true("expired" in window.text("main") and not window.has("form"), "the first page begins anew")


@case()
def a_long_answer_is_kept_or_refused(site):
    window = site.serve(TRIP)
    to_people(window)
    fill_people(window)
    text = "".join(f"line {number} with some words\n" for number in range(5_000))
    # Pasted, because typing it takes the browser a minute.
    window.value(f"document.querySelector('[name=\"f:note\"]').value = {json.dumps(text)}")
    window.press(NEXT)
    equal(step(window), "check", "the step")
    site.restart()
    window.reload()
    window.press(NEXT)
    equal(site.outputs()[0]["note"].strip(), text.strip(), "the note")


@case()
def an_answer_that_is_too_long_is_refused(site):
    window = site.serve(TRIP)
    to_people(window)
    address = window.address
    window.value("document.querySelector('[name=\"f:note\"]').value = 'x'.repeat(1_100_000)")
    if site.scripts:
        window.value("document.querySelector('[name=\"f:note\"]').dispatchEvent(new Event('input', {bubbles: true}))")
    refuse(site, window, "too large")
    site.look(window, "too large")
    if site.scripts:
        equal(window.value("document.querySelector('[name=\"f:note\"]').value.length"), 1_100_000, "what's left of the note")
    window.open(address)
    equal(step(window), "people", "the step")


@case()
def what_was_typed_stays_while_the_store_is_away(site):
    window = site.serve(TRIP)
    to_people(window)
    walks = pathlib.Path(site.server.folder) / "stackflow" / "web"
    fill_people(window)
    walks.rename(walks.with_name("away"))
    walks.write_text("")
    refuse(site, window, "does not work at the moment")
    site.look(window, "not now")
    walks.unlink()
    walks.with_name("away").rename(walks)
    if site.scripts:
        equal(window.value("document.querySelector('[name=\"f:name\"]').value"), "Ann", "what was typed")
        window.press(NEXT)
    else:
        window.reload()
    equal(step(window), "check", "the step behind the form")


@case()
def the_last_page_stays(site):
    window = site.serve(TRIP)
    to_people(window)
    fill_people(window)
    window.press(NEXT)
    window.press(NEXT)
    equal(step(window), "-end", "the step")
    site.outputs()
    shown = window.text("main")
    true("Ann" in shown, "the last page doesn't show the answers")
    window.reload()
    equal(window.text("main"), shown, "the page after a refresh")
    site.restart()
    window.open(window.address)
    equal(window.text("main"), shown, "the page of another process")
    site.outputs()


@case(True)
def a_press_counts_while_the_page_is_loading_fields(site):
    window = site.serve(TRIP)
    to_people(window)
    fill_people(window, "An")
    window.type('[name="f:note"]', "x")
    window.leave()
    x, y = window.place(NEXT)
    window.command("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    time.sleep(0.2)
    window.command("Input.dispatchMouseEvent", type="mouseReleased", x=x, y=y, button="left", clickCount=1)
    window.until("location.pathname.endsWith('/check')", "the press is lost")


# --- Files --------------------------------------------------------------------------------------

def kept(site):
    """The files in the folder beside that of the walks."""
    return sorted(path.name for path in pathlib.Path(site.server.folder).rglob("*") if path.is_file() and "web-files" in str(path))


@case()
def a_file_is_chosen_once(site):
    window = site.serve(PAPERS, "--max-upload", "100k")
    photo, proof = site.folder / "a photo.jpg", site.folder / "京都 proof.pdf"
    photo.write_bytes(b"\xff\xd8" + bytes(range(256)) * 200)
    proof.write_text("proof")
    equal(window.attribute('[name="f:target"]', "type"), "text", "the input of a path to write")
    window.choose_file('[name="f:photo"]', str(photo))
    window.type('[name="f:target"]', "out")
    window.settle()
    window.press(NEXT)
    window.until("!!document.querySelector('.problems')", "a missing answer isn't refused")
    window.settle()
    true("a_photo.jpg" in window.text("main"), "the file must be chosen again")
    site.look(window, "after an error")
    window.type('[name="f:age"]', "5")
    window.settle()
    window.press(NEXT)
    window.until("location.pathname.endsWith('/seen')", "the next step doesn't come")
    window.settle()
    true("Seen a_photo.jpg?" in window.text("h1"), f"the page shows a path: {window.text('h1')}")
    site.restart()
    window.reload()
    window.press('button[value="back"]')
    true("a_photo.jpg" in window.text("main"), "the file is lost after a restart and going back")
    window.choose_file('[name="f:photo"]', str(proof))
    window.choose_file('[name="f:proof"]', str(photo))
    window.settle()
    window.press(NEXT)
    window.until("location.pathname.endsWith('/seen')", "the next step doesn't come")
    equal(kept(site), ["a_photo-2.jpg", "京都_proof.pdf"], "the files")
    window.type('[name="f:seen"]', "yes")
    window.press(NEXT)
    for_pages = window.value("document.documentElement.outerHTML")
    true(site.server.folder not in for_pages, "the page has a path of the server")
    window.press(NEXT)
    equal(step(window), "-end", "the step")
    output = site.outputs()[0]
    equal(pathlib.Path(output["photo"]).read_text(), "proof", "the file")
    equal(pathlib.Path(output["proof"]).read_bytes(), photo.read_bytes(), "the other file")
    walk = json.loads(site.results("--json")[0])["walk"]
    site.results("--delete", walk)
    equal(kept(site), [], "the files of a deleted walk")


@case()
def a_file_is_removed_or_too_large(site):
    window = site.serve(PAPERS, "--max-upload", "1k")
    small, large = site.folder / "small.txt", site.folder / "large.txt"
    small.write_text("small")
    large.write_text("x" * 1_025)
    window.choose_file('[name="f:photo"]', str(large))
    window.choose_file('[name="f:proof"]', str(small))
    window.press(NEXT)
    true("too large" in window.text("main"), f"the page doesn't say it: {window.text('main')}")
    equal(kept(site), ["small.txt"], "the files")
    window.click('label[for="f2-r"]')
    window.press(NEXT)
    equal(kept(site), [], "the files after removing one")
    true("small.txt" not in window.text("main"), "the page shows a removed file")


@case(True)
def a_chosen_file_stays_while_fields_are_loaded(site):
    window = site.serve(PAPERS)
    photo = site.folder / "photo.jpg"
    photo.write_text("1")
    window.choose_file('[name="f:photo"]', str(photo))
    window.type('[name="f:age"]', "7")
    window.type('[name="f:target"]', "out")
    window.value("document.activeElement.blur()")
    window.settle()
    window.press(NEXT)
    equal(step(window), "seen", "the step")


# --- Addresses and limits -----------------------------------------------------------------------

@case()
def a_revoked_address_says_so(site):
    window = site.serve(TRIP)
    to_people(window)
    old = window.address
    walk = old.split("/")[4]
    new = site.results("--revoke", walk)[0]
    fill_people(window) if not site.scripts else window.type('[name="f:name"]', "Ann")
    window.press(NEXT)
    true("revoked" in window.text("main"), f"the page doesn't say it: {window.text('main')}")
    site.look(window, "revoked")
    window.open(old)
    true("revoked" in window.text("main") and not window.has("form"), "the old address still leads there")
    window.open(old.replace(walk, new))
    equal(step(window), "people", "the step at the new address")


def ended(port, *pieces, pause=0.0):
    """Sends pieces, and returns what comes until the server ends the connection."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as connection:
        found = []

        def read():
            try:
                while part := connection.recv(65_536):
                    found.append(part)
            except OSError:
                pass
        reader = threading.Thread(target=read)
        reader.start()
        for piece in pieces:
            try:
                connection.sendall(piece)
            except OSError:
                break
            if not reader.is_alive():
                break
            time.sleep(pause)
        reader.join(PATIENCE)
        true(not reader.is_alive(), f"the connection stays open after {pieces[:1]}")
        return b"".join(found)


@case(None)
def connections_that_say_nothing_or_too_much_are_ended(site):
    site.server = Server(site.program, *site._begin(TRIP, ["--idle", "1s"]))
    port = site.server.port
    head = b"POST /trip/x HTTP/1.1\r\nHost: localhost\r\n"
    equal(ended(port), b"", "the answer to nothing")
    equal(ended(port, b"GET / HTTP/1.1\r\nHost: loc"), b"", "the answer to half a head")
    many = ended(port, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + b"".join(b"X-%d: 1\r\n" % number for number in range(200)) + b"\r\n")
    true(not many.startswith(b"HTTP/1.1 2") and not many.startswith(b"HTTP/1.1 3"), f"200 headers are taken: {many[:60]}")
    large = ended(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 40_000 + b"\r\n\r\n")
    true(not large.startswith(b"HTTP/1.1 2") and not large.startswith(b"HTTP/1.1 3"), f"a large header is taken: {large[:60]}")
    ended(port, *[b"GET / HTTP/1.1\r\n", *[b"X"] * 100], pause=0.1)
    slow = ended(port, head + b"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\n", *[b"a"] * 200, pause=0.1)
    true(b" 408 " in slow or slow == b"", f"a form that trickles is taken: {slow[:80]}")
    ended(port, head + b"Content-Length: 1000\r\n\r\nabc")
    # It still answers.
    true(ended(port, b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").startswith(b"HTTP/1.1 303"), "it doesn't answer")


# --- What a page says ---------------------------------------------------------------------------

@case()
def groups_have_names_and_problems_are_announced(site):
    window = site.serve(TRIP)
    equal(window.title, "Where to? – A trip", "the title of the window")
    window.press(NEXT)
    equal(window.title, "Error: Where to? – A trip", "the title of the window with a problem")
    site.look(window, "where, refused")
    window.type('[name="f:where"]', "Oslo")
    window.press(NEXT)
    equal(window.title, "Who comes? – A trip", "the title of the window")
    equal(window.value("[...document.querySelectorAll('main fieldset > legend')].map(each => each.innerText.split('\\n')[0].trim())"),
          ["How?", "What else? optional"], "the names of groups")
    equal(window.value("new Set([...document.querySelectorAll('input[type=radio]')].map(each => each.name)).size"), 1, "the radio groups")
    window.press(NEXT)
    site.look(window, "people, refused")
    window.until("document.activeElement.className === 'problems'", "the focus isn't at the problems")
    equal(window.attribute(".problems", "role"), "alert", "the role of the problems")
    links = window.value("[...document.querySelectorAll('.problems a')].map(each => each.hash)")
    equal(links, ["#f1", "#f2-0"], "the links of the problems")
    for link in links:
        window.click(f'.problems a[href="{link}"]')
        window.until(f"document.activeElement.id === {json.dumps(link[1:])}", f"the link {link} doesn't lead to its field")
    equal(window.attribute("#f1", "aria-invalid"), "true", "the mark of a refused input")
    described = window.attribute("#f1", "aria-describedby").split()
    true(any("required" in (window.text(f"#{each}") or "").lower() or "enter" in (window.text(f"#{each}") or "").lower()
             for each in described), "the input isn't described by its problem")


@case()
def what_a_search_finds_is_announced(site):
    window = site.serve(SEARCH)
    site.look(window, "place")
    window.type('input[type="search"]', "p29")
    if site.scripts:
        window.until("document.querySelector('p[role=status]').innerText.includes('of 11')", "the search finds nothing")
        window.settle()
    else:
        window.press('button[value^="find:"]')
    true("of 11" in window.text('p[role="status"]'), f"the number isn't announced: {window.text('main')}")
    window.click('label[for="f1-3"]')
    window.settle()
    window.press('main form .actions button')
    equal(step(window), "-end", "the step")


@case()
def long_texts_fit_on_a_narrow_page(site):
    window = site.serve(WIDE)
    window.type('[name="f:first"]', "長い" * 150)
    for width in (320, 768, 1280):
        window.resize(width)
        true(window.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), f"the page is wider than {width}")
    window.resize(320)
    site.look(window, "first")
    window.press(NEXT)
    window.click('label[for="f1-0"]')
    window.settle()
    site.look(window, "way")
    window.press(NEXT)
    true(window.value("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "the review is too wide")
    site.look(window, "check")
    window.press(NEXT)
    equal(site.outputs()[0]["first"], "長い" * 150, "the text")


def tab_to(window, selector, shift=False):
    for _ in range(60):
        if window.value(f"document.activeElement.matches({json.dumps(selector)})"):
            return
        window.key("Tab", shift)
    raise Wrong(f"Tab doesn't lead to {selector}")


def enter(window):
    window.leave()
    window.key("Enter")
    window.settle()


@case()
def the_keyboard_alone_walks_a_flow(site):
    window = site.serve(TRIP)
    window.key("Tab")
    window.until("document.activeElement.className === 'skip'", "the first element isn't the link to the question")
    tab_to(window, '[name="f:where"]')
    enter(window)
    window.until("document.activeElement.className === 'problems'", "the focus isn't at the problems")
    window.key("Tab")
    window.key("Enter")
    window.until("document.activeElement.id === 'f1'", "the link doesn't lead to the field")
    window.command("Input.insertText", text="Oslo")
    enter(window)
    equal(step(window), "people", "the step")
    tab_to(window, '[name="f:name"]')
    window.command("Input.insertText", text="Ann")
    tab_to(window, '[name="f:way"]')
    window.settle()
    window.key("Space")
    window.key("ArrowDown")
    window.settle()
    equal(window.value("document.activeElement.value"), 'v"boat"', "the button after an arrow key")
    tab_to(window, '[name="f:extras"]')
    window.key("Space")
    window.settle()
    window.key("Tab")
    window.key("Space")
    window.settle()
    tab_to(window, NEXT)
    enter(window)
    equal(step(window), "check", "the step")
    tab_to(window, "dd.change a")
    enter(window)
    equal(step(window), "where", "the step after changing an answer")
    for _ in range(2):
        tab_to(window, NEXT)
        enter(window)
    equal(step(window), "check", "the step")
    tab_to(window, NEXT)
    enter(window)
    output = site.outputs()[0]
    equal([output["name"], output["way"], output["extras"]], ["Ann", "boat", ["meal", "bed"]], "the answers")


# --- Running ------------------------------------------------------------------------------------

def run(program, chromium, checks, names):
    """Tries all cases, or those named; returns their number."""
    tried = 0
    for function, settings in CASES:
        if names and function.__name__ not in names:
            continue
        for scripts in settings:
            words = {None: "", False: ", scripts off", True: ", scripts on"}[scripts]
            where = function.__name__.replace("_", " ") + words
            tried += 1
            checks.attempt(where, lambda: attempt(function, Site(program, chromium, checks, scripts, where)))
    return tried


def attempt(function, site):
    try:
        function(site)
    except (Wrong, BrowserError, RuntimeError, OSError, KeyError, IndexError) as error:
        site.checks.fail(site.where, f"{error if isinstance(error, Wrong) else repr(error)}")
    finally:
        site.close()
