import { schemaNamespace } from "../../ir/names.js";
import type { Rule } from "../rule.js";
import { removeImport } from "../import-place.js";
import { usesByFile } from "../uses.js";

export const unusedImport: Rule = {
  id: "unused-import",
  recommended: "warn",
  strict: "warn",
  summary: "An import that no file of the namespace uses",
  check(project, report) {
    const used = project.get(usesByFile);
    for (const file of project.files) {
      const { namespace, imports } = file;
      if (namespace === schemaNamespace) {
        continue;
      }
      for (const node of imports) {
        const name = node.name.text;
        const isUsed = project.files.some(
          (other) => other.namespace === namespace && used.get(other)?.qualifiers.has(name) === true,
        );
        if (!isUsed) {
          report({ target: namespace, span: node.span }, `Import '${name}' is not used.`, {
            fix: { title: "Remove the import", safe: true, changes: [removeImport(file, node)] },
          });
        }
      }
    }
  },
};
