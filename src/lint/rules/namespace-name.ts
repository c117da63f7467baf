import type { Rule } from "../rule.js";
import { isSnakeCase } from "../../ir/names.js";

export const namespaceName: Rule = {
  id: "namespace-name",
  recommended: "warn",
  strict: "warn",
  summary: "A namespace whose name is not lower_snake_case",
  check({ all }, report) {
    for (const namespace of all.namespaces) {
      if (!isSnakeCase(namespace.target)) {
        report(namespace, `Namespace '${namespace.target}' is not lower_snake_case.`);
      }
    }
  },
};
