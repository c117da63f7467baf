import type { SourceFile } from "../../src/index.js";

/** The namespace that all copies share, because there can be only one schema of routes. */
const sharedNamespace = "stone_cfg";

/**
 * Returns copies of specifications. Each copy has its own namespaces, which import each other like the namespaces of
 * the original. The first copy is unchanged.
 */
export function copySources(files: readonly SourceFile[], count: number): SourceFile[] {
  const names = new Set(files.map(({ text }) => readNamespace(text)).filter((name) => name !== sharedNamespace));
  const copies = Array.from({ length: count - 1 }, (_, index) => `_copy${index + 2}`);
  const own = files.filter(({ text }) => names.has(readNamespace(text)));
  return [
    ...files,
    ...copies.flatMap((suffix) =>
      own.map(({ path, text }) => ({
        path: path.replace(/\.stone$/, `${suffix}.stone`),
        text: renameNamespaces(text, names, suffix),
      })),
    ),
  ];
}

function readNamespace(text: string): string {
  return /^namespace\s+(\w+)/m.exec(text)?.[1] ?? "";
}

/**
 * Returns the text with renamed namespaces: in declarations and imports, before the dot of a qualified type, and in
 * references in documentation. Other occurrences of the same word are not changed.
 */
function renameNamespaces(text: string, names: ReadonlySet<string>, suffix: string): string {
  const withSuffix = (whole: string, before: string, name: string): string =>
    names.has(name) ? `${before}${name}${suffix}` : whole;
  return text
    .replace(/^((?:namespace|import)\s+)(\w+)/gm, withSuffix)
    .replace(/(:(?:type|route|field):`)(\w+)(?=\.)/g, withSuffix)
    .replace(/"(?:[^"\\]|\\.)*"|#.*|(?<![\w."`/])(\w+)(?=\.[A-Za-z])/g, (whole: string, name?: string) =>
      name === undefined ? whole : withSuffix(whole, "", name),
    );
}
