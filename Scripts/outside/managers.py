# SPDX-License-Identifier: Apache-2.0
"""The managers that run the unit of Documentation/Deploying.md: a systemd of a check's own, or a stand-in."""
# clock: a manager is another process, which may never answer.
import os
import pathlib
import subprocess
import time

UNIT = pathlib.Path("/etc/systemd/system/stackflow-web.service")
LOG = pathlib.Path("/var/log/stackflow-web")
SYSTEMCTL = pathlib.Path("/usr/local/bin/systemctl")

# The targets to which the unit refers, by itself or by what systemd adds. Nothing else is started.
TARGETS = ("sysinit", "basic", "multi-user", "network-online", "shutdown")

PATIENCE = 30


class Missing(Exception):
    """A systemd can't be the first process of a namespace here."""


def write_systemctl(text):
    SYSTEMCTL.write_text(text)
    SYSTEMCTL.chmod(0o755)


class Systemd:
    """systemd as the first process of a namespace, below a group of processes of its own, with only the page's unit.

    It sees the files and the network of the check. Its commands are on the PATH as `systemctl`.
    """

    name = "systemd"

    def __init__(self, folder):
        self.folder, self.process = pathlib.Path(folder), None
        self.program = next(
            (path for path in ("/usr/lib/systemd/systemd", "/lib/systemd/systemd") if os.path.exists(path)), None)
        if self.program is None:
            raise Missing("it isn't installed")
        units = self.folder / "units"
        units.mkdir(parents=True)
        (self.folder / "generators").mkdir()
        for target in TARGETS:
            (units / f"{target}.target").write_text("[Unit]\nDefaultDependencies=no\n")
        # What's enabled on this machine isn't started.
        subprocess.run(["rm", "-rf", "/etc/systemd/system"], check=True)
        UNIT.parent.mkdir()
        # There's no journal.
        change = UNIT.with_suffix(".service.d") / "log.conf"
        change.parent.mkdir()
        change.write_text(f"[Service]\nStandardOutput=append:{LOG}\nStandardError=append:{LOG}\n")
        groups = self.folder / "groups"
        groups.mkdir()
        self._tried("mount", "-t", "cgroup2", "cgroup2", groups)
        own = [line[3:] for line in open("/proc/self/cgroup", encoding="utf-8") if line.startswith("0::")]
        if not own:
            raise Missing("there's no group of processes of the second version")
        self.group = groups / own[0].strip().lstrip("/") / f"check-deploying-{time.time_ns():x}"
        try:
            self.group.mkdir()
            self.begin()
        except OSError as error:
            raise Missing(str(error)) from error
        except Missing:
            self.end()
            raise

    @staticmethod
    def _tried(*words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Missing((done.stderr or done.stdout).strip())

    def begin(self):
        """Starts it, as a machine does."""
        subprocess.run(["sh", "-c", "rm -rf /run/systemd /run/credentials /run/check-systemd.log"], check=True)
        # It mounts a folder of credentials in a namespace of its own, from where it comes back here.
        inner = ("mount --make-rshared / && mount -t cgroup2 cgroup2 /sys/fs/cgroup && "
                 f"exec {self.program} --unit=multi-user.target --show-status=no")
        outer = f"echo 0 >{self.group}/cgroup.procs && exec unshare --cgroup --mount sh -c '{inner}'"
        with open("/run/check-systemd.log", "wb") as log:
            self.process = subprocess.Popen(
                ["unshare", "--pid", "--fork", "--kill-child", "--mount", "--mount-proc", "sh", "-c", outer],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={"PATH": os.environ["PATH"], "container": "check-deploying", "SYSTEMD_LOG_TARGET": "null",
                     "SYSTEMD_UNIT_PATH": f"{UNIT.parent}:{self.folder}/units",
                     "SYSTEMD_GENERATOR_PATH": f"{self.folder}/generators"})
        end = time.monotonic() + PATIENCE
        while not os.path.exists("/run/systemd/private"):
            if (status := self.process.poll()) is not None or time.monotonic() > end:
                raise Missing(pathlib.Path("/run/check-systemd.log").read_text().strip()
                              or ("it doesn't answer" if status is None else f"it ends with the status {status}"))
            time.sleep(0.02)
        first = pathlib.Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text().split()[0]
        write_systemctl(f'#!/bin/sh\nexec nsenter --target {first} --pid --mount --cgroup /usr/bin/systemctl "$@"\n')
        while True:
            done = subprocess.run([SYSTEMCTL, "is-system-running", "--wait"], capture_output=True, text=True, check=False)
            if done.stdout.strip() in ("running", "degraded"):
                return
            if time.monotonic() > end:
                raise Missing(f"it says {done.stdout}{done.stderr}")
            time.sleep(0.05)

    def cut(self):
        """Ends it with all that it has started, as when a machine loses its power."""
        if self.process:
            self.process.kill()
            self.process.wait()
            self.process = None

    def end(self):
        self.cut()
        end = time.monotonic() + PATIENCE
        folders = [self.group, *self.group.rglob("*/")] if self.group.exists() else []
        for folder in sorted(folders, key=lambda folder: -len(folder.parts)):
            # What was killed is there for a moment.
            while time.monotonic() < end:
                try:
                    folder.rmdir()
                    break
                except OSError:
                    time.sleep(0.02)

    def properties(self):
        """What it says about the unit."""
        lines = subprocess.run([SYSTEMCTL, "show", "stackflow-web"], capture_output=True, text=True, check=True).stdout
        return dict(line.split("=", 1) for line in lines.splitlines() if "=" in line)


# Runs the unit as systemd would, as far as the page needs it.
STAND_IN = r"""#!/usr/bin/env python3
import os, pathlib, re, signal, subprocess, sys, time
unit = pathlib.Path("/etc/systemd/system/stackflow-web.service")
files = [unit, *sorted(unit.with_suffix(".service.d").glob("*.conf"))]
pid = pathlib.Path("/run/stackflow-web.pid")
settings = {}
for file in files:
    for line in file.read_text().splitlines():
        name, equals, value = line.partition("=")
        if not equals: continue
        if not value: settings[name] = []
        else: settings.setdefault(name, []).append(value)
def stop():
    if not pid.exists(): return
    process = int(pid.read_text())
    os.kill(process, signal.SIGTERM)
    # Nobody takes the status of what has ended.
    while os.path.exists(f"/proc/{process}") and ") Z " not in open(f"/proc/{process}/stat").read(): time.sleep(0.02)
    pid.unlink()
def start():
    folder = pathlib.Path("/run/credentials/stackflow-web.service")
    folder.mkdir(parents=True, exist_ok=True)
    subprocess.run(["chown", "-R", "stackflow", folder.parent], check=True)
    for given in settings.get("LoadCredential", []):
        name, path = given.split(":")
        subprocess.run(["install", "-m", "400", "-o", "stackflow", path, folder / name], check=True)
    subprocess.run(["install", "-d", "-m", "700", "-o", "stackflow", "/var/lib/stackflow"], check=True)
    words = settings["ExecStart"][-1].replace("${CREDENTIALS_DIRECTORY}", str(folder)).split()
    variables = dict(line.replace("%d", str(folder)).split("=", 1) for line in settings.get("Environment", []))
    log = open("/var/log/stackflow-web", "ab")
    process = subprocess.Popen(
        ["setpriv", "--reuid=stackflow", "--regid=stackflow", "--clear-groups", "--no-new-privs", *words],
        stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True,
        cwd=settings["WorkingDirectory"][-1], env={"PATH": os.environ["PATH"], **variables})
    pid.write_text(str(process.pid))
action = sys.argv[1]
if action in ("stop", "restart"): stop()
if action in ("start", "restart", "enable"): start()
"""


class StandIn:
    """A program in place of systemctl, which runs the ExecStart of the unit as its user."""

    name = "a stand-in for systemd"

    def __init__(self):
        write_systemctl(STAND_IN)

    def end(self):
        pid = pathlib.Path("/run/stackflow-web.pid")
        if pid.exists():
            subprocess.run(["kill", "-9", pid.read_text()], check=False, stderr=subprocess.DEVNULL)


def manager(folder):
    """Returns a systemd, or a stand-in and why."""
    try:
        return Systemd(folder), None
    except Missing as reason:
        return StandIn(), str(reason)
