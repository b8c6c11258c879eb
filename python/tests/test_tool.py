# SPDX-License-Identifier: Apache-2.0
"""python -m sinter_nn is the tool: the same output, the same exit status."""
import os
import subprocess
import sys

from common import Case, conv_net, main, tool

import sinter_nn


class Tool(Case):
    def run_module(self, *arguments, **environment):
        return subprocess.run(
            [sys.executable, "-m", "sinter_nn", *map(str, arguments)],
            capture_output=True,
            text=True,
            env={**os.environ, **environment},
        )

    def test_is_the_tool(self):
        path = self.put("net.onnx", conv_net())
        for arguments in (["--version"], ["show", path], ["optimize", path, "--explain"]):
            done = self.run_module(*arguments)
            self.assertEqual((done.returncode, done.stdout), (0, tool(*arguments)))
        self.assertEqual(self.run_module("--version").stdout, f"sinter {sinter_nn.__version__}\n")
        none = self.folder / "none.onnx"
        done = self.run_module("show", none)
        self.assertEqual((done.returncode, done.stderr), (3, tool("show", none, code=3)))

    def test_no_library(self):
        done = self.run_module("--version", SINTER_NN_LIBRARY=str(self.folder / "none.so"))
        self.assertEqual(done.returncode, 1)
        self.assertIn("SINTER_NN_LIBRARY names", done.stderr)
        self.assertIn("none.so, which is not there", done.stderr)


if __name__ == "__main__":
    main()
