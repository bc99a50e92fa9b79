"""What the secrecy tests must know of Budapest '56."""

from __future__ import annotations

from engine.titles.cwb.budapest import BUDAPEST, HUNGARIAN
from engine.titles.cwb.budapest_nato import US
from engine.titles.cwb.state import WAITING, State
from tests.secrecy.cwb import Of, Row, Secrets, setting_up

SECRETS = Secrets(BUDAPEST)
SEATS = SECRETS.seats
pinned = SECRETS.pinned


def _dummies(of: Of) -> Row:
    def row(a: State, b: State, viewer: str) -> bool | None:
        pids = SECRETS.untried(a, HUNGARIAN) if of(viewer) == HUNGARIAN and not setting_up(a) else {}
        fakes = [{pid for pid in pids if SECRETS.unit(s, pid).type == "hq" and not SECRETS.unit(s, pid).d} for s in (a, b)]
        return fakes[0] != fakes[1] if fakes[0] else None

    return row


def _nato(a: State, b: State, viewer: str) -> bool | None:
    """Which counter of the 82nd, or of the special forces, a NATO counter is: its back tells the allowance alone."""
    pids = [pid for pid in SECRETS.untried(a, HUNGARIAN) if SECRETS.unit(a, pid).cmd == US]
    return None if viewer == HUNGARIAN or setting_up(a) else SECRETS.changed(a, b, pids, lambda u: u.id)


MATRIX: dict[str, Row] = {
    **SECRETS.rows(lambda viewer: HUNGARIAN, "REB"),
    "which enemy counter is a headquarters": SECRETS.on_map(SECRETS.enemy, lambda u: u.type == "hq"),
    "which enemy counter is the engineers": SECRETS.on_map(SECRETS.enemy, lambda u: u.type == "engineer"),
    "which headquarters are dummies, own": _dummies(SECRETS.own),
    "which headquarters are dummies, enemy": _dummies(SECRETS.enemy),
    "which enemy units wait off the map": SECRETS.in_box(WAITING, SECRETS.enemy),
    "which NATO counter is which": _nato,
}
