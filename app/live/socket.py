"""WS /games/{g}/live: the stream of one viewer, and actions on it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Literal

import msgspec
import structlog
from fastapi import APIRouter, Query, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from app.accounts.caller import caller_of
from app.accounts.model import Caller
from app.base.errors import Problem, forbidden, internal, refused
from app.base.wire import encode
from app.live.hub import Feed, problem_message
from app.ops.limits import Limiter
from app.play import acting
from app.play.routes import Action
from app.play.watching import viewer_for
from app.services import Services, services_of
from engine.decisions import Refusal

router = APIRouter()
log = structlog.get_logger("live")
GOING, POLICY, ENDED = 1001, 1008, 4401


class _Message(msgspec.Struct):
    """What a client may send: an action, a wish for a snapshot, an answer to a ping."""

    type: Literal["act", "resync", "pong"]
    id: str = ""
    decision: str = ""
    picks: list[str] = []
    note: str = ""


@router.websocket("/games/{game}/live")
async def live(
    socket: WebSocket,
    game: str,
    after: Annotated[int | None, Query()] = None,
    viewer: Annotated[str | None, Query(alias="as")] = None,
) -> None:
    """A snapshot, then patches. Refused before the handshake with the problem that REST would answer."""
    service = services_of(socket)
    address = socket.client.host if socket.client else "?"
    try:
        caller = await caller_of(socket)
        table = await service.tables.get(game)
        who = viewer_for(table, caller.account if caller else None, viewer)
        if service.hub.sockets.get(address, 0) >= service.settings.limits.sockets_per_address:
            raise Problem(429, "too_many_sockets", "too many live streams from this address", retry_after=10)
    except Problem as problem:
        await socket.send_denial_response(problem.response())
        return
    await socket.accept()
    service.hub.sockets[address] = service.hub.sockets.get(address, 0) + 1
    stream = _Stream(service, socket, game, caller, who, after)
    try:
        await service.hub.join(table, stream.feed)
        await stream.run()
    finally:
        service.hub.leave(game, stream.feed)
        service.hub.sockets[address] -= 1
        if not service.hub.sockets[address]:
            del service.hub.sockets[address]


class _Stream:
    """One socket."""

    def __init__(self, service: Services, socket: WebSocket, game: str, caller: Caller | None, viewer: str, after: int | None) -> None:
        self.service, self.socket, self.game, self.caller = service, socket, game, caller
        self.ended = asyncio.Event()
        self.feed = Feed(caller, viewer, service.settings.limits.queue, self.ended.set)
        self.feed.after = after if after is not None and after >= 0 else None
        self.limiter = Limiter(service.clock)

    async def run(self) -> None:
        """Send, receive, until either side has enough."""
        jobs = [asyncio.create_task(job) for job in (self._send(), self._receive(), self.ended.wait())]
        try:
            await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for job in jobs:
                job.cancel()
            results = await asyncio.gather(*jobs, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception) and not isinstance(result, WebSocketDisconnect | RuntimeError):
                raise result
        if self.socket.client_state is WebSocketState.CONNECTED and self.socket.application_state is WebSocketState.CONNECTED:
            code = ENDED if self.ended.is_set() else POLICY
            with contextlib.suppress(RuntimeError, TimeoutError):
                await asyncio.wait_for(self.socket.close(code), 1)

    async def _send(self) -> None:
        feed = self.feed
        while True:
            message = feed.next()
            if message is None and feed.stale:
                message = await self.service.hub.snapshot(self.game, feed)
            if message is None:
                await feed.ready.wait()
                continue
            await self.socket.send_text(message)

    async def _receive(self) -> None:
        while True:
            message = await self.socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text") or ""
            try:
                self.limiter.take("socket", "", self.service.settings.limits.socket_messages)
            except Problem as problem:
                self.feed.reply(problem_message(problem))
                await asyncio.sleep(problem.retry_after)
                continue
            await self._handle(text)

    async def _handle(self, text: str) -> None:
        try:
            message = msgspec.json.decode(text, type=_Message)
        except msgspec.MsgspecError:
            self.feed.reply(problem_message(Problem(422, "invalid", "send act, resync or pong as JSON")))
            return
        if message.type == "resync":
            self.feed.resync()
        elif message.type == "act":
            try:
                self.feed.reply(await self._act(message))
            except Refusal as refusal:
                self.feed.reply(problem_message(refused(refusal), message.id))
            except Problem as problem:
                self.feed.reply(problem_message(problem, message.id))
            except Exception:
                log.exception("an action failed", game=self.game)
                self.feed.reply(problem_message(internal(), message.id))

    async def _act(self, message: _Message) -> str:
        if self.caller is None:
            raise Problem(401, "not_signed_in", "sign in first")
        if not self.caller.may("play"):
            raise forbidden("this token does not cover playing", "scope")
        try:
            action = Action(id=message.id, decision=message.decision, picks=message.picks, note=message.note)
        except ValueError:
            raise Problem(422, "invalid", "an act needs id (a UUID), decision and picks") from None
        tables, account = self.service.tables, self.caller.account
        raw = await acting.act(tables, account, self.game, action.id, action.decision, action.picks, action.note)
        return encode({"type": "ack", "id": message.id, **msgspec.json.decode(raw, type=dict[str, msgspec.Raw])}).decode()
