import { readdirSync, readFileSync } from "node:fs";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import { painter } from "../../text/diagnostics/paint.js";
import { UsageError } from "../../project/failure.js";
import type { DefinedRule } from "./find-rule.js";
import { renderPage } from "./render-page.js";
import { usesColor } from "../report/process.js";
import { ownFile } from "../../project/own-file.js";

/** The pages of the documentation, which the package contains: `<code>.md` for each diagnostic, and an index. */
const folder = ownFile("docs/diagnostics/");
const index = "README";

/**
 * Prints the page of a diagnostic, the section of a rule of `lint` or `diff`, or the definition of a rule such as `E-DECL-6`, on
 * standard output; without a name, the index of all diagnostics. Throws a UsageError for a name that does not exist.
 */
export async function runExplain(name: string | undefined): Promise<void> {
  const codes = readdirSync(folder)
    .map((file) => file.replace(/\.md$/, ""))
    .filter((code) => code !== index);
  if (name === undefined || codes.includes(name)) {
    printPage(name ?? index);
    return;
  }
  const { ruleSummaries } = await import("../../lint/summaries.js");
  const lintRules = [...ruleSummaries([]).keys()];
  if (lintRules.includes(name)) {
    const { explainRule } = await import("../lint/list-rules.js");
    explainRule(name, []);
    return;
  }
  const { ruleTexts } = await import("../../diff/messages.js");
  const diffRules = Object.keys(ruleTexts);
  if (diffRules.includes(name)) {
    const { explainRule } = await import("../diff/explain-rule.js");
    process.stdout.write(await explainRule(name, process.stdout.columns, paint()));
    return;
  }
  const { findRule } = await import("./find-rule.js");
  const rule = findRule(name);
  if (rule !== undefined) {
    printRule(rule);
    return;
  }
  const nearest = nearestName(name, [...codes, ...lintRules, ...diffRules]);
  const hint = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
  throw new UsageError(
    `No diagnostic and no rule is called '${name}'.${hint}\n` +
      "Run `ashlar explain` to list all diagnostics, `ashlar lint --list-rules` and `ashlar diff --list-rules` to list the rules.",
  );
}

/** Prints the definition of a rule, and the diagnostic that reports it if there is exactly one. */
function printRule({ text, path, codes }: DefinedRule): void {
  const width = Math.min(100, process.stdout.columns || 100);
  process.stdout.write(`${renderPage(text, width, paint())}\nDefined in ${path}.\n`);
  const [code] = codes;
  if (code !== undefined && codes.length === 1) {
    process.stdout.write("\n");
    printPage(code);
  }
}

function printPage(name: string): void {
  const page = readFileSync(new URL(`${name}.md`, folder), "utf8");
  process.stdout.write(renderPage(page, Math.min(100, process.stdout.columns || 100), paint()));
}

function paint(): ReturnType<typeof painter> {
  return painter(usesColor(process.stdout, process.env));
}
