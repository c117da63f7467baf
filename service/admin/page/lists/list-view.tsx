import type { VNode } from "preact";
import { Icon } from "../components/icon.js";
import type { MenuItem } from "../components/menu.js";
import { Alert, Empty, Skeleton } from "../components/placeholders.js";
import { formatNumber } from "../components/text.js";
import { DataTable, type DataTableProps } from "./data-table.js";
import { type Selection, SelectionBar, useSelection } from "./selection.js";
import { Toolbar } from "./toolbar.js";
import { type Filter, isNarrowed, type ListState } from "./use-list.js";

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

/** Explains what is not possible in a list that is too long to be kept in memory. */
export function LongListNote({ canSearch }: { readonly canSearch: boolean }): VNode {
  return (
    <p class="muted">
      This list is too long to be sorted and filtered.
      {canSearch && " To find a member, enter the whole email address or external ID."}
    </p>
  );
}

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  /** The number of rows on the page. */
  readonly length: number;
  /** The number of rows on all pages; undefined if it is unknown. */
  readonly matches: number | undefined;
  readonly hasMore: boolean;
  readonly show: (page: number) => void;
}

/** The position of the page in the list, and the buttons for the previous and the next page. */
function Pager({ page, pageSize, length, matches, hasMore, show }: PagerProps): VNode {
  const before = (page - 1) * pageSize;
  // The buttons are not disabled on the first and last page, because a pressed button would lose the focus.
  const step = (to: number, isPossible: boolean) => ({
    "aria-disabled": !isPossible,
    onClick: () => isPossible && show(to),
  });
  return (
    <nav class="pager" aria-label="Pages">
      <p>
        {formatNumber(before + 1)}–{formatNumber(before + length)}
        {matches !== undefined && ` of ${formatNumber(matches)}`}
      </p>
      <button type="button" {...step(page - 1, page > 1)}>
        <Icon name="left" />
        Previous
      </button>
      <button type="button" {...step(page + 1, hasMore)}>
        Next
        <Icon name="right" />
      </button>
    </nav>
  );
}
