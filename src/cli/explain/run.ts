import { readdirSync, readFileSync } from "node:fs";
import { nearestName } from "../../diagnostics/nearest-name.js";
import { painter } from "../../diagnostics/paint.js";
import { UsageError } from "../../project/failure.js";
import { renderPage } from "./render-page.js";
import { usesColor } from "../report/terminal.js";
import { ownFile } from "../../project/own-file.js";

/** The pages of the documentation, which the package contains: `<code>.md` for each diagnostic, and an index. */
const folder = ownFile("docs/diagnostics/");
const index = "README";

/**
 * Prints the page of a diagnostic on standard output, or the index of all if there is no code. Throws a UsageError for a
 * code that does not exist.
 */
export function runExplain(code: string | undefined): void {
  const codes = readdirSync(folder)
    .map((file) => file.replace(/\.md$/, ""))
    .filter((name) => name !== index);
  if (code !== undefined && !codes.includes(code)) {
    const nearest = nearestName(code, codes);
    const hint = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
    throw new UsageError(`No diagnostic has the code '${code}'.${hint}\nRun \`ashlar explain\` to list all codes.`);
  }
  const page = readFileSync(new URL(`${code ?? index}.md`, folder), "utf8");
  const width = Math.min(100, process.stdout.columns || 100);
  process.stdout.write(renderPage(page, width, painter(usesColor(process.stdout, process.env))));
}
