"""Words that the bridge to lines of JSON shares with those who start it and read its log."""

from typing import Final

__all__ = ["BRIDGE", "PRINTED"]

# Stands between the interpreter and the command of a program. -P: the files of the program, in
# whose folder it is started, are no modules of the bridge.
BRIDGE: Final = ("-P", "-m", "tablic.bridge")

# Begins each line of the log that the program wrote to stdout and that is no JSON object.
PRINTED: Final = "not a JSON object: "
