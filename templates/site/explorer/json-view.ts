import { element } from "../element.js";

/** Matches tokens of JSON: keys, other strings, numbers and constants, and punctuation. */
const token = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)|([[\]{},])|\s+|./g;

/** Returns JSON indented and colored. Numbers retain all their digits. */
export function jsonView(text: string): DocumentFragment {
  const view = document.createDocumentFragment();
  let depth = 0;
  const newLine = (): string => `\n${"  ".repeat(depth)}`;
  const color = (name: string, part: string): void => view.append(element("i", { className: name }, part));
  const tokens = [...text.matchAll(token)].filter(([part]) => part.trim() !== "");
  for (const [index, [part, string, colon, constant, mark]] of tokens.entries()) {
    if (string !== undefined) {
      color(colon === undefined ? "s" : "k", string);
      view.append(colon === undefined ? "" : ": ");
    } else if (constant !== undefined) {
      color("n", constant);
    } else if (mark === "{" || mark === "[") {
      const isEmpty = /[\]}]/.test(tokens[index + 1]?.[0] ?? "");
      depth += isEmpty ? 0 : 1;
      view.append(isEmpty ? mark : mark + newLine());
    } else if (mark === "}" || mark === "]") {
      const isEmpty = /^[[{]$/.test(tokens[index - 1]?.[0] ?? "");
      depth -= isEmpty ? 0 : 1;
      view.append(isEmpty ? mark : newLine() + mark);
    } else {
      view.append(mark === "," ? `,${newLine()}` : part);
    }
  }
  return view;
}

/** Indents JSON. */
export function indentJson(text: string): string {
  return jsonView(text).textContent;
}
