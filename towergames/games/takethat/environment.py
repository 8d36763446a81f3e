"""Take That Towers as an environment for learning: every legal action is listed."""

from __future__ import annotations

from towergames.core.environment import EnvironmentSpec, one_of
from towergames.games.takethat.model import FLOORS

ENVIRONMENT = EnvironmentSpec(
    actions=256,
    measures={
        "View.phase": one_of("deal build claim order over"),
        "View.hands": (None, 6, FLOORS),
        "View.slots": (5,),
        "Tower.storeys": (7,),
        "Storey.floor": (FLOORS,),
        "Storey.tuck": (FLOORS,),
        "View.built": (2,),
        "View.discard": (66, FLOORS),
    },
)
