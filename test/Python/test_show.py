"""Pages that show a lowering."""
import html.parser
import json
import re
import subprocess
import sys

import pytest

import zyn

STAGES = ["source", "zyn-bufferize", "zyn-to-kernel", "zyn-to-gpu", "zyn-to-nvvm", "PTX"]
VOID = {"meta", "input", "link", "br"}


class Reader(html.parser.HTMLParser):
    """Reads a page; elements must be closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.classes, self.names, self.cells, self.alerts, self.external = [], [], [], [], [], []
        self.rows, self.data, self.policy = [], None, ""
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        self.external += [attributes[name] for name in ("src", "href") if attributes.get(name, "#") != "#"]
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"]
        if tag in VOID:
            return
        self.open.append(tag)
        self.classes.append(attributes.get("class", ""))
        if tag == "section":
            self.rows.append([""])
        if tag == "td":
            self.cells.append("")
        if tag == "pre":
            # A browser drops it, and the parser of Python does not.
            self.skips_line = True

    def handle_endtag(self, tag):
        assert self.open.pop() == tag
        self.classes.pop()

    def handle_data(self, text):
        if "pre" in self.open:
            if self.skips_line:
                assert text.startswith("\n")
                text = text[1:]
                self.skips_line = False
            first, *others = text.split("\n")
            self.rows[-1][-1] += first
            self.rows[-1] += others
        elif "td" in self.open:
            self.cells[-1] += text
        elif self.open[-1:] == ["h2"]:
            self.names.append(text)
        elif "failed" in self.classes:
            self.alerts.append(text)
        elif self.open[-1:] == ["script"] and self.data is None:
            self.data = json.loads(text)


class Shown:
    """The stages of a page."""

    def __init__(self, page):
        reader = Reader(page)
        assert reader.external == []
        self.cells, self.policy, self.error = reader.cells, reader.policy, "".join(reader.alerts)
        self.names = reader.names
        self.stages = {}
        sets = [{reader.data["origins"][origin] for origin in members} for members in reader.data["sets"]]
        for stage, rows in zip(reader.data["stages"], reader.rows):
            runs = stage["runs"]
            origins = [sets[number] if number >= 0 else set()
                       for number, count in zip(runs[::2], runs[1::2]) for _ in range(count)]
            assert len(origins) == len(rows) - 1 and rows[-1] == ""
            self.stages[stage["name"]] = list(zip(rows[:-1], origins))
        assert self.names == list(self.stages)

    def lines(self, stage, *origins):
        """Returns the lines of a stage that come from exactly these places."""
        return [text.strip() for text, found in self.stages[stage] if found == set(origins)]


SUMS = """func.func @sums(%x: tensor<64xf32>, %y: tensor<64xf32>) -> (tensor<64xf32>, tensor<f32>) {
  %s = zyn.map ins(%x, %y : tensor<64xf32>, tensor<64xf32>) outs(%x : tensor<64xf32>) {
  ^bb0(%p: f32, %q: f32):
    %a = arith.addf %p, %q : f32
    zyn.yield %a : f32
  } -> tensor<64xf32>
  %zero = arith.constant dense<0.0> : tensor<f32>
  %t = zyn.reduce ins(%y : tensor<64xf32>) outs(%zero : tensor<f32>) dimensions = [0] {
  ^bb0(%p: f32, %q: f32):
    %a = arith.maximumf %p, %q : f32
    zyn.yield %a : f32
  } -> tensor<f32>
  return %s, %t : tensor<64xf32>, tensor<f32>
}
"""


def test_shows_each_stage():
    page = zyn.show(SUMS, chip="sm_90a")
    shown = Shown(page.html)
    assert shown.names == STAGES
    assert [text for text, _ in shown.stages["source"] if "└" not in text] == SUMS.splitlines()
    module = zyn.Module.parse(SUMS)
    for name, options in [("zyn-bufferize", {}), ("zyn-to-gpu", {"chip": "sm_90a"}), ("zyn-to-nvvm", {"chip": "sm_90a"})]:
        expected = str(zyn.PassManager().add(name, **options).run(module))
        assert [text for text, _ in shown.stages[name]] == expected.splitlines()
    assert ".target sm_90a" in shown.lines("PTX")
    assert repr(page) == f"<zyn.Page of {len(page.html)} characters>"


def test_highlights_what_comes_from_a_line():
    shown = Shown(zyn.show(SUMS).html)
    # Line 4 adds, line 10 is the maximum.
    assert shown.lines("source", "-:4") == ["%a = arith.addf %p, %q : f32"]
    for stage, add, maximum in [("zyn-to-kernel", "arith.addf", "arith.maximumf"),
                                ("zyn-to-nvvm", "llvm.fadd", "llvm.intr.maximum"), ("PTX", "add.", "max.")]:
        adds, maxima = shown.lines(stage, "-:4"), shown.lines(stage, "-:10")
        assert adds and all(add in line for line in adds)
        assert any(maximum in line for line in maxima) and not any(add in line for line in maxima)
    kernels = [line for line in shown.lines("zyn-to-gpu", "-:2") if "gpu.func" in line]
    assert len(kernels) == 1 and "@sums_map_0" in kernels[0]
    # Braces and what is in no line of the source are not highlighted.
    assert {"module attributes {gpu.container_module} {", "}"} <= set(shown.lines("zyn-to-gpu"))


def test_ptx_is_that_of_the_compiler(tmp_path):
    """Without the directives that the page is made from, it is the same except for the numbers of labels."""
    (tmp_path / "sums.mlir").write_text(SUMS)
    done = subprocess.run([sys.executable, "-m", "zyn", "translate", "--zyn-to-ptx", "--chip=sm_90a",
                           str(tmp_path / "sums.mlir")], capture_output=True, text=True, timeout=600)
    shown = "\n".join(text for text, _ in Shown(zyn.show(SUMS, chip="sm_90a").html).stages["PTX"])

    def instructions(text):
        return [re.sub(r"\$L__BB\d+_", "$L__BB_", line).expandtabs(8) for line in text.splitlines() if line.strip()]
    assert instructions(shown) == instructions(done.stdout)


def test_lists_kernels_and_remarks():
    shown = Shown(zyn.show("examples/kernels/matmul-wgmma.mlir", chip="sm_90a").html)
    assert shown.cells[:6] == ["matmul", "examples/kernels/matmul-wgmma.mlir:20", "1", "?", "384", str(196608 + 1024)]
    assert re.fullmatch(r"\d+ pred, .*\d+ b32, \d+ b64", shown.cells[6])
    shown = Shown(zyn.show("examples/digits/model.mlir").html)
    assert "examples/digits/model.mlir:77" in shown.cells
    remark = "passed: RowsSchedule: each row is in the registers of 2 lanes"
    rows = [text.strip(" └") for text, _ in shown.stages["source"]]
    assert remark in rows[rows.index(remark) - 5:]
    assert any("%best, %classes = zyn.reduce" in text for text, origins in shown.stages["source"]
               if origins == {"examples/digits/model.mlir:77"})
    # Remarks have the origin of their line.
    assert any(remark in line for line in shown.lines("source", "examples/digits/model.mlir:77"))


def test_sums_up_launches():
    text = """module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k() kernel { gpu.return }
    gpu.func @unused() kernel { gpu.return }
  }
  func.func @twice(%n: index) {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %bytes = arith.constant 512 : i32
    gpu.launch_func @m::@k blocks in (%c4, %c1, %c1) threads in (%c1, %c4, %c1) dynamic_shared_memory_size %bytes
    gpu.launch_func @m::@k blocks in (%n, %c1, %c1) threads in (%c1, %c4, %c1) dynamic_shared_memory_size %bytes
    return
  }
}"""
    columns = ["kernel", "source", "launches", "blocks", "threads", "shared"]
    cells = Shown(zyn.show(text, device="cuda").html).cells
    assert dict(zip(columns, cells)) == {"kernel": "k", "source": "-:3", "launches": "2", "blocks": "?",
                                         "threads": "1 × 4", "shared": "512"}
    assert "unused" in cells and cells[cells.index("unused") + 2] == "0"


def test_other_devices_and_programs():
    assert Shown(zyn.show(SUMS, device="cpu").html).names == ["source", "zyn-to-llvm"]
    assert Shown(zyn.show(SUMS, device="emulate").html).names == STAGES[:3] + ["zyn-to-emulator"]
    assert Shown(zyn.show("examples/vm/squares.mlir").html).names == ["source", "vm-optimize", "vm-to-nvvm", "PTX"]
    # Nothing to compute on a GPU has no PTX.
    assert Shown(zyn.show("func.func @f() { return }").html).names == STAGES[:-1]
    assert Shown(zyn.show("").html).names == STAGES[:-1]


def test_function_is_shown_as_it_was_compiled(device):
    function = zyn.compile(SUMS + SUMS.replace("@sums", "@others"), "sums", device=device)
    shown = Shown(zyn.show(function).html)
    assert shown.names[0] == "source"
    assert "@others" not in "".join(text for text, _ in shown.stages[shown.names[-1]])
    if function.ptx:
        assert shown.lines("PTX")[:6] == [line.strip() for line in function.ptx.splitlines()[:6]]
    with pytest.raises(ValueError, match="are those that it was compiled with"):
        zyn.show(function, device="cpu")


def test_entry_selects_a_function():
    text = SUMS + SUMS.replace("@sums", "@others")
    shown = Shown(zyn.show(text, entry="others").html)
    assert any(".entry others_map_0(" in line for line, _ in shown.stages["PTX"])
    assert not any("@sums" in line for line, _ in shown.stages["zyn-to-nvvm"])
    with pytest.raises(zyn.Error, match="no function 'f' to show; the functions are 'sums', 'others'"):
        zyn.show(text, entry="f")


def test_source_of_a_module(tmp_path):
    path = tmp_path / "sums.mlir"
    path.write_text("// A comment.\n" + SUMS)
    module = zyn.Module.parse_file(path)
    assert Shown(zyn.show(module).html).stages["source"][0][0] == "// A comment."
    # If the file has changed, it is the printed module that is shown.
    path.write_text(SUMS.replace("addf", "mulf"))
    shown = Shown(zyn.show(module).html)
    assert shown.stages["source"][0][0] == "module {"
    (add,) = shown.lines("source", f"{path}:5")
    assert re.fullmatch(r"%\w+ = arith.addf %\w+, %\w+ : f32", add)
    assert all("add" in line for line in shown.lines("PTX", f"{path}:5"))
    path.unlink()
    assert Shown(zyn.show(module).html).stages["source"][0][0] == "module {"
    (tmp_path / "sums.mlirbc").write_bytes(module.bytecode)
    assert Shown(zyn.show(tmp_path / "sums.mlirbc").html).stages["source"][0][0] == "module {"


def test_everything_is_escaped(tmp_path):
    text = ('func.func @"</pre><script>alert(1)</script>"(%x: tensor<4xf32>) -> tensor<4xf32> {\n'
            '  // </script> & <b> {{data}} \r\n'
            + SUMS[SUMS.index("  %s = "):SUMS.index("  %zero")].replace("64", "4").replace("%y", "%x")
            + '  return %s : tensor<4xf32>\n}\n')
    path = tmp_path / "<img src=x onerror=alert(1)>.mlir"
    path.write_bytes(text.encode())
    page = zyn.show(path, title="<script>t</script>").html
    shown = Shown(page)
    assert shown.names == STAGES
    # The data and the script of the page.
    assert len(re.findall("<script", page)) == 2 and "<img" not in page and "</pre><" not in page.split("<main>")[0]
    assert shown.stages["source"][1][0] == "  // </script> & <b> {{data}} "
    assert "script-src 'sha256-" in shown.policy and "default-src 'none'" in shown.policy
    frame = zyn.show(path)._repr_html_()
    assert frame.count("<") == 2


def test_lines_are_those_of_the_text():
    """A parser of HTML treats some ends of lines in its own way."""
    text = "\n \r \n// a\x0cb\u2028c\td\r\n" + SUMS
    shown = Shown(zyn.show(text).html)
    assert [line for line, _ in shown.stages["source"]][:3] == ["", " ␍ ", "// a\x0cb\u2028c".ljust(16) + "d"]
    assert shown.lines("source", "-:7") == ["%a = arith.addf %p, %q : f32"]


def test_failure_shows_the_stages_before(tmp_path):
    path = tmp_path / "page.html"
    with pytest.raises(zyn.Error, match="has no lowering to the LLVM dialect") as raised:
        zyn.show("examples/kernels/copy.mlir", path, device="cpu")
    shown = Shown(path.read_text(encoding="utf-8"))
    assert shown.names == ["source"]
    assert shown.error == f"zyn-to-llvm failed. {raised.value}"
    rows = [text.strip() for text, _ in shown.stages["source"]]
    row = rows.index("└ error: 'kernel.thread_id' op has no lowering to the LLVM dialect")
    assert rows[row - 1] == "%thread = kernel.thread_id x"
    with pytest.raises(zyn.Error, match="unknown chip 'gpu'"):
        zyn.show(SUMS, path, chip="gpu")
    assert Shown(path.read_text(encoding="utf-8")).names == STAGES[:4]


def test_rejects_bad_input(tmp_path):
    path = tmp_path / "page.html"
    with pytest.raises(zyn.Error, match="missing.mlir: error: cannot read"):
        zyn.show("missing.mlir", path)
    with pytest.raises(zyn.Error, match="-:1:13: error"):
        zyn.show("func.func @f(", path)
    with pytest.raises(zyn.Error, match="unknown device 'tpu': expected cuda, cpu, emulate or auto"):
        zyn.show(SUMS, path, device="tpu")
    with pytest.raises(TypeError):
        zyn.show(1, path)
    assert not path.exists()
    with pytest.raises(OSError):
        zyn.show(SUMS, tmp_path / "missing" / "page.html")


def test_size_grows_with_the_module():
    """Constants are left out, and a page has little besides the text of the stages."""
    values = ", ".join(["1.5"] * 5000)
    text = f"func.func @f() -> tensor<5000xf64> {{\n%c = arith.constant dense<[{values[:-3]}2.5]> : tensor<5000xf64>\n" \
           "return %c : tensor<5000xf64>\n}"
    page = zyn.show(zyn.Module.parse(text)).html
    assert "__elided__" in page and "1.5, 1.5" not in page and "1.500000e+00" not in page
    add = "  %{} = arith.addf %{}, %x : f32\n"
    chain = "func.func @f(%x: f32) -> f32 {\n  %0 = arith.mulf %x, %x : f32\n" + "".join(
        add.format(i + 1, i) for i in range(10000)) + "  return %10000 : f32\n}\n"
    page = zyn.show(chain)
    stages = Shown(page.html).stages
    assert all(len(rows) > 10000 for rows in stages.values())
    assert len(page.html) < 1.5 * sum(len(text) + 1 for rows in stages.values() for text, _ in rows) + 60000
    assert page.html.count("<") < 2000


def test_command(tmp_path):
    def run(*words):
        done = subprocess.run([sys.executable, "-m", "zyn", "show", *words], capture_output=True, text=True, timeout=600)
        return done.returncode, done.stdout, done.stderr
    page = tmp_path / "page.html"
    model = "examples/digits/model.mlir"
    assert run(model, "-o", str(page), "--entry", "classify", "--chip", "sm_90a") == (0, f"{page}\n", "")
    assert Shown(page.read_text(encoding="utf-8")).names == STAGES
    assert run("missing.mlir", "-o", str(page)) == (1, "", "missing.mlir: error: cannot read: No such file or directory\n")
    assert run(model, "-o", str(page), "--entry", "f") == (
        1, "", "zyn: error: no function 'f' to show; the functions are 'classify'\n")
    assert run() == (1, "", "zyn: error: the following arguments are required: FILE\n")
    assert run(model, "--nonsense")[::2] == (1, "zyn: error: unrecognized arguments: --nonsense\n")
    assert run(model, "-o", str(tmp_path / "no" / "page.html"))[0] == 1
    status, output, _ = run("--help")
    assert status == 0 and "--device" in output
