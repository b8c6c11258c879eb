// SPDX-License-Identifier: Apache-2.0
//
// What the types of a folder must let through, and, behind @ts-expect-error, what they must not.
import { load, Network, Tensor } from "./face.js";

export async function use(): Promise<Float32Array> {
  const net: Network = await load();
  const input: Tensor = net.inputs[0];
  const { out } = net.run({ data: new Float32Array(input.length) });
  // @ts-expect-error
  net.run({ dada: new Float32Array(1) });
  // @ts-expect-error
  net.run({ data: [1, 2] });
  // @ts-expect-error
  net.run({ data: new Float32Array(1) }, "first");
  await load(new Uint8Array(8), fetch("face.weights"));
  return out;
}
