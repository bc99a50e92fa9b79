"""Talk: a viewer writes where its view's `channels` say, as long as something is left there."""

from __future__ import annotations

from sqlalchemy import insert

from app.base import tables as t
from app.base.errors import conflict, forbidden
from app.base.wire import encode
from app.play.table import Table, talked
from app.play.turn import Turn
from engine.title import PUBLIC, UMPIRE


def _speaker(table: Table, account: str, wanted: str | None) -> str:
    own = table.roster.seats_of(account)
    umpire = table.roster.has_role(account, UMPIRE)
    viewer = wanted or (own[0] if own else UMPIRE if umpire else PUBLIC)
    if viewer == PUBLIC or not table.roster.holds(account, viewer):
        raise forbidden("only seats and the umpire talk here")
    return viewer


def say(turn: Turn, account: str, wanted: str | None, channel: str, text: str) -> bytes:
    """Write to a channel; all who hear it get a `chat` event. Other sides see the side that speaks, never a seat of a team."""
    table = turn.table
    viewer = _speaker(table, account, wanted)
    row = next((c for c in table.channels(viewer) if c["id"] == channel), None)
    if row is None:
        raise forbidden("you may not write there", "no_channel")
    if row["left"] < 1:
        raise conflict("channel_full", "you have written all that this channel allows")
    if len(text) > row.get("characters", len(text)):
        raise conflict("channel_full", f"{row['characters']} characters are left in this period")
    if "period" in row:
        period = talked(viewer, row["period"])
        table.live.said[period] = table.live.said.get(period, 0) + len(text)
    table.live.said[f"{viewer} {channel}"] = table.live.said.get(f"{viewer} {channel}", 0) + 1
    side = table.facts.side(viewer)
    told = {}
    for hearer in table.audience(channel, viewer):
        speaker = viewer if table.facts.side(hearer) == side or hearer == UMPIRE else side
        named = f"seat-{viewer}" if channel == f"seat-{hearer}" else channel
        told[hearer] = [{"kind": "chat", "text": text, "data": {"channel": named, "from": speaker}}]
    turn.tell(told)
    values = {"game": table.facts.game, "rev": table.rev, "viewer": viewer, "channel": channel, "text": text, "at": turn.now}
    turn.row(insert(t.chat).values(**values))
    return encode({"version": table.version(viewer), "events": turn.events(viewer)})
