import { Compile } from "typebox/schema";
import { files, payload, readJson, type Task } from "./task.js";

export async function typebox(task: Task): Promise<() => unknown> {
  const validator = Compile((await readJson(task, files.anyOf)) as object);
  const json = await payload(task);
  return () => {
    if (!validator.Check(json)) {
      throw new Error(validator.Errors(json)[1][0]?.instancePath);
    }
  };
}
