# SPDX-License-Identifier: Apache-2.0
"""What docs/python.md shows is run as it is written, each block in a folder of its own."""
import contextlib
import io
import os
import pathlib
import re
import warnings

from common import Case, main, tool

import sinter_nn

PAGE = pathlib.Path(__file__).resolve().parents[2] / "docs/python.md"
BLOCK = re.compile(r"^```python([^\n]*)\n(.*?)^```$", re.M | re.S)


class Page(Case):
    def run_block(self, text):
        was = os.getcwd()
        os.chdir(self.folder)
        said = io.StringIO()
        try:
            with contextlib.redirect_stdout(said):
                exec(compile(text, str(PAGE), "exec"), {"__name__": "__main__"})
        finally:
            os.chdir(was)
        return said.getvalue()

    def test_ten_lines(self):
        [text] = [text for name, text in BLOCK.findall(PAGE.read_text()) if name == " ten lines"]
        lines = [line for line in text.splitlines() if line and not line.startswith("import")]
        self.assertLessEqual(len(lines), 10)
        tool("zoo", "mobilenet_v2", "-q", "-o", self.folder / "net.onnx")
        said = self.run_block(text)
        self.assertRegex(said, r"rewrites  \d\d")
        self.assertIn("network   same", said)
        self.assertTrue((self.folder / "fused.onnx").exists())

    def test_other_blocks(self):
        blocks = [text for name, text in BLOCK.findall(PAGE.read_text()) if not name]
        self.assertEqual(len(blocks), 2)
        for text in blocks:
            with self.subTest(text), warnings.catch_warnings():
                self.run_block(text)
        self.assertTrue((self.folder / "trained.param").exists())

    def test_errors_of_the_table(self):
        rows = re.findall(r"^\| (`\w+Error`[^|]*)\|([^|]*)\|", PAGE.read_text(), re.M)
        named = {}
        for names, also in rows:
            for name in re.findall(r"\w+", names):
                named[name] = also.strip("` ")
        classes = {
            name: value
            for name, value in vars(sinter_nn).items()
            if isinstance(value, type) and issubclass(value, sinter_nn.SinterError)
        }
        classes.pop("SinterError")
        self.assertEqual(sorted(named), sorted(classes))
        for name, also in named.items():
            bases = [b.__name__ for b in classes[name].__bases__]
            self.assertEqual(bases, ["SinterError"] + ([also] if also else []), name)


if __name__ == "__main__":
    main()
