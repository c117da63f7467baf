import type { Rule } from "../rule.js";
import { linesOf } from "../lines.js";
import { usedQualifiers } from "../qualifiers.js";

export const unusedImport: Rule = {
  id: "unused-import",
  recommended: "warn",
  strict: "warn",
  summary: "An import that no file of the namespace uses",
  check(project, report) {
    const used = project.get(usedQualifiers);
    for (const { namespace, imports } of project.files) {
      if (namespace === "stone_cfg") {
        continue;
      }
      for (const node of imports) {
        const name = node.name.text;
        const isUsed = project.files.some((file) => file.namespace === namespace && used.get(file)?.has(name) === true);
        if (!isUsed) {
          report({ target: namespace, span: node.span }, `Import '${name}' is not used.`, {
            fix: { title: "Remove the import", safe: true, changes: [{ span: linesOf(node.span), text: "" }] },
          });
        }
      }
    }
  },
};
