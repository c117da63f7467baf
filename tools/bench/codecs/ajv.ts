import { Ajv } from "ajv";
import { files, payload, readJson, type Task } from "./task.js";

export async function ajv(task: Task): Promise<() => unknown> {
  const schema = (await readJson(task, files.discriminator)) as object;
  const validate = new Ajv({ discriminator: true, strict: false }).compile(schema);
  const json = await payload(task);
  return () => {
    if (!validate(json)) {
      throw new Error(validate.errors?.[0]?.instancePath);
    }
  };
}
