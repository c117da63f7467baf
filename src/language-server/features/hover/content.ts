import { docReference, unwrap } from "../../../compiler/semantics/doc-text.js";
import type * as ast from "../../../syntax/ast.js";

/** The content of a hover, in blocks. */
export type Block =
  | { readonly kind: "code"; readonly language: "stone" | "json"; readonly text: string }
  | { readonly kind: "text"; readonly text: string };

/**
 * Formats documentation for readers: references are shown as the names of their targets, with links if `link` returns
 * URLs.
 */
export function docText(doc: ast.Doc | undefined, link: (tag: string, value: string) => string | undefined): Block[] {
  const text = doc === undefined ? "" : unwrap(doc.text);
  if (text === "") {
    return [];
  }
  const shown = text.replace(docReference, (whole, tag: string, value: string) => {
    if (tag === "link") {
      const space = value.lastIndexOf(" ");
      return space === -1 ? whole : `[${value.slice(0, space)}](${value.slice(space + 1)})`;
    }
    const place = link(tag, value);
    return place === undefined ? `\`${value}\`` : `[\`${value}\`](${place})`;
  });
  return [{ kind: "text", text: shown.replaceAll("\n", "\n\n") }];
}

/** Returns a list of the facts that are not undefined; empty if there are none. */
export function factList(facts: readonly (string | undefined)[]): Block[] {
  const lines = facts.flatMap((fact) => (fact === undefined ? [] : [`- ${fact}`]));
  return lines.length === 0 ? [] : [{ kind: "text", text: lines.join("\n") }];
}

export function stone(text: string): Block {
  return { kind: "code", language: "stone", text };
}

/** The maximum length of a line of code, of a paragraph, and of a block, in UTF-16 code units. */
const longestLine = { code: 500, text: 5000 };
const longestBlock = 20_000;

/** Shortens what nobody reads in a hover, such as a default of many kilobytes. */
export function shorten(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) => {
    const lines = block.text.split("\n").map((line) => cut(line, longestLine[block.kind]));
    return { ...block, text: cut(lines.join("\n"), longestBlock) };
  });
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}…`;
}

/** Returns the blocks as Markdown. */
export function toMarkdown(blocks: readonly Block[]): string {
  return blocks
    .map((block) => (block.kind === "text" ? block.text : `\`\`\`${block.language}\n${block.text}\n\`\`\``))
    .join("\n\n");
}

/** Returns the blocks as plain text, without Markdown syntax. */
export function toPlainText(blocks: readonly Block[]): string {
  return blocks
    .map((block) =>
      block.kind === "code" ? block.text : block.text.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replaceAll("`", ""),
    )
    .join("\n\n");
}
