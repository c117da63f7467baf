import { documents, sourceOf, spanOfWords } from "../documents.js";
import type { Fix, Rule } from "../rule.js";

const names =
  "a|b|blockquote|br|code|del|div|em|h[1-6]|hr|i|img|kbd|li|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul";
const element = new RegExp(`</?(?:${names})(?:\\s[^<>]*)?/?>`, "gi");
const link = /!?\[([^\][]+)\]\(((?:[^\s()]|\([^\s()]*\))+)\)/g;
/** Matches code, and the content of references. */
const quoted = /`[^`]*`/g;

export const docMarkup: Rule = {
  id: "doc-markup",
  recommended: "warn",
  strict: "warn",
  summary: "HTML elements or Markdown links in documentation",
  check(project, report) {
    for (const documented of project.get(documents)) {
      const { doc } = documented;
      if (doc === undefined) {
        continue;
      }
      const source = sourceOf(doc);
      // A fast path: most documentation contains neither elements nor links.
      if (!source.includes("<") && !source.includes("](")) {
        continue;
      }
      const plain = source.replace(quoted, (code) => " ".repeat(code.length));
      const [html] = plain.matchAll(element);
      if (html !== undefined) {
        const markup = source.slice(html.index, html.index + html[0].length);
        report(documented, `'${markup}' is HTML, which is shown as it is.`, {
          help: "Write plain text, with references such as :link:`title address`.",
          ...spanOfWords(doc, html.index, markup),
        });
      }
      for (const { 0: found, 1: title = "", 2: address = "", index } of plain.matchAll(link)) {
        const start = doc.span.start + index;
        const markup = source.slice(index, index + found.length);
        const text = `:link:\`${title.trim().replace(/\s+/g, " ")} ${address}\``;
        const fix: Fix = {
          title: "Write a :link: reference",
          safe: true,
          changes: [{ span: { source: doc.span.source, start, end: start + markup.length }, text }],
        };
        report(documented, `'${markup}' is a Markdown link, which is shown as it is.`, {
          help: isReplaceable(markup, title) ? `Write ${text}.` : "Write :link:`title address`.",
          ...spanOfWords(doc, index, markup),
          ...(isReplaceable(markup, title) && { fix }),
        });
      }
    }
  },
};

/**
 * Whether a link can be converted to a reference. Images cannot, and neither can links with a title of one character or
 * with backquotes (DOC-6).
 */
function isReplaceable(markup: string, title: string): boolean {
  return markup.startsWith("[") && title.trim().length > 1 && !markup.includes("`");
}
