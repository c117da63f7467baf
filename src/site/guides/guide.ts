import type { Code, Root, Nodes } from "mdast";

/** A page that people have written in Markdown. */
export interface Guide {
  /** The path of the file, for messages. */
  readonly path: string;
  /** The name of the page. */
  readonly name: string;
  readonly title: string;
  readonly order: number;
  readonly tree: Root;
  /** The programs, in order: code blocks that are run whenever the site is built. */
  readonly fences: readonly Code[];
}

/** A problem in a guide. */
export interface GuideProblem {
  readonly path: string;
  /** The line, counted from 1. */
  readonly line: number;
  readonly message: string;
}

/** The output of each fence of a guide, in order; empty for a fence that prints nothing. */
export type Outputs = ReadonlyMap<Code, string>;

/** Returns the text of a part of a guide, without Markdown syntax. */
export function plainText(node: Nodes): string {
  switch (node.type) {
    case "text":
      return node.value.replace(/:(?:route|type):$/, "");
    case "inlineCode":
      return node.value;
    case "break":
      return " ";
    default:
      return "children" in node ? node.children.map(plainText).join(isBlock(node) ? "\n" : "") : "";
  }
}

function isBlock({ type }: Nodes): boolean {
  return ["blockquote", "list", "listItem", "root", "table", "tableRow"].includes(type);
}
