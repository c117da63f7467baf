import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface FormatCase {
  readonly name: string;
  /** The rules that it shows: `FMT-40, FMT-41`. */
  readonly rules: string;
  readonly before: string;
  readonly after: string;
}

const folder = fileURLToPath(new URL("../corpus/format/", import.meta.url));

/** The specifications of `test/corpus/format`, before and after formatting. */
export function formatCases(): FormatCase[] {
  const index = JSON.parse(readFileSync(`${folder}index.json`, "utf8")) as readonly {
    readonly name: string;
    readonly rules: readonly string[];
  }[];
  return index.map(({ name, rules }) => ({
    name,
    rules: rules.join(", "),
    before: readFileSync(`${folder}${name}.before.stone`, "utf8"),
    after: readFileSync(`${folder}${name}.after.stone`, "utf8"),
  }));
}
