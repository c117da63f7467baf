import { fence } from "../generator/emit/readme/markdown.js";

/*
 * The content of pages as Markdown, for agents. It is derived from the HTML, so that both have the same content. That is
 * simple, because our templates are well-formed and use few elements.
 */

interface Element {
  readonly tag: string;
  readonly className: string;
  readonly href: string;
  readonly children: (Element | string)[];
}

/** Converts the content of a page to Markdown (PROD-51). Links to other pages lead to their Markdown. */
export function toMarkdown(html: string): string {
  return blocks(parse(html))
    .join("\n\n")
    .replace(/\n{3,}/g, "\n\n");
}

const tokens = /<(\/?)([a-z]\w*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*>|[^<]+/g;
const voidTags = new Set(["wbr", "br", "hr"]);

/** Parses HTML into a tree, without the parts that only browsers need. */
function parse(html: string): Element {
  const root: Element = { tag: "root", className: "", href: "", children: [] };
  const open = [root];
  for (const [token, end, tag, attributes] of html.matchAll(tokens)) {
    const parent = open.at(-1) ?? root;
    if (tag === undefined) {
      addText(parent, unescape(token));
    } else if (end === "/") {
      open.pop();
    } else if (!voidTags.has(tag)) {
      const element = {
        tag,
        className: attributes === "" ? "" : valueOf(classValue, attributes),
        href: tag === "a" ? unescape(valueOf(hrefValue, attributes)) : "",
        children: [],
      };
      if (!isForBrowsers(element)) {
        parent.children.push(element);
      }
      open.push(element);
    }
  }
  return root;
}

const classValue = /\sclass="([^"]*)"/;
const hrefValue = /\shref="([^"]*)"/;

function valueOf(attribute: RegExp, attributes = ""): string {
  return attribute.exec(attributes)?.[1] ?? "";
}

/** Adds text to an element. Elements without content, such as `wbr`, separate texts that belong together, so adjacent texts are joined. */
function addText({ children }: Element, text: string): void {
  const last = children.at(-1);
  if (typeof last === "string") {
    children[children.length - 1] = last + text;
  } else {
    children.push(text);
  }
}

function isForBrowsers({ className }: Element): boolean {
  return ["anchor", "crumbs", "full-form", "try-it"].includes(className);
}

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&ndash;": "–",
  "&hellip;": "…",
  "&amp;": "&",
};

function unescape(text: string): string {
  return text.includes("&") ? text.replace(/&\w+;/g, (entity) => entities[entity] ?? entity) : text;
}

const inlineTags = new Set(["a", "b", "code", "em", "i", "span", "strong"]);

/** Returns the blocks of an element: paragraphs, lists, code. */
function blocks(element: Element): string[] {
  const texts: string[] = [];
  let line: (Element | string)[] = [];
  const endLine = (): void => {
    const text = inline(line);
    if (text !== "") {
      texts.push(text);
    }
    line = [];
  };
  for (const child of element.children) {
    if (typeof child === "string" || inlineTags.has(child.tag)) {
      line.push(child);
    } else {
      endLine();
      for (const text of block(child)) {
        texts.push(text); // a page may have more blocks than a call may have arguments
      }
    }
  }
  endLine();
  return texts;
}

function block(element: Element): string[] {
  switch (element.tag) {
    case "h1":
    case "h2":
    case "h3":
      return [`${"#".repeat(Number(element.tag[1]))} ${inline(element.children)}`];
    case "pre":
      return [fence([textOf(element)], "")];
    case "p":
      return element.className === "badges" ? badges(element) : blocks(element);
    case "table":
      return [element.className === "prose" ? proseTable(element) : list(rowsOf(element).map(row))];
    case "blockquote":
      return [
        blocks(element)
          .join("\n\n")
          .replace(/^(?=.)/gm, "> ")
          .replace(/^$/gm, ">"),
      ];
    case "ol":
      return [
        list(
          elementsOf(element).map((item) => blocks(item)),
          (index) => `${index + 1}. `,
        ),
      ];
    case "ul":
      return [list(elementsOf(element).map((item) => (element.className === "entries" ? entry(item) : blocks(item))))];
    case "dl":
      return [list(pairs(elementsOf(element)))];
    case "details":
      return blocks({ ...element, children: element.children.filter((child) => !isElement(child, "summary")) });
    default:
      return blocks(element);
  }
}

function badges(element: Element): string[] {
  const texts = elementsOf(element).map(({ children }) => inline(children));
  return texts.length === 0 ? [] : [texts.join(", ")];
}

/** Converts an entry of an overview, a link and what it leads to, to a list item. */
function entry({ children: [name = "", ...text] }: Element): string[] {
  const words = inline(text);
  return [words === "" ? inline([name]) : `${inline([name])}: ${words}`];
}

/** Converts a table row to a list item: the first cell, followed by the second one. */
function row(cells: Element): string[] {
  const [name, value] = elementsOf(cells);
  return [`${name === undefined ? "" : inline(name.children)}:`, ...(value === undefined ? [] : blocks(value))];
}

function rowsOf(table: Element): Element[] {
  const bodies = elementsOf(table).filter(({ tag }) => tag === "tbody");
  return bodies.flatMap(elementsOf);
}

function pairs(elements: readonly Element[]): string[][] {
  return elements.flatMap(({ tag, children }, index) => {
    const value = elements[index + 1];
    return tag === "dt" ? [[`${inline(children)}: ${value === undefined ? "" : inline(value.children)}`]] : [];
  });
}

/** Converts a table of a guide, which has any number of columns. */
function proseTable(table: Element): string {
  const [head = [], ...rows] = elementsOf(table)
    .flatMap(elementsOf)
    .map((row) => elementsOf(row).map((cell) => inline(cell.children).replaceAll("|", "\\|")));
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** Returns a list of items, each of which consists of blocks: sentences are on one line, lists and code below it. */
function list(items: readonly (readonly string[])[], marker = (_: number): string => "- "): string {
  return items
    .map((item, index) => {
      const isLong = (text: string): boolean => /^(?:- |\d+\. |```)/.test(text);
      const text = item.filter((each) => !isLong(each)).join(" ");
      const below = item
        .filter(isLong)
        .map((each) => `\n${each.replace(/^(?=.)/gm, " ".repeat(marker(index).length))}`);
      return `${marker(index)}${text}${below.join("")}`;
    })
    .join("\n");
}

/** Converts text with links and code to one line. */
function inline(children: readonly (Element | string)[]): string {
  return children
    .map((child) => {
      if (typeof child === "string") {
        return escape(child);
      }
      if (child.tag === "code") {
        return code(child);
      }
      const text = inline(child.children);
      if (child.tag === "em" || child.tag === "strong") {
        return child.tag === "em" ? `*${text}*` : `**${text}**`;
      }
      return child.tag === "a" ? link(text, child.href) : isNote(child) ? ` (${text}) ` : text;
    })
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

/** Whether an element is a note, such as that a member is required or how many routes there are. On the page, its color sets it apart. */
function isNote({ className }: Element): boolean {
  return /^(?:need|badge|owner|quiet)\b/.test(className);
}

/** Converts code, which may be a link as a whole. */
function code(element: Element): string {
  const [only] = element.children;
  if (typeof only === "object" && element.children.length === 1 && only.tag === "a") {
    return link(inlineCode(textOf(only)), only.href);
  }
  return inlineCode(textOf(element));
}

function link(text: string, href: string): string {
  const target = href.replace(/^(?!\w+:)([^#]*)\.html(?:#.*)?$/, "$1.md");
  return `[${text}](${target.replaceAll("(", "%28").replaceAll(")", "%29")})`;
}

function inlineCode(text: string): string {
  if (!text.includes("`")) {
    return `\`${text}\``;
  }
  return `\`\` ${text} \`\``;
}

/** Escapes all Markdown characters. */
function escape(text: string): string {
  return text.replace(/[\\`*[\]<>]|(?<!\w)_|_(?!\w)/g, "\\$&");
}

function textOf({ children }: Element): string {
  return children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");
}

function elementsOf({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== "string");
}

function isElement(child: Element | string, tag: string): boolean {
  return typeof child !== "string" && child.tag === tag;
}
