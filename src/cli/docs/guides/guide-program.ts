import type { Guide } from "../../../site/guides/guide.js";

/** Returns the fences of a guide as one program. Each line has the same number as in the guide. */
export function guideProgram({ fences }: Guide): string {
  const lines: (string | undefined)[] = [];
  for (const [index, { value, position }] of fences.entries()) {
    const start = position?.start.line ?? 1;
    lines[start - 1] = `;console.log(${JSON.stringify(marker(index))});`;
    value.split("\n").forEach((line, offset) => {
      lines[start + offset] = line;
    });
  }
  // Without an import or export, the file would be a script, in which nothing can be awaited.
  return `${Array.from(lines, (line) => line ?? "").join("\n")}\nexport {};\n`;
}

/** Returns the line that a program prints before each fence. It contains characters that guides do not print. */
function marker(index: number): string {
  return `\0ashlar ${index}\0`;
}

/** Returns the output of a guide's program, divided by the fences that were reached. */
export function divideOutput(output: string): string[] {
  const [, ...parts] = output.split(/\0ashlar \d+\0\r?\n?/);
  return parts.map((part) => part.trimEnd());
}
