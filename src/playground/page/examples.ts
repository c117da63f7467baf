import { firstSpec } from "../../project/first-spec.js";
import type { SpecText } from "../messages.js";
import common from "./examples/common.stone";
import drawing from "./examples/drawing.stone";
import files from "./examples/files.stone";
import library from "./examples/library.stone";
import notes from "./examples/notes.stone";
import people from "./examples/people.stone";
import reports from "./examples/reports.stone";
import shop from "./examples/shop.stone";
import stoneCfg from "./examples/stone_cfg.stone";

/** A sample specification, which teaches one topic. */
export interface Example {
  /** The id of the example in links. */
  readonly id: string;
  readonly title: string;
  readonly files: readonly SpecText[];
}

export const examples: readonly Example[] = [
  example("greeter", "Greeter: a route and its errors", { greeter: firstSpec }),
  example("shop", "Shop: limits of values", { shop }),
  example("drawing", "Drawing: open and closed unions", { drawing }),
  example("library", "Library: structs with subtypes", { library }),
  example("people", "People: several namespaces", { people, common }),
  example("notes", "Notes: versions of a route", { notes }),
  example("reports", "Reports: jobs that take a while", { reports }),
  example("files", "Files: lists, uploads, downloads", { files, stone_cfg: stoneCfg }),
];

function example(id: string, title: string, texts: Readonly<Record<string, string>>): Example {
  return { id, title, files: Object.entries(texts).map(([name, text]) => ({ path: `${name}.stone`, text })) };
}
