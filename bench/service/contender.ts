import { contendWith } from "../contender.js";
import { startLoad } from "./load.js";
import type { Task } from "./task.js";

/** `node contender.js name task`: contends with the calls that a server handles. */
const [name = "", text = ""] = process.argv.slice(2);
const load = await startLoad(name, JSON.parse(text) as Task);

await contendWith({
  async run(calls) {
    const failed = await load.run(calls);
    if (failed > 0) {
      throw new Error(`${failed} of ${calls} calls have failed`);
    }
  },
  cpu: async () => (await load.usage()).cpu,
  roundTime: 400,
});
