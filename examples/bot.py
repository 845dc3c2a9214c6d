"""A bot that takes each seat offered to it and plays at random. HONJIN_TOKEN=hnj_... bot.py URL."""

import os
import random
import sys
import time
from http.client import HTTPException
from json import dumps, load, loads
from urllib.error import HTTPError
from urllib.request import Request, urlopen

API = sys.argv[1].rstrip("/") + "/api"
WHO = {"authorization": f"Bearer {os.environ['HONJIN_TOKEN']}", "content-type": "application/json"}


def opened(path, body=None):
    """The answer to a request; tried again, ever later, while the server is busy or away."""
    wait = 1
    while True:
        try:
            return urlopen(Request(API + path, body and dumps(body).encode(), WHO), timeout=60)
        except HTTPError as refused:
            if refused.code not in (429, 502, 503, 504):
                raise
            wait = max(wait, int(refused.headers.get("retry-after", 0)))
        except (OSError, HTTPException):  # the server is starting again, or the network is gone
            pass
        time.sleep(wait)
        wait = min(2 * wait, 60)


def ask(path, body=None):
    """Get, or post a body. Refusals are ignored until the next event."""
    try:
        return load(opened(path, body))
    except HTTPError as refused:
        return sys.exit(load(refused)["detail"]) if refused.code in (401, 403) else {}


def play(table, seat):
    """Act as long as the table waits for the seat."""
    view = ask(f"/tables/{table}?seat={seat}")
    while seat in view.get("must_act", ()):
        act = {"do": random.choice(view["turn"]["choices"])["do"], "at": view["version"]}
        view = ask(f"/tables/{table}/actions?seat={seat}", {"seat": seat} | act)


def listen():
    """Follow the stream until it breaks; it begins with all that waits for this bot."""
    event = ""
    for line in opened("/stream"):
        key, _, value = line.decode().strip().partition(": ")
        event = value if key == "event" else event
        if key == "data" and event in ("challenge", "turn"):
            table, seat = loads(value)["id"], loads(value)["seat"]
            play(table, seat) if event == "turn" else ask(f"/tables/{table}/sit", {"seat": seat})


while True:
    try:
        listen()
    except HTTPError as refused:
        sys.exit(load(refused)["detail"])
    except (OSError, HTTPException):
        pass
    time.sleep(1)
