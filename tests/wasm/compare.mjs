// SPDX-License-Identifier: Apache-2.0
//
//     node compare.mjs BUILT PREFIX SET
//
// Runs the network of a built folder on BUILT/in_I and writes what comes out to BUILT/out_I; says
// what node knows of it.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [built, prefix, which] = process.argv.slice(2);
const { load } = await import(pathToFileURL(built + "/" + prefix + ".js"));
const net = await load();
const set = net.sets[Number(which)];
const inputs = {};
set.inputs.forEach((t, i) => {
  const bytes = Uint8Array.from(readFileSync(built + "/in_" + i));
  inputs[t.name] = new t.Array(bytes.buffer);
});
const first = net.run(inputs, Number(which)), again = net.run(inputs);
set.outputs.forEach((t, i) => {
  const one = Buffer.from(first[t.name].buffer), two = Buffer.from(again[t.name].buffer);
  if (Buffer.compare(one, two)) throw new Error(t.name + ": the second run has other bits");
  writeFileSync(built + "/out_" + i, one);
});
const module = await WebAssembly.compile(readFileSync(built + "/" + prefix + ".wasm"));
console.log(JSON.stringify({
  outputs: set.outputs,
  imports: WebAssembly.Module.imports(module).length,
}));
