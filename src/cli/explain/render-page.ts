import type { Paint } from "../../text/diagnostics/paint.js";

/** The indentation of code, in columns. */
const codeIndent = 4;

/**
 * Formats a page of the documentation for a terminal: wraps paragraphs and lists at `width` columns, and indents code.
 * Supports the Markdown of `docs/diagnostics`: headings, paragraphs on one line each, fenced code, links, and lists of
 * the form "- [`name`](page): text", which become two columns.
 */
export function renderPage(markdown: string, width: number, paint: Paint): string {
  const entries = [...markdown.matchAll(entry)].map(([, name = ""]) => name.length);
  const column = Math.max(0, ...entries) + codeIndent;
  const lines: string[] = [];
  let isCode = false;
  for (const line of markdown.trimEnd().split("\n")) {
    if (line.startsWith("```")) {
      isCode = !isCode;
    } else if (isCode) {
      lines.push(line === "" ? "" : " ".repeat(codeIndent) + line);
    } else if (line.startsWith("#")) {
      lines.push(paint("strong", line.replace(/^#+ /, "")));
    } else {
      lines.push(...(renderEntry(line, column, width, paint) ?? wrap(withoutLinks(line), width)));
    }
  }
  return `${lines.join("\n")}\n`;
}

const entry = /^- \[`(.+)`\]\(.+?\): (.+)$/gm;

/** Returns the lines of a list entry, with its text starting at `column`; undefined for any other line. */
function renderEntry(line: string, column: number, width: number, paint: Paint): string[] | undefined {
  const [match] = line.matchAll(entry);
  const [, name = "", text = ""] = match ?? [];
  const gap = " ".repeat(column - name.length - 2);
  return (
    match &&
    wrap(text, width - column).map((part, row) =>
      row === 0 ? `  ${paint("help", name)}${gap}${part}` : " ".repeat(column) + part,
    )
  );
}

function withoutLinks(line: string): string {
  return line.replace(/\[([^\]]+)\]\([^)]+\)/g, "$1");
}

/** Wraps a text into lines of at most `width` columns, unless a word is longer. */
function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}
