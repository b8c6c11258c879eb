#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The page of examples/browser in headless Chromium: what it finds in a picture is what the
interpreter finds in the same pixels.

    tests/wasm/browser.py --sinter SINTER --model MODEL [--image FILE=CLASS]... [--shots FOLDER]

MODEL is a detector that examples/browser/detectors knows. Of each picture, in which something of
CLASS must be found, and of the one that the page draws itself, boxes are compared; then what the
page says where something is missing. --shots keeps pictures of the page, 1280 and 400 wide."""
import argparse
import array
import base64
import functools
import http.server
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
import zlib

HERE = pathlib.Path(__file__).resolve().parent
EXAMPLE = HERE.parent.parent / "examples" / "browser"
SECONDS = 60
ALLOWED = 1e-3  # of scores, and of parts of the picture


class Failed(Exception):
    pass


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


def serve(folder):
    handler = functools.partial(Quiet, directory=str(folder))
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server, f"http://127.0.0.1:{server.server_port}"


class Browser:
    """Chromium by the protocol of WebDriver."""

    def __init__(self):
        self.driver = subprocess.Popen(
            ["chromedriver", "--port=0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.base = None
        for line in self.driver.stdout:
            if "started successfully on port" in line:
                self.base = "http://127.0.0.1:" + line.split("port")[1].strip(" .\n")
                break
        if not self.base:
            raise Failed("chromedriver does not start")
        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                 "--disable-dev-shm-usage", "--force-device-scale-factor=1"]
        made = self.ask("POST", "/session", {
            "capabilities": {"alwaysMatch": {"goog:chromeOptions": {"args": flags}}}
        })
        self.base += "/session/" + made["sessionId"]

    def ask(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(
            self.base + path, data, {"Content-Type": "application/json"}, method=method
        )
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as response:
                return json.load(response)["value"]
        except urllib.error.HTTPError as error:
            raise Failed(error.read().decode()[:2000]) from error

    def size(self, width, height):
        self.ask("POST", "/window/rect", {"width": width, "height": height})
        # The page's own width, which is less by the frame of the window.
        inner = self.run("return [innerWidth, innerHeight]")
        self.ask("POST", "/window/rect", {
            "width": 2 * width - inner[0], "height": 2 * height - inner[1]
        })

    def open(self, url):
        self.ask("POST", "/url", {"url": url})

    def run(self, script, *args):
        return self.ask("POST", "/execute/sync", {"script": script, "args": list(args)})

    def state(self, *wanted):
        until = time.monotonic() + SECONDS
        while time.monotonic() < until:
            state = self.run("return document.documentElement.dataset.state || ''")
            if state in wanted:
                return state
            time.sleep(0.1)
        raise Failed(f"the page is '{state}', {' or '.join(wanted)} is expected; it says: "
                     + self.run("return document.getElementById('error').textContent"))

    def error(self):
        return self.run("const e = document.getElementById('error');"
                        "return e.hidden ? '' : e.textContent")

    def shot(self, path):
        path.write_bytes(base64.b64decode(self.ask("GET", "/screenshot")))

    def close(self):
        try:
            self.ask("DELETE", "")
        except (Failed, OSError):
            pass
        self.driver.terminate()
        self.driver.wait()


FOUND = """
const bytes = (a) => {
  const from = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  let text = "";
  for (let i = 0; i < from.length; i += 32768)
    text += String.fromCharCode(...from.subarray(i, i + 32768));
  return btoa(text);
};
const { input, boxes, ms } = window.found;
return { input: bytes(input), boxes, ms };
"""


def interpreted(sinter, model, detector, values, work):
    """Rows of class, score and box of the interpreter, on the values that the page computed."""
    (work / "input").write_bytes(values)
    results = work / "results"
    shutil.rmtree(results, ignore_errors=True)
    subprocess.run(
        [sinter, "run", model, "--interpret", "-q", "-o", results, "--input",
         f"3,{detector['height']},{detector['width']}", "--input-file", work / "input"],
        check=True,
    )
    (path,) = results.glob("*.npy")
    data = path.read_bytes()
    rows = array.array("f")
    rows.frombytes(data[10 + int.from_bytes(data[8:10], "little"):])
    all_rows = [list(rows[i : i + 6]) for i in range(0, len(rows), 6)]
    return [r for r in all_rows if r[0] >= 0]


def same_boxes(boxes, rows):
    """Each box has a row of its own; scores that are equal may stand in another order."""
    if len(boxes) != len(rows):
        raise Failed(f"{len(boxes)} boxes, the interpreter finds {len(rows)}")
    left = list(rows)
    for box in boxes:
        wanted = [box["label"], box["score"], *box["box"]]
        near = [r for r in left if all(abs(a - b) <= ALLOWED for a, b in zip(wanted, r))]
        if not near:
            raise Failed(f"the interpreter does not find {box}")
        left.remove(near[0])


def look(browser, sinter, model, detector, url, wanted, work):
    browser.open(url)
    if browser.state("done", "failed") == "failed":
        raise Failed("the page says: " + browser.error())
    found = browser.run(FOUND)
    same_boxes(found["boxes"], interpreted(sinter, model, detector,
                                           base64.b64decode(found["input"]), work))
    names = [b["name"] for b in found["boxes"]]
    if wanted and wanted not in names:
        raise Failed(f"no {wanted} is found, but {', '.join(names) or 'nothing'}")
    listed = browser.run("return [...document.querySelectorAll('#list li')].length")
    print(f"  {', '.join('%s %.2f' % (b['name'], b['score']) for b in found['boxes'])}; "
          f"{found['ms']:.1f} ms; {listed} shown")


def least_score(browser):
    """Of what the page has found, as many are shown as have the score that the slider says."""
    scores = [b["score"] for b in browser.run(FOUND)["boxes"]]
    for least in ("0.05", "0.85", "0.95"):
        shown = browser.run(
            "const slider = document.getElementById('least');"
            "slider.value = arguments[0]; slider.dispatchEvent(new Event('input'));"
            "return document.querySelectorAll('#list li').length", least)
        expected = sum(s >= float(least) for s in scores)
        if shown != expected:
            raise Failed(f"from a score of {least} {shown} are shown, {expected} are expected")


def chosen(browser, path, wanted):
    """A file that is chosen, then the drawing again."""
    browser.run("document.documentElement.dataset.state = ''")
    element = browser.ask("POST", "/element", {"using": "css selector", "value": "#file"})
    (key,) = element.values()
    browser.ask("POST", f"/element/{key}/value", {"text": str(path.resolve())})
    browser.state("done")
    names = [b["name"] for b in browser.run(FOUND)["boxes"]]
    if wanted not in names:
        raise Failed(f"no {wanted} is found, but {', '.join(names) or 'nothing'}")
    browser.run("document.documentElement.dataset.state = '';"
                "document.getElementById('draw').click()")
    browser.state("done")


def says(browser, url, wanted, is_all=False):
    browser.open(url)
    browser.state("failed")
    said = browser.error()
    if wanted not in said or (is_all and said != wanted):
        raise Failed(f"the page says '{said}', '{wanted}' is expected")
    print(f"  {said}")


def write_picture(path):
    """A white .png of 8 x 8 pixels."""
    def chunk(kind, data):
        sum_of = zlib.crc32(kind + data)
        return len(data).to_bytes(4, "big") + kind + data + sum_of.to_bytes(4, "big")

    head = (8).to_bytes(4, "big") * 2 + bytes([8, 0, 0, 0, 0])
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) +
                     chunk(b"IDAT", zlib.compress((b"\0" + b"\xff" * 8) * 8)) + chunk(b"IEND", b""))


def failing_run(path):
    """The script of the network, whose runs end in an error now."""
    text = path.read_text()
    begin = "  function run(arrays, which) {\n"
    if begin not in text:
        raise Failed(f"{path.name} has no line '{begin.strip()}'")
    path.write_text(text.replace(begin, begin + '    fail(Error, "this run fails");\n'))


def damaged(site, work, name, change):
    """A copy of the site in which a file is another one."""
    copy = work / ("damaged_" + pathlib.Path(name).name.replace(".", "_"))
    shutil.copytree(site, copy)
    change(copy / name)
    return copy


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--sinter", required=True)
    parser.add_argument("--model", required=True)
    parser.add_argument("--image", action="append", default=[])
    parser.add_argument("--shots", type=pathlib.Path)
    args = parser.parse_args()
    passed = failed = 0
    browser = None

    def step(name, function, *given):
        nonlocal passed, failed
        try:
            function(*given)
            passed += 1
            print(f"passed  {name}", flush=True)
        except (Failed, subprocess.CalledProcessError, OSError) as error:
            failed += 1
            print(f"FAILED  {name}: {error}", flush=True)

    with tempfile.TemporaryDirectory(prefix="sinter-browser-") as folder:
        work = pathlib.Path(folder)
        site = work / "site"
        subprocess.run([EXAMPLE / "build.sh", args.model, site, args.sinter], check=True,
                       stdout=subprocess.DEVNULL)
        detector = json.loads((site / "detector.json").read_text())
        server, url = serve(site)
        try:
            browser = Browser()
            browser.size(1280, 900)
            given = (browser, args.sinter, args.model, detector)
            step("drawn", look, *given, url, None, work)
            step("least score", least_score, browser)
            browser.run("location.reload()")
            browser.state("done")
            if args.shots:
                args.shots.mkdir(parents=True, exist_ok=True)
                browser.shot(args.shots / "drawn-1280.png")
                browser.size(400, 900)
                browser.shot(args.shots / "drawn-400.png")
            for image in args.image:
                path, _, wanted = image.partition("=")
                path = pathlib.Path(path)
                shutil.copy(path, site / path.name)
                browser.size(1280, 900)
                step(path.name, look, *given, f"{url}/?image={path.name}", wanted, work)
                if args.shots:
                    browser.shot(args.shots / f"{path.stem}-1280.png")
                    browser.size(400, 900)
                    browser.shot(args.shots / f"{path.stem}-400.png")
                if wanted:
                    step(f"{path.name}, chosen", chosen, browser, path, wanted)
            browser.size(1280, 900)
            step("no picture", says, browser, f"{url}/?image=app.js", "is no picture that this")
            if args.shots:
                browser.shot(args.shots / "error-1280.png")
            step("not there", says, browser, f"{url}/?image=nowhere.png", "404")
            for name, change, wanted in (
                ("detector/detector.wasm", lambda p: p.unlink(), "404"),
                ("detector/detector.wasm", lambda p: p.write_text("<html>"), "not WebAssembly"),
                ("detector/detector.weights", lambda p: p.write_bytes(p.read_bytes()[:-64]),
                 "the weights have"),
            ):
                copy = damaged(site, work, name, change)
                other, place = serve(copy)
                step(f"{name}: {wanted}", says, browser, place, wanted)
                other.shutdown()
                shutil.rmtree(copy)
            copy = damaged(site, work, "detector/detector.js", failing_run)
            write_picture(copy / "white.png")
            other, place = serve(copy)
            step("error of a run", says, browser, f"{place}/?image=white.png",
                 "detector: this run fails", True)
            other.shutdown()
        finally:
            if browser:
                browser.close()
            server.shutdown()
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
