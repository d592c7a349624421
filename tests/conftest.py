"""Options of all tests."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate",
        action="store_true",
        help="write the golden texts anew instead of comparing with them",
    )
    parser.addoption(
        "--games",
        type=int,
        default=20,
        help="how many random games of every rule set to hold to the rules (make test-long: 1000)",
    )
    parser.addoption(
        "--stories",
        type=int,
        default=25,
        help="how many random stories each test of tests/fuzz tells (make fuzz: 3000)",
    )
    parser.addoption(
        "--tournaments",
        type=int,
        default=150,
        help="how many tournaments to draw for the coverage of intervals (make test-long: 1000)",
    )
    parser.addoption(
        "--kills",
        type=int,
        default=3,
        help="how many times to kill -9 something of a tournament (make test-crash: 200)",
    )
