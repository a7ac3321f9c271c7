# SPDX-License-Identifier: Apache-2.0
"""A browser without scripts: it keeps cookies, follows redirections, and fills in the form of a page."""
# clock: a site is another process, which may never answer.
import html.parser
import http.client
import ssl
import urllib.parse


class Page(html.parser.HTMLParser):
    """A page with its last form: inputs by name, and buttons."""

    def __init__(self, status, headers, text, path):
        super().__init__()
        self.status, self.headers, self.text, self.path = status, headers, text, path
        self.action, self.inputs, self.buttons, self._area, self._menu = None, [], [], None, None
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        if tag == "form":
            self.action = given.get("action") or self.path
            self.inputs, self.buttons = [], []
        elif tag == "input" and "name" in given:
            if given.get("type") in ("radio", "checkbox") and "checked" not in given:
                return
            self.inputs.append((given["name"], given.get("value", "")))
        elif tag == "textarea":
            self._area = given.get("name")
            self.inputs.append((self._area, ""))
        elif tag == "select":
            self._menu = given.get("name")
        elif tag == "option" and "selected" in given and self._menu:
            self.inputs.append((self._menu, given.get("value", "")))
        elif tag == "button" and "name" in given:
            self.buttons.append((given["name"], given.get("value", "")))

    def handle_data(self, data):
        if self._area:
            self.inputs[-1] = (self._area, data.lstrip("\n"))

    def handle_endtag(self, tag):
        if tag == "textarea":
            self._area = None
        elif tag == "select":
            self._menu = None

    @property
    def step(self):
        """The last part of the path."""
        return urllib.parse.unquote(urllib.parse.urlsplit(self.path).path.rstrip("/").split("/")[-1])

    def sent(self, values, button=None):
        """The fields of the form with values, and its first button or the one with a value."""
        fields = [(name, value) for name, value in self.inputs if name not in values]
        fields += [(name, value) for name, value in values.items()]
        buttons = [each for each in self.buttons if button is None or each[1] == button]
        if button is not None and not buttons:
            raise ValueError(f"there's no button '{button}' at {self.path}, only {self.buttons}")
        return fields + buttons[:1]


class Visitor:
    """A visitor of a site at a host and a port. A connection that breaks raises OSError or HTTPException."""

    def __init__(self, host, port, timeout=60, headers=None, keeps=False, encrypts=False):
        self.host, self.port, self.timeout, self.headers = host, port, timeout, dict(headers or {})
        self.cookies, self.keeps, self._connection, self.encrypts = {}, keeps, None, encrypts

    def _connected(self):
        if self._connection is None:
            if self.encrypts:
                # A check makes its certificate itself.
                self._connection = http.client.HTTPSConnection(
                    self.host, self.port, timeout=self.timeout, context=ssl._create_unverified_context())
            else:
                self._connection = http.client.HTTPConnection(self.host, self.port, timeout=self.timeout)
        return self._connection

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def request(self, method, path, fields=None):
        """Sends one request, and returns the page, which can be a redirection."""
        headers = dict(self.headers)
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        body = None
        if fields is not None:
            body = urllib.parse.urlencode(fields)
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        if not self.keeps:
            headers["Connection"] = "close"
        connection = self._connected()
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            text = response.read().decode()
        except (OSError, http.client.HTTPException):
            self.close()
            raise
        for name, value in response.getheaders():
            if name.lower() == "set-cookie":
                key, _, word = value.split(";")[0].partition("=")
                self.cookies[key] = word
        found = {name.lower(): value for name, value in response.getheaders()}
        if not self.keeps:
            self.close()
        return Page(response.status, found, text, path)

    def follow(self, page):
        """Follows redirections."""
        for _ in range(10):
            if page.status not in (301, 302, 303, 307):
                return page
            target = urllib.parse.urljoin(page.path, page.headers["location"])
            parts = urllib.parse.urlsplit(target)
            page = self.request("GET", parts.path + ("?" + parts.query if parts.query else ""))
        return page

    def get(self, path):
        return self.follow(self.request("GET", path))

    def send(self, page, values=None, button=None):
        """Sends the form of a page, and returns the response without following it."""
        return self.request("POST", page.action, page.sent(values or {}, button))

    def press(self, page, values=None, button=None):
        return self.follow(self.send(page, values, button))
