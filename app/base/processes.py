"""Processes beside the service: for the bots, and for what titles prepare."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading


def begin_process() -> None:
    """In a new process: it ends with its parent. An interrupt is for the service, which ends its pools."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    end_with_parent()


def end_with_parent() -> None:
    """Leave no orphan: when the parent process dies, however it dies, this one ends too."""
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def watch() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()
