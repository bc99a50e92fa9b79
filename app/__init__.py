"""The service: the only code that does I/O. One package a feature; `base` is what all of them stand on."""
