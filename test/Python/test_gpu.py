"""Tensors of PyTorch on a GPU; run with --device cuda."""
import ctypes
import threading

import numpy as np
import pytest

import zyn

torch = pytest.importorskip("torch")

MATMUL = """func.func @matmul(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
"""

INCREMENT = """func.func @increment(%x: memref<?xf32>) {
  %c = arith.constant 1.0 : f32
  zyn.map ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {
  ^bb0(%p: f32):
    %s = arith.addf %p, %c : f32
    zyn.yield %s : f32
  }
  return
}
"""


@pytest.fixture
def cuda(request):
    if not request.config.getoption("--device").startswith("cuda") or not torch.cuda.is_available():
        pytest.skip("no GPU")
    return request.config.getoption("--device")


def test_uses_tensors_in_place(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    assert f.device == "cuda:0" and ".target sm_" in f.ptx
    x, y = torch.arange(1000, device="cuda", dtype=torch.float32), torch.ones(1000, device="cuda")
    result = f(2.0, x, y)
    assert result.is_cuda and torch.equal(result, 2 * x + y)
    out = torch.empty_like(x)
    assert f(2.0, x, y, out=out) is out and torch.equal(out, result)


def test_copies_numpy(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    x, y = np.arange(1000, dtype=np.float32), np.ones(1000, np.float32)
    result = f(2.0, x, y)
    assert type(result) is np.ndarray
    np.testing.assert_array_equal(result, 2 * x + y)


def test_returns_a_tensor_for_a_mixed_call(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    result = f(2.0, torch.ones(3, device="cuda"), np.ones(3, np.float32))
    assert result.is_cuda and torch.equal(result.cpu(), torch.full((3,), 3.0))


def test_computes_with_bf16(cuda):
    f = zyn.compile(MATMUL, device=cuda)
    a = torch.randn(256, 128, device="cuda", dtype=torch.bfloat16)
    b = torch.randn(128, 512, device="cuda", dtype=torch.bfloat16)
    result = f(a, b, torch.empty(256, 512, device="cuda"))
    torch.testing.assert_close(result, a.float() @ b.float(), rtol=1e-2, atol=1e-2)


def test_modifies_buffers(cuda):
    f = zyn.compile(INCREMENT, device=cuda)
    x = torch.zeros(100, device="cuda")
    for view in (x, x[1:]):
        f(view)
    assert torch.equal(x.cpu(), torch.tensor([1.0] + [2.0] * 99))
    y = np.zeros(100, np.float32)
    f(y)
    np.testing.assert_array_equal(y, 1)


def test_accepts_any_alignment(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    x = torch.arange(4001, device="cuda", dtype=torch.float32)
    for offset in range(4):
        assert torch.equal(f(2.0, x[offset:][:3900], x[:3900]), 2 * x[offset:][:3900] + x[:3900])


def test_follows_the_current_stream(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    y = torch.zeros(1 << 20, device="cuda")
    for stream in (torch.cuda.Stream(), torch.cuda.default_stream(), torch.cuda.Stream()):
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for i in range(20):
                x = torch.zeros(1 << 20, device="cuda")
                torch.cuda._sleep(1000000)
                x += i
                result = f(1.0, x, y)
                # The memory may be reused at once, after the call.
                del x
                assert torch.zeros(1 << 20, device="cuda").sum() == 0
                assert bool((result == i).all())
        stream.synchronize()
    other = torch.cuda.Stream()
    x = torch.ones(1 << 20, device="cuda")
    torch.cuda.synchronize()
    result = f(1.0, x, y, stream=other.cuda_stream)
    other.synchronize()
    assert bool((result == 1).all())


def test_results_are_freed_in_order(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    x = torch.ones(1 << 22, device="cuda")
    total = torch.zeros((), device="cuda", dtype=torch.float64)
    for i in range(200):
        total += f(float(i), x, x).sum(dtype=torch.float64)
    assert total.item() == (1 << 22) * sum(i + 1 for i in range(200))


def test_results_are_freed_after_their_readers(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    x, other = torch.ones(1 << 20, device="cuda"), np.full(1 << 20, 7, np.float32)
    result = f(1.0, x, x)
    torch.cuda._sleep(1000000000)
    copy = result + 0
    # The call on other arrays does not wait for PyTorch's stream, and would use the same memory.
    del result
    f(1.0, other, other)
    assert bool((copy == 2).all())


def test_uses_any_number_of_streams(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    y = torch.zeros(1 << 16, device="cuda")
    results, streams = [], []
    for i in range(80):
        # Others than PyTorch's are destroyed, so that the driver may use their addresses again.
        streams.append(torch.cuda.Stream() if i % 2 else torch.cuda.ExternalStream(_create_stream()))
        with torch.cuda.stream(streams[-1]):
            x = torch.zeros(1 << 16, device="cuda")
            torch.cuda._sleep(100000)
            x += i
            results.append(f(1.0, x, y))
            results[-1] = f(2.0, results[-1], y) + 0
        if not i % 2:
            streams.pop().synchronize()
            _destroy_stream()
    torch.cuda.synchronize()
    assert [float(result[-1]) for result in results] == [2 * i for i in range(80)]


_streams = []


def _create_stream():
    stream = ctypes.c_void_p()
    assert ctypes.CDLL("libcuda.so.1").cuStreamCreate(ctypes.byref(stream), 1) == 0
    _streams.append(stream)
    return stream.value


def _destroy_stream():
    assert ctypes.CDLL("libcuda.so.1").cuStreamDestroy_v2(_streams.pop()) == 0


def test_threads_have_their_streams(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    failures = []

    def work(number):
        with torch.cuda.stream(torch.cuda.Stream()):
            y = torch.zeros(1 << 18, device="cuda")
            for i in range(100):
                x = torch.full((1 << 18,), float(number * 1000 + i), device="cuda")
                if not bool((f(1.0, f(1.0, x, y), y) == number * 1000 + i).all()):
                    failures.append((number, i))
    threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_outputs_on_streams(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    y = torch.zeros(1 << 20, device="cuda")
    torch.cuda.synchronize()
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        x = torch.zeros(1 << 20, device="cuda")
        out = torch.empty_like(x)
        for i in range(20):
            torch.cuda._sleep(1000000)
            x += 1
            assert f(1.0, x, y, out=out) is out
            # In place, on its own argument, and where vectors are not aligned.
            f(1.0, out, y, out=out)
            f(1.0, out[:-1], y[1:], out=out[1:])
            assert bool((out == i + 1).all())
        # On the host.
        host = np.empty(1 << 20, np.float32)
        torch.cuda._sleep(1000000)
        x += 1
        with pytest.raises(zyn.Error, match="output #0 of 'axpy' is on 'cpu'"):
            f(1.0, x, y, out=torch.from_numpy(host))
        f(1.0, x, y, out=host)
        np.testing.assert_array_equal(host, 21)


def test_refuses_calls_in_graphs(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    x = torch.ones(1000, device="cuda")
    f(1.0, x, x)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        y = x + 1
        with pytest.raises(zyn.Error, match="the stream is captured as a graph"):
            f(1.0, x, x)
    graph.replay()
    assert torch.equal(y, x + 1) and torch.equal(f(1.0, x, x), 2 * x)


def test_rejects_tensors(axpy, cuda):
    f = zyn.compile(axpy, device=cuda)
    x = torch.ones(4, device="cuda")
    for tensor, message in [
        (x.cpu(), "argument #1 of 'axpy' is on 'cpu', but the function was compiled for 'cuda:0'"),
        (torch.ones(8, device="cuda")[::2], "argument #1 of 'axpy' is not contiguous"),
        (x.double(), "argument #1 of 'axpy' is tensor<?xf32>, found an array of 4xf64"),
        (x.reshape(2, 2), "argument #1 of 'axpy' is tensor<?xf32>, found an array of 2x2xf32"),
    ]:
        with pytest.raises(zyn.Error) as raised:
            f(2.0, tensor, x)
        assert message in str(raised.value)
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy' is on 'cuda:0', but the function was compiled for 'cpu'"):
        zyn.compile(axpy, device="cpu")(2.0, x, np.ones(4, np.float32))
    with pytest.raises(BufferError):
        f(2.0, torch.ones(4, device="cuda", requires_grad=True), x)


def test_cuda_array_interface(axpy, cuda):
    class Interface:
        def __init__(self, tensor):
            self.__cuda_array_interface__ = tensor.__cuda_array_interface__

    f = zyn.compile(axpy, device=cuda)
    x = torch.arange(4, device="cuda", dtype=torch.float32)
    result = f(2.0, Interface(x), Interface(x))
    assert type(result) is zyn.Array and result.device == "cuda:0"
    np.testing.assert_array_equal(result.numpy(), [0, 3, 6, 9])
    assert torch.equal(torch.as_tensor(result, device="cuda"), 3 * x)
    assert torch.equal(torch.from_dlpack(result), 3 * x)


def test_tunes_matmuls(cuda, tmp_path, monkeypatch):
    # Measurements are kept there.
    monkeypatch.setenv("ZYN_CACHE_DIR", str(tmp_path))
    f = zyn.compile(MATMUL, device=cuda)
    a, b = (torch.randn(512, 512, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    calls = []
    tuned = f.tune(a, b, torch.zeros(512, 512, device="cuda"), progress=lambda *call: calls.append(call))
    assert any("uses tiles of" in remark.message for remark in tuned.remarks)
    assert calls and calls[-1][0] == calls[-1][1]
    assert torch.allclose(tuned(a, b, torch.zeros(512, 512, device="cuda")), a.float() @ b.float(), rtol=1e-2, atol=1e-1)

    def fail(done, total):
        raise KeyError(total)
    with pytest.raises(KeyError):
        # Sizes that were not measured before.
        f.tune(a[:-8], b, torch.zeros(504, 512, device="cuda"), progress=fail)


def test_trims_memory(cuda):
    f = zyn.compile("""func.func @f(%x: tensor<?xf32>) -> tensor<?xf32> {
      %r = zyn.map ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) {
      ^bb0(%p: f32):
        %s = arith.negf %p : f32
        zyn.yield %s : f32
      } -> tensor<?xf32>
      return %r : tensor<?xf32>
    }""", device=cuda)
    x = torch.ones(2**26, device="cuda")
    f(x)
    torch.cuda.synchronize()
    free = torch.cuda.mem_get_info()[0]
    zyn.trim_memory()
    assert torch.cuda.mem_get_info()[0] >= free + x.nbytes
    assert torch.equal(f(x), -x)
