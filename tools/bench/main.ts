import { codecs } from "./codecs.js";
import { cold } from "./cold.js";
import { compile } from "./compile.js";
import { decoderSizes } from "./decoder-sizes.js";
import { server } from "./server.js";
import { sizes } from "./sizes.js";
import { types } from "./types.js";
import { tableText, type Table } from "./table.js";

/** `npm run bench [-- --json] [suites…]`: runs the suites and prints the results. See README.md. */
const suites: Readonly<Record<string, () => Promise<Table>>> = {
  compile,
  cold,
  sizes,
  "decoder-sizes": decoderSizes,
  codecs,
  server,
  types,
};

const operands = process.argv.slice(2).filter((argument) => argument !== "--json");
const unknown = operands.find((name) => !Object.hasOwn(suites, name));
if (unknown !== undefined) {
  console.error(`No suite is named '${unknown}'. There are: ${Object.keys(suites).join(", ")}.`);
  process.exitCode = 2;
} else {
  const isJson = process.argv.includes("--json");
  const tables: Record<string, Table> = {};
  for (const [name, measure] of Object.entries(suites)) {
    if (operands.length === 0 || operands.includes(name)) {
      const table = await measure();
      tables[name] = table;
      if (!isJson) {
        console.log(`${tableText(table)}\n`); // immediately, because all suites take a quarter of an hour
      }
    }
  }
  if (isJson) {
    console.log(JSON.stringify(tables, null, 2));
  }
}
