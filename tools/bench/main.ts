import { cpus } from "node:os";
import { codecs } from "./codecs.js";
import { cold } from "./cold.js";
import { compile } from "./compile.js";
import { peers } from "./peers.js";
import { suiteNames, type SuiteName, writeResults } from "./results.js";
import { server } from "./server.js";
import { markdownTable, type Table } from "./table.js";

/** `npm run bench [-- suites…]`: runs the suites, and writes their results into the pages that show them. */
const suites: Readonly<Record<SuiteName, () => Promise<Table>>> = { peers, compile, cold, codecs, server };

const operands = process.argv.slice(2);
const unknown = operands.find((name) => !Object.hasOwn(suites, name));
if (unknown !== undefined) {
  console.error(`No suite is named '${unknown}'. There are: ${suiteNames.join(", ")}.`);
  process.exitCode = 2;
} else {
  for (const name of suiteNames.filter((name) => operands.length === 0 || operands.includes(name))) {
    const results = `${markdownTable(await suites[name]())}\n\n${circumstances()}`;
    console.log(`${name}\n\n${results}\n`);
    await writeResults("tools/bench/README.md", name, results);
  }
}

/** Says when and where something was measured. */
function circumstances(): string {
  const [processor] = cpus();
  const month = new Date().toLocaleString("en", { month: "long", year: "numeric" });
  return `Measured in ${month} with Node ${process.versions.node} on ${cpus().length} × ${processor?.model ?? "an unknown processor"}.`;
}
