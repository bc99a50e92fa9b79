"""Accounts in the store: passwords, sessions, tokens. Secrets are kept as hashes only."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from typing import Any

import msgspec
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error
from sqlalchemy import delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from app.base import tables as t
from app.base.db import Database
from app.base.errors import Problem, conflict
from app.base.sources import Clock, Ids, derived

SESSION_SECONDS = 180 * 86400.0
CACHE_SECONDS = 10.0
CACHED = 4096
NAMESPACE = "5a2f3c1e-6d0b-4f5e-9c57-7a1f0f6f2f6a"
SCOPES = ("play", "read")


class Caller(msgspec.Struct, frozen=True):
    """Who is calling. `key` is the hash of the session or token; a session has all scopes."""

    account: str
    name: str
    guest: bool
    key: str
    scopes: tuple[str, ...] = ()
    session: bool = True

    def may(self, scope: str) -> bool:
        """Whether the caller's credential covers a scope."""
        return self.session or scope in self.scopes


def hashed(secret: str) -> str:
    """How a session's or token's secret is stored."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Accounts:
    """Accounts, and a short memory of callers so that a busy client costs no query for each request."""

    def __init__(self, db: Database, clock: Clock, ids: Ids) -> None:
        self.db, self.clock, self.ids = db, clock, ids
        self._hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(2)
        self._dummy = self._hasher.hash("nobody has this password")
        self._known: OrderedDict[str, tuple[float, Caller]] = OrderedDict()

    async def _hash(self, password: str) -> str:
        async with self._hashing:
            return await asyncio.to_thread(self._hasher.hash, password)

    async def create(self, name: str, password: str) -> Caller:
        """A new account with a session of no key yet. Raises `name_taken`."""
        return await self._insert(name, await self._hash(password), guest=False)

    async def create_guest(self) -> Caller:
        """A new account without a password; its name says so."""
        secret = self.ids.secret("guest")
        return await self._insert(f"Guest {hashed(secret)[:8]}", None, guest=True)

    async def _insert(self, name: str, password: str | None, guest: bool) -> Caller:
        account = derived(NAMESPACE, self.ids.secret("account"))
        values = {"id": account, "name": name, "name_key": name.casefold(), "password": password, "guest": guest}
        try:
            async with self.db.write() as c:
                await c.execute(insert(t.accounts).values(**values, created=self.clock.now()))
        except IntegrityError:
            raise conflict("name_taken", "this name is taken") from None
        return Caller(account, name, guest, "")

    async def upgrade(self, caller: Caller, name: str, password: str) -> Caller:
        """Give a guest a name and a password. Raises `name_taken`, `not_a_guest`."""
        if not caller.guest:
            raise conflict("not_a_guest", "this account has its name already")
        values = {"name": name, "name_key": name.casefold(), "password": await self._hash(password), "guest": False}
        try:
            async with self.db.write() as c:
                await c.execute(update(t.accounts).where(t.accounts.c.id == caller.account).values(**values))
        except IntegrityError:
            raise conflict("name_taken", "this name is taken") from None
        self.forget(caller.account)
        return msgspec.structs.replace(caller, name=name, guest=False)

    async def log_in(self, name: str, password: str) -> Caller:
        """The account of a name and password. Raises `wrong_login`, after the same work for a name that nobody has."""
        a = t.accounts.c
        async with self.db.read() as c:
            row = (await c.execute(select(a.id, a.name, a.password, a.guest).where(a.name_key == name.casefold()))).first()
        stored = row.password if row is not None and row.password else self._dummy
        async with self._hashing:
            good = await asyncio.to_thread(self._verify, stored, password)
        if row is None or not row.password or not good:
            raise Problem(401, "wrong_login", "wrong name or password")
        return Caller(row.id, row.name, row.guest, "")

    def _verify(self, stored: str, password: str) -> bool:
        try:
            return self._hasher.verify(stored, password)
        except Argon2Error:
            return False

    async def open_session(self, caller: Caller) -> str:
        """A new session; returns its secret."""
        secret = self.ids.secret("session")
        values = {"hash": hashed(secret), "account": caller.account, "expires": self.clock.now() + SESSION_SECONDS}
        async with self.db.write() as c:
            await c.execute(delete(t.sessions).where(t.sessions.c.expires < self.clock.now()))
            await c.execute(insert(t.sessions).values(**values))
        return secret

    async def close_session(self, caller: Caller) -> None:
        """End the caller's session."""
        async with self.db.write() as c:
            await c.execute(delete(t.sessions).where(t.sessions.c.hash == caller.key))
        self.forget(caller.account)

    async def create_token(self, caller: Caller, label: str, scopes: tuple[str, ...]) -> tuple[str, str]:
        """A new API token: its id and its secret, which is shown this once."""
        secret = "hexfog_" + self.ids.secret("token")
        token = derived(NAMESPACE, secret)
        values = {"id": token, "hash": hashed(secret), "account": caller.account, "label": label, "scopes": json.dumps(scopes)}
        async with self.db.write() as c:
            await c.execute(insert(t.tokens).values(**values, created=self.clock.now()))
        return token, secret

    async def list_tokens(self, caller: Caller) -> list[dict[str, Any]]:
        """The caller's tokens without their secrets."""
        k = t.tokens.c
        async with self.db.read() as c:
            rows = await c.execute(select(k.id, k.label, k.scopes).where(k.account == caller.account).order_by(k.created, k.id))
            return [{"id": r.id, "label": r.label, "scopes": json.loads(r.scopes)} for r in rows]

    async def delete_token(self, caller: Caller, token: str) -> None:
        """Revoke a token of the caller. Raises `no_such_token`."""
        async with self.db.write() as c:
            gone = await c.execute(delete(t.tokens).where(t.tokens.c.id == token, t.tokens.c.account == caller.account))
        if not gone.rowcount:
            raise Problem(404, "no_such_token", "you have no such token")
        self.forget(caller.account)

    def forget(self, account: str) -> None:
        """Look an account's credentials up afresh from now on."""
        for key in [k for k, (_, caller) in self._known.items() if caller.account == account]:
            del self._known[key]

    async def who(self, secret: str, bearer: bool, fresh: bool = False) -> Caller | None:
        """The caller of a session's or token's secret, or None."""
        return await self.by_key(hashed(secret), bearer, fresh)

    async def by_key(self, key: str, bearer: bool, fresh: bool = False) -> Caller | None:
        """The caller of a stored hash, or None when it has expired or was revoked."""
        now = self.clock.now()
        known = self._known.get(key)
        if known is not None and known[0] > now and not fresh:
            return known[1]
        caller = await (self._token(key) if bearer else self._session(key, now))
        self._known.pop(key, None)
        if caller is not None:
            self._known[key] = (now + CACHE_SECONDS, caller)
            if len(self._known) > CACHED:
                self._known.popitem(last=False)
        return caller

    async def _session(self, key: str, now: float) -> Caller | None:
        a, s = t.accounts.c, t.sessions.c
        query = select(a.id, a.name, a.guest).join(t.sessions, s.account == a.id).where(s.hash == key, s.expires > now)
        async with self.db.read() as c:
            row = (await c.execute(query)).first()
        return None if row is None else Caller(row.id, row.name, row.guest, key)

    async def _token(self, key: str) -> Caller | None:
        a, k = t.accounts.c, t.tokens.c
        query = select(a.id, a.name, a.guest, k.scopes).join(t.tokens, k.account == a.id).where(k.hash == key)
        async with self.db.read() as c:
            row = (await c.execute(query)).first()
        return None if row is None else Caller(row.id, row.name, row.guest, key, tuple(json.loads(row.scopes)), session=False)
