import type { Grammar } from "./textmate.js";

/** Colors blocks of Stone in Markdown: fences with the language `stone`, with or without more words. */
export const markdownGrammar: Grammar = {
  scopeName: "markdown.stone.codeblock",
  injectionSelector: "L:text.html.markdown",
  patterns: [{ include: "#fence" }],
  repository: {
    fence: {
      name: "markup.fenced_code.block.markdown",
      begin: "(^|\\G)([ \\t]*)(`{3,}|~{3,})[ \\t]*(?i:(stone)((?:[ \\t,{:?])[^`]*)?$)",
      beginCaptures: {
        3: { name: "punctuation.definition.markdown" },
        4: { name: "fenced_code.block.language.markdown" },
        5: { name: "fenced_code.block.language.attributes.markdown" },
      },
      end: "(^|\\G)(?:\\2|[ \\t]{0,3})(\\3)[ \\t]*$",
      endCaptures: { 2: { name: "punctuation.definition.markdown" } },
      patterns: [
        {
          begin: "(^|\\G)([ \\t]*)(.*)",
          while: "(^|\\G)(?![ \\t]*([`~]{3,})[ \\t]*$)",
          contentName: "meta.embedded.block.stone",
          patterns: [{ include: "source.stone" }],
        },
      ],
    },
  },
};
