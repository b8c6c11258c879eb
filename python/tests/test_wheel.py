# SPDX-License-Identifier: Apache-2.0
"""The wheel: it is built, has in it what it should, and does the ten lines of docs/python.md in a
clean virtual environment, where nothing of the tree is found.

What builds it comes from this Python, or else through pip; where neither has it, the test is
skipped. With SINTER_BUILD, a folder of a build, the wheel is built with its flags, so that a
compiler's cache has objects already."""
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

import numpy
from common import Case, main, tool

import sinter_nn

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/python.md").read_text(encoding="utf-8")
WHERE = "import sysconfig; print(sysconfig.get_path('platlib'))"
OWN = ("SINTER_NN_LIBRARY", "SINTER_NN_TOOL", "PYTHONPATH")


def run(*arguments, **options):
    done = subprocess.run(
        list(map(str, arguments)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        **options,
    )
    assert done.returncode == 0, f"{arguments}: {done.returncode}\n{done.stdout[-6000:]}"
    return done.stdout


def skip(why):
    print(f"skipped: {why}")
    sys.exit(0)


def flags_of_build():
    """What makes the same objects as the build."""
    cache = pathlib.Path(os.environ.get("SINTER_BUILD", ""), "CMakeCache.txt")
    if not cache.is_file():
        return {}
    entries = dict(re.findall(r"^(\w+):\w+=(.*)$", cache.read_text(), re.M))
    kind = entries.get("CMAKE_BUILD_TYPE") or "Release"
    names = (f"CMAKE_C_FLAGS_{kind.upper()}", "SINTER_WERROR", "CMAKE_C_COMPILER")
    given = [f"-D{name}={entries[name]}" for name in names if entries.get(name)]
    return {"SKBUILD_CMAKE_BUILD_TYPE": kind, "SKBUILD_CMAKE_ARGS": ";".join(given)}


def isolation(folder):
    """Options of pip that make it find what builds the wheel."""
    if importlib.util.find_spec("scikit_build_core"):
        return ["--no-build-isolation"]
    asked = subprocess.run(
        [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder,
         "scikit-build-core"],
        capture_output=True, text=True,
    )  # fmt: skip
    if asked.returncode:
        last = (asked.stderr.strip().splitlines() or ["pip says nothing"])[-1]
        skip(f"scikit-build-core is not installed, and cannot be: {last}")
    return []


class Wheel(Case):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="sinter-wheel-")
        cls.addClassCleanup(folder.cleanup)
        cls.place = pathlib.Path(folder.name)
        environment = {k: v for k, v in os.environ.items() if k not in OWN}
        run(
            sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", *isolation(cls.place / "d"),
            "-w", cls.place / "wheel", ROOT, env={**environment, **flags_of_build()},
        )  # fmt: skip
        [cls.wheel] = (cls.place / "wheel").glob("*.whl")
        run(sys.executable, "-m", "venv", cls.place / "venv")
        cls.python = cls.place / "venv/bin/python"
        cls.environment = environment
        try:
            run(cls.python, "-m", "pip", "install", "-q", cls.wheel, env=environment)
        except AssertionError:  # no numpy is to be had: that of this Python
            run(cls.python, "-m", "pip", "install", "-q", "--no-deps", cls.wheel)
            packages = pathlib.Path(run(cls.python, "-c", WHERE).strip())
            for path in pathlib.Path(numpy.__file__).parents[1].glob("numpy*"):
                (packages / path.name).symlink_to(path)

    def test_name_and_contents(self):
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        self.assertEqual(
            self.wheel.name, f"sinter_nn-{sinter_nn.__version__}-py3-none-{platform}.whl"
        )
        package = ROOT / "python/sinter_nn"
        expected = {f"sinter_nn/{p.name}" for p in package.iterdir() if p.suffix != ".pyc"}
        expected -= {"sinter_nn/__pycache__"}
        expected |= {"sinter_nn/libsinter.so", "sinter_nn/sinter"}
        with zipfile.ZipFile(self.wheel) as archive:
            names = set(archive.namelist())
            about = {n for n in names if ".dist-info/" in n}
            self.assertEqual(names - about, expected)
            self.assertIn("sinter_nn/py.typed", names)
            [metadata] = [n for n in about if n.endswith("METADATA")]
            text = archive.read(metadata).decode()
        self.assertIn("Requires-Dist: numpy", text)
        self.assertIn("Requires-Dist: onnx; extra == ", text)
        self.assertTrue(any(n.endswith("LICENSE") for n in about))

    def test_ten_lines_in_a_clean_environment(self):
        [text] = re.findall(r"^```python ten lines\n(.*?)^```$", PAGE, re.M | re.S)
        tool("zoo", "mobilenet_v2", "-q", "-o", self.folder / "net.onnx")
        self.put("ten.py", text.encode())
        said = run(self.python, "ten.py", cwd=self.folder, env=self.environment)
        self.assertIn("network   same", said)
        where = "import sinter_nn; print(sinter_nn.__file__, sinter_nn._lib.lib._name)"
        for path in run(self.python, "-c", where, cwd=self.folder, env=self.environment).split():
            self.assertTrue(os.path.realpath(path).startswith(os.path.realpath(self.place)), path)

    def test_tool(self):
        version = f"sinter {sinter_nn.__version__}\n"
        for command in ([self.python, "-m", "sinter_nn"], [self.place / "venv/bin/sinter"]):
            self.assertEqual(run(*command, "--version", env=self.environment), version)
        said = run(self.place / "venv/bin/sinter", "passes", env=self.environment)
        self.assertEqual(said, tool("passes"))


if __name__ == "__main__":
    main()
