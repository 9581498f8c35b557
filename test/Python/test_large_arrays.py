"""Arrays of more than 2^31 elements, tensors of PyTorch on a GPU; run with --device cuda."""
import pytest

import zyn

torch = pytest.importorskip("torch")

GIB = 2**30
HUGE = 2**31 + 12345


@pytest.fixture(autouse=True)
def cuda(request):
    if not request.config.getoption("--device").startswith("cuda") or not torch.cuda.is_available():
        pytest.skip("no GPU")
    zyn.trim_memory()
    torch.cuda.empty_cache()
    if torch.cuda.mem_get_info()[0] < 40 * GIB:
        pytest.skip("less than 40 GiB of memory")


def count(*shape, dtype=torch.int8):
    """Elements that follow from their index, so that neighbors in both directions differ."""
    result = torch.empty(*shape, device="cuda", dtype=dtype)
    flat, part = result.view(-1), 2**28
    for begin in range(0, flat.numel(), part):
        flat[begin:begin + part] = torch.arange(begin, min(begin + part, flat.numel()), device="cuda") % 1009 % 11 - 5
    return result


def call(function, *arrays):
    return zyn.function(function, device="cuda")(*arrays)


def equal(left, right):
    """Compares parts, since PyTorch would need memory for as many booleans."""
    assert left.shape == right.shape and left.dtype == right.dtype
    return all(torch.equal(x, y) for x, y in zip(left.split(max(1, len(left) // 16)), right.split(max(1, len(left) // 16))))


@pytest.mark.parametrize("dtype", [torch.int8, torch.bfloat16, torch.float32])
@pytest.mark.parametrize("shape", [(46349, 46351), (16, HUGE // 16), (HUGE // 16, 16)])
def test_transposes(shape, dtype):
    x = count(*shape, dtype=dtype)
    assert equal(call(lambda x: x.T, x), x.T.contiguous())


@pytest.mark.parametrize("shape, axis", [((46349, 46351), 0), ((46349, 46351), 1), ((3, HUGE), 0), ((3, HUGE), 1), ((HUGE, 3), 0),
                                         ((HUGE, 3), 1), ((2, 46349, 46351), (0, 2)), ((HUGE,), 0)])
def test_sums(shape, axis):
    x = count(*shape)
    expected = x.sum(axis, dtype=torch.int32)
    assert equal(call(lambda x: zyn.sum(x.astype(zyn.i32), axis), x).view(-1), expected.view(-1))


def test_argmax():
    x = count(HUGE)
    x[2**31 + 17] = 100
    assert call(lambda x: zyn.argmax(x), x).item() == 2**31 + 17


@pytest.mark.parametrize("shape", [(3, HUGE), (HUGE, 3)])
def test_maps_with_broadcasts(shape):
    x, row, column = count(*shape), count(1, shape[1]), count(shape[0], 1)
    assert equal(call(lambda x, row, column: x + row + column, x, row, column), x + row + column)


def product(dtype, m, n, k):
    """Operands of small integers, whose sums are exact."""
    return count(m, k, dtype=dtype), count(k, n, dtype=dtype)


@pytest.mark.parametrize("dtype", [torch.bfloat16, torch.float32, torch.float16])
@pytest.mark.parametrize("m, n, k", [(2**20 + 3, 64, 2056), (64, 2**20 + 8, 2056), (2**20 + 3, 1, 2055), (3, 2**20 + 3, 2056),
                                     (46352, 46360, 64), (46351, 46353, 65), (16, 24, 2**27 + 40), (5, 7, 2**29 + 1)])
def test_matmuls(m, n, k, dtype):
    x, y = product(dtype, m, n, k)
    # Sums of deep products exceed what f32 represents exactly.
    if k > 2**20:
        x[:, 2**18:-2**18] = 0
    result = call(lambda x, y: zyn.matmul(x, y, dtype=zyn.f32), x, y)
    part = 2**24 // n or 1
    for begin in [0, m // 2, max(0, m - part)]:
        rows = slice(begin, begin + part)
        if k > 2**20:
            expected = x[rows, :2**18].double() @ y[:2**18].double() + x[rows, -2**18:].double() @ y[-2**18:].double()
        else:
            expected = x[rows].float() @ y.float()
        assert torch.equal(result[rows], expected.float())


def test_matmul_of_transposes():
    x, y = count(2056, 2**20 + 8, dtype=torch.bfloat16), count(64, 2056, dtype=torch.bfloat16)
    result = call(lambda x, y: zyn.matmul(x.T, y.T, dtype=zyn.f32), x, y)
    for rows in (slice(0, 4096), slice(2**20 - 4096, None)):
        assert torch.equal(result[rows], x[:, rows].float().T @ y.float().T)


def test_batched_matmul():
    x, y = count(2049, 1024, 1032, dtype=torch.bfloat16), count(2049, 1032, 64, dtype=torch.bfloat16)
    result = call(lambda x, y: zyn.matmul(x, y, dtype=zyn.f32), x, y)
    for at in (0, 1024, 2048):
        assert torch.equal(result[at], x[at].float() @ y[at].float())


@pytest.mark.parametrize("shape", [(HUGE // 1000, 1000), (7, HUGE // 6), (HUGE // 40000, 40000)])
def test_softmax(shape):
    x = count(*shape, dtype=torch.bfloat16)
    result = call(lambda x: zyn.softmax(x), x)
    for row in (0, shape[0] // 2, shape[0] - 1):
        expected = torch.softmax(x[row].double(), -1)
        assert (result[row].double() - expected).abs().max() <= expected.max() * 2**-7


@pytest.mark.parametrize("shape, axis", [((HUGE,), 0), ((46349, 46351), 0), ((46349, 46351), 1)])
def test_scans(shape, axis):
    x = count(*shape)
    result = call(lambda x: zyn.cumsum(x.astype(zyn.i32), axis), x)
    last = (slice(None),) * axis + (-1,)
    assert torch.equal(result[last], x.sum(axis, dtype=torch.int32))
    first = (slice(None),) * axis + (slice(0, 1000),)
    assert torch.equal(result[first], x[first].cumsum(axis, dtype=torch.int32))


@pytest.mark.parametrize("shape, axis", [((HUGE // 1024, 1024), 1), ((HUGE // 100000, 100000), 1), ((HUGE,), 0)])
def test_sorts(shape, axis):
    x = count(*shape)
    result = call(lambda x: zyn.sort(x, axis), x)
    counts = [(x == value).sum(axis) for value in range(-5, 6)]
    ends = torch.stack(counts).cumsum(0)
    for value, (begin, end) in zip(range(-5, 6), zip([torch.zeros_like(ends[0]), *ends[:-1]], ends)):
        assert torch.equal((result == value).sum(axis), end - begin)
    assert (result.diff(dim=axis) >= 0).all()


def test_gathers():
    x, at = count(HUGE), torch.randint(HUGE, (2**20,), device="cuda")
    at[:2] = torch.tensor([HUGE - 1, 2**31])
    assert torch.equal(call(lambda x, at: zyn.take(x, at, 0), x, at), x[at])


def test_convolution():
    x, w = count(129, 512, 512, 64, dtype=torch.bfloat16), count(64, 3, 3, 64, dtype=torch.bfloat16)
    result = call(lambda x, w: zyn.conv2d(x, w, padding=1), x, w)
    for at in (0, 128):
        expected = torch.nn.functional.conv2d(x[at:at + 1].permute(0, 3, 1, 2).float(), w.permute(0, 3, 1, 2).float(), padding=1)
        error = (result[at].float() - expected[0].permute(1, 2, 0)).abs().max()
        assert error <= 2**-8 * expected.abs().max()
