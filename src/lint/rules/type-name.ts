import type { Rule } from "../rule.js";
export const typeName: Rule = {
  id: "type-name",
  recommended: "warn",
  strict: "warn",
  summary: "A type, alias or annotation whose name is not UpperCamelCase",
  check({ all }, report) {
    const { types, aliases, annotations, annotationTypes } = all;
    for (const declared of [...types, ...aliases, ...annotations, ...annotationTypes]) {
      const { text } = declared.node.name;
      if (!/^[A-Z][A-Za-z0-9]*$/.test(text)) {
        report(declared, `'${text}' is not UpperCamelCase.`, {
          help: "Use ASCII letters and digits, and begin with an upper-case letter. Type names are not part of messages.",
        });
      }
    }
  },
};
