import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SourceFile } from "../../../src/text/source.js";

/** The folder of the pages that explain diagnostics, with a slash at the end. */
export const pagesFolder = fileURLToPath(new URL("../../../docs/diagnostics/", import.meta.url));

/** A page that explains a diagnostic: documentation and test fixture in one. */
export interface Page {
  readonly text: string;
  /** The specification that has the mistake; no files if it is abbreviated for readers. */
  readonly incorrect: readonly SourceFile[];
  /** The repaired specification. */
  readonly correct: readonly SourceFile[];
}

/** Reads the page of a code. Each block of Stone is a file, which a comment on its first line can name. */
export function readPage(code: string): Page {
  const text = readFileSync(`${pagesFolder}${code}.md`, "utf8");
  const [, incorrect = "", correct = ""] = /^## Incorrect\n([^]*)^## Correct\n([^]*)$/m.exec(text) ?? [];
  return { text, incorrect: filesIn(incorrect), correct: filesIn(correct) };
}

function filesIn(section: string): SourceFile[] {
  return [...section.matchAll(/^```stone\n([^]*?)^```$/gm)].map(([, text = ""]) => ({
    path: /^# (\S+\.stone)\n/.exec(text)?.[1] ?? "api.stone",
    text,
  }));
}

/** The page with `report` as the report that follows the incorrect specification. */
export function withReport({ text }: Page, report: string): string {
  return text.replace(
    /^```text\n[^`]*(?:`(?!``)[^`]*)*```\n\n(?=## Correct)/m,
    () => `\`\`\`text\n${report}\`\`\`\n\n`,
  );
}
