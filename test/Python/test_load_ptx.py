"""zyn.load_ptx: kernels written by hand. Launches run with --device cuda."""
import numpy as np
import pytest

import zyn

SCALE = """//
.version 7.0
.target sm_80
.address_size 64

// x[i] *= factor for i < n
.visible .entry scale(.param .u64 x, .param .f32 factor, .param .u32 n) {
  .reg .pred %p;
  .reg .b32 %r<4>;
  .reg .f32 %f<3>;
  .reg .b64 %rd<3>;
  mov.u32 %r0, %ctaid.x;
  mov.u32 %r1, %ntid.x;
  mov.u32 %r2, %tid.x;
  mad.lo.u32 %r0, %r0, %r1, %r2;
  ld.param.u32 %r3, [n];
  setp.ge.u32 %p, %r0, %r3;
  @%p ret;
  ld.param.u64 %rd0, [x];
  mul.wide.u32 %rd1, %r0, 4;
  add.u64 %rd2, %rd0, %rd1;
  ld.param.f32 %f0, [factor];
  ld.global.f32 %f1, [%rd2];
  mul.f32 %f2, %f0, %f1;
  st.global.f32 [%rd2], %f2;
  ret;
}

.visible .entry typed(.param .b32 a, .param .f64 b, .param .s64 c, .param .align 8 .b8 d[24]) {
  ret;
}
"""


@pytest.fixture
def cuda(request):
    device = request.config.getoption("--device")
    if not device.startswith("cuda"):
        pytest.skip("no GPU")
    return device


def fails(message, call, *arguments, **named):
    with pytest.raises(zyn.Error) as raised:
        call(*arguments, **named)
    assert message in str(raised.value)


def test_lists_kernels_and_parameters():
    ptx = zyn.load_ptx(SCALE)
    assert ptx.kernels == ["scale", "typed"] and repr(ptx) == "<zyn.PTX '-' of 2 kernels>"
    assert ptx.kernel("scale").parameters == [("x", "u64", 8), ("factor", "f32", 4), ("n", "u32", 4)]
    assert ptx.kernel("typed").parameters[3] == ("d", "b8", 24)
    assert repr(ptx.kernel("scale")) == "<zyn.PTXKernel 'scale' (.u64 x, .f32 factor, .u32 n)>"
    assert repr(ptx.kernel("scale")[(2, 3), 256]) == (
        "<zyn.KernelLaunch of 'scale': 2x3x1 blocks of 256x1x1 threads>")


def test_reads_files(tmp_path):
    file = tmp_path / "scale.ptx"
    file.write_text(SCALE)
    assert zyn.load_ptx(file).kernels == zyn.load_ptx(str(file)).kernels == ["scale", "typed"]
    assert zyn.load_ptx(SCALE.encode()).kernels == ["scale", "typed"]


def test_refuses_what_is_no_ptx(tmp_path):
    fails("-: error: found no kernel: expected PTX text with an .entry", zyn.load_ptx, "module {}")
    fails("-: error: found no kernel", zyn.load_ptx, "")
    fails("-: error: found no kernel", zyn.load_ptx, b"\xff\x00\x80")
    missing = tmp_path / "missing.ptx"
    fails(f"{missing}: error: cannot read: No such file or directory", zyn.load_ptx, missing)
    with pytest.raises(TypeError, match="expected PTX text or a path, found an object of type 'int'"):
        zyn.load_ptx(3)


def test_refuses_other_devices():
    fails("PTX runs on a GPU, expected the device 'cuda' or 'cuda:N', found 'emulate'", zyn.load_ptx, SCALE,
          device="emulate")


def test_names_the_kernels_there_are():
    fails("-: error: no kernel 'scal'; the kernels are 'scale', 'typed'", zyn.load_ptx(SCALE).kernel, "scal")


@pytest.mark.parametrize("shape", [(1, 0), (1, 2**31), (-1, 1), ((), 1), ((1, 1, 1, 1), 1), (1, 1.5), (1, 1, -1)])
def test_refuses_shapes(shape):
    with pytest.raises(ValueError, match="expected .* of kernel 'scale', found "):
        zyn.load_ptx(SCALE).kernel("scale")[shape]


@pytest.mark.parametrize("shape", [1, (1,), (1, 1, 1, 1), None])
def test_refuses_other_subscripts(shape):
    with pytest.raises(TypeError, match=r"expected kernel\[grid, block\] or kernel\[grid, block, bytes"):
        zyn.load_ptx(SCALE).kernel("scale")[shape]


def test_checks_arguments():
    ptx = zyn.load_ptx(SCALE)
    scale, typed = ptx.kernel("scale")[1, 32], ptx.kernel("typed")[1, 1]
    x = np.ones(4, np.float32)
    fails("kernel 'scale' takes 3 arguments, 1 given", scale, x)
    fails("parameter #2 'n' of kernel 'scale' is .u32, found an array, which is passed as an address of 8 bytes", scale,
          x, 2, x)
    fails("parameter #1 'factor' of kernel 'scale' is .f32, found", scale, x, "2", 4)
    fails("parameter #2 'n' of kernel 'scale' is .u32, found -2147483649", scale, x, 2, -(2**31) - 1)
    fails("parameter #2 'n' of kernel 'scale' is .u32, found 4294967296", scale, x, 2, 2**32)
    fails("parameter #2 'n' of kernel 'scale' is .u32, found 3 bytes", scale, x, 2, b"abc")
    fails("parameter #3 'd' of kernel 'typed' is .b8 of 24 bytes, found", typed, 1, 2, 3, 4)
    fails("parameter #3 'd' of kernel 'typed' is .b8 of 24 bytes, found 8 bytes", typed, 1, 2, 3, bytes(8))
    x.flags.writeable = False
    fails("parameter #0 'x' of kernel 'scale' is an address, which the kernel may write to, found a read-only array",
          scale, x, 2, 4)


def test_says_that_there_is_no_gpu():
    if zyn.devices()[0].startswith("cuda"):
        pytest.skip("there is a GPU")
    scale = zyn.load_ptx(SCALE).kernel("scale")
    fails("; PTX runs on a GPU only, and functions of zyn.compile with kernels of the kernel dialect also on 'emulate'",
          scale[1, 32], np.ones(4, np.float32), 2, 4)


def test_copies_numpy(cuda):
    x = np.arange(1000, dtype=np.float32)
    zyn.load_ptx(SCALE, device=cuda).kernel("scale")[4, 256](x, 3, 1000)
    np.testing.assert_array_equal(x, 3 * np.arange(1000, dtype=np.float32))


def test_uses_tensors_in_place(cuda):
    torch = pytest.importorskip("torch")
    scale = zyn.load_ptx(SCALE, device=cuda).kernel("scale")
    x = torch.ones(1000, device="cuda")
    stream = torch.cuda.Stream()
    scale[4, 256](x, 3, 1000)
    with torch.cuda.stream(stream):
        stream.wait_stream(torch.cuda.default_stream())
        scale[4, 256](x, 5.0, 999)
        x *= 2
    stream.synchronize()
    assert torch.equal(x[:999].cpu(), torch.full((999,), 30.0)) and x[999].item() == 6


def test_updates_a_parameter_that_requires_gradients(cuda):
    torch = pytest.importorskip("torch")
    parameter = torch.nn.Parameter(torch.ones(100, device="cuda"))
    zyn.load_ptx(SCALE, device=cuda).kernel("scale")[1, 128](parameter, 2.5, 100)
    assert torch.equal(parameter.detach().cpu(), torch.full((100,), 2.5))


def test_passes_structs_and_untyped_numbers(cuda):
    zyn.load_ptx(SCALE, device=cuda).kernel("typed")[1, 1](1.5, 2, -3, bytes(24))


def test_reports_what_the_driver_refuses(cuda):
    fails("ptxas", zyn.load_ptx(".version 7.0\n.target sm_80\n.address_size 64\n.entry k() { nonsense; }",
                                device=cuda).kernel("k")[1, 1])
    fails("block of 2048 threads, the device allows 1024", zyn.load_ptx(SCALE, device=cuda).kernel("typed")[1, 2048],
          1, 2, 3, bytes(24))
    pair = zyn.load_ptx(".version 7.0\n.target sm_80\n.address_size 64\n.entry pair(.param .u64 x, .param .u64 y) { ret; }",
                        device=cuda).kernel("pair")
    x = np.zeros(16, np.float32)
    fails("overlaps with another one that is copied to the device", pair[1, 32], x[:8], x[4:])


def test_launches_in_graphs(cuda):
    torch = pytest.importorskip("torch")
    scale = zyn.load_ptx(SCALE, device=cuda).kernel("scale")
    x = torch.ones(1000, device="cuda")
    scale[4, 256](x, 1.0, 1000)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        scale[4, 256](x, 2.0, 1000)
        x += 1
    for _ in range(3):
        graph.replay()
    assert x.tolist() == [15.0] * 1000
