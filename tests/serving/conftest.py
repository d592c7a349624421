"""One server for all tests of a module; each leaves it as others can use it."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
import trustme

from tests.tournaments.processes import assert_no_process_of

from .served import Served


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A served arena with three bots that were never validated, and a token for each role."""
    yield from serving(tmp_path_factory.mktemp("s"))


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Served]:
    """One for a test alone, which may end it."""
    yield from serving(tmp_path)


def serving(root: Path, *options: str | Path) -> Iterator[Served]:
    """A served arena, which has to end in good order and leave nothing."""
    served = Served(root, *options)
    served.add_bots()
    served.start()
    try:
        yield served
        assert served.stop() == 0, served.log.read_text("utf-8")
        assert served.events("defect") == []
        assert_no_process_of(root)
        assert sorted(served.temporary.iterdir()) == []
    finally:
        served.kill()


def with_certificate(root: Path, until: datetime | None = None) -> tuple[str | Path, ...]:
    """The options of a server with a certificate of an authority, which is in ``ca.pem``."""
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1", not_after=until)
    authority.cert_pem.write_to_path(root / "ca.pem")
    issued.private_key_pem.write_to_path(root / "key.pem")
    for blob in issued.cert_chain_pems:
        blob.write_to_path(root / "cert.pem", append=True)
    return ("--tls-cert", root / "cert.pem", "--tls-key", root / "key.pem")
