"""Cold War Battles: the rules of Budapest '56 and Angola '87."""
