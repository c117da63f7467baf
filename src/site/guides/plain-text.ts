import type { Nodes } from "mdast";

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
