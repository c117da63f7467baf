import { existsSync } from "node:fs";
import { ownFile } from "./own-file.js";

/** The pages of the documentation, which the package contains: `<code>.md` for each diagnostic. */
const folder = ownFile("docs/diagnostics/");

const pages = new Map<string, string | undefined>();

/** Returns the URL of the page that explains a diagnostic; undefined if there is none. */
export function pageOfDiagnostic(code: string): string | undefined {
  if (!pages.has(code)) {
    const page = new URL(`${code}.md`, folder);
    pages.set(code, existsSync(page) ? page.href : undefined);
  }
  return pages.get(code);
}
