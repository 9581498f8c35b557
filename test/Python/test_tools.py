"""python -m zyn, and the cache."""
import os
import signal
import subprocess
import sys
import tarfile
import time

import numpy as np

import zyn


def run(*words, **arguments):
    return subprocess.run([sys.executable, "-m", "zyn", *words], capture_output=True, text=True, timeout=120, **arguments)


def test_runs_tools():
    done = run("run", "examples/vm/squares.mlir", "ones:i32:1", "--instances", "5", "--device", "cpu")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "#0: tensor<2x5xi32>\n[[0, 1, 4, 9, 16],\n [1, 2, 5, 10, 17]]\n"
    done = run("opt", "--zyn-fuse", "examples/digits/model.mlir")
    assert done.returncode == 0 and "func.func @classify" in done.stdout
    done = run("translate", "--vm-to-executable", "-", input=open("examples/vm/squares.mlir").read(), errors="replace")
    assert done.returncode == 0 and done.stdout
    done = run("devices")
    assert done.returncode == 0 and "cpu" in done.stdout


def test_errors_are_those_of_the_tools():
    done = run("run", "missing.mlir")
    assert (done.returncode, done.stderr) == (1, "missing.mlir: error: cannot read: No such file or directory\n")
    done = run("run", "--nonsense")
    assert (done.returncode, done.stderr) == (1, "zyn-run: error: unknown option '--nonsense'; zyn-run --help lists "
                                                 "them\n")
    done = run("opt", "--nonsense")
    assert done.returncode == 1 and done.stderr.startswith("zyn-opt: error: unknown option '--nonsense'")
    done = run("translate")
    assert done.returncode == 1 and "expected a translation" in done.stderr


def test_rejects_commands():
    for words, message in [(["fly"], "unknown command 'fly': expected run, opt, translate, show, devices or cache"),
                           (["cache", "fill"], "expected 'cache', 'cache export ARCHIVE' or 'cache clear', found 'cache fill'"),
                           (["cache", "export", "x.zip"], "expected a name that ends with .tar, .tar.gz, .tar.bz2 or "
                            ".tar.xz, found 'x.zip'"),
                           (["cache", "export", "/missing/x.tar"], "[Errno 2] No such file or directory: "
                            "'/missing/x.tar.part'"),
                           (["devices", "all"], "'devices' takes no arguments")]:
        done = run(*words)
        assert (done.returncode, done.stdout, done.stderr) == (1, "", f"zyn: error: {message}\n")
    assert run().returncode == 1
    assert run("--help").stdout == run().stdout != ""


def test_interrupt_ends_a_tool():
    process = subprocess.Popen([sys.executable, "-c", "import signal; signal.signal(signal.SIGINT, "
                                "signal.default_int_handler); from zyn.__main__ import main; main(['run', "
                                "'examples/kernels/transpose.mlir', 'ones:f32:256x256', '--device', 'emulate', "
                                "'--no-output', '--repeat', '100000'])"])
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    assert process.wait(timeout=20) == -signal.SIGINT


def test_lists_and_clears_the_cache(tmp_path, monkeypatch):
    monkeypatch.setenv("ZYN_CACHE_DIR", str(tmp_path))
    assert zyn.cache.folder() == str(tmp_path) and zyn.cache.entries() == []
    key = "0123456789abcdef" * 2
    for name, size, seconds in [(f"{key}.cubin", 10, 100), (f"{key}.o", 20, 300), (f"{key}.tiles", 30, 200)]:
        (tmp_path / name).write_bytes(b"x" * size)
        os.utime(tmp_path / name, (seconds, seconds))
    # Only entries are removed.
    others = [tmp_path / "notes.txt", tmp_path / key, tmp_path / f"{key[1:]}.o"]
    for other in others:
        other.write_text("")
    entries = zyn.cache.entries()
    assert [(entry.kind, entry.bytes, entry.time.timestamp()) for entry in entries] == [
        ("o", 20, 300), ("tiles", 30, 200), ("cubin", 10, 100)]
    assert entries[0].path == str(tmp_path / f"{key}.o")
    listed = run("cache").stdout.splitlines()
    assert len(listed) == 4 and listed[0].endswith(f"        20  {tmp_path}/{key}.o")
    assert listed[3] == f"3 files, 60 bytes in {tmp_path}"
    done = run("cache", "export", str(tmp_path / "all.tar.gz"))
    assert (done.returncode, done.stdout) == (0, f"{tmp_path}/all.tar.gz: 3 files\n")
    with tarfile.open(tmp_path / "all.tar.gz") as archive:
        assert sorted((member.name, member.size) for member in archive) == [
            (f"{key}.cubin", 10), (f"{key}.o", 20), (f"{key}.tiles", 30)]
    others.append(tmp_path / "all.tar.gz")
    done = run("cache", "clear")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert zyn.cache.entries() == [] and all(other.exists() for other in others)
    monkeypatch.setenv("ZYN_CACHE_DIR", str(tmp_path / "missing"))
    assert zyn.cache.entries() == []
    zyn.cache.clear()


def test_lowered_code_is_kept(tmp_path, monkeypatch):
    """What a second compilation reads is what the first one returned; everything that it depends on is in its key."""
    monkeypatch.setenv("ZYN_CACHE_DIR", str(tmp_path))
    text = open("examples/layer/layer.mlir").read()
    x, w, bias = np.ones((4, 3), np.float32), np.ones((3, 2), np.float32), np.ones(2, np.float32)

    def compile(text=text, name="layer.mlir", **options):
        f = zyn.compile(zyn.Module.parse(text, name=name), **options)
        f(x, w, bias)
        kept = sum(entry.kind == "bc" for entry in zyn.cache.entries())
        return f.launches, [str(remark) for remark in f.remarks], f.ptx, kept
    first = compile(device="emulate")
    assert first[1] and first[3] == 1
    assert compile(device="emulate") == first
    assert compile(device="emulate", remarks="")[1:] == ([], first[2], 2)
    assert compile(device="cpu")[3] == 3
    assert compile(device="emulate", chip="sm_90a")[3] == 4
    assert compile(device="emulate", name="other.mlir")[1][0].startswith("other.mlir:")
    # The places in remarks are those of this text.
    moved = compile("\n" + text, device="emulate")
    assert moved[3] == 6 and moved[0] == first[0] and moved[1] != first[1]
    assert compile(device="emulate")[:3] == first[:3]
