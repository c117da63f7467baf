/** The results of a suite. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
  /** Notes for readers of the numbers: versions, targets, skipped parts. */
  readonly notes: readonly string[];
}

type Cell = number | string | null;

export interface Row {
  readonly name: string;
  /** A number or a word for each column; null if there is none. */
  readonly values: readonly Cell[];
}

/** Returns the table as text, with aligned numbers. */
export function tableText({ title, columns, rows, notes }: Table): string {
  const cells = [["", ...columns], ...rows.map(({ name, values }) => [name, ...values.map(cellText)])];
  const widths = ["", ...columns].map((_, column) => Math.max(...cells.map((line) => line[column]?.length ?? 0)));
  const pad = (cell: string, column: number): string =>
    column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0);
  return [title, "", ...cells.map((line) => line.map(pad).join("  ").trimEnd()), "", ...notes].join("\n");
}

function cellText(value: Cell): string {
  if (typeof value !== "number") {
    return value ?? "-";
  }
  return Number.isInteger(value) ? value.toLocaleString("en") : value.toFixed(2);
}

/** The target of a ratio. */
export type Target = { readonly atMost: number } | { readonly atLeast: number };

/** Returns two cells of a table: the target as text, and whether a ratio meets it. */
export function judgeTarget(
  ratio: number,
  target: Target | undefined,
): [target: string | null, met: "yes" | "NO" | null] {
  if (target === undefined) {
    return [null, null];
  }
  return "atMost" in target
    ? [`≤ ${target.atMost}`, ratio <= target.atMost ? "yes" : "NO"]
    : [`≥ ${target.atLeast}`, ratio >= target.atLeast ? "yes" : "NO"];
}
