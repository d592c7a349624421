"""new-bot refuses what it cannot make; what it makes is tried in tests/languages."""

from .place import Place


def test_what_is_there_is_not_overwritten(place: Place) -> None:
    (place.root / "perch").mkdir()
    done = place.run("new-bot", "python", "perch", code=1)
    assert done.stderr == "Error: perch is there already; choose another name\n"
    assert list((place.root / "perch").iterdir()) == []


def test_a_language_and_a_name_that_are_none(place: Place) -> None:
    refused = place.run("new-bot", "cobol", "perch", code=2).stderr
    assert (
        "there is no language 'cobol'; there are bash, cpp, go, java, python, rust, typescript."
        in refused
    )
    assert "is not a name for a bot" in place.run("new-bot", "bash", "a b", code=2).stderr
