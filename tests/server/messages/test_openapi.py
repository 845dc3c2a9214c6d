"""The OpenAPI document is made from the table of routes and says what is sent."""

import json
import re
from typing import Any

import msgspec
import pytest

from honjin.core import scene
from honjin.core.contract import presentation
from honjin.core.parts import desks, draft_tables, facts, reference
from honjin.server import openapi
from honjin.server.analysis import stream as analysis_stream
from honjin.server.messages.parts import Body
from honjin.server.routes import ROUTES, main
from honjin.server.tables.live import live
from honjin.server.tables.messages import answers, bodies, games
from server.site_client import House, two_at_table

MESSAGES = {
    name: kind
    for module in (
        answers,
        bodies,
        games,
        presentation,
        desks,
        draft_tables,
        facts,
        reference,
        scene,
    )
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct)
}


def test_every_message_says_where_it_is_sent() -> None:
    """A path in a message's docstring is in the table of routes."""
    paths, named = {(row.method, row.path) for row in ROUTES}, 0
    for name, kind in MESSAGES.items():
        text = kind.__doc__ or ""
        for methods, path in re.findall(r"((?:GET|POST)(?: and POST)?) (/api/[\w/{}]+)", text):
            for method in methods.split(" and "):
                assert (method, path) in paths, name
                named += 1
    assert named > 30


def test_the_openapi_document_has_every_route(house: House) -> None:
    """Each with its parameters, answers and refusals; every reference resolves."""
    found = house.browser().get("/api/openapi.json").json
    assert found["openapi"] == "3.1.0"
    for row in ROUTES:
        operation = found["paths"][row.path][row.method.lower()]
        statuses = {str(refused.status) for refused in row.all_refusals()} | {"200", "429", "431"}
        statuses |= {"304"} if row.keeping else set()
        assert statuses == set(operation["responses"])
    for link in set(re.findall(r"#/components/schemas/\w+", str(found))):
        assert link.rpartition("/")[2] in found["components"]["schemas"]


def test_every_stream_has_its_events() -> None:
    """What answers with events says which; the data of each is a message of the protocol."""
    document = openapi.openapi(ROUTES)
    streams = {
        row.path: document["paths"][row.path][row.method.lower()]["responses"]["200"]["content"]
        for row in ROUTES
        if "server-sent events" in row.about.lower() and row.path != "/api/events"
    }
    assert len(streams) == 6  # several as one have no events of their own
    for path, content in streams.items():
        for event in content["text/event-stream"]["schema"]["oneOf"]:
            name, data = event["properties"]["event"]["const"], event["properties"]["data"]
            message = resolve(data["contentSchema"], document)
            assert message["type"] == "object", (path, name)


def resolve(schema: Any, document: Any) -> Any:
    """A schema with its references followed, one level."""
    while "$ref" in schema:
        schema = document["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
    return schema


@pytest.mark.parametrize("path", ["", "/steps/1"])
def test_answers_have_the_documented_fields(house: House, path: str) -> None:
    """An answer has the required fields of its schema, and no unknown ones."""
    first, _, table = two_at_table(house)
    document = first.get("/api/openapi.json").json
    template = "/api/tables/{id}" + path.replace("1", "{n}")
    answer = document["paths"][template]["get"]["responses"]["200"]
    schema = resolve(answer["content"]["application/json"]["schema"], document)
    fields = set(first.get(f"/api/tables/{table}{path}").json)
    assert set(schema["required"]) <= fields <= set(schema["properties"])


def test_answers_leave_out_what_the_document_says_is_left_out() -> None:
    """No answer that leaves out defaults is documented with a null or "" for them."""
    schemas = openapi.openapi(ROUTES)["components"]["schemas"]
    assert {"$ref": "#/components/schemas/Turn"} == schemas["View"]["properties"]["turn"]
    assert ["broken", "kept", "open"] == schemas["ChatLine"]["properties"]["promise"]["enum"]
    for name in schemas.keys() & MESSAGES.keys():
        found = MESSAGES[name]
        assert issubclass(found, Body) != found.__struct_config__.omit_defaults, name


def test_what_a_caller_may_leave_out_may_be_null() -> None:
    """Requests are documented with the null that the server accepts."""
    schemas = openapi.openapi(ROUTES)["components"]["schemas"]
    assert {"type": "null"} in schemas["Sit"]["properties"]["bot"]["anyOf"]
    assert msgspec.json.decode(b'{"seat": 0, "bot": null}', type=bodies.Sit).bot is None


@pytest.mark.parametrize(
    ("name", "module"), [("TableEvents", live), ("AnalysisEvents", analysis_stream)]
)
def test_the_document_has_the_events_of_streams(name: str, module: Any) -> None:
    """The events that a stream is said to send are those whose data is documented."""
    told = dict(re.findall(r"event: (\w+) +data: an? (\w+)", module.__doc__))
    found = openapi.openapi(ROUTES)["components"]["schemas"][name]["properties"]
    assert told == {event: one["$ref"].rpartition("/")[2] for event, one in found.items()}


def test_the_command_prints_the_document(
    house: House, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    """The client's types are made from the document that the server returns."""
    main()
    answered = house.browser().get("/api/openapi.json").json
    assert answered == json.loads(capsysbinary.readouterr().out)
