import { countColumns } from "../../code/layout/columns.js";

/** Returns a block of code. */
export function fence(lines: readonly string[], language: "ts" | "sh" = "ts"): string {
  return [`\`\`\`${language}`, ...lines, "```"].join("\n");
}

/** Returns a table. Cells must not contain line breaks. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => row.map((cell) => cell.replace(/\|/g, "\\|")));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => countColumns(row[column] ?? ""))));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => cell + " ".repeat((widths[column] ?? 0) - countColumns(cell))).join(" | ")} |`;
  const [first = [], ...others] = cells;
  return [line(first), `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`, ...others.map(line)].join("\n");
}
