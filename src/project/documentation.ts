import { existsSync, readFileSync } from "node:fs";
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

/** The page of the documentation that has a section for each rule. */
const page = ownFile("docs/lint-rules.md");

/** The section of the documentation about a rule. */
interface RuleSection {
  /** The URL of the page. */
  readonly page: string;
  /** The line of the heading, counted from 1. */
  readonly line: number;
  /** The Markdown, including the heading. */
  readonly text: string;
}

/** Returns the section about a rule; undefined for rules without one, such as custom rules. */
export function ruleSection(id: string): RuleSection | undefined {
  const text = existsSync(page) ? readFileSync(page, "utf8") : "";
  const start = text.indexOf(`\n### ${id}\n`) + 1;
  if (start === 0) {
    return undefined;
  }
  const [section = ""] = text.slice(start).split(/\n(?=#{1,3} )/);
  return { page: page.href, line: text.slice(0, start).split("\n").length, text: `${section}\n` };
}
