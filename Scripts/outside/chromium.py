# SPDX-License-Identifier: Apache-2.0
# clock: a browser is another process; the waits end when a page is there, and the limit is for one that never comes.
"""Headless Chromium, by the pipe of its DevTools protocol: pages are read, clicked, and typed at as by a visitor."""
import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# In seconds, for a page that never comes; no machine is so slow.
PATIENCE = 60


class BrowserError(Exception):
    pass


class Chromium:
    """A process with windows that know nothing of each other."""

    def __init__(self):
        program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
        self.folder = tempfile.mkdtemp()
        theirs, self.output = os.pipe()
        self.input, answers = os.pipe()
        # The browser reads descriptor 3 and writes descriptor 4.
        high = [os.dup2(each, 40 + index) for index, each in enumerate((theirs, answers))]
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec "$@" 3<&{high[0]} 4>&{high[1]} {high[0]}<&- {high[1]}>&-', "bash", program, "--headless=new",
             "--no-sandbox", "--disable-gpu", "--no-first-run", "--lang=en", "--disable-dev-shm-usage", "--remote-debugging-pipe",
             f"--user-data-dir={self.folder}", "about:blank"],
            pass_fds=high, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for each in (theirs, answers, *high):
            os.close(each)
        self.count = 0
        self.rest = b""
        self.events = []

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, method, session=None, **parameters):
        """Sends a command, and returns what it answers; events that come before are kept."""
        self.count += 1
        message = {"id": self.count, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise BrowserError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def read(self):
        while b"\0" not in self.rest:
            if not select.select([self.input], [], [], PATIENCE)[0]:
                raise BrowserError("the browser doesn't answer")
            part = os.read(self.input, 1 << 20)
            if not part:
                raise BrowserError("the browser has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)


KEYS = {
    "Tab": ("Tab", 9, ""), "Enter": ("Enter", 13, "\r"), "Space": (" ", 32, " "), "ArrowDown": ("ArrowDown", 40, ""),
    "ArrowUp": ("ArrowUp", 38, ""), "Home": ("Home", 36, ""), "End": ("End", 35, ""),
}


class Window:
    """A window with cookies of its own, with scripts of pages on or off."""

    def __init__(self, chromium, scripts, sharing=None):
        self.chromium, self.scripts = chromium, scripts
        self.context = sharing.context if sharing else chromium.command("Target.createBrowserContext")["browserContextId"]
        self.target = chromium.command("Target.createTarget", url="about:blank", browserContextId=self.context)["targetId"]
        self.session = chromium.command("Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.is_shared = sharing is not None
        for domain in ("Page", "Log", "Runtime", "DOM"):
            self.command(f"{domain}.enable")
        self.command("Emulation.setScriptExecutionDisabled", value=not scripts)
        self.resize(1100)

    def command(self, method, **parameters):
        return self.chromium.command(method, self.session, **parameters)

    def close(self):
        self.chromium.command("Target.closeTarget", targetId=self.target)
        if not self.is_shared:
            self.chromium.command("Target.disposeBrowserContext", browserContextId=self.context)

    def resize(self, width, dark=False):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    # --- Reading ------------------------------------------------------------------------------

    def value(self, expression, waits=False):
        """Returns the value of an expression of JavaScript, which is evaluated on pages without scripts, too."""
        answer = self.command("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=waits)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise BrowserError(f"{details.get('exception', {}).get('description', details['text'])[:300]} in {expression[:120]}")
        return answer["result"].get("value")

    def has(self, selector):
        return self.value(f"!!document.querySelector({json.dumps(selector)})")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? null")

    def attribute(self, selector, name):
        return self.value(f"document.querySelector({json.dumps(selector)})?.getAttribute({json.dumps(name)}) ?? null")

    @property
    def address(self):
        return self.value("location.href")

    @property
    def title(self):
        return self.value("document.title")

    def notes(self):
        """Returns what the browser has noted of the pages since it was last asked: errors and violations of the policy."""
        found = []
        others = []
        for event in self.chromium.events:
            if event.get("sessionId") != self.session:
                others.append(event)
            elif event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] in ("error", "warning"):
                found.append(event["params"]["entry"]["text"])
            elif event["method"] == "Runtime.exceptionThrown":
                found.append(event["params"]["exceptionDetails"].get("exception", {}).get("description", "an exception"))
        self.chromium.events = others
        return found

    # --- Pages --------------------------------------------------------------------------------

    def until(self, expression, what):
        """Waits until an expression is true; a page that's about to go has no answer."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                if self.value(expression):
                    return
            except BrowserError as error:
                if "ended" in str(error) or time.monotonic() > end:
                    raise
            if time.monotonic() > end:
                raise BrowserError(f"{what} at {self.address}: {self.text('main')}")
            time.sleep(0.004)

    def settle(self):
        """Waits until the whole page is there, its script has done what it began, and nothing is being performed."""
        self.until(
            "document.readyState === 'complete' && !!document.querySelector('body:not([aria-busy]) main')"
            " && !document.querySelector('main')._left && !document.querySelector('[data-refresh]')", "the page doesn't come")

    def open(self, address):
        self.leave()
        self.command("Page.navigate", url=address)
        self.settle()

    def reload(self):
        self.leave()
        self.command("Page.reload")
        self.settle()

    def back(self):
        """Presses the browser's own button."""
        self.leave()
        history = self.command("Page.getNavigationHistory")
        self.command("Page.navigateToHistoryEntry", entryId=history["entries"][history["currentIndex"] - 1]["id"])
        self.settle()

    def leave(self):
        """Marks the page, so that the next one is another."""
        self.value("{ const main = document.querySelector('main'); if (main) main._left = true; }")

    # --- Doing --------------------------------------------------------------------------------

    def place(self, selector):
        """Brings an element into view, and returns the middle of it, where nothing may cover it."""
        found = self.value(f"""(() => {{
          const found = document.querySelector({json.dumps(selector)});
          if (!found) return "there's no";
          found.scrollIntoView({{ block: "center", inline: "nearest", behavior: "instant" }});
          const box = found.getClientRects()[0];
          if (!box || !box.width || !box.height) return "there's nothing to see of";
          const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
          const there = document.elementFromPoint(x, y);
          const fits = there && (found.contains(there) || there.contains(found));
          return fits ? [x, y] : `${{there ? there.outerHTML.slice(0, 80) : "nothing"}} covers`;
        }})()""")
        if isinstance(found, str):
            raise BrowserError(f"{found} {selector}")
        return found

    def click(self, selector, count=1):
        x, y = self.place(selector)
        for number in range(1, count + 1):
            for kind in ("mousePressed", "mouseReleased"):
                self.command("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=number)

    def press(self, selector):
        """Presses a button or follows a link, and waits for the next page."""
        self.leave()
        self.click(selector)
        self.settle()

    def type(self, selector, text):
        """Replaces what's in an input as a visitor does: by selecting all of it, and typing."""
        self.value(f"{{ const field = document.querySelector({json.dumps(selector)}); field.focus(); field.select?.(); }}")
        if text:
            self.command("Input.insertText", text=text)
        else:
            self.key("Delete")

    def key(self, name, shift=False):
        key, code, text = KEYS.get(name, (name, 46 if name == "Delete" else 0, ""))
        more = {"text": text, "unmodifiedText": text} if text else {}
        common = {"key": key, "code": name, "windowsVirtualKeyCode": code, "modifiers": 8 if shift else 0}
        self.command("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **common, **more)
        self.command("Input.dispatchKeyEvent", type="keyUp", **common)

    def choose_file(self, selector, *paths):
        found = self.command("Runtime.evaluate", expression=f"document.querySelector({json.dumps(selector)})")
        self.command("DOM.setFileInputFiles", files=list(paths), objectId=found["result"]["objectId"])

    def draw(self, path):
        picture = self.command("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))
