"""Bytes that were valid once: changed, cut, repeated and put together anew."""

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

__all__ = ["Mutation", "mutated", "mutations"]


class Mutation(NamedTuple):
    """One change. Places are parts of the whole, so that they fit bytes of any length."""

    kind: str
    place: float
    length: float
    data: bytes


mutations = st.lists(
    st.builds(
        Mutation,
        st.sampled_from(["overwrite", "insert", "cut", "repeat", "end", "flip"]),
        st.floats(0, 1),
        st.floats(0, 0.2),
        st.binary(min_size=1, max_size=12),
    ),
    max_size=4,
)


def mutated(data: bytes, changes: Sequence[Mutation]) -> bytes:
    """The bytes after these changes."""
    for change in changes:
        start = int(change.place * len(data))
        end = min(len(data), start + 1 + int(change.length * len(data)))
        before, part, after = data[:start], data[start:end], data[end:]
        match change.kind:
            case "overwrite":
                data = before + change.data + data[start + len(change.data) :]
            case "insert":
                data = before + change.data + part + after
            case "cut":
                data = before + after
            case "repeat":
                data = before + part * 3 + after
            case "end":
                data = before
            case _:
                data = before + bytes(byte ^ change.data[0] for byte in part) + after
    return data
