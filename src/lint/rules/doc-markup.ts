import type { Rule } from "../rule.js";
import { documents, sourceOf, wordsAt } from "../documents.js";

const names =
  "a|b|blockquote|br|code|del|div|em|h[1-6]|hr|i|img|kbd|li|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|tt|u|ul";
const element = new RegExp(`</?(?:${names})(?:\\s[^<>]*)?/?>`, "gi");
const link = /\[([^\][]+)\]\((\S+?)\)/g;

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
      // Most documentation has neither, which is found out many times faster without the expressions.
      const [html] = source.includes("<") ? source.matchAll(element) : [];
      if (html !== undefined) {
        const { 0: markup, index } = html;
        report(documented, `'${markup}' is HTML, which is shown as it is.`, {
          help: "Write plain text, with references such as :link:`title address`.",
          ...wordsAt(doc, index, markup),
        });
      }
      for (const { 0: markup, 1: title = "", 2: address = "", index } of source.includes("](")
        ? source.matchAll(link)
        : []) {
        const start = doc.span.start + index;
        const text = `:link:\`${title.replace(/\s+/g, " ")} ${address}\``;
        report(documented, `'${markup}' is a Markdown link, which is shown as it is.`, {
          help: `Write ${text}.`,
          ...wordsAt(doc, index, markup),
          fix: {
            title: "Write a :link: reference",
            safe: true,
            changes: [{ span: { source: doc.span.source, start, end: start + markup.length }, text }],
          },
        });
      }
    }
  },
};
