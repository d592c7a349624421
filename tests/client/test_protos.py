"""The protocol's files: linted, and generated code that is what they say."""

import subprocess
import sys
from pathlib import Path

import tablic.v1

ROOT = Path(__file__).parents[2]
GENERATED = Path(tablic.v1.__path__[0])
SERVICES = ("tablic/v1/referee.proto", "tablic/v1/arena.proto")


def test_the_protos_pass_the_linter() -> None:
    buf = Path(sys.executable).with_name("buf")
    result = subprocess.run([buf, "lint"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert result.stdout + result.stderr == ""
    assert result.returncode == 0


def test_the_committed_code_is_what_the_protos_generate(tmp_path: Path) -> None:
    protoc = [sys.executable, "-m", "grpc_tools.protoc", "-I."]
    protos = sorted(
        str(path.relative_to(ROOT / "protos")) for path in (ROOT / "protos").rglob("*.proto")
    )
    outputs = [f"--python_out={tmp_path}", f"--pyi_out={tmp_path}"]
    subprocess.run([*protoc, *outputs, *protos], cwd=ROOT / "protos", check=True)
    service = f"--grpc_python_out={tmp_path}"
    subprocess.run([*protoc, service, *SERVICES], cwd=ROOT / "protos", check=True)
    fresh = {path.name: path.read_text() for path in (tmp_path / "tablic/v1").iterdir()}
    committed = {
        path.name: path.read_text()
        for path in GENERATED.iterdir()
        if path.is_file() and path.name != "__init__.py"
    }
    assert fresh == committed
