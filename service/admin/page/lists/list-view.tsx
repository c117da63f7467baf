import type { VNode } from "preact";
import { Alert } from "../components/alert.js";
import { Empty } from "../components/empty.js";
import type { MenuItem } from "../components/menu.js";
import { Pager } from "../components/pager.js";
import { DataTable, type DataTableProps } from "./data-table.js";
import { isNarrowed } from "./list-query.js";
import { LongListNote } from "./long-list-note.js";
import { SelectionBar } from "./selection-bar.js";
import { Skeleton } from "./skeleton.js";
import { Toolbar } from "./toolbar.js";
import type { Filter } from "./column.js";
import type { ListState } from "./use-list.js";
import { useSelection, type Selection } from "./use-selection.js";

interface ListViewProps<Row> extends Pick<
  DataTableProps<Row>,
  "caption" | "columns" | "rowKey" | "rowName" | "actions"
> {
  readonly list: ListState<Row>;
  /** The label of the search. */
  readonly searchLabel: string;
  readonly filters?: readonly Filter[];
  /** Returns the actions for the selected rows. Without this property, rows cannot be selected. */
  readonly bulkActions?: (selection: Selection<Row>) => readonly MenuItem[];
  /** The placeholder if the list has no rows at all. */
  readonly empty: VNode;
}

/** A list: the toolbar, the table, the pager and the placeholders. */
export function ListView<Row>(props: ListViewProps<Row>): VNode {
  const { list, searchLabel, filters = [], bulkActions, empty, ...table } = props;
  const { query, page, isLoading, problem, ask, reload } = list;
  const selection = useSelection(table.rowKey, page?.rows);
  if (page === undefined) {
    return problem === undefined ? <Skeleton /> : <Alert retry={() => reload()}>{problem}</Alert>;
  }
  const isEmpty = page.rows.length === 0;
  const isLong = page.counts === undefined;
  const columns = isLong ? table.columns.map(({ sort: _, ...column }) => column) : table.columns;
  return (
    <section class="list" aria-busy={isLoading} aria-label={table.caption}>
      {(isLong || page.counts.total > 0 || isNarrowed(query)) && (
        <Toolbar
          list={list}
          title={table.caption}
          label={searchLabel}
          filters={isLong ? [] : filters}
          columns={columns}
        />
      )}
      {isLong && <LongListNote canSearch={page.canSearch} />}
      {problem !== undefined && <Alert retry={() => reload()}>{problem}</Alert>}
      {isEmpty && !isNarrowed(query) && empty}
      {isEmpty && isNarrowed(query) && (
        <Empty icon="search" title="Nothing matches">
          <button type="button" onClick={() => ask({ search: "", filters: {} })}>
            Clear search and filters
          </button>
        </Empty>
      )}
      {!isEmpty && (
        <>
          {bulkActions && <SelectionBar selection={selection} shown={page.rows} actions={bulkActions(selection)} />}
          <div class="table-frame">
            <DataTable
              {...table}
              columns={columns}
              rows={page.rows}
              selection={bulkActions && selection}
              query={query}
              ask={ask}
            />
          </div>
          <Pager
            {...page}
            length={page.rows.length}
            matches={page.counts?.matches}
            show={(number) => ask({ page: number })}
          />
        </>
      )}
    </section>
  );
}
