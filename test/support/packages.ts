import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { inject } from "vitest";

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

/**
 * The folder of the generated package of a specification: `spec`, `clashes`, or the name of a corpus. Some also have a
 * package `…-exact`, with a bigint for integers of 64 bits and a Date for timestamps; `spec-lazy` has lazy namespaces. The
 * first test of a run that asks for a package generates it; those of other workers wait for it.
 */
export async function packageFolder(name: string): Promise<string> {
  const folder = join(inject("packages"), name);
  try {
    mkdirSync(`${folder}.lock`);
  } catch {
    while (!existsSync(folder)) {
      if (existsSync(`${folder}.failed`)) {
        throw new Error(readFileSync(`${folder}.failed`, "utf8"));
      }
      await setTimeout(20);
    }
    return folder;
  }
  try {
    const { generateTestPackage } = await import("./generate-test-package.js");
    await generateTestPackage(name, `${folder}.new`);
    renameSync(`${folder}.new`, folder);
  } catch (thrown) {
    writeFileSync(`${folder}.failed`, String(thrown));
    throw thrown;
  }
  return folder;
}

/** A subpath of such a package, as plain Node imports it. */
export async function generatedPackage(name: string, subpath = ""): Promise<Exports> {
  return importFrom(await packageFolder(name), subpath);
}

/** A subpath of the package in a folder, as plain Node imports it. */
export async function importFrom(folder: string, subpath: string): Promise<Exports> {
  const file = /^server\/|\/codecs$/.test(subpath) ? `${subpath}.js` : join(subpath, "index.js");
  return (await import(pathToFileURL(join(folder, "dist", file)).href)) as Exports;
}
