import type { Guide } from "../../../site/guides/guide.js";

/** The fences of a guide as one program, in which each line has the number that it has in the guide. */
export function guideProgram({ fences }: Guide): string {
  const lines: (string | undefined)[] = [];
  for (const [index, { value, position }] of fences.entries()) {
    const start = position?.start.line ?? 1;
    lines[start - 1] = `;console.log(${JSON.stringify(marker(index))});`;
    value.split("\n").forEach((line, offset) => {
      lines[start + offset] = line;
    });
  }
  return `${Array.from(lines, (line) => line ?? "").join("\n")}\n`;
}

/** What a program prints before a fence; no text that a guide would print itself. */
function marker(index: number): string {
  return `\0ashlar ${index}\0`;
}

/** What the program of a guide has printed in each of the fences that it reached. */
export function divideOutput(output: string): string[] {
  const [, ...parts] = output.split(/\0ashlar \d+\0\r?\n?/);
  return parts.map((part) => part.trimEnd());
}
