"""Bots at the table: functions of their seat's view, run in a process pool, found again after a restart."""
