import { readFile } from "node:fs/promises";
import { importModule } from "../codecs/task.js";
import { contend } from "../contender.js";

/** `node contender.js module page`: reads a page of JSON as a client does whose module exports `decode`. */
const [module = "", page = ""] = process.argv.slice(2);
const { decode } = await importModule<{ readonly decode: (json: unknown) => unknown }>(module);
const text = await readFile(page, "utf8");
await contend(() => decode(JSON.parse(text)));
