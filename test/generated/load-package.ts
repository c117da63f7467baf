import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import { inject } from "vitest";
import { generatePackage } from "../../src/project/generate/generate-package.js";
import { writeFolder } from "../../src/project/output/output-folder.js";
import type { Config } from "../../src/project/config.js";
import { importFrom, type CodecOptions, type Exports } from "../support/packages.js";
import { specFiles } from "../support/stone-text.js";

/** The codecs of a namespace, by the names of its types. */
export interface Codecs {
  decode(type: string, json: unknown, options?: CodecOptions): unknown;
  /** The JSON that is sent for a value: what `JSON.stringify` leaves out is not in it. */
  encode(type: string, value: unknown, options?: CodecOptions): unknown;
  redact(type: string, value: unknown, options?: CodecOptions): unknown;
  /** The routes of the namespace, among all that it exports. */
  readonly routes: Exports;
}

/** The package of a right specification, as a function that loads what it exports at a subpath such as `server`, or at its root. */
export async function loadPackage(
  spec: string,
  options: Partial<Config> = {},
): Promise<(subpath?: string) => Promise<Exports>> {
  const { files, diagnostics } = await generatePackage({ config: { specs: "spec", ...options }, directory: ".", specs: specFiles(spec) });
  if (files === undefined) {
    throw new Error(`The specification does not compile: ${JSON.stringify(diagnostics[0])}`);
  }
  const folder = await mkdtemp(join(inject("temporary"), "codecs-"));
  await writeFolder(folder, files, new AbortController().signal);
  return (subpath = "") => importFrom(folder, subpath);
}

/** The codecs of the namespace `t` of a right specification, from the package that is generated for it. */
export async function loadCodecs(spec: string): Promise<Codecs> {
  const exports = await (await loadPackage(spec))("t");
  return {
    decode: (type, json, options) => exports[`decode${type}`](json, options),
    encode: (type, value, options) => asSent(exports[`encode${type}`](value, options)),
    redact: (type, value, options) => asSent(exports[`redact${type}`](value, options)),
    routes: exports,
  };
}

function asSent(json: unknown): unknown {
  return json === undefined ? undefined : JSON.parse(JSON.stringify(json));
}
