import { readFile, writeFile } from "node:fs/promises";
import { format, resolveConfig } from "prettier";

/** The suites, in the order in which they run. */
export const suiteNames = ["peers", "compile", "cold", "codecs", "server"] as const;

export type SuiteName = (typeof suiteNames)[number];

const end = "<!-- end of results -->";

function begin(name: SuiteName): string {
  return `<!-- results of ${name} -->`;
}

/** Returns the names between which and their ends a page has results, in the order of the page. */
export function namesOfResults(page: string): string[] {
  return [...page.matchAll(/^<!-- results of (.*) -->$/gm)].map(([, name = ""]) => name);
}

/** Returns a page with new results of a suite between its markers. Throws an Error if a marker is missing. */
export function replaceResults(page: string, name: SuiteName, results: string): string {
  const [before, rest, another] = page.split(begin(name));
  const [old, ...after] = rest?.split(end) ?? [];
  if (old === undefined || old.includes("<!-- results of ") || after.length === 0 || another !== undefined) {
    throw new Error(`The page needs one \`${begin(name)}\` with an \`${end}\` of its own after it.`);
  }
  return `${before}${begin(name)}\n\n${results}\n\n${end}${after.join(end)}`;
}

/** Writes new results of a suite to a page, formatted as prettier does. */
export async function writeResults(path: string, name: SuiteName, results: string): Promise<void> {
  const page = replaceResults(await readFile(path, "utf8"), name, results);
  await writeFile(path, await format(page, { ...(await resolveConfig(path)), filepath: path }));
}
