import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What the contenders of one payload find in its folder. */
export const files = {
  /** The payload as it comes from the network. */
  text: "payload.json",
  /** The same with a last field that is wrong. */
  failing: "failing.json",
  discriminator: "discriminator.schema.json",
  anyOf: "any-of.schema.json",
  zod: "zod.mjs",
  descriptor: "descriptor.json",
  protobuf: "protobuf.json",
} as const;

/** The payload with which a contender works, and where the rest for it lies. */
export interface Task {
  /** The folder of the payload. */
  readonly folder: string;
  /** The generated module of the namespace with its codecs, by path. */
  readonly module: string;
  /** The name of the payload's type in generated code. */
  readonly type: string;
  /** The name of the payload's type with its namespace, as peers have it. */
  readonly peerType: string;
  /** Whether the payload is the one that is wrong. */
  readonly fails: boolean;
}

/** The JSON text of the payload. */
export async function payloadText({ folder, fails }: Task): Promise<string> {
  return readFile(join(folder, fails ? files.failing : files.text), "utf8");
}

export async function payload(task: Task): Promise<unknown> {
  return JSON.parse(await payloadText(task));
}

export async function readJson({ folder }: Task, file: string): Promise<unknown> {
  return JSON.parse(await readFile(join(folder, file), "utf8"));
}

/** Imports a module of which only the shape is known. */
export async function importModule<T>(path: string): Promise<T> {
  return (await import(pathToFileURL(path).href)) as T;
}
