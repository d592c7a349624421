"""Has a defect."""

from .misdeeds import play_and

play_and(lambda: 1 // 0)
