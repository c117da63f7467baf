import type { Rule } from "../rule.js";
import { isSnakeCase } from "../../ir/names.js";

export const fieldName: Rule = {
  id: "field-name",
  recommended: "warn",
  strict: "warn",
  summary: "A field, tag, parameter or attribute whose name is not lower_snake_case",
  check({ all }, report) {
    const fields = all.types.flatMap(({ fields: own }) => own);
    const params = all.annotationTypes.flatMap(({ params: own }) => own);
    for (const member of [...fields, ...params]) {
      const { text } = member.node.name;
      if (!isSnakeCase(text)) {
        report(member, `'${text}' is not lower_snake_case.`);
      }
    }
    for (const { target, node } of all.types) {
      for (const { name } of node.kind === "struct" ? (node.subtypes?.members ?? []) : []) {
        if (!isSnakeCase(name.text)) {
          report({ target: `${target}.${name.text}`, span: name.span }, `Tag '${name.text}' is not lower_snake_case.`);
        }
      }
    }
  },
};
