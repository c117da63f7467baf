import { schemaNamespace } from "../../ir/names.js";
import type { Rule } from "../rule.js";
import { importPlace } from "../import-place.js";
import { usesByFile } from "../uses.js";

export const importElsewhere: Rule = {
  id: "import-elsewhere",
  recommended: "info",
  strict: "info",
  summary: "A namespace that only another file of the namespace imports",
  check(project, report) {
    for (const [file, { qualifiers }] of project.get(usesByFile)) {
      for (const [name, span] of file.namespace === schemaNamespace ? [] : qualifiers) {
        if (!file.imports.some((node) => node.name.text === name)) {
          report({ target: file.namespace, span }, `'${name}' is imported in another file of the namespace only.`, {
            help: `Add \`import ${name}\` to this file.`,
            fix: { title: `Add import ${name}`, safe: true, changes: [importPlace(file, name)] },
          });
        }
      }
    }
  },
};
