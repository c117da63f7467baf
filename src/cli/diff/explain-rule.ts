import { readFileSync } from "node:fs";
import { compile } from "../../compiler/compile.js";
import { nearestName } from "../../text/diagnostics/nearest-name.js";
import type { Paint } from "../../text/diagnostics/paint.js";
import { diff } from "../../diff/diff.js";
import { ruleTexts } from "../../diff/messages.js";
import type { Rule } from "../../diff/report.js";
import { UsageError } from "../../project/failure.js";
import { proveReport } from "./prove-report.js";
import { renderPage } from "../explain/render-page.js";
import { indent, renderProof } from "./render-proof.js";
import { ownFile } from "../../project/own-file.js";

/**
 * The page that has a section for each rule: `## rule`, the description, and a specification before and after a change.
 */
const page = ownFile("docs/compatibility-rules.md");
/** The number of messages that are tried for the example of a rule. */
const messages = 50;

/** Lists all rules and what they report, one per line. */
export function listRules(): string {
  const width = Math.max(...Object.keys(ruleTexts).map(({ length }) => length));
  return Object.entries(ruleTexts)
    .map(([rule, { what }]) => `${rule.padEnd(width)}  ${what}\n`)
    .join("");
}

/**
 * Formats the section of a rule for a terminal that has `columns`. Inserts the finding and a message that demonstrates
 * it. Throws a UsageError if the rule does not exist.
 */
export async function explainRule(name: string, columns: number | undefined, paint: Paint): Promise<string> {
  const rule = Object.keys(ruleTexts).find((each): each is Rule => each === name);
  if (rule === undefined) {
    const nearest = nearestName(name, Object.keys(ruleTexts));
    const hint = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
    throw new UsageError(
      `No rule of 'ashlar diff' is called '${name}'.${hint}\n'ashlar diff --list-rules' lists them.`,
    );
  }
  const section = sectionOf(readFileSync(page, "utf8"), rule);
  const exampleLines = await executeExample(section, rule);
  return `${renderPage(section, Math.min(100, columns ?? 100), paint)}${exampleLines.map((line) => `${line}\n`).join("")}`;
}

/** Returns the section of a rule, starting with its heading. */
function sectionOf(markdown: string, rule: Rule): string {
  const [, ...sections] = markdown.split(/^(?=## )/m);
  return sections.find((section) => section.startsWith(`## ${rule}\n`)) ?? `## ${rule}\n`;
}

/**
 * Compares the specifications of the example. Returns the text of the finding, and the message that demonstrates it.
 */
async function executeExample(section: string, rule: Rule): Promise<readonly string[]> {
  const [old, now] = [...section.matchAll(/^```stone\n([^]*?)^```$/gm)].map(
    ([, text = ""]) => compile([{ path: "example.stone", text }]).api,
  );
  if (old === undefined || now === undefined) {
    return [];
  }
  const { report } = await proveReport(diff(old, now), old, now, messages);
  const finding = report.findings.find((each) => each.rule === rule);
  return finding === undefined ? [] : ["", finding.message, ...(finding.proofs ?? []).flatMap(renderProof).map(indent)];
}
