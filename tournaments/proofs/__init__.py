"""Event files: how one is written so that its bytes are always the same, and how everything in it is proved. Nothing
but the rules and the formats is needed for it: docs/files.md.
"""
