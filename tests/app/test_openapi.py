"""The OpenAPI document, fuzzed: no answer of the service is an accident."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as bounded
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import content_type_conformance, status_code_conformance

from tests.app.harness import Client, Game, Server

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance]
EXAMPLES = 8
WANTED = [
    ("POST", "/accounts"),
    ("POST", "/sessions"),
    ("DELETE", "/sessions"),
    ("POST", "/tokens"),
    ("GET", "/titles"),
    ("GET", "/titles/{title}"),
    ("GET", "/titles/{title}/numbers"),
    ("GET", "/titles/{title}/maps/{map_id}"),
    ("POST", "/games"),
    ("GET", "/games"),
    ("GET", "/games/{game}"),
    ("PUT", "/games/{game}/seats/{seat}"),
    ("DELETE", "/games/{game}/seats/{seat}"),
    ("POST", "/games/{game}/invitations"),
    ("POST", "/invitations/{code}"),
    ("POST", "/games/{game}/start"),
    ("GET", "/games/{game}/view"),
    ("GET", "/games/{game}/events"),
    ("POST", "/games/{game}/menu"),
    ("POST", "/games/{game}/actions"),
    ("POST", "/games/{game}/undo"),
    ("POST", "/games/{game}/rulings"),
    ("PUT", "/games/{game}/clock"),
    ("POST", "/games/{game}/chat"),
    ("GET", "/games/{game}/audit"),
]


def test_the_document_is_complete(server: Server) -> None:
    document = Client(server.base).call("GET", "/openapi.json")
    paths = {(m.upper(), p) for p, ms in document["paths"].items() for m in ms}
    for method, path in WANTED:
        assert (method, f"/api{path}") in paths


def test_fuzzed(server: Server) -> None:
    game = Game(server.base, umpire=True)
    schema = schemathesis.openapi.from_url(f"{server.base}/api/openapi.json")
    operations = [result.ok() for result in schema.get_all_operations()]
    assert len(operations) > 25
    for operation in operations:

        @given(case=operation.as_strategy())
        @bounded(
            max_examples=EXAMPLES,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        def attempt(case: schemathesis.Case) -> None:
            if "game" in case.path_parameters and len(str(case.path_parameters["game"])) % 2:
                case.path_parameters["game"] = game.id
            response = case.call(headers={"Authorization": f"Bearer {game['red'].token}"})
            case.validate_response(response, checks=CHECKS)

        attempt()
    assert game["red"].view(game.id)["viewer"] == "red"
