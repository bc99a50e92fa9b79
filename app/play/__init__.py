"""Playing: tables in memory and in the store, views, menus, actions, take-backs, talk."""
