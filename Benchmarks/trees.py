# SPDX-License-Identifier: Apache-2.0
"""What `tree-times` and `update-times` share: a tree of templates in several languages, and processes that are measured."""
import os
import statistics
import sys
import time

FILES, TEMPLATES, IN_A_FOLDER = 10_000, 1_000, 100

# The questions and the answers of the flow, and of the template for copier.
QUESTIONS = """\
  - { ask: name, type: string }
  - { ask: http, type: boolean }
  - { ask: port, type: integer }
  - { ask: parts, type: list, of: { type: string } }
"""
COPIER = """\
_subdirectory: tree
_envops: { trim_blocks: true }
name: { type: str }
http: { type: bool }
port: { type: int }
parts: { type: yaml }
"""
ANSWERS = '{ "name": "x", "http": true, "port": 8080, "parts": ["a", "b", "c"] }'

# Lines of a template in our language, and in Jinja.
BODY = [
    ("# ${name}", "# {{ NAME }}"),
    ("${if http}", "{% if HTTP %}"),
    ("It listens on port ${port}.", "It listens on port {{ PORT }}."),
    ("${else}", "{% else %}"),
    ("It takes jobs from a queue.", "It takes jobs from a queue."),
    ("${end}", "{% endif %}"),
    ("${for part in parts}", "{% for part in PARTS %}"),
    ("- ${part} of ${name.upperAscii()}", "- {{ part }} of {{ NAME | upper }}"),
    ("${end}", "{% endfor %}"),
] + 30 * [("A line that is the same for all, as most of them are.",) * 2]
PLAIN = "".join(f"line {number} of a file that's copied as it is\n" for number in range(25))


def ours():
    """The template in our language."""
    return "".join(line + "\n" for line, _ in BODY)


def jinja(prefix):
    """The template, in which questions have a prefix."""
    text = "".join(theirs + "\n" for _, theirs in BODY)
    for name in ["NAME", "HTTP", "PORT", "PARTS"]:
        text = text.replace(name, prefix + name.lower())
    return text


def write_tree(root, suffix, text, in_name):
    for number in range(FILES):
        folder = root / f"part{number // IN_A_FOLDER}"
        if number % IN_A_FOLDER == 0:
            folder.mkdir(parents=True)
        if number % (FILES // TEMPLATES) == 0:
            (folder / f"{number}-{in_name}.md{suffix}").write_text(text)
        else:
            (folder / f"{number}.txt").write_text(PLAIN)


def measure(arguments, folder, environment, status=0):
    """Runs a process, which ends with a status; returns its seconds, its peak memory in MB, and the seconds of the processor."""
    log = folder / "log"
    start = time.monotonic()
    actions = [(os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), (os.POSIX_SPAWN_DUP2, 1, 2)]
    process = os.posix_spawnp(arguments[0], list(map(str, arguments)), environment, file_actions=actions)
    _, found, usage = os.wait4(process, 0)
    seconds = time.monotonic() - start
    if os.waitstatus_to_exitcode(found) != status:
        sys.exit(f"{' '.join(map(str, arguments))}: {found}\n{log.read_text()[-2000:]}")
    scale = 1024 if sys.platform == "darwin" else 1
    return seconds, usage.ru_maxrss / scale / 1024, usage.ru_utime + usage.ru_stime


def files(root):
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def table(measured, base):
    """Prints the figures of each contestant, with the times that one of them took as a unit."""
    unit = statistics.median(figures[0] for figures in measured[base])
    print(f"| program | median, s | min, s | processor, s | MB, peak | times {base} |")
    print("|---|--:|--:|--:|--:|--:|")
    for contestant, figures in measured.items():
        seconds = [each[0] for each in figures]
        print(
            f"| {contestant} | {statistics.median(seconds):.2f} | {min(seconds):.2f} |"
            f" {statistics.median(each[2] for each in figures):.2f} | {max(each[1] for each in figures):.0f} |"
            f" {statistics.median(seconds) / unit:.2f} |")
