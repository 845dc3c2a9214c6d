"""A bot that takes each seat offered to it and plays at random. HONJIN_TOKEN=hnj_... bot.py URL."""

import os
import random
import sys
import time
from json import dumps, load, loads
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = sys.argv[1].rstrip("/") + "/api"
WHO = {"authorization": f"Bearer {os.environ['HONJIN_TOKEN']}", "content-type": "application/json"}


def ask(path, body=None):
    """Get, or post a body. Waits at a rate limit; ignores other refusals until the next event."""
    try:
        return load(urlopen(Request(API + path, body and dumps(body).encode(), WHO), timeout=60))
    except HTTPError as refused:
        if refused.code in (401, 403):
            sys.exit(load(refused)["detail"])
        return time.sleep(1) or ask(path, body) if refused.code in (429, 503) else {}


def play(table, seat):
    """Act as long as the table waits for the seat."""
    view = ask(f"/tables/{table}?seat={seat}")
    while seat in view.get("must_act", ()):
        act = {"do": random.choice(view["turn"]["choices"])["do"], "at": view["version"]}
        view = ask(f"/tables/{table}/actions?seat={seat}", {"seat": seat} | act)


event = ""
for line in urlopen(Request(f"{API}/stream", headers=WHO), timeout=60):
    key, _, value = line.decode().strip().partition(": ")
    event = value if key == "event" else event
    if key == "data" and event in ("challenge", "turn"):
        table, seat = loads(value)["id"], loads(value)["seat"]
        play(table, seat) if event == "turn" else ask(f"/tables/{table}/sit", {"seat": seat})
