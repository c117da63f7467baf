import { join } from "node:path";
import type { ZodType } from "zod";
import { files, importModule, payload, type Task } from "./task.js";

export async function zod(task: Task): Promise<() => unknown> {
  const schemas = await importModule<Readonly<Record<string, ZodType>>>(join(task.folder, files.zod));
  const schema = schemas[task.peerType];
  if (schema === undefined) {
    throw new Error(`there is no schema ${task.peerType}`);
  }
  const json = await payload(task);
  return () => schema.parse(json);
}
