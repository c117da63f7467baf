import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A small change of a specification. */
export interface Edit {
  readonly name: string;
  /** The text after the change with a number. */
  readonly text: (before: string, count: number) => string;
}

export const sentence: Edit = { name: "one sentence changed", text: changeSentence };

export const edits: readonly Edit[] = [
  sentence,
  { name: "one field more or less", text: toggleField },
  { name: "one type more or less", text: (text) => toggleAtEnd(text, "\nstruct BenchmarkType\n    one String\n") },
  { name: "one route more or less", text: (text) => toggleAtEnd(text, "\nroute benchmark (Void, Void, Void)\n") },
];

/** Adds a definition with an error, or removes it again. */
export function toggleError(text: string): string {
  return toggleAtEnd(text, "\nstruct BenchmarkError\n    one NoSuchType\n");
}

/** Returns the specifications, largest first, as paths relative to the folder. */
export function bySize(folder: string): string[] {
  return readdirSync(join(folder, "spec"))
    .filter((name) => name.endsWith(".stone"))
    .map((name) => ({ path: join("spec", name), size: readFileSync(join(folder, "spec", name)).length }))
    .sort((a, b) => b.size - a.size)
    .map(({ path }) => path);
}

/** Puts a number before the first sentence that documents a struct, or replaces the existing number. */
function changeSentence(text: string, count: number): string {
  return text.replace(/^(struct .*\n {4}")(?:No\. \\?\d+: )?/m, `$1No. ${count}: `);
}

/** Adds a field before the first one, or removes it again. */
function toggleField(text: string): string {
  const added = "    benchmark_field String?\n";
  return text.includes(added) ? text.replace(added, "") : text.replace(/^ {4}[a-z]\w* [A-Z]\w*\??\n/m, `${added}$&`);
}

function toggleAtEnd(text: string, added: string): string {
  return text.includes(added) ? text.replace(added, "") : text + added;
}
