"""torch.compile(backend="zyn") and operators, where PyTorch and torch-mlir are installed."""
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import zyn
from test_docs import run

torch = pytest.importorskip("torch")
functional, nn = torch.nn.functional, torch.nn


@pytest.fixture(autouse=True)
def reset():
    torch._dynamo.reset()
    torch.manual_seed(7)


@pytest.fixture
def backend():
    pytest.importorskip("torch_mlir")
    return "zyn"


@pytest.fixture(params=["cpu", "cuda"])
def place(request):
    """The device of tensors."""
    if request.param == "cuda" and not request.config.getoption("--device").startswith("cuda"):
        pytest.skip("no GPU")
    return request.param


def warnings(caplog):
    return [record.getMessage() for record in caplog.records if record.name == "zyn.torch"]


class Classifier(nn.Module):
    def __init__(self):
        super().__init__()
        self.first, self.norm, self.last = nn.Linear(8, 16), nn.LayerNorm(16), nn.Linear(16, 4)

    def forward(self, x):
        return self.last(functional.gelu(self.norm(self.first(x)))).softmax(-1)


class Images(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv, self.line = nn.Conv2d(3, 4, 3, padding=1), nn.Linear(4 * 4 * 4, 5)

    def forward(self, x):
        return self.line(functional.max_pool2d(functional.relu(self.conv(x)), 2).flatten(1))


class Attention(nn.Module):
    def forward(self, x):
        return functional.scaled_dot_product_attention(x, x, x, is_causal=True)


@pytest.mark.parametrize("model, shape", [(Classifier, (3, 8)), (Images, (2, 3, 8, 8)), (Attention, (1, 2, 6, 8))])
def test_inference(backend, place, caplog, model, shape):
    model, x = model().to(place), torch.randn(shape, device=place)
    with torch.no_grad():
        found, expected = torch.compile(model, backend=backend)(x), model(x)
    torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)
    assert warnings(caplog) == []


ATTENTIONS = {
    "all keys": lambda q, k, v, m: functional.scaled_dot_product_attention(q, k, v),
    "causal": lambda q, k, v, m: functional.scaled_dot_product_attention(q, k, v, is_causal=True, scale=0.3),
    "groups": lambda q, k, v, m: functional.scaled_dot_product_attention(q, k[:, :2], v[:, :2], is_causal=True, enable_gqa=True),
    "condition": lambda q, k, v, m: functional.scaled_dot_product_attention(q, k, v, m > 0),
    "sum": lambda q, k, v, m: functional.scaled_dot_product_attention(q, k, v, m[0, 0]),
}


@pytest.mark.parametrize("dtype", [torch.float32, torch.bfloat16, torch.float16], ids=str)
@pytest.mark.parametrize("name", ATTENTIONS)
def test_attention(backend, place, caplog, monkeypatch, name, dtype):
    """It is one op for kernels."""
    modules = []

    def compile(module, *arguments, **options):
        modules.append(module)
        return zyn.compile(module, *arguments, **options)

    monkeypatch.setattr("zyn.torch.compile", compile)
    arguments = [torch.randn(2, 4, 24, 16) for _ in range(3)] + [torch.randn(2, 1, 24, 24)]
    arguments[3][1, 0, 5] = -1  # a query that sees no key
    arguments = [argument.to(place, dtype) for argument in arguments]
    with torch.no_grad():
        found = torch.compile(ATTENTIONS[name], backend=backend)(*arguments)
        expected = ATTENTIONS[name](*(argument.double() for argument in arguments))
    scale = 1e-5 if dtype == torch.float32 else 4 * torch.finfo(dtype).eps
    torch.testing.assert_close(found.double(), expected, rtol=scale, atol=scale)
    assert warnings(caplog) == []
    ir = zyn.compile(modules[0], "main", "emulate").ir("zyn-bufferize")
    assert ("zyn.attention causal" if name in ("causal", "groups") else "zyn.attention") in ir
    assert "zyn.matmul" not in ir


class Activated(nn.Module):
    def __init__(self):
        super().__init__()
        self.line = nn.Linear(16, 24)

    def forward(self, x):
        return functional.gelu(self.line(x))


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float16], ids=str)
def test_small_floats(backend, caplog, monkeypatch, dtype):
    """PyTorch decomposes a linear layer into a product of f32, which is one of the small floats, with an epilogue."""
    modules = []

    def compile(module, *arguments, **options):
        modules.append(module)
        return zyn.compile(module, *arguments, **options)

    monkeypatch.setattr("zyn.torch.compile", compile)
    model, x = Activated().to(dtype), torch.randn(4, 3, 16, dtype=dtype)
    with torch.no_grad():
        found = torch.compile(model, backend=backend)(x)
        expected = Activated.forward(model.double(), x.double())
    bound = 2 * torch.finfo(dtype).eps
    torch.testing.assert_close(found.double(), expected, rtol=bound, atol=bound)
    assert warnings(caplog) == []
    kernels = zyn.compile(modules[0], "main", "emulate")
    ir = kernels.ir("zyn-bufferize")
    assert ir.count("zyn.matmul") == 1 and "zyn.map" not in ir and "memref<16x24xf32>" not in ir
    model.to(dtype)
    torch.testing.assert_close(kernels(model.line.weight.detach(), model.line.bias.detach(), x).double(), expected,
                               rtol=bound, atol=bound)


def test_dynamic_sizes(backend, place, caplog):
    model = Classifier().to(place)
    compiled = torch.compile(model, backend=backend)
    with torch.no_grad():
        for batch in [3, 5, 7, 1]:
            x = torch.randn(batch, 8, device=place)
            torch.testing.assert_close(compiled(x), model(x), rtol=1e-4, atol=1e-5)
    assert warnings(caplog) == []


def test_training(backend, place, caplog):
    model, copy = Classifier().to(place), Classifier().to(place)
    copy.load_state_dict(model.state_dict())
    compiled = torch.compile(model, backend=backend)
    x = torch.randn(6, 8, device=place)
    for network, forward in [(model, compiled), (copy, copy)]:
        optimizer = torch.optim.SGD(network.parameters(), lr=0.1)
        for _ in range(3):
            optimizer.zero_grad()
            forward(x).square().sum().backward()
            optimizer.step()
    for found, expected in zip(model.parameters(), copy.parameters()):
        torch.testing.assert_close(found, expected, rtol=1e-4, atol=1e-5)
    assert warnings(caplog) == []


def test_views_and_several_results(backend, place):
    def function(x):
        return x.T + 1, x.sum(), x[1:], x > 0
    x = torch.randn(4, 3, device=place)
    for found, expected in zip(torch.compile(function, backend=backend)(x.T), function(x.T)):
        torch.testing.assert_close(found, expected)


SPECIAL = torch.tensor([float("nan"), -1.5, 2.5, -0.0, 0.0, float("inf"), float("-inf"), 1.0])


@pytest.mark.parametrize("function", [
    lambda x: (torch.maximum(x, x.flip(0)), torch.minimum(x, x.flip(0)), x.clamp(-1, 1), x.clamp_min(0), x.clamp_max(0)),
    lambda x: (functional.relu6(x), functional.hardtanh(x), functional.hardsigmoid(x), torch.relu(x)),
    lambda x: (x == x, x != x, torch.where(x == x, x, torch.zeros_like(x)), torch.isnan(x)),
    lambda x: (torch.isfinite(x), torch.isclose(x, x)),
    lambda x: (torch.reciprocal(x), 1 / x, x ** 0.5, x ** -0.5)])
def test_special_values(backend, place, caplog, function):
    x = SPECIAL.to(place)
    for found, expected in zip(torch.compile(function, backend=backend)(x), function(x)):
        torch.testing.assert_close(found, expected, equal_nan=True)
    assert warnings(caplog) == []


@pytest.mark.parametrize("function, arguments, reason", [
    (lambda x, i: x[i], (torch.ones(3, 2), torch.tensor([10**9])), "aten.index.Tensor would not check its indices"),
    (lambda x: x + 200, (torch.tensor([100], dtype=torch.uint8),), "of the type torch.uint8, which is unsigned"),
    (lambda x: torch.div(x, 0.1, rounding_mode="floor"), (torch.ones(1),), "a quotient that is not exact")])
def test_refuses_graphs(backend, caplog, function, arguments, reason):
    def run(function):
        try:
            return function(*arguments)
        except IndexError as error:
            return type(error)
    found, expected = run(torch.compile(function, backend=backend)), run(function)
    assert found == expected and getattr(found, "dtype", None) == getattr(expected, "dtype", None)
    (message,) = warnings(caplog)
    assert reason in message


@pytest.mark.parametrize("dynamic", [False, True])
def test_strides(backend, place, caplog, dynamic):
    # Code after a graph relies on the strides that were traced.
    compiled = torch.compile(lambda x: x.T + 1, backend=backend, dynamic=dynamic)
    for sizes in [(3, 4), (5, 6)]:
        x = torch.randn(sizes, device=place)
        found, expected = compiled(x), x.T + 1
        torch.testing.assert_close(found, expected)
        assert found.stride() == expected.stride() == (1, sizes[1])
    assert warnings(caplog) == []


def test_falls_back_to_eager_mode(backend, caplog):
    def function(x):
        return torch.linalg.svdvals(x) + 1
    x = torch.randn(3, 3)
    torch.testing.assert_close(torch.compile(function, backend=backend)(x), function(x))
    (message,) = warnings(caplog)
    assert message.startswith("a graph of ") and " runs in eager mode: " in message
    assert "svd" in message and "test_torch.py" in message


def test_versions(backend, monkeypatch, caplog):
    from importlib import metadata

    import zyn.torch
    monkeypatch.setattr(metadata, "version", lambda package: "1.0+cpu")
    zyn.torch._check_versions()
    assert warnings(caplog)[0] == "found torch 1.0; the backend was tested with 2.15.0 and 2.11.0"

    def missing(package):
        raise metadata.PackageNotFoundError(package)
    monkeypatch.setattr(metadata, "version", missing)
    with pytest.raises(ImportError, match="needs torch: pip install torch=="):
        zyn.torch._check_versions()


def test_operators(axpy):
    op = zyn.torch_op(zyn.compile(axpy, device="cpu"), "zyn_test::axpy")

    def function(x, y):
        return op(2.0, x, y).relu()
    x, y = torch.randn(5), torch.randn(5)
    expected = (2 * x + y).relu()
    torch.testing.assert_close(function(x, y), expected)
    torch.testing.assert_close(torch.compile(function, backend="eager", fullgraph=True)(x, y), expected)
    torch.library.opcheck(op, (2.0, x, y))


def test_operators_that_modify():
    op = zyn.torch_op(zyn.compile("""func.func @increment(%x: memref<?xf32>) {
      %c = arith.constant 1.0 : f32
      zyn.map ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {
      ^bb0(%p: f32):
        %s = arith.addf %p, %c : f32
        zyn.yield %s : f32
      }
      return
    }""", device="cpu"), "zyn_test::increment")
    x = torch.zeros(4)

    def function(x):
        op(x)
        return x * 2
    np.testing.assert_array_equal(function(x), [2] * 4)
    np.testing.assert_array_equal(torch.compile(function, backend="eager", fullgraph=True)(x), [4] * 4)
    np.testing.assert_array_equal(x, [2] * 4)
    x.requires_grad_()
    with torch.no_grad():
        op(x)
    np.testing.assert_array_equal(x.detach(), [3] * 4)


def test_sizes_of_operators():
    matmul = """func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x3xf32>) -> tensor<?x3xf32> {
      %z = arith.constant 0 : index
      %n = tensor.dim %a, %z : tensor<?x?xf32>
      %e = tensor.empty(%n) : tensor<?x3xf32>
      %f = arith.constant 0.0 : f32
      %i = linalg.fill ins(%f : f32) outs(%e : tensor<?x3xf32>) -> tensor<?x3xf32>
      %r = zyn.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x3xf32>) outs(%i : tensor<?x3xf32>) -> tensor<?x3xf32>
      return %r : tensor<?x3xf32>
    }"""
    f = zyn.compile(matmul, device="cpu")
    op = zyn.torch_op(f, "zyn_test::matmul", shapes=lambda a, b: [(a.shape[0], 3)])
    a, b = torch.randn(5, 2), torch.randn(2, 3)
    torch.testing.assert_close(torch.compile(lambda a, b: op(a, b) + 1, backend="eager", fullgraph=True)(a, b), a @ b + 1)
    with pytest.raises(ValueError, match="there is already an operator zyn_test::matmul"):
        zyn.torch_op(f, "zyn_test::matmul")
    constant = "func.func @f() -> tensor<1xf32> { %c = arith.constant dense<1.0> : tensor<1xf32> return %c : tensor<1xf32> }"
    with pytest.raises(ValueError, match="expected a function with a tensor or memref among its arguments"):
        zyn.torch_op(zyn.compile(constant, device="cpu"))
    with pytest.raises(ValueError, match="expected a function whose results are tensors, found f32"):
        zyn.torch_op(zyn.compile("func.func @f(%x: f32) -> f32 { return %x : f32 }", device="cpu"))


def test_example(backend):
    done = subprocess.run([sys.executable, "examples/python/model.py"], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    errors = [float(line.split()[-1]) for line in done.stdout.splitlines()]
    assert len(errors) == 4 and errors[-1] < errors[0] / 50


def test_tutorial(backend, tmp_path, monkeypatch):
    """The examples with PyTorch in the tutorial."""
    text = Path("docs/tutorial.md").read_text()
    monkeypatch.chdir(tmp_path)
    names = {"zyn": zyn}
    examples = [run(block[1], "tutorial", "docs/tutorial.md", text.count("\n", 0, block.start()) + 1, names)
                for block in re.finditer(r"^```py\n(>>> .*?)^```$", text, re.M | re.S)]
    assert len(examples) == 2


def test_negated_tensors(axpy, place):
    function = zyn.compile(axpy, "axpy", "cuda" if place == "cuda" else "cpu")
    one = torch.tensor([1 + 2j], device=place).conj().imag
    several = torch.tensor([1 + 2j, 3 - 4j], device=place).conj().imag
    assert one.is_neg() and several.is_neg()
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy' is negated when it is read; pass x.resolve_neg()"):
        function(2.0, one, one)
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy' is (negated|not contiguous)"):
        function(2.0, several, several)
    assert function(2.0, one.resolve_neg(), one.resolve_neg()).tolist() == [-6]
