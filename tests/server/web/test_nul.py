"""U+0000 in a message: PostgreSQL does not store it, and SQLite must not either.

A line of chat with it could not be stored, so for a second the server counted as unable to store
anything. Anyone could repeat that.
"""

import json
from pathlib import Path

from server.site_client import Answer, open_house, two_at_table


def test_a_message_with_u0000_is_refused(each_database: str, tmp_path: Path) -> None:
    """As text that cannot be read, also inside a file; nothing else is disturbed."""
    with open_house(tmp_path, database=each_database) as house:
        ann, bob, table = two_at_table(house)
        inside = json.dumps({"study": 1, "title": "a\0b"})
        answers: list[Answer] = [
            ann.post(f"/api/tables/{table}/chat", text="a\0b"),
            ann.post("/api/hides", who="a\0b", kind="block"),
            ann.post("/api/tokens", name="a\0b", scopes=["read"]),
            ann.post("/api/studies/file", file=inside),
        ]
        assert ["unreadable"] * 4 == [answer.problem for answer in answers]
        assert 200 == bob.get("/api/health").status
        assert 200 == bob.post(f"/api/tables/{table}/chat", text="a\\b").status
