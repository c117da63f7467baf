import type { SourceFile } from "../../src/text/source.js";

/** A text on several lines, without the indentation that its lines have in common. */
export function stone(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const lines = strings.join("").split("\n").slice(1, -1);
  const indentations = lines.filter((line) => line.trim() !== "").map((line) => line.search(/\S/));
  const margin = new RegExp(`\n {0,${Math.min(...indentations)}}`, "g");
  const parts = strings.map((part) => part.replaceAll(margin, "\n"));
  return String.raw({ raw: parts }, ...values).slice(1, -1);
}

/**
 * The files of a specification, each of which begins with its namespace. The first one may leave it out: it is then `t`, in a
 * line that counts. The files are called `t.stone`, `u.stone` and `v.stone`.
 */
export function specFiles(spec: string): SourceFile[] {
  const text = /^namespace /m.exec(spec)?.index === 0 ? spec : `namespace t\n${spec}`;
  return text
    .split(/\n(?=namespace )/)
    .map((part, index) => ({ path: `${["t", "u", "v"][index] ?? "w"}.stone`, text: part }));
}
