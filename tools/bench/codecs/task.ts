import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** The files in the folder of a payload. */
export const files = {
  /** The payload as received from the network. */
  text: "payload.json",
  /** The same payload with an invalid last field. */
  failing: "failing.json",
  discriminator: "discriminator.schema.json",
  anyOf: "any-of.schema.json",
  typiaSource: "typia.mts",
  typia: "typia.mjs",
  typiaHoisted: "typia-hoisted.mjs",
} as const;

/** The payload of a contender, and the paths of its other files. */
export interface Task {
  /** The folder of the payload. */
  readonly folder: string;
  /** The generated module of the namespace with its codecs, by path. */
  readonly module: string;
  /** The name of the payload's type in generated code. */
  readonly type: string;
  /** Whether the payload is the invalid one. */
  readonly fails: boolean;
}

/** Returns the JSON text of the payload. */
export async function payloadText({ folder, fails }: Task): Promise<string> {
  return readFile(join(folder, fails ? files.failing : files.text), "utf8");
}

export async function payload(task: Task): Promise<unknown> {
  return JSON.parse(await payloadText(task));
}

export async function readJson({ folder }: Task, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), "utf8"));
}

/** Imports a module as a given type. */
export async function importModule<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(path).href)) as T;
}
