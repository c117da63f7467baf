import type { ListKind } from "./list-kind.js";
import type { ListPage } from "./rows.js";

/** Which rows of a list are shown, and in which order. */
export interface RowQuery {
  /** Words that must all occur in a row. */
  readonly search: string;
  /** The name of a sort of the list; its default if it is empty. */
  readonly sort: string;
  readonly isDescending: boolean;
  /** The values of filters by name. */
  readonly filters: Readonly<Record<string, string>>;
}

/** A query of a page of a list. */
export interface ListQuery extends RowQuery {
  /** The number of the page, counted from 1. */
  readonly page: number;
}

/** The number of rows on a page. */
export const pageSize = 25;

/** Compares texts in natural order: `Ö` next to `O`, and 2 before 10. */
const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Returns the requested page of rows; the last one if there are fewer pages. */
export function queryRows<Row>(
  kind: ListKind<Row>,
  rows: readonly Row[],
  query: ListQuery,
): Omit<ListPage<Row>, "loaded"> {
  const matching = matchRows(kind, rows, query);
  const pageCount = Math.max(1, Math.ceil(matching.length / pageSize));
  const page = Math.min(Math.max(1, query.page), pageCount);
  return {
    rows: matching.slice((page - 1) * pageSize, page * pageSize),
    page,
    pageSize,
    counts: { matches: matching.length, total: rows.length },
    hasMore: page < pageCount,
    canSearch: true,
  };
}

/** Returns all rows that match a query, sorted. */
export function matchRows<Row>(kind: ListKind<Row>, rows: readonly Row[], query: RowQuery): Row[] {
  return sortRows(kind, filterRows(kind, rows, query), query);
}

/** Returns the rows that match the search and the filters of a query, in their order. */
export function filterRows<Row>(kind: ListKind<Row>, rows: readonly Row[], { search, filters }: RowQuery): Row[] {
  const words = foldCase(search).split(/\s+/).filter(Boolean);
  const conditions = Object.entries(filters).flatMap(([name, value]) => {
    const read = kind.filters[name];
    return read === undefined ? [] : [(row: Row) => read(row) === value];
  });
  return rows.filter((row) => {
    if (!conditions.every((holds) => holds(row))) {
      return false;
    }
    const text = words.length === 0 ? "" : foldCase(kind.texts(row).join("\n"));
    const email = words.length === 0 ? "" : foldCase(kind.email?.(row) ?? "");
    const [localPart = ""] = email.split("@", 1);
    return words.every((word) => text.includes(word) || (/[@.]/.test(word) ? email : localPart).includes(word));
  });
}

function sortRows<Row>(kind: ListKind<Row>, rows: Row[], { sort, isDescending }: RowQuery): Row[] {
  const [usual = () => ""] = Object.values(kind.sorts);
  const read = kind.sorts[sort] ?? usual;
  const direction = isDescending ? -1 : 1;
  return rows.sort((a, b) => direction * compare(read(a), read(b)) || compare(usual(a), usual(b)));
}

function compare(a: string | number, b: string | number): number {
  return typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));
}

/** Returns a text without case and accents, for comparison. */
function foldCase(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
