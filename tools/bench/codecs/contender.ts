import { join } from "node:path";
import { contend } from "../contender.js";
import { files, importModule, payload, readJson, type Task } from "./task.js";

/**
 * `node contender.js name task`: one of the contenders of the suite `codecs`. Each process loads only its own
 * dependencies.
 */
const [name = "", task = ""] = process.argv.slice(2);
const { fails, ...rest } = JSON.parse(task) as Task;
const work = await loadWork(name, { fails, ...rest });
await contend(fails ? expectFailure(work) : work);

async function loadWork(name: string, task: Task): Promise<() => unknown> {
  switch (name) {
    case "ajv":
      return ajv(task);
    case "typebox":
      return typebox(task);
    case "typia":
      return typia(files.typia, task);
    case "typiaHoisted": // each regular expression is created only once
      return typia(files.typiaHoisted, task);
    default: {
      const work = (await import("./ours.js")).ours[name];
      if (work === undefined) {
        throw new Error(`there is no contender '${name}'`);
      }
      return work(task);
    }
  }
}

/** Returns the work, which must end with an error. */
function expectFailure(work: () => unknown): () => unknown {
  return () => {
    try {
      work();
    } catch (thrown) {
      return thrown;
    }
    throw new Error("the invalid payload was accepted");
  };
}

async function ajv(task: Task): Promise<() => unknown> {
  const { Ajv } = await import("ajv");
  const schema = (await readJson(task, files.discriminator)) as object;
  const validate = new Ajv({ discriminator: true, strict: false }).compile(schema);
  const json = await payload(task);
  return () => {
    if (!validate(json)) {
      throw new Error(validate.errors?.[0]?.instancePath);
    }
  };
}

async function typebox(task: Task): Promise<() => unknown> {
  const { Compile } = await import("typebox/schema");
  const validator = Compile((await readJson(task, files.anyOf)) as object);
  const json = await payload(task);
  return () => {
    if (!validator.Check(json)) {
      throw new Error(validator.Errors(json)[1][0]?.instancePath);
    }
  };
}

/** typia's checked copy, with the code that typia generates. */
async function typia(file: string, task: Task): Promise<() => unknown> {
  const { check } = await importModule<{ readonly check: (json: unknown) => unknown }>(join(task.folder, file));
  const json = await payload(task);
  return () => check(json);
}
