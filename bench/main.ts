import { authoring } from "./authoring.js";
import { client } from "./client.js";
import { codecs } from "./codecs.js";
import { cold } from "./cold.js";
import { compile } from "./compile.js";
import { decoderSizes } from "./decoder-sizes.js";
import { diff } from "./diff.js";
import { editing } from "./editing.js";
import { growth } from "./growth.js";
import { language } from "./language.js";
import { playground } from "./playground.js";
import { server } from "./server.js";
import { service } from "./service.js";
import { site } from "./site.js";
import { sizes } from "./sizes.js";
import { twin } from "./twin.js";
import { tracing } from "./tracing.js";
import { types } from "./types.js";
import { workspace } from "./workspace.js";
import { tableText, type Table } from "./table.js";

/** `npm run bench [-- --json] [suites…]`: runs the suites and prints the results. See README.md. */
const suites: Readonly<Record<string, () => Promise<Table>>> = {
  compile,
  cold,
  authoring,
  language,
  editing,
  workspace,
  growth,
  sizes,
  site,
  playground,
  diff,
  "decoder-sizes": decoderSizes,
  codecs,
  server,
  client,
  tracing,
  twin,
  service,
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
