import { toFileRange } from "../places.js";
import type { Snapshot } from "../project.js";
import type { TextEdit } from "./text-edit.js";

/**
 * Returns the edit that adds an import to a file, in alphabetical order; empty if the namespace is already imported or
 * is the file's own.
 */
export function addImport({ names }: Snapshot, path: string, namespace: string): TextEdit[] {
  const section = names.sectionsOf(path)[0];
  if (section === undefined || section.namespace === namespace) {
    return [];
  }
  if (names.namespaces.get(section.namespace)?.imports.has(namespace) === true) {
    return [];
  }
  const imports = section.items.filter((item) => item.kind === "import");
  const next = imports.find(({ name }) => name.text > namespace);
  if (next !== undefined) {
    const { start } = toFileRange(next.extent);
    return [{ path, start, end: start, text: `import ${namespace}\n` }];
  }
  const last = imports.at(-1);
  if (last !== undefined) {
    const { end } = toFileRange(last.extent);
    return [{ path, start: end, end, text: `\nimport ${namespace}` }];
  }
  const header = section.items.find((item) => item.kind === "namespace");
  if (header === undefined) {
    return [];
  }
  const { end } = toFileRange(header.extent);
  return [{ path, start: end, end, text: `\n\nimport ${namespace}` }];
}
