"""Claims to have won where nobody may."""

from .misdeeds import Changing, play

play(Changing(lambda answer: answer.claim.SetInParent()))
