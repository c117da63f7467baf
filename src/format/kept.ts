import { nearestLevel, type Row } from "./rows.js";

/** One row that is formatted, or consecutive rows that are kept unchanged. */
export interface Block {
  readonly rows: readonly [Row, ...Row[]];
  /** The index of the first row among all rows. */
  readonly index: number;
  readonly isKept: boolean;
}

/** Groups rows into blocks. Rows that comments exclude (FMT-9) and rows with syntax errors are kept unchanged. */
export function toBlocks(rows: readonly Row[]): Block[] {
  const blocks: Block[] = [];
  let end = 0;
  for (const [at, row] of rows.entries()) {
    if (at >= end) {
      const kept = endOfKept(rows, at, row);
      end = kept ?? at + 1;
      blocks.push({ rows: [row, ...rows.slice(at + 1, end)], index: at, isKept: kept !== undefined });
    }
  }
  return blocks;
}

/** Returns the end of the rows that are kept unchanged, starting with this row; undefined if this row is formatted. */
function endOfKept(rows: readonly Row[], at: number, row: Row): number | undefined {
  if (row.kind === "broken") {
    return at + 1;
  }
  if (asks(row, "off")) {
    const on = rows.findIndex((other, index) => index > at && asks(other, "on"));
    return on === -1 ? rows.length : on + 1;
  }
  return isIgnored(rows, at) ? endOfConstruct(rows, at) : undefined;
}

function asks(row: Row, what: "off" | "on" | "ignore"): boolean {
  return row.kind === "comment" && row.tokens[0]?.text.replace(/^#\s*|\s+$/g, "") === `ashlar-format-${what}`;
}

/** Whether a row of code is below an "ignore" comment, with only comments in between. */
function isIgnored(rows: readonly Row[], at: number): boolean {
  if (rows[at]?.kind !== "code") {
    return false;
  }
  for (let above = at - 1; rows[above]?.kind === "comment"; above--) {
    const row = rows[above];
    if (row !== undefined && asks(row, "ignore")) {
      return true;
    }
  }
  return false;
}

/** Returns the end of the construct that starts at a row. It includes all deeper rows. */
function endOfConstruct(rows: readonly Row[], at: number): number {
  const level = rows[at]?.level ?? 0;
  const end = rows.findIndex(
    (row, index) => index > at && (row.kind === "broken" || nearestLevel(row.tokens[0]?.indentation ?? 0) <= level),
  );
  return end === -1 ? rows.length : end;
}
