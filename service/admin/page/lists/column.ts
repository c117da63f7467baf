import type { ComponentChildren } from "preact";

/** A column of a list. */
export interface Column<Row, Sort extends string = string> {
  readonly title: string;
  /** The name of the sort order by this column; undefined if the list cannot be sorted by it. */
  readonly sort?: Sort;
  readonly cell: (row: Row) => ComponentChildren;
  /** Whether the column contains the name of the row. The name is the heading of the row and, on narrow screens, of its card. */
  readonly isHeading?: boolean;
}

/** A filter of a list. */
export interface Filter {
  readonly name: string;
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}
