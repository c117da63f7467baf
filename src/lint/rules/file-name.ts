import type { Rule } from "../rule.js";
export const fileName: Rule = {
  id: "file-name",
  recommended: "warn",
  strict: "warn",
  summary: "A file that is not named for its namespace",
  check({ files }, report) {
    for (const file of files) {
      const segments = file.spec.path.split(/[\\/]/);
      const base = (segments.pop() ?? "").replace(/\.stone$/, "");
      const isNamed = base === file.namespace || base.startsWith(`${file.namespace}_`);
      const isFile = file.spec.path.endsWith(".stone"); // standard input has no name
      if (isFile && !isNamed && !segments.includes(file.namespace)) {
        report(file, `The file of namespace '${file.namespace}' is called '${base}.stone'.`, {
          help: `Call it '${file.namespace}.stone' or '${file.namespace}_….stone', or move it to a folder '${file.namespace}'.`,
        });
      }
    }
  },
};
