"""Function.profile."""
import json

import numpy as np
import pytest

import zyn

PRODUCT = """func.func @product(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  %m = zyn.map ins(%r : tensor<?x?xf32>) outs(%r : tensor<?x?xf32>) {
  ^bb0(%x: f32):
    %y = math.exp %x : f32
    zyn.yield %y : f32
  } -> tensor<?x?xf32>
  return %m : tensor<?x?xf32>
}
"""


def test_lists_what_a_call_does(axpy, device):
    f = zyn.compile(axpy, device=device)
    x = np.arange(100000, dtype=np.float32)
    profile = f.profile(2.0, x, np.ones_like(x), runs=3)
    row = profile.rows[0]
    assert row.kind == ("loop" if device == "cpu" else "kernel") and row.location == "-:3:8"
    assert row.launches == 1
    assert (row.bytes, row.flops) == ((None, None) if device == "cpu" else (3 * x.nbytes, 2 * x.size))
    assert 0 < row.seconds <= profile.seconds * 10 and 0 <= profile.other_seconds <= profile.seconds
    assert repr(profile) == f"<zyn.Profile of {len(profile.rows)} rows>" and row.name in repr(row)
    assert str(profile).splitlines()[0].startswith("kernel ") and row.name in str(profile)
    assert row.name in profile._repr_html_() and profile._repr_html_().startswith("<div")
    if device == "emulate":
        assert row.memory_share is None and row.flop_share is None


def test_traces_each_launch(axpy, device):
    f = zyn.compile(axpy, device=device)
    x = np.ones(100000, np.float32)
    events = [event for event in json.loads(f.profile(2.0, x, x, runs=4).trace())["traceEvents"] if event["ph"] == "X"]
    assert sum(event["cat"] == "call" for event in events) == 4
    assert sum(event["cat"] in ("kernel", "loop") for event in events) == 4
    assert all(event["dur"] >= 0 for event in events)


def test_counts_the_work_of_sizes_that_are_not_known_before(device):
    f = zyn.compile(PRODUCT, device=device)
    if device == "cpu":
        pytest.skip("the loops of a matmul on the CPU count no work")
    a, b = np.ones((48, 32), np.float32), np.ones((32, 64), np.float32)
    rows = f.profile(a, b, np.zeros((48, 64), np.float32), runs=2).rows
    assert sum((row.flops or 0) * row.launches for row in rows) >= 2 * 48 * 32 * 64


def test_modifies_no_argument(device):
    f = zyn.compile("""func.func @increment(%x: memref<?xf32>) {
      %c = arith.constant 1.0 : f32
      zyn.map ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {
      ^bb0(%p: f32):
        %s = arith.addf %p, %c : f32
        zyn.yield %s : f32
      }
      return
    }""", device=device)
    x = np.zeros(10, np.float32)
    f.profile(x, runs=2)
    assert not x.any()


def test_refuses_what_a_call_refuses(axpy, device):
    f = zyn.compile(axpy, device=device)
    with pytest.raises(ValueError, match="expected at least 1 run"):
        f.profile(2.0, np.ones(3, np.float32), np.ones(3, np.float32), runs=0)
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy' is tensor<\\?xf32>, found an array of 3xf64"):
        f.profile(2.0, np.ones(3), np.ones(3, np.float32))
