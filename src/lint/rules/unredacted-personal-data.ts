import { toSnakeCase } from "../../ir/names.js";
import type { Rule } from "../rule.js";
import type { Type } from "../../ir/api.js";
import type { Project } from "../project.js";

const personal =
  /^birth|(?:^|_)(?:email|phone|password|secret|ssn|ip_address|surname|given_name|first_name|last_name)$|_token$/;

export const unredactedPersonalData: Rule = {
  id: "unredacted-personal-data",
  recommended: "warn",
  strict: "warn",
  summary: "Personal data without a redactor, in an API that has redactors",
  check(project, report) {
    if (!declaresRedactor(project)) {
      return;
    }
    for (const field of project.fields) {
      const { name, type, redactor } = field.field;
      if (personal.test(toSnakeCase(name)) && redactor === undefined && isUnredactedString(type, project)) {
        report(field, `'${name}' is personal, but is not redacted.`, {
          help: "Apply an annotation of `RedactedBlot` or `RedactedHash`.",
        });
      }
    }
  },
};

function declaresRedactor({ api }: Project): boolean {
  return api.namespaces.some(({ annotations }) =>
    annotations.some(({ kind }) => kind === "redactedBlot" || kind === "redactedHash"),
  );
}

/** Whether a type resolves to a string through aliases without redactors. */
function isUnredactedString(type: Type, { lookup }: Project): boolean {
  let at = type;
  for (;;) {
    if (at.kind === "nullable") {
      at = at.of;
    } else if (at.kind === "ref") {
      const definition = lookup.definition(at);
      if (definition.kind !== "alias" || definition.alias.redactor !== undefined) {
        return false;
      }
      at = definition.alias.type;
    } else {
      return at.kind === "string";
    }
  }
}
