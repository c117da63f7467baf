import { findSuccessor } from "../../diff/messages.js";
import type { Compared } from "./compare-sides.js";
import { effectiveUses, headline, isAboutDocs, sayWho, isExcused, sayWhy } from "./wording.js";
import type { PlacedFinding } from "./place-findings.js";
import { showMessage } from "./render-proof.js";
import { fence } from "../../generator/emit/readme/markdown.js";

/** The line by which a bot finds its own comment, to replace it. */
const marker = "<!-- ashlar-diff -->";
/** The maximum length in UTF-16 code units. GitHub rejects comments of more than 65,536 characters. */
const longest = 60_000;
/** The space reserved for the line with the number of omitted blocks. */
const reserve = 200;

const titles: readonly (readonly [string, (finding: PlacedFinding) => boolean])[] = [
  ["Added", (finding) => isAbout(finding, "added")],
  ["Deprecated", ({ rule }) => rule === "route-deprecated" || rule === "field-deprecated"],
  ["Removed", (finding) => isAbout(finding, "removed")],
];

/** Whether something was added or removed, unlike a limit of a value or what only another type has or lacks. */
function isAbout({ rule, replacement }: PlacedFinding, change: "added" | "removed"): boolean {
  return (
    replacement === undefined &&
    new RegExp(`-${change}(?:-|$)`).test(rule) &&
    !/^(?:nullable|pattern|default|tag-value)-/.test(rule)
  );
}

/**
 * Formats a comparison for a comment on a pull request or for release notes (CMP-97): first failing changes with their
 * messages, then what was added, changed, deprecated and removed. A text that is too long is truncated, and ends with
 * the number of omitted blocks.
 */
export function renderDiffMarkdown({ report, findings }: Compared, { docs }: { readonly docs: boolean }): string {
  if (findings.length === 0) {
    return `${marker}\nNo changes.\n`;
  }
  const excused = findings.filter(isExcused);
  const blocks = [
    ...section(
      undefined,
      findings.filter(({ fails }) => fails),
    ),
    ...section(
      "Warnings, which do not fail",
      findings.filter(({ warns }) => warns === true),
    ),
    ...(excused.length === 0 ? [] : ["\n### Ignored\n", ...excused.map(excuse)]),
    ...changeList(withoutNewMembers(findings).filter(({ rule }) => docs || !isAboutDocs(rule))),
  ];
  return `${cut([`${marker}\n**${headline(report)}**`, ...blocks]).join("\n")}\n`;
}

/** The maximum length of lists that are not folded. */
const maxLines = 20;
const end = "\n</details>";

function count(blocks: readonly string[], tag: string): number {
  return blocks.filter((block) => block.includes(tag)).length;
}

/** Returns the blocks that fit, and a line with the number of omitted blocks. */
function cut(blocks: readonly string[]): readonly string[] {
  const blocksThatFit: string[] = [];
  let length = 0;
  for (const block of blocks) {
    if (length + block.length + 1 > longest - reserve) {
      const isOpen = count(blocksThatFit, "<details>") > count(blocksThatFit, "</details>");
      return [
        ...blocksThatFit,
        ...(isOpen ? [end] : []),
        `\n… and ${blocks.length - blocksThatFit.length} more. \`ashlar diff --all\` lists them.`,
      ];
    }
    blocksThatFit.push(block);
    length += block.length + 1;
  }
  return blocksThatFit;
}

function tableRow(finding: PlacedFinding): string {
  const { rule, subject, old, new: now } = finding;
  const routes = new Set(effectiveUses(finding).map(({ route }) => route)).size;
  const place = now ?? old;
  const where = place === null ? "" : code(`${place.file}:${place.line}`);
  const reach = routes === 0 ? "" : ` (${routes} ${routes === 1 ? "route" : "routes"})`;
  return `| ${code(subject)} ${rule} | ${sayWho(finding)}${reach} | ${where} |`;
}

function details(finding: PlacedFinding): string {
  const { id, rule, subject, message, help, proofs = [], fails, lowered } = finding;
  const proofBlocks = proofs.flatMap((proof) => {
    const { writer = "", message: json, outcome = [] } = showMessage(proof) ?? {};
    return json === undefined ? [] : [`${writer}:\n${fence([json], "json")}\n${outcome.map(text).join("\n\n")}`];
  });
  const entry = JSON.stringify({ rule, subject, reason: "…" }).replace(/[:,](?=")/g, "$& ");
  return [
    `\n<details>\n<summary>${escapeHtml(id)}</summary>`,
    message,
    ...proofBlocks,
    ...(lowered === undefined ? [] : [`Only warns: ${lowered}.`]),
    ...(help === undefined ? [] : [`Instead: ${help}`]),
    ...(fails ? [`To accept it, add this to \`compat.ignore\`, with the reason:\n${fence([entry], "json")}`] : []),
    "</details>",
  ].join("\n\n");
}

function excuse(finding: PlacedFinding): string {
  return `- ${code(finding.id)}: ${sayWhy(finding) ?? ""}`;
}

/** Returns a table of findings, followed by a description of each. */
function section(title: string | undefined, findings: readonly PlacedFinding[]): readonly string[] {
  return findings.length === 0
    ? []
    : [
        ...(title === undefined ? [] : [`\n### ${title}`]),
        "\n| Change | Who notices | Where |\n| --- | --- | --- |",
        ...findings.map(tableRow),
        ...findings.map(details),
      ];
}

/** Returns the findings without those about members of types that came or went with them. */
function withoutNewMembers(findings: readonly PlacedFinding[]): readonly PlacedFinding[] {
  const types = new Set(
    findings.filter(({ rule }) => /^type-(?:added|removed)$/.test(rule)).map(({ subject }) => subject),
  );
  return findings.filter(({ subject }) => !types.has(/^\w+\.\w+(?=\.)/.exec(subject)?.[0] ?? ""));
}

function changeList(findings: readonly PlacedFinding[]): readonly string[] {
  const rest = findings.filter((finding) => !titles.some(([, belongs]) => belongs(finding)));
  const [added, ...otherLists] = titles.map(([title, belongs]) => [title, findings.filter(belongs)] as const);
  const lists = [...(added === undefined ? [] : [added]), ["Changed", rest] as const, ...otherLists];
  return lists.flatMap(([title, findingsOfTitle]) => {
    const sorted = findingsOfTitle.toSorted((a, b) => orderOf(a) - orderOf(b));
    const lines = sorted.map(title === "Changed" ? changeLine : nameLine);
    const listLines =
      lines.length > maxLines ? [`<details>\n<summary>${lines.length} changes</summary>\n`, ...lines, end] : lines;
    return lines.length === 0 ? [] : [`\n### ${title}\n`, ...listLines];
  });
}

/** The kinds of subjects in the order in which readers of release notes look for them. */
const kinds = ["namespace", "route", "arg", "result", "error", "type", "alias", "field", "subtype", "tag"];

function orderOf({ rule }: PlacedFinding): number {
  const index = kinds.indexOf(rule.split("-")[0] ?? "");
  return index < 0 ? kinds.length : index;
}

/** Returns a line about an added, removed or deprecated subject: its kind, its name, and its purpose. */
function nameLine({ subject, rule, detail, summary, wasDeprecated }: PlacedFinding): string {
  const [kind = rule] = rule.split("-");
  const successor = findSuccessor(rule, subject, detail);
  return [
    `- ${kind} ${code(subject)}`,
    ...(successor === undefined ? [] : [`, by ${code(successor)}`]),
    ...(wasDeprecated === true ? [", after it was deprecated"] : []),
    ...(summary === undefined ? [] : [`: ${text(summary)}`]),
  ].join("");
}

function changeLine({ message }: PlacedFinding): string {
  return `- ${message}`;
}

function code(name: string): string {
  return `\`${name}\``;
}

/** Escapes all characters that are special in Markdown. */
function text(words: string): string {
  return escapeHtml(words).replace(/[\\`*_[\]|]/g, "\\$&");
}

function escapeHtml(words: string): string {
  return words.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
