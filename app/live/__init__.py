"""The live stream: one audience per viewer, patches between projections, sockets, and the bus between workers."""
