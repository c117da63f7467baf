import { readFileSync } from "node:fs";
import { nearestName } from "../../diagnostics/nearest-name.js";
import { painter } from "../../diagnostics/paint.js";
import { Settings } from "../../lint/config.js";
import type { CustomRule } from "../../lint/custom-rule.js";
import { ruleSummaries } from "../../lint/summaries.js";
import { UsageError } from "../../project/failure.js";
import { renderPage } from "../explain/render-page.js";
import { usesColor } from "../report/terminal.js";
import { ownFile } from "../../project/own-file.js";

/** The page of the documentation with a section for each rule. */
const page = ownFile("docs/lint-rules.md");

/** Prints all rules with their levels in the presets `recommended` and `strict`. */
export function listRules(custom: readonly CustomRule[]): void {
  const [recommended, strict] = [new Settings({ custom }), new Settings({ custom, preset: "strict" })];
  const lines = [...ruleSummaries(custom)].map(([id, summary]) => {
    const levels = [recommended, strict].map((settings) => settings.of(id, undefined).level.padEnd(6));
    return `${id.padEnd(30)}${levels.join("")}${summary}\n`;
  });
  process.stdout.write(`${"rule".padEnd(30)}rec.  strict\n${lines.join("")}`);
}

/** Prints the section of a rule. Throws a UsageError for a rule that does not exist. */
export function explainRule(id: string, custom: readonly CustomRule[]): void {
  const summaries = ruleSummaries(custom);
  const summary = summaries.get(id);
  if (summary === undefined) {
    const nearest = nearestName(id, [...summaries.keys()]);
    const hint = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
    throw new UsageError(`There is no rule '${id}'.${hint}\nRun \`ashlar lint --list-rules\` to list all rules.`);
  }
  const sections = readFileSync(page, "utf8").split(/^(?=#{1,3} )/m);
  const section = sections.find((text) => text.startsWith(`### ${id}\n`)) ?? `### ${id}\n\n${summary}.\n`;
  const width = Math.min(100, process.stdout.columns || 100);
  process.stdout.write(renderPage(joinLines(section), width, painter(usesColor(process.stdout, process.env))));
}

/** The Markdown with each paragraph and each item of a list on one line, as `renderPage` wants it. */
function joinLines(markdown: string): string {
  return markdown
    .split(/(^```[^]*?^```$)/m)
    .map((part) => (part.startsWith("```") ? part : part.replace(/(?<=[^\n])\n(?![\n#-])/g, " ")))
    .join("");
}
