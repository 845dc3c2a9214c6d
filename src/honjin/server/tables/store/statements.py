"""The statements by which the store writes rows and snapshots, in each dialect.

All rows go in one statement: each statement releases the interpreter lock and has to wait for it.
"""

from __future__ import annotations

from typing import Final

UPSERT: Final = {
    "sqlite": (
        "INSERT INTO tables (id, game, status, private, bots, changed, header) SELECT "
        "json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'), "
        "json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]'), "
        "json_extract(value, '$[6]') FROM json_each(?) WHERE true "
        "ON CONFLICT (id) DO UPDATE SET status = excluded.status, private = excluded.private, "
        "bots = excluded.bots, changed = excluded.changed, header = excluded.header"
    ),
    "postgresql": (
        "INSERT INTO tables (id, game, status, private, bots, changed, header) "
        "SELECT value->>0, value->>1, value->>2, (value->>3)::boolean, (value->>4)::boolean, "
        "(value->>5)::bigint, value->>6 FROM json_array_elements(CAST(%s AS json)) "
        "ON CONFLICT (id) DO UPDATE SET status = excluded.status, private = excluded.private, "
        "bots = excluded.bots, changed = excluded.changed, header = excluded.header"
    ),
}

_PAIRS: Final = {
    "sqlite": (
        "INSERT INTO {} (guest, table_id) SELECT json_extract(value, '$[0]'), "
        "json_extract(value, '$[1]') FROM json_each(?) WHERE true ON CONFLICT DO NOTHING"
    ),
    "postgresql": (
        "INSERT INTO {} (guest, table_id) SELECT value->>0, value->>1 "
        "FROM json_array_elements(CAST(%s AS json)) ON CONFLICT DO NOTHING"
    ),
}

SIT: Final = {dialect: text.format("holders") for dialect, text in _PAIRS.items()}
SPEAK: Final = {dialect: text.format("speakers") for dialect, text in _PAIRS.items()}

END: Final = {
    "sqlite": "UPDATE holders SET ended = ? WHERE table_id = ?",
    "postgresql": "UPDATE holders SET ended = %s WHERE table_id = %s",
}

PUT: Final = {
    "sqlite": (
        "INSERT INTO snapshots (table_id, part, body) VALUES (?, ?, ?) "
        "ON CONFLICT (table_id, part) DO UPDATE SET body = excluded.body"
    ),
    "postgresql": (
        "INSERT INTO snapshots (table_id, part, body) VALUES (%s, %s, %s) "
        "ON CONFLICT (table_id, part) DO UPDATE SET body = excluded.body"
    ),
}
