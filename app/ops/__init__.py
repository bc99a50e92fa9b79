"""Running it: limits, logs, health, metrics, the built client."""
