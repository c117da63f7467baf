import { methodLines, type MethodStyle, type Scaffold } from "../emit/scaffold.js";
import { mergeHandlers, type Merge } from "./merge-handlers.js";
import { print } from "./print.js";
import type { PrintedFile } from "../code/module.js";

/** The changes to make in a folder of handlers, and the notes to print about them. */
export interface ScaffoldChanges {
  /** New files, and files with new methods. */
  readonly files: readonly PrintedFile[];
  readonly notes: readonly ScaffoldNote[];
}

export type ScaffoldNote =
  | { readonly kind: "created"; readonly path: string }
  | { readonly kind: "added"; readonly path: string; readonly methods: readonly string[] }
  /** Handlers that have no route. */
  | { readonly kind: "obsolete"; readonly path: string; readonly methods: readonly string[] }
  /** A new namespace, whose handlers must be added to the existing server by hand. */
  | { readonly kind: "unserved"; readonly path: string; readonly name: string }
  /** Code that the user must add by hand. */
  | { readonly kind: "by hand"; readonly path: string; readonly problem: string; readonly code: string };

/** Returns the changes that add a scaffold to existing files, whose content is retained. `serverModule` is the module that handlers import. */
export async function changesFor(
  scaffold: Scaffold,
  serverModule: string,
  existing: ReadonlyMap<string, string>,
): Promise<ScaffoldChanges> {
  const created = await print(
    [...scaffold.handlers, ...scaffold.others]
      .filter(({ path }) => !existing.has(path))
      .map(({ path, text }) => ({ kind: "text", path, text })),
  );
  const notes: ScaffoldNote[] = created.map(({ path }) => ({ kind: "created", path }));
  const files = [...created];
  for (const stub of scaffold.handlers) {
    const text = existing.get(stub.path);
    if (text === undefined) {
      if (existing.has("server.ts")) {
        notes.push({ kind: "unserved", path: "server.ts", name: stub.name });
      }
      continue;
    }
    const merge = mergeHandlers(text, stub, serverModule);
    if (merge.text !== text) {
      files.push({ path: stub.path, text: merge.text });
    }
    notes.push(...listNotes(stub.path, merge));
  }
  return { files, notes };
}

function listNotes(path: string, { added, obsolete, refusal }: Merge): ScaffoldNote[] {
  const notes: ScaffoldNote[] = [];
  if (added.length > 0) {
    notes.push({ kind: "added", path, methods: added.map(({ name }) => name) });
  }
  if (obsolete.length > 0) {
    notes.push({ kind: "obsolete", path, methods: obsolete });
  }
  if (refusal !== undefined) {
    const style: MethodStyle = { notImplemented: "notImplemented", inClass: false, step: "  ", types: "object" };
    const code = refusal.missing.flatMap((method) => methodLines(method, style)).join("\n");
    notes.push({ kind: "by hand", path, problem: refusal.problem, code });
  }
  return notes;
}
