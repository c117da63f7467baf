import type { SourceFile } from "../text/source.js";

/**
 * Matches the start of a line that declares a namespace. Stone splits at the word alone, which documentation may
 * contain.
 */
const declaration = /^(?=namespace[ \t]+[A-Za-z_][A-Za-z0-9_-]*[ \t]*(?:#.*)?$)/m;

/**
 * Splits standard input into the files `stdin.1`, `stdin.2` and so on, each of which declares a namespace and counts its
 * own lines (CLI-4). Text before the first declaration belongs to the first file.
 */
export function splitStandardInput(text: string): SourceFile[] {
  const [first = "", ...others] = text.split(declaration);
  const pieces = declaration.test(first) ? [first, ...others] : [first + (others[0] ?? ""), ...others.slice(1)];
  return pieces.map((piece, index) => ({ path: `stdin.${index + 1}`, text: piece }));
}
