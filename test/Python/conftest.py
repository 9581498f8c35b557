"""Fixtures of the tests of the Python package."""
from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption("--device", default="cpu", help="the device that functions run on, besides the emulator")


@pytest.fixture(params=["device", "emulate"])
def device(request):
    return request.config.getoption("--device") if request.param == "device" else "emulate"


@pytest.fixture(params=["device", "emulate"])
def checked_device(request):
    """A device for checks that fail when a kernel runs: the context of a GPU ends with it, which the other tests use."""
    device = request.config.getoption("--device")
    return device if request.param == "device" and not device.startswith("cuda") else "emulate"


@pytest.fixture(params=["cpu", "emulate"])
def host_device(request):
    """A device for arrays in host memory that are not NumPy's: they are not copied to a GPU."""
    return request.param


@pytest.fixture
def axpy():
    """a * x + y on vectors, as text."""
    return """func.func @axpy(%a: f32, %x: tensor<?xf32>, %y: tensor<?xf32>)
    -> tensor<?xf32> {
  %r = zyn.map ins(%x, %y : tensor<?xf32>, tensor<?xf32>)
               outs(%y : tensor<?xf32>) {
  ^bb0(%p: f32, %q: f32):
    %m = arith.mulf %a, %p : f32
    %s = arith.addf %m, %q : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""


@pytest.fixture(autouse=True)
def run_in_source_folder(monkeypatch):
    monkeypatch.chdir(Path(__file__).resolve().parent.parent.parent)
