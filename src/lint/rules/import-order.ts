import { schemaNamespace } from "../../ir/names.js";
import type { Rule } from "../rule.js";
import { sortImports } from "../import-place.js";

export const importOrder: Rule = {
  id: "import-order",
  recommended: "info",
  strict: "info",
  summary: "Imports that are not sorted, not in one block after the namespace, or repeated",
  check({ files }, report) {
    for (const file of files) {
      if (file.namespace === schemaNamespace) {
        continue;
      }
      const { imports, spec, namespace } = file;
      const fix = sortImports(file);
      const details = fix === undefined ? {} : { fix };
      const seen = new Set<string>();
      for (const { name, span } of imports) {
        if (seen.has(name.text)) {
          report({ target: namespace, span }, `'${name.text}' is imported twice.`, details);
        }
        seen.add(name.text);
      }
      const unsorted = imports.find(({ name }, index) =>
        imports.slice(index).some((other) => other.name.text < name.text),
      );
      if (unsorted !== undefined) {
        report({ target: namespace, span: unsorted.span }, "The imports are not sorted.", details);
      }
      const block = spec.items.findIndex(({ kind }) => kind !== "namespace" && kind !== "import");
      const late = spec.items.find((item, index) => item.kind === "import" && block !== -1 && index > block);
      if (late !== undefined && late !== unsorted) {
        report({ target: namespace, span: late.span }, "The import does not follow the namespace.", details);
      }
    }
  },
};
