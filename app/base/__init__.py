"""What every feature stands on: settings, time and ids, errors, the database, JSON."""
