"""Decompositions of ops of PyTorch whose lowering in torch-mlir loses NaNs, infinities or zeros; see
docs/upstream-bugs.md."""
import torch
from torch._decomp import get_decompositions

aten = torch.ops.aten


def _is_float(*values):
    return torch.result_type(*values).is_floating_point if len(values) > 1 else values[0].is_floating_point()


def _is_nan(x):
    # Unlike x != x, this is not folded.
    return torch.logical_not(torch.ge(x, x))


def _reciprocal(x):
    return torch.div(torch.ones_like(x), x)


def _equal(x, y):
    if not _is_float(x, y):
        return NotImplemented
    return torch.logical_and(torch.ge(x, y), torch.le(x, y))


def _not_equal(x, y):
    return torch.logical_not(_equal(x, y)) if _is_float(x, y) else NotImplemented


def _maximum(x, y):
    if not _is_float(x, y):
        return NotImplemented
    return torch.where(torch.logical_or(torch.ge(x, y), _is_nan(x)), x, y)


def _minimum(x, y):
    if not _is_float(x, y):
        return NotImplemented
    return torch.where(torch.logical_or(torch.le(x, y), _is_nan(x)), x, y)


def _clamp(x, min=None, max=None):
    if not _is_float(x):
        return NotImplemented
    for bound, limit in (min, _maximum), (max, _minimum):
        if bound is not None:
            x = limit(x, bound if isinstance(bound, torch.Tensor) else torch.full_like(x, bound))
    return x


def _hardtanh(x, min_val=-1, max_val=1):
    return _clamp(x, min_val, max_val)


def _hardsigmoid(x):
    return _clamp(x + 3, 0, 6) / 6


def _is_finite(x):
    return torch.lt(torch.abs(x), float("inf")) if _is_float(x) else NotImplemented


def _power(x, exponent):
    """As in eager mode, of which the results for -0.0 and -inf are not those of a power."""
    if not _is_float(x) or exponent not in (0.5, -0.5):
        return NotImplemented
    return torch.sqrt(x) if exponent == 0.5 else torch.rsqrt(x)


def table():
    """Returns a dict of ops and functions."""
    return {
        **get_decompositions([aten.isclose]),
        aten.reciprocal.default: _reciprocal,
        aten.eq.Tensor: _equal,
        aten.ne.Tensor: _not_equal,
        aten.maximum.default: _maximum,
        aten.minimum.default: _minimum,
        aten.clamp.default: _clamp,
        aten.clamp.Tensor: _clamp,
        aten.clamp_min.default: _clamp,
        aten.clamp_min.Tensor: _clamp,
        aten.clamp_max.default: lambda x, max: _clamp(x, None, max),
        aten.clamp_max.Tensor: lambda x, max: _clamp(x, None, max),
        aten.hardtanh.default: _hardtanh,
        aten.hardsigmoid.default: _hardsigmoid,
        aten.isfinite.default: _is_finite,
        aten.pow.Tensor_Scalar: _power,
    }
