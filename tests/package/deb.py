#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Installs the Debian packages of a folder into a clean system, and runs what is there.

usage: deb.py FOLDER

The system is made by debootstrap, of the release of this one, and holds what the packages depend
on. Where none can be made (no root, no mirror) they are unpacked and run with the libraries of this
machine. Last they are removed, and nothing may be left."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from common import HERE, check, expected_of_use, run, version

FOLDER = pathlib.Path(sys.argv[1]).resolve()


def packages():
    """{name: path} of the three."""
    found = {run("dpkg-deb", "-f", p, "Package").strip(): p for p in FOLDER.glob("*.deb")}
    library = [name for name in found if re.fullmatch(r"libsinter[\d.]+", name)]
    check(len(library) == 1, f"no library among {sorted(found)}")
    check(set(found) == {"sinter", "libsinter-dev", *library}, f"packages are {sorted(found)}")
    for path in found.values():
        check(run("dpkg-deb", "-f", path, "Version").strip() == version(), f"version of {path}")
    return found, library[0]


def depends(path):
    """Names, without those of this project."""
    text = run("dpkg-deb", "-f", path, "Depends").strip()
    names = [d.split("|")[0].split("(")[0].strip() for d in text.split(",") if d.strip()]
    return [n for n in names if "sinter" not in n]


def bootstrap(root, wanted):
    """Whether there is a system in it now."""
    if os.geteuid() or not shutil.which("debootstrap"):
        return False
    release = re.search(r"VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text())
    sites = run("apt-get", "indextargets", "--format", "$(SITE)", "Created-By: Packages").split()
    if not release or not sites:
        return False
    proxy = run("apt-config", "shell", "P", "Acquire::http::Proxy")
    environment = dict(os.environ)
    if "'" in proxy:
        environment["http_proxy"] = proxy.split("'")[1]
    done = subprocess.run(
        ["debootstrap", "--variant=minbase", f"--include={','.join(wanted)}", release.group(1),
         root, sites[0]],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=environment,
    )
    if done.returncode:
        print(f"no clean system: {done.stdout.strip().splitlines()[-1:]}")
    return done.returncode == 0


class System:
    def __init__(self, root, clean):
        self.root, self.clean = root, clean
        self.library = None

    def run(self, *command, status=0):
        if self.clean:
            return run("chroot", self.root, *command, status=status)
        place = self.root / command[0].lstrip("/")
        environment = dict(os.environ, LD_LIBRARY_PATH=str(self.library))
        return run(place, *command[1:], status=status, env=environment, cwd=self.root / "tmp")


def install(system, found):
    if system.clean:
        there = system.root / "tmp"
        for path in found.values():
            shutil.copy(path, there)
        system.run("/usr/bin/dpkg", "-i", *[f"/tmp/{p.name}" for p in found.values()])
    else:
        for path in found.values():
            run("dpkg-deb", "-x", path, system.root)
        (system.root / "tmp").mkdir()


def main():
    found, library = packages()
    wanted = sorted({d for path in found.values() for d in depends(path)})
    check("libjansson4" in depends(found["sinter"]), f"sinter depends on {wanted}")
    check("libc6" in depends(found[library]), f"{library} depends on {wanted}")
    with tempfile.TemporaryDirectory(prefix="sinter-deb-") as name:
        root = pathlib.Path(name) / "root"
        system = System(root, bootstrap(root, wanted))
        if not system.clean:
            shutil.rmtree(root, ignore_errors=True)
            root.mkdir()
        install(system, found)
        system.library = next(root.rglob("libsinter.so")).parent
        check(system.run("/usr/bin/sinter", "--version") == f"sinter {version()}\n", "--version")
        place = "/tmp/" if system.clean else ""
        system.run("/usr/bin/sinter", "zoo", "mobilenet_v2", "-q", "-o", f"{place}net.param")
        said = system.run("/usr/bin/sinter", "optimize", f"{place}net.param", "-o",
                          f"{place}fused.param")
        check(re.search(r"^network   same", said, re.M), said)
        layers = re.search(r"^layers +(\d+) -> (\d+)", said, re.M)
        check(layers and int(layers.group(2)) < int(layers.group(1)), said)
        for path in ("man/man1/sinter.1.gz", "man/man1/sinter-optimize.1.gz",
                     "bash-completion/completions/sinter", "zsh/vendor-completions/_sinter",
                     "fish/vendor_completions.d/sinter.fish", "doc/sinter/copyright",
                     "doc/sinter/README.md", f"doc/{library}/changelog.gz"):
            check((root / "usr/share" / path).is_file(), f"there is no {path}")
        # A program that is built with the headers and libraries of the package.
        expected = expected_of_use(FOLDER / "sinter", pathlib.Path(name))
        program = root / "tmp/use"
        run("cc", HERE / "use.c", f"-I{root}/usr/include", f"-L{system.library}", "-lsinter",
            "-o", program)
        check(system.run("/tmp/use") == expected, "use.c prints something else")
        if system.clean:
            cached = system.run("/sbin/ldconfig", "-p")
            check("libsinter.so." in cached, "the linker's cache has no libsinter")
            system.run("/usr/bin/dpkg", "-P", *found)
            left = [p for p in (root / "usr").rglob("*sinter*")]
            check(not left, f"left behind: {left}")
    how = "installed into a clean system" if system.clean else "unpacked (no clean system here)"
    print(f"{', '.join(sorted(found))} {version()}: {how}, run, removed")


if __name__ == "__main__":
    main()
