import type { Doc } from "../../../ir/api.js";
import type { Binding } from "../../facts/binding-options.js";
import { codeMentions, paragraphs } from "../comments.js";

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
        return code.trim() === "" ? escaped(piece) : `\`${code.trim()}\``;
      }
      if (title !== undefined && url !== undefined) {
        return `[${escaped(title)}](${url})`;
      }
      return address === undefined ? escaped(piece) : `<${address}>`;
    })
    .join("")
    .replace(blockStart, "\\$&");
}

/** Code, a link, a URL, or text. */
const pieces =
  /`([^`\\]+)`|\[([^\][`<>]*)\]\(([^()\s<>`\\&]+)\)|(https?:\/\/[^\s<>`\\&]*[\w/=#-])(?![^\s<>`\\&]*&)|(?:(?!`[^`\\]+`|\[[^\][`<>]*\]\([^()\s<>`\\&]+\)|https?:\/\/)[^])+|[^]/g;

const blockStart = /^(?:[#+>-]|\d+(?=[.)]))/;

function escaped(text: string): string {
  return text
    .replace(/[\\`*[\]<~$]|&(?=[#\w]+;)/g, "\\$&")
    .replace(/(?<=^|[\s\p{P}\p{S}])_+|_+(?=$|[\s\p{P}\p{S}])/gu, (lines) => lines.replaceAll("_", "\\_"));
}
