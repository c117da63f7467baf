import { join } from "node:path";
import { files, importModule, payload, type Task } from "./task.js";

/** typia's checked copy, with the code that typia generates. */
export async function typia(task: Task): Promise<() => unknown> {
  return checkedCopy(files.typia, task);
}

/** Like {@link typia}, with each regular expression created only once. */
export async function typiaHoisted(task: Task): Promise<() => unknown> {
  return checkedCopy(files.typiaHoisted, task);
}

async function checkedCopy(file: string, task: Task): Promise<() => unknown> {
  const { check } = await importModule<{ readonly check: (json: unknown) => unknown }>(join(task.folder, file));
  const json = await payload(task);
  return () => check(json);
}
