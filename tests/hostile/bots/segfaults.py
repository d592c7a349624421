"""Ends by a fault in its memory."""

import ctypes

from .misdeeds import play_and

play_and(lambda: ctypes.string_at(0))
