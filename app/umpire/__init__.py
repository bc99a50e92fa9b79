"""The umpire: rulings are actions on the title's `ruling` decision; the re-roll is the service's own."""
