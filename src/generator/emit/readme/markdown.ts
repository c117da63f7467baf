import type { Doc } from "../../../ir/api.js";
import { countColumns } from "../../code/layout/page.js";
import type { Binding } from "../../facts/binding-options.js";
import { codeMentions, paragraphs } from "../comments.js";

/** Returns a block of code. Its fence is longer than any run of backquotes in the code. */
export function fence(lines: readonly string[], language: "" | "json" | "sh" | "ts" = "ts"): string {
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const mark = "`".repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [`${mark}${language}`, ...lines, mark].join("\n");
}

/** Returns a table. Cells must not contain line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replace(/\|/g, "\\|")));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => countColumns(row[column] ?? ""))));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - countColumns(cell))).join(" | ")} |`;
  const [first = [], ...others] = cells;
  return [line(first), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...others.map(line)].join("\n");
}

/** Returns the paragraphs of documentation, each on one line, without escaping. */
export function plainParagraphs(doc: Doc | undefined, binding: Binding): string[] {
  return paragraphs(doc, codeMentions(binding), (text) => text);
}

/**
 * Renders a line of text as Markdown: text in backticks becomes code, links and URLs become links, and all other special
 * characters are escaped as prettier would escape them.
 */
export function markdown(text: string): string {
  return [...text.matchAll(pieces)]
    .map(([piece, code, title, url, address]) => {
      if (code !== undefined) {
        return code.trim() === "" ? escapeMarkdown(piece) : `\`${code.trim()}\``;
      }
      if (title !== undefined && url !== undefined) {
        return `[${escapeMarkdown(title)}](${url})`;
      }
      return address === undefined ? escapeMarkdown(piece) : `<${address}>`;
    })
    .join("")
    .replace(blockStart, "\\$&");
}

/** Code, a link, a URL, or text. */
const pieces =
  /`([^`\\]+)`|\[([^\][`<>]*)\]\(([^()\s<>`\\&]+)\)|(https?:\/\/[^\s<>`\\&]*[\w/=#-])(?![^\s<>`\\&]*&)|(?:(?!`[^`\\]+`|\[[^\][`<>]*\]\([^()\s<>`\\&]+\)|https?:\/\/)[^])+|[^]/g;

const blockStart = /^(?:[#+>-]|\d+(?=[.)]))/;

function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<~$]|&(?=[#\w]+;)/g, "\\$&")
    .replace(/(?<=^|[\s\p{P}\p{S}])_+|_+(?=$|[\s\p{P}\p{S}])/gu, (lines) => lines.replaceAll("_", "\\_"));
}
