import type { VNode } from "preact";
import type { ListQuery } from "../calls/lists.js";
import { Icon } from "../components/icon.js";
import { Menu, type MenuItem } from "../components/menu.js";
import type { Selection } from "./selection.js";
import type { Column } from "./use-list.js";

export interface DataTableProps<Row> {
  /** The caption, for screen readers. */
  readonly caption: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly rowKey: (row: Row) => string;
  /** The name of a row, for the label of its menu. */
  readonly rowName: (row: Row) => string;
  readonly actions: (row: Row) => readonly MenuItem[];
  /** The selected rows; undefined if rows cannot be selected. */
  readonly selection: Selection<Row> | undefined;
  readonly query: ListQuery;
  readonly ask: (change: Partial<ListQuery>) => void;
}

/**
 * A table that is shown as cards on narrow screens. To do so, the style sheet changes `display`, which removes the semantics of
 * tables for screen readers, so all roles are explicit.
 */
export function DataTable<Row>(props: DataTableProps<Row>): VNode {
  const { caption, columns, rows, rowKey, rowName, actions, selection, query, ask } = props;
  return (
    <table role="table" aria-label={caption}>
      <thead role="rowgroup">
        <tr role="row">
          {selection && (
            <th role="columnheader" class="select">
              <span class="visually-hidden">Selected</span>
            </th>
          )}
          {columns.map((column, index) => (
            <Header key={column.title} column={column} isDefault={index === 0} query={query} ask={ask} />
          ))}
          <th role="columnheader" class="actions">
            <span class="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {rows.map((row) => (
          <tr key={rowKey(row)} role="row">
            {selection && (
              <td role="cell" class="select">
                <SelectBox row={row} name={rowName(row)} selection={selection} />
              </td>
            )}
            {columns.map(({ title, cell, isHeading = false }) =>
              isHeading ? (
                <th key={title} role="rowheader" scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={title} role="cell" data-label={title}>
                  {cell(row)}
                </td>
              ),
            )}
            <td role="cell" class="actions">
              <RowMenu label={`Actions for ${rowName(row)}`} items={actions(row)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SelectBoxProps<Row> {
  readonly row: Row;
  readonly name: string;
  readonly selection: Selection<Row>;
}

/** The check box that selects a row. The label around it makes it easier to hit. */
function SelectBox<Row>({ row, name, selection: { has, set } }: SelectBoxProps<Row>): VNode {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={`Select ${name}`}
        checked={has(row)}
        onChange={(event) => set([row], event.currentTarget.checked)}
      />
    </label>
  );
}

function RowMenu({ label, items }: { readonly label: string; readonly items: readonly MenuItem[] }): VNode | null {
  return items.length === 0 ? null : <Menu label={label} items={items} />;
}

interface HeaderProps<Row> {
  readonly column: Column<Row>;
  /** Whether the list is sorted by this column by default. */
  readonly isDefault: boolean;
  readonly query: ListQuery;
  readonly ask: (change: Partial<ListQuery>) => void;
}

function Header<Row>({ column: { title, sort }, isDefault, query, ask }: HeaderProps<Row>): VNode {
  if (sort === undefined) {
    return (
      <th role="columnheader" scope="col">
        {title}
      </th>
    );
  }
  const isSorted = query.sort === sort || (query.sort === "" && isDefault);
  const isDescending = isSorted && query.order === "desc";
  return (
    <th role="columnheader" scope="col" aria-sort={isSorted ? (isDescending ? "descending" : "ascending") : undefined}>
      <button
        type="button"
        class="sort"
        onClick={() => ask({ sort, order: isSorted && !isDescending ? "desc" : "asc" })}
      >
        {title}
        <Icon name={isSorted ? (isDescending ? "down" : "up") : "both"} />
      </button>
    </th>
  );
}
