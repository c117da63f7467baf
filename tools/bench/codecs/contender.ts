import { contend } from "../contender.js";
import type { Task } from "./task.js";

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
      return (await import("./ajv.js")).ajv(task);
    case "typebox":
      return (await import("./typebox.js")).typebox(task);
    case "zod":
      return (await import("./zod.js")).zod(task);
    case "typia":
      return (await import("./typia.js")).typia(task);
    case "typiaHoisted":
      return (await import("./typia.js")).typiaHoisted(task);
    case "protobuf":
      return (await import("./protobuf.js")).protobuf(task);
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
