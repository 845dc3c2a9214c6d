"""nginx and Caddy with the configurations of deploy/, for tests: on loopback, with a certificate.

Changed in them are the ports, the addresses to listen on, and the certificate; nothing else.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import signal
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import httpx
import pytest

from certificates import put_certificate
from places import ROOT

DEPLOY: Final = ROOT / "deploy"
NAME: Final = "honjin.example"
"""The site's name in all files of deploy/."""
UPSTREAM: Final = "127.0.0.1:8000"
"""Where they expect Honjin."""
PATIENCE: Final = 20.0

_FOLDERS: Final = [ROOT / ".venv" / "debian" / "usr" / part for part in ("sbin", "bin")]
_PATH: Final = os.pathsep.join([os.environ["PATH"], *map(str, _FOLDERS), "/usr/sbin"])

_NGINX: Final = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr;
events {{ worker_connections 768; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxied;
    fastcgi_temp_path {folder}/fast; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
    include {folder}/site.conf;
}}
"""
_CADDY: Final = """{{
	admin off
	skip_install_trust
	http_port {http}
	https_port {https}
	storage file_system {folder}
	log {{
		level ERROR
	}}
}}
"""


class Ports(NamedTuple):
    """Where a web server listens."""

    http: int
    https: int


class WebServer:
    """A running web server in front of Honjin."""

    def __init__(self, ports: Ports, cert: Path) -> None:
        self.ports, self.cert = ports, cert

    def client(self, source: str = "127.0.0.1", *, http2: bool = True) -> httpx.Client:
        """A browser at an address of this machine: it knows the site by its name, over TLS."""
        context = ssl.create_default_context(cafile=str(self.cert))
        transport = httpx.HTTPTransport(verify=context, http2=http2, local_address=source)
        return httpx.Client(
            base_url=f"https://127.0.0.1:{self.ports.https}", headers={"host": NAME},
            transport=_Named(transport), timeout=PATIENCE,
        )  # fmt: skip


class _Named(httpx.BaseTransport):
    """Connects to this machine, and names the site in the TLS handshake."""

    def __init__(self, inner: httpx.HTTPTransport) -> None:
        self._inner = inner

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.extensions["sni_hostname"] = NAME
        return self._inner.handle_request(request)

    def close(self) -> None:
        self._inner.close()


def find_program(name: str) -> str:
    """A web server's program; without it the test is skipped, and in CI it fails."""
    found = shutil.which(name, path=_PATH)
    if found is None:
        reason = f"{name} is not installed"
        pytest.fail(reason) if os.environ.get("CI") else pytest.skip(reason)
    return found


def free_ports() -> Ports:
    """Two ports of this machine that nothing listens on."""
    with (
        socket.create_server(("127.0.0.1", 0)) as one,
        socket.create_server(("127.0.0.1", 0)) as two,
    ):
        return Ports(one.getsockname()[1], two.getsockname()[1])


@contextlib.contextmanager
def nginx(folder: Path, config: str, upstream: str) -> Iterator[WebServer]:
    """Nginx with deploy/nginx.conf, in front of addresses of this machine, with spaces between."""
    web = WebServer(free_ports(), put_certificate(folder, NAME))
    config = re.sub(r"\n *listen \[::\].*", "", config)
    for port, own in (("80", web.ports.http), ("443", web.ports.https)):
        config = config.replace(f"listen {port}", f"listen 127.0.0.1:{own}")
    config = re.sub(r"/etc/letsencrypt/\S+\.pem", str(web.cert), config)
    (folder / "site.conf").write_text(
        config.replace(UPSTREAM, upstream.replace(" ", "; server ")), "utf-8"
    )
    (folder / "nginx.conf").write_text(_NGINX.format(folder=folder), "utf-8")
    command = [find_program("nginx"), "-e", "stderr", "-p", str(folder), "-c"]
    with _running([*command, str(folder / "nginx.conf")], web, folder / "log"):
        yield web


@contextlib.contextmanager
def caddy(folder: Path, config: str, upstream: str) -> Iterator[WebServer]:
    """Caddy with deploy/Caddyfile, in front of addresses of this machine, with spaces between."""
    web = WebServer(free_ports(), put_certificate(folder, NAME))
    config, changed = re.subn(
        r"^(\{\$HONJIN_ORIGIN:.*\} \{)$",
        rf"\1\n\tbind 127.0.0.1\n\ttls {web.cert} {web.cert}",
        config, flags=re.MULTILINE,
    )  # fmt: skip
    assert 1 == changed
    options = _CADDY.format(folder=folder, http=web.ports.http, https=web.ports.https)
    (folder / "Caddyfile").write_text(options + config, "utf-8")
    command = [find_program("caddy"), "run", "--adapter", "caddyfile", "--config"]
    given = {"HOME": str(folder), "UPSTREAM": upstream}
    with _running([*command, str(folder / "Caddyfile")], web, folder / "log", **given):
        yield web


WEB_SERVERS: Final = {"nginx.conf": nginx, "Caddyfile": caddy}


@contextlib.contextmanager
def _running(command: list[str], web: WebServer, log: Path, **given: str) -> Iterator[None]:
    with log.open("w") as out:
        process = subprocess.Popen(command, env=os.environ | given, stdout=out, stderr=out)
    try:
        for port in web.ports:
            _wait_for(port, process, log)
        yield
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)


def _wait_for(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    end = time.monotonic() + PATIENCE
    while True:
        with contextlib.suppress(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port), PATIENCE).close()
            return
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end, log.read_text()
        time.sleep(0.01)
