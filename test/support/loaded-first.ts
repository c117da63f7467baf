import type { Metafile } from "esbuild";

/** Returns the paths of what a page loads of a divided bundle at first: the entry, and all files that it imports statically. */
export function loadedFirst({ outputs }: Metafile): ReadonlySet<string> {
  const entry = Object.keys(outputs).find((path) => outputs[path]?.entryPoint === "<stdin>");
  if (entry === undefined) {
    throw new Error("esbuild made no bundle");
  }
  const loaded = new Set([entry]);
  for (const path of loaded) {
    const imports = outputs[path]?.imports ?? [];
    imports.filter(({ kind }) => kind === "import-statement").forEach((each) => loaded.add(each.path));
  }
  return loaded;
}
