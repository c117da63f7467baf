import type { SourceFile } from "../source/source.js";

/** The start of a line that declares a namespace. Stone splits at the mere word, which documentation may well contain. */
const declaration = /^(?=namespace[ \t]+[A-Za-z_][A-Za-z0-9_-]*[ \t]*(?:#.*)?$)/m;

/**
 * The files `stdin.1`, `stdin.2` and so on, of which each declares a namespace and has lines of its own (CLI-4). What
 * stands before the first declaration belongs to the first file.
 */
export function splitStandardInput(text: string): SourceFile[] {
  const [first = "", ...others] = text.split(declaration);
  const pieces = declaration.test(first) ? [first, ...others] : [first + (others[0] ?? ""), ...others.slice(1)];
  return pieces.map((piece, index) => ({ path: `stdin.${index + 1}`, text: piece }));
}
