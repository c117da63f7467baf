import { inject } from "vitest";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** A route value of a package whose types are not known to the test. */
export interface AnyRoute {
  readonly name: string;
  readonly version: number;
  readonly hasArg: boolean;
  decodeArg(json: unknown, options?: CodecOptions): unknown;
  encodeArg(value: unknown, options?: CodecOptions): unknown;
  decodeResult(json: unknown, options?: CodecOptions): unknown;
  encodeResult(value: unknown, options?: CodecOptions): unknown;
  decodeError(json: unknown, options?: CodecOptions): unknown;
  encodeError(value: unknown, options?: CodecOptions): unknown;
}

export interface CodecOptions {
  readonly strict?: boolean;
  readonly permissions?: readonly string[];
}

/** The exports of a generated package, which tests use without its types. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- what a package exports depends on its specification
export type Exports = Record<string, any>;

/** The folder of a package that `generate` has written for this run of the tests. */
export function packageFolder(name: string): string {
  return join(inject("packages"), name);
}

/** A subpath of such a package, as plain Node imports it. */
export async function generatedPackage(name: string, subpath = ""): Promise<Exports> {
  return importFrom(packageFolder(name), subpath);
}

/** A subpath of the package in a folder, as plain Node imports it. */
export async function importFrom(folder: string, subpath: string): Promise<Exports> {
  const file = subpath.startsWith("server/") ? `${subpath}.js` : join(subpath, "index.js");
  return (await import(pathToFileURL(join(folder, "dist", file)).href)) as Exports;
}
