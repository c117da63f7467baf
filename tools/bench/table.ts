/** The results of a suite. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

type Cell = number | string | null;

export interface Row {
  readonly name: string;
  /** A number or a word for each column; null if there is none. */
  readonly values: readonly Cell[];
}

/** Returns the table as Markdown. */
export function markdownTable({ columns, rows }: Table): string {
  const lines = [
    ["", ...columns],
    ["---", ...columns.map(() => "---:")],
    ...rows.map(({ name, values }) => [name, ...columns.map((_, column) => cellText(values[column] ?? null))]),
  ];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function cellText(value: Cell): string {
  if (typeof value !== "number") {
    return value ?? "–";
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
