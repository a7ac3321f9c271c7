# SPDX-License-Identifier: Apache-2.0
"""A PostgreSQL server of a check's own, in a folder of its own."""
import os
import pathlib
import shutil
import subprocess


def programs():
    """The folder of the server's programs, which Debian keeps out of the PATH; None without a server."""
    folders = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    found = shutil.which("initdb")
    path = folders[-1] if folders else found and pathlib.Path(found)
    return path.parent if path else None


class Database:
    """A server on a Unix socket in its folder, and at addresses, which trusts everyone there."""

    def __init__(self, folder, addresses=(), networks=(), port=5432):
        self.folder, self.programs = pathlib.Path(folder), programs()
        self.folder.mkdir()
        os.chmod(folder, 0o755)
        # The server refuses to run as root.
        self.run_as = []
        if os.getuid() == 0:
            self.run_as = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups"]
            shutil.chown(folder, "nobody", "nogroup")
        self._run("initdb", "-D", "data", "-U", "flows", "-A", "trust", "-E", "UTF8", "--no-locale")
        with open(self.folder / "data" / "pg_hba.conf", "a", encoding="utf-8") as file:
            for network in networks:
                file.write(f"host all all {network} trust\n")
        self.settings = (f"-c listen_addresses={','.join(addresses)} -c unix_socket_directories={self.folder} "
                         f"-c port={port}")
        self.port = port
        self.start()

    def _run(self, name, *words, check=True):
        with open(self.folder.parent / "database.log", "ab") as log:
            subprocess.run([*self.run_as, str(self.programs / name), *words], cwd=self.folder, stdout=log, stderr=log,
                           stdin=subprocess.DEVNULL, check=check)

    def start(self):
        self._run("pg_ctl", "-D", "data", "-l", str(self.folder / "server"), "-w", "-o", self.settings, "start")

    def stop(self, how="immediate"):
        self._run("pg_ctl", "-D", "data", "-m", how, "-w", "stop", check=False)

    def address(self, host=None):
        """The address for --store."""
        return f"postgresql://flows@/postgres?host={host or self.folder}&port={self.port}"

    def psql(self, text):
        """Runs SQL, and returns what it prints."""
        return subprocess.run(
            ["psql", "-h", str(self.folder), "-p", str(self.port), "-U", "flows", "-d", "postgres", "-AtXc", text],
            check=True, capture_output=True, text=True).stdout.strip()
