#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs a build into a folder, and sees that programs can be built with what is there.

usage: install.py BUILD [CMAKE ARGUMENT...]

By find_package (both libraries; versions that do not fit are refused), by pkg-config (both), as C
and as C++, by the headers and -lsinter alone. The shared library exports what the headers declare,
under one version, and nothing else. What is installed may be moved. Numbers of versions are one."""
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

from common import HERE, ROOT, check, expected_of_use, fail, needed, run, version, without


def versions(tool):
    """One number everywhere."""
    v = version()
    check(run(tool, "--version") == f"sinter {v}\n", f"the tool is not {v}")
    heading = re.search(r"^## (\S+?),? ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    check(heading.group(1) == v, f"CHANGELOG.md begins with {heading.group(1)}, the version is {v}")
    pattern = re.search(r"^regex = '(.*)'$", (ROOT / "pyproject.toml").read_text(), re.M).group(1)
    found = re.search(pattern, (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))
    check(found and found.group("value") == v, "pyproject.toml finds no version")
    return v


def declared():
    names = set()
    for path in (ROOT / "include/sinter").glob("*.h"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.S)
        text = re.sub(r"^#.*$", "", text, flags=re.M)
        names |= set(re.findall(r"\bSN_API\b[^;{}]*?\b(sn_\w+)\s*\(", text))
    return names


def exports(library, abi):
    """Every symbol has the version of the interface, and is in a header."""
    found = set()
    for line in run("nm", "-D", "--defined-only", library).splitlines():
        name = line.split()[-1]
        if name == f"SINTER_{abi}" or name == f"SINTER_{abi}@@SINTER_{abi}":
            continue
        check(name.endswith(f"@@SINTER_{abi}"), f"{library.name} exports {name}")
        found.add(name.split("@")[0])
    check(found == declared(), f"exported or declared alone: {sorted(found ^ declared())}")
    return len(found)


def find_package(prefix, build, v, arguments, expected):
    major, minor, _ = map(int, v.split("."))
    refused = [f"{major}.{minor + 1}", f"{major}.{minor}.999", f"{major + 1}.0"]
    refused += [f"{major}.{minor - 1}"] if minor else []
    run(
        "cmake", "-S", HERE / "find", "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}",
        f"-DWANTED={major}.{minor}", f"-DREFUSED={';'.join(refused)}", *arguments,
    )
    run("cmake", "--build", build)
    for kind, own in (("sinter", True), ("static", False)):
        program = build / f"use_{kind}"
        check(run(program) == expected, f"{program.name} prints something else")
        check(any("libsinter" in n for n in needed(program)) == own, f"{program.name}: {own}")


def pkg_config(prefix, folder, compilers, v, expected):
    [where] = prefix.rglob("sinter.pc")
    environment = dict(without("PKG_CONFIG_PATH"), PKG_CONFIG_PATH=str(where.parent))

    def words(*options):
        return shlex.split(run("pkg-config", *options, "sinter", env=environment))

    check(words("--modversion") == [v], "pkg-config has another version")
    library = next(prefix.rglob("libsinter.a")).parent
    for name, compiler, language in compilers:
        program = folder / f"use_{name}"
        run(*compiler, *language, HERE / "use.c", "-x", "none", "-o", program, *words("--cflags"),
            *words("--libs"), f"-Wl,-rpath,{library}")
        check(run(program) == expected, f"{program.name} prints something else")
        static = folder / f"use_{name}_static"
        flags = words("--libs", "--static")
        check("-lm" in flags, f"pkg-config --static gives {flags}")
        # The archive is meant also where the shared library stands beside it.
        flags = ["-l:libsinter.a" if f == "-lsinter" else f for f in flags]
        run(*compiler, *language, HERE / "use.c", "-x", "none", "-o", static, *words("--cflags"),
            *flags)
        check(run(static) == expected, f"{static.name} prints something else")
        check(not any("libsinter" in n for n in needed(static)), f"{static.name} is not static")


def headers_alone(prefix, folder, compilers, expected):
    library = next(prefix.rglob("libsinter.a")).parent
    for name, compiler, language in compilers:
        program = folder / f"plain_{name}"
        run(*compiler, *language, HERE / "use.c", "-x", "none", f"-I{prefix}/include",
            f"-L{library}", "-lsinter", f"-Wl,-rpath,{library}", "-o", program)
        check(run(program) == expected, f"{program.name} prints something else")


def main():
    build, arguments = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]
    flags = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
    compilers = [("c", ["cc", "-std=c99", *flags], ["-x", "c"])]
    if shutil.which("c++"):
        compilers.append(("cxx", ["c++", "-std=c++11", *flags], ["-x", "c++"]))
    with tempfile.TemporaryDirectory(prefix="sinter-package-") as name:
        folder = pathlib.Path(name)
        installed, prefix = folder / "installed", folder / "moved here"
        run("cmake", "--install", build, "--prefix", installed)
        installed.rename(prefix)
        tool = prefix / "bin/sinter"
        v = versions(tool)
        abi = v.rsplit(".", 1)[0] if v.startswith("0.") else v.split(".")[0]
        expected = expected_of_use(tool, folder)
        library = next(prefix.rglob("libsinter.so"))
        n = exports(library, abi)
        soname = re.search(r"SONAME.*\[(.*?)\]", run("readelf", "-d", library)).group(1)
        check(soname == f"libsinter.so.{abi}", f"the SONAME is {soname}")
        find_package(prefix, folder / "find", v, arguments, expected)
        if subprocess.run(["pkg-config", "--version"], capture_output=True).returncode:
            fail("pkg-config is missing")
        pkg_config(prefix, folder, compilers, v, expected)
        headers_alone(prefix, folder, compilers, expected)
    print(f"sinter {v}: {n} functions exported, {2 + 3 * len(compilers)} programs built")


if __name__ == "__main__":
    main()
