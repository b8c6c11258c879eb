// SPDX-License-Identifier: Apache-2.0
//
// A picture goes into the network, boxes come out. detector/ is what `sinter compile` and CMake
// made; detector.json says what the network expects of a picture, and what its classes are called.
import { drawStreet } from "./street.js";

const RUNS = 5;
const COLOURS = ["#d93d42", "#0072dd", "#218358", "#b4540a", "#8e4ec6", "#c2298a", "#007ea7",
  "#5746af"];

const at = (id) => document.getElementById(id);
const state = (name) => { document.documentElement.dataset.state = name; };

function showError(error) {
  at("error").textContent = error instanceof Error ? error.message : String(error);
  at("error").hidden = false;
  state("failed");
}

function inWords(bytes) {
  return bytes < 1e6 ? Math.round(bytes / 1e3) + " KB" : (bytes / 1e6).toFixed(1) + " MB";
}

async function fetched(path) {
  const response = await fetch(path).catch((e) => {
    throw new Error(path + " cannot be fetched (" + e.message + "). The folder needs a server, " +
      "such as: python3 -m http.server");
  });
  if (!response.ok)
    throw new Error(path + ": the server says " + response.status + " " + response.statusText);
  return response;
}

/* ---- the network */

async function prepare() {
  const how = await (await fetched("detector.json")).json();
  const code = await (await fetched("detector/detector.wasm")).arrayBuffer();
  const weights = await (await fetched("detector/detector.weights")).arrayBuffer();
  const { load } = await import("./detector/detector.js");
  const net = await load(code, weights);
  const rows = net.outputs[0];
  if (net.inputs.length !== 1 || rows.shape[rows.shape.length - 1] !== 6)
    throw new Error("the network should have one input, and rows of class, score and box as " +
      "its output; it has " + net.inputs.length + " inputs, and rows of " +
      rows.shape[rows.shape.length - 1]);
  const [channels, height, width] = net.inputs[0].shape.slice(-3);
  if (channels !== 3) throw new Error("the network should look at pictures of 3 channels, not of " +
    channels);
  return { how, net, width, height, codeBytes: code.byteLength, weightsBytes: weights.byteLength };
}

/* Channel by channel, (pixel - mean) * scale. */
function tensorOf({ how, width, height }, picture) {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  context.imageSmoothingQuality = "high";
  context.fillStyle = "white"; /* behind what is transparent */
  context.fillRect(0, 0, width, height);
  context.drawImage(picture, 0, 0, width, height);
  const { data } = context.getImageData(0, 0, width, height);
  const n = width * height, values = new Float32Array(3 * n);
  for (let c = 0; c < 3; c++) {
    const from = how.order === "bgr" ? 2 - c : c, mean = how.mean[c], scale = how.scale;
    for (let i = 0; i < n; i++) values[c * n + i] = (data[4 * i + from] - mean) * scale;
  }
  return values;
}

/* Rows are class, score, left, top, right, bottom, in parts of the picture; what is not filled has
 * a class below 0. */
function boxesOf({ how }, rows) {
  const boxes = [];
  for (let i = 0; i + 6 <= rows.length; i += 6) {
    const [label, score, left, top, right, bottom] = rows.subarray(i, i + 6);
    if (label < 0) continue;
    boxes.push({ label, name: how.labels[label] || "class " + label, score,
      box: [left, top, right, bottom] });
  }
  return boxes.sort((a, b) => b.score - a.score);
}

function look(detector, picture) {
  const { net } = detector;
  const name = net.inputs[0].name, input = tensorOf(detector, picture), times = [];
  let rows;
  for (let i = 0; i < RUNS; i++) {
    const start = performance.now();
    rows = net.run({ [name]: input })[net.outputs[0].name];
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  return { input, rows, boxes: boxesOf(detector, rows), ms: times[RUNS >> 1] };
}

/* ---- what is shown */

const colourOf = (box) => COLOURS[box.label % COLOURS.length];

const touch = (a, b) => a.x < b.x + b.wide && b.x < a.x + a.wide && a.y < b.y + b.high &&
  b.y < a.y + a.high;

/* Where a label stands: above its box, within it, or below, where no other one is. */
function placeOf(corners, wide, high, taken, canvas) {
  const [left, top, , bottom] = corners;
  const x = Math.max(0, Math.min(left, canvas.width - wide));
  const places = [top - high, top, top + high, bottom - high, bottom]
    .map((y) => ({ x, y: Math.max(0, Math.min(y, canvas.height - high)), wide, high }));
  return places.find((p) => !taken.some((other) => touch(p, other))) || places[0];
}

function drawBoxes(context, boxes, unit) {
  const { canvas } = context, { width, height } = canvas, taken = [];
  const size = Math.round(13 * unit), pad = 5 * unit;
  context.font = "600 " + size + "px system-ui, sans-serif";
  context.textBaseline = "middle";
  context.lineWidth = 2.5 * unit;
  const placed = boxes.map((box) => {
    const corners = box.box.map((x, i) => Math.min(Math.max(x, 0), 1) * (i % 2 ? height : width));
    const text = box.name + " " + box.score.toFixed(2);
    const wide = context.measureText(text).width + 2 * pad;
    const place = placeOf(corners, wide, size + 1.4 * pad, taken, canvas);
    taken.push(place);
    return { box, corners, text, place };
  });
  for (const { box, corners: [left, top, right, bottom] } of placed) {
    context.strokeStyle = colourOf(box);
    context.strokeRect(left, top, right - left, bottom - top);
  }
  for (const { box, text, place } of placed) {
    context.fillStyle = colourOf(box);
    context.fillRect(place.x, place.y, place.wide, place.high);
    context.fillStyle = "white";
    context.fillText(text, place.x + pad, place.y + place.high / 2);
  }
}

function show(detector, picture, found) {
  const least = Number(at("least").value);
  const boxes = found.boxes.filter((b) => b.score >= least);
  const canvas = at("picture"), context = canvas.getContext("2d");
  const scale = Math.min(1, 1280 / Math.max(picture.width, picture.height));
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  drawBoxes(context, boxes, canvas.width / (canvas.clientWidth || canvas.width));
  at("hint").hidden = true;
  at("found").textContent = boxes.length
    ? boxes.length + (boxes.length === 1 ? " thing found" : " things found")
    : "Nothing found with such a score";
  at("list").replaceChildren(...boxes.map((b) => {
    const item = document.createElement("li"), colour = document.createElement("i");
    const score = document.createElement("b");
    colour.style.background = colourOf(b);
    score.textContent = b.score.toFixed(3);
    item.append(colour, b.name, score);
    return item;
  }));
  const facts = [["one run", found.ms.toFixed(1) + " ms, median of " + RUNS],
    ["looked at", detector.width + " x " + detector.height + " pixels"],
    ["code", inWords(detector.codeBytes)], ["weights", inWords(detector.weightsBytes)],
    ["memory", inWords(detector.net.memoryBytes)]];
  at("facts").replaceChildren(...facts.flatMap(([what, value]) => {
    const term = document.createElement("dt"), said = document.createElement("dd");
    term.textContent = what;
    said.textContent = value;
    return [term, said];
  }));
}

/* ---- what is done */

async function start() {
  const detector = await prepare();
  let picture = null, found = null;

  function take(next) {
    picture = next;
    found = look(detector, picture);
    at("error").hidden = true;
    show(detector, picture, found);
    window.found = found; /* for tests, and for who looks into it */
    state("done");
  }

  async function open(blob, name) {
    take(await createImageBitmap(blob).catch((e) => {
      throw new Error(name + " is no picture that this browser reads (" +
        (blob.type || "of unknown type") + "): " + e.message);
    }));
  }

  const failing = (f) => (...given) => Promise.resolve().then(() => f(...given)).catch(showError);
  const stage = at("stage");
  at("file").addEventListener("change", failing(async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (file) await open(file, file.name);
  }));
  at("draw").addEventListener("click", failing(() => take(drawStreet())));
  at("least").addEventListener("input", () => {
    at("least-shown").textContent = Number(at("least").value).toFixed(2);
    if (found) show(detector, picture, found);
  });
  window.addEventListener("resize", () => found && show(detector, picture, found));
  for (const name of ["dragenter", "dragover"])
    document.addEventListener(name, (event) => {
      event.preventDefault();
      stage.classList.add("over");
    });
  document.addEventListener("dragleave", () => stage.classList.remove("over"));
  document.addEventListener("drop", failing(async (event) => {
    event.preventDefault();
    stage.classList.remove("over");
    const [file] = event.dataTransfer.files;
    if (!file) throw new Error("what was dropped is no file");
    await open(file, file.name);
  }));
  at("file").disabled = at("draw").disabled = false;
  at("about").textContent = detector.how.title;
  state("ready");
  const asked = new URLSearchParams(location.search).get("image");
  await failing(async () => {
    if (asked) await open(await (await fetched(asked)).blob(), asked);
    else take(drawStreet());
  })();
}

start().catch((error) => {
  at("about").textContent = "The network is not there.";
  showError(error);
});
