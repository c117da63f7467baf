import type * as ast from "../../../syntax/ast.js";
import type { Names } from "../../symbols/names.js";
import { visitItem } from "../../symbols/occurrences.js";
import { addImport, removeLines, replaceSpan, type TextEdit } from "../edits.js";
import type { Snapshot } from "../project.js";
import type { Action } from "./action.js";

/** Adds missing imports, removes unused ones, and sorts all imports (LSP-60). */
export function organizeImports(snapshot: Snapshot, path: string): Action[] {
  const edits = (): readonly TextEdit[] => organize(snapshot, path);
  return [{ title: "Organize imports", kind: "source.organizeImports", edits }];
}

function organize(snapshot: Snapshot, path: string): TextEdit[] {
  const { names } = snapshot;
  const section = names.sectionsOf(path)[0];
  if (section === undefined) {
    return [];
  }
  const { namespace } = section;
  // NS-4: an import applies to all files of the namespace, so it is unused only if none of them needs it.
  const usedHere = usedNamespaces(snapshot, namespace, path);
  const usedAnywhere = usedNamespaces(snapshot, namespace);
  const imports = section.items.filter((item) => item.kind === "import");
  const elsewhere = new Set(
    names.sections
      .filter((other) => other.namespace === namespace && other.path !== path)
      .flatMap(({ items }) => items.filter((item) => item.kind === "import").map(({ name }) => name.text)),
  );
  const kept = imports.map(({ name }) => name.text).filter((name) => usedAnywhere.has(name));
  const missing = [...usedHere].filter(
    (name) => name !== namespace && names.namespaces.has(name) && !elsewhere.has(name),
  );
  const wanted = [...new Set([...kept, ...missing])].sort();
  const [first, ...others] = imports;
  if (first === undefined) {
    return joinInserts(wanted.flatMap((name) => addImport(snapshot, path, name)));
  }
  const text = wanted.map((name) => `import ${name}`).join("\n");
  const isInOrder = imports.length === wanted.length && imports.every(({ name }, index) => name.text === wanted[index]);
  if (isInOrder) {
    return [];
  }
  if (wanted.length === 0) {
    return imports.map(({ extent }) => removeLines(extent));
  }
  return [replaceSpan(first.extent, text), ...others.map(({ extent }) => removeLines(extent))];
}

/** Combines insertions at the same offset into one edit. */
function joinInserts(edits: readonly TextEdit[]): TextEdit[] {
  const [first, ...others] = edits;
  return first === undefined
    ? []
    : [{ ...first, text: [first.text, ...others.map(({ text }) => text.replace(/^\n+/, "\n"))].join("") }];
}

/** Returns the namespaces that are used as qualifiers, in one file or in all files of a namespace. */
function usedNamespaces({ names }: Snapshot, namespace: string, onlyIn?: string): Set<string> {
  const items = names.sections
    .filter((section) => section.namespace === namespace && (onlyIn === undefined || section.path === onlyIn))
    .flatMap((section) => section.items);
  return qualifiersIn(items, namespace, names);
}

/** Returns the namespaces that are used as qualifiers in items of a namespace. */
export function qualifiersIn(items: readonly ast.Item[], namespace: string, names: Names): Set<string> {
  const qualifiers = new Set<string>();
  for (const item of items) {
    visitItem(item, {
      namespace,
      names,
      visit: ({ role, text, resolve }) => {
        if (role === "qualifier" || (role === "documentation" && resolve()?.kind === "namespace")) {
          qualifiers.add(text);
        }
      },
    });
  }
  return qualifiers;
}
