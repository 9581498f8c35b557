"""What Jupyter shows."""
import html.parser
import pickle

import zyn


class Reader(html.parser.HTMLParser):
    """Collects the text of elements; these must be closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.text, self.rows = [], "", 0
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag, attributes):
        assert tag in ("div", "pre", "p", "table", "thead", "tbody", "tr", "th", "td", "code", "br")
        self.rows += tag == "tr"
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, text):
        self.text += text


def test_modules():
    module = zyn.Module.parse('func.func @"<b>&"() { return }')
    shown = module._repr_html_()
    assert Reader(shown).text.strip() == str(module).strip() and "<b>" not in shown
    constants = "\n".join(f"func.func private @f{i}()" for i in range(600))
    text = Reader(zyn.Module.parse(constants)._repr_html_()).text
    assert "@f498(" in text and "@f499(" not in text
    assert text.endswith("and 102 more lines; zyn.show(module) shows all")
    values = ", ".join(["1.5", "2.5"] * 500)
    large = zyn.Module.parse(f"func.func @f() {{ %c = arith.constant dense<[{values}]> : tensor<1000xf32> return }}")
    assert len(large._repr_html_()) < 1000


def test_diagnostics():
    passes = zyn.PassManager("builtin.module(zyn-fuse)")
    assert passes.diagnostics == [] and passes.diagnostics._repr_html_() == "<p>no diagnostics</p>"
    passes.run(zyn.Module.parse_file("examples/digits/model.mlir"))
    shown = Reader(passes.diagnostics._repr_html_())
    assert isinstance(passes.diagnostics, zyn.Diagnostics)
    assert shown.rows == 1 + len(passes.diagnostics)
    assert "examples/digits/model.mlir:13:9remark[Missed] Fuse" in shown.text
    assert "examples/digits/model.mlir:13:9remark" in Reader(passes.diagnostics[0]._repr_html_()).text
    function = zyn.compile("examples/digits/model.mlir", "classify", device="emulate")
    for listed in function.remarks, function.diagnostics, function.findings:
        assert isinstance(listed, zyn.Diagnostics)
    assert Reader(function.remarks._repr_html_()).rows == 1 + len(function.remarks)


def test_errors_and_notes():
    try:
        zyn.Module.parse("func.func private @f()\nfunc.func private @f()", name="<i>.mlir")
    except zyn.Error as error:
        shown = error.diagnostics._repr_html_()
        assert isinstance(pickle.loads(pickle.dumps(error)).diagnostics, zyn.Diagnostics)
    assert "<i>" not in shown
    assert "<i>.mlir:2:1error" in Reader(shown).text and "<i>.mlir:1:1note" in Reader(shown).text


def test_tables():
    for listed, text in [(zyn.passes(), "cseEliminate common sub-expressions"), (zyn.dialects(), "zyn.matmul, "),
                         (zyn.pipelines(), "zyn-to-nvvmLower zyn to kernels in the nvvm dialect")]:
        shown = Reader(listed._repr_html_())
        assert shown.rows == 1 + len(listed) and text in shown.text
    assert "allow-reassociation also fuse ops" in Reader(zyn.passes()._repr_html_()).text
