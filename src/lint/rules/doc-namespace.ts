import type { Rule } from "../rule.js";
export const docNamespace: Rule = {
  id: "doc-namespace",
  recommended: "info",
  strict: "warn",
  summary: "A namespace that no file documents",
  check({ all }, report) {
    for (const namespace of all.namespaces) {
      if (!namespace.files.some(({ header }) => header.doc !== undefined && header.doc.text.trim() !== "")) {
        report(namespace, `Namespace '${namespace.target}' has no documentation.`);
      }
    }
  },
};
