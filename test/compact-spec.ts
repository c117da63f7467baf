import type { SourceFile } from "../src/source/source.js";

/**
 * The files of a specification in the notation of the language reference: `⏎` is a line break, `»` a level of
 * indentation, `·` a space that counts, `‖` separates files. A file that does not begin with a namespace gets one: `t`,
 * `u` or `v`, in a line that counts. The files are called `t.stone`, `u.stone` and `v.stone`.
 */
export function compactSpec(spec: string): SourceFile[] {
  return spec.split("‖").map((part, index) => {
    const name = ["t", "u", "v"][index] ?? "w";
    const lines = part.split("⏎").map((line) => {
      const [indentation = ""] = /^[ »]*/.exec(line) ?? [];
      const levels = indentation.replaceAll(" ", "").length;
      return "    ".repeat(levels) + line.slice(indentation.length).trim().replaceAll("·", " ");
    });
    const hasNamespace = lines.some((line) => line.startsWith("namespace "));
    return { path: `${name}.stone`, text: (hasNamespace ? lines : [`namespace ${name}`, ...lines]).join("\n") };
  });
}
