// SPDX-License-Identifier: Apache-2.0

extension WebAssets {
  /// The script that makes the pages livelier; every page works without it.
  ///
  /// It asks for pages without loading the window anew, sends a form when an answer may bring up other fields, finds in
  /// long lists while one types, and keeps what's typed and not sent.
  static let script = """
    "use strict";
    (() => {
      const form = () => document.querySelector("main form");
      const data = (button) => {
        const sent = new URLSearchParams();
        // Files go with the form itself.
        for (const [name, value] of new FormData(form())) if (typeof value === "string") sent.append(name, value);
        sent.set("do", button);
        return sent;
      };
      let here = location.pathname + location.search;
      let running = null;
      let wanted = null;
      let timer = 0;
      const later = (act, delay) => { clearTimeout(timer); timer = setTimeout(act, delay); };

      // While a button is being pressed, it isn't replaced: the press would be lost.
      let isPressed = false;
      for (const kind of ["pointerdown", "pointerup", "pointercancel"])
        addEventListener(kind, () => { isPressed = kind === "pointerdown"; }, true);
      addEventListener("pointermove", (event) => { if (!event.buttons) isPressed = false; }, true);
      const released = async () => { while (isPressed) await new Promise((next) => setTimeout(next, 10)); };

      // The inputs as they are now, by the ids of their elements.
      const inputs = () => new Map([...document.querySelectorAll("main form [id]")]
        .filter((each) => "value" in each && each.name && each.type !== "file").map((each) => [each.id, [each.value, each.checked]]));

      // Shows a page that has arrived; the focus goes where it was, to the problems, or to the title.
      const show = (text, address, focus, before) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        const main = page.querySelector("main");
        if (!main) { location.href = address; return; }
        page.querySelectorAll("[autofocus]").forEach((each) => each.removeAttribute("autofocus"));
        const at = document.activeElement;
        const place = focus && at && at.id && { id: at.id, start: at.selectionStart };
        document.title = page.title;
        document.documentElement.lang = page.documentElement.lang;
        document.documentElement.dir = page.documentElement.dir;
        document.querySelector("header").replaceWith(page.querySelector("header"));
        const open = document.querySelector("details.rail")?.open;
        const typed = before ? [...inputs()].filter(([id, now]) => before.has(id) && String(before.get(id)) !== String(now)) : [];
        const files = [...document.querySelectorAll("main input[type=file]")].map((each) => [each.id, each.name, each.files]);
        document.querySelector(".frame").replaceWith(page.querySelector(".frame"));
        // A chosen file that wasn't sent stays, too.
        for (const [id, name, chosen] of before ? files : []) {
          const field = document.getElementById(id);
          if (field && field.name === name && chosen.length) field.files = chosen;
        }
        // Texts that were typed meanwhile stay.
        for (const [id, [value, checked]] of typed) {
          const field = document.getElementById(id);
          if (field && "value" in field) { field.value = value; field.checked = checked; }
        }
        const rail = document.querySelector("details.rail");
        if (rail && open) rail.open = true;
        if (address !== location.href) history.pushState(null, "", address);
        here = location.pathname + location.search;
        const same = place && document.getElementById(place.id);
        if (same) {
          same.focus();
          try { if (place.start !== null) same.setSelectionRange(place.start, place.start); } catch { }
        } else {
          scrollTo(0, 0);
          (document.querySelector(".problems") || document.getElementById("main")).focus();
        }
        begin();
      };

      // Why a form wasn't taken is said above it, and it stays as it is.
      const say = (text) => {
        const page = new DOMParser().parseFromString(text, "text/html");
        const note = document.querySelector("main > .note[role=alert]") || document.createElement("p");
        note.className = "note";
        note.setAttribute("role", "alert");
        note.textContent = page.querySelector("h1")?.textContent || page.title || page.body.textContent;
        document.querySelector("main").prepend(note);
        scrollTo(0, 0);
      };

      const send = async (button, focus) => {
        clearTimeout(timer);
        const sent = data(button);
        const own = running = { isUpdate: focus };
        const before = focus ? inputs() : null;
        document.body.setAttribute("aria-busy", "true");
        try {
          const answer = await fetch(form().action, { method: "POST", body: sent, headers: { accept: "text/html" } });
          const text = await answer.text();
          await released();
          if (own !== running) return;
          if (answer.ok || [404, 410].includes(answer.status)) show(text, answer.url, focus, before);
          else say(text || answer.statusText);
        } catch {
          // Without a connection, the browser says so itself.
          if (own === running && !focus) { own.failed = true; native(button); }
        } finally {
          if (own === running) {
            running = null;
            document.body.removeAttribute("aria-busy");
            const next = wanted;
            wanted = null;
            // The button that was pressed meanwhile, of the form that's there now.
            if (next && form()) form().enctype === "multipart/form-data" ? native(next) : send(next, false);
          }
        }
      };

      const native = (button) => {
        const pressed = document.querySelector(`button[name=do][value="${CSS.escape(button)}"]`);
        if (pressed) { pressed.dataset.native = "1"; pressed.click(); }
      };

      addEventListener("submit", (event) => {
        const button = event.submitter;
        if (event.target !== form() || button?.dataset.native) return;
        clearTimeout(timer);
        const word = button ? button.value : "next";
        if (running?.isUpdate) wanted = word;
        if (!running && event.target.enctype === "multipart/form-data") return;
        event.preventDefault();
        if (!running) send(word, false);
      });

      addEventListener("change", (event) => {
        const field = event.target;
        if (!form() || !form().contains(field) || !field.name || !field.name.startsWith("f:")) return;
        // Of a form with several fields, others may follow from an answer.
        if (form().querySelectorAll("input[name=has]").length < 2) return;
        document.body.setAttribute("aria-busy", "true");
        const update = () => {
          if (isPressed || running) return later(update, 50);
          send("update", true);
        };
        later(update, 50);
      });

      addEventListener("input", (event) => {
        const field = event.target;
        // A text beside the choices is chosen by typing it.
        if (field.type === "text" && field.name.startsWith("o:")) {
          const name = CSS.escape("f:" + field.name.slice(2));
          const row = document.querySelector(`input[type=radio][name="${name}"][value=o]`);
          if (row) row.checked = true;
        }
        if (field.type === "search" && field.name.startsWith("q:")) {
          later(() => { if (!running) send("find:" + field.name.slice(2), true); }, 250);
        }
      });

      // Texts that are typed and not sent are kept if the window goes.
      addEventListener("pagehide", () => {
        if (form() && form().dataset.changed) navigator.sendBeacon(form().action, data("keep-draft"));
      });
      addEventListener("input", (event) => {
        if (form() && form().contains(event.target) && event.target.type !== "password") form().dataset.changed = "1";
      });

      addEventListener("popstate", async () => {
        // A link to a field is on the same page.
        if (here === location.pathname + location.search) return;
        const answer = await fetch(location.href);
        show(await answer.text(), answer.url, false);
      });

      const begin = () => {
        const wait = document.querySelector("[data-refresh]");
        if (wait) later(() => location.reload(), 2000);
      };
      begin();
    })();
    """
}
