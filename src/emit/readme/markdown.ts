/** A block of TypeScript. */
export function code(lines: readonly string[]): string {
  return ["```ts", ...lines, "```"].join("\n");
}

/** A table. What stands in the cells must not break its lines. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replace(/\|/g, "\\|")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
