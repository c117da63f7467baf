import { nearestName } from "../../text/diagnostics/nearest-name.js";
import { painter } from "../../text/diagnostics/paint.js";
import { Settings } from "../../lint/config.js";
import type { CustomRule } from "../../lint/rule.js";
import { ruleSummaries } from "../../lint/summaries.js";
import { UsageError } from "../../project/failure.js";
import { renderPage } from "../explain/render-page.js";
import { usesColor } from "../report/process.js";
import { ruleSection } from "../../project/documentation.js";

/** Prints all rules with their levels in the presets `recommended` and `strict`. */
export function listRules(custom: readonly CustomRule[]): void {
  const [recommended, strict] = [new Settings({ custom }), new Settings({ custom, preset: "strict" })];
  const lines = [...ruleSummaries(custom)].map(([id, summary]) => {
    const levels = [recommended, strict].map((settings) => settings.of(id, undefined).level.padEnd(6));
    return `${id.padEnd(30)}${levels.join("")}${summary}\n`;
  });
  process.stdout.write(`${"rule".padEnd(30)}rec.  strict\n${lines.join("")}`);
}

/** Prints the section of a rule. Throws a UsageError if the rule does not exist. */
export function explainRule(id: string, custom: readonly CustomRule[]): void {
  const summaries = ruleSummaries(custom);
  const summary = summaries.get(id);
  if (summary === undefined) {
    const nearest = nearestName(id, [...summaries.keys()]);
    const hint = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
    throw new UsageError(`There is no rule '${id}'.${hint}\nRun \`ashlar lint --list-rules\` to list all rules.`);
  }
  const section = ruleSection(id)?.text ?? `### ${id}\n\n${summary}.\n`;
  const width = Math.min(100, process.stdout.columns || 100);
  process.stdout.write(renderPage(joinParagraphs(section), width, painter(usesColor(process.stdout, process.env))));
}

/** Puts each paragraph and each list item of Markdown on one line, as `renderPage` requires. */
function joinParagraphs(markdown: string): string {
  return markdown
    .split(/(^```[^]*?^```$)/m)
    .map((part) => (part.startsWith("```") ? part : part.replace(/(?<=[^\n])\n(?![\n#-])/g, " ")))
    .join("");
}
