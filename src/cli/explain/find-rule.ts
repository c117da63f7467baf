import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ownFile } from "../../project/own-file.js";

/** A rule that the documentation defines, such as `E-DECL-6` or `FMT-5`. */
export interface DefinedRule {
  /** The definition, in Markdown. */
  readonly text: string;
  /** The file that defines it, in the package of Ashlar. */
  readonly path: string;
  /** The diagnostics that the definition names. */
  readonly codes: readonly string[];
}

/** Returns the definition of a rule by its id; undefined if no page of the documentation defines it. */
export function findRule(id: string): DefinedRule | undefined {
  if (!/^(?:E-)?[A-Z]{1,6}-\d{1,3}[a-z]?$/i.test(id)) {
    return undefined;
  }
  // A list item with the indented lines below it, a row of a table, or a paragraph.
  const definition = new RegExp(`^ *(?:- .*|\\| *)?\\*\\*${id}\\*\\*[^\\n]*(?:\\n(?![-|#*]|\\s*$)[^\\n]+)*`, "im");
  const folder = fileURLToPath(ownFile("docs/"));
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((each) =>
    each.endsWith(".md"),
  )) {
    const [found] = definition.exec(readFileSync(join(folder, name), "utf8")) ?? [];
    if (found !== undefined) {
      const codes = [...found.matchAll(/\[`([a-z0-9-]+)`\]/g)].map(([, code = ""]) => code);
      return { text: `${withoutMarkup(found)}\n`, path: `docs/${name.replaceAll("\\", "/")}`, codes };
    }
  }
  return undefined;
}

/** Converts a definition to a paragraph: a row of a table becomes a sentence, a list item loses its bullet. */
function withoutMarkup(definition: string): string {
  const cells = definition
    .replaceAll("**", "")
    .split(/\s*\|\s*/)
    .filter((cell) => cell !== "");
  const [first = "", ...others] = cells;
  return definition.startsWith("|")
    ? `${first}: ${others.join("; ")}`.replace(/\[(`[^`]+`)\]/g, "$1")
    : definition.replaceAll("**", "").replace(/^ *- /, "").replace(/\n */g, " ");
}
