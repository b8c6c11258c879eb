// SPDX-License-Identifier: Apache-2.0
//
//     node errors.mjs BUILT OTHER SETS
//
// What the loader of BUILT/face.js says of bad input; OTHER has another network with that prefix,
// whose input is called as a method of objects is, SETS one of several sizes. Prints what is wrong, and ends with 1 if anything is.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const [built, other, sets] = process.argv.slice(2);
const { load } = await import(pathToFileURL(built + "/face.js"));
const { load: loadOther } = await import(pathToFileURL(other + "/face.js"));
const { load: loadSets } = await import(pathToFileURL(sets + "/face.js"));
const wasm = readFileSync(built + "/face.wasm"), weights = readFileSync(built + "/face.weights");
const damaged = Uint8Array.from(weights);
damaged[damaged.length - 1] ^= 1;
const server = createServer((request, response) => {
  response.writeHead(request.url === "/page" ? 200 : 404).end("<!doctype html>");
}).listen(0, "127.0.0.1");
await new Promise((done) => server.on("listening", done));
const url = "http://127.0.0.1:" + server.address().port;

const net = await load(wasm, weights), several = await loadSets();
const relu = await loadOther();
const data = new Float32Array(net.inputs[0].length);
const cases = [
  [() => net.run(), /^face: run\(\) takes an object .* each input \('data'\), found undefined$/],
  [() => net.run({}), /^face: input 'data' is missing: Float32Array of 3 x 9 x 20$/],
  [() => net.run({ dada: data }), /^face: there is no input 'dada'; inputs: 'data'$/],
  [() => net.run({ data: [1, 2] }), /^face: input 'data': Float32Array is expected, found Array$/],
  [() => net.run({ data: new Float64Array(540) }), /Float32Array is expected, found Float64Array$/],
  [() => net.run({ data: null }), /^face: input 'data' is missing: Float32Array of 3 x 9 x 20$/],
  [() => relu.run({}), /^face: input 'toString' is missing: Float32Array of 3 x 5 x 7$/],
  [() => net.run({ data: data.subarray(1) }),
    /540 elements are expected \(3 x 9 x 20\), found 539$/],
  [() => net.run({ data }, 1), /^face: there is no set of sizes 1; there are 0 to 0$/],
  [() => net.run({ data }, "length"), /^face: there is no set of sizes length; there are 0 to 0$/],
  [() => net.run({ data }, null), /^face: there is no set of sizes null; there are 0 to 0$/],
  [() => several.run({ data: null }), /^face: the lengths of the arrays do not say which set/],
  [() => several.run({ data: new Float32Array(7) }),
    /no set of sizes for .* lengths; there are 0: data 3 x 9 x 20; 1: data 3 x 12 x 20$/],
  [() => several.run({ data: new Float32Array(540) }, 1), /720 elements are expected/],
  [() => load(wasm, weights.subarray(1)),
    /the weights have \d+ bytes, \d+ are expected: face.weights/],
  [() => load(wasm, damaged), /no weights file, or one of another length or version, or damaged$/],
  [() => load(wasm, readFileSync(other + "/face.weights")), /the weights have|another network/],
  [() => load(readFileSync(other + "/face.wasm"), weights), /the module is of another compilation/],
  [() => load(wasm.subarray(0, 200), weights), /face.wasm does not compile here; 128-bit SIMD/],
  [() => load(new Uint8Array(3), weights), /not WebAssembly, but 3 other bytes/],
  [() => load(7), /the module: a URL or bytes are expected, found number$/],
  [() => load(wasm, {}), /the weights: a URL or bytes are expected, found Object$/],
  [() => load("nowhere.wasm"), /nowhere.wasm cannot be read: ENOENT/],
  [() => load(url + "/none.wasm"), /none.wasm: the server says 404 Not Found$/],
  [() => load(url + "/page"), /not WebAssembly, but 15 other bytes; is it the page of a server/],
  [() => load("http://127.0.0.1:1/face.wasm"), /face.wasm cannot be fetched: /],
];
let wrong = 0;
for (const [what, expected] of cases) {
  let said = "nothing";
  try {
    await what();
  } catch (error) {
    said = error.message;
  }
  if (expected.test(said)) continue;
  console.log(what + ": said '" + said + "', expected is " + expected);
  wrong++;
}
server.close();
const kinds = [wasm, Uint8Array.from(wasm).buffer, new WebAssembly.Module(wasm),
  Promise.resolve(wasm), built + "/face.wasm", pathToFileURL(built + "/face.wasm"),
  new Response(wasm)];
const expected = String((await load(wasm, weights)).run({ data }).out);
for (const kind of kinds) {
  const loaded = await load(kind, new Response(weights));
  if (String(loaded.run({ data }).out) === expected) continue;
  console.log("loaded from " + kind + ": other results");
  wrong++;
}
console.log(cases.length + kinds.length + " cases, " + wrong + " wrong");
process.exit(wrong ? 1 : 0);
