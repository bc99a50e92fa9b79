"""The catalogue: titles, their static facts and maps, and the packs that games began with."""
