import type { Code, Nodes } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmTableFromMarkdown } from "mdast-util-gfm-table";
import { gfmTable } from "micromark-extension-gfm-table";
import type { Guide, GuideProblem } from "./guide.js";

/**
 * Parses a guide, and returns it with the problems of its form. References and links are checked later, when the page is
 * created.
 */
export function parseGuide(path: string, text: string): { guide: Guide; problems: readonly GuideProblem[] } {
  const problems: GuideProblem[] = [];
  const report = (line: number, message: string): void => void problems.push({ path, line, message });
  const { title, order, body } = readFrontMatter(text, report);
  const tree = fromMarkdown(body, { extensions: [gfmTable()], mdastExtensions: [gfmTableFromMarkdown()] });
  const name = path.replace(/^.*\//, "").replace(/\.md$/, "");
  if (name === "index") {
    report(1, "A guide cannot be named index.md. Name the file after what the guide teaches.");
  }
  const fences = codeIn(tree).filter((code) => isRun(code, report));
  return { guide: { path, name, title, order, tree, fences }, problems };
}

type Report = (line: number, message: string) => void;

const example = "Begin the file with lines such as: ---, title: Upload a file, order: 1, ---";

/** Returns the values of the front matter, and the text, in which empty lines replace the front matter. */
function readFrontMatter(text: string, report: Report): { title: string; order: number; body: string } {
  const plain = text.replace(/^\ufeff/, "").replaceAll("\r\n", "\n");
  const [whole = "", head = ""] = /^---\n([^]*?)^---[ \t]*(?:\n|$)/m.exec(plain) ?? [];
  if (!plain.startsWith("---\n") || whole === "") {
    report(1, `The guide has no front matter. ${example}.`);
    return { title: "", order: 0, body: plain };
  }
  const values = new Map<string, string>();
  for (const [index, line] of head.split("\n").entries()) {
    const [, key, value = ""] = /^(\w+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (key === "title" || key === "order") {
      values.set(key, value.replace(/^(["'])(.*)\1$/, "$2"));
    } else if (line.trim() !== "") {
      report(index + 2, `The front matter has the line '${line.trim()}'. It can have title and order only.`);
    }
  }
  const { title = "", order = "0" } = Object.fromEntries(values);
  if (title === "") {
    report(1, `The guide has no title. ${example}.`);
  }
  if (!/^-?\d+$/.test(order)) {
    report(1, `The order of a guide is an integer, not '${order}'.`);
  }
  return { title, order: Number(order), body: whole.replace(/[^\n]/g, "") + plain.slice(whole.length) };
}

/** Returns all code blocks in a tree, in order. */
function codeIn(node: Nodes): Code[] {
  if (node.type === "code") {
    return [node];
  }
  return "children" in node ? node.children.flatMap(codeIn) : [];
}

function isRun({ lang, meta, position }: Code, report: Report): boolean {
  if (meta?.split(/\s+/).includes("run") !== true) {
    return false;
  }
  if (lang !== "ts") {
    report(position?.start.line ?? 1, `Only TypeScript is run: write \`\`\`ts run, not \`\`\`${lang ?? ""} run.`);
  }
  return lang === "ts";
}
